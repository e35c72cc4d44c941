"""Panels below the bench: side by side while each has room to be of use, else in tabs; none beyond the window."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTabBar
from pytestqt.qtbot import QtBot

from labapp.dock_row import COLUMN, DockRow
from labapp.main_window import MainWindow
from labapp.panels import PANELS

CTRL, SHIFT, NONE = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier(0)
Key = Qt.Key
OPENED = {"training": Key.Key_E, "panes": Key.Key_G, "jacobian": Key.Key_D, "ledger": Key.Key_B, "kinds": Key.Key_M}


def process() -> None:
    for _ in range(6):
        QApplication.processEvents()


def switch(window: MainWindow, panel: str) -> None:
    QTest.keyClick(QApplication.focusWidget() or window, OPENED[panel], CTRL | SHIFT)
    process()


def row(window: MainWindow) -> DockRow:
    return next(child for child in window.children() if isinstance(child, DockRow))


def in_front(window: MainWindow) -> list[str]:
    return [id_ for id_, dock in window.docks.items() if dock in row(window).docks() and not dock.is_behind()]


def fits(window: MainWindow) -> bool:
    """Whether every panel in front has its width, within the window, and none stands on another."""
    docks = [window.docks[id_] for id_ in in_front(window)]
    places = sorted((dock.geometry().left(), dock.geometry().right()) for dock in docks)
    wide = all(dock.width() >= min(COLUMN, window.width() // 2 - 1) for dock in docks)
    apart = all(one[1] < other[0] for one, other in zip(places, places[1:], strict=False))
    return wide and apart and places[0][0] >= 0 and places[-1][1] < window.width()


@pytest.mark.parametrize("size", [(1680, 1050), (1366, 768), (1024, 700)])
def test_panels_that_open_one_after_the_other_stay_wide_enough(window: MainWindow, size: tuple[int, int]) -> None:
    window.resize(*size)
    window.new("translate")
    process()
    for panel in OPENED:
        switch(window, panel)
        assert panel in in_front(window)
        assert fits(window), panel
    assert len(row(window).docks()) >= len(OPENED)


def test_a_window_that_becomes_narrow_puts_panels_one_before_the_other(window: MainWindow) -> None:
    window.resize(1680, 1050)
    window.new("translate")
    process()
    for panel in ("training", "jacobian", "ledger"):
        switch(window, panel)
    assert len(row(window).columns()) == 3
    window.resize(1024, 700)
    process()
    assert len(row(window).columns()) == 2
    assert fits(window)


def test_the_key_of_a_panel_behind_another_shows_it_and_a_second_time_closes_it(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.resize(1024, 700)
    window.new("translate")
    process()
    for panel in OPENED:
        switch(window, panel)
    training = window.docks["training"]
    assert training.is_behind()
    assert training.toggleViewAction().isChecked()
    switch(window, "training")
    assert not training.is_behind()
    assert training.isVisible()
    assert training.toggleViewAction().isChecked()
    switch(window, "training")
    assert training.isHidden()
    assert not training.toggleViewAction().isChecked()


def test_tabs_have_the_names_of_their_panels_in_both_languages(window: MainWindow) -> None:
    window.resize(1024, 700)
    window.new("translate")
    process()
    for panel in OPENED:
        switch(window, panel)
    window.set_language("zh_CN")
    process()
    titles = {window.docks[panel.id].windowTitle() for panel in PANELS}
    bars = [bar for bar in window.findChildren(QTabBar) if bar.isVisible()]
    assert bars
    for bar in bars:
        for at in range(bar.count()):
            assert bar.tabText(at) in titles
            text = bar.fontMetrics().horizontalAdvance(bar.tabText(at))
            assert bar.tabRect(at).width() >= text, bar.tabText(at)
