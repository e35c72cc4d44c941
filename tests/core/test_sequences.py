"""Whatever is done in whatever order: incremental is a fresh run to the bit, and nothing old ever changes."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from core import engine as engine_module
from core import jit
from core import plan as plan_module
from core.engine import Engine
from core.fields import KINDS
from core.graph import LEAF, Node
from core.problem import Problem
from core.spec import FIELDS, ModelSpec
from core.trace import Trace
from core.workspace import Sample, Workspace
from tests.core.ops.run import needs_numba
from tests.core.specs import CHOICES, SAMPLES, attentions, painted

EXECUTORS = ("numpy", pytest.param("jit", marks=needs_numba))
STEPS = 40
VALUES = (0.0, -0.0, 1.0, -0.5, 2.25, 1e3, -1e-9, 1e200, math.nan, math.inf, -math.inf)
SPECS: dict[str, tuple[Any, ...]] = {**CHOICES, "eps": (0.0, 1e-5, 0.5)}


def random_cell(r: random.Random, shape: tuple[int, int]) -> tuple[int, int]:
    return r.randrange(shape[0]), r.randrange(shape[1])


def editable(w: Workspace, sample: int) -> list[Node]:
    """Inputs and parameters that hold numbers, not ids or masks."""
    nodes = w.graph(sample).nodes
    return [node for node in nodes if node.role in ("input", "parameter") and node.display == "signed"]


def edit(r: random.Random, w: Workspace, sample: int) -> Workspace:
    node = r.choice(editable(w, sample))
    return w.with_cell(node.name, *random_cell(r, node.shape), r.choice(VALUES), sample)


def edit_block(r: random.Random, w: Workspace, sample: int) -> Workspace:
    node = r.choice(editable(w, sample))
    i, j = random_cell(r, node.shape)
    rows, cols = r.randint(1, node.shape[0] - i), r.randint(1, node.shape[1] - j)
    return w.with_block(
        node.name, i, j, np.array([[r.choice(VALUES[:6]) for _ in range(cols)] for _ in range(rows)]), sample
    )


def pin(r: random.Random, w: Workspace, sample: int) -> Workspace:
    computed = [n for n in w.graph(sample).nodes if n.op != LEAF and not n.name.endswith(".natural")]
    node = r.choice(computed)
    i, j = random_cell(r, node.shape)
    return w.with_pin(node.name, r.choice([i, i, None]), r.choice([j, j, None]), r.choice(VALUES), sample)


def unpin(r: random.Random, w: Workspace, sample: int) -> Workspace:
    held = sorted(key for key in w.pins if key[0] == sample)
    return w.without_pin(r.choice(held)[1], sample=sample) if held else w


def respec(r: random.Random, w: Workspace, sample: int) -> Workspace:
    field = r.choice(["kind", "pos", *sorted(SPECS)])  # these two reach most
    return w.with_spec(**{field: r.choice(SPECS[field])})


def rerow(r: random.Random, w: Workspace, sample: int) -> Workspace:
    return w.with_rows(r.randint(1, 5), sample)


def retoken(r: random.Random, w: Workspace, sample: int) -> Workspace:
    samples = list(w.samples)
    samples[sample] = r.choice(SAMPLES)
    return w.with_samples(tuple(samples))


def paint(r: random.Random, w: Workspace, sample: int) -> Workspace:
    return painted(w, r.randrange(99), sample)


def unpaint(r: random.Random, w: Workspace, sample: int) -> Workspace:
    return w.with_custom_mask(r.choice(attentions(w, sample)), None, sample)


ACTS: tuple[Callable[[random.Random, Workspace, int], Workspace], ...] = (
    edit,
    edit,
    edit,
    edit_block,
    pin,
    unpin,
    respec,
    respec,
    rerow,
    retoken,
    paint,
    unpaint,
)


def act(r: random.Random, w: Workspace, sample: int) -> Workspace:
    """One act; what is refused (an odd width under RoPE, a table that is too short) leaves all as it is."""
    try:
        return r.choice(ACTS)(r, w, sample)
    except Problem:
        return w


def leaf_arrays(w: Workspace, sample: int) -> dict[str, int]:
    return {node.name: id(w.leaf(node, sample)) for node in w.graph(sample).nodes if node.op == LEAF}


def reachable(w: Workspace, sample: int, changed: set[str]) -> set[str]:
    """By recursion from each node to its leaves: another way than the plan's."""
    nodes = w.graph(sample).nodes

    def depends(k: int, seen: dict[int, bool]) -> bool:
        if k not in seen:
            node = nodes[k]
            seen[k] = node.name in changed if node.op == LEAF else any(depends(i, seen) for i in node.inputs)
        return seen[k]

    seen: dict[int, bool] = {}
    return {node.name for node in nodes if node.op != LEAF and depends(node.index, seen)}


def bits(trace: Trace) -> dict[str, bytes]:
    return {name: trace[name].values.tobytes() for name in trace}


@pytest.fixture(params=["small", "large"])
def size(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Small models, and the same treated as if they were large: traces copied late, products in NumPy."""
    if request.param == "large":
        monkeypatch.setattr(engine_module, "COPY_AT_ONCE", 0)
        monkeypatch.setattr(plan_module, "LARGE_PRODUCT", 8)
        monkeypatch.setattr(jit, "has_products", lambda: False)


@pytest.mark.parametrize("executor", EXECUTORS)
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.usefixtures("size")
def test_any_sequence_of_acts(executor: str, seed: int) -> None:
    r = random.Random(seed)
    engine = Engine(executor)
    kind = KINDS[seed % len(KINDS)]
    samples = (Sample(("a", "b", "c"), ("BOS", "x")), Sample(("d", "e"), ("BOS", "x", "y")))
    start = Workspace.new(ModelSpec(kind=kind), samples)
    first = bits(engine.run(start))
    history, workspace = [start], start
    seen: dict[int, tuple[Workspace, Trace]] = {}  # the last run of each sample
    kept: list[tuple[Trace, dict[str, bytes]]] = []
    graphs, compared = [start.graph(b) for b in (0, 1)], 0
    seen[0] = (start, engine.run(start))
    for step in range(STEPS):
        sample = r.choice((0, 0, 0, 1))
        if r.random() < 0.2 and len(history) > 1:
            history.pop()  # undo
            workspace = history[-1]
        else:
            workspace = act(r, workspace, sample)
            history.append(workspace)
        if any(workspace.graph(b) is not graph for b, graph in enumerate(graphs)):
            seen.clear()  # another model: everything runs
        graphs = [workspace.graph(b) for b in (0, 1)]
        trace = engine.run(workspace, sample)
        now, report = bits(trace), engine.report
        assert now == bits(Engine(executor).run(workspace, sample)), f"step {step}"
        if sample not in seen:
            assert report.nodes_run == report.nodes
        else:
            compared += 1
            old_workspace, old = seen[sample]
            was, is_ = leaf_arrays(old_workspace, sample), leaf_arrays(workspace, sample)
            stale = reachable(workspace, sample, {name for name in is_ if was[name] != is_[name]})
            assert report.nodes_run == len(stale)
            before = bits(old)
            assert set(report.changed) == {name for name in now if trace[name].op != LEAF and now[name] != before[name]}
        seen[sample] = (workspace, trace)
        kept.append((trace, now))
    assert compared > 5
    assert all(bits(trace) == values for trace, values in kept)
    assert bits(engine.run(start)) == first


def test_the_acts_above_reach_every_field() -> None:
    """`precision` changes the executor, dropout has its own tests; every other field is part of the sequences."""
    assert set(SPECS) == set(FIELDS) - {"precision", "dropout", "dropout_view"}


@pytest.mark.parametrize("seed", range(3))
def test_float32_sequences(seed: int) -> None:
    r = random.Random(seed)
    engine = Engine()
    workspace = Workspace.new(ModelSpec(precision="float32"), (Sample(("a", "b", "c")),))
    for _ in range(STEPS):
        workspace = act(r, workspace, 0)
        trace = engine.run(workspace)
        assert bits(trace) == bits(Engine("numpy").run(workspace))
        assert {trace[name].values.dtype for name in trace} == {np.dtype(np.float32)}
