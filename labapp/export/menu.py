"""The export menu as data, and the menu made of it. What its entries do is imported when one is chosen."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu

from core.problem import QT_TRANSLATE_NOOP
from labapp import log

if TYPE_CHECKING:
    from labapp.main_window import MainWindow


@dataclass(frozen=True)
class Entry:
    """One thing to take home. `method` names the method of Exporting that does it; `card` says that it concerns the
    matrix of the selected cell."""

    id: str
    text: str
    method: str
    shortcuts: tuple[str, ...] = ()
    card: bool = True


# In the order of the menu; None is a line between groups.
ENTRIES: tuple[Entry | None, ...] = (
    Entry("figure", QT_TRANSLATE_NOOP("export", "&Figure…"), "figure", ("Ctrl+E",), card=False),
    None,
    Entry("copy_picture", QT_TRANSLATE_NOOP("export", "&Copy matrix as picture"), "copy_picture", ("Ctrl+Shift+C",)),
    Entry("copy_table", QT_TRANSLATE_NOOP("export", "Copy numbers as &table"), "copy_table"),
    Entry("copy_latex", QT_TRANSLATE_NOOP("export", "Copy numbers as &LaTeX"), "copy_latex"),
    Entry("copy_numpy", QT_TRANSLATE_NOOP("export", "Copy numbers as &NumPy"), "copy_numpy"),
    None,
    Entry("save_numbers", QT_TRANSLATE_NOOP("export", "&Save numbers…"), "save_numbers"),
    Entry("save_script", QT_TRANSLATE_NOOP("export", "NumPy scr&ipt of the model…"), "save_script", card=False),
)


class ExportMenu(QMenu):
    """The menu of ENTRIES for a window; `actions_by_id` has its actions, whose shortcuts are live in the window."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.setObjectName("export")
        self.actions_by_id: dict[str, QAction] = {}
        self._window = weakref.ref(window)
        for entry in ENTRIES:
            if entry is None:
                self.addSeparator()
                continue
            item = QAction(window)
            item.setObjectName(entry.id)
            item.setShortcuts([QKeySequence(text) for text in entry.shortcuts])
            item.triggered.connect(_slot(window, entry.method))
            window.addAction(item)
            self.addAction(item)
            self.actions_by_id[entry.id] = item
        self.aboutToShow.connect(self._enable)
        self.aboutToHide.connect(self._enable_all)
        self.retranslate()

    def retranslate(self) -> None:
        """Say everything in the language of the window."""
        self.setTitle(QCoreApplication.translate("export", "&Export"))
        for entry in ENTRIES:
            if entry is not None:
                self.actions_by_id[entry.id].setText(QCoreApplication.translate("export", entry.text))

    def _enable(self) -> None:
        """While the menu is open, what concerns a matrix is grey where none is selected."""
        window = self._window()
        selected = window is not None and window.selection.cell is not None
        for entry in ENTRIES:
            if entry is not None:
                self.actions_by_id[entry.id].setEnabled(selected or not entry.card)

    def _enable_all(self) -> None:
        """A shortcut without a selected matrix is answered by a sentence, which a grey action couldn't say."""
        for item in self.actions_by_id.values():
            item.setEnabled(True)


def _slot(window: MainWindow, method: str) -> Callable[..., None]:
    weak = weakref.ref(window)  # a strong reference would keep a closed window alive

    def act() -> None:
        alive = weak()
        if alive is not None and alive.settle():
            from .exporting import Exporting

            getattr(Exporting(alive), method)()

    return log.guarded(act)
