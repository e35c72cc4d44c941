"""Engine: only what became stale runs, the result is that of a fresh run to the bit, and `changed` is exact."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from core import engine as engine_module
from core import jit
from core import plan as plan_module
from core.engine import Engine
from core.graph import LEAF
from core.problem import Problem
from core.spec import ModelSpec
from core.trace import Trace
from core.workspace import Sample, Workspace
from tests.core.ops.run import needs_numba

Array = NDArray[Any]
EXECUTORS = ("numpy", pytest.param("jit", marks=needs_numba))


def model(rows: int = 3, samples: int = 1, **fields: Any) -> Workspace:
    tokens = tuple(f"t{i}" for i in range(rows))
    return Workspace.new(ModelSpec(**fields), (Sample(tokens),) * samples)


def bits(trace: Trace) -> dict[str, bytes]:
    return {name: trace[name].values.tobytes() for name in trace}


def fresh(workspace: Workspace, executor: str, sample: int = 0) -> dict[str, bytes]:
    return bits(Engine(executor).run(workspace, sample))


def downstream(workspace: Workspace, changed: set[str], sample: int = 0) -> set[str]:
    """Computed nodes that depend on a changed leaf, found by walking the graph forwards."""
    reached = set(changed)
    graph = workspace.graph(sample)
    for node in graph.nodes:
        if any(graph.nodes[k].name in reached for k in node.inputs):
            reached.add(node.name)
    return {name for name in reached if graph[name].op != LEAF}


def moved(before: Trace, after: Trace) -> set[str]:
    """Computed nodes whose bits differ."""
    return {
        name
        for name in after
        if after[name].op != LEAF and after[name].values.tobytes() != before[name].values.tobytes()
    }


@pytest.fixture(params=EXECUTORS)
def executor(request: pytest.FixtureRequest) -> str:
    return request.param


# what runs


def test_the_first_run_runs_everything(executor: str) -> None:
    engine = Engine(executor)
    trace = engine.run(model())
    computed = tuple(name for name in trace if trace[name].op != LEAF)
    assert engine.report.nodes_run == engine.report.nodes == len(computed)
    assert engine.report.changed == computed
    assert engine.report.executor == executor
    assert engine.report.seconds > 0


def test_the_same_workspace_again_runs_nothing(executor: str) -> None:
    engine = Engine(executor)
    before = engine.run(model_ := model())
    after = engine.run(model_)
    assert (engine.report.nodes_run, engine.report.changed) == (0, ())
    assert bits(after) == bits(before)


@pytest.mark.parametrize(
    ("cell", "unmoved"),
    [
        ("enc1.self.h1.WV", {"enc1.self.h1.A", "enc1.self.h1.Q", "enc1.self.h2.H"}),
        ("enc1.self.h2.WQ", {"enc1.self.h1.H", "enc1.self.h2.K", "enc1.self.h2.V"}),
        ("enc1.ffn.W2", {"enc1.ffn.hidden", "enc1.norm1"}),
        ("enc1.norm2.beta", {"enc1.norm2.xhat", "enc1.sum2"}),
        ("src.X", {"enc1.self.mask"}),
        ("set.eps", {"enc1.self.out", "enc1.norm1.var"}),
    ],
)
def test_only_what_is_downstream_of_a_change_runs(executor: str, cell: str, unmoved: set[str]) -> None:
    engine, start = Engine(executor), model()
    before = engine.run(start)
    ran: list[str] = []
    original = engine._run_reference
    engine._run_reference = lambda plan, node: (ran.append(node.name), original(plan, node))  # type: ignore[method-assign,assignment,func-returns-value]
    edited = start.with_cell(cell, 0, 0, 0.375)
    after = engine.run(edited)
    expected = downstream(edited, {cell})
    assert engine.report.nodes_run == len(expected)
    assert not expected & unmoved
    if executor == "numpy":
        assert set(ran) == expected
    assert set(engine.report.changed) == moved(before, after)
    assert set(engine.report.changed) <= expected
    assert bits(after) == fresh(edited, executor)


def test_a_change_in_the_sign_of_zero_counts(executor: str) -> None:
    engine = Engine(executor)
    start = model(norm="none", ffn=False).with_block("enc1.self.WO", 0, 0, np.zeros((4, 4)))
    start = start.with_block("src.X", 0, 0, np.zeros((3, 4)))
    engine.run(start)
    engine.run(start.with_pin("enc1.sum1", 0, 0, 0.0))
    engine.run(start.with_pin("enc1.sum1", 0, 0, -0.0))
    assert "enc1.sum1" in engine.report.changed


def test_toggles_that_keep_the_graph_keep_the_rest(executor: str) -> None:
    engine, start = Engine(executor), model(causal=True, window=2, pos="rope_half")
    for change in ({"scale": False}, {"eps": 0.5}, {"rope_base": 2.0}, {"window": 1}):
        engine.run(start)
        after = engine.run(start.with_spec(**change))
        assert 0 < engine.report.nodes_run < engine.report.nodes
        assert bits(after) == fresh(start.with_spec(**change), executor)


def test_a_chain_of_edits_and_undos_is_a_fresh_run_each_time(executor: str) -> None:
    engine, start = Engine(executor), model()
    edited = start.with_cell("enc1.self.h1.WQ", 1, 1, 2.0)
    for workspace in (start, edited, start, edited.with_spec(norm="rmsnorm"), edited, start.with_rows(5), start):
        assert bits(engine.run(workspace)) == fresh(workspace, executor)


# several samples


def test_samples_share_parameters_and_nothing_else(executor: str) -> None:
    workspace = model(samples=2).with_cell("src.X", 0, 0, 0.75, sample=1)
    engine = Engine(executor)
    first, second = engine.run(workspace, 0), engine.run(workspace, 1)
    assert (first.sample, second.sample) == (0, 1)
    assert first["enc1.Z"].values.tobytes() != second["enc1.Z"].values.tobytes()
    assert bits(first) == fresh(workspace, executor, 0)
    assert bits(second) == fresh(workspace, executor, 1)
    engine.run(workspace, 0)
    assert engine.report.nodes_run == 0


def test_samples_of_different_lengths(executor: str) -> None:
    workspace = Workspace.new(ModelSpec(causal=True), (Sample(("a",)), Sample(tuple("bcdef"))))
    engine = Engine(executor)
    for sample in (0, 1, 0):
        trace = engine.run(workspace, sample)
        assert bits(trace) == fresh(workspace, executor, sample)
        assert len(trace["src.X"].rows) == (1, 5)[sample]


def test_each_sample_sees_the_parameters_of_its_own_workspace(executor: str) -> None:
    """Sample 1 was run with other parameters in between: sample 0 must not compute with those."""
    engine, start = Engine(executor), model(samples=2)
    engine.run(start, 0)
    engine.run(start.with_block("enc1.self.h1.WV", 0, 0, np.full((4, 2), 9.0)), 1)
    edited = start.with_cell("src.X", 0, 0, -0.5, sample=0)
    assert bits(engine.run(edited, 0)) == fresh(edited, executor, 0)


# values that are no numbers


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, 1e300])
def test_non_finite_values_travel_and_leave_again(executor: str, value: float) -> None:
    engine, start = Engine(executor), model()
    before = engine.run(start)
    sick = engine.run(start.with_cell("src.X", 1, 2, value))
    assert not np.isfinite(sick["enc1.Z"].values).all()
    assert bits(engine.run(start)) == bits(before)


def test_both_executors_hide_the_same_nan(executor: str) -> None:
    """A NaN in the last token reaches earlier rows through values only where they may read it."""
    trace = Engine(executor).run(model(causal=True).with_cell("src.X", 2, 0, math.nan))
    assert np.isfinite(trace["enc1.self.h1.A"].values[:2]).all()
    assert (trace["enc1.self.h1.A"].values[:2, 2] == 0).all()
    assert np.isnan(trace["enc1.self.h1.A"].values[2]).all()


# large models


@pytest.fixture
def everything_is_a_large_product(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plan_module, "LARGE_PRODUCT", 1)
    monkeypatch.setattr(jit, "has_products", lambda: False)


@needs_numba
@pytest.mark.parametrize("bias", [False, True])
def test_products_of_size_go_to_numpy_and_agree(monkeypatch: pytest.MonkeyPatch, bias: bool) -> None:
    workspace = model(rows=5, d=7, d_k=3, d_v=5, bias=bias, heads=3, enc_layers=2)
    for name, array in workspace.arrays.items():
        if name.rpartition(".")[2].startswith("b"):
            workspace = workspace.with_block(name, 0, 0, np.linspace(-1, 1, array.shape[1])[None, :])
    small = Engine("jit").run(workspace)
    calls: list[str] = []
    original = Engine._run_product

    def counted(self: Engine, plan: Any, node: Any) -> None:
        calls.append(node.name)
        original(self, plan, node)

    monkeypatch.setattr(Engine, "_run_product", counted)
    monkeypatch.setattr(plan_module, "LARGE_PRODUCT", 1)
    monkeypatch.setattr(jit, "has_products", lambda: False)
    engine = Engine("jit")
    large = engine.run(workspace)
    assert set(calls) == {name for name in small if small[name].op in ("linear", "scores")}
    for name in small:
        np.testing.assert_allclose(large[name].values, small[name].values, rtol=1e-12, atol=1e-12)
    edited = workspace.with_cell("enc1.self.h1.WV", 0, 0, 3.0)
    assert bits(engine.run(edited)) == fresh(edited, "jit")


def test_the_bound_is_on_rows_times_columns_times_width(monkeypatch: pytest.MonkeyPatch) -> None:
    def large(n: int) -> set[str]:
        workspace = model(rows=3, d=4, d_ff=6)
        monkeypatch.setattr(plan_module, "LARGE_PRODUCT", n)
        graph = workspace.graph()
        plan = plan_module.Plan(graph, *plan_module.parameter_offsets([graph]))
        return {graph.nodes[s.product].name for s in plan.route(None)[1] if s.product is not None}

    assert large(3 * 6 * 4 + 1) == set()
    assert large(3 * 6 * 4) == {"enc1.ffn.pre", "enc1.ffn.out"}


@needs_numba
@pytest.mark.usefixtures("everything_is_a_large_product")
def test_large_products_let_non_finite_values_through() -> None:
    trace = Engine("jit").run(model().with_cell("src.X", 0, 0, math.inf))
    assert np.isnan(trace["enc1.Z"].values).any()


# executors


def test_an_unknown_executor_is_refused() -> None:
    with pytest.raises(Problem, match="no executor gpu: allowed is auto, jit, numpy"):
        Engine("gpu")


@needs_numba
def test_executors_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    workspace = model(rows=6, d=5, heads=3, act="gelu_erf", causal=True, enc_layers=2)
    a, b = Engine("jit").run(workspace), Engine("numpy").run(workspace)
    for name in a:
        np.testing.assert_allclose(a[name].values, b[name].values, rtol=1e-12, atol=1e-12)


@needs_numba
def test_the_compiled_executor_refuses_float32_before_computing() -> None:
    engine, start = Engine("jit"), model()
    before = engine.run(start)
    with pytest.raises(Problem, match="float64 only; float32"):
        engine.run(start.with_spec(precision="float32"))
    assert bits(engine.run(start)) == bits(before)
    assert engine.report.nodes_run == 0


def test_auto_serves_with_numpy_until_code_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "_forward", None)
    engine, start = Engine(), model()
    engine.run(start)
    assert engine.report.executor == "numpy"
    assert jit.loaded_forward() is None, "auto must not compile"


@needs_numba
def test_auto_takes_compiled_code_once_it_is_there_but_not_for_float32() -> None:
    jit.forward()
    engine, start = Engine(), model()
    engine.run(start)
    assert engine.report.executor == "jit"
    engine.run(start.with_spec(precision="float32"))
    assert engine.report.executor == "numpy"
    engine.run(start)
    assert engine.report.executor == "jit"


def test_a_run_that_breaks_off_leaves_nothing_half_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    engine, start = Engine("numpy"), model()
    engine.run(start)
    edited = start.with_cell("src.X", 0, 0, 0.125)

    def out_of_memory(plan: Any, node: Any) -> None:
        raise MemoryError

    with monkeypatch.context() as m:
        m.setattr(engine, "_run_reference", out_of_memory)
        with pytest.raises(MemoryError):
            engine.run(edited)
    assert bits(engine.run(edited)) == fresh(edited, "numpy")


def test_a_model_that_does_not_fit_leaves_the_engine_usable(monkeypatch: pytest.MonkeyPatch) -> None:
    engine, start = Engine("numpy"), model()
    engine.run(start)

    def out_of_memory(*_: Any) -> None:
        raise MemoryError

    with monkeypatch.context() as m:
        m.setattr(engine_module.np, "zeros", out_of_memory)
        with pytest.raises(MemoryError):
            engine.run(start.with_rows(5))
    assert bits(engine.run(start)) == fresh(start, "numpy")


# traces that are copied late


@pytest.fixture(params=[0, engine_module.COPY_AT_ONCE], ids=["copied late", "copied at once"])
def copying(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    monkeypatch.setattr(engine_module, "COPY_AT_ONCE", request.param)
    return request.param


def test_an_old_trace_never_changes(executor: str, copying: int) -> None:
    engine, start = Engine(executor), model(samples=2)
    old = engine.run(start)
    held = {name: old[name] for name in old}  # matrices and arrays that a view keeps
    arrays = {name: old[name].values for name in old}
    before = bits(old)
    for workspace in (
        start.with_cell("src.X", 0, 0, 99.0),
        start.with_cell("enc1.self.h1.WQ", 0, 0, 99.0),
        start.with_spec(causal=True),
        start.with_rows(6),
        start.with_spec(precision="float32") if executor == "numpy" else start,
    ):
        engine.run(workspace)
        engine.run(workspace, 1)
        assert bits(old) == before
        assert {name: m.values.tobytes() for name, m in held.items()} == before
        assert {name: a.tobytes() for name, a in arrays.items()} == before


def test_a_matrix_outlives_its_trace(executor: str, copying: int) -> None:
    engine, start = Engine(executor), model()
    z = engine.run(start)["enc1.Z"]
    before = z.values.tobytes()
    engine.report = engine_module.Report(0, 0, 0.0, "", tuple)
    engine.run(start.with_cell("src.X", 0, 0, 99.0))
    assert z.values.tobytes() == before


def test_changed_is_exact_and_can_be_asked_late(executor: str, copying: int) -> None:
    engine, start = Engine(executor), model()
    first = engine.run(start)
    second = engine.run(start.with_cell("enc1.self.h1.WV", 0, 0, 99.0))
    report, expected = engine.report, moved(first, second)
    engine.run(start.with_cell("src.X", 0, 0, 99.0))
    assert set(report.changed) == expected
    assert "enc1.self.h2.H" not in expected


def test_changed_names_only_nodes_whose_bits_differ(executor: str, copying: int) -> None:
    """W2's rows of hidden units that ReLU silences are multiplied by 0: downstream runs, nothing moves."""
    start = model(seed=3).with_block("enc1.ffn.b1", 0, 0, np.full((1, 6), -100.0))
    engine = Engine(executor)
    engine.run(start)
    engine.run(start.with_cell("enc1.ffn.W2", 0, 0, 5.0))
    assert engine.report.nodes_run > 1
    assert engine.report.changed == ()


def test_two_traces_of_one_state_both_stay(executor: str, copying: int) -> None:
    """The second run of the same numbers runs nothing, so both traces may still read the arena."""
    engine, start = Engine(executor), model()
    traces = [engine.run(start), engine.run(start), engine.run(start.with_about({"en": {"title": "other"}}))]
    before = bits(traces[0])
    engine.run(start.with_cell("src.X", 0, 0, 99.0))
    assert [bits(trace) == before for trace in traces] == [True, True, True]


def test_differences_between_traces(executor: str, copying: int) -> None:
    engine, start = Engine(executor), model()
    first = engine.run(start)
    second = engine.run(start.with_cell("enc1.norm2.beta", 0, 1, 99.0))
    differing = {name: cells for name, cells in second.difference(first).items() if cells.any()}
    assert set(differing) == {"enc1.norm2.beta", "enc1.norm2"}
    assert differing["enc1.norm2"].tolist() == [[False, True, False, False]] * 3
