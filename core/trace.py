"""Trace: what one run computed, name to matrix, as an immutable snapshot in reading order."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from .graph import LEAF, Graph, Node, short
from .samples import DERIVED
from .settings import field_of
from .workspace import Workspace, same_bits

Array = NDArray[Any]
_PIECE = re.compile(r"^(?:enc|dec)(\d+)\.|\.h(\d+)\.")
_SUPERSCRIPT = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


@dataclass(frozen=True, eq=False)
class Matrix:
    """One named matrix of a trace, with all that a view needs to show it.

    `values` is read-only, [rows, cols], in the spec's precision; `rows` and `cols` are the labels of the axes
    (token names, or numbers from 0; empty for an axis of length one that counts nothing). `mask` names the
    matrix that hides cells of this one, `natural` the value a pin covers.
    """

    name: str
    aliases: tuple[str, ...]
    values: Array
    role: str
    display: str
    row_axis: str
    col_axis: str
    rows: tuple[str, ...]
    cols: tuple[str, ...]
    part: str
    stem: str
    layer: int | None
    head: int | None
    op: str
    inputs: tuple[str, ...]
    formula: str
    editable: bool
    mask: str | None
    natural: str | None


class Trace(Mapping[str, Matrix]):
    """Iterates canonical names in reading order; `trace[name]` and `name in trace` also answer aliases.

    Matrices of one sample, which `sample` numbers; the values were copied from the arena after the run, or
    (`attached`) are copied matrix by matrix before the engine writes there again (`keep`). What a trace hands out never
    changes in either case.
    """

    def __init__(
        self,
        workspace: Workspace,
        sample: int,
        graph: Graph,
        values: Array,
        offsets: Array,
        attached: bool = False,
    ) -> None:
        self.workspace = workspace
        self.spec = workspace.spec
        self.sample = sample
        self.graph = graph
        self._values = values
        self._offsets = offsets
        self._kept: dict[int, Array] | None = {} if attached else None
        self._matrices: dict[str, Matrix] = {}

    def __getitem__(self, name: str) -> Matrix:
        node = self.graph[name]
        found = self._matrices.get(node.name)
        if found is None:
            found = self._matrices[node.name] = self._matrix(node)
        return found

    def __iter__(self) -> Iterator[str]:
        return (node.name for node in self.graph.nodes)

    def __len__(self) -> int:
        return len(self.graph.nodes)

    def __contains__(self, name: object) -> bool:
        return name in self.graph

    def values_of(self, node: Node) -> Array:
        """The node's values, [rows, cols] and read-only."""
        if node.op == LEAF:
            return self.workspace.leaf(node, self.sample)
        if self._kept is not None and node.index in self._kept:
            return self._kept[node.index]
        start = int(self._offsets[node.index])
        view = self._values[start : start + node.size].reshape(node.shape)
        if self._kept is not None:
            view = self._kept[node.index] = view.copy()  # whoever keeps it must not see the engine's next run
        view.flags.writeable = False
        return view

    def flat(self) -> tuple[Array, Array] | None:
        """Every value but parameters' in one array, and where each node starts in it (parameters: below 0).

        None for a trace that still reads the arena. For what looks at all matrices at once, in a few vector operations.
        """
        return None if self._kept is not None else (self._values, self._offsets)

    def shares(self, other: Trace, node: Node) -> bool:
        """Whether both read a node from one place of one arena, so that it is the same to the bit and needs no copy."""
        if self._kept is None or other._kept is None or node.op == LEAF:
            return False
        if node.index in self._kept or node.index in other._kept:
            return False
        mine, theirs = (trace._values.ctypes.data for trace in (self, other))
        return mine == theirs and self._offsets[node.index] == other._offsets[node.index]

    def hidden(self, name: str) -> NDArray[np.bool_] | None:
        """True where the mask hides the cell; None for matrices no mask applies to."""
        mask = self.graph[name].mask
        return None if mask is None else self.values_of(self.graph.nodes[mask]) == 0

    def hidden_by(self, name: str, i: int, j: int) -> tuple[str, ...]:
        """The rules that hide cell (i, j), as "causal", "window", "padding", "custom" or "pin"; none if it is visible.

        `name` is a mask, or a matrix that a mask applies to.
        """
        node = self.graph[name]
        mask = node if node.mask is None else self.graph.nodes[node.mask]
        if mask.display != "mask" or self.values_of(mask)[i, j] != 0:
            return ()
        held = mask.op == "hold" and self.values_of(self.graph.nodes[mask.inputs[2]])[i, j] != 0
        natural = self.graph.nodes[mask.inputs[0]] if mask.op == "hold" else mask
        rules = [self.graph.nodes[k] for k in natural.inputs] if natural.op == "all_rules" else [natural]
        hiding = (short(rule.name) for rule in rules if self.values_of(rule)[i, j] == 0)
        return ("pin",) if held else tuple(hiding)

    def difference(self, other: Trace) -> dict[str, NDArray[np.bool_]]:
        """Cells whose bits differ from `other`, for every matrix both have in one shape and precision."""
        differing = {}
        for node in self.graph.nodes:
            if node.name in other.graph and other.graph[node.name].shape == node.shape:
                mine, theirs = self.values_of(node), other.values_of(other.graph[node.name])
                if mine.dtype == theirs.dtype:
                    bits = np.dtype(f"i{mine.dtype.itemsize}")
                    differing[node.name] = mine.view(bits) != theirs.view(bits)
        return differing

    def differing(self, other: Trace) -> set[str]:
        """The matrices whose bits differ from `other`, and those that it lacks or has in another shape or precision.

        Two snapshots of one plan are compared at once: thousands of cells cost a few microseconds.
        """
        if other is self:
            return set()
        if other.graph is not self.graph or self._kept is not None or other._kept is not None:
            return {node.name for node in self.graph.nodes if self._differs(node, other)}
        if self._values.dtype != other._values.dtype:
            return set(self)
        nodes, bits = self.graph.nodes, np.dtype(f"i{self._values.dtype.itemsize}")
        arrays, others = self.workspace.arrays, other.workspace.arrays
        found = {
            node.name
            for node in nodes
            if node.role == "parameter"
            and arrays[node.name] is not others[node.name]
            and not same_bits(arrays[node.name], others[node.name])
        }
        own = np.flatnonzero(self._offsets >= 0)  # all but parameters, whose place is shared and not copied
        cells = np.flatnonzero(self._values.view(bits) != other._values.view(bits))
        moved = np.unique(np.searchsorted(self._offsets[own], cells, side="right") - 1)
        return found | {nodes[k].name for k in own[moved].tolist()}

    def _differs(self, node: Node, other: Trace) -> bool:
        if node.name not in other.graph or other.graph[node.name].shape != node.shape:
            return True
        theirs = other.graph[node.name]
        if self._kept is not None and other._kept is not None and self._values.base is other._values.base:
            mine, kept = self._kept.get(node.index), other._kept.get(theirs.index)
            if node.op != LEAF and mine is kept and self.graph is other.graph:
                return False  # one copy of both, or both still read the same place
        one, two = self.values_of(node), other.values_of(theirs)
        return one is not two and (one.dtype != two.dtype or not same_bits(one, two))

    def nonfinite(self) -> tuple[str, int, int] | None:
        """The first matrix in reading order, and its first cell, that is NaN or ±∞; None if all are finite."""
        whole = self._kept is None and bool(np.isfinite(self._values).all())  # all that was computed, at once
        for node in self.graph.nodes:
            if whole and node.op != LEAF:
                continue
            bad = ~np.isfinite(self.values_of(node))
            if bad.any():
                i, j = np.argwhere(bad)[0]
                return node.name, int(i), int(j)
        return None

    def share(self, other: Trace, rerun: list[Node]) -> None:
        """Take over what the trace of the run before copied and this run left alone: equal values, one copy."""
        if self._kept is not None and other._kept is not None and other.graph is self.graph:
            again = {node.index for node in rerun}
            self._kept.update((index, copied) for index, copied in other._kept.items() if index not in again)

    def keep(self, nodes: list[Node]) -> None:
        """Copy the values of `nodes` now: called by the engine before it overwrites those in the arena."""
        if self._kept is not None:
            for node in nodes:
                self.values_of(node)

    def aside(self) -> Trace:
        """The same values for another thread to read: good until the engine runs again, and no copy is kept here."""
        if self._kept is None:
            return self
        return Trace(self.workspace, self.sample, self.graph, self._values, self._offsets, attached=True)

    def labels(self, axis: str, length: int) -> tuple[str, ...]:
        """The labels of an axis: the sample's tokens, or numbers from 0."""
        if axis in ("src", "tgt", "kv"):
            return self.workspace.samples[self.sample].tokens(axis)[-length:]  # of a step with a cache the last ones
        if axis == "before":
            return self.workspace.samples[self.sample].tokens("tgt")[:length]
        if axis.endswith("_vocab"):
            return self.workspace.vocab[axis.removesuffix("_vocab")]
        if axis == "one":
            return ("",)
        if axis == "distance":
            return tuple(str(i - length // 2).replace("-", "−") for i in range(length))
        return _numbers(length)

    def _matrix(self, node: Node) -> Matrix:
        facts = _facts(self.graph, node)
        setting = node.role == "setting" and node.op == LEAF
        return Matrix(
            values=self.values_of(node),
            rows=self.labels(node.axes[0], node.shape[0]),
            cols=self.labels(node.axes[1], node.shape[1]),
            editable=field_of(self.spec, node.name) is not None if setting else facts["editable"],
            **{name: fact for name, fact in facts.items() if name != "editable"},
        )


_known: WeakKeyDictionary[Graph, dict[int, dict[str, Any]]] = WeakKeyDictionary()


def _facts(graph: Graph, node: Node) -> dict[str, Any]:
    """What a matrix is whatever its numbers are: worked out once for a graph, which many runs share."""
    known = _known.setdefault(graph, {})
    if node.index in known:
        return known[node.index]
    nodes = graph.nodes
    part, _, stem = node.name.rpartition(".")
    facts = known[node.index] = {
        "name": node.name,
        "aliases": node.aliases,
        "role": node.role,
        "display": node.display,
        "row_axis": node.axes[0],
        "col_axis": node.axes[1],
        "part": part,
        "stem": stem,
        "layer": layer_of(node.name),
        "head": next((int(b) for _, b in _PIECE.findall(node.name) if b), None),
        "op": node.op,
        "inputs": tuple(nodes[i].name for i in node.inputs),
        "formula": graph.formula(node, {i: symbol(nodes[i].name) for i in node.inputs}),
        "editable": node.op == LEAF and stem not in DERIVED,
        "mask": None if node.mask is None else nodes[node.mask].name,
        "natural": None if node.natural is None else nodes[node.natural].name,
    }
    return facts


def layer_of(name: str) -> int | None:
    """The layer that a matrix belongs to, counted from 1; None outside of layers."""
    return next((int(a) for a, _ in _PIECE.findall(name) if a), None)


@lru_cache(maxsize=64)
def _numbers(length: int) -> tuple[str, ...]:
    """The labels of an axis that has no names, counted from 0."""
    return tuple(str(i) for i in range(length))


def symbol(name: str) -> str:
    """A short way to write a node in a plain equation: `enc1.self.h2.A` is A²."""
    head = re.search(r"\.h(\d+)\.", name)
    stem = name.rpartition(".")[2]
    return stem + (head.group(1).translate(_SUPERSCRIPT) if head else "")
