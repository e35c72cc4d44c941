"""Reaching: what the selected cell moves, measured again when nothing moves any more.

It belongs to the window. It is on while someone looks at its result; the runs are its own engine's, one at a time, so
that a new selection or edit stops them in between.
"""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QObject, QTimer, Signal

from core import reach
from core.engine import Engine
from core.problem import QT_TRANSLATE_NOOP, Problem
from core.reach import Reach
from core.trace import Trace

from .document import Document
from .idle import Idle
from .selection import Cell, Selection

PIN_PARTS = (".natural", ".held", ".where")
GONE = QT_TRANSLATE_NOOP("core", "The selected cell is no more: the model has another shape now.")


class Reaching(QObject):
    """`found` is the reach of the selected cell, None while there is none; `problem` says why there can't be one.

    `changed` when one of them is another. `delta` is the step of the measurement, None the usual one.
    """

    changed = Signal()

    def __init__(self, document: Document, selection: Selection, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document, self._selection = document, selection
        self.found: Reach | None = None
        self.problem: Problem | None = None
        self.trace: Trace = document.trace
        self._on = False
        self._delta: float | None = None
        self._cell: Cell | None = None  # what `found` or `problem` speaks of
        self._last: Cell | None = None  # what was asked about last
        self._engine: Engine | None = None
        self._steps: Iterator[Reach | None] | None = None
        self._idle = Idle(document, self._begin, self)
        self._next = QTimer(self)
        self._next.setSingleShot(True)
        self._next.timeout.connect(self._go_on)
        document.changed.connect(self._stale)
        selection.changed.connect(self._selected)

    @property
    def on(self) -> bool:
        return self._on

    @property
    def delta(self) -> float | None:
        return self._delta

    @property
    def working(self) -> bool:
        """Whether a measurement is under way or about to be."""
        return self._on and (self._idle.waiting or self._steps is not None)

    def switch(self, on: bool) -> None:
        """Measure from now on, or no more."""
        if on is not self._on:
            self._on = on
            self._stale()
            if not on:
                self._engine = None  # its numbers are of no use to anyone

    def set_delta(self, delta: float | None) -> None:
        """The step in both directions; None is the usual one."""
        if delta != self._delta:
            self._delta = delta
            self._stale()

    def place(self) -> Cell | None:
        """The cell that is asked about: the selected one; beside a pin, the pinned one."""
        cell = self._selection.cell
        if cell is None:
            return None
        name = cell[0]
        for part in PIN_PARTS:
            owner = name.removesuffix(part)
            if owner != name and owner in self._document.trace:
                name = owner
        return (name, *cell[1:])

    # inside

    def _selected(self) -> None:
        if self._on and self.place() != self._cell:
            self._stale()

    def _stale(self, trace: object = None) -> None:
        """What was found holds no more, and what is being worked out is not wanted."""
        self._steps = None
        self._next.stop()
        self._idle.stop()
        had = self.found, self.problem
        cell = self.place()
        self._last = cell or self._last
        lost = self._on and cell is None and self._last is not None and not self._fits(self._last)
        self.found = self._cell = None
        self.problem = (self.problem or Problem(GONE)) if lost else None  # the bench took the selection back
        if self._on and cell is not None:
            self._idle.soon()
        if had != (self.found, self.problem):
            self.changed.emit()

    def _fits(self, cell: Cell) -> bool:
        name, i, j = cell
        trace = self._document.trace
        if name not in trace:
            return False
        n, k = trace.graph[name].shape
        return i < n and j < k

    def _begin(self) -> None:
        self.trace = self._document.trace
        self._cell = cell = self.place()
        if not self._on or cell is None:
            return
        if cell[0] not in self.trace:
            self._done(None, Problem(GONE))
            return
        self._engine = self._engine or Engine(self._document.engine.executor)
        self._steps = reach.steps(self.trace, *cell, self._delta, self._engine)
        self._next.start(0)

    def _go_on(self) -> None:
        """One run, then the window has its turn."""
        if self._steps is None:
            return
        try:
            found = next(self._steps)
        except Problem as problem:
            self._done(None, problem)
            return
        if found is None:
            self._next.start(0)
        else:
            self._done(found, None)

    def _done(self, found: Reach | None, problem: Problem | None) -> None:
        self._steps = None
        self.found, self.problem = found, problem
        self.changed.emit()
