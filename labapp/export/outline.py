"""Painters of figures: the usual one, and one that draws letters as their outlines.

A figure made with the second looks the same on a machine without the fonts, and its text can't be selected any more.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QFont, QFontMetricsF, QPaintDevice, QPainter, QPainterPath, QStaticText

ENLARGED = 64  # outlines are taken at this size: at the size of the text they would be fitted to its pixels


@contextmanager
def painting(device: QPaintDevice, outline: bool = False) -> Iterator[QPainter]:
    """A painter that has ended before its device goes, also where painting fails: Qt would crash otherwise."""
    painter = OutlinePainter(device) if outline else QPainter(device)
    try:
        yield painter
    finally:
        painter.end()


@contextmanager
def kept(painter: QPainter) -> Iterator[None]:
    """Whatever happens inside, the painter's state is afterwards what it was."""
    painter.save()
    try:
        yield
    finally:
        painter.restore()


class OutlinePainter(QPainter):
    """Stands in for QPainter where the bench is painted; what draws text is overridden, in the forms used there."""

    def drawText(self, *arguments: Any) -> None:  # type: ignore[override]
        """(point, text) starts on a baseline; (rectangle, flags, text) is centred."""
        place, text = arguments[0], str(arguments[-1])
        if isinstance(place, QRectF):
            face = QFontMetricsF(self.font())
            middle = place.center()
            place = QPointF(
                middle.x() - face.horizontalAdvance(text) / 2, middle.y() + (face.ascent() - face.descent()) / 2
            )
        self._outlined(QPointF(place), text)

    def drawStaticText(self, *arguments: Any) -> None:
        """The top left corner and a text that was shaped before."""
        top, shaped = arguments
        assert isinstance(shaped, QStaticText)
        self._outlined(QPointF(top.x(), top.y() + QFontMetricsF(self.font()).ascent()), shaped.text())

    def _outlined(self, at: QPointF, text: str) -> None:
        font = QFont(self.font())
        share = font.pixelSize() / ENLARGED
        font.setPixelSize(ENLARGED)
        font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
        path = QPainterPath()
        path.addText(QPointF(0, 0), font, text)
        path.setFillRule(Qt.FillRule.WindingFill)  # letters made of overlapping strokes stay filled
        with kept(self):
            self.translate(at)
            self.scale(share, share)
            self.fillPath(path, QBrush(self.pen().color()))
