"""Every starting model in a whole window, in both themes and both languages."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from labapp import models, style, text, theme
from labapp.document import Document
from labapp.main_window import MainWindow

MODELS = [name for name in models.names() if name != "base"]
SIZES = {"1366x768": (1366, 768), "1680x1050": (1680, 1050)}


@pytest.fixture
def plain(qapp: QApplication) -> Iterator[None]:
    yield
    text.set_language("en")
    style.apply(qapp, theme.LIGHT)


@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize("size", list(SIZES))
@pytest.mark.parametrize("model", MODELS)
def test_a_starting_model_opens_and_is_laid_out_again_in_every_look(qtbot: QtBot, model: str, size: str) -> None:
    window = MainWindow(Document(models.starting_model(model), "numpy"))
    qtbot.addWidget(window)
    window.resize(*SIZES[size])
    window.show()
    qtbot.waitExposed(window)
    for language in ("zh_CN", "en"):
        window.set_language(language)
        for name in ("dark", "light"):
            window.set_theme(name)
            QApplication.processEvents()
            image = window.bench.grab().toImage()
            ground = theme.palette(name).band
            colours = {image.pixelColor(x, y).name() for x in range(0, image.width(), 7) for y in range(5, 300, 7)}
            assert ground in colours, "the bands are painted in the theme's colour"
            assert len(colours) > 20
    assert window.bench.bench.width <= window.bench.width() + 0.5, "nothing but up and down to scroll"
    assert window.docks["overview"].isVisible()
    assert window.docks["model"].isVisible()
