"""A twin on a document of its own, with the clipboard of this process."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QModelIndex, QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from core.workspace import Workspace
from labapp import models, style, text, theme
from labapp.desk import Desk
from labapp.document import Document
from labapp.panels.twin import TwinPanel
from labapp.panels.twin.paste_dialog import PasteDialog
from labapp.selection import Selection

LEFT = Qt.MouseButton.LeftButton
NONE = Qt.KeyboardModifier.NoModifier
CTRL = Qt.KeyboardModifier.ControlModifier


class Twin:
    """A shown panel, and hands."""

    def __init__(self, qtbot: QtBot, workspace: Workspace) -> None:
        self.qtbot = qtbot
        self.document = Document(workspace, "numpy")
        self.selection = Selection()
        self.said: list[str] = []
        self.settled = True
        self.desk = Desk(self.document, self.selection, lambda: self.settled, self.said.append)
        self.panel = TwinPanel(self.desk)
        qtbot.addWidget(self.panel)
        self.panel.resize(1100, 420)
        with qtbot.waitActive(self.panel):
            self.panel.show()
            self.panel.activateWindow()

    @property
    def table(self):  # type: ignore[no-untyped-def]
        return self.panel.table

    @property
    def steps(self) -> int:
        return self.document.undo_stack.count()

    def values(self, name: str) -> list[list[float]]:
        return self.document.trace[name].values.tolist()

    def index(self, i: int, j: int) -> QModelIndex:
        return self.panel.twin.index(i, j)

    def at(self, i: int, j: int) -> QPoint:
        return self.table.visualRect(self.index(i, j)).center()

    def look_at(self, name: str, i: int = 0, j: int = 0) -> None:
        """What a click on the bench does, and then the keyboard goes to the table."""
        self.selection.select((name, i, j))
        self.table.setFocus()
        QApplication.processEvents()

    def click(self, i: int, j: int, modifiers: Qt.KeyboardModifier = NONE) -> None:
        QTest.mouseClick(self.table.viewport(), LEFT, modifiers, self.at(i, j))

    def double_click(self, i: int, j: int) -> None:
        self.click(i, j)
        QTest.mouseDClick(self.table.viewport(), LEFT, NONE, self.at(i, j))

    def drag(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        viewport = self.table.viewport()
        QTest.mousePress(viewport, LEFT, NONE, self.at(*start))
        QTest.mouseMove(viewport, self.at(*end))
        QTest.mouseRelease(viewport, LEFT, NONE, self.at(*end))

    def key(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = NONE) -> None:
        QTest.keyClick(self.focus(), key, modifiers)

    def type(self, words: str) -> None:
        for letter in words:
            QTest.keyClicks(self.focus(), letter)

    def focus(self) -> QWidget:
        return self.line() or self.table

    def line(self) -> QLineEdit | None:
        return self.table.delegate.line

    def paste(self, words: str) -> PasteDialog:
        """Ctrl+V, and the dialog that answers."""
        QGuiApplication.clipboard().setText(words)
        self.key(Qt.Key.Key_V, CTRL)
        assert self.panel.dialog is not None, self.said
        QApplication.processEvents()
        return self.panel.dialog

    def agree(self, dialog: PasteDialog) -> None:
        QTest.mouseClick(dialog.paste, LEFT)
        QApplication.processEvents()

    # the heatmap

    @property
    def heatmap(self):  # type: ignore[no-untyped-def]
        assert self.panel.heatmap is not None
        return self.panel.heatmap

    def on_map(self, i: int, j: int) -> QPoint:
        return self.heatmap.centre(i, j).toPoint()

    def hover(self, i: int, j: int) -> None:
        viewport = self.heatmap.view.viewport()
        QTest.mouseMove(viewport, QPoint(1, 1))  # a pointer that stays where it was says nothing
        QTest.mouseMove(viewport, self.on_map(i, j))
        QApplication.processEvents()

    def click_map(self, i: int, j: int, button: Qt.MouseButton = LEFT) -> None:
        QTest.mouseClick(self.heatmap.view.viewport(), button, NONE, self.on_map(i, j))
        QApplication.processEvents()

    def colour(self, i: int, j: int) -> str:
        """The colour that is painted a fifth of a cell below its upper left corner."""
        view, box = self.heatmap.view, self.heatmap.box
        point = view.mapFromScene(box.mapViewToScene(QPointF(j + 0.2, i + 0.2)))
        return view.grab().toImage().pixelColor(point).name()


@pytest.fixture
def twin_of(qapp: QApplication, qtbot: QtBot) -> Iterator[Callable[[Workspace], Twin]]:
    style.apply(qapp, theme.LIGHT)
    kept: list[Twin] = []  # qtbot does not keep widgets alive, and a collected one is taken apart while it is painted

    def made(workspace: Workspace) -> Twin:
        kept.append(Twin(qtbot, workspace))
        return kept[-1]

    yield made
    text.set_language("en")
    style.apply(qapp, theme.LIGHT)


@pytest.fixture
def twin(twin_of: Callable[[Workspace], Twin]) -> Twin:
    return twin_of(models.starting_model("block"))
