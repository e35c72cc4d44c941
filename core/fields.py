"""The table of fields, in the order of the panel, and the reasons why a field can be idle."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from .field import Field, Lengths
from .problem import QT_TRANSLATE_NOOP

if TYPE_CHECKING:
    from .spec import ModelSpec

Reason = Callable[["ModelSpec", Lengths], "str | None"]


def first(*reasons: Reason) -> Reason:
    """The first reason that holds."""

    def either(spec: ModelSpec, lengths: Lengths) -> str | None:
        return next((said for reason in reasons if (said := reason(spec, lengths)) is not None), None)

    return either


def no_layers(spec: ModelSpec, lengths: Lengths) -> str | None:
    return None if spec.stacks else QT_TRANSLATE_NOOP("core", "An attention alone has no layers around it.")


def no_encoder(spec: ModelSpec, lengths: Lengths) -> str | None:
    return None if spec.encodes else QT_TRANSLATE_NOOP("core", "This kind of model has no encoder.")


def no_decoder(spec: ModelSpec, lengths: Lengths) -> str | None:
    return None if spec.decodes else QT_TRANSLATE_NOOP("core", "This kind of model has no decoder.")


def no_cross(spec: ModelSpec, lengths: Lengths) -> str | None:
    return (
        None if spec.crosses else QT_TRANSLATE_NOOP("core", "Only a decoder that reads a memory has cross-attention.")
    )


def not_attention(spec: ModelSpec, lengths: Lengths) -> str | None:
    if spec.kind != "attention":
        return QT_TRANSLATE_NOOP("core", "Only an attention alone has this choice.")
    return None


def given(spec: ModelSpec, lengths: Lengths) -> str | None:
    """Q, K and V stand there as numbers."""
    if spec.kind == "attention" and not spec.project:
        return QT_TRANSLATE_NOOP("core", "Q, K and V are given as numbers here, not projected.")
    return None


def rows_given(spec: ModelSpec, lengths: Lengths) -> str | None:
    if spec.inputs == "rows" or given(spec, lengths):
        return QT_TRANSLATE_NOOP("core", "The input is rows of numbers, not tokens of a vocabulary.")
    return None


def one_feature(spec: ModelSpec, lengths: Lengths) -> str | None:
    return QT_TRANSLATE_NOOP("core", "d is 1, so √d is 1.") if spec.d == 1 else None


def one_channel(spec: ModelSpec, lengths: Lengths) -> str | None:
    return QT_TRANSLATE_NOOP("core", "d_k is 1, so 1/√d_k is 1: scaling changes nothing.") if spec.d_k == 1 else None


def queries(spec: ModelSpec, lengths: Lengths) -> int:
    """Rows of the attention that masks and positions act on."""
    return lengths.tgt if spec.decodes else lengths.src


def one_token(spec: ModelSpec, lengths: Lengths) -> str | None:
    elsewhere = spec.kind == "attention" and (spec.other_source or spec.query_offset)
    if queries(spec, lengths) == 1 and not elsewhere:
        return QT_TRANSLATE_NOOP("core", "There is only one token: it always sees itself.")
    return None


def nothing_by_position(spec: ModelSpec, lengths: Lengths) -> str | None:
    blind = spec.pos == "none" or (spec.pos.startswith("shaw") and not spec.shaw_clip)  # clipped to one distance
    if not spec.causal and not spec.window and blind:
        return QT_TRANSLATE_NOOP("core", "No mask and no position scheme asks where a query stands.")
    return None


def given_without_position(spec: ModelSpec, lengths: Lengths) -> str | None:
    """Additive positions go to the rows before projection."""
    if given(spec, lengths) and spec.pos in ("sinusoidal", "learned") and not spec.causal and not spec.window:
        return given(spec, lengths)
    return None


def only_distances(spec: ModelSpec, lengths: Lengths) -> str | None:
    if spec.pos == "none":
        return QT_TRANSLATE_NOOP("core", "There is no position scheme.")
    if spec.pos in ("rel_bias", "shaw_k", "shaw_kv"):
        return QT_TRANSLATE_NOOP("core", "This scheme asks for distances only; moving all positions changes none.")
    if given(spec, lengths) and spec.pos in ("sinusoidal", "learned"):
        return given(spec, lengths)
    return None


def no_table(spec: ModelSpec, lengths: Lengths) -> str | None:
    if spec.pos not in ("learned", "rel_bias") or (spec.pos == "learned" and given(spec, lengths)):
        return QT_TRANSLATE_NOOP("core", "This position scheme has no table of a fixed length.")
    return None


def no_rope(spec: ModelSpec, lengths: Lengths) -> str | None:
    if not spec.pos.startswith("rope"):
        return QT_TRANSLATE_NOOP("core", "Only RoPE has a base.")
    if spec.d_k == 2:
        return QT_TRANSLATE_NOOP("core", "d_k is 2: its one pair turns by 1 a step, whatever the base.")
    moved = spec.pos_offset or (spec.kind == "attention" and spec.query_offset)
    others = lengths.src if spec.kind in ("attention", "encoder", "encoder_decoder") else 0  # a memory is not turned
    if not moved and max(lengths.tgt, others) <= 1:
        return QT_TRANSLATE_NOOP("core", "The only token stands at position 0, which is not turned.")
    return None


def no_shaw(spec: ModelSpec, lengths: Lengths) -> str | None:
    return None if spec.pos.startswith("shaw") else QT_TRANSLATE_NOOP("core", "Only Shaw's scheme clips distances.")


def no_norm(spec: ModelSpec, lengths: Lengths) -> str | None:
    return QT_TRANSLATE_NOOP("core", "There is no norm.") if spec.norm == "none" else None


def no_ffn(spec: ModelSpec, lengths: Lengths) -> str | None:
    return None if spec.ffn else QT_TRANSLATE_NOOP("core", "The feed-forward network is off.")


def no_head(spec: ModelSpec, lengths: Lengths) -> str | None:
    return None if spec.head else QT_TRANSLATE_NOOP("core", "There is no vocabulary head.")


def only_training(spec: ModelSpec, lengths: Lengths) -> str | None:
    if spec.dropout_view:
        return None
    return QT_TRANSLATE_NOOP("core", "Dropout acts while a model is trained: what you see here never drops.")


def no_dropout(spec: ModelSpec, lengths: Lengths) -> str | None:
    return None if spec.dropout else QT_TRANSLATE_NOOP("core", "Dropout is 0: training leaves nothing out.")


def only_new_cells(spec: ModelSpec, lengths: Lengths) -> str | None:
    if spec.draws:
        return None
    return QT_TRANSLATE_NOOP("core", "The seed fills new cells only: it shows when a size grows.")


KINDS = ("attention", "encoder", "decoder_only", "decoder", "encoder_decoder")
POSITIONS = (
    "none",
    "sinusoidal",
    "learned",
    "rel_bias",
    "shaw_k",
    "shaw_kv",
    "rope_adjacent",
    "rope_half",
)
ACTIVATIONS = ("relu", "gelu_erf", "gelu_tanh", "identity")

FIELDS: dict[str, Field] = {
    field.name: field
    for field in (
        Field(name="kind", group="model", type="choice", choices=KINDS),
        Field(name="inputs", group="model", type="choice", choices=("rows", "tokens"), idle=given),
        Field(name="embed_scale", group="model", type="switch", idle=first(rows_given, one_feature)),
        Field(name="project", group="model", type="switch", idle=not_attention),
        Field(name="other_source", group="model", type="switch", idle=not_attention),
        Field(name="cross", group="model", type="switch", idle=no_cross),
        Field(name="enc_layers", group="size", type="integer", low=1, high=48, idle=no_encoder),
        Field(name="dec_layers", group="size", type="integer", low=1, high=48, idle=no_decoder),
        Field(name="d", group="size", type="integer", low=1, high=4096, idle=given),
        Field(name="d_k", group="size", type="integer", low=1, high=1024),
        Field(name="d_v", group="size", type="integer", low=1, high=1024),
        Field(name="heads", group="heads", type="integer", low=1, high=64),
        Field(name="heads_off", group="heads", type="heads"),
        Field(name="scale", group="heads", type="switch", idle=one_channel),
        Field(name="bias", group="heads", type="switch", idle=given),
        Field(name="causal", group="mask", type="switch", idle=one_token),
        Field(name="window", group="mask", type="integer", low=0, high=4096, idle=one_token),
        Field(
            name="query_offset",
            group="mask",
            type="integer",
            low=-4096,
            high=4096,
            idle=first(not_attention, nothing_by_position, given_without_position),
        ),
        Field(name="pos", group="pos", type="choice", choices=POSITIONS),
        Field(name="pos_offset", group="pos", type="integer", low=0, high=4096, idle=only_distances),
        Field(name="pos_length", group="pos", type="integer", low=1, high=4096, idle=no_table),
        Field(name="rope_base", group="pos", type="number", low=1, high=1e9, idle=no_rope),
        Field(name="shaw_clip", group="pos", type="integer", low=0, high=512, idle=no_shaw),
        Field(name="norm_place", group="norm", type="choice", choices=("pre", "post"), idle=first(no_layers, no_norm)),
        Field(name="norm", group="norm", type="choice", choices=("layernorm", "rmsnorm", "none"), idle=no_layers),
        Field(name="eps", group="norm", type="number", low=0, high=1e6, idle=first(no_layers, no_norm)),
        Field(name="final_norm", group="norm", type="switch", idle=first(no_layers, no_norm)),
        Field(name="residual", group="norm", type="switch", idle=no_layers),
        Field(name="ffn", group="ffn", type="switch", idle=no_layers),
        Field(name="act", group="ffn", type="choice", choices=ACTIVATIONS, idle=first(no_layers, no_ffn)),
        Field(name="d_ff", group="ffn", type="integer", low=1, high=16384, idle=first(no_layers, no_ffn)),
        Field(name="head", group="head", type="switch", idle=no_layers),
        Field(name="tied", group="head", type="switch", idle=first(no_layers, no_head, rows_given)),
        Field(name="dropout", group="numbers", type="number", low=0, high=0.9, idle=first(no_layers, only_training)),
        Field(name="dropout_view", group="numbers", type="switch", idle=first(no_layers, no_dropout)),
        Field(name="precision", group="numbers", type="choice", choices=("float64", "float32")),
        Field(name="seed", group="numbers", type="integer", low=0, high=2**53, idle=only_new_cells),
    )
}
