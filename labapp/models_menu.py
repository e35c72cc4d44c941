"""The menu of starting models, made anew each time it is opened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from . import files

if TYPE_CHECKING:
    from .main_window import MainWindow


class ModelsMenu(QMenu):
    """A choice begins with that model; `opens` adds the way to a file."""

    def __init__(self, window: MainWindow, opens: bool) -> None:
        super().__init__(window)
        self._window, self._opens = window, opens
        self.aboutToShow.connect(self.fill)

    def fill(self) -> None:
        """List the models that come with the lab."""
        self.clear()
        for model in files.starting_models():
            action = QAction(model.title, self)
            action.setData(model.name)
            action.triggered.connect(self._chosen)
            self.addAction(action)
        if self._opens:
            self.addSeparator()
            self.addAction(self._window.actions_by_id["open"])

    def _chosen(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self._window.new(str(action.data()))
