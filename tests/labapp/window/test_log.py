"""The log and the last net: what nobody caught is written down and said, and the program goes on."""

from __future__ import annotations

import logging
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer, qInstallMessageHandler, qWarning
from pytestqt.qtbot import QtBot

from labapp import log


@pytest.fixture
def hooks() -> Iterator[None]:
    before = (sys.excepthook, threading.excepthook, sys.unraisablehook)
    handler = qInstallMessageHandler(None)
    qInstallMessageHandler(handler)
    yield
    log.stop()
    qInstallMessageHandler(handler)
    sys.excepthook, threading.excepthook, sys.unraisablehook = before


def written(folder: Path) -> str:
    return (folder / "glassformer.log").read_text(encoding="utf-8")


def test_the_log_is_written_and_turned_over(hooks: None, tmp_path: Path) -> None:
    assert log.start(tmp_path) == tmp_path / "glassformer.log"
    for number in range(6000):
        logging.getLogger("x").warning("line %d %s", number, "·" * 100)
    files = sorted(file.name for file in tmp_path.iterdir())
    assert files[0] == "glassformer.log"
    assert 2 <= len(files) <= log.KEPT + 1
    assert "line 5999" in written(tmp_path)


def test_a_folder_that_cannot_be_written_to_leaves_no_log_and_no_error(
    hooks: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("in the way")
    assert log.start(tmp_path / "file" / "logs") is None
    logging.getLogger("x").warning("still heard")
    assert "still heard" in capsys.readouterr().err


def test_an_exception_that_nobody_caught_is_logged_and_said(hooks: None, tmp_path: Path, qtbot: QtBot) -> None:
    log.start(tmp_path)
    log.install()
    with qtbot.captureExceptions(), qtbot.waitSignal(log.alarm().raised) as said:
        log.install()
        QTimer.singleShot(0, lambda: 1 // 0)
    assert "by zero" in said.args[0]
    assert "ZeroDivisionError" in written(tmp_path)


def test_an_exception_in_a_thread_is_said_in_the_windows_thread(hooks: None, tmp_path: Path, qtbot: QtBot) -> None:
    log.start(tmp_path)
    log.install()
    heard: list[threading.Thread] = []
    log.alarm().raised.connect(lambda _: heard.append(threading.current_thread()))

    def fail() -> None:
        raise ValueError("in a thread")

    worker = threading.Thread(target=fail, name="worker")
    with qtbot.waitSignal(log.alarm().raised):
        worker.start()
    worker.join()
    qtbot.waitUntil(lambda: bool(heard))
    assert heard == [threading.main_thread()]
    assert "in thread worker" in written(tmp_path)


def test_an_unraisable_exception_is_logged(hooks: None, tmp_path: Path) -> None:
    class Bad:
        def __del__(self) -> None:
            raise RuntimeError("while dying")

    log.start(tmp_path)
    log.install()
    bad = Bad()
    del bad
    assert "while dying" in written(tmp_path)


def test_messages_of_qt_go_into_the_log(hooks: None, tmp_path: Path) -> None:
    log.start(tmp_path)
    log.install()
    qWarning("Qt is not amused")
    assert "Qt is not amused" in written(tmp_path)


def test_a_guarded_slot_lets_nothing_escape(hooks: None, tmp_path: Path, qtbot: QtBot) -> None:
    log.start(tmp_path)
    log.install()

    def fail() -> None:
        raise ImportError("No module named 'sheep'")

    with qtbot.waitSignal(log.alarm().raised) as said:
        log.guarded(fail)()
    assert said.args == ["A part of the program could not be loaded: No module named 'sheep'"]
