"""Work beside the window: begun when the document has been still for a while, never during a drag, given up when it
moves on."""

from __future__ import annotations

import logging
import threading
import time
import weakref
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal
from shiboken6 import isValid

from .document import Document
from .turns import take_short_turns

IDLE_MS = 250
_log = logging.getLogger(__name__)


class Given(Exception):
    """The work was given up: nobody waits for its result."""


class Going:
    """Held by the work: `going()` between two pieces of it lets the window have its turn, or ends the work."""

    def __init__(self) -> None:
        self.cancelled = False

    def __call__(self) -> None:
        time.sleep(0)  # the window may be waiting for the interpreter
        if self.cancelled:
            raise Given


Work = Callable[[Going], object]


class Background(QObject):
    """One piece of work at a time, in a thread of its own; `done(result)` comes in the window's thread.

    `prepare()` is asked in the window's thread for the work to do, when the document has been still for IDLE_MS and no
    act is open; None is nothing to do. The work gets a `Going`, has an Engine of its own, and touches nothing of Qt. A
    result that the document has moved on from is dropped: `later()` says that there is other work to do. What is `live`
    is of no trace, and doesn't wait for an act that lasts, such as training.
    """

    done = Signal(object)
    _ended = Signal(object, object)

    def __init__(
        self, document: Document, prepare: Callable[[], Work | None], parent: QObject, live: bool = False
    ) -> None:
        super().__init__(parent)
        self._document, self._prepare, self._live = document, prepare, live
        self._thread: threading.Thread | None = None
        self._going: Going | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(IDLE_MS)
        self._timer.timeout.connect(self._begin)
        self._ended.connect(self._finish)

    @property
    def busy(self) -> bool:
        """Whether work is waiting or going on."""
        return self._timer.isActive() or self._going is not None

    def later(self) -> None:
        """Work out what is there when the document is still; what is being worked out is given up."""
        self._give_up()
        self._timer.start()

    def cancel(self) -> None:
        """Nothing is to be worked out."""
        self._give_up()
        self._timer.stop()

    def stop(self) -> None:
        """Cancel, and wait for the thread: the window closes."""
        self.cancel()
        if self._thread is not None:
            self._thread.join(timeout=10)
            self._thread = None

    def _give_up(self) -> None:
        if self._going is not None:
            self._going.cancelled = True
            self._going = None

    def _begin(self) -> None:
        acting = self._document.acting and not (self._live and self._document.lasting)
        if acting or (self._thread is not None and self._thread.is_alive()):
            self._timer.start()  # a drag that stands still, or work that was given up and is not at its end
            return
        work = self._prepare()
        if work is not None:
            take_short_turns()
            self._going = Going()
            args = (weakref.ref(self), work, self._going)
            self._thread = threading.Thread(target=_run, args=args, name="background")
            self._thread.start()

    def _finish(self, going: object, result: object) -> None:
        if going is self._going:
            self._going = None
            if not isinstance(result, BaseException):
                self.done.emit(result)


def _run(whose: weakref.ref[Background], work: Work, going: Going) -> None:
    """The thread: it holds the work alone, so that a window can go while it runs."""
    result: object
    try:
        result = work(going)
    except Given as given:
        result = given
    except Exception as error:  # what the window can't say is in the log
        _log.exception("work in the background failed")
        result = error
    owner = whose()
    if owner is not None and isValid(owner) and not going.cancelled:
        try:
            owner._ended.emit(going, result)
        except RuntimeError:
            return  # it went in this very moment
