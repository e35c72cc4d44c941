"""A real window on the block, with settings of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMessageBox
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from labapp import models, style, text, theme
from labapp.document import Document
from labapp.main_window import MainWindow
from labapp.settings import Settings
from labapp.training.compiled import Compiled


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    # Qt's offscreen platform says of every window with a smallest size that it has no window manager to tell.
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.qt_log_ignore("This plugin does not support"))


@pytest.fixture(autouse=True)
def no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    """Training doesn't wait until code is compiled: a test would wait for minutes."""
    monkeypatch.setattr(Compiled, "executor", lambda self, precision, is_cancelled: "numpy")


@pytest.fixture
def window(qapp: QApplication, qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    made = MainWindow(Document(models.starting_model("block")), Settings(tmp_path / "settings.ini"))
    made.show()
    qtbot.waitExposed(made)
    yield made
    if isValid(made):
        made.document.undo_stack.setClean()
        made.close()
    text.set_language("en")
    style.apply(qapp, theme.LIGHT)


@pytest.fixture
def answer(qapp: QApplication) -> Callable[[QMessageBox.StandardButton], list[str]]:
    """Press a button of the next message box; the list gets the box's text when that has happened."""

    def press(button: QMessageBox.StandardButton) -> list[str]:
        asked: list[str] = []

        def look(tries: int = 100) -> None:
            box = QApplication.activeModalWidget()
            if isinstance(box, QMessageBox):
                asked.append(box.text())
                box.button(button).click()
            elif tries:
                QTimer.singleShot(20, lambda: look(tries - 1))

        QTimer.singleShot(20, look)
        return asked

    return press
