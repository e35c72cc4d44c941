"""What a hidden cell says: which rules hid it, in words and in the direction of its hatching."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from PySide6.QtGui import QAccessible

from core.trace import Trace
from core.workspace import Workspace
from labapp.bench.cells import cells_of
from labapp.bench.hatching import FALLING, LEVEL, RISING, UPRIGHT, lines, pixels
from labapp.bench.hover import cell_tip
from labapp.bench.scales import Scales
from labapp.models import starting_model

M = "enc1.self.mask"
A = "enc1.self.h1.A"
S = "enc1.self.h1.S"


@pytest.fixture
def all_rules(block: Workspace, run: Callable[[Workspace], Trace]) -> Trace:
    """Three tokens, the first one padding: causal, window 1, and cell (2, 1) painted."""
    sample = block.samples[0]
    padded = block.with_samples((type(sample)(source=sample.source, source_valid=(False, True, True)),))
    painted = np.ones((3, 3))
    painted[2, 1] = painted[2, 0] = 0
    return run(padded.with_spec(causal=True, window=2).with_custom_mask("enc1.self", painted))


# The rules of each cell by hand: key j after query i is causal, i − j ≥ 2 the window, column 0 padding.
BY_HAND = {
    (0, 0): {"padding"},
    (0, 1): {"causal"},
    (0, 2): {"causal"},
    (1, 0): {"padding"},
    (1, 1): set(),
    (1, 2): {"causal"},
    (2, 0): {"window", "padding", "custom"},
    (2, 1): {"custom"},
    (2, 2): set(),
}
WORDS = {"causal": "causal", "window": "window", "padding": "padding", "custom": "by hand"}
BITS = {"causal": RISING, "window": FALLING, "padding": UPRIGHT, "custom": LEVEL}


@pytest.mark.parametrize("name", [M, S, A])
def test_every_hidden_cell_names_all_rules_that_hide_it_and_a_visible_one_none(all_rules: Trace, name: str) -> None:
    for (i, j), rules in BY_HAND.items():
        told = cell_tip(all_rules, name, i, j).splitlines()[1:]
        reason = " ".join(line for line in told if "softmax leaves it out" in line)
        assert {rule for rule, word in WORDS.items() if word in reason} == rules, (i, j)
        assert bool(reason) == bool(rules)


@pytest.mark.parametrize("name", [M, S, A])
def test_each_rule_hatches_in_a_direction_of_its_own(all_rules: Trace, name: str) -> None:
    hatch = cells_of(all_rules, name, Scales()).hatch
    assert hatch is not None
    for (i, j), rules in BY_HAND.items():
        assert hatch[i, j] == sum(BITS[rule] for rule in rules)


def test_a_rules_own_card_is_the_legend_of_its_hatching(all_rules: Trace) -> None:
    for rule, bit in BITS.items():
        hatch = cells_of(all_rules, f"{M}.{rule}", Scales()).hatch
        assert hatch is not None
        assert set(hatch.ravel().tolist()) == {0, bit}


def test_lines_run_in_their_directions_and_stay_in_the_cell() -> None:
    slopes = {RISING: {-1.0}, FALLING: {1.0}, UPRIGHT: {np.inf}, LEVEL: {0.0}, RISING | LEVEL: {-1.0, 0.0}}
    for bits, expected in slopes.items():
        drawn = lines(bits, 30.0, 20.0, 6.0)
        assert drawn
        found = {np.inf if x0 == x1 else round((y1 - y0) / (x1 - x0), 6) + 0.0 for x0, y0, x1, y1 in drawn}
        assert found == expected
        assert all(0 <= x <= 30.0 and 0 <= y <= 20.0 for x0, y0, x1, y1 in drawn for x, y in ((x0, y0), (x1, y1)))
    assert lines(0, 30.0, 20.0, 6.0) == lines(RISING, 30.0, 20.0, 6.0), "without a rule it is struck as ever"


def test_small_tiles_are_hatched_in_the_same_directions() -> None:
    y, x = np.arange(8).reshape(1, 8, 1, 1), np.arange(8).reshape(1, 1, 1, 8)

    def struck(bits: int) -> Any:
        return pixels(np.full((1, 1, 1, 1), bits, np.uint8), y, x, 4)[0, :, 0, :]

    rows, cols = np.indices((8, 8))
    assert (struck(RISING) == ((rows + cols) % 4 == 0)).all()
    assert (struck(FALLING) == ((rows - cols) % 4 == 0)).all()
    assert (struck(UPRIGHT) == (cols % 4 == 0)).all()
    assert (struck(LEVEL | UPRIGHT) == ((cols % 4 == 0) | (rows % 4 == 0))).all()
    assert (struck(0) == struck(RISING)).all()


def test_a_change_of_the_rule_alone_repaints_the_cell(block: Workspace, run: Callable[[Workspace], Trace]) -> None:
    painted = np.ones((3, 3))
    painted[0, 1] = 0
    causal, both = block.with_spec(causal=True), block.with_spec(causal=True).with_custom_mask("enc1.self", painted)
    scales = Scales()
    one, other = (cells_of(run(w), A, scales) for w in (causal, both))
    assert other.differing(one).tolist() == [[False, True, False], [False, False, False], [False, False, False]]


def test_a_screen_reader_hears_the_rules(show: Any) -> None:
    view = show(starting_model("block").with_spec(causal=True))
    view.document.do(view.document.workspace.with_spec(window=1), "window")
    table = QAccessible.queryAccessibleInterface(view)
    heard = {}
    for k in range(table.childCount()):
        child = table.child(k)
        if child.cell[0] in (M, S, A):
            heard[child.cell] = child.text(QAccessible.Text.Description)
    for name in (M, S, A):
        assert "causal" in heard[name, 0, 2]
        assert "window" not in heard[name, 0, 2]
        assert "window" in heard[name, 2, 0]
        assert "hidden" not in heard[name, 1, 1]
