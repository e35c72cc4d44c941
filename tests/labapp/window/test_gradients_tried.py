"""What was tried holds for the model in which it was tried, and nobody is told of it in another."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from labapp.main_window import MainWindow

X = ("src.X", 0, 0)


def test_another_model_while_comparing_after_a_number_was_tried(window: MainWindow, qtbot: QtBot) -> None:
    window.comparison.begin(window.document.workspace, "before")  # hears of another model before the gradients do
    window.actions_by_id["gradients"].trigger()
    gradients = window.desk.gradients
    gradients.check(("enc1.self.h1.A", 0, 0))
    assert gradients.tried is not None
    bar = window.sloping.bar
    assert bar is not None
    before = bar.found.text()
    with qtbot.captureExceptions() as caught:
        window.new("nine")
        QApplication.processEvents()
    assert caught == []
    assert gradients.tried is None
    assert bar.found.text() != before


def test_what_was_tried_is_of_the_present_numbers(window: MainWindow) -> None:
    gradients, document = window.desk.gradients, window.document
    gradients.switch(True)
    gradients.check(X)
    assert gradients.tried is not None
    seen: list[object] = []
    window.document.changed.disconnect(gradients._document_changed)
    document.changed.connect(lambda _: seen.append(gradients.tried))
    document.do(document.workspace.with_cell(*X, 3.0), "edit")
    assert seen == [None]
