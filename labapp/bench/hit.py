"""What is under a point of the bench."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, Qt

from .places import Bench


@dataclass(frozen=True)
class Hit:
    """`kind`: "cell", "row" (a row label), "card" (elsewhere on a card), "map" (another head's map),
    "head" (`name` the part, `i` the head), "reveal" (`name` the part, `i` the step), "fold" (`name` the section that a
    click folds or unfolds), "band", or "" for nothing. `name` is a matrix but for "head", "reveal" and "fold"."""

    kind: str = ""
    name: str = ""
    i: int = 0
    j: int = 0

    @property
    def cell(self) -> tuple[str, int, int]:
        return self.name, self.i, self.j


def hit(bench: Bench, point: QPointF) -> Hit:
    """The innermost thing under `point`, in bench coordinates."""
    placed = bench.card_at(point)
    if placed is None:
        for band in bench.bands:
            for segment in band.reveal:
                if segment.rect.contains(point):
                    return Hit("reveal", band.part, segment.head)
            for segment in band.switch:
                if segment.rect.contains(point):
                    return Hit("head", band.part, segment.head)
            if band.section and band.rect.contains(point):
                if band.folded or band.title_line(bench.metrics).contains(point):
                    return Hit("fold", band.section)
            if band.rect.contains(point):
                return Hit("band")
        return Hit()
    box, inside = placed.box, point - placed.at
    i = int((inside.y() - box.grid_y) // box.cell_height)
    j = int((inside.x() - box.grid_x) // box.cell_width)
    if box.kind == "map" and not box.natural:
        found = 0 <= i < len(box.rows) and 0 <= j < len(box.cols)
        return Hit("map", box.name, i, j) if found else Hit("map", box.name, -1, -1)
    if 0 <= i < len(box.rows):
        if 0 <= j < len(box.cols):
            return Hit("cell", box.name, i, j)
        if j < 0 and box.rows[i]:
            return Hit("row", box.name, i)
    return Hit("card", box.name)


def pointer(found: Hit, moving: bool, paints: bool, edits: bool, tries: bool = False) -> Qt.CursorShape:
    """The pointer that says what a press does here: `moving` the bench, painting, dragging, trying a gradient."""
    if moving:
        return Qt.CursorShape.OpenHandCursor
    if paints:
        return Qt.CursorShape.CrossCursor
    if edits:
        return Qt.CursorShape.SplitHCursor
    pressed = found.kind in ("head", "map", "row", "fold", "reveal") or (tries and found.kind == "cell")
    return Qt.CursorShape.PointingHandCursor if pressed else Qt.CursorShape.ArrowCursor
