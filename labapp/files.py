"""Models and .glass files as the window meets them: the list of models, the dialogs, the unsaved-changes question.

Each dialog is one small function of this module, so that a test can answer in a person's place.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from core.problem import Problem
from core.workspace import Workspace

from . import models, text

SUFFIX = models.ENDING
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Model:
    """A model that comes with the lab: its name on the command line, and its title in the window's language."""

    name: str
    title: str


def starting_models() -> list[Model]:
    """The models that come with the lab, by name; one that can't be read costs a line in the log."""
    found = []
    for name in models.names():
        try:
            found.append(Model(name, models.text(models.about(name), "title", text.language()) or name))
        except Problem as problem:
            _log.warning("the model %s is left out: %s", name, problem)
    return found


def title_of(workspace: Workspace, path: Path | None) -> str:
    """What the document is called: its file, or the title of the model it came from."""
    if path is not None:
        return path.name
    return models.title(workspace, text.language()) or QCoreApplication.translate("files", "Untitled")


def note_of(workspace: Workspace) -> str:
    """The sentence that says where the model's numbers come from, in the language of the window."""
    about = workspace.about
    return about.get(text.language(), {}).get("note", "") or about.get("en", {}).get("note", "")


def ask_open(parent: QWidget, folder: Path | None) -> Path | None:
    """Which file to open; None when the person thinks better of it."""
    chosen, _ = QFileDialog.getOpenFileName(
        parent, QCoreApplication.translate("files", "Open"), str(folder or Path.home()), _filters()
    )
    return Path(chosen) if chosen else None


def ask_save(parent: QWidget, folder: Path | None, name: str) -> Path | None:
    """Where to save; the name gets .glass when it has no ending of its own."""
    start = (folder or Path.home()) / file_name(name)
    chosen, _ = QFileDialog.getSaveFileName(
        parent, QCoreApplication.translate("files", "Save as"), str(start), _filters()
    )
    return with_suffix(Path(chosen)) if chosen else None


def with_suffix(path: Path) -> Path:
    """`path` with .glass at its end."""
    return path if path.suffix.lower() == SUFFIX else path.with_name(path.name + SUFFIX)


def file_name(name: str) -> str:
    """A title as a file name: no character that some system refuses."""
    kept = "".join("-" if letter in '<>:"/\\|?*' or ord(letter) < 32 else letter for letter in name).strip(" .")
    return (kept.removesuffix(SUFFIX) or "model") + SUFFIX


def _filters() -> str:
    return QCoreApplication.translate("files", "Glassformer files (*.glass)")


def ask_unsaved(parent: QWidget, name: str) -> str:
    """What to do with unsaved changes: "save", "discard" or "cancel"."""
    box = QMessageBox(parent)
    box.setIcon(QMessageBox.Icon.Question)
    box.setWindowTitle(QCoreApplication.translate("files", "Unsaved changes"))
    box.setText(QCoreApplication.translate("files", "Save the changes to {name}?").format(name=name))
    box.setInformativeText(QCoreApplication.translate("files", "They are lost if you don't save them."))
    buttons = QMessageBox.StandardButton
    box.setStandardButtons(buttons.Save | buttons.Discard | buttons.Cancel)
    box.setDefaultButton(buttons.Save)
    box.setEscapeButton(buttons.Cancel)
    answer = box.exec()
    box.deleteLater()
    if answer == buttons.Save:
        return "save"
    return "discard" if answer == buttons.Discard else "cancel"


def tell(parent: QWidget, sentence: str) -> QMessageBox:
    """Say something that must not be missed, without stopping the window."""
    box = warning(parent, sentence)
    box.open()
    return box


def warning(parent: QWidget, sentence: str) -> QMessageBox:
    """The box that says it, for those who have more to put into it before they open it."""
    box = QMessageBox(parent)
    box.setIcon(QMessageBox.Icon.Warning)
    box.setWindowTitle("Glassformer")
    box.setText(sentence)
    box.setStandardButtons(QMessageBox.StandardButton.Ok)
    box.finished.connect(box.deleteLater)
    return box
