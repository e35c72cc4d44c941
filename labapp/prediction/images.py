"""Thumbnails as images: the same cells in the same colours as on the bench, made again only where numbers moved."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage

from core.trace import Array, Trace

from ..bench.cells import Cells, cells_of
from ..bench.paint_image import image_of, image_over, tiles
from ..bench.scales import Scales
from ..colours import ramp_of
from ..theme import Palette


class Picture:
    """One matrix as it was painted last."""

    __slots__ = ("cells", "image", "key", "pixels")

    def __init__(self, key: tuple[object, ...], cells: Cells, image: QImage, pixels: Array | None) -> None:
        self.key, self.cells, self.image, self.pixels = key, cells, image, pixels


class Pictures:
    """The pictures of a trace's matrices, by name. An equal matrix keeps its picture."""

    def __init__(self) -> None:
        self.made = 0  # pictures that were painted anew
        self._scales = Scales()
        self._kept: dict[str, Picture] = {}

    def settle(self) -> None:
        """An act is over: colour limits are fitted again, as on the bench."""
        self._scales.settle()

    def clear(self) -> None:
        self._kept.clear()

    def picture(self, trace: Trace, name: str, cell: tuple[float, float], palette: Palette, ratio: float) -> Picture:
        """A matrix with cells of this size in logical pixels."""
        cells = cells_of(trace, name, self._scales)
        key = (cell, palette, ratio)
        found = self._kept.get(name)
        if found is not None and found.key == key and _same(found.cells, cells):
            return found
        ramp = ramp_of(cells.display, palette)
        wide, high = (max(0.0, side * ratio) for side in cell)
        self.made += 1
        if min(wide, high) >= 1.0:
            pixels = tiles(cells, round(wide), round(high), palette, ramp, ratio)
            made = Picture(key, cells, image_over(pixels, ratio), pixels)
        else:
            n, k = cells.codes.shape
            size = QSize(max(1, round(wide * k)), max(1, round(high * n)))
            image = image_of(cells, palette, ramp).scaled(
                size, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
            )
            image.setDevicePixelRatio(ratio)
            made = Picture(key, cells, image, None)
        self._kept[name] = made
        return made


def _same(one: Cells, other: Cells) -> bool:
    """Whether two states of a matrix look the same."""
    return (
        one.steps.shape == other.steps.shape
        and np.array_equal(one.steps, other.steps)
        and (one.codes is other.codes or np.array_equal(one.codes, other.codes))
        and (one.hatch is other.hatch or _equal(one.hatch, other.hatch))
    )


def _equal(one: Array | None, other: Array | None) -> bool:
    return one is not None and other is not None and np.array_equal(one, other)
