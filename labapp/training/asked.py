"""What a person asks of the training: an open editor is settled first, and a refusal is said."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from core.problem import Problem

from ..text import sentence

if TYPE_CHECKING:
    from ..desk import Desk


def start(desk: Desk) -> None:
    """Train as many steps as planned."""
    _do(desk, desk.training.start)


def one_step(desk: Desk) -> None:
    """Train one step."""
    _do(desk, lambda: desk.training.start(1))


def pause(desk: Desk) -> None:
    """Stop here; what was learned is one act."""
    desk.training.pause()


def reset(desk: Desk) -> None:
    """Back to the weights before the first step."""
    _do(desk, desk.training.reset)


def toggle(desk: Desk) -> None:
    """Start, or pause what is going on."""
    if desk.training.run is None:
        start(desk)
    else:
        pause(desk)


def take(desk: Desk, path: Path) -> str:
    """Train on another corpus from now on; a sentence that says which, "" where it was refused and that was said."""
    if not _do(desk, lambda: desk.training.take(path)):
        return ""
    corpus = desk.training.material.corpus
    said = QCoreApplication.translate(
        "training", "{file} is the training corpus now: {train} pairs to train on, {held_out} held out."
    )
    return said.format(file=path.name, train=len(corpus.train), held_out=len(corpus.held_out))


def take_shipped(desk: Desk) -> None:
    """Train on the lab's own corpus from now on."""
    _do(desk, desk.training.take_shipped)


def _do(desk: Desk, what: Callable[[], None]) -> bool:
    if not desk.settle():
        return False
    try:
        what()
    except Problem as problem:
        desk.say(sentence(problem))
        return False
    return True
