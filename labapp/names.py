"""What a person calls a matrix: its symbol and its title, made from the last piece of its canonical name.

Symbols are the literature's letters and the same in every language; titles are translated. Neither is ever
parsed. A new kind of node is one line in SYMBOLS and one in TITLES; without them its own name is shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from core.problem import QT_TRANSLATE_NOOP

if TYPE_CHECKING:
    from core.trace import Matrix

_SUPER = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_SUB = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


class Symbol(str):
    """A symbol in plain Unicode ("W_Q¹"), with its parts for those who can draw them in place.

    `base` is the letter or word, `sub` the lower index ("Q"), `sup` the upper one (a head's number), "" if none.
    """

    base: str
    sub: str
    sup: str

    def __new__(cls, base: str, sub: str = "", sup: str = "") -> Symbol:
        low = sub.translate(_SUB) if sub.isdigit() else f"_{sub}" if sub else ""
        made = super().__new__(cls, base + low + sup.translate(_SUPER))
        made.base, made.sub, made.sup = base, sub, sup
        return made

    def html(self) -> str:
        """The symbol for rich text."""
        low = f"<sub>{self.sub}</sub>" if self.sub else ""
        high = f"<sup>{self.sup}</sup>" if self.sup else ""
        return f"<i>{self.base}</i>{low}{high}"


# stem: (base, lower index)
SYMBOLS: dict[str, tuple[str, str]] = {
    "X": ("X", ""),
    "WQ": ("W", "Q"),
    "WK": ("W", "K"),
    "WV": ("W", "V"),
    "bQ": ("b", "Q"),
    "bK": ("b", "K"),
    "bV": ("b", "V"),
    "bO": ("b", "O"),
    "WO": ("W", "O"),
    "Q": ("Q", ""),
    "K": ("K", ""),
    "V": ("V", ""),
    "raw": ("S", "raw"),
    "S": ("S", ""),
    "A": ("A", ""),
    "H": ("H", ""),
    "mask": ("M", ""),
    "causal": ("M", "causal"),
    "concat": ("Concat", ""),
    "out": ("MHA", ""),
    "sum1": ("R", ""),
    "sum2": ("R′", ""),
    "norm1": ("LN", "1"),
    "norm2": ("LN", "2"),
    "mean": ("μ", ""),
    "var": ("σ²", ""),
    "ms": ("ms", ""),
    "xhat": ("x̂", ""),
    "gamma": ("γ", ""),
    "beta": ("β", ""),
    "W1": ("W", "1"),
    "b1": ("b", "1"),
    "W2": ("W", "2"),
    "b2": ("b", "2"),
    "pre": ("F", "pre"),
    "hidden": ("F", ""),
    "ffn.out": ("FFN", ""),
    "eps": ("ε", ""),
    "scale": ("s", ""),
    "query_offset": ("i", "0"),
    "ids": ("id", ""),
    "E": ("E", ""),
    "embed": ("E", "table"),
    "embed_scale": ("√d", ""),
    "P": ("P", ""),
    "table": ("P", "table"),
    "X0": ("X", "0"),
    "pos_offset": ("p", "0"),
    "query_start": ("p", "q"),
    "rope_base": ("b", "rope"),
    "window": ("w", ""),
    "Qrot": ("Q", "rot"),
    "Krot": ("K", "rot"),
    "scaled": ("S", "scaled"),
    "rows.scaled": ("E", "√d"),
    "bias": ("B", ""),
    "rel_bias": ("b", "rel"),
    "rel": ("S", "rel"),
    "total": ("S", "sum"),
    "shaw_k": ("a", "K"),
    "shaw_v": ("a", "V"),
    "AV": ("AV", ""),
    "Arel": ("A", "rel"),
    "mask.window": ("M", "window"),
    "padding": ("M", "padding"),
    "custom": ("M", "custom"),
    "valid": ("valid", ""),
    "norm3": ("LN", "3"),
    "sum3": ("R″", ""),
    "norm": ("LN", ""),
    "memory": ("memory", ""),
    "logits": ("L", ""),
    "p": ("p", ""),
    "logp": ("log p", ""),
    "labels": ("y", ""),
    "label_counts": ("c", ""),
    "token_loss": ("ℓ", ""),
    "loss": ("loss", ""),
    "out.W": ("W", "vocab"),
    "out.b": ("b", "vocab"),
    "drop": ("Drop", ""),
    "drop1": ("Drop", "1"),
    "drop2": ("Drop", "2"),
    "drop3": ("Drop", "3"),
}

# The nodes beside a pinned one; their symbol is that of the node they belong to.
PIN_PARTS = ("natural", "held", "where")
# Those, and the rows of keys and values that a KV cache has, and the new ones that join them.
PARTS = (*PIN_PARTS, "cache", "new")

# A name that the literature gives to the value beats the name of the op that made it.
_NAMED_BY_ALIAS = {"memory": "memory", "U": "U", "Z": "Z", "C": "C"}

TITLES: dict[str, str] = {
    "X": QT_TRANSLATE_NOOP("matrices", "input"),
    "WQ": QT_TRANSLATE_NOOP("matrices", "query"),
    "WK": QT_TRANSLATE_NOOP("matrices", "key"),
    "WV": QT_TRANSLATE_NOOP("matrices", "value"),
    "bQ": QT_TRANSLATE_NOOP("matrices", "query bias"),
    "bK": QT_TRANSLATE_NOOP("matrices", "key bias"),
    "bV": QT_TRANSLATE_NOOP("matrices", "value bias"),
    "bO": QT_TRANSLATE_NOOP("matrices", "output bias"),
    "WO": QT_TRANSLATE_NOOP("matrices", "output projection"),
    "Q": QT_TRANSLATE_NOOP("matrices", "queries"),
    "K": QT_TRANSLATE_NOOP("matrices", "keys"),
    "V": QT_TRANSLATE_NOOP("matrices", "values"),
    "raw": QT_TRANSLATE_NOOP("matrices", "raw scores"),
    "S": QT_TRANSLATE_NOOP("matrices", "scores"),
    "A": QT_TRANSLATE_NOOP("matrices", "weights"),
    "H": QT_TRANSLATE_NOOP("matrices", "head output"),
    "mask": QT_TRANSLATE_NOOP("matrices", "mask"),
    "causal": QT_TRANSLATE_NOOP("matrices", "causal rule"),
    "concat": QT_TRANSLATE_NOOP("matrices", "heads side by side"),
    "out": QT_TRANSLATE_NOOP("matrices", "attention output"),
    "sum1": QT_TRANSLATE_NOOP("matrices", "residual sum"),
    "sum2": QT_TRANSLATE_NOOP("matrices", "residual sum"),
    "norm1": QT_TRANSLATE_NOOP("matrices", "normalised"),
    "norm2": QT_TRANSLATE_NOOP("matrices", "normalised"),
    "norm.off": QT_TRANSLATE_NOOP("matrices", "norm off"),
    "mean": QT_TRANSLATE_NOOP("matrices", "mean"),
    "var": QT_TRANSLATE_NOOP("matrices", "variance"),
    "ms": QT_TRANSLATE_NOOP("matrices", "mean square"),
    "xhat": QT_TRANSLATE_NOOP("matrices", "standardised"),
    "gamma": QT_TRANSLATE_NOOP("matrices", "gain"),
    "beta": QT_TRANSLATE_NOOP("matrices", "shift"),
    "W1": QT_TRANSLATE_NOOP("matrices", "first layer"),
    "b1": QT_TRANSLATE_NOOP("matrices", "first bias"),
    "W2": QT_TRANSLATE_NOOP("matrices", "second layer"),
    "b2": QT_TRANSLATE_NOOP("matrices", "second bias"),
    "pre": QT_TRANSLATE_NOOP("matrices", "before activation"),
    "hidden": QT_TRANSLATE_NOOP("matrices", "hidden"),
    "ffn.out": QT_TRANSLATE_NOOP("matrices", "feed-forward output"),
    "eps": QT_TRANSLATE_NOOP("matrices", "inside the root"),
    "scale": QT_TRANSLATE_NOOP("matrices", "score scale"),
    "query_offset": QT_TRANSLATE_NOOP("matrices", "first query's position"),
    "ids": QT_TRANSLATE_NOOP("matrices", "ids of the tokens"),
    "E": QT_TRANSLATE_NOOP("matrices", "embeddings"),
    "embed": QT_TRANSLATE_NOOP("matrices", "embedding table"),
    "embed_scale": QT_TRANSLATE_NOOP("matrices", "embedding scale"),
    "P": QT_TRANSLATE_NOOP("matrices", "positions"),
    "table": QT_TRANSLATE_NOOP("matrices", "position table"),
    "X0": QT_TRANSLATE_NOOP("matrices", "rows with positions"),
    "pos_offset": QT_TRANSLATE_NOOP("matrices", "first position"),
    "query_start": QT_TRANSLATE_NOOP("matrices", "first query's position"),
    "rope_base": QT_TRANSLATE_NOOP("matrices", "RoPE base"),
    "window": QT_TRANSLATE_NOOP("matrices", "window width"),
    "Qrot": QT_TRANSLATE_NOOP("matrices", "turned queries"),
    "Krot": QT_TRANSLATE_NOOP("matrices", "turned keys"),
    "scaled": QT_TRANSLATE_NOOP("matrices", "scaled scores"),
    "rows.scaled": QT_TRANSLATE_NOOP("matrices", "scaled embeddings"),
    "S.biased": QT_TRANSLATE_NOOP("matrices", "scores with bias"),
    "bias": QT_TRANSLATE_NOOP("matrices", "position bias"),
    "rel_bias": QT_TRANSLATE_NOOP("matrices", "bias by distance"),
    "rel": QT_TRANSLATE_NOOP("matrices", "distance scores"),
    "total": QT_TRANSLATE_NOOP("matrices", "raw and distance scores"),
    "shaw_k": QT_TRANSLATE_NOOP("matrices", "distance keys"),
    "shaw_v": QT_TRANSLATE_NOOP("matrices", "distance values"),
    "AV": QT_TRANSLATE_NOOP("matrices", "weighted values"),
    "Arel": QT_TRANSLATE_NOOP("matrices", "weighted distance values"),
    "mask.window": QT_TRANSLATE_NOOP("matrices", "window rule"),
    "padding": QT_TRANSLATE_NOOP("matrices", "padding rule"),
    "custom": QT_TRANSLATE_NOOP("matrices", "custom mask"),
    "valid": QT_TRANSLATE_NOOP("matrices", "not padding"),
    "norm3": QT_TRANSLATE_NOOP("matrices", "normalised"),
    "sum3": QT_TRANSLATE_NOOP("matrices", "residual sum"),
    "norm": QT_TRANSLATE_NOOP("matrices", "final norm"),
    "memory": QT_TRANSLATE_NOOP("matrices", "encoder output"),
    "C": QT_TRANSLATE_NOOP("matrices", "after cross-attention"),
    "logits": QT_TRANSLATE_NOOP("matrices", "logits"),
    "p": QT_TRANSLATE_NOOP("matrices", "probabilities"),
    "logp": QT_TRANSLATE_NOOP("matrices", "log-probabilities"),
    "labels": QT_TRANSLATE_NOOP("matrices", "labels"),
    "label_counts": QT_TRANSLATE_NOOP("matrices", "label counts"),
    "token_loss": QT_TRANSLATE_NOOP("matrices", "token losses"),
    "loss": QT_TRANSLATE_NOOP("matrices", "mean loss"),
    "out.W": QT_TRANSLATE_NOOP("matrices", "vocabulary projection"),
    "out.b": QT_TRANSLATE_NOOP("matrices", "vocabulary bias"),
    "drop": QT_TRANSLATE_NOOP("matrices", "after dropout"),
    "drop1": QT_TRANSLATE_NOOP("matrices", "after dropout"),
    "drop2": QT_TRANSLATE_NOOP("matrices", "after dropout"),
    "drop3": QT_TRANSLATE_NOOP("matrices", "after dropout"),
    "keep": QT_TRANSLATE_NOOP("matrices", "dropout mask"),
    "cache": QT_TRANSLATE_NOOP("matrices", "computed before"),
    "new": QT_TRANSLATE_NOOP("matrices", "new rows"),
    "natural": QT_TRANSLATE_NOOP("matrices", "natural value"),
    "held": QT_TRANSLATE_NOOP("matrices", "held values"),
    "where": QT_TRANSLATE_NOOP("matrices", "where held"),
    "U": QT_TRANSLATE_NOOP("matrices", "after attention"),
    "Z": QT_TRANSLATE_NOOP("matrices", "layer output"),
}


def _key(matrix: Matrix) -> str:
    """The line of the tables that speaks of this matrix."""
    stem = matrix.stem
    if stem == "out" and matrix.part.endswith("ffn"):
        return "ffn.out"
    if stem == "scaled" and matrix.head is None:
        return "rows.scaled"
    if stem == "window" and matrix.role != "setting":
        return "mask.window"
    if matrix.part == "out" and stem in ("W", "b"):
        return f"out.{stem}"
    return stem


def _literature_name(matrix: Matrix) -> str | None:
    given = {alias.rsplit(".", 1)[-1] for alias in matrix.aliases}
    return next((name for name in _NAMED_BY_ALIAS if name in given), None)


def symbol_of(matrix: Matrix) -> Symbol:
    """The letter of the literature: Q¹, W_Q¹, A¹, Concat, γ, U, Z; the upper index is the head."""
    head = "" if matrix.head is None else str(matrix.head)
    if matrix.stem == "keep":  # r of Srivastava et al. 2014
        return Symbol("r", matrix.part.rpartition("drop")[2])
    if matrix.stem in PARTS:
        base, _ = SYMBOLS.get(matrix.part.rpartition(".")[2], (matrix.part.rpartition(".")[2], ""))
        return Symbol(base, matrix.stem, head)
    named = _literature_name(matrix)
    if named is not None:
        return Symbol(_NAMED_BY_ALIAS[named])
    base, sub = SYMBOLS.get(_key(matrix), (matrix.stem, ""))
    if base == "LN" and matrix.op == "copy":
        base = "Id"  # norms are off
    elif base == "LN" and matrix.op == "affine" and len(matrix.inputs) == 2:
        base = "RMS"  # RMSNorm has a gain and no shift
    return Symbol(base, sub, head)


def title_of(matrix: Matrix) -> str:
    """The title in the language of the window ("" for a matrix without one)."""
    key = _literature_name(matrix) or _key(matrix)
    if key == "S" and matrix.op == "add":
        key = "S.biased"
    elif key.startswith("norm") and matrix.op == "copy":
        key = "norm.off"
    title = TITLES.get(key, "")
    return QCoreApplication.translate("matrices", title) if title else ""
