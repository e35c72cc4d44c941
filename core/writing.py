"""Arithmetic written down: with symbols or with its numbers, as plain text or LaTeX.

Sums of more than LONG terms leave out what is 0 and show their largest terms and the total of the rest.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from .expression import (
    Cell,
    Compound,
    Every,
    Expression,
    Function,
    Holds,
    Largest,
    Maximum,
    Minus,
    Named,
    Number,
    Power,
    Product,
    Quotient,
    Root,
    Sum,
    Total,
)
from .numbers import plain, show
from .problem import QT_TRANSLATE_NOOP

LONG = 8  # terms
SHORT = 3  # of a long vector whose members are only listed
ZEROS = QT_TRANSLATE_NOOP("explain", "zeros: {count}")
OTHERS = QT_TRANSLATE_NOOP("explain", "{count} others: {sum}")

# How tightly a text holds together, from loose to tight.
SUM, MINUS, PRODUCT, POWER, ATOM = range(5)
Text = tuple[str, int]

_SUB = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_SUPER = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_GREEK = {"mean": "μ", "var": "σ²", "xhat": "x̂", "gamma": "γ", "beta": "β", "eps": "ε"}
_LATEX = {
    "μ": r"\mu", "σ²": r"\sigma^2", "x̂": r"\hat{x}", "γ": r"\gamma", "β": r"\beta", "ε": r"\varepsilon",
    "ℓ": r"\ell", "√d": r"\sqrt{d}", "R′": "R'", "R″": "R''",
}  # fmt: skip
_HEAD = re.compile(r"\.h(\d+)\.")
_PIN_PARTS = ("natural", "held", "where")
Say = Callable[[str], str]
GRADIENT = "∂"  # before the name of a matrix: its gradient


def gradient_of(name: str) -> str:
    """The name under which an explanation has the gradient of a matrix."""
    return GRADIENT + name


def matrix_of(name: str) -> str:
    """The matrix that a name in an explanation belongs to: its own, or that of its gradient."""
    return name.removeprefix(GRADIENT)


class Symbol(NamedTuple):
    """A matrix as literature writes it: W_Q¹ has the base W, the lower index Q, the upper index 1 (its head)."""

    base: str
    sub: str = ""
    sup: str = ""


def symbol(name: str) -> Symbol:
    """The letters of a node: its last name, Greek where that is a Greek letter, and its head."""
    slope = GRADIENT if name.startswith(GRADIENT) else ""
    head = _HEAD.search(name)
    rest, _, stem = name.rpartition(".")
    sub = ""
    if stem in _PIN_PARTS:
        stem, sub = rest.rpartition(".")[2], stem
    if len(stem) == 2 and stem[0] in "Wb":  # W_Q, b_O, W₁
        stem, sub = stem[0], stem[1]
    stem = stem.removeprefix(GRADIENT)
    return Symbol(slope + _GREEK.get(stem, stem), sub, head.group(1) if head else "")


@dataclass(frozen=True)
class Digits:
    """How numbers are written: this many significant digits, or all (None)."""

    count: int | None = 4

    def text(self, value: float) -> str:
        if self.count is None:
            return plain(value).replace("-", "−").replace("inf", "∞").replace("nan", "NaN")
        return show(value, self.count, significant=True)


class Style:
    """Plain text. `name` gives the Symbol of a node, `digits` writes numbers, `say` translates a template."""

    times, dot, minus, dots = "×", "·", "−", "…"
    comma = ", "

    def __init__(self, name: Callable[[str], Symbol] = symbol, digits: Digits | None = None, say: Say = str) -> None:
        self.name = name
        self.digits = digits or Digits()
        self.say = say

    def cell(self, node: str, i: int, j: int) -> str:
        base, sub, sup = self.name(node)
        low = "" if not sub else sub.translate(_SUB) if sub.isdigit() else f"_{sub}"
        return base + low + sup.translate(_SUPER) + self.index(node, i, j)

    def index(self, node: str, i: int, j: int) -> str:
        """The place of a cell; a setting is one number and has none."""
        return "" if node.startswith("set.") else f"[{i},{j}]"

    def number(self, value: float) -> str:
        return self.digits.text(value)

    def filled(self, cell: Cell) -> str:
        """A cell by its number; its sign, if it has one, stands first."""
        return self.number(cell.value)

    def constant(self, number: Number) -> str:
        return number.text

    def named(self, part: Named) -> str:
        return part.symbol + ("" if part.mark is None else str(part.mark).translate(_SUB))

    def brackets(self, text: str) -> str:
        return f"({text})"

    def quotient(self, above: Text, below: Text) -> Text:
        return f"{self.wrap(above, PRODUCT)}/{self.wrap(below, POWER)}", PRODUCT

    def root(self, inner: Text) -> Text:
        return f"√{self.wrap(inner, ATOM)}", POWER

    def power(self, base: Text, exponent: Text) -> Text:
        plainly = exponent[0] in ("2", "3")
        raised = exponent[0].translate(_SUPER) if plainly else f"^{self.wrap(exponent, ATOM)}"
        return self.wrap(base, ATOM) + raised, POWER

    def function(self, name: str, arguments: str) -> Text:
        return f"{name}({arguments})", ATOM

    def bracketed(self, left: str, relation: str, right: str) -> Text:
        return f"[{left} {relation} {right}]", ATOM

    def every(self, parts: list[str]) -> Text:
        return " ∧ ".join(parts), SUM

    def aside(self, template: str, count: int, total: str = "") -> str:
        return self.brackets(self.say(template).format(count=count, sum=total))

    def wrap(self, text: Text, least: int) -> str:
        return self.brackets(text[0]) if text[1] < least else text[0]


class LatexStyle(Style):
    """LaTeX, for inside of a formula."""

    times, dot, minus, dots = r" \times ", r" \cdot ", "-", r"\dots"

    def cell(self, node: str, i: int, j: int) -> str:
        base, sub, sup = self.name(node)
        slope, base = (r"\partial " if base.startswith(GRADIENT) else ""), base.removeprefix(GRADIENT)
        body = _LATEX.get(base) or (base if len(base) == 1 else rf"\mathrm{{{base.replace('_', chr(92) + '_')}}}")
        low = rf"\mathrm{{{sub}}}" if len(sub) > 1 else sub
        body = rf"{{{body}}}" if "^" in body or "'" in body else body
        low += self.index(node, i, j)
        return slope + body + (f"^{{{sup}}}" if sup else "") + (f"_{{{low}}}" if low else "")

    def number(self, value: float) -> str:
        text = super().number(value).replace("−", "-").replace("∞", r"\infty").replace("NaN", r"\mathrm{NaN}")
        return re.sub(r"e([-+]?)0*(\d+)", lambda power: rf" \cdot 10^{{{power[1].strip('+')}{power[2]}}}", text)

    def constant(self, number: Number) -> str:
        return number.latex

    def named(self, part: Named) -> str:
        return part.latex + ("" if part.mark is None else f"_{{{part.mark}}}")

    def quotient(self, above: Text, below: Text) -> Text:
        return rf"\frac{{{above[0]}}}{{{below[0]}}}", POWER

    def root(self, inner: Text) -> Text:
        return rf"\sqrt{{{inner[0]}}}", ATOM

    def power(self, base: Text, exponent: Text) -> Text:
        return f"{self.wrap(base, ATOM)}^{{{exponent[0]}}}", POWER

    def function(self, name: str, arguments: str) -> Text:
        body = r"\mathrm{erf}" if name == "erf" else "\\" + name
        return f"{body}({arguments})", ATOM

    def bracketed(self, left: str, relation: str, right: str) -> Text:
        return f"[{left} {relation.replace('≤', chr(92) + 'le')} {right}]", ATOM

    def every(self, parts: list[str]) -> Text:
        return r" \wedge ".join(parts), SUM

    def aside(self, template: str, count: int, total: str = "") -> str:
        said = self.say(template).format(count=count, sum="").strip(" :：")
        return rf"\underbrace{{{total or '0'}}}_{{\text{{{said}}}}}"


class Writer:
    """Writes expressions in a style: `symbols` names the cells, `numbers` fills them in."""

    def __init__(self, style: Style) -> None:
        self.style = style

    def symbols(self, expression: Expression) -> str:
        with np.errstate(all="ignore"):
            return self._text(expression, False)[0]

    def numbers(self, expression: Expression) -> str:
        with np.errstate(all="ignore"):
            return self._text(expression, True)[0]

    def _text(self, e: Expression, filled: bool) -> Text:
        style = self.style
        if isinstance(e, Number):
            return (style.constant(e), ATOM) if e.text else self._number(e.value)
        if isinstance(e, Cell):
            return self._signed(style.filled(e)) if filled else (style.cell(e.node, e.i, e.j), ATOM)
        if isinstance(e, Named):
            if filled and np.ndim(e.known) == 0:
                return self._number(float(e.known))
            return style.named(e), ATOM
        if isinstance(e, Sum | Total):
            return self._sum(e, filled)
        if isinstance(e, Product):
            return self._product([self._text(part, filled) for part in e.parts], filled)
        if isinstance(e, Minus):
            return style.minus + style.wrap(self._text(e.parts[0], filled), PRODUCT), MINUS
        if isinstance(e, Largest | Maximum):
            return style.function("max", self.listed(e, filled))
        if isinstance(e, Compound):
            return self._compound(e, [self._text(part, filled) for part in e.parts])
        raise TypeError(f"{type(e).__name__} can't be written")

    def _compound(self, e: Compound, parts: list[Text]) -> Text:
        style = self.style
        if isinstance(e, Quotient):
            return style.quotient(parts[0], parts[1])
        if isinstance(e, Power):
            return style.power(parts[0], parts[1])
        if isinstance(e, Root):
            return style.root(parts[0])
        if isinstance(e, Function):
            return style.function(e.name, parts[0][0])
        if isinstance(e, Holds):
            return style.bracketed(parts[0][0], e.relation, parts[1][0])
        if isinstance(e, Every):
            return style.every([text for text, _ in parts])
        raise TypeError(f"{type(e).__name__} can't be written")

    def _number(self, value: float) -> Text:
        return self._signed(self.style.number(value))

    def _signed(self, text: str) -> Text:
        return text, MINUS if text.startswith(self.style.minus) else ATOM

    def _product(self, parts: list[Text], filled: bool) -> Text:
        first, *rest = parts
        texts = [self.style.wrap(first, MINUS), *(self.style.wrap(part, POWER) for part in rest)]
        level = MINUS if texts[0].startswith(self.style.minus) else PRODUCT
        return (self.style.times if filled else self.style.dot).join(texts), level

    def _sum(self, e: Sum | Total, filled: bool) -> Text:
        pieces = self._pieces(e, filled)
        if len(pieces) == 1:
            return pieces[0]
        minus = self.style.minus
        text = pieces[0][0]
        for piece, level in pieces[1:]:
            text += f" {minus} {piece[len(minus) :]}" if level == MINUS else f" + {piece}"
        return text, SUM

    def _pieces(self, e: Expression, filled: bool) -> list[Text]:
        """The terms of a sum as texts; those of sums inside it stand beside the others."""
        if isinstance(e, Sum):
            return [piece for part in e.parts for piece in self._pieces(part, filled)]
        if isinstance(e, Total):
            return self._folded(e.parts[0], filled)
        return [self._text(e, filled)]

    def _folded(self, term: Expression, filled: bool) -> list[Text]:
        amounts = term.number()
        kept, zeros, others = fold(amounts)
        found = [self._text(term.at(int(k)), filled) for k in kept]
        if filled and zeros:
            found.append((self.style.aside(ZEROS, zeros), ATOM))
        if filled and len(others):
            rest = self.style.number(float(amounts[others].sum()))
            found.append((self.style.aside(OTHERS, len(others), rest), ATOM))
        if not filled and (zeros or len(others)):
            found.append((self.style.dots, ATOM))
        return found or [self._number(0.0)]

    def listed(self, e: Expression, filled: bool) -> str:
        """The members of a vector, or the parts of an expression, one beside the other; a few of a long one."""
        if isinstance(e, Maximum):
            return self.style.comma.join(self._text(part, filled)[0] for part in e.parts)
        vector = e.parts[0] if isinstance(e, Largest) else e
        with np.errstate(all="ignore"):
            amounts = vector.number()
        kept = np.arange(len(amounts))
        if len(amounts) > LONG:
            kept = np.sort(np.argsort(-amounts, kind="stable")[:SHORT])
        texts = [self._text(vector.at(int(k)), filled)[0] for k in kept]
        return self.style.comma.join([*texts, *([self.style.dots] if len(kept) < len(amounts) else [])])


def fold(amounts: Any) -> tuple[Any, int, Any]:
    """Which terms of a sum are shown, in order, how many are left out because they are 0, and which others are.

    Up to LONG terms all are shown, zeros too. Of more, the LONG largest that are not 0.
    """
    if len(amounts) <= LONG:
        return np.arange(len(amounts)), 0, np.arange(0)
    there = np.flatnonzero(amounts != 0)
    zeros = len(amounts) - len(there)
    if len(there) <= LONG + 1:  # "1 others" would take as much room
        return there, zeros, np.arange(0)
    size = np.where(np.isfinite(amounts[there]), np.abs(amounts[there]), math.inf)
    order = np.argsort(-size, kind="stable")
    return np.sort(there[order[:LONG]]), zeros, np.sort(there[order[LONG:]])
