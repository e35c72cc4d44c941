"""The line over a chip in which a token is written; it keeps what is refused and says why."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetrics, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from .. import fonts
from .chip import HEIGHT, LARGEST, SMALLEST, TEXT, colours_of

STAY = (Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason, Qt.FocusReason.MenuBarFocusReason)
LONGEST = 4096  # what can be pasted at all: what is too long is refused by its length, not cut


class TokenEditor(QLineEdit):
    """`done(step)` wants to commit and go `step` chips on, `lost` only to commit."""

    done = Signal(int)
    cancelled = Signal()
    lost = Signal()

    def __init__(self, text: str, parent: QWidget) -> None:
        super().__init__(text, parent)
        self._room = parent
        self.setFrame(False)
        self.setAcceptDrops(False)  # a file that is dropped is meant for the window
        self.setFont(fonts.ui_font(TEXT))
        self.setMaxLength(LONGEST)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.mark("")
        self.selectAll()
        self.textEdited.connect(self._fit)
        self._fit()

    @property
    def refused(self) -> bool:
        """Whether the text that stands here was refused."""
        return bool(self.property("refused"))

    def mark(self, reason: str) -> None:
        """Show that the text was refused, and why; "" takes the mark away."""
        c = colours_of(self)
        line, ground = (c.error, c.error_soft) if reason else (c.accent, c.card)
        self.setStyleSheet(
            f"QLineEdit {{ color: {c.text}; background: {ground}; border: 2px solid {line}; border-radius: 5px;"
            f" padding: 0 3px; selection-background-color: {c.accent}; selection-color: {c.accent_text}; }}"
        )
        self.setProperty("refused", bool(reason))
        self.setToolTip(reason)
        self.setAccessibleDescription(reason)

    def _fit(self) -> None:
        if self.refused:
            self.mark("")
        wide = QFontMetrics(self.font()).horizontalAdvance(self.text()) + 28
        room = self._room.width() - self.x()
        self.resize(max(min(wide, LARGEST + 60, room), SMALLEST + 26), HEIGHT)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if event.key() in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
                self.done.emit(-1 if event.key() == Qt.Key.Key_Backtab else 1)
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.cancelled.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.done.emit(0)
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() not in STAY:
            self.lost.emit()
