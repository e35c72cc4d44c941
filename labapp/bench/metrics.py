"""Metrics: every length of the bench at one zoom, in logical pixels, measured from the fonts.

Lengths come from one whole number, the height `px` of the window's text, so that zooming lays out again and text
stays sharp. Positions are rounded to the screen's own pixels (`snap`), so that edges stay sharp at 1.5 as well.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont

from labapp import fonts

from .glyphs import Glyphs, glyphs_of
from .richtext import Pen, metrics

BASE = 13  # height of the window's text at zoom 1
SMALLEST, LARGEST = 4, 60
DIGITS_FROM = 8  # below this height digits can't be read: colours alone
MOST_WIDTHS = 5000
CHARS = 5  # characters of a cell: −1.43, 0.401


@dataclass(frozen=True)
class Metrics:
    """Fonts and lengths at one text height; all cards, bands and glyphs are made of these."""

    px: int
    ratio: float
    ui: QFont
    small: QFont
    label: QFont
    title: QFont
    mono: QFont
    mono_bold: QFont
    symbol: Pen
    glyph: Pen
    char_width: float
    cell_width: float
    cell_height: float
    map_cell: float  # a cell of colours alone
    pad: float  # inside a card
    gap: float  # between neighbours in a band
    band_pad: float
    band_gap: float
    header: float  # height of a card's first line
    labels: float  # height of the line of column labels
    note: float  # height of a line of small text
    band_title: float
    tick: float  # the corner of a changed cell
    chars: int = CHARS  # that a cell has room for
    _widths: dict[tuple[str, str], float] = field(default_factory=dict, compare=False, repr=False)

    def snap(self, length: float) -> float:
        """The nearest length in whole pixels of the screen."""
        return math.floor(length * self.ratio + 0.5) / self.ratio

    @property
    def more_digits(self) -> float:
        """What numbers are wider than where digits are automatic."""
        return (self.chars - CHARS) * self.char_width

    @property
    def digits(self) -> bool:
        return self.px >= DIGITS_FROM

    @cached_property
    def mono_heights(self) -> tuple[float, float]:
        """Height of a digit, and of the font above its baseline."""
        return metrics(self.mono).capHeight(), metrics(self.mono).ascent()

    @cached_property
    def glyphs(self) -> tuple[Glyphs, Glyphs]:
        """Numbers as glyphs, plain and bold."""
        return glyphs_of(self.mono, self.char_width), glyphs_of(self.mono_bold, self.char_width)

    def text(self, text: str) -> float:
        return self._width("ui", text)

    def small_text(self, text: str) -> float:
        return self._width("small", text)

    def label_text(self, text: str) -> float:
        return self._width("label", text)

    def shortened(self, text: str, width: float, font: str = "label") -> str:
        """A label (or text in the font "small") at most `width` wide; nothing where only "…" would be left of it."""
        if self._width(font, text) <= width:
            return text
        short = metrics(getattr(self, font)).elidedText(text, Qt.TextElideMode.ElideRight, width)
        return short if len(short) > 1 else ""

    def _width(self, font: str, text: str) -> float:
        """The width of a text, measured once: layouts ask for the same few again and again."""
        found = self._widths.get((font, text))
        if found is None:
            if len(self._widths) > MOST_WIDTHS:
                self._widths.clear()
            found = self._widths[font, text] = metrics(getattr(self, font)).horizontalAdvance(text)
        return found


@lru_cache(maxsize=64)
def measure(px: int = BASE, ratio: float = 1.0, chars: int = CHARS) -> Metrics:
    """The metrics at text height `px` on a screen with `ratio` pixels to the logical pixel; `chars` go into a cell."""
    fonts.load()
    px = max(SMALLEST, min(LARGEST, px))
    small, mono = max(3, round(px * 0.86)), max(3, round(px * 0.9))
    mono_font = fonts.mono_font(mono)
    char = metrics(mono_font).horizontalAdvance("0")
    math_px, script_px = round(px * 1.28), max(3, round(px * 0.78))

    def snap(length: float) -> float:
        return math.floor(length * ratio + 0.5) / ratio

    return Metrics(
        px=px,
        ratio=ratio,
        ui=fonts.ui_font(px),
        small=fonts.ui_font(small),
        label=fonts.ui_font(max(3, round(px * 0.92))),
        title=fonts.ui_font(round(px * 1.04), bold=True),
        mono=mono_font,
        mono_bold=fonts.mono_font(mono, bold=True),
        symbol=Pen(fonts.math_font(math_px, italic=True, bold=True), fonts.math_font(script_px, True, True)),
        glyph=Pen(fonts.math_font(math_px, italic=False), fonts.math_font(script_px, italic=False)),
        char_width=char,
        cell_width=math.ceil((chars * char + px * 0.24) * ratio) / ratio,
        cell_height=snap(px * 1.58),
        map_cell=snap(px * 1.25),
        pad=snap(px * 0.45),
        gap=snap(px * 0.62),
        band_pad=snap(px * 0.68),
        band_gap=snap(px * 0.6),
        header=snap(px * 1.5),
        labels=snap(px * 1.08),
        note=snap(px * 1.25),
        tick=snap(px * 0.28),
        chars=chars,
        band_title=snap(px * 2.0),
    )
