"""Many seeds carried back at once: what every cell of one matrix does to every cell of another.

The compiled walk takes one seed after the other through one arena. NumPy takes all of them together, and leaves out
what nobody asks for: the gradients of parameters.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

import numpy as np

from . import jit
from .gradient import Back, carry_back, check_movable, way_back
from .graph import Graph, Node
from .ops import BY_NAME
from .ops.op import Gradients
from .plan import Plan
from .trace import Array, Trace

PIECE = 1 << 21  # numbers that the seeds of one piece of work hold in the widest matrix on their way
COMPILED = 1 << 18  # numbers of a model that the compiled walk copies; beyond that products of many seeds are sooner

# Ops whose backward reading takes the gradients of many seeds at once, [seeds, rows, cols], as it is.
BROADCAST = ("add", "affine", "copy", "dropout", "gelu_erf", "gelu_tanh", "hold", "relu", "scale")
# Ops that treat each row by itself: the rows of all seeds stand under each other.
ROW_BY_ROW = ("concat", "mean", "mean_square", "rms_standardize", "softmax", "standardize", "variance")


def nothing() -> None:
    """What is done between two pieces of work, unless somebody waits."""


def carried(
    trace: Trace,
    of: Node,
    by: Sequence[Node],
    rows: Sequence[int] | None = None,
    executor: str = "auto",
    between: Callable[[], None] = nothing,
) -> tuple[list[Array], str]:
    """∂ of / ∂ each of `by` as [rows of `of`, r, j, s], and who worked it out: "jit" or "numpy"."""
    for node in (of, *by):
        check_movable(node)
    n, d = of.shape
    seeds = [i * d + r for i in (range(n) if rows is None else rows) for r in range(d)]
    parameters = sum(node.size for node in trace.graph.nodes if node.role == "parameter")
    if executor != "numpy" and trace.graph.own_size + parameters <= COMPILED:
        back = Back(trace, executor)
        if back.walk is not None:
            return _shaped(_compiled(back, of, by, seeds, between), of, by), "jit"
    return _shaped(_by_numpy(trace, of, by, seeds, between), of, by), "numpy"


def _shaped(found: list[Array], of: Node, by: Sequence[Node]) -> list[Array]:
    return [each.reshape(-1, of.shape[1], *node.shape) for each, node in zip(found, by, strict=True)]


def _compiled(
    back: Back, of: Node, by: Sequence[Node], seeds: Sequence[int], between: Callable[[], None]
) -> list[Array]:
    """Seed by seed with the compiled walk, in one gradient arena."""
    assert back.walk is not None
    plan, grads = back.plan, np.zeros_like(back.arena)
    nodes = way_back(plan, of.index, {node.index for node in by})
    stretches = plan.stretches(nodes, jit.has_products())
    seed, ends = plan.view(grads, of).reshape(-1), [plan.view(grads, node).reshape(-1) for node in by]
    found = [np.empty((len(seeds), node.size)) for node in by]
    for k, at in enumerate(seeds):
        if k % 64 == 0:
            between()
        grads.fill(0.0)
        seed[at] = 1.0
        carry_back(plan, back.arena, grads, stretches, back.walk)
        for out, end in zip(found, ends, strict=True):
            out[k] = end
    return found


def _by_numpy(
    trace: Trace, of: Node, by: Sequence[Node], seeds: Sequence[int], between: Callable[[], None]
) -> list[Array]:
    """Many seeds at once with the references: products of all of them are one product."""
    nodes = _way(trace.graph, of.index, frozenset(node.index for node in by))
    count = max(1, PIECE // max([of.size, *(node.size for node in nodes)]))
    pieces = []
    for start in range(0, len(seeds), count):
        piece = list(seeds[start : start + count])
        seed = np.zeros((len(piece), of.size), trace.spec.precision)
        seed[np.arange(len(piece)), piece] = 1.0
        pieces.append(_many(trace, of, by, nodes, seed.reshape(-1, *of.shape), between))
    return [np.concatenate(found) for found in zip(*pieces, strict=True)]


@lru_cache(maxsize=64)
def _way(graph: Graph, of: int, by: frozenset[int]) -> tuple[Node, ...]:
    """The computed nodes between, last one first. A plan that nothing is run with: parameters have no place in it."""
    plan = Plan(graph, {node.name: 0 for node in graph.nodes if node.role == "parameter"}, 0)
    return tuple(way_back(plan, of, set(by)))


def _many(
    trace: Trace,
    of: Node,
    by: Sequence[Node],
    nodes: Sequence[Node],
    seed: Array,
    between: Callable[[], None] = nothing,
) -> list[Array]:
    """What each of `by` gets, [seeds, rows, cols], when `of` has the gradients `seed`; `nodes` is the way back."""
    graph = trace.graph
    grads = {of.index: seed}
    wanted = {node.index for node in by}
    leads = wanted | {node.index for node in nodes}
    with np.errstate(all="ignore"):  # non-finite numbers travel
        for node in nodes:
            between()
            g = grads.get(node.index) if node.index in wanted else grads.pop(node.index, None)
            if g is None:
                continue
            needed = [k in leads for k in node.inputs]
            values = [trace.values_of(each) for each in (node, *(graph.nodes[k] for k in node.inputs))]
            for k, need, gradient in zip(node.inputs, needed, _back(node.op, g, values, needed), strict=True):
                if need and gradient is not None:
                    grads[k] = grads[k] + gradient if k in grads else gradient
    return [grads.get(node.index, np.zeros((len(seed), *node.shape), seed.dtype)) for node in by]


def _back(op: str, g: Array, values: list[Array], needed: list[bool]) -> Gradients:
    """One step back for many seeds: `g` is [seeds, rows, cols], and so is what each input gets."""
    count, n, width = g.shape
    if op == "linear":  # of X and W only what is on the way: the gradients of parameters are not asked for
        x, w = values[1], values[2]
        to_x = (g.reshape(-1, width) @ w.T).reshape(count, *x.shape) if needed[0] else None
        to_w = x.T @ g if needed[1] else None
        return (to_x, to_w) if len(values) == 3 else (to_x, to_w, g.sum(axis=1, keepdims=True) if needed[2] else None)
    if op == "scores":
        q, k = values[1], values[2]
        to_q = (g.reshape(-1, width) @ k).reshape(count, *q.shape) if needed[0] else None
        return to_q, np.swapaxes(g, 1, 2) @ q if needed[1] else None
    reference = BY_NAME[op].backward.reference
    if op in BROADCAST and not (op == "affine" and any(needed[1:])):  # γ and β get sums over the rows of each seed
        return tuple(each if need else None for each, need in zip(reference(g, *values), needed, strict=True))
    if op in ROW_BY_ROW:
        under = [np.tile(value, (count, 1)) if value.shape[0] == n else value for value in values]
        rows = reference(g.reshape(-1, width), *under)
        return tuple(
            each.reshape(count, n, -1) if need and each is not None else None
            for each, need in zip(rows, needed, strict=True)
        )
    one_by_one = [reference(each, *values) for each in g]
    return tuple(
        np.stack([found[k] for found in one_by_one]) if need and one_by_one[0][k] is not None else None  # type: ignore[misc]
        for k, need in enumerate(needed)
    )


def diagonal(trace: Trace, of: Node, by: Node) -> Array:
    """The blocks ∂ of[i] / ∂ by[i] as [i, r, s], where no row of `of` reads another row of `by`, as of a norm.

    Feature r of all rows is one seed, so that d seeds are enough for any number of rows.
    """
    n, d = of.shape
    seed = np.zeros((d, n, d), trace.spec.precision)
    seed[np.arange(d), :, np.arange(d)] = 1.0
    nodes = _way(trace.graph, of.index, frozenset((by.index,)))
    (found,) = _many(trace, of, (by,), nodes, seed)
    return np.ascontiguousarray(found.swapaxes(0, 1))
