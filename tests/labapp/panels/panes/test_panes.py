"""Two panes, one sentence: rows of both runs side by side, really compared, and followed by mouse and keys."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.engine import Engine
from core.generate import Choice, forced
from core.workspace import Workspace
from labapp import models, style, text, theme
from labapp.desk import Desk
from labapp.document import Document
from labapp.generating.free_run import FreeRun
from labapp.panels.panes import PanesPanel
from labapp.panels.panes.gaps import gaps
from labapp.panels.panes.lines import Lines
from labapp.panels.panes.view import FREE, PUT, TEACHER, Place
from labapp.selection import Selection

LEFT, Key = Qt.MouseButton.LeftButton, Qt.Key
Make = Callable[..., tuple[Desk, PanesPanel]]


@pytest.fixture
def made(qapp: QApplication, qtbot: QtBot) -> Iterator[Make]:
    style.apply(qapp, theme.LIGHT)
    panels: list[PanesPanel] = []

    def make(model: str | Workspace = "translate", row: int | None = 2, width: int = 1100) -> tuple[Desk, PanesPanel]:
        document = Document(models.starting_model(model) if isinstance(model, str) else model, "numpy")
        selection = Selection(document)
        selection.follow(("tgt", row) if row is not None else None)
        desk = Desk(document, selection, lambda: True, print)
        panel = PanesPanel(desk)
        panels.append(panel)
        document.setParent(panel)
        qtbot.addWidget(panel)
        panel.resize(width, 300)
        with qtbot.waitActive(panel):
            panel.show()
            panel.activateWindow()
        pump()
        return desk, panel

    yield make
    text.set_language("en")
    style.apply(qapp, theme.LIGHT)


def pump() -> None:
    for _ in range(4):
        QApplication.processEvents()


def click(panel: PanesPanel, place: Place) -> None:
    rect = panel.view.place_rect(place)
    assert rect is not None, place
    QTest.mouseClick(panel.view.viewport(), LEFT, pos=rect.center())
    pump()


def tokens(desk: Desk) -> str:
    run = desk.generating.run
    return "" if run is None else " ".join(run.tokens)


# comparing


def test_rows_after_the_same_tokens_are_equal_and_later_ones_differ_as_far_as_they_do() -> None:
    workspace = models.starting_model("translate")
    taught = forced(workspace, "I gave him a book yesterday .".split())
    other = forced(workspace, "I gave her a book".split())
    found = gaps(taught, other)
    assert [gap.same_prefix for gap in found] == [True, True, True, False, False, False]
    assert [gap.equal for gap in found] == [True, True, True, False, False, False]
    assert all(gap.compared > 90 for gap in found)
    for row in (3, 4, 5):
        gap, told = found[row], {"tgt.labels", "tgt.label_counts", "out.token_loss"}
        apart = {
            node.name: np.abs(
                taught[node.name].values[row] - other[node.name].values[row]
                if node.axes[1] != "tgt"
                else taught[node.name].values[row, : row + 1] - other[node.name].values[row, : row + 1]
            ).max()
            for node in other.graph.nodes
            if node.axes[0] == "tgt" and node.name not in told
        }
        assert gap.largest == max(apart.values()) > 0.1
        assert apart[gap.node] == gap.largest


def test_a_difference_in_one_cell_is_found_in_its_row_alone() -> None:
    """What is compared is what there is: a pin that one run has and the other has not."""
    workspace = models.starting_model("translate")
    one = forced(workspace, ("I", "gave", "him"))
    pinned = forced(workspace.with_pin("dec2.norm3", 2, 5, 100.0), ("I", "gave", "him"))
    found = gaps(one, pinned)
    assert [gap.equal for gap in found] == [True, True, False, True]
    assert found[2].same_prefix


def test_numbers_that_are_none_are_equal_to_themselves_and_to_no_other() -> None:
    workspace = models.starting_model("translate").with_cell("tgt.embed", 3, 0, float("nan"))
    word = workspace.vocab["tgt"][3]
    one = forced(workspace, (word, "gave"))
    assert all(gap.equal for gap in gaps(one, forced(workspace, (word, "gave"))))
    found = gaps(one, forced(workspace, ("gave", word)))
    assert [gap.equal for gap in found] == [True, False, False]
    assert found[1].largest == float("inf")


def test_tokens_that_are_padding_are_no_equal_prefix() -> None:
    workspace = models.starting_model("translate")
    sample = workspace.samples[0]
    valid = (True, True, False, *[True] * 5)
    padded = workspace.with_samples((type(sample)(sample.source, sample.target, (), valid),))
    found = gaps(Engine("numpy").run(padded), forced(workspace, ("I", "gave", "him")))
    assert [gap.same_prefix for gap in found] == [True, True, False, False]


# the panel


def test_rows_come_one_by_one_and_equal_ones_are_marked(made: Make) -> None:
    desk, panel = made(row=0)
    assert [line.free is not None for line in panel.view.lines] == [True] + [False] * 7
    assert "all 8 rows" in panel.left.text()
    for count in range(2, 5):
        QTest.mouseClick(panel.tools.append, LEFT)
        pump()
        assert sum(line.free is not None for line in panel.view.lines) == count
        assert f"{count} so far" in panel.right.text()
    assert [line.gap.equal for line in panel.view.lines if line.gap] == [True] * 4
    spoken = panel.view.model().data(panel.view.model().index(2, 0), Qt.ItemDataRole.AccessibleTextRole)
    assert "BOS I gave → him 0.999" in spoken
    assert "equal:" in spoken


def test_a_wrong_token_is_put_by_a_click_and_the_difference_shown_from_there_on(made: Make) -> None:
    desk, panel = made(row=0)
    for _ in range(4):
        QTest.mouseClick(panel.tools.append, LEFT)
        pump()
    offered = [token for token, _ in panel.view.lines[2].free.likely if token != "him"]  # type: ignore[union-attr]
    click(panel, Place(PUT, 2, offered[0]))
    assert tokens(desk) == f"BOS I gave {offered[0]}"
    QTest.mouseClick(panel.tools.append, LEFT)
    pump()
    found = [line.gap for line in panel.view.lines if line.gap is not None]
    assert [gap.equal for gap in found] == [True, True, True, False, False]
    assert [gap.same_prefix for gap in found] == [True, True, True, False, False]
    free = panel.view.lines[2].free
    assert free is not None
    assert free.by_hand
    assert (
        free.probability == desk.document.trace["out.p"].values[2, desk.document.trace["out.p"].cols.index(offered[0])]
    )


def test_a_click_follows_a_row_of_either_run(made: Make) -> None:
    desk, panel = made(row=0)
    for _ in range(5):
        QTest.mouseClick(panel.tools.append, LEFT)
        pump()
    click(panel, Place(TEACHER, 2))
    assert not desk.predicted.is_free
    assert desk.predicted.row == 2
    assert desk.selection.row == ("tgt", 2)
    click(panel, Place(FREE, 3))
    assert desk.predicted.is_free
    assert desk.predicted.row == 3
    assert tokens(desk) == "BOS I gave him a book", "looking takes nothing back"


def test_keys_walk_rows_and_panes_follow_and_put_tokens(made: Make) -> None:
    desk, panel = made(row=0)
    for _ in range(4):
        QTest.mouseClick(panel.tools.append, LEFT)
        pump()
    view = panel.view
    view.setFocus()
    for key in (Key.Key_Home, Key.Key_Down, Key.Key_Left, Key.Key_Return):
        QTest.keyClick(view, key)
        pump()
    assert not desk.predicted.is_free
    assert desk.predicted.row == 1
    for key in (Key.Key_Down, Key.Key_Right, Key.Key_Return):
        QTest.keyClick(view, key)
        pump()
    assert desk.predicted.is_free
    assert desk.predicted.row == 2
    second = view.lines[2].free.likely[1][0]  # type: ignore[union-attr]
    QTest.keyClick(view, Key.Key_2)
    pump()
    assert tokens(desk) == f"BOS I gave {second}"


def test_the_buttons_of_the_caption_do_what_those_of_the_card_do(made: Make, qtbot: QtBot) -> None:
    desk, panel = made(row=0)
    QTest.mouseClick(panel.tools.to_end, LEFT)
    qtbot.waitUntil(lambda: not desk.generating.running, timeout=10_000)
    pump()
    assert [line.gap.equal for line in panel.view.lines if line.gap] == [True] * 8
    assert "EOS" in panel.remark.text()
    QTest.mouseClick(panel.tools.back, LEFT)
    QTest.mouseClick(panel.tools.reset, LEFT)
    pump()
    assert tokens(desk) == "BOS"


def test_edits_move_both_panes_and_keep_equal_rows_equal(made: Make) -> None:
    desk, panel = made(row=0)
    for _ in range(4):
        QTest.mouseClick(panel.tools.append, LEFT)
        pump()
    document = desk.document
    before = panel.view.lines[1].teacher
    document.do(document.workspace.with_cell("enc1.self.h1.WV", 0, 0, 3.0), "edit")
    pump()
    assert panel.view.lines[1].teacher != before
    assert all(line.gap.equal for line in panel.view.lines if line.gap and line.gap.same_prefix)
    desk.document.show_sample(1)
    pump()
    assert panel.view.lines[3].teacher is not None
    assert panel.view.lines[3].teacher.prefix == ("BOS", "I", "gave", "her")


def test_a_hidden_panel_follows_nothing(made: Make) -> None:
    desk, panel = made(row=0)
    assert desk.generating.run is not None
    panel.hide()
    desk.document.do(desk.document.workspace.with_cell("enc1.self.h1.WV", 0, 0, 3.0), "edit")
    pump()
    assert desk.generating.run.origin is not desk.document.workspace
    panel.show()
    pump()
    assert desk.generating.run.origin is desk.document.workspace


def test_a_model_without_a_next_token_says_why(made: Make) -> None:
    _, panel = made("block", row=None)
    assert not panel.view.isVisible()
    assert "take a model with a decoder" in panel.remark.text()
    assert not panel.tools.append.isEnabled()


@pytest.mark.parametrize("width", [560, 1400])
def test_it_fits_and_speaks_every_look(made: Make, qapp: QApplication, width: int) -> None:
    desk, panel = made(row=2, width=width)
    desk.generating.choose("her")
    desk.generating.next()
    pictures = []
    for language in ("en", "zh_CN"):
        for colours in (theme.LIGHT, theme.DARK):
            text.set_language(language)
            style.apply(qapp, colours)
            pump()
            pictures.append(panel.grab().toImage())
    assert pictures[0] != pictures[1]
    left, right = panel.view.pane_rects(panel.view.viewport().width())
    assert left.right() < right.left()
    assert right.right() <= panel.view.viewport().width()
    assert panel.minimumSizeHint().width() <= 560


def test_lines_say_what_was_there_although_the_run_is_cut_before_they_are_painted() -> None:
    document = Document(models.starting_model("translate"), "numpy")
    run = FreeRun(document.workspace, 0, Choice(), "numpy")
    for _ in range(3):
        run.advance()
    chosen, shown = run.chosen, run.trace["out.p"].values[:3].max(axis=1)
    lines = Lines(document.trace, run, ())
    run.cut(0)
    halves = [line.free for line in lines if line.free is not None]
    assert [half.token for half in halves] == [*chosen, ""]
    assert [half.probability for half in halves[:3]] == shown.tolist()
