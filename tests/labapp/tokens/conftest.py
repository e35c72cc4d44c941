"""Strips alone, on a desk of their own, and hands for their chips."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from core.workspace import Workspace
from labapp import style, theme
from labapp.desk import Desk
from labapp.document import Document
from labapp.models import starting_model
from labapp.selection import Selection
from labapp.tokens import TokenStrip


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    # Qt's offscreen platform says what it can't do of every window with a smallest size and of every popup.
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.qt_log_ignore("This plugin does not support"))


def drag(start: QWidget, way: QPoint, *, drop: bool = True, steps: int = 4) -> None:
    """Press the middle of a widget, move in steps, and let go unless told not to."""
    begun = QPointF(start.rect().center())
    begun_global = start.mapToGlobal(begun)
    left, none = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton

    def send(kind: QEvent.Type, at: QPointF, button: Qt.MouseButton, held: Qt.MouseButton) -> None:
        there = begun_global + at
        event = QMouseEvent(kind, start.mapFromGlobal(there), there, button, held, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(start, event)

    send(QEvent.Type.MouseButtonPress, QPointF(), left, left)
    start.setFocus()
    for k in range(1, steps + 1):
        send(QEvent.Type.MouseMove, QPointF(way) * k / steps, none, left)
    if drop:
        send(QEvent.Type.MouseButtonRelease, QPointF(way), left, none)


@pytest.fixture
def put(qapp: QApplication, qtbot: QtBot) -> Callable[..., Any]:
    """Put a strip on a model; what it said is in `said`, and `refuses` makes the desk hold an act up."""
    style.apply(qapp, theme.LIGHT)
    alive = []  # a strip that nobody holds would be gone, with its dialogs

    def make(model: str | Workspace = "block", width: int = 800) -> Any:
        workspace = starting_model(model) if isinstance(model, str) else model
        document = Document(workspace, "numpy")
        hand = SimpleNamespace(document=document, said=[], refuses=False, selection=Selection())

        def settle() -> bool:
            return not hand.refuses and hand.strip.commit_editor()

        hand.strip = strip = TokenStrip(Desk(document, hand.selection, settle, hand.said.append))
        document.setParent(strip)
        alive.append(hand)
        qtbot.addWidget(strip)
        strip.resize(width, strip.sizeHint().height())
        strip.show()
        with qtbot.waitActive(strip):
            strip.activateWindow()
        hand.chips = lambda side="src": strip.rows[side].chips
        hand.texts = lambda side="src": tuple(chip.text() for chip in strip.rows[side].chips)
        hand.tokens = lambda side="src": document.workspace.samples[document.sample].tokens(side)
        hand.undo = document.undo_stack
        return hand

    return make
