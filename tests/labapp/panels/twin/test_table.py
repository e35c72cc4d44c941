"""The twin as a table: it shows the selected matrix, and everything that can be done to cells is one act."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QColor, QGuiApplication, QInputMethodEvent, QKeyEvent
from PySide6.QtWidgets import QApplication

from core.blocks import parse_block
from core.workspace import Workspace
from labapp import models, text, theme

Key = Qt.Key
CTRL, ALT, SHIFT = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.ShiftModifier,
)
Role = Qt.ItemDataRole
X, A = "src.X", "enc1.self.h1.A"


# What is shown


def test_nothing_is_selected_at_first(twin) -> None:
    assert not twin.panel.split.isVisible()
    assert twin.panel.findChild(type(twin.panel._empty)).isVisible()
    assert twin.panel.heatmap is None, "pyqtgraph is imported for a heatmap that somebody sees"


def test_the_selected_matrix_is_shown_with_its_labels(twin) -> None:
    twin.look_at(X, 1, 3)
    model = twin.panel.twin
    assert (model.rowCount(), model.columnCount()) == (3, 4)
    assert [model.headerData(i, Qt.Orientation.Vertical) for i in range(3)] == ["我", "给", "书"]
    assert [model.headerData(j, Qt.Orientation.Horizontal) for j in range(4)] == ["0", "1", "2", "3"]
    assert (twin.table.currentIndex().row(), twin.table.currentIndex().column()) == (1, 3)
    assert twin.index(1, 3).data() == "2.0"
    assert twin.panel.head.title.text() == "input  3×4"


def test_rows_are_queries_and_columns_keys_where_an_attention_reads(twin) -> None:
    twin.look_at(A)
    assert twin.panel.head.axes.text() == "query ↓   key →"
    assert twin.panel.twin.headerData(1, Qt.Orientation.Vertical, Role.ToolTipRole) == "query 给"
    assert twin.panel.twin.headerData(2, Qt.Orientation.Horizontal, Role.ToolTipRole) == "key 书"


def test_the_editor_and_the_tooltip_have_every_digit(twin) -> None:
    twin.look_at(A, 1, 2)
    value = repr(float(twin.document.trace[A].values[1, 2]))
    assert twin.index(1, 2).data() == "0.401"
    assert twin.index(1, 2).data(Role.EditRole) == value
    assert value in twin.index(1, 2).data(Role.ToolTipRole)
    assert "query 给" in twin.index(1, 2).data(Role.ToolTipRole)


def test_a_small_number_is_no_zero(twin) -> None:
    twin.document.do(twin.document.workspace.with_cell(X, 0, 0, 0.0004), "small")
    twin.look_at(X)
    assert twin.index(0, 0).data() == "4e−4"


def test_cells_have_the_colours_of_the_bench(twin) -> None:
    twin.look_at(X)
    ramp = theme.signed_ramp(theme.LIGHT)
    assert twin.index(1, 3).data(Role.BackgroundRole).color() == ramp.fills[-1]  # 2 is the largest
    assert twin.index(0, 1).data(Role.BackgroundRole).color() == ramp.fills[theme.STEPS // 2]
    twin.document.do(twin.document.workspace.with_cell(X, 0, 0, float("nan")), "nan")
    assert twin.index(0, 0).data(Role.BackgroundRole).color() == QColor(theme.LIGHT.odd)
    twin.document.do(twin.document.workspace.with_spec(causal=True), "causal")
    twin.look_at(A)
    assert twin.index(0, 2).data(Role.BackgroundRole).color() == QColor(theme.LIGHT.hidden)


def test_the_selection_is_linked_both_ways(twin) -> None:
    twin.look_at(X)
    twin.click(2, 1)
    assert twin.selection.cell == (X, 2, 1)
    twin.key(Key.Key_Right)
    assert twin.selection.cell == (X, 2, 2)
    twin.selection.select((X, 0, 0))
    assert (twin.table.currentIndex().row(), twin.table.currentIndex().column()) == (0, 0)
    twin.selection.select((A, 1, 1))
    assert twin.panel.twin.rowCount() == 3
    assert twin.panel.twin.columnCount() == 3


def test_a_matrix_that_is_gone_leaves_an_empty_dock_and_comes_back(twin) -> None:
    twin.look_at("enc1.norm1.mean")
    twin.document.do(twin.document.workspace.with_spec(norm="none"), "no norm")
    assert not twin.panel.split.isVisible()
    assert twin.panel.twin.rowCount() == 0
    twin.document.undo_stack.undo()
    assert twin.panel.split.isVisible()


def test_a_size_that_changes_is_followed(twin) -> None:
    twin.look_at(X, 2, 3)
    twin.document.do(twin.document.workspace.with_spec(d=2), "narrow")
    assert twin.panel.twin.columnCount() == 2
    twin.document.do(twin.document.workspace.with_rows(5), "long")
    assert twin.panel.twin.rowCount() == 5


def test_an_edit_elsewhere_is_one_signal_over_what_changed(twin, qtbot) -> None:
    twin.look_at(X)
    told = []
    twin.panel.twin.dataChanged.connect(
        lambda first, last, roles: told.append((first.row(), first.column(), last.row()))
    )
    twin.document.do(twin.document.workspace.with_cell(X, 1, 2, 0.5), "edit")
    assert told == [(1, 2, 1)]


def test_out_of_view_nothing_is_read(twin) -> None:
    twin.look_at(X)
    twin.panel.hide()
    twin.selection.select((A, 0, 0))
    assert twin.panel.twin.columnCount() == 4
    twin.panel.show()
    assert twin.panel.twin.columnCount() == 3


# Typing


def test_a_digit_begins_a_number_and_enter_commits_it(twin) -> None:
    twin.look_at(X, 0, 1)
    twin.type("0.25")
    assert twin.line() is not None
    twin.key(Key.Key_Return)
    assert twin.values(X)[0][1] == 0.25
    assert twin.steps == 1
    assert twin.line() is None
    assert twin.selection.cell == (X, 1, 1)


@pytest.mark.parametrize(
    ("written", "value"), [("1/3", 1 / 3), ("sqrt(2)", 2**0.5), ("-1e-3", -0.001), ("-inf", -np.inf)]
)
def test_the_table_reads_what_every_other_field_reads(twin, written: str, value: float) -> None:
    twin.look_at(X)
    twin.key(Key.Key_F2)
    twin.key(Key.Key_A, CTRL)
    twin.type(written)
    twin.key(Key.Key_Enter)
    assert twin.values(X)[0][0] == value


def test_the_typographic_minus_is_read(twin) -> None:
    twin.look_at(X)
    twin.double_click(0, 0)
    twin.line().selectAll()
    event = QInputMethodEvent()
    event.setCommitString("−1.5")
    QApplication.sendEvent(twin.line(), event)
    twin.key(Key.Key_Return)
    assert twin.values(X)[0][0] == -1.5


def test_opening_and_leaving_keeps_every_digit(twin) -> None:
    twin.document.do(twin.document.workspace.with_cell(X, 0, 0, 0.1 + 0.2), "a long number")
    twin.look_at(X)
    twin.double_click(0, 0)
    assert twin.line().text() == "0.30000000000000004"
    twin.key(Key.Key_Return)
    assert twin.values(X)[0][0] == 0.1 + 0.2
    assert twin.steps == 1


def test_a_refused_text_keeps_the_line_open_and_says_why(twin) -> None:
    twin.look_at(X)
    twin.type("1..2")
    twin.key(Key.Key_Return)
    assert twin.line() is not None
    assert twin.line().property("refused")
    assert "“1..2” is not one number" in twin.said[-1]
    assert twin.line().accessibleDescription() == twin.said[-1]
    twin.key(Key.Key_Backspace)
    twin.key(Key.Key_Backspace)
    assert not twin.line().property("refused")
    twin.key(Key.Key_Return)
    assert twin.values(X)[0][0] == 1


def test_a_second_f2_goes_on_with_the_open_line(twin) -> None:
    """The line has no use for it and hands it on to the table, where Qt would complain of a second editor."""
    twin.look_at(X)
    twin.key(Key.Key_F2)
    line = twin.line()
    twin.key(Key.Key_F2)
    assert twin.line() is line
    twin.type("2.5")
    twin.key(Key.Key_Return)
    assert twin.values(X)[0][0] == 2.5


def test_escape_gives_the_number_back(twin) -> None:
    twin.look_at(X)
    twin.type("7")
    twin.key(Key.Key_Escape)
    QApplication.processEvents()
    assert twin.values(X)[0][0] == 1
    assert twin.steps == 0


def test_leaving_by_the_mouse_commits(twin) -> None:
    twin.look_at(X)
    twin.type("7")
    twin.click(2, 2)
    assert twin.values(X)[0][0] == 7


def test_a_shortcut_finds_what_was_typed_before_it(twin) -> None:
    """As with Ctrl+S: the key is offered to the line before it becomes a shortcut."""
    twin.look_at(X)
    twin.type("42")
    event = QKeyEvent(QEvent.Type.ShortcutOverride, Key.Key_S, CTRL, "s")
    event.ignore()
    QApplication.sendEvent(twin.line(), event)
    assert twin.values(X)[0][0] == 42


def test_an_open_line_is_not_overwritten_by_a_new_trace(twin) -> None:
    twin.look_at(X)
    twin.type("42")
    twin.document.do(twin.document.workspace.with_cell(X, 0, 0, 9.0), "elsewhere")
    assert twin.line().text() == "42"


def test_letters_that_begin_no_number_open_nothing(twin) -> None:
    twin.look_at(X)
    twin.type("x")
    assert twin.line() is None


def test_a_computed_matrix_says_what_to_change_instead(twin) -> None:
    twin.look_at(A)
    for act in (lambda: twin.type("1"), lambda: twin.double_click(0, 0), lambda: twin.key(Key.Key_Delete)):
        twin.said.clear()
        act()
        assert twin.said[-1].startswith("A¹ is computed"), act
        assert "W_Q¹" in twin.said[-1]
    QGuiApplication.clipboard().setText("1")
    twin.key(Key.Key_V, CTRL)
    assert twin.panel.dialog is None
    assert not twin.panel.head.paste.isEnabled()
    assert twin.steps == 0


def test_an_act_waits_for_an_editor_that_is_refused(twin) -> None:
    twin.look_at(X)
    twin.settled = False
    twin.key(Key.Key_Delete)
    assert twin.values(X)[0][0] == 1


# Steps, clearing, copying


def test_steps_by_alt_and_arrows(twin) -> None:
    twin.look_at(X, 0, 1)
    twin.key(Key.Key_Up, ALT)
    twin.key(Key.Key_PageUp, ALT)
    assert twin.values(X)[0][1] == 1.1
    assert twin.steps == 2


def test_delete_clears_the_selected_block_as_one_act(twin) -> None:
    twin.look_at(X)
    twin.click(0, 0)
    twin.click(2, 3, SHIFT)
    twin.key(Key.Key_Delete)
    assert np.all(np.array(twin.values(X)) == 0)
    assert twin.steps == 1
    assert twin.document.undo_stack.undoText() == "Change 3×4 cells from X[我, 0]"
    twin.document.undo_stack.undo()
    assert twin.values(X)[1] == [0, 1, 0, 2]


def test_a_block_is_copied_to_its_last_digit(twin) -> None:
    twin.look_at(A)
    twin.drag((0, 0), (1, 2))
    twin.key(Key.Key_C, CTRL)
    copied = QGuiApplication.clipboard().text()
    assert parse_block(copied).values.tobytes() == twin.document.trace[A].values[:2].tobytes()
    assert not copied.endswith("\n")
    assert "2×3" in twin.said[-1]


def test_labels_and_decimal_commas_when_they_are_asked_for(twin) -> None:
    twin.look_at(X)
    twin.click(0, 0)
    twin.click(1, 1, SHIFT)
    twin.key(Key.Key_C, CTRL | SHIFT)
    assert QGuiApplication.clipboard().text() == "\t0\t1\n我\t1\t0\n给\t0\t1"
    twin.document.do(twin.document.workspace.with_cell(X, 0, 0, 0.5), "half")
    twin.panel.head.comma.trigger()
    twin.key(Key.Key_C, CTRL)
    assert QGuiApplication.clipboard().text() == "0,5\t0\n0\t1"


def test_a_column_of_weights_adds_up_when_it_is_copied(twin) -> None:
    """Shown are 0.333 three times; copied are the numbers themselves."""
    workspace = twin.document.workspace
    twin.document.do(workspace.with_block(X, 0, 0, np.zeros((3, 4))), "no input")
    twin.look_at(A)
    twin.drag((0, 0), (0, 2))
    assert [twin.index(0, j).data() for j in range(3)] == ["0.333"] * 3
    twin.key(Key.Key_C, CTRL)
    assert parse_block(QGuiApplication.clipboard().text()).values.sum() == 1


# Digits, language, single precision


def test_digits_are_for_the_eye_only(twin) -> None:
    twin.look_at(A)
    before = twin.values(A)
    told = []
    twin.panel.twin.dataChanged.connect(lambda *_: told.append(1))
    twin.desk.digits.set_decimals(6)
    assert len(twin.index(0, 0).data()) == 8
    assert told == [1]
    twin.desk.digits.set_form("significant")
    twin.desk.digits.set_decimals(2)
    assert twin.index(0, 1).data() == "0.2"
    twin.desk.digits.set_fractions(True)
    twin.selection.select((X, 0, 0))
    assert twin.index(0, 0).data() == "1"
    assert twin.values(A) == before
    assert twin.steps == 0


def test_the_digits_button_opens_the_menu_of_digits(twin) -> None:
    twin.look_at(X)
    menu = twin.panel.head.digits.menu()
    menu.counts[4].trigger()
    assert twin.index(0, 0).data() == "1.0000"
    assert menu.counts[4].isChecked()
    menu.forms["significant"].trigger()
    menu.fractions.trigger()
    assert (twin.desk.digits.form, twin.desk.digits.fractions) == ("significant", True)
    menu.counts[None].trigger()
    assert not menu.forms["fixed"].isEnabled()


def test_single_precision_is_written_as_short_as_it_is(twin_of: Callable[[Workspace], object]) -> None:
    workspace = models.starting_model("block").with_spec(precision="float32").with_cell(X, 0, 0, 0.1)
    twin = twin_of(workspace)
    twin.look_at(X)
    assert twin.index(0, 0).data(Role.EditRole) == "0.1"
    twin.key(Key.Key_C, CTRL)
    assert QGuiApplication.clipboard().text() == "0.1"


def test_everything_is_said_again_in_another_language(twin) -> None:
    twin.look_at(X)
    before = twin.panel.head.paste.text()
    text.set_language("zh_CN")
    QApplication.processEvents()
    assert twin.panel.head.paste.text() != before
    assert twin.panel.head.title.text().startswith("输入")


def test_every_control_has_a_name(twin) -> None:
    twin.look_at(X)
    panel = twin.panel
    for control in (
        panel.table,
        panel.head.copy,
        panel.head.paste,
        panel.head.digits,
        panel.head.view,
        panel.heatmap.view,
    ):
        assert control.accessibleName(), control


@pytest.mark.parametrize("model", [name for name in models.names() if name != "base"])
def test_every_matrix_of_every_starting_model_is_shown(twin_of: Callable[[Workspace], object], model: str) -> None:
    twin = twin_of(models.starting_model(model))
    trace = twin.document.trace
    for k, name in enumerate(trace):
        twin.selection.select((name, 0, 0))
        assert (twin.panel.twin.rowCount(), twin.panel.twin.columnCount()) == trace[name].values.shape, name
        assert twin.index(0, 0).data(Role.ToolTipRole)
        if k % 25 == 0:
            twin.panel.grab()


# Pins


def test_p_holds_and_releases_the_selected_block(twin) -> None:
    twin.look_at(A)
    before = twin.values(A)
    twin.drag((0, 0), (1, 1))
    twin.key(Key.Key_P)
    assert twin.document.trace[f"{A}.where"].values.tolist() == [[1, 1, 0], [1, 1, 0], [0, 0, 0]]
    assert twin.values(A) == before
    assert twin.steps == 1
    assert "A¹[我–给, 我–给]" in twin.document.undo_stack.undoText()
    twin.drag((0, 0), (1, 1))
    twin.key(Key.Key_P)
    assert not twin.document.workspace.pins
    twin.look_at(X)
    twin.key(Key.Key_P)
    assert "X is given" in twin.said[-1]


def test_a_held_cell_is_typed_stepped_and_cleared(twin) -> None:
    twin.look_at(A, 0, 1)
    twin.key(Key.Key_P)
    twin.type("0.5")
    twin.key(Key.Key_Return)
    assert twin.values(A)[0][1] == 0.5
    twin.click(0, 1)
    twin.key(Key.Key_Up, ALT)
    assert twin.values(A)[0][1] == 0.6
    twin.key(Key.Key_Delete)
    assert twin.values(A)[0][1] == 0
    assert twin.document.trace[f"{A}.where"].values.sum() == 1
    twin.click(2, 2)
    twin.type("1")
    assert twin.line() is None
    assert twin.said[-1].startswith("A¹ is computed"), "its other cells are computed still"
    twin.drag((0, 0), (0, 2))
    twin.key(Key.Key_Delete)
    assert twin.values(A)[0][0] != 0, "a block that is held in part is left alone"


def test_a_held_cell_wears_the_pin_and_says_so(twin) -> None:
    twin.look_at(A, 2, 2)
    rect = twin.table.visualRect(twin.index(0, 1))
    plain = twin.table.viewport().grab(rect).toImage()
    twin.document.do(twin.document.workspace.with_pin(A, 0, 1, twin.values(A)[0][1]), "pin")
    QApplication.processEvents()
    held = twin.table.viewport().grab(rect).toImage()
    assert held.pixelColor(0, rect.height() // 2).name() == twin.panel.twin.palette.pin
    assert plain.pixelColor(0, rect.height() // 2).name() != twin.panel.twin.palette.pin
    assert "pinned; naturally" in twin.index(0, 1).data(Qt.ItemDataRole.ToolTipRole)
