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


@dataclass(frozen=True)
class Choice:
    """How numbers leave the lab. `name` is the property of NumberOutput that it shows and sets."""

    id: str
    text: str
    tip: str
    name: str


# In the order of the menu; None is a line between groups.
ENTRIES: tuple[Entry | None, ...] = (
    Entry("figure", QT_TRANSLATE_NOOP("export", "&Figure…"), "figure", ("Ctrl+E",), card=False),
    None,
    Entry("copy_picture", QT_TRANSLATE_NOOP("export", "&Copy matrix as picture"), "copy_picture", ("Ctrl+Shift+C",)),
    Entry("copy_table", QT_TRANSLATE_NOOP("export", "Copy numbers as &table"), "copy_table"),
    Entry("copy_latex", QT_TRANSLATE_NOOP("export", "Copy numbers as &LaTeX"), "copy_latex"),
    Entry("copy_numpy", QT_TRANSLATE_NOOP("export", "Copy numbers as &NumPy"), "copy_numpy"),
    None,
    Entry(
        "copy_followed",
        QT_TRANSLATE_NOOP("export", "Copy the followed &row as table"),
        "copy_followed",
        card=False,
    ),
    Entry("save_followed", QT_TRANSLATE_NOOP("export", "Save the f&ollowed row…"), "save_followed", card=False),
    Entry(
        "figure_followed",
        QT_TRANSLATE_NOOP("export", "Figure of the followe&d row…"),
        "figure_followed",
        card=False,
    ),
    None,
    Entry("save_numbers", QT_TRANSLATE_NOOP("export", "&Save numbers…"), "save_numbers"),
    Entry("save_script", QT_TRANSLATE_NOOP("export", "NumPy scr&ipt of the model…"), "save_script", card=False),
)

CHOICES: tuple[Choice, ...] = (
    Choice(
        "decimal_comma",
        QT_TRANSLATE_NOOP("export", "&Decimal comma in tables and CSV"),
        QT_TRANSLATE_NOOP(
            "export", "For spreadsheets that take 1.5 for a date or a text; LaTeX and NumPy keep the point"
        ),
        "comma",
    ),
    Choice(
        "csv_bom",
        QT_TRANSLATE_NOOP("export", "CSV files for &Excel (byte order mark)"),
        QT_TRANSLATE_NOOP("export", "Excel needs the mark to read Chinese labels; some other programs stumble over it"),
        "bom",
    ),
)


class ExportMenu(QMenu):
    """The menu of ENTRIES for a window; `actions_by_id` has its actions, whose shortcuts are live in the window."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.setObjectName("export")
        self.actions_by_id: dict[str, QAction] = {}
        self.choices_by_id: dict[str, QAction] = {}
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
        self.addSeparator()
        for choice in CHOICES:
            item = QAction(window)
            item.setObjectName(choice.id)
            item.setCheckable(True)
            item.toggled.connect(getattr(window.number_output, f"set_{choice.name}"))
            self.addAction(item)
            self.choices_by_id[choice.id] = item
        self.setToolTipsVisible(True)
        window.number_output.changed.connect(self._follow)
        self._follow()
        self.aboutToShow.connect(self._enable)
        self.aboutToHide.connect(self._enable_all)
        self.retranslate()

    def retranslate(self) -> None:
        """Say everything in the language of the window."""
        self.setTitle(QCoreApplication.translate("export", "&Export"))
        for entry in ENTRIES:
            if entry is not None:
                self.actions_by_id[entry.id].setText(QCoreApplication.translate("export", entry.text))
        for choice in CHOICES:
            self.choices_by_id[choice.id].setText(QCoreApplication.translate("export", choice.text))
            self.choices_by_id[choice.id].setToolTip(QCoreApplication.translate("export", choice.tip))

    def _follow(self) -> None:
        """Check what holds, whoever changed it."""
        window = self._window()
        if window is not None:
            for choice in CHOICES:
                self.choices_by_id[choice.id].setChecked(getattr(window.number_output, choice.name))

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
