"""What the monkey does with the training: start, pause, one step, reset, settings; and steps that it waits for."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtTest import QTest

from core.generate import check_generates
from core.problem import Problem
from core.trainable import check_trainable
from core.workspace import Workspace
from labapp.panels.panes import PanesPanel
from labapp.panels.training import TrainingPanel
from labapp.training import asked
from labapp.training.session import PREPARING

from .monkey_hand import LEFT, NUMBERS, SIZES, Key, shown_panel, write
from .monkey_speaking import right

if TYPE_CHECKING:
    from .monkey import Monkey

PATIENCE = 60.0  # seconds that a step of training or a token may take, on a machine that is busy with something else
CORPORA = (
    "我 给 了 他 一 本 书\tI gave him a book\n他 给 了 我 一 本 书\the gave me a book\n".encode(),
    "猫 看 见 狗\tthe cat sees the dog\n狗 看 见 猫\tthe dog sees the cat\n狗\tthe dog\n".encode(),
    b"no tab at all\n",
    b"",
    b"\xff\xfe\x00\tx\n",
    b"a\t" + b"w " * 500 + b"\n",
)
SPEAKING = ("six", "translate", "translate-untrained", "english", "padding")  # models that can be trained and speak


def train(monkey: Monkey) -> None:
    """Start, pause, one step, reset, other settings; sometimes it goes on through the acts that follow."""
    if monkey.random.random() < 0.7:
        _has(monkey, check_trainable)
    rng, dock, training = monkey.random, monkey.window.docks["training"], monkey.window.desk.training
    panel = shown_panel(monkey, "training")
    if not isinstance(panel, TrainingPanel):
        return
    training.choose(steps=rng.choice([3, 30, 300]), speed=rng.choice([10, 0]))
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
        if rng.random() < 0.4:
            QTest.qWait(rng.choice([1, 30, 120]))
        elif training.phase == PREPARING and rng.random() < 0.7:
            _wait(monkey, lambda: training.phase != PREPARING)
        monkey.process()
    if rng.random() < 0.5:
        dock.close()


def take_corpus(monkey: Monkey) -> None:
    """Another corpus, with words that the model may not know; one that is none; or the lab's own again."""
    desk, rng = monkey.window.desk, monkey.random
    path = monkey.folder / "pairs.txt"
    path.write_bytes(rng.choice(CORPORA))
    if rng.random() < 0.7:
        asked.take(desk, path)
    else:
        asked.take_shipped(desk)


def learn(monkey: Monkey) -> None:
    """One step that is waited for, in a model that learns; undone and redone it is the same to the bit."""
    _has(monkey, check_trainable)
    training, document = monkey.window.desk.training, monkey.document
    panel = shown_panel(monkey, "training")
    training.pause()
    training.choose(speed=0, batch=monkey.random.choice([1, 4]))
    if not isinstance(panel, TrainingPanel) or not panel.step.isEnabled() or not monkey.window.settle():
        return
    panel.step.setFocus()  # a number that is still being typed elsewhere is taken now
    before = document.workspace
    QTest.mouseClick(panel.step, LEFT)
    _wait(monkey, lambda: training.run is None)
    if training.problem is not None:  # a number that is none, or a corpus that doesn't fit
        assert not document.acting
        return
    assert document.workspace is not before
    learned = document.workspace
    actions = monkey.window.actions_by_id
    actions["undo"].trigger()
    assert document.workspace is before, "undo does not lead to before the step"
    actions["redo"].trigger()
    assert document.workspace is learned, "redo does not lead to after the step"
    monkey.seen["steps learned"] += 1


def say(monkey: Monkey) -> None:
    """A token that is waited for, in a model that speaks, and what is said is what a fresh run says."""
    _has(monkey, check_generates)
    generating = monkey.window.desk.generating
    panel = shown_panel(monkey, "panes")
    if not isinstance(panel, PanesPanel) or not monkey.window.settle():
        return
    QTest.mouseClick(panel.tools.reset, LEFT)
    QTest.mouseClick(panel.tools.append, LEFT)
    monkey.process()
    if generating.run is not None and generating.run.steps:
        monkey.seen["tokens said"] += 1
    right(monkey)


def _has(monkey: Monkey, check: Callable[[Workspace], None]) -> None:
    """A model that can do it, and in double: the present one, or else another."""
    try:
        check(monkey.document.workspace)
    except Problem:
        can = False
    else:
        can = monkey.document.workspace.spec.precision == "float64"
    if not can:
        monkey.answers = "discard"
        monkey.window.new(monkey.random.choice(SPEAKING))
        monkey.process()


def _wait(monkey: Monkey, until: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not until():
        assert time.monotonic() < end, f"nothing came in {PATIENCE} s"
        monkey.process()
        time.sleep(0.002)
