"""Work that waits: once for many askings, never while an act is open."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from labapp import models
from labapp.document import Document
from labapp.idle import WAIT_MS, Idle


def test_it_is_done_once_and_after_the_last_asking(qtbot: QtBot) -> None:
    document = Document(models.starting_model("qkv"), "numpy")
    done: list[bool] = []
    idle = Idle(document, lambda: done.append(True), document)
    for _ in range(5):
        idle.soon()
    assert idle.waiting
    assert not done
    qtbot.waitUntil(lambda: not idle.waiting)
    assert len(done) == 1


def test_an_open_act_comes_first(qtbot: QtBot) -> None:
    document = Document(models.starting_model("qkv"), "numpy")
    done: list[bool] = []
    idle = Idle(document, lambda: done.append(document.acting), document)
    document.begin("a drag")
    idle.soon()
    QTest.qWait(3 * WAIT_MS)
    assert not done
    document.commit()
    qtbot.waitUntil(lambda: bool(done))
    assert done == [False]


def test_what_is_live_is_done_now_and_then_in_an_act_that_lasts(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("labapp.idle.LASTING_MS", 2 * WAIT_MS)
    document = Document(models.starting_model("qkv"), "numpy")
    done: list[str] = []
    live = Idle(document, lambda: done.append("live"), document, live=True)
    still = Idle(document, lambda: done.append("still"), document)
    document.begin("training", lasting=True)
    ticks = QTimer(document)  # frames come faster than the wait is long
    ticks.setInterval(WAIT_MS // 3)
    ticks.timeout.connect(live.soon)
    ticks.timeout.connect(still.soon)
    ticks.start()
    qtbot.waitUntil(lambda: len(done) == 2)
    assert done == ["live", "live"]
    ticks.stop()
    document.commit()
    qtbot.waitUntil(lambda: "still" in done)


def test_what_is_not_wanted_any_more_is_not_done(qtbot: QtBot) -> None:
    document = Document(models.starting_model("qkv"), "numpy")
    done: list[bool] = []
    idle = Idle(document, lambda: done.append(True), document)
    idle.soon()
    idle.stop()
    QTest.qWait(2 * WAIT_MS)
    assert not done
