"""Samples: looked at without an act, added, copied and removed with one; and the picture of them all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from core.spec import ModelSpec
from core.workspace import Sample, Workspace
from labapp.tokens.batch import IS_PADDING, LABEL
from labapp.tokens.words import letter
from tests.nine_tokens import nine_tokens

Put = Callable[..., Any]
Key = Qt.Key
LEFT = Qt.MouseButton.LeftButton


def press(qtbot: QtBot, hand: Any, sample: int) -> None:
    qtbot.mouseClick(hand.strip.switch.letters.segment(str(sample)), LEFT)


@pytest.mark.parametrize(("sample", "name"), [(0, "A"), (25, "Z"), (26, "AA"), (51, "AZ"), (52, "BA"), (255, "IV")])
def test_samples_are_letters(sample: int, name: str) -> None:
    assert letter(sample) == name


def test_a_click_on_a_letter_shows_a_sample_and_is_no_act(qtbot: QtBot, put: Put) -> None:
    hand = put("padding")
    assert hand.texts()[0] == "我"
    press(qtbot, hand, 1)
    assert hand.document.sample == hand.document.trace.sample == 1
    assert hand.texts() == ("她", "笑了", "PAD", "PAD", "PAD", "PAD")
    assert [chip.padding for chip in hand.chips()] == [False] * 2 + [True] * 4
    assert hand.undo.count() == 0
    press(qtbot, hand, 0)
    assert hand.texts("tgt")[-1] == "book"


def test_arrow_keys_walk_the_samples(qtbot: QtBot, put: Put) -> None:
    hand = put("padding")
    first = hand.strip.switch.letters.segment("0")
    first.setFocus()
    qtbot.keyClick(first, Key.Key_Right)
    qtbot.keyClick(hand.strip.switch.letters.segment("1"), Key.Key_Space)
    assert hand.document.sample == 1


def test_a_refused_text_keeps_the_sample_it_is_in(qtbot: QtBot, put: Put) -> None:
    hand = put("padding")
    hand.refuses = True
    press(qtbot, hand, 1)
    assert hand.document.sample == 0
    assert hand.strip.switch.letters.value() == "0"


def test_plus_adds_a_sample_and_shows_it(qtbot: QtBot, put: Put) -> None:
    hand = put(nine_tokens())
    vocab = hand.document.workspace.vocab
    qtbot.mouseClick(hand.strip.switch.plus, LEFT)
    assert hand.document.sample == 1
    assert hand.texts() == ("我", "昨天")
    assert hand.texts("tgt") == ("BOS", "I")
    assert dict(hand.document.workspace.vocab) == dict(vocab), "no new word is needed"
    assert hand.undo.undoText() == "Add sample B"
    hand.undo.undo()
    assert hand.document.sample == 0
    assert len(hand.texts()) == 9
    hand.undo.redo()
    assert hand.document.sample == 1
    assert hand.strip.switch.letters.value() == "1"


def test_a_copy_has_the_rows_and_masks_of_its_sample(put: Put) -> None:
    hand = put("block")
    hand.strip.copy_sample()
    arrays = hand.document.workspace.arrays
    assert arrays["sample1/src.X"] is arrays["sample0/src.X"]
    assert (hand.document.sample, hand.undo.undoText()) == (1, "Duplicate sample A")
    hand.document.do(hand.document.workspace.with_cell("src.X", 0, 0, 9.0, 1), "Edit")
    assert hand.document.workspace.arrays["sample0/src.X"][0, 0] != 9.0


def test_delete_removes_the_sample_but_never_the_last(qtbot: QtBot, put: Put) -> None:
    hand = put("padding")
    press(qtbot, hand, 1)
    segment = hand.strip.switch.letters.segment("1")
    segment.setFocus()
    qtbot.keyClick(segment, Key.Key_Delete)
    assert len(hand.document.workspace.samples) == 1
    assert hand.document.sample == 0
    assert hand.said == []
    qtbot.keyClick(hand.strip.switch.letters.segment("0"), Key.Key_Delete)
    assert hand.said == ["The last sample can't be removed: a model has at least one."]
    assert hand.undo.count() == 1
    hand.undo.undo()
    assert hand.document.sample == 1, "what came back is shown"
    assert hand.texts()[0] == "她"


def test_the_first_of_two_can_go_and_the_second_takes_its_letter(put: Put) -> None:
    hand = put("padding")
    hand.strip.remove_sample()
    assert hand.texts()[0] == "她"
    assert hand.strip.switch.letters.segment("0").text() == "A"


def test_the_menu_of_the_switch_names_what_it_does(put: Put) -> None:
    hand = put("padding")
    menu = hand.strip.switch.open_menu(hand.strip.switch.mapToGlobal(QPoint(4, 4)))
    texts = {action.text().split("\t")[0]: action for action in menu.actions()}
    assert list(texts) == ["Add a sample", "Duplicate sample A", "Remove sample A", "The whole batch…"]
    texts["Duplicate sample A"].trigger()
    menu.close()
    assert [sample.source[0] for sample in hand.document.workspace.samples] == ["我", "我", "她"]
    assert isinstance(menu, QMenu)


def test_many_samples_show_the_letters_around_the_present_one(qtbot: QtBot, put: Put) -> None:
    workspace = Workspace.new(ModelSpec(d=1, d_k=1, d_v=1, heads=1, d_ff=1), (Sample(("t",)),) * 30)
    hand = put(workspace)
    wide = hand.strip.switch.sizeHint().width()
    hand.document.show_sample(28)
    shown = [segment.text() for segment in hand.strip.switch.letters._segments.values()]
    assert shown == ["AA", "AB", "AC", "AD"]
    assert hand.strip.switch.letters.value() == "28"
    assert hand.strip.switch.sizeHint().width() < wide + 60
    hand.strip.remove_sample()
    assert len(hand.document.workspace.samples) == 29


def test_more_samples_than_there_can_be_are_refused(put: Put) -> None:
    workspace = Workspace.new(ModelSpec(d=1, d_k=1, d_v=1, heads=1, d_ff=1), (Sample(("t",)),) * 256)
    hand = put(workspace)
    hand.strip.copy_sample()
    hand.strip.add_sample()
    assert hand.said == ["A model has 1 to 256 samples, found 257."] * 2
    assert hand.undo.count() == 0


def test_another_model_begins_with_its_first_sample(put: Put) -> None:
    hand = put("padding")
    hand.document.show_sample(1)
    hand.document.load(Workspace.new(ModelSpec(), (Sample(("x", "y")),)))
    assert hand.texts() == ("x", "y")
    assert hand.strip.switch.sample == 0


# the picture


def test_the_picture_shows_tokens_padding_and_labels_of_every_sample(qtbot: QtBot, put: Put) -> None:
    hand = put("padding")
    qtbot.mouseClick(hand.strip.switch.more, LEFT)
    popup = hand.strip.popup
    assert popup.isVisible()
    model = popup.table.model()
    assert (model.rowCount(), model.columnCount()) == (2, 12)
    rows = [[str(model.index(i, j).data()) for j in range(12)] for i in range(2)]
    assert rows[1] == ["她", "笑了", *["PAD"] * 4, "BOS", "she", "smiled", "EOS", "PAD", "PAD"]
    padding = [[model.index(i, j).data(IS_PADDING) for j in range(12)] for i in range(2)]
    assert padding == [[False] * 12, [False] * 2 + [True] * 4 + [False] * 4 + [True] * 2]
    labels = [model.index(1, j).data(LABEL) for j in range(6, 12)]
    assert labels == ["she", "smiled", "EOS", "", "", ""]
    assert model.headerData(0, Qt.Orientation.Horizontal) == "Source\n0"
    assert model.headerData(1, Qt.Orientation.Vertical) == "B"
    said = model.index(1, 10).data(Qt.ItemDataRole.AccessibleTextRole)
    assert said == "B, Target 4: PAD, padding"
    for button in (popup.copy_button, popup.remove_button):
        assert button.width() >= button.sizeHint().width(), "its text is whole"
    popup.close()


def test_a_click_in_the_picture_shows_that_sample(qtbot: QtBot, put: Put) -> None:
    hand = put("padding")
    hand.strip.show_batch()
    table = hand.strip.popup.table
    where = table.visualRect(table.model().index(1, 3)).center()
    qtbot.mouseClick(table.viewport(), LEFT, pos=where)
    assert hand.document.sample == 1
    assert not hand.strip.popup.isVisible()
    assert hand.undo.count() == 0


def test_keys_walk_the_picture_and_padding_is_painted_otherwise(qtbot: QtBot, put: Put) -> None:
    hand = put("padding")
    hand.strip.show_batch()
    popup = hand.strip.popup
    qtbot.keyClick(popup.table, Key.Key_Down)
    assert hand.document.sample == 1
    assert popup.remove_button.text() == "Remove sample B"
    image = popup.table.viewport().grab().toImage()

    def cell(i: int, j: int) -> Any:
        rect = popup.table.visualRect(popup.table.model().index(i, j))
        return image.copy(rect)

    assert cell(0, 4) != cell(1, 4)
    qtbot.mouseClick(popup.copy_button, LEFT)
    assert popup.table.model().rowCount() == 3, "the picture follows"
    qtbot.keyClick(popup.table, Key.Key_Escape)
    assert not popup.isVisible()
