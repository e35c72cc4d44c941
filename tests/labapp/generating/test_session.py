"""The free run over a document: what a person does with it, and how it follows every edit."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.cost import PARTS
from core.generate import LIMIT, Choice, Generation
from core.workspace import Workspace
from labapp import models
from labapp.desk import Desk
from labapp.document import Document
from labapp.generating import Generating
from labapp.generating.kept import Kept, kept
from labapp.selection import Selection
from labapp.text import sentence

SAID = ("BOS", "I", "gave", "him", "a", "book", "yesterday", ".")


def made(model: str | Workspace = "translate", row: int | None = 2) -> tuple[Desk, Generating]:
    document = Document(models.starting_model(model) if isinstance(model, str) else model, "numpy")
    selection = Selection(document)
    selection.follow(("tgt", row) if row is not None else None)
    desk = Desk(document, selection, lambda: True, print)
    return desk, desk.generating


def text(generating: Generating) -> str:
    assert generating.run is not None
    return " ".join(generating.run.tokens)


def said(generating: Generating) -> str:
    return " ".join(sentence(reason) for reason in generating.reasons())


def settled(qtbot: QtBot, generating: Generating) -> None:
    """Until what takes longer than one answer is done."""
    qtbot.waitUntil(lambda: not generating._timer.isActive(), timeout=10_000)


def speak(generating: Generating, *tokens: str) -> None:
    """A free run of tokens that a person chose."""
    generating.reset()
    for token in tokens:
        generating.choose(token)


def test_appending_takes_the_most_likely_token_and_shows_its_row(qtbot: QtBot) -> None:
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


def test_a_wrong_token_goes_on_as_the_engine_does(qtbot: QtBot) -> None:
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


def test_other_words_in_the_source_are_followed_and_undone(qtbot: QtBot) -> None:
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
def test_equal_seeds_are_equal_texts_and_those_of_the_engine(qtbot: QtBot, seed: int) -> None:
    desk, generating = made(row=0)
    generating.set_choice(Choice(30.0, 0, seed))
    generating.reset()
    for _ in range(6):
        generating.next()
    alone = Generation(desk.document.workspace, choice=Choice(30.0, 0, seed))
    want = [alone.step().token for _ in range(6) if not alone.stopped]
    assert generating.run is not None
    assert list(generating.run.chosen) == want


def test_another_seed_or_temperature_chooses_anew_but_what_a_person_chose(qtbot: QtBot) -> None:
    desk, generating = made(row=0)
    generating.set_choice(Choice(30.0, 0, 1))
    generating.reset()
    for _ in range(3):
        generating.next()
    generating.choose("letter")
    generating.next()
    first = generating.run.chosen if generating.run is not None else ()
    generating.set_choice(Choice(30.0, 0, 2))
    settled(qtbot, generating)
    assert generating.run is not None
    other = generating.run.chosen
    assert other[3] == first[3] == "letter"
    assert other[:3] != first[:3]
    generating.set_choice(Choice(30.0, 0, 1))
    settled(qtbot, generating)
    assert generating.run.chosen == first
    alone = Generation(desk.document.workspace, choice=Choice(30.0, 0, 1))
    assert first == tuple(alone.step(token).token for token in (None, None, None, "letter", None))


def test_it_runs_to_eos_a_token_at_a_time_and_can_be_stopped(qtbot: QtBot) -> None:
    desk, generating = made(row=0)
    generating.reset()
    lengths: list[int] = []
    generating.changed.connect(lambda: lengths.append(len(generating.run.tokens) if generating.run else 0))
    generating.run_to_end()
    assert generating.running
    qtbot.waitUntil(lambda: len(generating.run.tokens if generating.run else ()) >= 3, timeout=5000)
    generating.cancel()
    assert not generating.running
    stood = text(generating)
    QApplication.processEvents()
    assert text(generating) == stood
    generating.run_to_end()
    qtbot.waitUntil(lambda: not generating.running, timeout=10_000)
    assert text(generating) == " ".join(SAID)
    assert set(range(2, len(SAID) + 1)) <= set(lengths), "every row is seen to come"
    assert "EOS" in said(generating)
    assert not generating.can_go
    generating.next()
    assert text(generating) == " ".join(SAID)
    generating.back()
    assert generating.coming() == "EOS"


def test_a_run_that_finds_no_end_stops_at_a_limit_that_is_said(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("labapp.generating.session.PACE_MS", 0)
    _, generating = made(row=0)
    generating.set_choice(Choice(30.0, 0, 1))
    generating.reset()
    generating.run_to_end()
    assert generating.progress[1] == LIMIT
    qtbot.waitUntil(lambda: not generating.running, timeout=20_000)
    assert generating.run is not None
    assert generating.run.steps == LIMIT
    assert str(LIMIT) in said(generating)
    assert generating.can_go


def test_a_token_after_an_earlier_row_takes_back_what_came_later(qtbot: QtBot) -> None:
    desk, generating = made()
    speak(generating, "I", "gave", "him", "a")
    desk.selection.follow(("tgt", 2))
    generating.choose("them")
    assert text(generating) == "BOS I gave them"
    assert desk.predicted.row == 3


def test_a_free_run_longer_than_the_target_is_looked_at_in_its_last_row(qtbot: QtBot) -> None:
    desk, generating = made()
    speak(generating, *"I gave him a book yesterday . him her".split())
    assert generating.run is not None
    assert len(generating.run.tokens) > len(SAID)
    assert desk.selection.row is None, "the document has no such row to follow"
    assert desk.predicted.row == 9


def test_teacher_forcing_and_back_takes_up_the_same_run(qtbot: QtBot) -> None:
    desk, generating = made()
    speak(generating, "I", "gave", "her", "a")
    generating.set_free(False)
    assert not desk.predicted.is_free
    desk.selection.follow(("tgt", 2))
    generating.set_free(True)
    assert text(generating) == "BOS I gave her a"
    generating.set_free(False)
    desk.selection.follow(("tgt", 4))
    generating.set_free(True)
    assert text(generating) == "BOS I gave him a", "the row that is looked at begins otherwise"


def test_a_token_that_was_taken_back_is_forgotten(qtbot: QtBot) -> None:
    _, generating = made()
    generating.choose("her")
    generating.back()
    generating.next()
    assert text(generating) == "BOS I gave him"


def test_drawn_tokens_and_the_cache_follow_an_edit_as_if_it_had_been_so_all_along(qtbot: QtBot) -> None:
    """After an edit, and after going back from it, the next row is computed with keys and values of the new numbers."""
    desk, generating = made(row=0)
    choice = Choice(3.0, 0, 4)
    generating.set_choice(choice)
    generating.reset()
    for _ in range(5):
        generating.next()
    edited = desk.document.workspace.with_cell("dec1.self.h1.WV", 0, 0, 2.0).with_cell("dec2.self.h2.WK", 1, 1, -2.0)
    desk.document.do(edited, "edit")
    settled(qtbot, generating)
    for act in (generating.next, generating.back, generating.next):
        act()
        run, alone = generating.run, Generation(edited, choice=choice)
        assert run is not None
        tokens = tuple(alone.step().token for _ in range(run.steps))
        assert run.chosen == tokens
        assert np.abs(run.last_step()["out.logits"].values[-1] - run.trace["out.logits"].values[-1]).max() < 1e-12
        assert np.abs(run.trace["out.logits"].values - alone.trace()["out.logits"].values).max() < 1e-12


# edits


def test_weights_that_are_dragged_are_followed_and_chosen_tokens_stay(qtbot: QtBot) -> None:
    desk, generating = made()
    speak(generating, "I", "gave", "her")
    for _ in range(3):
        generating.next()
    document, rows = desk.document, text(generating)
    document.begin("drag")
    for value in (0.5, 1.0, 4.0):
        document.preview(document.workspace.with_cell("dec1.self.h1.WV", 0, 0, value))
        qtbot.wait(20)
        assert generating.run is not None
        alone = Generation(document.workspace, begin=("I", "gave", "her"))
        tokens = alone.tokens
        while len(tokens) < len(generating.run.tokens):
            alone.step()
            tokens = alone.tokens
        assert generating.run.tokens == tokens
        assert np.abs(generating.run.trace["out.p"].values - alone.trace()["out.p"].values).max() < 1e-12
    generating.next()  # with keys and values of the new numbers
    straight = Generation(document.workspace, begin=("I", "gave", "her"))
    for _ in range(4):
        if not straight.stopped:
            straight.step()
    assert text(generating) == " ".join(straight.tokens)
    document.cancel()
    settled(qtbot, generating)
    assert text(generating).startswith(rows)


def test_an_earlier_end_and_a_later_one(qtbot: QtBot) -> None:
    """EOS made certain everywhere ends a run after its first token that no person chose; undo brings the rest back."""
    desk, generating = made()
    speak(generating, "I")
    for _ in range(4):
        generating.next()
    document, had = desk.document, text(generating)
    w = document.workspace.with_spec(bias=True)
    if "out.b" not in w.arrays:
        pytest.skip("this head has no bias")
    document.do(w, "bias")
    settled(qtbot, generating)
    document.do(w.with_cell("out.b", 0, w.vocab["tgt"].index("EOS"), 1e4), "EOS")
    settled(qtbot, generating)
    assert text(generating) == "BOS I"
    assert generating.run is not None
    assert generating.run.stopped == "EOS"
    document.undo_stack.undo()
    document.undo_stack.undo()
    settled(qtbot, generating)
    assert text(generating) == had


def test_without_the_causal_mask_nothing_is_kept_and_that_is_said(qtbot: QtBot) -> None:
    desk, generating = made()
    speak(generating, "I", "gave")
    desk.document.do(desk.document.workspace.with_spec(causal=False), "off")
    settled(qtbot, generating)
    assert generating.run is not None
    assert generating.free
    assert not generating.run.cached
    assert "causal" in said(generating)
    generating.next()
    alone = Generation(desk.document.workspace, begin=("I", "gave"), cache=False)
    assert text(generating) == f"BOS I gave {alone.step().token}"
    assert generating.run.costs[-1].kept == generating.run.costs[-1].all_again
    assert kept(generating.run.last_step())[0] == Kept(1, 4, 0, 9, True)
    desk.document.undo_stack.undo()
    settled(qtbot, generating)
    assert said(generating) == ""


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"head": False}, "head"),
        ({"kind": "encoder"}, "encoder-only"),
        ({"inputs": "rows"}, "inputs"),
    ],
)
def test_a_model_that_generates_nothing_ends_the_free_run_in_words(
    qtbot: QtBot, fields: dict[str, object], why: str
) -> None:
    desk, generating = made()
    speak(generating, "I", "gave")
    desk.document.do(desk.document.workspace.with_spec(**fields), "change")
    assert not generating.free
    assert not desk.predicted.is_free
    assert why in said(generating)
    for act in (generating.next, generating.back, generating.reset, generating.run_to_end):
        act()
        assert not generating.free
    generating.set_free(True)
    assert why in said(generating)
    desk.document.undo_stack.undo()
    assert said(generating) == ""
    generating.set_free(True)
    assert generating.free


def test_a_table_of_positions_that_is_full_stops_it_with_a_way_back(qtbot: QtBot) -> None:
    desk, generating = made(models.starting_model("translate").with_spec(pos="learned", pos_length=9))
    speak(generating, *["a"] * 9)
    assert generating.run is not None
    assert len(generating.run.tokens) == 9
    assert generating.run.stopped == "positions"
    assert "9" in said(generating)
    assert not generating.can_go
    generating.back()
    assert generating.can_go


def test_words_that_are_no_more_wait_until_they_are_back(qtbot: QtBot) -> None:
    desk, generating = made()
    document = desk.document
    words = document.workspace.vocab["tgt"]
    document.do(document.workspace.with_vocab("tgt", (*words, "zebra")), "grow")
    assert generating.run is None or generating.run.steps == 0
    speak(generating, "I", "gave", "zebra", "a")
    document.undo_stack.undo()
    settled(qtbot, generating)
    assert text(generating) == "BOS I gave"
    assert "zebra" in said(generating)
    document.undo_stack.redo()
    settled(qtbot, generating)
    assert text(generating) == "BOS I gave zebra a"
    assert said(generating) == ""
    document.undo_stack.undo()
    settled(qtbot, generating)
    generating.next()
    assert text(generating) == "BOS I gave him", "it goes on by itself, and the plan is another"
    document.undo_stack.redo()
    settled(qtbot, generating)
    assert text(generating) == "BOS I gave him"


def test_another_sample_begins_it_anew_and_says_so(qtbot: QtBot) -> None:
    desk, generating = made()
    speak(generating, "I", "gave", "them")
    desk.document.show_sample(1)
    assert text(generating) == "BOS"
    assert "sample" in said(generating)
    for _ in range(3):
        generating.next()
    assert text(generating) == "BOS I gave her"
    desk.document.show_sample(0)
    settled(qtbot, generating)
    assert text(generating) == "BOS I gave him", "nobody chose a token: the same run of the other source"


def test_another_model_ends_it_and_says_so(qtbot: QtBot) -> None:
    desk, generating = made()
    speak(generating, "I")
    generating.run_to_end()
    desk.document.load(models.starting_model("block"))
    assert not generating.free
    assert not generating.running
    assert desk.predicted.trace is desk.document.trace
    assert "Another model" in said(generating)
    desk.document.load(models.starting_model("translate"))
    assert said(generating) == ""
    generating.next()
    assert generating.free


def test_edits_while_it_runs_to_the_end_are_followed(qtbot: QtBot) -> None:
    desk, generating = made(row=0)
    generating.reset()
    generating.run_to_end()
    qtbot.waitUntil(lambda: len(generating.run.tokens if generating.run else ()) >= 4, timeout=5000)
    sample = desk.document.workspace.samples[0]
    other = type(sample)(tuple("她" if word == "他" else word for word in sample.source), sample.target)
    desk.document.do(desk.document.workspace.with_samples((other, *desk.document.workspace.samples[1:])), "her")
    qtbot.waitUntil(lambda: not generating.running, timeout=10_000)
    assert text(generating) == "BOS I gave her a book yesterday ."


def test_logits_that_are_no_numbers_choose_nothing_until_undone(qtbot: QtBot) -> None:
    desk, generating = made()
    speak(generating, "I", "gave")
    generating.next()
    desk.document.do(desk.document.workspace.with_cell("out.W", 0, 0, float("nan")), "NaN")
    assert not generating.can_go
    assert "NaN" in said(generating)
    generating.next()
    generating.run_to_end()
    assert not generating.running
    desk.document.undo_stack.undo()
    settled(qtbot, generating)
    assert said(generating) == ""
    assert generating.can_go


def test_the_sentence_becomes_the_target_in_one_step(qtbot: QtBot) -> None:
    desk, generating = made()
    speak(generating, "I", "gave", "her", "a", "book")
    before, count = desk.document.workspace, desk.document.undo_stack.count()
    generating.take_as_target()
    assert desk.document.undo_stack.count() == count + 1
    assert desk.document.workspace.samples[0].target == ("BOS", "I", "gave", "her", "a", "book")
    assert not generating.free
    assert desk.predicted.row == 5
    desk.document.undo_stack.undo()
    assert desk.document.workspace is before


def test_an_editor_that_is_refused_lets_nothing_happen(qtbot: QtBot) -> None:
    document = Document(models.starting_model("translate"), "numpy")
    desk = Desk(document, Selection(document), lambda: False, print)
    for act in (desk.generating.next, desk.generating.reset, desk.generating.run_to_end):
        act()
    desk.generating.choose("him")
    desk.generating.set_free(True)
    desk.generating.set_choice(Choice(1.0))
    assert desk.generating.run is None
    assert not desk.generating.free
    assert desk.generating.choice == Choice()


# what it keeps and costs


def test_rows_of_keys_and_values_new_reused_and_once(qtbot: QtBot) -> None:
    desk, generating = made()
    speak(generating)
    assert generating.run is not None
    assert kept(generating.run.last_step()) == (Kept(1, 1, 0, 9, True), Kept(2, 1, 0, 9, True))
    generating.choose("I")
    generating.choose("gave")
    third = (Kept(1, 1, 2, 9, False), Kept(2, 1, 2, 9, False))
    assert kept(generating.run.last_step()) == generating.run.kept[2] == third
    generating.next()
    generating.back()
    assert generating.run.kept[-1] == third
    desk.document.do(desk.document.workspace.with_cell("dec1.self.h1.WV", 0, 0, 2.0), "edit")
    assert generating.run.kept[-1] == third, "of its step, whatever was edited since"


def test_costs_are_those_of_two_generations_one_with_a_cache(qtbot: QtBot) -> None:
    desk, generating = made(row=0)
    speak(generating)
    for _ in range(5):
        generating.next()
    assert generating.run is not None
    runs = [Generation(desk.document.workspace, cache=cache) for cache in (True, False)]
    for run in runs:
        for _ in range(6):  # the newest row is computed, and chooses later
            run.step()
    so_far = generating.run.so_far()
    for side, run in zip(so_far, runs, strict=True):
        assert side == run.multiplications()
    last = generating.run.costs[-1]
    assert (last.kept, last.all_again) == tuple(run.steps[-1].multiplications for run in runs)
    assert set(last.kept) == set(PARTS)
    generating.back()
    generating.next()
    assert generating.run.so_far() == so_far


def test_where_dropout_is_shown_it_says_that_a_free_run_never_drops(qtbot: QtBot) -> None:
    desk, generating = made()
    document = desk.document
    plain = document.trace["out.p"].values[2].copy()
    document.do(document.workspace.with_spec(dropout=0.3, dropout_view=True), "dropout")
    dropped = document.trace["out.p"].values[2]
    assert np.abs(dropped - plain).max() > 0.01
    assert "a free run never drops" in said(generating)
    generating.set_free(True)
    assert text(generating) == "BOS I gave"
    np.testing.assert_allclose(desk.predicted.trace["out.p"].values[2], plain, rtol=0, atol=1e-12)
    assert "a free run never drops" in said(generating)
    document.do(document.workspace.with_spec(dropout_view=False), "as it predicts")
    assert said(generating) == ""
    document.do(document.workspace.with_spec(kind="encoder", dropout_view=True), "an encoder")
    assert "encoder-only" in said(generating)
    assert "Dropout is shown" in said(generating)


def test_after_a_word_of_the_source_was_exchanged_the_newest_row_is_looked_at(qtbot: QtBot) -> None:
    desk, generating = made()
    desk.selection.follow(("src", 4))
    generating.choose("us")
    assert desk.predicted.row == 3
    generating.next()
    assert generating.run is not None
    assert generating.run.tokens == ("BOS", "I", "gave", "us", "a")
    assert desk.predicted.row == 4
    generating.back()
    assert desk.predicted.row == 3
    assert desk.selection.row == ("src", 4)
    generating.set_free(False)
    assert desk.predicted.row == 3
