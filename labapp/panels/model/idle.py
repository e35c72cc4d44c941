"""One quiet line for the fields of a group that have no effect here: their names, their reasons, a click shows them."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QWidget

from ... import fonts
from ...widgets.tint import accent, quiet

SIZE = 12  # px of its text
HEIGHT = 20


class IdleLine(QAbstractButton):
    """`turned` when it was opened or closed; it takes no room where every field of its group has an effect."""

    turned = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.is_open = False
        self.setFont(fonts.ui_font(SIZE))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.clicked.connect(self._turn)

    def _turn(self) -> None:
        self.is_open = not self.is_open
        self.turned.emit()
        self.update()

    def say(self, idle: list[tuple[str, str]]) -> None:
        """Name the fields, each with its reason; none hides the line."""
        self.setVisible(bool(idle))
        reasons = {reason for _, reason in idle}
        names = QCoreApplication.translate("panels", ", ").join(name for name, _ in idle)
        if len(reasons) == 1:
            text = QCoreApplication.translate("panels", "{fields}: {reason}").format(fields=names, reason=reasons.pop())
        else:
            text = QCoreApplication.translate("panels", "{fields}: no effect here").format(fields=names)
        self.setText(text)
        self.setAccessibleName(text)
        told = [
            QCoreApplication.translate("panels", "{fields}: {reason}").format(fields=name, reason=reason)
            for name, reason in idle
        ]
        self.setToolTip("\n".join(told))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(60, HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return QSize(60, HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(accent(self) if self.hasFocus() or self.underMouse() else quiet(self))
        mark = "▾ " if self.is_open else "▸ "
        text = self.fontMetrics().elidedText(mark + self.text(), Qt.TextElideMode.ElideRight, self.width())
        painter.drawText(self.rect(), int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), text)
        painter.end()
