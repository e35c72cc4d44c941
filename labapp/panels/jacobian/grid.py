"""The grid of blocks: a row a token that comes out, a column a token that goes in."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFontMetricsF,
    QHelpEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from ... import colours, fonts
from ...theme import weight_ramp, weight_steps
from ...widgets.tint import accent, edge, quiet
from . import heat, words
from .work import Found

GAP = 2
LABEL, HEAD = 62, 58  # px at most: the tokens at the left, those above
TALL = 236  # px that the blocks like to have together
SMALLEST, LARGEST = 6, 64  # px of a block
CAPTION = 18
STEPS = {Qt.Key.Key_Up: (-1, 0), Qt.Key.Key_Down: (1, 0), Qt.Key.Key_Left: (0, -1), Qt.Key.Key_Right: (0, 1)}


class BlockGrid(QWidget):
    """`chosen(i, j)` when a person picks a block, with the mouse or the arrows."""

    chosen = Signal(int, int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.found: Found | None = None
        self.fresh = True
        self.at = (0, 0)
        self.rows: tuple[str, ...] = ()
        self.columns: tuple[str, ...] = ()
        self.caption = ""
        self._image = QImage()
        self._hover: tuple[int, int] | None = None
        self._key: object = None
        self._laid = SMALLEST, 0, 0, False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def show_labels(self, rows: tuple[str, ...], columns: tuple[str, ...], caption: str) -> None:
        """The tokens around the grid; what was found is of other matrices."""
        if (rows, columns, caption) != (self.rows, self.columns, self.caption):
            self.rows, self.columns, self.caption = rows, columns, caption
            self.setFixedHeight(self.sizeHint().height())
            self.updateGeometry()

    def show_found(self, found: Found | None, at: tuple[int, int], fresh: bool = True) -> None:
        """Show what was worked out, its block `at` chosen; grey where the document has moved on."""
        if found is not self.found:
            self.found = found
            self._image = QImage()
        self.at, self.fresh = at, fresh
        self.setFixedHeight(self.sizeHint().height())
        self.update()

    # places

    @property
    def side(self) -> int:
        """The width of a block: a whole number of pixels a number, where there is room."""
        return self._places[0]

    @property
    def _places(self) -> tuple[int, int, int, bool]:
        """The width of a block, where the first one begins, and whether the tokens above stand upright."""
        key = self.width(), self.rows, self.columns, self._width()
        if key != self._key:
            self._key, self._laid = key, self._lay()
        return self._laid

    def _lay(self) -> tuple[int, int, int, bool]:
        metrics = QFontMetricsF(fonts.ui_font(12))
        lefts, aboves = ([metrics.horizontalAdvance(token) for token in each] for each in (self.rows, self.columns))
        n, m = max(1, len(lefts)), max(1, len(aboves))
        label = round(min(LABEL, max(lefts, default=0.0))) + 8
        room = min((self.width() - label - 4) / m, TALL / n) - GAP
        side = int(max(SMALLEST, min(LARGEST, room)))
        d = self._width()
        side -= side % d if 0 < d <= side else 0
        upright = max(aboves, default=0.0) > side + GAP
        head = CAPTION + (round(min(HEAD, max(aboves, default=0.0))) + 6 if upright else 18)
        return side, label, head, upright

    def _width(self) -> int:
        return 0 if self.found is None else self.found.jacobian.values.shape[3]

    def block(self, i: int, j: int) -> QRectF:
        """Where a block is."""
        side, label, head, _ = self._places
        return QRectF(label + j * (side + GAP), head + i * (side + GAP), side, side)

    def at_point(self, point: QPointF) -> tuple[int, int] | None:
        """The block under a point."""
        side, label, head, _ = self._places
        j, i = int((point.x() - label) // (side + GAP)), int((point.y() - head) // (side + GAP))
        return (i, j) if 0 <= i < len(self.rows) and 0 <= j < len(self.columns) else None

    def sizeHint(self) -> QSize:
        side, label, head, _ = self._places
        return QSize(label + len(self.columns) * (side + GAP) + 4, head + len(self.rows) * (side + GAP) + 4)

    def minimumSizeHint(self) -> QSize:
        return QSize(self._places[1] + len(self.columns) * (SMALLEST + GAP) + 4, self.sizeHint().height())

    # painting

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        self._paint_labels(painter)
        found, palette = self.found, colours.palette_of(self)
        if found is None:
            return
        known = found.jacobian
        n, d, m, width = known.values.shape
        coarse = self.side < width
        if self._image.isNull() and not coarse:
            self._image = heat.picture(known.values.reshape(n * d, m * width), known.limit, palette)
        finite = np.isfinite(known.sizes)  # a norm may be ∞ where no entry is
        largest = float(known.sizes.max(initial=0.0, where=finite)) or 1.0
        ramp, steps = weight_ramp(palette), weight_steps(np.where(finite, known.sizes, 0.0) / largest)
        painter.setOpacity(1.0 if self.fresh else 0.55)
        for i in range(len(self.rows)):
            for j in range(len(self.columns)):
                place = self.block(i, j)
                if not known.ways[i, j]:
                    heat.hatch(painter, place, palette)
                elif not known.has(i):
                    painter.fillRect(place, QColor(palette.band))
                    heat.frame(painter, place.adjusted(1, 1, -1, -1), edge(self), 1.0)
                elif coarse:
                    k = known.rows.index(i)
                    painter.fillRect(place, ramp.fills[steps[k, j]] if finite[k, j] else QColor(palette.error))
                else:
                    k = known.rows.index(i)
                    heat.paint(painter, place, self._image, QRectF(j * width, k * d, width, d))
        painter.setOpacity(1.0)
        if self._hover is not None and self._hover != self.at:
            heat.frame(painter, self.block(*self._hover), edge(self), 1.0)
        heat.frame(painter, self.block(*self.at), accent(self), 2.0 if self.hasFocus() else 1.6)

    def _paint_labels(self, painter: QPainter) -> None:
        painter.setFont(fonts.ui_font(12))
        flags = Qt.AlignmentFlag
        side, label, head, upright = self._places
        plain, chosen = self.palette().windowText().color(), accent(self)
        for i, token in enumerate(self.rows):
            painter.setPen(chosen if i == self.at[0] else plain)
            box = self.block(i, 0)
            wide = label - 6
            if side + GAP < 11 and i != self.at[0]:
                continue
            text = painter.fontMetrics().elidedText(token, Qt.TextElideMode.ElideRight, wide)
            at = QRectF(0, box.center().y() - 9, wide, 18)
            painter.drawText(at, int(flags.AlignVCenter | flags.AlignRight), text)
        for j, token in enumerate(self.columns):
            painter.setPen(chosen if j == self.at[1] else plain)
            box = self.block(0, j)
            if not upright:
                at = QRectF(box.left() - GAP / 2, head - 18, side + GAP, 17)
                painter.drawText(at, int(flags.AlignVCenter | flags.AlignHCenter), token)
                continue
            if side + GAP < 11 and j != self.at[1]:
                continue
            painter.save()
            painter.translate(box.center().x(), head - 4)
            painter.rotate(-90)
            text = painter.fontMetrics().elidedText(token, Qt.TextElideMode.ElideRight, HEAD)
            painter.drawText(QRectF(0, -9, HEAD + 4, 18), int(flags.AlignVCenter | flags.AlignLeft), text)
            painter.restore()
        painter.setFont(fonts.ui_font(12))
        painter.setPen(quiet(self))
        text = painter.fontMetrics().elidedText(self.caption, Qt.TextElideMode.ElideRight, self.width() - 4)
        painter.drawText(QRectF(0, 0, self.width(), CAPTION), int(flags.AlignVCenter | flags.AlignLeft), text)

    # hands

    def words_at(self, point: QPointF) -> str:
        """A block in words; in a large enough one the number under the point."""
        hit, found = self.at_point(point), self.found
        if hit is None or found is None:
            return ""
        i, j = hit
        known, asked = found.jacobian, found.asked
        way = bool(known.ways[i, j])
        title = words.block_title(found.trace, asked.of, asked.by, i, j)
        place, d = self.block(i, j), known.values.shape[1]
        if way and known.has(i) and self.side >= known.values.shape[3] and place.contains(point):
            r = min(d - 1, int((point.y() - place.top()) / place.height() * d))
            width = known.values.shape[3]
            s = min(width - 1, int((point.x() - place.left()) / place.width() * width))
            entry = words.entry_title(found.trace, asked.of, asked.by, (i, r, j, s))
            title = words.entry_tip(entry, float(known.block(i, j)[r, s]), True)
        size = float(known.sizes[known.rows.index(i), j]) if known.has(i) else 0.0
        return words.block_tip(title, size, way, known.has(i))

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), self.words_at(QPointF(event.pos())), self)
            return True
        return super().event(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        hit = self.at_point(event.position())
        if hit != self._hover:
            self._hover = hit
            self.update()
        if QToolTip.isVisible():
            QToolTip.showText(event.globalPosition().toPoint(), self.words_at(event.position()), self)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hover = None
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        hit = self.at_point(event.position())
        if event.button() == Qt.MouseButton.LeftButton and hit is not None:
            self.chosen.emit(*hit)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The arrows walk from block to block."""
        step = STEPS.get(Qt.Key(event.key()))
        if step is None or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier or not self.rows:
            super().keyPressEvent(event)
            return
        i = max(0, min(len(self.rows) - 1, self.at[0] + step[0]))
        j = max(0, min(len(self.columns) - 1, self.at[1] + step[1]))
        if (i, j) != self.at:
            self.chosen.emit(i, j)

    # Qt

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.setFixedHeight(self.sizeHint().height())

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._image = QImage()
            self.update()
