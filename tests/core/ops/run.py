"""Running ops, and small graphs of them, without workspace and engine: every way the lab can read an op."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from core import dispatch, jit
from core.graph import LEAF, Graph
from core.models.layers import Recorder
from core.ops import BY_NAME, OPCODE
from core.ops.op import Op
from core.plan import Plan, parameter_offsets
from core.spec import Lengths, ModelSpec

Array = NDArray[Any]

needs_numba = pytest.mark.skipif(importlib.util.find_spec("numba") is None, reason="no numba on this platform")
# The plain kernels are the compiled ones' source, run by Python: the same lines, without the compiler.
WAYS = ("reference", "plain", pytest.param("compiled", marks=needs_numba))

GUARD = -77.125  # stands around every operand: a kernel that writes past its result is seen
GAP = 3


def run_op(name: str, *inputs: Any, shape: tuple[int, int] | None = None, way: str = "reference") -> Array:
    """The result of one op on matrices (anything `np.array(…, ndmin=2)` reads), in one of `WAYS`."""
    op = BY_NAME[name]
    arrays = [np.array(x, dtype=np.float64, ndmin=2) for x in inputs]
    out_shape = shape if op.sized else op.shape(*(a.shape for a in arrays))
    assert out_shape is not None, f"{name} takes its shape from the node: give one"
    if way == "reference":
        return run_reference(op, out_shape, arrays)
    return run_kernel(op, out_shape, arrays, walk_of(way))


def run_reference(op: Op, shape: tuple[int, int], inputs: list[Array], dtype: str = "float64") -> Array:
    with np.errstate(all="ignore"):
        return op.reference(*([np.full(shape, np.nan, dtype)] if op.sized else []), *inputs)


def run_kernel(op: Op, shape: tuple[int, int], inputs: list[Array], walk: Callable[..., None]) -> Array:
    """The op as the only step of a plan, its operands apart in an arena full of guards."""
    shapes = [shape, *(a.shape for a in inputs)]
    starts = np.cumsum([GAP] + [rows * cols + GAP for rows, cols in shapes])
    arena = np.full(starts[-1], GUARD)
    views = [arena[s : s + rows * cols] for s, (rows, cols) in zip(starts, shapes, strict=False)]
    views[0][:] = np.nan  # a cell that the kernel forgets stays NaN
    for view, array in zip(views[1:], inputs, strict=True):
        view[:] = array.ravel()
    before = arena.copy()
    at = np.array([(s, rows, cols) for s, (rows, cols) in zip(starts, shapes, strict=False)], np.int64)
    steps = np.array([(OPCODE[op.name], 0, len(shapes))], np.int64)
    with np.errstate(all="ignore"):
        walk(arena, steps, at, np.array([0], np.int64))
    result = views[0].reshape(shape).copy()
    views[0][:] = before[starts[0] : starts[0] + views[0].size]
    assert arena.tobytes() == before.tobytes(), f"{op.name} wrote outside its result"
    return result


def walk_of(way: str) -> Callable[..., None]:
    """The walk through the kernels: Python's own, or the compiled one that the engine uses."""
    return {"plain": lambda: dispatch.walk, "compiled": jit.forward}[way]()


def recorder(**fields: Any) -> Recorder:
    """An empty graph to record a part of a model in."""
    return Recorder(Graph(), ModelSpec(**fields), Lengths(), frozenset())


def run_graph(
    graph: Graph, leaves: Mapping[str, Any], way: str = "reference", dtype: str = "float64"
) -> dict[str, Array]:
    """Every node of `graph` by name, given its leaves; vectors and numbers may stand for 1×d and 1×1."""
    plan = Plan(graph, *parameter_offsets([graph]))
    arena = np.full(plan.end, np.nan, dtype)
    for node in plan.leaves:
        plan.view(arena, node)[...] = np.array(leaves[node.name], dtype=dtype, ndmin=2)
    if way == "reference":
        for node in plan.computed:
            inputs = [plan.view(arena, graph.nodes[k]) for k in node.inputs]
            result = run_reference(BY_NAME[node.op], node.shape, inputs, dtype)
            assert result.dtype == dtype, f"{node.op} left {dtype}"
            plan.view(arena, node)[...] = result
    else:
        with np.errstate(all="ignore"):
            walk_of(way)(arena, plan.steps, plan.at, np.arange(len(plan.steps)))
    values = {node.name: plan.view(arena, node).copy() for node in graph.nodes}
    return values | {alias: values[node.name] for node in graph.nodes for alias in node.aliases}


def leaf(m: Recorder, name: str, values: Any, axes: tuple[str, str] = ("src", "feature"), role: str = "input") -> Any:
    """Record a leaf with the shape of `values`."""
    return m.graph.leaf(name, np.array(values, ndmin=2).shape, axes, role)


def is_leaf(graph: Graph, name: str) -> bool:
    return graph[name].op == LEAF
