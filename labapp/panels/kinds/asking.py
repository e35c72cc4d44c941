"""What the three kinds of model are asked about one word of a sentence, and what each answers.

All are starting models of the lab, trained on the same corpus, each with an engine of its own; the document has no
part in it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.corpus import Pair, load_corpus, masked
from core.engine import Engine
from core.samples import BOS, MASK, SPECIAL
from core.trace import Trace
from core.workspace import Sample, Workspace
from labapp import models
from resources import path as resource

ENCODER, DECODER, BOTH = "cloze", "english", "translate"
NAMES = (ENCODER, DECODER, BOTH)
CORPUS = ("corpus", "zh-en.txt")
SHOWN = 5  # words that a model's answer lists
Bools = NDArray[np.bool_]


@dataclass(frozen=True)
class Reads:
    """What one attention lets its rows read, [queries, keys], and the tokens of its queries and of its keys."""

    at: str
    may: Bools
    queries: tuple[str, ...]
    keys: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Answer:
    """What one model makes of the question.

    `source` and `target` are the tokens that go in, `row` is the one that answers, `found` the likeliest words and
    their probabilities, `place` how many words are likelier than the corpus's own, `p` that one's probability.
    """

    model: str
    source: tuple[str, ...]
    target: tuple[str, ...]
    row: int
    reads: tuple[Reads, ...]
    found: tuple[tuple[str, float], ...]
    place: int
    p: float
    trace: Trace


@dataclass(frozen=True, eq=False)
class Kinds:
    """The three models, and pairs that none of them was trained on."""

    workspaces: dict[str, Workspace]
    pairs: tuple[Pair, ...]
    engines: dict[str, Engine]

    def knows(self, pair: Pair) -> bool:
        """Whether all three have every word of a pair."""
        english = set(pair.target)
        return (
            bool(english)
            and set(pair.source) <= set(self.workspaces[BOTH].vocab["src"])
            and english <= set(self.workspaces[BOTH].vocab["tgt"])
            and english <= set(self.workspaces[DECODER].vocab["tgt"])
            and english <= set(self.workspaces[ENCODER].vocab["src"])
        )

    def of(self, samples: tuple[Sample, ...], sample: int) -> Pair | None:
        """The pair of a document's sample, completed from the corpus where it has one side; None for a stranger."""
        one = samples[sample]
        words = tuple(answer or token for token, answer in zip(one.source, one.answers or one.source, strict=True))
        target = tuple(token for token in one.target if token not in SPECIAL)
        pair = Pair(tuple(token for token in one.source if token not in SPECIAL), target)
        if pair.source and self.knows(pair):
            return pair
        return next((each for each in self.pairs if each.target in (words, target)), None)

    def ask(self, pair: Pair, place: int) -> tuple[Answer, ...]:
        """Ask all three for word `place` of the target sentence."""
        word = pair.target[place]
        begun = (BOS, *pair.target[:place])
        return (
            self._answer(ENCODER, masked(pair.target, place), place, word),
            self._answer(DECODER, Sample((), begun), place, word),
            self._answer(BOTH, Sample(pair.source, begun), place, word),
        )

    def _answer(self, name: str, sample: Sample, row: int, word: str) -> Answer:
        trace = self.engines[name].run(self.workspaces[name].with_samples((sample,)))
        words = trace["out.p"].cols
        p = trace["out.p"].values[row].astype(np.float64)
        order = np.argsort(-p, kind="stable")
        k = words.index(word)
        return Answer(
            name,
            sample.source,
            sample.target,
            row,
            tuple(_reads(trace)),
            tuple((words[j], float(p[j])) for j in order[:SHOWN]),
            int((p > p[k]).sum()),
            float(p[k]),
            trace,
        )


def _reads(trace: Trace) -> list[Reads]:
    """The masks of the first layer of each stack: all layers of a stack have the same."""
    found = []
    for at in ("enc1.self", "dec1.self", "dec1.cross"):
        if f"{at}.mask" in trace:
            mask = trace[f"{at}.mask"]
            found.append(Reads(at, mask.values != 0, mask.rows, mask.cols))
    return found


def load() -> Kinds:
    """Read the three models and the corpus; Problem where a file is missing or damaged."""
    workspaces = {name: models.starting_model(name) for name in NAMES}
    pairs = load_corpus(resource(*CORPUS)).held_out
    return Kinds(workspaces, pairs, {name: Engine("numpy") for name in NAMES})


def is_hole(token: str) -> bool:
    """Whether a token stands for the word that is asked for."""
    return token == MASK
