"""Symbols with subscripts and superscripts, measured and painted: `W_Q^1`, `Q K^T`, `σ^2`, `W_{ff}`.

A `_` or `^` takes the next character, or all in the braces that follow. A subscript and a superscript of the same
base stand above each other.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QPointF
from PySide6.QtGui import QFont, QFontMetricsF, QPainter

SUBSCRIPTS = str.maketrans("0123456789+-=()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ")
SUPERSCRIPTS = str.maketrans("0123456789+-=()iTn", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁱᵀⁿ")


@dataclass(frozen=True)
class Run:
    """A piece of text at one level: 0 on the line, −1 a subscript, +1 a superscript."""

    text: str
    level: int


@lru_cache(maxsize=512)
def parse(markup: str) -> tuple[Run, ...]:
    """The runs of `markup`, in writing order."""
    runs: list[Run] = []
    plain = ""
    at = 0
    while at < len(markup):
        letter = markup[at]
        if letter in "_^" and at + 1 < len(markup):
            if plain:
                runs.append(Run(plain, 0))
                plain = ""
            end = markup.find("}", at) if markup[at + 1] == "{" else -1
            text = markup[at + 2 : end] if end > 0 else markup[at + 1]
            runs.append(Run(text, -1 if letter == "_" else 1))
            at = end + 1 if end > 0 else at + 2
        else:
            plain += letter
            at += 1
    if plain:
        runs.append(Run(plain, 0))
    return tuple(runs)


def plain(markup: str) -> str:
    """The markup as one line of plain Unicode, for tooltips and screen readers: `W_Q¹`."""
    out = ""
    for run in parse(markup):
        if run.level == 0:
            out += run.text
        elif run.level > 0:
            out += run.text.translate(SUPERSCRIPTS)
        else:
            lowered = run.text.translate(SUBSCRIPTS)
            out += lowered if lowered != run.text else "_" + run.text
    return out


@dataclass(frozen=True)
class Pen:
    """The two fonts of one kind of symbol, with their measures."""

    base: QFont
    script: QFont

    def width(self, markup: str) -> float:
        return self._walk(markup, None, QPointF())

    def draw(self, painter: QPainter, at: QPointF, markup: str) -> float:
        """Paint with the baseline starting at `at`; return the width."""
        return self._walk(markup, painter, at)

    def _walk(self, markup: str, painter: QPainter | None, at: QPointF) -> float:
        base, script = metrics(self.base), metrics(self.script)
        x = start = 0.0  # `start`: where the scripts of the present base begin
        last = 0
        for run in parse(markup):
            if run.level and last == 0:
                start = x
            begin = x if run.level == 0 else start + (base.ascent() * 0.06 if run.level > 0 else 0.0)
            if painter is not None:
                drop = 0.0 if run.level == 0 else base.ascent() * (0.24 if run.level < 0 else -0.42)
                painter.setFont(self.base if run.level == 0 else self.script)
                painter.drawText(QPointF(at.x() + begin, at.y() + drop), run.text)
            advance = (base if run.level == 0 else script).horizontalAdvance(run.text)
            x = max(x, begin + advance)
            last = run.level
        return x


@lru_cache(maxsize=256)
def metrics(font: QFont) -> QFontMetricsF:
    return QFontMetricsF(font)
