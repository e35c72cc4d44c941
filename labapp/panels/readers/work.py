"""What the followed row reads, worked out when nothing else is to be done, a run at a time."""

from __future__ import annotations

import time
from collections.abc import Generator
from dataclasses import dataclass, field

from PySide6.QtCore import QObject, QTimer, Signal

from core.engine import Engine
from core.reading import Readers, possible, reading, results, sources
from core.trace import Trace

from ...document import Document

IDLE_MS = 60  # after the last change
BUDGET_S = 0.008  # at a stretch: half a frame
MOST = 40_000_000  # cells × tokens that are looked through
SIDES = ("src", "tgt", "kv")


@dataclass(frozen=True, eq=False)
class Found:
    """What is known: of each sequence the readers after each layer. `measured` says that `does` and `size` count."""

    trace: Trace
    axis: str
    readers: tuple[Readers, ...] = ()
    measured: bool = False
    done: int = 0
    total: int = 0
    too_large: bool = False
    layers: tuple[str, ...] = field(default=())


class Measuring(QObject):
    """`changed` when more is known, `progressed` after some of the runs.

    A change of the document or `stop` gives up what is under way.
    """

    changed = Signal()
    progressed = Signal()

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._engine: Engine | None = None
        self._work: Generator[tuple[int, int], None, list[Readers]] | None = None
        self._axis = ""
        self.found: Found | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._go_on)

    @property
    def busy(self) -> bool:
        """Whether something is still to be worked out."""
        return self._timer.isActive()

    def ask(self, axis: str) -> None:
        """Work out what the rows of a sequence read, once the document has been still for a moment."""
        trace = self._document.trace
        if (
            self.found is not None
            and self.found.trace is trace
            and self.found.axis == axis
            and not self._document.acting
        ):
            if self.found.measured or self.found.too_large or self._timer.isActive():
                return
        self._axis, self._work = axis, None
        self._timer.start(IDLE_MS)

    def stop(self) -> None:
        """Give up what is under way."""
        self._timer.stop()
        self._work = None

    def _go_on(self) -> None:
        if self._document.acting:  # never during a drag
            self._work = None
            self._timer.start(IDLE_MS)
            return
        if self._work is None:
            self._begin()
            return
        found, until = self.found, time.monotonic() + BUDGET_S
        assert found is not None
        done, total = found.done, found.total
        try:
            while time.monotonic() < until:
                done, total = next(self._work)
        except StopIteration as end:
            self._work = None
            self.found = Found(found.trace, found.axis, tuple(end.value), True, total, total, layers=found.layers)
            self.changed.emit()
            return
        self.found = Found(found.trace, found.axis, found.readers, False, done, total, layers=found.layers)
        self._timer.start(0)
        self.progressed.emit()

    def _begin(self) -> None:
        """First what can be, from graph and masks; the runs come after."""
        trace = self._document.trace
        names = tuple(results(trace.graph, self._axis))
        tokens = sum(x[0].shape[0] for side in SIDES if (x := sources(trace.graph, side)))
        if trace.graph.own_size * max(1, tokens) > MOST:
            self.found = Found(trace, self._axis, too_large=True, layers=names)
        else:
            self.found = Found(trace, self._axis, tuple(possible(trace, names)), total=2 * tokens, layers=names)
            if self._engine is None or self._engine.executor != self._document.engine.executor:
                self._engine = Engine(self._document.engine.executor)
            self._work = reading(trace, names, self._engine)
            self._timer.start(0)
        self.changed.emit()
