"""The decoder stack (Vaswani et al. 2017, §3.1, right half of figure 1), with or without cross-attention."""

from __future__ import annotations

from functools import partial

from ..graph import Node
from .attention import multi_head_attention
from .encoder import finishes, self_attention
from .layers import Recorder
from .masks import cross_mask


def decoder(m: Recorder, y: Node, memory: Node | None) -> Node:
    """Layers `dec1`, `dec2`, … over the rows `y` [n_tgt, d], each reading `memory` [n_src, d] where there is one."""
    for layer in range(1, m.spec.dec_layers + 1):
        y = decoder_layer(m, f"dec{layer}", y, memory)
    return m.norm("dec.norm", y) if finishes(m) else y


def decoder_layer(m: Recorder, at: str, y: Node, memory: Node | None) -> Node:
    """Masked self-attention, cross-attention, feed-forward network, each with residual and norm: U, C, Z."""
    y = m.add_and_norm(at, 1, y, partial(self_attention, m, f"{at}.self"), "U")
    if memory is None:
        return m.add_and_norm(at, 2, y, partial(m.feed_forward, f"{at}.ffn"), "Z")
    y = m.add_and_norm(at, 2, y, partial(cross_attention, m, f"{at}.cross", memory), "C")
    return m.add_and_norm(at, 3, y, partial(m.feed_forward, f"{at}.ffn"), "Z")


def cross_attention(m: Recorder, at: str, memory: Node, y: Node) -> Node:
    """Queries come from the target, keys and values from the memory, which is used as it is."""
    if not m.spec.cross:
        return m.add(f"{at}.out", "zeros", shape=y.shape, axes=y.axes)
    return multi_head_attention(m, at, y, memory, cross_mask(m, at, y, memory), cross=True)
