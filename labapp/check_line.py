"""The live line of checks at the end of the status strip; a click opens the list."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt
from PySide6.QtGui import QAction, QColor, QKeySequence, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from . import colours, fonts
from .checking import Checking, line_text
from .document import Document
from .widgets.tint import accent, quiet

SMALLEST = 60  # px of a line that is shortened
END = 14  # px at the edge of the window
MARKS = {"holds": "✓", "fails": "✗", "working": "…"}


class CheckLine(QAbstractButton):
    """Says how many checks hold; `toggle` shows and hides the panel that lists them."""

    def __init__(self, document: Document, toggle: QAction, parent: QWidget) -> None:
        super().__init__(parent)
        self._toggle = toggle
        self.checking = Checking.of(document)
        self.setObjectName("checkLine")
        self.setFont(fonts.ui_font(13))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self.clicked.connect(toggle.trigger)
        self.checking.changed.connect(self.refresh)
        self.refresh()

    @property
    def state(self) -> str:
        """ "holds", "fails" or "working"."""
        result = self.checking.result
        return "working" if result is None else "fails" if result.failed else "holds"

    def refresh(self) -> None:
        """Say what was found."""
        text = line_text(self.checking.result)
        self.setText(text)
        self.setAccessibleName(text)
        keys = self._toggle.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        said = QCoreApplication.translate("checking", "A click lists the checks ({keys})").format(keys=keys)
        self.setToolTip(f"{text}\n{said}")
        self.setAccessibleDescription(said)
        self.updateGeometry()
        self.update()

    def stop(self) -> None:
        """The window closes."""
        self.checking.stop()

    def _whole(self) -> str:
        return self.text() if self.state == "working" else f"{MARKS[self.state]} {self.text()}"

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance(self._whole()) + 2 + END, metrics.height() + 4)

    def minimumSizeHint(self) -> QSize:
        return QSize(min(SMALLEST + END, self.sizeHint().width()), self.fontMetrics().height() + 4)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        ink = quiet(self)
        if self.state == "fails":
            ink = QColor(colours.palette_of(self).error)
        if self.hasFocus() or self.underMouse():
            ink = accent(self)
        painter.setPen(ink)
        room = self.rect().adjusted(0, 0, -END, 0)
        text = self.fontMetrics().elidedText(self._whole(), Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), text)
        if self.hasFocus():
            painter.drawLine(room.left(), room.bottom() - 1, room.right(), room.bottom() - 1)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.checking.want()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.refresh()
