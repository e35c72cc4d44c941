"""Where everything of the panel stands: the maps of visibility, and for each sequence a table of tokens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QPointF, QRectF

from core.reading import Visibility
from core.trace import Trace

from ...bench.card import Box, box_of
from ...bench.items import CardItem
from ...bench.metrics import Metrics
from . import words
from .work import Found

NARROWEST, WIDEST = 4.9, 8.0  # of a token's column, in text heights
MAP_WIDTH = 12.5  # of the text beside a map, in text heights


@dataclass(frozen=True, eq=False)
class MapPlace:
    """One attention: its small map at `at`, its words in `text`."""

    seen: Visibility
    box: Box
    at: QPointF
    text: QRectF

    @property
    def rect(self) -> QRectF:
        return QRectF(self.at.x(), self.at.y(), self.box.width, self.box.height).united(self.text)

    def cell(self, point: QPointF) -> tuple[int, int] | None:
        """The query and key under a point."""
        inside = point - self.at
        if not self.box.grid.contains(inside):
            return None
        i = int((inside.y() - self.box.grid_y) / self.box.cell_height)
        j = int((inside.x() - self.box.grid_x) / self.box.cell_width)
        n, k = self.seen.visible.shape
        return min(i, n - 1), min(j, k - 1)


@dataclass(frozen=True)
class TablePlace:
    """Some columns of the table of one sequence: `first` is the first token, `readers` the layers' places in Found."""

    side: str
    readers: tuple[int, ...]
    first: int
    count: int
    title: QRectF  # of the whole table; empty for the columns that follow below
    corner: QPointF  # where the tokens begin
    label: float
    column: float
    line: float
    head: float

    def token(self, k: int) -> QRectF:
        """The chip of the k-th token from `first`."""
        return QRectF(self.corner.x() + k * self.column, self.corner.y(), self.column, self.head)

    def cell(self, layer: int, does: bool, k: int) -> QRectF:
        """A layer's "can" or "does" of a token."""
        y = self.corner.y() + self.head + (2 * layer + does) * self.line + layer * self.line * 0.2
        return QRectF(self.corner.x() + k * self.column, y, self.column, self.line)

    def row_label(self, layer: int, does: bool) -> QRectF:
        cell = self.cell(layer, does, 0)
        return QRectF(cell.x() - self.label, cell.y(), self.label, cell.height())

    @property
    def bottom(self) -> float:
        return self.cell(len(self.readers) - 1, True, 0).bottom()


@dataclass(frozen=True)
class Board:
    """The whole: `maps_title` and `reach_title` are lines of titles, `remark` has room for a sentence or two."""

    maps_title: QRectF
    maps: tuple[MapPlace, ...]
    reach_title: QRectF
    remark: QRectF
    tables: tuple[TablePlace, ...]
    height: float


def board(trace: Trace, seen: Sequence[Visibility], found: Found | None, m: Metrics, width: float) -> Board:
    """Lay it out in `width` pixels."""
    margin = m.snap(m.px * 1.0)
    room = max(m.px * 12, width - 2 * margin)
    title = QRectF(margin, m.snap(m.px * 0.2), room, m.snap(m.px * 1.7))
    maps, y = _maps(trace, seen, m, margin, title.bottom(), room)
    reach = QRectF(margin, m.snap(y + m.px * 0.5), room, title.height())
    lines = 1 + int(m.text(words.explained()) / room) if found is not None and found.readers else 2
    remark = QRectF(margin, reach.bottom(), room, m.snap(m.px * 1.4 * lines + m.px * 0.3))
    tables, bottom = _all_tables(found, m, margin, remark.bottom(), room)
    return Board(title, tuple(maps), reach, remark, tuple(tables), m.snap(bottom + m.px * 0.4))


def _all_tables(
    found: Found | None, m: Metrics, margin: float, y: float, room: float
) -> tuple[list[TablePlace], float]:
    """The tables of all sequences, side by side where they fit."""
    tables: list[TablePlace] = []
    x, bottom = margin, y
    for side in dict.fromkeys(r.side for r in found.readers) if found is not None else ():
        assert found is not None
        left = margin + room - x
        made = _tables(found, side, m, x, y, left)
        if len(made) > 1 and x > margin:  # no room beside the one before
            x, y = margin, bottom
            made = _tables(found, side, m, x, y, room)
        tables += made
        bottom = max(bottom, made[-1].bottom + m.px * 0.9)
        if len(made) > 1:
            x, y = margin, bottom
        else:
            x = max(made[0].title.right(), made[0].token(made[0].count - 1).right()) + m.px * 2
    return tables, bottom


def _maps(
    trace: Trace, seen: Sequence[Visibility], m: Metrics, margin: float, y: float, room: float
) -> tuple[list[MapPlace], float]:
    made: list[MapPlace] = []
    x, tallest = margin, 0.0
    for one in seen:
        box = replace(box_of(trace, CardItem(f"{one.at}.mask", "thumb"), m), caption="")
        box = replace(
            box, width=m.snap(box.grid.width() + 2 * m.pad), grid_x=m.pad, height=m.snap(box.grid.bottom() + m.pad)
        )
        wide = box.width + m.px * 0.6 + m.px * MAP_WIDTH
        if x > margin and x + wide > margin + room:
            x, y, tallest = margin, y + tallest + m.px * 0.6, 0.0
        at = QPointF(m.snap(x), m.snap(y))
        left = at.x() + box.width + m.px * 0.6
        text = QRectF(
            left, at.y(), max(m.px * 5, min(m.px * MAP_WIDTH, margin + room - left)), max(box.height, m.px * 4.4)
        )
        made.append(MapPlace(one, box, at, text))
        x, tallest = x + wide + m.px * 0.8, max(tallest, text.height())
    return made, y + tallest


def _tables(found: Found, side: str, m: Metrics, x: float, y: float, room: float) -> list[TablePlace]:
    """The table of one sequence, in as many pieces as its tokens need."""
    at = tuple(k for k, r in enumerate(found.readers) if r.side == side)
    tokens = found.readers[at[0]].tokens
    says = [words.layer_word(number, len(at)) for number in range(1, len(at) + 1)]
    kinds = max(m.small_text(words.can_word()), m.small_text(words.does_word()))
    label = m.snap(max(map(m.small_text, says)) + kinds + m.px * 1.6)
    asked = max(m.label_text(token) for token in tokens) + m.px * 1.0
    column = m.snap(min(max(asked, m.px * NARROWEST), m.px * WIDEST))
    line, head = m.snap(m.px * 2.35), m.snap(m.px * 1.9)
    per = max(1, int((room - label) / column))
    wide = min(room, max(label + min(per, len(tokens)) * column, m.px * 24))
    made: list[TablePlace] = []
    for first in range(0, len(tokens), per):
        title = QRectF(x, y, wide, m.snap(m.px * 1.8)) if not first else QRectF()
        corner = QPointF(x + label, m.snap(y + title.height()))
        count = min(per, len(tokens) - first)
        made.append(TablePlace(side, at, first, count, title, corner, label, column, line, head))
        y = made[-1].bottom + m.px * 0.5
    return made
