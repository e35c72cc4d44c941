"""The panel: the list of what is held, and what to do where nothing is."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QLabel, QListWidget, QListWidgetItem, QPushButton, QVBoxLayout, QWidget

from core.trace import Trace

from ... import colours
from ...bench.pin_entries import Entry, entries
from ...bench.pinning import release, release_all
from ...desk import Desk
from .row import PinRow, cells_text, held_text

MARGIN = 14
SHOWN = 3  # lines in view before the list scrolls
MOST = 200  # lines; more are counted, not listed


class PinList(QListWidget):
    """The lines; Delete is for its panel."""

    def __init__(self, parent: PinsPanel) -> None:
        super().__init__(parent)
        self._panel = parent
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and not event.modifiers():
            self._panel.release_line(self.currentRow())
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._panel.go_to(self.currentRow())
        else:
            super().keyPressEvent(event)


class PinsPanel(QWidget):
    """Every pin of the document. A click goes to the cells, the button of a line or Delete releases them."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk, self._document, self._selection = desk, desk.document, desk.selection
        self.entries: list[Entry] = []
        self._keys: list[tuple[object, ...]] = []
        self._stale = True
        self.setObjectName("panelBody")
        self.list = PinList(self)
        self.list.itemClicked.connect(self._clicked)
        self.empty, self.more = QLabel(self), QLabel(self)
        for label in (self.empty, self.more):
            label.setWordWrap(True)
            label.setForegroundRole(self.palette().ColorRole.PlaceholderText)
        self.all = QPushButton(self)
        self.all.clicked.connect(self.release_all)
        column = QVBoxLayout(self)
        column.setContentsMargins(MARGIN, 4, MARGIN, 10)
        column.setSpacing(6)
        column.addWidget(self.empty)
        column.addWidget(self.list)
        column.addWidget(self.more)
        column.addWidget(self.all, 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch(1)
        self._document.changed.connect(self._changed)
        self.retranslate()

    # what is shown

    def _changed(self, trace: object) -> None:
        self.refresh()

    def refresh(self) -> None:
        """Show the pins as they are now, or remember to when the dock comes back."""
        if not self.isVisible():
            self._stale = True
            return
        trace = self._document.trace
        if not (self._stale or self._keys or trace.workspace.pins):
            return
        self._stale = False
        self.entries = list(entries(trace))
        shown = self.entries[:MOST]
        keys = [entry.key for entry in shown]
        if keys != self._keys:
            self._keys = keys
            self._fill(len(shown))
        palette = colours.palette_of(self)
        sheet = (
            f"QListWidget {{ background: {palette.panel}; }} QListWidget::item {{ border-radius: 5px; }}"
            f" QListWidget::item:selected {{ background: {palette.accent_soft}; }}"
        )
        if sheet != self.list.styleSheet():  # dressing costs more than all the words
            self.list.setStyleSheet(sheet)
        for at, entry in enumerate(shown):
            self._show(at, trace, entry)
            self.line(at).show_entry(trace, entry, palette)
        self._size()
        left = len(self.entries) - len(shown)
        text = QCoreApplication.translate("pins", "and {count} more").format(count=left)
        self.more.setText(text)
        self.more.setVisible(left > 0)
        for widget in (self.list, self.all):
            widget.setVisible(bool(shown))
        self.empty.setVisible(not shown)

    def line(self, at: int) -> PinRow:
        """The widget of a line."""
        found = self.list.itemWidget(self.list.item(at))
        assert isinstance(found, PinRow)
        return found

    def _fill(self, count: int) -> None:
        """So many lines; the current one stays at its number, so that Delete can be pressed again."""
        current = self.list.currentRow()
        had_focus = self.list.hasFocus() or self.list.isAncestorOf(self.focusWidget() or self)
        self.list.clear()
        for _ in range(count):
            item, row = QListWidgetItem(self.list), PinRow(self.list)
            self.list.setItemWidget(item, row)
            row.released.connect(self._button_pressed)
        self.list.setCurrentRow(min(current, count - 1))
        if had_focus and count:
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show(self, at: int, trace: Trace, entry: Entry) -> None:
        """What a screen reader says of a line."""
        item = self.list.item(at)
        item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{cells_text(trace, entry)}, {held_text(trace, entry)}")

    def _size(self) -> None:
        """The list is as high as its first lines."""
        heights = []
        for at in range(self.list.count()):
            heights.append(self.line(at).height_needed())
            self.list.item(at).setSizeHint(QSize(0, heights[-1]))
        self.list.setFixedHeight(sum(heights[:SHOWN]) + 4)

    # acts

    def _clicked(self, item: QListWidgetItem) -> None:
        self.go_to(self.list.row(item))

    def go_to(self, at: int) -> None:
        """Select the cells of a line on the bench; those of another sample or model have no place there."""
        if not 0 <= at < len(self.entries) or not self._desk.settle():
            return
        entry, trace = self.entries[at], self._document.trace
        if not entry.present or entry.span.name not in trace:
            self._desk.say(held_text(trace, entry))
            return
        i, j = (0 if place is None else place for place in (entry.span.i, entry.span.j))
        assert isinstance(i, int)
        assert isinstance(j, int)
        matrix = trace[entry.span.name]
        if matrix.head is not None:
            self._selection.show_head(matrix.name.split(f".h{matrix.head}.")[0], matrix.head)
        self._selection.select((matrix.name, i, j))
        self._selection.go(matrix.name)

    def _button_pressed(self) -> None:
        row = self.sender()
        at = next((k for k in range(self.list.count()) if self.line(k) is row), -1)
        self.release_line(at)

    def release_line(self, at: int) -> None:
        """Release what one line holds."""
        if 0 <= at < len(self.entries) and self._desk.settle():
            entry = self.entries[at]
            release(self._document, entry.span, entry.sample)

    def release_all(self) -> None:
        """Release everything that is held."""
        if self._desk.settle():
            release_all(self._document)

    # words

    def retranslate(self) -> None:
        """Say everything in the language of the window."""
        self.setAccessibleName(QCoreApplication.translate("panels", "Pins"))
        self.list.setAccessibleName(QCoreApplication.translate("pins", "What is held"))
        self.list.setToolTip("")
        self.all.setText(QCoreApplication.translate("pins", "Release all"))
        said = QCoreApplication.translate("pins", "Release every pin, in every sample")
        self.all.setToolTip(said)
        self.all.setAccessibleName(said)
        self.empty.setText(
            QCoreApplication.translate(
                "pins",
                "Nothing is held. Press P on a computed cell, or type a number there; "
                "the right button holds rows, columns and matrices.",
            )
        )

    # Qt

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self.refresh()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        if event.type() in (QEvent.Type.LanguageChange, QEvent.Type.PaletteChange, QEvent.Type.StyleChange):
            self._stale = True
            self.refresh()
