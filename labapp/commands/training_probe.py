"""What training does to the window: steps a second beside those without one, repaints, and the longest wait.

Measured in one process, headless before and after, so that other work on the machine weighs on both.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from core import jit_back
from core.problem import Problem

from .. import models
from .speed_probes import application, compiled, settle, shown

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from ..main_window import MainWindow

MODEL = "translate-untrained"
GOAL = 0.95  # of the held-out tokens
SECONDS = 5.0
ENOUGH = 10**6  # steps


def training(seconds: float = SECONDS) -> dict[str, Any]:
    """At full speed with everything open, with the bench and the usual panels, and from untrained to the goal."""
    app = application()
    ready = compiled()
    try:
        jit_back.load()
    except Problem:
        ready = False
    usual = _watched(app, seconds, everything=False)
    everything = _watched(app, seconds, everything=True)
    return {"usual": usual, "everything": everything, "learns": _learns(app), "compiled": ready}


def _watched(app: QApplication, seconds: float, everything: bool) -> dict[str, Any]:
    from PySide6.QtCore import QEvent, QEventLoop, QObject, Qt, QTimer

    with shown(app, models.starting_model(MODEL)) as window:
        for dock in window.docks.values() if everything else ():
            dock.show()
        cards = _cards(window) if everything else []
        window.selection.select(("enc1.self.h1.WQ", 0, 0))
        settle(app)
        session = window.desk.training
        session.choose(speed=0, steps=ENOUGH)
        before = _alone(session.material.samples(session.document.workspace.spec), session.plan, seconds / 3)
        frames: list[float] = []
        beats: list[float] = []

        class Watch(QObject):
            def eventFilter(self, watched: QObject, event: QEvent) -> bool:
                if event.type() == QEvent.Type.Paint:
                    frames.append(time.perf_counter())
                return False

        watch, heart, loop = Watch(), QTimer(), QEventLoop()
        window.bench.viewport().installEventFilter(watch)
        heart.setTimerType(Qt.TimerType.PreciseTimer)
        heart.timeout.connect(lambda: beats.append(time.perf_counter()))
        session.start()
        while session.step < 1 and session.run is not None:
            app.processEvents()
        heart.start(1)
        frames.clear()
        began, worked, steps = time.perf_counter(), time.thread_time(), session.measured
        QTimer.singleShot(round(seconds * 1000), loop.quit)
        loop.exec()
        took, cpu, steps = time.perf_counter() - began, time.thread_time() - worked, session.measured - steps
        heart.stop()
        asked = time.perf_counter()
        session.pause()
        paused = time.perf_counter() - asked
        after = _alone(session.material.samples(session.document.workspace.spec), session.plan, seconds / 3)
        window.bench.viewport().removeEventFilter(watch)
        for card in cards:
            card.close()
    gaps = sorted((b - a) * 1000.0 for a, b in zip(beats, beats[1:], strict=False)) or [0.0]
    alone = (before + after) / 2
    return {
        "steps_a_second": steps / took,
        "alone": alone,
        "share": steps / took / alone,
        "repaints_a_second": len(frames) / took,
        "frame_cpu_ms": 1000.0 * cpu / max(1, len(frames)),
        "longest_gap": gaps[-1],
        "gap_99": gaps[int(0.99 * (len(gaps) - 1))],
        "pause_ms": paused * 1000.0,
    }


def _cards(window: MainWindow) -> list[Any]:
    """The card of the prediction view, where that view is not made by the window itself."""
    from ..prediction import CARDS

    made = [card.make(window.desk) for card in CARDS if card.id == "training"]
    for card in made:
        card.resize(520, 240)
        card.show()
    return made


def _alone(samples: Any, plan: Any, seconds: float) -> float:
    """Steps a second of the same training without a window."""
    from core.train import Trainer

    trainer = Trainer(models.starting_model(MODEL), samples[0], plan.rule, plan.batch, plan.seed, "auto", samples[1])
    for _ in range(20):
        trainer.advance()
    began = time.perf_counter()
    first = trainer.step
    while time.perf_counter() - began < seconds:
        trainer.advance()
    return (trainer.step - first) / (time.perf_counter() - began)


def _learns(app: QApplication) -> dict[str, Any]:
    """Start, with the settings as they are; run after run until the goal is reached."""
    with shown(app, models.starting_model(MODEL)) as window:
        session = window.desk.training
        began, share = time.perf_counter(), 0.0
        while share < GOAL and session.step < 10 * session.plan.steps:
            session.start()
            while session.run is not None:
                app.processEvents()
                time.sleep(0.001)
            score = session.history.score
            share = score[1] if score is not None else 0.0
        return {"seconds": time.perf_counter() - began, "steps": session.step, "share": share}
