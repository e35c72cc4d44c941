"""The numbers of one matrix as text: CSV, TSV, LaTeX, NumPy; exact unless decimals are asked for.

Exact means that reading the text back gives the same numbers to the last bit.
"""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Callable
from pathlib import Path

import numpy as np

from core.glass import write_whole
from core.numbers import exact
from core.problem import QT_TRANSLATE_NOOP, Problem
from core.trace import Matrix

BOM = "\ufeff"  # tells Excel that a file is UTF-8; without it Chinese headings are garbled there
MOST_LATEX_COLUMNS = 10  # of a bmatrix, unless it is told


def rows(matrix: Matrix, decimals: int | None = None, decimal: str = ".") -> list[list[str]]:
    """Each number as text with the minus of a keyboard; `decimal` is the mark between whole part and fraction."""
    return [[_written(value, decimals).replace(".", decimal) for value in row] for row in matrix.values]


def _written(value: np.floating, decimals: int | None) -> str:
    if decimals is None or not math.isfinite(value):
        return exact(value)
    text = f"{value:.{decimals}f}"
    return text if text.strip("-0.") else text.lstrip("-")  # never −0.00


def csv_text(matrix: Matrix, *, labels: bool = True, decimal: str = ".", decimals: int | None = None) -> str:
    """A table with the labels of rows and columns around it, its corner the name of the matrix.

    Where the decimal mark is a comma, a semicolon parts the columns, as spreadsheets there expect.
    """
    out = io.StringIO()
    writer = csv.writer(out, delimiter=";" if decimal == "," else ",", lineterminator="\r\n")
    numbers = rows(matrix, decimals, decimal)
    if labels:
        writer.writerow([matrix.name, *matrix.cols])
        numbers = [[label, *row] for label, row in zip(matrix.rows, numbers, strict=True)]
    writer.writerows(numbers)
    return out.getvalue()


def csv_bytes(matrix: Matrix, *, bom: bool = True, labels: bool = True, decimal: str = ".") -> bytes:
    """`csv_text` in UTF-8, with a byte order mark unless a reader stumbles over it."""
    return ((BOM if bom else "") + csv_text(matrix, labels=labels, decimal=decimal)).encode()


def tsv(matrix: Matrix, *, decimal: str = ".", decimals: int | None = None) -> str:
    """The bare numbers, a tab between columns and a line break between rows; none after the last."""
    return "\n".join("\t".join(row) for row in rows(matrix, decimals, decimal))


def latex(matrix: Matrix, *, decimals: int | None = None) -> str:
    """A `bmatrix` of amsmath, to stand in a formula."""
    body = " \\\\\n".join("  " + " & ".join(_latex(text) for text in row) for row in rows(matrix, decimals))
    columns = matrix.values.shape[1]
    wider = f"\\setcounter{{MaxMatrixCols}}{{{columns}}}\n" if columns > MOST_LATEX_COLUMNS else ""
    return f"{wider}\\begin{{bmatrix}}\n{body}\n\\end{{bmatrix}}"


def _latex(text: str) -> str:
    special = {"nan": "\\mathrm{NaN}", "inf": "\\infty", "-inf": "-\\infty"}
    if text in special:
        return special[text]
    mantissa, sign, exponent = text.partition("e")
    return f"{mantissa} \\times 10^{{{int(exponent)}}}" if sign else text


def numpy_text(matrix: Matrix, *, decimals: int | None = None) -> str:
    """An expression that makes the array, where `import numpy as np` stands above it."""
    words = {"nan": "np.nan", "inf": "np.inf", "-inf": "-np.inf"}
    lines = ["[" + ", ".join(words.get(text, text) for text in row) + "]" for row in rows(matrix, decimals)]
    kind = ", dtype=np.float32" if matrix.values.dtype == np.float32 else ""
    return "np.array([\n    " + ",\n    ".join(lines) + f",\n]{kind})"


def numpy_script(matrix: Matrix) -> str:
    """A Python file that makes the array; its name is the name of the matrix with underscores for points."""
    comment = f"# {matrix.name}  [{matrix.row_axis}, {matrix.col_axis}]  {matrix.formula}"
    return f"import numpy as np\n\n{comment}\n{_identifier(matrix.name)} = {numpy_text(matrix)}\n"


def _identifier(name: str) -> str:
    """The name of a matrix, or of a gradient, as Python can have it."""
    return re.sub(r"\W+", "_", name).strip("_")


def plain_text(matrix: Matrix) -> str:
    """What `numpy.loadtxt` reads: spaces between the numbers."""
    return "\n".join(" ".join(row) for row in rows(matrix)) + "\n"


# (matrix, decimal mark, byte order mark) to the bytes of a file; a program's own formats know the point alone.
WRITERS: dict[str, Callable[[Matrix, str, bool], bytes]] = {
    ".csv": lambda matrix, decimal, bom: csv_bytes(matrix, bom=bom, decimal=decimal),
    ".tsv": lambda matrix, decimal, bom: (tsv(matrix, decimal=decimal) + "\n").encode(),
    ".tex": lambda matrix, decimal, bom: (latex(matrix) + "\n").encode(),
    ".py": lambda matrix, decimal, bom: numpy_script(matrix).encode(),
    ".txt": lambda matrix, decimal, bom: plain_text(matrix).encode(),
}


def write(path: Path, matrix: Matrix, *, decimal: str = ".", bom: bool = True) -> None:
    """Write the numbers in the format that the file's ending names; a failure leaves an old file as it was."""
    ending = Path(path).suffix.lower()
    if ending not in WRITERS:
        raise Problem(
            QT_TRANSLATE_NOOP("core", "{file} has an unknown ending: allowed is {allowed}."),
            file=path,
            allowed=", ".join(WRITERS),
        )
    write_whole(Path(path), WRITERS[ending](matrix, decimal, bom))
