"""The KV cache: rows of keys or values that earlier steps computed, and the new ones below them."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..problem import QT_TRANSLATE_NOOP
from . import moving
from .arithmetic import Arithmetic, Operand, remark, taken
from .op import COLS, ROWS, Array, Backward, Found, Gradients, Op, Script, Shape, need, off, row

KEPT = QT_TRANSLATE_NOOP("explain", "An earlier step computed this row; the cache kept it.")
NEW = QT_TRANSLATE_NOOP("explain", "This step computed this row.")


def append_kernel(arena: Any, at: Any, f: int, count: int) -> None:
    start = 0
    for k in range(f + 1, f + 3):
        for i in range(at[k, ROWS]):
            out = row(arena, at, f, start + i)
            x = row(arena, at, k, i)
            for j in range(at[f, COLS]):
                out[j] = x[j]
        start += at[k, ROWS]


def append(cache: Array, new: Array) -> Array:
    """Rows of the cache [c, width], then the new rows [n, width]: [c + n, width]."""
    return np.concatenate([cache, new], axis=0)


def append_shape(cache: Shape, new: Shape) -> Shape:
    need(cache[1] == new[1], f"the cache is {cache}, the new rows are {new}: their widths must agree")
    return cache[0] + new[0], new[1]


def check_append(y: Array, cache: Array, new: Array) -> Found:
    yield (
        QT_TRANSLATE_NOOP("checks", "the cache is kept, the new rows stand below it"),
        off(y, np.concatenate([cache, new], axis=0)),
    )


def explain_append(i: int, j: int, y: Operand, cache: Operand, new: Operand) -> Arithmetic:
    """Which of the two, which row."""
    if i < cache.rows:
        return taken("cache", cache.cell(i, j), remark(KEPT))
    return taken("cache", new.cell(i - cache.rows, j), remark(NEW))


def append_backward(g: Array, y: Array, cache: Array, new: Array) -> Gradients:
    return g[: len(cache)], g[len(cache) :]


def append_back_kernel(arena: Any, grads: Any, at: Any, f: int, count: int) -> None:
    start = 0
    for k in range(f + 1, f + 3):
        for i in range(at[k, ROWS]):
            g = row(grads, at, f, start + i)
            back = row(grads, at, k, i)
            for j in range(at[f, COLS]):
                back[j] += g[j]
        start += at[k, ROWS]


def explain_append_back(k: int, i: int, j: int, g: Operand, y: Operand, cache: Operand, new: Operand) -> Arithmetic:
    return taken("cache", g.cell(i if k == 0 else i + cache.rows, j))


OPS = (
    Op(
        "append",
        append_kernel,
        append,
        "{0} above {1}".format,
        Script("np.concatenate([{0}, {1}], axis=0)".format),
        moving.one_above_the_other,
        append_shape,
        lambda cache, new: new,
        check=check_append,
        explain=explain_append,
        backward=Backward(append_backward, append_back_kernel, explain_append_back),
    ),
)
