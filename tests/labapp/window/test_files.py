"""Opening, saving, and the question that keeps unsaved changes from being lost."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from core import glass
from labapp import files, models, text
from labapp.main_window import MainWindow

Answer = Callable[[QMessageBox.StandardButton], list[str]]
Button = QMessageBox.StandardButton


def change(window: MainWindow) -> None:
    window.document.do(window.document.workspace.with_cell("src.X", 0, 0, 7.5), "X[0,0] = 7.5")


def close_boxes(window: MainWindow) -> list[str]:
    said = []
    for box in window.findChildren(QMessageBox):
        if box.isVisible():
            said.append(box.text())
            box.close()
    return said


def test_save_as_asks_where_and_the_file_reads_back(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "mine.glass"
    monkeypatch.setattr(files, "ask_save", lambda parent, folder, name: target)
    change(window)
    assert window.isWindowModified()
    qtbot.keyClick(window, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    assert not window.isWindowModified()
    assert window.windowTitle() == "mine.glass[*] — Glassformer"
    assert glass.load(target).arrays["sample0/src.X"][0, 0] == 7.5


def test_a_second_save_does_not_ask(window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "mine.glass"
    monkeypatch.setattr(files, "ask_save", lambda parent, folder, name: target)
    assert window.save()
    monkeypatch.setattr(files, "ask_save", lambda parent, folder, name: pytest.fail("asked again"))
    change(window)
    assert window.save()
    assert glass.load(target).arrays["sample0/src.X"][0, 0] == 7.5


def test_undo_back_to_the_saved_state_is_no_longer_modified(window: MainWindow) -> None:
    change(window)
    assert window.isWindowModified()
    window.undo()
    assert not window.isWindowModified()


def test_opening_a_file_shows_it_and_forgets_the_old_acts(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "other.glass"
    glass.save(file, models.starting_model("block").with_cell("src.X", 1, 1, -3.0))
    monkeypatch.setattr(files, "ask_open", lambda parent, folder: file)
    window.actions_by_id["open"].trigger()
    assert window.document.workspace.arrays["sample0/src.X"][1, 1] == -3.0
    assert window.document.path == file
    assert not window.actions_by_id["undo"].isEnabled()
    assert "other.glass" in window.top_bar.chooser.text()


def test_thinking_better_of_opening_changes_nothing(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    before = window.document.workspace
    monkeypatch.setattr(files, "ask_open", lambda parent, folder: None)
    window.actions_by_id["open"].trigger()
    assert window.document.workspace is before


@pytest.mark.parametrize("content", [b"", b"not a zip", b"PK\x03\x04 cut off"])
def test_a_damaged_file_is_refused_in_words_and_nothing_is_lost(
    window: MainWindow, tmp_path: Path, content: bytes
) -> None:
    file = tmp_path / "broken.glass"
    file.write_bytes(content)
    before = window.document.workspace
    window.open_path(file)
    assert window.document.workspace is before
    assert window.document.path is None
    (said,) = close_boxes(window)
    assert "broken.glass" in said
    assert window.status.said() == said


def test_a_missing_file_is_refused_in_words(window: MainWindow, tmp_path: Path) -> None:
    window.open_path(tmp_path / "gone.glass")
    (said,) = close_boxes(window)
    assert "gone.glass" in said


def test_cancel_keeps_the_window_and_the_changes(window: MainWindow, answer: Answer) -> None:
    change(window)
    asked = answer(Button.Cancel)
    assert not window.close()
    assert asked == ["Save the changes to Two heads, one block?"]
    assert window.isVisible()
    assert window.document.modified


def test_discard_closes_without_saving(window: MainWindow, answer: Answer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "ask_save", lambda parent, folder, name: pytest.fail("saved"))
    change(window)
    asked = answer(Button.Discard)
    assert window.close()
    assert len(asked) == 1


def test_save_saves_and_closes(
    window: MainWindow, answer: Answer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "ask_save", lambda parent, folder, name: tmp_path / "kept.glass")
    change(window)
    asked = answer(Button.Save)
    assert window.close()
    assert len(asked) == 1
    assert glass.load(tmp_path / "kept.glass").arrays["sample0/src.X"][0, 0] == 7.5


def test_a_save_that_fails_keeps_the_window_and_the_data(
    window: MainWindow, answer: Answer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "ask_save", lambda parent, folder, name: tmp_path / "no folder" / "x.glass")
    change(window)
    answer(Button.Save)
    assert not window.close()
    assert window.isVisible()
    assert window.document.modified
    assert window.document.workspace.arrays["sample0/src.X"][0, 0] == 7.5
    (said,) = close_boxes(window)
    assert "x.glass" in said


@pytest.mark.parametrize("way", ["open", "model"])
def test_every_way_out_asks_first(
    window: MainWindow, answer: Answer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    file = tmp_path / "other.glass"
    glass.save(file, models.starting_model("block"))
    monkeypatch.setattr(files, "ask_open", lambda parent, folder: file)
    change(window)
    changed = window.document.workspace
    asked = answer(Button.Cancel)
    if way == "open":
        window.open()
    else:
        window.new("block")
    assert len(asked) == 1
    assert window.document.workspace is changed


def test_an_unchanged_document_closes_without_a_question(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "ask_unsaved", lambda parent, name: pytest.fail("asked"))
    assert window.close()


def test_the_question_speaks_chinese(window: MainWindow, answer: Answer, monkeypatch: pytest.MonkeyPatch) -> None:
    text.set_language("zh_CN")
    change(window)
    labels: list[str] = []
    original = QMessageBox.exec

    def look(box: QMessageBox) -> int:
        labels.extend(box.button(button).text() for button in (Button.Save, Button.Cancel))
        return original(box)

    monkeypatch.setattr(QMessageBox, "exec", look)
    asked = answer(Button.Cancel)
    assert not window.close()
    assert "保存" in labels[0]
    assert "取消" in labels[1]
    assert "？" in asked[0]


def test_the_chooser_lists_the_models_and_opens_one(window: MainWindow, qtbot: QtBot) -> None:
    change(window)
    window.document.undo_stack.setClean()
    menu = window.top_bar.chooser.menu()
    menu.aboutToShow.emit()
    titles = {item.text(): item for item in menu.actions()}
    assert "Two heads, one block" in titles
    assert window.actions_by_id["open"] in menu.actions()
    titles["Two heads, one block"].trigger()
    assert window.document.workspace.arrays["sample0/src.X"][0, 0] != 7.5


def test_titles_become_names_that_every_system_takes(tmp_path: Path) -> None:
    assert files.file_name("a/b: c?") == "a-b- c-.glass"
    assert files.file_name("...") == "model.glass"
    assert files.with_suffix(tmp_path / "x.y") == tmp_path / "x.y.glass"
    assert files.with_suffix(tmp_path / "x.glass") == tmp_path / "x.glass"
