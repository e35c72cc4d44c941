"""The outlines of the sources of the selected cell: which cells, where, how little is painted, and going there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QObject, QRect, Qt
from PySide6.QtGui import QPaintEvent, QRegion
from PySide6.QtTest import QTest

from core.explain import explain
from core.workspace import Workspace
from labapp import theme
from labapp.bench.sources import Run, rects, runs_of
from labapp.bench.view import BenchView
from labapp.models import starting_model

H, A, V, S, X = "enc1.self.h1.H", "enc1.self.h1.A", "enc1.self.h1.V", "enc1.self.h1.S", "src.X"
MASK = "enc1.self.mask"
ALT = Qt.KeyboardModifier.AltModifier
Key = Qt.Key


def outlined(view: BenchView) -> set[tuple[str, int, int]]:
    """The cells whose border has the colour of outlines on the screen, the selected one left out."""
    image = view.viewport().grab().toImage()
    why = theme.LIGHT.why
    found = set()
    for name, placed in view.bench.cards.items():
        for i in range(len(placed.box.rows)):
            for j in range(len(placed.box.cols)):
                rect = view.on_screen(placed.cell(i, j)).toRect()
                if not image.rect().contains(rect) or placed.box.kind == "map":
                    continue
                edge = {image.pixelColor(x, y).name() for x in range(rect.left(), rect.right()) for y in (rect.top(),)}
                if why in edge and (name, i, j) != view.selection.cell:
                    found.add((name, i, j))
    return found


class Repaints(QObject):
    """Every region of a widget that is painted."""

    def __init__(self) -> None:
        super().__init__()
        self.region = QRegion()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QPaintEvent):
            self.region += event.region()
        return False

    @property
    def area(self) -> int:
        return sum(rect.width() * rect.height() for rect in self.rects)

    @property
    def rects(self) -> list[QRect]:
        return list(self.region)


def test_the_sources_of_a_weighted_sum_are_outlined(view: BenchView) -> None:
    assert outlined(view) == set()
    view.selection.select((H, 0, 1))
    assert outlined(view) == {*((A, 0, j) for j in range(3)), *((V, i, 1) for i in range(3))}


def test_a_given_number_has_no_sources(view: BenchView) -> None:
    view.selection.select((X, 0, 1))
    assert view.sources.runs() == ()
    assert outlined(view) == set()


def test_outlines_can_be_switched_off(view: BenchView) -> None:
    view.selection.select((H, 0, 1))
    view.selection.outline(False)
    assert outlined(view) == set()
    view.selection.outline(True)
    assert len(outlined(view)) == 6


def test_runs_hold_every_source_and_nothing_else(run: Any) -> None:
    for model, change in (("block", {}), ("block", {"pos": "shaw_kv", "causal": True}), ("translate", {})):
        trace = run(starting_model(model).with_spec(**change))
        random = np.random.default_rng(1)
        for name in trace:
            n, k = trace[name].values.shape
            found = explain(trace, name, int(random.integers(n)), int(random.integers(k)))
            cells = {
                (run.name, i, j)
                for run in runs_of(found)
                for i in range(run.i, run.last_i + 1)
                for j in range(run.j, run.last_j + 1)
            }
            assert cells == {tuple(source) for source in found.sources}


def test_outlines_follow_an_edit_that_hides_a_key(view: BenchView) -> None:
    view.selection.select((A, 1, 0))
    assert Run(S, 1, 0, 1, 2) in view.sources.runs()
    document = view.document
    document.do(document.workspace.with_spec(causal=True), "causal")
    assert Run(S, 1, 0, 1, 1) in view.sources.runs()
    document.undo_stack.undo()
    assert Run(S, 1, 0, 1, 2) in view.sources.runs()


def test_a_drag_repaints_no_more_with_outlines_than_without(hand: Any) -> None:
    view = hand.view
    areas = []
    for shown in (False, True):
        view.selection.outline(shown)
        view.selection.select((H, 0, 1))
        hand.at(X, 0, 0)
        watch = Repaints()
        document = view.document
        document.begin("drag")
        document.preview(document.workspace.with_cell(X, 2, 0, 0.5))
        document._flush()
        QTest.qWait(1)
        view.viewport().installEventFilter(watch)
        document.preview(document.workspace.with_cell(X, 2, 0, 0.25))
        document._flush()
        document.cancel()
        view.viewport().removeEventFilter(watch)
        areas.append(watch.area)
    assert areas[0] == areas[1] > 0


def test_a_source_in_a_folded_layer_marks_its_band(show: Callable[..., BenchView]) -> None:
    view = show(starting_model("translate"), 1380, 960)
    view.selection.set_open({"enc1": False, "enc2": True})
    view.selection.select(("enc2.self.h1.Q", 1, 2))  # made from the small map that a folded layer shows
    assert Run("enc1.norm2", 1, 0, 1, 7) in view.sources.runs()
    view.selection.select(("enc1.norm2", 1, 2))
    assert view.sources.runs() == (Run("enc1", -1, -1, -1, -1),)
    band = next(band for band in view.bench.bands if band.section == "enc1")
    assert band.folded
    assert rects(view.bench, view.sources.runs()[0]) == [band.rect]
    view.selection.set_open({"enc1": True})
    assert Run("enc1.norm2.xhat", 1, 2, 1, 2) in view.sources.runs()


def test_a_long_run_is_outlined_as_one(show: Callable[..., BenchView], block: Workspace) -> None:
    view = show(block.with_spec(d_ff=96))
    ffn = "enc1.ffn.out"
    view.selection.select((ffn, 0, 0))
    hidden = next(run for run in view.sources.runs() if run.name == "enc1.ffn.hidden")
    assert hidden == Run("enc1.ffn.hidden", 0, 0, 0, 95)
    assert len(rects(view.bench, hidden)) == 1


@pytest.mark.parametrize("by_mouse", [False, True])
def test_back_and_forward_on_the_bench(hand: Any, by_mouse: bool) -> None:
    def walk(step: int) -> None:
        if by_mouse:
            button = Qt.MouseButton.BackButton if step < 0 else Qt.MouseButton.ForwardButton
            point = hand.at(X, 0, 0)
            hand.press(point, button)
            hand.release(point, button)
        else:
            hand.key(Key.Key_Left if step < 0 else Key.Key_Right, ALT)

    hand.click(H, 0, 1)
    hand.click(A, 0, 2)
    hand.click(X, 1, 1)
    for step, cell in ((-1, (A, 0, 2)), (-1, (H, 0, 1)), (-1, (H, 0, 1)), (1, (A, 0, 2)), (1, (X, 1, 1))):
        walk(step)
        assert hand.view.selection.cell == cell


def test_visiting_unfolds_shows_the_head_and_scrolls(show: Callable[..., BenchView]) -> None:
    view = show(starting_model("translate"), 1000, 600)
    view.navigator.turn_all(False)
    cell = ("dec2.cross.h2.A", 7, 8)
    view.selection.visit(cell)
    assert view.selection.cell == cell
    assert view.selection.head["dec2.cross"] == 2
    assert view.bench.cards[cell[0]].box.kind == "card"
    assert view.viewport().rect().contains(view.point_of(*cell))


def test_a_cell_that_a_size_takes_away_is_the_nearest_and_it_is_said(hand: Any) -> None:
    document = hand.view.document
    hand.click(X, 2, 3)
    document.do(document.workspace.with_rows(2), "fewer tokens")
    assert hand.view.selection.cell == (X, 1, 3)
    assert hand.said[-1] == "The selected cell of X is gone: the nearest is selected now."


def test_a_matrix_that_goes_leaves_nothing_selected_and_it_is_said(hand: Any) -> None:
    document = hand.view.document
    hand.view.selection.select(("enc1.self.h2.A", 0, 0))
    document.do(document.workspace.with_spec(heads=1), "one head")
    assert hand.view.selection.cell is None
    assert hand.said[-1] == "enc1.self.h2.A is not part of this model any more: nothing is selected."


def test_another_model_says_nothing(hand: Any) -> None:
    hand.view.selection.select(("enc1.self.h2.A", 0, 0))
    hand.view.document.load(starting_model("block").with_spec(heads=1))
    assert hand.view.selection.cell is None
    assert hand.said == []


def test_sources_are_worked_out_once_a_trace(view: BenchView) -> None:
    view.selection.select((H, 0, 1))
    before = view.sources.runs()
    assert view.sources.runs() is before
    document = view.document
    document.do(document.workspace.with_cell(X, 2, 0, 0.5), "edit")
    assert view.sources.runs() == before
