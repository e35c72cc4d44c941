"""What cells show: numbers in five characters, hidden and odd cells, colour limits that hold still."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.numbers import show
from core.trace import Trace
from core.workspace import Workspace
from labapp.bench.cells import HIDDEN, ODD, ORDINARY, VEILED, cell_text, cells_of
from labapp.bench.scales import Scales, colour_limit, settled_decimals
from labapp.theme import STEPS

X = "src.X"
A = "enc1.self.h1.A"
Run = Callable[[Workspace], Trace]


@given(st.floats(allow_nan=True, allow_infinity=True), st.integers(1, 3))
def test_a_number_is_shown_as_everywhere_else_wherever_it_fits(value: float, decimals: int) -> None:
    text = cell_text(value, decimals)
    whole = show(value, decimals)
    if len(whole) <= 5 and "e" not in whole:
        assert text == whole
    elif abs(value) < 1e100 and math.isfinite(value):
        assert len(text) <= 5, text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (-1.43, "−1.43"),
        (0.0, "0.00"),
        (-0.0, "0.00"),
        (-0.001, "0.00"),
        (0.125, "0.13"),
        (12.345, "12.35"),
        (-12.345, "−12.3"),
        (123.45, "123.5"),
        (-1234.5, "−1235"),
        (12345.6, "12346"),
        (123456.7, "1.2e5"),
        (-123456.7, "−1e5"),
        (1e300, "1e300"),
        (math.nan, "NaN"),
        (math.inf, "∞"),
        (-math.inf, "−∞"),
    ],
)
def test_long_numbers_lose_decimals_first(value: float, text: str) -> None:
    assert cell_text(value, 2) == text


def test_a_small_number_that_was_typed_does_not_vanish() -> None:
    assert cell_text(0.0004, 2, exact_small=True) == "4e−4"
    assert cell_text(-0.0004, 2, exact_small=True) == "−4e−4"
    assert cell_text(0.0, 2, exact_small=True) == "0.00"


def test_limits_come_from_finite_cells_and_are_symmetric(block: Workspace, run: Run) -> None:
    """[[0, −∞], [1, 0.5]]: limits from 0 and 1, and −∞ is no colour at all."""
    workspace = (
        block.with_block(X, 0, 0, np.array([[0.0, -math.inf], [1.0, 0.5]]))
        .with_block(X, 0, 2, np.zeros((2, 2)))
        .with_block(X, 2, 0, np.zeros((1, 4)))
    )
    cells = cells_of(run(workspace), X, Scales())
    assert cells.limit == 1.0
    assert cells.codes[0, 1] == ODD
    assert cells.codes[0, 0] == ORDINARY
    assert cells.text(0, 1) == "−∞"
    assert not cells.nothing


def test_zero_is_the_middle_and_six_the_end(block: Workspace, run: Run) -> None:
    workspace = block.with_block(X, 0, 0, np.zeros((3, 4))).with_block(X, 0, 0, np.array([[-1.0, 0.0, 6.0]]))
    scales = Scales()
    cells = cells_of(run(workspace), X, scales)
    assert cells.limit == 6.0
    assert cells.steps[0, 1] == STEPS // 2
    assert cells.steps[0, 2] == STEPS - 1
    assert cells.steps[0, 0] > 0
    lower = run(workspace.with_cell(X, 0, 2, 3.0))
    assert cells_of(lower, X, scales).limit == 6.0, "the scale holds still during an act"
    scales.settle()
    assert cells_of(lower, X, scales).limit == 3.0, "and is fitted after it"


def test_a_matrix_without_a_finite_value_keeps_its_last_limit(block: Workspace, run: Run) -> None:
    scales = Scales()
    assert cells_of(run(block), X, scales).limit == 2.0
    scales.settle()
    nothing = run(block.with_block(X, 0, 0, np.full((3, 4), math.nan)))
    cells = cells_of(nothing, X, scales)
    assert cells.limit == 2.0
    assert cells.nothing
    assert (cells.codes == ODD).all()


def test_a_matrix_of_zeros_has_a_limit_too() -> None:
    assert colour_limit(np.zeros((2, 2))) == 1.0
    assert colour_limit(np.zeros((2, 2)), previous=5.0) == 5.0
    assert colour_limit(np.array([[-3.0, math.nan, math.inf]])) == 3.0


def test_decimals_say_all_or_two_and_only_grow_during_an_act() -> None:
    tenths, finer = np.array([[1.0, 0.5]]), np.array([[1.0, 0.55]])
    assert settled_decimals(tenths, "signed") == 1
    assert settled_decimals(finer, "signed") == 2
    assert settled_decimals(finer, "weights") == 3
    scales = Scales()
    assert scales.look("m", tenths, "signed")[1] == 1
    assert scales.look("m", finer, "signed")[1] == 2
    assert scales.look("m", tenths, "signed")[1] == 2
    scales.settle()
    assert scales.look("m", tenths, "signed")[1] == 1


def test_the_causal_mask_hides_scores_and_weights(block: Workspace, run: Run) -> None:
    trace = run(block.with_spec(causal=True))
    upper = np.triu(np.ones((3, 3), bool), 1)
    for name in (A, "enc1.self.mask", "enc1.self.mask.causal"):
        assert ((cells_of(trace, name, Scales()).codes == HIDDEN) == upper).all(), name
    for name in ("enc1.self.h1.raw", "enc1.self.h1.S"):  # computed before the mask: still to be read
        assert ((cells_of(trace, name, Scales()).codes == VEILED) == upper).all(), name
    assert (cells_of(trace, "enc1.self.h1.H", Scales()).codes == ORDINARY).all()


def test_a_row_without_a_visible_key_is_named(block: Workspace, run: Run) -> None:
    trace = run(block.with_custom_mask("enc1.self", np.array([[0.0, 0, 0], [1, 1, 1], [1, 1, 1]])))
    cells = cells_of(trace, A, Scales())
    assert cells.empty == (0,)
    assert cells.values[0].tolist() == [0.0, 0.0, 0.0]
    assert cells_of(run(block), A, Scales()).empty == ()


def test_what_moved_and_what_stayed(block: Workspace, run: Run) -> None:
    before, after = run(block), run(block.with_cell("enc1.self.h1.WV", 2, 0, 0.5))
    moved = after.difference(before)
    assert cells_of(after, A, Scales(), moved[A]).equal
    assert cells_of(after, A, Scales(), moved[A]).changed is None
    h = cells_of(after, "enc1.self.h1.H", Scales(), moved["enc1.self.h1.H"])
    assert not h.equal
    assert h.changed is not None
    assert h.changed[:, 0].all()
    assert not h.changed[:, 1].any()
    assert not cells_of(after, X, Scales(), moved[X]).equal, "nobody expects an input to move by itself"
    untouched = cells_of(after, A, Scales())
    assert not untouched.equal
    assert untouched.changed is None
