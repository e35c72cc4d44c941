"""The line over a layer that folds it."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from ..theme import Palette
from . import words
from .item import Item
from .writing import note_font


class Fold(Item):
    """A click, Space or Enter folds the layer or unfolds it (`clicked`)."""

    def __init__(self, key: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.key = key
        self.is_open = True
        self.colours: Palette | None = None
        self.setFont(note_font())

    def show_layer(self, caption: str, is_open: bool, colours: Palette) -> None:
        """Show this state."""
        self.is_open, self.colours = is_open, colours
        self.setText(caption if is_open else caption + words.DOT + words.folded())
        self.setAccessibleName(self.text())
        if is_open:
            self.setToolTip(QCoreApplication.translate("prediction", "fold this layer"))
        else:
            self.setToolTip(QCoreApplication.translate("prediction", "unfold this layer"))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.colours is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        lit = self.underMouse() or self.ring
        ink = QColor(self.colours.accent if lit else self.colours.quiet)
        if self.ring:
            painter.setPen(QPen(ink, 1.5))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 5, 5)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ink)
        y = self.height() / 2
        points = [(5, -2.5), (13, -2.5), (9, 3)] if self.is_open else [(6.5, -4), (12, 0), (6.5, 4)]
        painter.drawPolygon(QPolygonF([QPointF(x, y + dy) for x, dy in points]))
        painter.setPen(ink)
        room = self.rect().adjusted(19, 0, -4, 0)
        text = painter.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), text)
        painter.end()
