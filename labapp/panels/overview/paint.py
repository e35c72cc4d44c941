"""A box of the overview as a picture: its frame, its title and small maps. The panel and figures paint with it."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPainter, QPen

from core.trace import Trace

from ... import fonts
from ...bench.pinning import hidden_weights
from ...selection import Row
from ...theme import Palette, Ramp, signed_ramp, signed_steps, weight_ramp, weight_steps
from .boxes import BoxPlan

PAD, GAP = 8.0, 6.0  # px
LINE = 18.0  # of the title
TALLEST, CELL = 44.0, (18.0, 13.0)  # px: a row of maps; a cell of a small one, wide and high
TITLE, NOTE = 12, 11  # px of text


def height(plan: BoxPlan) -> float:
    """How high a box is."""
    return PAD * 2 + LINE + (TALLEST + 4.0 if plan.maps else 0.0)


def paint_frame(painter: QPainter, rect: QRectF, edge: str, ground: str, wide: float) -> None:
    """The rounded frame of a box."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.setPen(QPen(QColor(edge), wide))
    painter.setBrush(QColor(ground))
    half = wide / 2
    painter.drawRoundedRect(rect.adjusted(half, half, -half, -half), 5, 5)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


def paint_title(painter: QPainter, rect: QRectF, title: str, note: str, colours: Palette) -> None:
    """The title of a box at the left and its note at the right."""
    line = QRectF(rect.x() + PAD, rect.y() + PAD - 2, rect.width() - 2 * PAD, LINE)
    room, middle = line.width(), Qt.AlignmentFlag.AlignVCenter
    if note:
        painter.setFont(fonts.ui_font(NOTE))
        painter.setPen(QColor(colours.quiet))
        painter.drawText(line, Qt.AlignmentFlag.AlignRight | middle, note)
        room -= QFontMetricsF(fonts.ui_font(NOTE)).horizontalAdvance(note) + GAP
    bold = fonts.ui_font(TITLE, bold=True)
    painter.setFont(bold)
    painter.setPen(QColor(colours.text))
    shown = QFontMetricsF(bold).elidedText(title, Qt.TextElideMode.ElideRight, room)
    painter.drawText(line, Qt.AlignmentFlag.AlignLeft | middle, shown)


def paint_maps(
    painter: QPainter,
    rect: QRectF,
    plan: BoxPlan,
    trace: Trace,
    row: Row | None,
    colours: Palette,
    whole: bool = False,
    images: Sequence[QImage] | None = None,
) -> None:
    """The small maps of a box; with `whole`, cells are whole pixels large wherever they are that large at all.

    `images` are the maps, where they have been made already.
    """
    names = [name for name in plan.maps if name in trace]
    if not names:
        return
    each = (rect.width() - 2 * PAD - GAP * (len(names) - 1)) / len(names)
    at = rect.topLeft() + QPointF(PAD, PAD + LINE)
    made = images or [map_image(trace, name, colours) for name in names]
    for name, image in zip(names, made, strict=True):
        n, k = trace.graph[name].shape
        cell_w, cell_h = min(each / k, CELL[0], 1.5 * TALLEST / n), min(TALLEST / n, CELL[1])
        if whole:
            cell_w, cell_h = (math.floor(side) if side >= 1.0 else side for side in (cell_w, cell_h))
        area = QRectF(at.x(), at.y(), cell_w * k, cell_h * n)
        painter.drawImage(area, image)
        if row is not None and row[0] == trace.graph[name].axes[0] and row[1] < n:
            painter.setPen(QPen(QColor(colours.text), 1.0))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(area.x(), area.y() + row[1] * cell_h, area.width() - 1, max(2.0, cell_h)))
        at += QPointF(area.width() + GAP, 0)


def map_image(trace: Trace, name: str, colours: Palette) -> QImage:
    """A matrix as an image of one pixel a cell; what the mask hides has the colour of hidden cells."""
    node = trace.graph[name]
    values = trace.values_of(node).astype(np.float64)
    weights = node.display == "weights"
    ramp: Ramp = weight_ramp(colours) if weights else signed_ramp(colours)
    finite = np.abs(values[np.isfinite(values)])
    limit = float(finite.max()) if finite.size and finite.max() > 0 else 1.0
    steps = weight_steps(values) if weights else signed_steps(values, limit)
    painted = ramp.table[steps]
    hidden = hidden_weights(trace, name)
    if hidden is not None:
        painted[hidden] = QColor(colours.hidden_stripe).rgb()
    painted[~np.isfinite(values)] = QColor(colours.odd_edge).rgb()
    n, k = values.shape
    return QImage(painted.tobytes(), k, n, 4 * k, QImage.Format.Format_RGB32).copy()
