"""A switch: its text on the left, a sliding track on the right, the whole row clickable."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QCheckBox, QWidget

from .tint import Role, accent, mix, quiet, role

TRACK = QSize(32, 18)
ROW = 26
GAP = 8


class Switch(QCheckBox):
    """A check box that looks like a switch; screen readers and the space key know it as the check box it is."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setMouseTracking(True)

    def sizeHint(self) -> QSize:
        width = self.fontMetrics().horizontalAdvance(self.text()) + GAP + TRACK.width()
        return QSize(width, max(ROW, self.fontMetrics().height() + 6))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def hitButton(self, pos: QPoint) -> bool:
        return self.rect().contains(pos)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        track = QRectF(
            self.width() - TRACK.width() - 1, (self.height() - TRACK.height()) / 2, TRACK.width(), TRACK.height()
        )
        self._paint_text(painter, track.left() - GAP)
        radius = track.height() / 2
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._track_colour())
        painter.drawRoundedRect(track, radius, radius)
        x = track.right() - radius if self.isChecked() else track.left() + radius
        painter.setBrush(self._knob_colour())
        painter.drawEllipse(QPointF(x, track.center().y()), radius - 2.5, radius - 2.5)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(accent(self), 1.5))
            painter.drawRoundedRect(track.adjusted(-2.5, -2.5, 2.5, 2.5), radius + 2.5, radius + 2.5)

    def _paint_text(self, painter: QPainter, right: float) -> None:
        flags = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
        painter.setPen(role(self, Role.WindowText))
        painter.drawText(QRectF(0, 0, right, self.height()), flags, self.text())

    def _track_colour(self) -> QColor:
        base = role(self, Role.Base)
        if not self.isEnabled():
            return mix(base, accent(self) if self.isChecked() else quiet(self), 0.3)
        return accent(self) if self.isChecked() else mix(base, quiet(self), 0.55)

    def _knob_colour(self) -> QColor:
        # The knob is the lightest thing of the theme, so that its place is seen without the colour.
        white = QColor(Qt.GlobalColor.white)
        return white if self.isEnabled() else mix(white, role(self, Role.Base), 0.35)
