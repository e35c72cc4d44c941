"""The explanation to take along: as text, LaTeX, Markdown and as a picture, never larger than a clipboard bears."""

from __future__ import annotations

import math
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication, QMimeData
from PySide6.QtGui import QColor, QImage, QPainter

from core.explain import Explanation
from core.explain_text import latex, markdown, plain_text, trail_lines
from core.problem import QT_TRANSLATE_NOOP
from core.trace import Trace
from core.trail import Link
from labapp import clipboard
from labapp.digits import NumberForm
from labapp.theme import Palette

from .page import Page
from .paper import Paper
from .writing import PlainStyle, TexStyle

MOST = 100_000  # characters
PICTURE_WIDTH, MARGIN, SCALE = 860, 16, 2.0
TALLEST = 8000  # px of a picture

FORMS: dict[str, str] = {
    "text": QT_TRANSLATE_NOOP("why", "Copy as text"),
    "latex": QT_TRANSLATE_NOOP("why", "Copy as LaTeX"),
    "markdown": QT_TRANSLATE_NOOP("why", "Copy as Markdown"),
    "picture": QT_TRANSLATE_NOOP("why", "Copy as picture"),
}


class Copied(NamedTuple):
    """What was put on the clipboard: whether some of it had to be left out."""

    cut: bool


def copy_text(form: str, trace: Trace, subject: Explanation | tuple[Link, ...], shown: NumberForm) -> Copied:
    """Put an explanation, or a way to the inputs, on the clipboard. Problem where the clipboard doesn't take it."""
    text, cut = bounded(written(form, trace, subject, shown))
    clipboard.copy_text(text)
    return Copied(cut)


def written(form: str, trace: Trace, subject: Explanation | tuple[Link, ...], shown: NumberForm) -> str:
    """An explanation, or a way to the inputs, in a form of FORMS that is text."""
    style, tex = PlainStyle(trace, shown), TexStyle(trace, shown)
    if isinstance(subject, Explanation):
        if form == "latex":
            return latex(subject, tex)
        made = markdown(subject, style) if form == "markdown" else plain_text(subject, style)
        return made.replace("\u00a0", " ")
    if form == "latex":
        return "\n\n".join(latex(link.explanation, tex) for link in subject)
    rule, *lines = trail_lines(subject, style)
    if form == "markdown":
        return "\n".join([rule, "", *(f"1. {line}" for line in lines)]).replace("\u00a0", " ")
    return "\n".join([rule, *lines]).replace("\u00a0", " ")


def bounded(text: str, most: int = MOST) -> tuple[str, bool]:
    """The whole lines of a text that are at most so many characters, with a last one that says what is missing."""
    if len(text) <= most:
        return text, False
    lines = text.splitlines()
    kept, size = [], 0
    for line in lines:
        size += len(line) + 1
        if size > most:
            break
        kept.append(line)
    said = QCoreApplication.translate("why", "… cut here: {count} more lines").format(count=len(lines) - len(kept))
    return "\n".join([*kept, said]), True


def copy_picture(page: Page, colours: Palette) -> Copied:
    """Put a page on the clipboard as an image in the colours of a theme."""
    image, cut = picture(page, colours)
    held = QMimeData()
    held.setImageData(image)
    clipboard.put(held)
    return Copied(cut)


def picture(page: Page, colours: Palette) -> tuple[QImage, bool]:
    """A page as an image, and whether its end had to be cut off."""
    paper = Paper(page, PICTURE_WIDTH, colours)
    tall = math.ceil(paper.height) + 2 * MARGIN
    wide = PICTURE_WIDTH + 2 * MARGIN
    image = QImage(round(wide * SCALE), round(min(tall, TALLEST) * SCALE), QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(SCALE)
    image.fill(QColor(colours.panel))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.TextAntialiasing, True)
    painter.translate(MARGIN, MARGIN)
    paper.paint(painter)
    painter.end()
    return image, tall > TALLEST


def said(form: str, copied: Copied) -> str:
    """How it went, in a sentence."""
    if copied.cut:
        return QCoreApplication.translate("why", "It was too long for the clipboard: its end is cut off.")
    if form == "picture":
        return QCoreApplication.translate("why", "The explanation is on the clipboard as a picture.")
    return QCoreApplication.translate("why", "The explanation is on the clipboard.")
