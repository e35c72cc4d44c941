"""A line of text that leads somewhere."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from ... import fonts
from ...widgets.tint import accent


class Link(QAbstractButton):
    """Shortened to the room it has; underlined where it is pointed at or has the focus."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFont(fonts.ui_font(13))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def show_text(self, text: str, tip: str) -> None:
        """Show a text; "" hides the link."""
        self.setText(text)
        self.setAccessibleName(text)
        self.setToolTip(f"{text}\n{tip}")
        self.setVisible(bool(text))
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance(self.text()) + 4, metrics.height() + 4)

    def minimumSizeHint(self) -> QSize:
        return QSize(40, self.fontMetrics().height() + 4)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(accent(self))
        text = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width() - 2)
        painter.drawText(self.rect(), int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), text)
        if self.hasFocus() or self.underMouse():
            painter.setPen(QPen(accent(self), 1.6 if self.hasFocus() else 1.0))
            wide = min(self.width() - 2, self.fontMetrics().horizontalAdvance(text))
            painter.drawLine(0, self.height() - 3, wide, self.height() - 3)
