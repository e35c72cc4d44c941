"""A gradient tried: one cell moved a little both ways, and what the target did, beside what the chain rule says."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from .engine import Engine
from .gradient import STEP, Gradient, check_movable
from .graph import LEAF
from .problem import QT_TRANSLATE_NOOP, Problem
from .trace import Trace
from .workspace import Workspace

AGREES = {"float64": 1e-5, "float32": 1e-3}  # of the larger of the two: what third derivatives and rounding may do
UNITS = {"float64": 64 * 2.0**-52, "float32": 64 * 2.0**-23}  # of the target, in one run
PIN_PARTS = ("natural", "held")


@dataclass(frozen=True)
class Tried:
    """What the chain rule and trying say of one cell.

    `difference` is (f(x + h) − f(x − h)) / 2h with h = `step`; `kinks` are the matrices where a ReLU turned on or off
    between the two: there the difference is no slope. `noise` is what rounding may make of a difference.
    """

    node: str
    i: int
    j: int
    of: str
    cell: tuple[int, int]
    gradient: float
    difference: float
    step: float
    noise: float
    precision: str
    kinks: tuple[str, ...]

    @property
    def apart(self) -> float:
        return abs(self.gradient - self.difference)

    @property
    def gap(self) -> float:
        """How far apart they are, of the larger one; 0 where they are equal, NaN where one is no number."""
        size = max(abs(self.gradient), abs(self.difference))
        return self.apart / size if size else self.apart

    @property
    def agrees(self) -> bool:
        """Whether they differ by no more than trying may."""
        size = max(abs(self.gradient), abs(self.difference))
        return self.apart <= AGREES[self.precision] * size + self.noise


def try_cell(
    trace: Trace, found: Gradient, name: str, i: int, j: int, going: Callable[[], None] | None = None
) -> Tried:
    """Move cell (i, j) of `name` both ways, in double. A computed cell is held at both places.

    `going` is called between the runs: it may raise to give them up. Problem for what can't move a little.
    """
    node = trace.graph[name]
    check_movable(node)
    x = float(trace.values_of(node)[i, j])
    if not math.isfinite(x):
        raise Problem(
            QT_TRANSLATE_NOOP("core", "{name}[{i},{j}] is no finite number, so it can't be moved a little."),
            name=node.name,
            i=i,
            j=j,
        )
    step = STEP * max(1.0, abs(x))
    workspace = trace.workspace.with_spec(precision="float64")
    runs = []
    for at in (x + step, x - step):
        if going is not None:
            going()
        runs.append(Engine("numpy").run(_moved(trace, workspace, name, i, j, at), trace.sample))
    ends = [float(run[found.of].values[found.cell]) for run in runs]
    size = max(1.0, *(abs(end) for end in ends))
    precision = trace.spec.precision
    return Tried(
        node=node.name,
        i=i,
        j=j,
        of=found.of,
        cell=found.cell,
        gradient=float(found[node.name][i, j]),
        difference=(ends[0] - ends[1]) / ((x + step) - (x - step)),
        step=step,
        noise=UNITS["float64"] * size / step + (UNITS[precision] * size if precision == "float32" else 0.0),
        precision=precision,
        kinks=_kinks(*runs),
    )


def _moved(trace: Trace, workspace: Workspace, name: str, i: int, j: int, at: float) -> Workspace:
    node = trace.graph[name]
    owner, _, part = node.name.rpartition(".")
    if part in PIN_PARTS and f"{owner}.where" in trace:  # of the two the one that counts moves the pinned matrix
        held = trace[f"{owner}.where"].values[i, j] != 0
        counts = bool(held) is (part == "held")
        return workspace.with_pin(owner, i, j, at, trace.sample) if counts else workspace
    if node.op == LEAF:
        return workspace.with_cell(node.name, i, j, at, trace.sample)
    return workspace.with_pin(node.name, i, j, at, trace.sample)


def _kinks(one: Trace, other: Trace) -> tuple[str, ...]:
    """The inputs of ReLUs that are above 0 in one run and not in the other."""
    graph = one.graph
    found = []
    for node in graph.nodes:
        if node.op == "relu":
            before = graph.nodes[node.inputs[0]].name
            if ((one[before].values > 0) != (other[before].values > 0)).any():
                found.append(before)
    return tuple(found)
