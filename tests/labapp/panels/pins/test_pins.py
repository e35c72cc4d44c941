"""The list of what is held: what its lines say, what a click, a button and Delete do, and what is away."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.workspace import Sample, Workspace
from labapp import models, style, text, theme
from labapp.bench import pinning
from labapp.bench.pinning import Span
from labapp.desk import Desk
from labapp.document import Document
from labapp.main_window import MainWindow
from labapp.panels.pins import PinsPanel
from labapp.selection import Selection

A, Z, X = "enc1.self.h1.A", "enc1.norm2", "src.X"
A2 = "enc1.self.h2.A"
LEFT = Qt.MouseButton.LeftButton
Key = Qt.Key


class Pins:
    """A shown panel on a document of its own, and hands."""

    def __init__(self, qtbot: QtBot, workspace: Workspace) -> None:
        self.document, self.selection = Document(workspace, "numpy"), Selection()
        self.said: list[str] = []
        self.asked: list[str] = []
        self.settled = True
        self.selection.asked.connect(self.asked.append)
        self.panel = PinsPanel(Desk(self.document, self.selection, lambda: self.settled, self.said.append))
        qtbot.addWidget(self.panel)
        self.panel.resize(320, 420)
        with qtbot.waitActive(self.panel):
            self.panel.show()
            self.panel.activateWindow()

    def hold(self, name: str, i: int | None, j: int | None, value: float | None = None) -> None:
        assert pinning.hold(self.document, Span(name, i, j), value) == ""

    def lines(self) -> list[tuple[str, str, str]]:
        shown = [self.panel.line(at) for at in range(self.panel.list.count())]
        return [(row.cells.text(), row.held.text(), row.remark.text()) for row in shown]

    def click(self, at: int) -> None:
        QApplication.processEvents()
        rect = self.panel.list.visualItemRect(self.panel.list.item(at))
        QTest.mouseClick(self.panel.list.viewport(), LEFT, Qt.KeyboardModifier.NoModifier, rect.center())

    @property
    def pins(self) -> int:
        return len(self.document.workspace.pins)


@pytest.fixture
def pins_of(qapp: QApplication, qtbot: QtBot) -> Iterator[Callable[[Workspace], Pins]]:
    style.apply(qapp, theme.LIGHT)
    kept: list[Pins] = []

    def made(workspace: Workspace) -> Pins:
        kept.append(Pins(qtbot, workspace))
        return kept[-1]

    yield made
    text.set_language("en")
    style.apply(qapp, theme.LIGHT)


@pytest.fixture
def pins(pins_of: Callable[[Workspace], Pins]) -> Pins:
    return pins_of(models.starting_model("block"))


def test_without_pins_the_panel_says_how_to_make_one(pins: Pins) -> None:
    assert pins.panel.empty.isVisible()
    assert "Press P on a computed cell" in pins.panel.empty.text()
    assert not pins.panel.list.isVisible()
    assert not pins.panel.all.isVisible()
    pins.hold(A, 0, 0)
    assert not pins.panel.empty.isVisible()
    assert pins.panel.all.isVisible()
    pins.document.undo_stack.undo()
    assert pins.panel.empty.isVisible()


def test_a_line_names_the_cell_by_its_tokens_with_both_values(pins: Pins) -> None:
    natural = float(pins.document.trace[A].values[1, 2])
    total = 0.9 + 1.0 - natural
    pins.hold(A, 1, 2, 0.9)
    assert pins.lines() == [
        ("◆ A¹[给, 书]", f"held at 0.9 · naturally {natural:.4f}", f"this row sums to {total:.3f}, not to 1")
    ]
    item = pins.panel.list.item(0)
    assert "A¹[给, 书], held at 0.9" in item.data(Qt.ItemDataRole.AccessibleTextRole)
    assert pins.panel.line(0).button.accessibleName() == "Release A¹[给, 书]"


def test_rows_columns_and_matrices_are_one_line_each(pins: Pins) -> None:
    pins.hold(A, 0, None, 0.25)
    pins.hold(Z, None, None, 1.0)
    pins.hold("enc1.self.h1.H", None, 1)
    values = pins.document.trace["enc1.self.h1.H"].values[:, 1]
    least, most = (f"{v:.4g}" for v in (values.min(), values.max()))
    assert [(cells, held) for cells, held, _ in pins.lines()] == [
        ("◆ A¹[我, :]", "3 cells held at 0.25"),
        ("◆ H¹[:, 1]", f"3 cells held at {least} … {most}" if least != most else f"3 cells held at {least}"),
        ("◆ Z", "12 cells held at 1"),
    ]


def test_a_held_value_that_moves_is_followed_in_its_line(pins: Pins) -> None:
    pins.hold(A, 1, 2, 0.5)
    line = pins.panel.line(0)
    pins.hold(A, 1, 2, 0.75)
    assert pins.panel.line(0) is line, "the line is not made anew in a drag"
    assert line.held.text().startswith("held at 0.75")
    pins.document.do(pins.document.workspace.with_cell(X, 1, 0, 1.5), "x")
    natural = pins.document.trace[f"{A}.natural"].values[1, 2]
    assert line.held.text().endswith(f"naturally {natural:.4g}")


def test_the_button_of_a_line_releases_it(pins: Pins) -> None:
    pins.hold(A, 0, 0, 0.5)
    pins.hold(A, 1, 1, 0.5)
    QTest.mouseClick(pins.panel.line(0).button, LEFT)
    assert [cells for cells, _, _ in pins.lines()] == ["◆ A¹[给, 给]"]
    assert pins.document.undo_stack.undoText() == "Release A¹[我, 我]"
    pins.document.undo_stack.undo()
    assert len(pins.lines()) == 2


def test_cells_that_fill_a_column_become_one_line(pins: Pins) -> None:
    for i, count in ((0, 1), (1, 2), (2, 1)):
        pins.hold(A, i, 0, 0.5 + i)
        assert len(pins.lines()) == count
    assert pins.lines()[0][:2] == ("◆ A¹[:, 我]", "3 cells held at 0.5 … 2.5")


def test_delete_keeps_its_place_in_the_list(pins: Pins) -> None:
    for i, j in ((0, 0), (1, 1), (2, 2)):
        pins.hold(A, i, j, 0.5)
    pins.click(1)
    pins.panel.list.setFocus()
    QTest.keyClick(pins.panel.list, Key.Key_Delete)
    assert [cells for cells, _, _ in pins.lines()] == ["◆ A¹[我, 我]", "◆ A¹[书, 书]"]
    assert pins.panel.list.currentRow() == 1
    QTest.keyClick(pins.panel.list, Key.Key_Delete)
    QTest.keyClick(pins.panel.list, Key.Key_Delete)
    assert pins.pins == 0
    assert pins.document.undo_stack.count() == 6


def test_release_all_is_one_step(pins: Pins) -> None:
    pins.hold(A, 0, 0, 0.5)
    pins.hold(Z, 1, None, 0.0)
    before = pins.document.undo_stack.count()
    QTest.mouseClick(pins.panel.all, LEFT)
    assert pins.pins == 0
    assert pins.document.undo_stack.count() == before + 1
    pins.document.undo_stack.undo()
    assert pins.pins == 2


def test_a_click_selects_the_cell_and_goes_there(pins: Pins) -> None:
    pins.hold(A2, 1, None, 0.5)
    pins.click(0)
    assert pins.selection.cell == (A2, 1, 0)
    assert pins.selection.head["enc1.self"] == 2, "the head that has the pin is shown"
    assert pins.asked == [A2]


def test_an_act_waits_for_an_editor_that_is_refused(pins: Pins) -> None:
    pins.hold(A, 0, 0, 0.5)
    pins.settled = False
    QTest.mouseClick(pins.panel.line(0).button, LEFT)
    QTest.mouseClick(pins.panel.all, LEFT)
    assert pins.pins == 1


def test_what_the_present_model_lacks_is_kept_and_marked(pins: Pins) -> None:
    pins.hold("enc1.norm1.mean", 0, 0, 5.0)
    pins.hold(A, 2, 2, 0.5)
    document = pins.document
    document.do(document.workspace.with_spec(norm="rmsnorm").with_rows(2), "smaller")
    assert [(cells, held) for cells, held, _ in pins.lines()] == [
        ("◆ enc1.norm1.mean[0, 0]", "held at 5 · not in the present model"),
        ("◆ A¹[2, 2]", "held at 0.5 · not in the present model"),
    ]
    pins.click(0)
    assert pins.selection.cell is None
    assert "not in the present model" in pins.said[-1]
    document.do(document.workspace.with_spec(norm="layernorm").with_rows(3), "back")
    assert document.trace[A].values[2, 2] == 0.5
    assert [cells for cells, _, _ in pins.lines()] == ["◆ A¹[t2, t2]", "◆ μ[我]"]
    document.undo_stack.undo()
    QTest.mouseClick(pins.panel.line(0).button, LEFT)
    assert (0, "enc1.norm1.mean") not in document.workspace.pins


def test_a_pin_whose_name_is_an_alias_now_is_listed_and_released(pins: Pins) -> None:
    document = pins.document
    document.do(document.workspace.with_spec(pos="sinusoidal"), "positions")
    pins.hold("src.X0", 0, 0, 5.0)
    document.do(document.workspace.with_spec(pos="none"), "no positions")
    assert pins.lines()[0][:2] == ("◆ src.X0[0, 0]", "held at 5 · not in the present model")
    QTest.mouseClick(pins.panel.line(0).button, LEFT)
    assert pins.pins == 0


def test_pins_of_another_sample_are_listed_and_released(pins_of: Callable[[Workspace], Pins]) -> None:
    block = models.starting_model("block")
    two = block.with_samples((*block.samples, Sample(("a", "b"))))
    pins = pins_of(two.with_pin(A, 1, 0, 0.5, sample=1))
    assert pins.lines()[0][:2] == ("◆ enc1.self.h1.A[1, 0]", "held at 0.5 · in sample B")
    QTest.mouseClick(pins.panel.line(0).button, LEFT)
    assert pins.pins == 0


def test_many_pins_are_counted(pins_of: Callable[[Workspace], Pins]) -> None:
    block = models.starting_model("block").with_spec(d_ff=150)
    values = np.where(np.indices((3, 150)).sum(axis=0) % 2 == 0, 1.0, 0.0)
    for i, j in np.argwhere(values == 1.0)[:205]:
        block = block.with_pin("enc1.ffn.hidden", int(i), int(j), 1.0)
    pins = pins_of(block)
    assert pins.panel.list.count() == 200
    assert pins.panel.more.text() == "and 5 more"
    assert pins.panel.more.isVisible()


def test_both_languages_and_themes(pins: Pins, qapp: QApplication) -> None:
    pins.hold(A, 0, 0, 0.5)
    for language, colours in (("zh_CN", theme.DARK), ("en", theme.LIGHT)):
        text.set_language(language)
        style.apply(qapp, colours)
        QApplication.processEvents()
        assert "A¹[我, 我]" in pins.lines()[0][0]
        assert pins.panel.line(0).button.toolTip()
        assert pins.panel.line(0).cells.palette().windowText().color().name() == colours.pin


# in a window


@pytest.fixture
def window(qapp: QApplication, qtbot: QtBot) -> Iterator[MainWindow]:
    made = MainWindow(Document(models.starting_model("translate"), "numpy"))
    made.resize(1366, 768)
    with qtbot.waitActive(made):
        made.show()
        made.activateWindow()
    yield made
    made.document.undo_stack.setClean()
    made.close()
    style.apply(qapp, theme.LIGHT)


def test_a_click_in_the_list_brings_the_pin_into_view(window: MainWindow, qtbot: QtBot) -> None:
    name = "dec2.self.h2.A"
    window.document.do(window.document.workspace.with_pin(name, 2, 1, 0.9), "pin")
    panel = window.docks["pins"].area.widget()
    assert isinstance(panel, PinsPanel)
    assert panel.line(0).cells.text() == "◆ A²[gave, I] · Decoder layer 2"
    panel.list.setFocus()
    panel.list.setCurrentRow(0)
    QTest.keyClick(panel.list, Key.Key_Return)
    assert window.selection.cell == (name, 2, 1)
    assert name in window.bench.bench.cards


def test_the_dock_leaves_the_model_panel_its_room(window: MainWindow, qtbot: QtBot) -> None:
    pins, model = window.docks["pins"], window.docks["model"]
    content = pins.area.widget()
    assert content is not None
    qtbot.waitUntil(lambda: pins.area.height() >= content.minimumSizeHint().height())
    assert pins.height() < model.height() / 2
    for i in range(8):
        window.document.do(window.document.workspace.with_pin("dec2.self.h1.A", i, 0, 0.5 + i), "pin")
        window.document.do(window.document.workspace.with_pin("enc1.self.h1.A", i, i, 0.5 + i), "pin")
    qtbot.waitUntil(lambda: pins.area.height() > 150)
    assert pins.area.height() <= pins.panel.most
