"""The free run over a document: what a person does with it, and how it follows every edit."""

from __future__ import annotations

import numpy as np
import pytest

from core.generate import Choice, Generation
from labapp import models
from labapp.desk import Desk
from labapp.document import Document
from labapp.generating import Generating
from labapp.selection import Selection

SAID = ("BOS", "I", "gave", "him", "a", "book", "yesterday", ".")


def made(name: str = "translate", row: int | None = 2) -> tuple[Desk, Generating]:
    document = Document(models.starting_model(name), "numpy")
    selection = Selection(document)
    selection.follow(("tgt", row) if row is not None else None)
    desk = Desk(document, selection, lambda: True, print)
    return desk, desk.generating


def test_appending_takes_the_most_likely_token_and_shows_its_row(qtbot: object) -> None:
    desk, generating = made()
    generating.next()
    assert generating.free
    assert generating.run is not None
    assert generating.run.tokens == ("BOS", "I", "gave", "him")
    assert desk.predicted.trace is generating.run.trace
    assert desk.predicted.row == 3
    assert desk.selection.row == ("tgt", 3)
    generating.back()
    assert generating.run.tokens == ("BOS", "I", "gave")
    assert desk.predicted.row == 2
    generating.set_free(False)
    assert desk.predicted.trace is desk.document.trace


def test_a_wrong_token_goes_on_as_the_engine_does(qtbot: object) -> None:
    desk, generating = made()
    generating.choose("her")
    for _ in range(3):
        generating.next()
    assert generating.run is not None
    alone = Generation(desk.document.workspace, begin=("I", "gave", "her"))
    want = [alone.step().token for _ in range(3)]
    assert generating.run.tokens == ("BOS", "I", "gave", "her", *want)
    fresh = alone.trace()["out.logits"].values
    assert np.abs(generating.run.trace["out.logits"].values - fresh).max() < 1e-12


def test_other_words_in_the_source_are_followed_and_undone(qtbot: object) -> None:
    desk, generating = made(row=0)
    document = desk.document
    generating.reset()
    for _ in SAID:
        generating.next()
    assert generating.run is not None
    assert generating.run.tokens == SAID
    assert generating.run.stopped == "EOS"
    sample = document.workspace.samples[0]
    other = type(sample)(tuple("她" if word == "他" else word for word in sample.source), sample.target)
    document.do(document.workspace.with_samples((other, *document.workspace.samples[1:])), "her")
    assert generating.run.tokens == tuple("her" if word == "him" else word for word in SAID)
    document.undo_stack.undo()
    assert generating.run.tokens == SAID


@pytest.mark.parametrize("seed", [1, 5])
def test_equal_seeds_are_equal_texts_and_those_of_the_engine(qtbot: object, seed: int) -> None:
    desk, generating = made(row=0)
    generating.set_choice(Choice(30.0, 0, seed))
    generating.reset()
    for _ in range(6):
        generating.next()
    alone = Generation(desk.document.workspace, choice=Choice(30.0, 0, seed))
    want = [alone.step().token for _ in range(6) if not alone.stopped]
    assert generating.run is not None
    assert list(generating.run.chosen) == want
