"""The status strip: what the last act moved and left, what the run cost, what must be told."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from labapp import models, status
from labapp.document import Document
from labapp.main_window import MainWindow


def test_values_move_the_head_and_leave_the_weights(window: MainWindow, qtbot: QtBot) -> None:
    document = window.document
    document.do(document.workspace.with_cell("enc1.self.h1.WV", 2, 0, 0.5), "W_V¹[2,0] = 0.5")
    qtbot.waitUntil(lambda: window.status.act.text() == "W_V¹[2,0] = 0.5")
    moved, stayed = window.status.moved.text().split("   ·   ")
    assert moved.startswith("moved: V¹ H¹ Concat MHA")
    assert moved.endswith("Z")
    assert stayed.startswith("stayed: Q¹ K¹")


def test_the_run_is_told_in_nodes_time_and_executor(window: MainWindow) -> None:
    document = window.document
    document.do(document.workspace.with_cell("enc1.self.h1.WV", 2, 0, 0.5), "edit")
    run = window.status.run.text()
    assert run.startswith(f"{document.report.nodes_run} of {document.report.nodes} nodes · ")
    assert run.endswith(("NumPy", "compiled"))
    assert 0 < document.report.nodes_run < document.report.nodes


def test_a_message_stands_until_the_next_act(window: MainWindow) -> None:
    window.say("That is no number.")
    assert window.status.message.isVisible()
    assert window.status.message.accessibleName() == "That is no number."
    assert not window.status.moved.isVisible()
    window.document.do(window.document.workspace.with_cell("src.X", 0, 0, 3.0), "edit")
    assert not window.status.message.isVisible()
    assert window.status.moved.isVisible()


def test_a_message_is_announced_to_screen_readers(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    from PySide6.QtGui import QAccessible

    heard: list[str] = []
    monkeypatch.setattr(status, "QAccessibleAnnouncementEvent", lambda widget, sentence: heard.append(sentence))
    monkeypatch.setattr(QAccessible, "updateAccessibility", lambda event: None)
    window.say("Refused.")
    assert heard == ["Refused."]


def test_before_the_first_act_the_origin_of_the_numbers_is_told(window: MainWindow) -> None:
    note = window.document.workspace.about["en"]["note"]
    assert window.status.moved.text() == note


def test_layers_are_told_apart() -> None:
    document = Document(models.starting_model("block").with_spec(enc_layers=2))
    workspace = document.workspace.with_cell("enc2.self.h1.WV", 0, 0, 9.0)
    document.do(workspace, "edit")
    said = status.moved_text(document.trace, document.before)
    assert said.startswith("moved: Layer 2: V¹ H¹ Concat")
    assert "stayed: Layer 1; Layer 2: Q¹ K¹" in said, "a layer that stayed as a whole is told by its name"


def test_the_two_halves_are_told_apart() -> None:
    document = Document(models.starting_model("translate"))
    document.do(document.workspace.with_cell("dec2.cross.h1.WQ", 0, 0, 9.0), "edit")
    said = status.moved_text(document.trace, document.before)
    assert said.startswith("moved: Decoder layer 2: Q¹")
    stayed = said.split("stayed: ")[1]
    assert "Encoder layer 1; Encoder layer 2; Decoder layer 1; Decoder layer 2: Q¹ K¹" in stayed


@pytest.mark.parametrize(
    ("seconds", "shown"), [(0.0, "0 µs"), (6.4e-6, "6 µs"), (1.25e-3, "1.2 ms"), (0.0456, "46 ms"), (3.44, "3.4 s")]
)
def test_times_have_two_digits(seconds: float, shown: str) -> None:
    assert status.time_text(seconds) == shown


def test_long_lists_lose_their_middle() -> None:
    assert status.shortened(list("abcdefg")) == "a b c d e f g"
    assert status.shortened(list("abcdefgh")) == "a b c d e … h"


def test_text_that_does_not_fit_is_whole_in_its_tooltip(window: MainWindow, qtbot: QtBot) -> None:
    window.resize(800, 500)
    sentence = "long " * 100
    window.say(sentence)
    qtbot.waitUntil(lambda: window.status.message.toolTip() == sentence)
    assert window.status.message.width() < window.width()
    qtbot.mouseClick(window.status, Qt.MouseButton.LeftButton)


def test_a_number_that_is_not_finite_is_named_where_it_first_stands(qapp: object) -> None:
    document = Document(models.starting_model("block"))
    document.do(document.workspace.with_cell("enc1.self.h1.WV", 3, 1, float("inf")), "an act")
    assert "first not finite: W_V¹[3, 1] = ∞" in status.moved_text(document.trace, document.before)
    document.undo_stack.undo()
    assert "not finite" not in status.moved_text(document.trace, document.before)


def test_undo_and_redo_say_what_was_undone_and_what_of_it_was_left(window: MainWindow, qtbot: QtBot) -> None:
    document, said = window.document, window.status.act.text
    for place, name in ((0, "one"), (1, "two")):
        document.do(document.workspace.with_cell("src.X", 0, place, 7.0), name)
    qtbot.waitUntil(lambda: said() == "two")
    for name in ("two", "one"):
        window.undo()
        qtbot.waitUntil(lambda name=name: said() == f"Undone: {name}")
    window.redo()
    qtbot.waitUntil(lambda: said() == "Redone: one")
    window.set_language("zh_CN")
    qtbot.waitUntil(lambda: said() == "已重做：one")


def test_a_message_stands_while_something_goes_on(window: MainWindow) -> None:
    document = window.document
    window.say("Before.")
    document.begin("Training", lasting=True)
    assert window.status.said() == ""
    assert window.status.act.text() == "Training"
    window.say("That is no corpus.")
    for value in (1.0, 2.0, 3.0):
        document.preview(document.workspace.with_cell("src.X", 0, 0, value))
        document.changed.emit(document.trace)
    assert window.status.message.isVisible()
    assert window.status.said() == "That is no corpus."
    document.commit()
    assert window.status.said() == ""
