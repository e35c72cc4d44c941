"""Sheets: figures before they have a format. All that export knows of the bench's inside is in this file.

A sheet is laid out at one pixel to the logical pixel, whatever the screen's ratio is, so that a file doesn't depend
on the screen it was made on.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QColor, QPainter

from core.trace import Trace
from labapp.bench.card import COLOURS, Box, Card, box_of
from labapp.bench.cells import Cells, cells_of
from labapp.bench.content import Content
from labapp.bench.items import CardItem
from labapp.bench.layout import MARGINS
from labapp.bench.metrics import BASE, CHARS, Metrics, measure
from labapp.bench.paint import Style, paint_band, paint_card, paint_glyph
from labapp.bench.paint_bars import BarData, bar_data, paint_bars, paint_wire
from labapp.bench.pin_notes import with_note
from labapp.bench.places import Band, Bars, Bench, Placed
from labapp.bench.scales import Scales
from labapp.digits import NumberForm
from labapp.selection import Selection
from labapp.theme import Palette

from . import colour_bar
from .painters import kept

WIDTH = 1400.0  # of the whole bench where no window says another, and of a row of cards
ENDLESS = 1e9


@dataclass(frozen=True, eq=False)
class Sheet:
    """One figure: `paint` fills `width`×`height` whole logical pixels, ground included. `cells` counts its cells."""

    width: int
    height: int
    style: Style
    title: str
    cells: int
    body: Callable[[QPainter], None]

    def paint(self, painter: QPainter) -> None:
        painter.fillRect(QRectF(0, 0, self.width, self.height), QColor(self.style.palette.window))
        with kept(painter):
            self.body(painter)


def of_cards(
    trace: Trace,
    names: Sequence[str],
    palette: Palette,
    cells: Callable[[str], Cells] | None = None,
    heatmap: bool = False,
    form: NumberForm | None = None,
    dress: Callable[[Box, Cells, Metrics], Box] | None = None,
) -> Sheet:
    """The cards of `names` (aliases too) in that order, in rows at most WIDTH wide.

    `cells` gives what a card shows now, as on a bench, and `dress` the frame that goes with it; without them colours
    and decimals are those of a first look.
    A `heatmap` has no digits but a scale beside it. `form` is how numbers are written.
    KeyError for a name that is not in the trace.
    """
    m = metrics_of(form)
    style, scales = Style(palette, m), Scales()
    seen = cells or (lambda name: cells_of(trace, name, scales, None, (), form))
    cards = [Card(box_of(trace, CardItem(name), m), seen(name)) for name in (trace[name].name for name in names)]
    if dress is not None:
        cards = [Card(dress(card.box, card.cells, m), card.cells) for card in cards]
    widths = [card.box.width + (colour_bar.room(card, m) if heatmap else 0.0) for card in cards]
    placed, width, height = _in_rows(cards, widths, m)

    def body(painter: QPainter) -> None:
        for card, at in zip(cards, placed, strict=True):
            _paint_at(painter, card, at, style, heatmap)

    return Sheet(math.ceil(width), math.ceil(height), style, ", ".join(names), _count(cards), body)


def metrics_of(form: NumberForm | None) -> Metrics:
    """The metrics of a figure whose cells have room for numbers of this form."""
    return measure(BASE, 1.0, (form or NumberForm()).chars(CHARS))


def of_bench(
    trace: Trace,
    palette: Palette,
    looks: Selection | None = None,
    width: float = WIDTH,
    form: NumberForm | None = None,
) -> Sheet:
    """The whole bench of a trace, as a window of this width lays it out; `looks` chooses the heads."""
    content = Content()
    content.form = form
    content.show(trace, trace, False)
    looks = looks or Selection()
    content.fit_into(looks, (QSizeF(width, ENDLESS), 0.0), metrics_of(form))
    return of_content(content, content.bench, palette, looks)


def of_content(content: Content, bench: Bench, palette: Palette, looks: Selection) -> Sheet:
    """The whole of `bench`, a layout of what `content` shows; bars are those of the row that is looked at."""
    cards, data = _cards(content, bench), _bars(content, bench, looks)
    style = Style(palette, bench.metrics)
    bench = replace(bench, bands=tuple(with_note(content.trace, band, bench.metrics) for band in bench.bands))

    def body(painter: QPainter) -> None:
        _paint(painter, bench, cards, data, style)

    return Sheet(math.ceil(bench.width), math.ceil(bench.height), style, "", _count(cards.values()), body)


Room = tuple[QSizeF, float]


def of_view(content: Content, looks: Selection, room: Room, palette: Palette, seen: QRectF | None = None) -> Sheet:
    """The bench of a window, or the part of it that `seen` touches, as on a screen without magnification."""
    metrics = content.bench.metrics
    if metrics.ratio == 1.0:
        bench = content.bench
    else:
        bench = content.layout_in(looks, room, measure(metrics.px, 1.0, metrics.chars))
    return of_content(content, bench, palette, looks) if seen is None else of_part(content, bench, seen, palette, looks)


def of_part(content: Content, bench: Bench, seen: QRectF, palette: Palette, looks: Selection) -> Sheet:
    """The part of the bench that `seen` touches; cards that its edge cuts are shown whole."""
    shown = {name: placed for name, placed in bench.cards.items() if placed.rect.intersects(seen)}
    if not shown:
        return of_content(content, bench, palette, looks)
    m, style = bench.metrics, Style(palette, bench.metrics)
    part = _around(shown.values(), bench, seen, m)
    within = [
        with_note(content.trace, replace(band, rect=band.rect.intersected(part)), m)
        for band in bench.bands
        if part.contains(_title_line(band, m))
    ]
    beheaded = [
        band.rect.intersected(part)
        for band in bench.bands
        if band.rect.intersects(part) and not part.contains(_title_line(band, m))
    ]
    glyphs = tuple(glyph for glyph in bench.glyphs if part.contains(glyph.rect))
    bars = tuple(one for one in bench.bars if part.contains(one.rect))
    wires = tuple(wire for wire in bench.wires if all(part.contains(point) for point in wire.points))
    cut = replace(bench, bands=tuple(within), glyphs=glyphs, cards=shown, bars=bars, wires=wires)
    cards, data = _cards(content, cut), _bars(content, cut, looks)

    def body(painter: QPainter) -> None:
        painter.translate(-part.topLeft())
        for rect in beheaded:
            painter.fillRect(rect, QColor(palette.band))
        _paint(painter, cut, cards, data, style)

    return Sheet(math.ceil(part.width()), math.ceil(part.height()), style, "", _count(cards.values()), body)


def _paint(
    painter: QPainter, bench: Bench, cards: Mapping[str, Card], data: Mapping[Bars, BarData], style: Style
) -> None:
    """What stands on a bench, in the order of the screen."""
    for band in bench.bands:
        paint_band(painter, band, style)
    for wire in bench.wires:
        paint_wire(painter, wire, style)
    for glyph in bench.glyphs:
        paint_glyph(painter, glyph, style)
    for bars, shown in data.items():
        paint_bars(painter, bars, shown, style)
    for name, card in cards.items():
        _paint_at(painter, card, bench.cards[name].at, style)


def seen_cells(content: Content) -> Callable[[str], Cells]:
    """What the cards of a window's bench show now; a card that isn't on it gets the bench's colour scales."""

    def cells(name: str) -> Cells:
        if name in content.bench.cards:
            return content.card(name).cells
        made = cells_of(content.trace, name, content.scales, None, content.blank_rows(name), content.form)
        return made if content.slopes is None else content.slopes.cells(content.trace, name, made)

    return cells


def _cards(content: Content, bench: Bench) -> dict[str, Card]:
    found = {name: Card(placed.box, content.card(name).cells) for name, placed in bench.cards.items()}
    if content.slopes is None:
        return found
    return {name: Card(content.dressed(one.box, one.cells, bench.metrics), one.cells) for name, one in found.items()}


def _bars(content: Content, bench: Bench, looks: Selection) -> dict[Bars, BarData]:
    return {bars: bar_data(content.trace, bars, looks.cell, looks.row, content.form) for bars in bench.bars}


def _count(cards: Iterable[Card]) -> int:
    return sum(card.cells.values.size for card in cards)


def _paint_at(painter: QPainter, card: Card, at: QPointF, style: Style, heatmap: bool = False) -> None:
    with kept(painter):
        painter.translate(at)
        paint_card(painter, card, style, COLOURS if heatmap else "")
        if heatmap:
            colour_bar.paint(painter, card, style)


def _in_rows(cards: Sequence[Card], widths: Sequence[float], m: Metrics) -> tuple[list[QPointF], float, float]:
    """A place for each card and what stands beside it, and the width and height of all with a margin around."""
    margin = m.snap(m.px * MARGINS)
    rows: list[list[tuple[Card, float]]] = [[]]
    x = margin
    for card, wide in zip(cards, widths, strict=True):
        if rows[-1] and x + wide + margin > WIDTH:
            rows.append([])
            x = margin
        rows[-1].append((card, wide))
        x += wide + margin
    places: list[QPointF] = []
    widest, y = 0.0, margin
    for row in rows:
        x, tallest = margin, max((card.box.height for card, _ in row), default=0.0)
        for card, wide in row:
            places.append(QPointF(x, m.snap(y + (tallest - card.box.height) / 2)))
            x += wide + margin
        widest, y = max(widest, x), y + tallest + margin
    return places, widest, y


def _title_line(band: Band, m: Metrics) -> QRectF:
    """The line at the top of a band that its title stands in."""
    return QRectF(band.rect.x(), band.rect.y(), band.rect.width(), m.band_title)


def _around(shown: Iterable[Placed], bench: Bench, seen: QRectF, m: Metrics) -> QRectF:
    """The whole pixels around what is seen and the cards it touches, inside the bench."""
    margin = m.snap(m.px * MARGINS)
    part = QRectF(seen)
    for placed in shown:
        part = part.united(placed.rect.adjusted(-margin, -margin, margin, margin))
    part = QRectF(part.toAlignedRect())
    return part.intersected(QRectF(0, 0, math.ceil(bench.width), math.ceil(bench.height)))
