"""Matrices larger than the view: colours alone, only what is seen is painted, the rest scrolls."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QRegion
from PySide6.QtWidgets import QApplication

from core.workspace import Workspace
from labapp import theme
from labapp.bench.marks import Looking
from labapp.bench.view import BenchView
from labapp.theme import LIGHT, signed_ramp, signed_steps

Show = Callable[..., BenchView]
W1 = "enc1.ffn.W1"


@pytest.fixture
def large(show: Show, block: Workspace) -> BenchView:
    view = show(block.with_spec(d=512, d_ff=2048), 1100, 800)
    view.navigator.go(W1)
    QApplication.processEvents()
    return view


def test_a_large_card_stays_inside_the_scrolling_bench(large: BenchView) -> None:
    box = large.bench.cards[W1].box
    assert box.detail == "colours"
    assert box.as_image
    assert large.bench.width > large.viewport().width()
    assert large.horizontalScrollBar().maximum() >= large.bench.width - large.width()
    assert large.viewport().rect().intersects(large.on_screen(large.bench.cards[W1].rect).toRect())


def test_each_cell_has_its_colour_wherever_one_scrolls(large: BenchView) -> None:
    values = large.trace[W1].values
    ramp = signed_ramp(LIGHT)
    for i, j in ((0, 0), (7, 3), (300, 1200), (511, 2047)):
        large.camera.reveal(W1, i, j)
        QApplication.processEvents()
        point = large.on_screen(large.bench.cards[W1].cell(i, j)).center()
        limit = large.content.card(W1).cells.limit
        expected = ramp.fills[int(signed_steps(values[i : i + 1, j : j + 1], limit)[0, 0])]
        assert large.grab().toImage().pixelColor(point.toPoint()) == expected, (i, j)


def test_labels_stand_so_far_apart_that_they_can_be_read(large: BenchView) -> None:
    box = large.bench.cards[W1].box
    m = large.bench.metrics
    shown = [j for j, text in enumerate(box.cols) if text]
    assert shown[0] == 0
    for a, b in pairwise(shown):
        assert (b - a) * box.cell_width > m.label_text(box.cols[b])


def test_scrolling_a_large_card_is_fluid(large: BenchView) -> None:
    """A watchdog: a frame takes about 8 ms; painting every cell of it would take seconds."""
    times = []
    for at in range(0, 4000, 400):
        began = time.perf_counter()
        large.horizontalScrollBar().setValue(at)
        large.viewport().repaint()
        times.append(time.perf_counter() - began)
    assert sorted(times)[len(times) // 2] < 0.12


def test_an_edit_of_a_large_matrix_is_seen(large: BenchView) -> None:
    large.camera.reveal(W1, 3, 5)
    QApplication.processEvents()
    point: QPointF = large.on_screen(large.bench.cards[W1].cell(3, 5)).center()
    before = large.grab().toImage().pixelColor(point.toPoint())
    document = large.document
    document.do(document.workspace.with_cell(W1, 3, 5, 1.0 if document.trace[W1].values[3, 5] <= 0 else -1.0), "edit")
    QApplication.processEvents()
    assert large.grab().toImage().pixelColor(point.toPoint()) != before


def test_a_drag_in_a_large_matrix_paints_what_moved_and_nothing_else(
    large: BenchView, monkeypatch: pytest.MonkeyPatch
) -> None:
    large.camera.reveal(W1, 3, 5)
    QApplication.processEvents()
    document, start = large.document, large.document.workspace
    painted: list[QRegion] = []
    paint = large.canvas.paint

    def watched(region: QRegion, looking: Looking) -> None:
        painted.append(region)
        paint(region, looking)

    def colour(i: int, j: int) -> str:
        point = large.on_screen(large.bench.cards[W1].cell(i, j)).center().toPoint()
        return large.grab().toImage().pixelColor(point).name()

    limit = large.content.card(W1).cells.limit
    odd, looked_at = theme.LIGHT.odd_edge, ((3, 5), (6, 20), (1, 0))
    wholes = []
    document.begin("drag")
    for value, other in ((limit, 0.0), (-limit, limit), (math.nan, 0.0), (0.5 * limit, -limit)):
        changed = start.with_cell(W1, 3, 5, value).with_cell(W1, 6, 20, other)
        monkeypatch.setattr(large.canvas, "paint", watched)
        painted.clear()
        document._last_frame = 0.0
        document.preview(changed)
        monkeypatch.setattr(large.canvas, "paint", paint)
        assert painted
        for i, j in looked_at:
            expected = float(changed.arrays[W1][i, j])
            fill = signed_ramp(LIGHT).fills[int(signed_steps(np.array([[expected]]), limit)[0, 0])].name()
            assert colour(i, j) == (odd if math.isnan(expected) else fill), (value, i, j)
        seen = painted[0].boundingRect()
        assert seen.contains(large.on_screen(large.bench.cards[W1].cell(3, 5)).center().toPoint())
        wholes.append(seen.width() * seen.height() > 0.1 * large.viewport().width() * large.viewport().height())
    assert wholes == [True, False, True, True]  # the first frame of the act; NaN comes and goes
    document.cancel()
    assert colour(3, 5) == signed_ramp(LIGHT).fills[int(signed_steps(start.arrays[W1][3:4, 5:6], limit)[0, 0])].name()
