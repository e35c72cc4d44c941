"""What the matrices of a NumPy script are called: as short as the paper's symbols where they are alone, else with the
layer before them; and the field's word for each."""

from __future__ import annotations

import keyword
import re
from collections.abc import Set

from .graph import Graph, Node, short

LAYER = re.compile(r"^(?:enc|dec)\d+$")
HEAD = re.compile(r"^h(\d+)$")
STREAMS = ("U", "C", "Z", "memory")  # aliases that are the paper's letter for what a node otherwise is by place
RENAMED = {"self.out": "MHA", "cross.out": "MHA", "att.out": "MHA"}

WORDS = {
    "ids": "token ids, one a row", "embed": "embedding table, one row a word", "E": "embeddings", "X": "rows",
    "P": "positions", "X0": "rows with positions", "valid": "1 = a token, 0 = padding", "table": "learned positions",
    "WQ": "projects to queries", "WK": "projects to keys", "WV": "projects to values", "WO": "output projection",
    "Q": "queries", "K": "keys", "V": "values", "Qrot": "queries, turned by position", "Krot": "keys, turned",
    "raw": "raw scores, query times key", "scaled": "scaled", "rel": "query times vector of the distance",
    "total": "scores before scaling", "bias": "bias of the distance", "S": "scores that enter mask and softmax",
    "A": "attention weights, each row over keys", "H": "what the head gives", "AV": "weighted values",
    "Arel": "weighted vectors of distances", "concat": "the heads side by side", "mask": "1 = may attend",
    "causal": "key not after query", "window": "key inside the window",
    "set.window": "keys back that a query may read, itself included", "padding": "key is no padding",
    "custom": "mask painted by hand", "mean": "mean of each row", "var": "biased variance of each row",
    "ms": "mean square of each row", "xhat": "standardised rows", "gamma": "gain of the norm",
    "beta": "shift of the norm",
    "pre": "before the activation", "hidden": "after the activation", "logits": "logits over the vocabulary",
    "p": "probabilities", "logp": "log-probabilities", "labels": "ids of the labels",
    "label_counts": "1 where a label counts", "token_loss": "cross-entropy of each row", "loss": "mean cross-entropy",
    "natural": "natural value beside the pin", "held": "value that the pin holds", "where": "1 where it is held",
    "memory": "the encoder's result", "rel_bias": "bias of each distance", "shaw_k": "key vector of each distance",
    "shaw_v": "value vector of each distance", "eps": "epsilon, inside the root of a norm",
    "scale": "1/sqrt(d_k), or 1 where scaling is off", "embed_scale": "sqrt(d)",
    "query_offset": "the first query stands so far behind the first key",
    "pos_offset": "first position", "query_start": "position of the first query", "rope_base": "base of RoPE",
    "U": "rows after self-attention", "C": "rows after cross-attention", "Z": "rows after the layer",
    "MHA": "multi-head attention, the heads mixed by W_O",
}  # fmt: skip
PATTERNS = (
    (re.compile(r"sum\d$"), "residual sum"),
    (re.compile(r"drop\d?$"), "after dropout"),
    (re.compile(r"keep$"), "dropout mask: 0 or 1/(1 - p)"),
    (re.compile(r"norm\d?$"), "normed rows"),
    (re.compile(r"ffn\.out$"), "feed-forward output"),
    (re.compile(r"\.W\d?$"), "weights"),
    (re.compile(r"\.b[QKVO\d]?$"), "bias"),
)


def names(graph: Graph, reserved: Set[str]) -> dict[int, str]:
    """A Python name for every node by its index: the shortest way of naming that tells all of them apart."""
    for level in range(3):
        found = {node.index: _named(node, level) for node in graph.nodes}
        if len(set(found.values())) == len(found) and not reserved & set(found.values()):
            break
    taken = set(reserved)
    for index, name in found.items():
        while name in taken or keyword.iskeyword(name):
            name += "_"
        taken.add(name)
        found[index] = name
    return found


def _named(node: Node, level: int) -> str:
    """`enc1.self.h1.A` is A1, enc1_A1 or enc1_self_A1; `set.eps` is always eps."""
    pieces = _best(node).split(".")
    first = pieces[0]
    if first == "set":
        return pieces[1]
    layer = pieces.pop(0) if LAYER.match(first) or first in ("att", "src", "tgt", "kv", "out") and pieces[1:] else ""
    attention = pieces.pop(0) if pieces[0] in ("self", "cross") and pieces[1:] else ""
    head = HEAD.match(pieces[0])
    if head:
        pieces = [pieces[1] + head[1], *pieces[2:]]
    if pieces[0] == "ffn" and re.fullmatch(r"[Wb]\d", pieces[-1]):
        pieces = pieces[1:]
    before = (() if level == 0 else (layer,)) + ((attention,) if level == 2 else ())
    if layer == "out" and pieces[0] in ("W", "b"):  # b alone would be anybody's
        before = (layer,)
    return re.sub(r"\W", "_", "_".join(piece for piece in (*before, *pieces) if piece))


def _best(node: Node) -> str:
    """The node's name, by its letter where it has one: `enc1.norm1` is `enc1.U` after post-norm."""
    for letter in reversed(STREAMS):
        for alias in node.aliases:
            if short(alias) == letter:
                return alias
    for last, letter in RENAMED.items():
        if node.name.endswith(last):
            return node.name.removesuffix(last) + last.rpartition(".")[0] + ("." if "." in last else "") + letter
    return node.name


def wording(node: Node) -> str:
    """The field's word for a node, and its full name where another one is used in the script."""
    best = _best(node)
    last = short(best)
    said = WORDS.get(node.name, "") or WORDS.get(last, "")
    if not said:
        said = next((word for pattern, word in PATTERNS if pattern.search(best)), "")
    return said if best == node.name else f"{said} ({node.name})"
