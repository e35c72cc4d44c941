"""Which cross-attention the card on the right shows, a layer and a head from 1; and the way to a cell of the bench."""

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


def open_cell(desk: Desk, name: str, i: int, j: int) -> None:
    """Show a cell on the bench: the nearest that the document has, where a free run is longer."""
    if not desk.settle():
        return
    graph = desk.document.trace.graph
    if name in graph:
        n, k = graph[name].shape
        desk.selection.visit((graph[name].name, min(i, n - 1), min(j, k - 1)))
