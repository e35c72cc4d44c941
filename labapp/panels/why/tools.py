"""The buttons beside the caption: back, forward, the whole way, copy."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QHBoxLayout, QMenu, QToolButton, QWidget


class Tools(QWidget):
    """What goes with a page."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.back, self.forward = self._button("←"), self._button("→")
        self.chain, self.copy = self._button(""), self._button("")
        self.chain.setCheckable(True)
        self.copying = QMenu(self)
        self.copy.setMenu(self.copying)
        self.copy.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 6, 0)
        row.setSpacing(2)
        for button in (self.back, self.forward, self.chain, self.copy):
            row.addWidget(button)

    def _button(self, text: str) -> QToolButton:
        made = QToolButton(self)
        made.setObjectName("panelTool")
        made.setText(text)
        made.setAutoRaise(True)
        made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return made

    def enable(self, back: bool, forward: bool) -> None:
        """Whether there is somewhere to go."""
        self.back.setEnabled(back)
        self.forward.setEnabled(forward)

    def enable_page(self, there: bool, chain: bool = True) -> None:
        """Whether there is a page to copy, and (`chain`) a way to show: a gradient has none to the inputs."""
        self.chain.setEnabled(chain and (there or self.chain.isChecked()))
        self.copy.setEnabled(there)

    def retranslate(self) -> None:
        """Say everything in the language of the window."""
        self.chain.setText(QCoreApplication.translate("why", "Way to the inputs"))
        self.copy.setText(QCoreApplication.translate("why", "Copy") + " ▾")
        for button, said in (
            (self.back, QCoreApplication.translate("why", "Back to the cell before (Alt+←)")),
            (self.forward, QCoreApplication.translate("why", "Forward again (Alt+→)")),
            (self.chain, QCoreApplication.translate("why", "Show the way from this cell to the inputs, a step a line")),
            (self.copy, QCoreApplication.translate("why", "Copy this as text, LaTeX, Markdown or picture")),
        ):
            button.setToolTip(said)
            button.setAccessibleName(said)
