"""The prediction view by itself, on a desk without a window."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.workspace import Workspace
from labapp import models, style, text, theme
from labapp.desk import Desk
from labapp.document import Document
from labapp.prediction.view import PredictionView
from labapp.selection import Selection

Make = Callable[..., tuple[PredictionView, Desk]]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.qt_log_ignore("does not support"))


@pytest.fixture
def view_of(qapp: QApplication, qtbot: QtBot) -> Iterator[Make]:
    style.apply(qapp, theme.LIGHT)

    def made(
        model: str | Workspace = "translate", size: tuple[int, int] = (1150, 860), row: int | None = 2
    ) -> tuple[PredictionView, Desk]:
        workspace = models.starting_model(model) if isinstance(model, str) else model
        document = Document(workspace, "numpy")
        selection = Selection(document)
        if row is not None:
            selection.follow(("tgt", row))
        desk = Desk(document, selection, lambda: True, print)
        view = PredictionView(desk)
        document.setParent(view)
        qtbot.addWidget(view)
        view.resize(*size)
        with qtbot.waitActive(view):
            view.show()
            view.activateWindow()
        QApplication.processEvents()
        return view, desk

    yield made
    text.set_language("en")
    style.apply(qapp, theme.LIGHT)
