"""Multi-head attention (Vaswani et al. 2017, §3.2)."""

from __future__ import annotations

from ..graph import Node
from .layers import Recorder
from .positions import scores, turned, turns, weighted_values


def multi_head_attention(m: Recorder, at: str, x: Node, source: Node, mask: Node, cross: bool = False) -> Node:
    """Concat(head_1, …, head_h) W_O: queries from `x` [n_q, d], keys and values from `source` [n_k, d].

    Position schemes and `heads_off` act on attention within one sequence, not on cross-attention.
    """
    qkv = project_once if cross and m.lengths.cached else project
    projected = [qkv(m, f"{at}.h{r}", x, source) for r in range(1, m.spec.heads + 1)]
    heads = [head(m, f"{at}.h{r}", *qkv, mask, r, cross) for r, qkv in enumerate(projected, start=1)]
    concat = m.add(f"{at}.concat", "concat", *heads)
    w_o = m.weight(f"{at}.WO", concat.shape[1], m.spec.d, ("concat", "feature"))
    return m.linear(f"{at}.out", concat, w_o, m.vector(f"{at}.bO", m.spec.d) if m.spec.bias else None)


def project(m: Recorder, at: str, x: Node, source: Node) -> tuple[Node, Node, Node]:
    """Q = X W_Q, K = X_source W_K, V = X_source W_V of one head; of new rows alone where a cache has the others."""
    k = f"{at}.K" if turns(m) else m.new(f"{at}.K")  # what is turned is kept turned
    return (
        projection(m, at, "Q", x, m.spec.d_k, "key"),
        projection(m, at, "K", source, m.spec.d_k, "key", k),
        projection(m, at, "V", source, m.spec.d_v, "value", m.new(f"{at}.V")),
    )


def project_once(m: Recorder, at: str, x: Node, source: Node) -> tuple[Node, Node, Node]:
    """Q of the new rows; K and V of another sequence, which does not grow, were computed with the first row."""
    rows, side = source.shape[0], source.axes[0]
    return (
        projection(m, at, "Q", x, m.spec.d_k, "key"),
        m.graph.leaf(f"{at}.K", (rows, m.spec.d_k), (side, "key"), "input"),
        m.graph.leaf(f"{at}.V", (rows, m.spec.d_v), (side, "value"), "input"),
    )


def projection(m: Recorder, at: str, letter: str, x: Node, width: int, axis: str, name: str = "") -> Node:
    w = m.weight(f"{at}.W{letter}", x.shape[1], width, (x.axes[1], axis))
    b = m.vector(f"{at}.b{letter}", width, axis) if m.spec.bias else None
    return m.linear(name or f"{at}.{letter}", x, w, b)


def head(m: Recorder, at: str, q: Node, k: Node, v: Node, mask: Node, r: int, cross: bool = False) -> Node:
    """H = softmax over keys(Q Kᵀ / √d_k) V, with the position scheme. A head that is off weighs, but gives zeros."""
    scheme = "none" if cross else m.spec.pos
    if not cross:
        q, k = turned(m, at, q, k)
        k, v = m.kept(f"{at}.{'Krot' if turns(m) else 'K'}", k), m.kept(f"{at}.V", v)
    s = scores(m, at, q, k, mask, scheme)
    a = m.add(f"{at}.A", "softmax", s, mask, mask=mask)
    if r in m.spec.heads_off and not cross:
        return m.add(f"{at}.H", "zeros", shape=(a.shape[0], v.shape[1]), axes=(a.axes[0], v.axes[1]))
    return weighted_values(m, at, a, v, scheme)
