"""What a matrix costs to compute, in multiply–adds, and which part of a model it belongs to.

Only products of matrices are counted: projections, scores, weighted sums, the feed-forward network, the head. Softmax,
norms, activations and position schemes that turn or add touch each number a few times; their work grows like the
number of values, which the ledger counts too.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from .graph import LEAF, Graph, Node
from .ops import BY_NAME

PROJECTIONS, ATTENTION, FEED_FORWARD, HEAD = "projections", "attention", "feed_forward", "head"
PARTS = (PROJECTIONS, ATTENTION, FEED_FORWARD, HEAD)
WORDS = {PROJECTIONS: "projections", ATTENTION: "attention", FEED_FORWARD: "feed-forward", HEAD: "head"}

_ATTENTION = re.compile(r"(?:(?:enc|dec)\d+\.(?:self|cross)|att)\.(?:h\d+\.)?(?P<rest>.+)")
_PROJECTED = re.compile(r"(?:Q|K|V|out|[Wb][QKVO])(?:\.new|\.natural|\.held|\.where)*")


def part(name: str) -> str | None:
    """Which of PARTS a node of this name belongs to; None for embeddings, positions, norms and residuals."""
    if match := _ATTENTION.fullmatch(name):
        return PROJECTIONS if _PROJECTED.fullmatch(match["rest"]) else ATTENTION
    if re.match(r"(?:enc|dec)\d+\.ffn\.", name):
        return FEED_FORWARD
    return HEAD if name.startswith("out.") else None


def inner(graph: Graph, node: Node) -> int:
    """How many products each cell of a node sums; 0 where it is no product of matrices."""
    if node.op == LEAF or not BY_NAME[node.op].product:
        return 0
    return graph.nodes[node.inputs[0]].shape[1]


def multiply_adds(graph: Graph, nodes: Iterable[Node]) -> dict[str, int]:
    """The multiply–adds of the nodes that were run, by part; every part is named."""
    found: Counter[str] = Counter()
    for node in nodes:
        if each := inner(graph, node):
            found[part(node.name) or ""] += node.size * each
    return {name: found[name] for name in PARTS}
