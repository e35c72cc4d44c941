"""A pin: cells of a computed matrix held at a value, everything downstream follows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from ..problem import QT_TRANSLATE_NOOP
from . import moving
from .arithmetic import Arithmetic, Operand, nothing, remark, taken
from .op import COLS, ROWS, Array, Backward, Found, Gradients, Op, Script, off, row, same
from .op import like_first as first_axes

HELD = QT_TRANSLATE_NOOP("explain", "A pin holds this cell; its natural value is {natural}.")
STOPS_AT_PIN = QT_TRANSLATE_NOOP("explain", "A pin covers this cell: nothing comes back to its natural value.")
NO_PIN = QT_TRANSLATE_NOOP("explain", "No pin holds this cell: the value kept for it moves nothing.")
NOT_HELD = QT_TRANSLATE_NOOP("explain", "No pin holds this cell: it has its natural value.")


def hold_kernel(arena: Any, at: Any, f: int, count: int) -> None:
    for i in range(at[f, ROWS]):
        out = row(arena, at, f, i)
        natural = row(arena, at, f + 1, i)
        values = row(arena, at, f + 2, i)
        where = row(arena, at, f + 3, i)
        for j in range(at[f, COLS]):
            out[j] = values[j] if where[j] != 0.0 else natural[j]


def hold(natural: Array, values: Array, where: Array) -> Array:
    """The held value where `where` is 1, the natural one elsewhere; all three have one shape."""
    return np.where(where != 0, values, natural)


def hold_formula(natural: str, values: str, where: str) -> str:
    return f"{values} where {where} is 1, else {natural}"


def check_hold(y: Array, natural: Array, values: Array, where: Array) -> Found:
    yield (
        QT_TRANSLATE_NOOP("checks", "held cells hold, the others are natural"),
        off(y, np.where(where != 0, values, natural)),
    )


def explain_hold(i: int, j: int, y: Operand, natural: Operand, values: Operand, where: Operand) -> Arithmetic:
    """The held value, with the natural one beside it; or the natural one."""
    if where.values[i, j] == 0:
        return taken("hold", natural.cell(i, j), remark(NOT_HELD), deciding=(where.cell(i, j),))
    held, covered = values.cell(i, j), natural.cell(i, j)
    said = remark(HELD, natural=covered.value)
    return replace(taken("hold", held, said, deciding=(where.cell(i, j),)), beside=(covered,))


def hold_backward(g: Array, y: Array, natural: Array, values: Array, where: Array) -> Gradients:
    """0 where held: the natural value moves nothing there, the held one does."""
    return np.where(where != 0, 0, g), np.where(where != 0, g, 0), None


def hold_back_kernel(arena: Any, grads: Any, at: Any, f: int, count: int) -> None:
    for i in range(at[f, ROWS]):
        g = row(grads, at, f, i)
        natural = row(grads, at, f + 1, i)
        values = row(grads, at, f + 2, i)
        where = row(arena, at, f + 3, i)
        for j in range(at[f, COLS]):
            natural[j] += 0.0 if where[j] != 0.0 else g[j]
            values[j] += g[j] if where[j] != 0.0 else 0.0


def explain_hold_back(
    k: int, i: int, j: int, g: Operand, y: Operand, natural: Operand, values: Operand, where: Operand
) -> Arithmetic:
    """What comes back goes to the one of the two that counts."""
    on = where.cell(i, j)
    if (on.value != 0) is (k == 1):
        return taken("hold", g.cell(i, j), deciding=(on,))
    return nothing("hold", remark(STOPS_AT_PIN if k == 0 else NO_PIN), deciding=(on,))


OPS = (
    Op(
        "hold",
        hold_kernel,
        hold,
        hold_formula,
        Script("np.where({2} != 0, {1}, {0})".format),
        moving.held,
        same,
        first_axes,
        check=check_hold,
        explain=explain_hold,
        backward=Backward(hold_backward, hold_back_kernel, explain_hold_back),
    ),
)
