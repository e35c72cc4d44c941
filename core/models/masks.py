"""Which keys a query may read: each rule is a node, the mask is all of them together."""

from __future__ import annotations

from typing import TypedDict

from ..graph import Node
from ..ops.op import Axes, Shape
from .layers import Recorder


def self_mask(m: Recorder, at: str, rows: Node, keys: Node) -> Node:
    """The mask of an attention among tokens of one sequence: causal, window, padding, custom, as they apply.

    The encoder of an encoder–decoder reads its whole source: there causal and window belong to the decoder.
    """
    rules: list[Node] = []
    if m.spec.kind == "encoder_decoder" and keys.axes[0] == "src":
        return together(m, at, rows, keys, rules)
    if m.spec.causal:
        rules.append(rule(m, at, "causal", rows, keys, m.setting("query_offset")))
    if m.spec.window:
        rules.append(rule(m, at, "window", rows, keys, m.setting("query_offset"), m.setting("window")))
    return together(m, at, rows, keys, rules)


def cross_mask(m: Recorder, at: str, rows: Node, keys: Node) -> Node:
    """The mask of an attention to another sequence: its padding and a custom mask; the order of tokens says nothing."""
    return together(m, at, rows, keys, [])


def together(m: Recorder, at: str, rows: Node, keys: Node, rules: list[Node]) -> Node:
    """`at.mask` [n_q, n_k]: rows = queries, columns = keys, 1 = may attend."""
    side = keys.axes[0]
    if m.lengths.tgt_pad if side == "tgt" or side == "kv" else m.lengths.src_pad:
        columns = seen(m, rows, keys)["shape"][1]
        valid = m.graph.leaf(f"{side}.valid", (1, columns), ("one", side), "input", display="mask")
        rules = [*rules, rule(m, at, "padding", rows, keys, valid)]
    if at in m.custom:
        both = seen(m, rows, keys)
        rules = [*rules, m.graph.leaf(f"{at}.mask.custom", both["shape"], both["axes"], "input", display="mask")]
    if rules:
        return m.add(f"{at}.mask", "all_rules", *rules)
    return m.add(f"{at}.mask", "visible", **seen(m, rows, keys))


def rule(m: Recorder, at: str, name: str, rows: Node, keys: Node, *operands: Node) -> Node:
    return m.add(f"{at}.mask.{name}", name, *operands, **seen(m, rows, keys))


class Square(TypedDict):
    """What a node of an op without sized inputs must be told."""

    shape: Shape
    axes: Axes


def seen(m: Recorder, rows: Node, keys: Node) -> Square:
    """Shape and axes of a mask over the rows that keys come from, and over those whose keys the cache has."""
    both = square(rows, keys)
    if keys.axes[0] == "tgt":
        both["shape"] = (both["shape"][0], both["shape"][1] + m.lengths.cached)
    return both


def square(rows: Node, keys: Node) -> Square:
    """Shape and axes of anything with a query in each row and a key in each column."""
    return {"shape": (rows.shape[0], keys.shape[0]), "axes": (rows.axes[0], keys.axes[0])}
