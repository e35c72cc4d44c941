"""Bench and window together: an edit on the bench and the acts of the window don't lose each other."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMessageBox
from pytestqt.qtbot import QtBot

from labapp import files
from labapp.main_window import MainWindow

LEFT = Qt.MouseButton.LeftButton
CTRL = Qt.KeyboardModifier.ControlModifier
CELL = ("src.X", 0, 1)


def open_editor(window: MainWindow, qtbot: QtBot, written: str) -> QLineEdit:
    """Double click a cell of X and type."""
    view = window.bench.viewport()
    at = window.bench.point_of(*CELL)
    QTest.mouseDClick(view, LEFT, Qt.KeyboardModifier.NoModifier, at)
    qtbot.waitUntil(lambda: any(edit.isVisible() for edit in view.findChildren(QLineEdit)))
    editor = next(edit for edit in view.findChildren(QLineEdit) if edit.isVisible())
    editor.selectAll()
    qtbot.keyClicks(editor, written)
    return editor


def value(window: MainWindow) -> float:
    return float(window.document.trace["src.X"].values[0, 1])


def causal(window: MainWindow) -> None:
    panel = window.docks["model"].area.widget()
    QTest.mouseClick(panel.controls["causal"].switch, LEFT)


def test_a_switch_commits_the_open_editor_first(window: MainWindow, qtbot: QtBot) -> None:
    open_editor(window, qtbot, "2.5")
    causal(window)
    assert value(window) == 2.5
    assert window.document.workspace.spec.causal
    assert window.document.undo_stack.count() == 2
    window.undo()
    assert value(window) == 2.5
    assert not window.document.workspace.spec.causal
    window.undo()
    assert value(window) == 0.0


def test_an_act_waits_for_an_editor_whose_text_is_refused(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "ask_save", lambda parent, folder, name: tmp_path / "x.glass")
    editor = open_editor(window, qtbot, "1,5")
    window.actions_by_id["save"].trigger()
    assert not (tmp_path / "x.glass").exists()
    assert editor.isVisible()
    assert "1,5" in window.status.said()
    qtbot.keyClick(editor, Qt.Key.Key_Escape)
    window.actions_by_id["save"].trigger()
    assert (tmp_path / "x.glass").exists()


def test_closing_does_not_hang_on_a_refused_text(window: MainWindow, qtbot: QtBot) -> None:
    open_editor(window, qtbot, "x")
    assert window.close()


def test_closing_asks_about_what_is_still_in_the_editor(
    window: MainWindow, qtbot: QtBot, answer: Callable[[QMessageBox.StandardButton], list[str]]
) -> None:
    open_editor(window, qtbot, "9")
    asked = answer(QMessageBox.StandardButton.Cancel)
    assert not window.close()
    assert len(asked) == 1
    assert value(window) == 9.0


def test_undo_in_the_middle_of_a_drag_takes_back_the_drag_alone(window: MainWindow, qtbot: QtBot) -> None:
    causal(window)
    view = window.bench.viewport()
    at = window.bench.point_of(*CELL)
    QTest.mousePress(view, LEFT, Qt.KeyboardModifier.NoModifier, at)
    for step in range(1, 30):
        QTest.mouseMove(view, at + QPoint(step * 3, 0))
    assert window.document.acting
    qtbot.keyClick(window.bench, Qt.Key.Key_Z, CTRL)
    QTest.mouseMove(view, at + QPoint(150, 0))
    QTest.mouseRelease(view, LEFT, Qt.KeyboardModifier.NoModifier, at + QPoint(150, 0))
    assert value(window) == 0.0
    assert window.document.workspace.spec.causal
    assert window.document.undo_stack.canRedo()
    window.redo()
    assert value(window) != 0.0


def test_a_drag_is_one_step_and_the_strip_tells_what_it_moved(window: MainWindow, qtbot: QtBot) -> None:
    view = window.bench.viewport()
    at = window.bench.point_of("enc1.self.h1.WV", 2, 0)
    QTest.mousePress(view, LEFT, Qt.KeyboardModifier.NoModifier, at)
    for step in range(1, 60):
        QTest.mouseMove(view, at - QPoint(step * 2, 0))
        QApplication.processEvents()
    QTest.mouseRelease(view, LEFT, Qt.KeyboardModifier.NoModifier, at - QPoint(118, 0))
    assert window.document.undo_stack.count() == 1
    qtbot.waitUntil(lambda: window.status.moved.text().startswith("moved: V¹ H¹"))
    assert "stayed: Q¹ K¹" in window.status.moved.text()
    assert window.isWindowModified()


def test_editing_a_computed_cell_is_refused_in_the_strip(window: MainWindow, qtbot: QtBot) -> None:
    at = window.bench.point_of("enc1.self.h1.A", 0, 0)
    QTest.mouseDClick(window.bench.viewport(), LEFT, Qt.KeyboardModifier.NoModifier, at)
    assert "A¹ is computed" in window.status.said()
    assert window.document.undo_stack.count() == 0


def test_zoom_and_fit_reach_the_bench(window: MainWindow, qtbot: QtBot) -> None:
    window.bench.setFocus()
    before = window.bench.bench.metrics.px
    qtbot.keyClick(window.bench, Qt.Key.Key_Equal, CTRL)
    assert window.bench.bench.metrics.px > before
    qtbot.keyClick(window.bench, Qt.Key.Key_Minus, CTRL)
    assert window.bench.bench.metrics.px == before
    qtbot.keyClick(window.bench, Qt.Key.Key_9, CTRL)
    qtbot.keyClick(window.bench, Qt.Key.Key_0, CTRL)
    qtbot.mouseClick(window.top_bar.buttons["fit"], LEFT)
    assert window.bench.verticalScrollBar().maximum() == 0 or window.bench.bench.metrics.px <= before
