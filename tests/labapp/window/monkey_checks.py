"""What the monkey measures: rounding, memory, widgets, threads."""

from __future__ import annotations

import ctypes
import resource
import threading
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtWidgets import QApplication

from core.engine import Engine
from core.problem import Problem
from core.trace import Trace
from core.workspace import Workspace
from labapp.panels import PANELS
from labapp.prediction.cross import CrossCard

if TYPE_CHECKING:
    from .monkey import Monkey

ILL = 3e-15  # relative: how far inputs are moved to see whether a difference is more than rounding
SPLITTER = "qt_qmainwindow_extended_splitter"  # Qt's own, between docks: it keeps those it no longer needs, hidden


def nearby(workspace: Workspace, sample: int) -> Trace:
    """The model with its numbers moved by about one rounding: what moves with them is ill-conditioned."""
    random = np.random.default_rng(0)
    tolerance = ILL if workspace.spec.precision == "float64" else 1e-6
    for name, array in list(workspace.arrays.items()):
        if name.endswith(".custom") or not np.isfinite(array).all():
            continue
        there = array * (1 + tolerance * random.standard_normal(array.shape))
        bare = name.removeprefix(f"sample{sample}/")
        try:
            workspace = workspace.with_block(bare, 0, 0, there.astype(array.dtype), sample)
        except Problem:
            continue
    return Engine("numpy").run(workspace, sample)


def living() -> Counter[str]:
    """The widgets there are, by class and by the classes of what they lie in."""
    kinds: Counter[str] = Counter()
    for widget in QApplication.allWidgets():
        if widget.objectName() == SPLITTER or widget.metaObject().className() == "CheckRow":
            continue  # of rows there are as many as checks apply, and compiled code brings one more
        names, parent = [widget.metaObject().className()], widget.parent()
        if names[0].startswith("Segment") and parent is not None:
            if any(isinstance(one, CrossCard) for one in (parent, parent.parent())):
                continue  # of choosers there are as many as the last model with cross-attention had layers and heads
        while parent is not None and (len(names) < 2 or names[-1] == "QWidget"):  # a bare QWidget says little
            names.append(parent.metaObject().className())
            parent = parent.parent()
        kinds[" in ".join(names)] += 1
    return kinds


def histories(found: list[Counter[str]]) -> dict[str, list[int]]:
    """How many there were of each kind, one time after the other."""
    return {name: [counts[name] for counts in found] for name in sorted(set().union(*found))}


def rises(counts: list[int]) -> int:
    """How often there were more than ever before: once is something that is made when it is first wanted, and stays."""
    return sum(count > max(counts[:k]) for k, count in enumerate(counts) if k)


def resident() -> float:
    """MB in memory, without what was freed and only kept for later."""
    try:
        ctypes.CDLL("libc.so.6").malloc_trim(0)
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except (OSError, AttributeError, ValueError):
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return pages * resource.getpagesize() / 2**20


def at_work() -> list[str]:
    """The threads beside the window's that nothing ends: they would keep the program from ending."""
    return [thread.name for thread in threading.enumerate() if thread is not threading.main_thread()]


def as_at_first(monkey: Monkey) -> None:
    """The starting model with everything put back, and everything made that is made once and stays."""
    window = monkey.window
    monkey.answers = "discard"
    window.new("block")
    window.set_language("en")
    window.set_theme("light")
    window.comparison.end()
    window.resize(1366, 768)
    window.bench.reset_zoom()
    for panel in PANELS:
        window.docks[panel.id].show()
    window.show_prediction()  # made once, it stays, with what it showed last of a model that predicts
    window.new("translate")
    monkey.process()
    window.new("block")
    for _ in range(2):  # the bar of the gradients, too
        window.actions_by_id["gradients"].trigger()
        monkey.process()
    window.show_bench()
    window.selection.select(("src.X", 0, 0))  # the heatmap is made when there is something to show
    monkey.process()
    window.selection.select(None)
    window.selection.follow(None)
    monkey.process()
    checks, until = window.docks["checks"].area.widget(), time.monotonic() + 30
    while not checks.rows and time.monotonic() < until:  # they are worked out beside the window
        monkey.process()
        time.sleep(0.01)
