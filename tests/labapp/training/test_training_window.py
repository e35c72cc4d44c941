"""Training as a person does it: buttons and keys of the panel and the card, and everything else meanwhile."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from core import glass
from core.workspace import Sample, Workspace, same_bits
from labapp import files, models
from labapp.main_window import MainWindow
from labapp.panels.training import TrainingPanel
from labapp.prediction import CARDS
from labapp.prediction.training import TrainingCard
from tests.labapp.training.conftest import small, window_on

LEFT, NONE, CTRL = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier


def equal(one: Workspace, other: Workspace) -> bool:
    return one.arrays.keys() == other.arrays.keys() and all(
        same_bits(array, other.arrays[name]) for name, array in one.arrays.items()
    )


def panel_of(window: MainWindow) -> TrainingPanel:
    dock = window.docks["training"]
    if not dock.isVisible():
        QTest.keyClick(window, Qt.Key.Key_E, CTRL | Qt.KeyboardModifier.ShiftModifier)
    QApplication.processEvents()
    panel = dock.area.widget()
    assert isinstance(panel, TrainingPanel)
    assert panel.isVisible()
    return panel


def card_of(window: MainWindow, qtbot: QtBot) -> TrainingCard:
    card = next(card for card in CARDS if card.id == "training").make(window.desk)
    assert isinstance(card, TrainingCard)
    qtbot.addWidget(card)
    card.show()
    return card


def press(button: QWidget) -> None:
    QTest.mouseClick(button, LEFT)


def trained(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: window.desk.training.run is None, timeout=20_000)


def going(window: MainWindow, qtbot: QtBot) -> None:
    training = window.desk.training
    shown = training.step
    qtbot.waitUntil(lambda: training.phase == "running" and training.step > shown, timeout=20_000)


def drop(window: MainWindow, file: Path, qtbot: QtBot) -> str:
    """Drop a file; the sentence that is said then."""
    window.status.say("")
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(file))])
    how = Qt.DropAction.CopyAction, data, LEFT, NONE
    QApplication.sendEvent(window, QDragEnterEvent(QPoint(300, 300), *how))
    QApplication.sendEvent(window, QDropEvent(QPointF(300, 300), *how))
    qtbot.waitUntil(lambda: bool(window.status.said()))
    return window.status.said()


def test_both_views_show_the_one_training(window: MainWindow, qtbot: QtBot) -> None:
    panel, card = panel_of(window), card_of(window, qtbot)
    assert card.train.text() == "Train 6 steps"
    assert not card.pause.isEnabled()
    assert not card.reset.isEnabled()
    press(card.train)
    assert panel.start.text() == "Pause"
    trained(window, qtbot)
    assert panel.said.text() == card.said.text()
    assert card.said.text().startswith("step 6 · cross-entropy ")
    assert [len(line.x) for line in card.curve.lines][:2] == [6, 6]
    press(panel.step)
    trained(window, qtbot)
    assert window.desk.training.step == 7
    before = window.document.undo_stack.count()
    press(card.reset)
    assert window.desk.training.step == 0
    assert window.document.undo_stack.count() == before + 1
    assert not any(len(line.x) for line in panel.loss.lines)


def test_the_settings_of_the_panel(window: MainWindow, qtbot: QtBot) -> None:
    panel, training = panel_of(window), window.desk.training
    press(panel.settings.kind.segment("sgd"))
    assert (training.plan.rule.kind, training.plan.rule.rate) == ("sgd", 0.1)
    press(panel.settings.speed.segment("100"))
    assert training.plan.speed == 100
    for name, typed, found in (
        ("rate", "0.05", 0.05), ("steps", "3", 3), ("batch", "4", 4), ("seed", "9", 9), ("rate", "0", 0.05),
        ("batch", "1.5", 4), ("steps", "x", 3), ("seed", "1e99", 9),
    ):  # fmt: skip
        field = panel.settings.numbers[name]
        field.setFocus()
        field.selectAll()
        QTest.keyClicks(field, typed)
        QTest.keyClick(field, Qt.Key.Key_Return)
        assert getattr(training.plan, name, training.plan.rule.rate) == found, (name, typed)
        assert bool(field.refused()) is (typed in ("0", "1.5", "x", "1e99"))
    assert not panel.settings.numbers["warmup"].isEnabled()
    press(panel.settings.kind.segment("adam2017"))
    assert panel.settings.numbers["warmup"].isEnabled()


def test_a_number_dragged_while_training(window: MainWindow, qtbot: QtBot) -> None:
    panel, document = panel_of(window), window.document
    panel.settings.numbers["steps"].setFocus()
    window.desk.training.choose(steps=10_000)
    press(panel.start)
    going(window, qtbot)
    view = window.bench
    name = next(n for n, placed in view.bench.cards.items() if n in document.trace and document.trace[n].editable)
    view.camera.reveal(name, 0, 0)
    point = view.point_of(name, 0, 0)
    QTest.mousePress(view.viewport(), LEFT, NONE, point)
    for dx in (5, 20, 40):
        QTest.mouseMove(view.viewport(), point + type(point)(dx, 0))
    QTest.mouseRelease(view.viewport(), LEFT, NONE, point + type(point)(40, 0))
    assert window.desk.training.run is None
    assert [document.undo_stack.text(k) for k in range(document.undo_stack.count())][0] == "Training"
    assert document.undo_stack.count() == 2


def test_a_drag_that_the_training_closed_leaves_the_training_alone(window: MainWindow, qtbot: QtBot) -> None:
    document, training, view = window.document, window.desk.training, window.bench
    training.choose(steps=10_000)
    name = next(n for n, placed in view.bench.cards.items() if n in document.trace and document.trace[n].editable)
    view.camera.reveal(name, 0, 0)
    point = view.point_of(name, 0, 0)
    QTest.mousePress(view.viewport(), LEFT, NONE, point)
    for dx in (5, 20, 40):
        QTest.mouseMove(view.viewport(), point + type(point)(dx, 0))
    assert document.acting
    training.start()
    going(window, qtbot)
    QTest.mouseMove(view.viewport(), point + type(point)(90, 0))
    QTest.mouseRelease(view.viewport(), LEFT, NONE, point + type(point)(90, 0))
    going(window, qtbot)
    training.pause()
    assert [document.undo_stack.text(k) for k in range(document.undo_stack.count())][1:] == ["Training"]
    assert document.workspace.about["en"]["note"].startswith("Trained in the lab")


def test_train_edit_undo_train_again_and_close_while_training_twenty_times(
    qapp: QApplication, qtbot: QtBot, tmp_path: Path, corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers: list[str] = []
    monkeypatch.setattr(files, "ask_unsaved", lambda parent, name: answers.pop(0))
    window = window_on(qtbot, tmp_path, corpus)
    document, training = window.document, window.desk.training
    for dock in window.docks.values():
        dock.hide()
    panel = panel_of(window)
    words = Sample(("我", "你", "给", "看", "书"), ("BOS", "I", "you", "give", "see", "books"))
    document.load(document.workspace.with_samples((words,)))  # all of the corpus: no turn has to learn new ones
    start = document.workspace
    for turn in range(20):
        training.choose(steps=3 if turn % 2 else 10_000)
        press(panel.start)
        if turn % 2:
            trained(window, qtbot)
        else:
            going(window, qtbot)
        document.do(
            document.workspace.with_cell(
                "out.b" if "out.b" in document.workspace.arrays else "out.W", 0, 0, turn + 0.5
            ),
            "edit",
        )
        assert training.run is None
        assert document.undo_stack.count() == 2
        QTest.keyClick(window, Qt.Key.Key_Z, CTRL)
        QTest.keyClick(window, Qt.Key.Key_Z, CTRL)
        assert document.workspace is start
        assert training.step == 0
        training.choose(steps=10_000)
        press(panel.start)
        going(window, qtbot)
        answers.append("cancel")
        window.close()
        assert window.isVisible()
        assert not answers
        assert training.run is None
        assert document.undo_stack.count() == 1
        assert document.modified
        QTest.keyClick(window, Qt.Key.Key_Z, CTRL)
        assert equal(document.workspace, start)
    press(panel.start)
    going(window, qtbot)
    document.path = tmp_path / "kept.glass"
    answers.append("save")
    window.close()
    assert glass.load(tmp_path / "kept.glass").about["en"]["note"].startswith("Trained in the lab on small.txt")
    assert not [thread for thread in threading.enumerate() if thread.name == "training"]
    qtbot.waitUntil(lambda: not isValid(window))


@pytest.mark.parametrize("what", ["undo", "file", "model", "save", "zoom", "theme"])
def test_what_changes_something_commits_first_and_what_only_looks_goes_on(
    window: MainWindow, qtbot: QtBot, what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(files, "ask_unsaved", lambda parent, name: asked.append(name) or "discard")
    document, training, file = window.document, window.desk.training, tmp_path / "other.glass"
    glass.save(file, small())
    before = document.workspace
    training.choose(steps=10_000)
    training.start()
    going(window, qtbot)
    if what in ("zoom", "theme"):
        window.actions_by_id["zoom_in" if what == "zoom" else "theme"].trigger()
        going(window, qtbot)
        training.pause()
        assert document.undo_stack.count() == 1
        return
    if what == "undo":
        assert window.actions_by_id["undo"].text() == "&Undo Training"
        window.actions_by_id["undo"].trigger()
        assert document.workspace is before
        assert document.undo_stack.canRedo()
    elif what == "save":
        document.path = tmp_path / "mine.glass"
        window.save()
        assert document.undo_stack.count() == 1
        assert not document.modified
        assert equal(glass.load(tmp_path / "mine.glass"), document.workspace)
    else:
        window.open_path(file) if what == "file" else window.new("block")
        assert len(asked) == 1
        assert not document.modified
    assert training.run is None
    assert not document.acting


def test_a_corpus_dropped_on_the_window(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    training = window.desk.training
    other = tmp_path / "other.tsv"
    other.write_text("我\tI\n你\tyou\n", encoding="utf-8")
    training.choose(steps=10_000)
    training.start()
    going(window, qtbot)
    assert drop(window, other, qtbot) == "other.tsv is the training corpus now: 2 pairs to train on, 0 held out."
    assert training.run is None
    training.choose(steps=3)
    training.start()
    trained(window, qtbot)
    assert training.history.held_out is False
    other.write_text("我\tI\n你\tyou\nthree", encoding="utf-8")
    assert "line 3" in drop(window, other, qtbot)
    assert len(training.material.corpus.train) == 2
    (tmp_path / "a.png").write_bytes(b"")
    assert drop(window, tmp_path / "a.png", qtbot).startswith("a.png is neither a .glass file nor a corpus")


def test_what_can_not_be_trained_says_why_on_both_views(window: MainWindow, qtbot: QtBot) -> None:
    panel, card = panel_of(window), card_of(window, qtbot)
    window.document.load(models.starting_model("block"))
    for enabled in (panel.start.isEnabled(), panel.step.isEnabled(), card.train.isEnabled()):
        assert not enabled
    for remark in (panel.remark, card.remark):
        assert remark.text() == "This model has no vocabulary head, so there is nothing to train on."
