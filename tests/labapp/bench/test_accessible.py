"""The bench for screen readers: a table of cells with names, values and states."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication

from core.workspace import Workspace
from labapp import theme
from labapp.bench.view import BenchView
from labapp.document import Document
from labapp.selection import Selection

X = "src.X"
A = "enc1.self.h1.A"
Text = QAccessible.Text


@pytest.fixture
def active() -> Iterator[None]:
    QAccessible.setActive(True)
    yield
    QAccessible.setActive(False)


def table(view: BenchView) -> Any:
    return QAccessible.queryAccessibleInterface(view)


def cell(view: BenchView, name: str, i: int, j: int) -> Any:
    found = table(view)
    for k in range(found.childCount()):
        child = found.child(k)
        if child.cell == (name, i, j):
            return child
    raise AssertionError(f"{name}[{i}, {j}] is not there")


def test_the_view_is_a_table_of_all_cells(view: BenchView) -> None:
    found = table(view)
    assert found.role() == QAccessible.Role.Table
    assert found.text(Text.Name)
    assert found.childCount() == sum(len(p.box.rows) * len(p.box.cols) for p in view.bench.cards.values())
    for k in (0, 5, found.childCount() - 1):
        child = found.child(k)
        assert child.role() == QAccessible.Role.Cell
        assert child.childCount() == 0
        assert found.indexOfChild(child) == k
        assert child.parent() is found
        assert found.child(k) is child
    assert found.child(-1) is None
    assert found.child(found.childCount()) is None


def test_a_cell_says_matrix_row_and_column_and_its_value(view: BenchView) -> None:
    x = cell(view, X, 1, 3)
    assert x.text(Text.Name) == "X, input, row 给, feature 3"
    assert x.text(Text.Value) == "2.0"
    weight = cell(view, A, 0, 1)
    assert "A¹" in weight.text(Text.Name)
    assert "我" in weight.text(Text.Name)
    assert float(weight.text(Text.Value)) == view.trace[A].values[0, 1]
    assert "reads key 给" in weight.text(Text.Description)
    view.document.do(view.document.workspace.with_cell(X, 1, 3, 0.5), "edit")
    assert x.text(Text.Value) == "0.5"


def test_a_cell_knows_its_place_in_its_matrix(view: BenchView) -> None:
    place = cell(view, X, 1, 3).tableCellInterface()
    assert place is not None
    assert (place.rowIndex(), place.columnIndex(), place.rowExtent(), place.columnExtent()) == (1, 3, 1, 1)
    assert place.table() is table(view)
    assert not place.isSelected()
    view.selection.select((X, 1, 3))
    assert place.isSelected()


def test_other_interfaces_are_declined(view: BenchView) -> None:
    found = cell(view, X, 0, 0)
    for asked in (found, table(view)):
        assert asked.valueInterface() is None
        assert asked.textInterface() is None
        assert asked.actionInterface() is None


def test_states_tell_selection_focus_and_what_may_be_edited(view: BenchView) -> None:
    view.selection.select((X, 0, 0))
    chosen, other, computed = cell(view, X, 0, 0).state(), cell(view, X, 0, 1).state(), cell(view, A, 0, 0).state()
    assert chosen.selected
    assert chosen.focused
    assert not other.selected
    assert not chosen.readOnly
    assert computed.readOnly
    assert table(view).focusChild() is cell(view, X, 0, 0)


def test_a_cell_is_found_where_it_is_on_the_screen(view: BenchView) -> None:
    rect = cell(view, X, 1, 2).rect()
    assert rect.contains(view.viewport().mapToGlobal(view.point_of(X, 1, 2)))
    assert table(view).childAt(rect.center().x(), rect.center().y()) is cell(view, X, 1, 2)
    assert table(view).rect().contains(rect)


def test_another_layout_has_other_cells_and_the_old_ones_are_invalid(view: BenchView) -> None:
    before = table(view).childCount()
    cell(view, "enc1.self.h1.Q", 0, 0)
    view.selection.show_head("enc1.self", 2)
    assert table(view).childCount() == before
    assert cell(view, "enc1.self.h2.Q", 0, 0).text(Text.Name).startswith("Q²")
    view.document.do(view.document.workspace.with_spec(heads=1), "one head")
    assert table(view).childCount() < before


def test_moving_the_selection_and_editing_with_a_reader_attached(view: BenchView, hand: Any, active: None) -> None:
    hand.click(X, 0, 0)
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Down):
        hand.key(key)
    hand.type("3")
    hand.key(Qt.Key.Key_Return)
    assert cell(view, X, 1, 1).text(Text.Value) == "3.0"
    hand.type("x1")
    view.selection.show_head("enc1.self", 2)
    assert cell(view, "enc1.self.h2.Q", 0, 0).isValid()


def test_closing_a_view_that_was_read_frees_it(qapp: Any, block: Workspace, active: None) -> None:
    gone = []
    for _ in range(10):
        document = Document(block, "numpy")
        view = BenchView(document, Selection(document), theme.LIGHT)
        document.setParent(view)
        view.show()
        found = table(view)
        for k in range(20):
            assert found.child(k).text(Text.Name)
        held = found.child(3)
        gone.append(weakref.ref(view))
        view.close()
        view.deleteLater()
        del view, document
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        QApplication.processEvents()
        del found, held
    gc.collect()
    assert [ref for ref in gone if ref() is not None] == []
