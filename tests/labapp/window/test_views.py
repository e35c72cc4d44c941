"""Bench and prediction view: the switch between them, what opens where, and the way from one to the other."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from core import glass
from labapp import models, text
from labapp.document import Document
from labapp.export.options import Options, sheet_of
from labapp.main_window import MainWindow
from labapp.picture import Shown, picture
from labapp.prediction.view import PredictionView
from labapp.settings import Settings

LEFT, NONE, CTRL = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier
Key = Qt.Key


def view_of(window: MainWindow) -> PredictionView:
    found = window.views.currentWidget()
    assert isinstance(found, PredictionView)
    return found


def chosen(window: MainWindow, name: str) -> None:
    """Choose a model from the menu."""
    window._models.aboutToShow.emit()
    next(action for action in window._models.actions() if action.data() == name).trigger()
    QApplication.processEvents()


def first_word(window: MainWindow) -> str:
    """The likeliest token after the row that is looked at."""
    predicted = window.desk.predicted
    p = predicted.trace["out.p"]
    assert predicted.row is not None
    return p.cols[int(np.argmax(p.values[predicted.row]))]


def test_the_switch_turns_by_mouse_keys_and_menu(window: MainWindow, qtbot: QtBot) -> None:
    switch = window.top_bar.views
    assert switch.value() == "bench"
    qtbot.mouseClick(switch.segment("prediction"), LEFT)
    assert window.is_prediction()
    assert view_of(window).isVisible()
    assert not window.bench.isVisible()
    assert window.tokens.isVisible()  # for both
    qtbot.keyClick(window, Key.Key_1, CTRL)
    assert window.is_bench()
    assert window.bench.hasFocus()
    assert switch.value() == "bench"
    qtbot.keyClick(window, Key.Key_2, CTRL)
    assert window.is_prediction()
    window.actions_by_id["prediction"].trigger()  # once more: it stays, and stays marked
    assert window.is_prediction()
    assert window.actions_by_id["prediction"].isChecked()
    assert not window.actions_by_id["bench"].isChecked()
    assert switch.value() == "prediction"
    assert switch.segment("prediction").accessibleName() == "View: Prediction"


def test_what_is_for_the_bench_alone_waits_for_it(window: MainWindow) -> None:
    window.show_prediction()
    assert not window.actions_by_id["fit"].isEnabled()
    assert not window.top_bar.buttons["fit"].isVisible()
    window.show_bench()
    assert window.actions_by_id["fit"].isEnabled()
    assert window.top_bar.buttons["fit"].isVisible()


def test_translate_opens_here_at_gave_with_him_on_top(window: MainWindow) -> None:
    chosen(window, "translate")
    assert window.is_prediction()
    assert window.selection.row == ("tgt", 2)
    assert view_of(window).board.sentence.text().startswith("Row <b>gave</b> reads BOS, I, gave.")
    assert first_word(window) == "him"
    chosen(window, "block")
    assert window.is_bench()
    assert window.selection.row is None
    chosen(window, "translate-untrained")
    assert window.is_prediction()


def test_every_model_of_the_table_has_the_token_that_it_is_opened_at() -> None:
    for name, opening in models.OPENINGS.items():
        if name in models.names():
            assert opening.follows in models.starting_model(name).samples[0].target, name
            assert opening.view in (models.BENCH, models.PREDICTION)


def test_a_file_keeps_the_view_that_is_there(window: MainWindow, tmp_path: Path) -> None:
    file = tmp_path / "kept.glass"
    glass.save(file, models.starting_model("translate"))
    window.open_path(file)
    assert window.is_bench()
    window.show_prediction()
    window.open_path(file)
    assert window.is_prediction()


def test_him_becomes_her_when_the_token_is_exchanged_above(window: MainWindow, qtbot: QtBot) -> None:
    window.resize(1366, 900)
    chosen(window, "translate")
    row = window.tokens.rows["src"]
    qtbot.mouseDClick(row.chips[4], LEFT)
    editor = row.editor
    assert isinstance(editor, QLineEdit)
    editor.selectAll()
    editor.insert("她")  # as from an input method
    qtbot.keyClick(editor, Key.Key_Return)
    assert first_word(window) == "her"
    assert view_of(window).board.tokens["src"][4].text() == "她"
    window.undo()
    assert first_word(window) == "him"
    window.document.do(window.document.workspace.with_spec(cross=False), "off")
    without = window.document.trace["out.p"].values.copy()
    row.open_editor(4)
    row.editor.selectAll()
    row.editor.insert("她")
    qtbot.keyClick(row.editor, Key.Key_Return)
    assert np.array_equal(window.document.trace["out.p"].values, without)  # the source does not matter


def test_a_thumbnail_leads_to_its_cell_on_the_bench(window: MainWindow, qtbot: QtBot) -> None:
    window.resize(1366, 900)
    chosen(window, "translate")
    thumb = view_of(window).board.thumbs["dec2.cross.h2.A"]
    QTest.mouseClick(thumb, LEFT, NONE, thumb.cell_point(2, 4))
    QApplication.processEvents()
    assert window.is_bench()
    assert window.selection.cell == ("dec2.cross.h2.A", 2, 4)
    bench = window.bench
    seen = bench.on_screen(bench.bench.cards["dec2.cross.h2.A"].cell(2, 4))
    assert bench.viewport().rect().contains(seen.toAlignedRect())
    assert window.selection.row == ("tgt", 2)


def test_what_asks_for_a_place_on_the_bench_is_led_there(window: MainWindow) -> None:
    chosen(window, "translate")
    window.selection.go("enc2.self")
    assert window.is_bench()


def test_a_bench_that_nobody_sees_does_nothing_and_shows_all_of_it_later(window: MainWindow, qtbot: QtBot) -> None:
    window.resize(1366, 900)
    chosen(window, "six")
    window.unfold_all()
    QApplication.processEvents()
    window.show_prediction()
    painted = window.bench.canvas.cache.cards_painted
    laid_out = window.bench.content.bench
    work = window.document.workspace
    window.document.do(work.with_spec(d_ff=7), "wider")
    window.document.do(window.document.workspace.with_cell("dec1.ffn.W1", 0, 6, 7.5), "cell")
    window.selection.follow(("tgt", 1))
    QApplication.processEvents()
    assert window.bench.canvas.cache.cards_painted == painted
    assert window.bench.content.bench is laid_out
    window.show_bench()
    QApplication.processEvents()
    assert window.bench.trace is window.document.trace
    assert len(window.bench.bench.cards["dec1.ffn.W1"].box.cols) == 7
    caught_up = window.bench.viewport().grab().toImage()
    window.bench.content.forget()
    window.bench.canvas.clear()
    window.bench.lay_out()
    assert window.bench.viewport().grab().toImage() == caught_up


def test_a_figure_of_the_bench_is_of_what_there_is_now(window: MainWindow) -> None:
    chosen(window, "six")
    window.unfold_all()
    window.show_prediction()
    window.document.do(window.document.workspace.with_spec(d_ff=7), "wider")
    sheet_of(Options(), window.bench)
    assert len(window.bench.content.bench.cards["dec1.ffn.W1"].box.cols) == 7


def test_a_cell_that_goes_while_the_bench_rests_is_let_go(window: MainWindow) -> None:
    chosen(window, "six")
    window.selection.select(("dec1.cross.h1.A", 0, 0))
    window.show_prediction()
    window.document.do(window.document.workspace.with_spec(cross=False), "off")
    assert window.selection.cell is None


def test_each_view_has_its_panels_and_the_bench_s_are_remembered(window: MainWindow, tmp_path: Path) -> None:
    window.resize(1366, 900)
    before = {id_ for id_, dock in window.docks.items() if not dock.isHidden()}
    assert {"overview", "model", "why"} <= before
    window.show_prediction()
    assert {id_ for id_, dock in window.docks.items() if not dock.isHidden()} == {"model"}
    window.docks["follow"].show()
    window.show_bench()
    assert {id_ for id_, dock in window.docks.items() if not dock.isHidden()} == before
    window.show_prediction()
    assert {id_ for id_, dock in window.docks.items() if not dock.isHidden()} == {"model", "follow"}
    settings = window.settings
    assert settings is not None
    window.close()
    again = MainWindow(Document(models.starting_model("block")), Settings(tmp_path / "settings.ini"))
    assert {id_ for id_, dock in again.docks.items() if not dock.isHidden()} == before
    assert again.is_bench()
    again.close()


def test_a_model_without_words_offers_one_that_has_some(window: MainWindow, qtbot: QtBot) -> None:
    window.show_prediction()
    view = view_of(window)
    assert view.empty.isVisible()
    assert view.empty.open.hasFocus()
    qtbot.mouseClick(view.empty.open, LEFT)
    assert view.board.isVisible()
    assert window.selection.row == ("tgt", 2)
    window.show_bench()
    chosen(window, "block")
    window.show_prediction()
    qtbot.mouseClick(view.empty.bench, LEFT)
    assert window.is_bench()


def test_the_tab_key_goes_from_the_strip_to_the_board_and_the_cards(window: MainWindow, qtbot: QtBot) -> None:
    window.resize(1366, 900)
    chosen(window, "translate")
    window.tokens.rows["tgt"].sentence.setFocus()
    view = view_of(window)
    reached = []
    for _ in range(3):
        qtbot.keyClick(QApplication.focusWidget(), Key.Key_Tab)
        reached.append(QApplication.focusWidget())
    assert reached[0] is view.board.thumbs["memory"]
    assert reached[1] is view.board.thumbs["out.p"]
    assert view.side.isAncestorOf(reached[2])


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_a_small_window_has_all_of_it(window: MainWindow, language: str) -> None:
    window.resize(1024, 700)
    text.set_language(language)
    chosen(window, "translate")
    view = view_of(window)
    assert window.docks["model"].isHidden()  # it leaves the room to the view, and comes back by its key
    assert view.right.isVisible()
    assert view.board.thumbs["dec2.cross.h1.A"].cell[0] >= 4
    window.docks["model"].show()
    QApplication.processEvents()
    assert window.width() == 1024
    assert not view.right.isVisible()
    assert view.left.isAncestorOf(view.cards["cross"])
    menu = [item for item in window.top_bar.menus.actions() if item.isVisible()]
    last = window.top_bar.menus.actionGeometry(menu[-1])
    assert last.right() <= window.top_bar.menus.width()  # no menu is cut off


def test_a_picture_of_the_view(qapp: QApplication) -> None:
    workspace = models.starting_model("translate")
    bench = picture(workspace, (1200, 800))
    shown = picture(workspace, (1200, 800), shown=Shown("prediction", "translate"))
    assert shown.size() == bench.size()
    assert shown != bench
    assert picture(workspace, (1200, 800), shown=Shown("bench", "translate")).copy(0, 0, 1200, 760) == bench.copy(
        0, 0, 1200, 760
    )


def test_the_actions_say_which_view_is_shown(window: MainWindow) -> None:
    action = window.actions_by_id["bench"]
    assert isinstance(action, QAction)
    assert action.isChecked()
    assert action.shortcut().toString() == "Ctrl+1"
