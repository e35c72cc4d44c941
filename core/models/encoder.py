"""The encoder stack (Vaswani et al. 2017, §3.1, left half of figure 1)."""

from __future__ import annotations

from functools import partial

from ..graph import Node
from .attention import multi_head_attention
from .layers import Recorder
from .masks import self_mask


def encoder(m: Recorder, x: Node) -> Node:
    """Layers `enc1`, `enc2`, … one after the other over the rows `x` [n, d]."""
    for layer in range(1, m.spec.enc_layers + 1):
        x = encoder_layer(m, f"enc{layer}", x)
    return x


def encoder_layer(m: Recorder, at: str, x: Node) -> Node:
    """Self-attention, then the feed-forward network, each with residual and norm: U, then Z."""
    u = m.add_and_norm(at, 1, "U", x, partial(self_attention, m, f"{at}.self"))
    return m.add_and_norm(at, 2, "Z", u, partial(m.feed_forward, f"{at}.ffn"))


def self_attention(m: Recorder, at: str, x: Node) -> Node:
    """Queries, keys and values all come from `x`."""
    return multi_head_attention(m, at, x, x, self_mask(m, at, x))
