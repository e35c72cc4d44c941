"""Jacobians against the golden set, gradients of single cells, differences, and the chain rule."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core import seeds
from core.engine import Engine
from core.gradient import finite_difference, gradient, movable, sources_of
from core.jacobian import Jacobian, jacobian, whole
from core.ops import TABLE
from core.problem import Problem
from core.residual import stacks
from core.spec import ModelSpec
from core.trace import Trace
from core.workspace import Sample, Workspace
from tests import golden_cases as golden
from tests.core.ops.run import needs_numba
from tests.core.specs import workspaces

EXAMPLES = int(os.environ.get("GLASSFORMER_EXAMPLES", "20"))
EXECUTORS = ("numpy", pytest.param("jit", marks=needs_numba))
TOLERANCE = 1e-9


def traced(workspace: Workspace, sample: int = 0) -> Trace:
    return Engine("numpy").run(workspace, sample)


def block(*tokens: str, **fields: Any) -> Workspace:
    return Workspace.new(ModelSpec(**fields), (Sample(tokens or ("a", "b", "c")),))


def both(**fields: Any) -> Workspace:
    spec = ModelSpec(kind="encoder_decoder", enc_layers=2, dec_layers=2, inputs="tokens", head=True, **fields)
    return Workspace.new(spec, (Sample(("a", "b", "c", "PAD"), ("BOS", "x", "y")),))


def close(got: Any, want: Any, tolerance: float = 1e-11) -> bool:
    size = max(1.0, float(np.abs(want).max(initial=0.0)))
    return bool((np.abs(got - want) <= tolerance * size).all())


@pytest.mark.parametrize("executor", EXECUTORS)
@pytest.mark.parametrize("name", ["block_post", "block_pre", "block_post_rmsnorm", "block_pre_rmsnorm"])
def test_golden_jacobians_of_the_block(name: str, executor: str) -> None:
    want = golden.jacobian(name)
    if want is None:
        pytest.skip("not in this folder")
    model = next(case for case in golden.block_cases() if case.id == "A.block.post").make()
    fields = {"norm_place": name.split("_")[1], "norm": "rmsnorm" if name.endswith("rmsnorm") else "layernorm"}
    found = jacobian(traced(model.with_spec(**fields)), "enc1.Z", "src.X", executor=executor)
    assert found.executor == executor
    assert found.values.shape == (3, 4, 3, 4)
    assert golden.close(found.values, want, TOLERANCE)
    assert found.ways.all()
    assert (found.block(2, 1) == found.values[2, :, 1, :]).all()


@settings(deadline=None, max_examples=EXAMPLES, suppress_health_check=[HealthCheck.too_slow])
@given(workspace=workspaces(), seed=st.integers(0, 2**32))
def test_all_seeds_at_once_are_each_seed_alone(workspace: Workspace, seed: int) -> None:
    """Of any model, any two matrices of which one leads to the other."""
    trace, r = traced(workspace), np.random.default_rng(seed)
    nodes = trace.graph.nodes
    of = nodes[int(r.choice([node.index for node in nodes if movable(node)]))]
    by = nodes[int(r.choice(sorted(sources_of(trace.graph, of.index))))]
    if not movable(by):
        return
    found = jacobian(trace, of.name, by.name, executor="numpy")
    n, d = of.shape
    for i, k in {(int(r.integers(n)), int(r.integers(d))) for _ in range(3)}:
        want = gradient(trace, of.name, i, k, executor="numpy")[by.name]
        assert close(found.values[i, k], want), (of.name, by.name, i, k)
    assert not found.values.transpose(0, 2, 1, 3)[~found.ways].any()


@needs_numba
@settings(deadline=None, max_examples=EXAMPLES, suppress_health_check=[HealthCheck.too_slow])
@given(workspace=workspaces())
def test_compiled_jacobians_are_those_of_the_references(workspace: Workspace) -> None:
    trace = traced(workspace)
    for stack in stacks(trace.graph, trace.spec):
        ends = stack.stages[-1], stack.stages[0]
        got, want = (jacobian(trace, *ends, executor=executor) for executor in ("jit", "numpy"))
        assert (got.executor, want.executor) == ("jit", "numpy")
        assert close(got.values, want.values, 1e-9)


@settings(deadline=None, max_examples=EXAMPLES, suppress_health_check=[HealthCheck.too_slow])
@given(workspace=workspaces())
def test_the_jacobian_of_a_stack_is_the_product_of_those_of_its_sublayers(workspace: Workspace) -> None:
    trace = traced(workspace.with_spec(eps=0.5))
    for stack in stacks(trace.graph, trace.spec):
        total = jacobian(trace, stack.stages[0], stack.stages[0], executor="numpy").values
        n, d = total.shape[:2]
        assert (total.reshape(n * d, n * d) == np.eye(n * d)).all()
        for x, out in zip(stack.stages, stack.stages[1:], strict=False):
            own = jacobian(trace, out, x, executor="numpy").values
            total = np.einsum("irkt,ktjs->irjs", own, total)
        found = jacobian(trace, stack.stages[-1], stack.stages[0], executor="numpy").values
        assert close(found, total, 1e-10)


@pytest.mark.parametrize(
    "fields", [{}, {"norm_place": "pre", "final_norm": True, "norm": "rmsnorm"}, {"pos": "rope_half"}]
)
@pytest.mark.parametrize(("of", "by"), [("dec2.Z", "memory"), ("dec2.Z", "src.X0"), ("dec1.C", "tgt.X0")])
def test_what_trying_says(of: str, by: str, fields: dict[str, Any]) -> None:
    """GELU has no kink that a difference could step over."""
    workspace = both(d=4, act="gelu_tanh", **fields)
    found = jacobian(traced(workspace), of, by)
    r = np.random.default_rng(3)
    for _ in range(4):
        at = tuple(int(r.integers(n)) for n in found.values.shape)
        i, k, j, s = at
        tried = finite_difference(workspace, found.by, j, s, found.of, (i, k))
        assert abs(found.values[at] - tried) <= 2e-6 * max(1.0, abs(tried))


@pytest.mark.parametrize("executor", EXECUTORS)
def test_rows_that_may_not_be_read_have_no_way_and_are_exactly_0(executor: str) -> None:
    trace = traced(both(d=4, causal=True))
    order = np.tril(np.ones((3, 3), bool))
    found = jacobian(trace, "dec2.Z", "tgt.X0", executor=executor)
    np.testing.assert_array_equal(found.ways, order)
    assert (found.sizes[order] > 0).all()
    assert (found.sizes[~order] == 0).all()
    padded = jacobian(trace, "dec2.Z", "memory", executor=executor)
    np.testing.assert_array_equal(padded.ways, np.tile([True, True, True, False], (3, 1)))
    assert (padded.sizes[:, 3] == 0).all()


def test_a_pinned_row_is_moved_by_nothing() -> None:
    pinned = block().with_pin("enc1.norm1", 1, None, 0.25)
    found = jacobian(traced(pinned), "enc1.U", "src.X")
    np.testing.assert_array_equal(found.ways, [[True] * 3, [False] * 3, [True] * 3])
    assert not found.sizes[1].any()


@pytest.mark.parametrize("executor", EXECUTORS)
def test_one_row_of_blocks_is_that_row_of_all(executor: str) -> None:
    trace = traced(block())
    every, one = (jacobian(trace, "enc1.Z", "src.X", rows, executor) for rows in (None, (2,)))
    assert close(one.block(2, 0), every.block(2, 0))
    assert (one.has(2), one.has(0), every.has(0)) == (True, False, True)
    with pytest.raises(KeyError):
        one.block(0, 0)


def test_a_few_seeds_at_a_time_are_all_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    trace = traced(both(d=4))
    want = jacobian(trace, "dec2.Z", "src.X0", executor="numpy")
    monkeypatch.setattr(seeds, "PIECE", 80)
    steps: list[int] = []
    found = jacobian(trace, "dec2.Z", "src.X0", executor="numpy", between=lambda: steps.append(1))
    assert close(found.values, want.values, 1e-13)
    assert len(steps) > 200, "it can be given up between two pieces"


@pytest.mark.parametrize("executor", EXECUTORS)
def test_it_can_be_given_up(executor: str) -> None:
    class Given(Exception):
        pass

    def give_up() -> None:
        raise Given

    with pytest.raises(Given):
        jacobian(traced(block()), "enc1.Z", "src.X", None, executor, give_up)


def test_the_gradient_of_a_gain_is_summed_over_rows() -> None:
    trace = traced(block())
    found = jacobian(trace, "enc1.U", "enc1.norm1.gamma", executor="numpy")
    want = np.zeros((3, 4, 1, 4))
    for i in range(3):
        want[i, :, 0, :] = np.diag(trace["enc1.norm1.xhat"].values[i])
    assert close(found.values, want)


def test_float32_runs_on_numpy_and_stays_float32() -> None:
    trace = traced(block(precision="float32"))
    found = jacobian(trace, "enc1.Z", "src.X", executor="jit")
    assert (found.executor, found.values.dtype) == ("numpy", np.float32)


def test_numbers_that_are_not_finite_travel() -> None:
    trace = traced(block().with_cell("src.X", 0, 0, np.inf))
    found = jacobian(trace, "enc1.Z", "src.X", executor="numpy")
    assert np.isnan(found.sizes).any()
    assert found.limit > 0


def test_the_scale_of_colours_is_the_largest_entry() -> None:
    values = np.zeros((1, 2, 1, 2))
    zero = Jacobian("Z", "X", (0,), values, np.ones((1, 1), bool), "numpy")
    assert zero.limit == 1
    values = np.array([[[[1.0, -7.0]], [[2.0, np.inf]]]])
    assert Jacobian("Z", "X", (0,), values, np.ones((1, 1), bool), "numpy").limit == 7


def test_a_mask_has_no_jacobian_and_a_wide_model_no_whole_one() -> None:
    trace = traced(block())
    with pytest.raises(Problem, match="can move a little"):
        jacobian(trace, "enc1.Z", "enc1.self.mask")
    assert whole(trace.graph["enc1.Z"], trace.graph["src.X"])
    wide = block(*(f"t{i}" for i in range(40)), d=64).graph()
    assert not whole(wide["enc1.Z"], wide["src.X"])


def test_the_tables_of_many_seeds_name_ops() -> None:
    assert {*seeds.BROADCAST, *seeds.ROW_BY_ROW} <= {op.name for op in TABLE}
