"""Graph: a model recorded as named 2-D matrices, each made by one op from others."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from .ops import BY_NAME, OPCODE
from .ops.op import Axes, Op, Shape

LEAF = "leaf"


@dataclass(frozen=True)
class Node:
    """One named matrix of a graph.

    `inputs` are the indices of the nodes it is made from (none for a leaf), `axes` what its rows and columns
    count, `mask` the index of the mask that hides cells of it, `natural` the index of the value a pin holds.
    """

    index: int
    name: str
    op: str
    inputs: tuple[int, ...]
    shape: Shape
    axes: Axes
    role: str
    display: str = "signed"
    aliases: tuple[str, ...] = ()
    mask: int | None = None
    natural: int | None = None

    @property
    def size(self) -> int:
        return self.shape[0] * self.shape[1]


class Graph:
    """Records nodes in reading order; `graph[name]` answers to canonical names and aliases.

    `pinned` are the canonical names of nodes to be held: recording such a node also records its natural value
    and the pin's operands, so no model function knows about pins.
    """

    def __init__(self, pinned: frozenset[str] = frozenset()) -> None:
        self.nodes: list[Node] = []
        self._index: dict[str, int] = {}
        self._pinned = pinned

    def __getitem__(self, name: str) -> Node:
        return self.nodes[self._index[name]]

    def __contains__(self, name: object) -> bool:
        return name in self._index

    @cached_property
    def own_size(self) -> int:
        """How many numbers the nodes hold together, parameters left out; asked once the graph is recorded."""
        return sum(node.size for node in self.nodes if node.role != "parameter")

    def names(self) -> list[str]:
        """Every name that answers: canonical names and aliases."""
        return list(self._index)

    def leaf(self, name: str, shape: Shape, axes: Axes, role: str, *aliases: str, display: str = "signed") -> Node:
        """An input, parameter or setting: its values come from the workspace. Recording it twice is one node."""
        if name in self._index:
            return self[name]
        return self._record(name, LEAF, (), shape, axes, role, display, aliases)

    def add(
        self,
        name: str,
        op: str,
        *inputs: Node,
        aliases: tuple[str, ...] = (),
        mask: Node | None = None,
        role: str = "result",
        shape: Shape | None = None,
        axes: Axes | None = None,
    ) -> Node:
        """Record `name` = op(inputs). `shape` and `axes` are given for ops that take no shape from inputs."""
        how: Op = BY_NAME[op]
        if how.sized:
            if shape is None or axes is None:
                raise ValueError(f"{name}: {op} takes no shape from inputs, so it needs shape and axes")
        else:
            try:
                shape = how.shape(*(node.shape for node in inputs))
            except ValueError as error:
                raise ValueError(f"{name}: {error}") from None
            axes = how.axes(*(node.axes for node in inputs))
        if name in self._pinned or self._pinned.intersection(aliases):
            natural = self._node(f"{name}.natural", op, inputs, shape, axes, role, how.display, (), mask)
            values = self.leaf(f"{name}.held", shape, axes, "setting")
            where = self.leaf(f"{name}.where", shape, axes, "setting", display="mask")
            held = (natural, values, where)
            return self._node(name, "hold", held, shape, axes, role, how.display, aliases, mask, natural.index)
        return self._node(name, op, inputs, shape, axes, role, how.display, aliases, mask)

    def _node(
        self,
        name: str,
        op: str,
        inputs: tuple[Node, ...],
        shape: Shape,
        axes: Axes,
        role: str,
        display: str,
        aliases: tuple[str, ...],
        mask: Node | None,
        natural: int | None = None,
    ) -> Node:
        indices = tuple(node.index for node in inputs)
        return self._record(
            name, op, indices, shape, axes, role, display, aliases, mask.index if mask else None, natural
        )

    def _record(
        self,
        name: str,
        op: str,
        inputs: tuple[int, ...],
        shape: Shape,
        axes: Axes,
        role: str,
        display: str,
        aliases: tuple[str, ...] = (),
        mask: int | None = None,
        natural: int | None = None,
    ) -> Node:
        node = Node(len(self.nodes), name, op, inputs, shape, axes, role, display, aliases, mask, natural)
        for key in (name, *aliases):
            if key in self._index:
                raise ValueError(f"two nodes are called {key}")
            self._index[key] = node.index
        self.nodes.append(node)
        return node

    def formula(self, node: Node, symbol: dict[int, str] | None = None) -> str:
        """The node's equation, its inputs written by their last names (or by `symbol`)."""
        if node.op == LEAF:
            return ""
        names = [(symbol or {}).get(i, short(self.nodes[i].name)) for i in node.inputs]
        return BY_NAME[node.op].formula(*names)


def short(name: str) -> str:
    """The last piece of a node's name: `enc1.self.h1.A` is `A`."""
    return name.rpartition(".")[2]


__all__ = ["LEAF", "OPCODE", "Graph", "Node", "short"]
