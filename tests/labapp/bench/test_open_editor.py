"""What happens to an open editor when the bench changes under it: it commits first, or says what was dropped."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt

from labapp.models import starting_model

X = "src.X"
WQ = "enc1.self.h1.WQ"
Key = Qt.Key


@pytest.fixture
def deep(show: Any, hand_on: Any) -> Any:
    """A hand on a model of two layers that folds."""
    workspace = starting_model("block").with_spec(enc_layers=2)
    return hand_on(show(workspace))


def typed(hand: Any, name: str, text: str) -> None:
    hand.click(name, 0, 0)
    hand.type(text)


def test_folding_the_section_by_mouse_commits_first(deep: Any) -> None:
    view = deep.view
    typed(deep, WQ, "42")
    band = next(band for band in view.bench.bands if band.section == "enc1")
    deep.click_at(view.on_screen(band.mark).center().toPoint())
    assert WQ not in view.bench.cards
    assert view.typing.editor is None
    assert deep.value(WQ, 0, 0) == 42.0
    assert view.document.undo_stack.count() == 1


def test_refused_text_keeps_the_section_open(deep: Any) -> None:
    view = deep.view
    typed(deep, WQ, "4x")
    view.navigator.turn("enc1")
    view.navigator.turn_all(False)
    assert WQ in view.bench.cards
    assert view.typing.editor.text() == "4x"


def test_a_fold_from_elsewhere_keeps_what_can_be_read(deep: Any) -> None:
    view = deep.view
    typed(deep, WQ, "42")
    view.selection.set_open({"enc1": False})
    assert view.typing.editor is None
    assert deep.value(WQ, 0, 0) == 42.0
    view.document.undo_stack.undo()
    assert deep.value(WQ, 0, 0) != 42.0


def test_a_fold_from_elsewhere_drops_what_is_refused_in_words(deep: Any, qtbot: Any) -> None:
    view = deep.view
    before = deep.value(WQ, 0, 0)
    typed(deep, WQ, "4x")
    view.selection.set_open({"enc1": False})
    assert view.typing.editor is None
    qtbot.waitUntil(lambda: bool(deep.said) and "4x" in deep.said[-1])
    assert "W_Q¹[0, 0]" in deep.said[-1]
    assert deep.value(WQ, 0, 0) == before


def test_another_head_keeps_what_was_typed(hand: Any) -> None:
    typed(hand, WQ, "7")
    hand.view.selection.show_head("enc1.self", 2)
    assert hand.view.typing.editor is None
    assert hand.value(WQ, 0, 0) == 7.0


@pytest.mark.parametrize("change", [{"d": 2}, {"heads": 1}, {"causal": True}])
def test_another_model_under_the_editor_drops_the_text_in_words(hand: Any, qtbot: Any, change: dict[str, Any]) -> None:
    document = hand.view.document
    typed(hand, X, "9")
    document.do(document.workspace.with_spec(**change), "another")
    assert hand.view.typing.editor is None
    qtbot.waitUntil(lambda: bool(hand.said) and "X[我, 0]" in hand.said[-1])
    assert "9" in hand.said[-1]
    assert document.undo_stack.count() == 1


def test_an_editor_in_which_nothing_was_typed_goes_without_a_word(hand: Any, qtbot: Any) -> None:
    document = hand.view.document
    hand.click(X, 0, 0)
    hand.key(Key.Key_F2)
    document.do(document.workspace.with_rows(2), "shorter")
    assert hand.view.typing.editor is None
    qtbot.wait(5)
    assert hand.said == []


def test_undo_and_redo_of_a_size_under_an_editor_on_a_cell_that_goes(hand: Any, qtbot: Any) -> None:
    document = hand.view.document
    document.do(document.workspace.with_rows(5), "longer")
    hand.click(X, 4, 0)
    hand.type("3")
    document.undo_stack.undo()
    assert hand.view.typing.editor is None
    assert hand.view.selection.cell == (X, 2, 0)
    qtbot.waitUntil(lambda: bool(hand.said) and "“3”" in hand.said[-1])
    document.undo_stack.redo()
    assert document.trace[X].values.shape == (5, 4)


def test_another_sample_under_the_editor_gets_no_text_of_the_first(show: Any, hand_on: Any, qtbot: Any) -> None:
    block = starting_model("block")
    hand = hand_on(show(block.with_samples(block.samples * 2)))
    document = hand.view.document
    typed(hand, X, "9")
    other = document.workspace.arrays["sample1/src.X"].copy()
    document.sample = 1
    document.recompute()
    assert hand.view.typing.editor is None
    qtbot.waitUntil(lambda: bool(hand.said) and "9" in hand.said[-1])
    assert document.workspace.arrays["sample1/src.X"].tobytes() == other.tobytes()
