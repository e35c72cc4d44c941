"""Putting matrices together: residual sums, concatenation of heads, and what is switched off."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..expression import Sum
from ..problem import QT_TRANSLATE_NOOP
from . import moving
from .arithmetic import Arithmetic, Operand, nothing, remark, taken
from .op import (
    COLS,
    NO_GRADIENT,
    ROWS,
    Array,
    Axes,
    Backward,
    Found,
    Gradients,
    Op,
    Script,
    Shape,
    like_first,
    need,
    off,
    row,
    same,
    wide,
)

AS_IT_IS = QT_TRANSLATE_NOOP("explain", "What could stand here is switched off: the number passes as it is.")
OFF = QT_TRANSLATE_NOOP("explain", "What could stand here is switched off and gives zeros.")
FROM_HEAD = QT_TRANSLATE_NOOP("explain", "Column {column} is channel {channel} of head {head}.")


def add_kernel(arena: Any, at: Any, f: int, count: int) -> None:
    for i in range(at[f, ROWS]):
        out = row(arena, at, f, i)
        a = row(arena, at, f + 1, i)
        b = row(arena, at, f + 2, i)
        for j in range(at[f, COLS]):
            out[j] = a[j] + b[j]


def add(a: Array, b: Array) -> Array:
    """A + B, cell by cell."""
    return a + b


def copy_kernel(arena: Any, at: Any, f: int, count: int) -> None:
    for i in range(at[f, ROWS]):
        out = row(arena, at, f, i)
        x = row(arena, at, f + 1, i)
        for j in range(at[f, COLS]):
            out[j] = x[j]


def copy(x: Array) -> Array:
    """X as it is: what stands where a residual or a norm is switched off."""
    return x.copy()


def zeros_kernel(arena: Any, at: Any, f: int, count: int) -> None:
    for i in range(at[f, ROWS]):
        row(arena, at, f, i)[:] = 0.0


def zeros(out: Array) -> Array:
    """What stands where a head or a sublayer is switched off."""
    return np.zeros_like(out)


def concat_kernel(arena: Any, at: Any, f: int, count: int) -> None:
    for i in range(at[f, ROWS]):
        out = row(arena, at, f, i)
        start = 0
        for k in range(f + 1, f + count):
            part = row(arena, at, k, i)
            for j in range(at[k, COLS]):
                out[start + j] = part[j]
            start += at[k, COLS]


def concat(*parts: Array) -> Array:
    """Columns of head 1, then head 2, …: [n, h · d_v]."""
    return np.concatenate(parts, axis=1)


def concat_formula(*parts: str) -> str:
    return f"[{' | '.join(parts)}]"


def concat_script(*parts: str) -> str:
    return f"np.concatenate([{', '.join(parts)}], axis=1)"


def concat_shape(*parts: Shape) -> Shape:
    need(len({rows for rows, _ in parts}) == 1, f"the heads are {parts}: they must have equally many rows")
    return parts[0][0], sum(cols for _, cols in parts)


def concat_axes(first: Axes, *rest: Axes) -> Axes:
    return first[0], "concat"


def check_add(y: Array, a: Array, b: Array) -> Found:
    r, one, two = wide(y, a, b)
    yield QT_TRANSLATE_NOOP("checks", "the residual adds up"), off(r, one + two)


def check_copy(y: Array, x: Array) -> Found:
    yield QT_TRANSLATE_NOOP("checks", "it is unchanged"), off(y, x)


def check_zeros(y: Array) -> Found:
    yield QT_TRANSLATE_NOOP("checks", "what is off is 0"), np.abs(y)


def check_concat(y: Array, *parts: Array) -> Found:
    edges = np.cumsum([part.shape[1] for part in parts])[:-1]
    for got, part in zip(np.split(y, edges, axis=1), parts, strict=True):
        yield QT_TRANSLATE_NOOP("checks", "splitting gives the heads back"), off(got, part)


def explain_add(i: int, j: int, y: Operand, a: Operand, b: Operand) -> Arithmetic:
    return Arithmetic("sum", Sum((a.cell(i, j), b.cell(i, j))))


def explain_copy(i: int, j: int, y: Operand, x: Operand) -> Arithmetic:
    return taken("copy", x.cell(i, j), remark(AS_IT_IS))


def explain_zeros(i: int, j: int, y: Operand) -> Arithmetic:
    return nothing("off", remark(OFF))


def explain_concat(i: int, j: int, y: Operand, *parts: Operand) -> Arithmetic:
    """Which head, which channel."""
    channel = j
    for head, part in enumerate(parts, start=1):
        if channel < part.cols:
            said = remark(FROM_HEAD, column=j, channel=channel, head=head)
            return taken("concat", part.cell(i, channel), said)
        channel -= part.cols
    raise IndexError(j)


def add_backward(g: Array, y: Array, a: Array, b: Array) -> Gradients:
    return g, g


def add_back_kernel(arena: Any, grads: Any, at: Any, f: int, count: int) -> None:
    for i in range(at[f, ROWS]):
        g = row(grads, at, f, i)
        a = row(grads, at, f + 1, i)
        b = row(grads, at, f + 2, i)
        for j in range(at[f, COLS]):
            a[j] += g[j]
        for j in range(at[f, COLS]):
            b[j] += g[j]


def copy_backward(g: Array, y: Array, x: Array) -> Gradients:
    return (g,)


def copy_back_kernel(arena: Any, grads: Any, at: Any, f: int, count: int) -> None:
    for i in range(at[f, ROWS]):
        g = row(grads, at, f, i)
        back = row(grads, at, f + 1, i)
        for j in range(at[f, COLS]):
            back[j] += g[j]


def concat_backward(g: Array, y: Array, *parts: Array) -> Gradients:
    return tuple(np.split(g, np.cumsum([part.shape[1] for part in parts])[:-1], axis=1))


def concat_back_kernel(arena: Any, grads: Any, at: Any, f: int, count: int) -> None:
    for i in range(at[f, ROWS]):
        g = row(grads, at, f, i)
        start = 0
        for k in range(f + 1, f + count):
            part = row(grads, at, k, i)
            for j in range(at[k, COLS]):
                part[j] += g[start + j]
            start += at[k, COLS]


def explain_passing_back(k: int, i: int, j: int, g: Operand, y: Operand, *inputs: Operand) -> Arithmetic:
    """A sum and a copy pass on what comes back as it is: to each branch all of it."""
    return taken("copy", g.cell(i, j))


def explain_concat_back(k: int, i: int, j: int, g: Operand, y: Operand, *parts: Operand) -> Arithmetic:
    start = sum(part.cols for part in parts[:k])
    return taken("concat", g.cell(i, start + j), remark(FROM_HEAD, column=start + j, channel=j, head=k + 1))


OPS = (
    Op(
        "add",
        add_kernel,
        add,
        "{0} + {1}".format,
        Script("{0} + {1}".format),
        moving.sum_of_cells,
        same,
        like_first,
        check=check_add,
        explain=explain_add,
        backward=Backward(add_backward, add_back_kernel, explain_passing_back),
    ),
    Op(
        "copy",
        copy_kernel,
        copy,
        "{0}".format,
        Script("{0}".format),
        moving.keeping_zero,
        like_first,
        like_first,
        check=check_copy,
        explain=explain_copy,
        backward=Backward(copy_backward, copy_back_kernel, explain_passing_back),
    ),
    Op(
        "zeros",
        zeros_kernel,
        zeros,
        "0".format,
        Script("np.zeros({0})".format),
        moving.always_zero,
        like_first,
        like_first,
        sized=True,
        check=check_zeros,
        explain=explain_zeros,
        backward=NO_GRADIENT,
    ),
    Op(
        "concat",
        concat_kernel,
        concat,
        concat_formula,
        Script(concat_script),
        moving.side_by_side,
        concat_shape,
        concat_axes,
        check=check_concat,
        explain=explain_concat,
        backward=Backward(concat_backward, concat_back_kernel, explain_concat_back),
    ),
)
