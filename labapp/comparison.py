"""Comparison: a baseline beside the present state, and which of the two, or their difference, the bench shows.

It belongs to the window: the baseline is kept in memory, never saved and never undone, and one act ends it.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from core.engine import Engine
from core.trace import Trace
from core.workspace import Workspace

from .document import Document

NOW, BASELINE, DIFFERENCE = SIDES = ("now", "baseline", "difference")


class Comparison(QObject):
    """`changed` is emitted when a baseline begins, is replaced or ends, when it has other numbers (another sample is
    shown, compiled code came), and when another side is shown; `loaded` when another model was loaded beside it.

    `trace` is the baseline's matrices for the sample that is shown: None without a baseline, and where it has no such
    sample. Make it before the views of the document, so that they find it up to date.
    """

    changed = Signal()
    loaded = Signal()

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._engine: Engine | None = None
        self._workspace: Workspace | None = None
        self._title = ""
        self._side = NOW
        self._trace: Trace | None = None
        self._executor = ""
        self._loads = document.loads
        document.changed.connect(self._document_changed)

    # reading

    @property
    def on(self) -> bool:
        """Whether there is a baseline."""
        return self._workspace is not None

    @property
    def workspace(self) -> Workspace | None:
        """The baseline."""
        return self._workspace

    @property
    def title(self) -> str:
        """What the baseline is called, as `text.retold` says it."""
        return self._title

    @property
    def trace(self) -> Trace | None:
        return self._trace

    @property
    def missing(self) -> bool:
        """Whether the baseline has no such sample as is shown."""
        return self.on and self._trace is None

    @property
    def side(self) -> str:
        """What the bench shows: NOW wherever there is nothing to compare with."""
        return self._side if self._trace is not None else NOW

    def shown(self) -> Trace:
        """The matrices that the bench lays out: those of the baseline where it is looked at."""
        return self._trace if self._trace is not None and self._side == BASELINE else self._document.trace

    # acts

    def begin(self, workspace: Workspace, title: str, side: str = NOW) -> None:
        """Make `workspace` the baseline; a model that can't be computed raises and changes nothing."""
        present = workspace is self._document.workspace
        engine = Engine(self._document.engine.executor)
        sample = self._document.sample
        trace: Trace | None = self._document.trace if present else None
        executor = self._document.report.executor
        if trace is None and sample < len(workspace.samples):
            trace = engine.run(workspace, sample)
            executor = engine.report.executor
        self._workspace, self._title, self._engine, self._side = workspace, title, engine, side
        self._trace, self._executor = trace, executor
        self._loads = self._document.loads
        self.changed.emit()

    def end(self) -> None:
        """There is no baseline any more."""
        if self.on:
            self._workspace = self._trace = self._engine = None
            self._title, self._side = "", NOW
            self.changed.emit()

    def show(self, side: str) -> None:
        """Show one of SIDES; without a baseline for this sample nothing happens."""
        if self._trace is not None and side != self._side:
            self._side = side
            self.changed.emit()

    def cycle(self, step: int = 1) -> None:
        """The next side, after the last one the first."""
        self.show(SIDES[(SIDES.index(self.side) + step) % len(SIDES)])

    # inside

    def _document_changed(self, trace: Trace) -> None:
        if self._workspace is None or self._engine is None:
            return
        fresh = self._loads != self._document.loads
        if fresh:  # the baseline stays, so that two models can be compared, but what was loaded is what one sees
            self._loads, self._side = self._document.loads, NOW
        moved = self._follow(trace)
        if fresh or moved:
            self.changed.emit()
        if fresh:
            self.loaded.emit()

    def _follow(self, trace: Trace) -> bool:
        """Have the baseline's matrices for the sample that is shown, by the same executor; whether they are others."""
        assert self._workspace is not None
        assert self._engine is not None
        if trace.sample >= len(self._workspace.samples):
            had, self._trace = self._trace is not None, None
            return had
        same = self._executor == self._document.report.executor or self._workspace.spec.precision != "float64"
        if self._trace is not None and self._trace.sample == trace.sample and same:
            return False
        before = self._trace
        self._trace = self._engine.run(self._workspace, trace.sample)
        # Of a present state in another precision the executor says nothing: one attempt for each is enough.
        self._executor = self._document.report.executor
        return before is None or before.sample != trace.sample or bool(self._trace.differing(before))
