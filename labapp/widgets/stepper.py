"""A stepper: a whole number with a step down and a step up beside it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QSizePolicy, QWidget

from .number_field import HEIGHT, RADIUS, NumberField
from .tint import Role, accent, edge, mix, quiet, role

BUTTON = 22
STEPS = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1, Qt.Key.Key_PageUp: 10, Qt.Key.Key_PageDown: -10}


class _Step(QAbstractButton):
    """The − or + at the end of a stepper; the keyboard uses the arrow keys of the field instead."""

    def __init__(self, sign: int, parent: QWidget) -> None:
        super().__init__(parent)
        self.sign = sign
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAutoRepeat(True)
        self.setAutoRepeatDelay(400)
        self.setAutoRepeatInterval(120)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)

    def sizeHint(self) -> QSize:
        return QSize(BUTTON, HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.isEnabled() and (self.underMouse() or self.isDown()):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(mix(role(self, Role.Base), accent(self), 0.24 if self.isDown() else 0.12))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(2, 2, -2, -2), RADIUS - 1.5, RADIUS - 1.5)
        painter.setPen(QPen(role(self, Role.ButtonText) if self.isEnabled() else quiet(self), 1.5))
        centre = QPointF(self.width() / 2, self.height() / 2)
        painter.drawLine(centre - QPointF(4, 0), centre + QPointF(4, 0))
        if self.sign > 0:
            painter.drawLine(centre - QPointF(0, 4), centre + QPointF(0, 4))


class _Value(NumberField):
    """The number in the middle: no frame of its own, the stepper draws one around all three."""

    stepped = Signal(int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setTextMargins(0, 0, 0, 0)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(26, HEIGHT)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = STEPS.get(Qt.Key(event.key())) if not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier else None
        if step is None:
            super().keyPressEvent(event)
        else:
            self.stepped.emit(step)

    def update_frame(self) -> None:
        """Have the stepper paint its frame again."""
        frame = self.parentWidget()
        if frame is not None:
            frame.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update_frame()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update_frame()

    def paintEvent(self, event: QPaintEvent) -> None:
        super(NumberField, self).paintEvent(event)


class Stepper(QWidget):
    """Emits `stepped(±k)` for a button or arrow key, `committed(text)` for a typed number."""

    stepped = Signal(int)
    committed = Signal(str)

    def __init__(self, parent: QWidget | None = None, width: int = 74) -> None:
        super().__init__(parent)
        self._width = width
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.field = _Value(self)
        self.less = _Step(-1, self)
        self.more = _Step(1, self)
        self.setFocusProxy(self.field)
        row = QHBoxLayout(self)
        row.setContentsMargins(1, 0, 1, 0)
        row.setSpacing(0)
        for part in (self.less, self.field, self.more):
            row.addWidget(part)
        self.less.clicked.connect(self._down)
        self.more.clicked.connect(self._up)
        self.field.stepped.connect(self.stepped)
        self.field.committed.connect(self.committed)

    def sizeHint(self) -> QSize:
        return QSize(self._width, HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def show_value(self, text: str) -> None:
        """Show a value, unless the person is in the middle of typing another one."""
        self.field.show_value(text)
        self.update()

    def refuse(self, sentence: str) -> None:
        """Put the old value back and mark the control with the reason."""
        self.field.refuse(sentence)
        self.update()

    def accept(self) -> None:
        """Put the value that holds back without a mark."""
        self.field.accept()
        self.update()

    def refused(self) -> str:
        """Why the last value was refused ("" when it was not)."""
        return self.field.refused()

    def set_names(self, name: str, less: str, more: str) -> None:
        """Accessible names of the number and of the two buttons."""
        self.setAccessibleName(name)
        self.field.setAccessibleName(name)
        self.less.setAccessibleName(f"{name}: {less}")
        self.more.setAccessibleName(f"{name}: {more}")

    def set_description(self, text: str) -> None:
        """The tooltip and accessible description of the control."""
        self.setToolTip(text)
        self.field.set_description(text)

    def _down(self) -> None:
        self._step(-1)

    def _up(self) -> None:
        self._step(1)

    def _step(self, sign: int) -> None:
        if self.field.hasFocus():
            self.field.commit()
        self.stepped.emit(sign)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()  # a panel scrolled under the pointer must not change the model

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.field.refused():
            pen = QPen(role(self, Role.BrightText), 1.6)
        elif self.field.hasFocus():
            pen = QPen(accent(self), 1.6)
        else:
            pen = QPen(edge(self), 1)
        painter.setPen(pen)
        inset = pen.widthF() / 2
        base = role(self, Role.Base)
        painter.setBrush(base if self.isEnabled() else mix(base, edge(self), 0.25))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(inset, inset, -inset, -inset), RADIUS, RADIUS)
