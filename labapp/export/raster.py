"""A sheet as an image, and that as PNG: exactly the pixels asked for, the same on every screen."""

from __future__ import annotations

from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QColor, QImage, QImageWriter

from core.problem import QT_TRANSLATE_NOOP, Problem

from .painters import painting
from .sheet import Sheet

DPI = 96
INCH = 0.0254  # metres
LARGEST = 16_384  # pixels of a side
MOST_PIXELS = 2**27  # half a gigabyte


def size(sheet: Sheet, scale: float = 1.0) -> tuple[int, int]:
    """Width and height in pixels; Problem for what no image can be."""
    width, height = round(sheet.width * scale), round(sheet.height * scale)
    if not (1 <= width <= LARGEST and 1 <= height <= LARGEST and width * height <= MOST_PIXELS):
        raise Problem(
            QT_TRANSLATE_NOOP(
                "core",
                "The figure would have {width}×{height} pixels: each side is 1 to {most}, and both make {millions}"
                " million at most. Choose a smaller scale or fewer matrices.",
            ),
            width=width,
            height=height,
            most=LARGEST,
            millions=MOST_PIXELS // 1_000_000,
        )
    return width, height


def image(sheet: Sheet, scale: float = 1.0) -> QImage:
    """The sheet, `scale` times its size in pixels."""
    width, height = size(sheet, scale)
    made = QImage(width, height, QImage.Format.Format_RGB32)
    if made.isNull():
        raise Problem(QT_TRANSLATE_NOOP("core", "There is not enough memory for the figure. Choose a smaller scale."))
    made.fill(QColor(sheet.style.palette.window))
    for set_dots in (made.setDotsPerMeterX, made.setDotsPerMeterY):
        set_dots(round(DPI * scale / INCH))
    with painting(made) as painter:
        painter.scale(scale, scale)
        sheet.paint(painter)
    return made


def data(sheet: Sheet, outline: bool = False, scale: float = 1.0) -> bytes:
    """The sheet as the bytes of a PNG file; letters are pixels either way, so `outline` changes nothing."""
    return png(image(sheet, scale))


def png(made: QImage) -> bytes:
    """An image as the bytes of a PNG file."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if not QImageWriter(buffer, QByteArray(b"png")).write(made):
        raise Problem(QT_TRANSLATE_NOOP("core", "The picture could not be made into a PNG."))
    return bytes(buffer.data().data())
