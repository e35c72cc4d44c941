"""How large a block may be, looked at before any number is read, and what every form of it has in common."""

from __future__ import annotations

import re

from ..arrays import times
from ..problem import QT_TRANSLATE_NOOP, Problem

MOST_CELLS = 512 * 512
MOST_SIDE = 4096
MOST_CHARACTERS = 8_000_000  # 262,144 cells of 24 characters have 6.6 million

Rows = list[list[str]]  # the texts of the cells

_LARGE = QT_TRANSLATE_NOOP("core", "The block is about {found}: at most {cells} numbers, {side} a side, are read.")
_LONG = QT_TRANSLATE_NOOP("core", "The text has {found} characters: a block has at most {most}.")
_GAPS = QT_TRANSLATE_NOOP("core", "The text leaves numbers out (“{found}”). Copy the whole matrix.")
_GAP = re.compile(r"\.\.\.|…|\\[cvdl]?dots\b")


class Note(Problem):
    """A sentence about how a block was read. It is no error, and is translated as a Problem is."""


def check_size(rows: int, cols: int) -> None:
    """Refuse a block of too many cells."""
    if rows * cols > MOST_CELLS or max(rows, cols) > MOST_SIDE:
        raise Problem(_LARGE, found=times((rows, cols)), cells=MOST_CELLS, side=MOST_SIDE)


def check_length(text: str) -> None:
    """Refuse a text that is too long to look at."""
    if len(text) > MOST_CHARACTERS:
        raise Problem(_LONG, found=len(text), most=MOST_CHARACTERS)


def check_whole(text: str) -> None:
    """Refuse a text that was shortened with dots: printed large arrays are."""
    if gap := _GAP.search(text):
        raise Problem(_GAPS, found=gap.group())
