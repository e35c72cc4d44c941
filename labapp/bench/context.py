"""The context menu of the bench: each source gives the entries it has for what is under the pointer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QPoint, Qt
from PySide6.QtWidgets import QMenu

from labapp import log

from . import following, reach_marks, revealing, sloped
from .context_entry import Entry
from .hit import Hit
from .mask_names import CUSTOM, painted_part
from .pin_menu import add_pins

if TYPE_CHECKING:
    from .view import BenchView


def mask_entries(view: BenchView, found: Hit) -> Iterator[Entry]:
    """On a mask that is painted: cell, row and column hidden or shown, and the painted mask taken away."""
    if found.kind not in ("cell", "row", "card") or not view.painting.takes(found.name):
        return
    painting, matrix, part = view.painting, view.trace[found.name], painted_part(found.name)
    name, i, j = found.cell
    if found.kind == "cell":
        hide = bool(matrix.values[i, j] != 0)
        text = (
            QCoreApplication.translate("Bench", "Hide this cell")
            if hide
            else QCoreApplication.translate("Bench", "Show this cell")
        )
        yield Entry("mask_cell", text, lambda: painting.toggle(name, i, j))
    if found.kind in ("cell", "row"):
        label = matrix.rows[i]
        text = QCoreApplication.translate("Bench", "Hide all keys from query {label}").format(label=label)
        yield Entry("hide_row", text, lambda: painting.line(name, i, None, True))
        text = QCoreApplication.translate("Bench", "Show all keys to query {label}").format(label=label)
        yield Entry("show_row", text, lambda: painting.line(name, i, None, False))
    if found.kind == "cell":
        label = matrix.cols[j]
        text = QCoreApplication.translate("Bench", "Hide key {label} from every query").format(label=label)
        yield Entry("hide_column", text, lambda: painting.line(name, None, j, True))
        text = QCoreApplication.translate("Bench", "Show key {label} to every query").format(label=label)
        yield Entry("show_column", text, lambda: painting.line(name, None, j, False))
    text = QCoreApplication.translate("Bench", "Clear the custom mask")
    yield Entry("clear_mask", text, lambda: painting.clear(part), f"{part}{CUSTOM}" in view.trace)


Source = Callable[["BenchView", Hit], Iterator[Entry]]
SOURCES: tuple[Source, ...] = (following.entries, mask_entries, revealing.entries, reach_marks.entries, sloped.entries)


def menu_at(view: BenchView, found: Hit) -> QMenu | None:
    """The menu for what is under the pointer; None where there is nothing to say."""
    menu = QMenu(view)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    for source in SOURCES:
        menu.addSeparator()  # before the first and after the last a menu shows none
        for entry in source(view, found):
            item = menu.addAction(entry.text.replace("&", "&&"))
            item.setObjectName(entry.id)
            item.setEnabled(entry.enabled)
            item.triggered.connect(log.guarded(entry.act))
    if menu.actions():
        menu.addSeparator()
    if not view.compared.baseline:
        add_pins(menu, view, found.cell if found.kind == "cell" else None)
    if any(not item.isSeparator() for item in menu.actions()):
        return menu
    menu.deleteLater()
    return None


def open_menu(view: BenchView, at: QPoint | None) -> bool:
    """Open the menu at a point of the viewport, or (None, by keyboard) on the selected cell; whether there is one."""
    if view.mouse.editing or not view.commit_editor():
        return False
    if at is not None:
        found = view.hit(at.toPointF())
    else:
        cell = view.selection.cell
        if cell is None or cell[0] not in view.bench.cards:
            return False
        found = Hit("cell", *cell)
        at = view.point_of(*cell)
    menu = menu_at(view, found)
    if menu is None:
        return False
    menu.popup(view.viewport().mapToGlobal(at))
    return True
