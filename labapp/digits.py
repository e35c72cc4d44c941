"""How numbers are shown: decimals, fixed or significant, fractions where exact. Display only: nothing is rounded.

It belongs to the window, as the selection does; it is never undone and never changes a number.
"""

from __future__ import annotations

import math
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


class Digits(QObject):
    """`decimals` is 0 to MOST, or None where each matrix has as many as it needs; `form` what they count.

    `changed` is emitted after every change.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._decimals: int | None = None
        self._form = FIXED
        self._fractions = False

    @property
    def decimals(self) -> int | None:
        """Decimals, or significant digits, by `form`; None is automatic."""
        return self._decimals

    @property
    def form(self) -> str:
        """FIXED: digits after the point; SIGNIFICANT: digits from the first one that is not 0."""
        return self._form

    @property
    def fractions(self) -> bool:
        """Whether a number that equals a small fraction to the bit is shown as one."""
        return self._fractions

    @property
    def automatic(self) -> bool:
        """Whether every view may show numbers as it does by itself."""
        return self._decimals is None and not self._fractions

    def set_decimals(self, decimals: int | None) -> None:
        """0 to MOST, or None; anything beyond is kept inside."""
        self._set("_decimals", None if decimals is None else max(0, min(MOST, decimals)))

    def set_form(self, form: str) -> None:
        """FIXED or SIGNIFICANT."""
        if form not in (FIXED, SIGNIFICANT):
            raise ValueError(f"{form!r} is no form of digits; there are {FIXED!r} and {SIGNIFICANT!r}")
        self._set("_form", form)

    def set_fractions(self, fractions: bool) -> None:
        """Show 1/3 where a number is the double nearest to it."""
        self._set("_fractions", fractions)

    def _set(self, name: str, value: object) -> None:
        if getattr(self, name) != value:
            setattr(self, name, value)
            self.changed.emit()

    def text(self, value: SupportsFloat, natural: int = 2) -> str:
        """`value` as it is shown; `natural` decimals where they are automatic.

        A NumPy float32 equals a fraction where it is the float32 nearest to it.
        """
        if self._fractions:
            found = fraction(float(value), isinstance(value, np.float32))
            if found:
                return found
        if self._decimals is None:
            return show(value, natural)
        if self._form == SIGNIFICANT:
            return show(value, max(1, self._decimals), significant=True)
        return show(value, self._decimals)


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
