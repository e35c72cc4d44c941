"""What the first paint does without: nothing is imported before it that only something later needs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
PROGRAM = """
import json, sys
from labapp import cli
words = ["open", "block"]
assert cli.parser(words).parse_args(words).model == "block"
from labapp import models
from labapp.commands.speed_probes import _first_paint, application, shown
import labapp.start
app = application()
with shown(app, models.starting_model("block"), warm=True) as window:
    _first_paint(app, window)
    print(json.dumps(sorted(sys.modules)))
"""
LATER = (
    # the compiler, plots, and what only figures, prints and tests take of Qt
    "numba", "llvmlite", "pyqtgraph", "PySide6.QtTest", "PySide6.QtPrintSupport", "PySide6.QtOpenGL",
    # the other commands, and the readings of core that only they and hidden panels ask for
    "labapp.benchmark.measure", "labapp.benchmark.peers", "labapp.commands.speed", "labapp.commands.check",
    "labapp.commands.compare", "labapp.commands.script", "labapp.commands.trace", "labapp.self_test", "core.script",
    "labapp.commands.generate", "labapp.commands.gradient", "labapp.commands.ledger", "labapp.commands.train",
    "core.blocks", "core.trace_file", "core.gradient", "core.train", "core.generate", "core.ledger",
    # what opens when a person asks for it
    "labapp.generating", "labapp.prediction.next", "labapp.panels.panes",
    "labapp.panels.twin", "labapp.panels.heads", "labapp.tokens.batch", "labapp.tokens.sentence",
    "labapp.tokens.cutter", "labapp.offer", "labapp.help", "labapp.export.dialog", "labapp.export.exporting",
    "labapp.export.pdf", "labapp.prediction", "labapp.prediction.view",
    "labapp.export.pdf", "labapp.training", "labapp.panels.training", "core.steps", "core.corpus",
    "labapp.export.svg", "labapp.export.raster", "labapp.export.figure",
    # Python's own that are slow to import
    "importlib.metadata", "tomllib", "email", "socket", "logging.handlers", "statistics", "unittest", "html",
    "multiprocessing",
)  # fmt: skip


@pytest.fixture(scope="module")
def imported(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The modules of a process in which the window has just been painted for the first time."""
    around = dict(os.environ, QT_QPA_PLATFORM="offscreen", PYTHONPATH=str(ROOT))
    folder = tmp_path_factory.mktemp("elsewhere")
    ran = subprocess.run([sys.executable, "-c", PROGRAM], env=around, cwd=folder, capture_output=True, timeout=120)
    assert ran.returncode == 0, ran.stderr.decode()
    return set(json.loads(ran.stdout.decode().splitlines()[-1]))


def test_what_the_first_paint_needs_is_there(imported: set[str]) -> None:
    assert {"numpy", "PySide6.QtWidgets", "labapp.main_window", "labapp.bench.paint", "core.engine"} <= imported


@pytest.mark.parametrize("module", LATER)
def test_what_it_does_not_need_is_imported_later(module: str, imported: set[str]) -> None:
    assert module not in imported
