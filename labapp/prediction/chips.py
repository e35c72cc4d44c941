"""The tokens under a column: which row each is, which is followed, and which are hidden from that row."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from .. import fonts
from ..theme import Palette
from .item import Item

HEIGHT, PAD, SMALLEST, LARGEST = 25, 9, 28, 160  # px
GAP = 4
TEXT = 14


class Token(Item):
    """One token: dark where its row is followed, grey where the followed row may not read it."""

    def __init__(self, index: int, parent: QWidget) -> None:
        super().__init__(parent)
        self.index = index
        self.grey = False
        self.colours: Palette | None = None
        self.setCheckable(True)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)  # else what lies under it would be painted, too
        self.setFont(fonts.ui_font(TEXT))

    def show_token(self, token: str, followed: bool, grey: bool, colours: Palette) -> None:
        """Show this state."""
        if (token, followed, grey, colours) != (self.text(), self.isChecked(), self.grey, self.colours):
            self.setText(token)
            self.setChecked(followed)
            self.grey, self.colours = grey, colours
            self.update()

    def nextCheckState(self) -> None:
        """A click alone checks nothing: what is followed does."""

    def paintEvent(self, event: QPaintEvent) -> None:
        c = self.colours
        if c is None:
            return
        painter = QPainter(self)
        painter.fillRect(event.rect(), QColor(c.window))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(0.75, 0.75, -0.75, -0.75)
        ground, ink, edge = QColor(c.card), QColor(c.text), QColor(c.result_edge)
        if self.isChecked():
            ground, ink, edge = QColor(c.chip), QColor(c.chip_text), QColor(c.chip)
        elif self.grey:
            ink, edge = QColor(c.quiet), QColor(c.edge)
            ink.setAlphaF(0.62)
        if self.underMouse() or self.isDown():
            edge = QColor(c.accent)
        painter.setPen(QPen(edge, 1))
        painter.setBrush(ground)
        painter.drawRoundedRect(box, 5, 5)
        if self.ring:
            painter.setPen(QPen(QColor(c.accent), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 5, 5)
        painter.setPen(ink)
        text = painter.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width() - 8)
        painter.drawText(self.rect(), int(Qt.AlignmentFlag.AlignCenter), text)
        painter.end()


def sizes(tokens: Sequence[str]) -> list[QSize]:
    """How large each chip is."""
    metrics = QFontMetrics(fonts.ui_font(TEXT))
    wide = (max(SMALLEST, min(LARGEST, metrics.horizontalAdvance(token) + 2 * PAD)) for token in tokens)
    return [QSize(w, HEIGHT) for w in wide]


def flow(tokens: Sequence[str], width: float) -> tuple[list[QRectF], float]:
    """Where the chips stand in a line as wide as `width`, in as many lines as it takes; and how high all are."""
    x = y = 0.0
    found = []
    for size in sizes(tokens):
        if x > 0 and x + size.width() > width:
            x, y = 0.0, y + HEIGHT + GAP
        found.append(QRectF(x, y, min(size.width(), width), HEIGHT))
        x += size.width() + GAP
    return found, (y + HEIGHT if found else 0.0)
