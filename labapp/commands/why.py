"""`why`: the arithmetic that made one cell, with its numbers, or the way from it to the inputs.

The command line asks here for the words of `why` at every start: what explains is imported when it explains.
"""

from __future__ import annotations

import argparse
import re
from typing import TYPE_CHECKING

from core.problem import QT_TRANSLATE_NOOP, Problem

from .edits import opened
from .usage import Usage, typed

if TYPE_CHECKING:
    from core.graph import Node
    from core.trace import Trace
    from core.workspace import Workspace

CELL = re.compile(
    r"\s*(?:sample(?P<sample>[0-9]{1,6})/)?(?P<node>[^\[\]=]+?)\s*\[\s*(?P<i>[0-9]{1,9})\s*,\s*(?P<j>[0-9]{1,9})\s*\]\s*"
)
FORMS = ("text", "latex", "markdown")
MOST_DIGITS = 17
HELP = "say why a number is what it is: the arithmetic that made a cell, with its numbers"


def add(command: argparse.ArgumentParser) -> None:
    """The words of `why` beside MODEL and what changes it."""
    command.add_argument("place", metavar="'NODE[i,j]'", help="the cell; rows and columns count from 0")
    how = command.add_mutually_exclusive_group()
    how.add_argument("--full", action="store_true", help="write every number to its last digit")
    how.add_argument(
        "--precision", type=_digits, default=4, metavar="DIGITS", help="significant digits, 1 to 17 (default: 4)"
    )
    form = command.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print the terms and the text as JSON")
    form.add_argument("--chain", action="store_true", help="print the way from the cell to the inputs, a step a line")
    form.add_argument("--format", choices=FORMS, default="text", dest="form", help="(default: %(default)s)")


def run_why(chosen: argparse.Namespace) -> int:
    """Print why a cell is what it is."""
    from core.engine import Engine
    from core.needs import check_cell

    from .trace import tell_nonfinite

    match = CELL.fullmatch(chosen.place)
    if match is None:
        raise Usage(
            f"a cell is written 'NODE[row,column]', counted from 0, as 'enc1.self.h1.H[0,1]'; found '{chosen.place}'."
        )
    workspace, _ = opened(chosen)
    name, i, j, sample = match["node"], int(match["i"]), int(match["j"]), int(match["sample"] or 0)
    with typed():
        _check_sample(workspace, sample)
        node = _node(workspace, name, sample)
        check_cell(node.name, node.shape, i, j)
    trace = Engine("numpy").run(workspace, sample)
    print(_said(chosen, trace, name, i, j))
    tell_nonfinite(trace)
    return 0


def _said(chosen: argparse.Namespace, trace: Trace, name: str, i: int, j: int) -> str:
    import msgspec

    from core.explain import explain
    from core.explain_text import latex, markdown, page, plain_text, trail_lines
    from core.trail import trail
    from core.writing import Digits, LatexStyle, Style

    digits = Digits(None if chosen.full else chosen.precision)
    style = Style(digits=digits)
    if chosen.chain:
        return "\n".join(trail_lines(trail(trace, name, i, j), style))
    found = explain(trace, name, i, j)
    if chosen.json:
        return msgspec.json.format(msgspec.json.encode(page(found, style)), indent=1).decode()
    if chosen.form == "latex":
        return latex(found, LatexStyle(digits=digits))
    return markdown(found, style) if chosen.form == "markdown" else plain_text(found, style)


def _check_sample(workspace: Workspace, sample: int) -> None:
    if sample >= len(workspace.samples):
        raise Problem(
            QT_TRANSLATE_NOOP("core", "There is no sample {found}: the last one is {last}, counted from 0."),
            found=sample,
            last=len(workspace.samples) - 1,
        )


def _node(workspace: Workspace, name: str, sample: int) -> Node:
    """The matrix that is meant; where no known name is near an unknown one, it is said where all are listed."""
    try:
        return workspace.node(name, sample)
    except Problem as problem:
        if "near" in problem.values:
            raise
        raise Usage(f"{problem} 'glassformer trace MODEL' lists all of them.") from problem


def _digits(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= MOST_DIGITS:
        raise argparse.ArgumentTypeError(f"'{text}' is no number of digits: allowed is 1 to {MOST_DIGITS}")
    return int(text)
