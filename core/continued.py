"""A model one step further: the target rows before are computed already, and their keys and values are given."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NoReturn

import msgspec

from .arrays import Array
from .graph import LEAF, Graph, Node, short
from .models.build import graph as build_graph
from .needs import customs
from .problem import QT_TRANSLATE_NOOP, Problem
from .settings import VALUES, setting
from .spec import Lengths
from .trace import Trace
from .workspace import Workspace


class Continued(Workspace):
    """The last rows of `whole`, a workspace of one sample, after the `cached` rows that an earlier run computed.

    Its graph computes these rows alone. Keys and values of the rows before are leaves (`dec1.self.h1.K.cache`), as are
    those of the memory, which were computed once; what else the graph reads are the last rows of what `whole` has,
    pins and painted masks included. It is a view for the engine: what a person changes is `whole`.
    """

    __slots__ = ("_graphs", "cached", "given", "whole")

    def __init__(self, whole: Workspace, cached: int, before: Trace) -> None:
        for slot in Workspace.__slots__:
            object.__setattr__(self, slot, getattr(whole, slot))
        check_continues(whole)
        self.whole = whole
        self.cached = cached
        self._graphs = (whole.graph(), self._recorded())
        self.given: Mapping[str, Array] = {
            node.name: before[node.name.removesuffix(".cache")].values
            for node in self._graphs[1].nodes
            if node.op == LEAF and self._is_kept(node.name)
        }

    def _is_kept(self, name: str) -> bool:
        """Whether a leaf is what the run before computed: a cache, the memory, its keys and values."""
        if name.endswith(".cache") or (".cross." in name and short(name) in ("K", "V")):
            return True
        return name == "memory" and self._graphs[0][name].op != LEAF

    def graph(self, sample: int = 0) -> Graph:
        return self._graphs[1]

    def _recorded(self) -> Graph:
        painted = frozenset(at for _, at in customs(self.arrays))
        held = frozenset(name for b, name in self.pins if self.whole.pin_fits(b, name))
        return build_graph(self.spec, self.lengths(), painted, held)

    def lengths(self, sample: int = 0) -> Lengths:
        own = self.whole.lengths(sample)
        return msgspec.structs.replace(own, tgt=own.tgt - self.cached, cached=self.cached)

    def leaf(self, node: Node, sample: int = 0) -> Array:
        if node.name in self.given:
            return self.given[node.name]
        if node.name in VALUES:
            return setting(self.spec, node.name, self.cached)
        if node.role == "parameter":
            return self.arrays[node.name]
        full = self.whole.leaf(self._graphs[0][node.name])
        return full if full.shape == node.shape else full[-node.shape[0] :]

    def _replace(self, **changes: Any) -> NoReturn:
        raise TypeError("a step is not changed: change the workspace that it continues")


def check_continues(workspace: Workspace) -> None:
    """Refuse a model whose rows change when others come after them."""
    if not workspace.spec.causal:
        raise Problem(
            QT_TRANSLATE_NOOP(
                "core",
                "Without the causal mask each new token changes the rows before it, so nothing can be kept:"
                " switch causal on, or generate without the cache.",
            )
        )
