"""The colours of a whole matrix as an image, the same as on the bench; and the theme that a widget wears."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QWidget

from .theme import LIGHT, PALETTES, Palette, Ramp, signed_ramp, signed_steps, weight_ramp, weight_steps

Pixels = NDArray[np.uint8]


def palette_of(widget: QWidget) -> Palette:
    """The theme whose colours the widget wears; the light one for colours of nobody."""
    panel = widget.palette().color(QPalette.ColorGroup.Active, QPalette.ColorRole.Window).name()
    text = widget.palette().color(QPalette.ColorGroup.Active, QPalette.ColorRole.WindowText).name()
    return next((p for p in PALETTES.values() if (p.panel, p.text) == (panel, text)), LIGHT)


def ramp_of(display: str, colours: Palette) -> Ramp:
    """The colour map of a matrix."""
    return weight_ramp(colours) if display == "weights" else signed_ramp(colours)


def image(
    values: NDArray[np.floating], display: str, limit: float, colours: Palette, hidden: NDArray[np.bool_] | None = None
) -> Pixels:
    """`values` [rows, cols] as red, green, blue, alpha [rows, cols, 4].

    Hidden cells have the ground of hidden ones, NaN and ∞ the colour that no map has.
    """
    numbers = values.astype(np.float64, copy=False)
    steps = weight_steps(numbers) if display == "weights" else signed_steps(numbers, limit)
    # A pixel at a time, not a byte: four times faster for a large matrix.
    pixels = _table(display == "weights", colours).view(np.uint32)[:, 0][steps].view(np.uint8).reshape(*steps.shape, 4)
    finite = np.isfinite(numbers)
    if not finite.all():
        pixels[~finite] = _bytes(colours.odd)
    if hidden is not None:
        pixels[hidden] = _bytes(colours.hidden)
    return pixels


@lru_cache(maxsize=16)
def _table(weights: bool, colours: Palette) -> Pixels:
    ramp = weight_ramp(colours) if weights else signed_ramp(colours)
    return np.array([_bytes(fill.name()) for fill in ramp.fills], np.uint8)


def _bytes(colour: str) -> tuple[int, int, int, int]:
    made = QColor(colour)
    return made.red(), made.green(), made.blue(), 255


def hidden_cells(
    values: NDArray[np.floating], display: str, hidden: NDArray[np.bool_] | None, painted: bool = True
) -> NDArray[np.bool_] | None:
    """Which cells are drawn as hidden: those a mask hides and, in a mask itself (`painted`), its zeros."""
    if display == "mask" and painted:
        return values == 0
    return hidden
