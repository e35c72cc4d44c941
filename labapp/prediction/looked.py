"""Which cross-attention the card on the right shows: a layer and a head, counted from 1."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from ..desk import Desk


class Looked(QObject):
    """One for each window; a layer of 0 is the last one that there is. `changed` when another is looked at."""

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._layer, self._head = 0, 1

    def show(self, layer: int, head: int) -> None:
        if (layer, head) != (self._layer, self._head):
            self._layer, self._head = layer, head
            self.changed.emit()

    def now(self, layers: int, heads: int) -> tuple[int, int]:
        """Layer and head in a model that has so many."""
        layer = layers if self._layer == 0 else min(self._layer, layers)
        return layer, min(self._head, heads)


def looked(desk: Desk) -> Looked:
    """The one of this window."""
    found = desk.selection.findChild(Looked)
    return found if isinstance(found, Looked) else Looked(desk.selection)
