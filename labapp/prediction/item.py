"""What the keyboard reaches on the board: thumbnails, the lines that fold layers, tokens."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QWidget

ARROWS = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down)
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
BY_KEYS = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason, Qt.FocusReason.ShortcutFocusReason)


class Item(QAbstractButton):
    """A button among others: arrows go to its neighbours (the board knows which), Enter and Space press it.

    Of a column one item is a stop of the Tab key: the one that had the keyboard last. `ring` is whether it has it and
    shows that: not after a click of the mouse.
    """

    focused = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.ring = False
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def is_stop(self) -> bool:
        return bool(self.focusPolicy() & Qt.FocusPolicy.TabFocus)

    def be_stop(self, stop: bool) -> None:
        """Be the item of its column that Tab reaches, or not."""
        if stop is not self.is_stop():
            self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if stop else Qt.FocusPolicy.ClickFocus)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in ARROWS:
            event.ignore()  # a button would go to the next widget; the board goes to the one that lies there
        elif event.key() in ENTER and not event.isAutoRepeat():
            self.click()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.ring = event.reason() in BY_KEYS
        self.update()
        self.focused.emit(self)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.ring = False
        self.update()
