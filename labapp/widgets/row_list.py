"""A long list of one-line rows, made as they are seen: a sign, a name, quiet words and a value at the right.

Where there is room the rows stand in several columns, read line by line.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QKeyEvent, QPainter, QPalette, QResizeEvent
from PySide6.QtWidgets import QFrame, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from .tint import Role, mix

HEIGHT = 26
COLUMN = 300  # px that a row needs
Index = QModelIndex | QPersistentModelIndex
Painted = Qt.ItemDataRole


@dataclass(frozen=True)
class Line:
    """One row. `tone` is "good", "strong" or "quiet": the colour of sign and value. `tip` is its tooltip."""

    sign: str
    name: str
    words: str
    value: str
    tone: str = "strong"
    tip: str = ""

    @property
    def spoken(self) -> str:
        """The row for a screen reader."""
        return ", ".join(part for part in (self.name, self.words, self.value or self.sign) if part)


class _Lines(QAbstractListModel):
    """Rows by number; each is made when it is asked for first."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._count = 0
        self._make: Callable[[int], Line] = lambda at: Line("", "", "", "")
        self._made: dict[int, Line] = {}

    def fill(self, count: int, make: Callable[[int], Line]) -> None:
        same = count == self._count
        if not same:
            self.beginResetModel()
        self._count, self._make = count, make
        self._made.clear()
        if not same:
            self.endResetModel()
        elif count:  # the rows stay where they are, and with them the place and the current one
            self.dataChanged.emit(self.index(0), self.index(count - 1))

    @property
    def made(self) -> int:
        return len(self._made)

    def line(self, at: int) -> Line:
        if at not in self._made:
            self._made[at] = self._make(at)
        return self._made[at]

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else self._count

    def data(self, index: Index, role: int = Painted.DisplayRole) -> Any:
        if not 0 <= index.row() < self._count:
            return None
        if role in (Painted.DisplayRole, Painted.AccessibleTextRole):
            return self.line(index.row()).spoken
        return self.line(index.row()).tip or None if role == Painted.ToolTipRole else None


class _Row(QStyledItemDelegate):
    """Paints a row."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        view = self.parent()
        return QSize(view.column() if isinstance(view, RowList) else COLUMN, HEIGHT)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        view = self.parent()
        if not isinstance(view, RowList):
            return
        line, palette = view.line(index.row()), view.palette()
        state: Any = option.state
        rect: QRect = option.rect.adjusted(2, 1, -10, -1)
        accent = palette.color(Role.Highlight)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        if chosen or state & QStyle.StateFlag.State_MouseOver:
            painter.setBrush(mix(palette.color(Role.Window), accent, 0.18 if chosen else 0.08))
            painter.drawRoundedRect(rect, 5, 5)
        tone = {"good": accent, "quiet": palette.color(Role.PlaceholderText)}.get(line.tone, palette.color(Role.Text))
        inner = rect.adjusted(6, 0, -6, 0)
        middle, right = Qt.AlignmentFlag.AlignVCenter, Qt.AlignmentFlag.AlignRight
        small = QFont(view.font())
        small.setPixelSize(12)
        painter.setFont(small)
        painter.setPen(tone)
        painter.drawText(inner.adjusted(0, 0, 0, 0), middle, line.sign)
        value = QFontMetrics(small).horizontalAdvance(line.value)
        painter.drawText(inner, middle | right, line.value)
        left = inner.adjusted(18, 0, -value - 8, 0)
        self._names(painter, left, line, palette, view.font(), small)
        painter.restore()

    def _names(self, painter: QPainter, room: QRect, line: Line, palette: QPalette, font: QFont, small: QFont) -> None:
        middle = Qt.AlignmentFlag.AlignVCenter
        bold = QFont(font)
        bold.setPixelSize(13)
        bold.setWeight(QFont.Weight.DemiBold)
        painter.setFont(bold)
        painter.setPen(palette.color(Role.Text))
        face = QFontMetrics(bold)
        painter.drawText(room, middle, face.elidedText(line.name, Qt.TextElideMode.ElideRight, room.width()))
        rest = room.adjusted(face.horizontalAdvance(line.name) + 8, 0, 0, 0)
        if rest.width() > 20:
            painter.setFont(small)
            painter.setPen(QColor(palette.color(Role.PlaceholderText)))
            words = QFontMetrics(small).elidedText(line.words, Qt.TextElideMode.ElideRight, rest.width())
            painter.drawText(rest, middle, words)


class RowList(QListView):
    """`chosen(at)` when a row is clicked, or Enter or Space is pressed on it."""

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lines = _Lines(self)
        self.setModel(self._lines)
        self.setItemDelegate(_Row(self))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUniformItemSizes(True)
        self.setFlow(QListView.Flow.LeftToRight)
        self.setWrapping(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.viewport().setAutoFillBackground(False)
        self.clicked.connect(lambda index: self.chosen.emit(index.row()))

    def sizeHint(self) -> QSize:
        return QSize(COLUMN, 3 * HEIGHT)  # it takes what there is

    def minimumSizeHint(self) -> QSize:
        return QSize(120, 2 * HEIGHT)

    def column(self) -> int:
        """How wide a row is: the columns share the width."""
        wide = self.width() - self.verticalScrollBar().sizeHint().width() - 4  # whether the bar is there or not
        return max(60, wide // max(1, wide // COLUMN))

    def fill(self, count: int, make: Callable[[int], Line]) -> None:
        """Show `count` rows that `make(at)` makes, each when it is first seen."""
        self._lines.fill(count, make)

    def line(self, at: int) -> Line:
        """A row as it is shown."""
        return self._lines.line(at)

    @property
    def count(self) -> int:
        return self._lines.rowCount()

    @property
    def made(self) -> int:
        """How many rows have been made: those that were seen."""
        return self._lines.made

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.setGridSize(QSize(self.column(), HEIGHT))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and self.currentIndex().isValid():
            self.chosen.emit(self.currentIndex().row())
        else:
            super().keyPressEvent(event)
