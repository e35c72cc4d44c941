"""What can be trained: models and samples that ask for tokens, and how well samples are predicted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .problem import QT_TRANSLATE_NOOP, Problem
from .samples import MASK, Sample, asks, check_answers, check_padding, check_rows, complete_vocab, sides
from .workspace import Workspace

KINDS = ("encoder_decoder", "decoder_only", "encoder")


class Score(NamedTuple):
    """How well samples are predicted under teacher forcing: mean loss of a label, and how many are the likeliest."""

    loss: float
    right: int
    labels: int

    @property
    def accuracy(self) -> float:
        return self.right / self.labels if self.labels else 0.0


def check_trainable(workspace: Workspace) -> None:
    """Refuse a model that has no loss over tokens, saying what it lacks."""
    spec = workspace.spec
    if not spec.head:
        raise Problem(QT_TRANSLATE_NOOP("core", "This model has no vocabulary head, so there is nothing to train on."))
    if spec.kind not in KINDS or spec.inputs != "tokens":
        raise Problem(
            QT_TRANSLATE_NOOP(
                "core",
                "Training needs labels: an encoder–decoder, a decoder-only or an encoder-only model that reads tokens.",
            )
        )


def with_words(workspace: Workspace, samples: Sequence[Sample]) -> Workspace:
    """The workspace with every token of the samples in its vocabularies; new words come last and are seeded."""
    words = complete_vocab(workspace.spec, tuple(samples), workspace.vocab)
    for side, all_of_side in words.items():
        if all_of_side != workspace.vocab.get(side, ()):
            workspace = workspace.with_vocab(side, all_of_side)
    return workspace


def check_sample(workspace: Workspace, sample: Sample) -> None:
    """Refuse a sample that is too long, padded where it may not be, or asks for nothing."""
    for side in sides(workspace.spec):
        check_rows(len(sample.tokens(side)))
        check_padding(sample, side)
    check_answers(sample)
    if not asks(workspace.spec, sample):
        raise Problem(
            QT_TRANSLATE_NOOP("core", "No word is asked for in “{sentence}”: put {mask} over one of its words."),
            sentence=" ".join(sample.source),
            mask=MASK,
        )
