"""One row of a matrix as a card, painted as on the bench: the same colours, digits, hatching and marks."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from core.follow import axes
from core.trace import Trace
from labapp.digits import NumberForm
from labapp.selection import Row

from .card import COLOURS, DIGITS, WIDEST_WITH_DIGITS, Box, Card, box_of
from .cells import Bools, Cells, cells_of
from .items import CardItem
from .metrics import DIGITS_FROM, Metrics, measure
from .scales import Scales

SMALLEST_CELL = 1.0  # px of a cell that shows its colour alone
LABEL_ROOM = 4  # px that a column's label leaves to its neighbours


@dataclass(frozen=True, eq=False)
class RowBox:
    """The box of one row, and the metrics it is painted with: smaller ones where the room is narrow."""

    box: Box
    metrics: Metrics


def row_box(trace: Trace, name: str, column: bool, m: Metrics, room: float) -> RowBox:
    """The box of any row of a matrix (or of a column, laid down) in at most `room` pixels.

    Digits become smaller before they give way to colours alone.
    """
    labels = trace[name].rows if column else trace[name].cols
    px = digits_px(len(labels), m, room)
    if px:
        smaller = measure(px, m.ratio, m.chars)
        return RowBox(_box(trace, name, labels, smaller, smaller.cell_width, DIGITS), smaller)
    cell = min(m.map_cell, max(SMALLEST_CELL, (room - 2 * m.pad) / max(1, len(labels))))
    return RowBox(_box(trace, name, labels, m, cell, COLOURS), m)


def digits_px(count: int, m: Metrics, room: float) -> int:
    """The largest text height, at most that of `m`, at which `count` numbers fit into `room`; 0 where none does."""
    for px in range(m.px, DIGITS_FROM, -1) if count <= WIDEST_WITH_DIGITS else ():
        smaller = measure(px, m.ratio, m.chars)
        if 2 * smaller.pad + count * smaller.cell_width <= room:
            return px
    return 0


def _box(trace: Trace, name: str, labels: tuple[str, ...], m: Metrics, cell: float, detail: str) -> Box:
    full = box_of(trace, CardItem(name), m)
    title, grid = full.title, len(labels) * cell
    bare = m.symbol.width(full.symbol) + m.px * 0.8
    bare += m.small_text("◆") + m.px * 0.3 if full.pinned else 0.0
    if title and bare + m.small_text(title) > max(grid * 1.45, grid + m.px * 4):
        title = ""
    header = bare + (m.small_text(title) + m.px * 0.45 if title else 0.0)
    width = m.snap(max(grid, header) + 2 * m.pad)
    top = m.snap(m.px * 0.3 + m.header + m.labels)
    shown = tuple(m.shortened(text, cell) if m.label_text(text) <= 3 * cell else "" for text in labels)
    return replace(
        full,
        detail=detail,
        title=title,
        shape="",
        rows=("",),
        cols=shown if detail == DIGITS else ("",) * len(labels),
        paintable=False,
        width=width,
        height=m.snap(top + m.cell_height + m.pad),
        grid_x=m.pad,
        grid_y=top,
        cell_width=cell,
        cell_height=m.cell_height,
        chars=m.chars,
    )


def row_card(
    trace: Trace,
    row_box_: RowBox,
    i: int,
    column: bool,
    scales: Scales,
    before: Trace | None = None,
    blank: tuple[int, ...] = (),
    form: NumberForm | None = None,
) -> Card:
    """The card of row i (or column i) as it is in `trace`; cells that differ from `before` are marked as changed."""
    name = row_box_.box.name
    whole = cells_of(trace, name, scales, _moved(trace, before, name), blank, form)
    return Card(row_box_.box, _cut(whole, i, column))


def _cut(whole: Cells, i: int, column: bool) -> Cells:
    def part(cells: np.ndarray) -> np.ndarray:
        return np.ascontiguousarray(cells[:, i : i + 1].T if column else cells[i : i + 1])

    values = part(whole.values)
    changed = None if whole.changed is None else part(whole.changed)
    return replace(
        whole,
        values=values,
        codes=part(whole.codes),
        steps=part(whole.steps),
        changed=changed if changed is not None and changed.any() else None,
        equal=False,
        held=None if whole.held is None else part(whole.held),
        empty=(0,) if not column and i in whole.empty else (),
        nothing=not np.isfinite(values).any(),
        blank=(0,) if not column and i in whole.blank else (),
        hatch=None if whole.hatch is None else part(whole.hatch),
    )


def _moved(trace: Trace, before: Trace | None, name: str) -> Bools | None:
    """Which cells of a matrix differ from those in `before`; None where there is nothing to compare."""
    if before is None or before.workspace is trace.workspace or name not in before.graph:
        return None
    mine, theirs = trace.values_of(trace.graph[name]), before.values_of(before.graph[name])
    if mine.shape != theirs.shape or mine.dtype != theirs.dtype:
        return None
    bits = np.dtype(f"i{mine.dtype.itemsize}")
    return np.asarray(mine.view(bits) != theirs.view(bits))


def follows(trace: Trace, row: Row | None) -> bool:
    """Whether a row is that of a token of the model: those of a weight matrix are features, and go nowhere."""
    return row is not None and row[0] in axes(trace) and 0 <= row[1] < len(trace.labels(row[0], 0))
