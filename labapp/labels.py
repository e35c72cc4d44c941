"""What a person calls the fields of a spec: label, explanation, choices, groups, all translated.

A field without a line here still has its control: it is then called by its own name.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from core.problem import QT_TRANSLATE_NOOP
from core.spec import FIELDS, Field
from core.workspace import MOST_ROWS

from .acts import named

# The number of tokens belongs to the sample, not to the spec, but it is set beside the other sizes.
TOKENS = Field(name="tokens", group="size", type="integer", low=1, high=MOST_ROWS)

HEAD = QT_TRANSLATE_NOOP("fields", "Head {number}")

GROUPS: dict[str, str] = {
    "model": QT_TRANSLATE_NOOP("groups", "Model"),
    "size": QT_TRANSLATE_NOOP("groups", "Sizes"),
    "heads": QT_TRANSLATE_NOOP("groups", "Heads"),
    "mask": QT_TRANSLATE_NOOP("groups", "Mask"),
    "norm": QT_TRANSLATE_NOOP("groups", "Residual and norm"),
    "ffn": QT_TRANSLATE_NOOP("groups", "Feed-forward"),
    "numbers": QT_TRANSLATE_NOOP("groups", "Numbers"),
}

# Short, as they stand in the panel; the symbols are the literature's.
LABELS: dict[str, str] = {
    "tokens": QT_TRANSLATE_NOOP("fields", "Tokens n"),
    "kind": QT_TRANSLATE_NOOP("fields", "Kind of model"),
    "enc_layers": QT_TRANSLATE_NOOP("fields", "Layers N"),
    "d": QT_TRANSLATE_NOOP("fields", "Width d"),
    "heads": QT_TRANSLATE_NOOP("fields", "Heads h"),
    "d_k": QT_TRANSLATE_NOOP("fields", "Key dₖ"),
    "d_v": QT_TRANSLATE_NOOP("fields", "Value dᵥ"),
    "d_ff": QT_TRANSLATE_NOOP("fields", "Hidden width"),
    "heads_off": QT_TRANSLATE_NOOP("fields", "Heads on and off"),
    "scale": QT_TRANSLATE_NOOP("fields", "Scale by 1/√dₖ"),
    "bias": QT_TRANSLATE_NOOP("fields", "Biases"),
    "causal": QT_TRANSLATE_NOOP("fields", "Causal"),
    "query_offset": QT_TRANSLATE_NOOP("fields", "First query at"),
    "norm_place": QT_TRANSLATE_NOOP("fields", "Place of the norm"),
    "norm": QT_TRANSLATE_NOOP("fields", "Kind of norm"),
    "eps": QT_TRANSLATE_NOOP("fields", "ε"),
    "residual": QT_TRANSLATE_NOOP("fields", "Residual"),
    "ffn": QT_TRANSLATE_NOOP("fields", "Feed-forward"),
    "act": QT_TRANSLATE_NOOP("fields", "Activation"),
    "precision": QT_TRANSLATE_NOOP("fields", "Precision"),
    "seed": QT_TRANSLATE_NOOP("fields", "Seed"),
}

TIPS: dict[str, str] = {
    "tokens": QT_TRANSLATE_NOOP("fields", "How many tokens the input has: one row of X each."),
    "kind": QT_TRANSLATE_NOOP("fields", "Which part of the Transformer this model is."),
    "enc_layers": QT_TRANSLATE_NOOP("fields", "How many encoder layers there are, each with its own parameters."),
    "d": QT_TRANSLATE_NOOP("fields", "Model width: how many features a token has between the sublayers."),
    "heads": QT_TRANSLATE_NOOP("fields", "How many attention heads each layer has; they share one dₖ and one dᵥ."),
    "d_k": QT_TRANSLATE_NOOP("fields", "Width of the queries and keys of one head."),
    "d_v": QT_TRANSLATE_NOOP("fields", "Width of the values of one head."),
    "d_ff": QT_TRANSLATE_NOOP("fields", "Hidden width d_ff of the feed-forward network."),
    "heads_off": QT_TRANSLATE_NOOP(
        "fields", "A head that is off gives zeros to Concat; its attention weights are still computed."
    ),
    "scale": QT_TRANSLATE_NOOP(
        "fields", "Divide the raw scores by √dₖ, the width of one head's keys, before mask and softmax."
    ),
    "bias": QT_TRANSLATE_NOOP("fields", "Add a bias to the queries, keys, values and the attention output."),
    "causal": QT_TRANSLATE_NOOP("fields", "A token may attend to itself and to earlier tokens only."),
    "query_offset": QT_TRANSLATE_NOOP(
        "fields", "Position of the first query row; query i may attend to key j when j ≤ i + this number."
    ),
    "norm_place": QT_TRANSLATE_NOOP(
        "fields", "post: norm after the residual sum (Vaswani et al.). pre: norm of the sublayer's input."
    ),
    "norm": QT_TRANSLATE_NOOP(
        "fields",
        "LayerNorm subtracts the mean and divides by √(σ²+ε), with the biased variance; "
        "RMSNorm only divides by √(mean of squares + ε).",
    ),
    "eps": QT_TRANSLATE_NOOP("fields", "The small number that the norm adds inside the root."),
    "residual": QT_TRANSLATE_NOOP("fields", "Add the sublayer's input to its output."),
    "ffn": QT_TRANSLATE_NOOP(
        "fields", "The feed-forward network; when it is off it gives zeros and its residual and norm stay."
    ),
    "act": QT_TRANSLATE_NOOP(
        "fields",
        "GELU (erf) is x·Φ(x) exactly, GELU (tanh) its usual approximation; libraries differ in which they mean.",
    ),
    "precision": QT_TRANSLATE_NOOP(
        "fields", "float64 has about 16 digits, float32 about 7; going down rounds all numbers."
    ),
    "seed": QT_TRANSLATE_NOOP("fields", "Fills the cells that are new when a size grows, always in the same way."),
}

CHOICES: dict[str, str] = {
    "encoder": QT_TRANSLATE_NOOP("choices", "Encoder block"),
    "decoder": QT_TRANSLATE_NOOP("choices", "Decoder"),
    "encoder_decoder": QT_TRANSLATE_NOOP("choices", "Enc–dec"),
    "pre": QT_TRANSLATE_NOOP("choices", "pre"),
    "post": QT_TRANSLATE_NOOP("choices", "post"),
    "layernorm": QT_TRANSLATE_NOOP("choices", "LayerNorm"),
    "rmsnorm": QT_TRANSLATE_NOOP("choices", "RMSNorm"),
    "none": QT_TRANSLATE_NOOP("choices", "none"),
    "relu": QT_TRANSLATE_NOOP("choices", "ReLU"),
    "gelu_erf": QT_TRANSLATE_NOOP("choices", "GELU (erf)"),
    "gelu_tanh": QT_TRANSLATE_NOOP("choices", "GELU (tanh)"),
    "float64": QT_TRANSLATE_NOOP("choices", "float64"),
    "float32": QT_TRANSLATE_NOOP("choices", "float32"),
}


def _say(context: str, table: dict[str, str], key: str) -> str:
    return named(context, table[key]) if key in table else key


def group_label(group: str) -> str:
    """The caption of a group of fields."""
    return _say("groups", GROUPS, group)


def field_label(name: str) -> str:
    """What the field is called in the panel and in the name of an act."""
    return _say("fields", LABELS, name)


def field_tip(name: str) -> str:
    """One or two sentences that say what the field does ("" for a field without them)."""
    return _say("fields", TIPS, name) if name in TIPS else ""


def choice_label(choice: str) -> str:
    """What a choice is called."""
    return _say("choices", CHOICES, choice)


def head_label(number: int) -> str:
    """The switch of one head."""
    return named("fields", HEAD, number=number)


def allowed_text(field: Field) -> str:
    """What a field allows, in the language of the window."""
    if field.type == "choice":
        return ", ".join(choice_label(choice) for choice in field.choices)
    if field.type == "switch":
        return QCoreApplication.translate("fields", "on or off")
    if field.type == "heads":
        return QCoreApplication.translate("fields", "head numbers from 1")
    if field.type == "integer":
        text = QCoreApplication.translate("fields", "a whole number from {low} to {high}")
        return text.format(low=int(field.low), high=int(field.high))
    return QCoreApplication.translate("fields", "a number from {low} to {high}").format(
        low=f"{field.low:g}", high=f"{field.high:g}"
    )


def known_field(name: object) -> Field | None:
    """The field of that name, the number of tokens included, if there is one."""
    if name == TOKENS.name:
        return TOKENS
    return FIELDS.get(name) if isinstance(name, str) else None
