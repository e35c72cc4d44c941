"""How numbers are shown and how they leave the lab is remembered between two starts."""

from __future__ import annotations

from .digits import FORMS, Digits
from .number_output import COMMA, MARKS, POINT, NumberOutput
from .settings import Settings

DIGITS, DECIMAL, BOM = "digits", "decimal_mark", "csv_bom"
YES, NO = "yes", "no"


def keep(digits: Digits, output: NumberOutput, settings: Settings | None) -> None:
    """Begin with what `settings` remember, and let them remember every change; None remembers nothing."""
    if settings is None:
        return
    word = settings.choice(DIGITS, FORMS)
    if word is not None:
        digits.set_all(FORMS[word])
    output.set_comma(settings.choice(DECIMAL, MARKS) == COMMA)
    output.set_bom(settings.choice(BOM, (YES, NO)) != NO)
    digits.changed.connect(lambda: settings.set_choice(DIGITS, digits.now.word))
    output.changed.connect(lambda: _keep_output(output, settings))


def _keep_output(output: NumberOutput, settings: Settings) -> None:
    settings.set_choice(DECIMAL, COMMA if output.comma else POINT)
    settings.set_choice(BOM, YES if output.bom else NO)
