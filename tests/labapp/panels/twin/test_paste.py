"""Pasting a block: the dialog says what was read and where it goes; one act, one run, one signal; nonsense changes
nothing."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialogButtonBox

from core.blocks import write_block
from core.workspace import Workspace
from labapp import models

Key = Qt.Key
LEFT = Qt.MouseButton.LeftButton
SHIFT = Qt.KeyboardModifier.ShiftModifier
X, WQ = "src.X", "enc1.self.h1.WQ"


def test_a_spreadsheet_block_goes_to_the_selected_cell(twin) -> None:
    twin.look_at(X)
    dialog = twin.paste("1\t2\r\n3\t4\r\n")
    assert dialog.read.text() == "Read as tab-separated text: 2×2 numbers."
    assert dialog.where.text() == "Goes into X: token 我–给, feature 0–1."
    assert not dialog.crop.isVisible()
    assert [dialog.preview.item(1, j).text() for j in range(2)] == ["3.0", "4.0"]
    twin.agree(dialog)
    assert twin.values(X) == [[1, 2, 1, 0], [3, 4, 0, 2], [1, 1, 0, 1]]
    assert twin.steps == 1
    assert twin.document.undo_stack.undoText() == "Change 2×2 cells from X[我, 0]"
    twin.document.undo_stack.undo()
    assert twin.values(X)[0] == [1, 0, 1, 0]


def test_a_spreadsheet_is_said_to_give_the_digits_it_shows(twin) -> None:
    """A spreadsheet's 1.025368 shown with three decimals comes as 1.025, and nobody is told otherwise."""
    twin.look_at(X)
    dialog = twin.paste("1.025\t2")
    assert "copies the digits it shows" in dialog.notes.text()
    assert dialog.notes.isVisible()
    twin.agree(dialog)
    assert twin.values(X)[0][0] == 1.025
    dialog = twin.paste("[[1.025, 2]]")
    assert "digits" not in dialog.notes.text()
    twin.agree(dialog)


def test_enter_agrees_and_escape_does_not(twin) -> None:
    twin.look_at(X, 2, 3)
    QTest.keyClick(twin.paste("8"), Key.Key_Escape)
    assert twin.values(X)[2][3] == 1
    QTest.keyClick(twin.paste("8"), Key.Key_Return)
    assert twin.values(X)[2][3] == 8
    assert twin.panel.dialog is None


@pytest.mark.parametrize(
    "words",
    [
        "[[5, 6], [7, 8]]",
        "5 6\n7 8",
        "5,6\n7,8",
        r"\begin{pmatrix}5&6\\7&8\end{pmatrix}",
        "array([[5., 6.],\n [7., 8.]])",
    ],
)
def test_every_form_can_be_pasted(twin, words: str) -> None:
    twin.look_at(WQ)
    twin.agree(twin.paste(words))
    assert twin.values(WQ)[:2] == [[5, 6], [7, 8]]


def test_a_decimal_comma_is_said_and_can_be_switched(twin) -> None:
    twin.look_at(X)
    dialog = twin.paste("1,234\t5\n")
    assert "1,234 is 1.234" in dialog.notes.text()
    assert dialog.commas.isVisible()
    QTest.mouseClick(dialog.commas.segment("groups"), LEFT)
    assert "1,234 is 1234" in dialog.notes.text()
    twin.agree(dialog)
    assert twin.values(X)[0][:2] == [1234, 5]


def test_a_reading_that_fails_can_be_switched_too(twin) -> None:
    twin.look_at(X)
    dialog = twin.paste("1,234,567\t5")
    assert not dialog.paste.isEnabled()
    assert dialog.notes.text().startswith("Row 1, column 1")
    QTest.mouseClick(dialog.commas.segment("groups"), LEFT)
    twin.agree(dialog)
    assert twin.values(X)[0][:2] == [1234567, 5]


def test_the_digits_a_spreadsheet_keeps_back_are_mentioned(twin) -> None:
    twin.look_at(X)
    assert "may be fewer than it holds" in twin.paste("1.025\t2").notes.text()


def test_one_number_fills_the_selection(twin) -> None:
    twin.look_at(X)
    twin.click(0, 1)
    twin.click(2, 2, SHIFT)
    dialog = twin.paste("1/2")
    assert dialog.read.text() == "Read as one number."
    twin.agree(dialog)
    assert np.array(twin.values(X))[:, 1:3].tolist() == [[0.5, 0.5]] * 3
    assert twin.steps == 1


# What doesn't fit


def test_a_block_that_is_too_large_can_be_cropped(twin) -> None:
    twin.look_at(X, 2, 3)
    dialog = twin.paste("1 2\n3 4")
    assert dialog.where.text() == "From the selected cell on, X has room for 1×1, not for 2×2."
    assert dialog.crop.text() == "Paste only the first 1×1"
    QTest.mouseClick(dialog.crop, LEFT, pos=dialog.crop.rect().center() - dialog.crop.rect().center() / 2)
    dialog.crop.setChecked(True)
    twin.agree(dialog)
    assert (np.array(twin.values(X)).shape, twin.values(X)[2][3]) == ((3, 4), 1)


def test_the_model_can_grow_where_the_axes_are_sizes(twin) -> None:
    twin.look_at(X)
    block = np.arange(1.0, 31.0).reshape(5, 6)
    dialog = twin.paste(write_block(block))
    assert dialog.grow.text() == "Make the model larger: Tokens n 3 → 5, Width d 4 → 6"
    assert dialog.grow.isChecked()
    twin.agree(dialog)
    assert twin.values(X) == block.tolist()
    assert (twin.document.workspace.spec.d, len(twin.document.workspace.tokens())) == (6, 5)
    assert twin.steps == 1
    twin.document.undo_stack.undo()
    assert (twin.document.workspace.spec.d, len(twin.document.workspace.tokens())) == (4, 3)


def test_heads_grow_by_the_width_of_their_keys(twin) -> None:
    twin.look_at(WQ, 0, 1)
    dialog = twin.paste("1 2 3")
    assert dialog.grow.text() == "Make the model larger: Key dₖ 2 → 4"
    twin.agree(dialog)
    assert twin.values(WQ)[0] == [1, 1, 2, 3]


@pytest.mark.parametrize("name", ["enc1.self.WO", "set.eps"])
def test_no_growth_is_offered_where_a_size_means_several_things(twin, name: str) -> None:
    """Rows of W_O are the heads' values side by side: 5 of them say neither how many heads nor how wide."""
    twin.look_at(name)
    dialog = twin.paste("1 2\n" * 5)
    assert not dialog.grow.isVisible()
    assert dialog.crop.isVisible()


def test_a_block_that_is_too_large_for_the_model_is_not_offered(twin) -> None:
    twin.look_at(X)
    dialog = twin.paste("1\n" * 2000)
    assert not dialog.grow.isVisible()


def test_a_cell_that_refuses_its_number_says_why(twin) -> None:
    twin.look_at("set.eps")
    twin.agree(twin.paste("-1"))
    assert twin.steps == 0
    assert "can't be" in twin.said[-1]


# What can't be read


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("1\tx", "Row 1, column 2: “x” is not a number."),
        ("1\t2\n3", "All rows must be equally long"),
        ("1\t\t2", "Row 1, column 2 is empty."),
        ("今天天气很好", "Row 1, column 1"),
        ("[1, 2", "The brackets of the list don't match."),
        ("\x00\x01", "Row 1, column 1"),
        ("😀\t😀", "Row 1, column 1"),
        ("import os", "Row 1, column 1"),
    ],
)
def test_nonsense_is_refused_by_its_place_and_changes_nothing(twin, words: str, sentence: str) -> None:
    twin.look_at(X)
    dialog = twin.paste(words)
    assert sentence in dialog.notes.text()
    assert not dialog.paste.isEnabled()
    QTest.mouseClick(dialog.buttons.button(QDialogButtonBox.StandardButton.Cancel), LEFT)
    assert twin.panel.dialog is None
    assert twin.steps == 0


def test_an_empty_clipboard_is_said(twin) -> None:
    twin.look_at(X)
    QGuiApplication.clipboard().clear()
    twin.key(Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert twin.said[-1] == "There is no text on the clipboard."


# Size


@pytest.fixture
def large() -> Workspace:
    """X is 200×200."""
    return models.starting_model("block").with_spec(d=200, d_ff=1).with_rows(200)


def test_a_large_block_is_one_run_one_signal_and_quick(
    twin_of: Callable[[Workspace], object], large: Workspace
) -> None:
    twin = twin_of(large)
    twin.look_at(X)
    values = np.random.default_rng(0).normal(size=(200, 200))
    told: list[tuple[int, int, int, int]] = []
    twin.panel.twin.dataChanged.connect(
        lambda first, last, roles: told.append((first.row(), first.column(), last.row(), last.column()))
    )
    runs = twin.document.runs
    begin = time.perf_counter()
    twin.agree(twin.paste(write_block(values)))
    assert time.perf_counter() - begin < 5
    assert np.array_equal(twin.values(X), values)
    assert told == [(0, 0, 199, 199)]
    assert twin.document.runs == runs + 1
    assert twin.steps == 1


def test_a_huge_block_is_refused_before_it_is_read(twin) -> None:
    twin.look_at(X)
    begin = time.perf_counter()
    dialog = twin.paste("\n".join(["1.25\t" * 1999 + "x"] * 2000))
    assert time.perf_counter() - begin < 5
    assert "The block is about 2000×2000" in dialog.notes.text()
    assert not dialog.paste.isEnabled()


def test_a_large_matrix_opens_without_measuring_every_cell(
    twin_of: Callable[[Workspace], object], large: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    twin = twin_of(large)
    asked = []
    text = twin.panel.twin.text
    monkeypatch.setattr(twin.panel.twin, "text", lambda i, j: asked.append((i, j)) or text(i, j))
    twin.look_at(X)
    QApplication.processEvents()
    twin.table.viewport().grab()
    assert 0 < len(set(asked)) < 2000
