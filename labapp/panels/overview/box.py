"""One box of the overview: a button with a title and small maps of matrices."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QWidget

from core.trace import Trace

from ... import fonts
from ...selection import Row
from ...theme import Palette, Ramp, signed_ramp, signed_steps, weight_ramp, weight_steps
from .boxes import BoxPlan

PAD, GAP = 8.0, 6.0  # px
LINE = 18.0  # of the title
TALLEST, CELL = 44.0, (18.0, 13.0)  # px: a row of maps; a cell of a small one, wide and high
TITLE, NOTE = 12, 11  # px of text


class Box(QAbstractButton):
    """Shows one BoxPlan; a click, Space or Enter asks for its place (`clicked`)."""

    def __init__(self, plan: BoxPlan, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.plan = plan
        self.here = False
        self._trace: Trace | None = None
        self._row: Row | None = None
        self._palette: Palette | None = None
        self._images: tuple[QImage, ...] = ()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setText(plan.title)
        self.setAccessibleName(f"{plan.title}, {plan.note}" if plan.note else plan.title)
        self.setToolTip(plan.title)

    def show_trace(self, trace: Trace, row: Row | None, here: bool, colours: Palette) -> None:
        """Show these values, the followed row, and whether this is where a person is."""
        images = tuple(map_image(trace, name, colours) for name in self.plan.maps if name in trace)
        if (row, here, colours) != (self._row, self.here, self._palette):
            self.update()
        elif images != self._images:
            self.update(self._maps_area())
        self._trace, self._row, self.here, self._palette, self._images = trace, row, here, colours, images

    def _maps_area(self) -> QRect:
        """Where the maps are: all that a drag changes."""
        inner = self.rect().adjusted(round(PAD), round(PAD + LINE), -round(PAD), 0)
        inner.setHeight(round(TALLEST) + 2)
        return inner

    def sizeHint(self) -> QSize:
        height = PAD * 2 + LINE + (TALLEST + 4.0 if self.plan.maps else 0.0)
        return QSize(150, round(height))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = self._palette
        if colours is None or self._trace is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        edge = colours.accent if self.here or self.hasFocus() or self.underMouse() else colours.edge
        wide = 2.0 if self.here else 1.0
        painter.setPen(QPen(QColor(edge), wide))
        painter.setBrush(QColor(colours.accent_soft if self.here else colours.card))
        half = wide / 2
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(half, half, -half, -half), 5, 5)
        if self.hasFocus():
            painter.setPen(QPen(QColor(colours.accent), 1.0, Qt.PenStyle.DotLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(3.5, 3.5, -3.5, -3.5), 3, 3)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        if event.rect().top() < PAD + LINE - 1:
            self._paint_title(painter, colours)
        self._paint_maps(painter, self._trace, colours)
        painter.end()

    def _paint_title(self, painter: QPainter, colours: Palette) -> None:
        line = QRectF(PAD, PAD - 2, self.width() - 2 * PAD, LINE)
        painter.setFont(fonts.ui_font(NOTE))
        painter.setPen(QColor(colours.quiet))
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(line, right, self.plan.note)
        room = line.width() - painter.fontMetrics().horizontalAdvance(self.plan.note) - (GAP if self.plan.note else 0)
        painter.setFont(fonts.ui_font(TITLE, bold=True))
        painter.setPen(QColor(colours.text))
        title = painter.fontMetrics().elidedText(self.plan.title, Qt.TextElideMode.ElideRight, int(room))
        painter.drawText(line, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, title)

    def _paint_maps(self, painter: QPainter, trace: Trace, colours: Palette) -> None:
        names = [name for name in self.plan.maps if name in trace]
        if not names:
            return
        each = (self.width() - 2 * PAD - GAP * (len(names) - 1)) / len(names)
        at = QPointF(PAD, PAD + LINE)
        for name, image in zip(names, self._images, strict=True):
            n, k = trace.graph[name].shape
            cell_w, cell_h = min(each / k, CELL[0], 1.5 * TALLEST / n), min(TALLEST / n, CELL[1])
            rect = QRectF(at.x(), at.y(), cell_w * k, cell_h * n)
            painter.drawImage(rect, image)
            row = self._row
            if row is not None and row[0] == trace.graph[name].axes[0] and row[1] < n:
                painter.setPen(QPen(QColor(colours.text), 1.0))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRect(QRectF(rect.x(), rect.y() + row[1] * cell_h, rect.width() - 1, max(2.0, cell_h)))
            at += QPointF(rect.width() + GAP, 0)


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
    hidden = trace.hidden(name)
    if hidden is not None:
        painted[hidden] = QColor(colours.hidden_stripe).rgb()
    painted[~np.isfinite(values)] = QColor(colours.odd_edge).rgb()
    n, k = values.shape
    return QImage(painted.tobytes(), k, n, 4 * k, QImage.Format.Format_RGB32).copy()
