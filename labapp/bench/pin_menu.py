"""The part of a cell's menu about pins: hold it, its row, its column or its whole matrix, and release what is held."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QMenu

from core.numbers import show
from labapp.selection import Cell

from .pinning import Span, held_cells, hold, owner, release, release_all, span_name, why_not

if TYPE_CHECKING:
    from .view import BenchView


def add_pins(menu: QMenu, view: BenchView, cell: Cell | None) -> None:
    """Add to a menu what can be held and released at a cell, or with None on the bench, if anything can."""
    if cell is None and not view.document.workspace.pins:
        return
    if cell is not None and cell[0] in view.trace:
        _of_cell(menu, view, cell)
        menu.addSeparator()
    text = QCoreApplication.translate("Bench", "Release all pins")
    _add(menu, text, lambda: release_all(view.document)).setEnabled(bool(view.document.workspace.pins))


def _of_cell(menu: QMenu, view: BenchView, cell: Cell) -> None:
    name, (_, i, j) = owner(view.trace, cell[0]), cell
    matrix = view.trace[name]
    reason = why_not(matrix)
    if reason:
        menu.addAction(reason).setEnabled(False)
        return
    several = matrix.values.size > 1
    spans = [Span(name, i, j)]
    if several:
        spans += [Span(name, i, None)] if matrix.rows[i] and matrix.values.shape[1] > 1 else []
        spans += [Span(name, None, j)] if matrix.cols[j] and matrix.values.shape[0] > 1 else []
        spans.append(Span(name))
    held = held_cells(view.trace, name)
    for span in spans:
        _hold(menu.addMenu(_word(view, span, holding=True)), view, cell, span)
    if held is not None:
        menu.addSeparator()
        for span in spans:
            if held[span.cells].any():
                action = _add(menu, _word(view, span, holding=False), partial(release, view.document, span))
                if span == spans[0]:
                    action.setText(f"{action.text()}\tP")


def _hold(menu: QMenu, view: BenchView, cell: Cell, span: Span) -> None:
    """The three ways to hold some cells."""
    values = view.trace[span.name].values[span.cells]
    if values.size == 1:
        number = show(float(values), 4, significant=True)
        text = QCoreApplication.translate("Bench", "At its present value, {number}").format(number=number) + "\tP"
    else:
        text = QCoreApplication.translate("Bench", "At their present values")
    _add(menu, text, lambda: view.message.emit(hold(view.document, span)))
    _add(
        menu, QCoreApplication.translate("Bench", "At zero"), lambda: view.message.emit(hold(view.document, span, 0.0))
    )
    _add(menu, QCoreApplication.translate("Bench", "At a value…"), lambda: view.type_to_hold(cell, span))


def _word(view: BenchView, span: Span, holding: bool) -> str:
    """What an entry of the menu says about a cell, a row, a column or the matrix."""
    matrix = view.trace[span.name]
    said = {
        (True, True, True): QCoreApplication.translate("Bench", "Hold cell {cells}"),
        (True, True, False): QCoreApplication.translate("Bench", "Hold row {cells}"),
        (True, False, True): QCoreApplication.translate("Bench", "Hold column {cells}"),
        (True, False, False): QCoreApplication.translate("Bench", "Hold whole matrix {cells}"),
        (False, True, True): QCoreApplication.translate("Bench", "Release cell {cells}"),
        (False, True, False): QCoreApplication.translate("Bench", "Release row {cells}"),
        (False, False, True): QCoreApplication.translate("Bench", "Release column {cells}"),
        (False, False, False): QCoreApplication.translate("Bench", "Release whole matrix {cells}"),
    }[holding, span.i is not None, span.j is not None]
    return said.format(cells=span_name(matrix, span)).replace("&", "&&")


def _add(menu: QMenu, text: str, act: Callable[[], object]):  # type: ignore[no-untyped-def]
    action = menu.addAction(text)
    action.triggered.connect(lambda: act())
    return action
