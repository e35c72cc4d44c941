"""The mouse on the bench: a click selects, a sideways drag changes a number, other drags move the bench."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication

from core.workspace import Workspace

X = "src.X"
WV = "enc1.self.h1.WV"
A = "enc1.self.h1.A"
H = "enc1.self.h1.H"
SHIFT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier


def test_a_click_selects_and_changes_nothing(hand: Any) -> None:
    before = hand.view.document.workspace
    hand.click(H, 1, 0)
    assert hand.view.selection.cell == (H, 1, 0)
    assert hand.view.document.workspace is before
    assert hand.view.document.undo_stack.count() == 0


def test_a_trembling_click_is_no_drag(hand: Any) -> None:
    hand.drag(X, 0, 0, dx=3)
    assert hand.view.document.undo_stack.count() == 0
    assert hand.view.selection.cell == (X, 0, 0)


def test_a_matrix_that_goes_while_the_button_is_down_is_not_dragged(hand: Any) -> None:
    document, start = hand.view.document, hand.at(WV, 0, 0)
    hand.press(start)
    document.do(document.workspace.with_spec(heads=3), "a head")
    document.do(document.workspace.with_spec(kind="decoder_only"), "another kind")
    hand.move(start + QPoint(30, 0))
    hand.release(start + QPoint(30, 0))
    assert document.undo_stack.count() == 2


def test_dragging_sideways_changes_the_cell_relative_to_its_start(hand: Any) -> None:
    hand.drag(X, 1, 3, dx=54)  # 4 pixels are the threshold
    assert hand.value(X, 1, 3) == 2.5
    hand.drag(X, 1, 3, dx=-104)
    assert hand.value(X, 1, 3) == 1.5


def test_dragging_a_value_matrix_moves_the_head_output_and_leaves_the_weights(hand: Any) -> None:
    trace = hand.view.document.trace
    weights, output = trace[A].values.copy(), trace[H].values.copy()
    hand.drag(WV, 2, 0, dx=44)
    moved = hand.view.document.trace
    assert moved[A].values.tobytes() == weights.tobytes()
    assert moved[H].values.tobytes() != output.tobytes()


def test_three_hundred_steps_of_a_drag_are_one_undo_step_and_at_most_one_run_a_frame(
    hand: Any, monkeypatch: Any
) -> None:
    document = hand.view.document
    clock = [1000.0]
    monkeypatch.setattr("labapp.document.time.monotonic", lambda: clock[0])
    start = hand.at(X, 0, 0)
    runs = document.runs
    hand.press(start)
    for k in range(1, 301):
        clock[0] += 0.004  # 250 moves a second; a frame is 16 ms
        hand.move(start + QPoint(k, 0))
    hand.release(start + QPoint(300, 0))
    assert hand.value(X, 0, 0) == 1.0 + 2.96
    assert document.undo_stack.count() == 1
    assert document.runs - runs <= 300 * 4 / 16 + 2
    document.undo_stack.undo()
    assert hand.value(X, 0, 0) == 1.0


def test_two_drags_of_one_cell_are_two_steps(hand: Any) -> None:
    hand.drag(X, 0, 1, dx=54, steps=50)
    hand.drag(X, 0, 1, dx=24, steps=50)
    stack = hand.view.document.undo_stack
    assert stack.count() == 2
    stack.undo()
    assert hand.value(X, 0, 1) == 0.5
    stack.undo()
    assert hand.value(X, 0, 1) == 0.0


def test_escape_during_a_drag_restores_the_value_to_the_bit(hand: Any) -> None:
    before = hand.view.document.workspace
    start = hand.at(X, 0, 0)
    hand.press(start)
    hand.move(start + QPoint(60, 0))
    assert hand.value(X, 0, 0) != 1.0
    hand.key(Qt.Key.Key_Escape)
    assert hand.view.document.workspace is before
    assert hand.value(X, 0, 0) == 1.0
    hand.move(start + QPoint(90, 0))
    hand.release(start + QPoint(90, 0))
    assert hand.view.document.workspace is before
    assert hand.view.document.undo_stack.count() == 0


def test_shift_is_fine_and_control_snaps(hand: Any) -> None:
    start = hand.at(X, 0, 0)
    hand.press(start, modifiers=SHIFT)
    hand.move(start + QPoint(9, 0), modifiers=SHIFT)
    assert hand.value(X, 0, 0) == 1.005
    QApplication.processEvents()
    hand.key(Qt.Key.Key_Escape)
    hand.release(start)
    hand.press(start, modifiers=CTRL)
    hand.move(start + QPoint(41, 0), modifiers=CTRL)
    hand.release(start + QPoint(41, 0), modifiers=CTRL)
    assert hand.value(X, 0, 0) == 1.4


def test_pressing_shift_in_the_middle_goes_on_from_the_value_shown(hand: Any) -> None:
    start = hand.at(X, 0, 0)
    hand.press(start)
    hand.move(start + QPoint(54, 0))
    hand.move(start + QPoint(54, 0), modifiers=SHIFT)
    hand.move(start + QPoint(64, 0), modifiers=SHIFT)
    hand.release(start + QPoint(64, 0), modifiers=SHIFT)
    assert hand.value(X, 0, 0) == 1.51


def test_dragging_a_computed_cell_moves_the_bench_and_no_number(show: Any, block: Workspace, hand_on: Any) -> None:
    hand = hand_on(show(block, 700, 400))
    bar = hand.view.verticalScrollBar()
    bar.setValue(100)
    before = hand.view.document.workspace
    start = hand.view.point_of("enc1.self.h1.raw", 2, 0)
    hand.press(start)
    hand.move(start + QPoint(20, 0))
    hand.move(start + QPoint(20, 30))
    hand.release(start + QPoint(20, 30))
    assert hand.view.document.workspace is before
    assert bar.value() == 70


@pytest.mark.parametrize("how", ["middle", "space"])
def test_a_middle_drag_and_a_drag_with_space_move_the_bench_from_anywhere(
    show: Any, block: Workspace, hand_on: Any, how: str
) -> None:
    hand = hand_on(show(block, 700, 400))
    view = hand.view
    start = hand.at(X, 0, 0)
    view.verticalScrollBar().setValue(0)
    button = Qt.MouseButton.MiddleButton if how == "middle" else Qt.MouseButton.LeftButton
    if how == "space":
        from PySide6.QtTest import QTest

        QTest.keyPress(view, Qt.Key.Key_Space)
    hand.press(start, button)
    hand.move(start + QPoint(0, -50), button)
    hand.release(start + QPoint(0, -50), button)
    assert view.verticalScrollBar().value() == 50
    assert hand.value(X, 0, 0) == 1.0


def test_a_drag_up_or_down_on_an_editable_cell_moves_the_bench(show: Any, block: Workspace, hand_on: Any) -> None:
    hand = hand_on(show(block, 700, 400))
    hand.view.verticalScrollBar().setValue(0)
    hand.drag(X, 0, 0, dx=0, dy=-40)
    assert hand.value(X, 0, 0) == 1.0
    assert hand.view.verticalScrollBar().value() == 40


def test_the_wheel_scrolls_and_with_control_zooms_about_the_pointer(show: Any, block: Workspace, hand_on: Any) -> None:
    hand = hand_on(show(block, 900, 500))
    view = hand.view
    hand.wheel(QPoint(300, 200), -2)
    assert view.verticalScrollBar().value() > 0
    view.verticalScrollBar().setValue(0)
    view.verticalScrollBar().setValue(150)
    point = view.point_of("enc1.self.concat", 1, 1)
    hand.wheel(point, 4, CTRL)
    assert view.bench.metrics.px > 15
    # The bench flows into the width of the view, so the height is what the pointer holds.
    assert abs(view.point_of("enc1.self.concat", 1, 1).y() - point.y()) <= 2


def test_a_touchpad_zooms_by_the_sum_of_its_small_turns(hand: Any) -> None:
    px = hand.view.bench.metrics.px
    for _ in range(3):
        hand.wheel(QPoint(300, 200), 0.1, CTRL)
    assert hand.view.bench.metrics.px == px
    for _ in range(7):
        hand.wheel(QPoint(300, 200), 0.1, CTRL)
    assert hand.view.bench.metrics.px == px + 1


def test_a_click_on_the_switch_or_a_small_map_shows_that_head(hand: Any) -> None:
    view = hand.view
    assert "enc1.self.h2.Q" not in view.bench.cards
    map_box = view.bench.cards["enc1.self.h2.A"]
    assert map_box.box.kind == "map"
    hand.click_at(view.on_screen(map_box.rect).center().toPoint())
    assert view.selection.head == {"enc1.self": 2}
    assert "enc1.self.h2.Q" in view.bench.cards
    assert view.bench.cards["enc1.self.h1.A"].box.kind == "map"
    first = next(band for band in view.bench.bands if band.switch).switch[0]
    hand.click_at(view.on_screen(first.rect).center().toPoint())
    assert view.selection.head == {"enc1.self": 1}
    assert "enc1.self.h1.Q" in view.bench.cards


def test_a_click_on_a_row_label_follows_the_row_and_another_or_escape_stops(hand: Any) -> None:
    view = hand.view

    def label(name: str, i: int) -> QPoint:
        placed = view.bench.cards[name]
        return view.on_screen(placed.box.row_label(i).translated(placed.at)).center().toPoint()

    hand.click_at(label(X, 1))
    assert view.selection.row == ("src", 1)
    hand.click_at(label("enc1.sum1", 1))
    assert view.selection.row is None
    hand.click_at(label(X, 2))
    hand.key(Qt.Key.Key_Escape)
    assert view.selection.row is None


def test_editable_cells_look_editable_under_the_pointer(hand: Any) -> None:
    viewport = hand.view.viewport()
    hand.move(hand.at(X, 0, 0), Qt.MouseButton.NoButton)
    assert viewport.cursor().shape() == Qt.CursorShape.SplitHCursor
    hand.move(hand.at(H, 0, 0), Qt.MouseButton.NoButton)
    assert viewport.cursor().shape() == Qt.CursorShape.ArrowCursor


def test_epsilon_is_dragged_by_powers_and_never_below_zero(hand: Any) -> None:
    hand.drag("set.eps", 0, 0, dx=104)
    assert hand.value("set.eps", 0, 0) == pytest.approx(1e-4)
    assert hand.view.document.workspace.spec.eps == hand.value("set.eps", 0, 0)
    hand.drag("set.eps", 0, 0, dx=-1500)
    assert hand.value("set.eps", 0, 0) >= 0.0


def test_a_drag_may_take_its_own_matrix_away_and_bring_it_back(show: Any, block: Workspace, hand_on: Any) -> None:
    """A window of 0 is no window: its setting leaves the graph in the middle of the drag."""
    start = block.with_spec(window=2)
    hand = hand_on(show(start))
    document, at = hand.view.document, hand.at("set.window", 0, 0)
    hand.press(at)
    for x in (-10, -40, -44):
        hand.move(at + QPoint(x, 0))
        document._flush()
    assert "set.window" not in document.trace
    assert document.workspace.spec.window == 0
    hand.move(at + QPoint(12, 0))
    hand.release(at + QPoint(12, 0))
    assert document.workspace.spec.window == 3
    document.undo_stack.undo()
    assert document.workspace is start


def test_what_a_hand_drags_is_named_for_undo(hand: Any, chinese: Callable[[], None]) -> None:
    hand.drag(WV, 2, 0, dx=30)
    assert "W_V¹[2, 0]" in hand.view.document.undo_stack.undoText()
