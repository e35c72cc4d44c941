"""The way of the followed row as a table: a line a number, so that a spreadsheet can sort and group them.

Numbers are written as everywhere in export: exact, reading them back gives the same to the last bit.
"""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from pathlib import Path

import numpy as np

from core.follow import READ_BY, stages
from core.glass import write_whole
from core.problem import QT_TRANSLATE_NOOP, Problem
from core.trace import Trace
from labapp.names import symbol_of, title_of

from . import numbers

HEADINGS = ("stage", "node", "symbol", "title", "row", "column", "value", "length")
ENDINGS = (".csv", ".tsv")


def lines(trace: Trace, axis: str, row: int, decimal: str = ".") -> list[list[str]]:
    """The headings and a line for each number; `length` is that of the whole row, empty for a column of weights."""
    token = trace.labels(axis, 0)[row]
    found = [list(HEADINGS)]
    for number, stage in enumerate(stages(trace, axis, row), 1):
        matrix = trace[stage.node]
        columns = matrix.rows if stage.kind == READ_BY else matrix.cols
        written = numbers.rows(replace(matrix, values=stage.values[None, :]), decimal=decimal)[0]
        sized = replace(matrix, values=np.array([[stage.length]]))
        length = "" if stage.kind == READ_BY else numbers.rows(sized, decimal=decimal)[0][0]
        head = [str(number), stage.node, str(symbol_of(matrix)), title_of(matrix), token]
        found += [[*head, column, value, length] for column, value in zip(columns, written, strict=True)]
    return found


def csv_text(trace: Trace, axis: str, row: int, decimal: str = ".") -> str:
    """Commas between the columns, semicolons where the decimal mark is a comma."""
    return _text(trace, axis, row, decimal, ";" if decimal == "," else ",", "\r\n")


def tsv_text(trace: Trace, axis: str, row: int, decimal: str = ".") -> str:
    """Tabs between the columns, for a spreadsheet."""
    return _text(trace, axis, row, decimal, "\t", "\n")


def _text(trace: Trace, axis: str, row: int, decimal: str, delimiter: str, end: str) -> str:
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter, lineterminator=end).writerows(lines(trace, axis, row, decimal))
    return out.getvalue()


def write(path: Path, trace: Trace, axis: str, row: int, *, decimal: str = ".", bom: bool = True) -> None:
    """Write the table in the format that the file's ending names; a failure leaves an old file as it was."""
    ending = Path(path).suffix.lower()
    if ending not in ENDINGS:
        raise Problem(
            QT_TRANSLATE_NOOP("core", "{file} has an unknown ending: allowed is {allowed}."),
            file=path,
            allowed=", ".join(ENDINGS),
        )
    if ending == ".csv":
        written = (numbers.BOM if bom else "") + csv_text(trace, axis, row, decimal)
    else:
        written = tsv_text(trace, axis, row, decimal)
    write_whole(Path(path), written.encode())
