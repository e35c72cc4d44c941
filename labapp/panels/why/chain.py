"""The way from a cell to the inputs, one step a line; each line leads to its cell."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from core.explain_text import said
from core.trace import Trace
from core.trail import RULE, Link
from labapp.digits import NumberForm
from labapp.selection import Cell

from .page import Line, Page, Span
from .subject import SEPARATOR, layer, subject
from .writing import PlainStyle, say

MOST = 200  # steps that are shown
GAP = "\u2003"
ARROW = "→ "


def chain(trace: Trace, links: tuple[Link, ...], form: NumberForm) -> Page:
    """The page of a trail, the cell itself first."""
    style = PlainStyle(trace, form, marked=True)
    lines = [_step(trace, link, style, first=at == 0) for at, link in enumerate(links[:MOST])]
    if len(links) > MOST:
        text = QCoreApplication.translate("why", "and {count} more").format(count=len(links) - MOST)
        lines.append((Span(text, "quiet"),))
    return Page((*lines, (Span(say(RULE), "quiet"),)))


def _step(trace: Trace, link: Link, style: PlainStyle, first: bool) -> Line:
    explanation = link.explanation
    cell: Cell = (explanation.node, explanation.i, explanation.j)
    value = style.number(explanation.value)
    words = [subject(trace, explanation), layer(trace, explanation.node)]
    if link.why is not None:
        words.append(said(link.why, style))
    spans = () if first else (Span(ARROW, "quiet"),)
    return (
        *spans,
        *style.spans(style.cell(*cell), "strong" if first else "math", cell if first else None),
        Span(f" = {value}", "strong" if first else "math"),
        Span(GAP + SEPARATOR.join(word for word in words if word), "quiet"),
    )
