"""P f(X) and f(PX) side by side, row by row by their tokens, and how far each row is from the other."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QHelpEvent, QImage, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from core.numbers import show

from ... import colours, fonts
from ...checking import error_text
from ...digits import NumberForm
from ...theme import signed_ramp, signed_steps
from ...widgets.tint import quiet

ROW, CAPTION = 20, 19  # px high
LABEL, LAST, GAP = 64, 84, 12  # px wide: the tokens, the differences, between the blocks
DIGITS, WIDEST = 37, 52  # px of a column: to have digits, at most
Array = NDArray[np.floating]


class SideBySide(QWidget):
    """`chosen(row, column)` when a cell is clicked; rows are those of PX."""

    chosen = Signal(int, int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.left: Array = np.zeros((0, 0))
        self.right: Array = np.zeros((0, 0))
        self.near = 1e-12
        self.tokens: tuple[str, ...] = ()
        self.titles = ("", "", "")
        self._form = NumberForm()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMouseTracking(True)

    def show_rows(self, left: Array, right: Array, tokens: tuple[str, ...], near: float, form: NumberForm) -> None:
        """Show P f(X) `left` and f(PX) `right`, both [rows, columns]; rows farther apart than `near` are marked."""
        self.left, self.right, self.tokens, self.near, self._form = left, right, tokens, near, form
        self.setFixedHeight(CAPTION + ROW * len(left) + 4)
        self.setAccessibleDescription("; ".join(self.words(i) for i in range(len(tokens))))
        self.updateGeometry()
        self.update()

    def set_titles(self, left: str, right: str, last: str) -> None:
        """What stands above the two blocks and the differences."""
        self.titles = (left, right, last)
        self.update()

    def apart(self) -> Array:
        """The largest |f(PX) − P f(X)| of each row; NaN alike is no difference."""
        with np.errstate(all="ignore"):
            apart = np.abs(self.right.astype(np.float64) - self.left)
        alike = (self.left == self.right) | (np.isnan(self.left) & np.isnan(self.right))
        apart = np.where(alike, 0.0, np.where(np.isnan(apart), np.inf, apart))
        return apart.max(axis=1, initial=0.0)

    def words(self, i: int) -> str:
        """A row in words."""
        return f"{self.tokens[i]}: {error_text(float(self.apart()[i]))}"

    # places

    def column(self) -> float:
        """The width of a column."""
        count = max(1, self.left.shape[1])
        room = (self.width() - self._label() - LAST - 2 * GAP) / (2 * count)
        return max(0.5, min(WIDEST, room))

    def _label(self) -> int:
        """The width of the longest token, within LABEL."""
        metrics = QFontMetricsF(fonts.ui_font(13))
        return round(min(LABEL, max((metrics.horizontalAdvance(token) for token in self.tokens), default=0.0) + 10))

    def _block(self, which: int) -> QRectF:
        wide = self.column() * self.left.shape[1]
        return QRectF(self._label() + which * (wide + GAP), CAPTION, wide, ROW * len(self.left))

    def cell_at(self, point: QPoint) -> tuple[int, int] | None:
        """Row and column under a point, in whichever block."""
        for which in (0, 1):
            block = self._block(which)
            if block.contains(point):
                return int((point.y() - CAPTION) // ROW), int((point.x() - block.left()) / self.column())
        return None

    def sizeHint(self) -> QSize:
        columns = max(1, self.left.shape[1])
        return QSize(round(min(620, LABEL + LAST + 2 * GAP + 2 * columns * WIDEST)), self.height())

    def minimumSizeHint(self) -> QSize:
        return QSize(220, self.height())

    # painting

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.left.size:
            return
        painter = QPainter(self)
        self._captions(painter)
        self._labels(painter)
        finite = np.abs(np.concatenate([self.left, self.right]))
        limit = float(finite.max(initial=0.0, where=np.isfinite(finite))) or 1.0
        for which, values in enumerate((self.left, self.right)):
            if self.column() >= DIGITS:
                self._cells(painter, self._block(which), values, limit)
            else:
                self._image(painter, self._block(which), values, limit)
        self._differences(painter)

    def _captions(self, painter: QPainter) -> None:
        painter.setFont(fonts.ui_font(12))
        painter.setPen(quiet(self))
        lefts = [self._block(0).left(), self._block(1).left(), self._block(1).right() + GAP]
        ends = [lefts[1] - 4, lefts[2] - 4, self.width()]
        for text, left, end in zip(self.titles, lefts, ends, strict=True):
            room = max(0.0, end - left)
            text = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, int(room))
            painter.drawText(QRectF(left, 0, room, CAPTION), int(Qt.AlignmentFlag.AlignVCenter), text)

    def _labels(self, painter: QPainter) -> None:
        painter.setFont(fonts.ui_font(13))
        painter.setPen(self.palette().windowText().color())
        wide = self._label() - 6
        for i, token in enumerate(self.tokens):
            text = painter.fontMetrics().elidedText(token, Qt.TextElideMode.ElideRight, wide)
            place = QRectF(0, CAPTION + i * ROW, wide, ROW)
            painter.drawText(place, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight), text)

    def _cells(self, painter: QPainter, block: QRectF, values: Array, limit: float) -> None:
        palette = colours.palette_of(self)
        ramp, steps, wide = signed_ramp(palette), signed_steps(values.astype(np.float64), limit), self.column()
        painter.setFont(fonts.mono_font(11))
        metrics = QFontMetricsF(painter.font())
        for i in range(values.shape[0]):
            for j in range(values.shape[1]):
                box = QRectF(block.left() + j * wide, block.top() + i * ROW, wide - 1, ROW - 1)
                odd = not np.isfinite(values[i, j])
                painter.fillRect(box, QColor(palette.odd) if odd else ramp.fills[steps[i, j]])
                painter.setPen(QColor(palette.odd_text) if odd else ramp.texts[steps[i, j]])
                text = self._form.text(values[i, j])
                if metrics.horizontalAdvance(text) > wide - 3:
                    text = show(values[i, j], 1, significant=True)
                painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), text)

    def _image(self, painter: QPainter, block: QRectF, values: Array, limit: float) -> None:
        pixels = np.ascontiguousarray(colours.image(values, "signed", limit, colours.palette_of(self)))
        n, k = values.shape
        painter.drawImage(block, QImage(pixels.data, k, n, 4 * k, QImage.Format.Format_RGBA8888))

    def _differences(self, painter: QPainter) -> None:
        """One bar and number a row; an outline around the rows that differ."""
        palette, apart = colours.palette_of(self), self.apart()
        finite = apart[np.isfinite(apart)]
        most = float(finite.max(initial=0.0)) or 1.0
        left = self._block(1).right() + GAP
        painter.setFont(fonts.mono_font(11))
        for i, far in enumerate(apart.tolist()):
            y = CAPTION + i * ROW
            differs = far > self.near
            if differs:
                share = min(1.0, far / most)
                painter.fillRect(QRectF(left, y + 4, 26 * share, ROW - 9), QColor(palette.why))
                painter.setPen(QPen(QColor(palette.why), 1.2))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRect(QRectF(self._block(1).left() - 1, y - 0.5, self._block(1).width(), ROW))
            painter.setPen(self.palette().windowText().color() if differs else quiet(self))
            text = show(far, 3, significant=True) if differs else error_text(far)
            painter.drawText(QRectF(left + 30, y, 62, ROW), int(Qt.AlignmentFlag.AlignVCenter), text)

    # hands

    def mousePressEvent(self, event: QMouseEvent) -> None:
        cell = self.cell_at(event.position().toPoint())
        if cell is not None and event.button() == Qt.MouseButton.LeftButton:
            self.chosen.emit(*cell)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            cell = self.cell_at(event.pos())
            if cell is None:
                QToolTip.hideText()
            else:
                i, j = cell
                one, two = (show(values[i, j], 6, significant=True) for values in (self.left, self.right))
                QToolTip.showText(event.globalPos(), f"{self.tokens[i]}, {j}\n{one}\n{two}", self)
            return True
        return super().event(event)
