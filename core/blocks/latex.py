"""LaTeX matrices, cut into rows of cell texts that `parse_number` can read."""

from __future__ import annotations

import re

from ..numbers import LONGEST
from ..problem import QT_TRANSLATE_NOOP, Problem
from .limits import MOST_CELLS, Rows, check_size

_SEVERAL = QT_TRANSLATE_NOOP("core", "The text has {found} LaTeX matrices. Copy one of them.")

_BODY = re.compile(
    r"\\begin\{([a-zA-Z]*matrix\*?|array)\}(?:\[[a-z]\])?(?:\{[lcr|@{} ]*\})?(.*?)\\end\{\1\}", re.DOTALL
)
_ENVIRONMENT = re.compile(r"\\(?:begin|end)\{[a-zA-Z]*\*?\}")
MOST_ENVIRONMENTS = 8  # each inside the other, around the matrix
_ROW_END = re.compile(r"\\\\(?:\s*\[[^\]\[]*\])?|\\cr\b|\\tabularnewline\b")
_DRESS = re.compile(
    r"\\(?:left|right)\s*[\[\](){}|.]?|\\(?:hline|displaystyle|textstyle|[dt]?bigl?)\b|\$+|\\[,;:! ]|\\q?quad\b|~"
)
_POWER = re.compile(r"(?:\\times|\\cdot|\*)\s*10\s*\^\s*(?:\{\s*([-+−]?[0-9]+)\s*\}|([0-9]))")
_WORD = re.compile(r"\\(?:text|mathrm|mathit|mathbf|operatorname|num)\s*\{([^{}]*)\}")
_FRACTION = re.compile(r"\\[dtc]?frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}")
_SHORT_FRACTION = re.compile(r"\\[dtc]?frac\s*([0-9])\s*([0-9])")
_ROOT = re.compile(r"\\sqrt\s*\{([^{}]*)\}")
_SHORT_ROOT = re.compile(r"\\sqrt\s*([0-9])")
_SIGNS = {r"\cdot": "*", r"\times": "*", r"\div": "/", r"\pi": "pi", r"\infty": "inf"}
_SIGN = re.compile(r"\\(?:cdot|times|div|pi|infty)(?![a-zA-Z])")
_NESTED = 16


def looks_like_latex(text: str) -> bool:
    """Whether the text has an environment, an alignment mark or a row end of LaTeX."""
    return "\\begin" in text or "&" in text or "\\\\" in text or text.lstrip().startswith(("\\frac", "\\sqrt"))


def latex_rows(text: str) -> Rows:
    """The cell texts of a LaTeX matrix, row by row."""
    begins = text.count("\\begin")
    bodies = _BODY.findall(text) if begins <= MOST_ENVIRONMENTS else []
    if begins > MOST_ENVIRONMENTS or len(bodies) > 1:
        raise Problem(_SEVERAL, found=max(begins, len(bodies)))
    body = bodies[0][1] if bodies else _ENVIRONMENT.sub(" ", text)
    rows = _ROW_END.split(body)
    if not _bare(rows[-1]):
        rows = rows[:-1]
    if rows:
        count = body.count("&") + len(rows)
        if count > MOST_CELLS:
            check_size(len(rows), -(-count // len(rows)))
    return [[_cell(cell) for cell in row.split("&")] for row in rows]


def _bare(text: str) -> str:
    return _DRESS.sub(" ", text).strip()


def _cell(text: str) -> str:
    """A cell as plain text; what isn't known stays and is refused with its place."""
    if "\\" not in text and "{" not in text:
        return text.replace("$", "").strip()
    if len(text) > 8 * LONGEST:
        return text  # refused for its length
    text = _bare(text)
    text = _POWER.sub(lambda match: f"e{match.group(1) or match.group(2)}", text)
    text = re.sub(r"([0-9.])\s+e", r"\1e", text)
    text = _WORD.sub(r"\1", text)
    text = _SIGN.sub(lambda match: f" {_SIGNS[match.group()]} ", text)
    for _ in range(_NESTED):
        before = text
        text = _SHORT_FRACTION.sub(r"(\1/\2)", text)
        text = _SHORT_ROOT.sub(r"sqrt(\1)", text)
        text = _ROOT.sub(r"sqrt(\1)", text)
        text = _FRACTION.sub(r"((\1)/(\2))", text)
        if text == before:
            break
    return text.replace("{", "(").replace("}", ")")
