"""The base model of 2017 (Vaswani et al., table 3), which others are measured against."""

from __future__ import annotations

import msgspec

from .spec import ModelSpec

BASE_TOKENS = 64  # of source and target, where nothing else is said
BASE_WORDS = 37000  # of the table that both languages share (§5.1)
# Its one table for both languages and the head is two here, the head tied to the target's.
BASE = ModelSpec(
    kind="encoder_decoder",
    inputs="tokens",
    enc_layers=6,
    dec_layers=6,
    d=512,
    heads=8,
    d_k=64,
    d_v=64,
    d_ff=2048,
    causal=True,
    pos="sinusoidal",
    head=True,
    tied=True,
    precision="float32",
)
# Its stacks alone, over rows of numbers: what is computed and measured without a vocabulary.
BASE_ROWS = msgspec.structs.replace(BASE, inputs="rows", head=False, tied=False)
