"""The overview and the bars as figures: shapes and text inside the page, in the colours of the window."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRectF
from PySide6.QtGui import QImage

from core.problem import Problem
from core.trace import Trace
from labapp import text
from labapp.bench.view import BenchView
from labapp.digits import NumberForm
from labapp.export import bars_sheet, overview_sheet, pdf, raster, svg
from labapp.export.overview_sheet import of_overview
from labapp.export.palette import THEMES, colours
from labapp.export.sheet import Sheet
from labapp.models import names
from labapp.panels.overview import paint
from labapp.selection import Selection
from labapp.theme import DARK, LIGHT, text_on, weight_ramp
from tests.labapp.export.readers import Drawing, Paper

Traces = Callable[..., Trace]
Show = Callable[..., BenchView]


def check(made: Sheet) -> Drawing:
    """Well-formed, of its size, everything inside, no image; the same words in the page."""
    found, page = Drawing(svg.data(made)), Paper(pdf.data(made))
    assert found.kinds <= {"rect", "path", "text"}
    assert found.box == QRectF(0, 0, made.width, made.height)
    assert (found.root.get("width"), found.root.get("height")) == (str(made.width), str(made.height))
    assert [rect for rect in found.bounds if not found.box.contains(rect)] == []
    assert page.images == 0
    assert page.fonts >= 1
    assert sorted("".join(found.texts).replace(" ", "")) == sorted(page.text.replace(" ", ""))
    return found


@pytest.mark.parametrize("model", [name for name in names() if name != "base"])
def test_the_overview_of_every_starting_model(trace_of: Traces, model: str) -> None:
    check(of_overview(trace_of(model), colours("print")))


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("lang", ["en", "zh_CN"])
def test_an_encoder_and_a_decoder_stand_side_by_side(trace_of: Traces, theme: str, lang: str) -> None:
    text.set_language(lang)
    found = check(of_overview(trace_of("translate"), colours(theme)))
    said = {"en": ["Encoder → memory", "Decoder", "Vocabulary head", "Layer 2"], "zh_CN": ["编码器 → memory", "解码器"]}
    assert set(said[lang]) <= set(found.texts)
    assert colours(theme).window in found.colours


def test_an_opened_layer_shows_its_sublayers(trace_of: Traces) -> None:
    looks = Selection()
    looks.set_open({"dec2": True})
    closed, opened = (Drawing(svg.data(of_overview(trace_of("translate"), LIGHT, one))) for one in (None, looks))
    assert "Layer 2 · Cross-attention" in opened.texts
    assert "Layer 2 · Cross-attention" not in closed.texts


def boxes_of(trace: Trace) -> dict[str, tuple[QRectF, paint.BoxPlan]]:
    (_, plans), *_ = overview_sheet.boxes(trace, {})
    bottom = overview_sheet.MARGIN + overview_sheet._height(plans)
    return {plan.place: (rect, plan) for rect, plan in overview_sheet._column(plans, overview_sheet.MARGIN, bottom)}


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_maps_have_the_colours_of_the_weights_in_every_format(trace_of: Traces, theme: object, tmp_path: Path) -> None:
    """By the colour map of the theme and the weights themselves; the maps of the block are 18×13 px a cell."""
    palette = DARK if theme is DARK else LIGHT
    trace = trace_of("block", causal=True)
    made = of_overview(trace, palette)
    rect, _ = boxes_of(trace)["enc1.self"]
    values = trace["enc1.self.h1.A"].values
    fills = weight_ramp(palette).fills
    pictures = [raster.image(made), Drawing(svg.data(made)).picture(), Paper(pdf.data(made)).picture(tmp_path)]
    for i in range(3):
        for j in range(3):
            at = (rect.topLeft() + QPoint(8, 26).toPointF() + QPoint(18 * j + 9, 13 * i + 6).toPointF()).toPoint()
            hidden = j > i
            want = palette.hidden_stripe if hidden else fills[round(float(values[i, j]) * 254)].name()
            assert [picture.pixelColor(at).name() for picture in pictures] == [want] * 3, (i, j)


def test_the_bars_are_the_largest_probabilities_of_the_last_row(trace_of: Traces) -> None:
    trace = trace_of("translate")
    found = check(bars_sheet.of_bars(trace, colours("light")))
    row = trace["out.p"].values[-1]
    order = sorted(range(len(row)), key=lambda j: -row[j])[:8]
    words = trace["out.p"].cols
    assert found.texts[0] == f"next token after “{trace['out.p'].rows[-1]}”"
    assert found.texts[1::2] == [words[j] for j in order]
    assert found.texts[2::2] == [f"{row[j]:.3f}" for j in order]


def test_the_bars_are_as_long_as_the_probabilities(trace_of: Traces) -> None:
    import re

    trace = trace_of("g01")
    data = svg.data(bars_sheet.of_bars(trace, colours("light"))).decode()
    wide = [float(w) for w in re.findall(rf'<rect [^>]*width="([\d.]+)"[^>]*fill="{LIGHT.accent}"', data)]
    row = sorted(trace["out.p"].values[-1], reverse=True)
    assert len(wide) == len(row) == 3
    assert [w / wide[0] for w in wide] == pytest.approx([p / row[0] for p in row], abs=0.01)


def test_another_row_and_more_digits(trace_of: Traces) -> None:
    trace = trace_of("translate")
    looks = Selection()
    looks.follow((trace["out.p"].row_axis, 0))
    found = check(bars_sheet.of_bars(trace, colours("dark"), looks, NumberForm(6)))
    assert f"“{trace['out.p'].rows[0]}”" in found.texts[0]
    assert f"{trace['out.p'].values[0].max():.6f}" in found.texts


def test_bars_look_as_on_the_bench(show: Show, tmp_path: Path) -> None:
    """The same ink: accent, ground and text, in each format."""
    view = show("g01", dark=True)
    made = bars_sheet.of_bars(view.trace, view.colours, view.selection)
    seen = view.viewport().grab().toImage()
    there = view.on_screen(view.bench.bars[0].rect)
    m = view.bench.metrics
    accent = _colour_at(seen, there.x() + _first_bar(view), there.y() + m.px * 2.4)
    assert accent == DARK.accent
    for picture in (raster.image(made), Drawing(svg.data(made)).picture(), Paper(pdf.data(made)).picture(tmp_path)):
        colours_here = {_colour_at(picture, x, 10 + 13 * 2.4) for x in range(made.width)}
        assert {accent, DARK.card, DARK.window} <= colours_here
    assert text_on(DARK.card, DARK)


def _first_bar(view: BenchView) -> float:
    m = view.bench.metrics
    return m.pad + max(map(m.label_text, view.trace["out.p"].cols)) + m.px * 0.4 + 3


def _colour_at(image: QImage, x: float, y: float) -> str:
    return image.pixelColor(round(x), round(y)).name()


def test_without_a_vocabulary_there_are_no_bars(trace_of: Traces) -> None:
    with pytest.raises(Problem, match="no vocabulary head"):
        bars_sheet.of_bars(trace_of("block"), colours("light"))
