"""Line icons in the palette's colour. They are drawn on a 24 × 24 grid with the stroke "currentColor".

A picture is made when somebody looks at it: most icons of a window lie in menus that are closed.
"""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QRect, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QIcon, QIconEngine, QImage, QPainter, QPixmap
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
    return QIcon(_Engine(renderer, tint.alphaF(), SIZES + LARGE.get(name, ())))


class _Engine(QIconEngine):
    """Draws an icon at the size and in the mode that is asked for, once."""

    def __init__(self, renderer: QSvgRenderer, opacity: float, sizes: tuple[int, ...]) -> None:
        super().__init__()
        self._renderer, self._opacity, self._sizes = renderer, opacity, sizes
        self._made: dict[tuple[int, int, bool], QPixmap] = {}

    def clone(self) -> QIconEngine:
        return _Engine(self._renderer, self._opacity, self._sizes)

    def availableSizes(self, mode: QIcon.Mode = QIcon.Mode.Normal, state: QIcon.State = QIcon.State.Off) -> list[QSize]:
        return [QSize(size, size) for size in self._sizes]

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        ratio = painter.device().devicePixelRatioF()
        painter.drawPixmap(rect, self.pixmap((QSizeF(rect.size()) * ratio).toSize(), mode, state))

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        key = size.width(), size.height(), mode == QIcon.Mode.Disabled
        if key not in self._made:
            self._made[key] = _pixmap(self._renderer, size, self._opacity * (DISABLED_OPACITY if key[2] else 1.0))
        return self._made[key]


def _pixmap(renderer: QSvgRenderer, size: QSize, opacity: float) -> QPixmap:
    """The picture in the middle of `size`."""
    image = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    side = min(size.width(), size.height())
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setOpacity(opacity)
    renderer.render(painter, QRectF((size.width() - side) / 2, (size.height() - side) / 2, side, side))
    painter.end()
    return QPixmap.fromImage(image)
