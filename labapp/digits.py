"""How numbers are shown: decimals, fixed or significant, fractions where exact. Display only: nothing is rounded.

It belongs to the window, as the selection does; it is never undone and never changes a number.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import SupportsFloat

import numpy as np
from PySide6.QtCore import QObject, Signal

from core.numbers import show

MOST = 6  # decimals
LARGEST_DENOMINATOR = 64
LONGEST_FRACTION = 5  # characters, without the sign
FIXED, SIGNIFICANT = "fixed", "significant"
STEP_FROM = 2  # decimals that one more or one fewer counts from where they are automatic


@dataclass(frozen=True)
class NumberForm:
    """The present choice as a value: it can be compared, kept and written down (`word`).

    `single` says that numbers are float32: they equal a fraction where they are the float32 nearest to it.
    """

    decimals: int | None = None
    form: str = FIXED
    fractions: bool = False
    single: bool = False

    @property
    def automatic(self) -> bool:
        """Whether every view may show numbers as it does by itself."""
        return self.decimals is None and not self.fractions

    @property
    def word(self) -> str:
        """The choice as a word for the settings; FORMS has the choice of every word."""
        parts = ["auto" if self.decimals is None else str(self.decimals), self.form]
        return " ".join([*parts, "fractions"] if self.fractions else parts)

    def chars(self, usual: int) -> int:
        """The characters that a cell needs for a number below 10; `usual` where digits are automatic."""
        need = usual if self.decimals is None else max(usual, self.decimals + 3)  # the sign, a digit, the point
        return max(need, LONGEST_FRACTION + 1) if self.fractions else need

    def text(self, value: SupportsFloat, natural: int = 2) -> str:
        """`value` as it is shown; `natural` decimals where they are automatic."""
        if self.fractions:
            found = fraction(float(value), self.single or isinstance(value, np.float32))
            if found:
                return found
        if self.decimals is None:
            return show(value, natural)
        if self.form == SIGNIFICANT:
            return show(value, max(1, self.decimals), significant=True)
        return show(value, self.decimals)


FORMS = {
    made.word: made
    for made in (
        NumberForm(decimals, form, fractions)
        for decimals in (None, *range(MOST + 1))
        for form in (FIXED, SIGNIFICANT)
        for fractions in (False, True)
    )
}


class Digits(QObject):
    """`decimals` is 0 to MOST, or None where each matrix has as many as it needs; `form` what they count.

    `changed` is emitted after every change.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._now = NumberForm()

    @property
    def now(self) -> NumberForm:
        """All of it as a value."""
        return self._now

    @property
    def decimals(self) -> int | None:
        """Decimals, or significant digits, by `form`; None is automatic."""
        return self._now.decimals

    @property
    def form(self) -> str:
        """FIXED: digits after the point; SIGNIFICANT: digits from the first one that is not 0."""
        return self._now.form

    @property
    def fractions(self) -> bool:
        """Whether a number that equals a small fraction to the bit is shown as one."""
        return self._now.fractions

    @property
    def automatic(self) -> bool:
        """Whether every view may show numbers as it does by itself."""
        return self._now.automatic

    def set_decimals(self, decimals: int | None) -> None:
        """0 to MOST, or None; anything beyond is kept inside."""
        self.set_all(replace(self._now, decimals=None if decimals is None else max(0, min(MOST, decimals))))

    def step(self, step: int) -> None:
        """More (1) or fewer (−1) digits; from automatic, than the two that most matrices have."""
        self.set_decimals((STEP_FROM if self.decimals is None else self.decimals) + step)

    def set_form(self, form: str) -> None:
        """FIXED or SIGNIFICANT."""
        if form not in (FIXED, SIGNIFICANT):
            raise ValueError(f"{form!r} is no form of digits; there are {FIXED!r} and {SIGNIFICANT!r}")
        self.set_all(replace(self._now, form=form))

    def set_fractions(self, fractions: bool) -> None:
        """Show 1/3 where a number is the double nearest to it."""
        self.set_all(replace(self._now, fractions=fractions))

    def set_all(self, form: NumberForm) -> None:
        """Take over a whole choice."""
        if form != self._now:
            self._now = form
            self.changed.emit()

    def text(self, value: SupportsFloat, natural: int = 2) -> str:
        """`value` as it is shown; `natural` decimals where they are automatic.

        A NumPy float32 equals a fraction where it is the float32 nearest to it.
        """
        return self._now.text(value, natural)


@lru_cache(maxsize=20_000)
def fraction(value: float, single: bool = False) -> str:
    """The fraction that `value` equals to the bit, with a denominator up to 64; "" where there is none."""
    if not math.isfinite(value):
        return ""
    near = Fraction(value).limit_denominator(LARGEST_DENOMINATOR)
    back = np.float32(float(near)) if single else float(near)
    if float(back) != value:
        return ""
    text = str(near).replace("-", "−")
    return text if len(text.lstrip("−")) <= LONGEST_FRACTION or near.denominator == 1 else ""
