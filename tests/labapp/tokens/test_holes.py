"""A hole in the strip: MASK over a word asks for it, on the bench and in the picture of the batch."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.samples import MASK
from labapp import style, text, theme
from labapp.bench.labels import bars_title, head_subtitle, loss_subtitle
from labapp.bench.layout import layout
from labapp.bench.metrics import measure
from labapp.bench.paint_bars import bar_data
from labapp.document import Document
from labapp.main_window import MainWindow
from labapp.models import starting_model
from labapp.tokens.batch import LABEL

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def window(qapp: QApplication, qtbot: QtBot) -> Iterator[MainWindow]:
    made = MainWindow(Document(starting_model("cloze"), "numpy"))
    made.resize(1366, 768)
    made.show()
    with qtbot.waitActive(made):
        made.activateWindow()
    yield made
    made.document.undo_stack.setClean()
    made.close()
    text.set_language("en")
    style.apply(qapp, theme.LIGHT)


def test_a_word_is_put_back_and_another_one_hidden(window: MainWindow, qtbot: QtBot) -> None:
    strip, document = window.tokens, window.document
    for at, word, loss in ((1, "gave", False), (4, MASK, True)):
        qtbot.mouseDClick(strip.rows["src"].chips[at], LEFT)
        editor = strip.rows["src"].editor
        editor.selectAll()
        qtbot.keyClicks(editor, word)
        qtbot.keyClick(editor, Qt.Key.Key_Return)
        assert ("out.loss" in document.trace) is loss
    assert document.workspace.samples[0].answers == ("", "", "", "", "book", "", "")
    assert window.desk.predicted.row == 4
    assert document.trace["out.p"].cols[document.trace["out.p"].values[4].argmax()] in ("book", "picture", "letter")
    document.undo_stack.undo()
    assert "out.loss" not in document.trace
    assert "MASK" in loss_subtitle(document.trace)
    document.undo_stack.undo()
    assert document.workspace.samples[0].answers[1] == "gave"


def test_the_bench_shows_the_labels_and_the_bars_of_the_hole(window: MainWindow) -> None:
    trace = window.document.trace
    bench = layout(trace, {}, 1080, measure(12), {"out": True})
    assert {"src.labels", "src.label_counts", "out.token_loss", "out.loss"} <= set(bench.cards)
    data = bar_data(trace, bench.bars[0], None, None)
    assert (data.token, data.own, data.found[0][0]) == (MASK, True, "gave")
    assert bar_data(trace, bench.bars[0], None, ("src", 0)).token == "I"
    assert bars_title("MASK", data.own) == "word in the place of “MASK”"
    assert "MASK" in head_subtitle(trace)
    assert loss_subtitle(trace) == "the label is the word under MASK; no other row counts"
    rows = Document(starting_model("g01"), "numpy").trace
    assert "no labels" in loss_subtitle(rows)


def test_the_picture_of_the_batch_says_what_is_asked(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.mouseClick(window.tokens.switch.more, LEFT)
    model = window.tokens.popup.table.model()
    found = [[model.index(i, j).data(LABEL) for j in range(model.columnCount())] for i in range(2)]
    assert found == [["", "gave", "", "", "", "", ""], ["", "", "him", "", "", "", ""]]
    window.tokens.popup.close()
