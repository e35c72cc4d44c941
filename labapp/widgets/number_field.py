"""A field for one number as text: what counts as a number is for its owner to say."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QLineEdit, QSizePolicy, QWidget

from .tint import Role, accent, edge, mix, role

WIDTH = 80
HEIGHT = 28
RADIUS = 5.5
TEXT_KEYS = (QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo)


class NumberField(QLineEdit):
    """Emits `committed(text)` once for each new text (Enter, or leaving the field); Escape takes it back.

    The shown text is set with `show_value`; `refuse(sentence)` marks the field until the next value.
    """

    committed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown = ""
        self._refused = ""
        self._tip = ""
        self.setFrame(False)
        self.setAcceptDrops(False)  # a file that is dropped is meant for the window
        self.setStyleSheet("QLineEdit { background: transparent; border: none; }")  # we paint the box ourselves
        self.setTextMargins(7, 0, 7, 0)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_MacShowFocusRect, False)
        self.returnPressed.connect(self.commit)

    def sizeHint(self) -> QSize:
        return QSize(WIDTH, max(HEIGHT, self.fontMetrics().height() + 8))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def shown(self) -> str:
        """The text of the value that holds."""
        return self._shown

    def refused(self) -> str:
        """Why the last text was refused ("" when it was not)."""
        return self._refused

    def show_value(self, text: str) -> None:
        """Show a value, unless the person is in the middle of typing another one."""
        typing = self.hasFocus() and self.text() != self._shown
        if text == self._shown and (typing or self.text() == text):
            return
        self._shown = text
        self._mark("")
        self.setText(text)
        self.setCursorPosition(0)

    def refuse(self, sentence: str) -> None:
        """Put the old value back and mark the field with the reason."""
        self.setText(self._shown)
        self.selectAll()
        self._mark(sentence)

    def accept(self) -> None:
        """Put the value that holds back without a mark (the text meant the same number)."""
        self.setText(self._shown)
        self.setCursorPosition(0)
        self._mark("")

    def commit(self) -> None:
        """Hand the text over if it differs from what is shown."""
        text = self.text()
        if text == self._shown:
            return
        self.committed.emit(text)

    def set_description(self, text: str) -> None:
        """The tooltip; a refusal is added to it while it stands."""
        self._tip = text
        self._mark(self._refused)

    def _mark(self, sentence: str) -> None:
        self._refused = sentence
        text = f"{sentence}\n{self._tip}" if sentence and self._tip else sentence or self._tip
        self.setToolTip(text)
        self.setAccessibleDescription(text)
        self.update()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            # With nothing half-typed, undo and redo belong to the window: the last act is what a person means.
            if self.text() == self._shown and any(event.matches(key) for key in TEXT_KEYS):
                event.ignore()
                return False
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and (self.text() != self._shown or self._refused):
            self.accept()
            self.selectAll()
            return
        super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.commit()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect())
        if self._refused:
            pen = QPen(role(self, Role.BrightText), 1.6)
        elif self.hasFocus():
            pen = QPen(accent(self), 1.6)
        else:
            pen = QPen(edge(self), 1)
        painter.setPen(pen)
        inset = pen.widthF() / 2
        base = role(self.parentWidget() or self, Role.Base)  # our own is made transparent by the sheet above
        painter.setBrush(base if self.isEnabled() else mix(base, edge(self), 0.25))
        painter.drawRoundedRect(box.adjusted(inset, inset, -inset, -inset), RADIUS, RADIUS)
        painter.end()
        super().paintEvent(event)
