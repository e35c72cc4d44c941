"""The inspector in the window: its key, its dock, the outlines that are remembered, and what Ctrl+C copies where."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from labapp import models
from labapp.document import Document
from labapp.main_window import MainWindow
from labapp.panels.why import WhyPanel
from labapp.settings import Settings

H, V = "enc1.self.h1.H", "enc1.self.h1.V"
LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
CTRL = Qt.KeyboardModifier.ControlModifier
Key = Qt.Key


def panel(window: MainWindow) -> WhyPanel:
    found = window.docks["why"].area.widget()
    assert isinstance(found, WhyPanel)
    return found


def test_a_click_on_the_bench_is_explained_and_a_click_on_a_source_goes_there(window: MainWindow) -> None:
    bench, page = window.bench, panel(window).view
    bench.camera.reveal(H, 0, 1)
    QTest.mouseClick(bench.viewport(), LEFT, NONE, bench.point_of(H, 0, 1))
    assert page.page.text().startswith("H¹[我, 1] = 0.7967")
    QTest.mouseClick(page, LEFT, NONE, page.place_of((V, 1, 1)))
    assert window.selection.cell == (V, 1, 1)
    assert bench.viewport().rect().contains(bench.point_of(V, 1, 1))
    assert page.page.text().startswith("V¹[给, 1] = 2")


def test_f6_goes_to_the_explanation_and_back(window: MainWindow, qtbot: QtBot) -> None:
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.bench.setFocus()
    window.docks["why"].hide()
    QTest.keyClick(window, Key.Key_F6)
    assert window.docks["why"].isVisible()
    qtbot.waitUntil(panel(window).view.hasFocus)
    QTest.keyClick(QApplication.focusWidget(), Key.Key_F6)
    assert window.bench.hasFocus()
    QTest.keyClick(window, Key.Key_F6)
    assert panel(window).view.hasFocus()
    QTest.keyClick(panel(window).view, Key.Key_Escape)
    assert window.bench.hasFocus()


def test_its_shortcut_closes_and_opens_it(window: MainWindow) -> None:
    assert window.docks["why"].isVisible()
    QTest.keyClick(window, Key.Key_I, CTRL)
    assert not window.docks["why"].isVisible()
    QTest.keyClick(window, Key.Key_I, CTRL)
    assert window.docks["why"].isVisible()


def test_ctrl_c_copies_the_number_on_the_bench_and_the_explanation_in_the_panel(window: MainWindow) -> None:
    window.activateWindow()
    window.selection.select((H, 0, 1))
    window.bench.setFocus()
    QTest.keyClick(window.bench, Key.Key_C, CTRL)
    assert QGuiApplication.clipboard().text().startswith("0.79666")
    panel(window).view.setFocus()
    QTest.keyClick(panel(window).view, Key.Key_C, CTRL)
    assert "0.1978 × 2" in QGuiApplication.clipboard().text()


def test_outlines_that_are_off_are_off_at_the_next_start(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    assert window.actions_by_id["outline"].isChecked()
    QTest.keyClick(window, Key.Key_O, CTRL | Qt.KeyboardModifier.ShiftModifier)
    assert not window.selection.outlined
    assert not window.actions_by_id["outline"].isChecked()
    assert window.settings is not None
    window.settings.write()
    again = MainWindow(Document(models.starting_model("block")), Settings(tmp_path / "settings.ini"))
    qtbot.addWidget(again)
    assert not again.selection.outlined
    assert not again.actions_by_id["outline"].isChecked()
    again.actions_by_id["outline"].trigger()
    assert again.selection.outlined


def test_the_bench_keeps_most_of_a_small_window(window: MainWindow) -> None:
    window.resize(1366, 768)
    QApplication.processEvents()
    assert window.docks["why"].height() < 0.2 * window.height()
    assert window.bench.height() > 0.6 * window.height()


def test_a_panel_that_opened_beside_it_leaves_it_as_low_as_it_was(window: MainWindow, qtbot: QtBot) -> None:
    dock = window.docks["why"]
    low = dock.height()
    QTest.keyClick(window, Key.Key_T, CTRL)
    qtbot.waitUntil(lambda: dock.height() > low)
    QTest.keyClick(window, Key.Key_T, CTRL)
    qtbot.waitUntil(lambda: dock.height() == low)
