"""A block to take along: as a table, CSV, LaTeX or NumPy, with every digit."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Callable

import numpy as np

from core.numbers import exact
from core.problem import QT_TRANSLATE_NOOP
from core.trace import Array

from ...number_output import NumberOutput

MOST_LATEX_COLUMNS = 10  # of a bmatrix, unless it is told
WORDS = {"nan": "\\mathrm{NaN}", "inf": "\\infty", "-inf": "-\\infty"}


def rows(values: Array, mark: str = ".") -> list[list[str]]:
    return [[exact(value).replace(".", mark) for value in row] for row in values]


def table(values: Array, title: str, output: NumberOutput) -> str:
    return "\n".join("\t".join(row) for row in rows(values, output.mark))


def csv_text(values: Array, title: str, output: NumberOutput) -> str:
    """With the features around it, its corner the name of the block; a semicolon where the mark is a comma."""
    made = io.StringIO()
    writer = csv.writer(made, delimiter=";" if output.comma else ",", lineterminator="\r\n")
    writer.writerow([title, *range(values.shape[1])])
    writer.writerows([[r, *row] for r, row in enumerate(rows(values, output.mark))])
    return made.getvalue()


def latex(values: Array, title: str, output: NumberOutput) -> str:
    """A `bmatrix` of amsmath."""
    body = " \\\\\n".join("  " + " & ".join(_latex(text) for text in row) for row in rows(values))
    columns = values.shape[1]
    wider = f"\\setcounter{{MaxMatrixCols}}{{{columns}}}\n" if columns > MOST_LATEX_COLUMNS else ""
    return f"{wider}\\begin{{bmatrix}}\n{body}\n\\end{{bmatrix}}"


def _latex(text: str) -> str:
    if text in WORDS:
        return WORDS[text]
    mantissa, sign, exponent = text.partition("e")
    return f"{mantissa} \\times 10^{{{int(exponent)}}}" if sign else text


def numpy_text(values: Array, title: str, output: NumberOutput) -> str:
    """An expression that makes the array, where `import numpy as np` stands above it."""
    lines = ["[" + ", ".join(_numpy(value) for value in row) + "]" for row in np.asarray(values, np.float64)]
    return "np.array([\n    " + ",\n    ".join(lines) + f",\n])  # {title}"


def _numpy(value: float) -> str:
    return exact(value) if math.isfinite(value) else {"nan": "np.nan", "inf": "np.inf"}.get(str(value), "-np.inf")


FORMS: dict[str, tuple[str, Callable[[Array, str, NumberOutput], str]]] = {
    "table": (QT_TRANSLATE_NOOP("jacobian", "Copy block as table"), table),
    "csv": (QT_TRANSLATE_NOOP("jacobian", "Copy block as CSV"), csv_text),
    "latex": (QT_TRANSLATE_NOOP("jacobian", "Copy block as LaTeX"), latex),
    "numpy": (QT_TRANSLATE_NOOP("jacobian", "Copy block as NumPy"), numpy_text),
}
