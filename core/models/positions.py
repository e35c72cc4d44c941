"""Position schemes, one table: what each adds to the rows, to queries and keys, to scores, to values."""

from __future__ import annotations

from ..graph import Node
from ..problem import QT_TRANSLATE_NOOP, Problem
from .layers import Recorder
from .masks import square


def add_positions(m: Recorder, side: str, x: Node, start: str) -> Node:
    """Rows with positions added where the scheme adds them; `side.X0` either way. `start` names the first position."""
    scheme = m.spec.pos
    if scheme == "sinusoidal":
        p = m.add(f"{side}.P", "sinusoid", m.setting(start), shape=x.shape, axes=x.axes)
    elif scheme == "learned":
        table = m.weight("pos.table", m.spec.pos_length, m.spec.d, ("position", "feature"))
        last = x.shape[0] + first_position(m, start)
        if last > m.spec.pos_length or first_position(m, start) < 0:
            raise beyond(m, last)
        p = m.add(f"{side}.P", "table_rows", table, m.setting(start), shape=x.shape, axes=x.axes)
    else:
        return x
    return m.add(f"{side}.X0", "add", x, p)


def turns(m: Recorder) -> bool:
    """Whether queries and keys are turned before they meet."""
    return m.spec.pos.startswith("rope")


def turned(m: Recorder, at: str, q: Node, k: Node) -> tuple[Node, Node]:
    """Queries and keys as they enter the scores: RoPE turns both by their positions."""
    if not turns(m):
        return q, k
    base = m.setting("rope_base")
    query_start = "query_start" if m.spec.kind == "attention" else "pos_offset"
    return (
        m.add(f"{at}.Qrot", m.spec.pos, q, m.setting(query_start), base),
        m.add(m.new(f"{at}.Krot"), m.spec.pos, k, m.setting("pos_offset"), base),
    )


def scores(m: Recorder, at: str, q: Node, k: Node, mask: Node, scheme: str) -> Node:
    """`at.S`, what enters mask and softmax: scaled scores, with the scheme's bias."""
    raw = m.add(f"{at}.raw", "scores", q, k, mask=mask)
    scale = m.setting("scale")
    if scheme.startswith("shaw"):
        table = m.weight(f"{shared(at)}.shaw_k", 2 * m.spec.shaw_clip + 1, m.spec.d_k, ("distance", "key"))
        rel = m.add(f"{at}.rel", "shaw_scores", q, table, m.setting("query_offset"), mask=mask, **square(q, k))
        total = m.add(f"{at}.total", "add", raw, rel, mask=mask)
        return m.add(f"{at}.S", "scale", total, scale, mask=mask)
    if scheme == "rel_bias":
        length = m.spec.pos_length
        farthest = max(q.shape[0] - 1 + offset(m), k.shape[0] - 1 - offset(m), 0) + 1
        if farthest > length:
            raise beyond(m, farthest)
        scaled = m.add(f"{at}.scaled", "scale", raw, scale, mask=mask)
        table = m.weight(f"{at}.rel_bias", 1, 2 * length - 1, ("one", "distance"))
        bias = m.add(f"{at}.bias", "distance_bias", table, m.setting("query_offset"), mask=mask, **square(q, k))
        return m.add(f"{at}.S", "add", scaled, bias, mask=mask)
    return m.add(f"{at}.S", "scale", raw, scale, mask=mask)


def weighted_values(m: Recorder, at: str, a: Node, v: Node, scheme: str) -> Node:
    """`at.H` = A V; Shaw's second table adds a vector of the distance to each value."""
    if scheme != "shaw_kv":
        return m.add(f"{at}.H", "linear", a, v)
    mixed = m.add(f"{at}.AV", "linear", a, v)
    table = m.weight(f"{shared(at)}.shaw_v", 2 * m.spec.shaw_clip + 1, m.spec.d_v, ("distance", "value"))
    rel = m.add(f"{at}.Arel", "shaw_values", a, table, m.setting("query_offset"))
    return m.add(f"{at}.H", "add", mixed, rel)


def shared(at: str) -> str:
    """The attention a head belongs to: Shaw's tables are shared by its heads."""
    return at.rpartition(".")[0]


def offset(m: Recorder) -> int:
    """How far the first query stands behind the first key."""
    return m.spec.query_offset if m.spec.kind == "attention" else m.lengths.cached


def first_position(m: Recorder, start: str) -> int:
    return m.spec.pos_offset + m.lengths.cached + (offset(m) if start == "query_start" else 0)


def beyond(m: Recorder, needed: int) -> Problem:
    return Problem(
        QT_TRANSLATE_NOOP(
            "core", "The position table has {length} rows, this sample needs {needed}: shorten it or set pos_length."
        ),
        length=m.spec.pos_length,
        needed=needed,
    )
