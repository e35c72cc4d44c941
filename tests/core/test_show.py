"""Numbers as they are shown: rounded as on paper, never wider than a cell; and their exact texts."""

from __future__ import annotations

import math
import struct
from decimal import ROUND_HALF_UP, Decimal

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from core.numbers import exact, parse_number, plain, show

every_double = st.integers(0, 2**64 - 1).map(lambda bits: struct.unpack("<d", struct.pack("<Q", bits))[0])


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "0.00"),
        (-0.0, "0.00"),
        (-0.001, "0.00"),
        (-0.005, "−0.01"),
        (1e-7, "0.00"),
        (1 / 3, "0.33"),
        (-1.5, "−1.50"),
        (0.125, "0.13"),
        (-0.125, "−0.13"),
        (1.005, "1.01"),
        (999.995, "1000.00"),
        (-999.999, "−1000.0"),
        (-1234.56, "−1234.6"),
        (12345.678, "12345.7"),
        (-123456.7, "−123457"),
        (999999.7, "1e6"),
        (1.2e9, "1.2e9"),
        (-1234567890.0, "−1.23e9"),
        (-9.996e9, "−1e10"),
        (-1e300, "−1e300"),
        (-1.7976931348623157e308, "−2e308"),
        (math.nan, "NaN"),
        (math.inf, "∞"),
        (-math.inf, "−∞"),
        (np.float64(0.5), "0.50"),
        (np.float32(0.1), "0.10"),
        (2, "2.00"),
    ],
)
def test_how_a_value_is_shown_in_a_cell(value: float, text: str) -> None:
    assert show(value) == text


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (0.79667, 4, "0.7967"),
        (0.5, 4, "0.5"),
        (12.0, 4, "12"),
        (-0.0, 4, "0"),
        (12345.6, 2, "12346"),
        (-0.0012345, 2, "−0.0012"),
        (-3e-7, 2, "−3e−7"),
        (0.00012, 2, "1.2e−4"),
        (9.99e-5, 2, "1e−4"),
        (-1.25e-300, 2, "−1e−300"),
        (1.25e-300, 4, "1.25e−300"),
        (1234567.0, 3, "1.23e6"),
        (math.nan, 4, "NaN"),
    ],
)
def test_how_a_value_is_shown_by_significant_digits(value: float, digits: int, text: str) -> None:
    assert show(value, digits, significant=True) == text


@given(every_double, st.integers(0, 8), st.booleans())
def test_a_shown_value_fits_its_cell_and_zero_has_no_sign(value: float, decimals: int, significant: bool) -> None:
    text = show(value, decimals, significant=significant)
    assert len(text) <= max(7, decimals + 5)
    assert "-" not in text
    assert text[0] != "−" or text.strip("−0.") != ""


@given(
    st.one_of(st.floats(-999, 999), st.integers(-9_990_000, 9_990_000).map(lambda n: n / 1e4)),
    st.integers(0, 8),
)
@example(9e-8, 6)
def test_rounding_is_that_of_paper_after_twelve_digits(value: float, decimals: int) -> None:
    twelve = Decimal(f"{value:.11e}")
    rounded = twelve.quantize(Decimal(1).scaleb(-decimals), rounding=ROUND_HALF_UP)
    expected = f"{rounded:f}".replace("-", "−" if rounded else "")
    assume(len(expected) <= max(7, decimals + 5))
    assert show(value, decimals) == expected


@given(st.integers(-(10**7), 10**7), st.integers(-4, 4))
def test_values_that_differ_in_the_last_bits_show_the_same(thousandths: int, steps: int) -> None:
    value = other = thousandths / 1000
    for _ in range(abs(steps)):
        other = math.nextafter(other, math.copysign(math.inf, steps))
    assert show(other) == show(value)
    assert show(other, 4) == show(value, 4)


@given(st.floats(-999, 999))
def test_a_shown_value_can_be_read_and_is_near(value: float) -> None:
    assert parse_number(show(value)) == pytest.approx(value, abs=0.00501 if value > -999 else 0.06)


@given(st.floats(-1e300, 1e300))
def test_a_value_shown_by_significant_digits_keeps_them(value: float) -> None:
    assert parse_number(show(value, 6, significant=True)) == pytest.approx(value, rel=1e-3, abs=5e-324)


def test_three_equal_weights_show_equal_and_copy_in_full() -> None:
    weights = [1 / 3] * 3
    assert [show(weight) for weight in weights] == ["0.33"] * 3
    assert sum(parse_number(exact(weight)) for weight in weights) == 1


@pytest.mark.parametrize(
    ("value", "precise", "setting"),
    [
        (1.0, "1.0", "1"),
        (-0.0, "-0.0", "-0"),
        (1e-5, "1e-05", "1e-05"),
        (10000.0, "10000.0", "10000"),
        (0.1 + 0.2, "0.30000000000000004", "0.30000000000000004"),
        (np.float64(0.1), "0.1", "0.1"),
        (np.float32(0.1), "0.1", "0.1"),
        (-math.inf, "-inf", "-inf"),
        (math.nan, "nan", "nan"),
    ],
)
def test_exact_and_plain_texts(value: float, precise: str, setting: str) -> None:
    assert exact(value) == precise
    assert plain(value) == setting
