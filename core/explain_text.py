"""Explanations and trails as texts to read, copy and print: plain, LaTeX, Markdown; and as plain data for JSON."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from .explain import KINDS, Explanation
from .expression import Cell, Named
from .numbers import exact
from .ops.arithmetic import Remark
from .problem import QT_TRANSLATE_NOOP
from .trail import RULE, Link
from .writing import OTHERS, ZEROS, LatexStyle, Style, Writer

TERM = QT_TRANSLATE_NOOP("explain", "term")
CONTRIBUTION = QT_TRANSLATE_NOOP("explain", "contribution")


class Line(NamedTuple):
    """One equation: what stands left of the sign, then the same with symbols, with numbers, and as one number.

    `symbols` or `numbers` is "" where it would only repeat the others.
    """

    left: str
    symbols: str
    numbers: str
    value: str

    def text(self) -> str:
        return " = ".join(part for part in self if part)


def lines(explanation: Explanation, style: Style) -> list[Line]:
    """The steps, then the value itself."""
    writer = Writer(style)
    found = [_step(step, writer) for step in explanation.steps]
    left = style.cell(explanation.node, explanation.i, explanation.j)
    value = style.number(explanation.value)
    if explanation.given:
        return [Line(left, "", "", value)]
    symbols, numbers = writer.symbols(explanation.expression), writer.numbers(explanation.expression)
    alone = numbers == value
    return [*found, Line(left, "" if symbols == value else symbols, "" if alone else numbers, value)]


def _step(step: Named, writer: Writer) -> Line:
    inner = step.parts[0]
    if step.marks is not None:
        symbols, numbers = writer.listed(inner, False), writer.listed(inner, True)
        return Line(
            step.latex if isinstance(writer.style, LatexStyle) else step.symbol,
            symbols,
            numbers,
            writer.listed(step, True),
        )
    left = writer.style.named(step)
    symbols, numbers = writer.symbols(inner), writer.numbers(inner)
    value = writer.style.number(float(step.known))
    return Line(left, "" if " " in step.symbol else symbols, "" if numbers == value else numbers, value)


def number_line(explanation: Explanation, style: Style) -> str:
    """The arithmetic with its numbers, 0.4011×0 + 0.1978×2 + 0.4011×1 = 0.7967; steps stand on lines before it."""
    *before, last = lines(explanation, style)
    texts = [Line(line.left, "", line.numbers, line.value).text() for line in before]
    body = last.numbers or (last.symbols if isinstance(explanation.expression, Cell) else "")
    texts.append(" = ".join(part for part in (body, last.value) if part))
    return "\n".join(texts)


def remarks(explanation: Explanation, style: Style) -> list[str]:
    return [said(one, style) for one in explanation.remarks]


def said(one: Remark, style: Style) -> str:
    """A remark in the language of the style, its numbers written as the others are."""
    values: dict[str, str] = {}
    for key, value in one.values.items():
        if isinstance(value, float):
            values[key] = style.number(value)
        elif isinstance(value, tuple):
            values[key] = style.comma.join(style.say(word) for word in value)
        else:
            values[key] = str(value).replace("-", "−")
    return style.say(one.template).format(**values)


def heading(explanation: Explanation, style: Style) -> str:
    """The node by its full name, the kind of arithmetic."""
    return f"{explanation.node}[{explanation.i},{explanation.j}] · {style.say(KINDS[explanation.kind])}"


def plain_text(explanation: Explanation, style: Style | None = None) -> str:
    """Heading, the equation in symbols, the steps, the arithmetic in numbers, and what is to be said beside it."""
    style = style or Style()
    found = [heading(explanation, style)]
    *before, last = lines(explanation, style)
    found += [line.text() for line in before]
    if last.symbols:
        found.append(f"{last.left} = {last.symbols}")
    body = last.numbers or ("" if last.symbols else last.left)
    found.append(" = ".join(part for part in (body, last.value) if part) if body else f"{last.left} = {last.value}")
    return "\n".join([*found, *remarks(explanation, style)])


def latex(explanation: Explanation, style: LatexStyle | None = None) -> str:
    """The equations of an explanation, each a row of an `aligned`, to stand between $$ and $$."""
    rows = []
    for line in lines(explanation, style or LatexStyle()):
        left, *rest = (part for part in line if part)
        rows.append(f"{left} &= " + " \\\\\n&= ".join(rest))
    return "\\begin{aligned}\n" + " \\\\\n".join(rows) + "\n\\end{aligned}"


def markdown(explanation: Explanation, style: Style | None = None) -> str:
    """A heading, the equations as LaTeX, the terms with their contributions as a table."""
    style = style or Style()
    inside = LatexStyle(style.name, style.digits, style.say)
    blocks = [f"**`{heading(explanation, style).replace(' · ', '`** · ')}", f"$$\n{latex(explanation, inside)}\n$$"]
    blocks += remarks(explanation, style)
    if len(explanation.amounts) > 1:
        blocks.append("\n".join(_table(explanation, style)))
    return "\n\n".join(blocks)


def _table(explanation: Explanation, style: Style) -> Iterator[str]:
    yield f"| {style.say(TERM)} | | {style.say(CONTRIBUTION)} |"
    yield "|---|---|---:|"
    writer, shown = Writer(style), explanation.shown
    for term, expression in zip(shown.terms, shown.expressions, strict=True):
        amount = style.number(term.contribution or 0.0)
        yield f"| {writer.symbols(expression)} | {writer.numbers(expression)} | {amount} |"
    if shown.zeros:
        yield f"| {style.say(ZEROS).format(count=shown.zeros)} | | {style.number(0.0)} |"
    if shown.others:
        yield f"| {style.say(OTHERS).format(count=shown.others, sum=style.number(shown.rest))} | | |"


def trail_lines(links: tuple[Link, ...], style: Style | None = None) -> list[str]:
    """The rule that was followed, then one line a step."""
    style = style or Style()
    found = [style.say(RULE)]
    for link in links:
        left = style.cell(link.explanation.node, link.explanation.i, link.explanation.j)
        last = lines(link.explanation, style)[-1]
        body = [last.numbers or last.symbols] if link.next is not None or last.symbols else []
        line = " = ".join([left, *body, last.value])
        if link.next is None:
            found.append(f"{line} · {style.say(KINDS[link.explanation.kind])}")
        else:
            after = style.cell(link.next.node, link.next.i, link.next.j)
            found.append(f"{line} → {after} ({said(link.why, style) if link.why else ''})")
    return found


def page(explanation: Explanation, style: Style | None = None) -> dict[str, object]:
    """The explanation as plain data for JSON. NaN and ±∞ are the strings "nan", "inf", "-inf"."""
    return {
        "node": explanation.node,
        "cell": [explanation.i, explanation.j],
        "value": _finite(explanation.value),
        "kind": explanation.kind,
        "terms": [
            {
                "factors": [
                    {"node": cell.node, "cell": [cell.i, cell.j], "value": _finite(cell.value)} for cell in term.factors
                ],
                "contribution": None if term.contribution is None else _finite(term.contribution),
            }
            for term in explanation.terms
        ],
        "text": number_line(explanation, style or Style()),
    }


def _finite(value: float) -> float | str:
    return value if math.isfinite(value) else exact(value)
