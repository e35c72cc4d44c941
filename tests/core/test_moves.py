"""Tokens and samples that move take their rows, masks and pins with them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.engine import Engine
from core.moves import NEW, origins_of, unused, with_order, with_tokens, without_unused
from core.problem import Problem
from core.spec import ModelSpec
from core.workspace import Sample, Workspace, same_bits

THREE = Sample(("我", "给", "书"))
PAIR = Sample(("a", "b"), ("x", "y", "z"))


@pytest.fixture
def block() -> Workspace:
    return Workspace.new(ModelSpec(), (THREE,), {"sample0/src.X": np.arange(12.0).reshape(3, 4)})


@pytest.fixture
def both() -> Workspace:
    spec = ModelSpec(kind="encoder_decoder", dec_layers=1, inputs="tokens", head=True, causal=True)
    return Workspace.new(spec, (PAIR, Sample(("b",), ("y",))))


def rows(workspace: Workspace, name: str = "sample0/src.X") -> list[list[float]]:
    return [[float(x) for x in row] for row in workspace.arrays[name]]


def test_a_moved_token_takes_its_row_with_it(block: Workspace) -> None:
    moved = with_tokens(block, "src", ("书", "我", "给"), (2, 0, 1))
    assert moved.samples[0].source == ("书", "我", "给")
    assert rows(moved) == [[8, 9, 10, 11], [0, 1, 2, 3], [4, 5, 6, 7]]
    assert all(moved.arrays[name] is block.arrays[name] for name in block.arrays if name != "sample0/src.X")


def test_without_positions_moving_tokens_only_moves_the_rows_of_the_result(block: Workspace) -> None:
    order = (2, 0, 1)
    moved = with_tokens(block, "src", ("书", "我", "给"), order)
    was, now = (Engine("numpy").run(workspace)["enc1.Z"].values for workspace in (block, moved))
    np.testing.assert_allclose(now, was[list(order)], rtol=1e-12, atol=1e-14)


def test_two_tokens_of_one_name_change_places(block: Workspace) -> None:
    same = with_tokens(block, "src", ("t", "t", "书"), (0, 1, 2))
    assert rows(with_tokens(same, "src", ("t", "t", "书"), (1, 0, 2)))[:2] == [[4, 5, 6, 7], [0, 1, 2, 3]]


def test_a_removed_token_takes_its_row_away_and_a_new_one_brings_one_that_was_not_there() -> None:
    seeded = Workspace.new(ModelSpec(), (THREE,))
    was = rows(seeded)
    shorter = with_tokens(seeded, "src", ("给", "书"), (1, 2))
    assert rows(shorter) == was[1:]
    longer = with_tokens(shorter, "src", ("给", "新", "书"), (0, NEW, 1))
    assert rows(longer)[0::2] == was[1:]
    assert rows(longer)[1] not in was[1:]
    ended = with_tokens(seeded, "src", ("我", "给", "书", "新"), (0, 1, 2, NEW))
    assert rows(ended) == rows(seeded.with_rows(4)), "at the end a row is what it always is"


@settings(max_examples=40)
@given(st.permutations(range(3)))
def test_every_move_has_a_way_back(order: list[int]) -> None:
    block = Workspace.new(ModelSpec(), (THREE,)).with_custom_mask("enc1.self", np.tri(3)).with_pin("enc1.U", 1, 2, 9.0)
    there = with_tokens(block, "src", tuple(THREE.source[o] for o in order), order)
    back = with_tokens(there, "src", THREE.source, [order.index(i) for i in range(3)])
    assert back.samples == block.samples
    assert all(same_bits(back.arrays[name], array) for name, array in block.arrays.items())
    pin, was = back.pins[0, "enc1.norm1"], block.pins[0, "enc1.norm1"]
    assert same_bits(pin.values, was.values)
    assert same_bits(pin.where, was.where)


def test_masks_and_pins_go_with_their_tokens(block: Workspace) -> None:
    mask = np.ones((3, 3))
    mask[0, 2] = 0
    held = block.with_custom_mask("enc1.self", mask).with_pin("enc1.self.h1.A", 1, 2, 0.9)
    moved = with_tokens(held, "src", ("书", "我", "给"), (2, 0, 1))
    painted = moved.arrays["sample0/enc1.self.mask.custom"]
    assert np.argwhere(painted == 0).tolist() == [[1, 0]]
    pin = moved.pins[0, "enc1.self.h1.A"]
    assert np.argwhere(pin.where).tolist() == [[2, 0]]
    assert pin.values[2, 0] == 0.9
    grown = with_tokens(held, "src", ("新", *THREE.source), (NEW, 0, 1, 2))
    assert np.argwhere(grown.arrays["sample0/enc1.self.mask.custom"] == 0).tolist() == [[1, 3]]
    assert np.argwhere(grown.pins[0, "enc1.self.h1.A"].where).tolist() == [[2, 3]]
    assert (0, "enc1.self.h1.A") not in with_tokens(held, "src", ("我", "书"), (0, 2)).pins


def test_embedding_rows_follow_their_word(both: Workspace) -> None:
    was = both.arrays["src.embed"]
    words = both.vocab["src"]
    changed = with_tokens(both, "src", ("b", "new", "a"), (1, NEW, 0))
    assert changed.vocab["src"] == (*words, "new")
    assert same_bits(changed.arrays["src.embed"][: len(words)], was)


def test_keys_of_another_source_move_on_their_own() -> None:
    spec = ModelSpec(kind="attention", project=False, other_source=True)
    attention = Workspace.new(spec, (PAIR,))
    moved = with_tokens(attention, "tgt", ("z", "x", "y"), (2, 0, 1))
    for letter in "KV":
        was = attention.arrays[f"sample0/att.h1.{letter}"]
        assert same_bits(moved.arrays[f"sample0/att.h1.{letter}"], was[[2, 0, 1]])
    assert moved.arrays["sample0/att.h1.Q"] is attention.arrays["sample0/att.h1.Q"]


def test_rows_that_sleep_move_too(block: Workspace) -> None:
    reading = block.with_spec(inputs="tokens")
    moved = with_tokens(reading, "src", ("书", "我", "给"), (2, 0, 1))
    assert rows(moved.with_spec(inputs="rows"))[0] == [8, 9, 10, 11]


def test_padding_stays_with_its_token_and_a_name_says_it_only_where_nothing_else_was_said(block: Workspace) -> None:
    padded = with_tokens(block, "src", THREE.source, (0, 1, 2), (True, True, False))
    assert padded.samples[0].valid("src") == (True, True, False)
    moved = with_tokens(padded, "src", ("书", "我", "给"), (2, 0, 1))
    assert moved.samples[0].valid("src") == (False, True, True)
    named = with_tokens(block, "src", ("我", "PAD", "书"), (0, 1, 2))
    assert named.samples[0].valid("src") == (True, False, True)
    assert named.samples[0].source_valid == (), "nothing is said that the names don't say"
    assert with_tokens(named, "src", THREE.source, (0, 1, 2)).samples[0].valid("src") == (True, True, True)


@pytest.mark.parametrize(
    ("side", "tokens", "sentence"),
    [
        ("tgt", ("我",), "no tokens tgt: allowed is src"),
        ("src", (), "can't have 0 tokens: allowed is a whole number from 1 to 1024"),
        ("src", ("t",) * 1025, "can't have 1025 tokens"),
    ],
)
def test_refusals(block: Workspace, side: str, tokens: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(Problem, match=sentence):
        with_tokens(block, side, tokens, (NEW,) * len(tokens))


def test_a_copy_of_a_sample_is_whole_and_a_removed_one_takes_everything_away(block: Workspace) -> None:
    two = block.with_samples((THREE, Sample(("q",)))).with_pin("enc1.U", 0, 0, 5.0, 1)
    two = two.with_custom_mask("enc1.self", np.tri(3), 0)
    copied = with_order(two, (0, 1, 1))
    assert copied.samples == (THREE, Sample(("q",)), Sample(("q",)))
    assert copied.arrays["sample2/src.X"] is two.arrays["sample1/src.X"]
    assert {b for b, _ in copied.pins} == {1, 2}
    rest = with_order(two, (1,))
    assert rest.samples == (Sample(("q",)),)
    assert rest.arrays["sample0/src.X"] is two.arrays["sample1/src.X"]
    assert [*rest.pins] == [(0, "enc1.norm1")]
    assert not any(name.startswith(("sample1/", "sample0/enc1")) for name in (*rest.arrays, *rest.dormant))
    assert with_order(two, (0, 1)) is two
    with pytest.raises(Problem, match="a model has at least one"):
        with_order(two, ())


def test_words_that_nobody_says_can_go(both: Workspace) -> None:
    renamed = with_tokens(both, "src", ("a", "c"), (0, 1))
    assert unused(renamed) == {"src": frozenset(), "tgt": frozenset()}, "the second sample still says b"
    alone = with_order(renamed, (0,))
    assert unused(alone)["src"] == {"b"}
    tidy = without_unused(alone)
    assert tidy.vocab["src"] == ("PAD", "BOS", "EOS", "a", "c")
    kept = [both.vocab["src"].index(word) for word in ("PAD", "BOS", "EOS", "a")]
    assert same_bits(tidy.arrays["src.embed"][:4], both.arrays["src.embed"][kept])


@pytest.mark.parametrize(
    ("old", "new", "origins"),
    [
        ("abc", "abc", [0, 1, 2]),
        ("abc", "axbc", [0, NEW, 1, 2]),
        ("abc", "cab", [2, 0, 1]),
        ("aab", "baa", [2, 0, 1]),
        ("ab", "aab", [NEW, 0, 1]),
        ("ab", "xy", [NEW, NEW]),
    ],
)
def test_a_sentence_keeps_the_rows_of_the_tokens_it_keeps(old: str, new: str, origins: list[int]) -> None:
    found = origins_of(tuple(old), tuple(new))
    assert [old[o] if o != NEW else None for o in found] == [old[o] if o != NEW else None for o in origins]
    assert sorted(found) == sorted(origins)
