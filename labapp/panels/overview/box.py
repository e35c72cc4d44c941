"""One box of the overview: a button with a title and small maps of matrices."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QWidget

from core.trace import Trace

from ...selection import Row
from ...theme import Palette
from .boxes import BoxPlan
from .paint import LINE, PAD, TALLEST, height, map_image, paint_frame, paint_maps, paint_title


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
        return QSize(150, round(height(self.plan)))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = self._palette
        if colours is None or self._trace is None:
            return
        painter, rect = QPainter(self), QRectF(self.rect())
        edge = colours.accent if self.here or self.hasFocus() or self.underMouse() else colours.edge
        paint_frame(painter, rect, edge, colours.accent_soft if self.here else colours.card, 2.0 if self.here else 1.0)
        if self.hasFocus():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
            painter.setPen(QPen(QColor(colours.accent), 1.0, Qt.PenStyle.DotLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(rect.adjusted(3.5, 3.5, -3.5, -3.5), 3, 3)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        if event.rect().top() < PAD + LINE - 1:
            paint_title(painter, rect, self.plan.title, self.plan.note, colours)
        paint_maps(painter, rect, self.plan, self._trace, self._row, colours, images=self._images)
        painter.end()
