"""A thumbnail: one matrix small, a button. Its rows can be followed, and its cells lead to the bench."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QToolTip, QWidget

from ..theme import Palette
from .images import Picture
from .item import ENTER, Item

EDGE = 2  # px around the picture: the outline of a row, the ring of the keyboard


class Thumb(Item):
    """Shows the picture of one matrix.

    `pressed_at(name, i, j)` is a click on a cell, `entered(name)` Enter or Space, `asked(self, i, j, global position)`
    asks for a tooltip. The followed row is outlined; the widget is EDGE px larger than the picture on every side.
    """

    pressed_at = Signal(str, int, int)
    entered = Signal(str)
    asked = Signal(object, int, int, QPoint)

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.name = name
        self.cell = (1.0, 1.0)
        self.row: int | None = None
        self.picture: Picture | None = None
        self.colours: Palette | None = None
        self._ground = ""
        self._at: tuple[int, int] | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    def show_picture(self, picture: Picture, row: int | None, colours: Palette, ground: str) -> None:
        """Show this state; nothing is painted where it looks as before."""
        if (picture, row, colours, ground) != (self.picture, self.row, self.colours, self._ground):
            self.picture, self.row, self.colours, self._ground = picture, row, colours, ground
            self.update()

    def shape(self) -> tuple[int, int]:
        """Rows and columns of what is shown."""
        if self.picture is None:
            return 0, 0
        n, k = self.picture.cells.codes.shape
        return n, k

    def row_rect(self, row: int) -> QRectF:
        """Where a row is."""
        wide, high = self.cell
        return QRectF(EDGE, EDGE + row * high, wide * self.shape()[1], high)

    def cell_point(self, i: int, j: int) -> QPoint:
        """The middle of a cell, where a hand would click."""
        wide, high = self.cell
        return QPointF(EDGE + (j + 0.5) * wide, EDGE + (i + 0.5) * high).toPoint()

    def cell_at(self, point: QPointF) -> tuple[int, int] | None:
        """The cell under a point; None beside the cells."""
        n, k = self.shape()
        i, j = (point.y() - EDGE) / self.cell[1], (point.x() - EDGE) / self.cell[0]
        return (int(i), int(j)) if 0 <= i < n and 0 <= j < k else None

    # what a hand does

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._at = self.cell_at(event.position()) if event.button() == Qt.MouseButton.LeftButton else None
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        at, self._at = self._at, None
        super().mouseReleaseEvent(event)
        if (
            at is not None
            and event.button() == Qt.MouseButton.LeftButton
            and self.rect().contains(event.position().toPoint())
        ):
            self.pressed_at.emit(self.name, *at)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (*ENTER, Qt.Key.Key_Space):
            if not event.isAutoRepeat():
                self.entered.emit(self.name)
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            at = self.cell_at(QPointF(event.pos()))
            if at is None:
                QToolTip.hideText()
            else:
                self.asked.emit(self, *at, event.globalPos())
            return True
        return super().event(event)

    def tip_rect(self, i: int, j: int) -> QRect:
        """The cell that a tooltip is about: beyond it another one is asked for."""
        wide, high = self.cell
        return QRectF(EDGE + j * wide, EDGE + i * high, wide, high).toAlignedRect()

    # how it looks

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        colours, picture = self.colours, self.picture
        if colours is None or picture is None:
            return
        painter.fillRect(event.rect(), QColor(self._ground))
        painter.drawImage(QPointF(EDGE, EDGE), picture.image)
        if self.row is not None and self.row < self.shape()[0]:
            rect = self.row_rect(self.row).adjusted(-0.75, -0.75, -0.25, -0.25)
            painter.setPen(QPen(QColor(colours.text), 1.5))
            painter.drawRect(rect)
        if self.ring:
            painter.setPen(QPen(QColor(colours.accent), 2.0))
            painter.drawRect(QRectF(self.rect()).adjusted(1, 1, -1, -1))
        painter.end()
