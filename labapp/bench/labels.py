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
    if layers > 1 and not high and matrix.layer and str(symbol) in ("U", "C", "Z"):
        high = f"({matrix.layer})"
    return symbol.base + (f"_{{{symbol.sub}}}" if symbol.sub else "") + (f"^{{{high}}}" if high else "")


def band_title(kind: str) -> str:
    """The title of a band without its layer."""
    return {
        "projections": QCoreApplication.translate("Bench", "Projections"),
        "input": QCoreApplication.translate("Bench", "Input and projections"),
        "attention": QCoreApplication.translate("Bench", "Attention"),
        "norm": QCoreApplication.translate("Bench", "Norm"),
        "add": QCoreApplication.translate("Bench", "Add"),
        "add_norm": QCoreApplication.translate("Bench", "Add & Norm"),
        "ffn": QCoreApplication.translate("Bench", "Feed-forward"),
        "ffn_add": QCoreApplication.translate("Bench", "Feed-forward & Add"),
        "other": QCoreApplication.translate("Bench", "Other matrices"),
    }[kind]


def layer_title(layer: int, title: str) -> str:
    """The title of a band in a model of several layers."""
    return QCoreApplication.translate("Bench", "Layer {layer} · {title}").format(layer=layer, title=title)


def norm_name(spec: ModelSpec) -> str:
    """LN or RMS, as written in equations."""
    return {"layernorm": "LN", "rmsnorm": "RMS"}.get(spec.norm, "")


def projections_subtitle() -> str:
    return QCoreApplication.translate("Bench", "each head asks with Q, offers K and gives V")


def attention_subtitle(trace: Trace, off: bool) -> str:
    """The mask's rules, the scale, and whether the shown head is off."""
    spec = trace.spec
    rules = [QCoreApplication.translate("Bench", "causal")] if spec.causal else []
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
    if not spec.ffn:
        return QCoreApplication.translate("Bench", "off: gives 0")
    words = QCoreApplication.translate("Bench", "each row alone, the same weights")
    return words + SEPARATOR + activation(spec)


def activation(spec: ModelSpec) -> str:
    return {"relu": "ReLU", "gelu_erf": "GELU", "gelu_tanh": "GELU (tanh)"}[spec.act]


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
