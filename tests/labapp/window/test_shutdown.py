"""The end of the program, by real processes: whatever is going on, it ends by itself, with exit code 0 and no word."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from core import glass
from labapp.models import starting_model

ROOT = Path(__file__).parents[3]
WATCHDOG = 60  # s; it takes about one, but not on a machine that is busy with something else

# The whole program from its start on, except that a person's answers are given here: nothing is saved.
CHILD = """
import sys, time
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from labapp import files, models, start
from labapp.export import exporting
from labapp.main_window import MainWindow
from labapp.training.compiled import Compiled

really = Compiled.executor
Compiled.executor = lambda self, precision, is_cancelled: "numpy"  # a training would wait for minutes
files.ask_unsaved = lambda parent, name: "discard"
here = Path(sys.argv[1])

def window():
    return next(w for w in QApplication.topLevelWidgets() if isinstance(w, MainWindow))

def change(value):
    document = window().document
    document.do(document.workspace.with_cell("src.X", 0, 0, value), "X[0,0]")

def later(act, ms=0):
    QTimer.singleShot(ms, QApplication.instance(), act)

def when_training(then):
    if window().document.lasting:
        then()
    else:
        later(lambda: when_training(then), 10)

def begin():
    later(act)

shown = MainWindow.showEvent
def show_event(self, event):
    shown(self, event)
    if not hasattr(MainWindow, "begun"):
        MainWindow.begun = True
        begin()
MainWindow.showEvent = show_event
"""

ENDS = {
    "at once, before the first paint": """
        def act():
            window().close()
    """,
    "while compiled code is being loaded": """
        def act():
            later(lambda: window().close(), 200)
    """,
    "in the middle of a drag, with a copy on its way": """
        def act():
            document = window().document
            change(5.0)
            window().safety.autosave.save_now()
            document.begin("drag")
            for step in range(60):
                document.preview(document.workspace.with_cell("src.X", 0, 0, float(step)))
            window().close()
        begin = lambda: later(act, 100)
    """,
    "with figure dialog, twin, heatmap, heads and help open": """
        def act():
            w = window()
            for dock in w.docks.values():
                dock.show()
            w.selection.select(("src.X", 0, 0))
            w.actions_by_id["keys"].trigger()
            w._export.actions_by_id["copy_picture"].trigger()
            w._export.actions_by_id["figure"].trigger()
            w.toggle_theme()
            later(lambda: QApplication.closeAllWindows(), 50)
    """,
    "in the middle of a training, with every panel open, in the prediction view": """
        def act():
            w = window()
            w.new("six")
            w.show_prediction()
            for dock in w.docks.values():
                dock.show()
            w.actions_by_id["gradients"].trigger()
            w.desk.training.choose(steps=10**6, speed=0)
            w.desk.training.start()
            when_training(w.close)
    """,
    "by quitting in the middle of a training": """
        def act():
            w = window()
            w.new("six")
            w.desk.training.choose(steps=10**6, speed=0)
            w.desk.training.start()
            when_training(QApplication.quit)
    """,
    "while a training waits for its compiled code": """
        Compiled.executor = really
        def act():
            w = window()
            w.new("six")
            w.desk.training.start()
            later(w.close, 300)
    """,
    "while tokens come": """
        def act():
            w = window()
            w.new("english")
            w.docks["panes"].show()
            w.desk.generating.run_to_end()
            later(lambda: w.desk.generating.running and w.close(), 150)
    """,
    "while models are read, gradients are tried and Jacobians worked out beside the window": """
        def act():
            w = window()
            w.new("translate")
            for name in ("kinds", "jacobian", "order", "readers"):
                w.docks[name].show()
            w.desk.gradients.check(("src.X", 0, 0))
            later(w.close, 300)
    """,
    "by quitting in the middle of an export": """
        from labapp.export import figure
        written = figure.write
        def write(*args, **kwargs):
            QApplication.quit()
            written(*args, **kwargs)
        figure.write = write
        exporting.ask_save = lambda *_: here / "a.svg"
        def act():
            w = window()
            w.selection.select(("src.X", 0, 0))
            work = exporting.Exporting(w)
            work.save_figure(work._begun())
    """,
}


@pytest.mark.parametrize("how", ENDS)
def test_the_program_ends_well(how: str, tmp_path: Path) -> None:
    mine = tmp_path / "mine.glass"
    glass.save(mine, starting_model("block"))
    before = mine.read_bytes()
    code = CHILD + textwrap.dedent(ENDS[how])
    code += f"\nsys.exit(start.run(models.starting_model('block'), Path({str(mine)!r})))"
    folders = {name: str(tmp_path / name) for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")}
    if "waits" in how:
        folders["GLASSFORMER_CACHE"] = str(tmp_path / "cache")  # where there is none yet
    ran = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", code, str(tmp_path)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, **folders},
        timeout=WATCHDOG,
    )
    assert (ran.returncode, without_the_platform(ran.stderr)) == (0, "")
    assert mine.read_bytes() == before
    log = next(Path(folders["XDG_DATA_HOME"]).rglob("glassformer.log")).read_text(encoding="utf-8")
    assert without_the_platform("\n".join(line for line in log.splitlines() if " INFO " not in line)) == ""
    left = sorted(file.name for file in Path(folders["XDG_DATA_HOME"]).rglob("*.glass"))
    assert left == [], "a copy of work that was given up knowingly"
    if "export" in how:
        assert (tmp_path / "a.svg").read_text(encoding="utf-8").rstrip().endswith("</svg>")


def without_the_platform(told: str) -> str:
    """What offscreen Qt says of itself is no word of the program."""
    return "\n".join(line for line in told.splitlines() if "This plugin does not support" not in line)
