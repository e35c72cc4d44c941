"""Figures as files: the format is that of the file's ending, and a failure leaves no half file."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

from core.glass import write_whole
from core.problem import QT_TRANSLATE_NOOP, Problem

from . import pdf, raster, svg
from .sheet import Sheet

Maker = Callable[[Sheet, bool, float], bytes]
MAKERS: dict[str, Maker] = {".svg": svg.data, ".pdf": pdf.data, ".png": raster.data}
LOWEST_SCALE, HIGHEST_SCALE = 1.0, 4.0
MOST_CELLS = 60_000  # of a vector figure: more make a file that programs can't open


def maker(path: Path) -> Maker:
    """What makes the bytes of a file with this ending; Problem for an ending that means nothing."""
    ending = Path(path).suffix.lower()
    if ending not in MAKERS:
        raise Problem(
            QT_TRANSLATE_NOOP("core", "{file} has an unknown ending: allowed is {allowed}."),
            file=path,
            allowed=", ".join(MAKERS),
        )
    return MAKERS[ending]


def data(sheet: Sheet, ending: str, *, scale: float = 1.0, outline: bool = False) -> bytes:
    """The bytes of a file with this ending (".svg", ".pdf", ".png").

    `scale` (1 to 4) is the pixels of a PNG to the logical pixel, and the size of the other two; `outline` turns
    letters into paths. Problem for what can't be.
    """
    make = maker(Path(f"figure{ending}"))
    check_scale(scale)
    if make is not raster.data and sheet.cells > MOST_CELLS:
        raise Problem(
            QT_TRANSLATE_NOOP(
                "core", "The figure has {found} cells; a drawing has at most {most}. Choose PNG, or fewer matrices."
            ),
            found=sheet.cells,
            most=MOST_CELLS,
        )
    return make(sheet, outline, scale)


def check_scale(scale: float) -> None:
    if not (math.isfinite(scale) and LOWEST_SCALE <= scale <= HIGHEST_SCALE):
        raise Problem(
            QT_TRANSLATE_NOOP("core", "A figure can't be scaled by {found}: allowed is 1 to 4."), found=f"{scale:g}"
        )


def write(path: Path, sheet: Sheet, *, scale: float = 1.0, outline: bool = False) -> None:
    """Write the sheet to a file; Problem for what can't be written, and an old file is then as it was."""
    maker(path)  # a wrong ending is said first
    write_whole(Path(path), data(sheet, Path(path).suffix.lower(), scale=scale, outline=outline))
