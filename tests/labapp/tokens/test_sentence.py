"""Cutting a sentence, and the dialog that shows the rows it makes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QDialogButtonBox
from pytestqt.qtbot import QtBot

from core.workspace import same_bits
from labapp.tokens import cutting
from tests.nine_tokens import nine_tokens

Put = Callable[..., Any]
Key = Qt.Key
LEFT = Qt.MouseButton.LeftButton
OK = QDialogButtonBox.StandardButton.Ok


def cut(text: str, how: str) -> tuple[str, ...]:
    return cutting.tokens(text, cutting.cuts(text, how))


@pytest.mark.parametrize(
    ("text", "spaces", "characters"),
    [
        ("", (), ()),
        ("   ", (), ()),
        ("I gave  him", ("I", "gave", "him"), tuple("Igavehim")),
        ("我给书。", ("我给书。",), ("我", "给", "书", "。")),
        ("BOS 我给 EOS", ("BOS", "我给", "EOS"), ("BOS", "我", "给", "EOS")),
        ("MASKED", ("MASKED",), tuple("MASKED")),
        ("\t我\n给\u3000书 ", ("我", "给", "书"), ("我", "给", "书")),
        ("a👩🏽‍🚀b 🇨🇳", ("a👩🏽‍🚀b", "🇨🇳"), ("a", "👩🏽‍🚀", "b", "🇨🇳")),
        ("e\u0301a", ("e\u0301a",), ("e\u0301", "a")),
        ("שלום", ("שלום",), tuple("שלום")),
    ],
)
def test_cut_by_spaces_and_by_characters(text: str, spaces: tuple[str, ...], characters: tuple[str, ...]) -> None:
    assert cut(text, cutting.SPACES) == spaces
    assert cut(text, cutting.CHARACTERS) == characters


@given(st.lists(st.text("ab 给😀", min_size=1).map(str.strip).filter(bool), max_size=6))
def test_joined_tokens_come_apart_where_they_were_joined(words: list[str]) -> None:
    words = [" ".join(word.split()) for word in words]
    assert cutting.tokens(*cutting.joined(words)) == tuple(words)


@pytest.mark.parametrize(
    ("old", "new", "cuts", "kept"),
    [
        ("abcd", "abXcd", {1, 3}, {1, 4}),
        ("abcd", "abc", {1, 3}, {1}),
        ("abcd", "Xabcd", {2}, {3}),
        ("abcd", "", {1, 2}, set()),
        ("abab", "ab", {1, 2, 3}, {1}),
    ],
)
def test_cuts_by_hand_stay_where_they_were_in_an_edited_text(
    old: str, new: str, cuts: set[int], kept: set[int]
) -> None:
    assert cutting.carried(old, new, frozenset(cuts)) == kept


# the dialog


@pytest.fixture
def ask(qtbot: QtBot, put: Put) -> Callable[..., Any]:
    def make(model: str | None = None, side: str = "src") -> Any:
        hand = put(model or nine_tokens())
        qtbot.mouseClick(hand.strip.rows[side].sentence, LEFT)
        hand.dialog = hand.strip.dialog
        qtbot.waitExposed(hand.dialog)
        return hand

    return make


def rewrite(qtbot: QtBot, dialog: Any, text: str) -> None:
    """Select all that stands in the line and paste another text over it."""
    dialog.line.setFocus()
    dialog.line.selectAll()
    QApplication.clipboard().setText(text)
    qtbot.keyClick(dialog.line, Key.Key_V, Qt.KeyboardModifier.ControlModifier)


def rows(dialog: Any) -> list[list[str]]:
    table = dialog.table
    return [[table.item(i, j).text() for j in range(3)] for i in range(table.rowCount())]


def test_it_begins_with_the_sentence_that_stands_there(ask: Any) -> None:
    dialog = ask().dialog
    assert dialog.line.text() == "我 昨天 给 了 他 一 本 书 。"
    assert dialog.how.value() == cutting.SPACES
    assert rows(dialog)[1] == ["昨天", "4", "kept"]
    assert dialog.news.text() == "The vocabulary has all of these words."
    dialog.reject()


def test_a_pasted_sentence_shows_its_rows_and_is_one_undo_step(qtbot: QtBot, ask: Any) -> None:
    hand = ask()
    was = hand.document.workspace
    rewrite(qtbot, hand.dialog, "他 给 我 新 书")
    assert rows(hand.dialog) == [
        ["他", "7", "kept"],
        ["给", "5", "kept"],
        ["我", "3", "kept"],
        ["新", "12", "new"],
        ["书", "10", "kept"],
    ]
    assert hand.dialog.news.text() == "1 new in the vocabulary: 新"
    assert hand.undo.count() == 0, "nothing happens before OK"
    qtbot.mouseClick(hand.dialog.buttons.button(OK), LEFT)
    assert hand.tokens() == ("他", "给", "我", "新", "书")
    assert hand.undo.count() == 1
    assert same_bits(hand.document.workspace.arrays["src.embed"][:12], was.arrays["src.embed"])
    hand.undo.undo()
    assert hand.document.workspace is was


def test_a_token_that_looks_like_a_tag_is_shown_as_it_is(qtbot: QtBot, ask: Any) -> None:
    hand = ask()
    rewrite(qtbot, hand.dialog, "<b>我</b> 给")
    assert hand.dialog.news.textFormat() == Qt.TextFormat.PlainText
    assert hand.dialog.table.item(0, 0).toolTip() == "<p>&lt;b&gt;我&lt;/b&gt;</p>"
    hand.dialog.accept()
    hand.strip.show_batch()
    said = hand.strip.popup.table.model().index(0, 0).data(Qt.ItemDataRole.ToolTipRole)
    assert said == "<p>A, Source 0: &lt;b&gt;我&lt;/b&gt;</p>"
    hand.strip.popup.close()


def test_kept_tokens_keep_their_rows_where_rows_are_given(qtbot: QtBot, ask: Any) -> None:
    hand = ask("block")
    was = hand.document.workspace.arrays["sample0/src.X"]
    rewrite(qtbot, hand.dialog, "书 新 我")
    assert [row[1:] for row in rows(hand.dialog)] == [["–", "kept"], ["–", "new"], ["–", "kept"]]
    assert hand.dialog.news.text().startswith("Tokens only name rows here")
    qtbot.keyClick(hand.dialog.line, Key.Key_Return)
    now = hand.document.workspace.arrays["sample0/src.X"]
    assert now[[0, 2]].tolist() == was[[2, 0]].tolist()


def test_by_characters_and_cancelled(qtbot: QtBot, ask: Any) -> None:
    hand = ask()
    rewrite(qtbot, hand.dialog, "BOS 我给书")
    qtbot.mouseClick(hand.dialog.how.segment(cutting.CHARACTERS), LEFT)
    assert hand.dialog.tokens == ("BOS", "我", "给", "书")
    qtbot.keyClick(hand.dialog, Key.Key_Escape)
    assert hand.undo.count() == 0
    assert hand.strip.dialog is None


def test_by_hand_with_the_mouse_and_with_keys(qtbot: QtBot, ask: Any) -> None:
    hand = ask()
    dialog = hand.dialog
    rewrite(qtbot, dialog, "我昨天给")
    qtbot.mouseClick(dialog.how.segment(cutting.HAND), LEFT)
    assert dialog.tokens == ("我昨天给",)
    cutter = dialog.cutter
    for position in (1, 3):
        qtbot.mouseClick(cutter, LEFT, pos=cutter.x_of(position).center().toPoint())
    assert dialog.tokens == ("我", "昨天", "给")
    assert cutter.accessibleDescription() == "cut between 天 and 给"
    cutter.setFocus()
    qtbot.keyClick(cutter, Key.Key_Home)
    qtbot.keyClick(cutter, Key.Key_Space)
    assert dialog.tokens == ("我昨天", "给")
    assert cutter.accessibleDescription() == "我 and 昨 are joined"
    dialog.line.setFocus()
    dialog.line.end(False)
    qtbot.keyClicks(dialog.line, "x")
    assert dialog.tokens == ("我昨天", "给x"), "cuts stay where they were"
    assert len(cutter.pieces()) == 2
    qtbot.mouseClick(dialog.buttons.button(OK), LEFT)
    assert hand.tokens() == ("我昨天", "给x")


def test_a_click_between_no_characters_cuts_nothing(qtbot: QtBot, ask: Any) -> None:
    dialog = ask().dialog
    rewrite(qtbot, dialog, "ab")
    qtbot.mouseClick(dialog.how.segment(cutting.HAND), LEFT)
    qtbot.mouseClick(dialog.cutter, LEFT, pos=QPoint(dialog.cutter.width() - 3, 12))
    assert dialog.tokens == ("ab",)
    dialog.reject()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "A sample can't have 0 tokens: allowed is a whole number from 1 to 1024."),
        (" \t ", "A sample can't have 0 tokens: allowed is a whole number from 1 to 1024."),
        ("t " * 1025, "A sample can't have 1025 tokens: allowed is a whole number from 1 to 1024."),
        ("x" * 65 + " y", "A token can't have 65 characters: allowed are 1 to 64."),
        ("a \u200b b", "A token of characters that can't be seen is as good as empty."),
    ],
)
def test_what_can_not_be_is_said_and_ok_waits(qtbot: QtBot, ask: Any, text: str, sentence: str) -> None:
    hand = ask()
    rewrite(qtbot, hand.dialog, text)
    assert hand.dialog.remark.text() == sentence
    assert not hand.dialog.buttons.button(OK).isEnabled()
    assert rows(hand.dialog) == []
    qtbot.keyClick(hand.dialog.line, Key.Key_Return)
    assert hand.undo.count() == 0
    rewrite(qtbot, hand.dialog, "我")
    assert hand.dialog.buttons.button(OK).isEnabled()
    hand.dialog.reject()


def test_a_token_with_a_space_in_it_begins_cut_by_hand(qtbot: QtBot, put: Put) -> None:
    hand = put()
    row = hand.strip.rows["src"]
    row.open_editor(0)
    row.editor.selectAll()
    row.editor.insert("New York")
    qtbot.keyClick(row.editor, Key.Key_Return)
    hand.strip.sentence("src")
    dialog = hand.strip.dialog
    assert dialog.how.value() == cutting.HAND
    assert dialog.tokens == ("New York", "给", "书")
    dialog.reject()
