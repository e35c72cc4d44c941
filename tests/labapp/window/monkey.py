"""A monkey at a real window: random acts by mouse and keys from one seed, and what must hold whatever it does.

    python -m tests.labapp.window.monkey --seed 7 --seconds 300

It prints one line of JSON: the seed, the acts by kind, and what was measured. The first thing that doesn't hold ends it
with exit code 1, the acts before it and the seed. Acts are listed in `monkey_acts.ACTS`.
"""

from __future__ import annotations

import argparse
import faulthandler
import gc
import json
import logging
import random
import sys
import tempfile
import threading
import time
import traceback
import warnings
from collections import Counter, deque
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from core import glass, jit
from core.check import agreement, difference
from core.engine import Engine
from core.workspace import Workspace
from labapp import files, fonts, log, models, text
from labapp.document import UNDO_LIMIT, Document
from labapp.export import exporting
from labapp.main_window import MainWindow
from labapp.settings import Settings
from labapp.training.compiled import Compiled

from .monkey_checks import as_at_first, at_work, histories, living, nearby, resident, rises

if TYPE_CHECKING:
    from .monkey_acts import Act

MODEL = "block"
EPISODE = (20, 90)  # acts between two looks at undo, memory and widgets
CHECK_EVERY = 6  # acts between two looks at the numbers
WARM = 0.5  # of the time: until then caches may fill
GROWTH = 40  # MB that may be added after that
OFFSCREEN = ("This plugin does not support",)  # raising, grabbing and the like: of no fault of ours
SPOKEN = 0.6  # of the episodes begin with a model that can be trained and speaks
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
        self.seen: Counter[str] = Counter()  # what really happened
        self.slow = (0.0, "")  # the act that took the thread of the window longest
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

        def warned(message: Warning | str, kind: type[Warning], file: str, line: int, *_: object) -> None:
            self.faults.append(
                f"{kind.__name__}: {message} in {file}:{line}\n" + "".join(traceback.format_stack(limit=9))
            )

        warnings.showwarning = warned
        warnings.simplefilter("always")

        class Errors(logging.Handler):
            def emit(handler, record: logging.LogRecord) -> None:  # noqa: N805
                self.faults.append(logging.Formatter().format(record))

        logging.getLogger().addHandler(Errors(logging.ERROR))

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
        self._loads = -1
        self.begin()
        self.document.changed.connect(self.begin)  # whoever opens a model
        self.process()

    def close_window(self) -> None:
        """Close it without saving; it must be gone."""
        window, self.answers = self.window, "discard"
        window.close()
        self.process()
        if isValid(window):
            raise Broken("a closed window is still there")
        until = time.monotonic() + 10
        while (working := at_work()) and time.monotonic() < until:  # what was given up ends at its next look
            time.sleep(0.01)
        if working:
            raise Broken(f"a closed window leaves threads at work: {working}")

    def process(self) -> None:
        """Let Qt do what it has put off, deleting included."""
        app = QApplication.instance()
        assert app is not None
        app.processEvents()
        app.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        app.processEvents()

    def begin(self, *_: object) -> None:
        """What is shown of a new model is where undo has to lead back to."""
        if self.document.loads != self._loads:
            self._loads = self.document.loads
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
        if document.acting and not document.lasting:
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
        other = nearby(workspace, document.sample)
        for check in apart:
            rounding = difference(other[check.node].values, plain[check.node].values).max()
            if not check.error <= 100 * max(rounding, check.tolerance / 100):
                raise Broken(f"{check.node}: {executor} is {check.error:.2g} from NumPy, rounding moves {rounding:.2g}")
        self.ill += 1

    def check_undo(self) -> None:
        """Undo leads back to the start, to the bit, and redo to the end again."""
        document, stack = self.document, self.document.undo_stack
        if not self.window.settle():
            self.window.bench.typing.cancel()
        document.commit()  # a training that still goes on
        self.window.desk.training.pause()  # one that is still being prepared would begin in the middle of this
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
        as_at_first(self)
        gc.collect()
        self.process()
        self.widgets.append(living())
        self.memory.append((seconds, resident()))

    # a run

    def act(self, kind: Act | None = None) -> None:
        """One act of the table; unless it is said which, drawn by its weight."""
        from .monkey_acts import ACTS, AT_BENCH
        from .monkey_window import tidy_up

        kind = kind or self.random.choices(ACTS, [act.weight for act in ACTS])[0]
        self.done[kind.name] += 1
        self.tell(kind.name)
        if kind.name in AT_BENCH:
            self.window.show_bench()
        begun = time.thread_time()
        kind.do(self)
        self.process()
        tidy_up(self)
        self.slow = max(self.slow, (time.thread_time() - begun, kind.name))
        self.look()
        self.check_faults()

    def look(self) -> None:
        """Count what goes on together."""
        desk, window = self.window.desk, self.window
        going = {
            "training": self.document.lasting,
            "free": desk.generating.free,
            "gradients": window.sloping.on,
            "prediction": window.is_prediction(),
            "comparing": window.comparison.on,
        }
        now = [name for name, on in going.items() if on]
        self.seen.update(now)
        self.seen.update(f"training and {name}" for name in now if now[0] == "training" and name != "training")

    def round(self) -> None:
        """Every act of the table once, in random order; then in a new window those that must not be in vain."""
        from .monkey_acts import ACTS, CERTAIN

        for kind in self.random.sample(ACTS, len(ACTS)):
            self.act(kind)
        self.check_undo()
        self.close_window()
        self.open_window()
        for kind in ACTS:
            if kind.name in CERTAIN:
                self.act(kind)

    def tell(self, what: str) -> None:
        """Write down what is being done: after a crash the story's last line is where it was."""
        self.last.append(what)
        if self.story is not None:
            self.story.write(what + "\n")
            self.story.flush()

    def episode(self) -> None:
        """Some acts, on the starting model or another one, then all the way back."""
        from .monkey_training import SPEAKING

        if self.random.random() < SPOKEN:
            self.window.new(self.random.choice(SPEAKING))
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
        self.round()
        self.check_undo()
        self.measure(0.0)
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
        more = {name: counts for name, counts in histories(self.widgets).items() if rises(counts) > 1}
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
            "slowest": {"seconds": round(self.slow[0], 2), "act": self.slow[1]},
            "seen": dict(sorted(self.seen.items())),
            "by kind": dict(sorted(self.done.items())),
        }


def main() -> int:
    parser = argparse.ArgumentParser(description="A monkey at a real window.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--story", type=Path, help="write every act into this file as it is done")
    parser.add_argument("--collect", type=int, help="collect garbage after so many new objects: hunts early deletions")
    parser.add_argument("--compiled", action="store_true", help="train by compiled code, as the program does")
    chosen = parser.parse_args()
    if chosen.collect:
        gc.set_threshold(chosen.collect, 2, 2)
    faulthandler.enable()
    app = QApplication([])
    fonts.load()
    text.set_language("en")
    log.alarm()
    jit.forward()
    if not chosen.compiled:  # training would wait for minutes until the way back is compiled
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
