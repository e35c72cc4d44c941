"""What holds in every model: executors agree, incremental is a full run, invariants hold, float32 is near float64."""

from __future__ import annotations

import os

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import check
from core.engine import Engine
from core.graph import LEAF
from core.problem import Problem
from core.spec import FIELDS, ModelSpec
from core.trace import Trace
from core.workspace import Workspace
from tests.core.ops.run import needs_numba
from tests.core.specs import CHOICES, SAMPLES, fields, made, spread, workspaces

EXAMPLES = int(os.environ.get("GLASSFORMER_EXAMPLES", "40"))
EXECUTORS = ("numpy", pytest.param("jit", marks=needs_numba))
SOME = settings(deadline=None, max_examples=EXAMPLES)


def bits(trace: Trace) -> dict[str, bytes]:
    return {name: trace[name].values.tobytes() for name in trace}


def traces(workspace: Workspace, executor: str) -> list[Trace]:
    """A trace of every sample, computed by one engine."""
    engine = Engine(executor)
    return [engine.run(workspace, b) for b in range(len(workspace.samples))]


def test_no_field_is_left_out() -> None:
    assert set(CHOICES) == set(FIELDS) - {"precision", "dropout", "dropout_view"}


@needs_numba
@SOME
@given(workspaces())
def test_compiled_equals_numpy(workspace: Workspace) -> None:
    for compiled, plain in zip(traces(workspace, "jit"), traces(workspace, "numpy"), strict=True):
        assert not [found for found in check.agreement(compiled, plain, tolerance=1e-10) if not found.holds]


@pytest.mark.parametrize("executor", EXECUTORS)
@SOME
@given(workspace=workspaces())
def test_invariants_hold(executor: str, workspace: Workspace) -> None:
    for trace in traces(workspace, executor):
        found = list(check.invariants(trace))
        assert {c.node for c in found} == {node.name for node in trace.graph.nodes if node.op != LEAF}
        assert not [c for c in found if not c.holds]
        assert trace.nonfinite() is None


@pytest.mark.parametrize("executor", EXECUTORS)
@SOME
@given(workspace=workspaces(), data=st.data())
def test_after_an_edit_the_incremental_run_is_a_full_run_to_the_bit(
    executor: str, workspace: Workspace, data: st.DataObject
) -> None:
    engine = Engine(executor)
    for _ in range(2):
        for sample in range(len(workspace.samples)):
            assert bits(engine.run(workspace, sample)) == bits(Engine(executor).run(workspace, sample))
        if data.draw(st.booleans()):
            name = data.draw(st.sampled_from(sorted(CHOICES)))
            try:
                workspace = workspace.with_spec(**{name: data.draw(st.sampled_from(CHOICES[name]))})
            except Problem:
                continue
        else:
            leaves = [n for n in workspace.graph().nodes if n.role == "parameter"]
            leaves += [
                n
                for n in workspace.graph().nodes
                if n.role == "input" and n.name.rpartition(".")[2] in ("X", "Q", "K", "V", "memory")
            ]
            node = data.draw(st.sampled_from(leaves))
            i, j = (data.draw(st.integers(0, length - 1)) for length in node.shape)
            workspace = workspace.with_cell(node.name, i, j, data.draw(st.sampled_from([0.0, -1.5, 3.25])))


@SOME
@given(workspaces())
def test_float32_is_float64_within_its_precision(workspace: Workspace) -> None:
    """The bound grows where a norm divides by a small spread; typical differences are 1e-7."""
    single = traces(workspace.with_spec(precision="float32"), "numpy")
    for narrow, wide in zip(single, traces(workspace, "numpy"), strict=True):
        assert {narrow[name].values.dtype for name in narrow} == {np.dtype(np.float32)}
        assert not [c for c in check.invariants(narrow) if not c.holds]
        assert not [c for c in check.agreement(narrow, wide, tolerance=2e-3) if not c.holds]


@SOME
@given(fields(), st.sampled_from(SAMPLES))
def test_a_model_is_made_and_runs_or_is_refused_in_words(drawn: dict[str, object], sample: object) -> None:
    """No other error than a Problem, whatever the choices are."""
    workspace = made(drawn, (sample,))  # type: ignore[arg-type]
    if workspace is None:
        with pytest.raises(Problem) as refusal:
            Workspace.new(ModelSpec(**drawn), (sample,))  # type: ignore[arg-type]
        assert str(refusal.value).endswith(".")
    else:
        assert len(Engine("numpy").run(workspace)) == len(workspace.graph().nodes)


def test_the_models_reach_every_choice() -> None:
    """What the tests above are worth: every value of every field occurs among models that can be made."""
    found = spread(400)
    for name, values in CHOICES.items():
        assert {getattr(w.spec, name) for w in found} == set(values), name
