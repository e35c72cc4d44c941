"""What counting reaches, against sums done by hand and against closed form."""

from __future__ import annotations

import math
from collections import Counter

import pytest

from core.baseline import ADDED, bigram, neighbours
from core.corpus import load_corpus
from core.problem import Problem
from resources import path as resource

TRAIN = [("a", "b", "a"), ("a", "b"), ("b",)]


def test_the_bigram_is_add_k_with_the_best_k() -> None:
    """BOS a ×2, BOS b; a b ×2, a EOS; b a, b EOS ×2: of V = 3 words that can be said (a, b, EOS)."""

    def loss(k: float) -> float:
        p = [(2 + k) / (3 + 3 * k), (1 + k) / (3 + 3 * k)]  # a after BOS, EOS after a
        return -sum(map(math.log, p)) / 2

    found = bigram(TRAIN, [("a",)])
    assert found.loss == pytest.approx(min(map(loss, ADDED)))
    assert (found.right, found.of) == (1, 2)  # a after BOS is the likeliest, EOS after a is not
    assert found.perplexity == pytest.approx(math.exp(found.loss))


def test_the_bigram_of_the_corpus_by_other_means() -> None:
    train, held_out = ([pair.target for pair in part] for part in load_corpus(resource("corpus", "zh-en.txt")))
    pairs, firsts = Counter[tuple[str, str]](), Counter[str]()
    for sentence in train:
        for pair in zip(("^", *sentence), (*sentence, "$"), strict=True):
            pairs[pair] += 1
            firsts[pair[0]] += 1
    said = len({word for sentence in train for word in sentence} | {"$"})
    asked = [pair for sentence in held_out for pair in zip(("^", *sentence), (*sentence, "$"), strict=True)]

    def loss(k: float) -> float:
        return -sum(math.log((pairs[pair] + k) / (firsts[pair[0]] + k * said)) for pair in asked) / len(asked)

    found = bigram(train, held_out)
    assert found.loss == pytest.approx(min(map(loss, ADDED)))
    assert found.of == len(asked)
    assert ADDED[0] < min(ADDED, key=loss) < ADDED[-1]  # the best one is not at the end of what is tried


def test_between_two_neighbours_stands_what_stood_there_most_often() -> None:
    train = [("x", "a", "y")] * 3 + [("x", "b", "y")] + [("z", "b", "w")] * 4
    found = neighbours(train, [("x", "a", "y")])
    assert (found.right, found.of) == (3, 3)
    # a stood there more often than b; before b mostly z, and after it mostly w.
    assert neighbours(train, [("x", "b", "y")]).right == 0
    # Never seen between these two: all that both neighbours know is b.
    assert neighbours([("x", "b", "y"), ("z", "b", "w")], [("x", "b", "w")]).right >= 1


def test_probabilities_of_all_words_sum_to_one() -> None:
    words = ("a", "b")
    p = [math.exp(-3 * neighbours(TRAIN, [("a", w, "a")]).loss) for w in words]
    assert all(0 < each < 1 for each in p)
    alone = [math.exp(-neighbours([("a",)] * 6 + [("b",)] * 2, [(w,)]).loss) for w in words]
    assert alone[0] == pytest.approx(0.75, abs=0.05)
    assert alone[1] == pytest.approx(0.25, abs=0.05)


@pytest.mark.parametrize("count", [bigram, neighbours])
def test_a_word_that_was_never_counted_is_named(count: object) -> None:
    with pytest.raises(Problem, match="The word zebra is in no training sentence"):
        count(TRAIN, [("zebra",)])  # type: ignore[operator]
