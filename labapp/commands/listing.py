"""`models`: the starting models and their titles."""

from __future__ import annotations

import argparse

from .. import models


def run_models(chosen: argparse.Namespace) -> int:
    """Print name and title of each starting model; with `--long` also where its numbers come from."""
    names = models.names()
    width = max(len(name) for name in names)
    for name in names:
        about = models.about(name)
        print(f"{name:{width}}  {models.text(about, 'title', chosen.lang)}")
        if chosen.long:
            print(f"{'':{width}}  {models.text(about, 'note', chosen.lang)}")
    return 0
