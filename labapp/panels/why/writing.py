"""How explanations are written here: the window's letters, token names and digits; and which number is which cell."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache

from PySide6.QtCore import QCoreApplication

from core.expression import Cell as Used
from core.trace import Matrix, Trace
from core.writing import Digits, LatexStyle, Style, Symbol, matrix_of
from labapp.digits import NumberForm
from labapp.names import symbol_of
from labapp.selection import Cell

from .page import Span

SPACE = "\u00a0"  # inside a name, where no line may break
OPEN, BETWEEN, CLOSE = "\ue000", "\ue001", "\ue002"  # around what stands for a cell: OPEN number BETWEEN text CLOSE
LOW, HIGH = "\ue003", "\ue004"  # around a lower index
_MARKED = re.compile(f"{OPEN}([0-9]+){BETWEEN}([^{CLOSE}]*){CLOSE}")
_ODD = re.compile(r"[\ue000-\uf8ff\x00-\x1f\x7f\u2028\u2029]")
_LATEX = {one: "\\" + one for one in "#$%&_{}"} | {
    "\\": r"\textbackslash{}",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
}


def say(template: str) -> str:
    """A text of the arithmetic in the language of the window."""
    return QCoreApplication.translate("explain", template)


@dataclass(frozen=True)
class FormDigits(Digits):
    """Numbers as the window shows them; with four significant digits where these are automatic."""

    form: NumberForm | None = None

    def text(self, value: float) -> str:
        return super().text(value) if self.form is None or self.form.automatic else self.form.text(value)


def digits(trace: Trace, form: NumberForm) -> FormDigits:
    return FormDigits(form=replace(form, single=trace.spec.precision == "float32"))


def symbols(trace: Trace, node: str) -> Symbol:
    """The letters of a matrix, as the bench writes them."""
    matrix = matrix_of(node)
    found = symbol_of(trace[matrix])
    return Symbol(node.removesuffix(matrix) + found.base, found.sub, found.sup)


def labels(matrix: Matrix, i: int, j: int) -> list[str]:
    """Row and column of a cell by their names; none for what counts nothing."""
    if matrix.values.size == 1:
        return []
    return [_ODD.sub("", one) for one in (matrix.rows[i], matrix.cols[j]) if one]


class PlainStyle(Style):
    """Plain text. Where `marked`, each cell is remembered in `cells` and marked in the text: `spans` finds it again."""

    def __init__(self, trace: Trace, form: NumberForm, marked: bool = False) -> None:
        super().__init__(cache(lambda node: symbols(trace, node)), digits(trace, form), say)
        self.trace, self.marked = trace, marked
        self.times = f"{SPACE}×{SPACE}"
        self.cells: list[Cell] = []

    def index(self, node: str, i: int, j: int) -> str:
        words = labels(self.trace[matrix_of(node)], i, j)
        return f"[{(',' + SPACE).join(words)}]" if words else ""

    def cell(self, node: str, i: int, j: int) -> str:
        text = super().cell(node, i, j)
        sub = self.name(node).sub
        if self.marked and f"_{sub}" in text and sub:
            text = text.replace(f"_{sub}", f"{LOW}{sub}{HIGH}", 1)
        return self._mark((node, i, j), text)

    def filled(self, cell: Used) -> str:
        text = super().filled(cell)
        sign = self.minus if text.startswith(self.minus) else ""
        return sign + self._mark((cell.node, cell.i, cell.j), text[len(sign) :])

    def _mark(self, cell: Cell, text: str) -> str:
        if not self.marked:
            return text
        self.cells.append((matrix_of(cell[0]), *cell[1:]))
        return f"{OPEN}{len(self.cells) - 1}{BETWEEN}{text}{CLOSE}"

    def spans(self, text: str, look: str, at: Cell | None = None) -> list[Span]:
        """A marked text in pieces, of which those that stand for a cell lead there; `at` is where one already is."""
        found: list[Span] = []
        end = 0
        for match in _MARKED.finditer(text):
            if match.start() > end:
                found.append(Span(text[end : match.start()], look))
            cell = self.cells[int(match[1])]
            found += _lowered(match[2], look, None if cell == at else cell)
            end = match.end()
        return [*found, Span(text[end:], look)] if end < len(text) else found

    def title(self, cell: Cell, look: str) -> list[Span]:
        """A cell by its letters, leading nowhere."""
        return self.spans(self.cell(*cell), look, cell)


def _lowered(text: str, look: str, target: Cell | None) -> list[Span]:
    """A name in pieces, of which one may be a lower index."""
    base, low, rest = text.partition(LOW)
    if not low:
        return [Span(text, look, target)]
    index, _, rest = rest.partition(HIGH)
    return [Span(base, look, target), Span(index, look, target, lowered=True), Span(rest, look, target)]


class TexStyle(LatexStyle):
    """LaTeX, with token names as text."""

    def __init__(self, trace: Trace, form: NumberForm) -> None:
        super().__init__(lambda node: symbols(trace, node), digits(trace, form), say)
        self.trace = trace

    def index(self, node: str, i: int, j: int) -> str:
        words = labels(self.trace[matrix_of(node)], i, j)
        return f"[{','.join(map(_tex, words))}]" if words else ""


def _tex(label: str) -> str:
    return label if label.isascii() and label.isdigit() else rf"\text{{{''.join(_LATEX.get(c, c) for c in label)}}}"
