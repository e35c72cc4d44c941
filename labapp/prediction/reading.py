"""One row of attention weights, read out: each token of the source with the share that the row takes from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from core.trace import Trace

from .. import fonts
from ..bench.hatching import lines
from ..bench.hover import cell_tip, cell_words
from ..bench.pinning import hidden_weights
from ..colours import palette_of
from ..digits import Digits
from ..theme import weight_ramp, weight_steps

TOKEN = 14  # px of text
DENSITIES = ((13, 9), (12, 4))  # px of a number and around it: the first at which all stand on one line, else the first
ABOVE, HIGH, GAP = 20, 28, 3  # px: the tokens, the cells, between two lines
LEAST, MOST = 33, 92  # px: a cell
LABEL = 84  # px at most for the row's own token
STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}


@dataclass(frozen=True)
class Weight:
    """A token of the source: its share as written, the colour and ink of its cell, whether the mask hides it."""

    token: str
    text: str
    fill: str
    ink: str
    hidden: bool


@dataclass(frozen=True)
class Shown:
    """What is read out: which matrix, which of its rows, and the row's own token."""

    name: str
    row: int
    label: str
    weights: tuple[Weight, ...]


class Measured(NamedTuple):
    """The room of the row's own token, the width of a cell, how many stand on a line, px of a number."""

    label: float
    wide: float
    per_line: int
    number: int


class Reading(QWidget):
    """Cells with numbers under their tokens, in as many lines as the width takes. `opened(name, i, j)` is a click."""

    opened = Signal(str, int, int)

    def __init__(self, digits: Digits, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._digits = digits
        self.shown: Shown | None = None
        self._trace: Trace | None = None
        self.current = 0
        self._kept: Measured | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_row(self, trace: Trace, name: str, row: int) -> None:
        """Show a row of a matrix of weights."""
        self._trace = trace
        shown = self._read(trace, name, row)
        if shown != self.shown:
            self.shown, self._kept = shown, None
            self.current = min(self.current, max(0, len(shown.weights) - 1))
            self._fit()
            self._say()
            self.update()

    def _read(self, trace: Trace, name: str, row: int) -> Shown:
        matrix, form = trace[name], self._digits.now
        values = matrix.values[row].astype(float)
        hides = hidden_weights(trace, name)
        colours = palette_of(self)
        ramp, steps = weight_ramp(colours), weight_steps(values)
        weights = tuple(
            Weight(
                matrix.cols[j],
                form.text(value, 2),
                ramp.fills[steps[j]].name(),
                ramp.texts[steps[j]].name(),
                bool(hides is not None and hides[row, j]),
            )
            for j, value in enumerate(values.tolist())
        )
        return Shown(name, row, matrix.rows[row], weights)

    # places

    def cell(self, j: int) -> QRectF:
        """Where the cell of a token is."""
        label, wide, per_line, _ = self._measures()
        line, at = divmod(j, per_line)
        return QRectF(label + at * wide, line * (ABOVE + HIGH + GAP) + ABOVE, wide - 2, HIGH)

    def _measures(self) -> Measured:
        """How the cells stand in the present width; worked out once for what is shown."""
        if self._kept is None:
            self._kept = self._measure()
        return self._kept

    def _measure(self) -> Measured:
        if self.shown is None:
            return Measured(0.0, float(LEAST), 1, DENSITIES[0][0])
        label = fonts.ui_font(TOKEN, bold=True)
        room = min(float(LABEL), QFontMetricsF(label).horizontalAdvance(self.shown.label) + 8)
        found = [self._measured(room, *density) for density in DENSITIES]
        return next((one for one in found if one.per_line >= len(self.shown.weights)), found[0])

    def _measured(self, label: float, number: int, pad: int) -> Measured:
        weights = self.shown.weights if self.shown is not None else ()
        tokens, numbers = QFontMetricsF(fonts.ui_font(TOKEN)), QFontMetricsF(fonts.mono_font(number))
        widths = (max(tokens.horizontalAdvance(w.token), numbers.horizontalAdvance(w.text)) for w in weights)
        wide = min(max(max(widths, default=0.0) + pad, LEAST), MOST)
        room = max(wide, self.width() - label)
        count = max(1, len(weights))
        per_line = max(1, min(count, int(room // wide)))
        if count > per_line:  # lines of nearly equal length
            per_line = -(-count // -(-count // per_line))
        return Measured(label, float(int(min(room / per_line, MOST, 1.3 * wide))), per_line, number)

    def _fit(self) -> None:
        count = len(self.shown.weights) if self.shown is not None else 0
        if count:
            high = int(self.cell(count - 1).bottom()) + 2
            if high != self.height() or self.minimumHeight() != high:
                self.setFixedHeight(high)

    def sizeHint(self) -> QSize:
        return QSize(300, ABOVE + HIGH + 2)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._kept = None
        self._fit()

    def at(self, point: QPointF) -> int | None:
        """The token under a point, over its cell or on it."""
        count = len(self.shown.weights) if self.shown is not None else 0
        return next((j for j in range(count) if self.cell(j).adjusted(0, -ABOVE, 2, 0).contains(point)), None)

    # what a hand does

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        j = self.at(event.position())
        if j is not None and event.button() == Qt.MouseButton.LeftButton:
            self._open(j)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if self.shown is not None and key in STEPS:
            self.current = min(max(0, self.current + STEPS[key]), len(self.shown.weights) - 1)
            self._say()
            self.update()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._open(self.current)
        else:
            super().keyPressEvent(event)

    def _open(self, j: int) -> None:
        if self.shown is not None:
            self.opened.emit(self.shown.name, self.shown.row, j)

    def _say(self) -> None:
        if self.shown is not None and self._trace is not None and self.shown.weights:
            self.setAccessibleDescription(cell_words(self._trace, self.shown.name, self.shown.row, self.current))

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            j = self.at(QPointF(event.pos()))
            if j is None or self.shown is None or self._trace is None:
                QToolTip.hideText()
            else:
                self._tell(j, event.globalPos())
            return True
        return super().event(event)

    def _tell(self, j: int, at: QPoint) -> None:
        assert self.shown is not None
        assert self._trace is not None
        words = cell_tip(self._trace, self.shown.name, self.shown.row, j)
        QToolTip.showText(at, words, self, self.cell(j).toAlignedRect())

    # how it looks

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.shown is None:
            return
        c = palette_of(self)
        painter = QPainter(self)
        centre = int(Qt.AlignmentFlag.AlignCenter)
        measured = self._measures()
        label = measured.label
        painter.setFont(fonts.ui_font(TOKEN, bold=True))
        painter.setPen(QColor(c.text))
        first = self.cell(0) if self.shown.weights else QRectF()
        name = painter.fontMetrics().elidedText(self.shown.label, Qt.TextElideMode.ElideRight, int(label) - 6)
        painter.drawText(
            QRectF(0, first.top(), label - 6, HIGH),
            int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter),
            name,
        )
        for j, weight in enumerate(self.shown.weights):
            cell = self.cell(j)
            painter.setFont(fonts.ui_font(TOKEN))
            painter.setPen(QColor(c.quiet))
            room = cell.adjusted(-1, -ABOVE, 1, -HIGH)
            token = painter.fontMetrics().elidedText(weight.token, Qt.TextElideMode.ElideRight, int(room.width()))
            painter.drawText(room, centre, token)
            painter.fillRect(cell, QColor(c.hidden if weight.hidden else weight.fill))
            if weight.hidden:
                painter.setPen(QPen(QColor(c.hidden_stripe), 1))
                for x0, y0, x1, y1 in lines(0, cell.width(), cell.height(), 6):
                    painter.drawLine(cell.topLeft() + QPointF(x0, y0), cell.topLeft() + QPointF(x1, y1))
            else:
                painter.setPen(QColor(weight.ink))
                painter.setFont(fonts.mono_font(measured.number))
                painter.drawText(cell, centre, weight.text)
            if j == self.current and self.hasFocus():
                painter.setPen(QPen(QColor(c.accent), 2))
                painter.drawRect(cell.adjusted(0, 0, -1, -1))
        painter.end()
