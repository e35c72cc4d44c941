"""The free run in the window: the panes by their shortcut, beside the bench, while the document is edited and saved."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from labapp.generating.session import PACE_MS
from labapp.main_window import MainWindow
from labapp.panels.panes import PanesPanel
from labapp.prediction.next import NextCard

CTRL, SHIFT, LEFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier, Qt.MouseButton.LeftButton


def panes(window: MainWindow) -> PanesPanel:
    with_focus = QApplication.focusWidget() or window
    QTest.keyClick(with_focus, Qt.Key.Key_G, CTRL | SHIFT)
    for _ in range(4):
        QApplication.processEvents()
    found = window.docks["panes"].area.widget()
    assert isinstance(found, PanesPanel)
    return found


def tokens(window: MainWindow) -> str:
    run = window.desk.generating.run
    return "" if run is None else " ".join(run.tokens)


def test_the_panes_open_and_close_by_their_shortcut_and_leave_the_document_alone(window: MainWindow) -> None:
    window.new("translate")
    before = window.document.workspace
    panel = panes(window)
    assert panel.isVisible()
    for _ in range(3):
        QTest.mouseClick(panel.tools.append, LEFT)
    QApplication.processEvents()
    assert window.document.workspace is before
    assert not window.document.modified
    assert window.desk.predicted.is_free
    QTest.keyClick(QApplication.focusWidget() or window, Qt.Key.Key_G, CTRL | SHIFT)
    assert not panel.isVisible()


def test_undo_while_tokens_come_and_another_model_at_last(window: MainWindow, qtbot: QtBot) -> None:
    window.new("translate")
    panel = panes(window)
    window.selection.follow(("tgt", 0))
    document = window.document
    QTest.mouseClick(panel.tools.to_end, LEFT)
    sample = document.workspace.samples[0]
    other = type(sample)(tuple("她" if word == "他" else word for word in sample.source), sample.target)
    document.do(document.workspace.with_samples((other, *document.workspace.samples[1:])), "she")
    qtbot.waitUntil(lambda: not window.desk.generating.running, timeout=10_000)
    assert tokens(window) == "BOS I gave her a book yesterday ."
    window.undo()
    assert tokens(window) == "BOS I gave him a book yesterday ."
    document.undo_stack.setClean()
    window.new("block")
    assert not window.desk.predicted.is_free
    window.docks["panes"].show()  # which the bench, where that model opens, had not around it
    QApplication.processEvents()
    assert "Another model" in panel.remark.text()


def test_a_sentence_is_taken_as_the_target_beside_the_bench_and_undone(window: MainWindow) -> None:
    window.new("translate")
    card = NextCard(window.desk)
    card.setParent(window)
    card.resize(420, 600)
    card.show()
    window.selection.follow(("tgt", 2))
    window.desk.generating.choose("them")
    QApplication.processEvents()
    QTest.mouseClick(card.take, LEFT)
    assert window.document.workspace.samples[0].target == ("BOS", "I", "gave", "them")
    assert window.bench.content.trace["out.p"].rows[-1] == "them"
    QTest.keyClick(window.bench, Qt.Key.Key_Z, CTRL)
    assert window.document.workspace.samples[0].target[3] == "him"
    assert not window.document.modified


def test_an_open_editor_is_committed_before_a_token_comes(window: MainWindow) -> None:
    window.new("translate")
    panel = panes(window)
    name = "enc1.self.h1.WQ"
    window.bench.navigator.go(name)
    QApplication.processEvents()
    window.bench.setFocus()
    window.selection.select((name, 0, 0))
    QTest.keyClicks(window.bench, "7")
    assert window.bench.typing.editor is not None
    QTest.mouseClick(panel.tools.append, LEFT)
    assert window.bench.typing.editor is None
    assert window.document.workspace.arrays[name][0, 0] == 7.0
    run = window.desk.generating.run
    assert run is not None
    assert run.origin is window.document.workspace


def test_no_more_tokens_come_once_the_window_is_closed(window: MainWindow, qtbot: QtBot) -> None:
    window.new("translate")
    panel = panes(window)
    window.selection.follow(("tgt", 0))
    QTest.mouseClick(panel.tools.to_end, LEFT)
    generating = window.desk.generating
    assert generating.running
    window.close()
    assert not generating.running
    said = tokens(window)
    qtbot.wait(3 * PACE_MS)
    assert tokens(window) == said
