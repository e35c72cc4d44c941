"""A length to drag: a logarithmic track with a knob, the marks of two models, and the number, which can be dragged."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from ... import colours, fonts
from ...text import grouped
from .content import MOST, along
from .words import side_name

HEIGHT = 34
KNOB = 6.5
MARK = 4.5
NUMBER = 62  # px of the number at the right
PIXELS = 70.0  # a drag of the number so long is ten times as much
LEFT = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
RIGHT = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight)
Key = Qt.Key
STEPS = {Key.Key_Left: -1, Key.Key_Down: -1, Key.Key_Right: 1, Key.Key_Up: 1}
LEAPS = {Key.Key_PageUp: 2.0, Key.Key_PageDown: 0.5}


class LengthSlider(QWidget):
    """Emits `moved(tokens)`. `marks` are where attention overtakes the projections: here, and in the base model."""

    moved = Signal(int)

    def __init__(self, letter: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.letter = letter
        self.value = 1
        self.marks: tuple[int | None, int | None] = (None, None)
        self._grip = ""  # what is dragged: "knob" or "number"
        self._from = (0.0, 1)
        self._typed = ""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def sizeHint(self) -> QSize:
        return QSize(320, HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return QSize(230, HEIGHT)

    def show_value(self, value: int, marks: tuple[int | None, int | None]) -> None:
        """Show a number of tokens and the marks."""
        if (value, marks) != (self.value, self.marks):
            self.value, self.marks = value, marks
            self._tell()
            self.update()

    def _tell(self) -> None:
        self.setAccessibleDescription(grouped(self.value))

    # where things are

    @property
    def label(self) -> float:
        """px of the words at the left."""
        return 20.0 + QFontMetricsF(fonts.ui_font(12)).horizontalAdvance(side_name(self.letter))

    @property
    def track(self) -> QRectF:
        x = self.label + 14
        return QRectF(x, self.height() / 2 - 2, max(30.0, self.width() - x - NUMBER - 14), 4)

    @property
    def number(self) -> QRectF:
        """The box of the number."""
        return QRectF(self.width() - NUMBER, (self.height() - 25) / 2, NUMBER - 1, 25)

    def x_of(self, tokens: int) -> float:
        return self.track.left() + along(tokens, MOST) * self.track.width()

    def tokens_at(self, x: float) -> int:
        share = min(1.0, max(0.0, (x - self.track.left()) / self.track.width()))
        return round(MOST**share)

    # acts

    def ask(self, tokens: float) -> None:
        """Ask for so many tokens."""
        found = max(1, min(MOST, round(tokens)))
        if found != self.value:
            self.moved.emit(found)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        self._typed = ""
        x = event.position().x()
        self._grip, self._from = ("number" if self.number.contains(event.position()) else "knob"), (x, self.value)
        if self._grip == "knob" and x > self.label and abs(x - self.x_of(self.value)) > KNOB + 2:
            near = next((at for at in self.marks if at is not None and abs(self.x_of(at) - x) <= MARK + 1), None)
            self.ask(near if near is not None else self.tokens_at(x))
        elif self._grip == "knob" and x <= self.label:
            self._grip = ""
        self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        x = event.position().x()
        over = self.number.contains(event.position())
        self.setCursor(Qt.CursorShape.SizeHorCursor if over else Qt.CursorShape.PointingHandCursor)
        if self._grip == "knob":
            self.ask(self.tokens_at(x))
        elif self._grip == "number":
            begun, value = self._from
            self.ask(value * 10 ** ((x - begun) / PIXELS))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._grip = ""
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Key(event.key())
        if key in STEPS:
            self._type("")
            self.ask(self.value + STEPS[key])
        elif key in LEAPS:
            self._type("")
            self.ask(self.value * LEAPS[key])
        elif key in (Key.Key_Home, Key.Key_End):
            self._type("")
            self.ask(1 if key == Key.Key_Home else MOST)
        elif event.text().isascii() and event.text().isdigit():
            self._type((self._typed + event.text())[:6])
        elif key == Key.Key_Backspace and self._typed:
            self._type(self._typed[:-1])
        elif key in (Key.Key_Return, Key.Key_Enter) and self._typed:
            self._commit()
        elif key == Key.Key_Escape and self._typed:
            self._type("")
        else:
            super().keyPressEvent(event)

    def _type(self, text: str) -> None:
        self._typed = text
        self.update()

    def _commit(self) -> None:
        typed, self._typed = self._typed, ""
        if typed:
            self.ask(int(typed))
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._commit()
        super().focusOutEvent(event)

    # painting

    def paintEvent(self, event: QPaintEvent) -> None:
        c = colours.palette_of(self)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle = self.height() / 2
        painter.setFont(fonts.math_font(16))
        painter.setPen(QColor(c.text))
        painter.drawText(QRectF(0, 0, 16, self.height()), LEFT, self.letter)
        painter.setFont(fonts.ui_font(12))
        painter.setPen(QColor(c.quiet))
        painter.drawText(QRectF(18, 0, self.label, self.height()), LEFT, side_name(self.letter))
        track, x = self.track, self.x_of(self.value)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(c.edge))
        painter.drawRoundedRect(track, 2, 2)
        painter.setBrush(QColor(c.accent))
        painter.drawRoundedRect(QRectF(track.left(), track.top(), x - track.left(), 4), 2, 2)
        painter.setPen(QPen(QColor(c.quiet), 1))
        for decade in range(1, round(math.log10(MOST))):
            tick = self.x_of(10**decade)
            painter.drawLine(QPointF(tick, middle + 6), QPointF(tick, middle + 9))
        for at, filled in zip(self.marks, (True, False), strict=True):
            if at is not None:
                self._mark(painter, QPointF(self.x_of(at), middle), QColor(c.signed[2]), QColor(c.panel), filled)
        painter.setPen(QPen(QColor(c.panel), 1.5))
        painter.setBrush(QColor(c.accent))
        painter.drawEllipse(QPointF(x, middle), KNOB, KNOB)
        self._number(painter)
        painter.end()

    def _mark(self, painter: QPainter, at: QPointF, colour: QColor, ground: QColor, filled: bool) -> None:
        painter.setPen(QPen(colour, 1.4))
        painter.setBrush(colour if filled else ground)
        painter.drawPolygon(
            QPolygonF([at + QPointF(0, -MARK), at + QPointF(MARK, 0), at + QPointF(0, MARK), at + QPointF(-MARK, 0)])
        )

    def _number(self, painter: QPainter) -> None:
        c = colours.palette_of(self)
        strong = self.hasFocus()
        painter.setPen(QPen(QColor(c.accent if strong else c.edge), 1.6 if strong else 1))
        painter.setBrush(QColor(c.card))
        painter.drawRoundedRect(self.number.adjusted(0.5, 0.5, -0.5, -0.5), 5, 5)
        painter.setFont(fonts.mono_font(13))
        painter.setPen(QColor(c.accent if self._typed else c.text))
        text = f"{self._typed}▏" if self._typed else grouped(self.value)
        painter.drawText(self.number.adjusted(4, 0, -7, 0), RIGHT, text)
