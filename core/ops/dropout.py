"""Dropout while training (Srivastava et al. 2014): cells are left out at random, the others grow to make up for it."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..expression import Product
from ..problem import QT_TRANSLATE_NOOP
from . import moving
from .arithmetic import Arithmetic, Operand, nothing, remark
from .op import COLS, ROWS, Array, Backward, Found, Gradients, Op, Script, like_first, off, row, same, wide

LEFT_OUT = QT_TRANSLATE_NOOP("explain", "Dropout leaves this cell out in this step.")


def dropout_kernel(arena: Any, at: Any, f: int, count: int) -> None:
    for i in range(at[f, ROWS]):
        out = row(arena, at, f, i)
        x = row(arena, at, f + 1, i)
        keep = row(arena, at, f + 2, i)
        for j in range(at[f, COLS]):
            out[j] = x[j] * keep[j]


def dropout(x: Array, keep: Array) -> Array:
    """X · keep, cell by cell; keep [shape of X] is 0 or 1/(1 − p), so that the mean stays what it was."""
    return x * keep


def check_dropout(y: Array, x: Array, keep: Array) -> Found:
    r, a, k = wide(y, x, keep)
    yield QT_TRANSLATE_NOOP("checks", "what is left out is 0, the rest is scaled"), off(r, np.where(k == 0, 0, a * k))


def explain_dropout(i: int, j: int, y: Operand, x: Operand, keep: Operand) -> Arithmetic:
    if keep.values[i, j] == 0:
        return nothing("scaling", remark(LEFT_OUT), deciding=(keep.cell(i, j),))
    return Arithmetic("scaling", Product((x.cell(i, j), keep.cell(i, j))), through=x.cell(i, j))


def dropout_backward(g: Array, y: Array, x: Array, keep: Array) -> Gradients:
    return g * keep, None


def dropout_back_kernel(arena: Any, grads: Any, at: Any, f: int, count: int) -> None:
    for i in range(at[f, ROWS]):
        g = row(grads, at, f, i)
        keep = row(arena, at, f + 2, i)
        back = row(grads, at, f + 1, i)
        for j in range(at[f, COLS]):
            back[j] += g[j] * keep[j]


def explain_dropout_back(k: int, i: int, j: int, g: Operand, y: Operand, x: Operand, keep: Operand) -> Arithmetic:
    if keep.values[i, j] == 0:
        return nothing("scaling", remark(LEFT_OUT), deciding=(keep.cell(i, j),))
    return Arithmetic("scaling", Product((g.cell(i, j), keep.cell(i, j))))


OPS = (
    Op(
        "dropout",
        dropout_kernel,
        dropout,
        "{0} · {1}".format,
        Script("{0} * {1}".format),
        moving.keeping_zero,
        same,
        like_first,
        check=check_dropout,
        explain=explain_dropout,
        backward=Backward(dropout_backward, dropout_back_kernel, explain_dropout_back),
    ),
)
