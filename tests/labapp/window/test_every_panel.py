"""Every starting model × every panel × both themes × both languages: everything shows, and Qt has nothing to say."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from labapp import models, style, text, theme
from labapp.document import Document
from labapp.main_window import MainWindow
from labapp.panels import PANELS

MODELS = [name for name in models.names() if name != "base"]


@pytest.fixture
def plain(qapp: QApplication) -> Iterator[None]:
    yield
    text.set_language("en")
    style.apply(qapp, theme.LIGHT)


@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize("language", ["en", "zh_CN"])
@pytest.mark.parametrize("colours", ["light", "dark"])
def test_every_panel_shows_every_model(qtbot: QtBot, language: str, colours: str) -> None:
    """One window: models come and go in it as a person opens them, with every panel open and a cell selected."""
    window = MainWindow(Document(models.starting_model("block"), "numpy"))
    qtbot.addWidget(window)
    window.resize(1680, 1050)
    window.show()
    qtbot.waitExposed(window)
    window.set_language(language)
    window.set_theme(colours)
    for panel in PANELS:
        window.docks[panel.id].show()
    for model in MODELS:
        window.new(model)
        document = window.document
        window.selection.select((next(name for name in document.trace if document.trace[name].editable), 0, 0))
        for _ in range(3):
            QApplication.processEvents()
        for panel in PANELS:
            content = window.docks[panel.id].area.widget()
            assert content is not None, panel.id
            assert content.isVisible(), panel.id
            seen = content.visibleRegion().boundingRect()
            image = content.grab(seen).toImage()
            kinds = {image.pixel(x, y) for x in range(0, image.width(), 5) for y in range(0, image.height(), 3)}
            assert len(kinds) > 3, f"the panel {panel.id} is empty for {model}"
