"""Two traces side by side: node by node, what is equal, what differs and where, and what only one of them has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from .graph import Graph, Node
from .ops.moving import Bools
from .ops.op import Shape
from .problem import QT_TRANSLATE_NOOP
from .spec import FIELDS, ModelSpec
from .trace import Array, Trace
from .workspace import Workspace

EQUAL, CLOSE, DIFFERENT, SHAPE, ONLY_A, ONLY_B = "equal", "close", "different", "shape", "only_a", "only_b"
STATES: dict[str, str] = {  # in the order in which they are counted
    EQUAL: QT_TRANSLATE_NOOP("compare", "equal to the bit"),
    CLOSE: QT_TRANSLATE_NOOP("compare", "equal within 1e-12"),
    DIFFERENT: QT_TRANSLATE_NOOP("compare", "different"),
    SHAPE: QT_TRANSLATE_NOOP("compare", "of different shapes"),
    ONLY_A: QT_TRANSLATE_NOOP("compare", "only in A"),
    ONLY_B: QT_TRANSLATE_NOOP("compare", "only in B"),
}
NEAR = 1e-12  # of max(1, |a|)


class Difference(NamedTuple):
    """How one matrix of A stands to that of the same name in B.

    `largest` is the largest |a − b| and `cell` where it is, both only where the two can be compared; a number against
    NaN or ±∞ differs by ∞. `letter` marks a name such as `enc1.U` that stands for another node in each (Norm after
    the sum, or the sum itself): beside the nodes, what the paper calls by one letter is compared too.
    """

    node: str
    state: str
    largest: float = 0.0
    cell: tuple[int, int] | None = None
    a: Shape | None = None
    b: Shape | None = None
    letter: bool = False


def compare(a: Trace, b: Trace) -> list[Difference]:
    """Every matrix of both traces, in the reading order of A; what only B has stands where B has it.

    Models may differ in anything: what can't be compared is said, never an error.
    """
    if a.graph is b.graph and (quick := _same_layout(a, b)) is not None:
        return quick
    found: list[Difference] = []
    waiting = {node.name: node for node in b.graph.nodes if node.name not in a.graph}
    for node in a.graph.nodes:
        mate = b.graph[node.name] if node.name in b.graph else None
        if mate is not None:  # by name or alias: X0 is X where no positions are added
            found += _only_b(b, mate, waiting)
            found.append(_matrices(node.name, a, node, b, mate))
        else:
            found.append(Difference(node.name, ONLY_A, a=node.shape))
        for alias in node.aliases:
            if alias in b.graph and b.graph[alias].name != node.name:
                found.append(_matrices(alias, a, node, b, b.graph[alias], letter=b.graph[alias].name != alias))
    return [*found, *(Difference(node.name, ONLY_B, b=node.shape) for node in waiting.values())]


def _same_layout(a: Trace, b: Trace) -> list[Difference] | None:
    """`compare` for two runs of one graph, in vectors over all matrices; None where it doesn't serve."""
    one, two = a.flat(), b.flat()
    if one is None or two is None or one[0].dtype != two[0].dtype:
        return None
    (x, starts), (y, _) = one, two
    found = list(_all_equal(a.graph))
    theirs = b.workspace.arrays
    for name, array in a.workspace.arrays.items():
        if theirs.get(name) is not array and name in a.graph and (node := a.graph[name]).role == "parameter":
            found[node.index] = _matrices(name, a, node, b, node)
    own = np.flatnonzero(starts >= 0)  # in reading order, so the starts rise
    at = starts[own]
    x, y = np.asarray(x, np.float64), np.asarray(y, np.float64)
    apart = _apart(x, y)
    largest = np.maximum.reduceat(apart, at)
    tops = np.flatnonzero(apart == np.repeat(largest, np.diff(at, append=len(x))))
    first = tops[np.searchsorted(tops, at)] - at
    with np.errstate(invalid="ignore"):
        far = largest > NEAR * np.maximum(1.0, np.maximum.reduceat(np.abs(x), at))
    differs = np.flatnonzero(np.logical_or.reduceat(x.view(np.int64) != y.view(np.int64), at))
    nodes = a.graph.nodes
    parts = (part[differs].tolist() for part in (own, largest, first, far, at))
    for index, top, place, clear, start in zip(*parts, strict=True):
        node = nodes[index]
        if clear:
            state = DIFFERENT
        elif top <= NEAR:
            state = CLOSE
        else:  # near for the largest number of the matrix, perhaps not for its own
            cells = slice(start, start + node.size)
            state = CLOSE if _near(apart[cells], x[cells]).all() else DIFFERENT
        found[index] = Difference(node.name, state, top, divmod(place, node.shape[1]), node.shape, node.shape)
    return found


@lru_cache(maxsize=16)
def _all_equal(graph: Graph) -> tuple[Difference, ...]:
    return tuple(Difference(node.name, EQUAL, a=node.shape, b=node.shape) for node in graph.nodes)


def counts(found: Iterable[Difference]) -> dict[str, int]:
    """How many nodes are in each state, in the order of STATES; letters are not counted twice."""
    counted = Counter(difference.state for difference in found if not difference.letter)
    return {state: counted[state] for state in STATES}


def _only_b(b: Trace, mate: Node, waiting: dict[str, Node]) -> list[Difference]:
    """The nodes that only B has and that stand before `mate` there, taken out of `waiting`."""
    before = [node for node in waiting.values() if node.index < mate.index]
    for node in before:
        del waiting[node.name]
    return [Difference(node.name, ONLY_B, b=node.shape) for node in before]


def _matrices(name: str, a: Trace, one: Node, b: Trace, two: Node, letter: bool = False) -> Difference:
    if one == two and a.shares(b, one):
        return Difference(name, EQUAL, a=one.shape, b=two.shape, letter=letter)
    mine, theirs = a.values_of(one), b.values_of(two)
    if mine.shape != theirs.shape:
        return Difference(name, SHAPE, a=one.shape, b=two.shape, letter=letter)
    if mine is theirs or (mine.dtype == theirs.dtype and mine.tobytes() == theirs.tobytes()):
        return Difference(name, EQUAL, a=one.shape, b=two.shape, letter=letter)
    state, largest, cell = gap(mine, theirs)
    return Difference(name, state, largest, cell, one.shape, two.shape, letter)


def gap(mine: Array, theirs: Array, near: float = NEAR) -> tuple[str, float, tuple[int, int]]:
    """State, largest |a − b| and its cell of two matrices of one shape; in double, whatever their precision.

    Within `near` of max(1, |a|) they are close.
    """
    x, y = np.array(mine, np.float64), np.array(theirs, np.float64)
    apart = _apart(x, y)
    i, j = np.unravel_index(int(np.argmax(apart)), apart.shape)
    same = x.tobytes() == y.tobytes()
    state = EQUAL if same else CLOSE if _near(apart, x, near).all() else DIFFERENT
    return state, float(apart[i, j]), (int(i), int(j))


def _apart(x: Array, y: Array) -> Array:
    """|x − y| cell by cell, ∞ where only one is a number or they are other non-numbers."""
    with np.errstate(all="ignore"):
        apart = np.abs(x - y)
        if np.isnan(apart).any():
            alike = (x == y) | (np.isnan(x) & np.isnan(y))
            apart = np.where(alike, 0.0, np.where(np.isnan(apart), np.inf, apart))
    return apart


def _near(apart: Array, x: Array, near: float = NEAR) -> Bools:
    return np.asarray(apart <= near * np.maximum(1.0, np.where(np.isfinite(x), np.abs(x), 1.0)))


@dataclass(frozen=True)
class Pair:
    """Two models that differ in one choice: what each is called, and the fields that make it of the present model."""

    id: str
    title_a: str
    title_b: str
    a: dict[str, object] = field(hash=False)
    b: dict[str, object] = field(hash=False)

    def idle(self, workspace: Workspace, sample: int = 0) -> str | None:
        """Why the choice changes nothing in this model (an English sentence marked for translation), or None."""
        return FIELDS[next(iter(self.a))].idle(workspace.spec, workspace.lengths(sample))

    def models(self, workspace: Workspace) -> tuple[Workspace, Workspace]:
        """The two models; everything that the choice doesn't touch is shared. Problem where one can't be made."""
        return workspace.with_spec(**self.a), workspace.with_spec(**self.b)


def _pair(field_name: str, a: object, title_a: str, b: object, title_b: str) -> Pair:
    return Pair(field_name, title_a, title_b, {field_name: a}, {field_name: b})


PAIRS: tuple[Pair, ...] = (
    _pair(
        "norm_place", "post", QT_TRANSLATE_NOOP("compare", "Post-norm"), "pre", QT_TRANSLATE_NOOP("compare", "Pre-norm")
    ),
    _pair(
        "norm",
        "layernorm",
        QT_TRANSLATE_NOOP("compare", "LayerNorm"),
        "rmsnorm",
        QT_TRANSLATE_NOOP("compare", "RMSNorm"),
    ),
    _pair("scale", True, QT_TRANSLATE_NOOP("compare", "Scaled"), False, QT_TRANSLATE_NOOP("compare", "Unscaled")),
    _pair(
        "residual",
        True,
        QT_TRANSLATE_NOOP("compare", "Residual on"),
        False,
        QT_TRANSLATE_NOOP("compare", "Residual off"),
    ),
    _pair(
        "causal",
        True,
        QT_TRANSLATE_NOOP("compare", "Causal mask"),
        False,
        QT_TRANSLATE_NOOP("compare", "Everything visible"),
    ),
    _pair(
        "cross",
        True,
        QT_TRANSLATE_NOOP("compare", "Cross-attention on"),
        False,
        QT_TRANSLATE_NOOP("compare", "Cross-attention off"),
    ),
)
HEAD_ON, HEAD_OFF = (
    QT_TRANSLATE_NOOP("compare", "Head {number} on"),
    QT_TRANSLATE_NOOP("compare", "Head {number} off"),
)


def head_pair(spec: ModelSpec, r: int) -> Pair:
    """Head r (from 1) on and off, the others as they are; the titles take {number}."""
    others = tuple(k for k in spec.heads_off if k != r)
    off = tuple(sorted((*others, r)))
    return Pair(f"head{r}", HEAD_ON, HEAD_OFF, {"heads_off": others}, {"heads_off": off})


def position_pair(workspace: Workspace, a: str, b: str) -> Pair:
    """Two position schemes; their titles are the choices of the field `pos`. Tables reach over every sample."""
    rows = max(len(side) for sample in workspace.samples for side in (sample.source, sample.target))
    length = max(workspace.spec.pos_length, rows + workspace.spec.pos_offset + abs(workspace.spec.query_offset))
    return Pair(f"pos.{a}.{b}", a, b, {"pos": a, "pos_length": length}, {"pos": b, "pos_length": length})


def pairs(workspace: Workspace, sample: int = 0) -> list[Pair]:
    """The ready-made pairs that change something in this model: those of PAIRS, and each head on and off."""
    heads = [head_pair(workspace.spec, r) for r in range(1, workspace.spec.heads + 1)]
    return [pair for pair in (*PAIRS, *heads) if pair.idle(workspace, sample) is None]
