"""What colours alone must not say: stripes on hidden cells, a frame and a word on NaN and ∞, over the image."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QTransform

from core.numbers import show

from ... import fonts
from ...theme import LIGHT, Palette

SMALLEST = 4.0  # px of a cell that still gets marks
STRIPE = 6.0  # px between two stripes
TEXT = 11


class Marks(pg.GraphicsObject):
    """One item over the whole image; only cells in view are painted."""

    def __init__(self) -> None:
        super().__init__()
        self._values: NDArray[np.floating] = np.zeros((0, 0))
        self._hidden: NDArray[np.bool_] | None = None
        self._palette: Palette = LIGHT
        self._nothing = ""
        self.setZValue(5)

    def show_cells(
        self, values: NDArray[np.floating], hidden: NDArray[np.bool_] | None, palette: Palette, nothing: str
    ) -> None:
        """Mark these values [rows, cols]; `nothing` is what to say where none is finite."""
        if values.shape != self._values.shape:
            self.prepareGeometryChange()
        self._values, self._hidden, self._palette, self._nothing = values, hidden, palette, nothing
        self.update()

    def boundingRect(self) -> QRectF:
        return QRectF(0, 0, self._values.shape[1], self._values.shape[0])

    def paint(self, painter: QPainter, option: Any, widget: Any = None) -> None:
        to_pixels = painter.transform()
        wide, high = abs(to_pixels.m11()), abs(to_pixels.m22())
        if min(wide, high) < SMALLEST or not self._values.size:
            return
        i0, i1, j0, j1 = self._seen()
        part = slice(i0, i1), slice(j0, j1)
        hidden = None if self._hidden is None else self._hidden[part]
        odd = ~np.isfinite(self._values[part])
        if hidden is not None:
            odd &= ~hidden
        painter.save()
        painter.setTransform(QTransform())
        try:
            if hidden is not None and hidden.any():
                self._stripes(painter, to_pixels, np.argwhere(hidden) + (i0, j0))
            if odd.any():
                self._odd(painter, to_pixels, np.argwhere(odd) + (i0, j0))
            if not np.isfinite(self._values).any():
                self._say_nothing(painter, to_pixels.mapRect(self.boundingRect()))
        finally:
            painter.restore()

    def _seen(self) -> tuple[int, int, int, int]:
        """First and last row and column in view."""
        n, k = self._values.shape
        view = self.viewRect()
        if view is None:
            return 0, n, 0, k
        i0, i1 = int(max(0, view.top())), int(min(n, np.ceil(view.bottom())))
        return i0, i1, int(max(0, view.left())), int(min(k, np.ceil(view.right())))

    def _stripes(self, painter: QPainter, to_pixels: QTransform, cells: NDArray[np.intp]) -> None:
        lines = []
        for i, j in cells.tolist():
            rect = to_pixels.mapRect(QRectF(j, i, 1, 1))
            w, h, t = rect.width(), rect.height(), STRIPE / 2
            while t < w + h:
                x0, y0, x1, y1 = min(t, w), max(0.0, t - w), max(0.0, t - h), min(t, h)
                lines.append(QLineF(rect.x() + x0, rect.y() + y0, rect.x() + x1, rect.y() + y1))
                t += STRIPE
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(self._palette.hidden_stripe), 1))
        painter.drawLines(lines)

    def _odd(self, painter: QPainter, to_pixels: QTransform, cells: NDArray[np.intp]) -> None:
        font = fonts.mono_font(TEXT, bold=True)
        painter.setFont(font)
        metrics = QFontMetricsF(font)
        edge, ink = QPen(QColor(self._palette.odd_edge), 1.2), QPen(QColor(self._palette.odd_text))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for i, j in cells.tolist():
            rect = to_pixels.mapRect(QRectF(j, i, 1, 1))
            painter.setPen(edge)
            painter.drawRect(rect.adjusted(1, 1, -1, -1))
            text = show(self._values[i, j])
            if metrics.horizontalAdvance(text) < rect.width() and metrics.height() < rect.height() + 2:
                painter.setPen(ink)
                painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, text)

    def _say_nothing(self, painter: QPainter, area: QRectF) -> None:
        font = fonts.ui_font(TEXT + 1)
        metrics = QFontMetricsF(font)
        plate = QRectF(0, 0, metrics.horizontalAdvance(self._nothing) + 12, metrics.height() + 6)
        plate.moveCenter(area.center())
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._palette.card))
        painter.drawRoundedRect(plate, 4, 4)
        painter.setFont(font)
        painter.setPen(QColor(self._palette.text))
        painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, self._nothing)
