"""The nearest known name, for "Did you mean …?"."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.closest import closest

NODES = [
    "src.X",
    "X",
    "enc1.self.h1.WQ",
    "enc1.self.h1.A",
    "enc1.self.h2.WQ",
    "enc1.self.h2.A",
    "enc1.norm1",
    "enc1.U",
]
FIELDS = ["norm", "norm_place", "heads", "heads_off", "causal", "d_k", "d_v", "d_ff"]


@pytest.mark.parametrize(
    ("word", "known", "name"),
    [
        ("x", NODES, "X"),
        ("ENC1.SELF.H1.wq", NODES, "enc1.self.h1.WQ"),
        ("h2.WQ", NODES, "enc1.self.h2.WQ"),
        ("WQ", NODES, "enc1.self.h1.WQ"),
        ("u", NODES, "enc1.U"),
        ("enc1.norm2", NODES, "enc1.norm1"),
        ("enc0.self.h2.A", NODES, "enc1.self.h2.A"),
        ("enc1.self.h3.A", NODES, "enc1.self.h1.A"),
        ("norm-place", FIELDS, "norm_place"),
        (" Norm place ", FIELDS, "norm_place"),
        ("casual", FIELDS, "causal"),
        ("dff", FIELDS, "d_ff"),
        ("head", FIELDS, "heads"),
        ("dropout", FIELDS, None),
        ("?", NODES, None),
        ("", FIELDS, None),
        (" ", FIELDS, None),
        ("norm", [], None),
    ],
)
def test_what_was_probably_meant(word: str, known: list[str], name: str | None) -> None:
    assert closest(word, known) == name


@given(st.text(max_size=300), st.lists(st.text(max_size=20), max_size=8))
def test_the_answer_is_a_known_name_or_none(word: str, known: list[str]) -> None:
    assert closest(word, iter(known)) in [*known, None]


@given(st.sampled_from(FIELDS), st.sampled_from([str.upper, str.title, str.swapcase]))
def test_letters_of_another_case_are_no_obstacle(name: str, written: type[str]) -> None:
    assert closest(written(name), FIELDS) == name


def test_a_hostile_word_is_answered_too() -> None:
    assert closest("norm_place" * 100_000, FIELDS) is None
