"""Typing into the table: one line with the exact number, which stays open and says why where a text is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QAbstractItemModel, QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtGui import QColor, QKeyEvent, QKeySequence, QPainter, QPen
from PySide6.QtWidgets import QLineEdit, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from core.numbers import LONGEST, parse_number
from core.problem import Problem

from ... import colours, text
from ...theme import Palette
from .model import Index

if TYPE_CHECKING:
    from .table import TwinTable

LEAVES = {Qt.Key.Key_Return: (1, 0), Qt.Key.Key_Enter: (1, 0), Qt.Key.Key_Tab: (0, 1), Qt.Key.Key_Backtab: (0, -1)}
TEXT_KEYS = (QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo)


class CellLine(QLineEdit):
    """The line over a cell."""

    def __init__(self, parent: QWidget, delegate: TwinDelegate) -> None:
        super().__init__(parent)
        self._delegate = delegate
        self.setFrame(False)
        self.setAcceptDrops(False)  # a file that is dropped is meant for the window
        self.setMaxLength(LONGEST)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.textEdited.connect(self._edited)
        self.mark("")

    def mark(self, reason: str) -> None:
        """Show that the text was refused, and why; "" takes the mark away."""
        palette = colours.palette_of(self.parentWidget() or self)
        edge, ground = (palette.error, palette.error_soft) if reason else (palette.why, palette.card)
        self.setStyleSheet(
            f"QLineEdit {{ color: {palette.text}; background: {ground}; border: 2px solid {edge}; padding: 0px; }}"
        )
        self.setProperty("refused", bool(reason))
        self.setToolTip(reason)
        self.setAccessibleDescription(reason)

    def refusal(self) -> str:
        """Why the text is no number; "" where it is one."""
        try:
            parse_number(self.text())
        except Problem as problem:
            return text.sentence(problem)
        return ""

    def _edited(self) -> None:
        if self.property("refused") and not self.refusal():
            self.mark("")

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            # With nothing typed, undo and redo mean the last act.
            if not self.isModified() and any(event.matches(key) for key in TEXT_KEYS):
                event.ignore()
                return False
            handled = super().event(event)
            if not event.isAccepted() and self.isModified() and not self.refusal():
                self._delegate.commitData.emit(self)  # saving, or a toggle: what is typed comes first
            return handled
        return super().event(event)


class TwinDelegate(QStyledItemDelegate):
    """Opens, reads and closes the line of one table."""

    def __init__(self, table: TwinTable) -> None:
        super().__init__(table)
        self._table = table
        self.line: CellLine | None = None

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """The cell on its colour; what is selected is framed and tinted, so that its colour can still be seen."""
        twin = self._table.twin
        ground, ink = twin.colours(index.row(), index.column())
        palette = twin.palette
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        current = index == self._table.currentIndex()
        painter.save()
        painter.fillRect(option.rect, ground)
        if chosen and not current:
            painter.fillRect(option.rect, shade(palette.accent, 0.22))
        if twin.held is not None and twin.held[index.row(), index.column()]:
            _paint_held(painter, option.rect, palette)
        painter.setFont(twin.font)
        painter.setPen(ink)
        painter.drawText(option.rect, Qt.AlignmentFlag.AlignCenter, twin.text(index.row(), index.column()))
        if current or chosen:
            painter.setPen(QPen(QColor(palette.why if current else palette.accent), 2 if current else 1))
            painter.drawRect(option.rect.adjusted(1, 1, -1, -1) if current else option.rect.adjusted(0, 0, -1, -1))
        painter.restore()

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        line = CellLine(parent, self)
        line.setFont(self._table.twin.font)
        line.setAccessibleName(self._table.place(index.row(), index.column()))
        self.line = line
        return line

    def destroyEditor(self, editor: QWidget, index: Index) -> None:
        self.line = None
        super().destroyEditor(editor, index)

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        line = cast(CellLine, editor)
        if not line.isModified():  # Qt asks again whenever the cell changes
            line.setText(index.data(Qt.ItemDataRole.EditRole))

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        line = cast(CellLine, editor)
        if line.isModified():
            self._table.typed(index.row(), index.column(), line.text())
            line.setModified(False)

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: Index) -> None:
        """As wide as the number is long, inside the table."""
        line, room = cast(CellLine, editor), self._table.viewport().width()
        wide = min(room, max(option.rect.width(), line.fontMetrics().horizontalAdvance(line.text()) + 18))
        left = max(0, min(option.rect.center().x() - wide // 2, room - wide))
        editor.setGeometry(left, option.rect.y(), wide, option.rect.height())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(watched, CellLine) and event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            key = Qt.Key(event.key())
            if key in LEAVES:
                self._leave(watched, *LEAVES[key], bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
                return True
        return super().eventFilter(watched, event)

    def _leave(self, line: CellLine, down: int, right: int, back: bool) -> None:
        """Commit and go on; a text that is no number keeps the line open."""
        reason = line.refusal() if line.isModified() else ""
        if reason:
            line.mark(reason)
            self._table.refused.emit(reason)
            return
        self.commitData.emit(line)
        self.closeEditor.emit(line, QStyledItemDelegate.EndEditHint.NoHint)
        sign = -1 if back and (down or right > 0) else 1
        self._table.go(sign * down, sign * right)


def _paint_held(painter: QPainter, rect: QRect, palette: Palette) -> None:
    """The edge and diamond of a held cell, as on the bench."""
    painter.setPen(QPen(QColor(palette.pin), 1))
    painter.drawRect(rect.adjusted(0, 0, -1, -1))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(QColor(palette.pin))
    x, y = rect.left() + 5, rect.top() + 5
    painter.drawPolygon([QPoint(x - 3, y), QPoint(x, y - 3), QPoint(x + 3, y), QPoint(x, y + 3)])
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


def shade(colour: str, part: float) -> QColor:
    """A colour laid thinly over what is there."""
    made = QColor(colour)
    made.setAlphaF(part)
    return made
