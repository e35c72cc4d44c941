"""Digits: how numbers are shown, with every change said, and no number changed."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.numbers import show
from labapp.digits import FIXED, LARGEST_DENOMINATOR, SIGNIFICANT, Digits, fraction


def test_at_first_every_view_decides_by_itself() -> None:
    digits = Digits()
    assert digits.automatic
    assert digits.text(1 / 3, 3) == "0.333"
    assert digits.text(0.5, 1) == "0.5"


@pytest.mark.parametrize(
    ("decimals", "form", "shown"),
    [
        (0, FIXED, "2"),
        (2, FIXED, "2.35"),
        (6, FIXED, "2.345679"),
        (0, SIGNIFICANT, "2"),
        (3, SIGNIFICANT, "2.35"),
        (6, SIGNIFICANT, "2.34568"),
    ],
)
def test_decimals_and_significant_digits(decimals: int, form: str, shown: str) -> None:
    digits = Digits()
    digits.set_decimals(decimals)
    digits.set_form(form)
    assert digits.text(2.3456789) == shown
    assert digits.text(-2.3456789) == f"−{shown}"
    assert not digits.automatic


def test_beyond_the_ends_digits_are_kept_inside() -> None:
    digits = Digits()
    digits.set_decimals(99)
    assert digits.decimals == 6
    digits.set_decimals(-1)
    assert digits.decimals == 0
    with pytest.raises(ValueError, match="no form"):
        digits.set_form("loose")


def test_only_a_change_is_said() -> None:
    digits, said = Digits(), []
    digits.changed.connect(lambda: said.append(1))
    digits.set_decimals(3)
    digits.set_decimals(3)
    digits.set_form(FIXED)
    digits.set_fractions(True)
    assert len(said) == 2


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (1 / 3, "1/3"),
        (-0.25, "−1/4"),
        (2.0, "2"),
        (0.0, "0"),
        (-0.0, "0"),
        (7 / 64, "7/64"),
        (np.float32(1 / 3), "1/3"),
    ],
)
def test_fractions_where_they_are_exact(value: float, shown: str) -> None:
    digits = Digits()
    digits.set_fractions(True)
    assert digits.text(value) == shown


@pytest.mark.parametrize("value", [0.33, 1 / 3 + 1e-16, np.pi, 1 / 65, 1234.5, np.nan, np.inf, 1e-300])
def test_no_fraction_where_there_is_none(value: float) -> None:
    digits = Digits()
    digits.set_fractions(True)
    digits.set_decimals(2)
    assert digits.text(value) == show(value, 2)


@given(st.integers(-999, 999), st.integers(1, LARGEST_DENOMINATOR))
def test_what_is_shown_as_a_fraction_is_that_number(over: int, under: int) -> None:
    text = fraction(over / under)
    if text:
        left, _, right = text.replace("−", "-").partition("/")
        assert int(left) / int(right or 1) == over / under
