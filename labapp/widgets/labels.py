"""Labels: a section caption, a text that shortens itself, a remark under a control."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont, QPainter, QPaintEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from .tint import Role, quiet, role


class Caption(QLabel):
    """A section caption in small spaced capitals (scripts without capitals stay as they are)."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        font = QFont(self.font())
        font.setPixelSize(12)
        font.setWeight(QFont.Weight.Bold)
        font.setCapitalization(QFont.Capitalization.AllUppercase)
        font.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, 0.6)
        self.setFont(font)
        self.setForegroundRole(Role.PlaceholderText)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.NoTextInteraction)


class ElidedLabel(QWidget):
    """One line that is shortened with … to the room it has; the whole text is its tooltip and name."""

    def __init__(self, parent: QWidget | None = None, *, colour: QPalette.ColorRole = Role.WindowText) -> None:
        super().__init__(parent)
        self._text = ""
        self._colour = colour
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)

    def text(self) -> str:
        """The whole text."""
        return self._text

    def set_text(self, text: str) -> None:
        """Show `text`, shortened where it does not fit."""
        if text == self._text:
            return
        self._text = text
        self.setAccessibleName(text)
        self.updateGeometry()
        self._tell()
        self.update()

    def set_colour(self, colour: QPalette.ColorRole) -> None:
        """Write in another of the palette's colours."""
        self._colour = colour
        self.update()

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance(self._text) + 2, metrics.height() + 4)

    def minimumSizeHint(self) -> QSize:
        return QSize(min(40, self.sizeHint().width()), self.fontMetrics().height() + 4)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._tell()

    def _tell(self) -> None:
        self.setToolTip(self._text if self.sizeHint().width() > self.width() else "")

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        colour = role(self, self._colour) if self._colour != Role.PlaceholderText else quiet(self)
        painter.setPen(colour)
        text = self.fontMetrics().elidedText(self._text, Qt.TextElideMode.ElideRight, self.width())
        painter.drawText(self.rect(), int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), text)


class Remark(QLabel):
    """A sentence under a control; it takes no room while it is empty."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWordWrap(True)
        font = QFont(self.font())
        font.setPixelSize(12)
        self.setFont(font)
        self.setVisible(False)

    def say(self, sentence: str, quiet: bool = False) -> None:
        """Show the sentence ("" hides the remark); `quiet` for what is no error."""
        if sentence == self.text() and self.isHidden() != bool(sentence):
            return
        self.setForegroundRole(Role.PlaceholderText if quiet else Role.BrightText)
        self.setText(sentence)
        self.setAccessibleName(sentence)
        self.setVisible(bool(sentence))
