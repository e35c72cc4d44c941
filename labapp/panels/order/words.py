"""What was measured, in words; each statement comes with what it was measured for."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from core.compare import CLOSE, DIFFERENT, EQUAL, Difference
from core.numbers import show
from core.order import Permuted, Shifted
from core.trace import Trace

from ...bench.pointing import cell_title, layer_of
from ...checking import error_text
from ...names import symbol_of
from ...text import sentence
from .measure import Measured


def size_text(found: Difference) -> str:
    """A difference: with three digits where it is one, with one where it is rounding."""
    return show(found.largest, 3, significant=True) if found.state == DIFFERENT else error_text(found.largest)


def name_of(trace: Trace, name: str) -> str:
    """A matrix by symbol and layer."""
    layer = layer_of(trace, name)
    return f"{symbol_of(trace[name])} ({layer})" if layer else str(symbol_of(trace[name]))


def verdict(found: Measured) -> tuple[str, bool]:
    """The statement in one line, and whether it says that the order makes no difference."""
    if not isinstance(found.permuted, Permuted):
        return sentence(found.permuted), False
    same = found.permuted.equivariant
    if not found.asked.moved:
        return QCoreApplication.translate("order", "Drag a token to another place: then X and PX differ."), True
    if found.own:
        if same:
            return QCoreApplication.translate("order", "Equivariant here: f(PX) = P f(X)"), True
        return QCoreApplication.translate("order", "Not equivariant: f(PX) ≠ P f(X)"), False
    if same:
        return QCoreApplication.translate("order", "Invariant here: f(PX) = f(X), rows of other tokens"), True
    return QCoreApplication.translate("order", "Not invariant: f(PX) ≠ f(X)"), False


def measured_text(found: Measured) -> str:
    """The number behind the statement, and of which matrix."""
    assert isinstance(found.permuted, Permuted)
    result, name = found.permuted.result, name_of(found.trace, found.end.name)
    if found.own:
        text = QCoreApplication.translate("order", "max|f(PX) − P f(X)| = {size}, f is {matrix}")
    else:
        text = QCoreApplication.translate("order", "max|f(PX) − f(X)| = {size}, f is {matrix}")
    return text.format(size=size_text(result), matrix=name)


def where_text(found: Measured) -> str:
    """Which matrix differs first; "" where none does."""
    assert isinstance(found.permuted, Permuted)
    first = found.permuted.broken_at
    if first is None or first.cell is None:
        return ""
    text = QCoreApplication.translate("order", "First to differ: {cell}, by {size}")
    return text.format(cell=cell_title(found.trace, first.node, *first.cell), size=size_text(first))


def pooled_text(found: Measured) -> str:
    """Invariance, measured beside: the mean row, and the rows themselves."""
    assert isinstance(found.permuted, Permuted)
    pooled, rows = found.permuted.pooled, found.permuted.rows
    if not found.own:
        return ""
    if found.permuted.pooled_invariant:
        text = QCoreApplication.translate("order", "Mean row: invariant, it moves by {size}.")
    else:
        text = QCoreApplication.translate("order", "Mean row: not invariant, it moves by {size}.")
    if rows.state == DIFFERENT:
        more = QCoreApplication.translate("order", "The rows themselves are not: f(PX) − f(X) reaches {size}.")
    else:
        more = QCoreApplication.translate("order", "The rows themselves are, too: f(PX) − f(X) reaches {size}.")
    return text.format(size=size_text(pooled)) + " " + more.format(size=size_text(rows))


def others_text(found: Measured) -> str:
    """The results whose rows belong to other tokens: they should stay."""
    said = []
    for other in found.others:
        if other.state == DIFFERENT:
            text = QCoreApplication.translate("order", "{matrix}, rows of other tokens, moves by {size}.")
        else:
            text = QCoreApplication.translate("order", "{matrix}, rows of other tokens, stays: {size}.")
        said.append(text.format(matrix=name_of(found.trace, other.node), size=size_text(other)))
    return " ".join(said)


def condition_text(found: Measured) -> str:
    """For what it was measured, and what that says of other orders."""
    comma = QCoreApplication.translate("checking", ", ")
    reasons = comma.join(QCoreApplication.translate("order", why) for why in found.telling)
    if not found.telling:
        return QCoreApplication.translate(
            "order", "Nothing in this model tells places apart, so every order must give this; this one was measured."
        )
    if isinstance(found.permuted, Permuted) and found.permuted.equivariant:
        text = QCoreApplication.translate(
            "order", "Measured for this order and these numbers alone. What could tell places apart: {reasons}."
        )
    else:
        text = QCoreApplication.translate(
            "order", "Measured for this order, these numbers and switches. What tells places apart: {reasons}."
        )
    return text.format(reasons=reasons)


def shift_texts(trace: Trace, found: Shifted) -> tuple[str, str]:
    """What a shift does under one scheme, and where most."""
    if found.refused is not None:
        return QCoreApplication.translate("order", "can't be measured"), sentence(found.refused)
    if not found.scores:
        return QCoreApplication.translate("order", "there are no scores"), ""
    words = {
        EQUAL: QCoreApplication.translate("order", "no score moves, to the bit"),
        CLOSE: QCoreApplication.translate("order", "rounding alone: {size}"),
        DIFFERENT: QCoreApplication.translate("order", "scores move by {size}"),
    }
    worst = max(found.scores, key=lambda score: score.largest)
    note = ""
    if found.state == DIFFERENT and worst.node in trace:
        note = QCoreApplication.translate("order", "most in {matrix}").format(matrix=name_of(trace, worst.node))
    return words[found.state].format(size=size_text(worst)), note
