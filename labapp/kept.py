"""How numbers are shown and how they leave the lab is remembered between two starts."""

from __future__ import annotations

from PySide6.QtCore import QObject

from .digits import FORMS, Digits
from .number_output import COMMA, MARKS, POINT, NumberOutput
from .settings import Settings

DIGITS, DECIMAL, BOM = "digits", "decimal_mark", "csv_bom"
YES, NO = "yes", "no"


class Kept(QObject):
    """Begins with what `settings` remember, and lets them remember every change."""

    def __init__(self, digits: Digits, output: NumberOutput, settings: Settings, parent: QObject) -> None:
        super().__init__(parent)
        self._digits, self._output, self._settings = digits, output, settings
        word = settings.choice(DIGITS, FORMS)
        if word is not None:
            digits.set_all(FORMS[word])
        output.set_comma(settings.choice(DECIMAL, MARKS) == COMMA)
        output.set_bom(settings.choice(BOM, (YES, NO)) != NO)
        digits.changed.connect(self._keep_digits)
        output.changed.connect(self._keep_output)

    def _keep_digits(self) -> None:
        self._settings.set_choice(DIGITS, self._digits.now.word)

    def _keep_output(self) -> None:
        self._settings.set_choice(DECIMAL, COMMA if self._output.comma else POINT)
        self._settings.set_choice(BOM, YES if self._output.bom else NO)
