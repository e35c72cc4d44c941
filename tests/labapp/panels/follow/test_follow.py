"""The panel of a followed row: its stages are the bench's numbers, its mouse and keys walk stages and tokens."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec
import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.follow import READ_BY
from core.workspace import Workspace
from labapp import models, style, text, theme
from labapp.bench.row_card import row_card
from labapp.desk import Desk
from labapp.document import Document
from labapp.panels.follow import FollowPanel, words
from labapp.panels.follow.paint import chips
from labapp.selection import Selection

LEFT = Qt.MouseButton.LeftButton
Key = Qt.Key
Make = Callable[..., FollowPanel]


@pytest.fixture
def panel_of(qapp: QApplication, qtbot: QtBot) -> Iterator[Make]:
    style.apply(qapp, theme.LIGHT)

    def made(model: str | Workspace, row: tuple[str, int] | None = None, width: int = 1200) -> FollowPanel:
        workspace = models.starting_model(model) if isinstance(model, str) else model
        document = Document(workspace, "numpy")
        selection = Selection(document)
        panel = FollowPanel(Desk(document, selection, lambda: True, print))
        document.setParent(panel)
        qtbot.addWidget(panel)
        panel.resize(width, 500)
        selection.follow(row)
        with qtbot.waitActive(panel):
            panel.show()
            panel.activateWindow()
        QApplication.processEvents()
        return panel

    yield made
    text.set_language("en")
    style.apply(qapp, theme.LIGHT)


def nodes(panel: FollowPanel) -> list[str]:
    return [stage.node for stage in panel.canvas.stages]


def click(panel: FollowPanel, point: QPointF) -> None:
    panel.area.ensureVisible(int(point.x()), int(point.y()), 0, 60)
    QTest.mouseClick(panel.canvas, LEFT, pos=point.toPoint())


def cell_point(panel: FollowPanel, node: str, along: int) -> QPointF:
    placed = panel.canvas.placed(nodes(panel).index(node))
    assert placed is not None
    return placed.at + placed.row.box.cell(0, along).center()


def chip_point(panel: FollowPanel, node: str, token: str) -> QPointF:
    index = nodes(panel).index(node)
    placed, shown = panel.canvas.placed(index), panel.canvas.shown
    assert placed is not None
    assert shown is not None
    found = {source.token: rect for rect, source in chips(placed, shown.stages[index], shown)}
    return found[token].center()


def test_nothing_followed_says_what_to_do_and_a_button_begins(panel_of: Make) -> None:
    panel = panel_of("translate")
    assert panel.nothing.isVisible()
    assert not panel.area.isVisible()
    assert "Click a token" in panel.empty.text()
    QTest.mouseClick(panel.begin, LEFT)
    assert panel._selection.row == ("tgt", 7)
    assert panel.area.isVisible()
    assert panel.title.text() == ". · row 7 of the target"


def test_the_cards_show_the_numbers_of_the_row(panel_of: Make) -> None:
    """Every card's cells are the row of its matrix, painted with the colours of the whole matrix."""
    for model, row in (
        ("translate", ("tgt", 2)),
        ("translate", ("src", 7)),
        ("padding", ("tgt", 1)),
        ("words", ("src", 1)),
    ):
        panel = panel_of(model, row)
        shown, plan = panel.canvas.shown, panel.canvas.plan
        assert shown is not None
        assert plan is not None
        trace = panel._document.trace
        assert len(plan.stages) == len(shown.stages) > 10
        for placed in plan.stages:
            stage = shown.stages[placed.index]
            column = stage.kind == READ_BY
            card = row_card(trace, placed.row, row[1], column, shown.scales)
            whole = trace[stage.node].values
            want = whole[:, row[1]] if column else whole[row[1]]
            assert (card.cells.values == want[None, :]).all()
            assert len(placed.row.box.cols) == len(want)
            assert card.cells.limit >= np.abs(whole).max() or card.cells.display == "weights"
            assert placed.rect.right() <= panel.canvas.width()
            assert placed.rect.bottom() <= panel.canvas.height()
        for one, two in zip(plan.stages, plan.stages[1:], strict=False):
            assert not one.rect.intersects(two.rect)


def test_an_arrow_means_made_from(panel_of: Make) -> None:
    """The second head does not come from the first, positions do not come from embeddings."""
    panel = panel_of("translate", ("tgt", 2), width=4000)
    plan, found = panel.canvas.plan, nodes(panel)
    assert plan is not None
    joined = set()
    for one, two in zip(plan.stages, plan.stages[1:], strict=False):
        between = (one.rect.right(), two.rect.left())
        if any(
            between[0] < a.start.x() < a.end.x() < between[1] and one.rect.top() < a.end.y() < one.rect.bottom()
            for a in plan.arrows
        ):
            joined.add((found[one.index], found[two.index]))
    assert {pair for pair in joined if pair[0].startswith(("tgt", "dec1.self", "dec1.sum1"))} == {
        ("tgt.E", "tgt.scaled"),
        ("tgt.P", "tgt.X0"),
        *((f"dec1.self.h{r}.{a}", f"dec1.self.h{r}.{b}") for r in (1, 2) for a, b in (("Q", "A"), ("A", "H"))),
        ("dec1.self.h2.H", "dec1.self.out"),
        ("dec1.self.out", "dec1.sum1"),
        ("dec1.sum1", "dec1.norm1"),
    }


def test_a_narrow_panel_keeps_everything_inside(panel_of: Make) -> None:
    panel = panel_of("translate", ("tgt", 2), width=300)
    plan = panel.canvas.plan
    assert plan is not None
    assert all(placed.row.box.width + placed.at.x() <= panel.canvas.width() for placed in plan.stages)
    digits = [placed for placed in plan.stages if placed.row.box.detail == "digits"]
    assert len(digits) > len(plan.stages) / 2, "eight numbers are still to be read there"


def test_the_keys_walk_stages_and_tokens(panel_of: Make) -> None:
    panel = panel_of("translate", ("tgt", 2))
    canvas = panel.canvas
    canvas.setFocus()
    asked: list[str] = []
    panel._selection.asked.connect(asked.append)
    QTest.keyClick(canvas, Key.Key_Right)
    QTest.keyClick(canvas, Key.Key_Right)
    assert canvas.current == 2
    assert asked[-1] == "tgt.P"
    assert panel._selection.cell == ("tgt.P", 2, 0)
    QTest.keyClick(canvas, Key.Key_Left)
    assert asked[-1] == "tgt.scaled"
    QTest.keyClick(canvas, Key.Key_Down)
    assert panel._selection.row == ("tgt", 3)
    assert panel.title.text() == "him · row 3 of the target"
    assert nodes(panel)[canvas.current] == "tgt.scaled", "another token, the same stage"
    QTest.keyClick(canvas, Key.Key_Up)
    assert panel._selection.row == ("tgt", 2)
    QTest.keyClick(canvas, Key.Key_End)
    assert nodes(panel)[canvas.current] == "out.p"
    QTest.keyClick(canvas, Key.Key_Right)
    assert nodes(panel)[canvas.current] == "out.p", "there is nothing after the end"
    QTest.keyClick(canvas, Key.Key_Home)
    assert canvas.current == 0
    assert "stage 1 of 50" in canvas.accessibleDescription()
    for _ in range(5):
        QTest.keyClick(canvas, Key.Key_Up)
    assert panel._selection.row == ("tgt", 0)
    assert not panel.back.isEnabled()
    assert panel.next.isEnabled()


def test_the_stage_of_the_keys_scrolls_into_view(panel_of: Make) -> None:
    panel = panel_of("translate", ("tgt", 2))
    panel.canvas.setFocus()
    assert panel.area.verticalScrollBar().value() == 0
    QTest.keyClick(panel.canvas, Key.Key_End)
    placed = panel.canvas.placed(panel.canvas.current)
    assert placed is not None
    seen = panel.canvas.visibleRegion().boundingRect()
    assert seen.contains(placed.rect.toAlignedRect().adjusted(1, 1, -1, -1))


def test_a_click_on_a_number_goes_to_it_on_the_bench(panel_of: Make) -> None:
    panel = panel_of("translate", ("tgt", 2))
    asked: list[str] = []
    panel._selection.asked.connect(asked.append)
    click(panel, cell_point(panel, "dec1.cross.h2.A", 7))
    assert asked == ["dec1.cross.h2.A"]
    assert panel._selection.cell == ("dec1.cross.h2.A", 2, 7)
    assert panel._selection.head["dec1.cross"] == 2
    panel._selection.follow(("src", 7))
    click(panel, cell_point(panel, "dec2.cross.h1.A", 5))
    assert panel._selection.cell == ("dec2.cross.h1.A", 5, 7), "a column of the weights: query book reads 书"


def test_a_click_on_a_source_follows_it(panel_of: Make) -> None:
    panel = panel_of("translate", ("tgt", 2))
    trace = panel._document.trace
    most = int(np.argmax(trace["dec2.cross.h2.A"].values[2]))
    token = trace.labels("src", 9)[most]
    click(panel, chip_point(panel, "dec2.cross.h2.A", token))
    assert panel._selection.row == ("src", most)
    assert panel.title.text() == f"{token} · row {most} of the source"
    reader = int(np.argmax(trace["dec1.cross.h1.A"].values[:, most]))
    click(panel, chip_point(panel, "dec1.cross.h1.A", trace.labels("tgt", 8)[reader]))
    assert panel._selection.row == ("tgt", reader)
    word = trace["out.p"].cols[int(np.argmax(trace["out.p"].values[reader]))]
    click(panel, chip_point(panel, "out.p", word))
    assert panel._selection.row == ("tgt", reader), "a word of the vocabulary is no row"


def test_a_cell_selected_on_the_bench_puts_the_keys_on_its_stage(panel_of: Make) -> None:
    panel = panel_of("block", ("src", 0))
    panel._selection.select(("enc1.ffn.hidden", 0, 3))
    assert nodes(panel)[panel.canvas.current] == "enc1.ffn.hidden"
    panel._selection.select(("enc1.self.h1.A", 1, 0))
    assert nodes(panel)[panel.canvas.current] == "enc1.ffn.hidden", "a cell of another row"


def test_an_edit_is_followed_and_its_changes_are_marked(qtbot: QtBot, panel_of: Make) -> None:
    panel = panel_of("block", ("src", 0))
    document = panel._document
    before = panel.canvas.grab().toImage()
    document.do(document.workspace.with_cell("src.X", 0, 0, 3.0), "edit")
    stage = panel.canvas.stages[0]
    assert stage.values[0] == 3.0
    assert panel.canvas.grab().toImage() != before
    document.begin("drag")
    document.preview(document.workspace.with_cell("src.X", 0, 0, 5.0))
    qtbot.waitUntil(lambda: panel.canvas.stages[0].values[0] == 5.0)
    document.cancel()
    assert panel.canvas.stages[0].values[0] == 3.0


def test_a_drag_paints_anew_what_it_moves(qtbot: QtBot, panel_of: Make) -> None:
    panel = panel_of("translate", ("tgt", 2))
    document = panel._document
    document.begin("drag")
    cell = "dec2.ffn.W2", 0, 0

    def drag(value: float) -> None:
        before = panel.canvas.shown
        document.preview(document.workspace.with_cell(*cell, value))
        qtbot.waitUntil(lambda: panel.canvas.shown is not before)

    drag(1.0)
    first = panel.canvas.shown
    drag(2.0)
    second = panel.canvas.shown
    assert first is not None
    assert second is not None
    moved = second.moved_since(first)
    assert moved is not None
    assert [node for node in nodes(panel) if node in moved] == [
        "dec2.ffn.out",
        "dec2.sum3",
        "dec2.norm3",
        "out.logits",
        "out.p",
    ]
    panel._selection.follow(("tgt", 3))
    third = panel.canvas.shown
    assert third is not None
    assert third.moved_since(second) is None, "another row is painted whole"
    document.cancel()


def test_a_hidden_panel_does_no_work(panel_of: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    panel = panel_of("block", ("src", 0))
    panel.hide()
    monkeypatch.setattr("labapp.panels.follow.panel.stages", lambda *a, **k: pytest.fail("worked while hidden"))
    document = panel._document
    document.do(document.workspace.with_cell("src.X", 0, 0, 3.0), "edit")
    panel._selection.follow(("src", 1))
    monkeypatch.undo()
    panel.show()
    assert panel.title.text() == "给 · row 1"
    assert panel.canvas.stages[0].row == 1


def test_all_steps(panel_of: Make) -> None:
    panel = panel_of("block", ("src", 0))
    few = nodes(panel)
    QTest.mouseClick(panel.steps, LEFT)
    assert set(nodes(panel)) > set(few)
    assert "enc1.self.h1.K" in nodes(panel)
    QTest.mouseClick(panel.steps, LEFT)
    assert nodes(panel) == few


def test_how_the_way_ends(panel_of: Make) -> None:
    said = {}
    for model, row in (("block", ("src", 0)), ("translate", ("src", 0)), ("translate", ("tgt", 0))):
        shown = panel_of(model, row).canvas.shown
        assert shown is not None
        said[model, row[0]] = words.ending(shown.trace, row[0], shown.stages)
    assert said["block", "src"] == "The way ends at Z: this model has no vocabulary, so nothing is predicted."
    assert said["translate", "src"].startswith("Here the way ends: others read this row")
    assert said["translate", "tgt"] == ""


def test_tooltips_say_the_cell_the_source_and_the_length(panel_of: Make) -> None:
    panel = panel_of("block", ("src", 0))
    canvas = panel.canvas
    assert canvas.tip_at(cell_point(panel, "enc1.self.h1.A", 2)).startswith("A¹: query 我 reads key 书: 0.4011")
    assert canvas.tip_at(chip_point(panel, "enc1.self.h1.A", "书")) == "it reads 书; click: follow 书"
    placed = canvas.placed(0)
    assert placed is not None
    assert "√(x₀² + x₁² + …) = 1.41421" in canvas.tip_at(placed.at + QPointF(3, 3))
    assert canvas.tip_at(QPointF(0, 0)) == ""


def test_rows_that_are_not_shown_yet_are_not_told(panel_of: Make) -> None:
    panel = panel_of("block", ("src", 0))
    panel._selection.reveal("enc1.self", frozenset({1}))
    index = nodes(panel).index("enc1.self.h1.A")
    shown, placed = panel.canvas.shown, panel.canvas.placed(index)
    assert shown is not None
    assert placed is not None
    assert shown.veiled(shown.stages[index])
    assert list(chips(placed, shown.stages[index], shown)) == []
    assert "0.40" not in panel.canvas.tip_at(cell_point(panel, "enc1.self.h1.A", 2))


def test_a_row_that_a_change_removes(panel_of: Make) -> None:
    panel = panel_of("block", ("src", 2))
    document = panel._document
    sample = document.workspace.samples[0]
    document.do(
        document.workspace.with_samples((msgspec.structs.replace(sample, source=sample.source[:2]),)), "shorter"
    )
    assert panel.nothing.isVisible()
    document.undo_stack.undo()
    assert panel.title.text() == "书 · row 2"


def test_the_row_of_a_weight_matrix_is_no_word(panel_of: Make) -> None:
    panel = panel_of("block", ("feature", 2))
    assert panel.nothing.isVisible()
    panel.turn(1)
    assert panel._selection.row == ("feature", 2)


def test_it_speaks_chinese_and_wears_dark(qapp: QApplication, panel_of: Make) -> None:
    panel = panel_of("translate", ("tgt", 2))
    light = panel.canvas.grab(panel.canvas.visibleRegion().boundingRect()).toImage()
    text.set_language("zh_CN")
    QApplication.processEvents()
    assert "解码器" in panel.canvas.accessibleDescription() or "目标" in panel.canvas.accessibleDescription()
    text.set_language("en")
    QApplication.processEvents()
    style.apply(qapp, theme.DARK)
    QApplication.processEvents()
    dark = panel.canvas.grab(panel.canvas.visibleRegion().boundingRect()).toImage()
    at = QPoint(dark.width() - 3, dark.height() - 3)
    assert dark.pixelColor(at).lightness() < light.pixelColor(at).lightness()
