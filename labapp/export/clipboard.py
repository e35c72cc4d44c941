"""Figures on the clipboard, in every form that the program they are pasted into may want."""

from __future__ import annotations

from PySide6.QtCore import QMimeData

from labapp.clipboard import copy_text, put

from . import figure, raster
from .sheet import Sheet

SCALE = 2.0  # of the image: sharp where it is shown at its size
SVG, PDF = "image/svg+xml", "application/pdf"

__all__ = ["copy", "copy_text", "mime"]


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
