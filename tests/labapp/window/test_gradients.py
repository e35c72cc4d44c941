"""Gradients in a window: switched, aimed, tried, refused, and followed through every change of the model."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from core.engine import Engine
from core.gradient import LOSS, gradient, movable
from core.graph import LEAF
from core.numbers import parse_number
from core.workspace import Workspace
from labapp import models, style, text, theme
from labapp.bench.hit import Hit
from labapp.bench.hover import tip
from labapp.document import Document
from labapp.export import exporting as exporting_module
from labapp.export import svg
from labapp.export.exporting import Exporting
from labapp.export.options import Options, sheet_of
from labapp.gradients import Gradients
from labapp.main_window import MainWindow
from labapp.panels.why import WhyPanel
from labapp.selection import Cell
from labapp.settings import Settings

LEFT, CTRL, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.NoModifier
Key = Qt.Key


def press(window: MainWindow, key: Qt.Key, held: Qt.KeyboardModifier = NONE) -> None:
    QTest.keyClick(window.bench, key, held)
    QApplication.processEvents()


def click(window: MainWindow, cell: Cell) -> None:
    view = window.bench
    view.camera.reveal(*cell)
    QApplication.processEvents()
    QTest.mouseClick(view.viewport(), LEFT, NONE, view.point_of(*cell))


def menu(window: MainWindow, at: QPoint) -> QMenu:
    """The context menu at a point of the bench."""
    view = window.bench
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, view.viewport().mapToGlobal(at))
    QApplication.sendEvent(view.viewport(), event)
    found = QApplication.activePopupWidget()
    assert isinstance(found, QMenu)
    return found


def choose(window: MainWindow, cell: Cell, entry: str) -> None:
    view = window.bench
    view.camera.reveal(*cell)
    QApplication.processEvents()
    opened = menu(window, view.point_of(*cell))
    item = next(item for item in opened.actions() if item.objectName() == entry)
    QTest.mouseClick(opened, LEFT, NONE, opened.actionGeometry(item).center())
    QTest.qWait(0)
    window.activateWindow()
    window.bench.setFocus()
    QApplication.processEvents()


def session(window: MainWindow) -> Gradients:
    found = window.bench.sloped.gradients
    assert found is not None
    return found


def shown(window: MainWindow, name: str) -> np.ndarray:
    """What stands in the cells of a card."""
    return window.bench.content.card(name).cells.values


def found(window: MainWindow) -> str:
    assert window.sloping.bar is not None
    return window.sloping.bar.found.text()


def say(window: MainWindow) -> str:
    return window.status.said()


@pytest.fixture
def translate(qapp: QApplication, qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    made = MainWindow(Document(models.starting_model("translate")), Settings(tmp_path / "settings.ini"))
    made.show()
    qtbot.waitExposed(made)
    yield made
    made.document.undo_stack.setClean()
    made.close()
    text.set_language("en")
    style.apply(qapp, theme.LIGHT)


def test_a_window_makes_no_gradients_before_somebody_asks(window: MainWindow) -> None:
    assert window.bench.sloped.gradients is None
    assert window.sloping.bar is None
    assert "gradients" not in window.desk.__dict__


def test_ctrl_g_shows_them_on_every_card_and_values_again(window: MainWindow) -> None:
    before = shown(window, "enc1.self.h1.Q").copy()
    press(window, Key.Key_G, CTRL)
    assert window.actions_by_id["gradients"].isChecked()
    want = gradient(window.document.trace, "enc1.Z", 0, 0, executor="numpy")
    cards = [name for name in window.bench.bench.cards if movable(window.document.trace.graph[name])]
    assert len(cards) > 20
    for name in cards:
        card = window.bench.content.card(name)
        assert np.allclose(card.cells.values, want[name], rtol=1e-9, atol=1e-12)  # whichever code worked them out
        assert card.box.slope
        assert not card.box.editable
        assert card.cells.limit > 0
    assert window.bench.content.card("enc1.self.h1.Q").box.symbol == "∂Z/∂Q^{1}"
    mask = window.bench.content.card("enc1.self.mask")
    assert not mask.box.slope
    assert mask.cells.note is not None
    assert window.sloping.bar is not None
    assert window.sloping.bar.isVisible()
    press(window, Key.Key_G, CTRL)
    assert np.array_equal(shown(window, "enc1.self.h1.Q"), before)
    assert not window.sloping.bar.isVisible()
    assert not window.actions_by_id["gradients"].isChecked()


def test_one_card_by_key_and_by_menu(window: MainWindow) -> None:
    click(window, ("enc1.self.h1.A", 0, 1))
    press(window, Key.Key_G)
    assert session(window).own == {"enc1.self.h1.A": True}
    assert [name for name in window.bench.bench.cards if window.bench.sloped.shows(name)] == ["enc1.self.h1.A"]
    choose(window, ("enc1.self.h1.A", 0, 0), "slope_value")
    assert not session(window).on
    choose(window, ("enc1.self.h1.Q", 1, 0), "slope_here")
    assert session(window).own == {"enc1.self.h1.Q": True}
    press(window, Key.Key_G, CTRL)  # one card on: the whole bench back to values
    assert not session(window).on


def test_a_card_may_show_its_value_amid_gradients(window: MainWindow) -> None:
    press(window, Key.Key_G, CTRL)
    click(window, ("src.X", 0, 0))
    press(window, Key.Key_G)
    assert not window.bench.sloped.shows("src.X")
    assert window.bench.sloped.shows("enc1.self.h1.Q")
    view = window.bench
    QTest.keyClick(view, Key.Key_Up, Qt.KeyboardModifier.AltModifier)  # and can be edited there
    assert window.document.trace["src.X"].values[0, 0] == pytest.approx(1.1)
    want = gradient(window.document.trace, "enc1.Z", 0, 0, executor="numpy")
    assert np.array_equal(shown(window, "enc1.self.h1.WQ"), want["enc1.self.h1.WQ"])


def test_of_a_chosen_cell_and_of_the_loss_again(translate: MainWindow, qtbot: QtBot) -> None:
    window = translate
    press(window, Key.Key_G, CTRL)
    assert session(window).target == (LOSS, 0, 0)
    cell = ("enc1.self.h1.A", 2, 1)
    choose(window, cell, "slope_of")
    assert session(window).target == cell
    want = gradient(window.document.trace, *cell, executor="numpy")
    assert np.array_equal(shown(window, "enc1.self.h1.Q"), want["enc1.self.h1.Q"])
    assert window.bench.content.card("enc1.self.h1.Q").box.symbol == "∂A^{1}/∂Q^{1}"
    later = window.bench.content.card("enc1.self.h1.H")
    assert not later.cells.values.any()
    assert later.cells.note is not None
    bar = window.sloping.bar
    assert bar is not None
    qtbot.mouseClick(bar.loss, LEFT)
    assert session(window).target == (LOSS, 0, 0)
    click(window, ("enc1.self.h1.V", 1, 1))
    qtbot.mouseClick(bar.here, LEFT)
    assert session(window).target == ("enc1.self.h1.V", 1, 1)
    qtbot.mouseClick(bar.end, LEFT)
    assert not session(window).on


def test_a_mask_says_why_it_has_no_gradient(window: MainWindow) -> None:
    choose(window, ("enc1.self.mask", 0, 0), "slope_here")
    assert "has no gradient" in say(window)
    assert not session(window).on
    choose(window, ("enc1.self.mask", 0, 0), "slope_of")
    assert "has no gradient" in say(window)
    press(window, Key.Key_G, CTRL)
    view = window.bench
    view.camera.reveal("enc1.self.mask", 0, 0)
    at = QPointF(view.point_of("enc1.self.mask", 0, 0))
    assert "has no gradient" in tip(view.content, view.hit(at))


@pytest.mark.parametrize("key", [Key.Key_5, Key.Key_F2, Key.Key_Delete, Key.Key_P, Key.Key_Minus])
def test_a_gradient_is_not_typed_over(window: MainWindow, key: Qt.Key) -> None:
    press(window, Key.Key_G, CTRL)
    click(window, ("src.X", 0, 0))
    start = window.document.workspace
    press(window, key)
    assert window.bench.typing.editor is None
    assert window.document.workspace is start
    assert "This is a gradient" in say(window)
    assert "Ctrl+G" in say(window)


def test_a_gradient_is_neither_dragged_nor_double_clicked(window: MainWindow) -> None:
    press(window, Key.Key_G, CTRL)
    view, start = window.bench, window.document.workspace
    view.camera.reveal("src.X", 0, 0)
    at = view.point_of("src.X", 0, 0)
    QTest.mousePress(view.viewport(), LEFT, NONE, at)
    QTest.mouseMove(view.viewport(), at + QPoint(40, 0))
    assert not window.document.acting
    QTest.mouseRelease(view.viewport(), LEFT, NONE, at + QPoint(40, 0))
    QTest.mouseDClick(view.viewport(), LEFT, NONE, view.point_of("src.X", 0, 0))
    assert view.typing.editor is None
    assert window.document.workspace is start


def test_the_pointer_says_what_a_press_does(window: MainWindow) -> None:
    view = window.bench
    view.camera.reveal("src.X", 0, 0)
    at = view.point_of("src.X", 0, 0)
    QTest.mouseMove(view.viewport(), at)
    assert view.viewport().cursor().shape() == Qt.CursorShape.SplitHCursor
    press(window, Key.Key_G, CTRL)
    view.camera.reveal("src.X", 0, 0)
    at = view.point_of("src.X", 0, 0)
    QTest.mouseMove(view.viewport(), at + QPoint(2, 0))
    QTest.mouseMove(view.viewport(), at)
    assert view.viewport().cursor().shape() == Qt.CursorShape.PointingHandCursor


def test_tooltips_say_that_it_is_a_gradient_with_every_digit(window: MainWindow) -> None:
    press(window, Key.Key_G, CTRL)
    view = window.bench
    view.camera.reveal("enc1.self.h1.Q", 0, 1)
    words = tip(view.content, view.hit(QPointF(view.point_of("enc1.self.h1.Q", 0, 1))))
    value = float(gradient(window.document.trace, "enc1.Z", 0, 0, executor="numpy")["enc1.self.h1.Q"][0, 1])
    assert f"gradient, exactly {value!r}" in words.replace("−", "-")
    assert "the number itself is 0" in words


# trying

NUMBERS = re.compile(r"gradient (\S+)  ·  by moving ±\S+: (\S+)  ·")


def variants() -> dict[str, Workspace]:
    block = models.starting_model("block")
    return {
        "block": block,
        "pre": block.with_spec(norm_place="pre"),
        "rms": block.with_spec(norm="rmsnorm", act="gelu_tanh"),
        "nine": models.starting_model("nine"),
        "six": models.starting_model("six"),
        "translate": models.starting_model("translate"),
    }


def measured(workspace: Workspace, cell: Cell, of: Cell) -> float:
    """The slope by five points, at another step than the lab's, worked out here."""
    engine, (name, i, j) = Engine("numpy"), cell
    before = engine.run(workspace, 0)
    x, h = float(before[name].values[i, j]), 1e-3
    ends = []
    for at in (x - 2 * h, x - h, x + h, x + 2 * h):
        moved = (
            workspace.with_cell(name, i, j, at)
            if before.graph[name].op == LEAF
            else workspace.with_pin(name, i, j, at, 0)
        )
        ends.append(float(engine.run(moved, 0)[of[0]].values[of[1], of[2]]))
    return (ends[0] - 8 * ends[1] + 8 * ends[2] - ends[3]) / (12 * h)


@pytest.mark.parametrize(
    ("model", "cells"), [("block", 40), ("pre", 40), ("rms", 40), ("nine", 40), ("six", 30), ("translate", 12)]
)
def test_a_click_shows_both_slopes_of_any_cell(window: MainWindow, model: str, cells: int) -> None:
    """202 random cells of six models: what is shown is the gradient, and what moving the cell gives."""
    workspace = variants()[model]
    window.document.load(workspace, None)
    QApplication.processEvents()
    press(window, Key.Key_G, CTRL)
    window.bench.navigator.turn_all(True)
    QApplication.processEvents()
    dice, trace, kinks = random.Random(model), window.document.trace, 0
    names = [
        name
        for name, placed in window.bench.bench.cards.items()
        if placed.box.kind == "card" and movable(trace.graph[name])
    ]
    of = session(window).target
    slopes = gradient(trace, *of, executor="numpy")
    for _ in range(cells):
        name = dice.choice(names)
        n, k = trace.graph[name].shape
        cell = name, dice.randrange(n), dice.randrange(k)
        click(window, cell)
        tried = session(window).tried
        assert tried is not None
        assert (tried.node, tried.i, tried.j) == cell
        match = NUMBERS.search(found(window))
        assert match is not None, found(window)
        chain, moving = (parse_number(number) for number in match.groups())
        assert chain == pytest.approx(float(slopes[name][cell[1], cell[2]]), rel=1e-7)
        if tried.kinks:
            kinks += 1
            assert tried.agrees or "ReLU" in found(window)
            continue
        assert found(window).startswith("✓")
        assert moving == pytest.approx(measured(workspace, cell, of), rel=1e-4, abs=2e-7)
        assert moving == pytest.approx(chain, rel=1e-5, abs=1e-8)
    assert kinks <= 12
    assert found(window) == say(window)


def test_enter_tries_the_selected_gradient_and_an_edit_forgets_it(window: MainWindow) -> None:
    press(window, Key.Key_G, CTRL)
    click(window, ("enc1.self.h1.Q", 0, 0))
    press(window, Key.Key_Right)
    assert session(window).tried is not None
    press(window, Key.Key_Return)
    tried = session(window).tried
    assert tried is not None
    assert (tried.i, tried.j) == (0, 1)
    window.undo()
    window.document.do(window.document.workspace.with_cell("src.X", 0, 0, 3.0), "x")
    assert session(window).tried is None
    assert "Click a number" in found(window)


def test_a_large_model_is_tried_beside_the_window(window: MainWindow, qtbot: QtBot) -> None:
    window.document.load(models.starting_model("block").with_spec(d=128, d_ff=512), None)
    press(window, Key.Key_G, CTRL)
    click(window, ("enc1.self.h1.Q", 0, 1))
    made = session(window)
    assert made.trying == ("enc1.self.h1.Q", 0, 1)
    bar = window.sloping.bar
    assert bar is not None
    assert bar.give_up.isVisible()
    qtbot.mouseClick(bar.give_up, LEFT)
    assert made.trying is None
    click(window, ("enc1.self.h1.Q", 0, 1))
    qtbot.waitUntil(lambda: made.tried is not None, timeout=20_000)
    assert made.tried is not None
    assert made.tried.agrees
    assert found(window).startswith("✓")


def test_gradients_of_a_large_model_come_when_nothing_moves(window: MainWindow, qtbot: QtBot) -> None:
    window.document.load(models.starting_model("block").with_spec(d=512, d_ff=1024), None)
    press(window, Key.Key_G, CTRL)
    made, name = session(window), "enc1.self.h1.Q"
    assert made.gradient is None
    assert window.bench.content.card(name).cells.words
    assert "being worked out" in tip(window.bench.content, Hit("cell", name, 0, 0))
    qtbot.waitUntil(lambda: made.gradient is not None, timeout=20_000)
    want = gradient(window.document.trace, *made.target, executor="numpy")[name]
    assert np.allclose(shown(window, name), want, rtol=1e-9, atol=1e-15)
    assert not window.bench.content.card(name).cells.words
    window.document.do(window.document.workspace.with_cell("src.X", 0, 0, 3.0), "x")
    assert made.gradient is None
    exporting = Exporting(window)  # what is copied doesn't wait
    window.selection.select((name, 0, 0))
    exporting.copy_table()
    assert "\t" in QApplication.clipboard().text()


# through every change


def test_gradients_follow_edits_undo_and_another_model(window: MainWindow) -> None:
    def same() -> bool:
        trace, target = window.document.trace, session(window).target
        want = gradient(trace, *target, executor="numpy")
        cards = [name for name in window.bench.bench.cards if window.bench.sloped.shows(name)]
        assert cards
        return all(np.allclose(shown(window, name), want[name], rtol=1e-9, atol=1e-12) for name in cards)

    press(window, Key.Key_G, CTRL)
    document = window.document
    document.begin("drag")
    for value in (1.5, 2.0, 2.5):
        document.preview(document.workspace.with_cell("src.X", 0, 0, value))
        QApplication.processEvents()
    document.commit()
    assert same()
    window.undo()
    assert same()
    session(window).aim(("enc1.self.h2.A", 0, 1))
    assert same()
    document.do(document.workspace.with_spec(heads=1), "one head")
    assert session(window).target == ("enc1.norm2", 0, 0)  # head 2 is no more
    bar = window.sloping.bar
    assert bar is not None
    assert "not in this model" in bar.words.text()
    assert same()
    window.undo()
    assert session(window).target == ("enc1.self.h2.A", 0, 1)
    assert same()
    document.load(models.starting_model("six"), None)
    QApplication.processEvents()
    assert session(window).everywhere
    assert session(window).target[0] in document.trace
    assert same()


def test_theme_language_and_comparing(window: MainWindow) -> None:
    press(window, Key.Key_G, CTRL)
    window.toggle_theme()
    window.toggle_language()
    QApplication.processEvents()
    bar = window.sloping.bar
    assert bar is not None
    assert bar.isVisible()
    window.grab()
    window.toggle_language()
    window.comparing.toggle()
    window.comparing.cycle()
    QApplication.processEvents()
    assert not window.bench.sloped.shows("enc1.self.h1.Q")  # a baseline is shown as it is
    assert "comparison" in bar.words.text()
    window.comparing.cycle()
    window.comparing.cycle()
    assert window.bench.sloped.shows("enc1.self.h1.Q")
    window.comparing.cycle()
    press(window, Key.Key_G, CTRL)  # off
    press(window, Key.Key_G, CTRL)  # on again: what is now is shown
    assert window.bench.sloped.shows("enc1.self.h1.Q")


# the inspector


def panel_text(window: MainWindow) -> str:
    return window.findChild(WhyPanel).view.page.text()


def test_the_inspector_writes_the_backward_sum(window: MainWindow) -> None:
    click(window, ("enc1.self.h1.S", 0, 2))
    assert "∂" not in panel_text(window)
    press(window, Key.Key_G, CTRL)
    words = panel_text(window)
    assert words.startswith("∂Z[我, 0] / ∂S¹[我, 书] = ")
    assert "A¹[我, 书]·(∂A¹[我, 书] − Σ)" in words
    runs = {(run.name, run.i, run.j) for run in window.bench.sources.runs()}
    assert ("enc1.self.h1.A", 0, 0) in runs
    press(window, Key.Key_G, CTRL)
    assert "∂" not in panel_text(window)


def test_a_source_of_the_sum_leads_to_its_card(window: MainWindow) -> None:
    press(window, Key.Key_G, CTRL)
    click(window, ("enc1.self.h1.Q", 0, 1))
    view = window.findChild(WhyPanel).view
    target = ("enc1.self.h1.raw", 0, 2)
    assert [bar.target for bar in view.page.bars] == [("enc1.self.h1.raw", 0, k) for k in range(3)]
    QTest.mouseClick(view, LEFT, NONE, view.place_of(target))
    assert window.selection.cell == target
    assert panel_text(window).startswith("∂Z[我, 0] / ∂S_raw¹[我, 书] = ")
    window.document.do(window.document.workspace.with_cell("src.X", 0, 0, 2.5), "x")
    value = float(gradient(window.document.trace, "enc1.Z", 0, 0, executor="numpy")["enc1.self.h1.raw"][0, 2])
    assert f"{abs(value):.3g}"[:4] in panel_text(window).splitlines()[0]


def test_a_sum_of_several_parts_names_where_they_come_from(window: MainWindow) -> None:
    press(window, Key.Key_G, CTRL)
    click(window, ("src.X", 0, 1))
    page = window.findChild(WhyPanel).view.page
    assert {bar.label for bar in page.bars} <= {"Q¹", "K¹", "V¹", "Q²", "K²", "V²", "R"}
    assert next(bar for bar in page.bars if bar.label == "R").target == ("enc1.sum1", 0, 1)
    words = page.text()
    assert "g₁ = " in words
    assert "from Q¹: sum of products" in words
    assert "from R: copy" in words


# taking it along


def test_copies_and_files_have_the_gradient_and_say_so(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    press(window, Key.Key_G, CTRL)
    click(window, ("enc1.self.h1.Q", 0, 1))
    want = gradient(window.document.trace, "enc1.Z", 0, 0, executor="numpy")["enc1.self.h1.Q"]
    window.copy_value()
    assert float(QApplication.clipboard().text()) == want[0, 1]
    exporting = Exporting(window)
    exporting.copy_table()
    rows = [[float(cell) for cell in row.split("\t")] for row in QApplication.clipboard().text().splitlines()]
    assert np.array_equal(rows, want)
    assert "d enc1.norm2[0,0] / d enc1.self.h1.Q" in say(window)
    for ending in (".csv", ".py"):
        path = tmp_path / f"taken{ending}"
        monkeypatch.setattr(exporting_module, "ask_save", lambda *_, path=path: path)
        exporting.save_numbers()
        written = path.read_text(encoding="utf-8-sig")
        assert "d enc1.norm2[0,0] / d enc1.self.h1.Q" in written
        assert repr(float(want[0, 1])) in written
    made: dict[str, np.ndarray] = {}
    exec((tmp_path / "taken.py").read_text(encoding="utf-8"), made)
    assert np.array_equal(made["d_enc1_norm2_0_0_d_enc1_self_h1_Q"], want)


def test_figures_show_the_gradient_and_say_of_what(window: MainWindow) -> None:
    press(window, Key.Key_G, CTRL)
    whole = Options("cards", ("enc1.self.h1.Q",), "light", caption=True)
    drawn = svg.data(sheet_of(whole, window.bench)).decode()
    assert "∂" in drawn
    assert "gradient of Z[我, 0]" in drawn
    for what in ("seen", "whole"):
        assert "gradient of" in svg.data(sheet_of(Options(what, caption=True), window.bench)).decode()
    session(window).switch(False)
    assert "gradient of" not in svg.data(sheet_of(whole, window.bench)).decode()
