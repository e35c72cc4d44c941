"""What the panel asks for, what is known of it, and when the rest is worked out."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from core.jacobian import whole
from core.problem import Problem

from ...background import Background, Going, Work
from ...desk import Desk
from ...idle import Idle
from ...text import sentence
from . import work
from .apart import NORM, OUT, ends
from .chooser import Chooser
from .span import sublayer
from .work import Asked, Depths, Found

LIVE_SECONDS = 0.010  # what took no longer is worked out in every frame of a drag
Entry = tuple[str, str, int, int, int, int]


class Asking(QObject):
    """Holds what is chosen beside the span: `block` (i, j), `piece` of a residual, `entry` (r, s) to be checked.

    `changed` when more is known. What is cheap is worked out in the window's thread when all is still, the rest
    beside it; while `seen()` is False nothing is.
    """

    changed = Signal()

    def __init__(self, desk: Desk, chooser: Chooser, seen: Callable[[], bool], parent: QObject) -> None:
        super().__init__(parent)
        self._desk, self._document, self._chooser, self._seen = desk, desk.document, chooser, seen
        self.block = (0, 0)
        self.piece = OUT
        self.entry: tuple[int, int] | None = None
        self.found: Found | None = None
        self.depths: Depths | None = None
        self.difference: float | None = None
        self.seconds = 1.0
        self._idle = Idle(self._document, self._work, self, live=True)
        self._trying = Idle(self._document, self._try, self)
        self._background = Background(self._document, self._prepare, self)
        self._background.done.connect(self._done)

    # what is known

    def asked(self) -> Asked | None:
        """The present question; None where the model has no stack."""
        trace, track, span, names = self._document.trace, self._chooser.track, self._chooser.span, self._chooser.ends
        if track is None or span is None or names is None:
            return None
        row = None if whole(trace.graph[names[0]], trace.graph[names[1]]) else self.block[0]
        return Asked(*names, sublayer(track, span), row)

    @property
    def fresh(self) -> bool:
        """Whether what is known answers the present question of what is on the bench now."""
        found = self.found
        return found is not None and found.trace is self._document.trace and found.asked == self.asked()

    @property
    def depths_fresh(self) -> bool:
        """Whether the depths are those of what is on the bench now; a way between two streams has none."""
        track, known = self._chooser.track, self.depths
        if track is None or track.stack is None:
            return True
        return known is not None and known.trace is self._document.trace and known.side == track.stack.side

    @property
    def busy(self) -> bool:
        """Whether something is being worked out or waits for it."""
        return self._background.busy or self._idle.waiting or self._trying.waiting

    def answer(self) -> Found | None:
        """What is known of the present question, perhaps of the state before."""
        found = self.found
        if found is None or found.asked != self.asked() or found.trace.graph is not self._document.trace.graph:
            return None
        return found

    def at(self, found: Found, r: int, s: int) -> tuple[int, int, int, int]:
        """The entry (i, r, j, s) of the piece that is chosen: the norm's are of one row alone."""
        i, j = self.block
        if found.apart is not None and self.piece == NORM:
            k = i if found.apart.sublayer.post else j
            return k, r, k, s
        return i, r, j, s

    def names(self, found: Found) -> tuple[str, str] | None:
        """Which matrix the chosen piece differentiates by which; None for the direct way."""
        if found.apart is None or self.piece == OUT:
            return found.asked.of, found.asked.by
        return ends(found.apart, self.piece)

    def forget(self) -> None:
        """Another model."""
        self.block, self.piece, self.entry = (0, 0), OUT, None

    # asking

    def ask(self) -> None:
        """Work out what is not known: now, if a person drags and it is quick; else when all is still."""
        asked, trace, known = self.asked(), self._document.trace, self.found
        if asked is None or self.fresh:
            return
        self.difference = None
        if not work.cheap(trace, asked.of, asked.by):
            self._idle.stop()
            self._background.later()
            return
        self._background.cancel()  # whatever it works at is of a state before
        same = known is not None and known.trace.graph is trace.graph and known.asked == asked
        if self._document.acting and same and self.seconds <= LIVE_SECONDS:
            self._find(asked)
        self._idle.soon()

    def ask_now(self) -> None:
        """A person waits for it: not after a pause, unless something is being dragged."""
        if not self._document.acting or self._document.lasting:
            self._work()

    def try_soon(self) -> None:
        """Another entry, piece or block: what is known of a check is of another one."""
        self.difference = None
        if self.entry is not None:
            self._trying.soon()

    def try_now(self) -> None:
        """Check the entry at once where that is cheap."""
        asked = self.asked()
        if asked is not None and self.fresh and work.cheap(self._document.trace, asked.of, asked.by):
            self._try()
        else:
            self.try_soon()

    def stop(self) -> None:
        """Nothing is to be worked out."""
        for each in (self._idle, self._trying):
            each.stop()
        self._background.cancel()

    # working

    def _find(self, asked: Asked) -> None:
        began = time.perf_counter()
        self.found = work.find(self._document.trace, asked, self.found)
        self.seconds = time.perf_counter() - began

    def _work(self) -> None:
        """All is still: what is cheap now, the depth beside the window."""
        asked = self.asked()
        if not self._seen() or asked is None:
            return
        if not self.fresh and work.cheap(self._document.trace, asked.of, asked.by):
            self._find(asked)
        if not self.depths_fresh:
            self._background.later()
        if self.entry is not None and self.difference is None:
            self._trying.soon()
        self.changed.emit()

    def _try(self) -> None:
        """Move the cell and look: at once where that is cheap, else beside the window."""
        asked, entry = self.asked(), self._entry()
        if asked is None or entry is None or not self._seen() or self.difference is not None:
            return
        if not work.cheap(self._document.trace, asked.of, asked.by):
            self._background.later()
            return
        try:
            self.difference = work.trying(self._document.trace, *entry)
        except Problem as problem:
            self._desk.say(sentence(problem))
        self.changed.emit()

    def _entry(self) -> Entry | None:
        """What is to be tried for the entry that is chosen: matrices and place."""
        found = self.found
        if self.entry is None or found is None or not self.fresh or not found.jacobian.has(self.block[0]):
            return None
        names = self.names(found)
        if names is None or (self.piece == OUT and not found.jacobian.ways[self.block]):
            return None
        shape = found.trace.graph[names[0]].shape[1], found.trace.graph[names[1]].shape[1]
        r, s = self.entry
        return (*names, *self.at(found, r, s)) if r < shape[0] and s < shape[1] else None

    def _prepare(self) -> Work | None:
        asked, track = self.asked(), self._chooser.track
        if not self._seen() or asked is None or track is None:
            return None
        shown = self._document.trace
        trace = shown.aside()
        question = None if self.fresh else asked
        along = None if self.depths_fresh else track
        entry = self._entry() if self.difference is None and not work.cheap(shown, asked.of, asked.by) else None

        def work_out(going: Going) -> object:
            began = time.perf_counter()
            found = None if question is None else work.find(trace, question, between=going)
            took = time.perf_counter() - began
            depths = None if along is None else work.along(trace, along, going)
            going()
            tried = None if entry is None else work.trying(trace, *entry)
            return (
                None if found is None else replace(found, trace=shown),
                took,
                None if depths is None else replace(depths, trace=shown),
                tried,
            )

        return work_out

    def _done(self, result: object) -> None:
        assert isinstance(result, tuple)
        found, took, depths, tried = result
        if found is not None:
            self.found, self.seconds = found, took
        if depths is not None:
            self.depths = depths
        if tried is not None:
            self.difference = tried
        elif found is not None:
            self.try_soon()
        self.changed.emit()
