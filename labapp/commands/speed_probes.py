"""What one process measures of the window, each in a process of its own that begins as the program does.

A probe is `glassformer benchmark --probe NAME`; it prints one line of JSON. Milliseconds come in pairs, by the clock
and of the processor: on a machine that has other work only the second tells how fast the program is.
"""

from __future__ import annotations

import math
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core import jit
from core.problem import Problem
from core.workspace import Workspace

from .. import models
from . import prediction_probes, speaking_probes

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from ..main_window import MainWindow

SIZE = (1680, 1050)
WIDE = "enc1.ffn.W1"  # of the model with a matrix of 512×2048
DRAG_SECONDS = 4.0
BEAT_MS = 5
FILLED_WITHIN = 240.0  # seconds
SETTLING_MS = 600


def large() -> Workspace:
    return models.starting_model("block").with_spec(d=512, d_ff=2048)


def application() -> QApplication:
    """Qt with the fonts of the program; every figure is measured without a screen."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from .. import fonts, style, text

    app = style.application(sys.argv[:1])
    fonts.load()
    app.setFont(fonts.ui_font(13))
    text.set_language("en")
    return app


@contextmanager
def shown(app: QApplication, workspace: Workspace, warm: bool = False) -> Iterator[MainWindow]:
    """A window of the usual size on a model, shown; `warm` loads compiled code afterwards, as the program does."""
    from ..document import Document
    from ..main_window import MainWindow
    from ..settings import Settings

    with tempfile.TemporaryDirectory(prefix="glassformer-speed-") as folder:
        window = MainWindow(Document(workspace), Settings(Path(folder) / "settings.ini"), warm=warm)
        window.resize(*SIZE)
        window.show()
        if not warm:
            settle(app)
        yield window
        window.settle()
        window.document.undo_stack.setClean()  # nobody is there to be asked whether to save
        window.close()


def settle(app: QApplication) -> None:
    for _ in range(5):
        app.processEvents()


def compiled() -> bool:
    """Load compiled code now; whether there is any."""
    try:
        jit.forward()
    except Problem:
        return False
    return True


# edits


def block_digits(window: MainWindow) -> str:
    """Every card of the block in sight, which the panels below the bench would take room from."""
    window.resize(SIZE[0], round(1.5 * SIZE[1]))
    return "src.X"


def one_layer_open(window: MainWindow) -> str:
    window.bench.navigator.go("enc1.self.h1.WQ")
    return "enc1.self.h1.WQ"


def layer_compared(window: MainWindow) -> str:
    """Beside a baseline, with differences on every card, in the same room but for the bar."""
    window.comparing.freeze()
    window.comparison.show("difference")
    window.docks["compare"].hide()
    return one_layer_open(window)


def layer_of_gradients(window: MainWindow) -> str:
    """Gradients of the loss on every card, by compiled code; one card shows its values, and is edited."""
    from core import jit_back

    if compiled():
        jit_back.load()
    window.sloping.toggle()
    window.desk.gradients.show("enc1.self.h1.WQ", False)
    return one_layer_open(window)


def all_as_colours(window: MainWindow) -> str:
    """Everything unfolded and in sight at the largest text without digits: the window is as tall as the bench."""
    from ..bench.metrics import DIGITS_FROM

    window.bench.navigator.turn_all(True)
    window.bench.camera.zoom_to(DIGITS_FROM - 1)
    window.resize(SIZE[0], math.ceil(window.bench.bench.height) + window.height() - window.bench.height())
    return "enc1.self.h1.WQ"


def wide_card(window: MainWindow) -> str:
    window.bench.navigator.go(WIDE)
    return WIDE


def wide_card_and_twin(window: MainWindow) -> str:
    window.bench.navigator.go(WIDE)
    window.selection.select((WIDE, 0, 0))
    window.docks["twin"].show()
    return WIDE


Prepare = Callable[["MainWindow"], str]
EDITS: dict[str, tuple[Callable[[], Workspace], Prepare]] = {
    "block": (lambda: models.starting_model("block"), block_digits),
    "translate": (lambda: models.starting_model("translate"), one_layer_open),
    "translate-compare": (lambda: models.starting_model("translate"), layer_compared),
    "translate-gradients": (lambda: models.starting_model("translate"), layer_of_gradients),
    "translate-colours": (lambda: models.starting_model("translate"), all_as_colours),
    "wide": (large, wide_card),
}


def edit(case: str, rounds: int) -> dict[str, Any]:
    """Edit one cell again and again until its pixels are there."""
    from ..bench.measure import edit_to_pixels

    app = application()
    ready = compiled()
    make, prepare = EDITS[case]
    with shown(app, make()) as window:
        name = prepare(window)
        settle(app)
        edit_to_pixels(window.bench, name, rounds=min(20, rounds))
        costs = edit_to_pixels(window.bench, name, rounds=rounds)
        seen = window.bench.viewport().rect()
        cards = [p for p in window.bench.bench.cards.values() if window.bench.on_screen(p.rect).intersects(seen)]
        cells = sum(len(p.box.rows) * len(p.box.cols) for p in cards)
    return {"costs": costs, "cards": len(cards), "cells": cells, "compiled": ready}


def twin(rounds: int) -> dict[str, Any]:
    """A whole edit of a cell of the wide matrix while its twin is open; every view is up to date afterwards."""
    from ..bench.measure import clocks, since

    app = application()
    compiled()
    costs = []
    with shown(app, large()) as window:
        name = wide_card_and_twin(window)
        settle(app)
        document = window.document
        for k in range(rounds + 2):
            changed = document.workspace.with_cell(name, 0, 0, 0.01 * (k + 1))
            began = clocks()
            document.do(changed, "measure")
            app.processEvents()
            costs.append(since(began))
    return {"costs": costs[2:]}


def scroll(rounds: int) -> dict[str, Any]:
    """Frames of the wide card while it is scrolled."""
    from ..bench.measure import clocks, since

    app = application()
    costs = []
    with shown(app, large()) as window:
        wide_card(window)
        settle(app)
        bar = window.bench.horizontalScrollBar()
        for k in range(rounds):
            began = clocks()
            bar.setValue((k * 37) % max(1, bar.maximum()))
            app.processEvents()
            costs.append(since(began))
    return {"costs": costs}


# a drag


def drag(seconds: float = DRAG_SECONDS) -> dict[str, Any]:
    """Drag a cell of the block with a mouse that moves a thousand times a second, as some do.

    Moves that are due go into the queue of events, as a window system puts them there; how long each waits is the
    backlog.
    """
    from PySide6.QtCore import QEvent, QEventLoop, QObject, QPointF, Qt, QTimer
    from PySide6.QtGui import QMouseEvent
    from PySide6.QtTest import QTest

    app = application()
    compiled()
    with shown(app, models.starting_model("block")) as window:
        view = window.bench
        viewport, none = view.viewport(), Qt.KeyboardModifier.NoModifier
        start = view.point_of("src.X", 0, 0)
        frames: list[float] = []
        waits: list[float] = []
        posted: list[float] = []

        class Watch(QObject):
            def eventFilter(self, watched: QObject, event: QEvent) -> bool:
                if event.type() == QEvent.Type.Paint:
                    frames.append(time.perf_counter())
                elif event.type() == QEvent.Type.MouseMove and len(waits) < len(posted):
                    waits.append((time.perf_counter() - posted[len(waits)]) * 1000.0)
                return False

        watch = Watch()
        QTest.mousePress(viewport, Qt.MouseButton.LeftButton, none, start)
        viewport.installEventFilter(watch)
        began, worked = time.perf_counter(), time.process_time()
        done = 0

        def post() -> None:
            nonlocal done
            due = int((time.perf_counter() - began) * 1000.0)
            while done < due:
                done += 1
                at = QPointF(start) + QPointF(10.0 + 200.0 * abs((done / 1000.0) % 2.0 - 1.0), 0.0)
                left = Qt.MouseButton.LeftButton
                move = QMouseEvent(
                    QEvent.Type.MouseMove, at, viewport.mapToGlobal(at), Qt.MouseButton.NoButton, left, none
                )
                posted.append(time.perf_counter())
                app.postEvent(viewport, move)

        timer = QTimer()
        timer.setTimerType(Qt.TimerType.PreciseTimer)
        timer.timeout.connect(post)
        timer.start(1)
        loop = QEventLoop()  # the application's own would close the window at its end
        QTimer.singleShot(round(seconds * 1000), loop.quit)
        loop.exec()
        timer.stop()
        took, cpu = time.perf_counter() - began, time.process_time() - worked
        settle(app)
        viewport.removeEventFilter(watch)
        QTest.mouseRelease(viewport, Qt.MouseButton.LeftButton, none, start)
    gaps = [(b - a) * 1000.0 for a, b in zip(frames, frames[1:], strict=False)]
    return {
        "moves": len(posted),
        "frames_a_second": len(frames) / took,
        "waits": waits,
        "gaps": gaps,
        "share_of_a_core": cpu / took,
    }


# the start


def start() -> dict[str, Any]:
    """Open the window on the block; when it was painted, and what that cost."""
    app = application()
    with shown(app, models.starting_model("block"), warm=True) as window:
        painted = _first_paint(app, window)
    return {"painted": painted[0], "cpu": painted[1]}


def _first_paint(app: QApplication, window: MainWindow) -> tuple[float, float]:
    """Seconds since the epoch, and of the processor, when the bench had been painted for the first time."""
    found: list[tuple[float, float]] = []
    paint = window.bench.canvas.paint

    def painted(*what: Any) -> None:
        paint(*what)
        if not found:
            found.append((time.time(), time.process_time()))

    window.bench.canvas.paint = painted  # type: ignore[assignment]
    while not found:
        app.processEvents()
    window.bench.canvas.paint = paint  # type: ignore[method-assign]
    return found[0]


def fill() -> dict[str, Any]:
    """The same without a cache of compiled code, and the longest pauses of a heart that beats while it is filled."""
    from PySide6.QtCore import QEventLoop, Qt, QTimer

    app = application()
    with shown(app, models.starting_model("block"), warm=True) as window:
        painted = _first_paint(app, window)
        beats: list[tuple[float, float]] = []
        ready: list[float] = []
        heart = QTimer()
        heart.setTimerType(Qt.TimerType.PreciseTimer)
        heart.timeout.connect(lambda: beats.append((time.perf_counter(), time.process_time())))
        assert window._warmth is not None
        window._warmth.ready.connect(lambda ok: ready.append(time.perf_counter()) if ok else None)
        loop = QEventLoop()  # the application's own would close the window at its end
        window._warmth.ready.connect(lambda ok: QTimer.singleShot(SETTLING_MS, loop.quit))
        QTimer.singleShot(round(FILLED_WITHIN * 1000), loop.quit)
        began = time.perf_counter()
        heart.start(BEAT_MS)
        loop.exec()
        heart.stop()
    pauses = [((b[0] - a[0]) * 1000.0, (b[1] - a[1]) * 1000.0) for a, b in zip(beats, beats[1:], strict=False)]
    return {
        "painted": painted[0],
        "cpu": painted[1],
        "filled_after": ready[0] - began if ready else None,
        "longest_pause": max((wall for wall, _ in pauses), default=None),
        "longest_work": max((cpu for _, cpu in pauses), default=None),
        "executor": window.document.report.executor,
    }


# memory


def memory(model: str) -> dict[str, Any]:
    """Resident memory, step by step, in MB; what is not known on this system is None."""
    steps: list[tuple[str, float | None]] = [("Python, NumPy, engine", resident())]
    app = application()
    steps.append(("Qt, fonts", resident()))
    with shown(app, models.starting_model(model)) as window:
        steps.append(("window, model, first paint", resident()))
        pixmaps = 4 * window.bench.canvas.cache.pixels()
        compiled()
        window.document.recompute()
        settle(app)
        steps.append(("compiled code and its compiler", resident()))
        window.selection.select(("src.X", 0, 0) if "src.X" in window.document.trace else None)
        window.docks["twin"].show()
        settle(app)
        steps.append(("twin dock, pyqtgraph", resident()))
    return {"steps": steps, "pixmaps": pixmaps / 1e6}


def resident() -> float | None:
    """Resident memory of this process in MB (10⁶ bytes), where the system says it in a file."""
    try:
        lines = Path("/proc/self/status").read_text().splitlines()
    except OSError:
        return None
    found = next((line for line in lines if line.startswith("VmRSS:")), None)
    return int(found.split()[1]) * 1024 / 1e6 if found else None


def training(seconds: float) -> dict[str, Any]:
    from .training_probe import training as probe

    return probe(seconds)


PROBES: dict[str, Callable[[int], dict[str, Any]]] = {
    "edit-block": lambda rounds: edit("block", rounds),
    "edit-translate": lambda rounds: edit("translate", rounds),
    "edit-translate-compare": lambda rounds: edit("translate-compare", rounds),
    "edit-translate-gradients": lambda rounds: edit("translate-gradients", rounds),
    "edit-translate-colours": lambda rounds: edit("translate-colours", max(1, rounds // 2)),
    "edit-wide": lambda rounds: edit("wide", max(1, rounds // 5)),
    "twin-wide": lambda rounds: twin(max(1, rounds // 10)),
    "scroll-wide": lambda rounds: scroll(max(1, rounds // 2)),
    "next-token": speaking_probes.next_token,
    "exchange": lambda rounds: prediction_probes.exchange(rounds),
    "drag": lambda rounds: drag(min(DRAG_SECONDS, 0.02 * rounds)),
    "start": lambda rounds: start(),
    "fill": lambda rounds: fill(),
    "memory-block": lambda rounds: memory("block"),
    "memory-translate": lambda rounds: memory("translate"),
    "training": lambda rounds: training(min(5.0, 0.05 * rounds)),
}
