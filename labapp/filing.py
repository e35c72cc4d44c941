"""Opening and saving for the window: what replaces the document asks first, what fails leaves it as it was."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from core import glass
from core.problem import Problem
from core.workspace import Workspace

from . import files, models, recovery, text

if TYPE_CHECKING:
    from .main_window import MainWindow

_log = logging.getLogger(__name__)


class Filing:
    """The way of a window's document to and from files."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._document = window.document

    def new(self, name: str) -> None:
        """Begin with a starting model."""
        if self.may_leave() and self._load(lambda: models.starting_model(name), None):
            self._window.views.open_as(name)

    def open(self) -> None:
        """Ask for a file and open it."""
        path = files.ask_open(self._window, self.folder())
        if path is not None:
            self.open_path(path)

    def open_path(self, path: Path) -> None:
        """Open a file; one that can't be read leaves everything as it is and says why."""
        if self.may_leave():
            self._load(lambda: glass.load(path), path)

    def save(self) -> bool:
        """Save to the document's file, asking for one if it has none; whether it was saved."""
        path = self._document.path
        return self._save_to(path) if path is not None else self.save_as()

    def save_as(self) -> bool:
        """Ask where, and save there; whether it was saved."""
        path = files.ask_save(self._window, self.folder(), self._name())
        return path is not None and self._save_to(path)

    def may_leave(self) -> bool:
        """Whether the document may go: unchanged, saved now, or given up knowingly.

        A text in an open editor that is refused can't hold the window: the old value stands, as always.
        """
        self._window.settle()
        self._document.commit()
        if not self._document.modified:
            return True
        answer = files.ask_unsaved(self._window, self._name())
        return self.save() if answer == "save" else answer == "discard"

    def show_unsaved(self, workspace: Workspace, path: Path | None) -> bool:
        """Show a document that is saved nowhere as it is, so that every way out asks; whether it could be shown."""
        shown = self._load(lambda: workspace, path)
        if shown:
            self._document.undo_stack.resetClean()
        return shown

    def _load(self, read: Callable[[], Workspace], path: Path | None) -> bool:
        try:
            self._document.load(read(), path)
        except (Problem, OSError) as error:
            self._refuse(error)
            return False
        self._window.selection.select(None)
        self._window.selection.follow(None)
        if path is not None:
            self._remember(path)
        self._window.show_acts()
        self._window.show_title()
        return True

    def _save_to(self, path: Path) -> bool:
        self._document.commit()  # what still lasts, such as training: what is saved is a state of the undo stack
        try:
            glass.save(path, self._document.workspace)
        except (Problem, OSError) as error:
            self._refuse(error)
            return False
        self._document.saved(path)
        recovery.sweep(path.resolve().parent)
        self._remember(path)
        self._window.show_title()
        self._window.tell(QCoreApplication.translate("window", "Saved to {file}.").format(file=path.name))
        return True

    def _refuse(self, error: Exception) -> None:
        sentence = text.sentence(error)
        _log.warning("refused: %s", error)
        self._window.say(sentence)
        files.tell(self._window, sentence)

    def _name(self) -> str:
        return files.title_of(self._document.workspace, self._document.path)

    def folder(self) -> Path | None:
        """Where a person looks for files first."""
        if self._document.path is not None:
            return self._document.path.parent
        settings = self._window.settings
        return settings.folder() if settings is not None else None

    def _remember(self, path: Path) -> None:
        if self._window.settings is not None:
            self._window.settings.set_folder(path.resolve().parent)
            self._window.settings.add_recent(path.resolve())
