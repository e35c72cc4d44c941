"""The sources of the selected cell, outlined: which runs of cells made it, and where on the bench they are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from core.explain import Explanation
from core.expression import Cell, Cells
from core.writing import matrix_of
from labapp.why import why

from .card import COLOURS
from .paint import Style
from .places import Bench
from .sections import section_of

if TYPE_CHECKING:
    from .view import BenchView

APART = 64  # cells of a run that are outlined one by one; a longer run is outlined as one
MOST = 200  # runs: what is picked here and there from a large table
DASHES = (3.0, 2.0)  # pen widths


class Run(NamedTuple):
    """A rectangle of cells of one card, first and last included; of a folded section (`i` is -1) all of its band."""

    name: str
    i: int
    j: int
    last_i: int
    last_j: int


FOLDED = (-1, -1, -1, -1)


def runs_of(explanation: Explanation) -> tuple[Run, ...]:
    """The cells that an explanation used, as rectangles: rows and columns, not cell by cell."""
    found = dict.fromkeys(run for block in explanation.blocks for run in _runs(block))
    return tuple(found)[:MOST]


def _runs(block: Cell | Cells) -> Iterator[Run]:
    if isinstance(block, Cell):
        yield Run(matrix_of(block.node), block.i, block.j, block.i, block.j)
        return
    if isinstance(block.i, int) and isinstance(block.j, int):
        yield Run(matrix_of(block.node), block.i, block.j, block.i, block.j)
        return
    along = block.j if isinstance(block.i, int) else block.i
    places = np.unique(along)
    for piece in np.split(places, np.flatnonzero(np.diff(places) != 1) + 1):
        if not len(piece):
            continue
        first, last = int(piece[0]), int(piece[-1])
        if isinstance(block.i, int):
            yield Run(matrix_of(block.node), block.i, first, block.i, last)
        elif isinstance(block.j, int):
            yield Run(matrix_of(block.node), first, block.j, last, block.j)


class Sources:
    """What is outlined on one view, worked out when the explanation or the layout is another one."""

    def __init__(self, view: BenchView) -> None:
        self.view = view
        self._of: tuple[Explanation, Bench] | None = None
        self._runs: tuple[Run, ...] = ()

    def runs(self) -> tuple[Run, ...]:
        """The runs that can be seen, and the folded bands of those that can't."""
        view = self.view
        explanation = self._explanation() if view.selection.outlined else None
        if explanation is None or explanation.given:
            return ()
        if self._of is None or self._of[0] is not explanation or self._of[1] is not view.bench:
            self._of = explanation, view.bench
            self._runs = tuple(dict.fromkeys(map(self._placed, runs_of(explanation))))
        return self._runs

    def _explanation(self) -> Explanation | None:
        """Why the selected number is what it is: that of the matrix, or its gradient."""
        view, cell = self.view, self.view.selection.cell
        made = view.sloped.gradients
        if made is not None and cell is not None and view.sloped.shows(cell[0]):
            return made.why(cell)
        return why(view.document, cell)

    def _placed(self, run: Run) -> Run:
        return run if run.name in self.view.bench.cards else Run(section_of(self.view.trace.spec, run.name), *FOLDED)


def rects(bench: Bench, run: Run) -> list[QRectF]:
    """What is outlined of a run: its cells, the run as one, the band of a folded section; nothing where it has none."""
    placed = bench.cards.get(run.name)
    if placed is None or run.i < 0:
        return [band.rect for band in bench.bands if run.name and band.section == run.name and band.folded]
    box = placed.box
    if run.last_i >= len(box.rows) or run.last_j >= len(box.cols):
        return []
    count = (run.last_i - run.i + 1) * (run.last_j - run.j + 1)
    if box.detail == COLOURS or count > APART:
        return [placed.cell(run.i, run.j).united(placed.cell(run.last_i, run.last_j))]
    return [placed.cell(i, j) for i in range(run.i, run.last_i + 1) for j in range(run.j, run.last_j + 1)]


def extent(bench: Bench, run: Run, style: Style) -> QRectF:
    """The part of the bench that the outlines of a run touch."""
    found = QRectF()
    for rect in rects(bench, run):
        found = found.united(rect)
    width = style.metrics.px * 0.15
    return found.adjusted(-width, -width, width, width) if not found.isNull() else found


def paint(painter: QPainter, bench: Bench, runs: tuple[Run, ...], style: Style) -> None:
    """Outline the runs, dashed: seen without any colour as something else than the selected cell."""
    if not runs:
        return
    pen = QPen(QColor(style.palette.card), max(1.0, style.metrics.px * 0.11))  # a ground: on any colour dashes are seen
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    inset, edge = pen.widthF() / 2, 1 / style.metrics.ratio
    found = [rect.adjusted(inset, inset, -inset - edge, -inset - edge) for run in runs for rect in rects(bench, run)]
    painter.setPen(pen)
    painter.drawRects(found)
    pen.setColor(QColor(style.palette.why))
    pen.setDashPattern(DASHES)
    painter.setPen(pen)
    painter.drawRects(found)
