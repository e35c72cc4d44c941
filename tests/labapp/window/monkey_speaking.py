"""What the monkey does with the free run: the panes' buttons, keys and clicks, and the card's bars and fields."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from core.generate import Choice, Generation
from core.samples import MOST_ROWS
from labapp.panels.panes import PanesPanel
from labapp.prediction.next import NextCard

if TYPE_CHECKING:
    from .monkey import Monkey

LEFT, Key = Qt.MouseButton.LeftButton, Qt.Key
PANE_KEYS = (Key.Key_Up, Key.Key_Down, Key.Key_Left, Key.Key_Right, Key.Key_Return, Key.Key_1, Key.Key_2, Key.Key_3)
BAR_KEYS = (Key.Key_Up, Key.Key_Down, Key.Key_Return, Key.Key_Right, Key.Key_Left, Key.Key_Home, Key.Key_End)


def work_panes(monkey: Monkey) -> None:
    """Buttons, a click somewhere, keys; sometimes the next act comes while tokens are still coming."""
    rng, dock = monkey.random, monkey.window.docks["panes"]
    dock.show()
    monkey.process()
    panel = dock.area.widget()
    if not isinstance(panel, PanesPanel) or not panel.isVisible():
        return
    for _ in range(rng.randrange(1, 5)):
        tools = panel.tools
        button = rng.choice([tools.append, tools.append, tools.append, tools.to_end, tools.back, tools.reset])
        QTest.mouseClick(button, LEFT)
        viewport = panel.view.viewport()
        if panel.view.isVisible() and viewport.width() > 1 and viewport.height() > 1:
            point = QPoint(rng.randrange(viewport.width()), rng.randrange(viewport.height()))
            QTest.mouseClick(viewport, LEFT, pos=point)
            QTest.keyClick(panel.view, rng.choice(PANE_KEYS))
    monkey.process()
    right(monkey)
    if rng.random() < 0.4:
        dock.close()


def speak(monkey: Monkey) -> None:
    """The card of the next token in the prediction view: bars, buttons, mode, and how it chooses."""
    rng, window = monkey.random, monkey.window
    if not window.settle():
        return
    window.show_prediction()
    monkey.process()
    card = window.views.currentWidget().findChild(NextCard)
    if card is None or not card.isVisible():
        return
    ways = rng.choices([press_bar, choose_bar, press_button, turn_mode, choose_how, click_link], k=rng.randrange(1, 5))
    for way in ways:
        if window.is_prediction():  # a link may have led to the bench
            way(monkey, card)
            monkey.process()
    right(monkey)


def press_bar(monkey: Monkey, card: NextCard) -> None:
    QTest.keyClick(card.bars, monkey.random.choice(BAR_KEYS))


def choose_bar(monkey: Monkey, card: NextCard) -> None:
    words = card.bars.words()
    if words and card.bars.isEnabled():
        card.bars.chosen.emit(monkey.random.choice(words))


def press_button(monkey: Monkey, card: NextCard) -> None:
    buttons = card.buttons
    QTest.mouseClick(monkey.random.choice([buttons.append, buttons.to_end, buttons.back, buttons.reset]), LEFT)


def turn_mode(monkey: Monkey, card: NextCard) -> None:
    QTest.mouseClick(card.mode.segment(monkey.random.choice(["teacher", "free"])), LEFT)


def choose_how(monkey: Monkey, card: NextCard) -> None:
    rng = monkey.random
    choice = Choice(rng.choice([0.0, 0.5, 2.0, 100.0]), rng.choice([0, 1, 3]), rng.randrange(5))
    monkey.window.desk.generating.set_choice(choice)


def click_link(monkey: Monkey, card: NextCard) -> None:
    link = monkey.random.choice([card.take, card.more, card.cost_line])
    if link.isVisible():
        link.click()


def right(monkey: Monkey) -> None:
    """A free run that is done is the one that begins anew with the same choices, in tokens and numbers."""
    generating, document = monkey.window.desk.generating, monkey.document
    run = generating.run
    if run is None or run.origin is not document.workspace or run.sample != document.sample or generating.running:
        return
    assert run.generation.workspace.samples[0].source == document.workspace.samples[document.sample].source
    cached = document.workspace.spec.causal
    fresh = Generation(
        document.workspace, document.sample, None, run.tokens[:1], generating.choice, MOST_ROWS, cached, bare=True
    )
    for step in range(run.steps):
        p = np.sort(fresh.look()[0]["out.p"].values[-1])
        if not run.forced[step] and p[-1] - p[-2] < 1e-9:
            return  # a tie that the last bits decide
        token = fresh.step(run.chosen[step] if run.forced[step] else None).token
        if generating.choice.temperature == 0:
            assert token == run.chosen[step], (step, run.tokens)
        elif token != run.chosen[step]:
            return  # a draw on the border of two tokens
    if cached:
        one, other = (trace["out.p"].values[-1] for trace in (run.last_step(), run.trace))
        assert np.allclose(one, other, rtol=1e-6, atol=1e-9, equal_nan=True), "the cache is of other numbers"
    a, b = run.trace["out.p"].values, fresh.trace()["out.p"].values
    apart = f"{document.workspace.spec.precision}: {run.tokens}, {np.abs(a - b).max(axis=1)}"
    assert np.allclose(a, b, rtol=1e-6, atol=1e-9, equal_nan=True), apart
