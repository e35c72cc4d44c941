"""Glyphs: numbers as runs of glyphs, at a quarter of what shaping them as text costs.

A drag shows thousands of numbers that were never there before, all of the same few characters in a font of one width:
where each glyph goes needs no text layout.
"""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QPointF
from PySide6.QtGui import QFont, QGlyphRun, QRawFont

CHARACTERS = "0123456789.−-+e∞/NaN"
MOST = 20_000  # runs kept of one font


class Glyphs:
    """The numbers written in one font whose glyphs are `step` wide; `run(text)` begins at its baseline's origin."""

    def __init__(self, font: QFont, step: float) -> None:
        self._font = QRawFont.fromFont(font)
        found = {letter: self._font.glyphIndexesForString(letter) for letter in CHARACTERS}
        self._index = {letter: indexes[0] for letter, indexes in found.items() if len(indexes) == 1 and indexes[0]}
        self._step = step
        self._places: dict[int, list[QPointF]] = {}
        self._runs: dict[str, QGlyphRun | None] = {}

    def run(self, text: str) -> QGlyphRun | None:
        """The run of a number, made once; None where a character is none of numbers, or none of this font."""
        try:
            return self._runs[text]
        except KeyError:
            if len(self._runs) >= MOST:
                self._runs.clear()
            made = self._runs[text] = self._make(text)
            return made

    def _make(self, text: str) -> QGlyphRun | None:
        indexes = [self._index.get(letter, 0) for letter in text]
        if not all(indexes):
            return None
        places = self._places.get(len(text))
        if places is None:
            places = self._places[len(text)] = [QPointF(k * self._step, 0.0) for k in range(len(text))]
        run = QGlyphRun()
        run.setRawFont(self._font)
        run.setGlyphIndexes(indexes)
        run.setPositions(places)
        return run


@lru_cache(maxsize=32)
def glyphs_of(font: QFont, step: float) -> Glyphs:
    """The glyphs of a font; the last few are kept, with their runs."""
    return Glyphs(font, step)
