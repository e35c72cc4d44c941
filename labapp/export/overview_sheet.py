"""The overview of the architecture as a sheet: each stack a column of boxes with small maps, the text at the bottom."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from core.trace import Trace
from labapp import fonts
from labapp.bench.metrics import BASE, measure
from labapp.bench.paint import Style
from labapp.bench.paint_bars import paint_wire
from labapp.bench.places import Wire
from labapp.panels.overview import paint
from labapp.panels.overview.boxes import BoxPlan, boxes
from labapp.selection import Selection
from labapp.theme import Palette

from .sheet import Sheet

MARGIN, WIDTH = 16.0, 236.0  # px
GAP, BETWEEN = 18.0, 56.0  # between boxes, which an arrow joins, and between columns
CAPTION = 24.0
ARROW = 4.0  # half of its width
Placed = list[tuple[QRectF, BoxPlan]]


def of_overview(trace: Trace, palette: Palette, looks: Selection | None = None) -> Sheet:
    """The overview as the panel shows it, the encoder beside the decoder; layers are open where `looks` says so."""
    looks = looks or Selection()
    style = Style(palette, measure(BASE))
    stacks = boxes(trace, looks.open)[::-1]  # the encoder first
    heads = CAPTION if any(caption for caption, _ in stacks) else 0.0
    tallest = max(_height(plans) for _, plans in stacks)
    columns: list[tuple[str, Placed]] = []
    x = MARGIN
    for caption, plans in stacks:
        columns.append((caption, _column(plans, x, MARGIN + heads + tallest)))
        x += WIDTH + BETWEEN
    width, height = x - BETWEEN + MARGIN, 2 * MARGIN + heads + tallest
    wires = _memory(columns, trace)
    cells = sum(trace.graph[name].size for _, plans in stacks for plan in plans for name in plan.maps if name in trace)

    def body(painter: QPainter) -> None:
        for caption, placed in columns:
            _paint_caption(painter, caption, placed, palette)
            for (above, _), (below, _) in zip(placed, placed[1:], strict=False):
                _paint_arrow(painter, QPointF(below.center().x(), below.top()), above.bottom(), palette)
            for rect, plan in placed:
                paint.paint_frame(painter, rect, palette.edge, palette.card, 1.0)
                paint.paint_title(painter, rect, plan.title, plan.note if "×" in plan.note else "", palette)
                paint.paint_maps(painter, rect, plan, trace, looks.row, palette, whole=True)
        for wire in wires:
            paint_wire(painter, wire, style)

    title = QCoreApplication.translate("panels", "Overview")
    return Sheet(math.ceil(width), math.ceil(height), style, title, cells, body)


def _height(plans: Sequence[BoxPlan]) -> float:
    return sum(paint.height(plan) for plan in plans) + GAP * (len(plans) - 1)


def _column(plans: Sequence[BoxPlan], x: float, bottom: float) -> Placed:
    """The boxes of a stack from its result down to its text, which stands on `bottom`."""
    y = bottom - _height(plans)
    placed: Placed = []
    for plan in plans:
        placed.append((QRectF(x, y, WIDTH, paint.height(plan)), plan))
        y += paint.height(plan) + GAP
    return placed


def _memory(columns: Sequence[tuple[str, Placed]], trace: Trace) -> list[Wire]:
    """From the encoder's result to each box of the decoder that reads it."""
    if len(columns) < 2 or not trace.spec.crosses:
        return []
    (_, encoder), (_, decoder) = columns
    start = encoder[0][0]
    channel = start.right() + BETWEEN / 2
    wires = []
    for rect, plan in decoder:
        if plan.place.endswith(".cross") or (
            plan.place == plan.section and plan.section.startswith("dec") and plan.maps
        ):
            y = rect.center().y()
            points = (QPointF(start.right(), start.center().y()), QPointF(channel, start.center().y()))
            wires.append(Wire((*points, QPointF(channel, y), QPointF(rect.left(), y))))
    return wires


def _paint_caption(painter: QPainter, caption: str, placed: Placed, palette: Palette) -> None:
    if caption:
        top = placed[0][0]
        painter.setFont(fonts.ui_font(paint.NOTE, bold=True))
        painter.setPen(QColor(palette.quiet))
        painter.drawText(QPointF(top.x(), top.y() - 8), caption)


def _paint_arrow(painter: QPainter, start: QPointF, top: float, palette: Palette) -> None:
    """Straight up, from one box to the next."""
    end = QPointF(start.x(), top + 1.0)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.setPen(QPen(QColor(palette.quiet), 1.2))
    painter.drawLine(start, end + QPointF(0, 2 * ARROW))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(palette.quiet))
    painter.drawPolygon(QPolygonF([end, end + QPointF(-ARROW, 2 * ARROW), end + QPointF(ARROW, 2 * ARROW)]))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
