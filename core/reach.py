"""Reach: which cells of which matrices move when one cell does, and which of the others can't.

What moves is measured: the model is run once more with the cell at x + δ and once at x − δ, and what differs in a bit
has moved. What *cannot* move follows from the graph, its masks and its pins alone (the `moves` reading of every op).
Between the two lies what could have moved and *did not here*: a dead ReLU, a saturated softmax, a weight of zero, or
the same amount added to a whole row of scores, which softmax takes off again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from .engine import Engine
from .graph import LEAF, Node, short
from .ops import BY_NAME
from .ops.moving import Bools, Cells
from .problem import QT_TRANSLATE_NOOP, Problem
from .settings import VALUES
from .trace import Array, Trace
from .workspace import Workspace, check_cell

RELATIVE = 0.01  # of max(1, |x|): large enough to be seen, small enough to stay in the neighbourhood
OTHER_GRAPH = QT_TRANSLATE_NOOP(
    "core", "With {name} at {value} the model has other matrices, so nothing is measured there."
)


class _Runs:
    """The run before and those at x + δ and x − δ, their differences worked out over all matrices at once."""

    def __init__(self, old: Trace, up: Trace | None, down: Trace | None) -> None:
        self.traces = old, up, down
        self._flat: dict[tuple[str, int], Array | None] = {}

    def cells(self, what: Callable[[Array, Array], Array], node: Node, way: int) -> Array | None:
        """`differing` or `minus` of one matrix; None where there is no run that way."""
        old, new = self.traces[0], self.traces[way]
        if new is None:
            return None
        whole = None if node.role == "parameter" else self._whole(what, way)
        if whole is None and old.shares(new, node):
            return np.zeros(node.shape, bool if what is differing else np.float64)
        if whole is None:
            return what(old.values_of(node), new.values_of(node))
        start = int(self.starts[node.index])
        return whole[start : start + node.size].reshape(node.shape)

    def _whole(self, what: Callable[[Array, Array], Array], way: int) -> Array | None:
        key = what.__name__, way
        if key not in self._flat:
            old, new = (trace.flat() if trace is not None else None for trace in (self.traces[0], self.traces[way]))
            self._flat[key] = None if old is None or new is None else what(old[0], new[0])
        return self._flat[key]

    @cached_property
    def starts(self) -> Array:
        flat = self.traces[0].flat()
        return np.zeros(0) if flat is None else flat[1]


class Reached:
    """What one matrix did; worked out where it is asked for. `can` is True where graph and masks let the cell move.

    `up` and `down` are new minus old at x + δ and x − δ, None where that can't be set; bits that differ count as moved.
    """

    def __init__(self, node: Node, can: Bools | None, runs: _Runs) -> None:
        self.node = node.name
        self.can = np.zeros(node.shape, bool) if can is None else can
        self._at = node
        self._runs = runs

    @cached_property
    def moved_up(self) -> Bools | None:
        return self._runs.cells(differing, self._at, 1)

    @cached_property
    def moved_down(self) -> Bools | None:
        return self._runs.cells(differing, self._at, 2)

    @cached_property
    def up(self) -> Array | None:
        return self._runs.cells(minus, self._at, 1)

    @cached_property
    def down(self) -> Array | None:
        return self._runs.cells(minus, self._at, 2)

    @cached_property
    def moved(self) -> Bools:
        """Cells that moved in either direction."""
        some = [moved for moved in (self.moved_up, self.moved_down) if moved is not None]
        return some[0] if len(some) == 1 or some[0] is some[1] else some[0] | some[1]

    @cached_property
    def cannot(self) -> Bools:
        """Cells that no value of the source moves: no path of the graph, or a mask or pin on every path."""
        return ~self.can

    @cached_property
    def still(self) -> Bools:
        """Cells that could move and did not here."""
        return self.can & ~self.moved

    @cached_property
    def size(self) -> Array:
        """The larger |new − old| of both directions, cell by cell; ∞ against NaN."""
        up, down = self.up, self.down
        changes = [np.abs(change) for change in (up, down if down is not up else None) if change is not None]
        total = changes[0] if len(changes) == 1 else np.maximum(*changes)
        return np.where(np.isnan(total), np.inf, total)

    @property
    def largest(self) -> float:
        return float(self.size.max())

    @property
    def cell(self) -> tuple[int, int]:
        """Where it moved most."""
        i, j = np.unravel_index(int(np.argmax(self.size)), self.size.shape)
        return int(i), int(j)


@dataclass(frozen=True, eq=False)
class Reach(Mapping[str, Reached]):
    """The reach of cell (i, j) of `node`: every matrix of the trace by its name, in reading order.

    `refused` has, for "up" or "down", why the cell can't be set there.
    """

    node: str
    i: int
    j: int
    delta: float
    refused: Mapping[str, Problem]
    _found: dict[str, Reached] = field(repr=False)

    def __getitem__(self, name: str) -> Reached:
        return self._found[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)

    def moving(self) -> list[str]:
        """The matrices of which some cell moved."""
        return [name for name, found in self._found.items() if found.moved.any()]

    def staying(self) -> list[str]:
        """The matrices of which no cell can move."""
        return [name for name, found in self._found.items() if not found.can.any()]


def step(workspace: Workspace, node: Node, value: float) -> tuple[float, float]:
    """Where a cell is set for the measurement, up and down: x ± δ; a mask is turned, a whole setting moves by one."""
    if node.display == "mask":
        return (1.0, 1.0) if value == 0 else (0.0, 0.0)
    if isinstance(VALUES.get(node.name, lambda spec: 0.0)(workspace.spec), int):
        return value + 1, value - 1
    if node.role == "setting" and node.name in VALUES and 0 < value < 1:
        return value * 1.5, value * 0.5
    delta = RELATIVE * max(1.0, abs(value))
    return value + delta, value - delta


def reach(trace: Trace, name: str, i: int, j: int, delta: float | None = None, engine: Engine | None = None) -> Reach:
    """The reach of one cell: of an input, parameter or setting, or of a computed matrix, which is then held at x ± δ.

    `engine` is one of the caller's own, which then holds this model; it runs only what the cell changes. Problem for a
    cell outside its matrix and one that can't be edited (the ids of tokens).
    """
    *_, found = steps(trace, name, i, j, delta, engine)
    assert found is not None
    return found


def steps(
    trace: Trace, name: str, i: int, j: int, delta: float | None = None, engine: Engine | None = None
) -> Iterator[Reach | None]:
    """`reach` in pieces for a caller who has other things to do in between: None after each run, then the reach."""
    node = trace.graph[name]
    check_cell(node.name, node.shape, i, j)
    engine = engine or Engine()
    sample, value = trace.sample, float(trace.values_of(node)[i, j])
    base = trace.workspace
    if node.op != LEAF:
        base = base.with_pin(node.name, i, j, value, sample)
    to_up, to_down = step(base, node, value) if delta is None else (value + delta, value - delta)
    before = engine.run(base, sample)
    yield None
    refused: dict[str, Problem] = {}
    after: dict[str, Trace | None] = {"up": None, "down": None}
    for way, to in (("up", to_up), ("down", to_down)):
        try:
            changed = _set(base, node, i, j, to, sample)
            graph = changed.graph(sample)
            if graph is not before.graph and graph.nodes != before.graph.nodes:
                raise Problem(OTHER_GRAPH, name=node.name, value=to)
        except Problem as problem:
            refused[way] = problem
            continue
        after[way] = after["up"] if way == "down" and to == to_up else engine.run(changed, sample)
        yield None
    if len(refused) == 2:
        raise refused["up"]
    seed = before.graph[node.name if node.op == LEAF else f"{node.name}.held"]
    at = np.zeros(seed.shape, bool)
    at[i, j] = True
    can = propagate(before, {seed.index: at})
    runs = _Runs(before, after["up"], after["down"])
    there = (before.graph[other.name] for other in trace.graph.nodes)
    found = {other.name: Reached(other, can[other.index], runs) for other in there}
    yield Reach(node.name, i, j, to_up - value, refused, found)


def _set(workspace: Workspace, node: Node, i: int, j: int, value: float, sample: int) -> Workspace:
    edit = workspace.with_cell if node.op == LEAF else workspace.with_pin
    return edit(node.name, i, j, value, sample)


def differing(old: Array, new: Array) -> Bools:
    """Cells whose bits differ."""
    if old is new:
        return np.zeros(old.shape, bool)
    bits = np.dtype(f"i{old.dtype.itemsize}")
    return np.asarray(old.view(bits) != new.view(bits))


def minus(old: Array, new: Array) -> Array:
    """new − old in double; cells of equal bits differ by 0, also where they are ∞."""
    with np.errstate(all="ignore"):
        apart = np.asarray(new, np.float64) - np.asarray(old, np.float64)
    return np.where(differing(old, new), apart, 0.0)


def propagate(trace: Trace, seeds: Mapping[int, Bools]) -> list[Bools | None]:
    """For every node by its index, the cells that can move when those of `seeds` do; None where none can.

    `seeds` are leaves or nodes by index, bools with [rows, columns] last; axes before them are separate questions.
    A seed that is computed moves in its seed's cells and as its operands do.
    """
    nodes = trace.graph.nodes
    cells: list[Cells | None] = [None] * len(nodes)
    empty: dict[tuple[int, int], Bools] = {}
    for node in nodes:
        made: Cells | None = None
        if node.op != LEAF:
            inputs = [cells[k] for k in node.inputs]
            if any(x is not None for x in inputs) or node.op in ORIGINS:
                known = [
                    x if x is not None else _none(empty, nodes[k]) for x, k in zip(inputs, node.inputs, strict=True)
                ]
                made = BY_NAME[node.op].moves(node.shape, known, _Values(trace, node.inputs))
                if made.zero is None and not made.moved.any():
                    made = None
        if node.index in seeds:
            seed = seeds[node.index]
            made = Cells(seed if made is None else seed | made.moved)
        cells[node.index] = made
    return [None if made is None or not made.moved.any() else np.asarray(made.moved) for made in cells]


ORIGINS = ("softmax", "zeros")  # ops whose result has cells that are always 0 though no operand has


class _Values(Sequence[Array]):
    """The values of a node's inputs, looked up where an op asks for them: most ask for none."""

    def __init__(self, trace: Trace, inputs: tuple[int, ...]) -> None:
        self._trace, self._inputs = trace, inputs

    def __getitem__(self, k: Any) -> Any:
        return self._trace.values_of(self._trace.graph.nodes[self._inputs[k]])

    def __len__(self) -> int:
        return len(self._inputs)


def _none(empty: dict[tuple[int, int], Bools], node: Node) -> Cells:
    if node.shape not in empty:
        empty[node.shape] = np.zeros(node.shape, bool)
    return Cells(empty[node.shape])


def statement(trace: Trace, found: Reach) -> tuple[str, dict[str, str]] | None:
    """What a cell within an attention leaves alone there, and whether later layers follow: a template and its values.

    None where the source belongs to no head, or nothing of its head stays. It is measured: "they move" means that of
    some later attention one of the same matrices did.
    """
    match = _HEAD.match(found.node)
    if match is None:
        return None
    own, at = match["head"], match["at"]
    heads = [trace.graph[name] for name in found if name.startswith(f"{own}.") and trace.graph[name].op != LEAF]
    stems = [short(node.name) for node in heads if not found[node.name].can.any()]
    if not stems or len(stems) == len(heads):
        return None
    later = [name for name in found if short(name) in stems and not name.startswith(f"{at}.")]
    if any(found[name].moved.any() for name in later):
        template = LATER_MOVES
    else:
        template = LATER_STAYS if any(found[name].can.any() for name in later) else NO_LATER
    return template, {"source": found.node, "still": ", ".join(stems), "at": at}


_HEAD = re.compile(r"(?P<head>(?P<at>att|(?:enc|dec)\d+\.(?:self|cross))\.h\d+)\.")
LATER_MOVES = QT_TRANSLATE_NOOP(
    "core", "{source} leaves {still} of its own attention ({at}) alone. In later layers they move."
)
LATER_STAYS = QT_TRANSLATE_NOOP(
    "core", "{source} leaves {still} of its own attention ({at}) alone. In later layers they could move and don't here."
)
NO_LATER = QT_TRANSLATE_NOOP(
    "core", "{source} leaves {still} of its own attention ({at}) alone, and no other attention follows it."
)
