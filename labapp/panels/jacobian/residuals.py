"""The sublayers of a longer span: each is a way to see its residual taken apart."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from ... import fonts


class Residuals(QWidget):
    """`chosen(place)` when a sublayer is clicked."""

    chosen = Signal(int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.said = QLabel(self)
        self.said.setFont(fonts.ui_font(13))
        self.said.setWordWrap(True)
        self.buttons: dict[int, QPushButton] = {}
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(4)
        self._column.addWidget(self.said)

    def show_choices(self, said: str, choices: Mapping[int, str]) -> None:
        """Show a sentence and a button a sublayer; "" hides all of it."""
        self.setVisible(bool(said))
        self.said.setText(said)
        if list(choices) != list(self.buttons):
            for button in self.buttons.values():
                self._column.removeWidget(button)
                button.hide()
                button.deleteLater()
            self.buttons = {}
            for place in choices:
                button = QPushButton(self)
                button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
                button.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
                button.clicked.connect(lambda _=False, place=place: self.chosen.emit(place))
                self._column.addWidget(button)
                button.show()
                self.buttons[place] = button
        for place, name in choices.items():
            self.buttons[place].setText(name)
            self.buttons[place].setAccessibleName(name)
