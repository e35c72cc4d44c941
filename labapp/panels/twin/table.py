"""The table: select, type, step, clear, copy at full precision, paste."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QItemSelectionModel, QModelIndex, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from ... import fonts
from ...bench.hover import cell_place
from ...bench.keys import ALT_STEPS, starts_number
from .model import TwinModel
from .typing import TwinDelegate

TEXT = 13
ROW = 24
WIDEST_LABEL = 130
Block = tuple[int, int, int, int]  # first row and column, rows, columns
Key = Qt.Key
Flag = QItemSelectionModel.SelectionFlag


class TwinTable(QTableView):
    """Says what a person asks for; its panel does it.

    `chosen(i, j)`: the current cell; `entered(i, j, text)`: a number was typed; `stepped(i, j, steps)`: Alt with an
    arrow; `cleared`: Delete; `copied(labels)` and `pasted`; `refused(sentence)`: a typed text was no number;
    `locked`: an edit was tried where none is possible; `pinned`: P, to hold the block or to release it.
    """

    chosen = Signal(int, int)
    entered = Signal(int, int, str)
    stepped = Signal(int, int, int)
    cleared = Signal()
    copied = Signal(bool)
    pasted = Signal()
    refused = Signal(str)
    locked = Signal()
    pinned = Signal()

    def __init__(self, twin: TwinModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.twin = twin
        twin.font = fonts.mono_font(TEXT)
        self.setModel(twin)
        self.delegate = TwinDelegate(self)
        self.setItemDelegate(self.delegate)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ContiguousSelection)
        trigger = QAbstractItemView.EditTrigger
        self.setEditTriggers(trigger.DoubleClicked | trigger.EditKeyPressed)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        for header in (self.horizontalHeader(), self.verticalHeader()):
            header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)  # measuring every cell of 200×200 takes seconds
            header.setHighlightSections(True)
            header.setMinimumSectionSize(16)
        self.verticalHeader().setDefaultSectionSize(ROW)
        self.verticalHeader().setMinimumWidth(36)
        self.verticalHeader().setMaximumWidth(WIDEST_LABEL)
        self.verticalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignCenter)
        self.fit(7)

    def fit(self, characters: int) -> None:
        """Make every column wide enough for so many characters."""
        advance = QFontMetricsF(self.twin.font).horizontalAdvance("0")
        self.horizontalHeader().setDefaultSectionSize(round(advance * characters) + 14)

    def place(self, i: int, j: int) -> str:
        """The name of a cell for a screen reader."""
        if self.twin.matrix is None or self.twin.trace is None:
            return ""
        return cell_place(self.twin.trace, self.twin.matrix.name, i, j)

    # the selection

    def select(self, i: int, j: int) -> None:
        """Make a cell the current one, without saying so; what is selected around it stays."""
        index = self.twin.index(i, j)
        if index.isValid() and index != self.currentIndex():
            blocked = self.blockSignals(True)
            self.selectionModel().setCurrentIndex(index, Flag.ClearAndSelect)
            self.blockSignals(blocked)
            self.scrollTo(index)

    def block(self) -> Block:
        """The selected cells, or the current one."""
        ranges = self.selectionModel().selection()
        if not ranges.isEmpty():
            chosen = ranges.at(0)
            return chosen.top(), chosen.left(), chosen.height(), chosen.width()
        at = self.currentIndex()
        return (at.row(), at.column(), 1, 1) if at.isValid() else (0, 0, 1, 1)

    def values(self) -> NDArray[np.floating]:
        """The numbers of the selected cells."""
        assert self.twin.matrix is not None
        i, j, rows, cols = self.block()
        return self.twin.matrix.values[i : i + rows, j : j + cols]

    def go(self, down: int, right: int) -> None:
        """The current cell that many rows and columns on, kept inside."""
        at = self.currentIndex()
        i = max(0, min(self.twin.rowCount() - 1, at.row() + down))
        j = max(0, min(self.twin.columnCount() - 1, at.column() + right))
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.selectionModel().setCurrentIndex(self.twin.index(i, j), Flag.ClearAndSelect)

    def currentChanged(self, current: QModelIndex, previous: QModelIndex) -> None:  # type: ignore[override]
        super().currentChanged(current, previous)
        if current.isValid():
            self.chosen.emit(current.row(), current.column())

    # keys

    def typed(self, i: int, j: int, text: str) -> None:
        """A number was typed into a cell."""
        self.entered.emit(i, j, text)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            # The window's own copy takes one number; here the block is meant.
            if self._clipboard_key(event):
                event.accept()
                return True
        return super().event(event)

    def _clipboard_key(self, event: QKeyEvent) -> str:
        if event.matches(QKeySequence.StandardKey.Copy):
            return "copy"
        if event.matches(QKeySequence.StandardKey.Paste):
            return "paste"
        both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
        return "labels" if event.key() == Key.Key_C and event.modifiers() == both else ""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, at = Key(event.key()), self.currentIndex()
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        asked = self._clipboard_key(event)
        if asked:
            self.pasted.emit() if asked == "paste" else self.copied.emit(asked == "labels")
        elif not at.isValid():
            super().keyPressEvent(event)
        elif modifiers == Qt.KeyboardModifier.AltModifier and key in ALT_STEPS:
            self.stepped.emit(at.row(), at.column(), ALT_STEPS[key])
        elif key in (Key.Key_Delete, Key.Key_Backspace) and not modifiers:
            self.cleared.emit()
        elif key in (Key.Key_F2, Key.Key_Return, Key.Key_Enter) and not modifiers:
            self._open("")
        elif key == Key.Key_P and not modifiers:
            self.pinned.emit()
        elif starts_number(event.text()):
            self._open(event.text())
        elif event.text() and event.text().isprintable() and event.text() != " ":
            event.ignore()  # Qt would search the cells for it
        else:
            super().keyPressEvent(event)

    def mouseDoubleClickEvent(self, event: object) -> None:
        super().mouseDoubleClickEvent(event)  # type: ignore[arg-type]
        at = self.currentIndex()
        if at.isValid() and not self.twin.editable(at.row(), at.column()):
            self.locked.emit()

    def _open(self, typed: str) -> None:
        """Open the line on the current cell, with what was typed so far."""
        at = self.currentIndex()
        if not self.twin.editable(at.row(), at.column()):
            self.locked.emit()
            return
        if self.state() == QAbstractItemView.State.EditingState:
            return  # a key that the open line has no use for, such as a second F2, comes on to the table
        self.edit(at)
        line = self.delegate.line
        if typed and line is not None:
            line.setText(typed)
            line.setModified(True)
