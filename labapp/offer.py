"""The dialog that offers what was left behind when the lab was ended by force."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale, Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from . import text
from .recovery import Found

WIDTH = 460


class Offer(QDialog):
    """Recover one, discard some, or leave them for later, which Esc means, too.

    `recover(found)` says whether it took the document, or set it aside as damaged; then the list is done with it.
    """

    def __init__(self, parent: QWidget, found: list[Found], recover: Callable[[Found], bool]) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._found = list(found)
        self._recover = recover
        self.setWindowTitle(QCoreApplication.translate("recovery", "Recover unsaved work"))
        why = QLabel(
            QCoreApplication.translate(
                "recovery", "Glassformer ended before this work was saved. What was kept of it:"
            ),
            self,
        )
        why.setWordWrap(True)
        self.list = QListWidget(self)
        self.list.setAccessibleName(self.windowTitle())
        for one in self._found:
            self.list.addItem(QListWidgetItem(line(one)))
        self.list.setCurrentRow(0)
        self.list.itemDoubleClicked.connect(self._take)
        buttons = QDialogButtonBox(self)
        role = QDialogButtonBox.ButtonRole
        self.take = buttons.addButton(QCoreApplication.translate("recovery", "&Recover"), role.AcceptRole)
        self.drop = buttons.addButton(QCoreApplication.translate("recovery", "&Discard"), role.DestructiveRole)
        self.later = buttons.addButton(QCoreApplication.translate("recovery", "&Later"), role.RejectRole)
        self.take.setDefault(True)
        self.take.clicked.connect(self._take)
        self.drop.clicked.connect(self._discard)
        self.later.clicked.connect(self.reject)
        column = QVBoxLayout(self)
        column.setSpacing(12)
        for part in (why, self.list, buttons):
            column.addWidget(part)
        self.resize(WIDTH, self.sizeHint().height())
        self.finished.connect(self._leave)

    def _take(self) -> None:
        row = self.list.currentRow()
        if row < 0 or not self._recover(self._found[row]):
            return
        self._done_with(row)
        self.accept()

    def _discard(self) -> None:
        row = self.list.currentRow()
        if row < 0:
            return
        self._found[row].discard()
        self._done_with(row)
        if not self._found:
            self.accept()

    def _done_with(self, row: int) -> None:
        del self._found[row]
        self.list.takeItem(row)

    def _leave(self) -> None:
        """Those that were neither recovered nor discarded are offered again at the next start."""
        for one in self._found:
            one.leave()
        self._found = []


def line(found: Found) -> str:
    """What it is called, and when it was kept, as the language of the window writes it."""
    when = QDateTime.fromSecsSinceEpoch(int(found.head.saved))
    told = QLocale(text.language()).toString(when, QLocale.FormatType.ShortFormat)
    return f"{found.head.title} — {told}"
