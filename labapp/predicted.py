"""Predicted: which run gives the next token that a person looks at, and at which row."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from core.follow import predicting
from core.trace import Trace

from .document import Document
from .selection import Selection


class Predicted(QObject):
    """The trace that predicts, and the row of its target whose next token is looked at.

    It is the document's, in which every row of the target stands at once (teacher forcing), until a free run is put
    in its place, in which the last row is the newest. `changed` when the trace or the row is another.
    A row of another sequence that is followed (a word of the source, to exchange it) leaves the row as it was.
    """

    changed = Signal()

    def __init__(self, document: Document, selection: Selection, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document, self._selection = document, selection
        self._free: Trace | None = None
        self._kept = selection.row  # the row of the sequence that predicts which was followed last
        self._of: tuple[Trace | None, tuple[str, int] | None] = (None, None)  # the last row of a trace
        document.changed.connect(self._changed)
        selection.changed.connect(self._selected)
        self._said = self._state()

    @property
    def trace(self) -> Trace:
        return self._document.trace if self._free is None else self._free

    @property
    def is_free(self) -> bool:
        """Whether it is a free run, whose later rows don't exist yet."""
        return self._free is not None

    @property
    def row(self) -> int | None:
        """The row whose next token is looked at: the one that is followed, or was before a row of another sequence is;
        else the last. None without rows that predict."""
        trace, known = self.trace, self._last()
        if known is None:
            return None
        axis, last = known
        followed = self._selection.row
        if followed is not None and followed[0] != axis:
            followed = self._kept
        rows = trace.graph["out.p"].shape[0]
        if followed is not None and followed[0] == axis and followed[1] < rows:
            return followed[1]
        return last

    def _last(self) -> tuple[str, int] | None:
        """The sequence that predicts and its last row."""
        trace = self.trace
        if self._of[0] is not trace:  # asked for many times a frame
            self._of = trace, predicting(trace) if "out.p" in trace else None
        return self._of[1]

    def show(self, free: Trace | None) -> None:
        """Put a free run in the document's place; None puts the document's own back."""
        if free is not self._free:
            self._free = free
            self._changed()

    def look_at(self, row: int) -> None:
        """Look at a row of what predicts while a row of another sequence stays followed."""
        known = self._last()
        if known is not None:
            self._kept = known[0], row
            if self._state() != self._said:
                self._changed()

    def _state(self) -> tuple[Trace, int | None]:
        return self.trace, self.row

    def _changed(self, *_: object) -> None:
        self._said = self._state()
        self.changed.emit()

    def _selected(self) -> None:
        known, followed = self._last(), self._selection.row
        if followed is None or (known is not None and followed[0] == known[0]):
            self._kept = followed
        if self._state() != self._said:
            self._changed()
