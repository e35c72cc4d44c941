"""Lists as Python, JSON, NumPy, PyTorch and MATLAB write them, cut into rows of cell texts. Nothing is run.

Square brackets make rows; round ones do where they hold a comma, as tuples do, and are part of a number else.
Cells are separated by commas, or by spaces where a row has no comma; semicolons separate rows.
"""

from __future__ import annotations

import re

from ..numbers import LONGEST
from ..problem import QT_TRANSLATE_NOOP, Problem
from .limits import MOST_CELLS, MOST_SIDE, Note, Rows, check_size

_ROW_NOTE = QT_TRANSLATE_NOOP("core", "A list without lists inside was read as one row.")
_DEPTH = QT_TRANSLATE_NOOP("core", "The list is nested {found} deep: a matrix is a list of rows, 2 deep.")
_BRACKETS = QT_TRANSLATE_NOOP("core", "The brackets of the list don't match.")
_STRAY = QT_TRANSLATE_NOOP("core", "“{found}” stands outside the rows of the list.")

_NAMED = re.compile(
    r"\s*(?:[A-Za-z_]\w*\s*=(?!=)\s*)?(?:(?:[A-Za-z_]\w*\.)*(?:array|asarray|matrix|[tT]ensor)\s*\()?\s*"
)
# After the last bracket: dtype=float32, device='cuda:0', grad_fn=<AddBackward0>, shape=(3, 4).
_TAIL = re.compile(r"\s*(?:,\s*[A-Za-z_]\w*\s*=\s*(?:\([^()]*\)|[^,()\[\]]+))*,?\s*\)?\s*;?\s*")
LONGEST_TAIL = 400
DEEPEST = 20  # round brackets inside each other
_BRACKET = re.compile(r"[\[\]]")
_MARK = re.compile(r"[()\[\],]")
_SCALAR = re.compile(r"\b(?:np\.|numpy\.)?(?:float|int)(?:16|32|64|_)?\(([^()]*)\)")


def looks_like_list(text: str) -> bool:
    """Whether the text begins as a list, after an optional `W =` and `np.array(`."""
    start = text[_begin(text) :].lstrip()
    if start.startswith("["):
        return True
    return start.startswith("(") and _is_tuple(start, 0)


def _begin(text: str) -> int:
    named = _NAMED.match(text)
    assert named is not None  # every part of it may be empty
    return named.end()


def list_rows(text: str) -> tuple[Rows, tuple[Note, ...]]:
    """The cell texts of a list, row by row, and what to note about it."""
    commas = text.count(",")
    count = max(1, text.count("[") - 1, text.count(";") + 1)
    if commas > MOST_CELLS + count:
        check_size(count, -(-commas // count))
    body = _squared(_SCALAR.sub(r"\1", text[_begin(text) :]))
    last = body.rfind("]") + 1
    if not last:
        raise Problem(_BRACKETS)
    if len(body) - last > LONGEST_TAIL or not _TAIL.fullmatch(body[last:]):
        raise Problem(_STRAY, found=body[last:].strip(" \t\n,;")[:40])
    groups, depth = _groups(body[:last])
    if depth > 2:
        raise Problem(_DEPTH, found=depth)
    rows = [_cells(row) for group in groups for row in _split_rows(group)]
    notes = (Note(_ROW_NOTE),) if depth == 1 and len(rows) == 1 else ()
    return rows, notes


def _groups(body: str) -> tuple[list[str], int]:
    """The texts of the innermost brackets, and how deep they lie; only separators may stand between them."""
    groups: list[str] = []
    depth = deepest = start = 0
    leaf = False
    for mark in _BRACKET.finditer(body):
        between = body[start : mark.start()]
        if mark.group() == "[":
            depth += 1
            deepest = max(deepest, depth)
            leaf = True
        elif depth == 0:
            raise Problem(_BRACKETS)
        else:
            depth -= 1
        if mark.group() == "]" and leaf:
            groups.append(between)
            leaf = False
        elif between.strip(" \t\n,;"):
            raise Problem(_STRAY, found=between.strip(" \t\n,;")[:40])
        start = mark.end()
    if depth:
        raise Problem(_BRACKETS)
    return groups, deepest


def _split_rows(group: str) -> list[str]:
    """MATLAB's rows; its last semicolon ends one."""
    rows = group.split(";")
    return rows[:-1] if len(rows) > 1 and not rows[-1].strip() else rows


def _cells(row: str) -> list[str]:
    if "," not in row:
        return row.split(None, MOST_SIDE + 1)
    cells = row.split(",", MOST_SIDE + 1)
    return cells[:-1] if not cells[-1].strip() else cells  # Python allows a comma after the last


def _is_tuple(text: str, at: int) -> bool:
    """Whether the round bracket at `at` holds a comma of its own or another list; in doubt it does not."""
    depth = 0
    for mark in _MARK.finditer(text, at, at + 4 * LONGEST):
        sign = mark.group()
        if sign == "[":
            return True
        if sign == "(":
            depth += 1
        elif sign in ")]":
            depth -= 1
            if depth == 0:
                return False
        elif depth == 1 or _begins_inside(text, at):
            return True
    return False


def _begins_inside(text: str, at: int) -> bool:
    """Whether a second round bracket follows the one at `at`, as in ((1, 2), (3, 4))."""
    return text[at + 1 : at + LONGEST].lstrip().startswith("(")


def _squared(text: str) -> str:
    """Tuples as lists; round brackets of numbers stay."""
    if "(" not in text:
        return text
    signs = list(text)
    open_at: list[tuple[int, bool]] = []
    before = ""  # the last sign that is no space
    for at, sign in enumerate(text):
        if sign == "(":
            open_at.append((at, before in ("", "[", "(", ",", ";") and _is_tuple(text, at)))
            if len(open_at) > DEEPEST:
                raise Problem(_BRACKETS)
        elif sign == ")" and open_at:
            start, made = open_at.pop()
            if made:
                signs[start], signs[at] = "[", "]"
        if not sign.isspace():
            before = sign
    return "".join(signs)
