"""Idle: work that waits until nothing moves any more: never during a drag, once for any number of changes."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

from .document import Document

WAIT_MS = 60


class Idle(QObject):
    """`soon()` asks for the work; it is done WAIT_MS after the last asking, when no act is open."""

    def __init__(self, document: Document, work: Callable[[], None], parent: QObject) -> None:
        super().__init__(parent)
        self._document, self._work = document, work
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._due)

    @property
    def waiting(self) -> bool:
        """Whether there is something to do."""
        return self._timer.isActive()

    def soon(self) -> None:
        self._timer.start(WAIT_MS)

    def stop(self) -> None:
        """It is not wanted any more."""
        self._timer.stop()

    def _due(self) -> None:
        if self._document.acting:
            self._timer.start(WAIT_MS)
        else:
            self._work()
