"""Where everything of the columns stands: cells as large as fit, layers folded where the window is too low for them."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from PySide6.QtCore import QRectF

from .plan import CardPlan, ColumnPlan, GroupPlan

GAP, PAD = 9.0, 9.0  # px between cards and inside them
MAP_GAP = 9.0
CAPTION = 26.0  # of a column
HEADER = 24.0  # of a layer
GUTTER = 30.0  # between the columns: the memory runs there
HIGH = (9.0, 8.0, 7.0, 6.0)  # px of a cell of a sentence; before they get lower, layers fold
HIGHEST, USUAL = 20.0, 76.0  # px of a cell of a few rows, and of all rows together where cells are as high as that
NARROW = 4.0  # px of a cell: a column whose cells would be narrower gives each map what it needs
SLANT = 1.25  # how much wider than high a cell is at most
TALLEST = 120.0  # px of a map at most
Shape = Callable[[str], tuple[int, int]]


@dataclass(frozen=True)
class Line:
    """A line of text at its place: a title is bold, a note quiet."""

    text: str
    rect: QRectF
    bold: bool


@dataclass(frozen=True)
class MapPlace:
    """One thumbnail: the room of the largest matrix that may stand there, and how large a cell is."""

    name: str
    rect: QRectF
    cell: tuple[float, float]


@dataclass
class CardPlace:
    plan: CardPlan
    rect: QRectF
    lines: list[Line]
    maps: list[MapPlace] = field(default_factory=list)


@dataclass
class GroupPlace:
    plan: GroupPlan
    rect: QRectF
    header: QRectF
    is_open: bool


@dataclass
class ColumnPlace:
    """A column; `bottom` is where its last card ends, `below` the room under it for tokens and words."""

    plan: ColumnPlan
    caption: QRectF
    cards: list[CardPlace] = field(default_factory=list)
    groups: list[GroupPlace] = field(default_factory=list)
    below: QRectF = field(default_factory=QRectF)
    high: float = 0.0  # px of a cell

    @property
    def bottom(self) -> float:
        return self.below.bottom()


Write = Callable[[CardPlan, QRectF], list[Line]]  # the lines of a card whose inside is as wide as this
Below = Callable[[ColumnPlan, float], float]  # how high what stands under a column of this width is


@dataclass(frozen=True)
class Measures:
    """What the layout has to ask others: the most rows and columns of a matrix, how texts wrap, what stands below."""

    shape: Shape
    write: Write
    below: Below


def place(plans: tuple[ColumnPlan, ...], area: QRectF, ask: Measures, chosen: Mapping[str, bool]) -> list[ColumnPlace]:
    """The columns in an area, which they leave at its bottom only where the cells would get too small.

    `chosen` are the layers that a person has folded (False) or unfolded.
    """
    rooms = lanes(area, len(plans))
    tried = [_fitting(plan, room, ask, chosen) for plan, room in zip(plans, rooms, strict=True)]
    high = min((column.high for column, _ in tried), default=0.0)
    return [
        column if column.high == high else _column(column.plan, room, high, ask, is_open)
        for (column, is_open), room in zip(tried, rooms, strict=True)
    ]


def lanes(area: QRectF, count: int) -> list[QRectF]:
    """The room of each column; the decoder's is a little wider, for it has more in it."""
    if count < 2:
        return [area] * count
    first = float(math.floor((area.width() - GUTTER) * 0.47))
    left, right = QRectF(area), QRectF(area)
    left.setWidth(first)
    right.setLeft(area.left() + first + GUTTER)
    return [left, right]


def _fitting(
    plan: ColumnPlan, room: QRectF, ask: Measures, chosen: Mapping[str, bool]
) -> tuple[ColumnPlace, dict[str, bool]]:
    """The column with the largest cells at which it is no higher than its room; the lowest layers fold first."""
    layers = [block.key for block in plan.blocks if isinstance(block, GroupPlan)]
    is_open = {key: chosen.get(key, True) for key in layers}
    foldable = [key for key in reversed(layers[1:]) if key not in chosen]
    while True:
        for high in heights(plan, ask.shape):
            column = _column(plan, room, high, ask, is_open)
            if column.bottom <= room.bottom():
                return column, is_open
        if not foldable:
            return column, is_open
        is_open[foldable.pop(0)] = False


def heights(plan: ColumnPlan, shape: Shape) -> list[float]:
    """The heights of a cell that are tried, the largest first: few rows may be higher."""
    cards = [card for block in plan.blocks for card in (block.cards if isinstance(block, GroupPlan) else (block,))]
    rows = max((shape(name)[0] for card in cards for name in card.maps), default=1)
    most = float(math.floor(min(HIGHEST, USUAL / max(1, rows))))
    return [float(high) for high in range(int(most), int(HIGH[0]), -2)] + list(HIGH)


def _column(plan: ColumnPlan, room: QRectF, high: float, ask: Measures, is_open: Mapping[str, bool]) -> ColumnPlace:
    left, width = room.left(), room.width()
    column = ColumnPlace(plan, QRectF(left, room.top(), width, CAPTION), high=high)
    wide = _cell_width(plan, width, high, ask.shape)
    y = room.top() + CAPTION
    for block in plan.blocks:
        if isinstance(block, CardPlan):
            card = _card(block, left, y, width, (wide, high), ask)
            column.cards.append(card)
            y = card.rect.bottom() + GAP
            continue
        top, opened = y, is_open[block.key]
        header = QRectF(left + PAD - 4, y + 3, width - 2 * PAD + 8, HEADER)
        y = header.bottom() + 3
        if opened:
            for inner in block.cards:
                card = _card(inner, left + PAD, y, width - 2 * PAD, (wide, high), ask)
                column.cards.append(card)
                y = card.rect.bottom() + GAP
        column.groups.append(GroupPlace(block, QRectF(left, top, width, y - top), header, opened))
        y += GAP
    column.below = QRectF(left, y, width, ask.below(plan, width))
    return column


def _cell_width(plan: ColumnPlan, width: float, high: float, shape: Shape) -> float:
    """The width of a cell at which every card of a layer has room for its maps side by side."""
    inner, wide = width - 4 * PAD, _whole(high * SLANT)
    for block in plan.blocks:
        for card in block.cards if isinstance(block, GroupPlan) else (block,) if block.kind == "text" else ():
            wide = min(wide, _fit(card, inner, shape))
    return wide


def _fit(card: CardPlan, inner: float, shape: Shape) -> float:
    cols = sum(shape(name)[1] for name in card.maps)
    room = inner - MAP_GAP * (len(card.maps) - 1)
    return _whole(room / cols) if cols else HIGHEST


def _cell_widths(plan: CardPlan, inner: float, cell: tuple[float, float], shape: Shape) -> list[float]:
    """The width of a cell of each map: the column's, or where that is too narrow to be seen, what each can have when
    the narrow ones take their share first."""
    if cell[0] >= NARROW:
        return [min(cell[0], _fit(plan, inner, shape))] * len(plan.maps)
    cols = {name: shape(name)[1] for name in plan.maps}
    room, left, found = inner - MAP_GAP * (len(cols) - 1), len(cols), {}
    for name in sorted(cols, key=lambda name: cols[name]):
        found[name] = min(_whole(cell[1] * SLANT), _whole(max(1.0, room / left) / cols[name]))
        room -= found[name] * cols[name]
        left -= 1
    return [found[name] for name in plan.maps]


def _whole(side: float) -> float:
    return float(math.floor(side)) if side >= 1.0 else max(side, 1e-3)


def _card(plan: CardPlan, left: float, top: float, width: float, cell: tuple[float, float], ask: Measures) -> CardPlace:
    inner = QRectF(left + PAD, top + PAD - 2, width - 2 * PAD, 0)
    lines = ask.write(plan, inner)
    y = max((line.rect.bottom() for line in lines), default=inner.top()) + 3
    x, bottom, maps = inner.left(), y, []
    for name, wide in zip(plan.maps, _cell_widths(plan, inner.width(), cell, ask.shape), strict=True):
        n, k = ask.shape(name)
        high = min(cell[1], _whole(TALLEST / n))
        maps.append(MapPlace(name, QRectF(x, y, wide * k, high * n), (wide, high)))
        x += wide * k + MAP_GAP
        bottom = max(bottom, y + high * n)
    return CardPlace(plan, QRectF(left, top, width, bottom + PAD - top), lines, maps)
