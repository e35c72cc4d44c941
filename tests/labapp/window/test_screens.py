"""Every starting model on a small screen, and on a dense one of the same size: no text is cut, no two cards overlap."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from tests.labapp.window.looks import lacking

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("scale", ["1", "2"], ids=["1366x768", "2732x1536 at 200 %"])
def test_no_text_is_cut_and_nothing_overlaps(scale: str) -> None:
    """In a process of its own: Qt reads the scale of the screen once, at its start."""
    ran = subprocess.run(
        [sys.executable, "-m", "tests.labapp.window.looks"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "QT_SCALE_FACTOR": scale},
    )
    first, *found = ran.stdout.splitlines()
    assert first == f"{float(scale)} 12", ran.stderr
    assert "\n".join(found).strip() == ""
    assert ran.returncode == 0


def test_a_text_that_is_cut_is_noticed(qtbot: QtBot) -> None:
    label = QLabel("attention weights")
    qtbot.addWidget(label)
    label.show()
    label.resize(label.sizeHint())
    assert lacking(label) == 0
    label.resize(40, label.height())
    assert lacking(label) > 0
