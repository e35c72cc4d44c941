"""Jacobians: how each row of one matrix moves when each row of another does.

Block (i, j) is the d×d matrix ∂Z_i/∂X_j: entry (r, s) says how much feature r of row i moves for a little of feature s
of row j. Every feature of Z is a seed that is carried back to X once; all seeds go the way back together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from .graph import Node
from .ops.moving import Bools
from .reach import propagate
from .seeds import carried, nothing
from .trace import Array, Trace

MOST = 1 << 20  # numbers of a whole Jacobian; beyond that one row of blocks at a time


@dataclass(frozen=True, eq=False)
class Jacobian:
    """∂ of / ∂ by: `values` is [rows of `of`, r, j, s], `rows` says which rows of `of` those are.

    `ways` is [i, j], of all rows: False where the graph, its masks and pins leave row j no way to row i, whatever the
    numbers are.
    """

    of: str
    by: str
    rows: tuple[int, ...]
    values: Array
    ways: Bools
    executor: str

    def block(self, i: int, j: int) -> Array:
        """∂ of[i] / ∂ by[j] as [r, s]; KeyError for a row that was not worked out."""
        return self.values[self._at[i], :, j, :]

    def has(self, i: int) -> bool:
        """Whether row i was worked out."""
        return i in self._at

    @cached_property
    def _at(self) -> dict[int, int]:
        return {row: k for k, row in enumerate(self.rows)}

    @cached_property
    def sizes(self) -> Array:
        """The Frobenius norm of each block, [rows of `of`, j]."""
        return norms(self.values, (1, 3))

    @cached_property
    def limit(self) -> float:
        """The largest finite |entry|; 1 where all are 0."""
        sizes = np.abs(self.values)
        return float(sizes.max(initial=0.0, where=np.isfinite(sizes))) or 1.0


def norms(values: Array, axes: int | tuple[int, ...]) -> Array:
    """The root of the sum of squares over `axes`; ∞ and NaN travel."""
    with np.errstate(all="ignore"):
        return np.asarray(np.sqrt(np.square(values, dtype=np.float64).sum(axis=axes)))


def whole(of: Node, by: Node) -> bool:
    """Whether all of a Jacobian is worked out at once, and not one row of blocks at a time."""
    return of.size * by.size <= MOST


def jacobian(
    trace: Trace,
    of: str,
    by: str,
    rows: Sequence[int] | None = None,
    executor: str = "auto",
    between: Callable[[], None] = nothing,
    known_ways: Bools | None = None,
) -> Jacobian:
    """∂ of / ∂ by, for all rows of `of` or for `rows` of them; `between()` is called now and then, and may raise.

    `executor` is "auto" (compiled where that code is loaded), "jit" (loads it now) or "numpy". `known_ways` are those
    of a trace that `same_ways` as this one.
    """
    target, source = trace.graph[of], trace.graph[by]
    found, ran = carried(trace, target, (source,), rows, executor, between)
    known = tuple(range(target.shape[0])) if rows is None else tuple(rows)
    there = ways(trace, target, source) if known_ways is None else known_ways
    return Jacobian(target.name, source.name, known, found[0], there, ran)


def same_ways(trace: Trace, other: Trace) -> bool:
    """Whether rows have the same ways to each other in both: one graph, and equal masks and pins."""
    if trace.graph is not other.graph:
        return False
    masks = [node for node in trace.graph.nodes if node.display == "mask"]
    return all(np.array_equal(trace.values_of(node), other.values_of(node)) for node in masks)


def ways(trace: Trace, of: Node, by: Node) -> Bools:
    """[rows of `of`, rows of `by`]: whether the graph, its masks and its pins have a way from one row to the other."""
    seeds = np.zeros((by.shape[0], *by.shape), bool)
    seeds[np.arange(by.shape[0]), np.arange(by.shape[0])] = True
    can = propagate(trace, {by.index: seeds})[of.index]
    if can is None:
        return np.zeros((of.shape[0], by.shape[0]), bool)
    moved = np.broadcast_to(can, (by.shape[0], *of.shape))
    return np.ascontiguousarray(moved.any(axis=2).T)
