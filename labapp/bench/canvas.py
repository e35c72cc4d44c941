"""Canvas: what of the bench is painted on the screen, and how little of it after a change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QColor, QPainter, QPixmap, QRegion

from .cache import CardCache, too_large
from .cells import Cells
from .marks import Looking, paint_marks
from .paint import Style, paint_band, paint_card, paint_glyph
from .paint_bars import BarData, bar_data, paint_bars, paint_wire
from .paint_image import moved_part
from .pin_notes import with_note
from .places import Bars, Placed

if TYPE_CHECKING:
    from .view import BenchView


class Canvas:
    """Paints one view: cards from their pixmaps, those too large for a pixmap straight, and only what is seen."""

    def __init__(self, view: BenchView) -> None:
        self.view = view
        self.cache = CardCache()
        self._large: dict[str, Cells] = {}  # what was painted last of the cards without a pixmap
        self._sizes: dict[str, bool] = {}  # which cards are too large for one
        self._bars: dict[Bars, BarData] = {}
        self._notes: dict[int, str] = {}  # what was painted last of what is held, by the number of the band
        self._renoted: set[int] = set()  # those of them that say something else by now
        self._pending = QRegion()  # parts of cards that the last change painted; nothing else there moved

    def clear(self) -> None:
        """Everything looks different: other places or other colours."""
        self.cache.clear()
        self._large.clear()
        self._sizes.clear()
        self._bars.clear()
        self._notes.clear()
        self._renoted.clear()
        self._pending = QRegion()

    def moved(self) -> None:
        """The view scrolled: what is pending is painted with all the rest."""
        self._pending = QRegion()

    def _is_large(self, name: str, placed: Placed) -> bool:
        found = self._sizes.get(name)
        if found is None:
            ratio = self.view.bench.metrics.ratio
            found = self._sizes[name] = too_large(placed.box.width, placed.box.height, ratio)
        return found

    def repaint_changed(self) -> None:
        """Paint the changed cells of all cards in view, and ask for just these parts of the screen."""
        view, content, cache = self.view, self.view.content, self.cache
        offset, style = view.camera.offset(), view.paint_style
        seen = QRectF(view.viewport().rect()).translated(offset)
        region, straight = QRegion(), QRegion()
        for name, placed in view.bench.cards.items():
            if cache.shows(name, content.kept(name)) or not placed.rect.intersects(seen):
                continue
            if self._is_large(name, placed):
                if self._large.get(name) is not content.card(name).cells:
                    moved = moved_part(content.card(name), self._large.get(name))
                    straight += moved.translated(placed.at).intersected(seen).translated(-offset).toAlignedRect()
                continue
            part = cache.update(content.card(name), style)
            if part is not None:
                region += part.translated(placed.at - offset).toAlignedRect()
        region += self.changed_bars()
        region += self._changed_notes()
        self._pending += region
        region += straight
        if region.isEmpty():
            return
        if view.document.acting:  # at once: behind a fast mouse's moves in the queue the paint would wait for ever
            view.viewport().repaint(region)
        else:
            view.viewport().update(region)

    def _changed_notes(self) -> QRegion:
        """The title lines that say something else about what is held."""
        view, region = self.view, QRegion()
        for at, note in self._notes.items():
            band = view.bench.bands[at]
            if with_note(view.trace, band, view.bench.metrics).note != note:
                line = band.title_line(view.bench.metrics).translated(-view.camera.offset())
                region += line.toAlignedRect()
                self._renoted.add(at)
        return region

    def changed_bars(self) -> QRegion:
        """Where bars show something else than what was painted."""
        region = QRegion()
        seen = self.view.viewport().rect()
        for bars in self.view.bench.bars:
            place = bars.rect.translated(-self.view.camera.offset()).toAlignedRect()
            if place.intersects(seen) and self._bars.get(bars) != self._data(bars):
                region += place
        return region

    def repaint_bars(self) -> None:
        """Another row is looked at."""
        region = self.changed_bars()
        if not region.isEmpty():
            self.view.viewport().update(region)

    def _data(self, bars: Bars) -> BarData:
        selection = self.view.selection
        return bar_data(self.view.trace, bars, selection.cell, selection.row, self.view.content.form)

    def paint(self, region: QRegion, looking: Looking) -> None:
        """Paint a part of the viewport."""
        view = self.view
        only_cards = region.subtracted(self._pending).isEmpty()
        self._pending = QRegion()
        painter = QPainter(view.viewport())
        offset = view.camera.offset()
        exposed = QRectF(region.boundingRect()).translated(offset)
        painter.translate(-offset)
        style = view.paint_style
        if not only_cards:
            painter.fillRect(exposed, QColor(view.colours.window))
            for at, band in enumerate(view.bench.bands):
                if band.rect.intersects(exposed):
                    self._paint_band(painter, at, style)
            for wire in view.bench.wires:
                paint_wire(painter, wire, style)
            for glyph in view.bench.glyphs:
                if glyph.rect.intersects(exposed):
                    paint_glyph(painter, glyph, style)
        for at in self._renoted if only_cards else ():
            painter.save()
            painter.setClipRect(view.bench.bands[at].title_line(style.metrics))
            self._paint_band(painter, at, style)
            painter.restore()
        self._renoted.clear()
        for bars in view.bench.bars:
            if region.intersects(bars.rect.translated(-offset).toAlignedRect()):
                self._bars[bars] = self._data(bars)
                painter.fillRect(bars.rect, QColor(view.colours.band))
                paint_bars(painter, bars, self._bars[bars], style)
        for name, placed in view.bench.cards.items():
            if not placed.rect.intersects(exposed):
                continue
            if only_cards and not region.intersects(placed.rect.translated(-offset).toAlignedRect()):
                continue
            if self._is_large(name, placed):
                self._paint_straight(painter, name, placed, exposed)
                continue
            if not only_cards:
                self.cache.update(view.content.card(name), style)
            place = placed.rect.translated(-offset).toAlignedRect()
            if only_cards and not region.contains(place):
                part = QRectF(region.intersected(place).boundingRect()).translated(offset - placed.at)
                _draw_part(painter, self.cache.pixmap(name), placed.at, part)
            else:
                painter.drawPixmap(placed.at, self.cache.pixmap(name))
        view.reached.paint(painter, exposed, style)
        paint_marks(painter, view.bench, looking, style, view.content.worded())
        painter.end()

    def _paint_band(self, painter: QPainter, at: int, style: Style) -> None:
        noted = with_note(self.view.trace, self.view.bench.bands[at], style.metrics)
        self._notes[at] = noted.note
        paint_band(painter, noted, style)

    def _paint_straight(self, painter: QPainter, name: str, placed: Placed, exposed: QRectF) -> None:
        card = self.view.content.card(name)
        painter.save()
        painter.setClipRect(exposed.intersected(placed.rect))
        painter.translate(placed.at)
        paint_card(painter, card, self.view.paint_style)
        painter.restore()
        self._large[name] = card.cells  # not before: the picture is made from that of the state that was here


def _draw_part(painter: QPainter, pixmap: QPixmap, at: QPointF, part: QRectF) -> None:
    """Draw a part, in whole pixels, of a pixmap whose corner is `at`.

    Where the painter is clipped to many rectangles, Qt goes line by line through all that it is given to draw.
    """
    ratio = pixmap.devicePixelRatio()
    source = QRectF(part.topLeft() * ratio, part.size() * ratio).toAlignedRect().intersected(pixmap.rect())
    target = QRectF(at + QPointF(source.topLeft()) / ratio, QSizeF(source.size()) / ratio)
    painter.drawPixmap(target, pixmap, QRectF(source))
