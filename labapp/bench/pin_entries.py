"""What is held, as a person would list it: whole matrices, whole rows and columns, and the single cells left over."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication

from core.numbers import show
from core.trace import Trace

from .pinning import Span, held_cells, row_sum

Places = tuple[int | None, int | None]  # row and column; None for every one


@dataclass(frozen=True, eq=False)
class Entry:
    """Some cells that are held together: `values` of them, and their `natural` value where it is one cell's.

    `present` says that the cells are in the model as it is now, in the sample that is shown; `total` is what a row
    of weights adds up to where that is no longer 1.
    """

    sample: int
    span: Span
    values: NDArray[np.float64]
    present: bool = True
    natural: float | None = None
    total: float | None = None

    @property
    def key(self) -> tuple[object, ...]:
        """What stays the same while a held value changes."""
        return self.sample, self.span, self.present


def grouped(where: NDArray[np.bool_]) -> Iterator[Places]:
    """The cells of `where` as a whole matrix, else as whole rows, whole columns and single cells."""
    if where.all() and where.size > 1:
        yield None, None
        return
    n, k = where.shape
    rows = np.logical_and(where.all(axis=1), k > 1)
    cols = np.logical_and(where.all(axis=0), n > 1)
    yield from ((int(i), None) for i in np.flatnonzero(rows))
    yield from ((None, int(j)) for j in np.flatnonzero(cols))
    rest = where & ~rows[:, None] & ~cols[None, :]
    yield from ((int(i), int(j)) for i, j in np.argwhere(rest))


def held_in(trace: Trace, name: str) -> Iterator[Entry]:
    """What is held of one matrix of a trace."""
    matrix, held = trace[name], held_cells(trace, name)
    if held is None or matrix.natural is None:
        return
    natural = trace[matrix.natural].values
    for i, j in grouped(held):
        span = Span(matrix.name, i, j)
        one = i is not None and j is not None
        yield Entry(
            trace.sample,
            span,
            np.ravel(matrix.values[span.cells]).astype(np.float64),
            natural=float(natural[i, j]) if one else None,
            total=row_sum(trace, matrix.name, i) if i is not None else None,
        )


def entries(trace: Trace) -> Iterator[Entry]:
    """Every pin of a document: those of this trace in reading order, then those that have no place in it."""
    workspace = trace.workspace
    for name in trace:
        if (trace.sample, name) in workspace.pins:
            yield from held_in(trace, name)
    for (sample, name), pin in sorted(workspace.pins.items()):
        where = pin.where != 0
        if sample == trace.sample and name in trace and workspace.pin_fits(sample, name):
            n, k = trace.graph[name].shape
            where = where.copy()
            where[:n, :k] = False  # these are in the trace
        for i, j in grouped(where) if where.any() else ():
            span = Span(name, i, j)
            yield Entry(sample, span, np.ravel(pin.values[span.cells]).astype(np.float64), present=False)


def values_text(values: NDArray[np.float64]) -> str:
    """What some cells are held at: one number where they agree, else from the least to the largest."""
    least, most = float(values.min()), float(values.max())  # NaN where there is one
    written = show(least, 4, significant=True)
    if values.size == 1 or bool((values == values[0]).all()) or least != least:
        return written
    text = QCoreApplication.translate("Bench", "{least} … {most}")
    return text.format(least=written, most=show(most, 4, significant=True))
