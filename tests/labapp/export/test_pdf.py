"""PDF: one page of the figure's size, with its fonts inside, whose text can be found and copied."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from core.trace import Trace
from labapp import text
from labapp.export import pdf, sheet
from labapp.export.caption import lines, with_caption
from labapp.export.palette import colours
from tests.labapp.export.readers import Paper

Traces = Callable[..., Trace]


def labels_of(trace: Trace, name: str) -> set[str]:
    return {label for label in (*trace[name].rows, *trace[name].cols) if label}


@pytest.mark.parametrize("lang", ["en", "zh_CN"])
def test_the_text_of_the_page_is_the_text_of_the_card(trace_of: Traces, lang: str) -> None:
    text.set_language(lang)
    trace = trace_of("nine")
    paper = Paper(pdf.data(sheet.of_cards(trace, ["att.h1.A"], colours("light"))))
    assert labels_of(trace, "att.h1.A") >= {"我", "昨天", "给"}
    for label in labels_of(trace, "att.h1.A"):
        assert paper.text.count(label) >= 2, "once as a row, once as a column"
    assert {"en": "weights", "zh_CN": "注意力权重"}[lang] in paper.text
    assert "9×9" in paper.text
    for value in trace["att.h1.A"].values.ravel():
        assert f"{value:.3f}" in paper.text or f"{value:.2f}" in paper.text


def test_every_font_is_inside(trace_of: Traces) -> None:
    paper = Paper(pdf.data(sheet.of_cards(trace_of("block"), ["enc1.self.h1.A"], colours("light"))))
    named = paper.data.count(b"/Subtype /Type0")
    assert paper.fonts == named >= 3  # Chinese and Western text, numbers, symbols


def test_outlined_letters_need_no_font(trace_of: Traces) -> None:
    paper = Paper(pdf.data(sheet.of_cards(trace_of("block"), ["enc1.self.h1.A"], colours("light")), outline=True))
    assert (paper.fonts, paper.text) == (0, "")


def test_the_page_is_the_figure(trace_of: Traces) -> None:
    made = sheet.of_cards(trace_of("block"), ["enc1.self.h1.A", "enc1.self.h2.A"], colours("light"))
    _, _, width, height = Paper(pdf.data(made)).page
    assert width - 1 < made.width * 0.75 <= width
    assert height - 1 < made.height * 0.75 <= height
    assert Paper(pdf.data(made, scale=2.0)).page[2] == pytest.approx(made.width * 1.5, abs=1)


def test_cells_are_no_images(trace_of: Traces) -> None:
    paper = Paper(pdf.data(sheet.of_bench(trace_of("block"), colours("dark"))))
    assert paper.images == 0
    assert paper.content.count(b" re\n") > 200


def test_a_caption_can_be_copied_from_the_page(trace_of: Traces) -> None:
    text.set_language("zh_CN")
    trace = trace_of("nine", causal=True)
    made = with_caption(sheet.of_cards(trace, ["att.h1.A"], colours("print")), lines(trace, ["att.h1.A"]))
    written = Paper(pdf.data(made)).text
    assert "注意力权重 (att.h1.A)" in written


def test_other_programs_find_the_text_and_the_fonts(trace_of: Traces, tmp_path: Path) -> None:
    if shutil.which("pdftotext") is None or shutil.which("pdffonts") is None:
        pytest.skip("pdftotext and pdffonts (poppler-utils) are not installed")
    text.set_language("zh_CN")
    trace = trace_of("nine")
    (tmp_path / "a.pdf").write_bytes(pdf.data(sheet.of_cards(trace, ["att.h1.A"], colours("light"))))

    def said(*command: str) -> str:
        return subprocess.run(command, cwd=tmp_path, check=True, capture_output=True).stdout.decode()

    words = said("pdftotext", "-layout", "a.pdf", "-").split()
    assert set(words) >= labels_of(trace, "att.h1.A") | {"注意力权重", "9×9"}
    assert sum("0." in word for word in words) == 81
    rows = [line.split() for line in said("pdffonts", "a.pdf").splitlines()[2:]]
    assert rows
    assert all(row[-5:-2] == ["yes", "no", "yes"] for row in rows), "embedded, and with a table to Unicode"
