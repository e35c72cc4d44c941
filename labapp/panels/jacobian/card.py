"""One block, enlarged: its numbers, and an entry to check."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from core.numbers import show
from core.trace import Array

from ... import colours, fonts
from ...digits import NumberForm
from ...theme import signed_ramp, signed_steps
from ...widgets.tint import accent, quiet
from . import heat, words
from .grid import STEPS

ROW, HEAD = 20, 56  # px high: a row of numbers; the title, the sizes, the numbers of the columns
LABEL = 24
DIGITS, WIDEST = 34, 54  # px of a column: to have digits, at most
MOST_ROWS = 16  # with digits
SPECTRAL = 64  # features up to which the largest singular value is worked out


class BlockCard(QWidget):
    """`chosen(r, s)` when an entry is clicked or Enter is pressed on it: it is to be checked."""

    chosen = Signal(int, int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.values: Array = np.zeros((0, 0))
        self.title = self.note = ""
        self.way = self.fresh = True
        self.at: tuple[int, int] | None = None
        self._limit = 1.0
        self._natural = 2  # decimals, where they are automatic
        self._form = NumberForm()
        self._entry: Callable[[int, int], str] = "{}, {}".format
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_block(
        self,
        values: Array,
        title: str,
        entry: Callable[[int, int], str],
        way: bool,
        form: NumberForm,
        fresh: bool,
    ) -> None:
        """Show [r, s] in a scale of colours of its own; `entry(r, s)` names one of them."""
        self.values, self.title, self._entry = values, title, entry
        sizes = np.abs(values)
        self._limit = float(sizes.max(initial=0.0, where=np.isfinite(sizes))) or 1.0
        self._natural = max(2, min(4, 1 - math.floor(math.log10(self._limit))))
        self.way, self._form, self.fresh = way, form, fresh
        self.note = ""
        if values.size:
            with np.errstate(all="ignore"):
                frobenius = float(np.sqrt(np.square(values, dtype=np.float64).sum()))
            sure = max(values.shape) <= SPECTRAL and np.isfinite(values).all()
            spectral = float(np.linalg.norm(values.astype(np.float64), 2)) if sure else None
            self.note = words.sizes(frobenius, spectral, (values.shape[0], values.shape[1]))
        if self.at is not None and (self.at[0] >= values.shape[0] or self.at[1] >= values.shape[1]):
            self.at = None
        self.setAccessibleName(title)
        self.setAccessibleDescription(self.note)
        self.setFixedHeight(self.sizeHint().height())
        self.update()

    def choose(self, at: tuple[int, int] | None) -> None:
        """Mark an entry."""
        self.at = at
        self.update()

    # places

    @property
    def digits(self) -> bool:
        """Whether there is room for numbers."""
        n, m = self.values.shape
        return n <= MOST_ROWS and self._room() / max(1, m) >= DIGITS

    def _room(self) -> float:
        return self.width() - LABEL - 4

    def cell(self, r: int, s: int) -> QRectF:
        """Where an entry is."""
        n, m = self.values.shape
        if self.digits:
            wide = float(int(min(WIDEST, self._room() / max(1, m))))
            return QRectF(LABEL + s * wide, HEAD + r * ROW, wide, ROW)
        side = min(self._room() / max(1, m), MOST_ROWS * ROW / max(1, n))
        return QRectF(LABEL + s * side, HEAD + r * side, side, side)

    def at_point(self, point: QPointF) -> tuple[int, int] | None:
        """The entry under a point."""
        n, m = self.values.shape
        if not n or not m:
            return None
        one = self.cell(0, 0)
        r, s = int((point.y() - one.top()) // one.height()), int((point.x() - one.left()) // one.width())
        return (r, s) if 0 <= r < n and 0 <= s < m else None

    def sizeHint(self) -> QSize:
        n, m = self.values.shape
        tall = self.cell(max(0, n - 1), 0).bottom() if n else HEAD + 60
        return QSize(round(LABEL + min(m, MOST_ROWS) * 46 + 6), round(tall) + 6)

    def minimumSizeHint(self) -> QSize:
        return QSize(210, self.sizeHint().height())

    # painting

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        flags = Qt.AlignmentFlag
        painter.setFont(fonts.ui_font(14, bold=True))
        painter.setPen(self.palette().windowText().color())
        text = painter.fontMetrics().elidedText(self.title, Qt.TextElideMode.ElideRight, self.width() - 4)
        painter.drawText(QRectF(0, 0, self.width(), 20), int(flags.AlignVCenter | flags.AlignLeft), text)
        painter.setFont(fonts.ui_font(12))
        painter.setPen(quiet(self))
        text = painter.fontMetrics().elidedText(self.note, Qt.TextElideMode.ElideRight, self.width() - 4)
        painter.drawText(QRectF(0, 20, self.width(), 17), int(flags.AlignVCenter | flags.AlignLeft), text)
        n, m = self.values.shape
        if not n or not m:
            return
        painter.setOpacity(1.0 if self.fresh else 0.55)
        whole = self.cell(0, 0).united(self.cell(n - 1, m - 1))
        if not self.way:
            heat.hatch(painter, whole, colours.palette_of(self), 8)
        elif self.digits:
            self._numbers(painter)
        else:
            heat.paint(painter, whole, heat.picture(self.values, self._limit, colours.palette_of(self), False))
        self._axes(painter)
        painter.setOpacity(1.0)
        if self.at is not None:
            heat.frame(painter, self.cell(*self.at).adjusted(1, 1, -2, -2), accent(self), 2.0)
        elif self.hasFocus():
            heat.frame(painter, whole.adjusted(1, 1, -1, -1), accent(self), 1.2)

    def _axes(self, painter: QPainter) -> None:
        if not self.digits:
            return
        painter.setFont(fonts.mono_font(11))
        painter.setPen(quiet(self))
        n, m = self.values.shape
        for s in range(m):
            box = self.cell(0, s)
            painter.drawText(QRectF(box.left(), HEAD - 17, box.width(), 16), Qt.AlignmentFlag.AlignCenter, str(s))
        for r in range(n):
            box = self.cell(r, 0)
            where = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight)
            painter.drawText(QRectF(0, box.top(), LABEL - 6, ROW), where, str(r))

    def _numbers(self, painter: QPainter) -> None:
        palette = colours.palette_of(self)
        ramp, steps = signed_ramp(palette), signed_steps(self.values.astype(np.float64), self._limit)
        painter.setFont(fonts.mono_font(11))
        metrics = QFontMetricsF(painter.font())
        for r in range(self.values.shape[0]):
            for s in range(self.values.shape[1]):
                box = self.cell(r, s).adjusted(0, 0, -1, -1)
                value = self.values[r, s]
                odd = not np.isfinite(value)
                painter.fillRect(box, QColor(palette.odd) if odd else ramp.fills[steps[r, s]])
                painter.setPen(QColor(palette.odd_text) if odd else ramp.texts[steps[r, s]])
                text = self._form.text(value, self._natural)
                if metrics.horizontalAdvance(text) > box.width() - 2:
                    text = show(value, 1, significant=True)
                painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), text)

    # hands

    def words_at(self, point: QPointF) -> str:
        """The entry under a point, with every digit."""
        hit = self.at_point(point)
        if hit is None:
            return self.note
        title = self._entry(*hit)
        return words.entry_tip(title, float(self.values[hit]), self.way)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), self.words_at(QPointF(event.pos())), self)
            return True
        return super().event(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if QToolTip.isVisible():
            QToolTip.showText(event.globalPosition().toPoint(), self.words_at(event.position()), self)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        hit = self.at_point(event.position())
        if event.button() == Qt.MouseButton.LeftButton and hit is not None:
            self.chosen.emit(*hit)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The arrows walk from entry to entry; each is checked as it is reached."""
        step = STEPS.get(Qt.Key(event.key()))
        n, m = self.values.shape
        if step is None or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier or not n or not m:
            super().keyPressEvent(event)
            return
        if self.at is None:
            self.chosen.emit(0, 0)
            return
        r, s = self.at
        self.chosen.emit(max(0, min(n - 1, r + step[0])), max(0, min(m - 1, s + step[1])))

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()
