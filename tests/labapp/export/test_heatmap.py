"""A heatmap: colours without digits, and a scale that says what they mean."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF

from core.trace import Trace
from labapp.bench.view import BenchView
from labapp.export import pdf, raster, sheet, svg
from labapp.export.palette import colours
from tests.labapp.export.readers import Drawing, Paper

Traces = Callable[..., Trace]


def drawn(trace: Trace, *names: str) -> Drawing:
    return Drawing(svg.data(sheet.of_cards(trace, names, colours("light"), heatmap=True)))


def test_weights_have_a_scale_from_0_to_1_and_no_digits(trace_of: Traces) -> None:
    found = drawn(trace_of("block"), "enc1.self.h1.A")
    assert [text for text in found.texts if text[0].isdigit()] == ["1", "3×3", "1", "0.5", "0"], "the head first"
    assert found.kinds == {"rect", "path", "text"}
    assert [rect for rect in found.bounds if not found.box.contains(rect)] == []


def test_signed_numbers_have_a_scale_around_0(trace_of: Traces) -> None:
    found = drawn(trace_of("block"), "enc1.norm1")
    top, middle, bottom = found.texts[-3:]
    assert middle == "0"
    assert bottom == f"−{top}"
    assert float(top) > 0


@pytest.mark.parametrize("name", ["enc1.self.h1.A", "enc1.norm1"])
def test_the_ends_of_the_scale_have_the_ends_of_the_colours(trace_of: Traces, name: str) -> None:
    trace = trace_of("block")
    made = sheet.of_cards(trace, [name], colours("light"), heatmap=True)
    bar = re.findall(r'<rect [^>]*y="([\d.]+)" width="12" [^>]*fill="(#\w+)"', svg.data(made).decode())
    tops, fills = [float(top) for top, _ in bar], [fill for _, fill in bar]
    ramp = made.style.ramp(trace[name].display).fills
    assert (fills[0], fills[25], fills[-1]) == (ramp[254].name(), ramp[127].name(), ramp[0].name())
    assert tops == sorted(tops), "the largest is at the top"


@pytest.mark.parametrize("dark", [False, True])
def test_a_heatmap_has_the_colours_of_the_bench_in_every_format(
    show: Callable[..., BenchView], dark: bool, tmp_path: Path
) -> None:
    view = show("block", dark=dark)
    seen = view.viewport().grab().toImage()
    m, names = view.bench.metrics, ("enc1.self.h1.A", "enc1.norm1")
    for name in names:
        made = sheet.of_cards(view.trace, [name], view.colours, sheet.seen_cells(view.content), heatmap=True)
        card = view.content.card(name)
        assert made.style.metrics == m, "of one size"
        pictures = (raster.image(made), Drawing(svg.data(made)).picture(), Paper(pdf.data(made)).picture(tmp_path))
        for i in range(len(card.box.rows)):
            for j in range(len(card.box.cols)):
                spot = card.box.cell(i, j).bottomLeft() + QPointF(3, -3)  # that no digit reaches on the bench
                there = view.on_screen(view.bench.cards[name].cell(i, j)).bottomLeft() + QPointF(3, -3)
                here = (spot + QPointF(m.snap(m.px * 0.75), m.snap(m.px * 0.75))).toPoint()
                want = seen.pixelColor(there.toPoint()).name()
                assert [picture.pixelColor(here).name() for picture in pictures] == [want] * 3, (name, i, j)


def test_a_mask_needs_no_scale(trace_of: Traces) -> None:
    trace = trace_of("block")
    narrow = sheet.of_cards(trace, ["enc1.self.mask"], colours("light"))
    assert sheet.of_cards(trace, ["enc1.self.mask"], colours("light"), heatmap=True).width == narrow.width


def test_scales_of_several_matrices_stand_beside_their_own(trace_of: Traces) -> None:
    found = drawn(trace_of("block"), "enc1.self.h1.A", "enc1.norm1", "enc1.self.h2.A")
    assert found.texts.count("0.5") == 2
    assert [rect for rect in found.bounds if not found.box.contains(rect)] == []
