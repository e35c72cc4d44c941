"""Which kernel runs for an opcode. Generated from the op table by `python -m core.ops`; don't edit."""

from __future__ import annotations

from typing import Any

from .ops.activation import (
    gelu_erf_kernel,
    gelu_tanh_kernel,
    relu_kernel,
)
from .ops.attention import (
    scale_kernel,
    softmax_kernel,
)
from .ops.cache import (
    append_kernel,
)
from .ops.combine import (
    add_kernel,
    concat_kernel,
    copy_kernel,
    zeros_kernel,
)
from .ops.dropout import (
    dropout_kernel,
)
from .ops.embedding import (
    lookup_kernel,
    transpose_kernel,
)
from .ops.hold import (
    hold_kernel,
)
from .ops.linear import (
    linear_kernel,
    scores_kernel,
)
from .ops.loss import (
    log_probabilities_kernel,
    mean_loss_kernel,
    probabilities_kernel,
    token_loss_kernel,
)
from .ops.mask import (
    both_kernel,
    causal_kernel,
    padding_kernel,
    visible_kernel,
    window_kernel,
)
from .ops.normalize import (
    affine_kernel,
    rms_standardize_kernel,
    standardize_kernel,
)
from .ops.position import (
    distance_bias_kernel,
    sinusoid_kernel,
    table_rows_kernel,
)
from .ops.rope import (
    rope_adjacent_kernel,
    rope_half_kernel,
)
from .ops.shaw import (
    shaw_scores_kernel,
    shaw_values_kernel,
)
from .ops.statistic import (
    mean_kernel,
    mean_square_kernel,
    variance_kernel,
)


def dispatch(opcode: int, arena: Any, at: Any, f: int, count: int) -> None:
    if opcode == 0:
        lookup_kernel(arena, at, f, count)
    elif opcode == 1:
        transpose_kernel(arena, at, f, count)
    elif opcode == 2:
        sinusoid_kernel(arena, at, f, count)
    elif opcode == 3:
        table_rows_kernel(arena, at, f, count)
    elif opcode == 4:
        distance_bias_kernel(arena, at, f, count)
    elif opcode == 5:
        shaw_scores_kernel(arena, at, f, count)
    elif opcode == 6:
        shaw_values_kernel(arena, at, f, count)
    elif opcode == 7:
        rope_adjacent_kernel(arena, at, f, count)
    elif opcode == 8:
        rope_half_kernel(arena, at, f, count)
    elif opcode == 9:
        linear_kernel(arena, at, f, count)
    elif opcode == 10:
        scores_kernel(arena, at, f, count)
    elif opcode == 11:
        scale_kernel(arena, at, f, count)
    elif opcode == 12:
        softmax_kernel(arena, at, f, count)
    elif opcode == 13:
        visible_kernel(arena, at, f, count)
    elif opcode == 14:
        causal_kernel(arena, at, f, count)
    elif opcode == 15:
        window_kernel(arena, at, f, count)
    elif opcode == 16:
        padding_kernel(arena, at, f, count)
    elif opcode == 17:
        both_kernel(arena, at, f, count)
    elif opcode == 18:
        mean_kernel(arena, at, f, count)
    elif opcode == 19:
        variance_kernel(arena, at, f, count)
    elif opcode == 20:
        mean_square_kernel(arena, at, f, count)
    elif opcode == 21:
        standardize_kernel(arena, at, f, count)
    elif opcode == 22:
        rms_standardize_kernel(arena, at, f, count)
    elif opcode == 23:
        affine_kernel(arena, at, f, count)
    elif opcode == 24:
        relu_kernel(arena, at, f, count)
    elif opcode == 25:
        gelu_erf_kernel(arena, at, f, count)
    elif opcode == 26:
        gelu_tanh_kernel(arena, at, f, count)
    elif opcode == 27:
        add_kernel(arena, at, f, count)
    elif opcode == 28:
        copy_kernel(arena, at, f, count)
    elif opcode == 29:
        zeros_kernel(arena, at, f, count)
    elif opcode == 30:
        concat_kernel(arena, at, f, count)
    elif opcode == 31:
        dropout_kernel(arena, at, f, count)
    elif opcode == 32:
        hold_kernel(arena, at, f, count)
    elif opcode == 33:
        probabilities_kernel(arena, at, f, count)
    elif opcode == 34:
        log_probabilities_kernel(arena, at, f, count)
    elif opcode == 35:
        token_loss_kernel(arena, at, f, count)
    elif opcode == 36:
        mean_loss_kernel(arena, at, f, count)
    elif opcode == 37:
        append_kernel(arena, at, f, count)


def walk(arena: Any, steps: Any, at: Any, order: Any) -> None:
    """Run the steps named in `order`, each a row (opcode, first operand, operand count) of `steps`."""
    for s in order:
        dispatch(steps[s, 0], arena, at, steps[s, 1], steps[s, 2])
