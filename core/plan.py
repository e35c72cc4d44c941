"""Plan: a graph compiled to a table that one function can walk, over offsets in the arena."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .graph import LEAF, OPCODE, Graph, Node
from .ops import BY_NAME

LARGE_PRODUCT = 32**3  # from this m·n·k on a product goes to NumPy's BLAS

Array = NDArray[Any]


@dataclass(frozen=True)
class Stretch:
    """A run of steps for the compiled walk, or (with `product`) one large product for NumPy."""

    order: NDArray[np.int64]
    product: int | None = None


class Plan:
    """The compiled form of a graph in an arena whose parameters stand first.

    `steps` is int64 [steps, 3] of (opcode, first operand, operand count); `at` is int64 [operands, 3] of
    (offset, rows, columns). `offsets[i]` is where node i starts: parameters at the offsets that all plans of
    the model share, everything else from `base` on, in the sample's own region.
    """

    def __init__(self, graph: Graph, parameters: dict[str, int], base: int) -> None:
        self.graph = graph
        self.base = base
        self.offsets = np.zeros(len(graph.nodes), np.int64)
        end = base
        for node in graph.nodes:
            if node.role == "parameter":
                self.offsets[node.index] = parameters[node.name]
            else:
                self.offsets[node.index] = end
                end += node.size
        self.end = end
        self.leaves = [node for node in graph.nodes if node.op == LEAF]
        self.computed = [node for node in graph.nodes if node.op != LEAF]
        self._step = {node.index: s for s, node in enumerate(self.computed)}
        steps: list[tuple[int, int, int]] = []
        operands: list[tuple[int, int, int]] = []
        for node in self.computed:
            steps.append((OPCODE[node.op], len(operands), 1 + len(node.inputs)))
            operands += [(int(self.offsets[k]), *graph.nodes[k].shape) for k in (node.index, *node.inputs)]
        self.steps = np.array(steps, np.int64).reshape(-1, 3)
        self.at = np.array(operands, np.int64).reshape(-1, 3)
        self._routes: dict[tuple[frozenset[int] | None, bool], tuple[list[Node], list[Stretch]]] = {}

    def route(self, dirty: frozenset[int] | None, products: bool = False) -> tuple[list[Node], list[Stretch]]:
        """The nodes to run when the leaves `dirty` changed (None: all), and the stretches that run them.

        With `products` the walk computes large products itself, and everything is one stretch.
        """
        key = (dirty, products)
        if key not in self._routes:
            if len(self._routes) > 256:
                self._routes.clear()
            nodes = self.computed if dirty is None else self._downstream(dirty)
            self._routes[key] = (nodes, self.stretches(nodes, products))
        return self._routes[key]

    def _downstream(self, dirty: frozenset[int]) -> list[Node]:
        """The computed nodes that depend on a leaf in `dirty`, in reading order."""
        stale = set(dirty)
        found = []
        for node in self.computed:
            if not stale.isdisjoint(node.inputs):
                stale.add(node.index)
                found.append(node)
        return found

    def stretches(self, nodes: list[Node], products: bool) -> list[Stretch]:
        """Stretches that run the steps of `nodes` in their order, forward or back; see `route`."""
        stretches: list[Stretch] = []
        run: list[int] = []
        for node in nodes:
            s = self._step[node.index]
            if not products and self.is_large_product(node):
                if run:
                    stretches.append(Stretch(np.array(run, np.int64)))
                    run = []
                stretches.append(Stretch(np.array([s], np.int64), node.index))
            else:
                run.append(s)
        if run:
            stretches.append(Stretch(np.array(run, np.int64)))
        return stretches

    def is_large_product(self, node: Node) -> bool:
        """Whether NumPy's BLAS computes this node sooner than the loops."""
        if BY_NAME[node.op].blas is None:
            return False
        inner = self.graph.nodes[node.inputs[0]].shape[1]
        return node.size * inner >= LARGE_PRODUCT

    def view(self, arena: Array, node: Node) -> Array:
        """The node's [rows, cols] place in the arena."""
        start = int(self.offsets[node.index])
        return arena[start : start + node.size].reshape(node.shape)


def parameter_offsets(graphs: list[Graph]) -> tuple[dict[str, int], int]:
    """Where each parameter of the model stands at the front of the arena, and where they end."""
    offsets: dict[str, int] = {}
    end = 0
    for graph in graphs:
        for node in graph.nodes:
            if node.role == "parameter" and node.name not in offsets:
                offsets[node.name] = end
                end += node.size
    return offsets, end
