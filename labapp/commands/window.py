"""`open` and `screenshot`: the commands that need Qt, which each loads by itself."""

from __future__ import annotations

import argparse
from pathlib import Path

from core.problem import QT_TRANSLATE_NOOP, Problem

from .edits import opened
from .usage import typed

PICTURE = ".png"


def run_open(chosen: argparse.Namespace) -> int:
    """Open the window with a model; the exit code is that of its event loop."""
    workspace, path = opened(chosen)
    from ..start import run

    name = "" if path is not None else chosen.model
    return run(workspace, path, theme=chosen.theme, lang=chosen.lang, name=name)


def run_screenshot(chosen: argparse.Namespace) -> int:
    """Paint the window with a model into a PNG, with or without a screen."""
    with typed():
        _check_ending(chosen.output)
    workspace, path = opened(chosen)
    from ..picture import Shown, screenshot

    shown = Shown(chosen.view, "" if path is not None else chosen.model)
    screenshot(workspace, chosen.output, chosen.size, chosen.theme, chosen.lang, path, shown)
    return 0


def run_figure(chosen: argparse.Namespace) -> int:
    """Draw matrices or the bench of a model, with or without a screen."""
    workspace, _ = opened(chosen)
    from ..export import command
    from ..picture import application

    application()
    return command.run(chosen, workspace)


def _check_ending(path: Path) -> None:
    if path.suffix.lower() != PICTURE:
        raise Problem(
            QT_TRANSLATE_NOOP("core", "{file} has an unknown ending: allowed is {allowed}."), file=path, allowed=PICTURE
        )
