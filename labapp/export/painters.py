"""Painters of figures: one that draws no images, and one that draws letters as their outlines as well.

A figure made with the second looks the same on a machine without the fonts, and its text can't be selected any more.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import groupby
from operator import itemgetter
from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontMetricsF,
    QImage,
    QPaintDevice,
    QPainter,
    QPainterPath,
    QStaticText,
)

ENLARGED = 64  # outlines are taken at this size: at the size of the text they would be fitted to its pixels


@contextmanager
def painting(device: QPaintDevice, outline: bool = False) -> Iterator[QPainter]:
    """A painter that has ended before its device goes, also where painting fails: Qt would crash otherwise."""
    kind = OutlinePainter if outline else QPainter if isinstance(device, QImage) else VectorPainter
    painter = kind(device)
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


class VectorPainter(QPainter):
    """Draws an image of cells as the rectangles it stands for: images are smoothed in SVG and recompressed in PDF."""

    def drawImage(self, *arguments: Any) -> None:
        """(target rectangle, image[, source rectangle]), both rectangles of floating point numbers."""
        target, image = arguments[0], arguments[1]
        source = arguments[2] if len(arguments) > 2 else QRectF(image.rect())
        assert isinstance(target, QRectF), "an image of cells has a rectangle to fill"
        step_x, step_y = target.width() / source.width(), target.height() / source.height()
        across = range(int(source.left()), int(source.right()))
        for y in range(int(source.top()), int(source.bottom())):
            top = target.top() + (y - source.top()) * step_y
            line = [(x, image.pixel(x, y)) for x in across]
            for colour, run in groupby(line, itemgetter(1)):
                pixels = list(run)
                left = target.left() + (pixels[0][0] - source.left()) * step_x
                self.fillRect(QRectF(left, top, len(pixels) * step_x, step_y), QColor.fromRgb(colour))


class OutlinePainter(VectorPainter):
    """Stands in for QPainter where the bench is painted; what draws text is overridden, in the forms used there."""

    def drawText(self, *arguments: Any) -> None:  # type: ignore[override]
        """(point, text) starts on a baseline; (rectangle, flags, text) is centred unless the flags say a side."""
        place, text = arguments[0], str(arguments[-1])
        if isinstance(place, QRectF):
            face, flags = QFontMetricsF(self.font()), Qt.AlignmentFlag(arguments[1])
            spare = place.width() - face.horizontalAdvance(text)
            share = 0.0 if flags & Qt.AlignmentFlag.AlignLeft else 1.0 if flags & Qt.AlignmentFlag.AlignRight else 0.5
            place = QPointF(place.x() + spare * share, place.center().y() + (face.ascent() - face.descent()) / 2)
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
