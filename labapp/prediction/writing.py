"""Lines of text at their places: titles and notes of cards, wrapped where a column is narrow."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QTextLayout, QTextOption

from .. import fonts
from .places import Line
from .plan import CardPlan

TITLE, NOTE = 14, 12  # px
LEADING = 19.0  # px of a line
SPACE = 10.0  # px between a title and its note


def title_font() -> QFont:
    return fonts.ui_font(TITLE, bold=True)


def note_font() -> QFont:
    return fonts.ui_font(NOTE)


def write(card: CardPlan, inside: QRectF) -> list[Line]:
    """Title and note on one line where both fit, else one below the other."""
    title, note = wrapped(card.title, True, inside.width()), card.note
    found = [_line(text, inside, k, True) for k, text in enumerate(title)]
    if not note:
        return found
    last = advance(title[-1], True) if title else 0.0
    if last + SPACE + advance(note, False) <= inside.width():
        k = len(title) - 1
        left = inside.right() - advance(note, False)
        found.append(Line(note, QRectF(left, inside.top() + k * LEADING, inside.right() - left, LEADING), False))
        return found
    found += [_line(text, inside, len(title) + k, False) for k, text in enumerate(wrapped(note, False, inside.width()))]
    return found


def _line(text: str, inside: QRectF, k: int, bold: bool) -> Line:
    return Line(text, QRectF(inside.left(), inside.top() + k * LEADING, inside.width(), LEADING), bold)


@lru_cache(maxsize=512)
def advance(text: str, bold: bool) -> float:
    """The width of a line."""
    return QFontMetricsF(title_font() if bold else note_font()).horizontalAdvance(text) + 1.0


@lru_cache(maxsize=512)
def wrapped(text: str, bold: bool, width: float) -> tuple[str, ...]:
    """The lines of a text, broken between words, or anywhere where a word is longer than a line."""
    layout = QTextLayout(text, title_font() if bold else note_font())
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.beginLayout()
    lines = []
    while (line := layout.createLine()).isValid():
        line.setLineWidth(max(1.0, width))
        lines.append(text[line.textStart() : line.textStart() + line.textLength()].strip())
    layout.endLayout()
    return tuple(lines)


LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
