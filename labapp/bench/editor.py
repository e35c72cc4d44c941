"""Typing a number: a line of text over the cell, which keeps what it can't read and says why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLabel, QLineEdit, QWidget

from core.numbers import exact, parse_number
from core.problem import Problem
from labapp.text import sentence
from labapp.theme import Palette

from .editing import cell_name, set_cell
from .metrics import Metrics
from .pinning import Span, hold, span_name

if TYPE_CHECKING:
    from .view import BenchView

LEAVES = {
    Qt.Key.Key_Return: "down",
    Qt.Key.Key_Enter: "down",
    Qt.Key.Key_Down: "down",
    Qt.Key.Key_Up: "up",
    Qt.Key.Key_Tab: "next",
    Qt.Key.Key_Backtab: "previous",
}
STAY = (Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason, Qt.FocusReason.MenuBarFocusReason)


class CellEditor(QLineEdit):
    """The line itself. `done(direction)` wants to commit and move on, `lost` only to commit."""

    done = Signal(str)
    cancelled = Signal()
    lost = Signal()

    def __init__(self, parent: QWidget, text: str, typed: bool, palette: Palette, m: Metrics) -> None:
        super().__init__(text, parent)
        self.typed = typed  # opened by typing: left and right leave the cell, as in a sheet
        self._palette = palette
        self.setFrame(False)
        self.setAcceptDrops(False)  # a file that is dropped is meant for the window
        self.setFont(m.mono)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setMaxLength(256)
        self.mark("")
        if typed:
            self.end(False)
        else:
            self.selectAll()

    def mark(self, reason: str) -> None:
        """Show that the text was refused, and why; "" takes the mark away."""
        colours = self._palette
        edge, ground = (colours.error, colours.error_soft) if reason else (colours.why, colours.card)
        self.setStyleSheet(
            f"QLineEdit {{ color: {colours.text}; background: {ground}; border: 2px solid {edge}; padding: 0px;"
            f" selection-background-color: {colours.accent}; selection-color: {colours.accent_text}; }}"
        )
        self.setProperty("refused", bool(reason))
        self.setToolTip(reason)
        self.setAccessibleDescription(reason)

    @property
    def refused(self) -> bool:
        return bool(self.property("refused"))

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            key = Qt.Key(event.key())
            if key in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
                back = key == Qt.Key.Key_Backtab or bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
                self.done.emit("previous" if back else "next")
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key == Qt.Key.Key_Escape:
            self.cancelled.emit()
        elif key in LEAVES:
            up = key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            self.done.emit("up" if up else LEAVES[key])
        elif self.typed and key in (Qt.Key.Key_Left, Qt.Key.Key_Right) and not event.modifiers():
            self.done.emit("left" if key == Qt.Key.Key_Left else "right")
        else:
            super().keyPressEvent(event)
            event.accept()  # a key that the line has no use for is not meant for the bench below it

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() not in STAY:
            self.lost.emit()


class Typing(QObject):
    """Opens, places, commits and closes the editor of one view."""

    def __init__(self, view: BenchView) -> None:
        super().__init__(view)
        self.view = view
        self.editor: CellEditor | None = None
        self.cell: tuple[str, int, int] = ("", 0, 0)
        self.span: Span | None = None  # what the text will hold, where the cell is not edited
        self.reason: QLabel | None = None  # below the editor, while its text is refused, or what it will hold

    def open(self, name: str, i: int, j: int, text: str | None = None, span: Span | None = None) -> CellEditor:
        """Open on a cell: with its exact number, or with the text that a person began to type.

        With a `span` the number is not put into the cell: the cells of the span are held at it.
        """
        view = self.view
        view.camera.reveal(name, i, j)
        self.cell, self.span = (name, i, j), span
        matrix = view.trace[name]
        shown = exact(float(matrix.values[i, j])) if text is None else text
        editor = CellEditor(view.viewport(), shown, text is not None, view.colours, view.bench.metrics)
        editor.setAccessibleName(cell_name(matrix, i, j))
        editor.done.connect(self._leave)
        editor.cancelled.connect(self.cancel)
        editor.lost.connect(self.commit)
        editor.textEdited.connect(self._edited)
        self.editor = editor
        self.place()
        self._offer()
        editor.show()
        editor.setFocus(Qt.FocusReason.OtherFocusReason)
        return editor

    def place(self) -> None:
        """Put the editor over its cell, as wide as its text needs."""
        if self.editor is None:
            return
        view, m = self.view, self.view.bench.metrics
        rect = view.on_screen(view.bench.cards[self.cell[0]].cell(*self.cell[1:]))
        wide = max(rect.width(), (len(self.editor.text()) + 2) * m.char_width + 8)
        wide = min(wide, max(rect.width(), view.viewport().width() - 8))
        left = max(2.0, min(rect.center().x() - wide / 2, view.viewport().width() - wide - 2))
        tall = max(rect.height() + 4, m.cell_height + 4)
        self.editor.setGeometry(QRect(round(left), round(rect.center().y() - tall / 2), round(wide), round(tall)))
        self._place_reason()

    def _place_reason(self) -> None:
        if self.editor is None or self.reason is None:
            return
        seen, beside = self.view.viewport().rect(), self.editor.geometry()
        self.reason.setMaximumWidth(max(80, min(420, seen.width() - 8)))
        self.reason.adjustSize()
        left = max(4, min(beside.left(), seen.width() - self.reason.width() - 4))
        below = beside.bottom() + 4
        above = beside.top() - self.reason.height() - 4
        self.reason.move(left, below if below + self.reason.height() <= seen.height() or above < 0 else above)

    def _offer(self) -> None:
        """Say beside the editor what its number will hold."""
        if self.editor is None or self.span is None:
            return
        cells = span_name(self.view.trace[self.span.name], self.span)
        said = QCoreApplication.translate("Bench", "◆ Hold {cells} at this value: Enter. Esc leaves it computed.")
        said = said.format(cells=cells)
        self._show_reason(said, offer=True)
        self.editor.setAccessibleDescription(said)

    def _show_reason(self, text: str, offer: bool = False) -> None:
        """Words beside the editor, why its text is refused or what it offers; "" takes them away."""
        if self.reason is not None:
            self.reason.hide()
            self.reason.deleteLater()
            self.reason = None
        if text:
            colours = self.view.colours
            ink, ground = (colours.pin, colours.card) if offer else (colours.error, colours.error_soft)
            self.reason = QLabel(text, self.view.viewport())
            self.reason.setTextFormat(Qt.TextFormat.PlainText)
            self.reason.setWordWrap(True)
            self.reason.setFont(self.view.bench.metrics.ui)
            self.reason.setStyleSheet(
                f"QLabel {{ color: {ink}; background: {ground}; border: 1px solid {ink}; padding: 3px 6px; }}"
            )
            self._place_reason()
            self.reason.show()

    def commit(self, entered: bool = False) -> bool:
        """Give the text to the cell. False, with the editor open and marked, where it is refused.

        What is only offered is not taken by going away: a text nobody touched holds nothing unless it is `entered`.
        """
        if self.editor is None:
            return True
        if self.span is not None and not (entered or self.editor.typed or self.editor.isModified()):
            self.cancel()
            return True
        editor, (name, i, j) = self.editor, self.cell
        try:
            value = parse_number(editor.text())
        except Problem as problem:
            self._refuse(sentence(problem))
            return False
        # The act below may bring the focus back and with it a second commit: the editor is forgotten first.
        self.editor = None
        if self.span is None:
            reason = set_cell(self.view.document, name, i, j, value)
        else:
            reason = hold(self.view.document, self.span, value)
        if reason:
            self.editor = editor
            self._refuse(reason)
            return False
        self._close(editor)
        self.view.message.emit("")
        return True

    def cancel(self) -> None:
        """Close without changing anything."""
        if self.editor is not None:
            editor, self.editor = self.editor, None
            refused = editor.refused
            self._close(editor)
            if refused:
                self.view.message.emit("")

    def drop(self) -> None:
        """The cell is no more, or another one: close, and say what was not taken over."""
        editor = self.editor
        if editor is None:
            return
        if editor.typed or editor.isModified():
            said = QCoreApplication.translate(
                "Bench", "The model changed while {cell} was being edited: “{text}” was not taken over."
            ).format(cell=editor.accessibleName(), text=editor.text())
            # After the change has been told to everybody: a new state takes old messages back.
            QTimer.singleShot(0, self, lambda: self.view.message.emit(said))
        self.cancel()

    def settle(self) -> None:
        """The card leaves the bench: what can be read is kept, what is refused is dropped in words."""
        if self.editor is not None:
            try:
                parse_number(self.editor.text())
            except Problem:
                self.drop()
                return
            if not self.commit():
                self.drop()

    def _leave(self, direction: str) -> None:
        if self.commit(entered=True):
            self.view.keys.move(direction)

    def _edited(self, text: str) -> None:
        self.place()
        if self.editor is not None and self.editor.refused:
            try:
                parse_number(text)
            except Problem:
                return
            self.editor.mark("")
            self._show_reason("")
            self._offer()
            self.view.message.emit("")

    def _refuse(self, reason: str) -> None:
        assert self.editor is not None
        value = exact(float(self.view.trace[self.cell[0]].values[self.cell[1], self.cell[2]]))
        said = QCoreApplication.translate("Bench", "{reason} The cell keeps {value}.")
        said = said.format(reason=reason, value=value)
        self.editor.mark(said)
        self.view.message.emit(said)
        self._show_reason(said)
        if QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self.editor, said))
        if not self.editor.hasFocus():
            self.editor.setFocus(Qt.FocusReason.OtherFocusReason)

    def _close(self, editor: CellEditor) -> None:
        self._show_reason("")
        focused = editor.hasFocus()
        editor.blockSignals(True)
        editor.hide()
        editor.deleteLater()
        if focused:
            self.view.setFocus(Qt.FocusReason.OtherFocusReason)
