"""The page of a gradient: what it is, what each op that reads the cell sends back to it, and the sum of that."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QCoreApplication

from core.explain import KINDS
from core.explain_back import Backwards
from core.explain_text import lines, remarks
from core.expression import Expression, Named
from core.trace import Trace
from core.writing import matrix_of
from labapp.bench.slopes import target_name
from labapp.digits import NumberForm
from labapp.names import symbol_of
from labapp.selection import Cell

from .bars import bars
from .explained import GAP, numbers_line, step_line, symbol_lines
from .page import Line, Page, Span
from .subject import SEPARATOR, layer
from .writing import PlainStyle, say


def sloped(trace: Trace, explanation: Backwards, target: Cell, form: NumberForm) -> Page:
    """The page of the gradient of a cell of `trace`, in the language of the window."""
    style = PlainStyle(trace, form, marked=True)
    plain = PlainStyle(trace, form)
    here = matrix_of(explanation.node), explanation.i, explanation.j
    *steps, last = lines(explanation, style)
    value = plain.number(explanation.value)
    of = target_name(trace, target)
    words = [_through(trace, explanation), layer(trace, here[0])]
    title = (
        Span(f"∂{of} / ", "strong"),
        *style.spans(style.cell(explanation.node, *here[1:]), "strong", here),
        Span(f" = {value}", "strong"),
        Span(GAP + SEPARATOR.join(word for word in words if word), "quiet"),
    )
    found: list[Line] = [title]
    found += numbers_line(last, style, value, here)
    symbols = [step.symbol for step in explanation.steps]
    for symbol, one in zip(symbols, steps, strict=True):
        found.append((*step_line(one, style, here), *_from(trace, explanation, symbol)))
    found += symbol_lines([last, *steps], style)
    found += ((Span(text, "quiet"),) for text in remarks(explanation, plain))
    found += _short(explanation, of)
    return Page(tuple(found), bars(trace, explanation, style, lambda term: _user(trace, explanation, term)))


def _through(trace: Trace, explanation: Backwards) -> str:
    """Which matrices it comes back from."""
    users = list(dict.fromkeys(part.user for part in explanation.sent))
    if not users:
        return QCoreApplication.translate("why", "gradient")
    if len(users) == 1:
        text = QCoreApplication.translate("why", "gradient: comes back from {matrix} ({kind})")
        kind = say(KINDS[explanation.sent[0].arithmetic.kind])
        return text.format(matrix=symbol_of(trace[users[0]]), kind=kind)
    names = ", ".join(dict.fromkeys(str(symbol_of(trace[user])) for user in users))
    return QCoreApplication.translate("why", "gradient: comes back from {matrices}").format(matrices=names)


def _from(trace: Trace, explanation: Backwards, symbol: str) -> Iterator[Span]:
    """Beside a part of a sum of several: the matrix that it comes from, and by which arithmetic."""
    part = explanation.part(symbol)
    if part is None or len(explanation.sent) < 2:
        return
    text = QCoreApplication.translate("why", "from {matrix}: {kind}")
    where = layer(trace, part.user)
    said = text.format(matrix=symbol_of(trace[part.user]), kind=say(KINDS[part.arithmetic.kind]))
    yield Span(GAP + SEPARATOR.join(word for word in (said, where) if word), "quiet")


def _user(trace: Trace, explanation: Backwards, term: Expression) -> str:
    """The matrix that one of several parts comes from."""
    part = explanation.part(term.symbol) if isinstance(term, Named) and len(explanation.sent) > 1 else None
    return "" if part is None else str(symbol_of(trace[part.user]))


def _short(explanation: Backwards, of: str) -> Iterator[Line]:
    """What ∂A stands for."""
    if explanation.sent:
        text = QCoreApplication.translate("why", "∂ before a matrix: how much its cell moves {target}.")
        yield (Span(text.format(target=of), "quiet"),)
