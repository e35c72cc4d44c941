"""Following a word in the window: from the menu, the bench, a chip; to the bench and to files."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QAction, QContextMenuEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QMenu, QWidget
from pytestqt.qtbot import QtBot

from labapp.export.dialog import FigureDialog
from labapp.export.options import FOLLOW
from labapp.main_window import MainWindow
from labapp.panels.follow import FollowPanel
from labapp.panels.readers import ReadersPanel

LEFT = Qt.MouseButton.LeftButton
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture
def translate(window: MainWindow) -> MainWindow:
    window.resize(1680, 1050)
    window.new("translate")
    window.show_bench()
    window.selection.follow(None)
    QApplication.processEvents()
    return window


def panel(window: MainWindow) -> FollowPanel:
    found = window.docks["follow"].area.widget()
    assert isinstance(found, FollowPanel)
    return found


def entry(window: MainWindow, text: str) -> QAction:
    menu = window.submenu("follow")
    menu.aboutToShow.emit()
    return next(action for action in menu.actions() if action.text() == text)


def asked_menu(at: QWidget, point: QPoint) -> QMenu:
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, point, at.mapToGlobal(point))
    QApplication.sendEvent(at, event)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


def choose(menu: QMenu, text: str) -> None:
    action = next(action for action in menu.actions() if action.text().split("\t")[0] == text)
    QTest.mouseClick(menu, LEFT, pos=menu.actionGeometry(action).center())


def test_each_word_is_one_click_from_the_menu(translate: MainWindow) -> None:
    assert not translate.docks["follow"].isVisible()
    entry(translate, "gave").trigger()
    assert translate.docks["follow"].isVisible()
    assert panel(translate).title.text() == "gave · row 2 of the target"
    places = list(dict.fromkeys(stage.place for stage in panel(translate).canvas.stages))
    assert places == ["tgt", *(f"dec{n}.{part}" for n in (1, 2) for part in ("self", "cross", "ffn")), "out"]
    assert entry(translate, "gave").isChecked()
    entry(translate, "书").trigger()
    assert panel(translate).title.text() == "书 · row 7 of the source"
    entry(translate, "&Stop following").trigger()
    assert translate.selection.row is None
    assert panel(translate).nothing.isVisible()
    assert not entry(translate, "&Stop following").isEnabled()


def test_the_word_that_predicts(translate: MainWindow) -> None:
    entry(translate, "The word that &predicts").trigger()
    assert translate.selection.row == ("tgt", 7)
    translate.selection.follow(None)
    translate.selection.select(("dec1.self.h1.Q", 2, 0))
    entry(translate, "The word that &predicts").trigger()
    assert translate.selection.row == ("tgt", 2), "the row of the selected cell"
    translate.selection.select(None)
    entry(translate, "The word that &predicts").trigger()
    assert translate.selection.row == ("tgt", 2), "the followed row"


def test_from_a_row_label_and_a_weight_of_the_bench(translate: MainWindow) -> None:
    bench = translate.bench
    bench.navigator.go("dec1.cross")
    name = "dec1.cross.h1.A"
    bench.camera.reveal(name, 2, 7)
    label = bench.on_screen(bench.bench.cards[name].box.row_label(2).translated(bench.bench.cards[name].at))
    choose(asked_menu(bench.viewport(), label.center().toPoint()), "Follow gave through every stage")
    assert translate.selection.row == ("tgt", 2)
    assert translate.docks["follow"].isVisible()
    QApplication.processEvents()
    bench.camera.reveal(name, 2, 7)
    choose(asked_menu(bench.viewport(), bench.point_of(name, 2, 7)), "Follow 书 through every stage")
    assert translate.selection.row == ("src", 7)
    bench.camera.reveal(name, 2, 7)
    choose(asked_menu(bench.viewport(), bench.point_of(name, 2, 7)), "What gave may read")
    assert translate.selection.row == ("tgt", 2)
    assert isinstance(translate.docks["readers"].area.widget(), ReadersPanel)
    assert translate.docks["readers"].isVisible()


def test_from_a_chip(translate: MainWindow) -> None:
    chip = translate.tokens.rows["tgt"].chips[2]
    choose(asked_menu(chip, chip.rect().center()), "Follow it through every stage")
    assert panel(translate).title.text() == "gave · row 2 of the target"
    assert chip.isChecked()
    chip = translate.tokens.rows["src"].chips[7]
    choose(asked_menu(chip, chip.rect().center()), "What it may read")
    assert translate.selection.row == ("src", 7)
    assert translate.docks["readers"].isVisible()


def test_a_click_on_a_stage_unfolds_and_shows_its_matrix(qtbot: QtBot, translate: MainWindow) -> None:
    entry(translate, "gave").trigger()
    QApplication.processEvents()
    name = "dec2.self.h2.A"
    assert name not in translate.bench.bench.cards or translate.bench.bench.cards[name].box.kind != "card"
    shown = panel(translate)
    index = next(k for k, stage in enumerate(shown.canvas.stages) if stage.node == name)
    placed = shown.canvas.placed(index)
    assert placed is not None
    point = placed.at + placed.row.box.cell(0, 1).center()
    shown.area.ensureVisible(int(point.x()), int(point.y()), 0, 80)
    QTest.mouseClick(shown.canvas, LEFT, pos=point.toPoint())
    assert translate.selection.cell == (name, 2, 1)
    assert translate.bench.bench.cards[name].box.kind == "card"
    seen = translate.bench.viewport().rect()
    cell = translate.bench.bench.cards[name].cell(2, 1)
    assert seen.contains(translate.bench.on_screen(cell).toAlignedRect())
    assert translate.selection.head["dec2.self"] == 2


def test_export_from_the_panel(translate: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    entry(translate, "gave").trigger()
    menu = panel(translate).export.menu()
    menu.aboutToShow.emit()
    by_name = {action.objectName(): action for action in menu.actions()}
    assert list(by_name) == ["copy_followed_here", "save_followed_here", "figure_followed_here"]
    by_name["copy_followed_here"].trigger()
    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[0].startswith("stage\tnode")
    assert lines[1].split("\t")[1:5] == ["tgt.E", "E", "embeddings", "gave"]
    target = tmp_path / "way.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *a, **k: (str(target), ""))
    by_name["save_followed_here"].trigger()
    assert "tgt.E" in target.read_text(encoding="utf-8-sig")
    by_name["figure_followed_here"].trigger()
    dialog = translate.findChild(FigureDialog)
    assert dialog is not None
    assert dialog.options().what == FOLLOW
    assert dialog.save_button.isEnabled()
    picture = tmp_path / "way.svg"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *a, **k: (str(picture), ""))
    QTest.mouseClick(dialog.save_button, LEFT)
    assert picture.read_bytes().startswith(b"<?xml")


def test_without_a_row_export_says_so(translate: MainWindow) -> None:
    action = translate.findChild(QAction, "copy_followed")
    assert action is not None
    action.trigger()
    assert translate.status.message.text() == "No row is followed: click a token or the label of a row first."


def test_a_token_click_above_the_bench_turns_the_panel(translate: MainWindow) -> None:
    entry(translate, "gave").trigger()
    chip = translate.tokens.rows["tgt"].chips[3]
    QTest.mouseClick(chip, LEFT)
    assert panel(translate).title.text() == "him · row 3 of the target"
    assert panel(translate).canvas.tip_at(QPointF(0, 0)) == ""
