"""The small attention map of one head: a radio button underneath, so arrow keys walk the heads."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QHelpEvent, QImage, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QRadioButton, QToolTip, QWidget

from core.trace import Trace

from ... import colours
from ...bench.hover import cell_words
from ...bench.pinning import hidden_weights
from ...theme import LIGHT, Palette
from ...widgets.tint import accent, edge, quiet

CAPTION = 18
FRAME = 4
STRIPE = 5
SMALLEST = 3  # px of a cell that still gets stripes


class HeadMap(QRadioButton):
    """Shows the weights of one head; square, as large as its panel makes it."""

    def __init__(self, part: str, number: int, parent: QWidget) -> None:
        super().__init__(parent)
        self.part, self.number = part, number
        self.name = f"{part}.h{number}.A"
        self.side = 80
        self.off = False
        self.row: int | None = None
        self._trace: Trace | None = None
        self._image = QImage()
        self._hidden: NDArray[np.bool_] | None = None
        self._palette: Palette = LIGHT
        self._pixels: NDArray[np.uint8] | None = None
        self.setMouseTracking(True)
        self.setAutoExclusive(True)

    def show_head(self, trace: Trace, palette: Palette, row: int | None) -> None:
        """Show the head as it is in a trace; `row` is the followed query row, if one is."""
        matrix = trace[self.name]
        hidden = hidden_weights(trace, self.name)
        pixels = np.ascontiguousarray(colours.image(matrix.values, "weights", 1.0, palette, hidden))
        self._pixels = pixels  # the image reads these bytes
        n, k = matrix.values.shape
        self._image = QImage(pixels.data, k, n, 4 * k, QImage.Format.Format_RGBA8888)
        self._hidden, self._palette, self._trace = hidden, palette, trace
        self.off = self.number in trace.spec.heads_off
        self.row = row
        self.update()

    def resize_to(self, side: int) -> None:
        """Make the map `side` pixels wide and high."""
        self.side = side
        self.setFixedSize(self.sizeHint())

    def sizeHint(self) -> QSize:
        return QSize(self.side + 2 * FRAME, self.side + CAPTION + 2 * FRAME)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def hitButton(self, pos: QPoint) -> bool:
        return self.rect().contains(pos)

    def map_rect(self) -> QRectF:
        """Where the cells are; cells keep the matrix's proportions."""
        n, k = max(1, self._image.height()), max(1, self._image.width())
        cell = self.side / max(n, k)
        return QRectF(FRAME + (self.side - k * cell) / 2, FRAME + CAPTION, k * cell, n * cell)

    def cell_at(self, point: QPointF) -> tuple[int, int] | None:
        """The query and key under a point."""
        area = self.map_rect()
        if not area.contains(point) or self._image.isNull():
            return None
        i = int((point.y() - area.top()) / area.height() * self._image.height())
        j = int((point.x() - area.left()) / area.width() * self._image.width())
        return min(i, self._image.height() - 1), min(j, self._image.width() - 1)

    def words(self, point: QPointF) -> str:
        """What stands under a point, in words; elsewhere the name of the head."""
        cell = self.cell_at(point)
        if cell is None or self._trace is None or self.name not in self._trace:
            return self.text()
        return cell_words(self._trace, self.name, *cell)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), self.words(QPointF(event.pos())), self)
            return True
        return super().event(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        if QToolTip.isVisible():
            QToolTip.showText(event.globalPosition().toPoint(), self.words(event.position()), self)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        area = self.map_rect()
        self._paint_caption(painter)
        painter.drawImage(area, self._image)
        self._paint_stripes(painter, area)
        chosen = self.isChecked()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.row is not None and self.row < self._image.height():
            high = area.height() / self._image.height()
            painter.setPen(QPen(QColor(self._palette.why), 1.6))
            painter.drawRect(QRectF(area.left(), area.top() + self.row * high, area.width(), high))
        painter.setPen(QPen(accent(self) if chosen or self.hasFocus() else edge(self), 2.4 if chosen else 1.0))
        grown = 1.5 if chosen else 0.5
        painter.drawRect(area.adjusted(-grown, -grown, grown, grown))
        if self.hasFocus():
            painter.setPen(QPen(accent(self), 1.2, Qt.PenStyle.DotLine))
            painter.drawRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))

    def _paint_caption(self, painter: QPainter) -> None:
        font = QFont(self.font())
        font.setPixelSize(12)
        font.setBold(self.isChecked())
        painter.setFont(font)
        painter.setPen(accent(self) if self.isChecked() else quiet(self))
        room = QRectF(FRAME, 0, self.side, CAPTION)
        text = painter.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, int(room.width()))
        painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), text)

    def _paint_stripes(self, painter: QPainter, area: QRectF) -> None:
        """Hidden cells are striped, not only grey."""
        if self._hidden is None or not self._hidden.any():
            return
        n, k = self._hidden.shape
        w, h = area.width() / k, area.height() / n
        if min(w, h) < SMALLEST:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(self._palette.hidden_stripe), 1))
        for i, j in np.argwhere(self._hidden).tolist():
            left, top = area.left() + j * w, area.top() + i * h
            t = STRIPE / 2
            while t < w + h:
                x0, y0, x1, y1 = min(t, w), max(0.0, t - w), max(0.0, t - h), min(t, h)
                painter.drawLine(QPointF(left + x0, top + y0), QPointF(left + x1, top + y1))
                t += STRIPE
