"""From a spec and one sample's lengths to a graph."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from ..field import Lengths
from ..graph import Graph
from ..spec import ModelSpec
from .kinds import KINDS
from .layers import Recorder

# Fields that change values but no node: changing one keeps the graph, and with it the plan.
VALUES_ONLY = {"eps": 1e-5, "scale": True, "rope_base": 10000.0, "precision": "float64", "seed": 1}
NEVER_DROPS = {"dropout": 0.0, "dropout_view": False}  # whatever is not training: what is evaluated and generated
DROPS = {"dropout": 0.5, "dropout_view": False}  # the rate stands in the values of the drawn masks


def graph(
    spec: ModelSpec, lengths: Lengths, custom: frozenset[str] = frozenset(), pinned: frozenset[str] = frozenset()
) -> Graph:
    """The graph of `spec` over a sample of these lengths; where dropout is to be seen, with what training drops.

    `custom` names attentions with a mask painted by hand, `pinned` the nodes held at values. Problem where a
    sample is longer than a position table.
    """
    window = 1 if spec.window else 0  # its width is a setting; whether there is one is not
    drops = DROPS if spec.draws else NEVER_DROPS
    return _graph(msgspec.structs.replace(spec, window=window, **VALUES_ONLY, **drops), lengths, custom, pinned)


def training_graph(spec: ModelSpec, lengths: Lengths) -> Graph:
    """The graph that training runs: that of `graph`, with a node after each sum of embeddings and each sublayer
    that leaves cells out where the spec has dropout (Vaswani et al. 2017, §5.4)."""
    return graph(msgspec.structs.replace(spec, dropout_view=True), lengths)


@lru_cache(maxsize=64)
def _graph(spec: ModelSpec, lengths: Lengths, custom: frozenset[str], pinned: frozenset[str]) -> Graph:
    recorded = Graph(pinned)
    KINDS[spec.kind](Recorder(recorded, spec, lengths, custom))
    return recorded
