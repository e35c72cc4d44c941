"""Baselines: what counting neighbours in the training sentences can do, to hold trained models against.

Both are given an advantage: of each constant the value is taken that does best on the very sentences that are scored.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from .arrays import Array
from .problem import QT_TRANSLATE_NOOP, Problem
from .samples import BOS, EOS

Sentence = Sequence[str]
ADDED = tuple(float(k) for k in np.geomspace(1e-3, 10.0, 81))  # what is added to every count of the bigram
BELIEF = tuple(float(k) for k in np.geomspace(1e-2, 100.0, 17))  # of the back-off, in sightings of both neighbours
SMOOTHING = tuple(float(a) for a in np.geomspace(1e-3, 1.0, 7))  # what the back-off adds to its own counts


class Counted(NamedTuple):
    """What counting reaches on some sentences: the mean loss of a word, and how many of so many it guesses."""

    loss: float
    right: int
    of: int

    @property
    def perplexity(self) -> float:
        return math.exp(self.loss)


def bigram(train: Sequence[Sentence], held_out: Sequence[Sentence]) -> Counted:
    """P(w | v) = (c(v, w) + k) / (c(v) + k·V) with the k that is best on the held-out; EOS is a word to be said, too.

    Sentences are without BOS and EOS. V counts the words of the training and EOS. Problem for a word without count.
    """
    words = _words(train)
    follows = np.zeros((len(words), len(words)))
    for v, w in _pairs(train, words):
        follows[v, w] += 1
    v, w = np.array(list(_pairs(held_out, words))).T
    size = len(words) - 1  # BOS is never said
    counts, totals = follows[v, w], follows[v].sum(axis=1)
    loss = min(-float(np.log((counts + k) / (totals + k * size)).mean()) for k in ADDED)
    return Counted(loss, int((follows[v].argmax(axis=1) == w).sum()), len(w))


def neighbours(train: Sequence[Sentence], held_out: Sequence[Sentence]) -> Counted:
    """The word between two others: P(w | l, r) = (c(l, w, r) + k·q(w)) / (c(l, r) + k), where q backs off.

    q(w) ∝ P(w | l) P(w | r) / P(w), each from counts of pairs with a added; BOS and EOS are neighbours, too. Of k and a
    those are taken that are best on the held-out, for the loss and for the guesses separately. Guessed is every word.
    """
    words = _words(train)
    n = len(words)
    follows, between = np.zeros((n, n)), np.zeros((n, n, n), np.float32)
    for v, w in _pairs(train, words):
        follows[v, w] += 1
    for before, w, after in _triples(train, words):
        between[before, after, w] += 1
    before, w, after = np.array(list(_triples(held_out, words))).T
    rows, seen = np.arange(len(w)), between[before, after].astype(np.float64)
    sayable = np.array([word not in (BOS, EOS) for word in words])
    losses, right = [], []
    for a in SMOOTHING:
        q = _backed_off(follows + a, sayable)[before, after]
        for k in BELIEF:
            p = (seen + k * q) / (seen.sum(axis=1, keepdims=True) + k)
            losses.append(-float(np.log(p[rows, w]).mean()))
            right.append(int((p.argmax(axis=1) == w).sum()))
    return Counted(min(losses), max(right), len(w))


def _backed_off(follows: Array, sayable: Array) -> Array:
    """q(w) as [left, right, word], from counts [first, second] of pairs."""
    after_left = follows / follows.sum(axis=1, keepdims=True)
    before_right = (follows / follows.sum(axis=0, keepdims=True)).T
    alone = follows.sum(axis=0) / follows.sum()
    q = np.where(sayable, after_left[:, None, :] * before_right[None, :, :] / alone, 0.0)
    return np.asarray(q / q.sum(axis=2, keepdims=True))


def _words(train: Sequence[Sentence]) -> dict[str, int]:
    return {w: k for k, w in enumerate(dict.fromkeys((BOS, EOS, *(w for sentence in train for w in sentence))))}


def _ids(sentence: Sentence, words: dict[str, int]) -> list[int]:
    missing = next((word for word in sentence if word not in words), None)
    if missing is not None:
        raise Problem(
            QT_TRANSLATE_NOOP("core", "The word {word} is in no training sentence: counting says nothing about it."),
            word=missing,
        )
    return [words[word] for word in (BOS, *sentence, EOS)]


def _pairs(sentences: Sequence[Sentence], words: dict[str, int]) -> Iterator[tuple[int, int]]:
    for sentence in sentences:
        ids = _ids(sentence, words)
        yield from zip(ids, ids[1:], strict=False)


def _triples(sentences: Sequence[Sentence], words: dict[str, int]) -> Iterator[tuple[int, int, int]]:
    for sentence in sentences:
        ids = _ids(sentence, words)
        yield from zip(ids, ids[1:], ids[2:], strict=False)
