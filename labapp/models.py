"""Where a model comes from: a starting model by name, or a .glass file by path."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from core import glass
from core.closest import closest
from core.problem import QT_TRANSLATE_NOOP, Problem
from core.workspace import Workspace
from resources import path as resource

ENDING = ".glass"
FIRST = "block"  # what opens when nothing is named
BENCH, PREDICTION = "bench", "prediction"  # the central views of the window

Texts = Mapping[str, Mapping[str, str]]


@dataclass(frozen=True)
class Opening:
    """How the window opens a starting model: in which view, and the row of which target token it follows."""

    view: str = BENCH
    follows: str = ""


# The other models open on the bench.
OPENINGS: dict[str, Opening] = {
    "translate": Opening(PREDICTION, "gave"),
    "translate-untrained": Opening(PREDICTION, "gave"),
    "english": Opening(PREDICTION, "gave"),
}


class UnknownModel(Problem):
    """What was asked for is neither a starting model nor a file."""


def names() -> list[str]:
    """The starting models, in alphabetical order."""
    return sorted(file.stem for file in resource("models").glob(f"*{ENDING}"))


def starting_model(name: str) -> Workspace:
    """A starting model by its name."""
    return glass.load(resource("models", name + ENDING))


def about(name: str) -> Texts:
    """Title and note of a starting model, without making its arrays: `base` has 44 million numbers."""
    return glass.about(resource("models", name + ENDING))


def find(what: str) -> tuple[Workspace, Path | None]:
    """The workspace that `what` means, and its file if it is one. A starting model's name wins over a file's.

    Raises UnknownModel, or Problem for a file that can't be read.
    """
    if what in names():
        return starting_model(what), None
    path = Path(what)
    if is_file(what) or path.suffix.lower() == ENDING or len(path.parts) > 1:
        return glass.load(path), path
    near = closest(what, names())
    if near is not None:
        raise UnknownModel(
            QT_TRANSLATE_NOOP("core", "There is no model or file called {name}. Did you mean {near}?"),
            name=what,
            near=near,
        )
    raise UnknownModel(
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
    return text(workspace.about, "title", language)


def text(about: Texts, what: str, language: str) -> str:
    """The "title" or "note" in a language, else in English, else nothing."""
    return about.get(language, {}).get(what, "") or about.get("en", {}).get(what, "")
