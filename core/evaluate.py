"""Evaluation: how well a model does on pairs that it was not trained on, and whether it reads the source.

Everything here is computed by the engine from the model's own numbers; pins and masks painted by hand belong to
what a person looks at, so that evaluation, as training, has none.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from .engine import Engine
from .generate import Generation, beginning, check_generates, only
from .needs import PAINTED
from .problem import QT_TRANSLATE_NOOP, Problem
from .samples import BOS, EOS, Sample
from .words import check_words
from .workspace import Workspace

# Words that a sentence needs whatever it says; every other label is a content word.
FUNCTION_WORDS = frozenset(("a", "an", "the", "will", ".", EOS))
MARGIN = 0.2  # by how much a model that doesn't see the source must do worse on content words


class Share(NamedTuple):
    """So many right of so many."""

    right: int
    of: int

    @property
    def rate(self) -> float:
        return self.right / self.of if self.of else 0.0


class Forced(NamedTuple):
    """Under teacher forcing: mean loss of a label, labels that are the likeliest token, and content words alone."""

    loss: float
    labels: Share
    content: Share

    @property
    def perplexity(self) -> float:
        return math.exp(min(self.loss, 700.0))


class Probe(NamedTuple):
    """The probability of some words after a source and the beginning of its target."""

    source: tuple[str, ...]
    begin: tuple[str, ...]
    p: dict[str, float]


class Question(NamedTuple):
    """Sources that differ in one word, a beginning that does not, and the word that follows each source."""

    sources: tuple[tuple[str, ...], ...]
    begin: tuple[str, ...]
    words: tuple[str, ...]

    def known(self, workspace: Workspace) -> bool:
        """Whether the model has all of these words."""
        source, target = (set(workspace.vocab.get(side, ())) for side in ("src", "tgt"))
        return source >= {word for each in self.sources for word in each} and target >= {*self.begin, *self.words}


HIM_OR_HER = Question(
    (tuple("我 昨天 给 了 他 一 本 书 。".split()), tuple("我 昨天 给 了 她 一 本 书 。".split())),
    (BOS, "I", "gave"),
    ("him", "her"),
)


def bare(workspace: Workspace) -> Workspace:
    """The model without pins and painted masks; Problem for one that predicts no token that follows."""
    check_generates(workspace)
    return _unpinned(workspace)


def _unpinned(workspace: Workspace) -> Workspace:
    workspace = workspace.with_spec(dropout_view=False)
    arrays = {name: array for name, array in workspace.arrays.items() if not PAINTED.fullmatch(name)}
    return Workspace(workspace.spec, workspace.samples, arrays, None, workspace.about, None, workspace.vocab)


def teacher_forced(workspace: Workspace, samples: Sequence[Sample]) -> Forced:
    """Every row of the samples' targets predicts the token that follows, whatever the model would have said.

    Problem for a word that the model doesn't have.
    """
    model = bare(workspace)
    return _scored(model.vocab["tgt"], samples, "tgt", (_over(model, sample) for sample in samples))


def filled(workspace: Workspace, samples: Sequence[Sample]) -> Forced:
    """How well an encoder alone says what stands under MASK: each sample's answers are its labels.

    Problem for another kind of model, and for a word that this one doesn't have.
    """
    check_fills(workspace)
    model = only(_unpinned(workspace), 0)
    words = model.vocab["src"]
    for sample in samples:
        check_words((*sample.source, *(answer for answer in sample.answers if answer)), words)
    return _scored(words, samples, "src", (model.with_samples((sample,)) for sample in samples))


def likeliest(workspace: Workspace, sample: Sample, most: int = 5) -> list[tuple[str, float]]:
    """The likeliest words in the first row that a sample asks an encoder alone for, with their probabilities."""
    check_fills(workspace)
    model = only(_unpinned(workspace), 0).with_samples((sample,))
    row = next(i for i, (_, asked) in enumerate(sample.labels("src")) if asked)
    p, words = Engine("numpy").run(model)["out.p"].values[row], model.vocab["src"]
    return [(words[k], float(p[k])) for k in np.argsort(-p, kind="stable")[:most]]


def check_fills(workspace: Workspace) -> None:
    """Refuse models that fill no hole, saying what is missing."""
    if workspace.spec.kind != "encoder":
        raise Problem(QT_TRANSLATE_NOOP("core", "Only an encoder-only model fills holes: it reads both sides of one."))
    if not workspace.spec.head or workspace.spec.inputs != "tokens":
        raise Problem(
            QT_TRANSLATE_NOOP("core", "This model fills no hole: that takes a vocabulary head, and tokens as inputs.")
        )


def _scored(words: Sequence[str], samples: Sequence[Sample], side: str, over: Iterable[Workspace]) -> Forced:
    """The score of the labels of a side, over the workspaces that hold the samples."""
    ids, engine = {word: k for k, word in enumerate(words)}, Engine("numpy")
    total, right, labels, content_right, content = 0.0, 0, 0, 0, 0
    for sample, model in zip(samples, over, strict=True):
        z = engine.run(model)["out.logits"].values.astype(np.float64)
        for row, (label, counts) in enumerate(sample.labels(side)):
            if not counts:
                continue
            k = ids[label]
            top = z[row].max()
            total += float(np.log(np.exp(z[row] - top).sum()) + top - z[row, k])
            hit = int(z[row].argmax()) == k
            right, labels = right + hit, labels + 1
            if label not in FUNCTION_WORDS:
                content_right, content = content_right + hit, content + 1
    return Forced(total / labels if labels else 0.0, Share(right, labels), Share(content_right, content))


def whole_sentences(workspace: Workspace, samples: Sequence[Sample]) -> Share:
    """Sources whose greedy translation, EOS included, is the target to the last token."""
    model, right = bare(workspace), 0
    for sample in samples:
        generation = Generation(model, 0, sample.source, limit=len(sample.target), cache=False)
        want = (*sample.target[1:], EOS)
        right += all(step.token == token for step, token in zip(generation, want, strict=False))
    return Share(right, len(samples))


def probes(workspace: Workspace, question: Question = HIM_OR_HER) -> list[Probe]:
    """The probabilities of the question's words after each of its sources."""
    model, engine = bare(workspace), Engine("numpy")
    words = model.vocab["tgt"]
    found = []
    for source in question.sources:
        p = engine.run(beginning(model, 0, source, question.begin))["out.p"].values[-1]
        found.append(Probe(source, question.begin, {word: float(p[words.index(word)]) for word in question.words}))
    return found


def without_source(workspace: Workspace) -> Workspace:
    """The same numbers with cross-attention switched off."""
    return workspace.with_spec(cross=False)


def check_target_only(workspace: Workspace, other: Workspace) -> None:
    """Refuse a model that is not the same one without its source: another spec, or other words."""
    if without_source(workspace).spec != other.spec or dict(workspace.vocab) != dict(other.vocab):
        raise Problem(
            QT_TRANSLATE_NOOP(
                "core",
                "The model to compare with must have the same fields and words, and cross-attention off.",
            )
        )


def _over(model: Workspace, sample: Sample) -> Workspace:
    return beginning(model, 0, sample.source if model.spec.encodes else None, sample.target)
