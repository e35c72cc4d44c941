"""Gradients against the golden set, and against trying: every kind of model, every op, both executors."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.engine import Engine
from core.gradient import (
    LOSS,
    Back,
    batch_gradients,
    check_loss,
    check_movable,
    finite_difference,
    gradient,
    movable,
    sources_of,
)
from core.problem import Problem
from core.spec import ModelSpec
from core.trace import Trace
from core.workspace import Sample, Workspace
from labapp import models
from tests import golden_cases as golden
from tests.core.ops.run import needs_numba
from tests.core.specs import workspaces

EXAMPLES = int(os.environ.get("GLASSFORMER_EXAMPLES", "20"))
EXECUTORS = ("numpy", pytest.param("jit", marks=needs_numba))
TOLERANCE = 1e-9


def traced(workspace: Workspace, sample: int = 0) -> Trace:
    return Engine("numpy").run(workspace, sample)


@pytest.mark.parametrize("executor", EXECUTORS)
def test_golden_gradients_of_every_parameter(executor: str) -> None:
    wanted = golden.encdec_gradients()
    if not wanted:
        pytest.skip("not in this folder")
    workspace = golden.encdec_cases()[0].make()
    loss, found = batch_gradients(workspace, executor)
    assert golden.close(loss, golden.encdec_page()["loss"])
    assert set(found) == set(wanted) == {n.name for n in workspace.graph().nodes if n.role == "parameter"}
    assert not {name for name, want in wanted.items() if not golden.close(found[name], want, TOLERANCE)}


def last_result(trace: Trace) -> str:
    """What a model is for: its loss, or its last matrix."""
    return LOSS if LOSS in trace else [n.name for n in trace.graph.nodes if movable(n)][-1]


def check_by_trying(workspace: Workspace, r: np.random.Generator, sample: int = 0, count: int = 6) -> None:
    """Some cells of some matrices that lead to a random cell of the result, against central differences."""
    trace = traced(workspace, sample)
    target = trace.graph[last_result(trace)]
    cell = tuple(int(r.integers(n)) for n in target.shape)
    found = gradient(trace, target.name, *cell, executor="numpy")
    known = sorted(k for k in sources_of(trace.graph, target.index) if not trace.graph.nodes[k].natural)
    for k in r.choice(known, min(count, len(known)), replace=False):
        node = trace.graph.nodes[k]
        if node.name.endswith((".held", ".natural")):
            continue
        i, j = (int(r.integers(n)) for n in node.shape)
        tried = finite_difference(workspace, node.name, i, j, target.name, cell, sample)  # type: ignore[arg-type]
        got = found[node.name][i, j]
        assert abs(got - tried) <= 2e-6 * max(1.0, abs(tried)), (node.name, i, j, got, tried)


VARIANTS = golden.variant_cases()


@pytest.mark.parametrize("case", VARIANTS, ids=lambda case: case.id)
def test_golden_variants_by_central_differences(case: golden.Case) -> None:
    check_by_trying(case.make(), np.random.default_rng(7))


@settings(deadline=None, max_examples=EXAMPLES, suppress_health_check=[HealthCheck.too_slow])
@given(workspace=workspaces(), seed=st.integers(0, 2**32))
def test_any_model_by_central_differences(workspace: Workspace, seed: int) -> None:
    """ReLU gives way to GELU, which has no kink; ε is 0.5, since norms of constant rows are all too steep."""
    act = "gelu_erf" if workspace.spec.act == "relu" else workspace.spec.act
    smooth = workspace.with_spec(act=act, eps=0.5)
    r = np.random.default_rng(seed)
    check_by_trying(smooth, r, int(r.integers(len(smooth.samples))), count=3)


@needs_numba
@settings(deadline=None, max_examples=EXAMPLES, suppress_health_check=[HealthCheck.too_slow])
@given(workspace=workspaces(), seed=st.integers(0, 2**32))
def test_compiled_gradients_are_those_of_the_references(workspace: Workspace, seed: int) -> None:
    trace, r = traced(workspace), np.random.default_rng(seed)
    node = trace.graph[last_result(trace)]
    i, j = (int(r.integers(n)) for n in node.shape)
    got, want = (gradient(trace, node.name, i, j, executor) for executor in ("jit", "numpy"))
    assert (got.executor, want.executor) == ("jit", "numpy")
    for name in want:
        size = np.maximum(1.0, np.abs(want[name]).max(initial=0.0))
        assert (np.abs(got[name] - want[name]) <= 1e-9 * size).all(), name


def block(**fields: Any) -> Workspace:
    return Workspace.new(ModelSpec(**fields), (Sample(("a", "b", "c")),))


@pytest.mark.parametrize("executor", EXECUTORS)
def test_a_head_that_is_off_has_the_gradient_of_what_it_would_do(executor: str) -> None:
    off = block(heads=2, heads_off=(1, 2))
    found = gradient(traced(off), "enc1.Z", 1, 0, executor)
    heads = np.concatenate([found["enc1.self.h1.H"], found["enc1.self.h2.H"]], axis=1)
    assert heads.any()
    np.testing.assert_array_equal(heads, found["enc1.self.concat"])


@pytest.mark.parametrize("executor", EXECUTORS)
def test_a_pin_stops_the_gradient_where_it_holds(executor: str) -> None:
    pinned = block().with_pin("enc1.self.out", 1, 2, 0.5)
    found = gradient(traced(pinned), "enc1.Z", 1, 0, executor)
    natural, held = found["enc1.self.out.natural"], found["enc1.self.out.held"]
    assert natural[1, 2] == 0
    assert held[1, 2] == found["enc1.self.out"][1, 2] != 0
    assert (np.delete(held.ravel(), 6) == 0).all()
    assert (np.delete(natural.ravel(), 6) == np.delete(found["enc1.self.out"].ravel(), 6)).all()


@pytest.mark.parametrize("executor", EXECUTORS)
def test_hidden_cells_have_no_gradient(executor: str) -> None:
    mask = np.array([[1, 1, 0], [0, 0, 0], [0, 1, 1]])
    found = gradient(traced(block().with_custom_mask("enc1.self", mask)), "enc1.U", 0, 1, executor)
    for r in (1, 2):
        assert not found[f"enc1.self.h{r}.S"][mask == 0].any()
        assert found[f"enc1.self.h{r}.S"][0, :2].any()
    assert not found["enc1.self.mask"].any()


@pytest.mark.parametrize("executor", EXECUTORS)
def test_a_matrix_that_several_read_gets_the_sum(executor: str) -> None:
    """Of a sum over a row: X goes to Z through the residual and through nothing else when all else is off."""
    workspace = block(norm="none", ffn=False, heads_off=(1, 2))
    found = gradient(traced(workspace), "enc1.Z", 2, 3, executor)
    want = np.zeros((3, 4))
    want[2, 3] = 1.0
    assert (found["src.X"] == want).all()
    assert not found["enc1.self.h1.WV"].any()


def test_aliases_answer_and_nothing_can_be_written() -> None:
    found = gradient(traced(block()), "enc1.Z")
    assert found["enc1.U"] is not None
    assert np.array_equal(found["enc1.norm1"], found["enc1.U"])
    with pytest.raises(ValueError, match="read-only"):
        found["src.X"][0, 0] = 1.0


def test_large_products_without_a_library_go_through_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    from core import dispatch_back, jit, jit_back

    monkeypatch.setattr(jit, "has_products", lambda: False)
    monkeypatch.setattr(jit_back, "loaded_backward", lambda: dispatch_back.walk_back)
    rows = tuple(f"t{i}" for i in range(12))
    trace = traced(Workspace.new(ModelSpec(d=48, d_k=24, d_v=24, d_ff=64), (Sample(rows),)))
    got, want = gradient(trace, "enc1.Z", 3, 5), gradient(trace, "enc1.Z", 3, 5, "numpy")
    assert got.executor == "jit"
    assert all(np.allclose(got[name], want[name], rtol=0, atol=1e-11) for name in want)


def test_float32_runs_on_numpy() -> None:
    found = gradient(traced(block(precision="float32")), "enc1.Z", executor="jit")
    assert found.executor == "numpy"
    assert found["src.X"].dtype == np.float32


@pytest.mark.parametrize(
    ("name", "sentence"),
    [("set.eps", "set.eps is a setting"), ("enc1.self.mask", "can move a little"), ("src.X", "")],
)
def test_what_has_no_gradient(name: str, sentence: str) -> None:
    node = block().node(name)
    if not sentence:
        return check_movable(node)
    with pytest.raises(Problem, match=sentence):
        check_movable(node)
    return None


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({}, "no vocabulary head"),
        ({"head": True}, "labels come from target tokens"),
        ({"head": True, "inputs": "tokens"}, "put MASK over a word"),
    ],
)
def test_a_model_without_a_loss_says_what_it_lacks(fields: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Problem, match=sentence):
        check_loss(block(**fields))


def test_a_plan_serves_the_next_trace_of_its_graph_and_no_other() -> None:
    workspace = models.starting_model("block")
    first = Back(Engine("numpy").run(workspace), "numpy")
    moved = Engine("numpy").run(workspace.with_cell("src.X", 0, 0, 2.0))
    again = Back(moved, "numpy", first.plan)
    assert again.plan is first.plan
    want, got = gradient(moved, "enc1.Z", 0, 1, "numpy"), again.of("enc1.Z", 0, 1)
    assert all(np.array_equal(got[name], want[name]) for name in want)
    other = Engine("numpy").run(workspace.with_spec(heads=1))
    assert Back(other, "numpy", first.plan).plan is not first.plan
