"""What an op's `explain` gets and gives: its operands by name, and the arithmetic of one cell."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..expression import Cell, Cells, Expression, Number, Total

Array = NDArray[Any]


@dataclass(frozen=True)
class Remark:
    """A sentence beside the arithmetic: a template marked for translation in the context "explain", and its values."""

    template: str
    values: dict[str, object]


def remark(template: str, **values: object) -> Remark:
    return Remark(template, values)


@dataclass(frozen=True)
class Arithmetic:
    """How one cell was made.

    `kind` is a key of `core.explain.KINDS`. `deciding` are cells that decide which numbers enter without entering
    themselves (a mask, an id, an offset), `beside` cells that are worth showing and have no say here. `through` is
    the source that a trail to the inputs follows where the arithmetic is no sum.
    """

    kind: str
    expression: Expression
    deciding: tuple[Cell | Cells, ...] = ()
    beside: tuple[Cell, ...] = ()
    remarks: tuple[Remark, ...] = ()
    through: Cell | None = None


class Operand:
    """A matrix as `explain` sees it: cells come with their name and place."""

    __slots__ = ("cols", "name", "rows", "values")

    def __init__(self, name: str, values: Array) -> None:
        self.name = name
        self.values = values
        self.rows, self.cols = values.shape

    def cell(self, i: int, j: int) -> Cell:
        return Cell(self.name, i, j, float(self.values[i, j]))

    def row(self, i: int, cols: Array | None = None) -> Cells:
        """Row i, or its cells in the columns `cols`."""
        j = np.arange(self.cols) if cols is None else cols
        return Cells(self.name, i, j, self.values[i, j].astype(np.float64))

    def cells(self, rows: Array, cols: Array) -> Cells:
        """Cells picked here and there: those in rows[k], cols[k]."""
        return Cells(self.name, rows, cols, self.values[rows, cols].astype(np.float64))

    def column(self, j: int, rows: Array | None = None) -> Cells:
        """Column j, or its cells in the rows `rows`."""
        i = np.arange(self.rows) if rows is None else rows
        return Cells(self.name, i, j, self.values[i, j].astype(np.float64))


def nothing(kind: str, *remarks: Remark, deciding: tuple[Cell | Cells, ...] = ()) -> Arithmetic:
    """0, and why."""
    return Arithmetic(kind, Number(0), deciding=deciding, remarks=remarks)


def taken(kind: str, cell: Cell, *remarks: Remark, deciding: tuple[Cell | Cells, ...] = ()) -> Arithmetic:
    """Another cell as it stands."""
    return Arithmetic(kind, cell, deciding=deciding, remarks=remarks)


def total(term: Expression) -> Total:
    return Total((term,))
