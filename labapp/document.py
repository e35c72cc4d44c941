"""Document: the one object with state. A workspace, its engine, the undo stack, and one signal."""

from __future__ import annotations

import math
import time
import weakref
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from core.engine import Engine, Report
from core.problem import QT_TRANSLATE_NOOP
from core.trace import Trace
from core.workspace import Array, Workspace, same_bits

from .acts import act, retold

FRAME_MS = 16
LASTING_REST = 0.2  # of a frame's time, between two frames of an act that lasts
LASTING_TOLD = 0.1  # seconds between two of them that every view is told of
Later = Callable[[], Workspace | None]
UNDO_LIMIT = 200
UNDONE = QT_TRANSLATE_NOOP("acts", "Undone: {act}")
REDONE = QT_TRANSLATE_NOOP("acts", "Redone: {act}")
Shown = tuple[Workspace, int]  # a workspace, and which of its samples


class Change(QUndoCommand):
    """The one command class: a pair of workspaces and a label. Undo needs no cleverness.

    Each workspace comes with the sample that was shown of it: undoing shows what it undid.
    """

    def __init__(self, document: Document, before: Shown, after: Shown, label: str) -> None:
        super().__init__(label)
        # Weakly: the document owns the stack, which owns this; a way back would keep all three for ever.
        self._document = weakref.ref(document)
        self.before, self._sample_before = before
        self.after, self._sample_after = after
        self._shown = True  # pushing a command redoes it, but its result is on screen already

    def redo(self) -> None:
        if self._shown:
            self._shown = False
        else:
            self._show(self.after, self._sample_after, REDONE)

    def undo(self) -> None:
        self._show(self.before, self._sample_before, UNDONE)

    def _show(self, workspace: Workspace, sample: int, way: str) -> None:
        document = self._document()
        if document is not None:
            document._show(workspace, sample, act(way, act=retold(self.text())))


class Document(QObject):
    """Acts go `begin → preview* → commit | cancel`; `do` is begin and commit in one. One act is one undo step.

    `changed(trace)` is emitted after every act, preview, undo, redo and load. `before` is the trace at `begin`
    of the present or last act: what an act changed is `trace.difference(before)`. Previews are latest-wins:
    painted at once if a frame (16 ms) has passed since the last one, else at that mark.
    `sample` is the sample that is shown, `loads` counts the models that were loaded one after the other.

    A `lasting` act, such as training, goes on while a person looks around; the next act or undo commits it. `lasts`
    is emitted when one begins or ends. Of its frames only some are told by `changed`, ten a second; the others by
    `moved(trace)`, for the bench, which shows each: all other views at each frame would leave it too few of them.
    """

    changed = Signal(object)
    moved = Signal(object)
    lasts = Signal()

    def __init__(self, workspace: Workspace, executor: str = "auto", parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.engine = Engine(executor)
        self.undo_stack = QUndoStack(self)
        self.undo_stack.setUndoLimit(UNDO_LIMIT)
        self.path: Path | None = None
        self.sample = 0
        self.loads = 0
        self.runs = 0
        self.label = ""
        self.lasting = False
        self._act: str | None = None
        self._start: Shown = (workspace, 0)
        self._pending: Workspace | Later | None = None
        self._next_sample: int | None = None  # which sample the pending workspace shows; None is the present one
        self._last_frame = 0.0
        self._told = 0.0
        self._executor = ""
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._flush)
        self.workspace = workspace
        self.trace = self._run(workspace, self.sample)
        self.before = self.trace

    # reading

    @property
    def report(self) -> Report:
        """What the last run did."""
        return self.engine.report

    @property
    def acting(self) -> bool:
        """Whether an act is open, between `begin` and `commit` or `cancel`."""
        return self._act is not None

    @property
    def act_label(self) -> str:
        """What the open act is called; "" without one."""
        return self._act or ""

    @property
    def modified(self) -> bool:
        """Whether there is something to save."""
        return not self.undo_stack.isClean()

    # acts

    def begin(self, label: str, lasting: bool = False) -> None:
        """Open an act. One that was still open is committed first: nothing is lost."""
        if self.lasting:
            self._drop_pending()  # what is done now was made from what is shown: a newer frame would be undone by it
        if self.acting:
            self.commit()
        self._act = label
        self._start = (self.workspace, self.sample)
        self.before = self.trace
        self._last(lasting)

    def preview(self, workspace: Workspace | Later) -> None:
        """Show a state of the open act; only the latest of a frame is computed.

        A mouse may move a thousand times a second: a function is asked for the state only when it is shown, and may
        answer None, for none.
        """
        if not self.acting:
            raise RuntimeError("preview outside an act: call begin first")
        self._pending = workspace
        waited = (time.monotonic() - self._last_frame) * 1000
        if waited >= FRAME_MS:
            self._flush()
        elif not self._timer.isActive():
            self._timer.start(math.ceil(FRAME_MS - waited))

    def commit(self) -> None:
        """Close the act: one undo step, or none where nothing changed in the end."""
        if self._act is None:
            return
        self._take_pending()
        label, self._act = self._act, None
        if not _same(self.workspace, self._start[0]):
            self.label = label
            self.undo_stack.push(Change(self, self._start, (self.workspace, self.sample), label))
        self._last(False)
        self.changed.emit(self.trace)

    def cancel(self) -> None:
        """Close the act and restore the state before it, to the bit."""
        if self._act is None:
            return
        self._drop_pending()
        self._act = None
        if self.workspace is not self._start[0]:
            self._compute(*self._start)
        self._last(False)
        self.changed.emit(self.trace)

    def do(self, workspace: Workspace, label: str, sample: int | None = None) -> None:
        """One whole act; `sample` is the sample to show after it, the present one if nothing is said."""
        self.begin(label)
        self._pending, self._next_sample = workspace, sample
        try:
            self.commit()
        except Exception:
            self._act = None
            self._last(False)
            raise

    def show_sample(self, sample: int) -> None:
        """Show another sample. It is looked at, not changed: no act, and nothing of it is marked as moved."""
        if not 0 <= sample < len(self.workspace.samples):
            raise IndexError(f"there is no sample {sample}: the model has {len(self.workspace.samples)}, from 0")
        if self.acting and not self.lasting:
            self.commit()
        if sample != self.sample:
            self._compute(self.workspace, sample)
            self.changed.emit(self.trace)

    def load(self, workspace: Workspace, path: Path | None = None) -> None:
        """Show another model; the undo stack starts anew."""
        trace = self._run(workspace, 0)  # first: a model that can't be computed changes nothing
        self._drop_pending()
        self._act = None
        self.path = path
        self.sample = 0
        self.loads += 1
        self.label = ""
        self.workspace = workspace
        self.before = self.trace = trace
        self.undo_stack.clear()
        self._last(False)
        self.changed.emit(self.trace)

    def saved(self, path: Path) -> None:
        """Remember where the present state was saved."""
        self.path = path
        self.undo_stack.setClean()

    def recompute(self) -> None:
        """Run again, for instance when compiled code has been loaded."""
        self._compute(self.workspace)
        self.changed.emit(self.trace)

    # inside

    def _show(self, workspace: Workspace, sample: int, label: str) -> None:
        """Undo and redo: an open act is dropped, the state shown and its difference marked."""
        self._drop_pending()
        self._act = None
        self.label = label
        self.before = self.trace
        if sample != self.sample and sample < len(self.workspace.samples):
            self.before = self._run(self.workspace, sample)  # what was undone is compared with its own sample
        self._compute(workspace, sample)
        self._last(False)
        self.changed.emit(self.trace)

    def _last(self, lasting: bool) -> None:
        if lasting is not self.lasting:
            self.lasting = lasting
            self.lasts.emit()

    def _flush(self) -> None:
        began = time.monotonic()
        if self._take_pending():
            if self.lasting and began - self._told < LASTING_TOLD:
                self.moved.emit(self.trace)
            else:
                self._told = began
                self.changed.emit(self.trace)
            # After a frame that took long, as much time again for what has queued up meanwhile: else, where the mouse
            # is faster than the frames, every move would cost one, and the backlog would grow for ever. What lasts
            # comes from no queue.
            now = time.monotonic()
            rest = (now - began) * (LASTING_REST if self.lasting else 1.0)
            self._last_frame = max(began, now + rest - FRAME_MS / 1000)

    def _take_pending(self) -> bool:
        """Compute the latest preview; whether there was a new one."""
        pending, sample = self._pending, self._next_sample
        self._drop_pending()
        workspace = pending() if callable(pending) else pending
        if workspace is None or workspace is self.workspace:
            return False
        self._last_frame = time.monotonic()
        self._compute(workspace, sample)
        return True

    def _drop_pending(self) -> None:
        self._pending = self._next_sample = None
        self._timer.stop()

    def _compute(self, workspace: Workspace, sample: int | None = None) -> None:
        """Run a sample of `workspace`, the present one if nothing is said; the last one where that is no more."""
        was, before = self._executor, self.before
        sample = min(self.sample if sample is None else sample, len(workspace.samples) - 1)
        trace = self._run(workspace, sample)
        if (before.sample, len(before.workspace.samples)) != (sample, len(workspace.samples)):
            self.before = trace  # two samples are no before and after
        elif self._executor != was and before.spec.precision == workspace.spec.precision:
            # Another executor's last bits are no change: what was before is run by the same one.
            if before.workspace is workspace:
                self.before = trace
            else:
                self.before = self._run(before.workspace, before.sample)
                trace = self._run(workspace, sample)
        self.sample = sample
        self.trace = trace
        self.workspace = workspace

    def _run(self, workspace: Workspace, sample: int) -> Trace:
        self.runs += 1
        trace = self.engine.run(workspace, sample)
        self._executor = self.engine.report.executor
        return trace


def _same(one: Workspace, other: Workspace) -> bool:
    """Whether two workspaces are equal to the bit."""
    if one is other:
        return True
    if (one.spec, one.samples, one.about) != (other.spec, other.samples, other.about):
        return False
    a, b = _held(one), _held(other)
    return a.keys() == b.keys() and all(a[key] is b[key] or same_bits(a[key], b[key]) for key in a)


def _held(workspace: Workspace) -> dict[object, Array]:
    """Every array that a workspace holds, those of its pins included."""
    held: dict[object, Array] = {("used", name): array for name, array in workspace.arrays.items()}
    held |= {("dormant", name): array for name, array in workspace.dormant.items()}
    for place, pin in workspace.pins.items():
        held |= {("values", place): pin.values, ("where", place): pin.where}
    return held
