"""The clipboard: a figure in all its forms, numbers as text, and a clipboard that is taken."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication

from core.problem import Problem
from core.trace import Trace
from labapp.export import clipboard, numbers, sheet
from labapp.export.palette import colours
from tests.labapp.export.readers import Drawing, Paper

Traces = Callable[..., Trace]
ROOT = Path(__file__).parents[3]


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


def test_a_clipboard_that_takes_nothing_is_said(trace_of: Traces, monkeypatch: pytest.MonkeyPatch) -> None:
    class Taken:
        def setMimeData(self, held: object) -> None: ...

        def mimeData(self) -> QMimeData:
            return QMimeData()

    monkeypatch.setattr(clipboard, "QGuiApplication", type("App", (), {"clipboard": staticmethod(Taken)}))
    with pytest.raises(Problem, match="clipboard did not take it"):
        clipboard.copy_text("1")


def test_a_program_ends_well_with_its_own_data_on_the_clipboard() -> None:
    """Offscreen Qt deletes it after Python has ended, and what was made in Python then crashes the process."""
    code = """
from PySide6.QtGui import QGuiApplication
app = QGuiApplication([])
from labapp.export import clipboard
clipboard.copy_text("0.401")
assert QGuiApplication.clipboard().text() == "0.401"
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert (run.returncode, run.stderr) == (0, "")
