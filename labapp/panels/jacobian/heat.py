"""Blocks as colours, and the stripes of those that have no way."""

from __future__ import annotations

import re

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPainter, QPen

from core.trace import Array

from ... import colours, fonts
from ...theme import Palette

STRIPE = 6


def picture(values: Array, limit: float, palette: Palette, root: bool = True) -> QImage:
    """A matrix as an image, a pixel a number, around 0; with `root` colours grow with the root of a number, so that
    small blocks are seen beside large ones."""
    shown = rooted(values / limit) if root else values
    pixels = np.ascontiguousarray(colours.image(shown, "signed", 1.0 if root else limit, palette))
    n, k = values.shape
    return QImage(pixels.data, k, n, 4 * k, QImage.Format.Format_RGBA8888).copy()


def rooted(shares: Array) -> Array:
    """The root of each size, with its sign."""
    with np.errstate(all="ignore"):
        return np.asarray(np.sign(shares) * np.sqrt(np.abs(shares)))


def paint(painter: QPainter, place: QRectF, image: QImage, part: QRectF | None = None) -> None:
    """An image, or a part of it, without smoothing where its pixels are larger than those of the screen."""
    source = QRectF(image.rect()) if part is None else part
    smaller = source.width() > place.width() or source.height() > place.height()
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, smaller)
    painter.drawImage(place, image, source)


def hatch(painter: QPainter, place: QRectF, palette: Palette, step: int = STRIPE) -> None:
    """What a mask hides looks as it does on the bench."""
    painter.fillRect(place, QColor(palette.hidden))
    painter.save()
    painter.setClipRect(place)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(palette.hidden_stripe), 1))
    t = float(step)
    while t < place.width() + place.height():
        painter.drawLine(QPointF(place.left() + t, place.top()), QPointF(place.left(), place.top() + t))
        t += step
    painter.restore()


def symbol(painter: QPainter, place: QRectF, text: str, px: int = 14) -> None:
    """J_F in the middle of a place: what follows an underscore stands lower."""
    runs = [(part, bool(k % 2)) for k, part in enumerate(re.split(r"_(\w)", text)) if part]
    while True:
        plain, low = fonts.math_font(px), fonts.math_font(px - 4)
        widths = [QFontMetricsF(low if down else plain).horizontalAdvance(part) for part, down in runs]
        if sum(widths) <= place.width() or px <= 10:
            break
        px -= 1
    x = place.center().x() - sum(widths) / 2
    for (part, down), wide in zip(runs, widths, strict=True):
        painter.setFont(low if down else plain)
        at = QRectF(x, place.top() + (4 if down else 0), wide + 4, place.height())
        painter.drawText(at, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), part)
        x += wide


def frame(painter: QPainter, place: QRectF, colour: QColor, wide: float) -> None:
    """A line around a block."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(colour, wide))
    grown = wide / 2 + 0.5
    painter.drawRect(place.adjusted(-grown, -grown, grown, grown))
