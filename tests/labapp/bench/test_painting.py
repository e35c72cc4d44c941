"""Masks painted by hand: clicks, strokes, keys and the context menu; one stroke is one undo step."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from core.workspace import Workspace
from labapp.models import starting_model

M = "enc1.self.mask"
CUSTOM = "enc1.self.mask.custom"
CAUSAL = "enc1.self.mask.causal"
A = "enc1.self.h1.A"
Key = Qt.Key
NO_BUTTON = Qt.MouseButton.NoButton


def mask(hand: Any, name: str = M) -> list[list[int]]:
    return hand.view.document.trace[name].values.astype(int).tolist()


def stroke(hand: Any, *cells: tuple[int, int], name: str = M) -> None:
    """Press on the first cell, move over the others, release on the last; the layout holds still meanwhile."""
    points = [hand.at(name, i, j) for i, j in cells]
    hand.press(points[0])
    for point in points[1:]:
        hand.move(point)
    hand.release(points[-1])


def menu_of(view: Any, point: QPoint) -> QMenu:
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, point, view.viewport().mapToGlobal(point))
    QApplication.sendEvent(view.viewport(), event)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


def choose(menu: QMenu, id_: str) -> None:
    item = next(action for action in menu.actions() if action.objectName() == id_)
    QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(item).center())


def test_a_click_hides_a_cell_and_another_shows_it_again(hand: Any) -> None:
    hand.click(M, 0, 2)
    assert mask(hand) == [[1, 1, 0], [1, 1, 1], [1, 1, 1]]
    assert hand.value(A, 0, 2) == 0.0
    assert hand.value(A, 0, 0) + hand.value(A, 0, 1) == pytest.approx(1.0)
    assert hand.view.selection.cell == (M, 0, 2)
    stack = hand.view.document.undo_stack
    assert "M[我, 书]" in stack.undoText()
    hand.click(M, 0, 2)
    assert mask(hand) == [[1, 1, 1]] * 3
    assert stack.count() == 2
    stack.undo()
    stack.undo()
    assert CUSTOM not in hand.view.document.trace


def test_two_quick_clicks_are_two_clicks(hand: Any) -> None:
    point = hand.at(M, 1, 1)
    QTest.mouseClick(hand.view.viewport(), Qt.MouseButton.LeftButton, pos=point)
    QTest.mouseDClick(hand.view.viewport(), Qt.MouseButton.LeftButton, pos=hand.at(M, 1, 1))
    hand.release(hand.at(M, 1, 1))
    assert mask(hand) == [[1, 1, 1]] * 3
    assert hand.view.typing.editor is None
    assert hand.said == []


def test_a_stroke_paints_what_its_first_cell_decides_as_one_step_with_a_live_preview(hand: Any) -> None:
    document = hand.view.document
    points = [hand.at(M, i, 1) for i in range(3)]
    hand.press(points[0])
    hand.move(points[1])
    hand.move(points[2])
    document._flush()
    assert mask(hand) == [[1, 0, 1]] * 3, "it is seen while the button is down"
    assert document.undo_stack.count() == 0
    assert CUSTOM not in hand.view.bench.cards, "no card moves under the hand"
    hand.release(points[2])
    assert mask(hand) == [[1, 0, 1]] * 3
    assert document.undo_stack.count() == 1
    assert CUSTOM in hand.view.bench.cards
    stroke(hand, (1, 1), (1, 0))  # begins on a hidden cell: it shows, and never hides
    assert mask(hand) == [[1, 0, 1], [1, 1, 1], [1, 0, 1]]
    assert document.undo_stack.count() == 2
    document.undo_stack.undo()
    document.undo_stack.undo()
    assert mask(hand) == [[1, 1, 1]] * 3


def test_a_quick_stroke_leaves_no_gaps_and_may_leave_the_card(hand: Any) -> None:
    start, end = hand.at(M, 0, 0), hand.at(M, 2, 2)
    hand.press(start)
    hand.move(end)
    hand.move(end + (end - start) * 4)
    hand.release(end + (end - start) * 4)
    assert mask(hand) == [[0, 1, 1], [1, 0, 1], [1, 1, 0]]


def test_escape_gives_the_stroke_up_to_the_bit(hand: Any) -> None:
    document = hand.view.document
    before = document.workspace
    start, end = hand.at(M, 0, 0), hand.at(M, 0, 2)
    hand.press(start)
    hand.move(end)
    hand.key(Key.Key_Escape)
    assert document.workspace is before
    hand.move(start)
    hand.release(start)
    assert document.workspace is before
    assert document.undo_stack.count() == 0
    assert CUSTOM not in hand.view.bench.cards


def test_an_act_in_the_middle_of_a_stroke_ends_it(hand: Any) -> None:
    document = hand.view.document
    start, end = hand.at(M, 0, 0), hand.at(M, 0, 2)
    hand.press(start)
    hand.move(end)
    document.do(document.workspace.with_spec(causal=True), "causal")
    hand.move(start)
    hand.release(start)
    assert document.undo_stack.count() == 2, "the stroke until then, and the act"
    assert mask(hand) == [[0, 0, 0], [1, 1, 0], [1, 1, 1]]
    assert CAUSAL in hand.view.bench.cards
    assert CUSTOM in hand.view.bench.cards


def test_another_model_in_the_middle_of_a_stroke_is_shown_and_not_painted(
    show: Any, block: Workspace, hand_on: Any
) -> None:
    hand = hand_on(show(block.with_spec(causal=True).with_custom_mask("enc1.self", np.ones((3, 3)))))
    document = hand.view.document
    start, end = hand.at(M, 2, 0), hand.at(M, 2, 1)
    hand.press(start)
    hand.move(end)
    document.load(starting_model("six"))
    hand.view.viewport().grab()
    before = document.workspace
    hand.move(start)
    hand.release(start)
    assert document.workspace is before
    assert document.undo_stack.count() == 0
    assert hand.view.bench.cards.keys() <= set(document.trace)


def test_undo_in_the_middle_of_a_stroke_leaves_nothing_behind(hand: Any) -> None:
    document = hand.view.document
    start, end = hand.at(M, 2, 0), hand.at(M, 2, 1)
    hand.press(start)
    hand.move(end)
    document.undo_stack.undo()  # nothing to undo yet
    document.commit()  # what the window does before an act
    document.undo_stack.undo()
    hand.view.viewport().grab()
    assert CUSTOM not in document.trace
    hand.release(end)
    hand.click(M, 0, 2)
    assert mask(hand) == [[1, 1, 0], [1, 1, 1], [1, 1, 1]]


def test_the_card_stays_under_the_hand_when_the_rule_gets_its_place(show: Any, block: Workspace, hand_on: Any) -> None:
    hand = hand_on(show(block.with_spec(causal=True, window=2), 900, 420))
    point = hand.at(M, 1, 1)
    hand.click_at(point)
    assert CUSTOM in hand.view.bench.cards
    assert abs(hand.view.point_of(M, 1, 1).y() - point.y()) <= 1


def test_what_another_rule_hides_is_not_shown_by_painting_and_the_rule_is_named(
    show: Any, block: Workspace, hand_on: Any
) -> None:
    hand = hand_on(show(block.with_spec(causal=True)))
    hand.click(M, 0, 2)
    assert hand.value(M, 0, 2) == 0.0
    assert "causal" in hand.said[-1]
    assert "M[我, 书]" in hand.said[-1]
    assert hand.view.document.undo_stack.count() == 0
    hand.click(M, 1, 0)
    stroke(hand, (1, 0), (1, 1), (1, 2))  # shows what the custom rule hid, and not what is causal
    assert mask(hand) == [[1, 0, 0], [1, 1, 0], [1, 1, 1]]
    assert "M[给, 书]" in hand.said[-1]
    assert "causal" in hand.said[-1]


def test_a_held_mask_says_that_a_pin_holds_it(show: Any, block: Workspace, hand_on: Any) -> None:
    hand = hand_on(show(block.with_pin(M, 0, 0, 1.0)))
    hand.click(M, 0, 0)
    assert hand.value(M, 0, 0) == 1.0
    assert "pin" in hand.said[-1]


def test_the_custom_card_is_painted_too_and_a_single_rule_is_not(show: Any, block: Workspace, hand_on: Any) -> None:
    painted = block.with_spec(causal=True).with_custom_mask("enc1.self", np.ones((3, 3)))
    hand = hand_on(show(painted))
    hand.click(CUSTOM, 2, 0)
    assert mask(hand, CUSTOM) == [[1, 1, 1], [1, 1, 1], [0, 1, 1]]
    before = hand.view.document.workspace
    hand.click(CAUSAL, 2, 0)
    stroke(hand, (2, 0), (2, 1), name=CAUSAL)
    assert hand.view.document.workspace is before


def test_what_is_painted_looks_so(show: Any, block: Workspace, hand_on: Any) -> None:
    hand = hand_on(show(block.with_spec(causal=True)))
    viewport = hand.view.viewport()
    hand.move(hand.at(M, 0, 0), NO_BUTTON)
    assert viewport.cursor().shape() == Qt.CursorShape.CrossCursor
    hand.move(hand.at(CAUSAL, 0, 0), NO_BUTTON)
    assert viewport.cursor().shape() == Qt.CursorShape.ArrowCursor
    placed = hand.view.bench.cards[M]
    corner = hand.view.on_screen(placed.box.grid.translated(placed.at)).topLeft()
    shot = viewport.grab().toImage()
    edges = {shot.pixelColor(round(corner.x()) - d, round(corner.y()) + 12).name() for d in (1, 2)}
    assert hand.view.colours.input_edge in edges
    other = hand.view.bench.cards[CAUSAL]
    assert placed.box.paintable
    assert not other.box.paintable


def test_space_toggles_and_zero_one_and_delete_say_which(hand: Any) -> None:
    hand.click(M, 0, 0)  # hides and selects
    hand.key(Key.Key_Space)
    assert hand.value(M, 0, 0) == 1.0
    hand.key(Key.Key_Right)
    hand.key(Key.Key_Space)
    assert mask(hand)[0] == [1, 0, 1]
    hand.type("0")
    assert mask(hand)[0] == [1, 0, 1]
    hand.type("1")
    assert mask(hand)[0] == [1, 1, 1]
    hand.key(Key.Key_Delete)
    assert mask(hand)[0] == [1, 0, 1]
    assert hand.view.typing.editor is None


def test_shift_and_arrows_carry_the_state_of_the_cell_along(hand: Any) -> None:
    hand.click(M, 0, 0)
    hand.key(Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    hand.key(Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert mask(hand) == [[0, 0, 1], [1, 0, 1], [1, 1, 1]]
    assert hand.view.selection.cell == (M, 1, 1)
    hand.key(Key.Key_Up, Qt.KeyboardModifier.ShiftModifier)
    hand.key(Key.Key_Up, Qt.KeyboardModifier.ShiftModifier)  # at the edge nothing is painted
    assert hand.view.document.undo_stack.count() == 3


def test_space_that_moved_the_bench_toggles_nothing(show: Any, block: Workspace, hand_on: Any) -> None:
    hand = hand_on(show(block, 700, 400))
    hand.click(M, 0, 0)
    count = hand.view.document.undo_stack.count()
    QTest.keyPress(hand.view, Key.Key_Space)
    start = QPoint(300, 200)
    hand.press(start)
    hand.move(start - QPoint(0, 30))
    hand.release(start - QPoint(0, 30))
    QTest.keyRelease(hand.view, Key.Key_Space)
    assert hand.view.document.undo_stack.count() == count


POPUP = pytest.mark.qt_log_ignore("does not support")  # the offscreen platform has no keyboard to grab


@POPUP
def test_the_context_menu_hides_rows_and_columns_and_clears(hand: Any) -> None:
    view = hand.view
    menu = menu_of(view, hand.at(M, 1, 2))
    assert not next(a for a in menu.actions() if a.objectName() == "clear_mask").isEnabled()
    choose(menu, "hide_row")
    assert mask(hand) == [[1, 1, 1], [0, 0, 0], [1, 1, 1]]
    choose(menu_of(view, hand.at(M, 1, 2)), "hide_column")
    assert mask(hand) == [[1, 1, 0], [0, 0, 0], [1, 1, 0]]
    choose(menu_of(view, hand.at(M, 1, 2)), "show_row")
    assert mask(hand) == [[1, 1, 0], [1, 1, 1], [1, 1, 0]]
    choose(menu_of(view, hand.at(M, 1, 2)), "clear_mask")
    assert CUSTOM not in view.document.trace
    assert view.document.undo_stack.count() == 4
    view.document.undo_stack.undo()
    assert mask(hand) == [[1, 1, 0], [1, 1, 1], [1, 1, 0]]


@POPUP
def test_the_menu_key_opens_the_menu_of_the_selected_cell(hand: Any) -> None:
    view = hand.view
    hand.click(M, 0, 0)
    hand.click(M, 0, 0)
    at = QPoint(1, 1)
    QApplication.sendEvent(
        view.viewport(), QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, at, view.mapToGlobal(at))
    )
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    choose(menu, "mask_cell")
    assert hand.value(M, 0, 0) == 0.0


@pytest.mark.parametrize("part", ["enc1.self", "dec1.self", "dec1.cross"])
def test_every_attention_of_an_encoder_decoder_has_a_mask_of_its_own_in_each_sample(
    show: Any, hand_on: Any, part: str
) -> None:
    workspace = starting_model("padding")
    hand = hand_on(show(workspace, 1380, 960))
    document = hand.view.document
    hand.view.selection.set_open({"enc1": True, "dec1": True})
    hand.click(f"{part}.mask", 1, 0)
    assert hand.value(f"{part}.mask", 1, 0) == 0.0
    painted = {key for key in document.workspace.arrays if key.endswith(".custom")}
    assert painted == {f"sample0/{part}.mask.custom"}
    longer = document.workspace.with_rows(len(document.workspace.samples[0].source) - 1)
    document.do(longer, "shorter")
    assert hand.value(f"{part}.mask", 1, 0) == 0.0, "it stays when the sentence changes its length"
    hand.click(f"{part}.mask", 1, 0)
    assert hand.value(f"{part}.mask", 1, 0) == 1.0


def test_the_second_sample_is_painted_by_itself(show: Any, hand_on: Any) -> None:
    hand = hand_on(show(starting_model("padding")))
    document = hand.view.document
    document.sample = 1
    document.recompute()
    before = mask(hand)
    hand.click(M, 0, 0)
    assert [key for key in document.workspace.arrays if key.endswith(".custom")] == [f"sample1/{CUSTOM}"]
    assert mask(hand)[0][0] == 0
    hidden = next(j for j, seen in enumerate(before[0]) if not seen)  # padding: B has four such tokens
    hand.click(M, 0, hidden)
    assert "padding" in hand.said[-1]
    document.sample = 0
    document.recompute()
    assert mask(hand)[0][0] == 1
