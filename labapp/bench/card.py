"""Card: everything that one matrix needs to be painted, as plain data. `Box` is what doesn't move with the values."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF

from core.trace import Trace
from labapp.names import title_of

from . import labels
from .cells import Cells
from .items import CardItem
from .mask_names import painted_part
from .metrics import CHARS, Metrics

DIGITS, COLOURS, FOLDED = "digits", "colours", "folded"
CHIP_CHARS = 6
WIDEST_WITH_DIGITS = 40  # a matrix with more columns or rows shows colours alone
MOST_CELLS = 10_000  # that are painted one by one
LARGE_MAP = 200  # rows or columns from which a map is an image
MAP_CELLS, THUMB_CELLS = 8, 7  # of a map: with more rows or columns its cells are smaller
LABEL_EMS = 6.0  # longest row label


@dataclass(frozen=True, eq=False)
class Box:
    """A card's frame, words and grid; lengths in logical pixels from the card's top left corner."""

    name: str
    kind: str
    role: str
    display: str
    detail: str
    symbol: str  # markup
    title: str
    shape: str
    rows: tuple[str, ...]
    cols: tuple[str, ...]
    row_axis: str
    editable: bool
    pinned: bool
    natural: bool
    width: float
    height: float
    grid_x: float
    grid_y: float
    cell_width: float
    cell_height: float
    chars: int
    caption: str = ""
    paintable: bool = False
    slope: bool = False  # it shows how much its numbers move another

    @property
    def as_image(self) -> bool:
        """Whether the cells are so many or so small that they are painted as one image of colours."""
        return self.detail == COLOURS and (len(self.rows) * len(self.cols) > MOST_CELLS or self.cell_width < 2.0)

    def cell(self, i: int, j: int) -> QRectF:
        """The rectangle of a cell."""
        return QRectF(
            self.grid_x + j * self.cell_width, self.grid_y + i * self.cell_height, self.cell_width, self.cell_height
        )

    @property
    def grid(self) -> QRectF:
        return QRectF(self.grid_x, self.grid_y, len(self.cols) * self.cell_width, len(self.rows) * self.cell_height)

    def row_label(self, i: int) -> QRectF:
        """The rectangle of a row label, left of the row."""
        return QRectF(0.0, self.grid_y + i * self.cell_height, self.grid_x, self.cell_height)


@dataclass(frozen=True, eq=False)
class Card:
    """A box and what its cells show now: all that `paint_card` needs."""

    box: Box
    cells: Cells


def box_of(trace: Trace, item: CardItem, m: Metrics) -> Box:
    """The box of one matrix at the given metrics."""
    matrix = trace[item.name]
    n, k = matrix.values.shape
    layers = max(trace.spec.enc_layers * trace.spec.encodes, trace.spec.dec_layers * trace.spec.decodes)
    symbol = labels.markup(matrix, layers)
    natural = matrix.stem in ("natural", "held", "where")
    common: dict[str, object] = {
        "name": matrix.name,
        "kind": item.kind,
        "role": matrix.role,
        "display": matrix.display,
        "symbol": symbol,
        "row_axis": matrix.row_axis,
        "editable": matrix.editable,
        "pinned": matrix.natural is not None,
        "natural": natural,
        "shape": f"{n}×{k}",
        "paintable": bool(painted_part(matrix.name)) and item.kind == "card",
    }
    if item.kind == "chip":
        return _chip(common, title_of(matrix), m)
    if item.kind == "thumb":
        return _map({**common, "kind": "map"}, n, k, labels.thumb_caption(matrix), m, THUMB_CELLS)
    if item.kind == "map":
        caption = labels.head_label(matrix.head) if matrix.head and not natural else title_of(matrix) or matrix.stem
        return _map(common, n, k, caption, m)
    return _full(common, title_of(matrix), matrix.rows, matrix.cols, m)


def _chip(common: dict[str, object], title: str, m: Metrics) -> Box:
    symbol = m.symbol.width(str(common["symbol"]))
    cell = m.snap(CHIP_CHARS * m.char_width + m.px * 0.3)
    x = m.snap(m.pad + symbol + m.px * 0.4)
    return Box(
        **common,  # type: ignore[arg-type]
        detail=DIGITS,
        title=title,
        rows=("",),
        cols=("",),
        width=m.snap(x + cell + m.pad * 0.6),
        height=m.snap(m.cell_height + m.px * 0.5),
        grid_x=x,
        grid_y=m.snap(m.px * 0.25),
        cell_width=cell,
        cell_height=m.cell_height,
        chars=CHIP_CHARS,
    )


def _map(common: dict[str, object], n: int, k: int, caption: str, m: Metrics, most: int = MAP_CELLS) -> Box:
    size = m.map_cell if most == MAP_CELLS else m.snap(m.px * 0.75)
    cell = size if max(n, k) <= most else max(m.snap(size * most / max(n, k)), 1.0 / m.ratio)
    if max(n, k) > LARGE_MAP:
        cell = size * most / max(n, k)
    width = max(k * cell, m.small_text(caption)) + 2 * m.pad
    return Box(
        **common,  # type: ignore[arg-type]
        detail=COLOURS,
        title="",
        rows=("",) * n,
        cols=("",) * k,
        width=m.snap(width),
        height=m.snap(max(n * cell, m.px) + m.pad + m.note + m.px * 0.25),
        grid_x=m.snap((m.snap(width) - k * cell) / 2),
        grid_y=m.pad,
        cell_width=cell,
        cell_height=cell,
        chars=CHARS,
        caption=caption,
    )


def _full(common: dict[str, object], title: str, rows: tuple[str, ...], cols: tuple[str, ...], m: Metrics) -> Box:
    n, k = len(rows), len(cols)
    mask = common["display"] == "mask"
    large = max(n, k) > WIDEST_WITH_DIGITS
    cell_w = _large_cell(n, k, m) if large else m.cell_height if mask else m.cell_width
    cell_h = _large_cell(n, k, m) if large else m.cell_height
    if large:
        rows, cols = _thinned(rows, cell_h, m.px * 1.1), _thinned(cols, cell_w, _widest(cols, m) + m.px * 0.5)
    elif common["display"] == "ids":
        cell_w = m.snap(m.cell_width * 0.75)
    widest = _widest(rows, m)
    gutter = 0.0 if not any(rows) else max(min(widest, LABEL_EMS * m.px) + m.px * 0.5, m.px * 1.3)
    symbol = m.symbol.width(str(common["symbol"]))
    shape = m.small_text(str(common["shape"]))
    mark = m.small_text("=") + m.px * 0.7 if common["role"] in ("result", "statistic") else 0.0
    grid = gutter + k * cell_w
    bare = symbol + m.px * 0.8 + mark + shape
    header = bare + (m.small_text(title) + m.px * 0.45 if title else 0.0)
    if header > grid * 1.45 and title:  # a narrow card: its title is in the tooltip
        title, header = "", bare
    width = m.snap(max(grid, header) + 2 * m.pad)
    spare = width - 2 * m.pad - grid
    grid_x = m.snap(m.pad + gutter + (spare / 2 if not any(rows) else min(spare / 2, m.px)))
    grid_y = m.snap(m.px * 0.3 + m.header + (m.labels if any(cols) or any(rows) else m.px * 0.2))
    return Box(
        **common,  # type: ignore[arg-type]
        detail=COLOURS if large or not m.digits else DIGITS,
        title=title,
        rows=tuple(m.shortened(text, LABEL_EMS * m.px) for text in rows),
        cols=cols if large else tuple(m.shortened(text, cell_w) for text in cols),
        width=width,
        height=m.snap(grid_y + n * cell_h + m.pad),
        grid_x=grid_x,
        grid_y=grid_y,
        cell_width=cell_w,
        cell_height=cell_h,
        chars=m.chars,
    )


def _large_cell(n: int, k: int, m: Metrics) -> float:
    """A cell of a matrix that shows colours alone: smaller where there are many."""
    return m.map_cell if max(n, k) <= 64 else max(m.snap(m.map_cell * 64 / max(n, k)), m.snap(3.0))


def _widest(texts: tuple[str, ...], m: Metrics) -> float:
    """The width of the widest label; of many, that of the longest."""
    few = texts if len(texts) <= WIDEST_WITH_DIGITS else sorted(texts, key=len)[-5:]
    return max(map(m.label_text, few), default=0.0)


def _thinned(texts: tuple[str, ...], step: float, room: float) -> tuple[str, ...]:
    """Labels so far apart that each has room; the others are empty."""
    every = 1
    while every * step < room:
        every *= 2
    return tuple(text if i % every == 0 else "" for i, text in enumerate(texts))
