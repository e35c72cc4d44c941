"""What stands in the columns: every card says what the spec and the masks say, nothing is written by heart."""

from __future__ import annotations

import numpy as np
import pytest

from core.engine import Engine
from core.samples import Sample
from core.trace import Trace
from labapp import models
from labapp.prediction.plan import CardPlan, ColumnPlan, GroupPlan, columns


def traced(name: str, **changes: object) -> Trace:
    workspace = models.starting_model(name)
    return Engine("numpy").run(workspace.with_spec(**changes) if changes else workspace, 0)


def cards(plan: ColumnPlan) -> dict[str, CardPlan]:
    found = [card for block in plan.blocks for card in (block.cards if isinstance(block, GroupPlan) else (block,))]
    return {card.key: card for card in found}


def test_both_columns_rise_from_the_text_to_the_memory_and_to_the_words(qapp: object) -> None:
    encoder, decoder = columns(traced("translate"))
    assert [block.key for block in encoder.blocks] == ["memory", "enc2", "enc1", "src"]
    assert [block.key for block in decoder.blocks] == ["out", "dec2", "dec1", "tgt"]
    layer = decoder.blocks[1]
    assert isinstance(layer, GroupPlan)
    assert [card.kind for card in layer.cards] == ["ffn", "cross", "self"]
    found = cards(decoder)
    assert found["dec2.cross"].maps == ("dec2.cross.h1.A", "dec2.cross.h2.A", "dec2.cross.out")
    assert found["dec1.ffn"].maps == ("dec1.ffn.hidden", "dec1.Z")
    assert found["tgt"].maps == ("tgt.X", "tgt.X0")
    assert (encoder.axis, decoder.axis) == ("src", "tgt")


def test_captions_come_from_the_spec(qapp: object) -> None:
    encoder, decoder = columns(traced("translate"))
    assert cards(encoder)["enc1.self"].note == "2 heads · all 9 visible"
    assert cards(encoder)["enc2.ffn"].title == "Add & Norm → FFN 8→16→8 → Add & Norm"
    assert cards(encoder)["memory"].note == "9×8 → K, V of every cross-attention"
    assert cards(decoder)["dec1.self"].note == "2 heads · causal"
    assert cards(decoder)["dec1.self"].title == "Masked self-attention"
    assert cards(decoder)["out"].note == "8×41"
    assert [b.caption for b in encoder.blocks if isinstance(b, GroupPlan)] == [
        "encoder layer 2 · post-norm",
        "encoder layer 1 · post-norm",
    ]
    assert cards(encoder)["src"].title == "Embedding × √d + position"
    changed = columns(traced("translate", norm_place="pre", heads=1, d_ff=5, causal=False, pos="rope_half"))
    encoder, decoder = changed
    assert cards(encoder)["enc1.ffn"].title == "Norm → FFN 8→5→8 → Add"
    assert cards(encoder)["enc1.self"].note == "1 head · all 9 visible"
    assert cards(decoder)["dec1.self"].note == "1 head · all 8 visible"
    assert cards(decoder)["dec1.self"].title == "Self-attention"
    assert cards(encoder)["src"].title == "Embedding × √d"
    assert cards(encoder)["src"].note == "RoPE halves"
    assert cards(encoder)["src"].maps == ("src.E", "src.X")
    assert "pre-norm" in decoder.blocks[1].caption  # type: ignore[union-attr]


def test_a_sublayer_that_is_off_says_so(qapp: object) -> None:
    encoder, decoder = columns(traced("translate", cross=False, ffn=False))
    assert cards(decoder)["dec2.cross"].note == "off: gives 0"
    assert cards(decoder)["dec2.cross"].maps == ("dec2.cross.out",)
    assert cards(decoder)["dec2.ffn"].note == "off: gives 0"
    assert cards(encoder)["memory"].note == "9×8 → nobody: cross-attention is off"


def test_padding_and_a_painted_mask_are_counted(qapp: object) -> None:
    workspace = models.starting_model("translate")
    sample = workspace.samples[0]
    valid = (True,) * 7 + (False, False)
    padded = workspace.with_samples([Sample(sample.source, sample.target, valid, ()), *workspace.samples[1:]])
    trace = Engine("numpy").run(padded, 0)
    assert cards(columns(trace)[0])["enc1.self"].note == "2 heads · 7 of 9 visible"
    painted = np.ones((9, 9))
    painted[0, 1] = 0
    trace = Engine("numpy").run(workspace.with_custom_mask("enc1.self", painted, 0), 0)
    assert cards(columns(trace)[0])["enc1.self"].note == "2 heads · custom"
    assert cards(columns(trace)[0])["enc2.self"].note == "2 heads · all 9 visible"


@pytest.mark.parametrize(
    ("name", "stacks"), [("g01", ["dec"]), ("six", ["enc", "dec"]), ("block", ["enc"]), ("qkv", [])]
)
def test_every_kind_has_the_columns_that_it_has(name: str, stacks: list[str], qapp: object) -> None:
    assert [plan.stack for plan in columns(traced(name))] == stacks


def test_a_decoder_alone_and_an_encoder_with_a_head(qapp: object) -> None:
    (plan,) = columns(traced("translate", kind="decoder_only"))
    assert plan.axis == "tgt"
    assert [block.key for block in plan.blocks] == ["out", "dec2", "dec1", "tgt"]
    assert "dec1.cross" not in cards(plan)
    (plan,) = columns(traced("words", head=True))
    assert plan.axis == "src"
    assert [block.key for block in plan.blocks][0] == "out"
