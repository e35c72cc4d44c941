"""Line icons in the palette's colour. They are drawn on a 24 × 24 grid with the stroke "currentColor"."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QImage, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

import resources

# Buttons ask for 16 to 24 logical pixels, twice that on dense screens; only window and task bar for more.
SIZES = (16, 20, 24, 32, 48)
LARGE = {"app": (64, 128, 256)}
DISABLED_OPACITY = 0.35

_cache: dict[tuple[str, int], QIcon] = {}


def names() -> list[str]:
    """Every icon there is, sorted."""
    return sorted(file.stem for file in resources.path("icons").glob("*.svg"))


def icon(name: str, colour: QColor | str) -> QIcon:
    """The icon `name` drawn in `colour`, paler when disabled. The same question gives the same QIcon.

    Raises KeyError for a name that is no icon, saying which there are, and ValueError for no colour.
    """
    tint = QColor(colour)
    if not tint.isValid():
        raise ValueError(f"{colour!r} is no colour: give a QColor or a text such as '#0f6a62'")
    key = (name, tint.rgba())
    if key not in _cache:
        _cache[key] = _drawn(name, tint)
    return _cache[key]


def _drawn(name: str, tint: QColor) -> QIcon:
    known = names()
    if name not in known:
        raise KeyError(f"there is no icon {name!r}; there are {', '.join(known)}")
    source = resources.path("icons", f"{name}.svg").read_text(encoding="utf-8")
    renderer = QSvgRenderer(QByteArray(source.replace("currentColor", tint.name()).encode()))
    if not renderer.isValid():
        raise ValueError(f"Qt cannot read the icon {name}.svg")
    made = QIcon()
    for size in SIZES + LARGE.get(name, ()):
        made.addPixmap(_pixmap(renderer, size, tint.alphaF()), QIcon.Mode.Normal)
        made.addPixmap(_pixmap(renderer, size, tint.alphaF() * DISABLED_OPACITY), QIcon.Mode.Disabled)
    return made


def _pixmap(renderer: QSvgRenderer, size: int, opacity: float) -> QPixmap:
    image = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setOpacity(opacity)
    renderer.render(painter, QRectF(0, 0, size, size))
    painter.end()
    return QPixmap.fromImage(image)
