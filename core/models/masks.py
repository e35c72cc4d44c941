"""Which keys a query may read: each rule is a node, the mask is all of them together."""

from __future__ import annotations

from ..graph import Node
from .layers import Recorder


def self_mask(m: Recorder, at: str, rows: Node) -> Node:
    """The mask of a self-attention over `rows`: [n, n], rows = queries, columns = keys, 1 = may attend."""
    n, tokens = rows.shape[0], rows.axes[0]
    square = {"shape": (n, n), "axes": (tokens, tokens)}
    rules = []
    if m.spec.causal:
        rules.append(m.add(f"{at}.mask.causal", "causal", m.setting("query_offset"), **square))  # type: ignore[arg-type]
    if rules:
        return m.add(f"{at}.mask", "all_rules", *rules)
    return m.add(f"{at}.mask", "visible", **square)  # type: ignore[arg-type]
