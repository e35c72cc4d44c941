"""Painting a bench: pure functions from plain data to a QPainter, shared by the screen, its cache and pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen

from labapp.theme import Palette, Ramp, signed_ramp, slope_ramp, weight_ramp

from . import labels
from .card import COLOURS, DIGITS, WIDEST_WITH_DIGITS, Box, Card
from .metrics import Metrics
from .paint_bars import BarData, paint_bars, paint_wire
from .paint_cells import paint_cells
from .places import Band, Bench, Glyph, Segment
from .richtext import metrics as font_metrics


@dataclass(frozen=True)
class Style:
    """The colours and lengths to paint with."""

    palette: Palette
    metrics: Metrics

    def ramp(self, display: str) -> Ramp:
        if display == "slope":
            return slope_ramp(self.palette)
        return weight_ramp(self.palette) if display == "weights" else signed_ramp(self.palette)


FAINT = 0.45  # of the label of a row that is not shown


def paint_card(painter: QPainter, card: Card, style: Style, detail: str = "", cells: bool = True) -> None:
    """Paint a card with its top left corner at the painter's origin.

    `detail` is "digits" or "colours" alone (default: the box's own); without `cells` all but the cells.
    """
    box = card.box
    detail = detail or box.detail
    _paint_frame(painter, box, style)
    if box.kind == "map":
        _paint_caption(painter, card, style)
    elif box.kind == "chip":
        _paint_symbol(painter, box, style, box.grid_y + box.cell_height * 0.5 + style.metrics.px * 0.42)
    else:
        _paint_header(painter, card, style)
        _paint_labels(painter, card, style)
        if box.paintable:
            _paint_easel(painter, box, style)
    if cells:
        paint_cells(painter, card, style.palette, style.metrics, style.ramp(box.display), detail)


FRAMES: Mapping[str, tuple[str, float, Qt.PenStyle]] = {
    "input": ("input_edge", 0.13, Qt.PenStyle.SolidLine),
    "parameter": ("parameter_edge", 0.1, Qt.PenStyle.SolidLine),
    "result": ("result_edge", 0.08, Qt.PenStyle.SolidLine),
    "statistic": ("statistic_edge", 0.08, Qt.PenStyle.DashLine),
    "setting": ("setting_edge", 0.1, Qt.PenStyle.DotLine),
}


def frame_pen(box: Box, style: Style) -> QPen:
    """Roles differ in colour and in style."""
    edge, width, line = FRAMES[box.role]
    if box.slope:
        edge, width = "slope_edge", 0.16
    elif box.natural:
        edge, width, line = "pin", 0.08, Qt.PenStyle.DashLine
    elif box.pinned:
        edge, width = "pin", 0.12
    pen = QPen(QColor(getattr(style.palette, edge)), max(1.0, style.metrics.px * width), line)
    if line is not Qt.PenStyle.SolidLine:
        pen.setDashPattern([1.2, 2.0] if line is Qt.PenStyle.DotLine else [3.0, 2.4])
    return pen


def _paint_frame(painter: QPainter, box: Box, style: Style) -> None:
    pen = frame_pen(box, style)
    half = pen.widthF() / 2
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.setPen(pen)
    painter.setBrush(QColor(style.palette.card))
    radius = style.metrics.px * 0.42
    frame = QRectF(half, half, box.width - 2 * half, box.height - 2 * half)
    painter.drawRoundedRect(frame, radius, radius)
    if box.slope and box.kind == "card":
        path, line = QPainterPath(), QPainterPath()
        path.addRoundedRect(frame, radius, radius)
        line.addRect(QRectF(0, 0, box.width, style.metrics.snap(style.metrics.px * 0.3 + style.metrics.header)))
        painter.fillPath(path.intersected(line), QColor(style.palette.slope_edge))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


def _paint_symbol(painter: QPainter, box: Box, style: Style, baseline: float) -> float:
    painter.setPen(QColor(style.palette.slope_text if box.slope and box.kind == "card" else style.palette.text))
    at = QPointF(style.metrics.pad, style.metrics.snap(baseline))
    return at.x() + style.metrics.symbol.draw(painter, at, box.symbol)


def _paint_header(painter: QPainter, card: Card, style: Style) -> None:
    """Symbol, title, whether the last act left it alone, shape: on one baseline."""
    m, colours, box = style.metrics, style.palette, card.box
    quiet = QColor(colours.slope_text if box.slope else colours.quiet)
    baseline = m.snap(m.px * 0.3 + m.header * 0.72)
    x = _paint_symbol(painter, box, style, baseline)
    painter.setFont(m.small)
    painter.setPen(quiet)
    if box.pinned:
        painter.setPen(quiet if box.slope else QColor(colours.pin))
        painter.drawText(QPointF(x + m.px * 0.3, baseline), "◆")
        x += m.px * 0.3 + m.small_text("◆")
        painter.setPen(quiet)
    note = card.cells.note or (("= " + labels.unchanged(), "=", True) if card.cells.equal else None)
    right = box.width - m.pad
    if box.title:
        x += m.px * 0.45
        end = right - m.small_text(box.shape) - (m.small_text(note[1]) + m.px * 1.2 if note is not None else 0.0)
        title = m.shortened(box.title, end - x, "small") if note is not None else box.title
        painter.drawText(QPointF(x, baseline), title)
        x += m.small_text(title)
    painter.drawText(QPointF(right - m.small_text(box.shape), baseline), box.shape)
    if note is not None:
        room = right - m.small_text(box.shape) - x - m.px * 0.9
        _paint_note(painter, QPointF(right - m.small_text(box.shape) - m.px * 0.4, baseline), room, style, *note)


def _paint_note(painter: QPainter, end: QPointF, room: float, style: Style, words: str, sign: str, good: bool) -> None:
    """A quiet plate, ending at `end`: "= unchanged", or its sign "=" where there is no room for the words."""
    m, colours = style.metrics, style.palette
    text = words if m.small_text(words) + m.px * 0.5 <= room else sign
    wide = m.small_text(text) + m.px * 0.5
    plate = QRectF(end.x() - wide, end.y() - m.px * 0.92, wide, m.px * 1.18)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colours.accent_soft if good else colours.hint))
    painter.drawRoundedRect(plate, m.px * 0.3, m.px * 0.3)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setPen(QColor(colours.accent if good else colours.hint_text))
    painter.drawText(QPointF(plate.x() + m.px * 0.25, end.y()), text)


def _paint_caption(painter: QPainter, card: Card, style: Style) -> None:
    """The words below a small map: "=" before them where the last act left it alone, a corner where it moved."""
    m, box = style.metrics, card.box
    painter.setFont(m.small)
    painter.setPen(QColor(style.palette.accent if card.cells.equal else style.palette.quiet))
    top = box.grid.bottom()
    text = box.caption
    if card.cells.equal and m.small_text("= " + text) <= box.width:
        text = "= " + text
    painter.drawText(QRectF(0, top, box.width, box.height - top), Qt.AlignmentFlag.AlignCenter, text)
    if card.cells.changed is not None:
        painter.fillRect(QRectF(box.width - 2 * m.tick, m.tick, m.tick, m.tick), QColor(style.palette.text))


def _paint_easel(painter: QPainter, box: Box, style: Style) -> None:
    """Around cells that are painted by hand: the edge of an input, as a frame within the frame."""
    wide = max(1.0, style.metrics.px * 0.1)
    painter.setPen(QPen(QColor(style.palette.input_edge), wide))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    out = wide / 2 + 1.0
    painter.drawRect(box.grid.adjusted(-out, -out, out - 1.0, out - 1.0))


def _paint_labels(painter: QPainter, card: Card, style: Style) -> None:
    m, box, blank = style.metrics, card.box, set(card.cells.blank)
    faint = QColor(style.palette.quiet)
    faint.setAlphaF(FAINT)
    painter.setFont(m.label)
    painter.setPen(QColor(style.palette.quiet))
    face = font_metrics(m.label)
    seen = painter.clipBoundingRect() if painter.hasClipping() else QRectF(0, 0, box.width, box.height)
    many = max(len(box.rows), len(box.cols)) > WIDEST_WITH_DIGITS  # then only some labels are there, with room
    if any(box.cols):
        baseline = m.snap(box.grid_y - m.px * 0.28)
        for j, text in enumerate(box.cols):
            x = box.grid_x + (j + 0.5) * box.cell_width
            if text and seen.left() - m.px * 4 < x < seen.right() + m.px * 4:
                wide = face.horizontalAdvance(text)
                if wide <= box.cell_width or many:
                    painter.drawText(QPointF(x - wide / 2, baseline), text)
    if any(box.rows):
        for i, text in enumerate(box.rows):
            y = box.grid_y + i * box.cell_height
            if text and seen.top() - m.px * 2 < y < seen.bottom() + m.px * 2:
                painter.setPen(faint if i in blank else QColor(style.palette.quiet))
                paint_row_label(painter, box, i, text, m)


def paint_row_label(painter: QPainter, box: Box, i: int, text: str, m: Metrics) -> None:
    """A row's label, right-aligned against its row, in the painter's pen."""
    face = font_metrics(m.label)
    painter.setFont(m.label)
    rect = box.row_label(i)
    baseline = m.snap(rect.y() + (rect.height() + face.capHeight()) / 2)
    painter.drawText(QPointF(box.grid_x - m.px * 0.38 - face.horizontalAdvance(text), baseline), text)


def paint_band(painter: QPainter, band: Band, style: Style) -> None:
    """The rounded panel and its title line."""
    m, colours = style.metrics, style.palette
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.setPen(QPen(QColor(colours.edge), 1.0))
    painter.setBrush(QColor(colours.band))
    radius = m.px * 0.75
    painter.drawRoundedRect(band.rect.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
    if not band.mark.isNull():
        _paint_mark(painter, band, style)
    painter.setFont(m.title)
    painter.setPen(QColor(colours.text))
    painter.drawText(band.title_at, band.title)
    painter.setFont(m.ui)
    painter.setPen(QColor(colours.quiet))
    if band.switch:
        painter.drawText(band.word_at, labels.head_word())
        _paint_switch(painter, band.switch, style)
    if band.reveal:
        _paint_switch(painter, band.reveal, style)
    painter.setFont(m.ui)
    painter.setPen(QColor(colours.quiet))
    if band.note:
        painter.setPen(QColor(colours.pin))
        painter.drawText(band.subtitle_at, band.note)
    else:
        painter.drawText(band.subtitle_at, band.subtitle)
    if band.legend and not band.note:
        painter.setPen(QPen(QColor(colours.hint_edge), 1.0))
        painter.setBrush(QColor(colours.hint))
        half = band.legend_rect.height() / 2
        painter.drawRoundedRect(band.legend_rect.adjusted(0.5, 0.5, -0.5, -0.5), half, half)
        painter.setFont(m.small)
        painter.setPen(QColor(colours.hint_text))
        painter.drawText(band.legend_rect, Qt.AlignmentFlag.AlignCenter, band.legend)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


def _paint_mark(painter: QPainter, band: Band, style: Style) -> None:
    """A triangle: to the right where the section is folded, downward where it is open."""
    at, half = band.mark.center(), style.metrics.px * 0.34
    right = [QPointF(-0.7 * half, -half), QPointF(-0.7 * half, half), QPointF(0.9 * half, 0.0)]
    points = right if band.folded else [QPointF(p.y(), p.x()) for p in right]
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(style.palette.quiet))
    painter.drawPolygon([at + point for point in points])


def _paint_switch(painter: QPainter, switch: Sequence[Segment], style: Style) -> None:
    m, colours = style.metrics, style.palette
    whole = switch[0].rect.united(switch[-1].rect).adjusted(0.5, 0.5, -0.5, -0.5)
    radius = m.px * 0.35
    painter.setPen(QPen(QColor(colours.setting_edge), 1.0))
    painter.setBrush(QColor(colours.card))
    painter.drawRoundedRect(whole, radius, radius)
    for segment in switch:
        if segment.shown:
            painter.setBrush(QColor(colours.accent))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.drawRoundedRect(segment.rect.adjusted(2, 2, -2, -2), radius * 0.7, radius * 0.7)
        painter.setFont(m.ui)
        painter.setPen(QColor(colours.accent_text if segment.shown else colours.text))
        painter.drawText(segment.rect, Qt.AlignmentFlag.AlignCenter, segment.text)


def paint_glyph(painter: QPainter, glyph: Glyph, style: Style) -> None:
    """An operation, centred in its place, with its note below."""
    m = style.metrics
    face = font_metrics(m.glyph.base)
    line = glyph.rect.height() - (m.note if glyph.note else 0.0)
    baseline = m.snap(glyph.rect.y() + (line + face.ascent() - face.descent()) / 2)
    x = glyph.rect.x() + (glyph.rect.width() - m.glyph.width(glyph.markup)) / 2
    painter.setPen(QColor(style.palette.text))
    painter.setOpacity(0.82)
    m.glyph.draw(painter, QPointF(x, baseline), glyph.markup)
    painter.setOpacity(1.0)
    if glyph.note:
        painter.setFont(m.small)
        painter.setPen(QColor(style.palette.quiet))
        x = glyph.rect.x() + (glyph.rect.width() - m.small_text(glyph.note)) / 2
        painter.drawText(QPointF(x, baseline + m.note), glyph.note)


def paint_bench(
    painter: QPainter, bench: Bench, cards: Mapping[str, Card], style: Style, bars: Sequence[BarData] = ()
) -> None:
    """Paint a whole bench for a picture: the ground, bands, wires, glyphs and cards.

    `bars` are the data of `bench.bars` in their order (`bar_data` makes them); without them their places stay empty.
    """
    painter.fillRect(QRectF(0, 0, bench.width, bench.height), QBrush(QColor(style.palette.window)))
    for band in bench.bands:
        paint_band(painter, band, style)
    for glyph in bench.glyphs:
        paint_glyph(painter, glyph, style)
    for wire in bench.wires:
        paint_wire(painter, wire, style)
    for place, data in zip(bench.bars, bars, strict=False):
        paint_bars(painter, place, data, style)
    for name, placed in bench.cards.items():
        painter.save()
        painter.translate(placed.at)
        paint_card(painter, cards[name], style)
        painter.restore()


__all__ = ["COLOURS", "DIGITS", "Style", "frame_pen", "paint_band", "paint_bench", "paint_card", "paint_glyph"]
