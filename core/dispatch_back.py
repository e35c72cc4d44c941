"""Which kernel carries gradients back. Generated from the op table by `python -m core.ops`; don't edit."""

from __future__ import annotations

from typing import Any

from .ops.activation import (
    gelu_erf_back_kernel,
    gelu_tanh_back_kernel,
    relu_back_kernel,
)
from .ops.attention import (
    scale_back_kernel,
    softmax_back_kernel,
)
from .ops.cache import (
    append_back_kernel,
)
from .ops.combine import (
    add_back_kernel,
    concat_back_kernel,
    copy_back_kernel,
)
from .ops.dropout import (
    dropout_back_kernel,
)
from .ops.embedding import (
    lookup_back_kernel,
    transpose_back_kernel,
)
from .ops.hold import (
    hold_back_kernel,
)
from .ops.linear import (
    linear_back_kernel,
    scores_back_kernel,
)
from .ops.loss import (
    log_probabilities_back_kernel,
    mean_loss_back_kernel,
    probabilities_back_kernel,
    token_loss_back_kernel,
)
from .ops.normalize import (
    affine_back_kernel,
    rms_standardize_back_kernel,
    standardize_back_kernel,
)
from .ops.position import (
    distance_bias_back_kernel,
    table_rows_back_kernel,
)
from .ops.rope import (
    rope_adjacent_back_kernel,
    rope_half_back_kernel,
)
from .ops.shaw import (
    shaw_scores_back_kernel,
    shaw_values_back_kernel,
)
from .ops.statistic import (
    mean_back_kernel,
    mean_square_back_kernel,
    variance_back_kernel,
)


def dispatch_back(opcode: int, arena: Any, grads: Any, at: Any, f: int, count: int) -> None:
    if opcode == 0:
        lookup_back_kernel(arena, grads, at, f, count)
    elif opcode == 1:
        transpose_back_kernel(arena, grads, at, f, count)
    elif opcode == 3:
        table_rows_back_kernel(arena, grads, at, f, count)
    elif opcode == 4:
        distance_bias_back_kernel(arena, grads, at, f, count)
    elif opcode == 5:
        shaw_scores_back_kernel(arena, grads, at, f, count)
    elif opcode == 6:
        shaw_values_back_kernel(arena, grads, at, f, count)
    elif opcode == 7:
        rope_adjacent_back_kernel(arena, grads, at, f, count)
    elif opcode == 8:
        rope_half_back_kernel(arena, grads, at, f, count)
    elif opcode == 9:
        linear_back_kernel(arena, grads, at, f, count)
    elif opcode == 10:
        scores_back_kernel(arena, grads, at, f, count)
    elif opcode == 11:
        scale_back_kernel(arena, grads, at, f, count)
    elif opcode == 12:
        softmax_back_kernel(arena, grads, at, f, count)
    elif opcode == 18:
        mean_back_kernel(arena, grads, at, f, count)
    elif opcode == 19:
        variance_back_kernel(arena, grads, at, f, count)
    elif opcode == 20:
        mean_square_back_kernel(arena, grads, at, f, count)
    elif opcode == 21:
        standardize_back_kernel(arena, grads, at, f, count)
    elif opcode == 22:
        rms_standardize_back_kernel(arena, grads, at, f, count)
    elif opcode == 23:
        affine_back_kernel(arena, grads, at, f, count)
    elif opcode == 24:
        relu_back_kernel(arena, grads, at, f, count)
    elif opcode == 25:
        gelu_erf_back_kernel(arena, grads, at, f, count)
    elif opcode == 26:
        gelu_tanh_back_kernel(arena, grads, at, f, count)
    elif opcode == 27:
        add_back_kernel(arena, grads, at, f, count)
    elif opcode == 28:
        copy_back_kernel(arena, grads, at, f, count)
    elif opcode == 30:
        concat_back_kernel(arena, grads, at, f, count)
    elif opcode == 31:
        dropout_back_kernel(arena, grads, at, f, count)
    elif opcode == 32:
        hold_back_kernel(arena, grads, at, f, count)
    elif opcode == 33:
        probabilities_back_kernel(arena, grads, at, f, count)
    elif opcode == 34:
        log_probabilities_back_kernel(arena, grads, at, f, count)
    elif opcode == 35:
        token_loss_back_kernel(arena, grads, at, f, count)
    elif opcode == 36:
        mean_loss_back_kernel(arena, grads, at, f, count)
    elif opcode == 37:
        append_back_kernel(arena, grads, at, f, count)


def walk_back(arena: Any, grads: Any, steps: Any, at: Any, order: Any) -> None:
    """Carry gradients back through the steps named in `order`, the last one first in it; rows as in `walk`."""
    for s in order:
        dispatch_back(steps[s, 0], arena, grads, at, steps[s, 1], steps[s, 2])
