"""Selection: what a person looks at. It belongs to the window, is never saved and is never undone."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from PySide6.QtCore import QObject, Signal

Cell = tuple[str, int, int]  # canonical name, row, column
Row = tuple[str, int]  # axis ("src", "tgt"), index on it


class Selection(QObject):
    """The selected cell, the followed row, and the head that each attention shows (from 1)."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._cell: Cell | None = None
        self._row: Row | None = None
        self._head: dict[str, int] = {}

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

    def select(self, cell: Cell | None) -> None:
        if cell != self._cell:
            self._cell = cell
            self.changed.emit()

    def follow(self, row: Row | None) -> None:
        if row != self._row:
            self._row = row
            self.changed.emit()

    def show_head(self, part: str, head: int) -> None:
        if head != self._head.get(part, 1):
            self._head[part] = head
            self.changed.emit()
