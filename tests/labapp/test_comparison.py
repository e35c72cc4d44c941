"""A comparison: what is baseline, which side is shown, and what becomes of it when the document changes."""

from __future__ import annotations

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from core.workspace import Sample
from labapp import models
from labapp.comparison import BASELINE, DIFFERENCE, NOW, Comparison
from labapp.document import Document


@pytest.fixture
def document(qtbot: QtBot) -> Document:
    return Document(models.starting_model("block"), "numpy")


@pytest.fixture
def comparison(document: Document) -> Comparison:
    return Comparison(document, document)


def edit(document: Document, value: float) -> None:
    document.do(document.workspace.with_cell("src.X", 0, 0, value), "x")


def test_the_baseline_stays_to_the_bit_while_the_document_moves(document: Document, comparison: Comparison) -> None:
    want = {name: document.trace[name].values.copy() for name in document.trace}
    comparison.begin(document.workspace, "frozen")
    edit(document, 3.0)
    document.do(document.workspace.with_spec(norm="rmsnorm", d_k=4), "y")
    assert comparison.trace is not None
    assert all(np.array_equal(comparison.trace[name].values, values) for name, values in want.items())


def test_it_is_looked_at_and_not_undone(document: Document, comparison: Comparison) -> None:
    comparison.begin(document.workspace, "frozen")
    comparison.show(BASELINE)
    assert document.undo_stack.count() == 0
    edit(document, 3.0)
    document.undo_stack.undo()
    assert (comparison.on, comparison.side) == (True, BASELINE)
    comparison.end()
    assert (comparison.on, comparison.side, comparison.trace) == (False, NOW, None)
    assert document.undo_stack.count() == 1


def test_the_sides_come_one_after_the_other(document: Document, comparison: Comparison) -> None:
    comparison.cycle()
    assert comparison.side == NOW, "without a baseline there is nothing else"
    comparison.begin(document.workspace, "frozen")
    seen = []
    for _ in range(4):
        comparison.cycle()
        seen.append(comparison.side)
    assert seen == [BASELINE, DIFFERENCE, NOW, BASELINE]
    comparison.cycle(-1)
    assert comparison.side == NOW


def test_what_is_laid_out_is_the_baseline_only_where_it_is_looked_at(
    document: Document, comparison: Comparison
) -> None:
    comparison.begin(document.workspace, "frozen")
    edit(document, 3.0)
    for side, want in ((NOW, document.trace), (DIFFERENCE, document.trace), (BASELINE, comparison.trace)):
        comparison.show(side)
        assert comparison.shown() is want


def test_another_sample_is_compared_with_the_same_sample(qtbot: QtBot) -> None:
    document = Document(models.starting_model("padding"), "numpy")
    comparison = Comparison(document, document)
    comparison.begin(document.workspace, "frozen")
    document.show_sample(1)
    assert comparison.trace is not None
    assert comparison.trace.sample == 1
    assert comparison.trace["src.X0"].values.tobytes() == document.trace["src.X0"].values.tobytes()


def test_a_sample_that_the_baseline_lacks_leaves_it_waiting(document: Document, comparison: Comparison) -> None:
    comparison.begin(document.workspace, "frozen")
    comparison.show(DIFFERENCE)
    two = document.workspace.with_samples((*document.workspace.samples, Sample(source=("a", "b"))))
    document.do(two, "add", 1)
    assert (comparison.on, comparison.missing, comparison.side) == (True, True, NOW)
    assert comparison.shown() is document.trace
    document.undo_stack.undo()
    assert (comparison.missing, comparison.side) == (False, DIFFERENCE)


def test_a_model_that_is_loaded_is_compared_with_the_baseline_that_stays(
    document: Document, comparison: Comparison, qtbot: QtBot
) -> None:
    comparison.begin(document.workspace, "frozen")
    comparison.show(BASELINE)
    with qtbot.waitSignal(comparison.loaded):
        document.load(models.starting_model("qkv"))
    assert (comparison.on, comparison.side) == (True, NOW), "what was opened is what one sees"
    comparison.show(BASELINE)
    assert "enc1.norm2" in comparison.shown()


def test_the_baseline_follows_the_executor(document: Document, comparison: Comparison) -> None:
    """Compiled code that comes while one compares makes no differences of last bits."""
    comparison.begin(document.workspace, "frozen")
    first = comparison.trace
    document.recompute()
    assert comparison.trace is first, "the same executor gives the same numbers: nothing to run"
