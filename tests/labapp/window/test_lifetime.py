"""A closed window is gone; a busy one closes; the binding loses no references."""

from __future__ import annotations

import gc
import subprocess
import sys
import threading
import weakref
from pathlib import Path

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from labapp import models
from labapp.document import Document
from labapp.main_window import MainWindow
from labapp.status import StatusStrip

ROOT = Path(__file__).parents[3]


def settle(app: QApplication) -> None:
    app.processEvents()
    app.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    app.processEvents()


def living(app: QApplication) -> int:
    """How many windows there are, without those that an earlier test left to be deleted."""
    settle(app)
    gc.collect()
    return sum(type(thing) is MainWindow for thing in gc.get_objects())  # isinstance would wake dead proxies


def test_fifty_windows_opened_and_closed_leave_none(qapp: QApplication) -> None:
    workspace = models.starting_model("block")
    before = living(qapp)
    for _ in range(50):
        window = MainWindow(Document(workspace))
        window.show()
        qapp.processEvents()
        window.close()
        settle(qapp)
    document = weakref.ref(window.document)
    del window
    assert living(qapp) == before
    assert document() is None


def test_windows_closed_in_the_prediction_view_leave_none(qapp: QApplication) -> None:
    before = living(qapp)
    for _ in range(2):
        window = MainWindow(Document(models.starting_model("six")))
        window.show()
        window.show_prediction()
        qapp.processEvents()
        window.close()
        settle(qapp)
    document = weakref.ref(window.document)
    del window
    assert living(qapp) == before
    assert document() is None


def test_windows_closed_while_they_train_and_speak_leave_none_and_no_thread(qapp: QApplication, qtbot: QtBot) -> None:
    before, threads = living(qapp), set(threading.enumerate())
    for _ in range(3):
        window = MainWindow(Document(models.starting_model("translate-untrained")))
        window.show()
        window.show_prediction()
        for dock in window.docks.values():
            dock.show()
        window.actions_by_id["gradients"].trigger()
        qapp.processEvents()
        window.desk.training.choose(steps=100_000, speed=0)
        window.desk.training.start()
        qtbot.waitUntil(lambda window=window: window.desk.training.step > 0, timeout=30_000)  # type: ignore[misc]
        window.desk.generating.run_to_end()
        qapp.processEvents()
        assert window.document.lasting
        window.document.commit()
        window.desk.training.start()
        qtbot.waitUntil(lambda window=window: window.document.lasting, timeout=30_000)  # type: ignore[misc]
        window.document.undo_stack.setClean()
        window.filing.may_leave = lambda: True  # type: ignore[method-assign]
        assert window.close()
        settle(qapp)
    document, training = weakref.ref(window.document), weakref.ref(window.desk.training)
    del window
    assert living(qapp) == before
    assert (document(), training()) == (None, None)
    qtbot.waitUntil(lambda: set(threading.enumerate()) <= threads, timeout=10_000)  # work that was given up


def test_a_window_closes_in_the_middle_of_an_act(qapp: QApplication, qtbot: QtBot) -> None:
    window = MainWindow(Document(models.starting_model("block")))
    window.show()
    document = window.document
    document.begin("drag")
    for step in range(20):
        document.preview(document.workspace.with_cell("src.X", 0, 0, float(step)))
    document.cancel()
    with qtbot.captureExceptions() as caught:
        assert window.close()
        settle(qapp)
        qtbot.wait(120)
    assert caught == []


def test_a_window_closes_while_compiled_code_is_being_loaded(qapp: QApplication, qtbot: QtBot) -> None:
    window = MainWindow(Document(models.starting_model("block")), warm=True)
    window.show()
    qtbot.wait(250)
    with qtbot.captureExceptions() as caught:
        assert window.close()
        settle(qapp)
        qtbot.wait(50)
    assert caught == []


def test_the_first_paint_waits_for_no_heavy_library() -> None:
    code = """
import sys
from labapp import models
from labapp.picture import picture
picture(models.starting_model("block"), (900, 600))
print(sorted({"numba", "llvmlite", "pyqtgraph", "PySide6.QtNetwork"} & set(sys.modules)))
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert run.stdout.strip() == "[]", run.stderr
    assert run.stderr == ""


def test_ten_thousand_emits_and_texts_lose_no_reference(qapp: QApplication, qtbot: QtBot) -> None:
    document = Document(models.starting_model("block"))
    strip = StatusStrip(document)
    label = QLabel()
    for widget in (strip, label):
        qtbot.addWidget(widget)
        widget.show()
    heard: list[object] = []
    document.changed.connect(heard.append)
    trace = document.trace
    references = sys.getrefcount(None), sys.getrefcount(trace)
    for number in range(10_000):
        document.changed.emit(trace)
        label.setText(str(number))
    assert len(heard) == 10_000
    assert label.text() == "9999"
    heard.clear()
    # An immortal None keeps its count; a mortal one may gain some, but must lose none.
    assert sys.getrefcount(None) >= references[0] - 100
    assert sys.getrefcount(trace) == references[1]
