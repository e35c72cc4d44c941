"""What goes into the stacks and what comes out: text to rows, rows to probabilities and the loss."""

from __future__ import annotations

from ..graph import Node
from .layers import Recorder
from .positions import add_positions


def rows_in(m: Recorder, side: str, n: int, start: str = "pos_offset", *aliases: str) -> Node:
    """The rows [n, d] that enter a stack: given numbers or embedded tokens, with positions where they are added.

    Nodes: `side.ids`, `side.E`, `side.scaled`, or `side.X`; then `side.P`, `side.X0`.
    """
    additive = m.spec.pos in ("sinusoidal", "learned")
    names = (f"{side}.X", *aliases) if additive else (f"{side}.X", f"{side}.X0", *aliases)
    if m.spec.inputs == "rows":
        x = m.graph.leaf(f"{side}.X", (n, m.spec.d), (side, "feature"), "input", *names[1:])
    else:
        x = embedded(m, side, n, names)
    return m.dropped(f"{side}.drop", add_positions(m, side, x, start))


def embedded(m: Recorder, side: str, n: int, aliases: tuple[str, ...]) -> Node:
    """E[id] of each token, times √d where that is on (Vaswani et al. 2017, §3.4)."""
    words = "tgt" if side == "kv" else side
    vocabulary = m.lengths.tgt_vocab if words == "tgt" else m.lengths.src_vocab
    ids = m.graph.leaf(f"{side}.ids", (n, 1), (side, "one"), "input", display="ids")
    table = m.weight(f"{words}.embed", vocabulary, m.spec.d, (f"{words}_vocab", "feature"))
    if not m.spec.embed_scale:
        return m.add(f"{side}.E", "lookup", ids, table, aliases=aliases)
    e = m.add(f"{side}.E", "lookup", ids, table)
    return m.add(f"{side}.scaled", "scale", e, m.setting("embed_scale"), aliases=aliases)


def vocabulary_head(m: Recorder, side: str, z: Node) -> None:
    """Logits over the vocabulary, probabilities, and where there are labels the loss: `out.…`."""
    vocabulary = m.lengths.tgt_vocab if side == "tgt" else m.lengths.src_vocab
    axis = f"{side}_vocab"
    if m.spec.tied and m.spec.inputs == "tokens":
        table = m.weight(f"{side}.embed", vocabulary, m.spec.d, (axis, "feature"))
        w = m.add("out.W", "transpose", table)
    else:
        w = m.weight("out.W", m.spec.d, vocabulary, ("feature", axis))
    logits = m.linear("out.logits", z, w, m.vector("out.b", vocabulary, axis))
    m.add("out.p", "probabilities", logits)
    logp = m.add("out.logp", "log_probabilities", logits)
    if m.spec.inputs == "tokens" and (side == "tgt" or m.lengths.asked):
        n = z.shape[0]
        labels = m.graph.leaf(f"{side}.labels", (n, 1), (side, "one"), "input", display="ids")
        counts = m.graph.leaf(f"{side}.label_counts", (n, 1), (side, "one"), "input", display="mask")
        losses = m.add("out.token_loss", "token_loss", logp, labels, counts)
        m.add("out.loss", "mean_loss", losses, counts)
