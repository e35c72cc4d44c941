"""Workspace: an immutable value that shares what an edit leaves alone and refuses what makes no sense."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from core import needs as needs_module
from core.engine import Engine
from core.problem import Problem
from core.seeded import seeded
from core.spec import ModelSpec
from core.workspace import Sample, Workspace

Array = NDArray[Any]
TOKENS = Sample(("我", "给", "书"))


@pytest.fixture
def block() -> Workspace:
    return Workspace.new(ModelSpec(), (TOKENS,))


def value(workspace: Workspace, name: str, sample: int = 0) -> Array:
    return Engine("numpy").run(workspace, sample)[name].values


def attending(workspace: Workspace) -> Workspace:
    """An attention alone, where queries may stand elsewhere than keys."""
    return workspace.with_spec(kind="attention", causal=True)


def shared(a: Workspace, b: Workspace) -> set[str]:
    """Arrays that are one object in both."""
    return {name for name in a.arrays if name in b.arrays and a.arrays[name] is b.arrays[name]}


# what it holds


def test_a_new_workspace_holds_every_input_and_parameter(block: Workspace) -> None:
    heads = [f"enc1.self.h{r}.W{letter}" for r in (1, 2) for letter in "QKV"]
    norms = [f"enc1.norm{k}.{letter}" for k in (1, 2) for letter in ("gamma", "beta")]
    ffn = [f"enc1.ffn.{name}" for name in ("W1", "b1", "W2", "b2")]
    assert set(block.arrays) == {"sample0/src.X", *heads, "enc1.self.WO", *norms, *ffn}
    assert block.arrays["sample0/src.X"].shape == (3, 4)
    assert block.arrays["enc1.ffn.W1"].shape == (4, 6)
    assert block.arrays["enc1.ffn.b1"].shape == (1, 6)


def test_arrays_are_read_only_in_c_order_and_of_the_spec_s_precision() -> None:
    given_ = np.asfortranarray(np.arange(12.0).reshape(3, 4))
    workspace = Workspace.new(ModelSpec(precision="float32"), (TOKENS,), {"sample0/src.X": given_})
    given_[:] = 99.0
    for array in workspace.arrays.values():
        assert array.flags.c_contiguous
        assert not array.flags.writeable
        assert array.dtype == np.float32
    assert workspace.arrays["sample0/src.X"][2, 3] == 11.0
    with pytest.raises(TypeError):
        workspace.arrays["enc1.self.WO"] = given_  # type: ignore[index]


# edits


def test_an_edit_changes_one_array_and_shares_the_others(block: Workspace) -> None:
    edited = block.with_cell("enc1.self.h1.WV", 2, 0, 0.5)
    assert shared(block, edited) == set(block.arrays) - {"enc1.self.h1.WV"}
    assert edited.arrays["enc1.self.h1.WV"][2, 0] == 0.5
    difference = edited.arrays["enc1.self.h1.WV"] != block.arrays["enc1.self.h1.WV"]
    assert np.argwhere(difference).tolist() == [[2, 0]]


def test_equal_bits_are_no_change(block: Workspace) -> None:
    cell = float(block.arrays["enc1.self.WO"][1, 2])
    assert block.with_cell("enc1.self.WO", 1, 2, cell) is block
    assert block.with_block("enc1.self.WO", 0, 0, block.arrays["enc1.self.WO"]) is block
    assert block.with_cell("set.eps", 0, 0, block.spec.eps) is block
    assert block.with_spec(d=4, norm="layernorm") is block
    assert block.with_rows(3) is block
    assert block.with_samples((TOKENS,)) is block
    nan = block.with_cell("src.X", 0, 0, math.nan)
    assert nan.with_cell("src.X", 0, 0, math.nan) is nan


def test_the_sign_of_zero_is_a_change(block: Workspace) -> None:
    zero = block.with_cell("src.X", 0, 0, 0.0)
    minus = zero.with_cell("src.X", 0, 0, -0.0)
    assert minus is not zero
    assert np.signbit(minus.arrays["sample0/src.X"][0, 0])


def test_a_block_is_written_where_it_was_put(block: Workspace) -> None:
    edited = block.with_block("X", 1, 2, np.array([[1.0, 2.0], [3.0, 4.0]]))
    assert edited.arrays["sample0/src.X"][1:, 2:].tolist() == [[1, 2], [3, 4]]
    assert (edited.arrays["sample0/src.X"][0] == block.arrays["sample0/src.X"][0]).all()


def test_settings_are_edited_like_cells(block: Workspace) -> None:
    assert block.with_cell("set.eps", 0, 0, 0.25).spec.eps == 0.25
    attention = block.with_spec(kind="attention", causal=True, window=2)
    moved = attention.with_cell("set.query_offset", 0, 0, -1.0).with_cell("set.window", 0, 0, 1.0)
    assert (moved.spec.query_offset, moved.spec.window) == (-1, 1)
    assert shared(attention, moved) == set(attention.arrays)


def test_values_are_rounded_to_the_precision_without_complaint(block: Workspace) -> None:
    single = block.with_spec(precision="float32")
    assert single.with_cell("src.X", 0, 0, 0.1).arrays["sample0/src.X"][0, 0] == np.float32(0.1)
    assert single.with_cell("src.X", 0, 0, 1e300).arrays["sample0/src.X"][0, 0] == math.inf
    assert (
        block.with_cell("src.X", 0, 0, 1e300).with_spec(precision="float32").arrays["sample0/src.X"][0, 0] == math.inf
    )
    assert single.with_pin("enc1.Z", 0, 0, -1e300).pins[0, "enc1.norm2"].values[0, 0] == -math.inf
    assert (
        Workspace.new(single.spec, (TOKENS,), {"sample0/src.X": np.full((3, 4), 1e300)}).arrays["sample0/src.X"][0, 0]
        == math.inf
    )


@pytest.mark.parametrize("name", ["enc1.Z", "enc1.U", "enc1.self.h1.A", "enc1.self.mask"])
def test_a_computed_cell_is_no_cell_to_edit(block: Workspace, name: str) -> None:
    with pytest.raises(Problem, match="is computed, so it can't be edited"):
        block.with_cell(name, 0, 0, 1.0)


def test_the_refusal_names_what_to_change_instead(block: Workspace) -> None:
    with pytest.raises(Problem, match=r"enc1\.ffn\.W2, enc1\.ffn\.b2\.$"):
        block.with_cell("enc1.ffn.out", 0, 0, 1.0)
    with pytest.raises(Problem, match=r"src\.X"):
        block.with_cell("enc1.self.h1.S", 0, 0, 1.0)


@pytest.mark.parametrize(
    ("act", "sentence"),
    [
        (lambda w: w.with_cell("enc1.ffn.W", 0, 0, 1.0), r"no matrix called enc1\.ffn\.W\. Did you mean enc1\.ffn\.W1"),
        (lambda w: w.with_cell("Frodo", 0, 0, 1.0), "no matrix called Frodo in this model"),
        (lambda w: w.with_cell("src.X", 3, 0, 1.0), r"src\.X is 3×4.*\[3,0\]; rows go from 0 to 2, columns to 3"),
        (lambda w: w.with_cell("src.X", -1, 0, 1.0), r"no cell \[-1,0\]"),
        (lambda w: w.with_cell("src.X", 0, 4, 1.0), r"no cell \[0,4\]"),
        (lambda w: w.with_block("src.X", 2, 2, np.ones((2, 2))), r"no cell \[3,3\]"),
        (lambda w: w.with_block("src.X", 0, 0, np.ones((0, 2))), "no cell"),
        (lambda w: w.with_cell("set.eps", 0, 1, 1.0), r"set\.eps is 1×1"),
        (lambda w: w.with_cell("set.eps", 0, 0, -1.0), "eps can't be -1.0: allowed is a number from 0"),
        (lambda w: w.with_cell("set.eps", 0, 0, math.nan), "eps can't be nan"),
        (lambda w: w.with_cell("set.scale", 0, 0, 1.0), "follows from the model's fields and can't be edited"),
        (lambda w: attending(w).with_cell("set.query_offset", 0, 0, 0.5), "query_offset can't be 0.5"),
        (lambda w: attending(w).with_cell("set.query_offset", 0, 0, math.nan), "query_offset can't be nan"),
        (lambda w: attending(w).with_cell("set.query_offset", 0, 0, math.inf), "query_offset can't be inf"),
        (lambda w: w.with_spec(causal=True).with_cell("set.query_offset", 0, 0, 1.0), "follows from the model's"),
        (lambda w: w.with_pin("enc1.Z", 0, 0, 1.0).with_cell("enc1.norm2.held", 0, 0, 1.0), "belongs to a pin"),
        (lambda w: w.with_pin("src.X", 0, 0, 1.0), r"src\.X is not computed: edit it"),
        (lambda w: w.with_pin("enc1.norm1.gamma", 0, 0, 1.0), "is not computed"),
        (lambda w: w.with_pin("enc1.Z", 0, 0, 1.0).with_pin("enc1.norm2.natural", 0, 0, 1.0), "can't be pinned again"),
        (lambda w: w.with_pin("enc1.Z", 3, 0, 1.0), r"no cell \[3,0\]"),
        (lambda w: w.with_pin("enc1.Z", None, 4, 1.0), r"no cell \[0,4\]"),
        (lambda w: w.with_pin("enc1.Z", None, None, np.ones((2, 3))), "3×4.*2×3"),
        (lambda w: w.without_pin("enc1.Z"), r"Nothing is pinned in enc1\.norm2"),
        (lambda w: w.without_pin("Frodo"), "Nothing is pinned in Frodo"),
        (lambda w: w.with_pin("enc1.Z", 0, 0, 1.0).without_pin("enc1.Z", 7, 0), r"no cell \[7,0\]"),
        (lambda w: w.with_rows(0), "can't have 0 tokens: allowed is a whole number from 1 to 1024"),
        (lambda w: w.with_rows(-2), "can't have -2 tokens"),
        (lambda w: w.with_rows(1025), "can't have 1025 tokens"),
        (lambda w: w.with_rows(2.0), "can't have 2.0 tokens"),
        (lambda w: w.with_rows(True), "can't have True tokens"),
        (lambda w: w.with_samples(()), "1 to 256 samples, found 0"),
        (lambda w: w.with_samples((Sample(()),)), "can't have 0 tokens"),
        (lambda w: w.with_spec(d=0), "d can't be 0: allowed is a whole number from 1 to 4096"),
        (lambda w: w.with_spec(heads=0), "heads can't be 0"),
    ],
)  # fmt: skip
def test_refusals_say_what_was_found_and_what_is_allowed(
    block: Workspace, act: Callable[[Workspace], Workspace], sentence: str
) -> None:
    arrays, pins = dict(block.arrays), dict(block.pins)
    with pytest.raises(Problem, match=sentence):
        act(block)
    assert dict(block.arrays) == arrays
    assert dict(block.pins) == pins


@pytest.mark.parametrize(
    ("name", "array", "sentence"),
    [
        ("enc1.self.WO", np.ones((5, 4)), r"enc1\.self\.WO must be 4×4, found 5×4"),
        ("enc1.self.WO", np.ones(4), r"enc1\.self\.WO must be 4×4, found 4"),
        ("enc1.self.h3.WQ", np.ones((4, 2)), r"no array called enc1\.self\.h3\.WQ"),
        ("src.X", np.ones((3, 4)), r"no array called src\.X"),
        ("sample1/src.X", np.ones((3, 4)), "no array called sample1/src.X"),
    ],
)
def test_given_arrays_that_do_not_fit_are_refused(name: str, array: Array, sentence: str) -> None:
    with pytest.raises(Problem, match=sentence):
        Workspace.new(ModelSpec(), (TOKENS,), {name: array})


def test_the_constructor_refuses_a_missing_array_and_another_type(block: Workspace) -> None:
    arrays = dict(block.arrays)
    with pytest.raises(Problem, match=r"enc1\.self\.WO must hold float64, found float32"):
        Workspace(block.spec, block.samples, {**arrays, "enc1.self.WO": np.ones((4, 4), np.float32)})
    del arrays["enc1.self.WO"]
    with pytest.raises(Problem, match=r"enc1\.self\.WO is missing"):
        Workspace(block.spec, block.samples, arrays)


def test_a_model_that_would_not_fit_in_memory_is_refused_with_its_largest_matrix(
    block: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(Problem, match=r"about \d+\.\d GiB, allowed are 2; the largest matrix is enc1\.ffn\.W1"):
        block.with_spec(d=4096, d_ff=16384, enc_layers=4)
    monkeypatch.setattr(needs_module, "MEMORY_LIMIT", 3 * 4 * 8 * 20)
    with pytest.raises(Problem, match="GiB"):
        block.with_rows(100)


# sizes come and go


def test_overlapping_parts_keep_their_values_and_new_cells_are_seeded(block: Workspace) -> None:
    grown = block.with_cell("enc1.ffn.W1", 0, 0, 77.0).with_spec(d=6, d_ff=9)
    fresh = Workspace.new(grown.spec, (TOKENS,))
    assert grown.arrays["enc1.ffn.W1"].shape == (6, 9)
    assert grown.arrays["enc1.ffn.W1"][0, 0] == 77.0
    expected = fresh.arrays["enc1.ffn.W1"].copy()
    expected[0, 0] = 77.0
    assert (grown.arrays["enc1.ffn.W1"] == expected).all()
    assert (grown.arrays["sample0/src.X"] == fresh.arrays["sample0/src.X"]).all()
    assert (grown.arrays["enc1.norm1.gamma"] == 1.0).all()


@settings(deadline=None, max_examples=40)
@given(st.lists(st.tuples(*[st.integers(1, 6)] * 7), min_size=1, max_size=4))
def test_an_unedited_workspace_is_the_seeded_one_whatever_way_it_took(steps: list[tuple[int, ...]]) -> None:
    """New cells are a pure function of (seed, name, i, j): growing, cropping and growing again gives the same."""
    workspace = Workspace.new(ModelSpec(seed=7), (TOKENS,))
    for d, heads, d_k, d_v, d_ff, layers, rows in steps:
        workspace = workspace.with_spec(d=d, heads=heads, d_k=d_k, d_v=d_v, d_ff=d_ff, enc_layers=layers).with_rows(
            rows
        )
    for name, array in workspace.arrays.items():
        assert (array == seeded(7, name, *array.shape)).all(), name


@pytest.mark.parametrize(
    ("away", "back", "name"),
    [
        ({"ffn": False}, {"ffn": True}, "enc1.ffn.W1"),
        ({"norm": "none"}, {"norm": "layernorm"}, "enc1.norm1.gamma"),
        ({"norm": "rmsnorm"}, {"norm": "layernorm"}, "enc1.norm2.beta"),
        ({"heads": 1}, {"heads": 2}, "enc1.self.h2.WK"),
        ({"enc_layers": 1}, {"enc_layers": 2}, "enc2.self.WO"),
        ({"bias": False}, {"bias": True}, "enc1.self.bO"),
    ],
)
def test_arrays_out_of_use_lie_dormant_and_come_back(away: dict[str, Any], back: dict[str, Any], name: str) -> None:
    start = Workspace.new(ModelSpec(enc_layers=2, bias=True), (TOKENS,)).with_cell(name, 0, 0, 41.0)
    without = start.with_spec(**away)
    assert name not in without.arrays
    assert without.dormant[name] is start.arrays[name]
    returned = without.with_cell("src.X", 0, 0, 5.0).with_spec(**back)
    assert returned.arrays[name] is start.arrays[name]
    assert name not in returned.dormant


def test_a_dormant_array_comes_back_in_the_size_it_is_needed_in() -> None:
    start = Workspace.new(ModelSpec(), (TOKENS,)).with_cell("enc1.ffn.W1", 0, 0, 41.0)
    returned = start.with_spec(ffn=False).with_spec(d=5, precision="float32").with_spec(ffn=True)
    assert returned.arrays["enc1.ffn.W1"].shape == (5, 6)
    assert returned.arrays["enc1.ffn.W1"].dtype == np.float32
    assert returned.arrays["enc1.ffn.W1"][0, 0] == 41.0


def test_a_toggle_shares_every_array_it_does_not_resize(block: Workspace) -> None:
    assert shared(block, block.with_spec(causal=True, scale=False, norm_place="pre", act="gelu_erf")) == set(
        block.arrays
    )
    assert shared(block, block.with_spec(d_ff=7)) == {name for name in block.arrays if ".ffn." not in name} | {
        "enc1.ffn.b2"
    }
    assert shared(block, block.with_rows(5)) == set(block.arrays) - {"sample0/src.X"}


def test_heads_that_are_gone_are_no_longer_off(block: Workspace) -> None:
    four = block.with_spec(heads=4, heads_off=(2, 4))
    assert four.with_spec(heads=3).spec.heads_off == (2,)
    assert four.with_spec(heads=1).spec.heads_off == ()


def test_precision_rounds_and_its_undo_is_the_old_workspace(block: Workspace) -> None:
    fine = block.with_cell("src.X", 0, 0, 0.1)
    coarse = fine.with_spec(precision="float32")
    assert coarse.arrays["sample0/src.X"].dtype == np.float32
    assert coarse.with_spec(precision="float64").arrays["sample0/src.X"][0, 0] == float(np.float32(0.1))
    assert fine.arrays["sample0/src.X"][0, 0] == 0.1


def test_rows_are_cut_and_continued(block: Workspace) -> None:
    longer = block.with_rows(5)
    assert longer.samples[0].source == ("我", "给", "书", "t3", "t4")
    assert (longer.arrays["sample0/src.X"][:3] == block.arrays["sample0/src.X"]).all()
    assert longer.with_rows(2).samples[0].source == ("我", "给")
    assert value(longer, "enc1.self.h1.A").shape == (5, 5)


def test_a_sample_that_comes_back_brings_its_rows(block: Workspace) -> None:
    two = block.with_samples((TOKENS, Sample(("a", "b")))).with_cell("src.X", 1, 0, 6.0, sample=1)
    one = two.with_samples((TOKENS,))
    assert one.with_samples(two.samples).arrays["sample1/src.X"] is two.arrays["sample1/src.X"]
    assert shared(two, one) == set(one.arrays)
