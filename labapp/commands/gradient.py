"""`gradient`: how much the loss, or any cell, moves when a cell moves; and what trying it says."""

from __future__ import annotations

import argparse

import msgspec
import numpy as np

from core.engine import Engine
from core.explain_back import explain_back
from core.explain_text import plain_text
from core.gradient import (
    LOSS,
    batch_gradient,
    check_loss,
    check_movable,
    finite_difference,
    gradient,
    loss_difference,
    whole,
)
from core.needs import check_cell
from core.numbers import plain
from core.problem import QT_TRANSLATE_NOOP, Problem
from core.trace import Trace
from core.workspace import Workspace

from .edits import opened
from .trace import tell_nonfinite
from .usage import Mistyped, Usage, typed
from .why import CELL

BATCH = "loss"


def add(command: argparse.ArgumentParser) -> None:
    """The words of `gradient` beside MODEL and what changes it."""
    command.add_argument("place", metavar="'NODE[i,j]'", help="the cell that moves; rows and columns count from 0")
    command.add_argument(
        "--of",
        default=BATCH,
        metavar=f"{BATCH}|'NODE[i,j]'",
        help=f"what moves with it: a cell, or the {BATCH} over all samples (default: {BATCH})",
    )
    command.add_argument("--check", action="store_true", help="also move the cell and print what that gives")
    form = command.add_mutually_exclusive_group()
    form.add_argument("--why", action="store_true", help="also print the sum of what comes back, with its numbers")
    form.add_argument("--json", action="store_true", help="print the result as JSON")


def run_gradient(chosen: argparse.Namespace) -> int:
    """Print a gradient and, where asked, the finite difference beside it."""
    workspace, _ = opened(chosen)
    with typed():
        name, i, j, sample = _cell(workspace, chosen.place)
        check_movable(workspace.node(name, sample))
        target = None if chosen.of.strip() == BATCH else _cell(workspace, chosen.of)
        if target is None:
            _check_loss(workspace)
            workspace = _whole(workspace, name, sample)
        elif target[3] != sample and "/" in chosen.of:
            raise Usage(f"both cells are of one sample; found {sample} and {target[3]}.")
    trace = Engine("numpy").run(workspace, sample)
    if target is None:
        of = BATCH
        found = float(batch_gradient(workspace, name, sample, "numpy")[i, j])
        tried = loss_difference(workspace, name, i, j, sample) if chosen.check else None
    else:
        at = target[1], target[2]
        of = f"{target[0]}[{at[0]},{at[1]}]"
        with typed():
            check_movable(trace.graph[target[0]])
        found = float(gradient(trace, target[0], *at, executor="numpy")[name][i, j])
        tried = finite_difference(workspace, name, i, j, target[0], at, sample) if chosen.check else None
    if chosen.json:
        page = {"node": name, "i": i, "j": j, "sample": sample, "of": of, "gradient": found}
        print(msgspec.json.encode(page | ({} if tried is None else {"difference": tried})).decode())
    else:
        print("\n".join(_lines(f"{name}[{i},{j}]", of, found, tried)))
        if chosen.why:
            print(_sum(trace, (name, i, j), target))
    tell_nonfinite(trace)
    return 0


def _whole(workspace: Workspace, name: str, sample: int) -> Workspace:
    """The model in which nothing is dropped: the loss over all samples never is of one draw."""
    undropped = whole(workspace)
    if name not in undropped.graph(sample):
        raise Usage(
            f"{name} is there only while dropout is shown, and the loss of all samples never drops: "
            "say --of 'out.loss[0,0]', the loss that is shown."
        )
    return undropped


def _sum(trace: Trace, cell: tuple[str, int, int], target: tuple[str, int, int, int] | None) -> str:
    """The backward sum of a cell; of the loss it is that of one sample, as its matrices are."""
    if target is None and len(trace.workspace.samples) > 1:
        raise Usage(f"a sum is that of one sample: say --of '{LOSS}[0,0]', or --of 'sample1/{LOSS}[0,0]' for the next.")
    of = (LOSS, 0, 0) if target is None else target[:3]
    return plain_text(explain_back(trace, gradient(trace, *of, executor="numpy"), *cell))


def _check_loss(workspace: Workspace) -> None:
    try:
        check_loss(workspace)
    except Problem as problem:
        raise Mistyped(f"{problem} Say --of 'NODE[i,j]'.") from problem


def _lines(cell: str, of: str, found: float, tried: float | None) -> list[str]:
    said = [f"∂ {of} / ∂ {cell} = {plain(found)}"]
    if tried is not None:
        with np.errstate(all="ignore"):
            apart = abs(np.float64(found) - tried) / max(1.0, abs(tried))
        said.append(f"moving the cell both ways gives {plain(tried)} (apart by {apart:.1e})")
    return said


def _cell(workspace: Workspace, text: str) -> tuple[str, int, int, int]:
    """Canonical name, row, column and sample of a cell as it is written."""
    match = CELL.fullmatch(text)
    if match is None:
        raise Usage(f"a cell is written 'NODE[row,column]', counted from 0, as 'out.logits[0,1]'; found '{text}'.")
    sample = int(match["sample"] or 0)
    if sample >= len(workspace.samples):
        raise Problem(
            QT_TRANSLATE_NOOP("core", "There is no sample {found}: the last one is {last}, counted from 0."),
            found=sample,
            last=len(workspace.samples) - 1,
        )
    node = workspace.node(match["node"], sample)
    i, j = int(match["i"]), int(match["j"])
    check_cell(node.name, node.shape, i, j)
    return node.name, i, j, sample
