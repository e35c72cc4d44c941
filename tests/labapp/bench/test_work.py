"""How much an edit makes the bench do, counted: what did not change is neither computed nor painted again."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication

from core.workspace import Workspace
from labapp.bench import content
from labapp.bench.cells import VEILED
from labapp.bench.glyphs import glyphs_of
from labapp.bench.metrics import measure
from labapp.bench.view import BenchView

Show = Callable[..., BenchView]
BETA, Z = "enc1.norm2.beta", "enc1.norm2"  # of the last norm: nothing else depends on it
S = "enc1.self.h1.S"


@pytest.fixture
def dragging(view: BenchView) -> Callable[[float], int]:
    """Put a number into the first cell of β, in an act that has begun; how many cells that painted."""
    document = view.document
    start, first = document.workspace, float(document.trace[BETA].values[0, 0])
    document.begin("drag")
    document.preview(start.with_cell(BETA, 0, 0, first + 0.25))
    QApplication.processEvents()

    def drag(by: float) -> int:
        before = view.canvas.cache.cells_painted, view.canvas.cache.cards_painted
        document._last_frame = 0.0  # no waiting for the next frame
        document.preview(start.with_cell(BETA, 0, 0, first + by))
        QApplication.processEvents()
        assert view.canvas.cache.cards_painted == before[1], "cells are painted, never whole cards"
        return view.canvas.cache.cells_painted - before[0]

    return drag


def test_an_edit_paints_the_cell_and_those_it_moved(view: BenchView, dragging: Callable[[float], int]) -> None:
    rows = view.trace[Z].values.shape[0]
    assert dragging(0.5) == 1 + rows, "β and one column of the norm, which is what β is added to"


def test_what_moved_too_little_to_be_seen_is_not_painted(view: BenchView, dragging: Callable[[float], int]) -> None:
    asked: list[object] = []
    view.canvas.paint = lambda *what: asked.append(what)  # type: ignore[method-assign]
    assert dragging(0.25 + 1e-9) == 0
    assert asked == [], "nor is the screen asked for"
    assert view.content.card(Z).cells.values[0, 0] == view.document.trace[Z].values[0, 0]


def test_what_the_first_preview_says_of_all_others_is_painted_on_their_first_line_alone(view: BenchView) -> None:
    document, cache = view.document, view.canvas.cache
    QApplication.processEvents()
    before = cache.cards_painted
    maps = sum(placed.box.kind == "map" for placed in view.bench.cards.values())
    document.begin("drag")
    document.preview(document.workspace.with_cell(BETA, 0, 0, 0.25))
    QApplication.processEvents()
    assert view.content.card("enc1.self.h1.Q").cells.equal
    assert cache.cards_painted - before <= 1 + maps, "β shows more decimals; small maps are painted as a whole"


def test_only_matrices_that_moved_are_looked_at_again(
    view: BenchView, dragging: Callable[[float], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []
    made = content.cells_of
    monkeypatch.setattr(content, "cells_of", lambda trace, name, *rest: seen.append(name) or made(trace, name, *rest))
    dragging(0.5)
    assert sorted(seen) == [Z, BETA]


def test_a_number_never_lays_the_bench_out(
    view: BenchView, dragging: Callable[[float], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    laid_out: list[object] = []
    monkeypatch.setattr(content, "layout", lambda *what: laid_out.append(what))
    for by in (0.25, 0.5, 100.0):
        dragging(by)
    view.document.commit()
    QApplication.processEvents()
    assert laid_out == []


def test_a_mask_that_is_painted_veils_scores_that_stay_the_same(show: Show, block: Workspace) -> None:
    view = show(block.with_custom_mask("enc1.self", np.ones((3, 3))))
    document = view.document
    document.begin("paint")
    for j in (1, 2):  # the second is a preview of an act that goes on
        document._last_frame = 0.0
        document.preview(document.workspace.with_cell("enc1.self.mask.custom", 0, j, 0.0))
        QApplication.processEvents()
    assert (view.content.card(S).cells.codes[0] == [0, VEILED, VEILED]).all()


def test_a_mouse_faster_than_the_screen_costs_one_state_a_frame(
    view: BenchView, hand: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = hand.at("src.X", 0, 0)
    hand.press(start)
    hand.move(start + QPoint(10, 0))
    made: list[float] = []
    with_cell = Workspace.with_cell
    monkeypatch.setattr(Workspace, "with_cell", lambda *what: made.append(what[-2]) or with_cell(*what))
    document = view.document
    document._last_frame = time.monotonic() + 60.0  # no frame is due yet
    for x in range(11, 60):
        hand.move(start + QPoint(x, 0))
    assert made == []
    hand.release(start + QPoint(59, 0))
    assert len(made) == 1
    assert hand.value("src.X", 0, 0) == made[0]
    assert document.undo_stack.count() == 1


@pytest.mark.parametrize("px", [9, 13, 24])
@pytest.mark.parametrize("bold", [False, True])
@pytest.mark.parametrize("ratio", [1.0, 2.0])
def test_glyphs_are_the_pixels_of_the_text(qapp: Any, px: int, bold: bool, ratio: float) -> None:
    m = measure(px, ratio)
    font = m.mono_bold if bold else m.mono
    at = QPointF(7.5, 40.0)

    def painted(draw: Callable[[QPainter], None]) -> QImage:
        image = QImage(round(240 * ratio), round(60 * ratio), QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(ratio)
        image.fill(QColor("white"))
        painter = QPainter(image)
        painter.setFont(font)
        draw(painter)
        painter.end()
        return image

    for text in ("0.25", "−1.50", "0.123", "−2.5e−9", "NaN", "−∞", "3/4"):
        run = glyphs_of(font, m.char_width).run(text)
        assert run is not None, text
        as_text = painted(lambda painter, text=text: painter.drawText(at, text))  # type: ignore[misc]
        assert painted(lambda painter, run=run: painter.drawGlyphRun(at, run)) == as_text, text  # type: ignore[misc]


def test_what_is_no_number_has_no_glyphs(qapp: Any) -> None:
    m = measure(13)
    assert glyphs_of(m.mono, m.char_width).run("书") is None


def test_a_frame_of_a_drag_is_painted_before_the_next_move_is_taken(view: BenchView, hand: Any) -> None:
    """Moves that wait in the queue come before Qt's own repaint: a fast mouse would let no frame through."""
    painted: list[object] = []
    paint = view.canvas.paint
    start = hand.at("src.X", 0, 0)
    hand.press(start)
    hand.move(start + QPoint(10, 0))
    QApplication.processEvents()
    view.canvas.paint = lambda *what: painted.append(what) or paint(*what)  # type: ignore[method-assign,func-returns-value]
    view.document._last_frame = 0.0
    hand.move(start + QPoint(40, 0))
    assert len(painted) == 1
    hand.release(start + QPoint(40, 0))
