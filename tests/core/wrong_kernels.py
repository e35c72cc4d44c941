"""Deliberate faults, each what somebody has really written: in an op, in a setting, in how a model is put together.

`OPS` has faults of one op's reading; they get what its reference gets. `PARTS` has faults outside of ops. Each comes
with who must catch it: "golden" (an intermediate differs from the golden numbers) or "check" (a statement fails).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from core import settings
from core.graph import Node
from core.models import attention, decoder, encoder, layers, positions
from core.models.layers import Recorder
from core.models.masks import self_mask
from core.ops import BY_NAME
from core.samples import Sample

Array = NDArray[Any]
GOLDEN, CHECK, BOTH = {"golden"}, {"check"}, {"golden", "check"}


@dataclass(frozen=True)
class OpFault:
    """A wrong reading of one op."""

    says: str
    op: str
    wrong: Callable[..., Array]
    caught_by: set[str]


@dataclass(frozen=True)
class PartFault:
    """Something else than an op, done wrongly by `plant`."""

    says: str
    plant: Callable[[pytest.MonkeyPatch], None]
    caught_by: set[str]
    cases: str = ""  # what the golden cases that can show it begin with


def softmax(s: Array, axis: int = 1) -> Array:
    e = np.exp(s - s.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


def masked(s: Array, visible: Array) -> Array:
    return np.where(visible != 0, s, -np.inf)


def hidden_as_nan(s: Array, visible: Array) -> Array:
    """A row with nothing visible is 0/0, as in common libraries."""
    e = np.exp(masked(s, visible) - np.max(masked(s, visible), axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def naive(s: Array, visible: Array) -> Array:
    """The exponential overflows for scores beyond 709."""
    e = np.exp(s) * visible
    return np.divide(e, e.sum(axis=1, keepdims=True), out=np.zeros_like(e), where=visible.any(axis=1, keepdims=True))


def queries_padded(out: Array, valid: Array) -> Array:
    """Padding rows instead of padding columns."""
    rows = np.ones(out.shape[0])
    rows[: valid.shape[1]] = valid[0, : out.shape[0]]
    return rows[:, None] * np.ones(out.shape)


def causal_at(step: int, offset_counts: bool = True) -> Callable[..., Array]:
    def causal(out: Array, offset: Array) -> Array:
        return np.tri(*out.shape, k=int(offset[0, 0]) * offset_counts + step)

    return causal


def right(name: str, *inputs: Array) -> Array:
    """What the op gives, before anybody tampers with it."""
    return RIGHT[name](*inputs)


RIGHT: dict[str, Callable[..., Array]] = {name: op.reference for name, op in BY_NAME.items()}


def turned_back(name: str, x: Array, start: Array, base: Array) -> Array:
    """R(−φ) instead of R(φ): the two columns of each pair change places before and after."""
    pairs = np.arange(x.shape[1]).reshape(-1, 2)[:, ::-1].ravel() if name == "rope_adjacent" else None
    order = np.roll(np.arange(x.shape[1]), x.shape[1] // 2) if pairs is None else pairs
    return right(name, x[:, order], start, base)[:, order]


def halved_exponent(x: Array, start: Array, base: Array) -> Array:
    """θ_r = base^(−r/d_k): the 2 is forgotten."""
    return right("rope_adjacent", x, start, np.sqrt(base))


def first_all_sines(out: Array, start: Array) -> Array:
    table = right("sinusoid", out, start)
    return np.concatenate([table[:, 0::2], table[:, 1::2]], axis=1)


def interleaved(*heads: Array) -> Array:
    """Column 0 of every head, then column 1 of every head."""
    return np.stack(heads, axis=2).reshape(heads[0].shape[0], -1)


def gelu_sigmoid(x: Array) -> Array:
    return x / (1 + np.exp(-1.702 * x))


OPS: tuple[OpFault, ...] = (
    OpFault("softmax over queries", "softmax", lambda s, m: softmax(np.where(m != 0, s, -1e9), 0) * m, BOTH),
    OpFault("softmax over the whole matrix", "softmax", lambda s, m: np.exp(s) * m / (np.exp(s) * m).sum(), BOTH),
    OpFault("mask after softmax", "softmax", lambda s, m: softmax(s) * m, BOTH),
    OpFault("no mask", "softmax", lambda s, m: softmax(s), BOTH),
    OpFault("scores times the mask", "softmax", lambda s, m: softmax(s * m), BOTH),
    OpFault("masked scores 0 instead of −∞", "softmax", lambda s, m: softmax(np.where(m != 0, s, 0.0)) * m, BOTH),
    OpFault("a row of nothing is NaN", "softmax", hidden_as_nan, GOLDEN),
    OpFault("exponentials that overflow", "softmax", naive, GOLDEN),
    OpFault("no scale", "scale", lambda x, f: x, BOTH),
    OpFault("multiplied by √d_k", "scale", lambda x, f: x / f, BOTH),
    OpFault("K not transposed back: K Qᵀ", "scores", lambda q, k: (q @ k.T)[::-1], BOTH),
    OpFault("causal hides the diagonal", "causal", causal_at(-1), BOTH),
    OpFault("causal lets one key leak", "causal", causal_at(1), BOTH),
    OpFault("causal by index, not by position", "causal", causal_at(0, False), BOTH),
    OpFault("a window one key too wide", "window", lambda o, q, w: right("window", o, q, w + 1), BOTH),
    OpFault("padding hides queries", "padding", queries_padded, BOTH),
    OpFault("padding upside down", "padding", lambda o, v: 1 - right("padding", o, v), BOTH),
    OpFault("one rule is enough", "all_rules", lambda *rules: np.maximum.reduce(rules), BOTH),
    OpFault("unbiased variance", "variance", lambda x, mu: x.var(axis=1, keepdims=True, ddof=1), BOTH),
    OpFault("variance around 0", "variance", lambda x, mu: np.square(x).mean(axis=1, keepdims=True), BOTH),
    OpFault("ε outside the root", "standardize", lambda x, mu, v, e: (x - mu) / (np.sqrt(v) + e), BOTH),
    OpFault("no ε", "standardize", lambda x, mu, v, e: (x - mu) / np.sqrt(v), BOTH),
    OpFault("norm over tokens", "mean", lambda x: np.broadcast_to(x.mean(), (len(x), 1)).copy(), BOTH),
    OpFault("RMSNorm with ε outside", "rms_standardize", lambda x, ms, e: x / (np.sqrt(ms) + e), BOTH),
    OpFault("RMSNorm that takes the mean off", "mean_square", lambda x: x.var(axis=1, keepdims=True), BOTH),
    OpFault("γ and β swapped", "affine", lambda x, g, b=None: x * g if b is None else x * b + g, BOTH),
    OpFault("β forgotten", "affine", lambda x, g, b=None: x * g, BOTH),
    OpFault("GELU (erf) is GELU (tanh)", "gelu_erf", lambda x: right("gelu_tanh", x), BOTH),
    OpFault("GELU (tanh) is GELU (erf)", "gelu_tanh", lambda x: right("gelu_erf", x), BOTH),
    OpFault("GELU (tanh) by a sigmoid", "gelu_tanh", gelu_sigmoid, BOTH),
    OpFault("leaky ReLU", "relu", lambda x: np.where(x > 0, x, 0.01 * x), BOTH),
    OpFault("all sines, then all cosines", "sinusoid", first_all_sines, BOTH),
    OpFault("positions counted from 1", "sinusoid", lambda o, s: right("sinusoid", o, s + 1), GOLDEN),
    OpFault("table from its row 0", "table_rows", lambda o, t, s: t[1 : 1 + len(o)].copy(), BOTH),
    OpFault("bias of j − i", "distance_bias", lambda o, t, k: right("distance_bias", o, t[:, ::-1], k), BOTH),
    OpFault("Shaw: query minus key", "shaw_scores", lambda o, q, t, k: right("shaw_scores", o, q, t[::-1], k), BOTH),
    OpFault("Shaw's values: query minus key", "shaw_values", lambda a, t, k: right("shaw_values", a, t[::-1], k), BOTH),
    OpFault("RoPE turns the other way", "rope_adjacent", partial(turned_back, "rope_adjacent"), GOLDEN),
    OpFault("RoPE in halves turns the other way", "rope_half", partial(turned_back, "rope_half"), GOLDEN),
    OpFault("RoPE pairs (r, r + d/2)", "rope_adjacent", lambda *a: right("rope_half", *a), GOLDEN),
    OpFault("RoPE in halves pairs (0, 1)", "rope_half", lambda *a: right("rope_adjacent", *a), GOLDEN),
    OpFault("RoPE with half the exponent", "rope_adjacent", halved_exponent, GOLDEN),
    OpFault("heads in the other order", "concat", lambda *heads: np.concatenate(heads[::-1], axis=1), BOTH),
    OpFault("heads interleaved", "concat", interleaved, BOTH),
    OpFault("every bias missing", "linear", lambda x, w, b=None: x @ w, BOTH),
    OpFault("the embedding of the next word", "lookup", lambda i, t: t[(i[:, 0].astype(int) + 1) % len(t)], BOTH),
    OpFault("log of base 2", "log_probabilities", lambda x: np.log2(softmax(x)), BOTH),
    OpFault("PAD counted in the loss", "mean_loss", lambda x, c: np.array([[x.mean()]]), BOTH),
    OpFault("the sum of losses", "mean_loss", lambda x, c: np.array([[x.sum()]]), BOTH),
    OpFault("log p without its minus", "token_loss", lambda p, i, c: -right("token_loss", p, i, c), BOTH),
    OpFault("PAD has a loss", "token_loss", lambda p, i, c: right("token_loss", p, i, np.ones_like(c)), BOTH),
    OpFault("a tied head not transposed", "transpose", lambda w: w.reshape(w.shape[::-1]), CHECK),
    OpFault("a pin that holds nothing", "hold", lambda natural, values, where: natural, CHECK),
)  # fmt: skip


# faults in how ops are put together


def scale_by(width: Callable[[Any], float]) -> Callable[[pytest.MonkeyPatch], None]:
    def plant(patch: pytest.MonkeyPatch) -> None:
        patch.setitem(settings.VALUES, "set.scale", lambda spec: 1.0 / width(spec) if spec.scale else 1.0)

    return plant


def without_residual(patch: pytest.MonkeyPatch) -> None:
    def residual(m: Recorder, name: str, x: Node, branch: Node, aliases: tuple[str, ...] = ()) -> Node:
        return m.add(name, "copy", branch, aliases=aliases)

    patch.setattr(layers.Recorder, "residual", residual)


def norm_places_swapped(patch: pytest.MonkeyPatch) -> None:
    def other_place(m: Recorder, layer: str, k: int, x: Node, sublayer: Any, result: str, *aliases: str) -> Node:
        names, add = (f"{layer}.{result}", *aliases), m.residual
        if m.spec.norm_place == "pre":
            return m.norm(f"{layer}.norm{k}", add(f"{layer}.sum{k}", x, sublayer(x)), names)
        return add(f"{layer}.sum{k}", x, sublayer(m.norm(f"{layer}.norm{k}", x)), names)

    patch.setattr(layers.Recorder, "add_and_norm", other_place)


def residual_of_the_normed_input(patch: pytest.MonkeyPatch) -> None:
    """Pre-norm that adds norm(x) instead of x."""
    whole = layers.Recorder.add_and_norm

    def normed(m: Recorder, layer: str, k: int, x: Node, sublayer: Any, result: str, *aliases: str) -> Node:
        if m.spec.norm_place == "post":
            return whole(m, layer, k, x, sublayer, result, *aliases)
        y = m.norm(f"{layer}.norm{k}", x)
        return m.residual(f"{layer}.sum{k}", y, sublayer(y), (f"{layer}.{result}", *aliases))

    patch.setattr(layers.Recorder, "add_and_norm", normed)


def no_output_bias(patch: pytest.MonkeyPatch) -> None:
    whole = layers.Recorder.linear

    def linear(m: Recorder, name: str, x: Node, w: Node, b: Node | None) -> Node:
        return whole(m, name, x, w, None if b is not None and b.name.endswith(".bO") else b)

    patch.setattr(layers.Recorder, "linear", linear)


def cross_reads_itself(patch: pytest.MonkeyPatch) -> None:
    whole = decoder.multi_head_attention

    def of_itself(m: Recorder, at: str, x: Node, source: Node, mask: Node, cross: bool = False) -> Node:
        return whole(m, at, x, x, self_mask(m, f"{at}.own", x, x), cross)

    patch.setattr(decoder, "multi_head_attention", of_itself)


def causal_cross(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(decoder, "cross_mask", self_mask)


def memory_normed(patch: pytest.MonkeyPatch) -> None:
    whole = decoder.cross_attention

    def normed(m: Recorder, at: str, memory: Node, y: Node) -> Node:
        mean = m.add(f"{at}.mean", "mean", memory)
        var = m.add(f"{at}.var", "variance", memory, mean)
        return whole(m, at, m.add(f"{at}.xhat", "standardize", memory, mean, var, m.setting("eps")), y)

    patch.setattr(decoder, "cross_attention", normed)


def turned_cross(patch: pytest.MonkeyPatch) -> None:
    """Positions act in cross-attention, too."""
    whole = attention.head

    def head(m: Recorder, at: str, q: Node, k: Node, v: Node, mask: Node, r: int, cross: bool = False) -> Node:
        if cross and m.spec.pos.startswith("rope"):
            q, k = positions.turned(m, at, q, k)
        return whole(m, at, q, k, v, mask, r, cross)

    patch.setattr(attention, "head", head)


def values_turned(patch: pytest.MonkeyPatch) -> None:
    """RoPE turns V as well."""
    whole = attention.weighted_values

    def weighted(m: Recorder, at: str, a: Node, v: Node, scheme: str) -> Node:
        if scheme.startswith("rope"):
            v = m.add(f"{at}.Vrot", scheme, v, m.setting("pos_offset"), m.setting("rope_base"))
        return whole(m, at, a, v, scheme)

    patch.setattr(attention, "weighted_values", weighted)


def heads_counted_from_0(patch: pytest.MonkeyPatch) -> None:
    whole = attention.head

    def head(m: Recorder, at: str, q: Node, k: Node, v: Node, mask: Node, r: int, cross: bool = False) -> Node:
        return whole(m, at, q, k, v, mask, r - 1, cross)

    patch.setattr(attention, "head", head)


def no_final_norm(patch: pytest.MonkeyPatch) -> None:
    for module in (encoder, decoder):
        patch.setattr(module, "finishes", lambda m: False)


def bias_before_the_scale(patch: pytest.MonkeyPatch) -> None:
    whole = attention.scores

    def scores(m: Recorder, at: str, q: Node, k: Node, mask: Node, scheme: str) -> Node:
        if scheme != "rel_bias":
            return whole(m, at, q, k, mask, scheme)
        raw = m.add(f"{at}.raw", "scores", q, k, mask=mask)
        table = m.weight(f"{at}.rel_bias", 1, 2 * m.spec.pos_length - 1, ("one", "distance"))
        sized = positions.square(q, k)
        bias = m.add(f"{at}.bias", "distance_bias", table, m.setting("query_offset"), mask=mask, **sized)
        total = m.add(f"{at}.total", "add", raw, bias, mask=mask)
        return m.add(f"{at}.S", "scale", total, m.setting("scale"), mask=mask)

    patch.setattr(attention, "scores", scores)


def embeddings_unscaled(patch: pytest.MonkeyPatch) -> None:
    patch.setitem(settings.VALUES, "set.embed_scale", lambda spec: 1.0)


def labels_unshifted(patch: pytest.MonkeyPatch) -> None:
    """Each row is to predict its own token."""

    def labels(sample: Sample, side: str = "tgt") -> tuple[tuple[str, bool], ...]:
        return tuple(zip(sample.target, sample.valid("tgt"), strict=True))

    patch.setattr(Sample, "labels", labels)


PARTS: tuple[PartFault, ...] = (
    PartFault("scores divided by d_k", scale_by(lambda spec: spec.d_k), GOLDEN),
    PartFault("scores divided by √d", scale_by(lambda spec: spec.d**0.5), GOLDEN),
    PartFault("residual missing", without_residual, GOLDEN),
    PartFault("pre-norm and post-norm swapped", norm_places_swapped, GOLDEN),
    PartFault("pre-norm adds the normed input", residual_of_the_normed_input, GOLDEN),
    PartFault("b_O missing", no_output_bias, GOLDEN),
    PartFault("cross-attention reads the target", cross_reads_itself, GOLDEN),
    PartFault("cross-attention is causal", causal_cross, GOLDEN),
    PartFault("the memory normed once more", memory_normed, GOLDEN),
    PartFault("RoPE in cross-attention", turned_cross, GOLDEN),
    PartFault("RoPE turns the values", values_turned, GOLDEN),
    PartFault("heads counted from 0", heads_counted_from_0, GOLDEN),
    PartFault("no final norm", no_final_norm, GOLDEN),
    PartFault("bias added before the scale", bias_before_the_scale, GOLDEN),
    PartFault("embeddings not scaled", embeddings_unscaled, GOLDEN, "encdec"),
    PartFault("labels not shifted", labels_unshifted, GOLDEN, "encdec"),
)
