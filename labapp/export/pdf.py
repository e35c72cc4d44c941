"""A sheet as PDF: one page of its size, with the glyphs of its texts inside."""

from __future__ import annotations

import math
import re

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QRectF, QSizeF
from PySide6.QtGui import QColor, QPageSize, QPdfWriter

from .painters import painting
from .sheet import Sheet

POINTS = 0.75  # of a pixel: 72 to 96
DPI = 96
FINE = 12  # units of the page to the pixel: places are kept to a hundredth of a millimetre


def data(sheet: Sheet, outline: bool = False, scale: float = 1.0) -> bytes:
    """The sheet as the bytes of a PDF file; the page is `scale` times 0.75 point to the pixel."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setTitle(sheet.title)
    writer.setCreator("Glassformer")
    writer.setResolution(DPI * FINE)
    # A page is whole points large.
    points = QSizeF(math.ceil(sheet.width * POINTS * scale), math.ceil(sheet.height * POINTS * scale))
    writer.setPageSize(QPageSize(points, QPageSize.Unit.Point, "", QPageSize.SizeMatchPolicy.ExactMatch))
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    with painting(writer, outline) as painter:
        ground = QRectF(0, 0, points.width() / POINTS * FINE, points.height() / POINTS * FINE)
        painter.fillRect(ground, QColor(sheet.style.palette.window))
        painter.scale(FINE * scale, FINE * scale)
        sheet.paint(painter)
    return _TABLE.sub(_with_spaces, bytes(buffer.data().data()))


# Qt's tables from glyphs to characters call the glyph of a space a tab, and so would a text that is copied.
_TABLE = re.compile(rb"beginbfrange\n.*?endbfrange", re.DOTALL)
_TARGET = re.compile(rb"(\[[^\]]*\]|(?<=> )<[0-9A-F]{4}>(?=\n))")


def _with_spaces(table: re.Match[bytes]) -> bytes:
    """The table with spaces for tabs; as long as it was, so that nothing in the file moves."""
    return _TARGET.sub(lambda target: target[1].replace(b"<0009>", b"<0020>"), table[0])
