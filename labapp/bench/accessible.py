"""The bench for screen readers: a table whose children are the cells of every matrix in view order.

A cell's name says matrix, row and column by their labels, its value the number. Qt owns an interface once it is
registered, so each cell is registered when it is made and released when the layout that it belongs to goes; an
interface holds its view weakly, since PySide6 keeps what a factory made until the application ends.
"""

from __future__ import annotations

import weakref
from bisect import bisect_right
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QObject, QPoint, QRect
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QAccessibleInterface,
    QAccessibleTableCellInterface,
    QAccessibleValueChangeEvent,
    QWindow,
)
from shiboken6 import VoidPtr, isValid

from core.numbers import exact
from labapp.selection import Cell

from . import labels
from .hit import Hit
from .hover import cell_place, tip

if TYPE_CHECKING:
    from .view import BenchView

_NOTHING = VoidPtr(0)  # what interface_cast must return for "no": None is not accepted there
_installed = False
_tables: weakref.WeakKeyDictionary[BenchView, AccessibleBench] = weakref.WeakKeyDictionary()


def install() -> None:
    """Tell Qt how to make the interface of a bench; later calls do nothing."""
    global _installed
    if not _installed:
        QAccessible.installFactory(_interface)
        _installed = True


def _interface(class_name: str, thing: QObject) -> QAccessibleInterface | None:
    from .view import BenchView

    if not isinstance(thing, BenchView):
        return None
    table = AccessibleBench(thing)
    _tables[thing] = table
    return table


def focus_moved(view: BenchView) -> None:
    """The selected cell changed, or the view got the focus."""
    if QAccessible.isActive() and view.hasFocus():
        table = _table(view)
        cell = table.cell_interface(view.selection.cell) if table else None
        if cell is not None:
            QAccessible.updateAccessibility(QAccessibleEvent(cell, QAccessible.Event.Focus))
            QAccessible.updateAccessibility(QAccessibleEvent(cell, QAccessible.Event.Selection))


def values_changed(view: BenchView) -> None:
    """Tell the value of the selected cell, the one that a reader is at."""
    cell = view.selection.cell
    shown = cell is not None and cell[1] not in view.content.blank_rows(cell[0])
    if QAccessible.isActive() and view.hasFocus() and cell is not None and shown:
        table = _table(view)
        found = table.cell_interface(cell) if table else None
        if found is not None:
            value = exact(float(view.trace[cell[0]].values[cell[1], cell[2]]))
            event = QAccessibleValueChangeEvent(view, value)
            event.setChild(table.indexOfChild(found) if table else -1)
            QAccessible.updateAccessibility(event)


def layout_changed(view: BenchView) -> None:
    """Other cards are on the bench: interfaces of the old ones go."""
    table = _tables.get(view)
    if table is not None and isValid(table):
        table.forget()


def _table(view: BenchView) -> AccessibleBench | None:
    found = QAccessible.queryAccessibleInterface(view)
    return found if isinstance(found, AccessibleBench) else None


class _Registered:
    """Cell interfaces that Qt owns, by cell; `release` gives them back."""

    def __init__(self) -> None:
        self.cells: dict[Cell, AccessibleCell] = {}

    def add(self, cell: Cell, made: AccessibleCell) -> None:
        QAccessible.registerAccessibleInterface(made)
        self.cells[cell] = made

    def release(self, *ignored: object) -> None:
        cells, self.cells = self.cells, {}
        for made in cells.values():
            if isValid(made):
                QAccessible.deleteAccessibleInterface(QAccessible.uniqueId(made))


class _Interface(QAccessibleInterface):
    """What bench and cells answer alike."""

    def isValid(self) -> bool:
        return self.view() is not None

    def view(self) -> BenchView | None:
        raise NotImplementedError

    def setText(self, kind: QAccessible.Text, text: str) -> None:
        """Texts are the bench's own."""

    def window(self) -> QWindow | None:  # type: ignore[override]
        view = self.view()
        return view.window().windowHandle() if view is not None else None

    def global_rect(self, rect: QRect) -> QRect:
        view = self.view()
        return QRect(view.viewport().mapToGlobal(rect.topLeft()), rect.size()) if view is not None else QRect()

    def interface_cast(self, kind: QAccessible.InterfaceType) -> Any:
        return _NOTHING


class AccessibleBench(_Interface):
    """The view: a table of all cells, card after card, row after row."""

    def __init__(self, view: BenchView) -> None:
        super().__init__()
        self._view = weakref.ref(view)
        self._registered = _Registered()
        self._starts: list[int] = []  # number of the first cell of each card
        self._names: list[str] = []
        view.destroyed.connect(self._registered.release)

    def forget(self) -> None:
        self._registered.release()
        self._starts, self._names = [], []

    def view(self) -> BenchView | None:
        view = self._view()
        return view if view is not None and isValid(view) else None

    def _index(self) -> None:
        view = self.view()
        if view is not None and not self._names:
            count = 0
            for name, placed in view.bench.cards.items():
                self._names.append(name)
                self._starts.append(count)
                count += len(placed.box.rows) * len(placed.box.cols)
            self._starts.append(count)

    def cell_interface(self, cell: Cell | None) -> AccessibleCell | None:
        """The interface of a cell of a card that is on the bench."""
        view = self.view()
        if view is None or cell is None or cell[0] not in view.bench.cards:
            return None
        found = self._registered.cells.get(cell)
        if found is None:
            found = AccessibleCell(self, cell)
            self._registered.add(cell, found)
        return found

    def cell_at(self, index: int) -> Cell | None:
        self._index()
        view = self.view()
        if view is None or not 0 <= index < self._starts[-1]:
            return None
        k = bisect_right(self._starts, index) - 1
        i, j = divmod(index - self._starts[k], len(view.bench.cards[self._names[k]].box.cols))
        return self._names[k], i, j

    def object(self) -> QObject | None:  # type: ignore[override]
        return self.view()

    def role(self) -> QAccessible.Role:
        return QAccessible.Role.Table

    def text(self, kind: QAccessible.Text) -> str:
        view = self.view()
        if view is None:
            return ""
        if kind == QAccessible.Text.Name:
            return view.accessibleName() or QCoreApplication.translate("Bench", "Bench of matrices")
        if kind == QAccessible.Text.Description:
            return view.accessibleDescription()
        return ""

    def state(self) -> QAccessible.State:
        state = QAccessible.State()
        view = self.view()
        if view is not None:
            state.focusable = True
            state.focused = view.hasFocus()
            state.invisible = not view.isVisible()
        return state

    def rect(self) -> QRect:
        view = self.view()
        return self.global_rect(view.viewport().rect()) if view is not None else QRect()

    def parent(self) -> QAccessibleInterface | None:  # type: ignore[override]
        view = self.view()
        above = view.parentWidget() if view is not None else None
        return QAccessible.queryAccessibleInterface(above) if above is not None else None

    def childCount(self) -> int:
        self._index()
        return self._starts[-1] if self._starts else 0

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]
        return self.cell_interface(self.cell_at(index))

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        self._index()
        view = self.view()
        if view is None or not isinstance(child, AccessibleCell) or child.cell[0] not in self._names:
            return -1
        name, i, j = child.cell
        return self._starts[self._names.index(name)] + i * len(view.bench.cards[name].box.cols) + j

    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]
        view = self.view()
        if view is None:
            return None
        found = view.hit(view.viewport().mapFromGlobal(QPoint(x, y)).toPointF())
        return self.cell_interface(found.cell) if found.kind in ("cell", "map") and found.i >= 0 else None

    def focusChild(self) -> QAccessibleInterface | None:  # type: ignore[override]
        view = self.view()
        return self.cell_interface(view.selection.cell) if view is not None and view.hasFocus() else None


class AccessibleCell(_Interface):
    """One cell."""

    def __init__(self, table: AccessibleBench, cell: Cell) -> None:
        super().__init__()
        self._table = weakref.ref(table)
        self.cell = cell
        self._place = _Place(self)

    def table(self) -> AccessibleBench | None:
        return self._table()

    def view(self) -> BenchView | None:
        table = self._table()
        view = table.view() if table is not None and isValid(table) else None
        return view if view is not None and self.cell[0] in view.bench.cards else None

    def object(self) -> QObject | None:  # type: ignore[override]
        return None

    def role(self) -> QAccessible.Role:
        return QAccessible.Role.Cell

    def text(self, kind: QAccessible.Text) -> str:
        view = self.view()
        if view is None:
            return ""
        if kind == QAccessible.Text.Name:
            return cell_place(view.trace, *self.cell)
        blank = self.cell[1] in view.content.blank_rows(self.cell[0])
        if blank and kind == QAccessible.Text.Value:
            return ""
        if blank and kind == QAccessible.Text.Description:
            return labels.row_not_shown(view.trace[self.cell[0]].rows[self.cell[1]])
        if kind == QAccessible.Text.Value:
            return exact(view.content.number(*self.cell))
        if kind == QAccessible.Text.Description:
            return tip(view.content, Hit("cell", *self.cell))
        return ""

    def state(self) -> QAccessible.State:
        state = QAccessible.State()
        view = self.view()
        if view is None:
            state.invalid = True
            return state
        chosen = view.selection.cell == self.cell
        state.focusable = state.selectable = True
        state.selected = chosen
        state.focused = chosen and view.hasFocus()
        state.readOnly = not (view.compared.may_edit(self.cell) or view.painting.takes(self.cell[0]))
        state.editable = not state.readOnly
        state.offscreen = not self._rect(view).intersects(view.viewport().rect())
        return state

    def _rect(self, view: BenchView) -> QRect:
        name, i, j = self.cell
        return view.on_screen(view.bench.cards[name].cell(i, j)).toAlignedRect()

    def rect(self) -> QRect:
        view = self.view()
        return self.global_rect(self._rect(view)) if view is not None else QRect()

    def parent(self) -> QAccessibleInterface | None:  # type: ignore[override]
        return self.table()

    def childCount(self) -> int:
        return 0

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]
        return None

    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]
        return None

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return -1

    def interface_cast(self, kind: QAccessible.InterfaceType) -> Any:
        return self._place if kind == QAccessible.InterfaceType.TableCellInterface else _NOTHING


class _Place(QAccessibleTableCellInterface):
    """Where a cell stands in its own matrix."""

    def __init__(self, cell: AccessibleCell) -> None:
        super().__init__()
        self._cell = weakref.ref(cell)

    def _at(self) -> Cell:
        cell = self._cell()
        return cell.cell if cell is not None else ("", 0, 0)

    def rowIndex(self) -> int:
        return self._at()[1]

    def columnIndex(self) -> int:
        return self._at()[2]

    def rowExtent(self) -> int:
        return 1

    def columnExtent(self) -> int:
        return 1

    def rowHeaderCells(self) -> list[QAccessibleInterface]:
        return []

    def columnHeaderCells(self) -> list[QAccessibleInterface]:
        return []

    def isSelected(self) -> bool:
        cell = self._cell()
        view = cell.view() if cell is not None else None
        return view is not None and cell is not None and view.selection.cell == cell.cell

    def table(self) -> QAccessibleInterface | None:  # type: ignore[override]
        cell = self._cell()
        return cell.table() if cell is not None else None
