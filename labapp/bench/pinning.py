"""Holding and releasing cells of computed matrices: one undo step an act, by cell, row, column or whole matrix."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication

from core.graph import LEAF
from core.pins import Along
from core.problem import QT_TRANSLATE_NOOP, Problem
from core.trace import Matrix, Trace
from core.workspace import Workspace
from labapp.acts import act
from labapp.document import Document
from labapp.names import PIN_PARTS, symbol_of
from labapp.text import sentence


@dataclass(frozen=True)
class Span:
    """Cells of one matrix: one cell, a block of slices, or with None a whole row, a column or everything."""

    name: str
    i: Along = None
    j: Along = None

    @property
    def cells(self) -> tuple[slice | int, slice | int]:
        """The index of these cells in the matrix's values."""
        return slice(None) if self.i is None else self.i, slice(None) if self.j is None else self.j


def owner(trace: Trace, name: str) -> str:
    """The matrix that a pin's natural value or operand belongs to; any other matrix itself."""
    matrix = trace[name]
    return matrix.part if matrix.stem in PIN_PARTS and matrix.part in trace else matrix.name


def hidden_weights(trace: Trace, name: str) -> NDArray[np.bool_] | None:
    """What `trace.hidden` says, but for hidden weights that are held: these count."""
    hidden, held = trace.hidden(name), held_cells(trace, name)
    return hidden & ~held if hidden is not None and held is not None and trace[name].display == "weights" else hidden


def held_cells(trace: Trace, name: str) -> NDArray[np.bool_] | None:
    """Which cells of a matrix are held; None where none is, or where the matrix has just gone in a drag."""
    if name not in trace:
        return None
    where = f"{trace.graph[name].name}.where"
    return trace.values_of(trace.graph[where]) != 0 if where in trace else None


def is_held(trace: Trace, name: str, i: int, j: int) -> bool:
    """Whether one cell is held."""
    held = held_cells(trace, name)
    return held is not None and i < held.shape[0] and j < held.shape[1] and bool(held[i, j])


def can_hold(matrix: Matrix) -> bool:
    """Whether a matrix has cells to hold: it is computed, and no part of a pin."""
    return matrix.op != LEAF and matrix.stem not in PIN_PARTS


def why_not(matrix: Matrix) -> str:
    """Why the cells of a matrix can't be held; "" where they can."""
    if can_hold(matrix):
        return ""
    if matrix.stem in PIN_PARTS:
        text = QCoreApplication.translate("Bench", "{symbol} belongs to a pin: change or release the pin instead.")
    else:
        text = QCoreApplication.translate(
            "Bench", "{symbol} is given, not computed: change it, there is nothing to hold."
        )
    return text.format(symbol=symbol_of(matrix))


# names


def span_name(matrix: Matrix, span: Span) -> str:
    """How an act names some cells: A¹[gave, I], A¹[gave, :], A¹[:, I], A¹."""
    if span.i is None and span.j is None or matrix.values.size == 1:
        return str(symbol_of(matrix))
    row, col = _along(span.i, matrix.rows), _along(span.j, matrix.cols)
    return f"{symbol_of(matrix)}[{', '.join(label for label in (row, col) if label)}]"


def _along(at: Along, labels: tuple[str, ...]) -> str:
    """Some rows or columns by their labels: gave, gave–him, or : for all of them."""
    if at is None:
        return ":"
    if not isinstance(at, slice):
        return labels[at] if at < len(labels) else str(at)
    first, last = labels[at.start], labels[at.stop - 1]
    return first if at.stop - at.start == 1 else f"{first}–{last}"


def hold_label(matrix: Matrix, span: Span) -> str:
    """The name of holding some cells, for the undo stack."""
    return act(QT_TRANSLATE_NOOP("acts", "Hold {cells}"), cells=span_name(matrix, span))


# acts


def hold(document: Document, span: Span, value: float | None = None) -> str:
    """Hold cells at one value, or with None at their present values; the sentence if it was refused, else ""."""
    matrix = document.trace[span.name]
    reason = why_not(matrix)
    if reason:
        return reason
    values = matrix.values[span.cells] if value is None else value
    try:
        check_holdable(matrix, values)
        changed = document.workspace.with_pin(span.name, span.i, span.j, values, document.sample)
    except Problem as problem:
        return sentence(problem)
    if changed is not document.workspace:
        document.do(changed, hold_label(matrix, span))
    return ""


def check_holdable(matrix: Matrix, values: NDArray[np.floating] | float) -> None:
    """Problem where a mask would be held at something else than 0 and 1."""
    flat = np.ravel(values)
    if matrix.display == "mask" and not np.isin(flat, (0, 1)).all():
        raise Problem(
            QT_TRANSLATE_NOOP("core", "A mask holds 1 (visible) and 0 (hidden), found {found}."),
            found=flat[~np.isin(flat, (0, 1))][0],
        )


def release(document: Document, span: Span, sample: int | None = None) -> None:
    """Release those of some cells that are held; in another sample, or in a matrix that is away, as well."""
    sample = document.sample if sample is None else sample
    if (sample, span.name) in document.workspace.pins:
        trace = document.trace
        here = sample == trace.sample and span.name in trace and document.workspace.pin_fits(sample, span.name)
        cells = span_name(trace[span.name], span) if here else far_name(span)
        changed = document.workspace.without_pin(span.name, span.i, span.j, sample)
        _do(document, changed, act(QT_TRANSLATE_NOOP("acts", "Release {cells}"), cells=cells))


def far_name(span: Span, matrix: str = "") -> str:
    """How cells are named that have no labels in the model as it is: enc1.norm1.mean[0, 0]."""
    places = [":" if at is None else str(at) for at in (span.i, span.j)]
    return (matrix or span.name) + ("" if span.i is None and span.j is None else f"[{', '.join(places)}]")


def release_all(document: Document) -> None:
    """Release every pin of every sample."""
    _do(document, document.workspace.without_pins(), act(QT_TRANSLATE_NOOP("acts", "Release all pins")))


def toggle(document: Document, name: str, i: int, j: int) -> str:
    """Hold a cell at its present value, or release it; the sentence if that can't be."""
    name = owner(document.trace, name)
    span = Span(name, i, j)
    if not is_held(document.trace, name, i, j):
        return hold(document, span)
    release(document, span)
    return ""


def _do(document: Document, changed: Workspace, label: str) -> None:
    if changed is not document.workspace:
        document.do(changed, label)


# what a row of held weights adds up to


def row_sum(trace: Trace, name: str, i: int) -> float | None:
    """The sum of a row of weights that holding its cells has taken away from 1; None for every other row."""
    matrix, held = trace[name], held_cells(trace, name)
    if matrix.display != "weights" or held is None or not held[i].any():
        return None
    total = float(matrix.values[i].astype(np.float64).sum())
    return None if abs(total - 1.0) <= 1e-5 else total
