"""A pin: cells of a computed matrix held at a value, everything downstream follows."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..problem import QT_TRANSLATE_NOOP
from . import moving
from .op import COLS, ROWS, Array, Found, Op, Script, off, row, same
from .op import like_first as first_axes


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
    ),
)
