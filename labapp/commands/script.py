"""`script`: a model as a NumPy script, with every step and what the screen shows."""

from __future__ import annotations

import argparse
import sys

from core import script
from core.problem import QT_TRANSLATE_NOOP, Problem

from .. import models
from .edits import opened
from .usage import typed


def run_script(chosen: argparse.Namespace) -> int:
    """Write the script of one sample to the file asked for, or print it."""
    if chosen.output is not None:
        with typed():
            script.check_ending(chosen.output)  # before anything is computed
    workspace, _ = opened(chosen)
    with typed():
        if not 0 <= chosen.sample < len(workspace.samples):
            raise Problem(
                QT_TRANSLATE_NOOP("core", "There is no sample {found}: the last one is {last}, counted from 0."),
                found=chosen.sample,
                last=len(workspace.samples) - 1,
            )
    title = models.title(workspace, "en")
    if chosen.output is not None:
        script.write(chosen.output, workspace, chosen.sample, title)
    else:
        sys.stdout.write(script.script(workspace, chosen.sample, title))
    return 0
