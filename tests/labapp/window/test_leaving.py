"""Every way out of the window with unsaved work, and every answer that must keep it: one check for all of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox
from pytestqt.qtbot import QtBot

from labapp import files
from labapp.main_window import MainWindow

WAYS: dict[str, Callable[[MainWindow], object]] = {
    "the window's button": lambda window: window.close(),
    "Ctrl+Q": lambda window: QTest.keyClick(window, Qt.Key.Key_Q, Qt.KeyboardModifier.ControlModifier),
    "Ctrl+Q on the bench": lambda window: QTest.keyClick(
        window.bench, Qt.Key.Key_Q, Qt.KeyboardModifier.ControlModifier
    ),
    "the menu": lambda window: window.actions_by_id["quit"].trigger(),
    "all windows": lambda window: QApplication.closeAllWindows(),
}


@pytest.mark.parametrize(
    ("way", "given"),
    [*((way, "cancel") for way in WAYS), ("Ctrl+Q", "save, and no file"), ("all windows", "save, and it fails")],
)
def test_work_that_is_not_given_up_keeps_the_window(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str, given: str
) -> None:
    asked: list[str] = []

    def answer(parent: object, name: str) -> str:
        asked.append(name)
        return given.split(",")[0]

    where = tmp_path / "no such folder" / "x.glass" if "fails" in given else None
    monkeypatch.setattr(files, "ask_unsaved", answer)
    monkeypatch.setattr(files, "ask_save", lambda parent, folder, name: where)
    window.activateWindow()
    changed = window.document.workspace.with_cell("src.X", 0, 0, 7.5)
    window.document.do(changed, "X[0,0]")
    WAYS[way](window)
    QApplication.processEvents()
    assert len(asked) == 1
    assert window.isVisible()
    assert window.document.modified
    assert window.document.workspace is changed
    said = [box.text() for box in window.findChildren(QMessageBox) if box.isVisible()]
    assert len(said) == ("fails" in given)
    for box in window.findChildren(QMessageBox):
        box.close()
