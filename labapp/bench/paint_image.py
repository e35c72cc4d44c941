"""Colours alone as images: tiles for the screen, many times faster than cell by cell; large matrices a pixel a cell."""

from __future__ import annotations

from weakref import WeakKeyDictionary

import numpy as np
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from labapp.theme import Palette, Ramp

from .card import Card
from .cells import BLANK, HIDDEN, ODD, VEILED, Cells
from .hatching import pixels

SMALLEST_CORNER = 14  # px of a cell whose change is marked on itself; smaller ones have it on their card
_ONE = QSize(1, 1)
_images: WeakKeyDictionary[Cells, tuple[tuple[Palette, str], QImage]] = WeakKeyDictionary()


def image_of(cells: Cells, palette: Palette, ramp: Ramp) -> QImage:
    """The cells as an image, a pixel each; made once for each state of a matrix."""
    key = (palette, cells.display)
    found = _images.get(cells)
    if found is None or found[0] != key:
        colours = _colours(cells, palette, ramp)
        colours[cells.codes == HIDDEN] = QColor(palette.hidden_stripe).rgb()
        n, k = colours.shape
        image = QImage(colours.data, k, n, 4 * k, QImage.Format.Format_RGB32).copy()
        found = _images[cells] = (key, image)
    return found[1]


def paint_image(painter: QPainter, card: Card, palette: Palette, ramp: Ramp) -> None:
    """Paint the cells of a card as an image into its grid; where the painter clips, only what is inside."""
    box = card.box
    image = image_of(card.cells, palette, ramp)
    grid = box.grid
    seen = painter.clipBoundingRect().intersected(grid) if painter.hasClipping() else grid
    if seen.isEmpty():
        return
    first_j = int((seen.left() - grid.left()) // box.cell_width)
    first_i = int((seen.top() - grid.top()) // box.cell_height)
    last_j = min(image.width(), int((seen.right() - grid.left()) // box.cell_width) + 1)
    last_i = min(image.height(), int((seen.bottom() - grid.top()) // box.cell_height) + 1)
    source = QRectF(first_j, first_i, last_j - first_j, last_i - first_i)
    target = QRectF(
        grid.left() + first_j * box.cell_width,
        grid.top() + first_i * box.cell_height,
        source.width() * box.cell_width,
        source.height() * box.cell_height,
    )
    smooth = box.cell_width < 1.0
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, smooth)
    if smooth:  # far smaller than the image: Qt's own drawing would leave out cells
        size = (target.size() * painter.device().devicePixelRatio()).toSize().expandedTo(_ONE)
        aspect, mode = Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
        painter.drawImage(target, image.copy(source.toRect()).scaled(size, aspect, mode))
    else:
        painter.drawImage(target, image, source)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)


def tile_pixels(card: Card, palette: Palette, ramp: Ramp, ratio: float) -> np.ndarray:
    """The grid of a card of colours alone, in pixels of the screen: a tile each cell, a line between them.

    [rows · height, cols · width] as 0xffRRGGBB. Hidden cells are striped, changed ones have a corner, odd ones an
    edge: as cell by cell.
    """
    box, cells = card.box, card.cells
    w, h = max(1, round(box.cell_width * ratio)), max(1, round(box.cell_height * ratio))
    codes = cells.codes
    n, k = codes.shape
    painted = np.empty((n, h, k, w), np.uint32)  # tile by tile: row, line, column, pixel
    painted[...] = _colours(cells, palette, ramp)[:, None, :, None]
    if cells.changed is not None and min(w, h) >= SMALLEST_CORNER * ratio:
        tick = max(2, min(w, h) // 4)
        corner = painted[:, :tick, :, w - 1 - tick : w - 1]
        moved = (cells.changed & (codes == 0))[:, None, :, None]
        corner[...] = np.where(moved, ramp.inks[cells.steps][:, None, :, None], corner)
    if codes.any():
        hidden = ((codes == HIDDEN) | (codes == VEILED))[:, None, :, None]
        y, x = np.arange(n * h).reshape(n, h, 1, 1), np.arange(k * w).reshape(1, 1, k, w)
        bits = np.zeros((1, 1), np.uint8) if cells.hatch is None else cells.hatch
        stripes = pixels(bits[:, None, :, None], y, x, max(3, round(5 * ratio)))
        painted[hidden & stripes] = QColor(palette.hidden_stripe).rgb()
    if min(w, h) > 2:
        ground = QColor(palette.card).rgb()
        painted[:, h - 1] = ground
        painted[..., w - 1] = ground
    return painted.reshape(n * h, k * w)


def image_over(pixels: np.ndarray, ratio: float) -> QImage:
    """An image that reads `pixels` where they are: it is of use as long as they are."""
    height, width = pixels.shape
    image = QImage(pixels.data, width, height, 4 * width, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    return image


def _colours(cells: Cells, palette: Palette, ramp: Ramp) -> np.ndarray:
    """The colour of each cell, [rows, cols] as 0xffRRGGBB."""
    colours = ramp.table[cells.steps]
    if cells.display in ("mask", "ids"):
        colours[:] = ramp.table[len(ramp.table) // 2]
    if not cells.codes.any():
        return colours
    special = ((HIDDEN, palette.hidden), (VEILED, palette.hidden), (ODD, palette.odd_edge), (BLANK, palette.window))
    for code, colour in special:
        colours[cells.codes == code] = QColor(colour).rgb()
    return colours
