"""What the monkey does with gradients, and what it says of their numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtTest import QTest

from core.engine import Engine
from core.graph import LEAF
from core.workspace import Workspace
from labapp.gradients import Gradients

from .monkey_hand import LEFT, NONE, Key, a_cell, at

if TYPE_CHECKING:
    from .monkey import Monkey

STEP = 1e-5  # how far a cell is moved, of its size
APART = 1e-3  # of the larger number: what curvature may do to a difference
FLAT = 1e-7  # of the target: what rounding may do to it


def gradients(monkey: Monkey) -> None:
    """Gradients on and off, of this and that, on one card, tried, and typed over in vain."""
    rng, window = monkey.random, monkey.window
    if rng.random() < 0.5:
        window.actions_by_id["gradients"].trigger()
        monkey.process()
    for _ in range(rng.randrange(1, 4)):
        cell = a_cell(monkey, False)
        if cell is None:
            return
        QTest.mouseClick(window.bench.viewport(), LEFT, NONE, at(monkey, cell))
        QTest.keyClick(window.bench, rng.choice([Key.Key_G, Key.Key_Return, Key.Key_7, Key.Key_Delete, Key.Key_Escape]))
        monkey.process()
        bar = window.sloping.bar
        if bar is not None and bar.isVisible() and rng.random() < 0.5:
            button = rng.choice([bar.loss, bar.here, bar.end, bar.give_up])
            if button.isVisible() and button.isEnabled():
                button.click()
            monkey.process()
    if window.sloping.on:
        slope_right(monkey, window.desk.gradients)


def slope_right(monkey: Monkey, gradients: Gradients) -> None:
    """The gradient of a number that can be typed is what NumPy's runs with another number there say."""
    trace, rng, sample = monkey.document.trace, monkey.random, monkey.document.sample
    workspace = trace.workspace
    leaves = [name for name in trace if trace[name].editable and trace.graph[name].op == LEAF and gradients.shows(name)]
    found = gradients.gradient
    if not leaves or found is None or workspace.spec.precision != "float64" or workspace.pins:
        return
    name, (of, k, m) = rng.choice(leaves), gradients.target
    n, d = trace[name].values.shape
    i, j = rng.randrange(n), rng.randrange(d)
    x = float(trace[name].values[i, j])
    step = STEP * max(1.0, abs(x))

    def target(value: float) -> float:
        moved: Workspace = workspace.with_cell(name, i, j, value, sample)
        return float(Engine("numpy").run(moved, sample)[of].values[k, m])

    slope = float(found[name][i, j])
    below, here, above = target(x - step), target(x), target(x + step)
    if not np.isfinite([slope, below, here, above]).all():
        return
    before, after = (here - below) / step, (above - here) / step
    room = APART * max(abs(before), abs(after)) + FLAT * max(1.0, abs(here)) / step * 1e-3
    if abs(after - before) > room:  # a kink, or a bend
        return
    monkey.seen["slopes compared"] += 1
    assert abs((above - below) / (2 * step) - slope) <= 2 * room, (name, i, j, of, slope, before, after)
