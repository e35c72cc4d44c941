"""A window beside a busy thread gets the interpreter back soon."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

from labapp.turns import TURN, take_short_turns


@pytest.fixture
def interval() -> Iterator[None]:
    before = sys.getswitchinterval()
    yield
    sys.setswitchinterval(before)


@pytest.mark.parametrize(("before", "after"), [(0.005, TURN), (TURN / 2, TURN / 2)])
def test_turns_become_short_and_never_longer(interval: None, before: float, after: float) -> None:
    sys.setswitchinterval(before)
    take_short_turns()
    assert sys.getswitchinterval() == pytest.approx(after)
