"""The encoder–decoder of `translate` as a model of one sentence: random, and with no word but its nine and seven."""

from __future__ import annotations

from core.spec import ModelSpec
from core.workspace import Sample, Workspace


def nine_tokens() -> Workspace:
    """2+2 layers, seed 4; the ids of the source are 3 to 11 in its order, those of the target BOS and 3 to 9."""
    spec = ModelSpec(
        kind="encoder_decoder", inputs="tokens", enc_layers=2, dec_layers=2, d=8, d_k=4, d_v=4, d_ff=16, causal=True,
        pos="sinusoidal", head=True, seed=4,
    )  # fmt: skip
    source, target = "我 昨天 给 了 他 一 本 书 。", "BOS I gave him a book yesterday ."
    return Workspace.new(spec, (Sample(tuple(source.split()), tuple(target.split())),))
