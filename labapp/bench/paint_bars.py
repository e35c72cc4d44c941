"""Bars of one row's largest numbers with their labels, and the wires of the memory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from core.follow import predicting
from core.trace import Trace
from labapp.digits import NumberForm

from . import labels
from .metrics import Metrics
from .places import Bars, Wire

if TYPE_CHECKING:
    from .paint import Style

AUTOMATIC = NumberForm()


@dataclass(frozen=True)
class BarData:
    """The row's token and its largest numbers with their labels, the largest first."""

    token: str
    found: tuple[tuple[str, float], ...]
    form: NumberForm = AUTOMATIC
    own: bool = False  # whether they are about the token's own place, as an encoder's are


def bar_data(
    trace: Trace,
    bars: Bars,
    cell: tuple[str, int, int] | None,
    row: tuple[str, int] | None,
    form: NumberForm | None = None,
) -> BarData:
    """What the bars show: the followed row, else that of a selected cell of the head, else the one that predicts."""
    matrix = trace[bars.name]
    n = len(matrix.rows)
    i = n - 1
    if "src.labels" in trace and (asked := predicting(trace)) is not None:
        i = asked[1]
    if row is not None and row[0] == matrix.row_axis and row[1] < n:
        i = row[1]
    elif cell is not None and cell[0] in trace and trace[cell[0]].row_axis == matrix.row_axis and cell[1] < n:
        i = cell[1]
    values = matrix.values[i].astype(np.float64)
    order = np.argsort(-np.where(np.isfinite(values), values, -1.0), kind="stable")[: bars.count]
    found = tuple((matrix.cols[j], float(values[j])) for j in order)
    return BarData(matrix.rows[i], found, form or AUTOMATIC, matrix.row_axis == "src")


def paint_bars(painter: QPainter, bars: Bars, data: BarData, style: Style) -> None:
    """A card of bars: label, bar, number on each line."""
    m, colours = style.metrics, style.palette
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.setPen(QPen(QColor(colours.result_edge), max(1.0, m.px * 0.08)))
    painter.setBrush(QColor(colours.card))
    painter.drawRoundedRect(bars.rect.adjusted(0.5, 0.5, -0.5, -0.5), m.px * 0.42, m.px * 0.42)
    painter.setFont(m.small)
    painter.setPen(QColor(colours.quiet))
    painter.drawText(
        QPointF(bars.rect.x() + m.pad, bars.rect.y() + m.px * 1.25),
        labels.bars_title(m.shortened(data.token, m.px * 5), data.own),
    )
    names = [m.shortened(name, m.px * 6) for name, _ in data.found]
    left = bars.rect.x() + m.pad + max(map(m.label_text, names), default=0.0) + m.px * 0.4
    room = bars.rect.right() - m.pad - left - m.px * 2.8 - m.more_digits
    y = bars.rect.y() + m.px * 1.75
    for name, (_, value) in zip(names, data.found, strict=True):
        line = QRectF(bars.rect.x() + m.pad, y, left - bars.rect.x() - m.pad - m.px * 0.4, m.px * 1.35)
        painter.setPen(QColor(colours.text))
        painter.setFont(m.label)
        painter.drawText(line, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, name)
        wide = room * min(1.0, max(0.0, value)) if np.isfinite(value) else 0.0
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.accent))
        painter.drawRect(QRectF(left, y + m.px * 0.2, max(1.0, wide), m.px * 0.95))
        painter.setPen(QColor(colours.text))
        painter.setFont(m.mono)
        numbers = QRectF(left + wide + m.px * 0.35, y, m.px * 4.0 + m.more_digits, m.px * 1.35)
        painter.drawText(numbers, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, data.form.text(value, 3))
        y += m.px * 1.5
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


def paint_wire(painter: QPainter, wire: Wire, style: Style) -> None:
    """A line with an arrow at its end, in the accent of the palette."""
    m: Metrics = style.metrics
    colour = QColor(style.palette.accent)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    pen = QPen(colour, max(1.0, m.px * 0.12))
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPolyline(QPolygonF(list(wire.points)))
    end, half = wire.points[-1], m.px * 0.28
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawPolygon(QPolygonF([end, end + QPointF(-2 * half, -half), end + QPointF(-2 * half, half)]))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
