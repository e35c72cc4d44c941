"""A bench to act on as hands do: a shown view of a document, and a hand that clicks, drags, types and turns."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from core.engine import Engine
from core.trace import Trace
from core.workspace import Workspace
from labapp import text, theme
from labapp.bench.view import BenchView
from labapp.document import Document
from labapp.models import starting_model
from labapp.selection import Selection

NONE = Qt.KeyboardModifier.NoModifier
LEFT = Qt.MouseButton.LeftButton


class Hand:
    """Mouse and keys on one view; a cell is (name, row, column)."""

    def __init__(self, view: BenchView) -> None:
        self.view = view
        self.said: list[str] = []
        view.message.connect(self.said.append)

    # the mouse

    def at(self, name: str, i: int, j: int) -> QPoint:
        self.view.camera.reveal(name, i, j)
        return self.view.point_of(name, i, j)

    def click(self, name: str, i: int, j: int) -> None:
        QTest.mouseClick(self.view.viewport(), LEFT, NONE, self.at(name, i, j))

    def click_at(self, point: QPoint) -> None:
        QTest.mouseClick(self.view.viewport(), LEFT, NONE, point)

    def double_click(self, name: str, i: int, j: int) -> None:
        point = self.at(name, i, j)
        QTest.mouseClick(self.view.viewport(), LEFT, NONE, point)
        QTest.mouseDClick(self.view.viewport(), LEFT, NONE, point)

    def press(self, point: QPoint, button: Qt.MouseButton = LEFT, modifiers: Qt.KeyboardModifier = NONE) -> None:
        QTest.mousePress(self.view.viewport(), button, modifiers, point)

    def move(self, point: QPoint, button: Qt.MouseButton = LEFT, modifiers: Qt.KeyboardModifier = NONE) -> None:
        viewport = self.view.viewport()
        event = QMouseEvent(
            QEvent.Type.MouseMove,
            QPointF(point),
            QPointF(viewport.mapToGlobal(point)),
            Qt.MouseButton.NoButton,
            button,
            modifiers,
        )
        QApplication.sendEvent(viewport, event)

    def release(self, point: QPoint, button: Qt.MouseButton = LEFT, modifiers: Qt.KeyboardModifier = NONE) -> None:
        QTest.mouseRelease(self.view.viewport(), button, modifiers, point)

    def drag(self, name: str, i: int, j: int, dx: int, dy: int = 0, steps: int = 10) -> None:
        """Press on a cell, move in some steps, release."""
        start = self.at(name, i, j)
        self.press(start)
        for k in range(1, steps + 1):
            self.move(start + QPoint(round(dx * k / steps), round(dy * k / steps)))
        self.release(start + QPoint(dx, dy))

    def wheel(self, point: QPoint, notches: float, modifiers: Qt.KeyboardModifier = NONE) -> None:
        viewport = self.view.viewport()
        event = QWheelEvent(
            QPointF(point),
            QPointF(viewport.mapToGlobal(point)),
            QPoint(),
            QPoint(0, round(120 * notches)),
            Qt.MouseButton.NoButton,
            modifiers,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(viewport, event)

    # the keyboard

    def key(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = NONE) -> None:
        QTest.keyClick(self.focus(), key, modifiers)

    def type(self, words: str) -> None:
        for letter in words:
            QTest.keyClicks(self.focus(), letter)

    def focus(self) -> object:
        return self.view.typing.editor or self.view

    # what is there

    def value(self, name: str, i: int, j: int) -> float:
        return float(self.view.document.trace[name].values[i, j])


@pytest.fixture
def block() -> Workspace:
    """The two-head BLOCK that the program starts with."""
    return starting_model("block")


@pytest.fixture
def trace(block: Workspace) -> Trace:
    return Engine("numpy").run(block)


@pytest.fixture
def run() -> Callable[[Workspace], Trace]:
    return Engine("numpy").run


@pytest.fixture
def show(qapp: object, qtbot: QtBot) -> Callable[..., BenchView]:
    """Show a workspace on a bench of some size."""
    views: list[BenchView] = []

    def made(
        workspace: Workspace, width: int = 1380, height: int = 960, dark: bool = False, parent: QWidget | None = None
    ) -> BenchView:
        document = Document(workspace, "numpy")
        view = BenchView(document, Selection(document), theme.DARK if dark else theme.LIGHT, parent)
        document.setParent(view)
        if parent is None:
            qtbot.addWidget(view)
        view.resize(width, height)
        view.show()
        qtbot.waitExposed(view)
        view.activateWindow()
        view.setFocus()
        QApplication.processEvents()
        views.append(view)
        return view

    return made


@pytest.fixture
def view(show: Callable[..., BenchView], block: Workspace) -> BenchView:
    return show(block)


@pytest.fixture
def hand(view: BenchView) -> Hand:
    return Hand(view)


@pytest.fixture
def hand_on() -> Callable[[BenchView], Hand]:
    return Hand


@pytest.fixture
def chinese(qapp: object) -> Iterator[None]:
    text.set_language("zh_CN")
    yield
    text.set_language("en")
