"""Cards as pixmaps: painted once, and after that only the cells that look different."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter, QPixmap

from .card import COLOURS, DIGITS, Card
from .cells import Cells
from .paint import Style, paint_card
from .paint_cells import paint_cells
from .paint_image import image_over, tile_pixels


@dataclass(eq=False)
class _Entry:
    card: Card
    pixmap: QPixmap


class CardCache:
    """The pixmaps of the cards that have been seen, by name.

    `update` brings one up to date and says which part of the card it painted; `pixmap` is what is there.
    """

    def __init__(self) -> None:
        self._entries: dict[str, _Entry] = {}
        self.cells_painted = 0  # one by one, over what was there
        self.cards_painted = 0  # anew, with everything on them

    def clear(self) -> None:
        self._entries.clear()

    def pixels(self) -> int:
        """How many pixels all of them have, four bytes each."""
        return sum(entry.pixmap.width() * entry.pixmap.height() for entry in self._entries.values())

    def card(self, name: str) -> Card | None:
        """The card as it was painted last."""
        entry = self._entries.get(name)
        return entry.card if entry else None

    def shows(self, name: str, cells: Cells | None) -> bool:
        """Whether the pixmap of a card that has kept its place shows just these cells: nothing moved since."""
        entry = self._entries.get(name)
        return entry is not None and cells is not None and entry.card.cells is cells

    def pixmap(self, name: str) -> QPixmap:
        return self._entries[name].pixmap

    def update(self, card: Card, style: Style) -> QRectF | None:
        """Make the pixmap show `card`; the part that was painted, from the card's corner, None if it showed it."""
        entry = self._entries.get(card.box.name)
        if entry is not None and entry.card.cells is card.cells and entry.card.box is card.box:
            return None
        # Words lie over the cells, images are painted as a whole.
        words = bool(card.cells.empty) or card.cells.nothing or card.box.as_image
        if entry is not None and tiled(card) and _same(entry.card, card):
            return None
        if entry is not None and card.box.kind == "map":  # its card says whether it moved
            words = words or (entry.card.cells.changed is None) is not (card.cells.changed is None)
            words = words or entry.card.cells.equal is not card.cells.equal
        if entry is None or entry.card.box is not card.box or entry.card.cells.whole != card.cells.whole or words:
            if entry is not None and words and card.box.kind != "map" and _same(entry.card, card):
                return None
            self._entries[card.box.name] = _Entry(card, _painted(card, style))
            self.cards_painted += 1
            return QRectF(0, 0, card.box.width, card.box.height)
        before, entry.card = entry.card, card
        part = QRectF()
        if before.cells.equal is not card.cells.equal and card.box.kind == "card":
            part = _paint_header(entry.pixmap, card, style)
        if tiled(card):
            painter = QPainter(entry.pixmap)
            _paint_tiles(painter, card, style)
            painter.end()
            return part.united(card.box.grid)
        part = self._paint_differing(entry.pixmap, card, before, style).united(part)
        return None if part.isNull() else part

    def _paint_differing(self, pixmap: QPixmap, card: Card, before: Card, style: Style) -> QRectF:
        """Paint the cells that look different from before; the rectangle around them, empty where there are none."""
        rows, cols = (index.tolist() for index in card.cells.differing(before.cells, _room(card)).nonzero())
        if not rows:
            return QRectF()
        self.cells_painted += len(rows)
        painter = QPainter(pixmap)
        ramp = style.ramp(card.box.display)
        paint_cells(painter, card, style.palette, style.metrics, ramp, card.box.detail, zip(rows, cols, strict=True))
        painter.end()
        return card.box.cell(rows[0], min(cols)).united(card.box.cell(rows[-1], max(cols)))


def tiled(card: Card) -> bool:
    """Whether the cells are colours alone that are painted as one image of tiles."""
    cells = card.cells
    return (
        card.box.detail == COLOURS
        and not card.box.as_image
        and cells.held is None
        and not cells.nothing
        and not cells.words
        and not (cells.empty and card.box.kind != "map")
    )


def _paint_tiles(painter: QPainter, card: Card, style: Style) -> None:
    pixels = tile_pixels(card, style.palette, style.ramp(card.box.display), style.metrics.ratio)
    painter.drawImage(card.box.grid.topLeft(), image_over(pixels, style.metrics.ratio))


MOST_PIXELS = 4_000_000  # of a pixmap; a larger card is painted straight onto the screen, and only what is seen of it


def too_large(width: float, height: float, ratio: float) -> bool:
    """Whether a card of this size gets no pixmap."""
    return width * height * ratio * ratio > MOST_PIXELS


def _paint_header(pixmap: QPixmap, card: Card, style: Style) -> QRectF:
    """Paint the first line anew: whether the last act left the matrix alone is said there, the cells stay."""
    line = QRectF(0, 0, card.box.width, style.metrics.snap(style.metrics.px * 0.3 + style.metrics.header))
    painter = QPainter(pixmap)
    painter.setClipRect(line)
    painter.fillRect(line, QColor(style.palette.band))
    paint_card(painter, card, style, cells=False)
    painter.end()
    return line


def _room(card: Card) -> int | None:
    """The characters that a number has room for; None where only colours are shown."""
    return card.box.chars if card.box.detail == DIGITS else None


def _same(one: Card, other: Card) -> bool:
    return (
        one.box is other.box
        and one.cells.whole == other.cells.whole
        and one.cells.equal is other.cells.equal
        and not other.cells.differing(one.cells, _room(other)).any()
    )


def _painted(card: Card, style: Style) -> QPixmap:
    ratio = style.metrics.ratio
    pixmap = QPixmap(max(1, round(card.box.width * ratio)), max(1, round(card.box.height * ratio)))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(QColor(style.palette.band))
    painter = QPainter(pixmap)
    paint_card(painter, card, style, cells=not tiled(card))
    if tiled(card):
        _paint_tiles(painter, card, style)
    painter.end()
    return pixmap
