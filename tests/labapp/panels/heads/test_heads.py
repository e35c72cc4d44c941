"""All heads at a glance: one map each, a click shows that head, the followed row is seen in all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from labapp import models, style, text, theme
from labapp.desk import Desk
from labapp.document import Document
from labapp.panels.heads import HeadsPanel
from labapp.panels.heads.panel import attentions, part_of
from labapp.selection import Selection

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def heads_of(qapp: QApplication, qtbot: QtBot) -> Iterator[Callable[[str], HeadsPanel]]:
    style.apply(qapp, theme.LIGHT)

    def made(model: str) -> HeadsPanel:
        document = Document(models.starting_model(model), "numpy")
        panel = HeadsPanel(Desk(document, Selection(document), lambda: True, print))
        document.setParent(panel)
        qtbot.addWidget(panel)
        panel.resize(320, 500)
        with qtbot.waitActive(panel):
            panel.show()
            panel.activateWindow()
        return panel

    yield made
    text.set_language("en")
    style.apply(qapp, theme.LIGHT)


def test_every_head_has_its_map(heads_of: Callable[[str], HeadsPanel]) -> None:
    panel = heads_of("block")
    assert [head.text() for head in panel.maps] == ["head 1", "head 2"]
    assert [head.isChecked() for head in panel.maps] == [True, False]
    assert not panel.list.isVisible(), "one attention needs no list"


def test_a_click_shows_the_head(heads_of: Callable[[str], HeadsPanel]) -> None:
    panel = heads_of("block")
    QTest.mouseClick(panel.maps[1], LEFT)
    assert dict(panel._selection.head) == {"enc1.self": 2}
    assert [head.isChecked() for head in panel.maps] == [False, True]
    panel._selection.show_head("enc1.self", 1)
    assert [head.isChecked() for head in panel.maps] == [True, False]


def test_arrow_keys_walk_the_heads(heads_of: Callable[[str], HeadsPanel]) -> None:
    panel = heads_of("block")
    QApplication.processEvents()
    panel.maps[0].setFocus()
    QTest.keyClick(panel.maps[0], Qt.Key.Key_Right)
    assert panel._selection.head["enc1.self"] == 2


def test_the_cell_under_the_pointer_is_said(heads_of: Callable[[str], HeadsPanel]) -> None:
    panel = heads_of("block")
    head = panel.maps[0]
    area = head.map_rect()
    point = QPointF(area.left() + area.width() * 5 / 6, area.top() + area.height() / 2)
    assert head.words(point) == "A¹: query 给 reads key 书: 0.4011"
    assert head.words(QPointF(0, 0)) == "head 1"


def test_cells_are_painted_the_right_way_up(heads_of: Callable[[str], HeadsPanel]) -> None:
    panel = heads_of("block")
    document = panel._document
    document.do(document.workspace.with_spec(causal=True), "causal")
    head = panel.maps[0]
    area, shot = head.map_rect(), head.grab().toImage()

    def colours(i: int, j: int) -> set[str]:
        left, top = area.left() + j * area.width() / 3, area.top() + i * area.height() / 3
        return {shot.pixelColor(QPoint(int(left + 8 + k), int(top + 8 + m))).name() for k in range(9) for m in range(9)}

    assert colours(0, 0) == {theme.weight_ramp(theme.LIGHT).fills[-1].name()}
    assert theme.LIGHT.hidden in colours(0, 2)
    assert len(colours(0, 2)) > 1, "striped"
    assert theme.LIGHT.hidden not in colours(2, 0)


def test_the_selected_matrix_chooses_the_attention_and_so_does_the_list(heads_of: Callable[[str], HeadsPanel]) -> None:
    panel = heads_of("translate")
    assert panel.list.isVisible()
    assert panel.list.currentText() == "Encoder 1 · self-attention"
    panel._selection.select(("dec2.cross.h1.Q", 0, 0))
    assert panel.part == "dec2.cross"
    assert panel.list.currentText() == "Decoder 2 · cross-attention"
    n, k = panel._document.trace["dec2.cross.h1.A"].values.shape
    assert panel.maps[0].map_rect().width() / panel.maps[0].map_rect().height() == pytest.approx(k / n)
    panel.list.setFocus()
    QTest.keyClick(panel.list, Qt.Key.Key_Home)
    assert panel.part == "enc1.self"


def test_a_matrix_outside_attention_belongs_to_its_layers_first(heads_of: Callable[[str], HeadsPanel]) -> None:
    panel = heads_of("translate")
    trace = panel._document.trace
    assert part_of("dec2.ffn.W1", trace) == "dec2.self"
    assert part_of("dec1.cross.h2.S", trace) == "dec1.cross"
    assert part_of("src.X0", trace) == ""
    assert len(attentions(trace)) == 6


def test_more_heads_and_heads_that_are_off(heads_of: Callable[[str], HeadsPanel]) -> None:
    panel = heads_of("block")
    document = panel._document
    document.do(document.workspace.with_spec(heads=5, heads_off=(2,)), "five")
    assert [head.text() for head in panel.maps] == ["head 1", "head 2, off", "head 3", "head 4", "head 5"]
    QApplication.processEvents()
    places = [head.geometry() for head in panel.maps]
    assert not any(a.intersects(b) for i, a in enumerate(places) for b in places[i + 1 :])
    document.undo_stack.undo()
    assert len(panel.maps) == 2


def test_the_followed_row_is_framed_in_every_map(heads_of: Callable[[str], HeadsPanel]) -> None:
    panel = heads_of("block")
    panel._selection.follow(("src", 1))
    assert [head.row for head in panel.maps] == [1, 1]
    panel._selection.follow(None)
    assert [head.row for head in panel.maps] == [None, None]


def test_every_starting_model_opens(heads_of: Callable[[str], HeadsPanel], qtbot: QtBot) -> None:
    for model in models.names():
        if model != "base":
            panel = heads_of(model)
            assert panel.maps, model
            panel.grab()


def test_a_narrower_panel_has_smaller_maps_in_fewer_columns(heads_of: Callable[[str], HeadsPanel]) -> None:
    panel = heads_of("block")
    document = panel._document
    document.do(document.workspace.with_spec(heads=4), "four")
    for width in (600, 320, 190, 120):
        panel.resize(width, 900)
        QApplication.processEvents()
        places = [head.geometry() for head in panel.maps]
        assert panel.width() == width
        assert all(panel.rect().left() <= place.left() and place.right() <= panel.rect().right() for place in places)
        assert not any(a.intersects(b) for i, a in enumerate(places) for b in places[i + 1 :])
