"""The page of one explanation: what the cell is, its arithmetic in numbers and in symbols, step by step."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QCoreApplication

from core.explain import Explanation
from core.explain_text import Line as Equation
from core.explain_text import lines, remarks
from core.trace import Trace
from labapp.digits import NumberForm
from labapp.names import symbol_of
from labapp.selection import Cell

from .bars import bars
from .page import Line, Page, Span
from .subject import SEPARATOR, layer, subject
from .writing import PlainStyle

GAP = "\u2003"  # between the title and what the cell is
USERS = 12  # matrices that are named as made from a given one


def explained(trace: Trace, explanation: Explanation, form: NumberForm) -> Page:
    """The page of a cell of `trace`, in the language of the window."""
    style = PlainStyle(trace, form, marked=True)
    plain = PlainStyle(trace, form)
    here = (explanation.node, explanation.i, explanation.j)
    *steps, last = lines(explanation, style)
    value = plain.number(explanation.value)
    words = [subject(trace, explanation), layer(trace, explanation.node)]
    title = (
        *style.title(here, "strong"),
        Span(f" = {value}", "strong"),
        Span(GAP + SEPARATOR.join(word for word in words if word), "quiet"),
    )
    found: list[Line] = [title]
    found += numbers_line(last, style, value, here)
    found += (step_line(step, style, here) for step in steps)
    found += symbol_lines([last, *steps], style)
    found += ((Span(text, "quiet"),) for text in remarks(explanation, plain))
    found += _beside(explanation, style)
    if explanation.given:
        found += _users(trace, here)
    return Page(tuple(found), bars(trace, explanation, style))


def numbers_line(last: Equation, style: PlainStyle, value: str, here: Cell) -> Iterator[Line]:
    """The arithmetic itself: = 0.4011 × 0 + 0.1978 × 2 + 0.4011 × 1 = 0.7967."""
    if last.numbers:
        numbers = style.spans(last.numbers, "math", here)
        alone = "".join(span.text for span in numbers) == value
        end = () if alone else (Span(f" = {value}", "math"),)
        yield (Span("= ", "math"), *numbers, *end)


def step_line(step: Equation, style: PlainStyle, here: Cell) -> Line:
    """A number on the way: m = max(0.7, 0, 0.7) = 0.7."""
    text = Equation(step.left, "" if step.numbers else step.symbols, step.numbers, step.value).text()
    return tuple(style.spans(text, "math", here))


def symbol_lines(equations: list[Equation], style: PlainStyle) -> Iterator[Line]:
    """The same with letters, below the numbers."""
    for at, line in enumerate(equations):
        if line.symbols and (line.numbers or at == 0):
            left = f"{line.left} = " if at else "= "
            yield (Span(left, "symbols"), *style.spans(line.symbols, "symbols"))


def _beside(explanation: Explanation, style: PlainStyle) -> Iterator[Line]:
    """Cells that are worth seeing and have no say here."""
    for cell in explanation.beside:
        text = QCoreApplication.translate("why", "Beside it, without a say: {cell} = {number}")
        said = text.format(cell=style.cell(cell.node, cell.i, cell.j), number=style.number(cell.value))
        yield tuple(style.spans(said, "quiet"))


def _users(trace: Trace, here: Cell) -> Iterator[Line]:
    """What is made from a given number."""
    index, mine = trace.graph[here[0]].index, trace[here[0]]
    users = [trace[other.name] for other in trace.graph.nodes if index in other.inputs]
    if not users:
        return
    yield (Span(QCoreApplication.translate("why", "Nothing made it: it is given, and can be changed."), "quiet"),)
    text = QCoreApplication.translate("why", "It goes into")
    spans = [Span(f"{text} ", "quiet")]
    for other in users[:USERS]:
        rows, cols = other.values.shape
        i = here[1] if other.row_axis == mine.row_axis and here[1] < rows else 0
        j = here[2] if other.col_axis == mine.col_axis and here[2] < cols else 0
        where = layer(trace, other.name)
        spans.append(Span(str(symbol_of(other)), "math", (other.name, i, j)))
        spans.append(Span(f" ({where})  " if where and len(users) > 1 else "  ", "quiet"))
    if len(users) > USERS:
        more = QCoreApplication.translate("why", "and {count} more").format(count=len(users) - USERS)
        spans.append(Span(more, "quiet"))
    yield tuple(spans)
