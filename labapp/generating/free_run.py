"""A free run over one workspace: its tokens, the row that chose each, the whole run as a trace, and what it cost."""

from __future__ import annotations

import time
from typing import NamedTuple

import numpy as np

from core.cost import PARTS, multiply_adds
from core.engine import Engine
from core.generate import Choice, Generation, only, over
from core.graph import LEAF
from core.samples import EOS, MOST_ROWS
from core.trace import Trace
from core.workspace import Workspace

from .kept import Kept, kept

Counts = dict[str, int]


class Cost(NamedTuple):
    """Multiplications by part of one row's run, and of the run over all rows so far that does without the cache."""

    kept: Counts
    all_again: Counts


class FreeRun:
    """Rows are numbered from 0, the first token's. Row i chose `chosen[i]`; the newest row has not chosen yet, unless
    the run has `stopped` ("EOS", "limit" or "positions").

    `trace` is the whole run, a row for each of `tokens`. Two engines compute it: that of the generation, which reuses
    keys and values where the mask is causal, and one for all rows at once, whose trace is shown.
    """

    def __init__(self, workspace: Workspace, sample: int, choice: Choice, executor: str = "auto") -> None:
        self.origin, self.sample = workspace, sample
        first = workspace.samples[sample].target[:1]
        self.cached = workspace.spec.causal
        self.generation = Generation(
            workspace, sample, None, first, choice, MOST_ROWS, self.cached, Engine(executor), bare=True
        )
        self._engine = Engine(executor)
        self.forced: list[bool] = []  # whether a person chose the token of a step
        self.costs: list[Cost] = []
        self.kept: list[tuple[Kept, ...]] = []  # of each row's step, by layer
        self.trace = self._look()

    @property
    def tokens(self) -> tuple[str, ...]:
        """The target so far, a token for each row."""
        return self.generation.tokens

    @property
    def chosen(self) -> tuple[str, ...]:
        """The token that each row chose; the last may be EOS, or one for which there is no row."""
        return tuple(step.token for step in self.generation.steps)

    @property
    def steps(self) -> int:
        return len(self.forced)

    @property
    def stopped(self) -> str:
        return self.generation.stopped

    @property
    def choice(self) -> Choice:
        return self.generation.choice

    def likely(self) -> str:
        """The token that the newest row chooses by itself; "" where it has chosen, or its logits are no numbers."""
        return "" if self.stopped else chosen(self.trace, self.steps, self.choice)

    def probability(self, row: int) -> float:
        """What the model gives the token that a row chose."""
        return float(self.trace["out.p"].values[row, self._id(self.chosen[row])])

    def last_step(self) -> Trace:
        """The run that the newest row chooses from: its own, or after an edit that of all rows."""
        return self.generation.steps[-1].trace if self.stopped else self.generation.look()[0]

    # growing and shrinking

    def advance(self, token: str | None = None) -> None:
        """The newest row chooses its token, or takes `token`; then the row of that token is computed.

        Problem for a token that is not in the vocabulary, for logits that are no numbers, and where it has stopped.
        """
        self.generation.step(token)
        self.forced.append(token is not None)
        if not self.stopped:
            self.trace = self._look()

    def cut(self, steps: int) -> None:
        """Take tokens back until so many are chosen."""
        if steps < self.steps:
            self._cut(steps)

    def follow(self, workspace: Workspace, sample: int, until: float) -> bool:
        """Take over other numbers of the same model and choose anew what no person chose; False where it is another.

        All rows are run at once and each is asked again, which is right where no row reads a later one. Where one
        chooses otherwise its token is put in and all rows are run again, so that it costs a run for each token that is
        another, and no new plan. What ends earlier or later now, or takes longer than the clock says `until`, is cut
        there, to go on from.
        """
        alone = only(workspace, sample)
        mine = self.generation.workspace
        same = (alone.spec, dict(alone.vocab)) == (mine.spec, dict(mine.vocab))
        old, new = mine.samples[0], alone.samples[0]
        same = same and len(old.source) == len(new.source) and old.valid("src") == new.valid("src")
        if not (same and self.cached and new.target[:1] == old.target[:1]):
            return False
        self.origin, self.sample = workspace, sample
        tokens, words = list(self.tokens), alone.vocab["tgt"]
        row = 0
        while True:
            grown = over(alone, tuple(tokens))
            self.trace = self._engine.run(grown)
            logits = self.trace["out.logits"].values
            token = ""
            while row < self.steps:
                token = tokens[row + 1] if row + 1 < len(tokens) else self.chosen[row]
                if not np.isfinite(logits[row]).all():
                    token = ""
                    break
                found = token if self.forced[row] else words[_drawn(logits[row], row, self.choice)]
                if found != token:
                    token = found
                    break
                row += 1
            if row >= self.steps or token in ("", EOS) or row + 1 >= len(tokens) or time.perf_counter() > until:
                break
            tokens[row + 1] = token
            row += 1
        self.generation.refresh(grown, self.trace, alone)
        if row < self.steps:
            self._cut(row)
        return True

    def _cut(self, steps: int) -> None:
        while self.steps > max(0, steps):
            self.generation.back()
            self.forced.pop()
        del self.costs[self.steps + 1 :], self.kept[self.steps + 1 :]
        grown = self.generation.workspace
        self.trace = self._engine.run(grown)
        if self.cached:
            self.generation.refresh(grown, self.trace)

    def _id(self, token: str) -> int:
        return self.generation.workspace.vocab["tgt"].index(token)

    def _look(self) -> Trace:
        """Compute the newest row with what is kept, and all rows without it; both are counted as they were run."""
        step, ran = self.generation.look()
        self.kept.append(kept(step))
        trace = self._engine.run(self.generation.workspace)
        computed = [node for node in trace.graph.nodes if node.op != LEAF]
        self.costs.append(Cost(ran, multiply_adds(trace.graph, computed)))
        return trace

    # costs

    def so_far(self) -> Cost:
        """All rows' costs together."""
        return Cost(
            {part: sum(cost.kept[part] for cost in self.costs) for part in PARTS},
            {part: sum(cost.all_again[part] for cost in self.costs) for part in PARTS},
        )


def chosen(trace: Trace, row: int, choice: Choice) -> str:
    """The token that a row chooses by itself; "" where its logits are not all finite numbers."""
    logits = trace["out.logits"].values[row]
    if not np.isfinite(logits).all():
        return ""
    return trace.workspace.vocab["tgt" if trace.spec.decodes else "src"][_drawn(logits, row, choice)]


def _drawn(logits: np.ndarray, step: int, choice: Choice) -> int:
    """Row i chooses with the random number i of the seed, whatever was chosen before."""
    drawn = float(choice.numbers(step).random()) if choice.temperature else 0.0
    return choice.pick(logits, drawn)
