"""What the monkey does with the training: start, pause, one step, reset, settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtTest import QTest

from labapp.panels.training import TrainingPanel

from .monkey_hand import LEFT, NUMBERS, SIZES, Key, write

if TYPE_CHECKING:
    from .monkey import Monkey


def train(monkey: Monkey) -> None:
    """Start, pause, one step, reset, other settings; sometimes it goes on through the acts that follow."""
    rng, dock, training = monkey.random, monkey.window.docks["training"], monkey.window.desk.training
    dock.show()
    monkey.process()
    panel = dock.area.widget()
    if not isinstance(panel, TrainingPanel) or not panel.isVisible():
        return
    training.choose(steps=rng.choice([3, 30]), speed=rng.choice([10, 0]))
    for _ in range(rng.randint(1, 4)):
        settings = panel.settings
        buttons = (panel.start, panel.start, panel.step, panel.reset)
        segments = [settings.kind.segment(kind) for kind in ("adam", "sgd")]
        widget = rng.choice([*buttons, *segments])
        if widget.isEnabled():
            QTest.mouseClick(widget, LEFT)
        if rng.random() < 0.3:
            field = settings.numbers[rng.choice(["rate", "batch", "seed"])]
            field.setFocus()
            field.selectAll()
            write(monkey, rng.choice([*NUMBERS[:5], *SIZES]))
            QTest.keyClick(field, Key.Key_Return)
        monkey.process()
    if rng.random() < 0.6:
        dock.close()
