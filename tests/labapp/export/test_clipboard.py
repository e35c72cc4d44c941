"""The clipboard: a figure in all its forms, numbers as text."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QGuiApplication

from core.trace import Trace
from labapp.export import clipboard, numbers, sheet
from labapp.export.palette import colours
from tests.labapp.export.readers import Drawing, Paper

Traces = Callable[..., Trace]


def test_a_figure_is_an_image_and_two_drawings(trace_of: Traces) -> None:
    made = sheet.of_cards(trace_of("block"), ["enc1.self.h1.A"], colours("light"))
    clipboard.copy(made)
    held = QGuiApplication.clipboard().mimeData()
    assert held.hasImage()
    assert QGuiApplication.clipboard().image().width() == 2 * made.width
    assert "0.401" in Drawing(held.data(clipboard.SVG).data()).texts
    assert "0.401" in Paper(held.data(clipboard.PDF).data()).text
    assert not held.hasText(), "a text editor gets nothing rather than a drawing's source"


def test_numbers_are_text_to_the_last_digit(trace_of: Traces) -> None:
    matrix = trace_of("block")["enc1.self.h1.A"]
    clipboard.copy_text(numbers.tsv(matrix))
    rows = QGuiApplication.clipboard().text().split("\n")
    assert [[float(cell) for cell in row.split("\t")] for row in rows] == matrix.values.tolist()
