"""The model that a command works on: MODEL or FILE, with `--set` and `--cell` applied."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from core.graph import LEAF
from core.numbers import parse_number
from core.problem import QT_TRANSLATE_NOOP, Problem
from core.spec import FIELDS
from core.workspace import Workspace

from .. import models
from .usage import Mistyped, Usage, typed

CELL = re.compile(
    r"\s*(?:sample(?P<sample>\d+)/)?(?P<node>[^\[\]=]+?)\s*\[\s*(?P<i>\d+)\s*,\s*(?P<j>\d+)\s*\]\s*=(?P<value>.*)",
    re.DOTALL,
)
ROWS = "tokens"  # not a field of the spec, but a size people set


def opened(chosen: argparse.Namespace) -> tuple[Workspace, Path | None]:
    """The model that was asked for and its file, if it has one.

    Raises Usage for a model, field, node, cell or value that can't be; Problem for a file that can't be read.
    """
    try:
        workspace, path = models.find(chosen.model)
    except models.UnknownModel as problem:
        raise Mistyped(str(problem)) from problem
    with typed():
        return changed(workspace, chosen.sets, chosen.cells), path


def changed(workspace: Workspace, sets: Sequence[str], cells: Sequence[str]) -> Workspace:
    """The workspace with `--set` and then `--cell` applied.

    Fields are set together, so their order doesn't matter and the last of one name counts; cells are set in
    the order given. Raises Usage for a text that is no assignment, Problem for what can't be.
    """
    fields: dict[str, object] = {}
    for text in sets:
        name, sign, value = text.partition("=")
        name = name.strip()
        if not sign:
            raise Usage(f"--set takes FIELD=VALUE, found '{text}'")
        if name == ROWS:
            number = parse_number(value)
            fields[name] = int(number) if number.is_integer() else number
        else:
            fields[name] = FIELDS[name].read(value) if name in FIELDS else value
    rows: Any = fields.pop(ROWS, None)
    if rows is not None and rows < len(workspace.tokens()):
        workspace = workspace.with_rows(rows)  # first, so that no larger model is made on the way
    workspace = workspace.with_spec(**fields)  # names the nearest field for an unknown one
    if rows is not None:
        workspace = workspace.with_rows(rows)
    for text in cells:
        workspace = _with_cell(workspace, text)
    return workspace


def _with_cell(workspace: Workspace, text: str) -> Workspace:
    match = CELL.fullmatch(text)
    if match is None:
        raise Usage(f"--cell takes 'NODE[row,column]=VALUE', counted from 0, found '{text}'")
    sample, name = int(match["sample"] or 0), match["node"]
    if sample >= len(workspace.samples):
        raise Problem(
            QT_TRANSLATE_NOOP("core", "There is no sample {found}: the last one is {last}, counted from 0."),
            found=sample,
            last=len(workspace.samples) - 1,
        )
    edit = workspace.with_cell if workspace.node(name, sample).op == LEAF else workspace.with_pin
    return edit(name, int(match["i"]), int(match["j"]), parse_number(match["value"]), sample)
