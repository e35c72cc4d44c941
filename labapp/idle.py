"""Idle: work that waits until nothing moves any more: never during a drag, once for any number of changes."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

from .document import Document

WAIT_MS = 60
LASTING_MS = 1000  # between two of them during an act that lasts, such as training


class Idle(QObject):
    """`soon()` asks for the work; it is done WAIT_MS after the last asking, when no act is open.

    An act that lasts never lets the document be still: there what is `live` is done now and then all the same.
    """

    def __init__(self, document: Document, work: Callable[[], None], parent: QObject, live: bool = False) -> None:
        super().__init__(parent)
        self._document, self._work, self._live = document, work, live
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._due)

    @property
    def waiting(self) -> bool:
        """Whether there is something to do."""
        return self._timer.isActive()

    def soon(self) -> None:
        if not (self._live and self._document.lasting):
            self._timer.start(WAIT_MS)
        elif not self._timer.isActive():
            self._timer.start(LASTING_MS)

    def stop(self) -> None:
        """It is not wanted any more."""
        self._timer.stop()

    def _due(self) -> None:
        if self._document.acting and not (self._live and self._document.lasting):
            self._timer.start(WAIT_MS)
        else:
            self._work()
