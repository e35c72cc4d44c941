"""The strip with real mouse and key events: every change is one undo step, and what is refused says why."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from core.spec import ModelSpec
from core.workspace import Sample, Workspace
from labapp import text
from tests.nine_tokens import nine_tokens

from .conftest import drag

Put = Callable[..., Any]
Key, Mod = Qt.Key, Qt.KeyboardModifier
LEFT = Qt.MouseButton.LeftButton


def write(qtbot: QtBot, row: Any, token: str, key: Qt.Key = Key.Key_Return) -> None:
    """Write into the open line."""
    row.editor.selectAll()
    if token:
        row.editor.insert(token)
    else:
        qtbot.keyClick(row.editor, Key.Key_Delete)
    qtbot.keyClick(row.editor, key)


def x_rows(hand: Any, name: str = "sample0/src.X") -> list[list[float]]:
    return [[float(x) for x in row] for row in hand.document.workspace.arrays[name]]


# what is shown


@pytest.mark.parametrize(
    ("model", "labels", "first"),
    [
        ("block", ["Tokens"], ("我", "给", "书")),
        ("translate", ["Source", "Target"], ("我", "昨天", "给", "了", "他", "一", "本", "书", "。")),
        ("axes", ["Queries", "Keys"], ("q0", "q1")),
    ],
)
def test_each_side_has_its_chips(put: Put, model: str, labels: list[str], first: tuple[str, ...]) -> None:
    hand = put(model)
    assert [label.text() for label in hand.strip.labels.values()] == labels
    assert hand.texts() == first
    assert hand.strip.rows["src"].chips[0].accessibleName() == f"{labels[0]} 1/{len(first)}: {first[0]}"


def test_a_decoder_only_has_one_side_and_it_is_the_target(put: Put) -> None:
    hand = put("g01")
    assert list(hand.strip.rows) == ["tgt"]
    assert hand.strip.labels["tgt"].text() == "Tokens"
    hand.document.do(hand.document.workspace.with_spec(kind="encoder"), "kind")
    assert list(hand.strip.rows) == ["src"], "another kind of model has other sides"


def test_numbers_that_change_leave_the_strip_alone(put: Put, monkeypatch: pytest.MonkeyPatch) -> None:
    hand = put()
    monkeypatch.setattr(hand.strip.rows["src"], "show_tokens", lambda *_: pytest.fail("shown again without a change"))
    hand.document.do(hand.document.workspace.with_cell("src.X", 0, 0, 9.0), "Edit")


# following


def test_a_click_follows_the_row_and_another_click_stops(qtbot: QtBot, put: Put) -> None:
    hand = put("translate")
    qtbot.mouseClick(hand.chips("tgt")[2], LEFT)
    assert hand.selection.row == ("tgt", 2)
    assert [chip.isChecked() for chip in hand.chips("tgt")].index(True) == 2
    assert not any(chip.isChecked() for chip in hand.chips("src"))
    qtbot.mouseClick(hand.chips("tgt")[2], LEFT)
    assert hand.selection.row is None
    assert not any(chip.isChecked() for chip in hand.chips("tgt"))


def test_a_row_followed_on_the_bench_is_followed_here(put: Put) -> None:
    hand = put("axes")
    hand.selection.follow(("kv", 1))
    assert [chip.isChecked() for chip in hand.chips("tgt")] == [False, True, False]


# writing


def test_a_double_click_writes_a_token_in_one_undo_step(qtbot: QtBot, put: Put) -> None:
    hand = put(nine_tokens())
    before = hand.document.workspace
    qtbot.mouseDClick(hand.chips()[1], LEFT)
    row = hand.strip.rows["src"]
    assert row.editor.text() == "昨天"
    write(qtbot, row, "今天")
    assert hand.texts()[:3] == ("我", "今天", "给")
    assert hand.undo.count() == 1
    now = hand.document.workspace
    assert now.vocab["src"] == (*before.vocab["src"], "今天")
    assert (now.arrays["src.embed"][:-1] == before.arrays["src.embed"]).all(), "kept tokens keep their rows"
    assert hand.chips()[1].hasFocus()
    hand.undo.undo()
    assert hand.document.workspace is before
    assert hand.texts()[1] == "昨天"


def test_a_renamed_row_keeps_its_numbers(qtbot: QtBot, put: Put) -> None:
    hand = put()
    was = x_rows(hand)
    hand.chips()[1].setFocus()
    qtbot.keyClick(hand.chips()[1], Key.Key_F2)
    write(qtbot, hand.strip.rows["src"], "送")
    assert hand.tokens() == ("我", "送", "书")
    assert x_rows(hand) == was


def test_an_input_method_writes(put: Put, qtbot: QtBot) -> None:
    hand = put()
    hand.chips()[0].setFocus()
    qtbot.keyClick(hand.chips()[0], Key.Key_Return)
    editor = hand.strip.rows["src"].editor
    event = QInputMethodEvent()
    event.setCommitString("你们")
    QApplication.sendEvent(editor, event)
    qtbot.keyClick(editor, Key.Key_Return)
    assert hand.tokens()[0] == "你们"


def test_escape_leaves_everything_as_it_was(qtbot: QtBot, put: Put) -> None:
    hand = put()
    qtbot.mouseDClick(hand.chips()[0], LEFT)
    write(qtbot, hand.strip.rows["src"], "他", Key.Key_Escape)
    assert hand.strip.rows["src"].editor is None
    assert hand.tokens() == ("我", "给", "书")
    assert hand.undo.count() == 0


def test_tab_commits_and_writes_the_next_one(qtbot: QtBot, put: Put) -> None:
    hand = put()
    row = hand.strip.rows["src"]
    row.open_editor(0)
    write(qtbot, row, "他", Key.Key_Tab)
    assert row.editor.text() == "给"
    qtbot.keyClick(row.editor, Key.Key_Escape)
    assert hand.tokens() == ("他", "给", "书")


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        ("   ", "A token can't be empty: write at least one character."),
        ("\u200b\u2060", "A token of characters that can't be seen is as good as empty."),
        ("x" * 65, "A token can't have 65 characters: allowed are 1 to 64."),
    ],
)
def test_what_is_no_token_stays_in_its_line_and_says_why(qtbot: QtBot, put: Put, written: str, sentence: str) -> None:
    hand = put()
    row = hand.strip.rows["src"]
    row.open_editor(1)
    write(qtbot, row, written)
    assert row.editor.refused
    assert row.editor.accessibleDescription() == sentence
    assert hand.said[-1] == sentence
    assert not hand.strip.commit_editor(), "whatever comes next waits"
    assert hand.tokens() == ("我", "给", "书")
    qtbot.keyClick(row.editor, Key.Key_Escape)
    assert hand.strip.commit_editor()


@pytest.mark.parametrize("token", ["👩🏽‍🚀", "שלום", "给", "a b", "PAD", "MASK", "{0}", "&x", "<b>"])
def test_any_text_that_can_be_seen_is_a_token(qtbot: QtBot, put: Put, token: str) -> None:
    hand = put("nine")
    row = hand.strip.rows["src"]
    row.open_editor(0)
    write(qtbot, row, token)
    assert hand.tokens()[0] == token
    assert token in hand.document.workspace.vocab["src"]
    assert token in hand.undo.undoText()
    assert not row.grab().isNull()


# adding, removing, moving


def test_plus_adds_at_the_end_and_insert_after_a_token(qtbot: QtBot, put: Put) -> None:
    hand = put()
    was = x_rows(hand)
    row = hand.strip.rows["src"]
    qtbot.mouseClick(row.add, LEFT)
    write(qtbot, row, "。")
    assert hand.tokens() == ("我", "给", "书", "。")
    assert x_rows(hand)[:3] == was
    assert hand.chips()[3].hasFocus()
    hand.chips()[0].setFocus()
    qtbot.keyClick(hand.chips()[0], Key.Key_Insert)
    write(qtbot, row, "们")
    assert hand.tokens() == ("我", "们", "给", "书", "。")
    assert [x_rows(hand)[i] for i in (0, 2, 3)] == was
    assert hand.undo.count() == 2


def test_an_empty_new_token_is_nothing_when_the_hand_goes_elsewhere(qtbot: QtBot, put: Put) -> None:
    hand = put()
    row = hand.strip.rows["src"]
    qtbot.mouseClick(row.add, LEFT)
    qtbot.mouseClick(hand.chips()[0], LEFT)
    assert row.editor is None
    assert hand.undo.count() == 0


@pytest.mark.parametrize("key", [Key.Key_Delete, Key.Key_Backspace])
def test_a_key_removes_a_token_but_never_the_last(qtbot: QtBot, put: Put, key: Qt.Key) -> None:
    hand = put()
    was = x_rows(hand)
    hand.chips()[1].setFocus()
    qtbot.keyClick(hand.chips()[1], key)
    assert hand.texts() == ("我", "书")
    assert x_rows(hand) == [was[0], was[2]]
    assert hand.chips()[1].hasFocus()
    qtbot.keyClick(hand.chips()[1], key)
    qtbot.keyClick(hand.chips()[0], key)
    assert hand.texts() == ("我",)
    assert hand.said == ["A sample can't have 0 tokens: allowed is a whole number from 1 to 1024."]
    assert hand.undo.count() == 2


def test_alt_and_arrows_move_a_token_with_its_row(qtbot: QtBot, put: Put) -> None:
    hand = put()
    was = x_rows(hand)
    hand.selection.follow(("src", 1))
    hand.chips()[1].setFocus()
    qtbot.keyClick(hand.chips()[1], Key.Key_Right, Mod.AltModifier)
    assert hand.texts() == ("我", "书", "给")
    assert x_rows(hand) == [was[0], was[2], was[1]]
    assert hand.selection.row == ("src", 2), "the followed row is still that of the token"
    assert hand.chips()[2].hasFocus()
    qtbot.keyClick(hand.chips()[2], Key.Key_Right, Mod.AltModifier)
    assert hand.undo.count() == 1, "at the end it stays"
    qtbot.keyClick(hand.chips()[2], Key.Key_Left, Mod.AltModifier)
    assert hand.texts() == ("我", "给", "书")


def test_the_followed_row_goes_with_its_token(qtbot: QtBot, put: Put) -> None:
    hand = put("translate")
    hand.selection.follow(("src", 4))
    hand.strip.remove("src", 1)
    assert hand.selection.row == ("src", 3)
    hand.strip.write("src", 0, "新", True)
    assert hand.selection.row == ("src", 4)
    assert hand.chips()[4].text() == "他"
    hand.strip.remove("tgt", 0)
    assert hand.selection.row == ("src", 4)
    hand.strip.remove("src", 4)
    assert hand.selection.row is None


def test_dragging_moves_a_token_in_one_undo_step(put: Put) -> None:
    hand = put("translate")
    chips = hand.chips()
    way = chips[4].geometry().center() - chips[0].geometry().center() + QPoint(4, 0)
    drag(chips[0], way)
    assert hand.tokens()[:6] == ("昨天", "给", "了", "他", "我", "一")
    assert hand.texts() == hand.tokens()
    assert hand.undo.count() == 1
    assert hand.selection.row is None, "a drag is no click"
    places = [chip.x() for chip in hand.chips()]
    assert places == sorted(places)


def test_escape_gives_a_drag_up_and_a_short_way_is_a_click(qtbot: QtBot, put: Put) -> None:
    hand = put()
    chip = hand.chips()[0]
    home = chip.pos()
    drag(chip, QPoint(90, 0), drop=False)
    assert chip.pos() != home
    qtbot.keyClick(chip, Key.Key_Escape)
    assert chip.pos() == home
    qtbot.mouseRelease(chip, LEFT)
    assert hand.undo.count() == 0
    drag(chip, QPoint(2, 0))
    assert hand.selection.row == ("src", 0)
    assert hand.undo.count() == 0


def test_an_act_waits_for_what_is_open_on_the_bench(qtbot: QtBot, put: Put) -> None:
    hand = put()
    hand.refuses = True
    chip = hand.chips()[0]
    chip.setFocus()
    for key, held in ((Key.Key_Delete, Mod.NoModifier), (Key.Key_Right, Mod.AltModifier), (Key.Key_P, Mod.NoModifier)):
        qtbot.keyClick(chip, key, held)
    qtbot.keyClick(chip, Key.Key_F2)
    drag(chip, QPoint(90, 0))
    hand.strip.add_sample()
    hand.strip.sentence("src")
    hand.strip.show_batch()
    assert hand.undo.count() == 0
    assert hand.strip.rows["src"].editor is None
    assert hand.strip.dialog is None
    assert hand.strip.popup is None


# padding


def test_a_key_marks_padding_which_looks_different_and_says_so(qtbot: QtBot, put: Put) -> None:
    hand = put("translate")
    chip = hand.chips()[8]
    plain = chip.grab().toImage()
    chip.setFocus()
    qtbot.keyClick(chip, Key.Key_P)
    assert hand.document.workspace.samples[0].source_valid == (True,) * 8 + (False,)
    assert chip.note == "padding"
    assert chip.accessibleName().endswith("。, padding")
    assert chip.grab().toImage() != plain
    assert (hand.document.trace["src.valid"].values[0] == np.array([1.0] * 8 + [0.0])).all()
    qtbot.keyClick(chip, Key.Key_P)
    assert hand.document.workspace.samples[0].source_valid == ()
    assert hand.undo.count() == 2


def test_padding_everything_is_allowed_and_said(qtbot: QtBot, put: Put) -> None:
    hand = put()
    for chip in hand.chips():
        chip.setFocus()
        qtbot.keyClick(chip, Key.Key_P)
    assert hand.said == ["Tokens: every token is padding, so queries find nothing to read there and get zeros."]
    assert (hand.document.trace["enc1.self.h1.A"].values == 0).all()
    assert hand.document.trace.nonfinite() is None


def test_a_token_called_pad_is_padding_until_it_is_called_something_else(qtbot: QtBot, put: Put) -> None:
    hand = put("translate")
    row = hand.strip.rows["tgt"]
    row.open_editor(7)
    write(qtbot, row, "PAD")
    assert row.chips[7].padding
    assert row.chips[7].note == "", "its name says it"
    row.open_editor(7)
    write(qtbot, row, "!")
    assert not row.chips[7].padding


# the menu, keys, many tokens


def test_the_menu_does_what_the_keys_do(qtbot: QtBot, put: Put) -> None:
    hand = put()
    chip = hand.chips()[0]
    chip.asked.emit(chip.mapToGlobal(QPoint(5, 5)))
    menu = hand.strip.rows["src"].findChild(QMenu)
    texts = {action.text().split("\t")[0]: action for action in menu.actions() if action.text()}
    assert not texts["Move left"].isEnabled()
    texts["Mark as padding"].trigger()
    menu.close()
    assert hand.chips()[0].padding
    assert texts["Remove"].text() == "Remove\tDel", "the key is told"


def test_unused_words_leave_the_vocabulary_when_asked(put: Put) -> None:
    hand = put(nine_tokens())
    hand.strip.remove("src", 0)
    assert hand.strip.unused() == 1
    hand.strip.tidy()
    assert "我" not in hand.document.workspace.vocab["src"]
    assert hand.undo.count() == 2
    assert hand.undo.undoText() == "Remove unused words"


def test_arrows_walk_and_one_chip_of_a_row_is_a_stop_of_the_tab_key(qtbot: QtBot, put: Put) -> None:
    hand = put("translate", 420)
    chips = hand.chips()
    chips[0].setFocus()
    qtbot.keyClick(chips[0], Key.Key_Right)
    assert chips[1].hasFocus()
    qtbot.keyClick(chips[1], Key.Key_End)
    assert chips[8].hasFocus()
    assert [bool(chip.focusPolicy() & Qt.FocusPolicy.TabFocus) for chip in chips].count(True) == 1
    assert chips[8].y() > chips[0].y(), "this strip is narrow: the chips stand in two lines"
    qtbot.keyClick(chips[8], Key.Key_Up)
    assert QApplication.focusWidget().y() < chips[8].y()


def test_five_hundred_tokens_scroll_in_two_lines_and_never_widen_the_strip(put: Put) -> None:
    hand = put(Workspace.new(ModelSpec(), (Sample(tuple(f"w{i}" for i in range(500))),)))
    row = hand.strip.rows["src"]
    assert hand.strip.height() <= 110
    assert hand.strip.minimumSizeHint().width() < 700
    assert row.verticalScrollBar().maximum() > 0
    assert row.horizontalScrollBar().maximum() == 0
    hand.selection.follow(("src", 499))
    seen = row.viewport().rect()
    assert seen.intersects(row.chips[499].geometry().translated(row.body.pos()))
    assert max(chip.geometry().right() for chip in row.chips) < row.viewport().width()


def test_too_many_tokens_are_refused_in_their_line(qtbot: QtBot, put: Put) -> None:
    hand = put(Workspace.new(ModelSpec(d=1, d_k=1, d_v=1, heads=1, d_ff=1), (Sample(("t",) * 1024),)))
    row = hand.strip.rows["src"]
    row.open_editor(1024, True)
    write(qtbot, row, "one too many")
    assert row.editor.refused
    assert hand.said[-1] == "A sample can't have 1025 tokens: allowed is a whole number from 1 to 1024."


def test_the_strip_speaks_the_language_of_the_window(qapp: QApplication, put: Put) -> None:
    hand = put("translate")
    hand.selection.follow(("src", 2))
    try:
        text.set_language("zh_CN")
        qapp.processEvents()
        assert hand.texts()[0] == "我"
        assert hand.chips()[2].isChecked()
    finally:
        text.set_language("en")
