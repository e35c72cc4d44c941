"""The kinds of model, one function each: what goes in, which stacks, what comes out."""

from __future__ import annotations

from collections.abc import Callable

from ..graph import Node
from .attention import head, multi_head_attention
from .decoder import decoder
from .encoder import encoder
from .layers import Recorder
from .masks import self_mask
from .streams import rows_in, vocabulary_head


def attention(m: Recorder) -> None:
    """One attention by itself: projected from rows, or with Q, K and V given; keys may have another source."""
    if not m.spec.project:
        return given_attention(m)
    x = rows_in(m, "src", m.lengths.src, "query_start", "X")
    source = rows_in(m, "kv", m.lengths.tgt) if m.spec.other_source else x
    multi_head_attention(m, "att", x, source, self_mask(m, "att", x, source))


def given_attention(m: Recorder) -> None:
    """Each head's Q [n_q, d_k], K [n_k, d_k] and V [n_k, d_v] are inputs; the result is the heads side by side."""
    keys, n_k = ("kv", m.lengths.tgt) if m.spec.other_source else ("src", m.lengths.src)
    leaf = m.graph.leaf
    heads: list[Node] = []
    for r in range(1, m.spec.heads + 1):
        at = f"att.h{r}"
        q = leaf(f"{at}.Q", (m.lengths.src, m.spec.d_k), ("src", "key"), "input")
        k = leaf(f"{at}.K", (n_k, m.spec.d_k), (keys, "key"), "input")
        v = leaf(f"{at}.V", (n_k, m.spec.d_v), (keys, "value"), "input")
        heads.append(head(m, at, q, k, v, self_mask(m, "att", q, k) if r == 1 else m.graph["att.mask"], r))
    m.add("att.concat", "concat", *heads)


def encoder_only(m: Recorder) -> None:
    z = encoder(m, rows_in(m, "src", m.lengths.src, "pos_offset", "X"))
    if m.spec.head:
        vocabulary_head(m, "src", z)


def decoder_only(m: Recorder) -> None:
    z = decoder(m, rows_in(m, "tgt", m.lengths.tgt, "pos_offset", "X"), None)
    if m.spec.head:
        vocabulary_head(m, "tgt", z)


def decoder_with_memory(m: Recorder) -> None:
    y = rows_in(m, "tgt", m.lengths.tgt, "pos_offset", "X")
    memory = m.graph.leaf("memory", (m.lengths.src, m.spec.d), ("src", "feature"), "input")
    z = decoder(m, y, memory)
    if m.spec.head:
        vocabulary_head(m, "tgt", z)


def encoder_decoder(m: Recorder) -> None:
    if m.lengths.cached:  # the memory was computed with the first row
        memory = m.graph.leaf("memory", (m.lengths.src, m.spec.d), ("src", "feature"), "input")
    else:
        memory = encoder(m, rows_in(m, "src", m.lengths.src), "memory")
    z = decoder(m, rows_in(m, "tgt", m.lengths.tgt), memory)
    if m.spec.head:
        vocabulary_head(m, "tgt", z)


KINDS: dict[str, Callable[[Recorder], None]] = {
    "attention": attention,
    "encoder": encoder_only,
    "decoder_only": decoder_only,
    "decoder": decoder_with_memory,
    "encoder_decoder": encoder_decoder,
}
