"""Work beside the window: begun when all is still, never in a drag, given up when the document moves on."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from labapp import models
from labapp.background import Background, Going, Work
from labapp.document import Document


class Bench:
    """A document, work on it, and what came of it."""

    def __init__(self) -> None:
        self.document = Document(models.starting_model("block"), "numpy")
        self.owner = QObject()
        self.work: Work | None = lambda going: threading.current_thread().name
        self.asked = 0
        self.results: list[object] = []
        self.background = Background(self.document, self.prepare, self.owner)
        self.background.done.connect(self.results.append)

    def prepare(self) -> Work | None:
        self.asked += 1
        return self.work


@pytest.fixture
def bench(qapp: object) -> Iterator[Bench]:
    made = Bench()
    yield made
    made.background.stop()


def test_the_result_comes_from_another_thread(bench: Bench, qtbot: QtBot) -> None:
    bench.background.later()
    bench.background.later()
    assert bench.background.busy
    qtbot.waitUntil(lambda: bool(bench.results))
    assert bench.results == ["background"]
    assert bench.asked == 1
    assert not bench.background.busy


def test_nothing_begins_while_an_act_is_open(bench: Bench, qtbot: QtBot) -> None:
    bench.document.begin("drag")
    bench.background.later()
    qtbot.wait(600)
    assert bench.asked == 0
    bench.document.commit()
    qtbot.waitUntil(lambda: bool(bench.results))


def test_work_that_is_given_up_ends_and_says_nothing(bench: Bench, qtbot: QtBot) -> None:
    begun, ended, first = threading.Event(), threading.Event(), True

    def endless(going: Going) -> object:
        begun.set()
        try:
            while True:
                going()
        finally:
            ended.set()

    bench.work = endless
    bench.background.later()
    qtbot.waitUntil(begun.is_set)
    bench.work = lambda going: first
    bench.background.later()
    qtbot.waitUntil(lambda: bench.results == [True])
    assert ended.is_set()


def test_a_failure_is_written_down_and_the_next_work_is_done(
    bench: Bench, qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(going: Going) -> object:
        raise ZeroDivisionError("on purpose")

    bench.work = broken
    bench.background.later()
    qtbot.waitUntil(lambda: not bench.background.busy)
    assert "on purpose" in caplog.text
    assert bench.results == []
    bench.work = lambda going: 3
    bench.background.later()
    qtbot.waitUntil(lambda: bench.results == [3])


def test_an_owner_that_goes_while_it_works_is_not_told(bench: Bench, qtbot: QtBot) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def waits(going: Going) -> object:
        begun.set()
        go_on.wait(10)
        return 1

    bench.work = waits
    bench.background.later()
    qtbot.waitUntil(begun.is_set)
    go_on.set()
    bench.background.stop()
    assert bench.results == []
    assert not any(thread.name == "background" for thread in threading.enumerate())
