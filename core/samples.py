"""Samples: the tokens of one source–target pair, what of them is padding, and the numbers made from them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from .field import Lengths
from .problem import QT_TRANSLATE_NOOP, Problem
from .spec import ModelSpec

PAD, BOS, EOS = "PAD", "BOS", "EOS"
SPECIAL = (PAD, BOS, EOS)
MASK = "MASK"  # stands in a source where a word is asked for; a word of the vocabulary like any other
MOST_ROWS = 1024
MOST_SAMPLES = 256
FROM_TOKENS = ("ids", "valid", "labels", "label_counts")  # last names of leaves made from tokens
DERIVED = (*FROM_TOKENS, "keep")  # and of those drawn from the seed (core/dropping.py): none of them is stored

Vocab = Mapping[str, tuple[str, ...]]


class Sample(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One example: source and target tokens in order; `…_valid` is False where a token is padding.

    An empty validity means: what is called PAD is padding. A bare attention takes its queries from `source`
    and, with another source of keys and values, those from `target`. `answers` says of each source token which word
    an encoder-only model is asked for in that row, "" where none; empty means that nothing is asked.
    """

    source: tuple[str, ...] = ()
    target: tuple[str, ...] = ()
    source_valid: tuple[bool, ...] = ()
    target_valid: tuple[bool, ...] = ()
    answers: tuple[str, ...] = ()

    def tokens(self, side: str) -> tuple[str, ...]:
        """The tokens of "src", "tgt" or "kv"."""
        return self.source if side == "src" else self.target

    def valid(self, side: str) -> tuple[bool, ...]:
        """Which tokens of a side are not padding."""
        said = self.source_valid if side == "src" else self.target_valid
        return said or tuple(token != PAD for token in self.tokens(side))

    def labels(self, side: str = "tgt") -> tuple[tuple[str, bool], ...]:
        """The label of each row of a side, and whether it counts: of the target by the shift, of the source its answer.

        Target row i predicts token i+1; the last token that is not padding predicts EOS, unless it is EOS itself.
        """
        if side == "src":
            return self._asked()
        tokens, valid = self.target, self.valid("tgt")
        found = []
        for i, token in enumerate(tokens):
            follows = i + 1 < len(tokens) and valid[i + 1]
            ends = valid[i] and not follows and token != EOS
            label = tokens[i + 1] if valid[i] and follows else EOS if ends else PAD
            found.append((label, label != PAD))
        return tuple(found)

    def _asked(self) -> tuple[tuple[str, bool], ...]:
        answers = self.answers or ("",) * len(self.source)
        asked = ((answer, bool(answer) and valid) for answer, valid in zip(answers, self.valid("src"), strict=False))
        return tuple((answer if counts else PAD, counts) for answer, counts in asked)


def sides(spec: ModelSpec) -> tuple[str, ...]:
    """The sequences that a kind of model reads, "src" before "tgt"."""
    if spec.kind == "attention":
        return ("src", "tgt") if spec.other_source else ("src",)
    if spec.kind == "encoder":
        return ("src",)
    return ("tgt",) if spec.kind == "decoder_only" else ("src", "tgt")


def label_side(spec: ModelSpec) -> str:
    """The sequence whose rows are asked for a token: the target, or the source of an encoder-only model."""
    return "tgt" if spec.decodes else "src"


def asks(spec: ModelSpec, sample: Sample) -> bool:
    """Whether a sample has labels for a model of this kind: an encoder alone learns only what `answers` asks."""
    if not spec.head or spec.inputs != "tokens":
        return False
    return spec.decodes or (spec.kind == "encoder" and any(counts for _, counts in sample.labels("src")))


def main_side(spec: ModelSpec) -> str:
    """The sequence whose length is "the number of tokens": the source, or the target where there is no source."""
    return sides(spec)[0]


def check_samples(spec: ModelSpec, samples: tuple[Sample, ...], vocab: Vocab) -> None:
    """Refuse samples without tokens, too long ones, and tokens that are not in the vocabulary."""
    if not 1 <= len(samples) <= MOST_SAMPLES:
        raise Problem(
            QT_TRANSLATE_NOOP("core", "A model has 1 to {most} samples, found {found}."),
            most=MOST_SAMPLES,
            found=len(samples),
        )
    for sample in samples:
        for side in sides(spec):
            tokens = sample.tokens(side)
            check_rows(len(tokens))
            check_padding(sample, side)
            check_answers(sample)
            words = vocab_side(spec, side)
            if spec.inputs == "tokens" and words:
                ids = _ids(vocab.get(words, ()))
                missing = next((token for token in tokens if token not in ids), None)
                if missing is not None:
                    raise Problem(
                        QT_TRANSLATE_NOOP("core", "The token {token} is not in the vocabulary."), token=missing
                    )


def check_padding(sample: Sample, side: str) -> None:
    """Refuse a sample that says of fewer or more tokens than it has whether they are padding."""
    found, n = len(sample.valid(side)), len(sample.tokens(side))
    if found != n:
        raise Problem(
            QT_TRANSLATE_NOOP("core", "A sample says of {found} tokens whether they are padding, but has {n}."),
            found=found,
            n=n,
        )


def check_answers(sample: Sample) -> None:
    """Refuse a sample that says of fewer or more source tokens than it has which word is asked for."""
    if sample.answers and len(sample.answers) != len(sample.source):
        raise Problem(
            QT_TRANSLATE_NOOP("core", "A sample says of {found} source tokens which word is asked for, but has {n}."),
            found=len(sample.answers),
            n=len(sample.source),
        )


def check_rows(n: object) -> None:
    """Refuse a number of tokens that can't be."""
    if not isinstance(n, int) or isinstance(n, bool) or not 1 <= n <= MOST_ROWS:
        raise Problem(
            QT_TRANSLATE_NOOP(
                "core", "A sample can't have {found} tokens: allowed is a whole number from 1 to {most}."
            ),
            found=n,
            most=MOST_ROWS,
        )


def vocab_side(spec: ModelSpec, side: str) -> str:
    """Which vocabulary the tokens of a side belong to; empty where they are only names of rows."""
    if spec.inputs != "tokens" or (spec.kind == "attention" and not spec.project):
        return ""
    if spec.kind == "decoder" and side == "src":
        return ""
    return "tgt" if side == "tgt" else "src"


def complete_vocab(spec: ModelSpec, samples: tuple[Sample, ...], vocab: Vocab) -> dict[str, tuple[str, ...]]:
    """The vocabularies with every token of the samples in them; new tokens come last, known ones keep their ids."""
    grown = {side: dict.fromkeys(words) for side, words in vocab.items()}
    if spec.head:
        grown.setdefault(label_side(spec), dict.fromkeys(SPECIAL))
    for side in sides(spec):
        if words := vocab_side(spec, side):
            known = grown.setdefault(words, dict.fromkeys(SPECIAL))
            for sample in samples:
                check_padding(sample, side)
                check_answers(sample)
                known |= dict.fromkeys(sample.tokens(side))
                if side == label_side(spec) and asks(spec, sample):
                    known |= dict.fromkeys(label for label, _ in sample.labels(side))
    return {side: tuple(words) for side, words in grown.items()}


def lengths(spec: ModelSpec, sample: Sample, vocab: Vocab) -> Lengths:
    """What of a sample decides the shape of its graph."""
    used = sides(spec)
    return Lengths(
        src=len(sample.source) if "src" in used else 0,
        tgt=len(sample.target) if "tgt" in used else 0,
        src_pad="src" in used and not all(sample.valid("src")),
        tgt_pad="tgt" in used and not all(sample.valid("tgt")),
        src_vocab=len(vocab.get("src", ())),
        tgt_vocab=len(vocab.get("tgt", ())),
        asked="src" in used and not spec.decodes and asks(spec, sample),
    )


def derived(spec: ModelSpec, sample: Sample, vocab: Vocab, name: str) -> NDArray[Any]:
    """The values of a leaf that is made from tokens: ids, validity, labels. Equal ones are the same object."""
    side, _, last = name.partition(".")
    words = vocab.get("tgt" if side in ("tgt", "kv") else "src", ())
    if last == "ids":
        ids = _ids(words)
        return _column(tuple(ids[token] for token in sample.tokens(side)), spec.precision)
    if last == "valid":
        return _row(sample.valid(side), spec.precision)
    labels, ids = sample.labels(side), _ids(words)
    if last == "labels":
        return _column(tuple(ids.get(label, 0) for label, _ in labels), spec.precision)
    return _column(tuple(int(counts and label in ids) for label, counts in labels), spec.precision)


@lru_cache(maxsize=64)
def _ids(words: tuple[str, ...]) -> dict[str, int]:
    """The id of each word: a long vocabulary is not searched for every token."""
    return {word: k for k, word in enumerate(words)}


@lru_cache(maxsize=4096)
def _column(values: tuple[int, ...], precision: str) -> NDArray[Any]:
    return _locked(np.array(values, dtype=precision).reshape(-1, 1))


@lru_cache(maxsize=4096)
def _row(values: tuple[bool, ...], precision: str) -> NDArray[Any]:
    return _locked(np.array(values, dtype=precision).reshape(1, -1))


def _locked(array: NDArray[Any]) -> NDArray[Any]:
    array.flags.writeable = False
    return array


def frozen_vocab(vocab: Vocab) -> Vocab:
    """A vocabulary mapping that can't be changed; words in it are unique."""
    for side, words in vocab.items():
        if side not in ("src", "tgt"):
            raise Problem(
                QT_TRANSLATE_NOOP("core", "There is no vocabulary {side}: allowed are src and tgt."), side=side
            )
        if len(set(words)) != len(words):
            raise Problem(QT_TRANSLATE_NOOP("core", "The vocabulary {side} has a word twice."), side=side)
    return MappingProxyType({side: tuple(words) for side, words in vocab.items()})
