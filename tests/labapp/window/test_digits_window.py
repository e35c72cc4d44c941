"""Digits and the forms of copied numbers in a real window: menus, shortcuts, and what is remembered."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from core.numbers import exact
from labapp import models, text
from labapp.digits import FORMS, SIGNIFICANT, NumberForm
from labapp.document import Document
from labapp.main_window import MainWindow
from labapp.settings import Settings

no_real_popups = pytest.mark.qt_log_ignore("This plugin does not support")
A = "enc1.self.h1.A"
CTRL = Qt.KeyboardModifier.ControlModifier
Key = Qt.Key


def shown(window: MainWindow) -> str:
    card = window.bench.content.card(A)
    return card.cells.text(0, 0, card.box.chars)


def open_menu(window: MainWindow, qtbot: QtBot, title: str) -> QMenu:
    """Click a title of the menu bar; in a narrow window not all of them are there."""
    window.resize(1500, 700)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    bar = window.top_bar.menus
    action = next(one for one in bar.actions() if one.text() == title)
    QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=bar.actionGeometry(action).center())
    menu = action.menu()
    assert isinstance(menu, QMenu)
    qtbot.waitUntil(menu.isVisible)
    return menu


def click(menu: QMenu, words: str) -> None:
    """Click an entry of an open menu."""
    entry = next(one for one in menu.actions() if one.text() == words)
    place = menu.actionGeometry(entry).center()
    QTest.mouseMove(menu, place)
    QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=place)


@no_real_popups
def test_the_view_menu_chooses_the_digits_of_every_view(window: MainWindow, qtbot: QtBot) -> None:
    window.selection.select((A, 0, 0))
    menu = open_menu(window, qtbot, "&View")
    click(menu, "Digits")
    digits = window.submenu("digits")
    qtbot.waitUntil(digits.isVisible)
    click(digits, "6")
    assert shown(window) == "0.401112"
    assert not menu.isVisible()
    digits = window.submenu("digits")
    assert digits.counts[6].isChecked()
    twin = window.docks["twin"]
    twin.show()
    qtbot.waitUntil(lambda: twin.area.widget() is not None and twin.area.widget().twin.matrix is not None)
    assert twin.area.widget().twin.text(0, 0) == "0.401112"


def test_keys_show_more_and_fewer_digits_and_say_so(window: MainWindow) -> None:
    window.bench.setFocus()
    for _ in range(3):
        QTest.keyClick(window.bench.viewport(), Key.Key_Period, CTRL)
    assert shown(window) == "0.40111"
    assert window.status.message.text() == "Decimals shown: 5."
    for _ in range(9):
        QTest.keyClick(window.bench.viewport(), Key.Key_Comma, CTRL)
    assert shown(window) == "0"
    for _ in range(9):
        QTest.keyClick(window.bench.viewport(), Key.Key_Period, CTRL)
    assert window.digits.decimals == 6


def test_copies_are_exact_whatever_is_shown(window: MainWindow) -> None:
    window.selection.select((A, 0, 0))
    window.digits.set_decimals(1)
    QTest.keyClick(window.bench.viewport(), Key.Key_C, CTRL)
    assert QGuiApplication.clipboard().text() == exact(window.document.trace[A].values[0, 0])


def shut(window: MainWindow) -> None:
    """Close a window and delete it now: the garbage collector must not be who does it."""
    window.document.undo_stack.setClean()
    window.close()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def restarted(window: MainWindow, qtbot: QtBot) -> MainWindow:
    assert window.settings is not None
    file = Path(window.settings._store.fileName())
    shut(window)
    made = MainWindow(Document(models.starting_model("block")), Settings(file))
    made.show()
    qtbot.waitExposed(made)
    return made


def test_all_of_it_is_remembered(window: MainWindow, qtbot: QtBot) -> None:
    window.digits.set_all(NumberForm(4, SIGNIFICANT, fractions=True))
    window.submenu("export").choices_by_id["decimal_comma"].trigger()
    window.submenu("export").choices_by_id["csv_bom"].trigger()
    again = restarted(window, qtbot)
    assert again.digits.now == NumberForm(4, SIGNIFICANT, fractions=True)
    assert (again.number_output.comma, again.number_output.bom) == (True, False)
    assert again.submenu("export").choices_by_id["decimal_comma"].isChecked()
    assert not again.submenu("export").choices_by_id["csv_bom"].isChecked()
    assert again.bench.bench.metrics.chars > 5, "the first layout has them already"
    shut(again)


@pytest.mark.parametrize("word", ["", "7 fixed", "3", "auto fixed fractions more", "@Invalid()"])
def test_damaged_choices_are_forgotten(qapp: object, tmp_path: Path, word: str) -> None:
    file = tmp_path / "s.ini"
    file.write_text(f"[General]\ndigits={word}\ndecimal_mark=;\ncsv_bom=maybe\ntheme=dark\n", encoding="utf-8")
    made = MainWindow(Document(models.starting_model("block")), Settings(file))
    assert made.digits.automatic
    assert (made.number_output.comma, made.number_output.bom) == (False, True)
    assert made.settings is not None
    assert made.settings.theme() == "dark"
    shut(made)


def test_every_choice_has_a_word_of_its_own() -> None:
    assert len(FORMS) == 32
    assert all(FORMS[word].word == word for word in FORMS)


@no_real_popups
def test_the_decimal_mark_is_one_choice_for_menu_and_twin(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    """[[1.5, −2], [0.001, 1e−7]] goes to a spreadsheet with decimal commas: tabs, no last line."""
    workspace = window.document.workspace
    for i, j, value in ((0, 0, 1.5), (0, 1, -2.0), (1, 0, 0.001), (1, 1, 1e-7)):
        workspace = workspace.with_cell("src.X", i, j, value)
    window.document.do(workspace, "test")
    window.selection.select(("src.X", 0, 0))
    menu = open_menu(window, qtbot, "&File")
    click(menu, "&Export")
    export = window.submenu("export")
    qtbot.waitUntil(export.isVisible)
    click(export, "&Decimal comma in tables and CSV")
    window.submenu("export").actions_by_id["copy_table"].trigger()
    rows = QGuiApplication.clipboard().text().split("\n")
    assert rows[0].startswith("1,5\t-2,0\t")
    assert rows[1].startswith("0,001\t1e-07\t")
    assert len(rows) == 3
    twin = window.docks["twin"]
    twin.show()
    qtbot.waitUntil(lambda: twin.area.widget() is not None)
    head = twin.area.widget().head
    assert head.comma.isChecked()
    head.comma.trigger()
    assert not window.submenu("export").choices_by_id["decimal_comma"].isChecked()


def test_the_digits_are_said_in_chinese_too(window: MainWindow, qtbot: QtBot) -> None:
    before = window.submenu("digits").title()
    text.set_language("zh_CN")
    qtbot.waitUntil(lambda: window.submenu("digits").title() != before)
