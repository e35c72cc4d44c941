"""The session: what a person does with the free run, and how it follows the document."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from core.generate import LIMIT, Choice, check_generates
from core.moves import origins_of, with_tokens
from core.problem import QT_TRANSLATE_NOOP, Problem
from core.samples import MOST_ROWS

from ..document import Document
from ..predicted import Predicted
from ..selection import Selection
from ..text import act
from .free_run import FreeRun, chosen
from .said import ALL_SAID, ENDED, LOST_WORD, NO_CACHE, NOT_FINITE, OTHER_MODEL, OTHER_SAMPLE, STOPPED, dropped

BUDGET = 0.03  # seconds that following an edit may take at once; what is left comes by and by
PACE_MS = 110  # between two tokens while a person watches them come
Settle = Callable[[], bool]


class Generating(QObject):
    """`run` is the free run, None until someone asks for it; `free` is whether it stands in the document's place.

    The run is a function of the document (model, sample, source), of the way to choose, and of what a person chose:
    a token that a person chose stays at its place, every other one is chosen anew when anything changes, with the
    same random numbers. So 她 for 他 in the source is *her* for *him* here at once, equal seeds are equal texts, and
    undo brings the old text back. What a change makes impossible is said in `note`: another model ends the free run,
    another sample begins it anew, a word that is no more cuts it. `problem` says why the model generates nothing.

    The document is never changed, but by `take_as_target`, which is one undo step.
    """

    changed = Signal()

    def __init__(
        self,
        document: Document,
        selection: Selection,
        predicted: Predicted,
        settle: Settle,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._document, self._selection, self._predicted, self._settle = document, selection, predicted, settle
        self.run: FreeRun | None = None
        self.free = False
        self.choice = Choice()
        self.problem = self._check()
        self.note: Problem | None = None
        self._block: Problem | None = None  # why a token that was chosen can't come
        self._watchers: set[int] = set()
        self._forced: dict[int, str] = {}  # what a person chose, by step
        self._wanted = 0  # tokens, where nothing stops it before
        self._begun = 0  # tokens when a run to the end began
        self._running = False
        self._loads = document.loads
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(lambda: self._go_on(newest=self._running))
        document.changed.connect(self._follow_document)

    # reading

    @property
    def running(self) -> bool:
        """Whether tokens are coming by themselves."""
        return self._running

    @property
    def progress(self) -> tuple[int, int]:
        """Tokens that came in this run to the end, and how many it would be at most."""
        done = self.run.steps if self.run is not None else 0
        return done - self._begun, self._wanted - self._begun

    @property
    def row(self) -> int | None:
        """The row of the free run that is looked at; None while teacher forcing is."""
        return self._predicted.row if self.free else None

    @property
    def can_go(self) -> bool:
        """Whether there is a next token."""
        return bool(self.coming())

    @property
    def can_turn(self) -> bool:
        """Whether there is a token to take back."""
        return self.free and self.run is not None and self.run.steps > 0

    def coming(self) -> str:
        """The token that `next` appends; "" where there is none."""
        trace, row = self._predicted.trace, self._predicted.row
        if self.problem is not None or row is None:
            return ""
        if self.free and self.run is not None:
            return self.run.likely()
        return chosen(trace, row, self.choice)

    def why_stopped(self) -> Problem | None:
        """Why there is no next token, and the way on."""
        run, row = self.run, self._predicted.row
        if self.free and run is not None and run.stopped:
            return Problem(STOPPED[run.stopped], rows=len(run.tokens), most=MOST_ROWS)
        if self.problem is None and row is not None and not self.coming():
            return Problem(NOT_FINITE)
        return self._block if self.free else None

    def remark(self) -> Problem | None:
        """What a person should know about how it generates here."""
        if self.note is not None:
            return self.note
        return Problem(NO_CACHE) if self.run is not None and not self.run.cached else None

    def reasons(self) -> tuple[Problem, ...]:
        """All that is to be said beside the run: what has happened to it, why it generates nothing, why it stands."""
        found = (self.remark(), self.why_stopped()) if self.problem is None else (self.note or self.problem,)
        return tuple(one for one in (*found, dropped(self._document.trace)) if one is not None)

    # acts

    def watch(self, who: QObject, on: bool) -> None:
        """Someone looks at the free run from now on, or no more: until then edits are not followed."""
        before = bool(self._watchers)
        (self._watchers.add if on else self._watchers.discard)(id(who))
        if on and not before:
            self._catch_up()

    def set_free(self, free: bool) -> None:
        """Free running in the place of teacher forcing, or the document's own again.

        It begins with the row that is looked at, and takes up the run from before where that has begun like it.
        """
        if free == self.free or not self._settle():
            return
        if not free:
            self.cancel()
            self.free = False
            self._predicted.show(None)
            self.note = None
            self.changed.emit()
            return
        self.note = None
        self._begin()
        self._tell()

    def resume(self) -> None:
        """The free run in the document's place, as it stands."""
        if not self.free and self.run is not None and self._settle():
            self.free = True
            self._catch_up()
            self._tell()

    def next(self) -> None:
        """The newest row chooses its token."""
        if self._ready() and self.run is not None:
            self._cut(self.run.steps)
            self._plan(self.run.steps + 1)

    def choose(self, token: str) -> None:
        """This token after the row that is looked at, whatever came after it; a free run begins with it."""
        if self._predicted.row is not None:
            self.choose_at(self._predicted.row, token)

    def choose_at(self, row: int, token: str) -> None:
        """This token after a row of the free run."""
        if self._ready() and self.run is not None and 0 <= row <= self.run.steps:
            self._cut(row)
            self._forced[row] = token
            self._plan(row + 1)

    def back(self) -> None:
        """Take the newest token back."""
        if self._ready() and self.run is not None and self.run.steps:
            self._cut(self.run.steps - 1)
            self._tell()

    def reset(self) -> None:
        """Begin anew, with the first token alone."""
        if self._ready():
            self._cut(0)
            self._tell()

    def run_to_end(self) -> None:
        """Token after token, as they can be seen to come, until EOS, the limit, or `cancel`."""
        if self._ready() and self.run is not None and not self.run.stopped:
            self._cut(self.run.steps)
            self._begun, self._running = self.run.steps, True
            self._plan(self.run.steps + LIMIT)

    def cancel(self) -> None:
        """Stop where it is."""
        self._timer.stop()
        if self._running:
            self._running = False
            self._wanted = self.run.steps if self.run is not None else 0
            self.changed.emit()

    def look_at(self, row: int) -> None:
        """Look at a row of the free run."""
        if self.free and self.run is not None and 0 <= row < len(self.run.tokens):
            self._point(row)

    def set_choice(self, choice: Choice) -> None:
        """Another way to choose: every token that no person chose is chosen anew."""
        if choice != self.choice and self._settle():
            self.choice = choice
            self.note = None
            if self.run is not None:
                self._rebuild()
            self._tell(newest=False)

    def take_as_target(self) -> None:
        """The sentence becomes the document's target, in one undo step, and teacher forcing shows it."""
        if self.run is None or not self._settle():
            return
        document, sample, row = self._document, self._document.sample, self._predicted.row
        old, new = document.workspace.samples[sample].target, self.run.tokens
        self.set_free(False)
        if old != new:
            changed = with_tokens(document.workspace, "tgt", new, origins_of(old, new), sample=sample)
            document.do(changed, act(QT_TRANSLATE_NOOP("acts", "Take the generated sentence as the target")))
        if row is not None:
            self._selection.follow(("tgt", row))

    # inside

    def _check(self) -> Problem | None:
        try:
            check_generates(self._document.workspace)
        except Problem as problem:
            return problem
        return None

    def _ready(self) -> bool:
        """Settle, stop what is running, and be in free running; False where that can't be."""
        if not self._settle():
            return False
        self.cancel()
        self.note = None
        if not self.free:
            self._begin()
        return self.free

    def _begin(self) -> None:
        """Free running from the row that is looked at."""
        self.problem = self._check()
        row = self._predicted.row
        if self.problem is not None or row is None:
            return
        target = self._document.workspace.samples[self._document.sample].target[: row + 1]
        self._catch_up()
        if self.run is None or self.run.tokens[: row + 1] != target:
            self._forced = dict(enumerate(target[1:]))
            self._wanted = len(target) - 1
            self._rebuild(whole=True)
        self.free = self.run is not None

    def _cut(self, steps: int) -> None:
        """Take back, and forget of the plan, what came or would come after so many tokens."""
        assert self.run is not None
        self._forced = {step: token for step, token in self._forced.items() if step < steps}
        self._wanted = min(steps, self.run.steps)
        self._block = None
        self.run.cut(steps)

    def _plan(self, wanted: int) -> None:
        """Go on to so many tokens."""
        self._wanted = wanted
        self._go_on()
        if self._blocked() and self.run is not None:
            self._running, self._wanted = False, self.run.steps

    def _blocked(self) -> bool:
        return self._block is not None

    def _go_on(self, newest: bool = True) -> None:
        """The next tokens: one where a person watches them come, else as many as there is time for."""
        run = self.run
        if run is None:
            return
        going = not self._running or run.stopped or run.steps >= self._wanted or self._advance(run)
        if going:
            self._grow(run)
        if self._running and (not going or run.stopped or run.steps >= self._wanted):
            self._running = False
            self._timer.stop()
            if going and not run.stopped:
                self.note = Problem(ALL_SAID, count=run.steps - self._begun)
        self._tell(newest)

    def _advance(self, run: FreeRun) -> bool:
        """One token; where that can't be the rest of the plan waits until it can, and the reason is said."""
        token = self._forced.get(run.steps)
        known = run.generation.workspace.vocab["tgt"]
        try:
            if token is not None and token not in known:
                raise Problem(LOST_WORD, token=token)
            run.advance(token)
        except Problem as problem:
            self._block = problem
            return False
        return True

    def _rebuild(self, whole: bool = False) -> None:
        """Run anew what is planned: at once as far as there is time for (`whole`: all of it), then by and by."""
        self._timer.stop()
        self.run = None
        try:
            self.run = FreeRun(
                self._document.workspace, self._document.sample, self.choice, self._document.engine.executor
            )
        except Problem as problem:
            self._end(problem)
            return
        self._grow(self.run, whole)

    def _grow(self, run: FreeRun, whole: bool = False) -> None:
        """As many of the wanted tokens as there is time for (`whole`: all of them); the others come by and by."""
        until = time.perf_counter() + BUDGET
        self._block = None
        while run.steps < self._wanted and not run.stopped and not self._running:
            if not self._advance(run):
                return
            if not whole and time.perf_counter() > until:
                break
        if run.steps < self._wanted and not run.stopped and not self._timer.isActive():
            self._timer.start(PACE_MS if self._running else 0)

    def _end(self, reason: Problem) -> None:
        """No free run of this model."""
        self._timer.stop()
        self._running = False
        self.run = None
        if self.free:
            self.free = False
            self.note = Problem(ENDED, reason=reason)
            self._predicted.show(None)

    def _tell(self, newest: bool = True) -> None:
        """Show the run as it is, at its newest row."""
        if self.free and self.run is not None:
            if newest:
                self._point(len(self.run.tokens) - 1)
            self._predicted.show(self.run.trace)
        self.changed.emit()

    def _point(self, row: int) -> None:
        """Look at a row of the free run, the last one if the document has none; a word of the source stays followed."""
        followed = self._selection.row
        if followed is not None and followed[0] != "tgt":
            return self._predicted.look_at(row)
        there = row < len(self._document.workspace.samples[self._document.sample].target)
        return self._selection.follow(("tgt", row) if there else None)

    # the document

    def _follow_document(self, trace: object) -> None:
        document = self._document
        had, self.note = self.problem, self.note if document.lasting else None
        if document.loads != self._loads:
            self._loads = document.loads
            self._forced, self._wanted, self._running = {}, 0, False
            self._timer.stop()
            if self.free:
                self.free, self.note = False, Problem(OTHER_MODEL)
                self._predicted.show(None)
            self.run = None
        self.problem = self._check()
        if self.free or self._watchers:
            self._catch_up()
        if self.free or self._watchers or self.run is not None or had != self.problem:
            self.changed.emit()

    def _catch_up(self) -> None:
        """The run over the document as it is now."""
        document, run = self._document, self.run
        if run is not None and run.origin is document.workspace and run.sample == document.sample:
            return
        self.problem = self._check()
        if self.problem is not None:
            self._end(self.problem)
            return
        if run is not None and run.sample != document.sample:
            if self._forced:
                self.note = Problem(OTHER_SAMPLE)
                self._forced, self._wanted = {}, 0
            self._rebuild()
        elif run is None or not run.follow(document.workspace, document.sample, time.perf_counter() + BUDGET):
            self._rebuild()
        else:
            self._grow(run)
        if self.free and self.run is not None:
            self._predicted.show(self.run.trace)
