"""Actions: one table, from which menus, buttons and shortcuts come."""

from __future__ import annotations

from collections import Counter
from operator import attrgetter

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from labapp import actions, log, text
from labapp.bench.view import BenchView
from labapp.main_window import MainWindow
from labapp.panels import PANELS


def causal_on(window: MainWindow) -> None:
    window.document.do(window.document.workspace.with_spec(causal=True), "Causal on")


def test_no_two_actions_share_a_shortcut() -> None:
    keys = [key for action in actions.ACTIONS for key in action.shortcuts]
    keys += [panel.shortcut for panel in PANELS if panel.shortcut]
    assert [key for key, times in Counter(QKeySequence(key).toString() for key in keys).items() if times > 1] == []


def test_every_shortcut_is_one_that_qt_knows() -> None:
    for action in actions.ACTIONS:
        for key in action.shortcuts:
            assert QKeySequence(key).toString() == key


def test_every_action_has_its_method_and_its_place_in_a_menu(window: MainWindow) -> None:
    for action in actions.ACTIONS:
        assert callable(attrgetter(action.method)(window)), action.id
        assert action.id in actions.ORDER[action.menu], action.id
        if action.check:
            assert callable(getattr(MainWindow, action.check)), action.id


def test_every_action_is_said_in_both_languages(window: MainWindow) -> None:
    english = {id_: item.text() for id_, item in window.actions_by_id.items()}
    text.set_language("zh_CN")
    for action in actions.ACTIONS:
        assert actions.text_of(action) != action.text, f"{action.id} has no Chinese"
        assert english[action.id], action.id


def test_menus_hold_every_action_once(window: MainWindow) -> None:
    found: list[str] = []

    def walk(menu: QMenu) -> None:
        found.extend(item.objectName() for item in menu.actions() if item.objectName() in window.actions_by_id)

    for item in window.top_bar.menus.actions():
        menu = item.menu()
        assert isinstance(menu, QMenu)
        walk(menu)
    assert sorted(found) == sorted(action.id for action in actions.ACTIONS)


def test_undo_says_what_it_undoes_and_the_keys_do_it(window: MainWindow, qtbot: QtBot) -> None:
    start = window.document.workspace
    causal_on(window)
    assert window.actions_by_id["undo"].text() == "&Undo Causal on"
    assert not window.actions_by_id["redo"].isEnabled()
    qtbot.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert window.document.workspace is start
    assert not window.actions_by_id["undo"].isEnabled()
    qtbot.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    assert window.document.workspace.spec.causal


def test_a_token_that_looks_like_a_tag_is_shown_in_what_undo_says(window: MainWindow) -> None:
    window.document.do(window.document.workspace.with_spec(causal=True), "Write <b>")
    undo = window.actions_by_id["undo"]
    assert undo.toolTip() == "<p>Undo Write &lt;b&gt; (Ctrl+Z)</p>"
    assert undo.text() == "&Undo Write <b>"


def test_the_buttons_undo_and_redo(window: MainWindow, qtbot: QtBot) -> None:
    causal_on(window)
    qtbot.mouseClick(window.top_bar.buttons["undo"], Qt.MouseButton.LeftButton)
    assert not window.document.workspace.spec.causal
    qtbot.mouseClick(window.top_bar.buttons["redo"], Qt.MouseButton.LeftButton)
    assert window.document.workspace.spec.causal
    assert window.top_bar.buttons["undo"].text() == "Undo"


def test_an_open_editor_is_committed_before_an_act(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []
    monkeypatch.setattr(window.bench, "commit_editor", lambda: order.append("commit") is None)
    monkeypatch.setattr(MainWindow, "undo", lambda self: order.append("undo"))
    causal_on(window)
    window.actions_by_id["undo"].trigger()
    assert order == ["commit", "undo"]


def test_copy_takes_the_selected_number_to_its_last_digit(window: MainWindow, qtbot: QtBot) -> None:
    window.bench.setFocus()
    window.selection.select(("enc1.self.h1.A", 0, 1))
    qtbot.keyClick(window, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    copied = QGuiApplication.clipboard().text()
    assert float(copied) == window.document.trace["enc1.self.h1.A"].values[0, 1]
    assert copied in window.status.said()


def test_copy_without_a_selection_says_what_to_do(window: MainWindow) -> None:
    window.selection.select(None)
    window.actions_by_id["copy"].trigger()
    assert window.status.said() == "Select a cell first; then its value can be copied."


def test_an_error_in_an_act_is_said_and_the_window_goes_on(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(self: BenchView) -> None:
        import no_such_module  # noqa: F401

    monkeypatch.setattr(BenchView, "fit", broken)
    with qtbot.waitSignal(log.alarm().raised, timeout=1000) as said:
        window.actions_by_id["fit"].trigger()
    assert said.args == ["A part of the program could not be loaded: No module named 'no_such_module'"]
    assert window.status.said() == said.args[0]
    causal_on(window)
    assert window.document.workspace.spec.causal


def test_a_hundred_errors_open_one_dialog(window: MainWindow, qtbot: QtBot) -> None:
    from PySide6.QtWidgets import QMessageBox

    for number in range(100):
        log.alarm().raised.emit(f"error {number}")
    assert len(window.findChildren(QMessageBox)) == 1
    window.findChildren(QMessageBox)[0].close()


def test_keyboard_help_lists_every_shortcut(window: MainWindow, qtbot: QtBot) -> None:
    from PySide6.QtWidgets import QDialog, QLabel

    qtbot.keyClick(window, Qt.Key.Key_F1)
    (dialog,) = window.findChildren(QDialog)
    shown = {label.text() for label in dialog.findChildren(QLabel)}
    for action in actions.ACTIONS:
        if action.shortcuts:
            assert actions.plain(actions.text_of(action)) in shown
    text.set_language("zh_CN")
    qtbot.waitUntil(lambda: dialog.windowTitle() == "键盘操作")
    assert "放大" in {label.text() for label in dialog.findChildren(QLabel)}
    dialog.close()


def test_about_names_the_licences(window: MainWindow) -> None:
    from PySide6.QtWidgets import QDialog, QLabel

    window.actions_by_id["about"].trigger()
    (dialog,) = window.findChildren(QDialog)
    shown = " ".join(label.text() for label in dialog.findChildren(QLabel))
    assert "LGPL" in shown
    assert "OFL" in shown
    dialog.close()
