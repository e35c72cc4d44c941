"""What dropout leaves out: the masks of one step of training, drawn from a seed.

Training draws new ones at every step. What a person looks at (`dropout_view`) are those that the first step of a
training with the model's own seed draws, so that the same numbers stand there every time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

import numpy as np

from .arrays import Array, frozen
from .graph import Graph, Node, short
from .spec import ModelSpec

KEEP = "keep"  # last name of the masks


def is_keep(node: Node) -> bool:
    """Whether a node is a mask that dropout draws."""
    return short(node.name) == KEEP


def drawn(nodes: Iterable[Node], rate: float, seed: int, step: int = 0, place: int = 0) -> Iterator[tuple[Node, Array]]:
    """The masks of the sample at `place` of a step's batch: 0 with probability `rate`, else 1 / (1 − rate)."""
    r, keep = np.random.default_rng([seed, step, place]), 1.0 - rate
    for node in nodes:
        yield node, (r.random(node.shape) < keep) / keep


@lru_cache(maxsize=16)
def _seen(graph: Graph, rate: float, seed: int, place: int, precision: str) -> Mapping[str, Array]:
    masks = drawn(filter(is_keep, graph.nodes), rate, seed, 0, place)
    return {node.name: frozen(mask.astype(precision)) for node, mask in masks}


def seen(graph: Graph, spec: ModelSpec, sample: int, node: Node) -> Array:
    """The mask `node` of a sample that is looked at; asked again it is the same object."""
    return _seen(graph, spec.dropout, spec.seed, sample, spec.precision)[node.name]
