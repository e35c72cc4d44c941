"""How far two runs of one model are apart, row by row of the target: every matrix of the row, really compared."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from core.graph import Graph
from core.trace import Trace

CLOSE = 1e-12


class Gap(NamedTuple):
    """One row in both runs: whether it stands after the same tokens, the largest difference of a value in it, and the
    matrix that has it ("" where nothing differs); whether all values agree to CLOSE, of numbers beyond 1 to as many
    digits; `compared` counts the matrices."""

    same_prefix: bool
    largest: float
    node: str
    equal: bool
    compared: int


def gaps(one: Trace, other: Trace) -> tuple[Gap, ...]:
    """The rows that both have, from the first one on.

    Of a matrix with target tokens in its columns, too, a row has those up to its own token; in a model that reads
    later ones it has all that both runs have. Labels and the loss are left out: they speak of the token that follows.
    """
    rows = min(_length(one), _length(other))
    mine, theirs = (_tokens(trace) for trace in (one, other))
    largest, where, compared = np.zeros(rows), [""] * rows, 0
    equal = np.ones(rows, bool)
    told = _of_labels(other.graph)
    seen = np.tri(rows, dtype=bool) if other.spec.causal else np.ones((rows, rows), bool)
    for node in other.graph.nodes:
        if node.axes[0] != "tgt" or node.index in told or node.name not in one:
            continue
        a, b = one.values_of(one.graph[node.name])[:rows], other.values_of(node)[:rows]
        if node.axes[1] == "tgt":
            a, b = a[:, :rows], b[:, :rows]
        elif a.shape != b.shape:
            continue
        compared += 1
        with np.errstate(invalid="ignore"):
            apart = np.where((a == b) | (np.isnan(a) & np.isnan(b)), 0.0, np.abs(a - b))
        apart = np.nan_to_num(apart, nan=np.inf)
        if node.axes[1] == "tgt":
            apart = np.where(seen, apart, 0.0)
        with np.errstate(invalid="ignore"):
            equal &= (apart <= CLOSE * np.maximum(1.0, np.nan_to_num(np.abs(b)))).all(axis=1)
        found = apart.max(axis=1)
        for row in np.flatnonzero(found > largest).tolist():
            largest[row], where[row] = found[row], node.name
    return tuple(
        Gap(mine[: row + 1] == theirs[: row + 1], float(largest[row]), where[row], bool(equal[row]), compared)
        for row in range(rows)
    )


def _tokens(trace: Trace) -> tuple[tuple[str, bool], ...]:
    """The target, and whether each token is no padding."""
    sample = trace.workspace.samples[trace.sample]
    return tuple(zip(sample.target, sample.valid("tgt"), strict=True))


def _length(trace: Trace) -> int:
    return len(trace.workspace.samples[trace.sample].target)


def _of_labels(graph: Graph) -> set[int]:
    """The labels and what is made from them."""
    found: set[int] = set()
    for node in graph.nodes:
        if node.name in ("tgt.labels", "tgt.label_counts") or found.intersection(node.inputs):
            found.add(node.index)
    return found
