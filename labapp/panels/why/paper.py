"""Paper: a page laid out at one width and painted in the colours of a theme; on screen and as a picture alike."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QTextCharFormat, QTextLayout, QTextOption

from labapp import fonts
from labapp.selection import Cell
from labapp.theme import Palette

from .page import Bar, Line, Page

BESIDE_FROM = 760  # px of width from which the bars stand beside the text
BARS = 340  # px that they then have
GAP = 36  # px between text and bars
LEAST, STEP = 480.0, 60.0  # px that the text has at least beside bars, and by which it has more
BETWEEN = 3  # px between lines
BAR_LINE, BAR = 19, 11  # px: a bar with its room, the bar itself
LABEL = 110  # px at most before a bar
NUMBER = 74  # px at most between label and bar
TEXT, MATH, SMALL = 14, 17, 14  # px


@lru_cache(maxsize=1)
def _fonts() -> dict[str, QFont]:
    return {
        "strong": fonts.ui_font(TEXT, bold=True),
        "quiet": fonts.ui_font(13),
        "text": fonts.ui_font(TEXT),
        "math": fonts.math_font(MATH, italic=False),
        "symbols": fonts.math_font(SMALL, italic=False),
    }


@lru_cache(maxsize=64)
def _format(look: str, colour: str, lowered: bool) -> QTextCharFormat:
    made = QTextCharFormat()
    if lowered:
        made.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignSubScript)
    made.setFont(_fonts()[look])
    made.setForeground(QColor(colour))
    return made


@dataclass
class Place:
    """Where a piece that leads to a cell is: a rectangle a line of text, or that of a bar.

    `stop` says that the keyboard stops here: at the first place of each cell.
    """

    target: Cell
    words: str
    underlined: bool
    rects: list[QRectF] = field(default_factory=list)
    stop: bool = True

    def moved(self, y: float) -> Place:
        """The same, lower by y."""
        return Place(self.target, self.words, self.underlined, [rect.translated(0.0, y) for rect in self.rects])


class SetLine(NamedTuple):
    """A line of the page as Qt set it, its height, and the places on it, as if it stood at the top."""

    layout: QTextLayout
    height: float
    places: tuple[Place, ...]


def _linked(line: Line, layout: QTextLayout) -> Iterator[Place]:
    """The pieces of a line that lead to a cell."""
    pieces = []
    for k in range(layout.lineCount()):
        piece = layout.lineAt(k)
        first = piece.textStart()
        pieces.append((piece, first, first + piece.textLength(), piece.y(), piece.height()))
    start = 0
    for target, group in groupby(line, key=lambda span: span.target):
        spans = list(group)
        end = start + sum(_units(span.text) for span in spans)
        if target is not None:
            words = "".join("_" * span.lowered + span.text for span in spans)
            place = Place(target, words, spans[0].look != "symbols")
            for piece, first, last, top, height in pieces:
                if start < last and first < end:
                    left, right = _x(piece.cursorToX(max(start, first))), _x(piece.cursorToX(min(end, last)))
                    place.rects.append(QRectF(min(left, right), top, abs(right - left), height))
            yield place
        start = end


def _units(text: str) -> int:
    """The length that Qt counts: characters beyond the first 65,536 are two."""
    return len(text) + sum(one > "\uffff" for one in text)


class Paper:
    """`places` in reading order; `height` is what the page needs at `width`.

    Lines that `before` has as well are not set again: in a drag the letters stay and only numbers move.
    """

    def __init__(self, page: Page, width: float, colours: Palette, before: Paper | None = None) -> None:
        self.page, self.width, self.colours = page, max(120.0, width), colours
        self.places: list[Place] = []
        beside = bool(page.bars) and self.width >= BESIDE_FROM
        self._text_width = self.width - (BARS + GAP if beside else 0)
        same = before is not None and before.colours is colours and before._text_width == self._text_width
        kept = before._set_lines if before is not None and same else {}
        self._set_lines: dict[Line, SetLine] = {}
        self._texts: list[tuple[QTextLayout, float]] = []
        y = 0.0
        for line in page.lines:
            done = self._set_lines[line] = kept.get(line) or self._set(line)
            self._texts.append((done.layout, y))
            self.places += (place.moved(y) for place in done.places)
            y += done.height + BETWEEN
        self._bars_at = QPointF(self._natural() + GAP, 2.0) if beside else QPointF(0.0, y + 3)
        self._bars_width = float(BARS) if beside else min(self.width, 460.0)
        below = self._bars_at.y() + BAR_LINE * len(page.bars)
        self.height = max(y, below) if page.bars else y
        for at, bar in enumerate(page.bars):
            if bar.target is not None:
                self.places.append(Place(bar.target, f"{bar.label}: {bar.number}", False, [self._bar_line(at)]))
        seen: set[Cell] = set()
        for place in self.places:
            place.stop = place.target not in seen
            seen.add(place.target)

    @property
    def size(self) -> QSizeF:
        return QSizeF(self.width, self.height)

    # laying out

    def _natural(self) -> float:
        """The width that the text takes, in steps: the bars don't move with every digit."""
        lines = (layout.lineAt(k).naturalTextWidth() for layout, _ in self._texts for k in range(layout.lineCount()))
        wide = math.ceil(max(lines, default=0.0) / STEP) * STEP
        return min(self._text_width, max(LEAST, wide))

    def _set(self, line: Line) -> SetLine:
        """Set a line, in as many lines as it needs."""
        layout = QTextLayout("".join(span.text for span in line), _fonts()[line[0].look if line else "text"])
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        ranges, start = [], 0
        for (look, lowered), spans in groupby(line, key=lambda span: (span.look, span.lowered)):
            made = QTextLayout.FormatRange()
            made.start, made.length = start, sum(_units(span.text) for span in spans)
            made.format = _format(look, self._colour(look), lowered)
            ranges.append(made)
            start += made.length
        layout.setFormats(ranges)
        height = 0.0
        layout.beginLayout()
        while (piece := layout.createLine()).isValid():
            piece.setLineWidth(self._text_width)
            piece.setPosition(QPointF(0.0, height))
            height += piece.height()
        layout.endLayout()
        return SetLine(layout, height, tuple(_linked(line, layout)))

    def _colour(self, look: str) -> str:
        return self.colours.quiet if look in ("quiet", "symbols") else self.colours.text

    def _bar_line(self, at: int) -> QRectF:
        return QRectF(self._bars_at.x(), self._bars_at.y() + at * BAR_LINE, self._bars_width, BAR_LINE)

    # reading

    def at(self, point: QPointF) -> int | None:
        """The number of the place under a point."""
        for k, place in enumerate(self.places):
            if any(rect.contains(point) for rect in place.rects):
                return k
        return None

    # painting

    def paint(self, painter: QPainter, current: int | None = None, hovered: int | None = None) -> None:
        """Paint from (0, 0); `current` and `hovered` are places that keys and the pointer are at."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        painter.setPen(Qt.PenStyle.NoPen)
        for k in {current, hovered} - {None}:
            if k is not None and k < len(self.places):
                painter.setBrush(QColor(self.colours.accent_soft))
                for rect in self.places[k].rects:
                    painter.drawRoundedRect(rect.adjusted(-2, 0, 2, 0), 3, 3)
        if current is not None and current < len(self.places):
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(self.colours.accent), 1.5))
            for rect in self.places[current].rects:
                painter.drawRoundedRect(rect.adjusted(-2, 0, 2, 0), 3, 3)
        for layout, y in self._texts:
            layout.draw(painter, QPointF(0.0, y))
        self._paint_underlines(painter)
        if self.page.bars:
            self._paint_bars(painter)

    def _paint_underlines(self, painter: QPainter) -> None:
        pen = QPen(QColor(self.colours.why), 1.0)
        pen.setDashPattern((3.0, 2.0))
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        painter.setPen(pen)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        rects = (rect for place in self.places if place.underlined for rect in place.rects)
        lines = [QLineF(rect.left(), y, rect.right(), y) for rect in rects for y in (round(rect.bottom()) - 1.0,)]
        painter.drawLines(lines)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)

    def _paint_bars(self, painter: QPainter) -> None:
        small = _fonts()["quiet"]
        measure = QFontMetricsF(small)
        bars = self.page.bars
        labels = [measure.elidedText(bar.label, Qt.TextElideMode.ElideRight, LABEL) for bar in bars]
        wide = max(measure.horizontalAdvance(label) for label in labels) + 10
        number = min(NUMBER, max(measure.horizontalAdvance(bar.number) for bar in bars)) + 10
        left = wide + number
        room = max(20.0, self._bars_width - left)
        painter.setFont(small)
        for at, (bar, label) in enumerate(zip(bars, labels, strict=True)):
            line = self._bar_line(at)
            middle = Qt.AlignmentFlag.AlignVCenter
            painter.setPen(QColor(self.colours.text if bar.target or bar.current else self.colours.quiet))
            painter.drawText(QRectF(line.x(), line.y(), wide, line.height()), middle, label)
            place = QRectF(line.x() + wide - 10, line.y(), number, line.height())
            painter.drawText(place, middle | Qt.AlignmentFlag.AlignRight, bar.number)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(self._tone(bar)))
            length = max(1.5, bar.share * room) if bar.number else 0.0
            painter.drawRoundedRect(QRectF(line.x() + left, line.center().y() - BAR / 2, length, BAR), 2, 2)

    def _tone(self, bar: Bar) -> str:
        if bar.tone == "weight":
            return self.colours.accent if bar.current else self.colours.weights[1]
        return self.colours.signed[2 if bar.tone == "plus" else 0]


def _x(found: object) -> float:
    """PySide6 answers with the place of the cursor as well."""
    return float(found[0] if isinstance(found, tuple) else found)  # type: ignore[arg-type]
