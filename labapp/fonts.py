"""The bundled fonts: the same digits, hanzi and signs on every machine, also on one without fonts.

`load()` comes before the first text. Every QFont made here names our families in order, so that a character
is looked for in them first, and in the system's fonts (a rare hanzi, an emoji) only after that.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from functools import lru_cache
from unicodedata import category

from PySide6.QtGui import QFont, QFontDatabase, QGuiApplication, QRawFont

import resources
from core.problem import QT_TRANSLATE_NOOP, Problem

UI = "Glassformer Sans"  # Chinese and Western text
SYMBOLS = "Glassformer Symbols"  # what UI lacks: ₁ ᵀ √ × → ◆ ✓
MONO = "Glassformer Mono"  # numbers
MATH = "Glassformer Math"  # names of matrices: upright, italic, bold

FAMILIES = (UI, SYMBOLS, MONO, MATH)
FILES = (
    "GlassformerSans-Regular.otf",
    "GlassformerSans-Bold.otf",
    "GlassformerSymbols-Regular.ttf",
    "GlassformerSymbols-Bold.ttf",
    "GlassformerMono-Regular.ttf",
    "GlassformerMono-Bold.ttf",
    "GlassformerMath-Regular.ttf",
    "GlassformerMath-Bold.ttf",
    "GlassformerMath-Italic.ttf",
    "GlassformerMath-BoldItalic.ttf",
)

_loaded = False
failed: list[Problem] = []  # what of them could not be used
_log = logging.getLogger(__name__)


def load() -> None:
    """Register the bundled fonts with Qt; a second call does nothing.

    A file that is not there, or that Qt refuses, is no reason to show nothing: it is logged and remembered in
    `failed`, and the system's fonts stand in. Raises RuntimeError before there is an application.
    """
    global _loaded
    if _loaded:
        return
    if QGuiApplication.instance() is None:
        raise RuntimeError("fonts.load() needs the application: make the QApplication first")
    for name in FILES:
        try:
            _register(name)
        except Problem as problem:
            _log.warning("%s", problem)
            failed.append(problem)
    # For fonts that others make from one family alone: rich text, style sheets.
    for family in FAMILIES:
        QFont.insertSubstitutions(family, [other for other in (UI, SYMBOLS) if other != family])
    _loaded = True


def _register(name: str) -> None:
    file = resources.path("fonts", name)
    number = QFontDatabase.addApplicationFont(str(file)) if file.is_file() else -1
    families = QFontDatabase.applicationFontFamilies(number) if number >= 0 else []
    if not set(families) & set(FAMILIES):
        raise Problem(
            QT_TRANSLATE_NOOP(
                "core", "The program's font {file} can't be used, and texts may look odd: install the program again."
            ),
            file=file,
        )


def ui_font(px: float, bold: bool = False) -> QFont:
    """Text of the window: Chinese, Western, then signs. `px`: logical pixels, rounded to a whole one."""
    return _font((UI, SYMBOLS), px, bold=bold)


def mono_font(px: float, bold: bool = False) -> QFont:
    """Numbers: every digit, point and minus is equally wide."""
    return _font((MONO, UI, SYMBOLS), px, bold=bold)


def math_font(px: float, italic: bool = True, bold: bool = False) -> QFont:
    """Names of matrices, italic, and operators between them, upright (italic=False)."""
    return _font((MATH, SYMBOLS, UI), px, bold=bold, italic=italic)


def symbol_font(px: float, bold: bool = False) -> QFont:
    """Signs alone: arrows, shapes, operators."""
    return _font((SYMBOLS, UI), px, bold=bold)


def _font(families: tuple[str, ...], px: float, *, bold: bool, italic: bool = False) -> QFont:
    font = QFont()
    font.setFamilies(list(families))
    font.setPixelSize(max(1, round(px)))
    font.setBold(bold)
    font.setItalic(italic)
    # Vertical hinting keeps horizontal strokes sharp and leaves widths linear, so that texts grow evenly with
    # the zoom. Grey smoothing: coloured fringes look wrong on coloured cells and in pictures.
    font.setHintingPreference(QFont.HintingPreference.PreferVerticalHinting)
    font.setStyleStrategy(QFont.StyleStrategy.PreferAntialias | QFont.StyleStrategy.NoSubpixelAntialias)
    return font


@lru_cache(maxsize=16)
def _raw(family: str) -> QRawFont:
    raw = QRawFont.fromFont(QFont(family, 12))
    if raw.familyName() != family:
        raise LookupError(f"there is no font family {family!r} here; Qt offered {raw.familyName()!r}")
    return raw


def missing(text: str, families: Iterable[str] = (UI, SYMBOLS)) -> list[str]:
    """The characters of `text` that none of `families` can draw, each once, in order of appearance.

    Line breaks and invisible format characters need no glyph. Raises LookupError for a family that Qt does
    not have.
    """
    fonts = [_raw(family) for family in families]
    drawn = [one for one in dict.fromkeys(text) if category(one) not in ("Cc", "Cf", "Zl", "Zp")]
    return [one for one in drawn if not any(font.supportsCharacter(ord(one)) for font in fonts)]
