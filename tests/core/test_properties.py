"""What must hold of Transformers: order, positions, causality, padding; and which rule hides what."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from core.engine import Engine
from core.fields import POSITIONS
from core.problem import Problem
from core.spec import ModelSpec
from core.trace import Trace
from core.workspace import Sample, Workspace
from tests.core.ops.run import needs_numba
from tests.core.specs import attentions

Array = NDArray[Any]
EXECUTORS = ("numpy", pytest.param("jit", marks=needs_numba))
ORDER = [2, 0, 4, 1, 3]
NORMS = [dict(zip(("norm", "norm_place"), both, strict=True))
         for both in itertools.product(("layernorm", "rmsnorm", "none"), ("pre", "post"))]  # fmt: skip
SCHEMES = [pos for pos in POSITIONS if pos != "none"]
DECODERS = ("decoder_only", "decoder", "encoder_decoder")


@pytest.fixture(params=EXECUTORS)
def executor(request: pytest.FixtureRequest) -> str:
    return request.param


def model(source: int = 5, target: int = 4, **fields: Any) -> Workspace:
    """Rows of numbers; biases and β are moved from 0, so that nothing holds only because they are."""
    tokens = tuple(f"s{i}" for i in range(source)), tuple(f"t{i}" for i in range(target))
    workspace = Workspace.new(ModelSpec(**{"d_k": 4, **fields}), (Sample(*tokens),))
    for name, array in workspace.arrays.items():
        if name.rpartition(".")[2][0] == "b":
            workspace = workspace.with_block(name, 0, 0, np.linspace(-0.5, 0.75, array.size).reshape(array.shape))
    return workspace


def near(a: Array, b: Array, tolerance: float = 1e-12) -> bool:
    return a.shape == b.shape and bool((np.abs(a - b) <= tolerance * np.maximum(1.0, np.abs(b))).all())


def along(trace: Trace, name: str, axis: str, order: Any) -> Array:
    """The matrix with its rows and columns of an axis taken in another order."""
    m = trace[name]
    values = m.values[order] if m.row_axis == axis else m.values
    return values[:, order] if m.col_axis == axis else values


# order and positions


@pytest.mark.parametrize("fields", [{"kind": "attention"}, *NORMS], ids=str)
def test_without_positions_permuted_tokens_give_permuted_results(executor: str, fields: dict[str, Any]) -> None:
    start = model(**fields, bias=True)
    x = start.arrays["sample0/src.X"]
    trace, other = (Engine(executor).run(w) for w in (start, start.with_block("src.X", 0, 0, x[ORDER])))
    for name in trace:
        assert near(other[name].values, along(trace, name, "src", ORDER)), name


@pytest.mark.parametrize("pos", SCHEMES)
@pytest.mark.parametrize("kind", ["attention", "encoder"])
def test_every_position_scheme_breaks_that(executor: str, kind: str, pos: str) -> None:
    start = model(kind=kind, pos=pos)
    x = start.arrays["sample0/src.X"]
    trace, other = (Engine(executor).run(w) for w in (start, start.with_block("src.X", 0, 0, x[ORDER])))
    last = list(trace)[-1]
    assert not near(other[last].values, along(trace, last, "src", ORDER), 1e-4)


@pytest.mark.parametrize("fields", [{"causal": True}, {"window": 2}], ids=str)
def test_a_mask_by_position_breaks_that_too(executor: str, fields: dict[str, Any]) -> None:
    start = model(**fields)
    x = start.arrays["sample0/src.X"]
    trace, other = (Engine(executor).run(w) for w in (start, start.with_block("src.X", 0, 0, x[ORDER])))
    assert not near(other["enc1.Z"].values, along(trace, "enc1.Z", "src", ORDER), 1e-4)


def test_the_memory_s_order_is_unknown_to_the_decoder(executor: str) -> None:
    """Cross-attention has no positions of its own, whatever the scheme."""
    for pos in POSITIONS:
        start = model(kind="decoder", pos=pos)
        memory = start.arrays["sample0/memory"]
        trace, other = (Engine(executor).run(w) for w in (start, start.with_block("memory", 0, 0, memory[ORDER])))
        assert near(other["dec1.Z"].values, trace["dec1.Z"].values)
        assert near(other["dec1.cross.h1.A"].values, trace["dec1.cross.h1.A"].values[:, ORDER])


@pytest.mark.parametrize("pos", SCHEMES)
@pytest.mark.parametrize("kind", ["attention", "encoder", "decoder_only", "encoder_decoder"])
def test_moving_all_positions_moves_additive_schemes_alone(executor: str, kind: str, pos: str) -> None:
    """RoPE's and the relative schemes' scores depend on distances; its turned queries do not stay."""
    start = model(kind=kind, pos=pos, causal=True)
    before, after = (Engine(executor).run(w) for w in (start, start.with_spec(pos_offset=7)))
    scores = [name for name in before if name.endswith(".S")]
    assert scores
    additive = pos in ("sinusoidal", "learned")
    for name in scores:
        same = near(after[name].values, before[name].values)
        assert same != additive or ".cross." in name, name
    last = next(name for name in reversed(list(before)) if before[name].role == "result")
    assert near(after[last].values, before[last].values) != additive
    if pos.startswith("rope"):
        turned = [name for name in before if name.endswith(("Qrot", "Krot"))]
        assert not any(near(after[name].values, before[name].values, 1e-3) for name in turned)


@pytest.mark.parametrize("pos", POSITIONS)
def test_queries_beside_cached_keys_are_the_last_rows_of_the_whole(executor: str, pos: str) -> None:
    """An offset that says where the queries stand gives what they are among all."""
    whole = model(kind="attention", pos=pos, causal=True, window=3)
    x = whole.arrays["sample0/src.X"]
    spec = {"other_source": True, "query_offset": 3}
    part = Workspace.new(
        ModelSpec(kind="attention", d_k=4, pos=pos, causal=True, window=3, **spec),
        (Sample(("s3", "s4"), whole.samples[0].source),),
        {**dict(whole.arrays), "sample0/src.X": x[3:], "sample0/kv.X": x},
    )
    full, last = Engine(executor).run(whole), Engine(executor).run(part)
    for name in ("att.mask", "att.h1.S", "att.h2.A", "att.out"):
        assert near(last[name].values, full[name].values[3:]), name


def test_shaw_clips_where_a_table_is_refused() -> None:
    for pos in ("learned", "rel_bias"):
        with pytest.raises(Problem, match="has 4 rows, this sample needs 5"):
            model(pos=pos, pos_length=4)
        assert model(source=4, pos=pos, pos_length=4)
    trace = Engine("numpy").run(model(pos="shaw_k", shaw_clip=1))
    rel = trace["enc1.self.h1.rel"].values
    assert (rel[0, 1:] == rel[0, 1]).all(), "everything farther than the clip is one distance"
    assert (rel[4, :4] == rel[4, 0]).all()


@pytest.mark.parametrize(("offset", "needs"), [(3, 8), (-6, 11)])
def test_an_offset_counts_in_how_far_a_table_must_reach(offset: int, needs: int) -> None:
    with pytest.raises(Problem, match=f"needs {needs}"):
        model(kind="attention", pos="rel_bias", pos_length=needs - 1, query_offset=offset)
    trace = Engine("numpy").run(model(kind="attention", pos="rel_bias", pos_length=needs, query_offset=offset))
    assert trace.nonfinite() is None
    with pytest.raises(Problem, match="pos_length|needs"):
        model(kind="attention", pos="learned", pos_length=16, query_offset=-1)


# causality and padding


@pytest.mark.parametrize("pos", POSITIONS)
@pytest.mark.parametrize("kind", ["encoder", *DECODERS])
def test_later_tokens_do_not_reach_earlier_rows(executor: str, kind: str, pos: str) -> None:
    side = "src" if kind == "encoder" else "tgt"
    start = model(kind=kind, pos=pos, causal=True, enc_layers=2, dec_layers=2)
    n = len(start.samples[0].tokens(side))
    changed = start.with_block(f"{side}.X", n - 1, 0, np.full((1, 4), 50.0))
    before, after = (Engine(executor).run(w) for w in (start, changed))
    moved = 0
    for name in before:
        m = before[name]
        if m.row_axis == side and m.op != "leaf":
            hidden = before.hidden(name)
            seen = np.ones(m.values.shape, bool) if hidden is None else ~hidden
            then, now = (np.where(seen, trace[name].values, 0.0) for trace in (before, after))
            assert near(now[: n - 1], then[: n - 1]), name
            moved += not near(now[n - 1], then[n - 1])
    assert moved > 10


@pytest.mark.parametrize("pos", POSITIONS)
def test_a_text_that_goes_on_keeps_its_beginning(executor: str, pos: str) -> None:
    words = {"tgt": ("PAD", "BOS", "EOS", "a", "b")}
    spec = ModelSpec(kind="decoder_only", inputs="tokens", causal=True, pos=pos, head=True)
    long, short = (
        Engine(executor).run(Workspace.new(spec, (Sample((), tokens),), vocab=words))
        for tokens in (("BOS", "a", "b", "a"), ("BOS", "a"))
    )
    assert near(long["out.logits"].values[:2], short["out.logits"].values)


@pytest.mark.parametrize("pos", POSITIONS)
@pytest.mark.parametrize("fields", NORMS, ids=str)
def test_a_padded_pair_computes_what_it_computes_alone(executor: str, pos: str, fields: dict[str, Any]) -> None:
    words = {"src": ("PAD", "BOS", "EOS", "s", "t"), "tgt": ("PAD", "BOS", "EOS", "a", "b")}
    spec = ModelSpec(kind="encoder_decoder", inputs="tokens", causal=True, pos=pos, head=True, **fields)
    alone = Sample(("s", "t", "s"), ("BOS", "a", "b"))
    padded = Sample((*alone.source, "PAD", "PAD"), (*alone.target, "PAD"))
    one, other = (Engine(executor).run(Workspace.new(spec, (s,), vocab=words)) for s in (alone, padded))
    assert near(other["memory"].values[:3], one["memory"].values)
    for name in ("out.logits", "out.logp", "out.token_loss"):
        assert near(other[name].values[:3], one[name].values), name
    assert near(other["out.loss"].values, one["out.loss"].values)
    assert not other["dec1.cross.h1.A"].values[:, 3:].any()
    assert not other["enc1.self.h2.A"].values[:, 3:].any()


def test_padding_hides_keys_and_leaves_its_own_rows_computed(executor: str) -> None:
    trace = Engine(executor).run(Workspace.new(ModelSpec(), (Sample(("a", "PAD", "b")),)))
    assert trace["enc1.self.mask"].values.tolist() == [[1, 0, 1]] * 3
    assert trace["enc1.self.h1.A"].values[1].sum() == pytest.approx(1, abs=1e-15)


def test_validity_may_be_said_apart_from_the_word() -> None:
    said = Sample(("a", "b", "PAD"), (), (True, False, True))
    trace = Engine("numpy").run(Workspace.new(ModelSpec(), (said,)))
    assert trace["enc1.self.mask"].values.tolist() == [[1, 0, 1]] * 3
    with pytest.raises(Problem, match="says of 2 tokens whether they are padding, but has 3"):
        Workspace.new(ModelSpec(), (Sample(("a", "b", "c"), (), (True, False)),))


# masks painted by hand, and who hid what


def test_a_painted_mask_adds_to_the_rules(executor: str) -> None:
    tokens = Sample(("a", "b", "c", "PAD"))
    start = Workspace.new(ModelSpec(causal=True, window=2), (tokens,))
    painted = np.ones((4, 4))
    painted[2, 2] = painted[3, 0] = 0
    workspace = start.with_custom_mask("enc1.self", painted)
    trace = Engine(executor).run(workspace)
    i, j = np.indices((4, 4))
    rules = {"causal": j <= i, "window": i - j < 2, "padding": j < 3, "custom": painted == 1}
    assert (trace["enc1.self.mask"].values == np.logical_and.reduce(list(rules.values()))).all()
    for name, shows in rules.items():
        assert (trace[f"enc1.self.mask.{name}"].values == shows).all()
        assert trace[f"enc1.self.mask.{name}"].display == "mask"
    assert trace["enc1.self.mask"].inputs == tuple(f"enc1.self.mask.{name}" for name in rules)
    assert (trace["enc1.self.h1.A"].values[trace.hidden("enc1.self.h1.A")] == 0).all()
    for cell in itertools.product(range(4), range(4)):
        hiding = tuple(name for name, shows in rules.items() if not shows[cell])
        for name in ("enc1.self.mask", "enc1.self.h2.A", "enc1.self.h1.raw"):
            assert trace.hidden_by(name, *cell) == hiding
    assert workspace.with_custom_mask("enc1.self", None).arrays.keys() == start.arrays.keys()
    pinned = Engine(executor).run(workspace.with_pin("enc1.self.mask", 0, 0, 0.0))
    assert pinned.hidden_by("enc1.self.h1.A", 0, 0) == ("pin",)
    assert pinned.hidden_by("enc1.self.h1.A", 0, 1) == ("causal",)
    assert trace.hidden_by("enc1.Z", 0, 0) == ()


def test_a_mask_can_be_painted_cell_by_cell() -> None:
    start = Workspace.new(ModelSpec(), (Sample(("a", "b")),)).with_custom_mask("enc1.self", np.ones((2, 2)))
    hidden = start.with_cell("enc1.self.mask.custom", 0, 1, 0.0)
    assert Engine("numpy").run(hidden)["enc1.self.mask"].values.tolist() == [[1, 0], [1, 1]]
    with pytest.raises(Problem, match=r"A mask holds 1 \(visible\) and 0 \(hidden\), found 0.5"):
        hidden.with_cell("enc1.self.mask.custom", 0, 1, 0.5)
    assert start.with_custom_mask("enc1.self", np.ones((2, 2))) is start
    assert start.with_rows(3).arrays["sample0/enc1.self.mask.custom"].tolist() == [[1, 1, 1]] * 3


@pytest.mark.parametrize("mask", [np.ones((2, 2)), np.full((3, 3), 0.5), np.full((3, 3), math.nan)])
def test_a_painted_mask_that_is_none_is_refused(mask: Array) -> None:
    workspace = Workspace.new(ModelSpec(), (Sample(("a", "b", "c")),))
    with pytest.raises(Problem, match=r"The mask of enc1\.self must be 3×3 of 0 and 1"):
        workspace.with_custom_mask("enc1.self", mask)
    with pytest.raises(Problem, match="no matrix called dec9.self.mask"):
        workspace.with_custom_mask("dec9.self", np.ones((3, 3)))


def test_every_attention_of_a_model_can_be_painted() -> None:
    workspace = model(source=3, target=2, kind="encoder_decoder", enc_layers=2)
    names = attentions(workspace)
    assert names == ["enc1.self", "enc2.self", "dec1.self", "dec1.cross"]
    for at in names:
        shape = workspace.graph()[f"{at}.mask"].shape
        trace = Engine("numpy").run(workspace.with_custom_mask(at, np.zeros(shape)))
        assert not trace[f"{at}.h1.A"].values.any()
        assert trace.nonfinite() is None
        others = [name for name in names if name != at]
        assert all(trace[f"{name}.mask"].values.all() for name in others)


def test_causal_and_window_belong_to_the_decoder_where_there_is_one() -> None:
    trace = Engine("numpy").run(model(kind="encoder_decoder", causal=True, window=2))
    assert trace["enc1.self.mask"].values.all()
    assert trace["dec1.cross.mask"].values.all()
    assert trace["dec1.self.mask"].values.tolist() == [[1, 0, 0, 0], [1, 1, 0, 0], [0, 1, 1, 0], [0, 0, 1, 1]]
