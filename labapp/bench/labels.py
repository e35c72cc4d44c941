"""The words of the bench that belong to no single matrix: titles of bands, their sub-titles, operation glyphs.

Symbols and titles of matrices are `labapp.names`'. Glyphs are markup (richtext); everything a person reads as
words is translated when it is asked for, so that a switch of language needs no restart.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from core.spec import ModelSpec
from core.trace import Matrix, Trace
from labapp.names import symbol_of

SEPARATOR = "  ·  "


def markup(matrix: Matrix, layers: int = 1) -> str:
    """The matrix's symbol as markup; in a model of several layers a stream's result tells its layer."""
    symbol = symbol_of(matrix)
    high = symbol.sup
    if layers > 1 and not high and matrix.layer and symbol.base in ("U", "C", "Z"):
        high = f"({matrix.layer})"
    return symbol.base + (f"_{{{symbol.sub}}}" if symbol.sub else "") + (f"^{{{high}}}" if high else "")


def band_title(kind: str) -> str:
    """The title of a band without its layer."""
    return {
        "projections": QCoreApplication.translate("Bench", "Projections"),
        "input": QCoreApplication.translate("Bench", "Input and projections"),
        "given": QCoreApplication.translate("Bench", "Queries, keys and values"),
        "cross_projections": QCoreApplication.translate("Bench", "Cross-attention: projections"),
        "attention": QCoreApplication.translate("Bench", "Attention"),
        "self_attention": QCoreApplication.translate("Bench", "Self-attention"),
        "masked_attention": QCoreApplication.translate("Bench", "Masked self-attention"),
        "cross_attention": QCoreApplication.translate("Bench", "Cross-attention"),
        "head": QCoreApplication.translate("Bench", "Vocabulary head"),
        "loss": QCoreApplication.translate("Bench", "Loss"),
        "norm": QCoreApplication.translate("Bench", "Norm"),
        "add": QCoreApplication.translate("Bench", "Add"),
        "add_norm": QCoreApplication.translate("Bench", "Add & Norm"),
        "ffn": QCoreApplication.translate("Bench", "Feed-forward"),
        "ffn_add": QCoreApplication.translate("Bench", "Feed-forward & Add"),
        "other": QCoreApplication.translate("Bench", "Other matrices"),
    }[kind]


def layer_title(stack: str, layer: int, title: str, two_stacks: bool, several: bool) -> str:
    """The title of a band, after its layer where there are several; `title` "" names the layer alone."""
    if two_stacks and stack == "dec":
        place = QCoreApplication.translate("Bench", "Decoder layer {layer}")
    elif two_stacks:
        place = QCoreApplication.translate("Bench", "Encoder layer {layer}")
    elif several or not title:
        place = QCoreApplication.translate("Bench", "Layer {layer}")
    else:
        return title
    name = place.format(layer=layer)
    return f"{name} · {title}" if title else name


def text_title(side: str, several: bool) -> str:
    """The title of the band where text becomes rows."""
    if side == "kv":
        return QCoreApplication.translate("Bench", "Keys and values: text to rows")
    if not several:
        return QCoreApplication.translate("Bench", "Text to rows")
    if side == "tgt":
        return QCoreApplication.translate("Bench", "Target: text to rows")
    return QCoreApplication.translate("Bench", "Source: text to rows")


def text_subtitle(spec: ModelSpec) -> str:
    """What happens to a token before the first layer."""
    added = spec.pos in ("sinusoidal", "learned")
    if spec.inputs == "rows" and not added:
        return QCoreApplication.translate("Bench", "rows of numbers")
    if spec.inputs == "rows":
        return QCoreApplication.translate("Bench", "rows of numbers, positions added")
    if added:
        return QCoreApplication.translate("Bench", "string, id, row of the table, positions added")
    return QCoreApplication.translate("Bench", "string, id, row of the table")


def dropout_note(spec: ModelSpec) -> str:
    """Below the glyph of a mask that dropout draws: how likely a cell is left out, and which draw it is."""
    text = QCoreApplication.translate("Bench", "p = {rate}, seed {seed}")
    return text.format(rate=f"{spec.dropout:g}", seed=spec.seed)


def rows_subtitle() -> str:
    return QCoreApplication.translate("Bench", "which tokens are no padding")


def final_norm_title(stack: str, two_stacks: bool) -> str:
    if not two_stacks:
        return QCoreApplication.translate("Bench", "Final norm")
    if stack == "dec":
        return QCoreApplication.translate("Bench", "Decoder: final norm")
    return QCoreApplication.translate("Bench", "Encoder: final norm")


def head_subtitle(trace: Trace) -> str:
    """What the head predicts."""
    if "tgt.labels" in trace:
        return QCoreApplication.translate("Bench", "each row says which token comes next")
    if "src.labels" in trace:
        return QCoreApplication.translate("Bench", "each row says which word stands there; one under MASK is asked for")
    return QCoreApplication.translate("Bench", "each row over the vocabulary")


def loss_subtitle(trace: Trace) -> str:
    """Which rows the loss is about."""
    if "src.labels" in trace:
        return QCoreApplication.translate("Bench", "the label is the word under MASK; no other row counts")
    if "out.loss" not in trace:
        if "src.ids" in trace:
            return QCoreApplication.translate("Bench", "no word is asked for: write MASK over one, and it is")
        return QCoreApplication.translate("Bench", "rows of numbers have no labels")
    return QCoreApplication.translate("Bench", "the label of a row is the next token; padding does not count")


def folded_subtitle(spec: ModelSpec) -> str:
    """On a folded layer."""
    return QCoreApplication.translate("Bench", "folded: attention maps and output")


def bars_title(token: str, own: bool = False) -> str:
    """Over the bars of one row's probabilities; `own` where they are about its own place, not the next."""
    if own:
        return QCoreApplication.translate("Bench", "word in the place of “{token}”").format(token=token)
    return QCoreApplication.translate("Bench", "next token after “{token}”").format(token=token)


def off() -> str:
    """On a sublayer that is off."""
    return QCoreApplication.translate("Bench", "off: gives 0")


def given_subtitle() -> str:
    return QCoreApplication.translate("Bench", "given as numbers, not projected")


def cross_subtitle() -> str:
    return QCoreApplication.translate("Bench", "queries from the target, keys and values from memory")


def two_sources_subtitle() -> str:
    return QCoreApplication.translate("Bench", "queries from one sequence, keys and values from another")


def by_position() -> str:
    """Below the glyph of RoPE."""
    return QCoreApplication.translate("Bench", "by position")


def over_vocabulary() -> str:
    """Which way the last softmax runs, below its glyph."""
    return QCoreApplication.translate("Bench", "vocabulary →")


def norm_name(spec: ModelSpec) -> str:
    """LN or RMS, as written in equations."""
    return {"layernorm": "LN", "rmsnorm": "RMS"}.get(spec.norm, "")


def projections_subtitle() -> str:
    return QCoreApplication.translate("Bench", "each head asks with Q, offers K and gives V")


def rule_name(stem: str) -> str:
    """A rule of a mask in a word."""
    return {
        "causal": QCoreApplication.translate("Bench", "causal"),
        "window": QCoreApplication.translate("Bench", "window"),
        "padding": QCoreApplication.translate("Bench", "padding"),
        "custom": QCoreApplication.translate("Bench", "custom"),
        "pin": QCoreApplication.translate("Bench", "pin"),
    }.get(stem, stem)


def rows_shown(shown: int, count: int) -> str:
    """How many query rows of an attention are shown: on its band, and for screen readers."""
    if shown == count:
        return QCoreApplication.translate("Bench", "all {count} rows").format(count=count)
    return QCoreApplication.translate("Bench", "{shown} of {count} rows shown").format(shown=shown, count=count)


def row_not_shown(label: str) -> str:
    """What a cell of a row that isn't revealed says instead of its number."""
    return QCoreApplication.translate(
        "Bench", "row {label} is not shown: a view, the numbers are as they are (R shows the next row, Esc all)"
    ).format(label=label)


def attention_subtitle(trace: Trace, part: str, off: bool) -> str:
    """The mask's rules, the scale, and whether the shown head is off."""
    spec = trace.spec
    stems = ("causal", "window", "padding", "custom")
    rules = [rule_name(stem) for stem in stems if f"{part}.mask.{stem}" in trace]
    mask = ", ".join(rules) if rules else QCoreApplication.translate("Bench", "none")
    pieces = [QCoreApplication.translate("Bench", "mask: {rules}").format(rules=mask)]
    if spec.scale:
        pieces.append(QCoreApplication.translate("Bench", "scale 1/√{d_k}").format(d_k=spec.d_k))
    else:
        pieces.append(QCoreApplication.translate("Bench", "no scale"))
    if off:
        pieces.append(QCoreApplication.translate("Bench", "this head is off: H is 0"))
    return SEPARATOR.join(pieces)


def add_subtitle(spec: ModelSpec, equation: str) -> str:
    """Where the norm stands, and the equation of this band."""
    if spec.norm == "none":
        place = QCoreApplication.translate("Bench", "no norm")
    elif spec.norm_place == "post":
        place = QCoreApplication.translate("Bench", "post-norm")
    else:
        place = QCoreApplication.translate("Bench", "pre-norm")
    return QCoreApplication.translate("Bench", "{place}: {equation}").format(place=place, equation=equation)


def ffn_subtitle(spec: ModelSpec) -> str:
    words = QCoreApplication.translate("Bench", "each row alone, the same weights")
    return words + SEPARATOR + activation(spec)


def activation(spec: ModelSpec) -> str:
    return {"relu": "ReLU", "gelu_erf": "GELU", "gelu_tanh": "GELU (tanh)"}.get(
        spec.act, QCoreApplication.translate("Bench", "no activation")
    )


def over_keys() -> str:
    """Which way softmax runs, below its glyph."""
    return QCoreApplication.translate("Bench", "keys →")


def over_features() -> str:
    """Which way a norm runs, below its glyph."""
    return QCoreApplication.translate("Bench", "features →")


def head_word() -> str:
    """Before the head switch."""
    return QCoreApplication.translate("Bench", "head")


def head_label(head: int) -> str:
    """Below the small attention map of a head."""
    return QCoreApplication.translate("Bench", "head {number}").format(number=head)


def legend() -> str:
    """What frames mean and how numbers are changed, on the first band."""
    return SEPARATOR.join(
        (
            QCoreApplication.translate("Bench", "drag or type"),
            QCoreApplication.translate("Bench", "blue frame: input"),
            QCoreApplication.translate("Bench", "gold frame: parameter"),
            QCoreApplication.translate("Bench", "grey: result"),
            QCoreApplication.translate("Bench", "dashed: statistic"),
        )
    )


def unchanged() -> str:
    """On a card that the last act left alone, bit for bit."""
    return QCoreApplication.translate("Bench", "unchanged")


def no_visible_key() -> tuple[str, ...]:
    """On a row whose keys are all hidden; the longest that fits is shown."""
    return (
        QCoreApplication.translate("Bench", "no visible key"),
        QCoreApplication.translate("Bench", "no key"),
        "∅",
    )


def no_finite_value() -> tuple[str, ...]:
    """On a matrix of NaN and ∞ alone; the longest that fits is shown."""
    return (QCoreApplication.translate("Bench", "no finite value"), "NaN")


def thumb_caption(matrix: Matrix) -> str:
    """Below a small map on a folded band: its symbol, and which attention it belongs to."""
    written = symbol_of(matrix)
    symbol = str(written) if not written.sub or written.sub.isdigit() else written.base + written.sub
    if matrix.display == "weights" and ".cross." in matrix.name:
        return QCoreApplication.translate("Bench", "cross {symbol}").format(symbol=symbol)
    return symbol
