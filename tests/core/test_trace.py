"""Trace: named matrices in reading order, with all that a view needs to show them."""

from __future__ import annotations

import math

import numpy as np
import pytest

from core import engine
from core.engine import Engine
from core.spec import ModelSpec
from core.trace import Trace, symbol
from core.workspace import Sample, Workspace

TOKENS = ("我", "给", "书")


def run(**fields: object) -> Trace:
    return Engine("numpy").run(Workspace.new(ModelSpec(**fields), (Sample(TOKENS),)))  # type: ignore[arg-type]


def names(trace: Trace) -> list[str]:
    return list(trace)


# names and order


def test_the_block_in_reading_order() -> None:
    projections = [f"enc1.self.h{r}.{p}{w}" for r in (1, 2) for w in "QKV" for p in ("W", "")]
    heads = [f"enc1.self.h{r}.{step}" for r in (1, 2) for step in ("raw", "S", "A", "H")]

    def norm(k: int) -> list[str]:
        at = f"enc1.norm{k}"
        return [f"{at}.{s}" for s in ("mean", "var", "xhat", "gamma", "beta")] + [at]

    trace = run()
    found = [name for name in trace if not name.startswith("set.")]
    assert found[0] == "src.X"
    assert set(found[1:14]) == {*projections, "enc1.self.mask"}
    ffn = ["W1", "b1", "pre", "hidden", "W2", "b2", "out"]
    attention = [*heads, "enc1.self.concat", "enc1.self.WO", "enc1.self.out"]
    assert found[14:] == [
        *attention, "enc1.sum1", *norm(1), *(f"enc1.ffn.{name}" for name in ffn), "enc1.sum2", *norm(2),
    ]  # fmt: skip
    assert {name for name in trace if name.startswith("set.")} == {"set.eps", "set.scale"}
    order = names(trace)
    for name in trace:
        assert all(order.index(source) < order.index(name) for source in trace[name].inputs)


def test_pre_norm_comes_before_its_sublayer() -> None:
    trace = run(norm_place="pre")
    order = names(trace)
    stations = [
        "src.X",
        "enc1.norm1",
        "enc1.self.h1.Q",
        "enc1.self.out",
        "enc1.sum1",
        "enc1.norm2",
        "enc1.ffn.pre",
        "enc1.sum2",
    ]
    assert sorted(stations, key=order.index) == stations
    assert order[-1] == "enc1.sum2"


@pytest.mark.parametrize(
    ("fields", "aliases"),
    [
        ({"norm_place": "post"}, {"enc1.U": "enc1.norm1", "enc1.Z": "enc1.norm2"}),
        ({"norm_place": "pre"}, {"enc1.U": "enc1.sum1", "enc1.Z": "enc1.sum2"}),
        ({"norm": "none", "residual": False, "ffn": False}, {"enc1.U": "enc1.norm1", "enc1.Z": "enc1.norm2"}),
        ({"enc_layers": 2}, {"enc1.Z": "enc1.norm2", "enc2.U": "enc2.norm1", "enc2.Z": "enc2.norm2"}),
    ],
)  # fmt: skip
def test_aliases_answer_but_are_not_listed(fields: dict[str, object], aliases: dict[str, str]) -> None:
    trace = run(**fields)
    for alias, name in {**aliases, "src.X0": "src.X", "X": "src.X"}.items():
        assert alias in trace
        assert trace[alias] is trace[name]
        assert trace[alias].name == name
        assert alias in trace[name].aliases
        assert alias not in names(trace)
    assert len(names(trace)) == len(trace)


def test_what_is_not_there() -> None:
    trace = run(norm="rmsnorm", ffn=False)
    for name in (
        "enc1.norm1.mean",
        "enc1.norm1.var",
        "enc1.norm1.beta",
        "enc1.ffn.W1",
        "enc2.Z",
        "enc1.self.h3.Q",
        "",
        None,
        3,
    ):
        assert name not in trace
    assert "enc1.norm1.ms" in trace
    assert not trace["enc1.ffn.out"].values.any()
    with pytest.raises(KeyError):
        trace["enc1.norm1.mean"]


@pytest.mark.parametrize("fields", [{}, {"norm_place": "pre", "norm": "rmsnorm", "causal": True, "bias": True}])
def test_names_stay_when_a_sublayer_goes_off(fields: dict[str, object]) -> None:
    on = run(**fields)
    off = run(**fields, ffn=False, residual=False, heads_off=(1, 2))
    assert set(off) == {name for name in on if not name.startswith("enc1.ffn.")} | {"enc1.ffn.out"}


# what a matrix says of itself


def test_axes_and_labels() -> None:
    trace = run(d=3, d_k=2, d_v=5, d_ff=7)
    cases = {
        "src.X": ("src", "feature", TOKENS, ("0", "1", "2")),
        "enc1.self.h1.A": ("src", "src", TOKENS, TOKENS),
        "enc1.self.h2.Q": ("src", "key", TOKENS, ("0", "1")),
        "enc1.self.h1.V": ("src", "value", TOKENS, tuple("01234")),
        "enc1.self.h1.WQ": ("feature", "key", ("0", "1", "2"), ("0", "1")),
        "enc1.self.concat": ("src", "concat", TOKENS, tuple(str(i) for i in range(10))),
        "enc1.self.WO": ("concat", "feature", tuple(str(i) for i in range(10)), ("0", "1", "2")),
        "enc1.ffn.hidden": ("src", "hidden", TOKENS, tuple("0123456")),
        "enc1.norm1.gamma": ("one", "feature", ("",), ("0", "1", "2")),
        "enc1.norm1.mean": ("src", "one", TOKENS, ("",)),
        "set.eps": ("one", "one", ("",), ("",)),
    }
    for name, expected in cases.items():
        m = trace[name]
        assert (m.row_axis, m.col_axis, m.rows, m.cols) == expected, name
    for name in trace:
        assert trace[name].values.shape == (len(trace[name].rows), len(trace[name].cols))


def test_roles() -> None:
    trace = run(causal=True)
    roles = {role: {name for name in trace if trace[name].role == role} for role in ("input", "setting", "statistic")}
    assert roles["input"] == {"src.X"}
    assert roles["setting"] == {"set.eps", "set.scale", "set.query_offset"}
    assert roles["statistic"] == {f"enc1.norm{k}.{s}" for k in (1, 2) for s in ("mean", "var")}
    for name in trace:
        m = trace[name]
        assert (m.role == "parameter") == (m.op == "leaf" and m.name.startswith("enc1."))
        assert (m.op == "leaf") == (m.role in ("input", "parameter", "setting")) == (not m.inputs) == (m.formula == "")
        assert m.editable == (m.op == "leaf" and m.name not in ("set.scale", "set.query_offset"))
    attention = run(kind="attention", causal=True)
    assert attention["set.query_offset"].editable, "there it is a field; elsewhere it is 0"


def test_display_and_masks() -> None:
    trace = run(causal=True)
    for name in trace:
        m = trace[name]
        masked = m.stem in ("raw", "S", "A")
        assert (m.mask == "enc1.self.mask") == masked, name
        assert (m.display == "weights") == (m.stem == "A")
        assert (m.display == "mask") == (".mask" in name)
        hidden = trace.hidden(name)
        if masked:
            assert hidden is not None
            assert hidden.tolist() == [[False, True, True], [False, False, True], [False] * 3]
        else:
            assert hidden is None


def test_parts_stems_layers_and_heads() -> None:
    trace = run(enc_layers=2)
    m = trace["enc2.self.h1.A"]
    assert (m.part, m.stem, m.layer, m.head) == ("enc2.self.h1", "A", 2, 1)
    m = trace["enc1.norm1"]
    assert (m.part, m.stem, m.layer, m.head) == ("enc1", "norm1", 1, None)
    m = trace["src.X"]
    assert (m.part, m.stem, m.layer, m.head) == ("src", "X", None, None)


def test_formulas_say_what_is_computed() -> None:
    trace = run(bias=True)
    formulas = {
        "enc1.self.h2.Q": "X WQ² + bQ²",
        "enc1.self.h1.raw": "Q¹ K¹ᵀ",
        "enc1.self.h1.S": "raw¹ · scale",
        "enc1.self.h2.H": "A² V²",
        "enc1.self.concat": "[H¹ | H²]",
        "enc1.sum1": "X + out",
        "enc1.norm1.var": "mean of (sum1 − mean)²",
        "enc1.norm1.xhat": "(sum1 − mean) / √(var + eps)",
        "enc1.norm1": "xhat · gamma + beta",
        "enc1.ffn.hidden": "max(pre, 0)",
    }
    assert {name: trace[name].formula for name in formulas} == formulas
    assert run(norm="rmsnorm")["enc1.norm1.xhat"].formula == "sum1 / √(ms + eps)"
    assert "erf" in run(act="gelu_erf")["enc1.ffn.hidden"].formula
    assert "tanh" in run(act="gelu_tanh")["enc1.ffn.hidden"].formula
    assert symbol("enc1.self.h12.WQ") == "WQ¹²"


# values


def test_values_are_read_only_and_in_one_place() -> None:
    trace = run()
    for name in trace:
        values = trace[name].values
        assert values.ndim == 2
        assert not values.flags.writeable
        assert trace[name].values is values
        with pytest.raises(ValueError, match="read-only"):
            values[0, 0] = 1.0


def test_leaves_are_the_workspace_s_own_arrays() -> None:
    trace = run()
    assert trace["src.X"].values is trace.workspace.arrays["sample0/src.X"]
    assert trace["enc1.self.WO"].values is trace.workspace.arrays["enc1.self.WO"]
    assert trace["set.eps"].values.tolist() == [[1e-5]]
    assert trace["set.scale"].values.tolist() == [[1 / math.sqrt(2)]]


def test_difference_is_by_bits_and_only_where_shapes_agree() -> None:
    base = Workspace.new(ModelSpec(norm="none"), (Sample(TOKENS),)).with_cell("src.X", 0, 0, 0.0)
    one = Engine("numpy").run(base)
    assert not any(cells.any() for cells in one.difference(one).values())
    assert set(one.difference(one)) == set(one)
    minus = Engine("numpy").run(base.with_cell("src.X", 0, 0, -0.0))
    assert minus.difference(one)["src.X"].tolist() == [[True] + [False] * 3, [False] * 4, [False] * 4]
    nan = Engine("numpy").run(base.with_cell("src.X", 0, 0, math.nan))
    assert not nan.difference(nan)["src.X"].any()
    wider = Engine("numpy").run(base.with_spec(d_ff=9))
    assert "enc1.ffn.W1" not in wider.difference(one)
    assert not wider.difference(one)["enc1.ffn.b2"].any()
    single = Engine("numpy").run(base.with_spec(precision="float32"))
    assert single.difference(one) == {}


@pytest.mark.parametrize("late", [False, True])
def test_which_matrices_differ(late: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """One by one and at once, in traces that were copied and in those that read the arena until it changes."""
    monkeypatch.setattr(engine, "COPY_AT_ONCE", 0 if late else 1 << 18)
    runs = Engine("numpy")
    workspace = Workspace.new(ModelSpec(), (Sample(TOKENS),))
    traces = [runs.run(workspace)]
    for name, value in (("enc1.ffn.W2", 0.5), ("src.X", math.nan), ("enc1.norm2.beta", -0.0), ("set.eps", 0.25)):
        workspace = workspace.with_cell(name, 0, 0, value)
        traces.append(runs.run(workspace))
    for one in traces:
        for other in traces:
            bits = {name: (one[name].values.view("i8") != other[name].values.view("i8")).any() for name in one}
            assert one.differing(other) == {name for name, differ in bits.items() if differ}


def test_another_model_or_precision_differs_in_all_that_it_has_otherwise() -> None:
    trace = run()
    assert trace.differing(trace) == set()
    assert trace.differing(run(precision="float32")) == set(trace)
    wider = run(d_ff=9)
    assert {"enc1.ffn.W1", "enc1.ffn.b1", "enc1.ffn.hidden"} <= wider.differing(trace)
    assert "enc1.self.h1.Q" not in wider.differing(trace)


def test_the_first_number_that_is_none() -> None:
    workspace = Workspace.new(ModelSpec(), (Sample(TOKENS),))
    assert Engine("numpy").run(workspace).nonfinite() is None
    trace = Engine("numpy").run(workspace.with_cell("enc1.self.h2.WV", 1, 0, math.inf))
    assert trace.nonfinite() == ("enc1.self.h2.WV", 1, 0)
    trace = Engine("numpy").run(workspace.with_pin("enc1.sum1", 2, 1, math.nan))
    assert trace.nonfinite() == ("enc1.sum1.held", 2, 1)


def test_the_spec_and_sample_it_was_made_from() -> None:
    workspace = Workspace.new(ModelSpec(), (Sample(TOKENS), Sample(("a",))))
    trace = Engine("numpy").run(workspace, 1)
    assert (trace.spec, trace.workspace, trace.sample) == (workspace.spec, workspace, 1)
    assert trace["src.X"].rows == ("a",)
    assert np.array_equal(trace["enc1.self.h1.A"].values, [[1.0]])


def test_a_trace_aside_has_the_same_values_and_keeps_no_copy_in_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    workspace = Workspace.new(ModelSpec(), (Sample(tuple("abc")),))
    trace = Engine("numpy").run(workspace)
    assert trace.aside() is trace, "values of its own never change: any thread may read them"
    monkeypatch.setattr("core.engine.COPY_AT_ONCE", 0)
    engine = Engine("numpy")
    late = engine.run(workspace)
    aside = late.aside()
    assert all((aside[name].values == trace[name].values).all() for name in trace)
    assert late._kept == {}
    engine.run(workspace.with_cell("src.X", 0, 0, 9.0))
    assert (late["enc1.Z"].values == trace["enc1.Z"].values).all()
