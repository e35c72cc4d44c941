"""Wires: the way of the memory from the encoder's column to each cross-attention in the decoder's."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF

from .metrics import Metrics
from .places import Band, Wire


def wires(bands: Sequence[Band], wired: Sequence[str], m: Metrics) -> tuple[Wire, ...]:
    """One line for each band that the memory arrives at; `wired` says of each band "from", "to" or ""."""
    start = next((band.rect for band, wire in zip(bands, wired, strict=True) if wire == "from"), None)
    if start is None:
        return ()
    found = []
    for band, wire in zip(bands, wired, strict=True):
        if wire == "to":
            y, left = m.snap(start.y() + m.band_title * 0.5), band.rect.left()
            middle = m.snap(left - m.px * 0.95)
            end = m.snap(band.rect.y() + m.band_title * 0.5)
            points = (
                QPointF(start.right(), y),
                QPointF(middle, y),
                QPointF(middle, end),
                QPointF(left - m.px * 0.15, end),
            )
            found.append(Wire(points))
    return tuple(found)
