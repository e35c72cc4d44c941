"""The session: one run is one act, whatever else is done pauses it, and every way back brings the bits back."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from core import glass
from core.optimizer import Rule
from core.problem import Problem
from core.samples import Sample
from core.train import Trainer
from core.trainable import with_words
from core.workspace import Workspace, same_bits
from labapp import models
from labapp.document import Document
from labapp.training import Training
from labapp.training.material import read
from tests.labapp.training.conftest import PAIRS, small


def parameters(workspace: Workspace) -> dict[str, np.ndarray]:
    return {name: array for name, array in workspace.arrays.items() if not name.startswith("sample")}


def equal(one: Workspace, other: Workspace) -> bool:
    a, b = parameters(one), parameters(other)
    return a.keys() == b.keys() and all(same_bits(a[name], b[name]) for name in a)


def run(qtbot: QtBot, training: Training, steps: int | None = None) -> None:
    """Train to the end."""
    training.start(steps)
    qtbot.waitUntil(lambda: training.run is None, timeout=20_000)


def undo(document: Document) -> None:
    """As the window does it."""
    document.commit()
    document.undo_stack.undo()


def begin(qtbot: QtBot, training: Training, at: int = 2) -> None:
    """Train until the document shows a step."""
    shown = training.step
    training.start(10_000)
    qtbot.waitUntil(lambda: training.phase == "running" and training.step >= shown + at, timeout=20_000)


def test_one_run_is_one_act_and_the_bits_of_the_command(
    document: Document, training: Training, corpus: Path, qtbot: QtBot
) -> None:
    before = document.workspace
    run(qtbot, training)
    train, held_out = read(corpus).samples(document.workspace.spec)
    alone = Trainer(before, train, Rule(), 2, 1, "numpy", held_out)
    losses = [alone.advance() for _ in range(6)]
    assert training.step == 6
    assert document.undo_stack.count() == 1
    assert equal(document.workspace, alone.learned())
    assert training.history.losses.rows()[:, 1].tolist() == losses
    assert training.history.score == alone.score(held_out)[:1] + (alone.score(held_out).accuracy,)


@pytest.mark.parametrize("kind", ["decoder_only", "encoder"])
def test_a_model_of_one_sequence_learns_what_its_kind_is_asked(
    document: Document, training: Training, qtbot: QtBot, kind: str
) -> None:
    document.load(small(kind=kind))
    before = document.workspace
    run(qtbot, training, 3)
    assert training.problem is None
    sentences = [tuple(line.split("\t")[1].split()) for line in PAIRS]
    if kind == "decoder_only":
        lessons = [Sample((), ("BOS", *words)) for words in sentences]
    else:
        lessons = [
            Sample((*words[:i], "MASK", *words[i + 1 :]), answers=(*[""] * i, word, *[""] * (len(words) - i - 1)))
            for words in sentences
            for i, word in enumerate(words)
        ]
    held_out = [Sample((), ("BOS", "you", "see", "books"))] if kind == "decoder_only" else []
    alone = Trainer(before, lessons, Rule(), 2, 1, "numpy", held_out)
    losses = [alone.advance() for _ in range(3)]
    assert training.history.losses.rows()[:, 1] == pytest.approx(losses, abs=1e-12)
    assert document.workspace.vocab["tgt" if kind == "decoder_only" else "src"][-1] == "books"


def test_undo_returns_to_before_the_run_and_redo_brings_the_optimiser_back(
    document: Document, training: Training, corpus: Path, qtbot: QtBot
) -> None:
    before = document.workspace
    run(qtbot, training)
    learned = document.workspace
    undo(document)
    assert document.workspace is before
    assert (training.step, len(training.history.losses)) == (0, 0)
    document.undo_stack.redo()
    assert document.workspace is learned
    assert training.step == 6
    run(qtbot, training, 3)
    train, held_out = read(corpus).samples(document.workspace.spec)
    alone = Trainer(before, train, Rule(), 2, 1, "numpy", held_out)
    for _ in range(9):
        alone.advance()
    assert equal(document.workspace, alone.learned())
    assert document.undo_stack.count() == 2


def test_after_undo_the_same_seed_learns_the_same_again(document: Document, training: Training, qtbot: QtBot) -> None:
    run(qtbot, training)
    first = document.workspace
    undo(document)
    run(qtbot, training)
    assert equal(document.workspace, first)


def test_new_words_are_part_of_the_one_act(document: Document, training: Training, qtbot: QtBot) -> None:
    assert "书" not in document.workspace.vocab["src"]
    run(qtbot, training)
    assert "书" in document.workspace.vocab["src"]
    undo(document)
    assert "书" not in document.workspace.vocab["src"]


def test_reset_returns_to_the_initial_weights(
    document: Document, training: Training, corpus: Path, qtbot: QtBot
) -> None:
    with pytest.raises(Problem, match="Nothing was trained yet"):
        training.reset()
    train, held_out = read(corpus).samples(document.workspace.spec)
    start = with_words(document.workspace, [*train, *held_out])
    run(qtbot, training)
    run(qtbot, training)
    training.reset()
    assert equal(document.workspace, start)
    assert training.step == 0
    assert document.workspace.about == start.about
    assert document.undo_stack.count() == 3
    undo(document)
    assert training.step == 12


def test_an_edit_pauses_and_training_goes_on_from_it(document: Document, training: Training, qtbot: QtBot) -> None:
    begin(qtbot, training)
    document.do(document.workspace.with_cell("enc1.ffn.W1", 0, 0, 5.0), "edit")
    shown = training.step
    assert training.run is None
    assert document.undo_stack.count() == 2
    assert document.workspace.arrays["enc1.ffn.W1"][0, 0] == 5.0
    assert shown >= 2
    run(qtbot, training, 1)
    assert training.step == shown + 1
    assert abs(document.workspace.arrays["enc1.ffn.W1"][0, 0] - 5.0) < 0.5
    for _ in range(3):
        undo(document)
    assert training.step == 0


def test_looking_at_another_sample_goes_on(document: Document, training: Training, qtbot: QtBot) -> None:
    begin(qtbot, training)
    document.show_sample(1)
    shown = training.step
    qtbot.waitUntil(lambda: training.step > shown, timeout=20_000)
    assert training.phase == "running"
    training.pause()
    assert document.undo_stack.count() == 1
    assert document.trace.sample == 1
    undo(document)
    assert document.sample == 0


def test_there_is_one_training(training: Training, qtbot: QtBot) -> None:
    begin(qtbot, training)
    with pytest.raises(Problem, match="being trained already"):
        training.start()
    training.pause()


def test_a_pause_shows_the_last_step_that_was_made(document: Document, training: Training, qtbot: QtBot) -> None:
    begin(qtbot, training)
    training.pause()
    assert training.step == training.measured
    assert document.trace.workspace is document.workspace


def test_a_rate_that_is_too_high_stops_and_names_the_node(document: Document, training: Training, qtbot: QtBot) -> None:
    training.choose(kind="sgd", rate=1000.0)
    with np.errstate(all="ignore"):
        run(qtbot, training, 2000)
    assert isinstance(training.problem, Problem)
    assert "Try a smaller rate" in str(training.problem)
    assert np.isfinite(np.concatenate([a.ravel() for a in parameters(document.workspace).values()])).all()
    training.reset()
    training.choose(rate=0.1)
    run(qtbot, training)
    assert training.problem is None


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"rate": 0.0}, "The learning rate can't be 0"),
        ({"rate": 1e9}, "The learning rate can't be 1000000000"),
        ({"batch": 0}, "A batch can't have 0 pairs"),
        ({"steps": 0}, "The number of steps can't be 0"),
        ({"seed": -1}, "The seed can't be -1"),
    ],
)
def test_settings_that_are_not_allowed(training: Training, change: dict[str, float], said: str) -> None:
    before = training.plan
    with pytest.raises(Problem, match=said):
        training.choose(**change)
    assert training.plan == before


def test_settings_change_during_a_run(training: Training, qtbot: QtBot) -> None:
    begin(qtbot, training)
    training.choose(kind="adam2017", rate=0.5, batch=3)
    shown = training.step
    qtbot.waitUntil(lambda: training.step > shown + 2, timeout=20_000)
    assert training.run is not None
    assert training.run.trainer is not None
    assert training.run.trainer.rule == Rule(kind="adam2017", rate=0.5)
    assert training.run.trainer.batch == 3
    training.pause()
    assert training.problem is None


def test_a_batch_beyond_the_corpus_is_all_of_it(training: Training, qtbot: QtBot) -> None:
    training.choose(batch=1000)
    run(qtbot, training)
    assert training.step == 6


@pytest.mark.parametrize("name", ["block", "six"])
def test_what_can_not_be_trained_says_why(document: Document, training: Training, name: str) -> None:
    document.load(models.starting_model(name).with_spec(head=False))
    refused = training.refusal()
    assert refused is not None
    with pytest.raises(Problem) as problem:
        training.start()
    assert str(problem.value) == str(refused)
    assert not document.acting


def test_another_shape_begins_anew(document: Document, training: Training, qtbot: QtBot) -> None:
    run(qtbot, training)
    document.do(document.workspace.with_spec(d_ff=3), "field")
    with pytest.raises(Problem, match="another shape"):
        training.reset()
    run(qtbot, training, 2)
    assert training.step == 2
    undo(document)
    undo(document)
    assert training.step == 6


def test_the_file_says_what_it_was_trained_on(document: Document, training: Training, qtbot: QtBot) -> None:
    training.choose(seed=7)
    run(qtbot, training)
    about = document.workspace.about
    assert about["en"]["note"].startswith(
        "Trained in the lab on small.txt: 6 steps of 2 pairs with Adam at rate 0.01, seed 7, in "
    )
    assert "small.txt" in about["zh_CN"]["note"]
    again = glass.loads(glass.dumps(document.workspace), "again")
    assert again.about == about


def test_a_corpus_that_went_away_stays_in_use(training: Training, corpus: Path, qtbot: QtBot) -> None:
    corpus.unlink()
    run(qtbot, training)
    assert training.step == 6
    with pytest.raises(Problem, match=r"small\.txt could not be read"):
        training.take(corpus)
    assert training.material.name == "small.txt"


@pytest.mark.parametrize(
    ("text", "said"),
    [("", "no pair to train on"), ("我 I", "line 1"), ("我\tI\n你", "line 2"), ("# held out\n我\tI", "no pair")],
)
def test_a_corpus_that_is_none_changes_nothing(training: Training, tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "bad.txt"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(Problem, match=said):
        training.take(file)
    assert training.material.name == "small.txt"


def test_pins_are_kept_and_ignored(document: Document, training: Training, qtbot: QtBot) -> None:
    before = document.workspace
    document.do(before.with_pin("enc1.ffn.out", 0, 0, 1.0), "pin")
    run(qtbot, training)
    assert document.workspace.pins
    pinned = document.workspace
    document.undo_stack.setIndex(0)
    run(qtbot, training)
    assert equal(document.workspace, pinned)


def test_float32_is_trained_by_numpy(document: Document, training: Training, qtbot: QtBot) -> None:
    document.load(small(precision="float32"))
    run(qtbot, training)
    assert all(array.dtype == np.float32 for array in parameters(document.workspace).values())
    training.reset()
    assert training.step == 0


def test_curves_are_of_one_training_on_one_corpus(
    document: Document, training: Training, tmp_path: Path, qtbot: QtBot
) -> None:
    """Steps on it only grow: new words begin everything anew, other pairs of the same words their scores."""
    run(qtbot, training)
    same = tmp_path / "same.txt"
    same.write_text("我 看\tI see\n你 看 书\tyou see books\n# held out\n你 给\tyou give\n", encoding="utf-8")
    training.take(same)
    run(qtbot, training)
    assert training.history.losses.rows()[:, 0].tolist() == list(range(1, 13))
    assert training.history.scores.rows()[0, 0] == 6, "what was held out before is no part of this curve"
    more = tmp_path / "more.txt"
    more.write_text("我 走\tI go\n你 走\tyou go\n# held out\n走 我\tgo I\n", encoding="utf-8")
    training.take(more)
    run(qtbot, training)
    assert training.step == 6
    assert training.history.losses.rows()[:, 0].tolist() == list(range(1, 7))
    assert training.history.norms.rows()[:, 0].tolist() == list(range(1, 7))
    assert (np.diff(training.history.scores.rows()[:, 0]) > 0).all()
