"""ModelSpec and its fields: described once, refused in words, and honest about what can have no effect."""

from __future__ import annotations

import dataclasses
import math
from typing import Any

import msgspec
import pytest

from core.problem import Problem
from core.spec import FIELDS, ModelSpec, with_fields


def test_the_fields_are_the_attributes() -> None:
    """A misspelt or forgotten field fails here."""
    assert list(FIELDS) == [field.name for field in FIELDS.values()]
    assert set(FIELDS) == set(ModelSpec.__struct_fields__)
    for field in FIELDS.values():
        field.check(getattr(ModelSpec(), field.name))
        assert field.allowed
        assert (field.type == "choice") == bool(field.choices)


def test_the_default_is_the_block() -> None:
    spec = ModelSpec()
    assert (spec.kind, spec.enc_layers, spec.d, spec.heads, spec.d_k, spec.d_v, spec.d_ff) == (
        "encoder",
        1,
        4,
        2,
        2,
        2,
        6,
    )
    assert (spec.norm, spec.norm_place, spec.eps, spec.act) == ("layernorm", "post", 1e-5, "relu")


@pytest.mark.parametrize(
    ("field", "value", "allowed"),
    [
        *((size, value, "a whole number from 1 to")
          for size in ("enc_layers", "dec_layers", "d", "heads", "d_k", "d_v", "d_ff", "pos_length")
          for value in (0, -1, True, 2.0, "4", None, math.nan, 10**9)),
        ("query_offset", 5000, "a whole number from -4096 to 4096"),
        ("seed", -1, "a whole number from 0 to"),
        ("eps", -1e-9, "a number from 0 to"),
        ("eps", math.nan, "a number from 0 to"),
        ("eps", math.inf, "a number from 0 to"),
        ("eps", True, "a number from 0 to"),
        ("eps", "small", "a number from 0 to"),
        ("act", "swish", "relu, gelu_erf, gelu_tanh, identity"),
        ("pos", "alibi", "none, sinusoidal, learned, rel_bias, shaw_k, shaw_kv, rope_adjacent, rope_half"),
        ("window", -1, "a whole number from 0 to 4096"),
        ("pos_offset", -1, "a whole number from 0 to"),
        ("shaw_clip", 513, "a whole number from 0 to 512"),
        ("rope_base", 0.5, "a number from 1 to"),
        ("rope_base", math.nan, "a number from 1 to"),
        ("inputs", "words", "rows, tokens"),
        ("cross", None, "on, off"),
        ("norm", None, "layernorm, rmsnorm, none"),
        ("norm_place", "Post", "pre, post"),
        ("precision", "float16", "float64, float32"),
        ("kind", "transformer", "attention, encoder, decoder_only, decoder, encoder_decoder"),
        ("causal", 1, "on, off"),
        ("scale", "yes", "on, off"),
        ("heads_off", (0,), "head numbers from 1"),
        ("heads_off", (2, 1), "head numbers from 1"),
        ("heads_off", (1, 1), "head numbers from 1"),
        ("heads_off", [1], "head numbers from 1"),
        ("heads_off", ("1",), "head numbers from 1"),
    ],
)  # fmt: skip
def test_a_refused_value_is_named_with_what_is_allowed(field: str, value: Any, allowed: str) -> None:
    for make in (lambda: with_fields(ModelSpec(), **{field: value}), lambda: ModelSpec(**{field: value})):
        with pytest.raises(Problem) as refusal:
            make()
        sentence = str(refusal.value)
        assert field in sentence
        assert str(value) in sentence
        assert allowed in sentence
        assert refusal.value.template.format(**refusal.value.values) == sentence


def test_a_head_that_is_not_there_can_t_be_off() -> None:
    with pytest.raises(Problem, match="heads_off names head 3, but there are only 2 heads"):
        with_fields(ModelSpec(), heads_off=(1, 3))


def test_rope_needs_pairs() -> None:
    for pos in ("rope_adjacent", "rope_half"):
        with pytest.raises(Problem, match="RoPE turns pairs of channels, so d_k must be even; it is 3"):
            ModelSpec(pos=pos, d_k=3)
    assert ModelSpec(pos="shaw_k", d_k=3).d_k == 3


def test_unknown_fields_are_refused_with_the_nearest_known_one() -> None:
    with pytest.raises(Problem, match=r"no field norm_plaec\. Did you mean norm_place\?"):
        with_fields(ModelSpec(), norm_plaec="pre")
    with pytest.raises(Problem, match="no field zebra; the fields are kind, inputs, embed_scale,"):
        with_fields(ModelSpec(), zebra=1)


def test_a_spec_is_a_value() -> None:
    spec = ModelSpec()
    with pytest.raises((AttributeError, dataclasses.FrozenInstanceError)):
        spec.d = 5  # type: ignore[misc]
    assert with_fields(spec, d=5) == ModelSpec(d=5)
    assert with_fields(spec, d=4) == spec
    assert len({spec, ModelSpec(), ModelSpec(d=5)}) == 2
    assert msgspec.json.decode(msgspec.json.encode(ModelSpec(heads_off=(1,))), type=ModelSpec) == ModelSpec(
        heads_off=(1,)
    )


@pytest.mark.parametrize(
    ("field", "text", "value"),
    [
        ("d", "8", 8), ("d", " 8.0 ", 8), ("d_ff", "1e2", 100), ("query_offset", "−3", -3),
        ("eps", "1e-3", 1e-3), ("eps", "1/4", 0.25),
        ("causal", "on", True), ("causal", "TRUE", True), ("causal", "off", False),
        ("scale", "0", False), ("ffn", "no", False),
        ("heads_off", "", ()), ("heads_off", "none", ()), ("heads_off", "2,1,2", (1, 2)),
        ("act", " gelu_erf ", "gelu_erf"), ("pos", "rope_half", "rope_half"), ("rope_base", "1e4", 1e4),
        ("kind", "encoder_decoder", "encoder_decoder"), ("tied", "on", True), ("window", "2", 2),
    ],
)  # fmt: skip
def test_fields_are_read_from_text(field: str, text: str, value: Any) -> None:
    got = FIELDS[field].read(text)
    assert got == value
    assert type(got) is type(value)


@pytest.mark.parametrize(
    ("field", "text"),
    [("d", "4.5"), ("d", "0"), ("d", "nan"), ("d", "inf"), ("causal", "maybe"), ("heads_off", "1.5"),
     ("heads_off", "0"), ("heads_off", "1;2"), ("eps", "-1"), ("eps", "tiny"), ("act", "GELU")],
)  # fmt: skip
def test_texts_that_name_no_allowed_value_are_refused(field: str, text: str) -> None:
    with pytest.raises(Problem):
        FIELDS[field].read(text)
