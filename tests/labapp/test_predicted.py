"""Predicted: whose next token is looked at."""

from __future__ import annotations

from core.generate import forced
from labapp import models
from labapp.document import Document
from labapp.predicted import Predicted
from labapp.selection import Selection


def _made(qtbot: object, name: str) -> tuple[Document, Selection, Predicted]:
    document, selection = Document(models.starting_model(name), "numpy"), Selection()
    return document, selection, Predicted(document, selection, document)


def test_it_is_the_document_and_the_last_row_until_another_is_followed(qtbot: object) -> None:
    document, selection, predicted = _made(qtbot, "translate")
    assert predicted.trace is document.trace
    assert not predicted.is_free
    assert predicted.row == len(document.workspace.samples[0].target) - 1
    said: list[int] = []
    predicted.changed.connect(lambda: said.append(1))
    selection.follow(("tgt", 2))
    assert predicted.row == 2
    assert said == [1]
    selection.follow(("src", 4))  # a row that is read, not one that predicts: to exchange a word
    assert predicted.row == 2
    assert said == [1]
    selection.follow(None)
    assert predicted.row == len(document.workspace.samples[0].target) - 1
    selection.follow(("src", 4))
    assert predicted.row == len(document.workspace.samples[0].target) - 1


def test_a_free_run_stands_in_for_it_with_its_own_rows(qtbot: object) -> None:
    document, selection, predicted = _made(qtbot, "translate")
    selection.follow(("tgt", 7))
    free = forced(document.workspace, ("I", "gave"))
    predicted.show(free)
    assert predicted.is_free
    assert predicted.trace is free
    assert predicted.row == 2
    predicted.show(None)
    assert predicted.trace is document.trace
    assert predicted.row == 7


def test_a_model_without_a_head_predicts_nothing(qtbot: object) -> None:
    _, _, predicted = _made(qtbot, "block")
    assert predicted.row is None


def test_of_an_encoder_it_is_the_row_that_is_asked_for_until_another_is_followed(qtbot: object) -> None:
    document, selection, predicted = _made(qtbot, "cloze")
    hole = document.workspace.samples[0].source.index("MASK")
    assert predicted.row == hole
    selection.follow(("src", 3))
    assert predicted.row == 3
    selection.follow(None)
    assert predicted.row == hole


def test_a_row_can_be_looked_at_while_a_word_of_the_source_stays_followed(qtbot: object) -> None:
    document, selection, predicted = _made(qtbot, "translate")
    selection.follow(("tgt", 2))
    selection.follow(("src", 4))
    said: list[int] = []
    predicted.changed.connect(lambda: said.append(1))
    predicted.look_at(5)
    assert predicted.row == 5
    assert selection.row == ("src", 4)
    assert said == [1]
    predicted.look_at(5)
    assert said == [1]
