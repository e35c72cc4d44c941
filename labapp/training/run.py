"""Run: the thread that trains. It touches nothing of Qt; the window looks at it once a frame."""

from __future__ import annotations

import logging
import re
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from core.problem import Problem
from core.samples import Sample
from core.steps import Steps
from core.train import Trainer
from core.workspace import Workspace

from ..turns import take_short_turns
from .compiled import Compiled
from .history import History
from .plan import FULL, Plan

SHARE = 0.08  # of the time, at most, for measuring what is held out
LARGE = 1 << 21  # parameters, from which on the means of Adam are not copied for every frame
TOGETHER, MOST = 0.01, 128  # seconds that several steps take in one call, and how many they are at most
LATE = 0.1  # seconds that a slow run may catch up with
RATED = 0.25  # seconds over which the steps are counted that a second has
MEASURED = 200  # training pairs, at most, that are measured where nothing is held out
_LAYER = re.compile(r"(?:enc|dec)[0-9]+")
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Snapshot:
    """The parameters after some steps, and the means of Adam that go with them (None of a large model)."""

    step: int
    seconds: float
    parameters: NDArray[np.float64]
    m: NDArray[np.float64] | None = None
    v: NDArray[np.float64] | None = None


@dataclass(repr=False)
class Run:
    """Trains `base` from step `first` to step `last` unless it is cancelled.

    `plan` may be exchanged by the window: rule, batch and speed are taken from it before each step. `latest` is the
    last snapshot that was asked for, and after `ended` the state at the end; `problem` is why it ended early.
    """

    base: Workspace
    samples: tuple[Sequence[Sample], Sequence[Sample]]
    plan: Plan
    first: Snapshot | None  # where it goes on; its parameters are those of `base`
    last: int
    history: History | None
    seconds: float = 0.0
    trainer: Trainer | None = None
    compiled: Compiled = field(default_factory=Compiled)

    def __post_init__(self) -> None:
        self.begun: Snapshot | None = None  # before its first step
        self.latest: Snapshot | None = None
        self.loaded = False  # compiled code, or it is known that there is none
        self.wanted = True  # the window has shown the last snapshot
        self.ready = threading.Event()  # the trainer is made
        self.ended = False
        self.problem: Exception | None = None
        self.rate = 0.0  # steps a second, of late
        self._stop = threading.Event()
        self._groups: NDArray[np.int64] = np.zeros(0, np.int64)
        self._steps: Steps | None = None
        self._thread = threading.Thread(target=self._work, name="training", daemon=True)

    def start(self) -> None:
        take_short_turns()
        self._thread.start()

    def cancel(self) -> None:
        """End after the step that is being made, or before it if it is not half done."""
        self._stop.set()
        steps = self._steps
        if steps is not None:
            steps.stop[0] = 1

    def join(self) -> None:
        self._thread.join()

    @property
    def cancelled(self) -> bool:
        return self._stop.is_set()

    # the thread

    def _work(self) -> None:
        try:
            trainer = self._begin()
            if trainer is not None:
                self._train(trainer)
        except Problem as problem:
            self.problem = problem
        except Exception as error:  # what the window can't say is in the log
            _log.exception("training failed")
            self.problem = error
        if self.trainer is not None and self.ready.is_set():
            self.latest = self._snapshot(self.trainer)
        self.ended = True

    def _begin(self) -> Trainer | None:
        executor = self.compiled.executor(self.base.spec.precision, self._stop.is_set)
        self.loaded = True
        if self.cancelled:
            return None
        plan, (train, held_out) = self.plan, self.samples
        trainer, base, first = self.trainer, self.base, self.first
        if trainer is None or trainer.executor != executor:
            trainer = Trainer(base, train, plan.rule, plan.batch, plan.seed, executor, held_out)
            base = trainer.workspace  # with the words of the samples
        if first is not None and first.parameters.size == trainer.size:
            trainer.resume(base, first.step, first.m, first.v)
        else:  # it begins anew, and so do the count of steps and the curves
            trainer.resume(base, 0)
            self.last -= first.step if first is not None else 0
            self.history, self.seconds = None, 0.0
        parts, self._groups = _parts(trainer)
        if self.history is None or self.history.parts != parts:
            self.history = History(parts)
        self.history.measure(tuple(held_out), tuple(train[:MEASURED]))
        self.trainer = trainer
        if not len(self.history.scores):
            self._measure(trainer)
        self.begun = self.latest = self._snapshot(trainer)
        self.ready.set()
        return trainer

    def _train(self, trainer: Trainer) -> None:
        assert self.history is not None
        history, measured = self.history, 0.0
        steps = self._steps = Steps(trainer, self._groups, len(history.parts))
        due = mark = rested = time.perf_counter()  # `rested`: when something was measured last
        marked, each = trainer.step, 0.0
        while trainer.step < self.last and not self.cancelled:
            plan = self.plan
            trainer.rule, trainer.batch = plan.rule, min(plan.batch, len(trainer.samples))
            before, first = time.perf_counter(), trainer.step
            losses, norms = steps.make(self._count(plan.speed, each))
            history.add(first + 1, losses, norms)
            now = time.perf_counter()
            self.seconds += now - before
            each = (now - before) / max(1, len(losses))
            if (now - rested) * SHARE > measured:
                self._measure(trainer)
                rested = time.perf_counter()
                measured = rested - now
            if self.wanted:
                self.wanted = False
                self.latest = self._snapshot(trainer)
            if now - mark > RATED:
                self.rate, mark, marked = (trainer.step - marked) / (now - mark), now, trainer.step
            if plan.speed != FULL:
                due = max(due + len(losses) / plan.speed, time.perf_counter() - LATE)
                self._stop.wait(max(0.0, due - time.perf_counter()))
        if not self.cancelled:
            self._measure(trainer)

    def _count(self, speed: int, each: float) -> int:
        """How many steps to make in one go: a few milliseconds of them, so that the window is not kept waiting."""
        assert self.trainer is not None
        left = self.last - self.trainer.step
        if speed != FULL or each <= 0.0:
            return 1
        return max(1, min(left, MOST, int(TOGETHER / each)))

    def _snapshot(self, trainer: Trainer) -> Snapshot:
        parameters = trainer.parameters()
        parameters.flags.writeable = False
        small = parameters.size <= LARGE
        m, v = (trainer.m.copy(), trainer.v.copy()) if small else (None, None)
        return Snapshot(trainer.step, self.seconds, parameters, m, v)

    def _measure(self, trainer: Trainer) -> None:
        """Loss and share of right tokens of what is held out."""
        assert self.history is not None
        rows = self.history.scores.rows()
        if len(rows) and rows[-1, 0] == trainer.step:
            return
        total, right, labels = 0.0, 0, 0
        for sample in trainer.held_out or trainer.samples[:MEASURED]:
            score = trainer.score((sample,))
            total, right, labels = total + score.loss * score.labels, right + score.right, labels + score.labels
            if self.cancelled:
                return
        if labels:
            self.history.scores.append(trainer.step, total / labels, right / labels)


def _parts(trainer: Trainer) -> tuple[tuple[str, ...], NDArray[np.int64]]:
    """The parts of a model that have parameters, in reading order, and for each of its parameters which part it is."""
    found: dict[str, int] = {}
    groups = np.zeros(trainer.size, np.int64)
    for name, start in trainer.offsets.items():
        part = name.split(".")[0]
        part = part if _LAYER.fullmatch(part) or part == "out" else "embed" if part in ("src", "tgt", "pos") else "norm"
        groups[start : start + trainer.workspace.arrays[name].size] = found.setdefault(part, len(found))
    return tuple(found), groups
