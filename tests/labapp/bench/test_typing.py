"""Typing a number into a cell: how the editor opens, commits, refuses and closes."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QEvent, QLocale, Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtWidgets import QApplication, QLineEdit

from core.workspace import Workspace

X = "src.X"
A = "enc1.self.h1.A"
Key = Qt.Key


def test_a_double_click_opens_the_exact_number_and_enter_keeps_what_is_typed(hand: Any) -> None:
    hand.double_click(X, 0, 0)
    editor = hand.view.typing.editor
    assert isinstance(editor, QLineEdit)
    assert editor.text() == "1.0"
    assert editor.geometry().contains(hand.view.point_of(X, 0, 0))
    hand.type("2.75")
    hand.key(Key.Key_Return)
    assert hand.value(X, 0, 0) == 2.75
    assert hand.view.typing.editor is None
    assert hand.view.selection.cell == (X, 1, 0), "Enter moves down"


def test_a_digit_or_a_sign_opens_the_editor_with_it(hand: Any) -> None:
    hand.click(X, 0, 0)
    hand.type("7")
    assert hand.view.typing.editor.text() == "7"
    hand.type(".5")
    hand.key(Key.Key_Tab)
    assert hand.value(X, 0, 0) == 7.5
    hand.click(X, 0, 1)
    hand.type("-2")
    hand.key(Key.Key_Return)
    assert hand.value(X, 0, 1) == -2.0


def test_f2_and_enter_without_typing_leave_every_bit(show: Any, block: Workspace, hand_on: Any) -> None:
    value = 0.1234567890123456
    hand = hand_on(show(block.with_cell(X, 0, 0, value)))
    hand.click(X, 0, 0)
    before = hand.view.document.workspace
    hand.key(Key.Key_F2)
    hand.key(Key.Key_Return)
    assert hand.value(X, 0, 0) == value
    assert hand.view.document.workspace is before
    assert hand.view.document.undo_stack.count() == 0


@pytest.mark.parametrize(
    ("written", "meant"),
    [("−1.5", -1.5), ("–1.5", -1.5), ("-1.5", -1.5), ("−1e−3", -0.001), ("－2", -2.0), ("１．５", 1.5), ("1/2", 0.5)],
)
def test_every_way_of_writing_a_number_is_read(hand: Any, written: str, meant: float) -> None:
    hand.click(X, 0, 0)
    hand.key(Key.Key_F2)
    QApplication.sendEvent(hand.view.typing.editor, committed(written))
    hand.key(Key.Key_Return)
    assert hand.value(X, 0, 0) == meant


@pytest.mark.parametrize("place", [("de", "DE"), ("fr", "FR"), ("zh", "CN")])
def test_the_decimal_mark_is_a_point_in_every_locale_and_a_comma_is_refused_in_words(
    hand: Any, place: tuple[str, str]
) -> None:
    before = QLocale()
    QLocale.setDefault(QLocale("_".join(place)))
    try:
        hand.click(X, 0, 0)
        hand.type("1.5")
        hand.key(Key.Key_Return)
        assert hand.value(X, 0, 0) == 1.5
        hand.click(X, 0, 0)
        hand.type("2,5")
        hand.key(Key.Key_Return)
        assert hand.value(X, 0, 0) == 1.5
        assert "2.5" in hand.said[-1], "the sentence says what to write"
    finally:
        QLocale.setDefault(before)


def test_large_and_small_numbers_are_not_clamped_or_rounded(hand: Any) -> None:
    for written, meant in (("150", 150.0), ("0.0004", 0.0004), ("1e300", 1e300)):
        hand.click(X, 0, 0)
        hand.type(written)
        hand.key(Key.Key_Return)
        assert hand.value(X, 0, 0) == meant


@pytest.mark.parametrize("refused", ["abc", "1..2", ""])
def test_refused_text_keeps_the_old_value_stays_open_and_says_why(hand: Any, refused: str) -> None:
    view = hand.view
    before = view.document.trace
    hand.click(X, 0, 0)
    hand.key(Key.Key_F2)
    hand.key(Key.Key_Delete)
    hand.type(refused)
    hand.key(Key.Key_Return)
    editor = view.typing.editor
    assert editor is not None
    assert editor.refused
    assert hand.said[-1]
    assert "1.0" in hand.said[-1], "it says what the cell keeps"
    assert editor.accessibleDescription() == editor.toolTip() == hand.said[-1]
    assert view.typing.reason is not None
    assert view.typing.reason.isVisible()
    assert view.typing.reason.text() == hand.said[-1]
    assert view.document.trace is before
    hand.key(Key.Key_Home)
    for _ in range(6):
        hand.key(Key.Key_Delete)
    hand.type("2")
    assert not editor.refused, "a text that can be read takes the mark away"
    assert view.typing.reason is None
    assert hand.said[-1] == ""
    hand.key(Key.Key_Return)
    assert hand.value(X, 0, 0) == 2.0
    assert view.typing.editor is None


def test_escape_gives_up_the_text(hand: Any) -> None:
    hand.click(X, 0, 0)
    hand.type("9")
    hand.key(Key.Key_Escape)
    assert hand.view.typing.editor is None
    assert hand.value(X, 0, 0) == 1.0
    assert hand.view.hasFocus()
    assert hand.view.document.undo_stack.count() == 0


def test_a_click_elsewhere_commits_first(hand: Any) -> None:
    hand.click(X, 0, 0)
    hand.type("42")
    hand.click(X, 2, 3)
    assert hand.value(X, 0, 0) == 42.0
    assert hand.view.selection.cell == (X, 2, 3)


def test_refused_text_holds_the_focus_when_one_clicks_elsewhere(hand: Any) -> None:
    hand.click(X, 0, 0)
    hand.type("4x")
    hand.click(X, 2, 3)
    assert hand.view.typing.editor is not None
    assert hand.view.typing.editor.text() == "4x"
    assert hand.view.selection.cell == (X, 0, 0)


def test_keys_that_mean_nothing_in_the_text_do_nothing_below_it(hand: Any) -> None:
    hand.click(X, 0, 0)
    hand.key(Key.Key_F2)
    editor = hand.view.typing.editor
    for key in (Key.Key_F2, Key.Key_PageDown, Key.Key_PageUp):
        hand.key(key)
        assert hand.view.typing.editor is editor
    assert hand.view.selection.cell == (X, 0, 0)
    assert len(hand.view.viewport().findChildren(QLineEdit)) == 1


def test_a_second_editor_commits_the_first(hand: Any) -> None:
    hand.double_click(X, 0, 0)
    hand.type("3.5")
    hand.view.type_into((X, 1, 1))
    assert hand.value(X, 0, 0) == 3.5
    hand.view.typing.editor.setText("x")
    hand.view.type_into((X, 2, 2))
    assert hand.view.typing.cell == (X, 1, 1), "a refused text keeps its editor, and no other opens"
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    assert len(hand.view.viewport().findChildren(QLineEdit)) == 1


def test_losing_the_focus_commits(hand: Any, qtbot: Any) -> None:
    other = QLineEdit(hand.view)
    other.show()
    hand.click(X, 0, 0)
    hand.type("42")
    other.setFocus(Qt.FocusReason.MouseFocusReason)
    qtbot.waitUntil(lambda: hand.view.typing.editor is None)
    assert hand.value(X, 0, 0) == 42.0


def test_what_the_window_does_first_commits_an_open_editor(hand: Any) -> None:
    hand.click(X, 0, 0)
    hand.type("42")
    assert hand.view.commit_editor()
    assert hand.value(X, 0, 0) == 42.0
    hand.click(X, 0, 0)
    hand.type("nonsense"[:1] + "1")  # "n" opens nothing, "1" does
    hand.type("x")
    assert not hand.view.commit_editor()
    assert hand.value(X, 0, 0) == 42.0


@pytest.mark.parametrize(
    ("key", "cell"),
    [
        (Key.Key_Return, (X, 2, 1)),
        (Key.Key_Down, (X, 2, 1)),
        (Key.Key_Up, (X, 0, 1)),
        (Key.Key_Left, (X, 1, 0)),
        (Key.Key_Right, (X, 1, 2)),
        (Key.Key_Tab, ("enc1.self.h1.WQ", 0, 0)),
    ],
)
def test_enter_tab_and_arrows_commit_and_move(hand: Any, key: Qt.Key, cell: tuple[str, int, int]) -> None:
    hand.click(X, 1, 1)
    hand.type("3")
    hand.key(key)
    assert hand.value(X, 1, 1) == 3.0
    assert hand.view.selection.cell == cell


def test_with_f2_the_side_arrows_move_in_the_text(hand: Any) -> None:
    hand.click(X, 0, 0)
    hand.key(Key.Key_F2)
    hand.key(Key.Key_Home)
    hand.key(Key.Key_Right)
    hand.type("5")
    hand.key(Key.Key_Return)
    assert hand.value(X, 0, 0) == 15.0


def test_a_computed_cell_says_what_to_change_instead(hand: Any) -> None:
    hand.double_click(A, 0, 0)
    said = hand.said[-1]
    assert "A¹" in said
    assert all(name in said for name in ("X", "W_Q¹", "W_K¹"))
    assert "W_V¹" not in said, "the value matrix can't move the weights"


def test_an_input_method_opens_the_editor_and_its_text_arrives(hand: Any) -> None:
    hand.click(X, 0, 0)
    assert hand.view.inputMethodQuery(Qt.InputMethodQuery.ImEnabled) is True
    QApplication.sendEvent(hand.view, committed("－３"))
    assert hand.view.typing.editor.text() == "－３"
    hand.key(Key.Key_Return)
    assert hand.value(X, 0, 0) == -3.0
    hand.click(A, 0, 0)
    assert hand.view.inputMethodQuery(Qt.InputMethodQuery.ImEnabled) is False


def test_a_setting_is_typed_where_it_may_be_and_refused_by_its_own_rule(hand: Any) -> None:
    hand.click("set.eps", 0, 0)
    hand.type("0.01")
    hand.key(Key.Key_Return)
    assert hand.view.document.workspace.spec.eps == 0.01
    hand.click("set.eps", 0, 0)
    hand.type("-1")
    hand.key(Key.Key_Return)
    assert hand.view.typing.editor is not None
    assert hand.view.document.workspace.spec.eps == 0.01
    hand.key(Key.Key_Escape)
    hand.double_click("set.scale", 0, 0)
    assert "d_k" in hand.said[-1]


def test_a_change_of_the_model_closes_the_editor(hand: Any) -> None:
    document = hand.view.document
    hand.click(X, 0, 0)
    hand.type("9")
    document.do(document.workspace.with_spec(d=2), "narrower")
    assert hand.view.typing.editor is None


def committed(text: str) -> QInputMethodEvent:
    event = QInputMethodEvent()
    event.setCommitString(text)
    return event
