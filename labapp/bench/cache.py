"""Cards as pixmaps: painted once, and after that only the cells that look different."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter, QPixmap

from .card import COLOURS, Card
from .paint import Style, paint_card
from .paint_cells import paint_cells
from .paint_image import tiles


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

    def clear(self) -> None:
        self._entries.clear()

    def card(self, name: str) -> Card | None:
        """The card as it was painted last."""
        entry = self._entries.get(name)
        return entry.card if entry else None

    def pixmap(self, name: str) -> QPixmap:
        return self._entries[name].pixmap

    def update(self, card: Card, style: Style) -> QRectF | None:
        """Make the pixmap show `card`; the part that was painted, from the card's corner, None if it showed it."""
        entry = self._entries.get(card.box.name)
        # Words lie over the cells, images are painted as a whole.
        words = bool(card.cells.empty) or card.cells.nothing or card.box.as_image
        if entry is not None and tiled(card) and _same(entry.card, card):
            return None
        if entry is not None and card.box.kind == "map":  # its card says whether it moved
            words = words or (entry.card.cells.changed is None) is not (card.cells.changed is None)
        if entry is None or entry.card.box is not card.box or entry.card.cells.whole != card.cells.whole or words:
            if entry is not None and words and card.box.kind != "map" and _same(entry.card, card):
                return None
            self._entries[card.box.name] = _Entry(card, _painted(card, style))
            return QRectF(0, 0, card.box.width, card.box.height)
        if tiled(card):
            entry.card = card
            painter = QPainter(entry.pixmap)
            _paint_tiles(painter, card, style)
            painter.end()
            return card.box.grid
        differing = card.cells.differing(entry.card.cells)
        entry.card = card
        if not differing.any():
            return None
        rows, cols = (index.tolist() for index in differing.nonzero())
        painter = QPainter(entry.pixmap)
        ramp = style.ramp(card.box.display)
        paint_cells(painter, card, style.palette, style.metrics, ramp, card.box.detail, zip(rows, cols, strict=True))
        painter.end()
        first, last = card.box.cell(rows[0], min(cols)), card.box.cell(rows[-1], max(cols))
        return first.united(last)


def tiled(card: Card) -> bool:
    """Whether the cells are colours alone that are painted as one image of tiles."""
    cells = card.cells
    return (
        card.box.detail == COLOURS
        and not card.box.as_image
        and cells.held is None
        and not cells.nothing
        and not (cells.empty and card.box.kind != "map")
    )


def _paint_tiles(painter: QPainter, card: Card, style: Style) -> None:
    image = tiles(card, style.palette, style.ramp(card.box.display), style.metrics.ratio)
    painter.drawImage(card.box.grid.topLeft(), image)


MOST_PIXELS = 4_000_000  # of a pixmap; a larger card is painted straight onto the screen, and only what is seen of it


def too_large(width: float, height: float, ratio: float) -> bool:
    """Whether a card of this size gets no pixmap."""
    return width * height * ratio * ratio > MOST_PIXELS


def _same(one: Card, other: Card) -> bool:
    return one.box is other.box and one.cells.whole == other.cells.whole and not other.cells.differing(one.cells).any()


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
