"""Holding cells on the bench: by key, by typing, by dragging, by the menu; what is said and shown of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible, QContextMenuEvent, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from core.trace import Trace
from core.workspace import Sample, Workspace
from labapp.bench.cells import HIDDEN, ORDINARY, cells_of
from labapp.bench.hover import cell_tip
from labapp.bench.pin_entries import entries, grouped, values_text
from labapp.bench.pin_notes import with_note
from labapp.bench.scales import Scales
from labapp.bench.view import BenchView

A = "enc1.self.h1.A"
H = "enc1.self.h1.H"
V = "enc1.self.h1.V"
Z = "enc1.norm2"
X = "src.X"
Key = Qt.Key
# What Qt's offscreen platform says of every menu that pops up.
pytestmark = pytest.mark.qt_log_ignore("does not support raise", "does not support grabbing the keyboard")
ALT = Qt.KeyboardModifier.AltModifier
CTRL = Qt.KeyboardModifier.ControlModifier


def steps(hand: Any) -> int:
    return hand.view.document.undo_stack.count()


def held(hand: Any, name: str) -> list[list[int]]:
    trace = hand.view.document.trace
    where = f"{trace[name].name}.where"
    return trace[where].values.astype(int).tolist() if where in trace else []


# by key


def test_p_holds_a_cell_at_its_value_and_releases_it(hand: Any) -> None:
    hand.click(A, 0, 1)
    value, before = hand.value(A, 0, 1), hand.view.document.workspace
    hand.key(Key.Key_P)
    assert held(hand, A) == [[0, 1, 0], [0, 0, 0], [0, 0, 0]]
    assert hand.value(A, 0, 1) == value
    assert steps(hand) == 1
    assert hand.view.document.undo_stack.undoText() == "Hold A¹[我, 给]"
    assert hand.view.selection.cell == (A, 0, 1), "the selection stays"
    hand.key(Key.Key_P)
    assert held(hand, A) == []
    assert steps(hand) == 2
    hand.view.document.undo_stack.undo()
    assert held(hand, A)
    hand.view.document.undo_stack.undo()
    assert hand.view.document.workspace is before


def test_what_is_held_stays_when_what_it_is_made_from_moves(hand: Any) -> None:
    hand.click(A, 0, 1)
    value = hand.value(A, 0, 1)
    hand.key(Key.Key_P)
    hand.click(X, 0, 0)
    hand.type("3")
    hand.key(Key.Key_Return)
    assert hand.value(A, 0, 1) == value
    assert hand.value(f"{A}.natural", 0, 1) != value
    trace = hand.view.document.trace
    np.testing.assert_allclose(trace[H].values, trace[A].values @ trace[V].values, atol=1e-15)


def test_p_on_a_natural_value_releases_the_pin_beside_it(hand: Any) -> None:
    hand.click(A, 0, 1)
    hand.key(Key.Key_P)
    hand.click(f"{A}.natural", 0, 1)
    hand.key(Key.Key_P)
    assert held(hand, A) == []
    assert hand.view.selection.cell == (A, 0, 1)


def test_p_on_a_given_number_says_that_there_is_nothing_to_hold(hand: Any) -> None:
    hand.click(X, 0, 0)
    hand.key(Key.Key_P)
    assert "X is given" in hand.said[-1]
    assert steps(hand) == 0


# by typing


def test_typing_on_a_computed_cell_offers_to_hold_it(hand: Any) -> None:
    hand.click(A, 1, 2)
    hand.type("0.9")
    reason = hand.view.typing.reason
    assert reason is not None
    assert reason.isVisible()
    assert "Hold A¹[给, 书]" in reason.text()
    assert hand.view.typing.editor.accessibleDescription() == reason.text()
    hand.key(Key.Key_Return)
    assert hand.value(A, 1, 2) == 0.9
    assert held(hand, A)[1] == [0, 0, 1]
    assert steps(hand) == 1
    assert hand.view.selection.cell == (A, 2, 2), "Enter moves down"


def test_an_offer_nobody_touched_is_taken_by_enter_only(hand: Any) -> None:
    hand.double_click(A, 0, 0)
    value = hand.view.typing.editor.text()
    assert float(value) == hand.value(A, 0, 0)
    hand.click(X, 0, 0)
    assert hand.view.typing.editor is None
    assert steps(hand) == 0
    hand.double_click(A, 0, 0)
    hand.key(Key.Key_Escape)
    assert steps(hand) == 0
    hand.click(A, 0, 0)
    hand.key(Key.Key_F2)
    hand.key(Key.Key_Return)
    assert held(hand, A)[0] == [1, 0, 0]
    assert hand.value(A, 0, 0) == float(value)


def test_what_was_typed_over_an_offer_is_kept_when_one_clicks_elsewhere(hand: Any) -> None:
    hand.click(A, 0, 0)
    hand.type("0.25")
    hand.click(X, 1, 1)
    assert hand.value(A, 0, 0) == 0.25
    assert hand.view.selection.cell == (X, 1, 1)


def test_a_text_that_is_no_number_is_refused_and_the_offer_comes_back(hand: Any) -> None:
    hand.click(A, 0, 0)
    hand.type("0..5")
    hand.key(Key.Key_Return)
    assert hand.view.typing.editor.refused
    assert steps(hand) == 0
    hand.key(Key.Key_Backspace)
    hand.key(Key.Key_Backspace)
    hand.type("5")
    assert not hand.view.typing.editor.refused
    assert "Hold A¹" in hand.view.typing.reason.text()
    hand.key(Key.Key_Return)
    assert hand.value(A, 0, 0) == 0.5


@pytest.mark.parametrize(("written", "meant"), [("nan", np.nan), ("-inf", -np.inf), ("１／３", 1 / 3)])
def test_one_parser_reads_what_is_held(hand: Any, written: str, meant: float) -> None:
    hand.click(H, 0, 0)
    hand.key(Key.Key_F2)
    hand.view.typing.editor.setText("")
    for letter in written:
        QTest.keyClicks(hand.view.typing.editor, letter) if letter.isascii() else hand.view.typing.editor.insert(letter)
    hand.key(Key.Key_Return)
    np.testing.assert_equal(hand.value(H, 0, 0), meant)
    assert held(hand, H)[0] == [1, 0]


def test_typing_on_a_mask_paints_it_and_p_holds_it(hand: Any) -> None:
    mask = "enc1.self.mask"
    hand.click(mask, 0, 1)
    hand.type("0")
    assert hand.view.typing.editor is None
    assert not hand.view.document.workspace.pins
    assert hand.value(mask, 0, 1) == 0
    hand.type("1")
    assert hand.value(mask, 0, 1) == 1
    hand.key(Key.Key_P)
    hand.type("0")
    hand.key(Key.Key_Return)
    assert hand.value(mask, 0, 1) == 0
    assert hand.value(A, 0, 1) == 0
    hand.click(mask, 0, 2)
    hand.key(Key.Key_P)
    hand.type("0.5")
    hand.key(Key.Key_Return)
    assert hand.view.typing.editor.refused
    assert "0.5" in hand.said[-1]


# once held, a cell is edited as a given number is


def test_a_held_cell_is_dragged_sideways_in_one_step(hand: Any) -> None:
    hand.click(A, 0, 1)
    hand.type("0.5")
    hand.key(Key.Key_Return)
    hand.drag(A, 0, 1, 54)
    assert hand.value(A, 0, 1) == 1.0  # 50 pixels beyond the threshold, a hundredth each
    assert steps(hand) == 2
    hand.view.document.undo_stack.undo()
    assert hand.value(A, 0, 1) == 0.5


def test_a_drag_on_a_held_cell_is_previewed_and_taken_back(hand: Any, qtbot: Any) -> None:
    hand.click(A, 0, 1)
    hand.type("0.5")
    hand.key(Key.Key_Return)
    start = hand.at(A, 0, 1)
    hand.press(start)
    hand.move(start + QPoint(54, 0))
    qtbot.waitUntil(lambda: hand.value(A, 0, 1) == 1.0)
    assert hand.view.document.acting
    hand.key(Key.Key_Escape)
    hand.release(start)
    assert hand.value(A, 0, 1) == 0.5
    assert steps(hand) == 1


def test_a_free_cell_of_a_pinned_matrix_pans_and_is_not_stepped(hand: Any) -> None:
    hand.click(A, 0, 1)
    hand.key(Key.Key_P)
    before = hand.view.document.workspace
    hand.drag(A, 2, 2, 60)
    hand.click(A, 2, 2)
    hand.key(Key.Key_Up, ALT)
    hand.key(Key.Key_Delete)
    assert hand.view.document.workspace is before
    assert "A¹ is computed" in hand.said[-1]


def test_keys_step_and_clear_a_held_cell(hand: Any) -> None:
    hand.click(A, 0, 1)
    hand.type("0.5")
    hand.key(Key.Key_Tab)
    hand.click(A, 0, 1)
    hand.key(Key.Key_Up, ALT)
    assert hand.value(A, 0, 1) == 0.6
    hand.key(Key.Key_PageDown, ALT)
    assert hand.value(A, 0, 1) == -0.4
    hand.key(Key.Key_Delete)
    assert hand.value(A, 0, 1) == 0
    assert held(hand, A)[0] == [0, 1, 0], "0 is held, nothing was released"


def test_the_pointer_says_that_a_held_cell_can_be_dragged(hand: Any) -> None:
    point = hand.at(A, 0, 1)
    hand.move(point, Qt.MouseButton.NoButton)
    assert hand.view.viewport().cursor().shape() == Qt.CursorShape.ArrowCursor
    hand.click(A, 0, 1)
    hand.key(Key.Key_P)
    hand.move(hand.at(A, 0, 1), Qt.MouseButton.NoButton)
    assert hand.view.viewport().cursor().shape() == Qt.CursorShape.SplitHCursor


# by the menu


def menu_of(hand: Any, name: str, i: int, j: int) -> QMenu:
    """What the right button brings."""
    viewport, point = hand.view.viewport(), hand.at(name, i, j)
    QTest.mouseClick(viewport, Qt.MouseButton.RightButton, Qt.KeyboardModifier.NoModifier, point)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, point, viewport.mapToGlobal(point))
    QApplication.sendEvent(viewport, event)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


def press(menu: QMenu, *words: str) -> None:
    """Choose an entry, through a submenu if two are named."""
    for word in words:
        action = next(a for a in menu.actions() if word in a.text())
        assert action.isEnabled(), action.text()
        menu.setActiveAction(action)
        submenu = action.menu()
        if isinstance(submenu, QMenu):
            menu = submenu
        else:
            QTest.keyClick(menu, Key.Key_Return)
    QApplication.processEvents()


@pytest.mark.parametrize(
    ("entry", "cells"),
    [
        ("Hold cell A¹[给, 我]", [[0, 0, 0], [1, 0, 0], [0, 0, 0]]),
        ("Hold row A¹[给, :]", [[0, 0, 0], [1, 1, 1], [0, 0, 0]]),
        ("Hold column A¹[:, 我]", [[1, 0, 0], [1, 0, 0], [1, 0, 0]]),
        ("Hold whole matrix A¹", [[1, 1, 1]] * 3),
    ],
)
def test_the_menu_holds_a_cell_a_row_a_column_or_all(hand: Any, entry: str, cells: list[list[int]]) -> None:
    natural = hand.view.document.trace[A].values
    press(menu_of(hand, A, 1, 0), entry, "zero")
    assert held(hand, A) == cells
    expected = np.where(np.array(cells) == 1, 0.0, natural)
    assert hand.view.document.trace[A].values.tolist() == expected.tolist()
    assert steps(hand) == 1
    press(menu_of(hand, A, 1, 0), entry.replace("Hold", "Release"))
    assert held(hand, A) == []
    assert steps(hand) == 2


def test_the_menu_holds_a_row_at_its_present_values(hand: Any) -> None:
    before = hand.view.document.trace[A].values.tolist()
    press(menu_of(hand, A, 1, 0), "Hold row", "present")
    assert hand.view.document.trace[A].values.tolist() == before
    assert held(hand, A)[1] == [1, 1, 1]


def test_the_menu_asks_for_a_value(hand: Any) -> None:
    press(menu_of(hand, A, 1, 0), "Hold column", "value…")
    assert "A¹[:, 我]" in hand.view.typing.reason.text()
    hand.view.typing.editor.selectAll()
    hand.type("1/4")
    hand.key(Key.Key_Return)
    assert hand.view.document.trace[A].values[:, 0].tolist() == [0.25] * 3
    assert steps(hand) == 1


def test_the_menu_releases_everything(hand: Any) -> None:
    for name in (A, Z):
        hand.click(name, 0, 0)
        hand.key(Key.Key_P)
    press(menu_of(hand, X, 0, 0), "Release all")
    assert not hand.view.document.workspace.pins
    hand.view.document.undo_stack.undo()
    assert len(hand.view.document.workspace.pins) == 2


def test_the_menu_of_a_given_number_says_why_nothing_is_held_there(hand: Any) -> None:
    menu = menu_of(hand, X, 0, 0)
    texts = {action.text(): action.isEnabled() for action in menu.actions() if action.text()}
    assert texts == {
        "Follow 我 through every stage": True,
        "What 我 may read": True,
        "X is given, not computed: change it, there is nothing to hold.": False,
        "Release all pins": False,
    }
    menu.close()


def test_the_menu_key_means_the_selected_cell(hand: Any) -> None:
    hand.click(A, 2, 1)
    viewport = hand.view.viewport()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(1, 1), viewport.mapToGlobal(QPoint(1, 1)))
    QApplication.sendEvent(viewport, event)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    held = next(action.text() for action in menu.actions() if action.text().startswith("Hold cell"))
    assert held == "Hold cell A¹[书, 给]"
    menu.close()


# what is shown and said


def test_the_head_of_the_band_says_what_is_held(hand: Any) -> None:
    hand.click(A, 0, 2)
    natural = hand.value(A, 0, 2)
    hand.type("0.9")
    hand.key(Key.Key_Return)
    view = hand.view
    band = view.bench.band_at(view.bench.cards[A].rect.center())
    noted = with_note(view.trace, band, view.bench.metrics)
    total = hand.view.document.trace[A].values[0].sum()
    assert noted.note == (f"◆ pinned: A¹[我, 书] held at 0.9 (natural {natural:.4f})  ·  row sums to {total:.3f}")
    assert pin_coloured(view, band.title_line(view.bench.metrics)) > 40
    hand.drag(A, 0, 2, 54)
    assert "held at 1.4" in with_note(view.trace, band, view.bench.metrics).note
    hand.key(Key.Key_P)
    assert with_note(view.trace, band, view.bench.metrics).note == ""
    assert pin_coloured(view, band.title_line(view.bench.metrics)) == 0


def pin_coloured(view: BenchView, rect: Any) -> int:
    """How many pixels of a part of the screen are about as violet as pins are."""
    QApplication.processEvents()
    picture = view.viewport().grab().toImage().convertToFormat(QImage.Format.Format_RGB888)
    seen = view.on_screen(rect).toAlignedRect().intersected(picture.rect())
    colours = [
        picture.pixelColor(x, y) for y in range(seen.top(), seen.bottom()) for x in range(seen.left(), seen.right())
    ]
    return sum(c.blue() > c.green() + 70 and c.red() > c.green() + 20 for c in colours)


def test_the_tip_tells_the_natural_value_and_that_the_row_no_longer_sums_to_1(
    block: Workspace, run: Callable[[Workspace], Trace]
) -> None:
    natural = float(run(block)[A].values[1, 2])
    trace = run(block.with_pin(A, 1, 2, 0.9))
    tip = cell_tip(trace, A, 1, 2)
    assert f"naturally {natural!r}" in tip
    total = 0.9 + 1.0 - natural
    assert f"sums to {total:.3f}" in tip
    assert "sums to" in cell_tip(trace, A, 1, 0), "every cell of that row says so"
    assert "sums to" not in cell_tip(trace, A, 0, 0)
    assert "sums to" not in cell_tip(run(block.with_pin(A, 1, 2, natural)), A, 1, 2)


def test_a_hidden_weight_that_is_held_shows_its_number(block: Workspace, run: Callable[[Workspace], Trace]) -> None:
    causal = block.with_spec(causal=True)
    trace = run(causal.with_pin(A, 0, 2, 0.5))
    codes = cells_of(trace, A, Scales()).codes
    assert codes.tolist() == [[ORDINARY, HIDDEN, ORDINARY], [ORDINARY, ORDINARY, HIDDEN], [ORDINARY] * 3]
    tip = cell_tip(trace, A, 0, 2)
    assert "the pin holds it all the same" in tip
    assert "softmax leaves it out" not in tip


def test_a_screen_reader_hears_that_a_held_cell_can_be_edited(hand: Any) -> None:
    hand.click(A, 0, 1)
    table = QAccessible.queryAccessibleInterface(hand.view)
    assert table.cell_interface((A, 0, 1)).state().readOnly
    hand.key(Key.Key_P)
    cell = table.cell_interface((A, 0, 1))
    assert not cell.state().readOnly
    assert "pinned; naturally" in cell.text(QAccessible.Text.Description)
    assert table.cell_interface((A, 0, 0)).state().readOnly


# how it is listed


def test_cells_are_listed_as_wholes_where_they_are() -> None:
    everything = np.ones((2, 3), bool)
    assert list(grouped(everything)) == [(None, None)]
    row = np.array([[1, 1, 1], [0, 1, 0], [0, 0, 0]], bool)
    assert list(grouped(row)) == [(0, None), (1, 1)]
    column = np.array([[0, 1, 0], [0, 1, 1]], bool)
    assert list(grouped(column)) == [(None, 1), (1, 2)]
    assert list(grouped(np.array([[1], [0]], bool))) == [(0, 0)], "of one column a cell is no row"
    assert list(grouped(np.array([[True]]))) == [(0, 0)]


def test_values_are_one_number_or_from_the_least_to_the_largest() -> None:
    assert values_text(np.array([0.25, 0.25])) == "0.25"
    assert values_text(np.array([0.5, -1.0, 3.0])) == "−1 … 3"
    assert values_text(np.array([np.nan, 1.0])) == "NaN"


def test_pins_without_a_place_in_the_model_are_listed_last(block: Workspace, run: Callable[[Workspace], Trace]) -> None:
    two = block.with_samples((*block.samples, Sample(("a", "b"))))
    pinned = two.with_pin("enc1.norm1.mean", 1, 0, 5.0).with_pin(A, 2, 2, 0.5).with_pin(A, 0, 0, 0.25)
    pinned = pinned.with_pin(Z, 1, None, 2.0, sample=1)
    trace = run(pinned.with_spec(norm="rmsnorm").with_rows(2))
    found = [(e.sample, e.span.name, e.span.i, e.span.j, e.present) for e in entries(trace)]
    assert found == [
        (0, A, 0, 0, True),
        (0, "enc1.norm1.mean", 1, 0, False),
        (0, A, 2, 2, False),
        (1, Z, 1, None, False),
    ]
