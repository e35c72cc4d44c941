"""The scale beside a matrix drawn in colours alone: which number has which colour."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from core.numbers import show
from labapp.bench.card import Card
from labapp.bench.metrics import Metrics
from labapp.bench.paint import Style
from labapp.bench.richtext import metrics as font_metrics

PARTS = 51  # of the bar; odd, so that 0 has a part of its own
LOWEST = 5.0  # of a bar, in text heights


def room(card: Card, m: Metrics) -> float:
    """The width that a bar takes beside its card; none beside a mask, whose two colours say themselves."""
    if card.box.display == "mask":
        return 0.0
    return m.snap(m.px * 2.1 + max(m.label_text(text) for text in _marks(card)))


def paint(painter: QPainter, card: Card, style: Style) -> None:
    """Paint the bar to the right of a card whose top left corner is the painter's origin."""
    m, box = style.metrics, card.box
    if not room(card, m):
        return
    height = m.snap(max(box.grid.height(), m.px * LOWEST))
    bar = QRectF(box.width + m.snap(m.px * 0.7), box.grid_y, m.snap(m.px * 0.9), height)
    fills = style.ramp(box.display).fills
    for k in range(PARTS):  # from the top, each down to the bottom: a reader that smooths edges shows no seams
        top = bar.top() + bar.height() * k / PARTS
        fill = fills[round((PARTS - 1 - k) * (len(fills) - 1) / (PARTS - 1))]
        painter.fillRect(QRectF(bar.x(), top, bar.width(), bar.bottom() - top), fill)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(style.palette.result_edge), 1.0))
    painter.drawRect(bar)
    painter.setFont(m.label)
    painter.setPen(QColor(style.palette.quiet))
    half = font_metrics(m.label).capHeight() / 2
    for text, y in zip(_marks(card), (bar.top() + half, bar.center().y(), bar.bottom() - half), strict=True):
        painter.drawText(QPointF(bar.right() + m.px * 0.35, m.snap(y + half)), text)


def _marks(card: Card) -> tuple[str, str, str]:
    """The numbers at the top, the middle and the bottom."""
    if card.box.display == "weights":
        return "1", "0.5", "0"
    limit = show(card.cells.limit, 3, significant=True)
    return limit, "0", f"−{limit}"
