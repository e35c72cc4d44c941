"""Whatever is done in whatever order: incremental is a fresh run to the bit, and nothing old ever changes."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from core import engine as engine_module
from core import plan as plan_module
from core.engine import Engine
from core.graph import LEAF
from core.spec import FIELDS, ModelSpec
from core.trace import Trace
from core.workspace import Sample, Workspace
from tests.core.ops.run import needs_numba

EXECUTORS = ("numpy", pytest.param("jit", marks=needs_numba))
STEPS = 40
VALUES = (0.0, -0.0, 1.0, -0.5, 2.25, 1e3, -1e-9, 1e200, math.nan, math.inf, -math.inf)
SPECS: dict[str, tuple[Any, ...]] = {
    "enc_layers": (1, 2), "d": (1, 3, 4, 6), "heads": (1, 2, 3), "d_k": (1, 2, 3), "d_v": (1, 2, 4), "d_ff": (1, 6, 8),
    "heads_off": ((), (1,)), "scale": (False, True), "bias": (False, True), "causal": (False, True),
    "query_offset": (-2, 0, 1), "norm_place": ("pre", "post"), "norm": ("layernorm", "rmsnorm", "none"),
    "eps": (0.0, 1e-5, 0.5), "residual": (False, True), "ffn": (False, True),
    "act": ("relu", "gelu_erf", "gelu_tanh"), "seed": (1, 2),
}  # fmt: skip


def random_cell(r: random.Random, shape: tuple[int, int]) -> tuple[int, int]:
    return r.randrange(shape[0]), r.randrange(shape[1])


def edit(r: random.Random, w: Workspace, sample: int) -> Workspace:
    leaves = [node for node in w.graph(sample).nodes if node.role in ("input", "parameter")]
    node = r.choice(leaves)
    return w.with_cell(node.name, *random_cell(r, node.shape), r.choice(VALUES), sample)


def edit_block(r: random.Random, w: Workspace, sample: int) -> Workspace:
    node = w.node("src.X", sample)
    i, j = random_cell(r, node.shape)
    rows, cols = r.randint(1, node.shape[0] - i), r.randint(1, node.shape[1] - j)
    return w.with_block(
        "src.X", i, j, np.array([[r.choice(VALUES[:6]) for _ in range(cols)] for _ in range(rows)]), sample
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
    field = r.choice(sorted(SPECS))
    return w.with_spec(**{field: r.choice(SPECS[field])})


def rerow(r: random.Random, w: Workspace, sample: int) -> Workspace:
    return w.with_rows(r.randint(1, 5), sample)


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
)


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


@pytest.mark.parametrize("executor", EXECUTORS)
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.usefixtures("size")
def test_any_sequence_of_acts(executor: str, seed: int) -> None:
    r = random.Random(seed)
    engine = Engine(executor)
    start = Workspace.new(ModelSpec(), (Sample(("a", "b", "c")), Sample(("d", "e"))))
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
            workspace = r.choice(ACTS)(r, workspace, sample)
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
    """`precision` changes the executor and `kind` has one value; every other field is part of the sequences."""
    assert set(SPECS) == set(FIELDS) - {"kind", "precision"}


@pytest.mark.parametrize("seed", range(3))
def test_float32_sequences(seed: int) -> None:
    r = random.Random(seed)
    engine = Engine()
    workspace = Workspace.new(ModelSpec(precision="float32"), (Sample(("a", "b", "c")),))
    for _ in range(STEPS):
        workspace = r.choice(ACTS)(r, workspace, 0)
        trace = engine.run(workspace)
        assert bits(trace) == bits(Engine("numpy").run(workspace))
        assert {trace[name].values.dtype for name in trace} == {np.dtype(np.float32)}
