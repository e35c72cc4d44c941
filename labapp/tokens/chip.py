"""A token as a chip: a button that is followed by a click, and that looks different where it is padding."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from .. import fonts, theme
from ..theme import Palette

HEIGHT = 25
PAD = 9
SMALLEST, LARGEST = 26, 190  # px wide
RADIUS = 5.0
STRIPE = 6
TEXT, NOTE = 14, 11  # px of the token and of the word beside it


def colours_of(widget: QWidget) -> Palette:
    """The theme that a widget is dressed in."""
    return theme.palette("dark" if widget.palette().window().color().lightness() < 128 else "light")


class Chip(QAbstractButton):
    """Shows one token. It says what a hand does to it; what that means is for its row to know."""

    edited = Signal()
    dragged = Signal(QPointF)  # global position
    dropped = Signal()
    asked = Signal(object)  # a menu, at a global point
    keyed = Signal(object)  # a QKeyEvent, accepted by whoever uses it

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.note = ""
        self.padding = False
        self.wide = SMALLEST  # px; measured once a token, not with every layout
        self._pressed_at: QPointF | None = None
        self.dragging = False
        self.setCheckable(True)
        self.setFixedHeight(HEIGHT)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setFont(fonts.ui_font(TEXT))

    def show_token(self, token: str, padding: bool, note: str) -> bool:
        """Show a token; `note` is the small word after one that is padding by its mark alone. Whether it is another."""
        if (token, padding, note) == (self.text(), self.padding, self.note):
            return False
        self.setText(token)
        self.padding, self.note = padding, note
        wide = QFontMetrics(self.font()).horizontalAdvance(token) + 2 * PAD + self._note_width()
        self.wide = max(SMALLEST, min(LARGEST, wide))
        self.update()
        return True

    def nextCheckState(self) -> None:
        """A click alone checks nothing: the selection does."""

    def sizeHint(self) -> QSize:
        return QSize(self.wide, HEIGHT)

    def _note_width(self) -> int:
        return QFontMetrics(fonts.ui_font(NOTE)).horizontalAdvance(self.note) + 5 if self.note else 0

    # what a hand does

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed_at = event.globalPosition()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pressed_at is None:
            super().mouseMoveEvent(event)
            return
        way = event.globalPosition() - self._pressed_at
        if not self.dragging and way.manhattanLength() >= QApplication.startDragDistance():
            self.dragging = True
            self.setDown(False)
        if self.dragging:
            self.dragged.emit(event.globalPosition())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._pressed_at = None
        if self.dragging:
            self.dragging = False
            self.setDown(False)
            self.dropped.emit()
            return
        super().mouseReleaseEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.edited.emit()

    def give_up_drag(self) -> None:
        """The drag is over; the button that is still down means nothing any more."""
        self.dragging = False
        self._pressed_at = None
        self.setDown(False)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.asked.emit(event.globalPos())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.ignore()
        self.keyed.emit(event)
        if not event.isAccepted():
            super().keyPressEvent(event)

    # how it looks

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        c = colours_of(self)
        box = QRectF(self.rect()).adjusted(0.75, 0.75, -0.75, -0.75)
        ground, ink, line = QColor(c.card), QColor(c.text), QColor(c.edge)
        if self.isChecked():
            ground, ink, line = QColor(c.chip), QColor(c.chip_text), QColor(c.chip)
        elif self.padding:
            ground, ink, line = QColor(c.hidden), QColor(c.quiet), QColor(c.quiet)
        if self.underMouse() or self.isDown():
            line = QColor(c.accent)
        style = Qt.PenStyle.DashLine if self.padding else Qt.PenStyle.SolidLine
        path = QPainterPath()
        path.addRoundedRect(box, RADIUS, RADIUS)
        painter.fillPath(path, ground)
        if self.padding and not self.isChecked():
            stripes(painter, path, box, QColor(c.hidden_stripe), QColor(c.hidden))
        painter.setPen(QPen(line, 1, style))
        painter.drawPath(path)
        if self.hasFocus():
            painter.setPen(QPen(QColor(c.accent), 2))
            painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), RADIUS, RADIUS)
        self._paint_text(painter, ink)

    def _paint_text(self, painter: QPainter, ink: QColor) -> None:
        font = QFont(self.font())
        painter.setFont(font)
        painter.setPen(ink)
        room = QRectF(self.rect()).adjusted(4, 0, -4 - self._note_width(), 0)
        text = QFontMetrics(font).elidedText(self.text(), Qt.TextElideMode.ElideRight, int(room.width()))
        painter.drawText(room, int(Qt.AlignmentFlag.AlignCenter), text)
        if self.note:
            painter.setFont(fonts.ui_font(NOTE))
            beside = QRectF(room.right(), 0, self._note_width(), self.height())
            painter.drawText(beside, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), self.note)


class PlainChip(QAbstractButton):
    """A dashed chip that is no token: "+", "Sentence…"."""

    def __init__(self, text: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setText(text)
        self.setFont(fonts.ui_font(13))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setFixedHeight(HEIGHT)

    def sizeHint(self) -> QSize:
        return QSize(max(SMALLEST, QFontMetrics(self.font()).horizontalAdvance(self.text()) + 2 * PAD - 2), HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        c = colours_of(self)
        box = QRectF(self.rect()).adjusted(0.75, 0.75, -0.75, -0.75)
        lit = self.underMouse() or self.hasFocus() or self.isDown()
        if self.isDown():
            path = QPainterPath()
            path.addRoundedRect(box, RADIUS, RADIUS)
            painter.fillPath(path, QColor(c.accent_soft))
        style = Qt.PenStyle.SolidLine if self.hasFocus() else Qt.PenStyle.DashLine
        painter.setPen(QPen(QColor(c.accent if lit else c.result_edge), 2 if self.hasFocus() else 1, style))
        painter.drawRoundedRect(box, RADIUS, RADIUS)
        painter.setPen(QColor(c.accent if lit else c.quiet if self.isEnabled() else c.result_edge))
        painter.drawText(self.rect(), int(Qt.AlignmentFlag.AlignCenter), self.text())


def stripes(painter: QPainter, path: QPainterPath, box: QRectF, line: QColor, ground: QColor) -> None:
    """Hatch a shape, thinly enough that its text reads."""
    painter.save()
    painter.setClipPath(path)
    painter.setPen(QPen(QColor.fromRgbF(*_between(line, ground)), 1))
    x = box.left() - box.height()
    while x < box.right():
        painter.drawLine(QPointF(x, box.bottom()), QPointF(x + box.height(), box.top()))
        x += STRIPE
    painter.restore()


def _between(one: QColor, other: QColor) -> tuple[float, float, float]:
    return (
        (one.redF() + other.redF()) / 2,
        (one.greenF() + other.greenF()) / 2,
        (one.blueF() + other.blueF()) / 2,
    )
