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
_Key = tuple[Palette, str]
_images: WeakKeyDictionary[Cells, tuple[_Key, np.ndarray]] = WeakKeyDictionary()


def image_of(cells: Cells, palette: Palette, ramp: Ramp) -> QImage:
    """The cells as an image, a pixel each, which lives as long as they do; its pixels are made once for each state."""
    key = (palette, cells.display)
    found = _images.get(cells)
    if found is None or found[0] != key:
        colours = _gone_on(cells, key, ramp)
        if colours is None:
            colours = _colours(cells, palette, ramp)
            colours[cells.codes == HIDDEN] = QColor(palette.hidden_stripe).rgb()
        found = _images[cells] = (key, colours)
    return image_over(found[1], 1.0)


def _gone_on(cells: Cells, key: _Key, ramp: Ramp) -> np.ndarray | None:
    """The pixels of an earlier state, taken over from it, with what moved since; None where there are none to take."""
    earlier = cells.since.earlier() if cells.since is not None else None
    if cells.since is None or earlier is None or cells.display in ("mask", "ids") or cells.codes is not earlier.codes:
        return None
    found = _images.get(earlier)
    if found is None or found[0] != key:
        return None
    del _images[earlier]
    colours, moved = found[1], cells.since.moved
    colours.ravel()[moved] = ramp.table[cells.steps.ravel()[moved]]
    return colours


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


def moved_part(card: Card, painted: Cells | None) -> QRectF:
    """What of a card that is an image looks different from `painted`, from the card's corner: all, where in doubt."""
    box, cells, since = card.box, card.cells, card.cells.since
    whole = QRectF(0, 0, box.width, box.height)
    if since is None or painted is None or since.earlier() is not painted or not box.as_image or box.cell_width < 1.0:
        return whole
    if cells.whole != painted.whole or cells.equal is not painted.equal or cells.codes is not painted.codes:
        return whole
    if not since.moved.size:
        return QRectF()
    rows, cols = np.divmod(since.moved, cells.values.shape[1])
    first, last = box.cell(int(rows[0]), int(cols.min())), box.cell(int(rows[-1]), int(cols.max()))
    return first.united(last).adjusted(-1.0, -1.0, 1.0, 1.0)


def tile_pixels(card: Card, palette: Palette, ramp: Ramp, ratio: float) -> np.ndarray:
    """The grid of a card of colours alone, in pixels of the screen."""
    box = card.box
    w, h = max(1, round(box.cell_width * ratio)), max(1, round(box.cell_height * ratio))
    return tiles(card.cells, w, h, palette, ramp, ratio)


def tiles(cells: Cells, w: int, h: int, palette: Palette, ramp: Ramp, ratio: float) -> np.ndarray:
    """Cells as tiles of w×h pixels of the screen, with a line between them.

    [rows · height, cols · width] as 0xffRRGGBB. Hidden cells are striped, changed ones have a corner, odd ones an
    edge: as cell by cell.
    """
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
