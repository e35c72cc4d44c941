"""Generation: one token after the other, each from the row of the one before; with a KV cache, or all of it again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from .arrays import Array
from .continued import Continued, check_continues
from .cost import multiply_adds
from .engine import Engine
from .needs import PAINTED
from .problem import QT_TRANSLATE_NOOP, Problem
from .samples import BOS, EOS, MOST_ROWS, Sample, sides, vocab_side
from .trace import Trace
from .words import check_words, not_in
from .workspace import Workspace

LIMIT = 32  # new tokens, where nothing else is asked
AT_EOS, AT_LIMIT, AT_TABLE = "EOS", "limit", "positions"
HOTTEST = 100.0


@dataclass(frozen=True)
class Choice:
    """How the next token is chosen. Temperature 0 is greedy: the largest logit, the lowest id among equals.

    Else it is drawn from softmax(logits / temperature), of the `top_k` largest alone where that is not 0.
    """

    temperature: float = 0.0
    top_k: int = 0
    seed: int = 1

    def __post_init__(self) -> None:
        if not 0 <= self.temperature <= HOTTEST:
            raise Problem(
                QT_TRANSLATE_NOOP("core", "The temperature can't be {found}: allowed is a number from 0 to {most}."),
                found=self.temperature,
                most=f"{HOTTEST:g}",
            )
        if self.top_k < 0:
            raise Problem(
                QT_TRANSLATE_NOOP("core", "top-k can't be {found}: allowed is a whole number from 1, or 0 for all."),
                found=self.top_k,
            )
        if self.seed < 0:
            raise Problem(
                QT_TRANSLATE_NOOP("core", "The seed can't be {found}: allowed is a whole number from 0."),
                found=self.seed,
            )

    def shares(self, logits: Array) -> Array:
        """The probability [vocabulary] with which each token is drawn."""
        if not self.temperature:
            return np.asarray(np.arange(len(logits)) == np.argmax(logits), np.float64)
        with np.errstate(all="ignore"):
            e = np.exp((logits.astype(np.float64) - logits.max()) / self.temperature)
        if 0 < self.top_k < len(e):
            e[np.argsort(-logits, kind="stable")[self.top_k :]] = 0.0
        return np.asarray(e / e.sum())

    def pick(self, logits: Array, drawn: float) -> int:
        """The id that a random number `drawn` from [0, 1) picks; greedy ones need none."""
        if not self.temperature:
            return int(np.argmax(logits))
        bounds = np.cumsum(self.shares(logits))
        return int(np.searchsorted(bounds / bounds[-1], drawn, side="right"))

    def numbers(self, after: int = 0) -> np.random.Generator:
        """The random numbers of the draws, one a token: those that follow the first `after`."""
        random = np.random.default_rng(self.seed)
        random.random(after)
        return random


class Step(NamedTuple):
    """One token: the probability that the model gave it, the run it was chosen from, and what that run cost.

    The last row of `trace` chose it; `multiplications` are by part (core.cost.PARTS).
    """

    token: str
    probability: float
    trace: Trace
    multiplications: dict[str, int]


class Generation:
    """A target that grows. Iterating gives one Step after the other until EOS, the limit or the table of positions.

    `stopped` then says which: "EOS", "limit" or "positions". `workspace` is the model over the tokens so far, for one
    sample; another one with pins or other numbers counts from the next step on, and leaves the cache as it is.
    """

    def __init__(
        self,
        workspace: Workspace,
        sample: int = 0,
        source: Sequence[str] | None = None,
        begin: Sequence[str] = (BOS,),
        choice: Choice | None = None,
        limit: int = LIMIT,
        cache: bool = True,
        engine: Engine | None = None,
        bare: bool = False,
    ) -> None:
        check_generates(workspace)
        self.workspace, self._whole = _begun(workspace, sample, source, begin, bare)
        self._own = self.workspace
        if cache:
            check_continues(self.workspace)
        if limit < 1:
            raise Problem(
                QT_TRANSLATE_NOOP("core", "The limit can't be {found}: allowed is a whole number from 1."), found=limit
            )
        self.choice = choice or Choice()
        self.limit = limit
        self.cache = cache
        self.engine = engine or Engine("numpy")
        self.steps: list[Step] = []
        self._targets: list[tuple[str, ...]] = []  # as they were before each step
        self.stopped = ""
        self._random = self.choice.numbers()
        self._looked: tuple[Workspace, Trace, dict[str, int]] | None = None
        self.begun = len(self.tokens)  # BOS and what the target began with

    @property
    def tokens(self) -> tuple[str, ...]:
        """The target so far, BOS first; EOS, once it came, is in `steps` alone."""
        return self.workspace.samples[0].target

    def __iter__(self) -> Iterator[Step]:
        while not self.stopped:
            yield self.step()

    def step(self, token: str | None = None) -> Step:
        """Compute the next row and choose its token, or take `token` in its place (another choice, or a known target).

        Problem where generation has stopped, and for a token that is not in the vocabulary.
        """
        if self.stopped:
            raise Problem(QT_TRANSLATE_NOOP("core", "Generation has stopped: {reason}."), reason=self.stopped)
        words = self.workspace.vocab["tgt"]
        if token is not None and token not in words:
            raise not_in(token, words)
        trace, ran = self.look()
        logits, p = (trace[name].values[-1] for name in ("out.logits", "out.p"))
        if not np.isfinite(logits).all():
            raise Problem(
                QT_TRANSLATE_NOOP("core", "The logits of step {step} are not all finite numbers: nothing is chosen."),
                step=len(self.steps) + 1,
            )
        drawn = self._draw(logits)
        taken = words[drawn] if token is None else token
        made = Step(taken, float(p[words.index(taken)]), trace, ran)
        self.steps.append(made)
        self._targets.append(self.tokens)
        self._looked = None
        self._follow(taken)
        return made

    def look(self) -> tuple[Trace, dict[str, int]]:
        """The run that the next token is chosen from, before it is chosen, and its multiplications; computed once."""
        if self._looked is None or self._looked[0] is not self.workspace:
            self._looked = (self.workspace, *self._run())
        return self._looked[1:]

    def back(self) -> None:
        """Take the last token back, as if it had never been chosen. IndexError where there is none."""
        self.steps.pop()
        self.stopped, self._looked = "", None
        self._put(self._targets.pop())
        self._random = self.choice.numbers(len(self.steps))

    def refresh(self, workspace: Workspace, trace: Trace, whole: Workspace | None = None) -> None:
        """Go on with other numbers and the keys and values that they give, instead of those in the cache.

        `trace` is a run of `workspace`, which has as many tokens as there are now; where they are others, those were
        chosen. `whole` is what `workspace` is made of, where that is another. What the steps cost, and the traces of
        all but the last, stay as they are.
        """
        tokens, p, words = workspace.samples[0].target, trace["out.p"].values, workspace.vocab["tgt"]
        for k, step in enumerate(self.steps):
            row = self.begun - 1 + k
            token = tokens[row + 1] if row + 1 < len(tokens) else step.token
            self.steps[k] = step._replace(token=token, probability=float(p[row, words.index(token)]))
            self._targets[k] = tokens[: row + 1]
        if self.stopped:
            self.steps[-1] = self.steps[-1]._replace(trace=trace)
        else:
            self._looked = (workspace, trace, self.look()[1])
        if whole is not None or workspace is not self._own:
            self._whole = workspace if whole is None else whole
        self.workspace = self._own = workspace

    def _run(self) -> tuple[Trace, dict[str, int]]:
        """The trace of the rows that are not computed yet (without a cache: of all rows), and its multiplications."""
        workspace = self.workspace
        if self.cache and self.steps:  # every row but the newest is computed already
            workspace = Continued(self.workspace, len(self.tokens) - 1, self.steps[-1].trace)
        trace = self.engine.run(workspace)
        return trace, multiply_adds(trace.graph, self.engine.report.ran)

    def _draw(self, logits: Array) -> int:
        """The id of the next token. A draw uses up one random number, so equal seeds give equal texts."""
        if not self.choice.temperature:
            return int(np.argmax(logits))
        return self.choice.pick(logits, self._random.random())

    def _follow(self, token: str) -> None:
        """Let the target grow by the token, or stop."""
        if token == EOS:
            self.stopped = AT_EOS
        elif len(self.tokens) >= room(self.workspace):
            self.stopped = AT_TABLE if table(self.workspace) else AT_LIMIT
        elif len(self.steps) >= self.limit:
            self.stopped = AT_LIMIT
        if token != EOS:
            self._grow(token)

    def _grow(self, token: str) -> None:
        target = (*self.tokens, token)
        if len(target) <= room(self.workspace):
            self._put(target)

    def _put(self, target: tuple[str, ...]) -> None:
        """The model over other tokens: with what the sample has painted for as many rows as it has."""
        if self.workspace is not self._own:  # another one was put in its place
            self._whole = self.workspace
        self.workspace = self._own = over(self._whole, target)

    def trace(self) -> Trace:
        """The whole free run as one trace, a row for each token: what teacher forcing gives for the same tokens."""
        return self.engine.run(self.workspace)

    def multiplications(self) -> dict[str, int]:
        """Those of all steps together, by part."""
        return {
            part: sum(step.multiplications[part] for step in self.steps)
            for part in (self.steps[0].multiplications if self.steps else ())
        }


def forced(
    workspace: Workspace,
    target: Sequence[str],
    sample: int = 0,
    source: Sequence[str] | None = None,
    engine: Engine | None = None,
) -> Trace:
    """Teacher forcing: one run over a known target, in which every row sees what stands before it there.

    `target` is without BOS. Problem where it is empty, too long for the table of positions, or has an unknown token.
    """
    check_generates(workspace)
    if not target:
        raise Problem(QT_TRANSLATE_NOOP("core", "The target is empty: it needs at least one token."))
    return (engine or Engine("numpy")).run(beginning(workspace, sample, source, target))


def beginning(
    workspace: Workspace, sample: int, source: Sequence[str] | None, begin: Sequence[str], bare: bool = False
) -> Workspace:
    """The model over one sample: the source asked for, or the sample's own; BOS and the target's first tokens.

    `bare` puts no BOS before them.
    """
    return _begun(workspace, sample, source, begin, bare)[0]


def _begun(
    workspace: Workspace, sample: int, source: Sequence[str] | None, begin: Sequence[str], bare: bool
) -> tuple[Workspace, Workspace]:
    """The same, and the model over all of the sample's own target: a mask may be painted for rows that are to come."""
    if not begin:
        raise Problem(QT_TRANSLATE_NOOP("core", "The target is empty: it needs at least one token."))
    alone = only(workspace, sample)
    old = alone.samples[0]
    target = tuple(begin) if bare or begin[0] == BOS else (BOS, *begin)
    reads = "src" in sides(alone.spec) and alone.spec.kind != "decoder"
    if source is not None:
        if not reads:
            raise Problem(
                QT_TRANSLATE_NOOP("core", "A model of kind {kind} reads no source: leave it out."), kind=alone.spec.kind
            )
        if not source:
            raise Problem(QT_TRANSLATE_NOOP("core", "The source is empty: it needs at least one token."))
    for side, words in (("src", source or ()), ("tgt", target)):
        check_words(words, alone.vocab.get(vocab_side(alone.spec, side), ()))
    if source is not None:
        alone = alone.with_samples((Sample(tuple(source), old.target, (), old.target_valid),))
    return over(alone, target), alone


def over(workspace: Workspace, target: tuple[str, ...]) -> Workspace:
    """The workspace with another target, no token of which is padding, whatever it is called."""
    old = workspace.samples[0]
    return workspace.with_samples((Sample(old.source, target, old.source_valid, (True,) * len(target)),))


def only(workspace: Workspace, sample: int) -> Workspace:
    """The model with one of its samples, and that one's inputs, painted masks and pins; it never drops."""
    if not 0 <= sample < len(workspace.samples):
        raise Problem(
            QT_TRANSLATE_NOOP("core", "There is no sample {found}: the last one is {last}, counted from 0."),
            found=sample,
            last=len(workspace.samples) - 1,
        )
    workspace = workspace.with_spec(dropout_view=False)
    own, arrays = f"sample{sample}/", {}
    for name, array in workspace.arrays.items():
        if name.startswith(own):
            arrays["sample0/" + name.removeprefix(own)] = array
        elif not name.startswith("sample"):
            arrays[name] = array
    pins = {(0, name): pin for (b, name), pin in workspace.pins.items() if b == sample}
    dormant = {name: array for name, array in workspace.dormant.items() if not PAINTED.fullmatch(name)}
    samples = (workspace.samples[sample],)
    return Workspace(workspace.spec, samples, arrays, pins, workspace.about, dormant, workspace.vocab)


def table(workspace: Workspace) -> int:
    """How many target rows the table of positions has, 0 where no table limits them."""
    spec = workspace.spec
    if spec.pos == "learned":
        return spec.pos_length - spec.pos_offset
    return spec.pos_length if spec.pos == "rel_bias" else 0


def room(workspace: Workspace) -> int:
    """How many rows a target can have at most."""
    return min(MOST_ROWS, table(workspace) or MOST_ROWS)


def check_generates(workspace: Workspace) -> None:
    """Refuse models that don't give a next token, saying what is missing."""
    spec = workspace.spec
    if spec.kind == "attention":
        raise Problem(
            QT_TRANSLATE_NOOP("core", "An attention alone gives rows, no tokens: take a model with a decoder.")
        )
    if not spec.decodes:
        raise Problem(
            QT_TRANSLATE_NOOP(
                "core",
                "An encoder-only model reads all of its tokens at once and predicts none that follows:"
                " take a model with a decoder.",
            )
        )
    if not spec.head:
        raise Problem(QT_TRANSLATE_NOOP("core", "Without a vocabulary head there is no next token: switch head on."))
    if spec.inputs != "tokens":
        raise Problem(
            QT_TRANSLATE_NOOP(
                "core",
                "This model reads rows of numbers, so the token that it gives can't go in again: set inputs to tokens.",
            )
        )
