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
    "pos": QT_TRANSLATE_NOOP("groups", "Positions"),
    "head": QT_TRANSLATE_NOOP("groups", "Vocabulary"),
    "norm": QT_TRANSLATE_NOOP("groups", "Residual and norm"),
    "ffn": QT_TRANSLATE_NOOP("groups", "Feed-forward"),
    "numbers": QT_TRANSLATE_NOOP("groups", "Numbers"),
}

# Short, as they stand in the panel; the symbols are the literature's.
LABELS: dict[str, str] = {
    "tokens": QT_TRANSLATE_NOOP("fields", "Tokens n"),
    "kind": QT_TRANSLATE_NOOP("fields", "Kind of model"),
    "enc_layers": QT_TRANSLATE_NOOP("fields", "Enc. layers"),
    "d": QT_TRANSLATE_NOOP("fields", "Width d"),
    "heads": QT_TRANSLATE_NOOP("fields", "Heads h"),
    "d_k": QT_TRANSLATE_NOOP("fields", "Key dₖ"),
    "d_v": QT_TRANSLATE_NOOP("fields", "Value dᵥ"),
    "d_ff": QT_TRANSLATE_NOOP("fields", "Hidden width"),
    "heads_off": QT_TRANSLATE_NOOP("fields", "Heads on and off"),
    "scale": QT_TRANSLATE_NOOP("fields", "Scale by 1/√dₖ"),
    "bias": QT_TRANSLATE_NOOP("fields", "Biases"),
    "project": QT_TRANSLATE_NOOP("fields", "Project Q, K, V"),
    "other_source": QT_TRANSLATE_NOOP("fields", "Keys from another source"),
    "cross": QT_TRANSLATE_NOOP("fields", "Cross-attention"),
    "dec_layers": QT_TRANSLATE_NOOP("fields", "Dec. layers"),
    "inputs": QT_TRANSLATE_NOOP("fields", "What goes in"),
    "embed_scale": QT_TRANSLATE_NOOP("fields", "Embeddings × √d"),
    "window": QT_TRANSLATE_NOOP("fields", "Window"),
    "pos": QT_TRANSLATE_NOOP("fields", "Positions"),
    "pos_offset": QT_TRANSLATE_NOOP("fields", "First position"),
    "pos_length": QT_TRANSLATE_NOOP("fields", "Table length L"),
    "rope_base": QT_TRANSLATE_NOOP("fields", "RoPE base"),
    "shaw_clip": QT_TRANSLATE_NOOP("fields", "Clip distance c"),
    "final_norm": QT_TRANSLATE_NOOP("fields", "Final norm"),
    "head": QT_TRANSLATE_NOOP("fields", "Vocabulary head"),
    "tied": QT_TRANSLATE_NOOP("fields", "Tied to the embedding"),
    "causal": QT_TRANSLATE_NOOP("fields", "Causal"),
    "query_offset": QT_TRANSLATE_NOOP("fields", "First query at"),
    "norm_place": QT_TRANSLATE_NOOP("fields", "Place of the norm"),
    "norm": QT_TRANSLATE_NOOP("fields", "Kind of norm"),
    "eps": QT_TRANSLATE_NOOP("fields", "ε"),
    "residual": QT_TRANSLATE_NOOP("fields", "Residual"),
    "ffn": QT_TRANSLATE_NOOP("fields", "Feed-forward"),
    "act": QT_TRANSLATE_NOOP("fields", "Activation"),
    "dropout": QT_TRANSLATE_NOOP("fields", "Dropout"),
    "dropout_view": QT_TRANSLATE_NOOP("fields", "Show dropout"),
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
    "project": QT_TRANSLATE_NOOP("fields", "Make Q, K and V from rows by W_Q, W_K and W_V, or give them as numbers."),
    "other_source": QT_TRANSLATE_NOOP("fields", "Keys and values come from a second sequence of rows."),
    "cross": QT_TRANSLATE_NOOP(
        "fields", "Let decoder layers read the memory; when it is off that sublayer gives zeros."
    ),
    "dec_layers": QT_TRANSLATE_NOOP("fields", "How many decoder layers there are, each with its own parameters."),
    "inputs": QT_TRANSLATE_NOOP("fields", "Tokens looked up in an embedding table, or rows of numbers as they are."),
    "embed_scale": QT_TRANSLATE_NOOP(
        "fields", "Multiply embeddings by √d before positions are added (Vaswani et al.)."
    ),
    "window": QT_TRANSLATE_NOOP(
        "fields", "How many keys back a query may read, itself included (query − key < window); 0 is no window."
    ),
    "pos": QT_TRANSLATE_NOOP(
        "fields",
        "sin and learned are added to the rows; rel. bias b(query − key) to the scores; Shaw's vectors stand for "
        "clip(key − query); RoPE turns queries and keys, in pairs (0,1) or halves (0,d/2).",
    ),
    "pos_offset": QT_TRANSLATE_NOOP("fields", "Where the first token stands: added to every position."),
    "pos_length": QT_TRANSLATE_NOOP("fields", "Rows of the learned table; the bias table holds distances up to L − 1."),
    "rope_base": QT_TRANSLATE_NOOP("fields", "Pair r turns by position · base^(−2r/d_k)."),
    "shaw_clip": QT_TRANSLATE_NOOP("fields", "Distances beyond c share the vector of c."),
    "final_norm": QT_TRANSLATE_NOOP("fields", "A norm after the last layer of each stack, as pre-norm models have."),
    "head": QT_TRANSLATE_NOOP(
        "fields", "Logits over the vocabulary, probabilities, and the loss where there are labels."
    ),
    "tied": QT_TRANSLATE_NOOP("fields", "The head uses the embedding table, turned round, as its weights."),
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
    "dropout": QT_TRANSLATE_NOOP(
        "fields",
        "How likely training leaves a cell out: of each sublayer's output, and of embeddings plus positions "
        "(Vaswani et al.). Evaluation, generation and gradients of the loss never drop.",
    ),
    "dropout_view": QT_TRANSLATE_NOOP(
        "fields",
        "Draw what the first step of a training with this seed leaves out: a mask after each sublayer, kept cells "
        "times 1/(1 − p). Only for looking: evaluation and generation never drop.",
    ),
    "precision": QT_TRANSLATE_NOOP(
        "fields", "float64 has about 16 digits, float32 about 7; going down rounds all numbers."
    ),
    "seed": QT_TRANSLATE_NOOP(
        "fields",
        "Fills the cells that are new when a size grows, and draws the masks of dropout that are shown; always in the "
        "same way.",
    ),
}

CHOICES: dict[str, str] = {
    "attention": QT_TRANSLATE_NOOP("choices", "Attention"),
    "encoder": QT_TRANSLATE_NOOP("choices", "Encoder"),
    "decoder_only": QT_TRANSLATE_NOOP("choices", "Decoder-only"),
    "decoder": QT_TRANSLATE_NOOP("choices", "Decoder"),
    "rows": QT_TRANSLATE_NOOP("choices", "rows"),
    "tokens": QT_TRANSLATE_NOOP("choices", "tokens"),
    "sinusoidal": QT_TRANSLATE_NOOP("choices", "sin"),
    "learned": QT_TRANSLATE_NOOP("choices", "learned"),
    "rel_bias": QT_TRANSLATE_NOOP("choices", "rel. bias"),
    "shaw_k": QT_TRANSLATE_NOOP("choices", "Shaw K"),
    "shaw_kv": QT_TRANSLATE_NOOP("choices", "Shaw K, V"),
    "rope_adjacent": QT_TRANSLATE_NOOP("choices", "RoPE pairs"),
    "rope_half": QT_TRANSLATE_NOOP("choices", "RoPE halves"),
    "identity": QT_TRANSLATE_NOOP("choices", "identity"),
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
