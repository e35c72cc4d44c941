"""What the panel works out, as plain values: it runs in the window's thread where it is cheap, else beside it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from core.gradient import LOSS, finite_difference
from core.jacobian import Jacobian, jacobian, same_ways, whole
from core.problem import Problem
from core.residual import Apart, Depth, Sublayer, depth, take_apart, targets, twin
from core.seeds import nothing
from core.trace import Array, Trace

from .span import Track

CHEAP_MODEL, CHEAP_SEEDS = 1 << 15, 256  # numbers of the model, seeds: a few hundredths of a second
Between = Callable[[], None]


@dataclass(frozen=True)
class Asked:
    """One question: which matrices, by which sublayer if it is one, and which row of blocks of a large model."""

    of: str
    by: str
    sublayer: Sublayer | None
    row: int | None


@dataclass(frozen=True, eq=False)
class Found:
    """The Jacobian of a trace, its sublayer taken apart, and how far the pieces are from one walk through it all."""

    trace: Trace
    asked: Asked
    jacobian: Jacobian
    apart: Apart | None
    gap: float


@dataclass(frozen=True, eq=False)
class Depths:
    """Gradients along one stack of the present model and of its twin, by what is differentiated."""

    trace: Trace
    side: str
    own: dict[str, Depth]
    other: dict[str, Depth]
    refused: Problem | None = None


def cheap(trace: Trace, of: str, by: str) -> bool:
    """Whether a Jacobian may be worked out between two frames."""
    graph = trace.graph
    return graph.own_size <= CHEAP_MODEL and graph[of].size <= CHEAP_SEEDS and whole(graph[of], graph[by])


def find(trace: Trace, asked: Asked, before: Found | None = None, between: Between = nothing) -> Found:
    """Work out one question; `before` may have been asked the same of another state."""
    rows = None if asked.row is None else (asked.row,)
    ways = None
    if before is not None and (before.asked.of, before.asked.by) == (asked.of, asked.by):
        ways = before.jacobian.ways if same_ways(trace, before.trace) else None
    found = jacobian(trace, asked.of, asked.by, rows, between=between, known_ways=ways)
    apart = None if asked.sublayer is None else take_apart(trace, asked.sublayer, rows, between=between)
    between()
    assert found.limit  # these two are kept once they are known: not in the window's thread
    assert found.sizes is not None
    return Found(trace, asked, found, apart, 0.0 if apart is None else _gap(apart.out, found.values))


def _gap(one: Array, two: Array) -> float:
    """The largest difference between the pieces put together and the walk; NaN alike is none."""
    with np.errstate(all="ignore"):
        gap = np.abs(one - two)
    return float(gap.max(initial=0.0, where=~((one == two) | (np.isnan(one) & np.isnan(two)))))


def along(trace: Trace, track: Track, between: Between = nothing) -> Depths | None:
    """Gradients along the stack of a track, of nothing where there is nothing to differentiate; None without one."""
    if track.stack is None:
        return None
    side, what = track.stack.side, targets(trace, track.stack)
    if trace.graph.own_size > CHEAP_MODEL:
        what = tuple(each for each in what if each == LOSS)
    if not what:
        return Depths(trace, side, {}, {})
    own = {of: depth(trace, side, of, between=between) for of in what}
    try:
        other = twin(trace)
    except Problem as problem:
        return Depths(trace, side, own, {}, problem)
    return Depths(trace, side, own, {of: depth(other, side, of, between=between) for of in what})


def trying(trace: Trace, of: str, by: str, i: int, r: int, j: int, s: int) -> float:
    """What moving one cell both ways says of one entry."""
    with np.errstate(all="ignore"):
        return finite_difference(trace.workspace, by, j, s, of, (i, r), trace.sample)
