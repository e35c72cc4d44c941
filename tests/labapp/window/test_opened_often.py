"""What is opened and closed many times leaves nothing: no object of Qt, none of Python, no crash at collection."""

from __future__ import annotations

import gc
import time
from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QDialog
from pytestqt.qtbot import QtBot

from labapp import models, style, text, theme
from labapp.document import Document
from labapp.main_window import MainWindow

FEW, MANY = 2, 6
LONG = {"training": 3, "every panel": 3}  # times of what takes long
X = ("src.X", 0, 0)
SPLITTER = "qt_qmainwindow_extended_splitter"  # Qt's own, between docks: it keeps those it no longer needs, hidden


@pytest.fixture
def window(qapp: QApplication, qtbot: QtBot) -> Iterator[MainWindow]:
    made = MainWindow(Document(models.starting_model("block"), "numpy"))
    qtbot.addWidget(made)
    made.show()
    qtbot.waitExposed(made)
    for dock in made.docks.values():
        dock.show()
    made.selection.select(X)
    checks = made.docks["checks"].area.widget()
    qtbot.waitUntil(lambda: bool(checks.rows), timeout=30_000)  # they are worked out beside the window
    yield made
    text.set_language("en")
    style.apply(qapp, theme.LIGHT)


def closed(window: MainWindow) -> None:
    """Close every dialog of the window."""
    for dialog in window.findChildren(QDialog):
        if dialog.isVisible():
            dialog.reject() if dialog.isModal() else dialog.close()


def paste(window: MainWindow) -> None:
    QGuiApplication.clipboard().setText("1\t2")
    window.docks["twin"].area.widget().paste_block()


def twin(window: MainWindow) -> None:
    """The dock goes and comes, and shows another matrix."""
    window.docks["twin"].hide()
    window.selection.select(("enc1.self.h1.A", 0, 0))
    window.docks["twin"].show()
    window.selection.select(X)


def editor(window: MainWindow) -> None:
    window.bench.type_into(X)
    window.bench.typing.cancel()


def sizes(window: MainWindow) -> None:
    """Heads, tokens and layers come and go, with their controls, cards and maps."""
    before = window.document.workspace
    window.document.do(before.with_spec(heads=4, enc_layers=2).with_rows(5), "more")
    window.undo()


def prediction(window: MainWindow) -> None:
    """It stays when it is left; its thumbnails, layers and tokens come and go with the model."""
    window.new("six")
    window.show_prediction()
    before = window.document.workspace
    window.document.do(before.with_spec(heads=3, enc_layers=2), "more")
    window.document.do(before.with_spec(kind="decoder_only"), "fewer")
    window.document.undo_stack.setClean()
    window.new("block")
    window.selection.select(X)


def training(window: MainWindow) -> None:
    """A run is paused, undone and reset; settings, curves and remarks come and go."""
    window.new("six")
    session, document = window.desk.training, window.document
    session.choose(steps=10_000, speed=0)
    session.start()
    wait(lambda: document.lasting)
    session.pause()
    window.undo()
    session.start(1)
    wait(lambda: session.run is None)
    session.reset()
    document.undo_stack.setClean()
    window.new("block")
    window.selection.select(X)


def speaking(window: MainWindow) -> None:
    """Tokens come, are taken back, and begin anew; the next one's card follows."""
    window.new("translate")
    window.show_prediction()
    generating = window.desk.generating
    for _ in range(3):
        generating.next()
    generating.run_to_end()
    generating.cancel()
    generating.back()
    generating.set_free(False)
    generating.reset()
    window.new("block")
    window.selection.select(X)


def gradients(window: MainWindow) -> None:
    """Gradients on every card, of a cell, tried, and away."""
    window.show_bench()
    window.actions_by_id["gradients"].trigger()
    window.desk.gradients.aim(("enc1.self.h1.A", 0, 0))
    window.desk.gradients.check(X)
    QApplication.processEvents()
    window.desk.gradients.aim(None) if "loss" in window.document.trace else None
    window.actions_by_id["gradients"].trigger()


def docks(window: MainWindow) -> None:
    """Every panel goes and comes, over a model that each has something to say of, and one that few have."""
    for name in ("six", "block"):
        window.new(name)
        for dock in window.docks.values():
            dock.hide()
        QApplication.processEvents()
        for dock in window.docks.values():
            dock.show()
        QApplication.processEvents()
    window.selection.select(X)


def wait(until: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not until():
        assert time.monotonic() < end
        QApplication.processEvents()
        time.sleep(0.002)


WHAT: dict[str, Callable[[MainWindow], None]] = {
    "the figure dialog": lambda window: window._export.actions_by_id["figure"].trigger(),
    "the paste dialog": paste,
    "the keyboard help": lambda window: window.show_keys(),
    "the twin": twin,
    "the editor": editor,
    "sizes": sizes,
    "the models' menu": lambda window: window._models.aboutToShow.emit(),
    "the theme": lambda window: window.toggle_theme(),
    "the language": lambda window: window.toggle_language(),
    "the prediction view": prediction,
    "training": training,
    "a free run": speaking,
    "gradients": gradients,
    "every panel": docks,
    "a model": lambda window: (window.new("six"), window.new("block"), window.selection.select(X)),
}


@pytest.mark.parametrize("what", WHAT)
def test_nothing_is_left_of_what_was_opened(window: MainWindow, what: str) -> None:
    def times(number: int) -> Counter[str]:
        for _ in range(number):
            WHAT[what](window)
            closed(window)
            QApplication.processEvents()
            QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
            gc.collect(0)
        QApplication.processEvents()
        gc.collect()
        found = [child for child in (*window.findChildren(QObject), *loose()) if child.objectName() != SPLITTER]
        kinds = Counter(child.metaObject().className() for child in found)
        return Counter({kind: count for kind, count in kinds.items() if not kind.endswith("Animation")})  # going by

    before = times(FEW)
    after = times(LONG.get(what, MANY))
    assert {name: (before[name], count) for name, count in after.items() if count > before[name]} == {}


def loose() -> list[QObject]:
    return [widget for widget in QApplication.topLevelWidgets() if widget.parent() is None]
