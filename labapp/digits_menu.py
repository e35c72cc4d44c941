"""The menu that says how numbers are shown: automatic, 0 to 6 digits, fixed or significant, fractions where exact.

`said_digits` says the present choice as a sentence.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from .digits import FIXED, MOST, SIGNIFICANT, Digits


class DigitsMenu(QMenu):
    """Follows its Digits, whoever changes them; it can stand in a menu bar and on a button."""

    def __init__(self, digits: Digits, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._digits = digits
        counts, forms = QActionGroup(self), QActionGroup(self)
        self.counts: dict[int | None, QAction] = {}
        for count in (None, *range(MOST + 1)):
            self.counts[count] = self._add(counts)
        self.addSeparator()
        self.forms = {form: self._add(forms) for form in (FIXED, SIGNIFICANT)}
        self.addSeparator()
        self.fractions = self._add(None)
        counts.triggered.connect(self._count_chosen)
        forms.triggered.connect(self._form_chosen)
        self.fractions.triggered.connect(digits.set_fractions)
        digits.changed.connect(self.refresh)
        self.retranslate()
        self.refresh()
        self.setToolTipsVisible(True)

    def _add(self, group: QActionGroup | None) -> QAction:
        made = QAction(self)
        made.setCheckable(True)
        if group is not None:
            group.addAction(made)
        self.addAction(made)
        return made

    def retranslate(self) -> None:
        """Say everything in the language of the window."""
        self.setTitle(QCoreApplication.translate("digits", "Digits"))
        for count, made in self.counts.items():
            made.setText(QCoreApplication.translate("digits", "Automatic") if count is None else str(count))
        self.forms[FIXED].setText(QCoreApplication.translate("digits", "Digits after the point"))
        self.forms[SIGNIFICANT].setText(QCoreApplication.translate("digits", "Significant digits"))
        self.fractions.setText(QCoreApplication.translate("digits", "Fractions where exact"))
        for made in self.actions():
            made.setToolTip(QCoreApplication.translate("digits", "On screen alone: no number is rounded by it"))

    def refresh(self) -> None:
        """Check what holds."""
        self.counts[self._digits.decimals].setChecked(True)
        self.forms[self._digits.form].setChecked(True)
        self.fractions.setChecked(self._digits.fractions)
        for form in self.forms.values():
            form.setEnabled(self._digits.decimals is not None)

    def _count_chosen(self, action: QAction) -> None:
        self._digits.set_decimals(next(count for count, made in self.counts.items() if made is action))

    def _form_chosen(self, action: QAction) -> None:
        self._digits.set_form(next(form for form, made in self.forms.items() if made is action))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()


def said_digits(digits: Digits) -> str:
    """How many digits are shown, as a sentence."""
    count = digits.decimals
    if count is None:
        return QCoreApplication.translate("digits", "Each matrix shows as many digits as it needs.")
    if digits.form == SIGNIFICANT:
        said = QCoreApplication.translate("digits", "Significant digits shown: {count}.")
        return said.format(count=max(1, count))
    return QCoreApplication.translate("digits", "Decimals shown: {count}.").format(count=count)
