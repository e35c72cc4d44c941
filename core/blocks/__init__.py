"""Blocks: a whole matrix of numbers as people paste it, read without running anything, and written for pasting.

Forms, told apart by what stands in the text:

- `latex`: matrices with or without `\\begin{bmatrix}`;
- `lists`: lists of Python, JSON, NumPy and PyTorch, `array([[…]])` and `tensor([[…]])` included, also printed
  without commas, and MATLAB's `[1 2; 3 4]`;
- `lines`: lines with tabs (spreadsheets), semicolons, commas, or spaces between the cells, in this order; with
  double quotes, cells as CSV quotes them.

Each cell is read by `parse_number`, so the point is the decimal mark. Only where tabs or semicolons separate can
a comma stand inside a number; it is then a decimal mark (or, when asked for, a separator of thousands), and the
block's notes say so. Nothing is guessed: ragged rows and empty cells are refused with their row and column, from 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..numbers import LONGEST, exact, parse_number, plain
from ..problem import QT_TRANSLATE_NOOP, Problem
from .latex import latex_rows, looks_like_latex
from .limits import MOST_CELLS, MOST_CHARACTERS, MOST_SIDE, Note, Rows, check_length, check_size, check_whole
from .lines import TABS, glance, line_rows, separator_of
from .lists import list_rows, looks_like_list

__all__ = ["MOST_CELLS", "MOST_CHARACTERS", "MOST_SIDE", "Block", "Note", "parse_block", "write_block"]

NUMBER = QT_TRANSLATE_NOOP("core", "one number")
LIST = QT_TRANSLATE_NOOP("core", "a list")
LATEX = QT_TRANSLATE_NOOP("core", "a LaTeX matrix")

_NOTHING = QT_TRANSLATE_NOOP("core", "There are no numbers in the text.")
_RAGGED = QT_TRANSLATE_NOOP("core", "All rows must be equally long: row 1 has {expected}, row {row} has {found}.")
_EMPTY_CELL = QT_TRANSLATE_NOOP("core", "Row {row}, column {column} is empty. Write 0 to mean zero.")
_EMPTY_ROW = QT_TRANSLATE_NOOP("core", "Row {row} is empty.")
_CELL = QT_TRANSLATE_NOOP("core", "Row {row}, column {column}: {reason}")
_DIGITS_NOTE = QT_TRANSLATE_NOOP("core", "A spreadsheet copies the digits it shows, which may be fewer than it holds.")

# What looks different and means the same; inside cells parse_number does this itself.
_ALIKE = str.maketrans("，；［］（）＆\u2028\u2029\x85\ufeff", ",;[]()&\n\n\n ")


@dataclass(frozen=True, eq=False)
class Block:
    """`values` [rows, cols], float64 and read-only; `read_as` what the text was taken for (English, marked for
    translation); `notes` what else to know; `commas` whether a comma stood inside a number."""

    values: NDArray[np.float64]
    read_as: str
    notes: tuple[Note, ...] = ()
    commas: bool = False


def parse_block(text: str, commas: str = "decimal") -> Block:
    """Read a matrix of at most MOST_CELLS numbers; Problem names the row and column of what can't be read.

    `commas` is what a comma inside a number means where tabs or semicolons separate cells: "decimal" or
    "groups" (thousands). The size is looked at before any number is read.
    """
    if len(text) > MOST_CHARACTERS:
        glance(text)  # says the shape, where lines show it
    check_length(text)
    text = text.replace("\r\n", "\n").replace("\r", "\n").translate(_ALIKE).strip("\n")
    if not text.strip():
        raise Problem(_NOTHING)
    check_whole(text)
    if looks_like_latex(text):
        return Block(_read(latex_rows(text)), LATEX)
    if looks_like_list(text):
        rows, notes = list_rows(text)
        return Block(_read(rows), LIST, notes)
    number = _one_number(text)
    if number is not None:
        return Block(number, NUMBER)
    read_as, separator = separator_of(text)
    rows, notes, inside = line_rows(text, separator, commas)
    values = _read(rows)
    if read_as == TABS and (np.modf(values[np.isfinite(values)])[0] != 0).any():
        notes = (*notes, Note(_DIGITS_NOTE))
    return Block(values, read_as, notes, inside)


def _one_number(text: str) -> NDArray[np.float64] | None:
    """The value of a text that is one number as a whole, such as 1 / 2; None of one that is not."""
    if "\n" in text or "\t" in text or len(text) > LONGEST:
        return None
    try:
        return _frozen(np.array([[parse_number(text)]]))
    except Problem:
        return None


def _read(rows: Rows) -> NDArray[np.float64]:
    """The numbers of the cells."""
    if not rows:
        raise Problem(_NOTHING)
    check_size(len(rows), len(rows[0]))
    _check_shape(rows)
    values = np.empty((len(rows), len(rows[0])), np.float64)
    for i, row in enumerate(rows):
        for j, cell in enumerate(row):
            try:
                values[i, j] = parse_number(cell.strip())
            except Problem as problem:
                raise Problem(_CELL, row=i + 1, column=j + 1, reason=problem) from None
    return _frozen(values)


def _check_shape(rows: Rows) -> None:
    expected = len(rows[0])
    for i, row in enumerate(rows):
        if not any(cell.strip() for cell in row):
            raise Problem(_EMPTY_ROW, row=i + 1)
        if len(row) != expected:
            raise Problem(_RAGGED, row=i + 1, found=len(row), expected=expected)
        for j, cell in enumerate(row):
            if not cell or cell.isspace():
                raise Problem(_EMPTY_CELL, row=i + 1, column=j + 1)


def _frozen(values: NDArray[np.float64]) -> NDArray[np.float64]:
    values.flags.writeable = False
    return values


def write_block(
    values: NDArray[np.floating],
    rows: Sequence[str] | None = None,
    cols: Sequence[str] | None = None,
    comma: bool = False,
) -> str:
    """`values` [rows, cols] as tab-separated lines that read back bit for bit, without a last line break.

    With `rows` and `cols`, labels before and above the numbers. `comma` writes the decimal mark as a comma, for
    spreadsheets that want it.
    """
    write = plain if values.dtype == np.float64 else _written
    lines = [[write(cell) for cell in (row.tolist() if values.dtype == np.float64 else row)] for row in values]
    if comma:
        lines = [[cell.replace(".", ",") for cell in line] for line in lines]
    if rows is not None and cols is not None:
        lines = [["", *map(_label, cols)]] + [[_label(label), *line] for label, line in zip(rows, lines, strict=True)]
    return "\n".join("\t".join(line) for line in lines)


def _written(value: np.float32) -> str:
    return exact(value).removesuffix(".0")


def _label(label: str) -> str:
    """A label without what would break the lines; never empty, which would mark the corner."""
    return " ".join(label.replace('"', "'").split()) or "·"
