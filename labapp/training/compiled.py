"""Compiled code for a training: loaded before its first step, made in a child process where there is none yet."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable

from core import jit, jit_back

WAIT = 0.05  # seconds between two looks at whether anyone still waits


class Compiled:
    """Gets both compiled walks ready for the thread that trains; `stop` ends what is still at work."""

    def __init__(self) -> None:
        self._workers: list[jit.WarmUp] = []

    def executor(self, precision: str, is_cancelled: Callable[[], bool]) -> str:
        """ "jit" when compiled code is loaded, else "numpy". Called in the thread, it may take its time."""
        if precision != "float64":
            return "numpy"
        frozen = getattr(sys, "frozen", False)
        if jit.loaded_forward() is None:
            command = [sys.executable, "--fill-cache"] if frozen else None
            if not self._warm(lambda done: jit.WarmUp(done, command), is_cancelled):
                return "numpy"
        if jit_back.loaded() is None:
            back = [sys.executable, "--fill-cache", jit_back.UNIT] if frozen else None
            if not self._warm(lambda done: jit_back.warm_up(done, back), is_cancelled):
                return "numpy"
        return "jit"

    def _warm(self, make: Callable[[Callable[[bool], None]], jit.WarmUp], is_cancelled: Callable[[], bool]) -> bool:
        ended, found = threading.Event(), [False]

        def done(ok: bool) -> None:
            found[0] = ok
            ended.set()

        worker = make(done)
        self._workers.append(worker)
        worker.start()
        while not ended.wait(WAIT):
            if is_cancelled():
                worker.stop()
                break
        return found[0]

    def stop(self) -> None:
        """Nobody waits any more."""
        for worker in self._workers:
            worker.stop()
        self._workers.clear()
