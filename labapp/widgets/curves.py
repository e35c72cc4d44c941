"""Curves over the steps of something that goes on: a few lines, a value axis that may be logarithmic, a legend."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from .tint import Role, edge, quiet, role

Array = NDArray[np.float64]
TEXT = 11  # px
TICK = 4
GAP = 12  # between two entries of the legend
SAMPLE = 18  # px of line in the legend
LEGEND = 3  # rows of it, at most
LEAST = 1e-12  # below it a logarithmic axis ends
FOUR_TIMES = 4


@dataclass(frozen=True)
class Line:
    """One line: its name in the legend ("" for none), its points, how it is drawn, and how its values are written."""

    name: str
    x: Array
    y: Array
    colour: str
    style: Qt.PenStyle = Qt.PenStyle.SolidLine
    width: float = 1.6
    form: str = "{:.3g}"


class Curves(QWidget):
    """`log` draws powers of ten at equal distances; `top` is the upper end of an axis from 0, None what is needed.

    `bare` leaves numbers and legend out: a small picture of how it goes.
    """

    def __init__(
        self, parent: QWidget | None = None, *, log: bool = False, top: float | None = None, bare: bool = False
    ) -> None:
        super().__init__(parent)
        self.log, self.top, self.bare = log, top, bare
        self.title = ""
        self.until = 0.0  # the last step that the axis shows at least
        self._lines: tuple[Line, ...] = ()
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    @property
    def lines(self) -> tuple[Line, ...]:
        return self._lines

    def show_lines(self, lines: Sequence[Line]) -> None:
        """Draw these from now on."""
        self._lines = tuple(lines)
        self.update()

    def set_title(self, title: str) -> None:
        self.title = title
        self.setAccessibleName(title)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(200, 84) if self.bare else QSize(260, 170)

    def minimumSizeHint(self) -> QSize:
        return QSize(80, 48) if self.bare else QSize(150, 96)

    # where things are

    def plot(self) -> QRectF:
        """The rectangle between the axes."""
        if self.bare:
            return QRectF(self.rect()).adjusted(1, 2, -2, -1.5)
        line = self._metrics().height()
        return QRectF(self.rect()).adjusted(42, (1 + len(self._legend())) * line + 8, -8, -line - 5)

    def _legend(self) -> list[list[tuple[float, Line]]]:
        """Rows of the legend: where each of its entries begins."""
        metrics, x = self._metrics(), 2.0
        rows: list[list[tuple[float, Line]]] = [[]]
        for line in self._lines:
            if line.name:
                width = SAMPLE + 4 + metrics.horizontalAdvance(line.name)
                if rows[-1] and x + width > self.width():
                    rows.append([])
                    x = 2.0
                rows[-1].append((x, line))
                x += width + GAP
        return rows[:LEGEND]

    def limits(self) -> tuple[float, float, float, float]:
        """First and last step, lowest and highest value (of a logarithmic axis as powers of ten)."""
        known = [line for line in self._lines if len(line.x)]
        first = min((float(line.x[0]) for line in known), default=0.0)
        last = max((float(line.x[-1]) for line in known), default=1.0)
        values = [line.y[np.isfinite(line.y)] for line in known]
        if self.log:
            logs = [np.log10(y[y > LEAST]) for y in values]
            low = min((float(y.min()) for y in logs if len(y)), default=-1.0)
            high = max((float(y.max()) for y in logs if len(y)), default=1.0)
            low, high = (math.floor(low * FOUR_TIMES) / FOUR_TIMES, math.ceil(high * FOUR_TIMES) / FOUR_TIMES)
        else:
            low = 0.0
            high = self.top or max((float(y.max()) for y in values if len(y)), default=1.0) or 1.0
        return first, max(last, first + 1, self.until), low, high if high > low else low + 1

    def place(self, line: Line) -> tuple[Array, Array]:
        """The pixels of a line's points; what has no logarithm lies on the axis."""
        first, last, low, high = self.limits()
        box = self.plot()
        y = line.y
        if self.log:
            y = np.log10(np.maximum(y, LEAST))
        x = box.left() + (line.x - first) / (last - first) * box.width()
        return x, box.bottom() - np.clip((y - low) / (high - low), 0.0, 1.02) * box.height()

    def _metrics(self) -> QFontMetrics:
        font = self.font()
        font.setPixelSize(TEXT)
        return QFontMetrics(font)

    # painting

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        font = self.font()
        font.setPixelSize(TEXT)
        painter.setFont(font)
        box = self.plot()
        if not self.bare:
            self._paint_words(painter, box)
        painter.setPen(QPen(edge(self), 1.2))
        painter.drawPolyline([box.topLeft(), box.bottomLeft(), box.bottomRight()])
        painter.setClipRect(box.adjusted(0, -2, 2, 1))
        for line in self._lines:
            finite = np.isfinite(line.y)
            if not finite.any():
                continue
            x, y = self.place(line)
            points = _thinned(x[finite], y[finite], box.width())
            painter.setPen(_pen(line))
            if points.size() == 1:
                painter.drawPoint(points.first())
            painter.drawPolyline(points)

    def _paint_words(self, painter: QPainter, box: QRectF) -> None:
        metrics = painter.fontMetrics()
        line, first, last = metrics.height(), *self.limits()[:2]
        painter.setPen(role(self, Role.WindowText))
        painter.drawText(QRectF(2, 0, self.width() - 4, line), int(Qt.AlignmentFlag.AlignLeft), self.title)
        for row, entries in enumerate(self._legend()):
            for x, entry in entries:
                top = (1 + row) * line + 2
                painter.setPen(_pen(entry))
                painter.drawLine(QPointF(x, top + line / 2), QPointF(x + SAMPLE, top + line / 2))
                painter.setPen(quiet(self))
                painter.drawText(QPointF(x + SAMPLE + 4, top + metrics.ascent()), entry.name)
        for value, text in self.ticks():
            y = box.bottom() - value * box.height()
            painter.setPen(QPen(edge(self), 1, Qt.PenStyle.DotLine))
            painter.drawLine(QPointF(box.left(), y), QPointF(box.right(), y))
            painter.setPen(quiet(self))
            where = QRectF(0, y - line / 2, box.left() - TICK, line)
            painter.drawText(where, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), text)
        painter.setPen(quiet(self))
        below = QRectF(box.left(), box.bottom() + 3, box.width(), line)
        painter.drawText(below, int(Qt.AlignmentFlag.AlignLeft), f"{first:g}")
        painter.drawText(below, int(Qt.AlignmentFlag.AlignRight), f"{last:g}")

    def ticks(self) -> list[tuple[float, str]]:
        """Numbers on the value axis: where (0 below, 1 on top), and how they are written."""
        _, _, low, high = self.limits()
        if self.log:
            inside = list(range(math.ceil(low), math.floor(high) + 1))
            inside = inside[:: max(1, -(-len(inside) // 5))]
            found = [((k - low) / (high - low), f"{10.0**k:.2g}") for k in inside]
            return found or [(0.0, f"{10.0**low:.2g}"), (1.0, f"{10.0**high:.2g}")]
        if self.top == 1.0:
            return [(part, f"{part:.0%}") for part in (0.0, 0.5, 1.0)]
        return [(part, f"{part * high:.2g}") for part in (0.0, 0.5, 1.0)]

    # reading

    def said(self, x: float) -> str:
        """The values of every named line at a place of the widget."""
        first, last, _, _ = self.limits()
        box = self.plot()
        step = first + (x - box.left()) / max(1.0, box.width()) * (last - first)
        found, at = [], None
        for line in self._lines:
            if line.name and len(line.x):
                k = min(int(np.searchsorted(line.x, step)), len(line.x) - 1)
                if k and abs(line.x[k - 1] - step) < abs(line.x[k] - step):
                    k -= 1
                at = float(line.x[k]) if at is None else at
                found.append(f"{line.name} {line.form.format(float(line.y[k]))}")
        return "" if at is None else "\n".join([f"{at:g}", *found])

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        said = self.said(event.position().x())
        if said and self.plot().contains(event.position()):
            QToolTip.showText(event.globalPosition().toPoint(), said, self)


def _pen(line: Line) -> QPen:
    pen = QPen(QColor(line.colour), line.width, line.style)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return pen


def _thinned(x: Array, y: Array, width: float) -> QPolygonF:
    """The points as a polygon: of many in one column of pixels, the lowest and the highest."""
    columns = max(1, int(width))
    if len(x) > FOUR_TIMES * columns:
        each = -(-len(x) // columns)
        full = len(x) // each * each
        lows, highs = y[:full].reshape(-1, each).min(axis=1), y[:full].reshape(-1, each).max(axis=1)
        middle = x[:full].reshape(-1, each)[:, 0]
        x = np.concatenate([np.repeat(middle, 2), x[full:]])
        y = np.concatenate([np.column_stack([lows, highs]).ravel(), y[full:]])
    return QPolygonF([QPointF(a, b) for a, b in zip(x.tolist(), y.tolist(), strict=True)])


def smoothed(values: Array) -> Array:
    """The running mean of the last values: a tenth of what there was, at most fifty."""
    if not len(values):
        return values
    sums = np.concatenate([[0.0], np.cumsum(values)])
    ends = np.arange(1, len(values) + 1)
    starts = ends - np.clip(ends // 10, 1, 50)
    mean: Array = (sums[ends] - sums[starts]) / (ends - starts)
    return mean
