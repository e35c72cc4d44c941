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
from .ops.combine import (
    add_kernel,
    concat_kernel,
    copy_kernel,
    zeros_kernel,
)
from .ops.hold import (
    hold_kernel,
)
from .ops.linear import (
    linear_kernel,
    scores_kernel,
)
from .ops.mask import (
    both_kernel,
    causal_kernel,
    visible_kernel,
)
from .ops.normalize import (
    affine_kernel,
    mean_kernel,
    mean_square_kernel,
    rms_standardize_kernel,
    standardize_kernel,
    variance_kernel,
)


def dispatch(opcode: int, arena: Any, at: Any, f: int, count: int) -> None:
    if opcode == 0:
        linear_kernel(arena, at, f, count)
    elif opcode == 1:
        scores_kernel(arena, at, f, count)
    elif opcode == 2:
        scale_kernel(arena, at, f, count)
    elif opcode == 3:
        softmax_kernel(arena, at, f, count)
    elif opcode == 4:
        visible_kernel(arena, at, f, count)
    elif opcode == 5:
        causal_kernel(arena, at, f, count)
    elif opcode == 6:
        both_kernel(arena, at, f, count)
    elif opcode == 7:
        mean_kernel(arena, at, f, count)
    elif opcode == 8:
        variance_kernel(arena, at, f, count)
    elif opcode == 9:
        mean_square_kernel(arena, at, f, count)
    elif opcode == 10:
        standardize_kernel(arena, at, f, count)
    elif opcode == 11:
        rms_standardize_kernel(arena, at, f, count)
    elif opcode == 12:
        affine_kernel(arena, at, f, count)
    elif opcode == 13:
        relu_kernel(arena, at, f, count)
    elif opcode == 14:
        gelu_erf_kernel(arena, at, f, count)
    elif opcode == 15:
        gelu_tanh_kernel(arena, at, f, count)
    elif opcode == 16:
        add_kernel(arena, at, f, count)
    elif opcode == 17:
        copy_kernel(arena, at, f, count)
    elif opcode == 18:
        zeros_kernel(arena, at, f, count)
    elif opcode == 19:
        concat_kernel(arena, at, f, count)
    elif opcode == 20:
        hold_kernel(arena, at, f, count)


def walk(arena: Any, steps: Any, at: Any, order: Any) -> None:
    """Run the steps named in `order`, each a row (opcode, first operand, operand count) of `steps`."""
    for s in order:
        dispatch(steps[s, 0], arena, at, steps[s, 1], steps[s, 2])
