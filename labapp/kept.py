"""How numbers are shown, how they leave the lab, and whether sources are outlined is remembered between two starts."""

from __future__ import annotations

from PySide6.QtCore import QObject

from .digits import FORMS, Digits
from .number_output import COMMA, MARKS, POINT, NumberOutput
from .selection import Selection
from .settings import Settings

DIGITS, DECIMAL, BOM, OUTLINES = "digits", "decimal_mark", "csv_bom", "outline_sources"
YES, NO = "yes", "no"


class Kept(QObject):
    """Begins with what `settings` remember, and lets them remember every change."""

    def __init__(
        self, digits: Digits, output: NumberOutput, selection: Selection, settings: Settings, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._digits, self._output, self._settings = digits, output, settings
        self._selection = selection
        word = settings.choice(DIGITS, FORMS)
        if word is not None:
            digits.set_all(FORMS[word])
        output.set_comma(settings.choice(DECIMAL, MARKS) == COMMA)
        output.set_bom(settings.choice(BOM, (YES, NO)) != NO)
        selection.outline(settings.choice(OUTLINES, (YES, NO)) != NO)
        self._outlined = selection.outlined
        selection.changed.connect(self._keep_outlines)
        digits.changed.connect(self._keep_digits)
        output.changed.connect(self._keep_output)

    def _keep_digits(self) -> None:
        self._settings.set_choice(DIGITS, self._digits.now.word)

    def _keep_outlines(self) -> None:
        if self._selection.outlined is not self._outlined:
            self._outlined = self._selection.outlined
            self._settings.set_choice(OUTLINES, YES if self._outlined else NO)

    def _keep_output(self) -> None:
        self._settings.set_choice(DECIMAL, COMMA if self._output.comma else POINT)
        self._settings.set_choice(BOM, YES if self._output.bom else NO)
