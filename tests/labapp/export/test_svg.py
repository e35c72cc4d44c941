"""SVG: shapes and text only, inside the page, in the colours of the bench, readable with and without our fonts."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import msgspec
import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from core.engine import Engine
from core.trace import Trace
from core.workspace import Workspace
from labapp import text
from labapp.export import figure, raster, sheet, svg
from labapp.export.palette import THEMES, colours
from labapp.models import starting_model
from tests.labapp.export.readers import Drawing

HEX = re.compile(r"none|#[0-9a-f]{6}")
Traces = Callable[..., Trace]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("lang", ["en", "zh_CN"])
def test_a_bench_is_rectangles_paths_and_text_inside_its_page(trace_of: Traces, theme: str, lang: str) -> None:
    text.set_language(lang)
    made = sheet.of_bench(trace_of("block"), colours(theme))
    found = Drawing(svg.data(made))
    assert found.kinds == {"rect", "path", "text"}
    assert (found.root.get("width"), found.root.get("height")) == (str(made.width), str(made.height))
    assert found.box == QRectF(0, 0, made.width, made.height)
    assert [rect for rect in found.bounds if not found.box.contains(rect)] == []
    assert [colour for colour in found.colours if not HEX.fullmatch(colour)] == []


def test_the_ground_is_a_plain_rectangle_over_the_whole_page(trace_of: Traces) -> None:
    made = sheet.of_cards(trace_of("block"), ["enc1.self.h1.A"], colours("print"))
    found = Drawing(svg.data(made))
    ground = [rect for rect in found.bounds if rect == found.box]
    assert len(ground) == 1
    assert b'fill="#ffffff"' in found.data.split(b"<rect")[1]


def test_cells_are_rectangles_in_the_colours_of_the_map(trace_of: Traces) -> None:
    trace = trace_of("block")
    made = sheet.of_cards(trace, ["enc1.self.h1.A"], colours("light"))
    data = svg.data(made).decode()
    ramp = made.style.ramp("weights").fills
    for value in trace["enc1.self.h1.A"].values.ravel():
        assert f'fill="{ramp[round(value * 254)].name()}"' in data
    assert len(re.findall(r'<rect [^>]*width="39"', data)) == 9


def test_the_numbers_of_a_card_are_text_each_in_one_piece_and_in_the_middle_of_its_cell(trace_of: Traces) -> None:
    made = sheet.of_cards(trace_of("block"), ["enc1.self.out"], colours("light"))
    found = Drawing(svg.data(made))
    for number in ("1.00", "−0.20", "−0.01", "1.76"):
        assert number in found.texts
    cells = re.findall(
        r'<rect x="([\d.]+)" y="[\d.]+" width="39".*?\n<text x="([\d.]+)"[^>]*middle', found.data.decode()
    )
    assert len(cells) == 12
    assert all(float(middle) == pytest.approx(float(left) + 19.5, abs=0.01) for left, middle in cells)


def test_a_text_is_one_element_even_where_its_font_changes(trace_of: Traces) -> None:
    found = Drawing(svg.data(sheet.of_bench(trace_of("block"), colours("light"))))
    assert "drag or type  ·  blue frame: input  ·  gold frame: parameter  ·  grey: result  ·  dashed: statistic" in (
        found.texts
    )
    assert "4×2" in found.texts


def test_labels_of_rows_end_beside_the_cells_in_any_font(trace_of: Traces) -> None:
    made = sheet.of_cards(trace_of("translate"), ["dec1.cross.h1.A"], colours("light"))
    ends = re.findall(r'<text x="([\d.]+)" [^>]*text-anchor="end"[^>]*>([^<]+)<', svg.data(made).decode())
    assert [label for _, label in ends] == list(trace_of("translate")["dec1.cross.h1.A"].rows)
    assert max(float(x) for x, _ in ends) - min(float(x) for x, _ in ends) < 0.11


def test_subscripts_and_superscripts_stand_where_they_stand_on_the_bench(trace_of: Traces) -> None:
    made = sheet.of_cards(trace_of("block"), ["enc1.self.h1.WQ"], colours("light"))
    found = re.findall(
        r'<text x="([\d.]+)" y="([\d.]+)"[^>]*font-size="(\d+)"[^>]*italic[^>]*>(.)<', svg.data(made).decode()
    )
    (base, sub, sup) = ((float(x), float(y), int(size), letter) for x, y, size, letter in found)
    assert (base[3], sub[3], sup[3]) == ("W", "Q", "1")
    assert sub[0] > base[0]
    assert abs(sup[0] - sub[0]) < 2  # above each other, no gap between
    assert sup[1] < base[1] < sub[1]
    assert sub[2] == sup[2] < base[2]


def test_texts_name_common_fonts_after_ours(trace_of: Traces) -> None:
    data = svg.data(sheet.of_bench(trace_of("block"), colours("light"))).decode()
    families = set(re.findall(r'font-family="([^"]*)"', data))
    assert len(families) > 2
    for names in families:
        assert names.startswith("Glassformer ")
        assert names.endswith((", sans-serif", ", serif", ", monospace"))


def test_outlines_need_no_font_and_look_the_same(trace_of: Traces) -> None:
    made = sheet.of_cards(trace_of("block"), ["enc1.self.h1.A", "enc1.self.h1.WQ"], colours("light"))
    elsewhere = replace(made, body=lambda painter: (painter.translate(4, 3), made.body(painter)))
    outlined = Drawing(svg.data(made, outline=True))
    assert outlined.kinds == {"rect", "path"}
    assert b"font-family" not in outlined.data
    assert [rect for rect in outlined.bounds if not outlined.box.contains(rect)] == []
    assert _unlike(outlined.picture(), raster.image(made)) < 0.05
    assert _unlike(outlined.picture(), Drawing(svg.data(elsewhere, outline=True)).picture()) > 0.4


def _unlike(one: QImage, other: QImage) -> float:
    """The share of the ink of `one` that is missing in `other`, which may have it a pixel away."""
    ink = missing = 0
    for x in range(1, one.width() - 1):
        for y in range(1, one.height() - 1):
            if one.pixelColor(x, y).lightness() < 90:
                ink += 1
                near = min(other.pixelColor(x + dx, y + dy).lightness() for dx in (-1, 0, 1) for dy in (-1, 0, 1))
                missing += near > 130
    assert ink > 300
    return missing / ink


def test_a_scale_changes_the_size_and_not_the_drawing(trace_of: Traces) -> None:
    made = sheet.of_cards(trace_of("block"), ["enc1.self.h1.A"], colours("light"))
    usual, large = svg.data(made), svg.data(made, scale=2.5)
    assert f'width="{made.width * 2.5:g}"'.encode() in large
    assert usual.split(b"viewBox")[1] == large.split(b"viewBox")[1]


def test_the_same_figure_is_the_same_file(trace_of: Traces) -> None:
    made = sheet.of_bench(trace_of("block"), colours("light"))
    assert svg.data(made) == svg.data(made)


@pytest.mark.parametrize("token", ["<&>\"'", "a\x0bb", "🙂", "سلام", " two  spaces "])
def test_tokens_of_any_kind_leave_the_xml_well_formed(trace_of: Traces, token: str) -> None:
    workspace: Workspace = starting_model("block")
    sample = workspace.samples[0]
    try:
        workspace = workspace.with_samples((msgspec.structs.replace(sample, source=(token, "给", "书")),))
    except ValueError:
        pytest.skip("the lab refuses such a token")
    made = sheet.of_cards(Engine("numpy").run(workspace), ["enc1.self.h1.A"], colours("light"))
    found = Drawing(svg.data(made))
    if token == "<&>\"'":
        assert found.texts.count(token) == 2
    assert "0.401" in found.texts


def test_too_many_cells_for_a_drawing_are_refused_in_words(trace_of: Traces) -> None:
    made = sheet.of_cards(trace_of("block"), ["enc1.self.h1.A"], colours("light"))
    huge = replace(made, cells=figure.MOST_CELLS + 1)
    with pytest.raises(ValueError, match=r"60001 cells.*60000.*PNG"):
        figure.data(huge, ".svg")
    assert figure.data(huge, ".png")


def test_cells_that_are_hidden_held_or_odd_are_shapes_as_well(trace_of: Traces) -> None:
    trace = trace_of("nine", causal=True)
    found = Drawing(svg.data(sheet.of_cards(trace, ["att.h1.A", "att.mask"], colours("light"))))
    assert found.kinds == {"rect", "path", "text"}
    assert [rect for rect in found.bounds if not found.box.contains(rect)] == []
    assert QColor(colours("light").hidden).name() in found.colours
    assert QColor(colours("light").hidden_stripe).name() in found.colours


def test_an_image_of_cells_becomes_rectangles(trace_of: Traces) -> None:
    image = QImage(3, 2, QImage.Format.Format_RGB32)
    for k, colour in enumerate(("#ff0000", "#ff0000", "#00ff00", "#0000ff", "#000000", "#ffffff")):
        image.setPixelColor(k % 3, k // 3, QColor(colour))
    made = sheet.of_cards(trace_of("block"), ["enc1.self.h1.A"], colours("light"))

    def body(painter: QPainter) -> None:
        painter.drawImage(QRectF(10, 20, 30, 40), image)
        painter.drawImage(QRectF(50, 20, 5, 5), image, QRectF(2, 0, 1, 1))

    found = Drawing(svg.data(replace(made, body=body)))
    assert found.kinds == {"rect"}
    assert found.bounds[1:] == [
        QRectF(10, 20, 20, 20),  # two cells of one colour
        QRectF(30, 20, 10, 20),
        QRectF(10, 40, 10, 20),
        QRectF(20, 40, 10, 20),
        QRectF(30, 40, 10, 20),
        QRectF(50, 20, 5, 5),
    ]
    picture = found.picture()
    assert [picture.pixelColor(x, 45).name() for x in (15, 25, 35)] == ["#0000ff", "#000000", "#ffffff"]


def test_outlined_text_keeps_to_its_side_of_a_rectangle(trace_of: Traces) -> None:
    made = sheet.of_cards(trace_of("block"), ["enc1.self.h1.A"], colours("light"))
    sides = {Qt.AlignmentFlag.AlignLeft: 0, Qt.AlignmentFlag.AlignHCenter: 1, Qt.AlignmentFlag.AlignRight: 2}
    starts = []
    for side in sides:

        def body(painter: QPainter, side: Qt.AlignmentFlag = side) -> None:
            painter.setFont(made.style.metrics.mono)
            painter.drawText(QRectF(10, 10, 100, 20), side | Qt.AlignmentFlag.AlignVCenter, "00")

        starts.append(Drawing(svg.data(replace(made, body=body), outline=True)).bounds[1].left())
    width = 2 * made.style.metrics.char_width
    assert starts[1] - starts[0] == pytest.approx((100 - width) / 2, abs=0.1)
    assert starts[2] - starts[0] == pytest.approx(100 - width, abs=0.1)
