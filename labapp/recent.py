"""The menu of files that were opened or saved last."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from . import log

if TYPE_CHECKING:
    from .main_window import MainWindow


class RecentMenu(QMenu):
    """Made anew each time it is opened; a file that is gone says so when it is chosen, and leaves the list."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self.aboutToShow.connect(self.fill)
        self.retranslate()

    def retranslate(self) -> None:
        """Say everything in the language of the window."""
        self.setTitle(QCoreApplication.translate("window", "Open &recent"))
        self.fill()

    def fill(self) -> None:
        """List the files of the settings."""
        self.clear()
        settings = self._window.settings
        files = settings.recent() if settings is not None else []
        for number, file in enumerate(files, 1):
            item = QAction(menu_text(number, file), self)
            item.setToolTip(str(file))
            item.setData(str(file))
            item.triggered.connect(self._chosen)
            self.addAction(item)
        if not files:
            self.addAction(QCoreApplication.translate("window", "No files yet")).setEnabled(False)
            return
        self.addSeparator()
        self.addAction(QCoreApplication.translate("window", "&Clear this list")).triggered.connect(self._clear)

    def _chosen(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            log.guarded(lambda: self.open(Path(str(action.data()))))()

    def open(self, file: Path) -> None:
        """Open one of them."""
        self._window.open_path(file)
        if self._window.settings is not None and not file.is_file():
            self._window.settings.drop_recent(file)

    def _clear(self) -> None:
        if self._window.settings is not None:
            self._window.settings.clear_recent()


def menu_text(number: int, file: Path) -> str:
    """ "&1 a.glass — lessons": the folder tells two files of one name apart."""
    place = f"{file.name} — {file.parent.name}" if file.parent.name else file.name
    return f"{f'&{number}' if number < 10 else number} " + place.replace("&", "&&")
