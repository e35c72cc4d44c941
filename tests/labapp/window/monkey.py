"""A monkey at a real window: random acts by mouse and keys from one seed, and what must hold whatever it does.

    python -m tests.labapp.window.monkey --seed 7 --seconds 300

It prints one line of JSON: the seed, the acts by kind, and what was measured. The first thing that doesn't hold ends it
with exit code 1, the acts before it and the seed. Acts are listed in `monkey_acts.ACTS`.
"""

from __future__ import annotations

import argparse
import ctypes
import faulthandler
import gc
import json
import logging
import random
import resource
import sys
import tempfile
import threading
import time
import traceback
from collections import Counter, deque
from pathlib import Path

import numpy as np
from PySide6.QtCore import QEvent, QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from core import glass, jit
from core.check import agreement, difference
from core.engine import Engine
from core.problem import Problem
from core.trace import Trace
from core.workspace import Workspace
from labapp import files, fonts, log, models, text
from labapp.document import UNDO_LIMIT, Document
from labapp.export import exporting
from labapp.main_window import MainWindow
from labapp.panels import PANELS
from labapp.settings import Settings
from labapp.training.compiled import Compiled

MODEL, CELL = "block", "src.X"
EPISODE = (20, 90)  # acts between two looks at undo, memory and widgets
CHECK_EVERY = 6  # acts between two looks at the numbers
WARM = 0.5  # of the time: until then caches may fill
GROWTH = 40  # MB that may be added after that
ILL = 3e-15  # relative: how far inputs are moved to see whether a difference is more than rounding
OFFSCREEN = ("This plugin does not support",)  # raising, grabbing and the like: of no fault of ours
SPLITTER = "qt_qmainwindow_extended_splitter"  # Qt's own, between docks: it keeps those it no longer needs, hidden
FRESH = 0.2  # of the episodes begin with a new window


class Broken(AssertionError):
    """Something that must hold does not."""


class Monkey:
    """One window, one random generator, and what went wrong behind the window's back."""

    def __init__(self, seed: int, folder: Path, story: Path | None = None) -> None:
        self.random = random.Random(seed)
        self.folder = folder
        self.story = story.open("w", encoding="utf-8") if story is not None else None
        self.done: Counter[str] = Counter()
        self.last: deque[str] = deque(maxlen=40)
        self.faults: list[str] = []
        self.ill = 0
        self.undone = 0
        self.compared = 0
        self.memory: list[tuple[float, float]] = []  # seconds, MB
        self.widgets: list[Counter[str]] = []
        self.answers = "discard"
        self.window: MainWindow
        self.start: Workspace
        self._bytes = b""
        self._listen()
        self._answer_dialogs()
        self.open_window()

    # the world around the window

    def _listen(self) -> None:
        """Every error that nobody caught, every message of Qt, every error in the log."""
        sys.excepthook = lambda kind, error, trace: self.faults.append(
            "".join(traceback.format_exception(kind, error, trace))
        )
        threading.excepthook = lambda args: self.faults.append(
            "".join(traceback.format_exception(args.exc_type, args.exc_value, args.exc_traceback))
        )
        sys.unraisablehook = lambda args: self.faults.append(
            f"unraisable in {args.object!r}: "
            + "".join(traceback.format_exception(args.exc_type, args.exc_value, args.exc_traceback))
        )

        def told(kind: QtMsgType, context: object, message: str) -> None:
            if not any(quiet in message for quiet in OFFSCREEN):
                self.faults.append(f"Qt: {message}\n" + "".join(traceback.format_stack(limit=6)))

        qInstallMessageHandler(told)

        class Errors(logging.Handler):
            def emit(handler, record: logging.LogRecord) -> None:  # noqa: N805
                self.faults.append(logging.Formatter().format(record))

        errors = Errors(logging.ERROR)
        logging.getLogger().addHandler(errors)

    def _answer_dialogs(self) -> None:
        """A person's answers to the dialogs that would stop the program until there is one."""
        files.ask_unsaved = lambda parent, name: self.answers  # type: ignore[assignment]
        files.ask_save = lambda parent, folder, name: self.somewhere(".glass")  # type: ignore[assignment]
        files.ask_open = lambda parent, folder: self.some_file()  # type: ignore[assignment]
        endings = [".svg", ".png", ".pdf", ".csv", ".tsv", ".tex", ".py", ".txt"]

        def ask(parent: QWidget, folder: object, name: str, filters: dict[str, str]) -> Path:
            fitting = [ending for ending in endings if ending in filters.values()]
            return self.folder / ("figure" + self.random.choice(fitting))

        exporting.ask_save = ask  # type: ignore[assignment]

    def somewhere(self, ending: str) -> Path:
        """A file to save to: one of a few, now and then one that can't be written."""
        names = [*(f"work {k}{ending}" for k in range(4)), f"课堂{ending}", f"no such folder/x{ending}"]
        return self.folder / self.random.choice(names)

    def some_file(self) -> Path | None:
        """A file to open: one of those that were saved, one that is no model, one that isn't there, or none."""
        rubbish = self.folder / "rubbish.glass"
        rubbish.write_bytes(self.random.randbytes(200))
        found = sorted(self.folder.glob("*.glass"))
        return self.random.choice([*found, self.folder / "gone.glass", None])

    # the window

    @property
    def document(self) -> Document:
        return self.window.document

    def open_window(self) -> None:
        """A new window on the starting model."""
        self.window = MainWindow(Document(models.starting_model(MODEL)), Settings(self.folder / "settings.ini"))
        self.window.resize(1366, 768)
        self.window.show()
        self.window.activateWindow()
        self.window.bench.setFocus()
        self.process()
        self.begin()

    def close_window(self) -> None:
        """Close it without saving; it must be gone."""
        window, self.answers = self.window, "discard"
        window.close()
        self.process()
        if isValid(window):
            raise Broken("a closed window is still there")

    def process(self) -> None:
        """Let Qt do what it has put off, deleting included."""
        app = QApplication.instance()
        assert app is not None
        app.processEvents()
        app.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        app.processEvents()

    def begin(self) -> None:
        """What is shown now is where undo has to lead back to, unless there is something to undo already."""
        if self.document.undo_stack.count() == 0:
            self.start = self.document.workspace
            self._bytes = glass.dumps(self.start)

    # what must hold

    def check_faults(self) -> None:
        if self.faults:
            raise Broken("\n".join(self.faults))

    def check_numbers(self) -> None:
        """The numbers on screen are those of the model, computed afresh in the same way and by NumPy."""
        document, window = self.document, self.window
        if window.bench.trace is not window.comparison.shown():
            raise Broken("the bench shows another trace than the document's")
        if document.acting:
            return
        self.compared += 1
        trace, workspace = document.trace, document.workspace
        executor = document.report.executor
        again = Engine(executor).run(workspace, document.sample)
        for name in trace:
            if again[name].values.tobytes() != trace[name].values.tobytes():
                raise Broken(f"{name}: what is shown is not what {executor} computes afresh")
        plain = again if executor == "numpy" else Engine("numpy").run(workspace, document.sample)
        apart = [check for check in agreement(trace, plain) if not check.holds]
        if not apart:
            return
        moved = self._moved(workspace)
        for check in apart:
            rounding = difference(moved[check.node].values, plain[check.node].values).max()
            if not check.error <= 100 * max(rounding, check.tolerance / 100):
                raise Broken(f"{check.node}: {executor} is {check.error:.2g} from NumPy, rounding moves {rounding:.2g}")
        self.ill += 1

    def _moved(self, workspace: Workspace) -> Trace:
        """The model with its numbers moved by about one rounding: what moves with them is ill-conditioned."""
        random = np.random.default_rng(0)
        tolerance = ILL if workspace.spec.precision == "float64" else 1e-6
        for name, array in list(workspace.arrays.items()):
            if name.endswith(".custom") or not np.isfinite(array).all():
                continue
            moved = array * (1 + tolerance * random.standard_normal(array.shape))
            bare = name.removeprefix(f"sample{self.document.sample}/")
            try:
                workspace = workspace.with_block(bare, 0, 0, moved.astype(array.dtype), self.document.sample)
            except Problem:
                continue
        return Engine("numpy").run(workspace, self.document.sample)

    def check_undo(self) -> None:
        """Undo leads back to the start, to the bit, and redo to the end again."""
        document, stack = self.document, self.document.undo_stack
        if not self.window.settle():
            self.window.bench.typing.cancel()
        document.commit()  # a training that still goes on
        self.process()
        end, count = glass.dumps(document.workspace), stack.index()
        while stack.canUndo():
            self.window.actions_by_id["undo"].trigger()
            self.undone += 1
        if glass.dumps(document.workspace) != self._bytes or glass.dumps(self.start) != self._bytes:
            raise Broken("undo to the start does not restore the start")
        self.check_numbers()
        while stack.index() < count:
            self.window.actions_by_id["redo"].trigger()
        if glass.dumps(document.workspace) != end:
            raise Broken("redo does not lead back to the end")

    def measure(self, seconds: float) -> None:
        """Memory and widgets, with everything put back as at first."""
        window = self.window
        self.answers = "discard"
        window.new(MODEL)
        window.set_language("en")
        window.set_theme("light")
        window.comparison.end()
        window.resize(1366, 768)
        window.bench.reset_zoom()
        for panel in PANELS:
            window.docks[panel.id].show()
        window.show_prediction()  # made once, it stays
        self.process()
        window.show_bench()
        window.selection.select((CELL, 0, 0))  # the heatmap is made when there is something to show
        self.process()
        window.selection.select(None)
        window.selection.follow(None)
        self.process()
        self.begin()
        checks, until = window.docks["checks"].area.widget(), time.monotonic() + 30
        while not checks.rows and time.monotonic() < until:  # they are worked out beside the window
            self.process()
            time.sleep(0.01)
        gc.collect()
        self.process()
        self.widgets.append(living())
        self.memory.append((seconds, resident()))

    # a run

    def act(self) -> None:
        """One act of the table, drawn by its weight."""
        from .monkey_acts import ACTS, AT_BENCH
        from .monkey_window import tidy_up

        kind = self.random.choices(ACTS, [act.weight for act in ACTS])[0]
        self.done[kind.name] += 1
        self.tell(kind.name)
        if kind.name in AT_BENCH:
            self.window.show_bench()
        kind.do(self)
        self.process()
        tidy_up(self)
        self.check_faults()

    def tell(self, what: str) -> None:
        """Write down what is being done: after a crash the story's last line is where it was."""
        self.last.append(what)
        if self.story is not None:
            self.story.write(what + "\n")
            self.story.flush()

    def episode(self) -> None:
        """Some acts, then all the way back."""
        for number in range(self.random.randint(*EPISODE)):
            if self.document.undo_stack.count() > UNDO_LIMIT - 20:
                break
            self.act()
            if number % CHECK_EVERY == 0:
                self.check_numbers()
        self.check_undo()
        self.check_faults()

    def run(self, seconds: float) -> None:
        """Episodes for so many seconds; at the end nothing may have grown."""
        begun = time.monotonic()
        while (spent := time.monotonic() - begun) < seconds:
            self.episode()
            if self.random.random() < FRESH:
                self.tell("a new window")
                self.done["a new window"] += 1
                self.close_window()
                self.open_window()
            self.measure(spent)
            self.check_faults()
        self.check_growth(seconds)
        self.close_window()
        self.check_faults()

    def check_growth(self, seconds: float) -> None:
        """After the caches have filled, memory stays, and so do the widgets."""
        warm = [size for at, size in self.memory if at >= WARM * seconds]
        if len(warm) > 2 and min(warm[-2:]) - warm[0] > GROWTH:
            raise Broken(f"memory grows: {[round(size) for _, size in self.memory]} MB")
        first, final = self.widgets[0], self.widgets[-1]
        more = {name: (first[name], count) for name, count in final.items() if count > first[name]}
        if more:
            raise Broken(f"widgets are left over: {more}")

    def report(self) -> dict[str, object]:
        return {
            "acts": sum(self.done.values()),
            "compared": self.compared,
            "undone": self.undone,
            "ill-conditioned": self.ill,
            "windows": self.done["a new window"] + 1,
            "memory MB": [round(size) for _, size in self.memory][:: max(1, len(self.memory) // 8)],
            "by kind": dict(sorted(self.done.items())),
        }


def living() -> Counter[str]:
    """The widgets there are, by class and by the class of what they lie in."""
    kinds: Counter[str] = Counter()
    for widget in QApplication.allWidgets():
        if widget.objectName() == SPLITTER or widget.metaObject().className() == "CheckRow":
            continue  # of rows there are as many as checks apply, and compiled code brings one more
        parent = widget.parent()
        inside = f" in {parent.metaObject().className()}" if parent is not None else ""
        kinds[f"{widget.metaObject().className()}{inside}"] += 1
    return kinds


def resident() -> float:
    """MB in memory, without what was freed and only kept for later."""
    try:
        ctypes.CDLL("libc.so.6").malloc_trim(0)
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except (OSError, AttributeError, ValueError):
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return pages * resource.getpagesize() / 2**20


def main() -> int:
    parser = argparse.ArgumentParser(description="A monkey at a real window.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--story", type=Path, help="write every act into this file as it is done")
    parser.add_argument("--collect", type=int, help="collect garbage after so many new objects: hunts early deletions")
    chosen = parser.parse_args()
    if chosen.collect:
        gc.set_threshold(chosen.collect, 2, 2)
    faulthandler.enable()
    app = QApplication([])
    fonts.load()
    text.set_language("en")
    log.alarm()
    jit.forward()
    # Training would wait for minutes until the way back is compiled.
    Compiled.executor = lambda self, precision, is_cancelled: "numpy"  # type: ignore[method-assign]
    with tempfile.TemporaryDirectory() as folder:
        monkey = Monkey(chosen.seed, Path(folder), chosen.story)
        failed = ""
        try:
            monkey.run(chosen.seconds)
        except Exception:
            failed = traceback.format_exc()
        print(json.dumps({"seed": chosen.seed, "seconds": chosen.seconds, **monkey.report()}, ensure_ascii=False))
        if failed:
            print(f"seed {chosen.seed}; the last acts: {' · '.join(monkey.last)}\n{failed}", file=sys.stderr)
    del app
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
