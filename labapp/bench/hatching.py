"""Hatching: each rule of a mask strikes what it hides in a direction of its own; two rules, two directions."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from core.graph import Node, short
from core.trace import Trace

# A bit for each rule: causal ╱, window ╲, padding │, custom ─. A rule without a bit (a pin) is struck as causal is.
RISING, FALLING, UPRIGHT, LEVEL = 1, 2, 4, 8
RULES = {"causal": RISING, "window": FALLING, "padding": UPRIGHT, "custom": LEVEL}
Bits = NDArray[np.uint8]
Line = tuple[float, float, float, float]


def hatch_of(trace: Trace, name: str) -> Bits | None:
    """The bits of the rules that hide each cell of a mask, or of what a mask applies to; None without rules."""
    node = trace.graph[name]
    mask = node if node.mask is None else trace.graph.nodes[node.mask]
    if mask.op == "hold":
        mask = trace.graph.nodes[mask.inputs[0]]
    rules = [(RULES[short(rule.name)], rule) for rule in _rules(trace, mask) if short(rule.name) in RULES]
    if not rules:
        return None
    bits = np.zeros(mask.shape, np.uint8)
    for bit, rule in rules:
        bits[trace.values_of(rule) == 0] |= bit
    return bits


def _rules(trace: Trace, mask: Node) -> Iterator[Node]:
    if mask.op == "all_rules":
        yield from (trace.graph.nodes[k] for k in mask.inputs)
    else:
        yield mask


def lines(bits: int, w: float, h: float, step: float) -> list[Line]:
    """The lines of a hatching in a cell w×h, `step` apart, cut to it by arithmetic: clipping would cost more."""
    found: list[Line] = []
    t = step / 2
    if bits & (RISING | FALLING) or not bits:
        while t < w + h:
            x0, y0, x1, y1 = min(t, w), max(0.0, t - w), max(0.0, t - h), min(t, h)
            if bits & RISING or not bits:
                found.append((x0, y0, x1, y1))
            if bits & FALLING:
                found.append((x0, h - y0, x1, h - y1))
            t += step
    # Straight lines look denser than slanting ones that are as far apart along an edge.
    if bits & UPRIGHT:
        found += [(x, 0.0, x, h) for x in _along(w, step)]
    if bits & LEVEL:
        found += [(0.0, y, w, y) for y in _along(h, step)]
    return found


def _along(length: float, step: float) -> list[float]:
    count = max(1, round(length / (step * 0.8)))
    return [(k + 0.5) * length / count for k in range(count)]


def pixels(bits: Bits, y: NDArray[np.intp], x: NDArray[np.intp], step: int) -> NDArray[np.bool_]:
    """Which pixels of tiles the hatching strikes; `bits`, `y`, `x` broadcast to [row, line, column, pixel]."""
    present = int(np.bitwise_or.reduce(bits, axis=None)) if bits.size else 0
    if present in (0, RISING):
        return np.asarray((x + y) % step == 0)
    return np.asarray(
        (((bits & RISING) != 0) | (bits == 0)) & ((x + y) % step == 0)
        | ((bits & FALLING) != 0) & ((x - y) % step == 0)
        | ((bits & UPRIGHT) != 0) & (x % step == 0)
        | ((bits & LEVEL) != 0) & (y % step == 0)
    )
