"""Folding, unfolding and going to a part of the model, by mouse and keys."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from labapp.bench.hover import tip
from labapp.bench.places import Band
from labapp.bench.view import BenchView
from labapp.models import starting_model

Show = Callable[..., BenchView]


@pytest.fixture
def view(show: Show) -> BenchView:
    return show(starting_model("translate"), 1080, 900)


def band(view: BenchView, section: str) -> Band:
    return next(found for found in view.bench.bands if found.section == section)


def title(view: BenchView, section: str) -> QPoint:
    return view.on_screen(band(view, section).title_line(view.bench.metrics)).toRect().center()


def test_a_click_on_a_folded_layer_unfolds_it_in_its_place_and_one_on_its_title_folds_it(
    view: BenchView, hand_on: Any
) -> None:
    hand = hand_on(view)
    assert band(view, "dec1").folded
    before = view.on_screen(band(view, "dec1").rect).top()
    hand.click_at(view.on_screen(band(view, "dec1").rect).toRect().bottomRight() - QPoint(8, 8))
    assert not band(view, "dec1").folded
    assert "dec1.self.h1.WQ" in view.bench.cards
    now = view.on_screen(band(view, "dec1").rect).top()
    at_the_top = view.verticalScrollBar().value() == 0  # what is above it may be lower now
    assert abs(now - before) <= 1.0 or (at_the_top and 0 <= now < before)
    assert band(view, "dec2").folded, "the rest is kept as it was"
    hand.click_at(title(view, "dec1"))
    assert band(view, "dec1").folded
    assert view.document.undo_stack.count() == 0


def test_a_click_on_a_small_map_opens_its_layer_at_its_head(view: BenchView, hand_on: Any) -> None:
    point = view.on_screen(view.bench.cards["dec2.cross.h2.A"].rect).toRect().center()
    hand_on(view).click_at(point)
    assert not band(view, "dec2").folded
    assert view.selection.head["dec2.cross"] == 2
    assert view.bench.cards["dec2.cross.h2.A"].box.kind == "card"


def test_keys_fold_and_unfold_the_layer_of_the_selected_cell(view: BenchView, hand_on: Any) -> None:
    hand = hand_on(view)
    hand.click("enc1.self.h1.WQ", 0, 0)
    hand.key(Qt.Key.Key_BracketLeft)
    assert band(view, "enc1").folded
    assert view.selection.cell == ("enc1.self.h1.WQ", 0, 0), "what is looked at is not lost"
    hand.key(Qt.Key.Key_BracketRight)
    assert not band(view, "enc1").folded


def test_folding_commits_an_open_editor(view: BenchView, hand_on: Any) -> None:
    hand = hand_on(view)
    hand.click("enc1.self.h1.WQ", 0, 0)
    hand.type("7")
    hand.click_at(title(view, "enc1"))
    assert hand.value("enc1.self.h1.WQ", 0, 0) == 7.0
    assert view.typing.editor is None


def test_going_to_a_part_unfolds_it_and_brings_it_into_view(view: BenchView) -> None:
    view.selection.go("dec2.cross")
    QApplication.processEvents()
    found = view.bench.band_of("dec2.cross")
    assert found is not None
    assert not found.folded
    assert 0 <= view.on_screen(found.rect).top() < view.viewport().height() / 2
    assert view.selection.place == "dec2.cross"


def test_scrolling_says_where_one_is(view: BenchView) -> None:
    places = []
    view.selection.moved.connect(lambda: places.append(view.selection.place))
    bar = view.verticalScrollBar()
    for at in range(0, bar.maximum(), 40):
        bar.setValue(at)
    assert "enc1.ffn" in places
    bar.setValue(0)
    assert view.selection.place == "enc1.self"


def test_another_model_begins_folded_as_at_first(view: BenchView) -> None:
    view.selection.set_open({"dec1": True})
    view.document.load(starting_model("six"))
    view.document.load(starting_model("translate"))
    assert band(view, "dec1").folded
    assert not band(view, "enc1").folded


def test_all_layers_unfold_and_fold(view: BenchView) -> None:
    view.navigator.turn_all(True)
    assert not any(found.folded for found in view.bench.bands)
    view.navigator.turn_all(False)
    assert all(found.folded for found in view.bench.bands)


def test_every_hidden_cell_says_which_rule_hid_it(show: Show) -> None:
    view = show(starting_model("padding").with_spec(window=2))
    view.document.sample = 1
    view.document.load(view.document.workspace)
    view.selection.set_open({"dec1": True})
    assert "the key comes after the query" in tip_of(view, "dec1.self.h1.A", 0, 3)
    assert "too far back" in tip_of(view, "dec1.self.h1.A", 5, 0)


def tip_of(view: BenchView, name: str, i: int, j: int) -> str:
    return tip(view.content, view.hit(view.on_screen(view.bench.cards[name].cell(i, j)).center()))


def test_bars_follow_the_row_that_is_followed(view: BenchView) -> None:
    (bars,) = view.bench.bars
    assert view.canvas._data(bars).token == "."
    view.selection.follow(("tgt", 1))
    data = view.canvas._data(bars)
    assert data.token == "I"
    values = view.trace["out.p"].values[1]
    assert data.found[0] == (view.trace["out.p"].cols[int(values.argmax())], float(values.max()))
    assert [value for _, value in data.found] == sorted((value for _, value in data.found), reverse=True)


def test_a_double_click_on_a_title_shows_one_matrix_large_and_back(view: BenchView, hand_on: Any) -> None:
    name = "enc1.self.h1.A"
    hand = hand_on(view)
    view.camera.reveal(name, 0, 0)
    usual = view.camera.px
    for larger in (True, False):
        view.camera.reveal(name, 0, 0)
        placed = view.bench.cards[name]
        header = view.on_screen(placed.rect).topLeft().toPoint() + QPoint(round(placed.rect.width() / 2), 12)
        QTest.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=header)
        QApplication.processEvents()
        assert (view.camera.px > usual) is larger
        if larger:
            assert view.viewport().rect().contains(view.on_screen(view.bench.cards[name].rect).toRect())
    assert view.camera.px == usual
    hand.click(name, 0, 0)
    hand.key(Qt.Key.Key_Z)
    assert view.camera.px > usual
