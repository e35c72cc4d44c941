"""An editor is open on the bench while the window changes the model: the text is kept first, then the model changes."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from labapp.main_window import MainWindow

X = "src.X"
LEFT = Qt.MouseButton.LeftButton


def type_into(window: MainWindow, i: int, j: int, text: str) -> None:
    window.activateWindow()
    bench = window.bench
    QTest.mouseClick(bench.viewport(), LEFT, pos=bench.point_of(X, i, j))
    QTest.keyClicks(bench, text[:1])
    assert bench.typing.editor is not None
    QTest.keyClicks(bench.typing.editor, text[1:])


def test_a_size_of_the_model_panel(window: MainWindow, qtbot: QtBot) -> None:
    type_into(window, 0, 0, "42")
    panel = window.docks["model"].area.widget()
    qtbot.mouseClick(panel.controls["d"].stepper.more, LEFT)
    document = window.document
    assert window.bench.typing.editor is None
    assert document.workspace.spec.d == 5
    assert document.trace[X].values[0, 0] == 42.0
    assert document.undo_stack.count() == 2


def test_undo_of_a_size(window: MainWindow, qtbot: QtBot) -> None:
    document = window.document
    document.do(document.workspace.with_rows(5), "longer")
    type_into(window, 4, 0, "7")
    qtbot.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert window.bench.typing.editor is None
    assert document.trace[X].values.shape == (5, 4), "the typed number was an act of its own, and is undone first"
    qtbot.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert document.trace[X].values.shape == (3, 4)


def test_what_was_dropped_is_read_in_the_status_strip(window: MainWindow, qtbot: QtBot) -> None:
    document = window.document
    type_into(window, 2, 0, "9")
    document.do(document.workspace.with_rows(2), "shorter")
    qtbot.waitUntil(lambda: "X[书, 0]" in window.status.said())
    assert "9" in window.status.said()
