"""Our exponential against the library's, for the arguments it is made for: x ≤ 0."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import jit
from core.ops.exponential import LOWEST, exp
from tests.core.ops.run import needs_numba

SMALLEST_NORMAL = 2.2250738585072014e-308


@pytest.fixture(scope="module", params=["plain", pytest.param("compiled", marks=needs_numba)])
def e(request: pytest.FixtureRequest) -> Callable[[float], Any]:
    return exp if request.param == "plain" else jit.compiled(exp)


def within_two_ulp(got: float, want: float) -> bool:
    return abs(got - want) <= 2 * math.ulp(want)


@settings(deadline=None, max_examples=200)
@given(x=st.floats(LOWEST, 0))
def test_two_units_in_the_last_place(e: Callable[[float], Any], x: float) -> None:
    assert within_two_ulp(e(x), math.exp(x))


def test_two_units_along_the_whole_line(e: Callable[[float], Any]) -> None:
    """Where the argument is split into k ln 2 + r the error is largest: the middles between multiples of ln 2."""
    middles = -math.log(2) * (np.arange(0, 1021) + 0.5)
    around = np.concatenate([middles, np.nextafter(middles, 0), np.nextafter(middles, -1e3)])
    points = np.concatenate([around, np.linspace(LOWEST, 0, 4001), -np.logspace(-320, 2.8, 2001)])
    wrong = [x for x in points[points >= LOWEST].tolist() if not within_two_ulp(e(x), math.exp(x))]
    assert not wrong


def test_exact_ends(e: Callable[[float], Any]) -> None:
    assert e(0.0) == 1.0
    assert e(-0.0) == 1.0
    assert e(-5e-324) == 1.0
    assert e(-math.inf) == 0.0
    assert math.isnan(e(math.nan))


@given(x=st.floats(max_value=LOWEST, exclude_max=True, allow_infinity=False))
@settings(deadline=None, max_examples=100)
def test_what_would_be_subnormal_is_zero(e: Callable[[float], Any], x: float) -> None:
    """Below the bound the true value is under 3.4e-308; it counts as 0, and never as a negative number or NaN."""
    assert e(x) == 0.0
    assert math.exp(x) < 2 * SMALLEST_NORMAL


def test_the_last_value_before_zero_is_normal(e: Callable[[float], Any]) -> None:
    assert e(LOWEST) >= SMALLEST_NORMAL
