"""The board: thumbnails show the trace's numbers, the row is followed, mouse and keys reach everything."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QColor, QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from core.generate import forced
from core.trace import Trace
from labapp import models, style, text, theme
from labapp.prediction.board import Board
from labapp.prediction.item import Item
from labapp.prediction.paint import feeds
from labapp.prediction.thumb import EDGE, Thumb
from labapp.tokens import acts
from tests.labapp.prediction.conftest import Make

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
Key = Qt.Key


def colour_at(thumb: Thumb, i: int, j: int) -> QColor:
    return QColor(thumb.grab().toImage().pixelColor(thumb.cell_point(i, j)))


def click(thumb: Thumb, i: int, j: int) -> None:
    QTest.mouseClick(thumb, LEFT, NONE, thumb.cell_point(i, j))


def distance(one: QColor, other: str) -> int:
    there = QColor(other)
    return sum(abs(a - b) for a, b in zip(one.getRgb()[:3], there.getRgb()[:3], strict=True))  # type: ignore[index, arg-type]


def renamed(board: Board, token: str) -> None:
    document = board._desk.document
    document.do(*acts.renamed(document.workspace, document.sample, "src", 4, token))
    QApplication.processEvents()


# what is shown


@pytest.mark.parametrize("name", ["enc1.self.out", "dec2.Z", "memory", "tgt.X0", "dec1.ffn.hidden"])
def test_a_signed_thumbnail_shows_its_matrix(name: str, view_of: Make) -> None:
    view, desk = view_of()
    if name.startswith("dec1"):
        QTest.mouseClick(view.board.folds["dec1"], LEFT)
    values, thumb = desk.document.trace[name].values, view.board.thumbs[name]
    assert thumb.shape() == values.shape
    i, j = np.unravel_index(np.argmax(np.abs(values)), values.shape)
    end = theme.LIGHT.signed[2 if values[i, j] > 0 else 0]
    assert distance(colour_at(thumb, int(i), int(j)), end) <= 3  # the largest has the end of the map
    warm = [(c.red() - c.blue()) for c in (colour_at(thumb, i, k) for k in range(values.shape[1]))]
    order = np.argsort(values[i], kind="stable")
    assert all(warm[a] <= warm[b] + 2 for a, b in zip(order, order[1:], strict=False))  # from blue to orange


def test_weights_run_from_nothing_to_one_and_hidden_cells_look_hidden(view_of: Make) -> None:
    view, desk = view_of()
    thumb, values = view.board.thumbs["dec2.self.h1.A"], desk.document.trace["dec2.self.h1.A"].values
    assert values[0, 0] == 1.0
    assert distance(colour_at(thumb, 0, 0), theme.LIGHT.weights[1]) <= 3
    image = thumb.grab().toImage()
    wide, high = (int(side) for side in thumb.cell)
    for j in range(3, 8):  # of row 2: the future
        cell = {
            image.pixelColor(EDGE + j * wide + x, EDGE + 2 * high + y).name()
            for x in range(2, wide - 2)
            for y in range(2, high - 2)
        }
        assert cell <= {theme.LIGHT.hidden, theme.LIGHT.hidden_stripe}, j
        assert theme.LIGHT.hidden in cell


def test_thumbnails_follow_every_act_and_undo(view_of: Make) -> None:
    view, desk = view_of()
    before = {name: thumb.grab().toImage() for name, thumb in view.board.thumbs.items()}
    renamed(view.board, "她")
    after = {name: thumb.grab().toImage() for name, thumb in view.board.thumbs.items()}
    moved = {name for name in before if after[name] != before[name]}
    assert {"src.X", "src.X0", "memory", "dec2.cross.h1.A", "out.p"} <= moved
    assert not {name for name in moved if name.startswith("tgt.")}  # the target has not changed
    assert view.board.tokens["src"][4].text() == "她"
    desk.document.undo_stack.undo()
    QApplication.processEvents()
    assert {name: thumb.grab().toImage() for name, thumb in view.board.thumbs.items()} == before


def test_only_what_moved_is_painted_anew(view_of: Make) -> None:
    view, desk = view_of()
    made = view.board.pictures.made
    desk.document.do(desk.document.workspace.with_cell("out.W", 0, 0, 9.0), "x")
    assert view.board.pictures.made - made == 1  # out.p alone lies after it


def test_the_memory_feeds_every_cross_attention_and_nothing_where_that_is_off(view_of: Make) -> None:
    view, desk = view_of()
    column = view.board.columns[1]
    cards = {card.plan.key: card for card in column.cards}
    groups = {group.plan.key: group for group in column.groups}
    ends = feeds(column)
    assert len(ends) == 2
    assert cards["dec2.cross"].rect.contains(ends[0])
    assert not groups["dec1"].is_open
    assert groups["dec1"].rect.contains(ends[1])  # folded: into the layer
    image = view.board.grab().toImage()
    arrow = image.pixelColor(ends[0].toPoint() + QPoint(-4, 0))
    assert distance(arrow, theme.LIGHT.window) > 60
    desk.document.do(desk.document.workspace.with_spec(cross=False), "off")
    QApplication.processEvents()
    assert feeds(view.board.columns[1]) == []
    image = view.board.grab().toImage()
    x = view.board.columns[1].caption.left() - 15
    assert {image.pixelColor(round(x), y).name() for y in range(40, 400)} == {theme.LIGHT.window}


def test_the_followed_row_is_outlined_in_every_thumbnail_of_the_decoder(view_of: Make) -> None:
    view, desk = view_of(row=2)
    assert {t.row for n, t in view.board.thumbs.items() if n.startswith(("dec", "tgt", "out"))} == {2}
    assert {t.row for n, t in view.board.thumbs.items() if n.startswith(("enc", "src", "memory"))} == {None}
    thumb = view.board.thumbs["dec2.Z"]
    before = thumb.grab().toImage()
    line = thumb.row_rect(2).topLeft().toPoint() + QPoint(10, -1)
    assert distance(before.pixelColor(line), theme.LIGHT.text) < 60
    desk.selection.follow(("tgt", 5))
    QApplication.processEvents()
    after = thumb.grab().toImage()
    assert distance(after.pixelColor(line), theme.LIGHT.text) > 200
    assert distance(after.pixelColor(thumb.row_rect(5).topLeft().toPoint() + QPoint(10, -1)), theme.LIGHT.text) < 60
    desk.selection.follow(("src", 4))  # a row that is read: outlined where it stands
    assert {t.row for n, t in view.board.thumbs.items() if n.startswith(("enc", "src", "memory"))} == {4}


def test_the_strip_greys_what_the_row_may_not_read_and_the_sentence_says_it(view_of: Make) -> None:
    view, desk = view_of(row=2)
    tokens = view.board.tokens["tgt"]
    assert [token.text() for token in tokens] == list(desk.document.workspace.samples[0].target)
    assert [token.grey for token in tokens] == [False] * 3 + [True] * 5
    assert [token.isChecked() for token in tokens] == [k == 2 for k in range(8)]
    said = view.board.sentence.text()
    assert said.startswith("Row <b>gave</b> reads BOS, I, gave.")
    assert "teacher forcing, all 8 rows at once" in said
    desk.document.do(desk.document.workspace.with_spec(causal=False), "all")
    assert not any(token.grey for token in view.board.tokens["tgt"])
    assert "Without the causal mask" in view.board.sentence.text()


def test_in_a_free_run_rows_that_do_not_exist_yet_are_not_there(view_of: Make) -> None:
    view, desk = view_of(row=2)
    rect = view.board.thumbs["dec2.Z"].geometry()
    desk.predicted.show(forced(desk.document.workspace, ("I", "gave")))
    QApplication.processEvents()
    thumb = view.board.thumbs["dec2.Z"]
    assert thumb.shape()[0] == 3
    assert thumb.geometry() == rect  # there is room for those to come: nothing jumps
    image = thumb.grab().toImage()
    below = {
        image.pixelColor(x, y).name()
        for x in range(4, 60)
        for y in range(round(EDGE + 4 * thumb.cell[1]), thumb.height())
    }
    assert below == {theme.LIGHT.card}
    assert [token.text() for token in view.board.tokens["tgt"]] == ["BOS", "I", "gave"]
    assert "free run" in view.board.sentence.text()
    desk.predicted.show(None)
    QApplication.processEvents()
    assert thumb.shape()[0] == 8


# what a hand does


def test_a_click_follows_the_row_and_a_second_one_opens_its_cell(view_of: Make, qtbot: QtBot) -> None:
    view, desk = view_of(row=2)
    visited: list[object] = []
    desk.selection.visited.connect(lambda: visited.append(desk.selection.cell))
    thumb = view.board.thumbs["dec2.cross.h2.A"]
    click(thumb, 5, 3)
    assert desk.selection.row == ("tgt", 5)
    assert visited == []
    click(thumb, 5, 3)
    assert visited == [("dec2.cross.h2.A", 5, 3)]
    assert desk.selection.row == ("tgt", 5)


def test_a_click_on_the_encoder_opens_its_cell_by_its_own_name(view_of: Make) -> None:
    view, desk = view_of()
    click(view.board.thumbs["memory"], 8, 7)
    assert desk.selection.cell == ("enc2.norm2", 8, 7)


def test_a_token_is_followed_by_a_click(view_of: Make) -> None:
    view, desk = view_of(row=2)
    QTest.mouseClick(view.board.tokens["tgt"][5], LEFT)
    assert desk.selection.row == ("tgt", 5)
    assert view.board.sentence.text().startswith("Row <b>book</b> reads BOS, I, gave, him, a, book.")
    QTest.mouseClick(view.board.tokens["src"][4], LEFT)
    assert desk.selection.row == ("src", 4)


def test_layers_fold_and_unfold_by_hand(view_of: Make) -> None:
    view, _ = view_of()
    fold = view.board.folds["dec2"]
    assert fold.accessibleName() == "decoder layer 2 · post-norm"
    QTest.mouseClick(fold, LEFT)
    assert "dec2.Z" not in view.board.thumbs
    assert fold.accessibleName() == "decoder layer 2 · post-norm · collapsed"
    fold.setFocus()
    QTest.keyClick(fold, Key.Key_Return)
    assert "dec2.Z" in view.board.thumbs


def test_the_tooltip_names_matrix_cell_and_number(view_of: Make) -> None:
    view, desk = view_of(row=2)
    thumb = view.board.thumbs["dec2.cross.h1.A"]
    at = thumb.cell_point(2, 4)
    QApplication.sendEvent(thumb, QHelpEvent(QEvent.Type.ToolTip, at, thumb.mapToGlobal(at)))
    said = QToolTip.text()
    value = desk.document.trace["dec2.cross.h1.A"].values[2, 4]
    assert "dec2.cross.h1.A" in said
    assert "他" in said
    assert "gave" in said
    assert f"{value:.4f}"[:5] in said
    assert said.endswith("click: open it on the bench")
    QToolTip.hideText()


def test_the_keyboard_reaches_every_thumbnail_fold_and_token(view_of: Make) -> None:
    view, desk = view_of(row=2)
    board = view.board
    board.walking.enter()
    first = QApplication.focusWidget()
    assert isinstance(first, Item)
    everything = {item for lane in board.walking.items() for item in lane}
    reached, front = {first}, [first]
    while front:
        here = front.pop()
        for key in (Key.Key_Left, Key.Key_Right, Key.Key_Up, Key.Key_Down):
            here.setFocus()
            QTest.keyClick(here, key)
            there = QApplication.focusWidget()
            if isinstance(there, Item) and there not in reached:
                reached.add(there)
                front.append(there)
    assert reached == everything
    assert all(item.accessibleName() or item.text() for item in everything)
    assert board.thumbs["dec2.cross.h1.A"].accessibleName() == "Decoder layer 2, A¹, weights, 8×9"
    visited: list[object] = []
    desk.selection.visited.connect(lambda: visited.append(desk.selection.cell))
    thumb = board.thumbs["dec2.cross.h1.A"]
    thumb.setFocus()
    assert "他" in thumb.accessibleDescription()  # the largest of the followed row
    QTest.keyClick(thumb, Key.Key_Return)
    assert visited == [("dec2.cross.h1.A", 2, int(np.argmax(desk.document.trace["dec2.cross.h1.A"].values[2])))]


def test_one_stop_of_tab_a_column_and_shift_arrows_walk_the_rows(view_of: Make) -> None:
    view, desk = view_of(row=2)
    stops = [[item for item in lane if item.is_stop()] for lane in view.board.walking.items()]
    assert [len(lane) for lane in stops] == [1, 1]
    thumb = view.board.thumbs["dec2.Z"]
    thumb.setFocus()
    QTest.keyClick(thumb, Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert desk.selection.row == ("tgt", 3)
    for _ in range(5):
        QTest.keyClick(thumb, Key.Key_Up, Qt.KeyboardModifier.ShiftModifier)
    assert desk.selection.row == ("tgt", 0)
    QTest.keyClick(thumb, Key.Key_Escape)
    assert desk.selection.row is None
    assert desk.predicted.row == 7
    assert thumb.row == 7


# where it stands


@pytest.mark.parametrize("language", ["en", "zh_CN"])
@pytest.mark.parametrize("size", [(620, 560), (900, 700), (1500, 1000)])
@pytest.mark.parametrize("model", ["translate", "g01"])
def test_nothing_is_cut_and_nothing_overlaps(
    model: str, size: tuple[int, int], language: str, view_of: Make, qapp: QApplication
) -> None:
    text.set_language(language)
    view, _ = view_of(model, size, row=None)
    board = view.board
    checked(board)
    assert max(column.caption.right() for column in board.columns) <= view.left.viewport().width()  # beside the bar
    if model == "translate":
        assert board.height() >= max(column.bottom for column in board.columns)


def checked(board: Board) -> None:
    from labapp.prediction.writing import advance

    for column in board.columns:
        for card in column.cards:
            for line in card.lines:
                assert advance(line.text, line.bold) <= line.rect.width() + 1.5, line.text
                assert card.rect.contains(line.rect), line.text
            for here in card.maps:
                assert card.rect.contains(here.rect), here.name
                assert not any(line.rect.intersects(here.rect) for line in card.lines), here.name
                shown = board.thumbs[here.name].shape()
                assert shown[1] * here.cell[0] <= here.rect.width() + 1e-6
        rects = [card.rect for card in column.cards] + [group.rect for group in column.groups if not group.is_open]
        for k, rect in enumerate(rects):
            assert not any(rect.intersects(other) for other in rects[k + 1 :])
    items = [item for lane in board.walking.items() for item in lane]
    assert not [one for one in items if not board.rect().contains(one.geometry())]


def test_a_long_sentence_and_a_wide_model_stay_in_their_columns(view_of: Make) -> None:
    workspace = models.starting_model("translate").with_spec(d=64, d_ff=256, heads=8, enc_layers=3, dec_layers=3)
    view, _ = view_of(workspace)
    checked(view.board)
    assert view.board.thumbs["dec3.self.h4.A"].isVisible()
    assert "dec3.self.h5.A" not in view.board.thumbs
    assert view.board.thumbs["dec3.ffn.hidden"].grab().toImage().width() < 400


def test_other_colours_are_worn_at_once(view_of: Make, qapp: QApplication) -> None:
    view, desk = view_of()
    style.apply(qapp, theme.DARK)
    QApplication.processEvents()
    thumb, values = view.board.thumbs["dec2.Z"], desk.document.trace["dec2.Z"].values
    i, j = np.unravel_index(np.argmax(np.abs(values)), values.shape)
    assert distance(colour_at(thumb, int(i), int(j)), theme.DARK.signed[2 if values[i, j] > 0 else 0]) <= 3
    assert view.board.grab().toImage().pixelColor(2, 2).name() == theme.DARK.window


def test_a_view_that_nobody_sees_does_nothing_and_catches_up(view_of: Make) -> None:
    view, desk = view_of()
    view.hide()
    made = view.board.pictures.made
    renamed(view.board, "她")
    assert view.board.pictures.made == made
    assert view.board.tokens["src"][4].text() == "他"
    view.show()
    QApplication.processEvents()
    assert view.board.tokens["src"][4].text() == "她"
    assert view.board.pictures.made > made


def test_a_matrix_of_nan_is_no_colour_of_the_map(view_of: Make) -> None:
    view, desk = view_of()
    desk.document.do(desk.document.workspace.with_cell("src.embed", 3, 0, float("nan")), "NaN")
    QApplication.processEvents()
    trace: Trace = desk.document.trace
    assert np.isnan(trace["src.X0"].values[4, 0])
    assert distance(colour_at(view.board.thumbs["src.X0"], 4, 0), theme.LIGHT.odd_edge) <= 3
