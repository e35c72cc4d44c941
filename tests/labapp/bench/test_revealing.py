"""Reveal by rows: chosen query rows of an attention alone are shown. A view: no number moves and nothing is undone."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible, QContextMenuEvent, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from core.workspace import Workspace
from labapp.bench.cells import BLANK
from labapp.bench.hover import tip
from labapp.export import sheet
from labapp.models import starting_model
from labapp.theme import LIGHT

PART = "enc1.self"
S, A, H, RAW = (f"{PART}.h1.{stem}" for stem in ("S", "A", "H", "raw"))
OTHER = f"{PART}.h2.A"  # the small map of the second head
REST = ("src.X", f"{PART}.h1.Q", f"{PART}.mask", f"{PART}.concat", "enc1.sum1", "enc1.norm2")
Key = Qt.Key
SHIFT = Qt.KeyboardModifier.ShiftModifier


def blank(view: Any, name: str) -> list[int]:
    """The rows of a card that show nothing."""
    codes = view.content.card(name).cells.codes
    return [i for i in range(len(codes)) if (codes[i] == BLANK).all()]


def press(hand: Any, part: str, step: int) -> None:
    """Click one of the three buttons on the band of an attention."""
    band = next(band for band in hand.view.bench.bands if band.part == part and band.reveal)
    segment = next(segment for segment in band.reveal if segment.head == step)
    hand.click_at(hand.view.on_screen(segment.rect).center().toPoint())


def words(view: Any, part: str = PART) -> str:
    return next(band for band in view.bench.bands if band.part == part and band.reveal).reveal[1].text


def label(view: Any, name: str, i: int) -> QPoint:
    placed = view.bench.cards[name]
    return view.on_screen(placed.box.row_label(i).translated(placed.at)).center().toPoint()


def ink(view: Any, name: str, i: int) -> int:
    """How many colours the cells of a row have on the screen."""
    placed = view.bench.cards[name]
    row = view.on_screen(placed.cell(i, 0).united(placed.cell(i, len(placed.box.cols) - 1)))
    shot = view.viewport().grab(row.toAlignedRect().adjusted(2, 2, -3, -3)).toImage()
    return len({shot.pixel(x, y) for x in range(shot.width()) for y in range(shot.height())})


def test_first_one_row_then_another_with_it_then_all(hand: Any) -> None:
    view = hand.view
    runs, trace = view.document.runs, view.document.trace
    assert words(view) == "all 3 rows"
    press(hand, PART, 0)
    for name in (S, A, H, RAW, OTHER):
        assert blank(view, name) == [0, 1, 2]
    assert words(view) == "0 of 3 rows shown"
    hand.click_at(label(view, A, 1))
    assert blank(view, A) == blank(view, H) == blank(view, S) == [0, 2]
    hand.click_at(label(view, S, 2))
    assert blank(view, A) == [0]
    assert words(view) == "2 of 3 rows shown"
    hand.click_at(label(view, A, 2))
    assert blank(view, A) == [0, 2], "a second click hides the row again"
    press(hand, PART, 0)
    assert blank(view, A) == []
    assert words(view) == "all 3 rows"
    assert view.document.runs == runs, "nothing was computed"
    assert view.document.trace is trace
    assert view.document.undo_stack.count() == 0


def test_the_rest_of_the_bench_is_untouched(hand: Any) -> None:
    view = hand.view
    before = {name: view.content.card(name).cells.codes.copy() for name in REST}
    hand.key(Key.Key_R)
    assert blank(view, A) == [0, 1, 2]
    for name, codes in before.items():
        assert (view.content.card(name).cells.codes == codes).all()


def test_a_hidden_row_is_empty_on_the_screen_and_its_label_is_faint(hand: Any) -> None:
    view = hand.view
    inks = {i: ink(view, A, i) for i in range(3)}
    assert min(inks.values()) > 3
    hand.key(Key.Key_R)
    hand.click_at(label(view, A, 1))
    assert ink(view, A, 1) > 3
    assert ink(view, A, 0) <= 2, "ground and the lines between cells"
    shot = view.viewport().grab().toImage()
    faint, plain = (
        min(
            shot.pixelColor(label(view, A, i) + QPoint(dx, dy)).lightness()
            for dx in range(-4, 16)
            for dy in range(-6, 6)
        )
        for i in (0, 1)
    )
    assert faint > plain + 30


def test_r_steps_through_the_rows_and_shift_r_back(hand: Any) -> None:
    view = hand.view
    hand.click(A, 0, 0)
    seen = []
    for _ in range(5):
        hand.key(Key.Key_R)
        seen.append(blank(view, A))
    assert seen == [[0, 1, 2], [1, 2], [2], [], [0, 1, 2]], "after all it begins again"
    hand.key(Key.Key_R)
    hand.key(Key.Key_R)
    hand.key(Key.Key_R, SHIFT)
    assert blank(view, A) == [1, 2]
    hand.key(Key.Key_Escape)
    assert blank(view, A) == []
    hand.key(Key.Key_R, SHIFT)
    assert blank(view, A) == [2], "from all rows the last one goes first"


def test_escape_stops_following_first_and_a_followed_row_stays_followed(hand: Any) -> None:
    view = hand.view
    hand.click_at(label(view, "src.X", 1))
    hand.click(A, 0, 0)
    hand.key(Key.Key_R)
    hand.key(Key.Key_R)
    assert view.selection.row == ("src", 1)
    assert blank(view, A) == [1, 2]
    hand.click_at(label(view, "enc1.sum1", 2))
    assert view.selection.row == ("src", 2), "labels elsewhere follow as ever"
    hand.key(Key.Key_Escape)
    assert view.selection.row is None
    assert blank(view, A) == [1, 2]
    hand.key(Key.Key_Escape)
    assert blank(view, A) == []


def test_the_buttons_step_on_and_back(hand: Any) -> None:
    view = hand.view
    press(hand, PART, 0)
    press(hand, PART, 1)
    press(hand, PART, 1)
    assert blank(view, A) == [2]
    press(hand, PART, -1)
    assert blank(view, A) == [1, 2]


@pytest.mark.qt_log_ignore("does not support")
def test_the_context_menu_shows_one_row_alone_and_all(hand: Any) -> None:
    view = hand.view

    def choose(id_: str) -> None:
        point = hand.at(A, 1, 0)
        event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, point, view.viewport().mapToGlobal(point))
        QApplication.sendEvent(view.viewport(), event)
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        item = next(action for action in menu.actions() if action.objectName() == id_)
        QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(item).center())

    choose("reveal_only")
    assert blank(view, A) == [0, 2]
    choose("reveal_next")
    assert blank(view, A) == [2]
    choose("reveal_turn")
    assert blank(view, A) == [1, 2]
    choose("reveal_all")
    assert blank(view, A) == []
    choose("reveal_none")
    assert blank(view, A) == [0, 1, 2]


def test_an_edit_goes_on_below_the_veil_and_leaves_it(hand: Any) -> None:
    view = hand.view
    hand.key(Key.Key_R)
    hand.click_at(label(view, A, 1))
    before = view.document.trace[A].values.copy()
    hand.drag("src.X", 0, 0, dx=60)
    assert (view.document.trace[A].values != before).any()
    assert blank(view, A) == [0, 2]
    view.document.undo_stack.undo()
    assert blank(view, A) == [0, 2], "what a person looks at is not undone"
    assert view.document.trace[A].values.tobytes() == before.tobytes()


def test_rows_that_are_no_more_are_dropped(hand: Any) -> None:
    view, document = hand.view, hand.view.document
    hand.key(Key.Key_R)
    hand.click_at(label(view, A, 0))
    hand.click_at(label(view, A, 2))
    document.do(document.workspace.with_rows(2), "shorter")
    assert view.selection.revealed == {PART: frozenset({0})}
    assert blank(view, A) == [1]
    document.undo_stack.undo()
    assert blank(view, A) == [1, 2]
    document.do(document.workspace.with_rows(1), "one row")
    assert dict(view.selection.revealed) == {}
    assert not any(band.reveal for band in view.bench.bands), "one row is no choice"
    document.load(starting_model("block"))
    assert blank(view, A) == []


def test_another_model_shows_everything(hand: Any) -> None:
    hand.key(Key.Key_R)
    hand.view.document.load(starting_model("six"))
    assert dict(hand.view.selection.revealed) == {}


def test_each_attention_of_an_encoder_decoder_by_itself(show: Any, hand_on: Any) -> None:
    hand = hand_on(show(starting_model("padding")))
    view = hand.view
    view.selection.set_open({"enc1": True, "dec1": True})
    hand.click("dec1.cross.h1.A", 0, 0)
    hand.key(Key.Key_R)
    hand.key(Key.Key_R)
    n = len(view.document.workspace.samples[0].target)
    assert blank(view, "dec1.cross.h1.A") == list(range(1, n))
    assert blank(view, "dec1.self.h1.A") == blank(view, "enc1.self.h1.A") == []
    view.selection.set_open({"dec1": False})
    assert blank(view, "dec1.cross.h1.A") == list(range(1, n)), "the small map of a folded layer too"


def test_a_veiled_cell_says_so_to_pointer_and_screen_reader(hand: Any) -> None:
    view = hand.view
    hand.key(Key.Key_R)
    hand.click_at(label(view, A, 1))
    table = QAccessible.queryAccessibleInterface(view)
    for child in (table.child(k) for k in range(table.childCount())):
        if child.cell == (A, 0, 0):
            assert child.text(QAccessible.Text.Value) == ""
            assert "not shown" in child.text(QAccessible.Text.Description)
        elif child.cell == (A, 1, 0):
            assert float(child.text(QAccessible.Text.Value)) == view.trace[A].values[1, 0]
    assert "row 我 is not shown" in tip(view.content, view.hit(hand.at(A, 0, 0).toPointF()))
    assert "reads key" in tip(view.content, view.hit(hand.at(A, 1, 0).toPointF()))


def test_a_figure_shows_what_the_bench_shows(hand: Any) -> None:
    view = hand.view

    def rows() -> list[int]:
        """How many colours each row of A has in a figure of the bench."""
        made = sheet.of_view(view.content, view.selection, view.room(), LIGHT)
        image = QImage(made.width, made.height, QImage.Format.Format_RGB32)
        painter = QPainter(image)
        made.paint(painter)
        painter.end()
        placed = view.bench.cards[A]
        found = []
        for i in range(3):
            row = placed.cell(i, 0).united(placed.cell(i, 2)).adjusted(2, 2, -3, -3).toAlignedRect()
            part = image.copy(row)
            found.append(len({part.pixel(x, y) for x in range(part.width()) for y in range(part.height())}))
        return found

    assert min(rows()) > 3
    hand.key(Key.Key_R)
    hand.click_at(label(view, A, 1))
    shown = rows()
    assert shown[1] > 3
    assert shown[0] <= 2
    assert shown[2] <= 2
    alone = sheet.of_cards(view.trace, [A, OTHER], LIGHT, sheet.seen_cells(view.content))
    assert alone.cells == 18
    other = sheet.seen_cells(view.content)(f"{PART}.h2.S").codes  # not on the bench: veiled in a figure all the same
    assert ((other == BLANK).all(axis=1) == [True, False, True]).all()


def test_the_buttons_stay_inside_a_narrow_band_and_are_there_while_rows_are_hidden(show: Any, hand_on: Any) -> None:
    for name, width in (("padding", 700), ("translate", 640), ("block", 420)):
        view = show(starting_model(name), width, 500)
        part = next(band.part for band in view.bench.bands if band.part)
        view.selection.reveal(part, frozenset({0}))
        found = [band for band in view.bench.bands if band.reveal]
        assert any(band.part == part for band in found)
        for band in found:
            assert band.rect.contains(band.reveal[-1].rect)
            assert band.reveal[0].rect.left() >= (band.switch[-1].rect.right() if band.switch else band.title_at.x())


def test_a_row_without_a_visible_key_says_nothing_while_it_is_hidden(show: Any, block: Workspace, hand_on: Any) -> None:
    masked = np.ones((3, 3))
    masked[0] = 0
    hand = hand_on(show(block.with_custom_mask(PART, masked)))
    assert hand.view.content.card(A).cells.empty == (0,)
    hand.key(Key.Key_R)
    assert hand.view.content.card(A).cells.empty == ()
    assert ink(hand.view, A, 0) <= 2


def test_the_point_of_a_button_is_named(hand: Any) -> None:
    band = next(band for band in hand.view.bench.bands if band.reveal)
    found = hand.view.hit(QPointF(hand.view.on_screen(band.reveal[2].rect).center()))
    assert (found.kind, found.name, found.i) == ("reveal", PART, 1)
