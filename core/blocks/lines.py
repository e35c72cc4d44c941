"""Lines of cells with tabs, semicolons, commas or spaces between them."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable

from ..numbers import parse_number, plain
from ..problem import QT_TRANSLATE_NOOP, Problem
from .limits import MOST_SIDE, Note, Rows, check_size

TABS = QT_TRANSLATE_NOOP("core", "tab-separated text")
SEMICOLONS = QT_TRANSLATE_NOOP("core", "text separated by semicolons")
COMMAS = QT_TRANSLATE_NOOP("core", "text separated by commas")
SPACES = QT_TRANSLATE_NOOP("core", "text separated by spaces")
COLUMN = QT_TRANSLATE_NOOP("core", "a column of numbers")
_QUOTES = QT_TRANSLATE_NOOP("core", "The double quotes of the text don't close.")

_COMMA_NOTE = QT_TRANSLATE_NOOP("core", "The comma was read as a decimal mark: {found} is {value}.")
_GROUP_NOTE = QT_TRANSLATE_NOOP("core", "The comma was read as a separator of thousands: {found} is {value}.")
_LABELS_NOTE = QT_TRANSLATE_NOOP("core", "The first row and the first column were read as labels and left out.")

_DECIMAL_COMMA = re.compile(r"(?<![0-9.,])([0-9]*),([0-9]+)(?![0-9.,])")
_GROUPED = re.compile(r"(?<![0-9.,])[1-9][0-9]{0,2}(?:,[0-9]{3})+(?![0-9,])")
_NAME = re.compile(r"[a-z]+[0-9]*(?:\.[A-Za-z]\w*)+|memory")  # of a matrix; o.5 is a number mistyped

Change = Callable[[str], str]


def separator_of(text: str) -> tuple[str, str]:
    """What the lines are read as, and what separates their cells ("" for spaces)."""
    for separator, read_as in (("\t", TABS), (";", SEMICOLONS), (",", COMMAS)):
        if separator in text:
            return read_as, separator
    return (SPACES if any(len(line.split(None, 1)) > 1 for line in text.split("\n")) else COLUMN), ""


def glance(text: str) -> None:
    """Refuse too many lines and cells by counting those of the first line."""
    end = text.find("\n")
    if end > 0:
        first = text[:end]
        check_size(text.count("\n") + (not text.endswith("\n")), len(_cells(first, separator_of(first)[1])))


def line_rows(text: str, separator: str, commas: str) -> tuple[Rows, tuple[Note, ...], bool]:
    """The texts of the cells, what to note, and whether commas stood inside numbers.

    `commas` is "decimal" or "groups": what a comma means where tabs or semicolons separate.
    """
    lines = text.split("\n")
    check_size(len(lines), len(_cells(lines[0], separator)))
    rows = _quoted(lines, separator or ",") if '"' in text else [_cells(line, separator) for line in lines]
    notes = []
    if separator and _labelled(rows):
        rows = [row[1:] for row in rows[1:]]
        notes.append(Note(_LABELS_NOTE))
    inside = separator in ("\t", ";") and any("," in cell for row in rows for cell in row)
    if inside:
        groups = commas == "groups"
        pattern, change = (_GROUPED, _ungrouped) if groups else (_DECIMAL_COMMA, _pointed)
        found = next((match for row in rows for cell in row if (match := pattern.search(cell))), None)
        if found:
            value = plain(parse_number(change(found.group())))
            notes.append(Note(_GROUP_NOTE if groups else _COMMA_NOTE, found=found.group(), value=value))
        rows = [[change(cell) if "," in cell else cell for cell in row] for row in rows]
    return rows, tuple(notes), inside


def _cells(line: str, separator: str) -> list[str]:
    return line.split(separator, MOST_SIDE + 1) if separator else line.split(None, MOST_SIDE + 1)


def _quoted(lines: list[str], separator: str) -> Rows:
    try:
        return list(csv.reader(lines, delimiter=separator, skipinitialspace=True, strict=True))
    except csv.Error:
        raise Problem(_QUOTES) from None


def _labelled(rows: Rows) -> bool:
    """Whether labels stand around the numbers: the corner is empty, as in what is copied with labels, or names a
    matrix, as in a CSV file of ours; the first row and column are not empty."""
    first = rows[0]
    return (
        len(rows) > 1
        and len(first) > 1
        and (not first[0].strip() or _NAME.fullmatch(first[0].strip()) is not None)
        and all(cell.strip() for cell in first[1:])
        and all(row and row[0].strip() for row in rows[1:])
    )


def _pointed(cell: str) -> str:
    return _DECIMAL_COMMA.sub(r"\1.\2", cell)


def _ungrouped(cell: str) -> str:
    return _GROUPED.sub(lambda match: match.group().replace(",", ""), cell)
