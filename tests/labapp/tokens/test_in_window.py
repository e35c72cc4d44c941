"""The strip in the real window: above the bench, one row followed by both, one open line at a time."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core import glass
from core.spec import ModelSpec
from core.workspace import Sample, Workspace
from labapp import style, text, theme
from labapp.document import Document
from labapp.main_window import MainWindow
from labapp.models import starting_model

Key, Mod = Qt.Key, Qt.KeyboardModifier
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def window(qapp: QApplication, qtbot: QtBot) -> Iterator[MainWindow]:
    made = MainWindow(Document(starting_model("padding"), "numpy"))
    made.resize(1366, 768)
    made.show()
    with qtbot.waitActive(made):
        made.activateWindow()
    yield made
    made.document.undo_stack.setClean()
    made.close()
    text.set_language("en")
    style.apply(qapp, theme.LIGHT)


def test_it_stands_above_the_bench_and_leaves_the_window_its_size(window: MainWindow) -> None:
    middle = window.centralWidget()
    assert window.tokens.geometry().bottom() < window.bench.mapTo(middle, QPoint(0, 0)).y()
    width, smallest = window.width(), window.minimumSizeHint().width()
    window.document.load(Workspace.new(ModelSpec(), (Sample(tuple("长句子" * 100)),)))
    QApplication.processEvents()
    assert window.width() == width
    assert window.minimumSizeHint().width() <= smallest
    assert window.bench.height() > 400
    row = window.tokens.rows["src"]
    assert row.geometry().right() <= window.tokens.width()


def test_a_small_window_is_not_made_wider_by_four_samples_and_a_long_sentence(window: MainWindow) -> None:
    for _ in range(3):
        window.tokens.copy_sample()
    window.tokens.write("src", 0, "x" * 60, True)
    window.resize(window.minimumSize())
    QApplication.processEvents()
    assert window.minimumSizeHint().width() <= window.minimumSize().width()
    strip = window.tokens
    assert strip.switch.letters is not None
    assert strip.switch.letters.value() == str(window.document.sample)
    parts = [strip.title, strip.switch, *strip.labels.values(), *strip.rows.values()]
    assert all(strip.rect().contains(part.geometry()) for part in parts)
    for one, other in combinations(parts, 2):
        assert not one.geometry().intersects(other.geometry())
    window.resize(1366, 768)
    QApplication.processEvents()
    assert [strip.switch.letters.segment(str(b)).text() for b in range(1, 5)] == list("BCDE")


def test_a_chip_follows_its_row_on_the_bench(qtbot: QtBot, window: MainWindow) -> None:
    before = window.bench.viewport().grab().toImage()
    qtbot.mouseClick(window.tokens.rows["src"].chips[3], LEFT)
    assert window.selection.row == ("src", 3)
    assert window.bench.viewport().grab().toImage() != before


def test_the_tab_key_goes_through_the_strip_and_on_to_the_bench(qtbot: QtBot, window: MainWindow) -> None:
    strip = window.tokens
    strip.copy_sample()  # makes letters anew
    strip.write("src", 2, "新", True)  # and a chip after the buttons
    source, target = strip.rows["src"], strip.rows["tgt"]
    letter = strip.switch.letters
    assert letter is not None
    letter.segment("1").setFocus()
    stops = [strip.switch.plus, strip.switch.more, source.chips[source._current], source.add, source.sentence]
    stops += [target.chips[target._current], target.add, target.sentence, window.bench]
    for stop in stops:
        qtbot.keyClick(QApplication.focusWidget(), Key.Key_Tab)
        assert QApplication.focusWidget() is stop


def test_what_is_open_on_the_bench_is_committed_first(qtbot: QtBot, window: MainWindow) -> None:
    window.bench.type_into(("enc1.self.h1.WQ", 0, 0), "2.5")
    chip = window.tokens.rows["src"].chips[0]
    chip.setFocus()
    qtbot.keyClick(chip, Key.Key_Delete)
    stack = window.document.undo_stack
    assert stack.count() == 2
    assert window.document.workspace.arrays["enc1.self.h1.WQ"][0, 0] == 2.5
    assert len(window.tokens.rows["src"].chips) == 5


def test_an_open_token_is_committed_before_any_other_action(qtbot: QtBot, window: MainWindow) -> None:
    row = window.tokens.rows["src"]
    row.open_editor(0)
    row.editor.selectAll()
    row.editor.insert("你")
    window.actions_by_id["theme"].trigger()
    assert window.document.workspace.samples[0].source[0] == "你"
    row.open_editor(0)
    row.editor.selectAll()
    qtbot.keyClick(row.editor, Key.Key_Delete)
    window.actions_by_id["undo"].trigger()
    assert row.editor.refused, "the act waits for a text that is refused"
    assert window.status.said() == "A token can't be empty: write at least one character."
    assert window.document.undo_stack.canUndo()
    qtbot.keyClick(row.editor, Key.Key_Escape)
    window.actions_by_id["undo"].trigger()
    assert window.document.workspace.samples[0].source[0] == "我"


def test_samples_keep_folds_and_size_and_marks_tell_nothing(qtbot: QtBot, window: MainWindow) -> None:
    window.bench.navigator.turn_all(True)
    window.bench.zoom(1.3)
    folds, size = dict(window.selection.open), window.bench.camera.metrics.px
    qtbot.mouseClick(window.tokens.switch.letters.segment("1"), LEFT)
    assert window.bench.trace.sample == 1
    assert window.bench.trace["src.X0"].rows[1] == "笑了"
    assert dict(window.selection.open) == folds
    assert window.bench.camera.metrics.px == size
    assert not any(
        card.cells.changed is not None and card.cells.changed.any() for card in window.bench.content.cards().values()
    )


def test_undo_goes_to_the_sample_where_something_was_undone(qtbot: QtBot, window: MainWindow) -> None:
    window.document.show_sample(1)
    chip = window.tokens.rows["src"].chips[1]
    chip.setFocus()
    qtbot.keyClick(chip, Key.Key_P)
    window.document.show_sample(0)
    window.actions_by_id["undo"].trigger()
    assert window.document.sample == 1
    assert window.tokens.rows["src"].chips[0].text() == "她"


def test_tokens_and_samples_are_saved(window: MainWindow, tmp_path: Path) -> None:
    window.tokens.copy_sample()
    window.tokens.pad("src", 0)
    window.tokens.write("tgt", 0, "😀", True)
    kept = window.document.workspace
    glass.save(tmp_path / "batch.glass", kept)
    window.document.undo_stack.setClean()
    window.open_path(tmp_path / "batch.glass")
    assert window.document.workspace.samples == kept.samples
    assert window.document.sample == 0
    assert window.tokens.switch.letters.value() == "0"


@pytest.mark.parametrize("name", ["dark", "light"])
def test_both_themes_paint_the_strip_in_their_colours(window: MainWindow, name: str) -> None:
    window.set_theme(name)
    image = window.tokens.grab().toImage()
    assert image.pixelColor(window.tokens.width() // 2, 4).name() == theme.palette(name).panel
