"""Figures and numbers on the clipboard, in every form that the program they are pasted into may want."""

from __future__ import annotations

import atexit

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication

from core.problem import QT_TRANSLATE_NOOP, Problem

from . import figure, raster
from .sheet import Sheet

SCALE = 2.0  # of the image: sharp where it is shown at its size
DESKTOPS = ("xcb", "wayland", "wayland-egl", "windows", "cocoa")  # whose clipboard is not ours alone
SVG, PDF = "image/svg+xml", "application/pdf"


def mime(sheet: Sheet, *, scale: float = SCALE, outline: bool = False) -> QMimeData:
    """The figure as an image, and as SVG and PDF unless it has too many cells for a drawing."""
    held = QMimeData()
    held.setImageData(raster.image(sheet, scale))
    if sheet.cells <= figure.MOST_CELLS:
        held.setData(SVG, figure.data(sheet, ".svg", outline=outline))
        held.setData(PDF, figure.data(sheet, ".pdf", outline=outline))
    return held


def copy(sheet: Sheet, *, scale: float = SCALE, outline: bool = False) -> None:
    """Put the figure on the clipboard; Problem where the clipboard doesn't take it."""
    put(mime(sheet, scale=scale, outline=outline))


def copy_text(text: str) -> None:
    """Put a text on the clipboard; Problem where the clipboard doesn't take it."""
    held = QMimeData()
    held.setText(text)
    put(held)


def put(held: QMimeData) -> None:
    """Hand `held` over, and look whether it is there: systems refuse without a word."""
    wanted = held.hasText(), held.hasImage()
    clipboard = QGuiApplication.clipboard()
    clipboard.setMimeData(held)
    atexit.unregister(_let_go)  # once is enough; the last one registered runs first, before Qt is taken down
    atexit.register(_let_go)
    found = clipboard.mimeData()
    if found is None or (found.hasText(), found.hasImage()) != wanted:
        raise Problem(QT_TRANSLATE_NOOP("core", "The clipboard did not take it: another program holds it. Try again."))


def _let_go() -> None:
    """Take back what is on a clipboard that lives in this process, while there is a Python to free it.

    Without a desktop (QT_QPA_PLATFORM=offscreen and its like) Qt keeps the clipboard in a static of its library,
    which goes after Python is gone: freeing a Python object then is a segmentation fault. A desktop's clipboard
    is left alone, what was copied may be wanted after us.
    """
    if QGuiApplication.instance() is not None and QGuiApplication.platformName() not in DESKTOPS:
        QGuiApplication.clipboard().clear()
