"""The keyboard on the bench: selection, steps, zero, following, heads."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QWidget

from core.workspace import Workspace

X = "src.X"
WQ = "enc1.self.h1.WQ"
A = "enc1.self.h1.A"
Key = Qt.Key
ALT, CTRL, SHIFT = (
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
)


def test_the_first_arrow_selects_the_first_cell(hand: Any) -> None:
    hand.key(Key.Key_Down)
    assert hand.view.selection.cell == (X, 0, 0)


def test_arrows_move_inside_a_matrix_and_stop_at_its_edge(hand: Any) -> None:
    hand.click(X, 0, 0)
    for key, cell in (
        (Key.Key_Right, (X, 0, 1)),
        (Key.Key_Down, (X, 1, 1)),
        (Key.Key_Left, (X, 1, 0)),
        (Key.Key_Left, (X, 1, 0)),
        (Key.Key_Up, (X, 0, 0)),
        (Key.Key_Up, (X, 0, 0)),
    ):
        hand.key(key)
        assert hand.view.selection.cell == cell


def test_home_end_and_page_keys_go_to_the_ends(hand: Any) -> None:
    hand.click(X, 1, 1)
    hand.key(Key.Key_End)
    assert hand.view.selection.cell == (X, 1, 3)
    hand.key(Key.Key_Home)
    assert hand.view.selection.cell == (X, 1, 0)
    hand.key(Key.Key_PageDown)
    assert hand.view.selection.cell == (X, 2, 0)
    hand.key(Key.Key_PageUp)
    assert hand.view.selection.cell == (X, 0, 0)
    hand.key(Key.Key_End, CTRL)
    assert hand.view.selection.cell == ("enc1.norm2", 2, 3)
    hand.key(Key.Key_Home, CTRL)
    assert hand.view.selection.cell == (X, 0, 0)


def test_control_and_an_arrow_go_to_the_card_next_to_this_one(hand: Any) -> None:
    hand.click(X, 1, 3)
    hand.key(Key.Key_Right, CTRL)
    assert hand.view.selection.cell is not None
    assert hand.view.selection.cell[0] == WQ
    hand.key(Key.Key_Left, CTRL)
    assert hand.view.selection.cell[0] == X
    hand.key(Key.Key_Down, CTRL)
    below = hand.view.bench.cards[hand.view.selection.cell[0]]
    assert below.at.y() > hand.view.bench.cards[X].rect.bottom()


def test_tab_goes_along_all_cards_and_then_leaves_the_bench(
    show: Any, block: Workspace, hand_on: Any, qtbot: Any
) -> None:
    frame = QWidget()
    qtbot.addWidget(frame)
    frame.resize(1400, 1000)
    frame.show()
    view = show(block, parent=frame)
    after = QLineEdit(frame)
    after.show()
    QWidget.setTabOrder(view, after)
    qtbot.waitUntil(view.hasFocus)
    hand = hand_on(view)
    seen = []
    for _ in range(len(view.trace) + 1):
        hand.key(Key.Key_Tab)
        if not view.hasFocus():
            break
        assert view.selection.cell is not None
        seen.append(view.selection.cell[0])
    assert after.hasFocus()
    assert seen == [name for name, placed in view.bench.cards.items() if placed.box.kind != "map"]


@pytest.mark.parametrize(
    ("key", "meant"),
    [(Key.Key_Up, 1.1), (Key.Key_Down, 0.9), (Key.Key_PageUp, 2.0), (Key.Key_PageDown, 0.0)],
)
def test_alt_with_arrows_steps_and_with_page_keys_steps_ten_times(hand: Any, key: Qt.Key, meant: float) -> None:
    hand.click(X, 0, 0)
    hand.key(key, ALT)
    assert hand.value(X, 0, 0) == meant
    assert hand.view.document.undo_stack.count() == 1
    assert hand.view.selection.cell == (X, 0, 0)


@pytest.mark.parametrize("key", [Key.Key_Delete, Key.Key_Backspace])
def test_delete_makes_zero(hand: Any, key: Qt.Key) -> None:
    hand.click(X, 1, 3)
    hand.key(key)
    assert hand.value(X, 1, 3) == 0.0
    assert hand.view.document.undo_stack.count() == 1


@pytest.mark.parametrize(
    ("key", "modifiers"), [(Key.Key_Delete, SHIFT & CTRL), (Key.Key_Up, ALT), (Key.Key_5, SHIFT & CTRL)]
)
def test_keys_on_a_computed_cell_are_refused_in_words(hand: Any, key: Qt.Key, modifiers: Qt.KeyboardModifier) -> None:
    before = hand.view.document.workspace
    hand.click(A, 0, 0)
    hand.key(key, modifiers)
    assert hand.view.document.workspace is before
    assert "A¹" in hand.said[-1]


def test_every_kind_of_computed_matrix_says_what_to_change(hand: Any) -> None:
    for name in list(hand.view.bench.cards):
        matrix = hand.view.trace[name]
        if not matrix.editable and hand.view.bench.cards[name].box.kind != "map":
            hand.said.clear()
            hand.view.type_into((name, 0, 0))
            hand.view.typing.cancel()
            assert len(hand.said) == 1, name
            assert hand.said[0].endswith("."), name


def test_f_follows_the_row_of_the_selected_cell(hand: Any) -> None:
    hand.click("enc1.sum1", 2, 1)
    hand.key(Key.Key_F)
    assert hand.view.selection.row == ("src", 2)
    hand.key(Key.Key_F)
    assert hand.view.selection.row is None


def test_h_turns_the_heads_with_the_selection_in_them(hand: Any) -> None:
    hand.click(A, 1, 1)
    hand.key(Key.Key_H)
    assert hand.view.selection.cell == ("enc1.self.h2.A", 1, 1)
    assert hand.view.bench.cards["enc1.self.h2.A"].box.kind == "card"
    hand.key(Key.Key_H, SHIFT)
    assert hand.view.selection.cell == (A, 1, 1)


def test_the_selected_cell_is_scrolled_into_view(show: Any, block: Workspace, hand_on: Any) -> None:
    hand = hand_on(show(block, 500, 300))
    hand.key(Key.Key_End, CTRL)
    view = hand.view
    assert view.viewport().rect().contains(view.point_of("enc1.norm2", 2, 3))
