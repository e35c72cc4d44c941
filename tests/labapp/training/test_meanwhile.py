"""What else is looked at and done while a model is trained: every part follows the weights, and nothing is mixed up."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.engine import Engine
from core.generate import forced
from core.gradient import gradient
from core.workspace import Sample
from labapp.main_window import MainWindow
from labapp.panels.compare import ComparePanel
from labapp.panels.jacobian import JacobianPanel
from labapp.prediction.next import NextCard
from tests.labapp.training.conftest import window_on

MANY = 10_000  # steps, more than a test waits for


def begin(window: MainWindow, qtbot: QtBot) -> None:
    training = window.desk.training
    training.choose(steps=MANY)
    training.start()
    going(window, qtbot)


def going(window: MainWindow, qtbot: QtBot) -> None:
    """Until steps were made that have been shown."""
    training, shown = window.desk.training, window.desk.training.step
    qtbot.waitUntil(lambda: training.phase == "running" and training.step > shown, timeout=20_000)


def test_the_free_run_and_its_bars_follow_the_weights(window: MainWindow, qtbot: QtBot) -> None:
    desk = window.desk
    generating, predicted = desk.generating, desk.predicted
    card = NextCard(desk)
    qtbot.addWidget(card)
    card.show()
    window.selection.follow(("tgt", 0))
    generating.choose("give")
    origins: list[object] = []
    generating.changed.connect(lambda: origins.append(generating.run and generating.run.origin))
    begin(window, qtbot)
    qtbot.waitUntil(lambda: len({id(one) for one in origins}) > 2)
    assert predicted.is_free
    desk.training.pause()
    QApplication.processEvents()
    assert generating.run is not None
    assert generating.run.tokens[:2] == ("BOS", "give")  # what a person chose stays
    whole = forced(window.document.workspace, generating.run.tokens[1:])["out.p"].values
    np.testing.assert_allclose(predicted.trace["out.p"].values, whole, rtol=0, atol=1e-12)
    assert predicted.row is not None
    assert card.bars.words()[0] == predicted.trace["out.p"].cols[int(whole[predicted.row].argmax())]
    window.undo()
    np.testing.assert_allclose(
        predicted.trace["out.p"].values[:2],
        forced(window.document.workspace, ("give",))["out.p"].values,
        rtol=0,
        atol=1e-12,
    )


def test_gradients_of_the_bench_follow_the_weights(window: MainWindow, qtbot: QtBot) -> None:
    document = window.document
    QTest.keyClick(window.bench, Qt.Key.Key_G, Qt.KeyboardModifier.ControlModifier)
    before = document.trace
    begin(window, qtbot)
    window.desk.gradients.check(("out.W", 0, 0))
    tried = window.desk.gradients.tried
    assert tried is not None
    assert tried.agrees
    window.desk.training.pause()
    QApplication.processEvents()
    want = gradient(Engine("numpy").run(document.workspace), "out.loss", 0, 0, executor="numpy")
    old = gradient(before, "out.loss", 0, 0, executor="numpy")
    cards = [name for name in window.bench.bench.cards if window.bench.sloped.shows(name)]
    shown = {name: window.bench.content.card(name).cells.values for name in cards}
    for name in cards:
        np.testing.assert_allclose(shown[name], want[name], rtol=1e-9, atol=1e-12)
    alike = [name for name in cards if shown[name].shape == old[name].shape]  # there are more words now
    assert max(np.abs(shown[name] - old[name]).max() for name in alike) > 1e-6


def test_panels_that_wait_until_all_is_still_follow_now_and_then(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("labapp.idle.LASTING_MS", 60)
    for id_ in ("jacobian", "compare", "why", "twin"):
        window.docks[id_].show()
    QApplication.processEvents()
    window.actions_by_id["compare"].trigger()
    window.selection.select(("out.W", 0, 0))
    jacobian, compare = window.docks["jacobian"].area.widget(), window.docks["compare"].area.widget()
    assert isinstance(jacobian, JacobianPanel)
    assert isinstance(compare, ComparePanel)
    begin(window, qtbot)
    for _ in range(2):
        found, pair = jacobian.asking.found, compare._pair
        qtbot.waitUntil(
            lambda before=(found, pair): jacobian.asking.found is not before[0] and compare._pair is not before[1],
            timeout=20_000,
        )
    assert window.desk.training.phase == "running"
    assert window.comparison.on
    window.desk.training.pause()
    qtbot.waitUntil(lambda: jacobian.asking.fresh, timeout=20_000)


@pytest.mark.parametrize("what", ["spec", "vocabulary", "sample", "pin"])
@pytest.mark.parametrize("prepared", [True, False])
def test_another_model_while_training_or_before_its_first_step(
    window: MainWindow, qtbot: QtBot, what: str, prepared: bool
) -> None:
    document, training = window.document, window.desk.training
    start = document.workspace
    if prepared:
        begin(window, qtbot)
    else:
        training.choose(steps=MANY)
        training.start()
    now = document.workspace
    samples = now.samples
    changed = {
        "spec": lambda: now.with_spec(d_ff=6),
        "vocabulary": lambda: now.with_samples((Sample(("他", "给"), ("BOS", "he")), *samples[1:])),
        "sample": lambda: now.with_samples((*samples, Sample(("我",), ("BOS", "I")))),
        "pin": lambda: now.with_pin("enc1.self.h1.Q", 0, 0, 1.0),
    }[what]()
    document.do(changed, "another")
    assert training.run is None
    assert document.workspace is changed
    assert document.undo_stack.count() == (2 if prepared else 1)
    begin(window, qtbot)
    training.pause()
    while document.undo_stack.canUndo():
        window.undo()
    assert document.workspace is start
    assert training.step == 0


def test_two_windows_train_side_by_side(window: MainWindow, qtbot: QtBot, tmp_path: Path, corpus: Path) -> None:
    (tmp_path / "two").mkdir()
    other = window_on(qtbot, tmp_path / "two", corpus)
    try:
        window.desk.training.start()
        other.desk.training.start()
        qtbot.waitUntil(lambda: window.desk.training.run is None and other.desk.training.run is None, timeout=20_000)
        one, two = window.document.workspace, other.document.workspace
        assert all(np.array_equal(array, two.arrays[name]) for name, array in one.arrays.items())
        other.undo()
        assert window.desk.training.step == 6
        assert other.desk.training.step == 0
    finally:
        other.document.undo_stack.setClean()
        other.close()


def test_the_status_line_speaks_of_the_training_and_keeps_what_is_said(window: MainWindow, qtbot: QtBot) -> None:
    document = window.document
    document.do(document.workspace.with_cell("out.W", 0, 0, 2.0), "an edit")
    begin(window, qtbot)
    qtbot.waitUntil(lambda: window.status.act.text() == "Training")
    assert window.status.moved.text() == ""
    window.say("a reason to read")
    going(window, qtbot)
    going(window, qtbot)
    assert window.status.said() == "a reason to read"
    window.desk.training.pause()
    assert window.status.said() == ""
