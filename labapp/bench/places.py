"""Places: what a laid-out bench is made of, as plain data. Lengths are logical pixels at the metrics' text height."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from PySide6.QtCore import QPointF, QRectF

from .card import Box
from .metrics import Metrics


@dataclass(frozen=True, eq=False)
class Placed:
    """A card on the bench."""

    box: Box
    at: QPointF

    @cached_property
    def rect(self) -> QRectF:
        return QRectF(self.at.x(), self.at.y(), self.box.width, self.box.height)

    def cell(self, i: int, j: int) -> QRectF:
        return self.box.cell(i, j).translated(self.at)


@dataclass(frozen=True)
class Glyph:
    """An operation on the bench; `width` of its markup and its note decide `rect`."""

    rect: QRectF
    markup: str
    note: str
    small: bool = False  # between the cards of a stack


@dataclass(frozen=True)
class Segment:
    """One choice of a head switch, or one step of revealing rows (in `head`)."""

    rect: QRectF
    text: str
    head: int
    shown: bool


@dataclass(frozen=True)
class Band:
    """A rounded panel with its title line; `switch` may be empty, `legend` None."""

    rect: QRectF
    title: str
    title_at: QPointF
    subtitle: str
    subtitle_at: QPointF
    part: str
    switch: tuple[Segment, ...]
    word_at: QPointF
    legend: str
    legend_rect: QRectF
    names: tuple[str, ...]
    section: str = ""
    folded: bool = False
    place: str = ""
    reveal: tuple[Segment, ...] = ()  # a step back, how many query rows are shown, a step on
    mark: QRectF = field(default_factory=QRectF)  # of the triangle that folds and unfolds
    note: str = ""  # what is held on this band; it stands in the place of the sub-title and the legend

    def title_line(self, m: Metrics) -> QRectF:
        return QRectF(self.rect.x(), self.rect.y(), self.rect.width(), m.band_title)


@dataclass(frozen=True, eq=False)
class Bars:
    """The place of the bars of one row of the matrix `name`; `count` is how many there is room for."""

    rect: QRectF
    name: str
    count: int


@dataclass(frozen=True)
class Wire:
    """The way of the memory from the encoder to one cross-attention, ending in an arrow."""

    points: tuple[QPointF, ...]


@dataclass(frozen=True, eq=False)
class Bench:
    """Everything that has a place. `cards` is in reading order."""

    metrics: Metrics
    width: float
    height: float
    bands: tuple[Band, ...]
    glyphs: tuple[Glyph, ...]
    cards: dict[str, Placed]
    bars: tuple[Bars, ...] = ()
    wires: tuple[Wire, ...] = ()

    def card_at(self, point: QPointF) -> Placed | None:
        return next((placed for placed in self.cards.values() if placed.rect.contains(point)), None)

    def band_at(self, point: QPointF) -> Band | None:
        return next((band for band in self.bands if band.rect.contains(point)), None)

    def band_of(self, place: str) -> Band | None:
        """The first band of a part ("enc1.self"), else of the section it belongs to."""
        exact = next((band for band in self.bands if band.place == place), None)
        return exact or next((b for b in self.bands if b.section and f"{place}.".startswith(f"{b.section}.")), None)
