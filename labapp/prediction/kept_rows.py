"""Rows of K and V as small marks: reused, new this step, and those of the source, which are computed once."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from .. import fonts
from ..generating.kept import Kept
from ..widgets.tint import Role, mix

LINE = 18  # px
MARK, LEAST, GAP = 10.0, 3.0, 2.0  # px: a mark, at least, between two
MOST_LINES = 4  # layers one by one; more are one line


class KeptRows(QWidget):
    """A line for each decoder layer."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kept: tuple[Kept, ...] = ()
        self._cached = True
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_kept(self, kept: tuple[Kept, ...], cached: bool) -> None:
        """Show the layers of a step, with a cache or without."""
        if (kept, cached) != (self._kept, self._cached):
            self._kept, self._cached = kept, cached
            self.updateGeometry()
            self.update()
        self.retranslate()

    def retranslate(self) -> None:
        """Say what is seen."""
        self.setAccessibleName(QCoreApplication.translate("prediction", "Rows of K and V"))
        text = "\n".join(self.spoken(one) for one in self._kept)
        self.setAccessibleDescription(text)
        self.setToolTip(text)
        self.update()

    def spoken(self, one: Kept) -> str:
        """A layer in words."""
        text = QCoreApplication.translate("prediction", "Layer {layer}: {new} new this step, {reused} reused").format(
            layer=one.layer, new=one.new, reused=one.reused
        )
        if not one.cross:
            return text
        if one.cross_new:
            side = QCoreApplication.translate("prediction", "{count} of the source, computed in this step")
        else:
            side = QCoreApplication.translate("prediction", "{count} of the source, computed once")
        return f"{text}; {side.format(count=one.cross)}"

    def _lines(self) -> list[tuple[str, Kept]]:
        if len(self._kept) > MOST_LINES:
            first, last = self._kept[0], self._kept[-1]
            text = QCoreApplication.translate("prediction", "layers {first}–{last}")
            return [(text.format(first=first.layer, last=last.layer), first)]
        text = QCoreApplication.translate("prediction", "layer {layer}")
        return [(text.format(layer=one.layer), one) for one in self._kept]

    def sizeHint(self) -> QSize:
        return QSize(300, LINE * len(self._lines()))

    def minimumSizeHint(self) -> QSize:
        return QSize(160, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        lines = self._lines()
        if not lines:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        font = fonts.ui_font(12)
        face = QFontMetrics(font)
        painter.setFont(font)
        palette = self.palette()
        accent, base, quiet = (palette.color(r) for r in (Role.Highlight, Role.Window, Role.PlaceholderText))
        kv = QCoreApplication.translate("prediction", "K, V")
        cross = QCoreApplication.translate("prediction", "cross")
        once = QCoreApplication.translate("prediction", "once")
        if not self._cached:
            once = QCoreApplication.translate("prediction", "again")
        left = max(face.horizontalAdvance(text) for text, _ in lines) + 12
        words = face.horizontalAdvance(kv) + face.horizontalAdvance(cross) + face.horizontalAdvance(once) + 48
        count = max(one.new + one.reused + one.cross for _, one in lines)
        mark = max(LEAST, min(MARK, (self.width() - left - words) / max(1, count) - GAP))
        for at, (text, one) in enumerate(lines):
            y = float(at * LINE)
            painter.setPen(quiet)
            painter.drawText(QRectF(0, y, left, LINE), Qt.AlignmentFlag.AlignVCenter, text)
            x = self._word(painter, left, y, kv)
            reused, new = mix(base, accent, 0.28), accent
            x = self._marks(painter, x, y, mark, one.reused, reused, None)
            x = self._marks(painter, x, y, mark, one.new, new, None)
            if one.cross:
                painter.setPen(quiet)
                x = self._word(painter, x + 14, y, cross)
                fill = accent if one.cross_new else None
                x = self._marks(painter, x, y, mark, one.cross, fill, accent if one.cross_new else quiet)
                painter.setPen(quiet)
                self._word(painter, x + 4, y, once)

    def _word(self, painter: QPainter, x: float, y: float, text: str) -> float:
        """Write a word; where it ends, with a gap."""
        wide = painter.fontMetrics().horizontalAdvance(text) + 1.0
        painter.drawText(QRectF(x, y, wide, LINE), Qt.AlignmentFlag.AlignVCenter, text)
        return x + wide + 5

    def _marks(
        self, painter: QPainter, x: float, y: float, mark: float, count: int, fill: QColor | None, line: QColor | None
    ) -> float:
        """So many squares from x; where they end. What has no room at the right is left out."""
        painter.setPen(QPen(line, 1) if line is not None else Qt.PenStyle.NoPen)
        painter.setBrush(QBrush(fill) if fill is not None else QBrush())
        inset = 0.5 if line is not None else 0.0
        for _ in range(count):
            if x + mark > self.width():
                break
            box = QRectF(x, y + (LINE - MARK) / 2, mark, MARK)
            painter.drawRoundedRect(box.adjusted(inset, inset, -inset, -inset), 1.5, 1.5)
            x += mark + GAP
        return x
