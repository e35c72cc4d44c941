"""The samples as letters side by side, a button for one more, and one for the picture of them all."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSizePolicy, QWidget

from ..widgets.segmented import MOST_IN_ROW, Segmented
from .chip import PlainChip
from .words import letter

SEGMENT = 30  # px of a letter


class SampleSwitch(QWidget):
    """At most four letters, those around the sample that is shown; the picture has all of them."""

    chosen = Signal(int)
    add = Signal()
    copy = Signal()
    remove = Signal()
    batch = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._count, self._sample, self._first = 0, 0, 0
        self._most = MOST_IN_ROW
        self._keys: list[str] = []
        self.letters: Segmented | None = None
        self.plus, self.more = PlainChip("+", self), PlainChip("▾", self)
        self.plus.clicked.connect(self.add)
        self.more.clicked.connect(self.batch)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(5)
        for part in (self.plus, self.more):
            part.setFixedWidth(part.sizeHint().width())
            self._row.addWidget(part)

    @property
    def sample(self) -> int:
        """The sample that is on."""
        return self._sample

    def show_samples(self, count: int, sample: int) -> None:
        """Show how many samples there are, and which one is on."""
        most = self._most
        first = max(0, min(self._first, count - most))
        if not first <= sample < first + most:
            first = max(0, min(sample - 1 if most > 2 else sample, count - most))
        keys = [str(b) for b in range(first, min(count, first + most))]
        anew = keys != self._keys
        self._keys = keys
        self._count, self._sample, self._first = count, sample, first
        if anew:
            self._make(keys)
        assert self.letters is not None
        self.letters.set_value(str(sample))
        self.retranslate()

    def set_room(self, width: int) -> None:
        """Show as many letters as `width` has room for, at most four."""
        most = max(1, min(MOST_IN_ROW, (width - self.least_width()) // SEGMENT + 1))
        if most != self._most and self._count:
            self._most = most
            self.show_samples(self._count, self._sample)

    def least_width(self) -> int:
        """The width of one letter and the two buttons."""
        return SEGMENT + 2 + self.plus.width() + self.more.width() + 2 * self._row.spacing()

    def _make(self, keys: list[str]) -> None:
        old = self.letters
        focused = old is not None and old.isAncestorOf(self.focusWidget()) if self.focusWidget() else False
        self.letters = Segmented({key: letter(int(key)) for key in keys}, self)
        self.letters.setFixedWidth(max(SEGMENT, max(len(letter(int(key))) for key in keys) * 13 + 16) * len(keys) + 2)
        self.letters.chosen.connect(self._chosen)
        self._row.insertWidget(0, self.letters)
        if old is not None:
            self._row.removeWidget(old)
            old.hide()
            old.deleteLater()
        if focused:
            self.letters.segment(str(self._sample)).setFocus()

    def stops(self) -> list[QWidget]:
        """Where the Tab key goes, in order."""
        assert self.letters is not None
        return [*(self.letters.segment(key) for key in self._keys), self.plus, self.more]

    def _chosen(self, key: str) -> None:
        self.chosen.emit(int(key))

    def retranslate(self) -> None:
        """Say everything in the language of the window."""
        if self.letters is not None:
            self.letters.set_names(QCoreApplication.translate("tokens", "Sample"))
            self.letters.set_description(
                QCoreApplication.translate("tokens", "Show another sample; Insert adds one, Delete removes it")
            )
        for button, text in (
            (self.plus, QCoreApplication.translate("tokens", "Add a sample")),
            (self.more, QCoreApplication.translate("tokens", "The whole batch: duplicate or remove a sample")),
        ):
            button.setAccessibleName(text)
            button.setToolTip(text)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.remove.emit()
        elif event.key() == Qt.Key.Key_Insert:
            self.add.emit()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.open_menu(event.globalPos())

    def open_menu(self, at: QPoint) -> QMenu:
        """What can be done with samples."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        name = letter(self._sample)
        for text, signal in (
            (QCoreApplication.translate("tokens", "Add a sample") + "\tIns", self.add),
            (QCoreApplication.translate("tokens", "Duplicate sample {letter}").format(letter=name), self.copy),
            (QCoreApplication.translate("tokens", "Remove sample {letter}").format(letter=name) + "\tDel", self.remove),
            (QCoreApplication.translate("tokens", "The whole batch…"), self.batch),
        ):
            menu.addAction(text).triggered.connect(signal)
        menu.popup(at)
        return menu

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
