"""Where a model comes from: a starting model by name, or a .glass file by path."""

from __future__ import annotations

from pathlib import Path

from core import glass
from core.closest import closest
from core.problem import QT_TRANSLATE_NOOP, Problem
from core.workspace import Workspace
from resources import path as resource

ENDING = ".glass"
FIRST = "block"  # what opens when nothing is named


def names() -> list[str]:
    """The starting models, in alphabetical order."""
    return sorted(file.stem for file in resource("models").glob(f"*{ENDING}"))


def starting_model(name: str) -> Workspace:
    """A starting model by its name."""
    return glass.load(resource("models", name + ENDING))


def find(what: str) -> tuple[Workspace, Path | None]:
    """The workspace that `what` means, and its file if it is one. A starting model's name wins over a file's."""
    if what in names():
        return starting_model(what), None
    path = Path(what)
    if is_file(what) or path.suffix.lower() == ENDING or len(path.parts) > 1:
        return glass.load(path), path
    near = closest(what, names())
    if near is not None:
        raise Problem(
            QT_TRANSLATE_NOOP("core", "There is no model or file called {name}. Did you mean {near}?"),
            name=what,
            near=near,
        )
    raise Problem(
        QT_TRANSLATE_NOOP("core", "There is no model or file called {name}. The models are {known}."),
        name=what,
        known=", ".join(names()),
    )


def is_file(what: str) -> bool:
    """Whether `what` names a file; False also for a text that no file can be called."""
    try:
        return Path(what).is_file()
    except OSError:
        return False


def title(workspace: Workspace, language: str) -> str:
    """The model's title in a language, else in English, else nothing."""
    about = workspace.about
    for texts in (about.get(language), about.get("en")):
        if texts and texts.get("title"):
            return texts["title"]
    return ""
