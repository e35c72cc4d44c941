"""Changing tokens, vocabularies, samples and tables: what was entered stays with the thing it belongs to."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from core.arrays import fresh
from core.engine import Engine
from core.needs import needs
from core.problem import Problem
from core.samples import SPECIAL
from core.spec import ModelSpec
from core.trace import Trace
from core.workspace import Sample, Workspace
from tests.core.specs import CHOICES, SAMPLES

Array = NDArray[Any]
PAIR = Sample(("a", "b", "c"), ("BOS", "x", "y"))


def translator(*samples: Sample, **fields: Any) -> Workspace:
    spec = ModelSpec(**{"kind": "encoder_decoder", "inputs": "tokens", "head": True, "causal": True, **fields})
    return Workspace.new(spec, samples or (PAIR,))


def run(workspace: Workspace, sample: int = 0) -> Trace:
    return Engine("numpy").run(workspace, sample)


def row_of(workspace: Workspace, side: str, word: str) -> Array:
    return workspace.arrays[f"{side}.embed"][workspace.vocab[side].index(word)]


# vocabularies


def test_a_new_vocabulary_holds_the_special_words_then_the_tokens_as_they_come() -> None:
    workspace = translator()
    assert workspace.vocab["src"] == (*SPECIAL, "a", "b", "c")
    assert workspace.vocab["tgt"] == (*SPECIAL, "x", "y")
    trace = run(workspace)
    assert trace["src.ids"].values[:, 0].tolist() == [3, 4, 5]
    assert trace["src.embed"].rows == workspace.vocab["src"]
    assert trace["out.logits"].cols == workspace.vocab["tgt"]
    assert (trace["src.E"].values == trace["src.embed"].values[3:6]).all()


def test_new_tokens_join_last_and_known_ones_keep_ids_and_rows() -> None:
    start = translator().with_cell("src.embed", 4, 1, 77.0)
    grown = start.with_samples((Sample(("b", "d", "a"), ("BOS", "z")),))
    assert grown.vocab["src"] == (*start.vocab["src"], "d")
    assert grown.vocab["tgt"] == (*start.vocab["tgt"], "z")
    assert row_of(grown, "src", "b")[1] == 77.0
    assert run(grown)["src.E"].values[0, 1] == 77.0
    for name in ("src.embed", "out.W"):
        old = start.arrays[name]
        assert (grown.arrays[name][: len(old), : old.shape[1]] == old).all()


def test_rows_and_columns_follow_their_words_into_another_vocabulary() -> None:
    start = (
        translator().with_cell("tgt.embed", 3, 0, 41.0).with_cell("out.W", 2, 4, 42.0).with_cell("out.b", 0, 4, 43.0)
    )
    other = start.with_vocab("tgt", ("y", "new", "PAD", "x", "EOS", "BOS"))
    assert other.vocab["tgt"] == ("y", "new", "PAD", "x", "EOS", "BOS")
    assert row_of(other, "tgt", "x")[0] == 41.0
    assert other.arrays["out.W"][2, 0] == 42.0, "the column of y"
    assert other.arrays["out.b"][0].tolist() == [43.0, 0, 0, 0, 0, 0]
    for word in ("y", "PAD", "x", "EOS", "BOS"):
        assert (row_of(other, "tgt", word) == row_of(start, "tgt", word)).all()
    seeded = fresh(other.spec, "tgt.embed", other.arrays["tgt.embed"].shape)
    assert (row_of(other, "tgt", "new") == seeded[1]).all(), "a new word's row is the seeded one"
    before, after = run(start), run(other)
    order = [other.vocab["tgt"].index(word) for word in start.vocab["tgt"]]
    np.testing.assert_allclose(after["out.logits"].values[:, order], before["out.logits"].values, atol=1e-14)


def test_the_source_s_words_move_no_column_of_the_head() -> None:
    start = translator()
    other = start.with_vocab("src", tuple(reversed(start.vocab["src"])))
    assert other.arrays["out.W"] is start.arrays["out.W"]
    assert (other.arrays["src.embed"] == start.arrays["src.embed"][::-1]).all()
    assert run(other)["out.p"].values.tobytes() == run(start)["out.p"].values.tobytes()


def test_an_encoder_s_head_is_over_the_source_s_words() -> None:
    start = Workspace.new(ModelSpec(inputs="tokens", head=True), (Sample(("a", "b")),))
    assert run(start)["out.p"].cols == start.vocab["src"]
    other = start.with_vocab("src", ("b", *SPECIAL, "a"))
    assert (other.arrays["out.W"][:, 0] == start.arrays["out.W"][:, 4]).all()
    assert "out.loss" not in run(start), "there are no labels on the source side"


def test_a_word_of_a_sample_stays_in_the_vocabulary_and_no_word_is_there_twice() -> None:
    assert translator().with_vocab("src", ("a", "b")).vocab["src"] == ("a", "b", "c")
    with pytest.raises(Problem, match="has a word twice"):
        Workspace(*(getattr(translator(), name) for name in ("spec", "samples", "arrays")), vocab={"src": ("a", "a")})


def test_a_tied_head_is_the_embedding_turned_round() -> None:
    start = translator(tied=True)
    assert "out.W" not in start.arrays
    trace = run(start.with_cell("tgt.embed", 3, 1, 5.0))
    assert trace["out.W"].values[1, 3] == 5.0
    assert trace["out.W"].values.tobytes() == np.ascontiguousarray(trace["tgt.embed"].values.T).tobytes()
    assert start.with_spec(tied=False).with_spec(tied=True).arrays.keys() == start.arrays.keys()


def test_ids_and_labels_are_not_edited_but_follow_from_tokens() -> None:
    for name in ("src.ids", "tgt.labels", "tgt.label_counts"):
        assert not run(translator())[name].editable
        with pytest.raises(Problem, match="follows from the tokens"):
            translator().with_cell(name, 0, 0, 1.0)


# labels and the loss


@pytest.mark.parametrize(
    ("tokens", "labels", "counts"),
    [
        (("BOS", "x", "y"), ("x", "y", "EOS"), (1, 1, 1)),
        (("BOS", "x", "EOS"), ("x", "EOS", "PAD"), (1, 1, 0)),
        (("BOS", "x", "PAD", "PAD"), ("x", "EOS", "PAD", "PAD"), (1, 1, 0, 0)),
        (("BOS", "EOS", "PAD"), ("EOS", "PAD", "PAD"), (1, 0, 0)),
        (("EOS",), ("PAD",), (0,)),
        (("PAD", "PAD"), ("PAD", "PAD"), (0, 0)),
    ],
)
def test_labels_are_the_tokens_shifted(
    tokens: tuple[str, ...], labels: tuple[str, ...], counts: tuple[int, ...]
) -> None:
    workspace = translator(Sample(("a",), tokens))
    trace = run(workspace)
    assert tuple(workspace.vocab["tgt"][int(k)] for k in trace["tgt.labels"].values[:, 0]) == labels
    assert tuple(trace["tgt.label_counts"].values[:, 0]) == counts
    losses, logp = trace["out.token_loss"].values[:, 0], trace["out.logp"].values
    for i, (label, counted) in enumerate(zip(labels, counts, strict=True)):
        assert losses[i] == (-logp[i, workspace.vocab["tgt"].index(label)] if counted else 0.0)
    assert trace["out.loss"].values[0, 0] == pytest.approx(losses.sum() / max(1, sum(counts)), abs=1e-15)
    assert trace.nonfinite() is None


def test_samples_share_parameters_and_have_graphs_of_their_own() -> None:
    short, long = Sample(("a",), ("BOS",)), Sample(("a", "b", "PAD"), ("BOS", "x", "y"))
    workspace = translator(short, long)
    first, second = run(workspace, 0), run(workspace, 1)
    assert first["dec1.cross.h1.A"].values.shape == (1, 1)
    assert second["dec1.cross.h1.A"].values.shape == (3, 3)
    assert "src.valid" not in first
    assert second["src.valid"].values.tolist() == [[1, 1, 0]]
    assert first["dec1.self.WO"].values is second["dec1.self.WO"].values
    alone = Workspace.new(workspace.spec, (short,), vocab=workspace.vocab)
    assert run(alone)["out.p"].values.tobytes() == first["out.p"].values.tobytes()


# tables of distances and positions


def test_tables_of_distances_keep_their_middle() -> None:
    start = Workspace.new(ModelSpec(pos="rel_bias", pos_length=4), (Sample(("a", "b")),))
    start = start.with_block("enc1.self.h1.rel_bias", 0, 0, np.arange(-3.0, 4)[None, :] * 10)
    longer = start.with_spec(pos_length=6).arrays["enc1.self.h1.rel_bias"]
    assert longer[0, 2:-2].tolist() == [-30, -20, -10, 0, 10, 20, 30]
    assert start.with_spec(pos_length=2).arrays["enc1.self.h1.rel_bias"].tolist() == [[-10, 0, 10]]
    assert start.with_spec(pos_length=6).with_spec(pos_length=4).arrays["enc1.self.h1.rel_bias"][0, 3] == 0
    before, after = run(start), run(start.with_spec(pos_length=6))
    assert before["enc1.Z"].values.tobytes() == after["enc1.Z"].values.tobytes()


@pytest.mark.parametrize("table", ["shaw_k", "shaw_v"])
def test_shaw_s_vectors_keep_their_distance(table: str) -> None:
    start = Workspace.new(ModelSpec(pos="shaw_kv", shaw_clip=1), (Sample(("a", "b")),))
    start = start.with_block(f"enc1.self.{table}", 0, 0, np.array([[-1.0, -1], [0, 0], [1, 1]]))
    wider = start.with_spec(shaw_clip=3).arrays[f"enc1.self.{table}"]
    assert wider[2:5].tolist() == [[-1, -1], [0, 0], [1, 1]]
    assert start.with_spec(shaw_clip=0).arrays[f"enc1.self.{table}"].tolist() == [[0, 0]]
    assert run(start)["enc1.self.shaw_k"].rows == ("−1", "0", "1")


@pytest.mark.parametrize(("fields", "key"), [
    ({"pos": "rel_bias"}, "pos_length"), ({"pos": "shaw_kv"}, "shaw_clip"), ({"pos": "learned"}, "pos_length"),
])  # fmt: skip
def test_new_cells_of_tables_do_not_depend_on_the_way_there(fields: dict[str, Any], key: str) -> None:
    start = Workspace.new(ModelSpec(**fields, **{key: 4}), (Sample(("a", "b")),))
    there = start.with_spec(**{key: 9}).with_spec(**{key: 5}).with_spec(**{key: 7})
    at_once = Workspace.new(ModelSpec(**fields, **{key: 7}), (Sample(("a", "b")),))
    assert all((there.arrays[name] == at_once.arrays[name]).all() for name in at_once.arrays)


def test_a_learned_table_keeps_its_first_rows() -> None:
    start = Workspace.new(ModelSpec(pos="learned", pos_length=3), (Sample(("a", "b")),)).with_cell(
        "pos.table", 1, 2, 9.0
    )
    longer = start.with_spec(pos_length=8)
    assert longer.arrays["pos.table"][1, 2] == 9.0
    assert (run(start)["src.X0"].values == run(longer)["src.X0"].values).all()


# away and back


@settings(deadline=None, max_examples=60)
@given(data=st.data())
def test_what_was_entered_comes_back_with_its_spec(data: st.DataObject) -> None:
    """Any field away and back: arrays of one size are the same objects, the others keep their overlap."""
    kind = data.draw(st.sampled_from(CHOICES["kind"]))
    sample = data.draw(st.sampled_from([s for s in SAMPLES if len(s.source) > 1]))
    start = Workspace.new(ModelSpec(kind=kind, inputs="tokens", pos="shaw_kv", bias=True), (sample,))
    name = data.draw(st.sampled_from(sorted(start.arrays)))
    start = start.with_cell(name.removeprefix("sample0/"), 0, 0, 123.0)
    field = data.draw(st.sampled_from(sorted(CHOICES)))
    value = data.draw(st.sampled_from(CHOICES[field]))
    try:
        away = start.with_spec(**{field: value})
    except Problem:
        return
    back = away.with_spec(**{field: getattr(start.spec, field)})
    assert set(back.arrays) >= set(start.arrays)
    for key, array in start.arrays.items():
        resized = key in away.arrays and away.arrays[key].shape != array.shape
        if resized:
            centred = key.endswith(("shaw_k", "shaw_v"))
            assert back.arrays[key].shape == array.shape
            assert centred or back.arrays[key][0, 0] == array[0, 0]
        else:
            assert back.arrays[key] is array, (key, field, value)


def test_a_dormant_kind_keeps_everything() -> None:
    start = translator().with_cell("dec1.cross.h2.WV", 1, 1, 5.0)
    through = start.with_spec(kind="encoder").with_spec(kind="attention").with_spec(kind="decoder_only")
    back = through.with_spec(kind="encoder_decoder")
    assert all((back.arrays[name] == array).all() for name, array in start.arrays.items())
    copied = {name for name, array in start.arrays.items() if back.arrays[name] is not array}
    assert copied <= {"out.W", "out.b"}, "an encoder's head is over the source's words, so it was resized"


def test_a_kind_that_needs_another_side_gets_its_tokens_from_the_one_there_is() -> None:
    encoder = Workspace.new(ModelSpec(), (Sample(("a", "b")),))
    assert encoder.with_spec(kind="decoder_only").samples[0].target == ("a", "b")
    assert encoder.with_spec(kind="encoder_decoder").samples[0].source == ("a", "b")
    only = Workspace.new(ModelSpec(kind="decoder_only"), (Sample((), ("x",)),))
    assert only.with_spec(kind="encoder").samples[0].source == ("x",)


# limits and numbers that are none


def test_memory_is_estimated_before_it_is_taken() -> None:
    with pytest.raises(Problem, match=r"about \d+\.\d GiB, allowed are 2; the largest matrix is \S+ \(1024×1024\)"):
        Workspace.new(ModelSpec(d=4, heads=64, enc_layers=4), (Sample(tuple("a" * 1024)),))
    one = Sample(tuple("a" * 512))
    assert needs(ModelSpec(heads=8), (one,), {}, set())
    with pytest.raises(Problem, match="GiB"):
        Workspace.new(ModelSpec(heads=8), (one,) * 64)


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_numbers_that_are_none_are_found_where_they_arose(value: float) -> None:
    workspace = translator(enc_layers=2).with_cell("enc2.ffn.W1", 1, 2, value)
    trace = run(workspace)
    assert trace.nonfinite() == ("enc2.ffn.W1", 1, 2)
    assert not np.isfinite(trace["out.loss"].values).any()
    assert np.isfinite(trace["enc1.Z"].values).all()


def test_numbers_that_overflow_are_named_by_the_matrix_that_overflowed() -> None:
    workspace = translator().with_block("src.embed", 3, 0, np.full((1, 4), 1e200))
    workspace = workspace.with_block("enc1.self.h1.WQ", 0, 0, np.full((4, 2), 1e200))
    assert run(workspace).nonfinite() == ("enc1.self.h1.Q", 0, 0)
    constant = Workspace.new(ModelSpec(eps=0.0), (Sample(("a",)),), {"sample0/src.X": np.ones((1, 4))})
    for name in ("enc1.self.WO", "enc1.ffn.W2"):
        constant = constant.with_block(name, 0, 0, np.zeros(constant.arrays[name].shape))
    assert run(constant).nonfinite() == ("enc1.norm1.xhat", 0, 0), "0/0 of a constant row without ε"
