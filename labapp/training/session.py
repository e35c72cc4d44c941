"""Training: the one session of a document. It shows what a run learns, and closes it as one act."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec
from PySide6.QtCore import QObject, Qt, QTimer, Signal

from core.optimizer import Rule
from core.problem import QT_TRANSLATE_NOOP, Problem
from core.train import Trainer
from core.trainable import check_trainable
from core.workspace import Array, Workspace

from ..acts import act
from ..document import Document
from . import material
from .about import Texts, Trained, about
from .compiled import Compiled
from .history import History
from .plan import RATES, Plan
from .run import Run, Snapshot

OF_A_SAMPLE = re.compile(r"sample[0-9]+/")
KEPT = 400  # states that are remembered for undo and redo: as many as there are acts, before and after
TICK_MS = 8  # between two looks at the run; a frame is shown when the document is ready for one
IDLE, PREPARING, RUNNING = "idle", "preparing", "running"
BUSY = QT_TRANSLATE_NOOP("core", "This model is being trained already: pause it first.")
NOTHING = QT_TRANSLATE_NOOP("core", "Nothing was trained yet: these are the initial weights.")
CHANGED = QT_TRANSLATE_NOOP("core", "The model has another shape now: its initial weights don't fit it any more.")


@dataclass(frozen=True)
class State:
    """Where a training stands: what it began with, and the state of the optimiser. None of the latter at its start."""

    origin: Workspace  # before the first step, with every word of the corpus
    texts: Texts  # what the model said of itself then
    history: History
    last: Snapshot | None = None

    @property
    def step(self) -> int:
        return self.last.step if self.last is not None else 0

    def fits(self, workspace: Workspace) -> bool:
        """Whether a model has the same parameters to be trained."""
        mine = self.origin
        if workspace.spec != mine.spec or workspace.vocab != mine.vocab:
            return False
        return all(workspace.arrays[name].shape == array.shape for name, array in self.parameters())

    def parameters(self) -> list[tuple[str, Array]]:
        """The parameters before the first step."""
        return [(name, array) for name, array in self.origin.arrays.items() if not OF_A_SAMPLE.match(name)]


class Training(QObject):
    """Trains the document's model in a thread of its own; the document follows, a frame at a time.

    One run is one act: it is committed when it ends, when it is paused, and when something else is done to the
    document, which pauses it. `changed` when anything that a view shows is another, at most once a frame.
    """

    changed = Signal()

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self.plan = Plan()
        self.problem: Exception | None = None  # why the last run ended early, or why something was refused
        self.broke = False  # whether that was in the middle of it, so that other settings may help
        self._material: material.Material | None = None
        self._run: Run | None = None
        self._mine = False  # whether the open act is the run's
        self._shown: Snapshot | None = None
        self._state: State | None = None
        self._known: dict[int, tuple[Workspace, State]] = {}
        self._trainer: tuple[object, Trainer] | None = None
        self._loads = document.loads
        self._at = document.workspace  # what the state speaks of
        self._compiled = Compiled()
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(TICK_MS)
        self._timer.timeout.connect(self._tick)
        document.changed.connect(self._document_changed)

    # reading

    @property
    def document(self) -> Document:
        return self._document

    @property
    def phase(self) -> str:
        """ "idle", "preparing" (compiled code, samples) or "running"."""
        if self._run is None:
            return IDLE
        return RUNNING if self._mine else PREPARING

    @property
    def step(self) -> int:
        """How many steps the shown weights have had."""
        if self._run is not None and self._shown is not None:
            return self._shown.step
        return self._state.step if self._state is not None else 0

    @property
    def history(self) -> History:
        """What was measured so far; of a run, as it grows."""
        if self._run is not None and self._run.history is not None:
            return self._run.history
        return self._state.history if self._state is not None else History()

    @property
    def measured(self) -> int:
        """The last step of the history."""
        rows = self.history.losses.rows()
        return int(rows[-1, 0]) if len(rows) else 0

    @property
    def run(self) -> Run | None:
        """The run that is going on."""
        return self._run

    def refusal(self) -> Problem | None:
        """Why the present model can't be trained; None where it can."""
        try:
            check_trainable(self._document.workspace)
        except Problem as problem:
            return problem
        return None

    def no_reset(self) -> Problem | None:
        """Why there is nothing to reset; None where there is."""
        if self._run is not None and self._mine:
            return None
        state = self._state
        if state is None:
            return Problem(NOTHING)
        return None if state.fits(self._document.workspace) else Problem(CHANGED)

    @property
    def material(self) -> material.Material:
        """The corpus that is trained on; Problem where the lab's own can't be read."""
        if self._material is None:
            self._material = material.shipped()
        return self._material

    # settings

    def choose(self, **changes: object) -> None:
        """Other settings; Problem for what is not allowed. A run takes rule, batch and speed from its next step on."""
        fields = {name: value for name, value in changes.items() if name not in ("kind", "rate", "warmup")}
        rule = self.plan.rule
        if "kind" in changes and changes["kind"] != rule.kind:
            rule = Rule(kind=str(changes["kind"]), rate=RATES.get(str(changes["kind"]), rule.rate), warmup=rule.warmup)
        learned: dict[str, Any] = {name: changes[name] for name in ("rate", "warmup") if name in changes}
        given: dict[str, Any] = {**msgspec.structs.asdict(rule), **learned}
        rule = Rule(**given)
        self.plan = msgspec.structs.replace(self.plan, rule=rule, **fields)
        if self._run is not None:
            self._run.plan = self.plan
        self.changed.emit()

    def take(self, path: Path) -> None:
        """Train on the corpus of a file from now on; Problem where it is none, and then nothing changes."""
        found = material.read(path)
        self.pause()
        self._material = found
        self.changed.emit()

    def take_shipped(self) -> None:
        """Train on the lab's own corpus from now on."""
        self.pause()
        self._material = None
        self.changed.emit()

    # acts

    def start(self, steps: int | None = None) -> None:
        """Train so many steps (those of the plan) from the present weights on; Problem where that can't be."""
        if self._run is not None:
            raise Problem(BUSY)
        base = self._document.workspace
        check_trainable(base)
        self._document.commit()
        base, plan, corpus = self._document.workspace, self.plan, self.material
        state = self._state if self._state is not None and self._state.fits(base) else None
        first = state.last if state is not None else None
        self.problem = None
        last = (state.step if state is not None else 0) + (steps or plan.steps)
        key = (corpus, plan.seed, base.spec, base.vocab)
        trainer = self._trainer[1] if self._trainer is not None and self._trainer[0] == key else None
        history = state.history.upto(state.step) if state is not None else None
        seconds = first.seconds if first is not None else 0.0
        samples = corpus.samples(base.spec)
        self._run = Run(base, samples, plan, first, last, history, seconds, trainer, compiled=self._compiled)
        self._shown = None
        self._run.start()
        self._timer.start()
        self.changed.emit()

    def pause(self) -> None:
        """End the run after its present step; what it learned is one act. Without a run nothing happens."""
        run = self._run
        if run is None:
            return
        run.cancel()
        run.join()
        self._timer.stop()
        if run.ready.is_set() and not self._mine and run.latest is not None:
            self._open(run)
        if self._mine:
            self._document.preview(self._next)
            self._document.commit()  # `_document_changed` closes the run
        else:
            self._close(run)

    def reset(self) -> None:
        """Back to the weights before the first step, to the bit, as an act; the optimiser begins anew."""
        self.pause()
        refused = self.no_reset()
        if refused is not None:
            raise refused
        state = self._state
        assert state is not None
        workspace = self._document.workspace.with_parameters(dict(state.parameters())).with_about(state.texts)
        fresh = State(state.origin, state.texts, state.history.upto(-1))
        self.problem = None
        self._remember(workspace, fresh)
        self._document.do(workspace, act(QT_TRANSLATE_NOOP("acts", "Reset weights")))
        self._state, self._at = fresh, self._document.workspace
        self.changed.emit()

    def stop(self) -> None:
        """The window closes."""
        self.pause()
        self._compiled.stop()
        self._timer.stop()

    # inside

    def _tick(self) -> None:
        run = self._run
        if run is None:
            self._timer.stop()
            return
        if not run.ready.is_set():
            if run.ended:  # refused, or given up
                self._close(run)
            return
        if run.ended:
            self.pause()
            return
        if not self._mine:
            self._open(run)
        if run.latest is not self._shown:
            self._document.preview(self._next)

    def _open(self, run: Run) -> None:
        """The first frame: from now on the document follows."""
        assert run.trainer is not None
        assert run.begun is not None
        assert run.history is not None
        state = self._state
        if state is None or run.begun.step == 0 or not state.fits(run.trainer.workspace):
            state = State(run.trainer.workspace, run.base.about, run.history.upto(-1))
        self._state = state
        self._remember(self._document.workspace, replace(state, history=run.history.upto(run.begun.step)))
        self._trainer = ((self.material, run.plan.seed, run.trainer.spec, run.trainer.workspace.vocab), run.trainer)
        self._document.begin(act(QT_TRANSLATE_NOOP("acts", "Training")), lasting=True)
        self._mine = True
        self._shown = run.begun
        self._at = self._document.workspace
        self.changed.emit()

    def _next(self) -> Workspace | None:
        """What the document is to show now."""
        run = self._run
        if run is None or run.latest is None or run.trainer is None or self._state is None:
            return None
        snapshot, before = run.latest, self._shown
        self._shown = snapshot
        run.wanted = True
        if before is None or snapshot.step == before.step:
            return None
        said = Trained(self.material.name, run.plan, snapshot.step, snapshot.seconds)
        self._at = run.trainer.learned(snapshot.parameters).with_about(about(self._state.texts, said))
        return self._at

    def _document_changed(self, trace: object) -> None:
        document = self._document
        if document.loads != self._loads:
            self._loads = document.loads
            self._forget()
        elif self._mine and not document.lasting:
            self._closed()
        elif self._mine:
            self.changed.emit()
        elif document.workspace is not self._at:
            self._moved()

    def _closed(self) -> None:
        """The act is over, whoever committed it: the shown state is the one that counts."""
        run = self._run
        assert run is not None
        assert self._state is not None
        run.cancel()
        run.join()
        self._mine = False
        shown = self._shown
        if self._document.workspace is self._at and shown is not None and run.history is not None:
            if shown.step > self._state.step:
                self._state = replace(self._state, history=run.history.upto(shown.step), last=shown)
            self._remember(self._at, self._state)
            self._close(run)
        else:  # undone in the middle of it
            self._close(run)
            self._moved()

    def _close(self, run: Run) -> None:
        """No run any more."""
        self._timer.stop()
        self.problem = run.problem or self.problem
        self.broke = run.problem is not None and run.ready.is_set()
        self._run = self._shown = None
        self._mine = False
        self._at = self._document.workspace
        self.changed.emit()

    def _moved(self) -> None:
        """Something else was done, undone or redone: a state that is known comes back with its optimiser."""
        if self._run is not None:  # while it was being prepared
            self._run.cancel()
            self._run.join()
            self._close(self._run)
        workspace = self._document.workspace
        known = self._known.get(id(workspace))
        if known is not None:
            self._state = known[1]
        self._at = workspace
        self.problem = None
        self.changed.emit()

    def _remember(self, workspace: Workspace, state: State) -> None:
        while len(self._known) >= KEPT:
            del self._known[next(iter(self._known))]
        self._known[id(workspace)] = (workspace, state)  # which keeps its id its own

    def _forget(self) -> None:
        """Another model: nothing of the old one is known."""
        run = self._run
        if run is not None:
            run.cancel()
            run.join()
        self._run = self._shown = self._state = self._trainer = self.problem = None
        self._mine = False
        self._known.clear()
        self._timer.stop()
        self._at = self._document.workspace
        self.changed.emit()
