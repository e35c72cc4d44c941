"""Compiled code comes after the first paint: NumPy computes until it is loaded."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from .document import Document

if TYPE_CHECKING:
    from core.jit import WarmUp

AFTER_PAINT_MS = 150


def fill_command() -> list[str] | None:
    """The child process that fills the cache: in a bundle the executable is the lab, not Python; else core's own."""
    return [sys.executable, "--fill-cache"] if getattr(sys, "frozen", False) else None


class Warmth(QObject):
    """Fills and loads the cache of compiled code in the background, and lets the document run again with it."""

    ready = Signal(bool)

    def __init__(self, document: Document, parent: QObject) -> None:
        super().__init__(parent)
        self._document = document
        self._worker: WarmUp | None = None
        self._started = False
        self._stopped = False
        self.ready.connect(self._ready)

    def start_after_paint(self) -> None:
        """Begin once the window has had time to paint; a second call does nothing."""
        if not self._started:
            self._started = True
            QTimer.singleShot(AFTER_PAINT_MS, self, self._start)

    def _start(self) -> None:
        if self._stopped:
            return
        from core.jit import WarmUp

        # The signal carries the news from the worker's thread into the window's.
        self._worker = WarmUp(self.ready.emit, fill_command())
        self._worker.start()

    def _ready(self, ok: bool) -> None:
        if ok and not self._stopped and not self._document.acting:
            self._document.recompute()

    def stop(self) -> None:
        """End the background work; nothing is said afterwards."""
        self._stopped = True
        if self._worker is not None:
            self._worker.stop()
