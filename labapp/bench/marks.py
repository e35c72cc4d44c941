"""What a person looks at, painted over the cards: the selected cell, the followed row, the cell under the pointer."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from . import sources
from .card import COLOURS
from .paint import Style, paint_row_label
from .places import Bench, Placed
from .richtext import metrics as font_metrics
from .sources import Run


@dataclass(frozen=True)
class Looking:
    """The selected cell, the followed row, the editable cell under the pointer, whether keys arrive here, and what made
    the selected cell."""

    cell: tuple[str, int, int] | None = None
    row: tuple[str, int] | None = None
    hovered: tuple[str, int, int] | None = None
    focused: bool = True
    sources: tuple[Run, ...] = ()


def followed(bench: Bench, row: tuple[str, int] | None) -> Iterator[tuple[Placed, int]]:
    """The cards in which the followed row is a row, and its number there."""
    if row is None:
        return
    axis, index = row
    for placed in bench.cards.values():
        if placed.box.row_axis == axis and index < len(placed.box.rows):
            yield placed, index


def extent(placed: Placed, i: int, style: Style) -> QRectF:
    """The part of the bench that the marks of a followed row touch."""
    grid = placed.box.grid.translated(placed.at)
    cell = placed.cell(i, 0)
    width = style.metrics.px * 0.2
    row = QRectF(placed.at.x(), cell.y(), grid.right() - placed.at.x(), cell.height())
    return row.adjusted(-width, -width, width, width)


def cell_extent(placed: Placed, i: int, j: int, style: Style) -> QRectF:
    width = style.metrics.px * 0.3
    return placed.cell(i, j).adjusted(-width, -width, width, width)


def extents(bench: Bench, looking: Looking, style: Style) -> list[QRectF]:
    """All parts of the bench that marks touch."""
    rects = [extent(placed, i, style) for placed, i in followed(bench, looking.row)]
    for cell in (looking.cell, looking.hovered):
        placed = bench.cards.get(cell[0]) if cell else None
        if cell and placed and cell[1] < len(placed.box.rows) and cell[2] < len(placed.box.cols):
            rects.append(cell_extent(placed, cell[1], cell[2], style))
    rects += (sources.extent(bench, run, style) for run in looking.sources)
    return rects


def paint_marks(painter: QPainter, bench: Bench, looking: Looking, style: Style, worded: Container[str] = ()) -> None:
    """Paint everything of `looking`, in bench coordinates.

    `worded` names the cards with words over their cells: there a row is outlined as one, not through the words.
    """
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    for placed, i in followed(bench, looking.row):
        _paint_row(painter, placed, i, style, placed.box.name in worded)
    sources.paint(painter, bench, looking.sources, style)
    if looking.hovered is not None:
        _outline(painter, bench, looking.hovered, style, style.palette.quiet, 0.09)
    if looking.cell is not None:
        _outline(painter, bench, looking.cell, style, style.palette.why, 0.19 if looking.focused else 0.11)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


def _paint_row(painter: QPainter, placed: Placed, i: int, style: Style, whole: bool) -> None:
    """The label as a chip and every cell of the row outlined: seen without any colour."""
    m, colours, box = style.metrics, style.palette, placed.box
    pen = QPen(QColor(colours.text), max(1.0, m.px * 0.09))
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(pen)
    inset = pen.widthF() / 2
    last = len(box.cols) - 1
    whole = whole or box.detail == COLOURS
    cells = [placed.cell(i, 0).united(placed.cell(i, last))] if whole else [placed.cell(i, j) for j in range(last + 1)]
    for cell in cells:
        painter.drawRect(cell.adjusted(inset, inset, -inset - 1 / m.ratio, -inset - 1 / m.ratio))
    if box.kind == "card" and box.rows[i]:
        label = box.row_label(i).translated(placed.at)
        wide = font_metrics(m.label).horizontalAdvance(box.rows[i]) + m.px * 0.5
        chip = QRectF(label.right() - m.px * 0.13 - wide, label.y(), wide, label.height() - 1 / m.ratio)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.chip))
        painter.drawRoundedRect(chip, m.px * 0.2, m.px * 0.2)
        painter.setPen(QColor(colours.chip_text))
        painter.save()
        painter.translate(placed.at)
        paint_row_label(painter, box, i, box.rows[i], m)
        painter.restore()


def _outline(
    painter: QPainter, bench: Bench, cell: tuple[str, int, int], style: Style, colour: str, width: float
) -> None:
    name, i, j = cell
    placed = bench.cards.get(name)
    if placed is None or i >= len(placed.box.rows) or j >= len(placed.box.cols):
        return
    pen = QPen(QColor(colour), max(1.0, style.metrics.px * width))
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    rect = placed.cell(i, j).adjusted(0, 0, -1 / style.metrics.ratio, -1 / style.metrics.ratio)
    radius = style.metrics.px * 0.12
    painter.drawRoundedRect(rect, radius, radius)


def nearest_card(bench: Bench, point: QPointF) -> Placed | None:
    """The card whose middle is nearest to a point: what stays in place when zooming between cards."""
    return min(
        bench.cards.values(),
        key=lambda placed: (placed.rect.center() - point).manhattanLength(),
        default=None,
    )
