"""`jacobian`: how the rows of one matrix move with those of another, block by block."""

from __future__ import annotations

import argparse
import re

import msgspec

from core.engine import Engine
from core.gradient import check_movable
from core.graph import Node
from core.jacobian import Jacobian, jacobian, whole
from core.needs import check_cell
from core.numbers import plain, show
from core.problem import QT_TRANSLATE_NOOP, Problem
from core.residual import stacks
from core.trace import Trace
from core.workspace import Workspace

from .edits import opened
from .trace import tell_nonfinite
from .usage import Mistyped, Usage, typed

BLOCK = re.compile(r"\s*(\d+)\s*,\s*(\d+)\s*")
NO_WAY = "·"


def add(command: argparse.ArgumentParser) -> None:
    """The words of `jacobian` beside MODEL and what changes it."""
    command.add_argument("--of", metavar="NODE", help="whose rows move (default: what the last stack makes)")
    command.add_argument("--by", metavar="NODE", help="with whose rows (default: what enters the last stack)")
    command.add_argument("--block", metavar="I,J", help="one block: row I of the one by row J of the other, from 0")
    command.add_argument("--sample", type=int, default=0, metavar="N", help="counted from 0 (default: 0)")
    command.add_argument("--json", action="store_true", help="print every number as JSON")


def run_jacobian(chosen: argparse.Namespace) -> int:
    """Print the size of every block, or the numbers of one."""
    workspace, _ = opened(chosen)
    with typed():
        if not 0 <= chosen.sample < len(workspace.samples):
            raise Problem(
                QT_TRANSLATE_NOOP("core", "There is no sample {found}: the last one is {last}, counted from 0."),
                found=chosen.sample,
                last=len(workspace.samples) - 1,
            )
        of, by = _ends(workspace, chosen)
        block = None if chosen.block is None else _block(chosen.block, of, by)
        if block is None and not whole(of, by):
            (n, d), (m, width) = of.shape, by.shape
            raise Usage(f"{n}×{m} blocks of {d}×{width} are too many at once: say --block I,J.")
    trace = Engine("numpy").run(workspace, chosen.sample)
    found = jacobian(trace, of.name, by.name, None if block is None else (block[0],), "numpy")
    if chosen.json:
        print(msgspec.json.encode(_page(found, block, chosen.sample)).decode())
    else:
        print("\n".join(_sizes(trace, found, of, by) if block is None else _numbers(trace, found, of, by, *block)))
    tell_nonfinite(trace)
    return 0


def _ends(workspace: Workspace, chosen: argparse.Namespace) -> tuple[Node, Node]:
    """Which matrix is differentiated by which."""
    graph = workspace.graph(chosen.sample)
    every = stacks(graph, workspace.spec)
    if not every and (chosen.of is None or chosen.by is None):
        raise Mistyped("This model has no stack of layers: say --of NODE and --by NODE.")
    names = (chosen.of or every[-1].stages[-1], chosen.by or every[-1].stages[0])
    of, by = (workspace.node(name, chosen.sample) for name in names)
    for node in (of, by):
        check_movable(node)
    return of, by


def _block(text: str, of: Node, by: Node) -> tuple[int, int]:
    match = BLOCK.fullmatch(text)
    if match is None:
        raise Usage(f"a block is written ROW,ROW, counted from 0, as '2,1'; found '{text}'.")
    i, j = int(match[1]), int(match[2])
    check_cell(of.name, of.shape, i, 0)
    check_cell(by.name, by.shape, j, 0)
    return i, j


def _page(found: Jacobian, block: tuple[int, int] | None, sample: int) -> dict[str, object]:
    page: dict[str, object] = {"of": found.of, "by": found.by, "sample": sample}
    if block is not None:
        i, j = block
        way = bool(found.ways[i, j])
        return page | {"block": list(block), "way": way, "values": found.block(i, j).tolist()}
    return page | {"ways": found.ways.tolist(), "sizes": found.sizes.tolist(), "values": found.values.tolist()}


def _sizes(trace: Trace, found: Jacobian, of: Node, by: Node) -> list[str]:
    """A line a row of `of`, a column a row of `by`: the Frobenius norm of each block."""
    rows, columns = (trace.labels(node.axes[0], node.shape[0]) for node in (of, by))
    table = [["", *columns]]
    for i, row in enumerate(rows):
        sizes = (
            show(size, 3, significant=True) if way else NO_WAY
            for size, way in zip(found.sizes[i], found.ways[i], strict=True)
        )
        table.append([row, *sizes])
    n, m = found.ways.shape
    return [
        f"∂ {of.name} / ∂ {by.name}: {n}×{m} blocks of {of.shape[1]}×{by.shape[1]}; the Frobenius norm of each "
        f"({NO_WAY}: no way, exactly 0)",
        *("\t".join(line) for line in table),
    ]


def _numbers(trace: Trace, found: Jacobian, of: Node, by: Node, i: int, j: int) -> list[str]:
    row, column = trace.labels(of.axes[0], of.shape[0])[i], trace.labels(by.axes[0], by.shape[0])[j]
    title = f"∂ {of.name}[{row}] / ∂ {by.name}[{column}]"
    if not found.ways[i, j]:
        title += ": no way, exactly 0"
    return [title, *("\t".join(plain(value) for value in line) for line in found.block(i, j))]
