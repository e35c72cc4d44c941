"""Steep: the compiled walk back, filled and loaded beside the window once a gradient is looked at."""

from __future__ import annotations

import sys

from PySide6.QtCore import QObject, Signal

from core import jit, jit_back
from labapp.document import Document


class Steep(QObject):
    """`ready` when compiled code can work out gradients; NumPy does until then, and where there is no compiler."""

    ready = Signal()
    _loaded = Signal(bool)

    def __init__(self, document: Document, parent: QObject) -> None:
        super().__init__(parent)
        self._document = document
        self._worker: jit.WarmUp | None = None
        self._stopped = False
        self._loaded.connect(self._done)

    def start(self) -> None:
        """Begin, where the forward walk is compiled; a second call does nothing."""
        if self._worker is not None or self._stopped or self._document.report.executor != "jit":
            return
        if jit_back.loaded() is None:
            command = [sys.executable, "--fill-cache", jit_back.UNIT] if getattr(sys, "frozen", False) else None
            self._worker = jit_back.warm_up(self._loaded.emit, command)
            self._worker.start()

    def _done(self, ok: bool) -> None:
        if ok and not self._stopped:
            self.ready.emit()

    def stop(self) -> None:
        """End the work beside the window; nothing is said afterwards."""
        self._stopped = True
        if self._worker is not None:
            self._worker.stop()
