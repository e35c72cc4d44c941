"""The button beside the caption: copy."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QHBoxLayout, QMenu, QToolButton, QWidget

from .copying import FORMS
from .words import translated


class Tools(QWidget):
    """`copy(form)` is asked for when an entry of the menu is chosen."""

    def __init__(self, parent: QWidget, copy: Callable[[str], None]) -> None:
        super().__init__(parent)
        self.copy = QToolButton(self)
        self.copy.setObjectName("panelTool")
        self.copy.setAutoRaise(True)
        self.copy.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.copying = QMenu(self)
        self.copy.setMenu(self.copying)
        self.copy.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.actions_by_form = {form: self.copying.addAction("") for form in FORMS}
        for form, action in self.actions_by_form.items():
            action.triggered.connect(lambda _=False, form=form: copy(form))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 6, 0)
        row.addWidget(self.copy)

    def retranslate(self) -> None:
        """Say everything in the language of the window."""
        self.copy.setText(QCoreApplication.translate("jacobian", "Copy block") + " ▾")
        said = QCoreApplication.translate("jacobian", "Copy the enlarged block with every digit")
        self.copy.setToolTip(said)
        self.copy.setAccessibleName(said)
        for form, action in self.actions_by_form.items():
            action.setText(translated(FORMS[form][0]))
