"""A mask that was painted for rows of the target holds for those rows of the free run, however it came to them."""

from __future__ import annotations

import numpy as np
from pytestqt.qtbot import QtBot

from core.engine import Engine
from core.generate import Choice, Generation
from core.workspace import Workspace
from labapp import models
from labapp.desk import Desk
from labapp.document import Document
from labapp.selection import Selection

AT = "dec1.cross"
CLOSE = 1e-12


def painted() -> Workspace:
    """translate, in which rows 1 and 3 may not read the first word of the source."""
    workspace = models.starting_model("translate")
    shape = Engine("numpy").run(workspace)[f"{AT}.mask"].values.shape
    mask = np.ones(shape)
    mask[[1, 3], 0] = 0.0
    return workspace.with_custom_mask(AT, mask)


def test_the_same_whether_the_mask_was_painted_before_or_afterwards(qtbot: QtBot) -> None:
    workspace, mask = models.starting_model("translate"), painted()
    target = workspace.samples[0].target
    forced = Engine("numpy").run(mask)["out.logits"].values
    assert np.abs(forced - Engine("numpy").run(workspace)["out.logits"].values)[1].max() > 1e-3
    for painted_first in (True, False):
        document = Document(mask if painted_first else workspace, "numpy")
        selection = Selection(document)
        selection.follow(("tgt", 0))
        generating = Desk(document, selection, lambda: True, print).generating
        for token in target[1:]:
            generating.choose_at(len(generating.run.tokens) - 1 if generating.run else 0, token)
        if not painted_first:
            document.do(mask, "painted")
        qtbot.waitUntil(lambda generating=generating: not generating._timer.isActive())  # type: ignore[misc]
        run = generating.run
        assert run is not None
        assert run.tokens == target
        assert np.abs(run.trace["out.logits"].values - forced).max() < CLOSE
        assert np.abs(run.last_step()["out.logits"].values[-1] - forced[-1]).max() < CLOSE
        generating.back()  # and what comes back has its mask again
        generating.choose_at(len(target) - 2, target[-1])
        assert np.abs(run.trace["out.logits"].values - forced).max() < CLOSE


def test_a_generation_has_it_in_every_row_that_the_sample_has() -> None:
    mask = painted()
    target, forced = mask.samples[0].target, Engine("numpy").run(mask)["out.logits"].values
    for cache in (True, False):
        generation = Generation(mask, choice=Choice(), cache=cache)
        for row, token in enumerate(target[1:]):
            step = generation.step(token)
            assert np.abs(step.trace["out.logits"].values[-1] - forced[row]).max() < CLOSE
        assert np.abs(generation.trace()["out.logits"].values - forced).max() < CLOSE
