"""The encoder stack (Vaswani et al. 2017, §3.1, left half of figure 1)."""

from __future__ import annotations

from functools import partial

from ..graph import Node
from .attention import multi_head_attention
from .layers import Recorder
from .masks import self_mask


def encoder(m: Recorder, x: Node, *aliases: str) -> Node:
    """Layers `enc1`, `enc2`, … one after the other over the rows `x` [n, d]; the last result answers to `aliases`."""
    last = m.spec.enc_layers
    for layer in range(1, last + 1):
        named = aliases if layer == last and not finishes(m) else ()
        x = encoder_layer(m, f"enc{layer}", x, *named)
    return m.norm("enc.norm", x, aliases) if finishes(m) else x


def encoder_layer(m: Recorder, at: str, x: Node, *aliases: str) -> Node:
    """Self-attention, then the feed-forward network, each with residual and norm: U, then Z."""
    u = m.add_and_norm(at, 1, x, partial(self_attention, m, f"{at}.self"), "U")
    return m.add_and_norm(at, 2, u, partial(m.feed_forward, f"{at}.ffn"), "Z", *aliases)


def self_attention(m: Recorder, at: str, x: Node) -> Node:
    """Queries, keys and values all come from `x`."""
    return multi_head_attention(m, at, x, x, self_mask(m, at, x, x))


def finishes(m: Recorder) -> bool:
    """Whether a stack ends with a norm of its own, as pre-norm stacks do."""
    return m.spec.final_norm and m.spec.norm != "none"
