"""The clipboard: what is handed over is there, a clipboard that is taken is said, and the program ends well."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.problem import Problem
from labapp import clipboard, log, models
from labapp.document import Document
from labapp.main_window import MainWindow

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another program holds the clipboard, and Qt says nothing."""

    class Taken:
        def setMimeData(self, held: object) -> None: ...

        def mimeData(self) -> QMimeData:
            return QMimeData()

    monkeypatch.setattr(clipboard, "QGuiApplication", type("App", (), {"clipboard": staticmethod(Taken)}))


def test_a_text_is_there(qapp: QApplication) -> None:
    clipboard.copy_text("0.401")
    assert QGuiApplication.clipboard().text() == "0.401"


def test_a_clipboard_that_takes_nothing_is_said(qapp: QApplication, taken: None) -> None:
    with pytest.raises(Problem, match="clipboard did not take it"):
        clipboard.copy_text("1")


@pytest.mark.usefixtures("taken")
def test_no_way_of_copying_claims_what_did_not_happen(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    window = MainWindow(Document(models.starting_model("block")))
    qtbot.addWidget(window)
    window.show()
    window.docks["twin"].show()
    window.selection.select(("src.X", 0, 0))
    monkeypatch.setattr(log, "last_report", lambda: "a report")
    ways = {
        "value": window.actions_by_id["copy"].trigger,
        "table": window.docks["twin"].area.widget().copy_block,
        "report": window.safety._copy_report,
    }
    for name, way in ways.items():
        window.say("")
        way()
        assert window.status.said().startswith("The clipboard did not take it"), name


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
