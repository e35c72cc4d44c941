"""From ids to rows: the look-up in an embedding table, and the table turned round for a tied head."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..problem import QT_TRANSLATE_NOOP
from . import moving
from .arithmetic import Arithmetic, Operand, nothing, remark, taken, total
from .op import COLS, ROWS, Array, Axes, Backward, Found, Gradients, Op, Script, Shape, need, off, row

NOT_PICKED = QT_TRANSLATE_NOOP("explain", "No token of this sample picks this row.")
PICKED = QT_TRANSLATE_NOOP("explain", "The token's id picks row {row} of the table.")


def lookup_kernel(arena: Any, at: Any, f: int, count: int) -> None:
    for i in range(at[f, ROWS]):
        out = row(arena, at, f, i)
        chosen = row(arena, at, f + 2, int(row(arena, at, f + 1, i)[0]))
        for j in range(at[f, COLS]):
            out[j] = chosen[j]


def lookup(ids: Array, table: Array) -> Array:
    """Row ids[i, 0] of the table [vocabulary, d] for each token i: [n, d]."""
    return np.asarray(table[ids[:, 0].astype(np.int64)])


def lookup_shape(ids: Shape, table: Shape) -> Shape:
    need(ids[1] == 1, f"ids are {ids}: they must be one column")
    return ids[0], table[1]


def lookup_axes(ids: Axes, table: Axes) -> Axes:
    return ids[0], table[1]


def transpose_kernel(arena: Any, at: Any, f: int, count: int) -> None:
    for j in range(at[f + 1, ROWS]):
        x = row(arena, at, f + 1, j)
        for i in range(at[f, ROWS]):
            row(arena, at, f, i)[j] = x[i]


def transpose(x: Array) -> Array:
    """Rows become columns: the head that is tied to the embedding (Press & Wolf 2017)."""
    return np.ascontiguousarray(x.T)


def check_lookup(e: Array, ids: Array, table: Array) -> Found:
    yield QT_TRANSLATE_NOOP("checks", "each row is its token's row of the table"), off(e, table[ids[:, 0].astype(int)])


def check_transpose(y: Array, x: Array) -> Found:
    yield QT_TRANSLATE_NOOP("checks", "turned back it is the table"), off(y.T, x)


def explain_lookup(i: int, j: int, e: Operand, ids: Operand, table: Operand) -> Arithmetic:
    chosen = ids.cell(i, 0)
    row_ = int(chosen.value)
    return taken("lookup", table.cell(row_, j), remark(PICKED, row=row_), deciding=(chosen,))


def explain_transpose(i: int, j: int, y: Operand, x: Operand) -> Arithmetic:
    return taken("transpose", x.cell(j, i))


def lookup_backward(g: Array, e: Array, ids: Array, table: Array) -> Gradients:
    """A row of the table gets the gradients of every token that picked it."""
    back = np.zeros_like(table)
    np.add.at(back, ids[:, 0].astype(np.int64), g)
    return None, back


def lookup_back_kernel(arena: Any, grads: Any, at: Any, f: int, count: int) -> None:
    for i in range(at[f, ROWS]):
        g = row(grads, at, f, i)
        back = row(grads, at, f + 2, int(row(arena, at, f + 1, i)[0]))
        for j in range(at[f, COLS]):
            back[j] += g[j]


def transpose_backward(g: Array, y: Array, x: Array) -> Gradients:
    return (g.T,)


def transpose_back_kernel(arena: Any, grads: Any, at: Any, f: int, count: int) -> None:
    for i in range(at[f, ROWS]):
        g = row(grads, at, f, i)
        for j in range(at[f, COLS]):
            row(grads, at, f + 1, j)[i] += g[j]


def explain_lookup_back(k: int, i: int, j: int, g: Operand, e: Operand, ids: Operand, table: Operand) -> Arithmetic:
    """A row of the table gets what comes back to every token that picked it."""
    rows = np.flatnonzero(ids.values[:, 0].astype(np.int64) == i)
    if not len(rows):
        return nothing("lookup", remark(NOT_PICKED))
    return Arithmetic("lookup", total(g.column(j, rows)), deciding=(ids.column(0, rows),))


def explain_transpose_back(k: int, i: int, j: int, g: Operand, y: Operand, x: Operand) -> Arithmetic:
    return taken("transpose", g.cell(j, i))


OPS = (
    Op(
        "lookup",
        lookup_kernel,
        lookup,
        "row {0} of {1}".format,
        Script("{1}[{0}[:, 0]]".format),
        moving.row_of_table,
        lookup_shape,
        lookup_axes,
        check=check_lookup,
        explain=explain_lookup,
        backward=Backward(lookup_backward, lookup_back_kernel, explain_lookup_back),
    ),
    Op(
        "transpose",
        transpose_kernel,
        transpose,
        "{0}ᵀ".format,
        Script("{0}.T".format),
        moving.turned_round,
        lambda x: (x[1], x[0]),
        lambda x: (x[1], x[0]),
        check=check_transpose,
        explain=explain_transpose,
        backward=Backward(transpose_backward, transpose_back_kernel, explain_transpose_back),
    ),
)
