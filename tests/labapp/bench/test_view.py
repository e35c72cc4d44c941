"""The view on a document: it paints what changed and nothing else, and what it shows equals a fresh one."""

from __future__ import annotations

import gc
import math
import random
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF
from PySide6.QtGui import QColor, QImage, QPaintEvent, QRegion
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.workspace import Workspace
from labapp import text, theme
from labapp.bench.hover import tip
from labapp.bench.measure import edit_to_pixels, summary
from labapp.bench.view import BenchView
from labapp.document import Document
from labapp.selection import Selection

X = "src.X"
WV = "enc1.self.h1.WV"
A = "enc1.self.h1.A"
H = "enc1.self.h1.H"


def picture(view: BenchView) -> QImage:
    return view.grab().toImage()


def test_what_was_painted_cell_by_cell_equals_a_fresh_view(show: Callable[..., BenchView], block: Workspace) -> None:
    view = show(block)
    document = view.document
    chance = random.Random(5)
    for step in range(12):
        name = chance.choice([X, WV, "enc1.norm1.gamma", "enc1.ffn.b1", "set.eps", "enc1.self.h2.WQ"])
        n, k = document.trace[name].values.shape
        value = chance.choice([0.5, -1.25, 0.0, 1000.0, math.nan, 0.01])
        value = abs(value) if name == "set.eps" and value == value else 0.1 if name == "set.eps" else value
        document.do(document.workspace.with_cell(name, chance.randrange(n), chance.randrange(k), value), "step")
        if step % 4 == 3:
            document.undo_stack.undo()
        QApplication.processEvents()
    fresh = show(document.workspace)
    fresh.document.before = document.before  # the same marks
    fresh.content.show(document.trace, document.before, False)
    fresh.content.scales.settle()
    for name, limit in view.content.scales._limits.items():
        fresh.content.scales._limits[name] = limit  # what a matrix without finite values remembers
    fresh.canvas.clear()
    fresh.viewport().update()
    assert picture(view) == picture(fresh)


def test_a_card_that_did_not_change_is_not_painted_again(view: BenchView) -> None:
    document = view.document
    document.do(document.workspace.with_cell(WV, 2, 0, 0.5), "first")
    picture(view)
    keys = {name: view.canvas.cache.pixmap(name).cacheKey() for name in view.bench.cards}
    document.do(document.workspace.with_cell(WV, 2, 0, 0.6), "second")
    picture(view)
    again = {name: view.canvas.cache.pixmap(name).cacheKey() for name in view.bench.cards}
    for name in (X, A, "enc1.self.h1.Q", "enc1.self.h1.S", "enc1.ffn.W1"):
        assert again[name] == keys[name], name
    for name in (WV, H, "enc1.norm2"):
        assert again[name] != keys[name], name


def test_a_drag_repaints_only_the_cells_that_moved(view: BenchView, hand: Any, qtbot: QtBot) -> None:
    regions: list[QRegion] = []
    whole = view.viewport().rect()
    start = hand.at(WV, 2, 0)
    hand.press(start)
    hand.move(start + QPoint(20, 0))
    qtbot.wait(50)
    painted_by(view, regions)
    hand.move(start + QPoint(60, 0))
    qtbot.waitUntil(lambda: bool(regions))
    hand.release(start + QPoint(60, 0))
    painted = sum(rect.width() * rect.height() for rect in regions[0])
    assert painted < whole.width() * whole.height() / 6
    card = view.on_screen(view.bench.cards[A].rect).toAlignedRect()
    assert not regions[0].intersects(card), "the weights stay"


def painted_by(view: BenchView, regions: list[QRegion]) -> None:
    """Note what every repaint of the view from now on covers."""

    class Watch(QObject):
        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            if isinstance(event, QPaintEvent):
                regions.append(QRegion(event.region()))
            return False

    view.viewport().installEventFilter(Watch(view))


def test_marks_appear_after_an_act_only_and_go_when_it_is_given_up(view: BenchView) -> None:
    document = view.document
    assert view.content.card(H).cells.changed is None
    assert not view.content.card(A).cells.equal
    document.begin("drag")
    document.preview(document.workspace.with_cell(WV, 2, 0, 0.5))
    document.cancel()
    assert view.content.card(H).cells.changed is None
    assert not view.content.card(A).cells.equal
    document.do(document.workspace.with_cell(WV, 2, 0, 0.5), "typed")
    assert view.content.card(H).cells.changed is not None
    assert view.content.card(A).cells.equal
    document.load(document.workspace)
    assert view.content.card(H).cells.changed is None


def test_colour_scales_hold_still_during_a_drag_and_fit_after_it(view: BenchView, hand: Any) -> None:
    start = hand.at(X, 1, 3)
    hand.press(start)
    hand.move(start + QPoint(304, 0))
    assert hand.value(X, 1, 3) == 5.0
    assert view.content.card(X).cells.limit == 2.0
    hand.release(start + QPoint(304, 0))
    assert view.content.card(X).cells.limit == 5.0


def test_the_same_number_has_the_same_colour_where_nothing_changed(view: BenchView, hand: Any) -> None:
    """A matrix has its own scale, so the colours of one that stays equal never move."""
    before = view.content.card("enc1.self.WO").cells.steps.copy()
    hand.drag(X, 0, 0, dx=200)
    assert (view.content.card("enc1.self.WO").cells.steps == before).all()


def test_a_followed_row_is_marked_in_every_matrix_of_that_axis(view: BenchView) -> None:
    view.selection.follow(("src", 1))
    image = picture(view)
    chip = QColor(view.colours.chip).name()
    for name, placed in view.bench.cards.items():
        if placed.box.kind != "card":
            continue
        label = view.on_screen(placed.box.row_label(1).translated(placed.at)).toAlignedRect()
        found = {
            image.pixelColor(x, y).name()
            for x in range(label.left(), label.right())
            for y in (label.top() + 4, label.bottom() - 4)
        }
        assert (chip in found) == (placed.box.row_axis == "src"), name
    rows = [name for name, placed in view.bench.cards.items() if placed.box.row_axis == "src"]
    assert {X, A, H, "enc1.sum1", "enc1.norm1.mean", "enc1.ffn.hidden", "enc1.norm2"} <= set(rows)
    view.selection.follow(None)
    assert picture(view) != image


def test_the_selected_cell_is_outlined(view: BenchView) -> None:
    plain = picture(view)
    view.selection.select((H, 0, 1))
    image = picture(view)
    rect = view.on_screen(view.bench.cards[H].cell(0, 1)).toAlignedRect().adjusted(-3, -3, 3, 3)
    assert QColor(view.colours.why).name() in {
        image.pixelColor(x, y).name()
        for x in range(rect.left(), rect.right())
        for y in range(rect.top(), rect.bottom())
    }
    view.selection.select(None)
    assert picture(view) == plain


def test_tooltips_say_where_what_and_exactly(view: BenchView) -> None:
    def at(name: str, i: int, j: int) -> str:
        return tip(view.content, view.hit(QPointF(view.point_of(name, i, j))))

    weights = at(A, 0, 1)
    assert "query 我" in weights
    assert "key 给" in weights
    assert "0.1978" in weights
    assert repr(float(view.trace[A].values[0, 1])) in weights
    assert at(X, 0, 2).startswith("X: row 我, feature 2 = 1")
    document = view.document
    document.do(document.workspace.with_spec(causal=True), "causal")
    assert "causal" in at(A, 0, 2)
    document.do(document.workspace.with_pin(A, 1, 0, 0.75), "pin")
    assert "◆" in at(A, 1, 0)
    assert repr(float(view.trace[f"{A}.natural"].values[1, 0])) in at(A, 1, 0)
    header = view.bench.cards["enc1.sum1"].rect.topLeft() + QPointF(20, 8)
    card = tip(view.content, view.hit(view.on_screen(view.bench.cards["enc1.sum1"].rect).topLeft() + QPointF(20, 8)))
    assert header is not None
    assert "enc1.sum1" in card
    assert view.trace["enc1.sum1"].formula in card


def test_another_language_is_spoken_at_once(view: BenchView) -> None:
    english = [band.title for band in view.bench.bands]
    text.set_language("zh_CN")
    try:
        QApplication.sendEvent(view, QEvent(QEvent.Type.LanguageChange))
        assert [band.title for band in view.bench.bands] != english
        assert all(any("一" <= letter <= "鿿" for letter in band.title) for band in view.bench.bands)
    finally:
        text.set_language("en")
        QApplication.sendEvent(view, QEvent(QEvent.Type.LanguageChange))
    assert [band.title for band in view.bench.bands] == english


def test_another_theme_is_painted_at_once(view: BenchView) -> None:
    light = picture(view)
    view.set_palette(theme.DARK)
    dark = picture(view)
    assert dark.pixelColor(2, 2).name() == theme.DARK.window
    view.set_palette(theme.LIGHT)
    assert picture(view) == light


def test_another_model_lays_out_anew_and_goes_to_what_is_nearest(view: BenchView) -> None:
    document = view.document
    view.selection.select((X, 2, 3))
    view.selection.follow(("src", 2))
    document.do(document.workspace.with_spec(heads=4), "more heads")
    assert view.selection.cell == (X, 2, 3)
    assert sum(placed.box.kind == "map" for placed in view.bench.cards.values()) == 3
    document.do(document.workspace.with_rows(2), "fewer tokens")
    assert view.selection.cell == (X, 1, 3)
    assert view.selection.row is None
    document.undo_stack.undo()
    assert len(view.bench.cards[X].box.rows) == 3


def test_fit_shows_all_and_zoom_goes_step_by_step(show: Callable[..., BenchView], block: Workspace) -> None:
    view = show(block, 1200, 800)
    view.fit()
    assert view.verticalScrollBar().maximum() == 0
    assert view.horizontalScrollBar().maximum() == 0
    px = view.bench.metrics.px
    view.zoom(1.01)
    assert view.bench.metrics.px == px + 1
    view.zoom(0.99)
    assert view.bench.metrics.px == px
    view.reset_zoom()
    assert view.bench.metrics.px == 13
    view.zoom(1000.0)
    view.zoom(0.0001)
    assert view.bench.metrics.px >= 4


def test_a_bench_nobody_zoomed_shows_all_where_that_can_be_read(
    show: Callable[..., BenchView], block: Workspace
) -> None:
    large = show(block, 1370, 970)
    assert large.verticalScrollBar().maximum() == 0
    assert large.bench.metrics.px >= 11
    small = show(block, 1056, 680)
    assert small.bench.metrics.px >= 12
    assert small.horizontalScrollBar().maximum() == 0


def test_values_that_overflow_or_vanish_break_nothing(view: BenchView) -> None:
    document = view.document
    for value in (1e308, -1e308, 5e-324, math.inf, math.nan):
        document.do(document.workspace.with_block(X, 0, 0, np.full((3, 4), value)), "extreme")
        assert not picture(view).isNull()


def test_a_hundred_views_leave_nothing_behind(qapp: Any, qtbot: QtBot, block: Workspace) -> None:
    gone = []
    for _ in range(20):
        document = Document(block, "numpy")
        view = BenchView(document, Selection(document), theme.LIGHT)
        document.setParent(view)
        view.resize(800, 600)
        view.show()
        view.grab()
        gone.append(weakref.ref(view))
        view.close()
        view.deleteLater()
        del view, document
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        QApplication.processEvents()
    gc.collect()
    assert [ref for ref in gone if ref() is not None] == []


def test_the_time_of_an_edit_can_be_measured(view: BenchView) -> None:
    before = view.document.workspace
    costs = edit_to_pixels(view, X, rounds=5)
    assert len(costs) == 5
    assert all(cost.wall > 0 and cost.cpu >= 0 for cost in costs)
    assert summary(costs).startswith("median")
    assert view.document.workspace is before
    assert view.document.undo_stack.count() == 0
