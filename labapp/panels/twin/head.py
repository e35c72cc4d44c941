"""The head of the dock: what is shown, and the buttons with their menus."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QToolButton, QWidget

from core.arrays import times
from core.trace import Matrix

from ...digits import Digits
from ...digits_menu import DigitsMenu
from ...names import symbol_of, title_of
from ...number_output import NumberOutput
from ...widgets.labels import ElidedLabel
from .words import axis_names

BUTTONS = """
QToolButton { border: 1px solid palette(mid); border-radius: 5px; padding: 3px 8px; background: palette(base); }
QToolButton:hover, QToolButton:focus { border-color: palette(highlight); }
QToolButton:disabled { color: palette(placeholder-text); background: transparent; }
QToolButton[popupMode="1"] { padding-right: 20px; }
QToolButton::menu-button { border: none; width: 16px; }
QToolButton::menu-indicator { image: none; width: 0; }
"""


class TwinHead(QWidget):
    """Buttons `copy`, `paste`, `digits`, `view`, and what their menus offer; its panel listens to them."""

    def __init__(self, digits: Digits, output: NumberOutput, parent: QWidget) -> None:
        super().__init__(parent)
        self._matrix: Matrix | None = None
        self.symbol, self.title, self.axes = QLabel(self), ElidedLabel(self), ElidedLabel(self)
        self.copy, self.paste = self._button("copy"), self._button("paste")
        self.digits, self.view = self._button("digits"), self._button("view")
        self._copy_menu, self._view_menu = QMenu(self), QMenu(self)
        self.labels = _option(self._copy_menu, checkable=False)
        self._output = output
        self.comma = _option(self._copy_menu)
        self.comma.toggled.connect(output.set_comma)
        output.changed.connect(self._follow_output)
        self._follow_output()
        self.lock = _option(self._view_menu)
        self.histogram = _option(self._view_menu)
        self.whole = _option(self._view_menu, checkable=False)
        self.copy.setMenu(self._copy_menu)
        self.copy.setPopupMode(QToolButton.ToolButtonPopupMode.MenuButtonPopup)
        for button, menu in ((self.digits, DigitsMenu(digits, self)), (self.view, self._view_menu)):
            button.setMenu(menu)
            button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.symbol)
        row.addWidget(self.title, 2)
        row.addWidget(self.axes, 3)
        for button in (self.copy, self.paste, self.digits, self.view):
            row.addWidget(button)
        self.setStyleSheet(BUTTONS)

    def _follow_output(self) -> None:
        self.comma.setChecked(self._output.comma)

    def _button(self, name: str) -> QToolButton:
        made = QToolButton(self)
        made.setObjectName(f"twin-{name}")
        made.setAutoRaise(True)
        made.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        return made

    def allow(self, seen: bool, edited: bool) -> None:
        """Enable what can be done with a matrix that is there, and with one that can be edited."""
        for button in (self.copy, self.digits, self.view):
            button.setEnabled(seen)
        self.paste.setEnabled(edited)

    def show_words(self, matrix: Matrix | None) -> None:
        """Name the matrix, its shape and its axes."""
        self._matrix = matrix
        if matrix is None:
            self.symbol.setText("")
            self.title.set_text("")
            self.axes.set_text("")
            return
        self.symbol.setText(symbol_of(matrix).html())
        self.title.set_text(f"{title_of(matrix)}  {times(matrix.values.shape)}")
        rows, cols = axis_names(matrix)
        said = [f"{rows} ↓" if rows else "", f"{cols} →" if cols else ""]
        self.axes.set_text("   ".join(word for word in said if word))

    def retranslate(self) -> None:
        """Say everything in the language of the window."""
        texts = (
            (self.copy, QCoreApplication.translate("twin", "Copy"), "Ctrl+C"),
            (self.paste, QCoreApplication.translate("twin", "Paste…"), "Ctrl+V"),
            (self.digits, QCoreApplication.translate("digits", "Digits"), ""),
            (self.view, QCoreApplication.translate("twin", "Colours"), ""),
        )
        for button, text, keys in texts:
            button.setText(f"{text} ▾" if button in (self.digits, self.view) else text)
            button.setAccessibleName(text.rstrip("…"))
            button.setToolTip(f"{text.rstrip('…')} ({keys})" if keys else text)
        self.labels.setText(QCoreApplication.translate("twin", "Copy with labels") + "\tCtrl+Shift+C")
        self.comma.setText(QCoreApplication.translate("twin", "Copy decimals with a comma"))
        self.lock.setText(QCoreApplication.translate("twin", "Lock the scale"))
        self.histogram.setText(QCoreApplication.translate("twin", "Histogram"))
        self.whole.setText(QCoreApplication.translate("twin", "Whole matrix in view"))
        self.show_words(self._matrix)


def _option(menu: QMenu, checkable: bool = True) -> QAction:
    made = QAction(menu)
    made.setCheckable(checkable)
    menu.addAction(made)
    return made
