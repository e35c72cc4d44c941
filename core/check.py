"""Checks: what must always hold in a trace, node by node, and whether two executors agree."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .graph import LEAF
from .ops import BY_NAME
from .problem import QT_TRANSLATE_NOOP
from .trace import Trace

TOLERANCE = {"float64": 1e-10, "float32": 1e-4}
ROUNDED = 1e-5  # a held row that was typed with five digits may miss 1 by so much
AGREE = QT_TRANSLATE_NOOP("checks", "compiled equals NumPy")
AGREE_DOUBLE = QT_TRANSLATE_NOOP("checks", "float32 equals float64 within its precision")


@dataclass(frozen=True)
class Check:
    """One statement about one matrix: its largest relative error, where, and what is allowed.

    `cell` is the place of the largest error; a statement about whole rows or columns has column or row 0.
    """

    node: str
    says: str
    error: float
    cell: tuple[int, int]
    tolerance: float

    @property
    def holds(self) -> bool:
        return self.error <= self.tolerance


def invariants(trace: Trace) -> Iterator[Check]:
    """The `check` reading of every computed node.

    Statistics held by a pin need not fit their rows any more, so what follows from them is not claimed. Rows
    with NaN or ±∞ claim nothing.
    """
    tolerance = TOLERANCE[trace.spec.precision]
    nodes = trace.graph.nodes
    for node in nodes:
        if node.op == LEAF or any(nodes[k].op == "hold" and nodes[k].role == "statistic" for k in node.inputs):
            continue
        values = [trace.values_of(nodes[k]) for k in node.inputs]
        with np.errstate(all="ignore"):  # not around a yield: whoever waits there would inherit it
            said = list(BY_NAME[node.op].check(trace.values_of(node), *values))
        yield from (_worst(node.name, says, error, tolerance) for says, error in said)


@dataclass(frozen=True)
class PinnedRow:
    """A row of attention weights whose held cells have taken its sum away from 1: no fault, but to be marked."""

    node: str
    row: int
    total: float


def pinned_rows(trace: Trace) -> list[PinnedRow]:
    """The rows of weights that pins have made add up to something else than 1, in reading order."""
    found = []
    for node in trace.graph.nodes:
        if node.op == "hold" and node.display == "weights":
            totals = trace.values_of(node).sum(axis=1, dtype=np.float64)
            held = (trace.values_of(trace.graph.nodes[node.inputs[2]]) != 0).any(axis=1)
            rows = np.flatnonzero(held & ~(np.abs(totals - 1.0) <= ROUNDED))
            found += [PinnedRow(node.name, int(i), float(totals[i])) for i in rows]
    return found


def agreement(trace: Trace, reference: Trace, says: str = AGREE, tolerance: float | None = None) -> Iterator[Check]:
    """Every computed node of `trace` against `reference`: |got − want| / max(1, |want|), NaN and ±∞ alike."""
    allowed = TOLERANCE[trace.spec.precision] if tolerance is None else tolerance
    for node in trace.graph.nodes:
        if node.op != LEAF:
            got, want = trace.values_of(node), reference[node.name].values
            yield _worst(node.name, says, difference(got, want), allowed)


def difference(got: NDArray[Any], want: NDArray[Any]) -> NDArray[np.float64]:
    """Relative difference cell by cell; ∞ where one is finite and the other is not, or they are other non-numbers."""
    one, two = np.asarray(got, np.float64), np.asarray(want, np.float64)
    with np.errstate(all="ignore"):
        error = np.abs(one - two) / np.maximum(1.0, np.abs(two))
    alike = (one == two) | (np.isnan(one) & np.isnan(two))
    return np.where(alike, 0.0, np.where(np.isfinite(one) & np.isfinite(two), error, np.inf))


def _worst(node: str, says: str, error: NDArray[Any], tolerance: float) -> Check:
    """The check with its largest error; what is NaN claims nothing, unless agreement said ∞."""
    error = np.atleast_2d(np.where(np.isnan(error), 0.0, error))
    if error.size == 0:
        return Check(node, says, 0.0, (0, 0), tolerance)
    i, j = np.unravel_index(int(np.argmax(error)), error.shape)
    return Check(node, says, float(error[i, j]), (int(i), int(j)), tolerance)
