"""A long list of rows: made as they are seen, chosen by mouse and keys, in as many columns as there is room for."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from labapp.widgets.row_list import COLUMN, HEIGHT, Line, RowList


def made(at: int) -> Line:
    return Line("≠", f"X{at}", "input", f"|Δ| {at}", tip=f"tip {at}")


@pytest.fixture
def rows(qtbot: QtBot) -> RowList:
    found = RowList()
    qtbot.addWidget(found)
    found.resize(COLUMN + 40, 5 * HEIGHT)
    found.fill(5000, made)
    with qtbot.waitActive(found):
        found.show()
        found.activateWindow()
    QApplication.processEvents()
    return found


def test_only_rows_that_are_seen_are_made(rows: RowList) -> None:
    found = rows.grab()
    assert not found.isNull()
    assert 0 < rows.made < 100
    rows.scrollToBottom()
    rows.grab()
    assert rows.line(4999).name == "X4999"
    assert rows.made < 200


def test_a_click_and_the_keys_choose(rows: RowList) -> None:
    chosen: list[int] = []
    rows.chosen.connect(chosen.append)
    index = rows.model().index(2)
    QTest.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=rows.visualRect(index).center())
    QTest.keyClick(rows, Qt.Key.Key_Down)
    QTest.keyClick(rows, Qt.Key.Key_Return)
    QTest.keyClick(rows, Qt.Key.Key_Space)
    assert chosen == [2, 3, 3]


def test_the_columns_share_the_width(rows: RowList) -> None:
    assert rows.visualRect(rows.model().index(1)).top() == HEIGHT, "one column"
    rows.resize(3 * COLUMN + 60, 5 * HEIGHT)
    QApplication.processEvents()
    places = [rows.visualRect(rows.model().index(at)) for at in range(4)]
    assert [place.top() for place in places] == [0, 0, 0, HEIGHT]
    assert places[2].right() <= rows.viewport().width()


def test_other_rows_of_the_same_number_keep_the_place(rows: RowList) -> None:
    rows.setCurrentIndex(rows.model().index(40))
    rows.scrollTo(rows.currentIndex())
    at = rows.verticalScrollBar().value()
    rows.fill(5000, lambda k: Line("=", f"Y{k}", "", ""))
    assert rows.currentIndex().row() == 40
    assert rows.verticalScrollBar().value() == at
    assert rows.line(40).name == "Y40"


def test_what_a_screen_reader_and_the_pointer_are_told(rows: RowList) -> None:
    index = rows.model().index(3)
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "X3, input, |Δ| 3"
    assert index.data(Qt.ItemDataRole.ToolTipRole) == "tip 3"
