"""Which sentence is asked about: one step back or forward, or one from the list."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QMenu, QToolButton, QWidget

from core.corpus import Pair

from . import words


class Tools(QWidget):
    """The buttons beside the caption. `chosen` gives the number of a sentence; -1 is the present sample's."""

    chosen = Signal(int)

    def __init__(self, parent: QWidget, listed: Callable[[], tuple[Pair | None, Sequence[Pair]]]) -> None:
        super().__init__(parent)
        self._listed = listed
        self.back, self.sentence, self.forward = self._button("‹"), self._button(""), self._button("›")
        self.list = QMenu(self)
        self.list.setStyleSheet("QMenu { menu-scrollable: 1; }")
        self.list.aboutToShow.connect(self.fill)
        self.list.triggered.connect(self._triggered)
        self.sentence.setMenu(self.list)
        self.sentence.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 6, 0)
        row.setSpacing(2)
        for button in (self.back, self.sentence, self.forward):
            row.addWidget(button)

    def _button(self, text: str) -> QToolButton:
        made = QToolButton(self)
        made.setObjectName("panelTool")
        made.setText(text)
        made.setAutoRaise(True)
        made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return made

    def fill(self) -> None:
        """List the sentences, the present sample's first."""
        self.list.clear()
        own, pairs = self._listed()
        if own is not None:
            self._add(f"{words.own_sentence()}:  {words.listed(own)}", -1)
            self.list.addSeparator()
        for k, pair in enumerate(pairs):
            self._add(f"{k + 1}   {words.listed(pair)}", k)

    def _add(self, text: str, number: int) -> None:
        action = self.list.addAction(text.replace("&", "&&"))
        action.setData(number)

    def _triggered(self, action: QAction) -> None:
        self.chosen.emit(int(action.data()))

    def show_state(self, number: int, count: int, own: bool) -> None:
        """Which sentence is shown; nothing can be chosen before there are any."""
        for button in (self.back, self.sentence, self.forward):
            button.setEnabled(count > 0)
        self.sentence.setText((words.own_sentence() if own else words.sentence(number + 1, count)) + " ▾")

    def retranslate(self) -> None:
        """Say everything in the language of the window."""
        for button, said in (
            (self.back, QCoreApplication.translate("kinds", "The sentence before (↑)")),
            (self.sentence, QCoreApplication.translate("kinds", "Choose a sentence that no model was trained on")),
            (self.forward, QCoreApplication.translate("kinds", "The next sentence (↓)")),
        ):
            button.setToolTip(said)
            button.setAccessibleName(said)
