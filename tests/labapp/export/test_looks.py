"""Every format shows what the bench shows: the same pixels in PNG, the same colours in SVG and PDF."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRectF
from PySide6.QtGui import QImage

from core.trace import Trace
from labapp.bench.metrics import BASE, measure
from labapp.bench.view import BenchView
from labapp.export import pdf, raster, sheet, svg
from labapp.export.palette import THEMES, colours
from labapp.models import names
from labapp.theme import DARK, LIGHT, contrast, text_on
from tests.labapp.export.readers import Drawing, Paper

Traces = Callable[..., Trace]
Show = Callable[..., BenchView]


def spots(view: BenchView) -> Iterator[QPoint]:
    """A point of each cell that no letter reaches, on the bench."""
    for placed in view.bench.cards.values():
        for i in range(len(placed.box.rows)):
            for j in range(len(placed.box.cols)):
                yield (placed.cell(i, j).bottomLeft() + QRectF(3, -3, 0, 0).topLeft()).toPoint()


def near(one: QImage, other: QImage, at: QPoint) -> bool:
    """The same colour but for rounding."""
    a, b = one.pixelColor(at), other.pixelColor(at)
    return max(abs(a.red() - b.red()), abs(a.green() - b.green()), abs(a.blue() - b.blue())) <= 1


@pytest.mark.parametrize("dark", [False, True])
def test_a_png_has_the_pixels_of_the_screen(show: Show, dark: bool) -> None:
    view = show("block", dark=dark)
    made = raster.image(sheet.of_content(view.content, view.bench, view.colours, view.selection))
    seen = view.viewport().grab().toImage().copy(made.rect())
    assert (view.bench.width, view.bench.height) == (made.width(), made.height())
    differing = sum(
        seen.pixel(x, y) & 0xFFFFFF != made.pixel(x, y) & 0xFFFFFF
        for x in range(min(made.width(), view.viewport().width()))
        for y in range(0, made.height(), 2)
    )
    assert differing < 20, "letters may be smoothed differently here and there; nothing else may differ"


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_an_svg_has_the_colours_of_the_screen(show: Show, theme: object) -> None:
    view = show("block", dark=theme is DARK)
    seen = view.viewport().grab().toImage()
    made = Drawing(svg.data(sheet.of_content(view.content, view.bench, view.colours, view.selection))).picture()
    points = list(spots(view))
    assert len(points) > 200
    assert [at for at in points if not near(seen, made, at)] == []
    assert near(seen, made, QPoint(2, 2)), "the ground"


def test_a_pdf_has_the_colours_of_the_screen(show: Show, tmp_path: Path) -> None:
    view = show("block", dark=True)
    seen = view.viewport().grab().toImage()
    made = Paper(pdf.data(sheet.of_content(view.content, view.bench, view.colours, view.selection))).picture(tmp_path)
    assert [at for at in spots(view) if not near(seen, made, at)] == []
    corner = QPoint(made.width() - 1, made.height() - 1)
    assert made.pixelColor(corner).name() == view.colours.window, "no white edge where a page is whole points large"


def test_another_reader_of_svg_sees_the_colours_of_the_screen(show: Show, tmp_path: Path) -> None:
    tool = shutil.which("rsvg-convert")
    if tool is None:
        pytest.skip("rsvg-convert (librsvg2-bin) is not installed")
    view = show("block")
    seen = view.viewport().grab().toImage()
    (tmp_path / "a.svg").write_bytes(svg.data(sheet.of_content(view.content, view.bench, view.colours, view.selection)))
    subprocess.run([tool, "a.svg", "-o", "a.png"], cwd=tmp_path, check=True)
    made = QImage(str(tmp_path / "a.png"))
    assert [at for at in spots(view) if not near(seen, made, at)] == []


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0, 3.0, 4.0])
def test_a_png_has_exactly_the_pixels_asked_for(trace_of: Traces, scale: float) -> None:
    made = sheet.of_cards(trace_of("block"), ["enc1.self.h1.A"], colours("light"))
    image = raster.image(made, scale)
    assert (image.width(), image.height()) == (round(made.width * scale), round(made.height * scale))
    assert QImage.fromData(raster.png(image)) == image
    small = raster.image(made)
    for x in range(27, made.width - 20, 40):  # the same cells at the same places
        at = QPoint(x, made.height - 17)
        there = QPoint(round((at.x() + 0.5) * scale), round((at.y() + 0.5) * scale))
        assert image.pixelColor(there) == small.pixelColor(at)
    assert round(image.dotsPerMeterX() * 0.0254) == 96 * scale, "programs show it at its size"


@pytest.mark.parametrize("ratio", [1.5, 2.0])
def test_a_figure_does_not_depend_on_the_screen(show: Show, ratio: float) -> None:
    view = show("block")
    usual = svg.data(sheet.of_content(view.content, view.bench, LIGHT, view.selection))
    metrics = measure(BASE, ratio)
    view.content.fit_into(view.selection, view.room(), metrics)  # as on a screen with another ratio
    assert view.bench.metrics.ratio == ratio
    assert svg.data(sheet.of_view(view.content, view.selection, view.room(), LIGHT)) == usual


def test_a_picture_too_large_is_refused_in_words(trace_of: Traces) -> None:
    from dataclasses import replace

    made = replace(sheet.of_cards(trace_of("block"), ["enc1.self.h1.A"], colours("light")), width=9000)
    with pytest.raises(ValueError, match=r"18000×.* smaller scale or fewer"):
        raster.image(made, 2.0)


def test_the_part_in_view_shows_whole_cards_and_nothing_else(show: Show) -> None:
    view = show("block", 900, 420)
    view.verticalScrollBar().setValue(300)
    seen = QRectF(view.viewport().rect()).translated(view.camera.offset())
    whole = [p for p in view.bench.cards.values() if p.rect.intersects(seen)]
    assert 1 < len(whole) < len(view.bench.cards)
    made = sheet.of_part(view.content, view.bench, seen, LIGHT, view.selection)
    found = Drawing(svg.data(made))
    assert [rect for rect in found.bounds if not found.box.contains(rect)] == []
    assert made.cells == sum(len(p.box.rows) * len(p.box.cols) for p in whole)
    shapes = [p.box.shape for p in whole if p.box.kind == "card"]
    assert sorted(text for text in found.texts if "×" in text and text[0].isdigit()) == sorted(shapes)


@pytest.mark.parametrize("theme", THEMES)
def test_every_starting_model_gives_a_card(trace_of: Traces, theme: str) -> None:
    for model in names():
        if model == "base":
            continue  # for the command line; its cards are thousands of cells
        trace = trace_of(model)
        weights = next(name for name in trace if name.endswith(".A"))
        made = sheet.of_cards(trace, [weights], colours(theme))
        found = Drawing(svg.data(made))
        assert [rect for rect in found.bounds if not found.box.contains(rect)] == []
        assert found.picture() != QImage()
        assert Paper(pdf.data(made)).fonts >= 2
        assert raster.image(made).width() == made.width


@pytest.mark.parametrize("model", [name for name in names() if name != "base"])
def test_whole_benches_of_starting_models(trace_of: Traces, model: str) -> None:
    try:
        made = sheet.of_bench(trace_of(model), colours("print"))
    except KeyError:
        pytest.skip("the bench has no layout of this kind of model yet")
    found = Drawing(svg.data(made))
    assert [rect for rect in found.bounds if not found.box.contains(rect)] == []
    assert found.kinds == {"rect", "path", "text"}
    paper = Paper(pdf.data(made))
    assert paper.images == 0
    assert paper.page[2] == pytest.approx(made.width * 0.75, abs=1)


def test_the_print_palette_is_light_on_white_and_readable() -> None:
    paper = colours("print")
    assert (paper.window, paper.signed, paper.weights) == ("#ffffff", LIGHT.signed, LIGHT.weights)
    assert contrast(paper.window, paper.text) > 10
    assert contrast(paper.window, paper.quiet) > 6
    for fill in (*paper.signed, *paper.weights):
        assert contrast(fill, text_on(fill, paper)) >= 4.5
    with pytest.raises(KeyError, match="light, dark, print"):
        colours("sepia")
