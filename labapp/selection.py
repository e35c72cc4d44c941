"""Selection: what a person looks at. It belongs to the window, is never saved and is never undone."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from PySide6.QtCore import QObject, Signal

from .walked import Cell, Walked

__all__ = ["Cell", "Row", "Selection"]
Row = tuple[str, int]  # axis ("src", "tgt"), index on it


class Selection(QObject):
    """The selected cell, the followed row, the head that each attention shows (from 1), which layers are open, which
    rows an attention shows.

    `asked(place)` goes to a part of the model ("enc1.self"), `moved` says that `place`, the part in view, is another.
    `visited` asks for the selected cell to be brought into view; `walked` are the cells that were selected before.
    `outlined` is whether the sources of the selected cell are outlined.
    """

    changed = Signal()
    asked = Signal(str)
    moved = Signal()
    visited = Signal()
    panel_asked = Signal(str)  # by its id

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._cell: Cell | None = None
        self._row: Row | None = None
        self._head: dict[str, int] = {}
        self._open: dict[str, bool] = {}
        self._revealed: dict[str, frozenset[int]] = {}
        self._place = ""
        self._outlined = True
        self.walked = Walked()

    @property
    def cell(self) -> Cell | None:
        return self._cell

    @property
    def row(self) -> Row | None:
        return self._row

    @property
    def head(self) -> Mapping[str, int]:
        """The shown head by part ("enc1.self"); a part that is not in it shows head 1."""
        return MappingProxyType(self._head)

    @property
    def open(self) -> Mapping[str, bool]:
        """Whether a section ("enc1", "src", "out") is open; one that isn't in it is as the bench likes it at first."""
        return MappingProxyType(self._open)

    @property
    def revealed(self) -> Mapping[str, frozenset[int]]:
        """The query rows that an attention ("enc1.self") shows; one that isn't in it shows all."""
        return MappingProxyType(self._revealed)

    @property
    def place(self) -> str:
        """The part of the model that is in view."""
        return self._place

    def select(self, cell: Cell | None) -> None:
        if cell != self._cell:
            self._cell = cell
            if cell is not None:
                self.walked.arrive(cell)
            self.changed.emit()

    def visit(self, cell: Cell) -> None:
        """Select a cell and ask for it to be brought into view, unfolded and with its head shown."""
        self.select(cell)
        self.visited.emit()

    @property
    def outlined(self) -> bool:
        """Whether the sources of the selected cell are outlined."""
        return self._outlined

    def outline(self, outlined: bool) -> None:
        if outlined is not self._outlined:
            self._outlined = outlined
            self.changed.emit()

    def follow(self, row: Row | None) -> None:
        if row != self._row:
            self._row = row
            self.changed.emit()

    def show_head(self, part: str, head: int) -> None:
        if head != self._head.get(part, 1):
            self._head[part] = head
            self.changed.emit()

    def set_open(self, sections: Mapping[str, bool]) -> None:
        """Fold (False) or unfold (True) some sections."""
        if any(self._open.get(section) is not is_open for section, is_open in sections.items()):
            self._open.update(sections)
            self.changed.emit()

    def reveal(self, part: str, rows: frozenset[int] | None) -> None:
        """Show these query rows of an attention alone; None shows all."""
        if rows != self._revealed.get(part):
            if rows is None:
                del self._revealed[part]
            else:
                self._revealed[part] = rows
            self.changed.emit()

    def keep_revealed(self, kept: Mapping[str, frozenset[int]]) -> None:
        """The model has other rows: this is what is left."""
        if kept != self._revealed:
            self._revealed = dict(kept)
            self.changed.emit()

    def forget_folds(self) -> None:
        """Another model: everything is folded as the bench likes it at first, and shows all its rows."""
        self._open.clear()
        self._revealed.clear()

    def go(self, place: str) -> None:
        """Ask for a part of the model to be shown."""
        self.asked.emit(place)

    def open_panel(self, panel: str) -> None:
        """Ask for a panel to be shown."""
        self.panel_asked.emit(panel)

    def set_place(self, place: str) -> None:
        if place != self._place:
            self._place = place
            self.moved.emit()
