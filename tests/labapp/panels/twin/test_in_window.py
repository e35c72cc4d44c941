"""The twin and the heads as docks of a real window: by key, in both themes and languages, with the window's acts."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from labapp import models, style, text, theme
from labapp.document import Document
from labapp.main_window import MainWindow
from labapp.panels.heads import HeadsPanel
from labapp.panels.twin import TwinPanel

Key = Qt.Key
CTRL = Qt.KeyboardModifier.ControlModifier
X, A = "src.X", "enc1.self.h1.A"
Opened = Callable[[str], tuple[MainWindow, TwinPanel, HeadsPanel]]


@pytest.fixture
def opened(qapp: QApplication, qtbot: QtBot) -> Iterator[Opened]:
    windows: list[MainWindow] = []

    def open_on(model: str) -> tuple[MainWindow, TwinPanel, HeadsPanel]:
        window = MainWindow(Document(models.starting_model(model), "numpy"))
        windows.append(window)
        window.resize(1366, 768)
        with qtbot.waitActive(window):
            window.show()
            window.activateWindow()
        QTest.keyClick(window, Key.Key_T, CTRL)
        QTest.keyClick(window, Key.Key_H, CTRL)
        qtbot.waitUntil(lambda: all(window.docks[id_].isVisible() for id_ in ("twin", "heads")))
        twin, heads = (window.docks[id_].area.widget() for id_ in ("twin", "heads"))
        assert isinstance(twin, TwinPanel)
        assert isinstance(heads, HeadsPanel)
        return window, twin, heads

    yield open_on
    for window in windows:
        if isValid(window):
            window.document.undo_stack.setClean()
            window.close()
    text.set_language("en")
    style.apply(qapp, theme.LIGHT)


def test_a_key_opens_the_docks_with_room_for_what_is_in_them(opened: Opened) -> None:
    window, twin, heads = opened("block")
    assert twin.isVisible()
    assert heads.isVisible()
    window.selection.select((X, 0, 0))
    QApplication.processEvents()
    assert twin.table.height() > 120
    assert twin.heatmap is not None
    assert twin.heatmap.view.height() > 120


def test_copy_means_the_block_here_and_one_number_on_the_bench(opened: Opened) -> None:
    window, twin, _ = opened("block")
    window.selection.select((X, 1, 3))
    window.bench.setFocus()
    QTest.keyClick(window.bench, Key.Key_C, CTRL)
    assert QGuiApplication.clipboard().text() == "2.0"
    twin.table.setFocus()
    twin.table.selectAll()
    QTest.keyClick(twin.table, Key.Key_C, CTRL)
    assert QGuiApplication.clipboard().text().count("\t") == 9


def test_what_is_typed_here_is_in_the_act_that_follows(opened: Opened) -> None:
    window, twin, _ = opened("block")
    window.selection.select((X, 0, 0))
    twin.table.setFocus()
    QTest.keyClicks(twin.table, "4")
    line = twin.table.delegate.line
    assert line is not None
    QTest.keyClick(line, Key.Key_D, CTRL)  # the other theme: any shortcut of the window
    assert window.document.trace[X].values[0, 0] == 4
    assert window.is_dark()


def test_undo_takes_a_paste_back_as_one_step(opened: Opened, qtbot: QtBot) -> None:
    window, twin, _ = opened("block")
    window.selection.select((X, 0, 0))
    before = window.document.trace[X].values.tobytes()
    twin.table.setFocus()
    QGuiApplication.clipboard().setText("1 2\n3 4")
    QTest.keyClick(twin.table, Key.Key_V, CTRL)
    assert twin.dialog is not None
    QTest.mouseClick(twin.dialog.paste, Qt.MouseButton.LeftButton)
    assert window.document.trace[X].values.tobytes() != before
    QTest.keyClick(twin.table, Key.Key_Z, CTRL)
    assert window.document.trace[X].values.tobytes() == before


def test_a_head_that_is_clicked_is_shown_on_the_bench(opened: Opened) -> None:
    window, _, heads = opened("block")
    QTest.mouseClick(heads.maps[1], Qt.MouseButton.LeftButton)
    assert "enc1.self.h2.A" in window.bench.bench.cards


def test_another_model_is_followed(opened: Opened) -> None:
    window, twin, heads = opened("block")
    window.selection.select((A, 2, 2))
    window.document.load(models.starting_model("translate"))
    QApplication.processEvents()
    assert twin.twin.rowCount() == 9
    assert [head.name for head in heads.maps] == [A, "enc1.self.h2.A"]


def test_both_follow_theme_and_language(opened: Opened) -> None:
    window, twin, heads = opened("block")
    window.selection.select((A, 0, 0))
    for act in (window.toggle_theme, window.toggle_language, window.toggle_theme, window.toggle_language):
        act()
        QApplication.processEvents()
        colours = theme.palette(window.theme_name)
        assert twin.heatmap is not None
        assert twin.heatmap.view.backgroundBrush().color().name() == colours.panel
        assert heads.maps[0]._palette == colours
