"""What a step had in its cache: for each decoder layer, rows of K and V that are new, reused, and of the cross side."""

from __future__ import annotations

import re
from typing import NamedTuple

from core.graph import LEAF
from core.trace import Trace

_CACHE = re.compile(r"dec(\d+)\.self\.h1\.K\w*\.cache")
_KEYS = re.compile(r"dec(\d+)\.(self|cross)\.h1\.K")


class Kept(NamedTuple):
    """Rows of K (and as many of V) of one layer in one step. `cross_new` where those of the source were computed in
    this step, which happens once a sentence with a cache; `cross` is 0 without cross-attention."""

    layer: int
    new: int
    reused: int
    cross: int
    cross_new: bool


def kept(step: Trace) -> tuple[Kept, ...]:
    """The layers of a step's run, the first one first."""
    rows: dict[int, dict[str, int]] = {}
    once: dict[int, bool] = {}
    cached: dict[int, int] = {}
    for node in step.graph.nodes:
        if match := _KEYS.fullmatch(node.name):
            layer = int(match[1])
            rows.setdefault(layer, {})[match[2]] = node.shape[0]
            if match[2] == "cross":
                once[layer] = node.op != LEAF
        elif match := _CACHE.fullmatch(node.name):
            cached[int(match[1])] = node.shape[0]
    found = []
    for layer, sides in sorted(rows.items()):
        reused = cached.get(layer, 0)
        found.append(Kept(layer, sides.get("self", 0) - reused, reused, sides.get("cross", 0), once.get(layer, False)))
    return tuple(found)
