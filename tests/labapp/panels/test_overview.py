"""The overview: boxes of the architecture that say where one is and go there."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from labapp import text
from labapp.desk import Desk
from labapp.document import Document
from labapp.models import names, starting_model
from labapp.panels.overview import OverviewPanel
from labapp.panels.overview.box import Box
from labapp.selection import Selection

LEFT = Qt.MouseButton.LeftButton
Make = Callable[[str], OverviewPanel]


@pytest.fixture
def selection() -> Selection:
    return Selection()


@pytest.fixture
def make(qtbot: QtBot, selection: Selection) -> Make:
    def made(model: str) -> OverviewPanel:
        document = Document(starting_model(model), "numpy")
        panel = OverviewPanel(Desk(document, selection, lambda: True, lambda sentence: None))
        document.setParent(panel)
        qtbot.addWidget(panel)
        panel.resize(200, 900)
        panel.show()
        qtbot.waitExposed(panel)
        return panel

    return made


def places(panel: OverviewPanel) -> list[str]:
    return [box.plan.place for box in panel.boxes]


def box_at(panel: OverviewPanel, place: str) -> Box:
    return next(box for box in panel.boxes if box.plan.place == place)


def grabbed(box: Box) -> QImage:
    return box.grab().toImage()


def test_the_decoder_stands_over_the_encoder_each_from_its_result_to_its_text(make: Make) -> None:
    assert places(make("translate")) == [
        "out", "dec2", "dec1", "tgt", "enc2", "enc1.ffn", "enc1.self", "src",
    ]  # fmt: skip


def test_a_click_and_a_key_go_to_a_part(qtbot: QtBot, make: Make, selection: Selection) -> None:
    panel = make("translate")
    asked: list[str] = []
    selection.asked.connect(asked.append)
    qtbot.mouseClick(box_at(panel, "dec2"), LEFT)
    box_at(panel, "enc1.ffn").setFocus()
    qtbot.keyClick(box_at(panel, "enc1.ffn"), Qt.Key.Key_Space)
    assert asked == ["dec2", "enc1.ffn"]


def test_an_open_layer_shows_its_sublayers(qtbot: QtBot, make: Make, selection: Selection) -> None:
    panel = make("translate")
    selection.set_open({"dec2": True})
    qtbot.waitUntil(lambda: "dec2.cross" in places(panel))
    assert places(panel)[:4] == ["out", "dec2.ffn", "dec2.cross", "dec2.self"]


def test_it_says_where_one_is(qtbot: QtBot, make: Make, selection: Selection) -> None:
    panel = make("translate")
    selection.set_place("enc1.ffn")
    qtbot.waitUntil(lambda: box_at(panel, "enc1.ffn").here)
    assert [box.plan.place for box in panel.boxes if box.here] == ["enc1.ffn"]
    selection.set_place("dec1.cross")
    qtbot.waitUntil(lambda: box_at(panel, "dec1").here)


def test_the_maps_follow_the_numbers(qtbot: QtBot, make: Make) -> None:
    panel = make("block")
    box = box_at(panel, "enc1.self")
    before = grabbed(box)
    document = panel._document
    document.do(document.workspace.with_cell("enc1.self.h1.WQ", 0, 0, 9.0), "edit")
    qtbot.waitUntil(lambda: grabbed(box) != before)


@pytest.mark.parametrize("model", [name for name in names() if name != "base"])
def test_every_starting_model_has_named_boxes_that_fit(make: Make, model: str) -> None:
    panel = make(model)
    assert panel.boxes
    for box in panel.boxes:
        assert box.accessibleName()
        assert box.size().expandedTo(box.minimumSizeHint()) == box.size() or box.width() >= 150
        assert box.height() >= QSize(box.sizeHint()).height()


def test_it_speaks_the_language_of_the_window(qtbot: QtBot, make: Make) -> None:
    panel = make("translate")
    text.set_language("zh_CN")
    try:
        qtbot.waitUntil(lambda: box_at(panel, "out").plan.title == "词表输出头")
    finally:
        text.set_language("en")
