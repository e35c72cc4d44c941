"""Every starting model × every panel × both themes × both languages: everything shows, and Qt has nothing to say."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest
from PySide6.QtWidgets import QApplication, QWidget
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
def test_every_panel_shows_every_model_in_every_look(qtbot: QtBot) -> None:
    """One window: models come and go in it as a person opens them, with every panel open and a cell selected.

    Each model is seen in both themes and both languages; the other two pairs of them are looked at with one model.
    """
    window = MainWindow(Document(models.starting_model("block"), "numpy"))
    qtbot.addWidget(window)
    window.resize(1680, 1050)
    window.show()
    qtbot.waitExposed(window)
    for panel in PANELS:
        window.docks[panel.id].show()
    for language, colours in product(("en", "zh_CN"), ("light", "dark")):
        window.set_language(language)
        window.set_theme(colours)
        for model in MODELS if (language, colours) in (("en", "light"), ("zh_CN", "dark")) else MODELS[-1:]:
            window.new(model)
            window.show_bench()
            trace = window.document.trace
            window.selection.select((next(name for name in trace if trace[name].editable), 0, 0))
            for _ in range(3):
                QApplication.processEvents()
            # A file that is dropped on any of them reaches the window.
            assert [type(one) for one in window.findChildren(QWidget) if one.acceptDrops()] == []
            for panel in PANELS:
                dock = window.docks[panel.id]
                if dock.is_behind():
                    dock.raise_()
                    QApplication.processEvents()
                content = dock.area.widget()
                assert content is not None, panel.id
                assert content.isVisible(), panel.id
                if model == MODELS[-1]:
                    image = content.grab(content.visibleRegion().boundingRect()).toImage()
                    kinds = {image.pixel(x, y) for x in range(0, image.width(), 5) for y in range(0, image.height(), 3)}
                    assert len(kinds) > 3, f"the panel {panel.id} is empty in {language}, {colours}"
