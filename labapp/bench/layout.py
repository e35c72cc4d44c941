"""Layout: from bands of items to rectangles. Columns stand side by side, bands below each other, and the items of a
band flow into rows that fit the width. All lengths are logical pixels at the metrics' text height."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise, product

from PySide6.QtCore import QPointF, QRectF, Qt

from core.trace import Trace

from . import labels
from .card import LABEL_EMS, Box, box_of
from .items import BandPlan, BarsItem, BreakItem, CardItem, GlyphItem, Item, StackItem
from .layout_bands import Columns, plan
from .metrics import Metrics
from .places import Band, Bars, Bench, Glyph, Placed, Segment
from .reveal_switch import reveal_switch
from .richtext import metrics as font_metrics
from .veils import Revealed
from .wires import wires

MARGINS = 0.75  # around the bands, in text heights
STRETCH = 2.0  # most that a gap may grow, in text heights
MOST_LOOSE = 5  # stacks of a band that are tried standing and lying
BETWEEN = 1.7  # between two columns: room for the memory's way
NARROW, SHARE = (15.5, 25.0), 0.28  # width of a column where all is folded: in text heights, of the view
LEAST = 30.0  # width of a column with something open
BARS = 8  # most bars of a row
BREAK_COST = 0.5  # of a row's height: rows are broken at the places meant for it where that costs little


def layout(
    trace: Trace,
    heads: Mapping[str, int],
    width: float,
    metrics: Metrics,
    chosen: Mapping[str, bool] | None = None,
    revealed: Revealed | None = None,
) -> Bench:
    """Lay out the bands of `trace` in `width`; wider only where a single card is wider than that.

    `chosen` says which sections are folded or open. A column where everything is folded is narrow, the others share
    what is left. `revealed` are the rows that an attention shows, where it doesn't show all.
    """
    columns = plan(trace, heads, chosen)
    placer = _Placer(trace, metrics, revealed or {})
    margin = metrics.snap(metrics.px * MARGINS)
    between = metrics.snap(metrics.px * (BETWEEN if len(columns) > 1 else MARGINS))
    widths = _widths(placer, columns, width - 2 * margin - between * (len(columns) - 1), metrics)
    x, bottom = margin, 0.0
    for bands, wide in zip(columns, widths, strict=True):
        y = margin
        farthest = x + wide
        for band in bands:
            own = wide if (needs := placer.needs(band)) <= wide else metrics.snap(needs)
            y += placer.band(band, x, y, own, min(own, wide)) + metrics.band_gap
            farthest = max(farthest, x + own)
        x = farthest + between
        bottom = max(bottom, y - metrics.band_gap + margin)
    drawn = wires(placer.bands, placer.wired, metrics) if len(columns) > 1 else ()
    right = x - between + margin
    return Bench(
        metrics,
        max(width, right),
        bottom,
        tuple(placer.bands),
        tuple(placer.glyphs),
        placer.cards,
        tuple(placer.bars),
        drawn,
    )


def _widths(placer: _Placer, columns: Columns, width: float, m: Metrics) -> list[float]:
    """The widths of the columns: those that are wholly folded as narrow as is comfortable."""
    folded = [bool(bands) and all(band.folded for band in bands) for bands in columns]
    if len(columns) == 1 or all(folded):
        return [m.snap(max(width / len(columns), m.px * LEAST))] * len(columns)
    comfortable = min(max(width * SHARE, m.px * NARROW[0]), m.px * NARROW[1])
    narrow = [
        m.snap(max(comfortable, *(placer.needs(band) for band in bands))) if is_folded else 0.0
        for bands, is_folded in zip(columns, folded, strict=True)
    ]
    wanted = max(placer.needs(band) for bands, wide in zip(columns, narrow, strict=True) if not wide for band in bands)
    if (width - sum(narrow)) / folded.count(False) < wanted:  # something open is wider than what is left
        narrow = [
            m.snap(max(m.px * NARROW[0], *(placer.needs(band) for band in bands))) if wide else 0.0
            for bands, wide in zip(columns, narrow, strict=True)
        ]
    share = m.snap(max((width - sum(narrow)) / folded.count(False), m.px * LEAST))
    return [wide or share for wide in narrow]


@dataclass
class _Group:
    """What a row never splits: the glyphs before a card, and the card."""

    items: list[_Sized]
    width: float
    height: float
    preferred: bool = False  # a break before it is welcome


@dataclass
class _Sized:
    item: CardItem | GlyphItem | BarsItem | StackItem
    width: float
    height: float
    parts: list[_Sized] = field(default_factory=list)
    box: Box | None = None


def _sisters(one: _Sized, other: _Sized) -> bool:
    """Whether two neighbours are both matrices, with no operation between them."""
    return not any(
        isinstance(sized.item, GlyphItem)
        or (isinstance(sized.item, StackItem) and isinstance(sized.item.items[0], GlyphItem))
        for sized in (one, other)
    )


class _Placer:
    def __init__(self, trace: Trace, m: Metrics, revealed: Revealed) -> None:
        self.trace = trace
        self.revealed = revealed
        self.m = m
        self.bands: list[Band] = []
        self.glyphs: list[Glyph] = []
        self.cards: dict[str, Placed] = {}
        self.bars: list[Bars] = []
        self.wired: list[str] = []  # of each band: whether the memory leaves it or arrives
        self._groups: dict[int, list[_Group]] = {}
        self._sizes: dict[tuple[CardItem | GlyphItem | BarsItem | StackItem, bool], _Sized] = {}

    # sizes

    def needs(self, band: BandPlan) -> float:
        """The width below which not even one item a row would fit."""
        return max((group.width for group in self.groups(band)), default=0.0) + 2 * self.m.band_pad

    def groups(self, band: BandPlan) -> list[_Group]:
        if id(band) not in self._groups:
            self._groups[id(band)] = self._grouped(band.items)
        return self._groups[id(band)]

    def flow(self, band: BandPlan, inner: float) -> list[list[_Group]]:
        """The rows of the band, with its loose stacks standing or lying: whatever makes the band lowest."""
        loose = [item for item in band.items if isinstance(item, StackItem) and item.loose][:MOST_LOOSE]
        best: tuple[float, list[list[_Group]]] | None = None
        for lying in product((False, True), repeat=len(loose)):
            turned = {id(item): replace(item, lying=lies) for item, lies in zip(loose, lying, strict=True)}
            items = [turned.get(id(item), item) for item in band.items]
            cost, rows = self.rows(self._grouped(items), inner)
            fits = max(group.width for row in rows for group in row) <= inner
            if fits and (best is None or cost < best[0] - 0.5):
                best = (cost, rows)
        return best[1] if best else self.rows(self.groups(band), inner)[1]

    def _grouped(self, items: Sequence[Item]) -> list[_Group]:
        groups: list[_Group] = []
        waiting: list[_Sized] = []
        preferred = False
        for item in items:
            if isinstance(item, BreakItem):
                preferred = True
                continue
            waiting.append(self.sized(item))
            if not self._operation(item):
                groups.append(self._group(waiting, preferred))
                waiting, preferred = [], False
        if waiting:
            groups.append(self._group(waiting, preferred))
        return groups

    def _operation(self, item: Item) -> bool:
        """A glyph, alone or with the chip of its setting: it stays with the card that follows."""
        return isinstance(item, GlyphItem) or (isinstance(item, StackItem) and isinstance(item.items[0], GlyphItem))

    def _group(self, items: list[_Sized], preferred: bool) -> _Group:
        width = sum(item.width for item in items) + self.m.gap * (len(items) - 1)
        return _Group(items, width, max(item.height for item in items), preferred)

    def sized(self, item: CardItem | GlyphItem | BarsItem | StackItem, small: bool = False) -> _Sized:
        found = self._sizes.get((item, small))
        if found is None:
            found = self._sizes[item, small] = self._measured(item, small)
        return found

    def _measured(self, item: CardItem | GlyphItem | BarsItem | StackItem, small: bool) -> _Sized:
        m = self.m
        if isinstance(item, CardItem):
            box = box_of(self.trace, item, m)
            return _Sized(item, box.width, box.height, box=box)
        if isinstance(item, GlyphItem):
            pen = m.glyph
            height = font_metrics(pen.base).height() * (0.8 if small else 1.0)
            width = max(pen.width(item.markup), m.small_text(item.note))
            return _Sized(item, m.snap(width), m.snap(height + (m.note if item.note else 0.0)))
        if isinstance(item, BarsItem):
            count = min(BARS, self.trace.graph[item.name].shape[1])
            labels_width = min(max(map(m.label_text, self.trace[item.name].cols), default=0.0), LABEL_EMS * m.px)
            width = max(labels_width + m.px * 9.0 + m.more_digits, m.small_text(labels.bars_title("M" * 8)))
            return _Sized(item, m.snap(width), m.snap(count * m.px * 1.5 + m.px * 2.0))
        parts = [self.sized(part, small=isinstance(part, GlyphItem) and k > 0) for k, part in enumerate(item.items)]
        gap = self._stack_gap(parts)
        if item.lying:
            width = sum(part.width for part in parts) + m.gap * 0.8 * (len(parts) - 1)
            return _Sized(item, m.snap(width), max(part.height for part in parts), parts)
        return _Sized(
            item, max(part.width for part in parts), sum(part.height for part in parts) + gap * (len(parts) - 1), parts
        )

    def _stack_gap(self, parts: list[_Sized]) -> float:
        return self.m.snap(self.m.px * 0.15 if any(isinstance(p.item, GlyphItem) for p in parts) else self.m.gap * 0.7)

    # rows

    def rows(self, groups: list[_Group], width: float) -> tuple[float, list[list[_Group]]]:
        """The rows of least total height, and that; a break where none is meant costs a part of a row."""
        gap = self.m.gap
        best: list[tuple[float, int]] = [(0.0, 0)]  # per end: cost of the rows before it, start of the last row
        for end in range(1, len(groups) + 1):
            choices = []
            used = -gap
            for start in range(end - 1, -1, -1):
                used += groups[start].width + gap
                if used > width and start < end - 1:
                    break
                tallest = max(group.height for group in groups[start:end])
                cost = best[start][0] + tallest * (1.0 + self._break_cost(groups, start)) + gap
                choices.append((cost, start))
            best.append(min(choices))
        rows: list[list[_Group]] = []
        end = len(groups)
        while end:
            start = best[end][1]
            rows.append(groups[start:end])
            end = start
        return best[-1][0], rows[::-1]

    def _break_cost(self, groups: list[_Group], start: int) -> float:
        if start == 0 or groups[start].preferred:
            return 0.0
        return BREAK_COST if len(groups[start].items) > 1 else 2 * BREAK_COST  # two: before an operation

    def band(self, band: BandPlan, x: float, y: float, width: float, flow: float) -> float:
        """Place one band of this width and all that is on it, its rows at most as long as `flow`; its height."""
        m = self.m
        inner = flow - 2 * m.band_pad
        at = y + m.band_title
        for number, row in enumerate(self.flow(band, inner)):
            at += m.gap if number else 0.0
            at += self.row(row, x + m.band_pad, at, inner)
        height = m.snap(at + m.band_pad - y)
        self.bands.append(self.titled(band, QRectF(x, y, width, height)))
        self.wired.append(band.wire)
        return height

    def row(self, groups: list[_Group], x: float, y: float, inner: float) -> float:
        m = self.m
        items = [item for group in groups for item in group.items]
        height = max(item.height for item in items)
        # The room that is left goes beside the operations; sister cards stay together.
        wide = [not _sisters(a, b) for a, b in pairwise(items)]
        used = sum(item.width for item in items) + m.gap * (len(items) - 1)
        extra = m.snap(min(max(0.0, inner - used) / max(1, sum(wide)), STRETCH * m.px))
        for item, stretched in zip(items, [*wide, False], strict=True):
            self.place(item, x, m.snap(y + (height - item.height) / 2))
            x = m.snap(x + item.width + m.gap + (extra if stretched else 0.0))
        return height

    def place(self, sized: _Sized, x: float, y: float, small: bool = False) -> None:
        item = sized.item
        if sized.box is not None:
            self.cards[sized.box.name] = Placed(sized.box, QPointF(x, y))
        elif isinstance(item, GlyphItem):
            self.glyphs.append(Glyph(QRectF(x, y, sized.width, sized.height), item.markup, item.note, small))
        elif isinstance(item, BarsItem):
            shape = self.trace.graph[item.name].shape
            self.bars.append(Bars(QRectF(x, y, sized.width, sized.height), item.name, min(BARS, shape[1])))
        elif isinstance(item, StackItem):
            gap = self._stack_gap(sized.parts)
            if item.lying:
                for part in sized.parts:
                    self.place(part, self.m.snap(x), self.m.snap(y + (sized.height - part.height) / 2))
                    x += part.width + self.m.gap * 0.8
                return
            for part in sized.parts:
                left = self.m.snap(x + (sized.width - part.width) / 2)
                self.place(part, left, self.m.snap(y), small=y > 0 and isinstance(part.item, GlyphItem))
                y += part.height + gap

    # the title line

    def titled(self, band: BandPlan, rect: QRectF) -> Band:
        m = self.m
        baseline = m.snap(rect.y() + m.px * 1.42)
        x = rect.x() + m.band_pad
        mark = QRectF()
        if band.section:
            mark = QRectF(x, m.snap(rect.y() + m.px * 0.55), m.px, m.px)
            x += m.px * 1.25
        title_at = QPointF(x, baseline)
        x += font_metrics(m.title).horizontalAdvance(band.title) + m.px * 0.9
        word_at = QPointF(x, baseline)
        segments: list[Segment] = []
        if band.heads:
            x += m.text(labels.head_word()) + m.px * 0.5
            x, segments = self.switch(band, x, rect.y())
            x += m.px * 0.9
        x, reveal = reveal_switch(self.trace, band, self.revealed, m, QPointF(x, rect.y()), rect.right() - m.band_pad)
        subtitle_at = QPointF(x, baseline)
        room = max(0.0, rect.right() - m.band_pad - x)
        subtitle = font_metrics(m.ui).elidedText(band.subtitle, Qt.TextElideMode.ElideRight, room)
        if band.folded and subtitle != band.subtitle:
            subtitle = ""
        x += m.text(subtitle) + m.px
        legend, legend_rect = "", QRectF()
        if band.legend:
            wide = m.small_text(labels.legend()) + m.px * 1.4
            if x + wide <= rect.right() - m.band_pad:
                legend = labels.legend()
                legend_rect = QRectF(x, m.snap(rect.y() + m.px * 0.25), wide, m.snap(m.px * 1.55))
        return Band(
            rect,
            band.title,
            title_at,
            subtitle,
            subtitle_at,
            band.part,
            tuple(segments),
            word_at,
            legend,
            legend_rect,
            band.names,
            band.section,
            band.folded,
            band.place,
            reveal,
            mark,
        )

    def switch(self, band: BandPlan, x: float, y: float) -> tuple[float, list[Segment]]:
        """Segments 1…h, or ‹ shown / h › where there are many heads."""
        m = self.m
        h = len(band.heads)
        if h <= 12:
            choices = [(str(r), r, r == band.shown) for r in band.heads]
        else:
            before, after = max(1, band.shown - 1), min(h, band.shown + 1)
            choices = [("‹", before, False), (f"{band.shown} / {h}", band.shown, True), ("›", after, False)]
        segments = []
        for text, head, shown in choices:
            width = m.snap(max(m.text(text) + m.px * 0.9, m.px * 1.7))
            rect = QRectF(m.snap(x), m.snap(y + m.px * 0.25), width, m.snap(m.px * 1.55))
            segments.append(Segment(rect, text, head, shown))
            x = rect.right()
        return x, segments
