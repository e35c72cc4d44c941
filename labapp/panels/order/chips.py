"""Chips in as many lines as the width asks for; the tokens among them are dragged, or moved with Alt and an arrow."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QPointF, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from ...tokens import flow
from ...tokens.chip import HEIGHT, Chip, colours_of


class Flow(QWidget):
    """Parts side by side, wrapped; it is as high as its lines."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.parts: Sequence[QWidget] = ()
        self.places: list[QRect] = []
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(HEIGHT)

    def lay_out(self) -> None:
        """Give every part its place."""
        self.places = flow.places([part.sizeHint().width() for part in self.parts], self.width())
        for part, place in zip(self.parts, self.places, strict=True):
            if part.geometry() != place:
                part.setGeometry(place)
        self.setFixedHeight(flow.height(flow.lines(self.places)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.lay_out()

    def sizeHint(self) -> QSize:
        return QSize(240, self.height())


class OrderRow(Flow):
    """The tokens in the order PX; `moved(at, to)` when one is put elsewhere."""

    moved = Signal(int, int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.chips: list[Chip] = []
        self.parts = self.chips
        self._name = self._tip = ""
        self._target: int | None = None
        self._mark = QRect()
        self._current = 0

    def show_order(self, tokens: Sequence[str], valid: Sequence[bool], order: Sequence[int]) -> None:
        """Show the tokens in an order; the small number is the place that each has in X."""
        self.give_up_drag()
        while len(self.chips) > len(order):
            gone = self.chips.pop()
            gone.hide()
            gone.deleteLater()
        while len(self.chips) < len(order):
            self._make_chip()
        self._current = min(self._current, max(0, len(order) - 1))
        for at, (chip, k) in enumerate(zip(self.chips, order, strict=True)):
            chip.show_token(tokens[k], not valid[k], str(k))
            self._describe(at, k)
        self._rove()
        self.lay_out()

    def set_texts(self, name: str, tip: str) -> None:
        """What the row and its chips are called."""
        self._name, self._tip = name, tip
        self.setAccessibleName(name)
        for at, chip in enumerate(self.chips):
            self._describe(at, int(chip.note or 0))

    def _describe(self, at: int, k: int) -> None:
        chip = self.chips[at]
        chip.setAccessibleName(f"{self._name} {at + 1}/{len(self.chips)}: {chip.text()}, x{k}")
        chip.setAccessibleDescription(self._tip)
        chip.setToolTip(self._tip)

    def _make_chip(self) -> None:
        chip = Chip(self)
        chip.setCheckable(False)
        chip.clicked.connect(self._clicked)
        chip.dragged.connect(self._dragged)
        chip.dropped.connect(self._dropped)
        chip.keyed.connect(self._keyed)
        self.chips.append(chip)
        chip.show()

    def _rove(self) -> None:
        for k, chip in enumerate(self.chips):
            policy = Qt.FocusPolicy.StrongFocus if k == self._current else Qt.FocusPolicy.ClickFocus
            if chip.focusPolicy() != policy:
                chip.setFocusPolicy(policy)

    def focus_chip(self, at: int) -> None:
        """Put the focus on a chip."""
        if self.chips:
            self._current = max(0, min(at, len(self.chips) - 1))
            self._rove()
            self.chips[self._current].setFocus(Qt.FocusReason.OtherFocusReason)

    def _at(self) -> int:
        chip = self.sender()
        return self.chips.index(chip) if isinstance(chip, Chip) and chip in self.chips else self._current

    def _clicked(self) -> None:
        self._current = self._at()
        self._rove()

    def _keyed(self, event: QKeyEvent) -> None:
        at, key = self._at(), event.key()
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(key))
        event.accept()
        if key == Qt.Key.Key_Escape and self._target is not None:
            self.give_up_drag()
        elif held == Qt.KeyboardModifier.AltModifier and step:
            self.shift(at, step)
        elif held:
            event.ignore()
        elif step:
            self.focus_chip(at + step)
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down) and self.places:
            self.focus_chip(flow.beside(self.places, at, 1 if key == Qt.Key.Key_Down else -1))
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self.focus_chip(0 if key == Qt.Key.Key_Home else len(self.chips) - 1)
        else:
            event.ignore()

    def shift(self, at: int, step: int) -> None:
        """A token one place on; at the end it stays."""
        if 0 <= at + step < len(self.chips):
            self.moved.emit(at, at + step)
            self.focus_chip(at + step)

    # dragging

    def _dragged(self, where: QPointF) -> None:
        chip, point = self.chips[self._at()], self.mapFromGlobal(where.toPoint())
        chip.raise_()
        chip.move(point - QPoint(chip.width() // 2, chip.height() // 2))
        self._target = flow.gap_at(self.places, point)
        self._set_mark(flow.mark(self.places, self._target, len(self.chips)))

    def _dropped(self) -> None:
        at, gap = self._at(), self._target
        self.give_up_drag()
        if gap is None:
            return
        to = flow.landing(at, gap)
        if to != at:
            self.moved.emit(at, to)
        self.focus_chip(to)

    def give_up_drag(self) -> None:
        """The dragged chip goes back."""
        if self._target is not None:
            self._target = None
            self._set_mark(QRect())
            for chip in self.chips:
                chip.give_up_drag()
            self.lay_out()

    def _set_mark(self, mark: QRect) -> None:
        if mark != self._mark:
            self._mark = mark
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._mark.isEmpty():
            painter = QPainter(self)
            painter.fillRect(self._mark, QColor(colours_of(self).accent))
