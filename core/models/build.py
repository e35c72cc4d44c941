"""From a spec and one sample's lengths to a graph."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from ..graph import Graph
from ..spec import ModelSpec
from .encoder import encoder
from .layers import Recorder

# Fields that change values but no node: changing one keeps the graph, and with it the plan.
VALUES_ONLY = {"eps": 1e-5, "scale": True, "query_offset": 0, "precision": "float64", "seed": 1}


def graph(spec: ModelSpec, rows: int, pinned: frozenset[str] = frozenset()) -> Graph:
    """The graph of `spec` over `rows` source tokens, with the nodes named in `pinned` held."""
    return _graph(msgspec.structs.replace(spec, **VALUES_ONLY), rows, pinned)


@lru_cache(maxsize=64)
def _graph(spec: ModelSpec, rows: int, pinned: frozenset[str]) -> Graph:
    recorded = Graph(pinned)
    m = Recorder(recorded, spec)
    x = recorded.leaf("src.X", (rows, spec.d), ("src", "feature"), "input", "src.X0", "X")
    encoder(m, x)
    return recorded
