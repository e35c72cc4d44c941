"""An encoder alone and its holes: labels, the graph, files, moves, gradients, training and scores."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import msgspec
import numpy as np
import pytest

from core import glass
from core.baseline import neighbours
from core.check import invariants
from core.corpus import Corpus, Pair, lessons, load_corpus, masked
from core.engine import Engine
from core.evaluate import check_fills, filled, likeliest
from core.follow import predicting
from core.generate import check_generates
from core.gradient import batch_gradient, batch_loss, check_loss, loss_difference
from core.moves import with_order, with_tokens
from core.order import permuted
from core.problem import Problem
from core.reach import reach
from core.samples import MASK, asks, lengths
from core.spec import ModelSpec
from core.train import Trainer
from core.untrained import untrained
from core.workspace import Sample, Workspace
from resources import path as resource

SPEC = ModelSpec(kind="encoder", inputs="tokens", pos="sinusoidal", head=True)
SENTENCE = ("x", "y", "z")


@pytest.fixture
def model() -> Workspace:
    """Two samples: one with a hole over y, one without any."""
    return Workspace.new(SPEC, (masked(SENTENCE, 1), Sample(("z", "x"))))


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return load_corpus(resource("corpus", "zh-en.txt"))


def shipped() -> Workspace:
    return glass.load(resource("models", "cloze.glass"))


# what is asked


def test_a_hole_is_a_source_row_with_the_word_under_it_as_label() -> None:
    sample = masked(SENTENCE, 1)
    assert sample.source == ("x", MASK, "z")
    assert sample.answers == ("", "y", "")
    assert sample.labels("src") == (("PAD", False), ("y", True), ("PAD", False))
    assert Sample(SENTENCE).labels("src") == (("PAD", False),) * 3


def test_only_an_encoder_with_a_head_over_tokens_asks() -> None:
    sample = masked(SENTENCE, 1)
    assert asks(SPEC, sample)
    assert not asks(SPEC, Sample(SENTENCE))
    for change in ({"head": False}, {"inputs": "rows"}, {"kind": "attention"}):
        assert not asks(msgspec.structs.replace(SPEC, **change), sample)
    assert not asks(SPEC, msgspec.structs.replace(sample, source_valid=(True, False, True)))  # padding asks nothing


def test_the_loss_is_that_of_the_hole_alone(model: Workspace) -> None:
    trace = Engine("numpy").run(model)
    words = model.vocab["src"]
    assert words == ("PAD", "BOS", "EOS", "x", MASK, "z", "y")
    assert trace["src.labels"].values[:, 0].tolist() == [0, words.index("y"), 0]
    assert trace["src.label_counts"].values[:, 0].tolist() == [0, 1, 0]
    z = trace["out.logits"].values[1]
    assert trace["out.loss"].values[0, 0] == pytest.approx(np.log(np.exp(z).sum()) - z[words.index("y")], rel=1e-12)
    assert trace["out.token_loss"].values[[0, 2], 0].tolist() == [0, 0]
    assert predicting(trace) == ("src", 1)
    assert all(each.error <= each.tolerance for each in invariants(trace))


def test_without_a_hole_the_graph_is_what_it_always_was(model: Workspace) -> None:
    assert "out.loss" in model.graph(0)
    assert not {"out.loss", "src.labels"} & set(model.graph(1).names())
    assert lengths(SPEC, model.samples[0], model.vocab).asked
    assert not lengths(SPEC, model.samples[1], model.vocab).asked
    assert predicting(Engine("numpy").run(model, 1)) == ("src", 1)


def test_as_many_answers_as_tokens() -> None:
    with pytest.raises(Problem, match="A sample says of 1 source tokens which word is asked for, but has 3"):
        Workspace.new(SPEC, (Sample(SENTENCE, answers=("y",)),))


# files


def test_a_file_keeps_what_is_asked_and_names_it_only_where_something_is(model: Workspace) -> None:
    data = glass.dumps(model)
    assert glass.loads(data).samples == model.samples
    assert glass.dumps(glass.loads(data)) == data
    assert Engine("numpy").run(glass.loads(data))["out.loss"] is not None
    old = glass.dumps(Workspace.new(SPEC, (Sample(SENTENCE),)))
    assert b"answers" not in _page(old)
    assert b"answers" in _page(data)


def _page(data: bytes) -> bytes:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return archive.read("glass.json")


def test_a_damaged_file_is_refused_in_words(model: Workspace, tmp_path: Path) -> None:
    glass.save(tmp_path / "m.glass", model)
    with zipfile.ZipFile(tmp_path / "m.glass") as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    members["glass.json"] = members["glass.json"].replace(b'"y",\n', b'"y", "", "",\n')
    with zipfile.ZipFile(tmp_path / "bad.glass", "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    with pytest.raises(Problem, match="which word is asked for, but has 3"):
        glass.load(tmp_path / "bad.glass")


# edits


def test_mask_over_a_word_asks_for_it_and_a_word_over_mask_answers() -> None:
    model = Workspace.new(SPEC, (Sample(SENTENCE),))
    hidden = with_tokens(model, "src", ("x", "y", MASK), range(3))
    assert hidden.samples[0].answers == ("", "", "z")
    again = with_tokens(hidden, "src", (MASK, "y", MASK), range(3))
    assert again.samples[0].answers == ("x", "", "z")
    back = with_tokens(again, "src", ("x", "y", "z"), range(3))
    assert back.samples == model.samples
    assert "out.loss" not in back.graph()


def test_answers_go_with_their_tokens(model: Workspace) -> None:
    moved = with_tokens(model, "src", ("z", "x", MASK), (2, 0, 1))
    assert moved.samples[0].answers == ("", "", "y")
    grown = with_tokens(model, "src", ("x", "z", MASK, "z"), (0, -1, 1, 2))
    assert grown.samples[0].answers == ("", "", "y", "")
    assert with_tokens(model, "src", ("x", "z"), (0, 2)).samples[0].answers == ()
    # Written anew, with one word exchanged: nothing says where MASK came from but its place.
    anew = with_tokens(model, "src", ("z", "x", MASK), (2, 0, -1))
    assert anew.samples[0].answers == ("", "", "z")
    assert with_order(model, (1, 0)).samples[1] == model.samples[0]
    assert model.with_rows(2).samples[0].answers == ("", "y")
    assert model.with_rows(5).samples[0].answers == ("", "y", "", "", "")
    assert model.with_rows(1).samples[0].answers == ()


def test_a_permuted_sentence_asks_for_the_same_word(model: Workspace) -> None:
    after = permuted(Engine("numpy").run(model), "src", (1, 2, 0))
    assert after.samples[0].answers == ("y", "", "")


def test_another_kind_keeps_the_question_for_later(model: Workspace) -> None:
    assert model.with_spec(kind="attention").with_spec(kind="encoder").samples == model.samples


# gradients and reach


def test_gradients_of_the_loss_agree_with_trying(model: Workspace) -> None:
    check_loss(model)
    for name in ("enc1.self.h1.WQ", "enc1.ffn.W2", "src.embed", "out.W"):
        found = batch_gradient(model, name)
        cell = np.unravel_index(np.abs(found).argmax(), found.shape)
        i, j = int(cell[0]), int(cell[1])
        assert abs(found[i, j]) > 1e-6
        assert found[i, j] == pytest.approx(loss_difference(model, name, i, j), rel=1e-5)
    assert batch_loss(model) == Engine("numpy").run(model)["out.loss"].values[0, 0]
    assert not batch_gradient(model, "enc1.Z", sample=1).any()  # that sample asks for nothing
    with pytest.raises(Problem, match=f"put {MASK} over a word"):
        check_loss(with_order(model, (1,)))


def test_logits_of_a_row_that_is_not_asked_don_t_move_the_loss(model: Workspace) -> None:
    trace = Engine("numpy").run(model)
    for row, moves in ((0, False), (1, True)):
        assert bool(reach(trace, "out.logits", row, 0)["out.loss"].moved.any()) is moves


# training and scores


def test_what_each_kind_is_asked_about_pairs() -> None:
    pair = Pair(("我", "给"), ("I", "give"))
    assert lessons(SPEC, [pair]) == [masked(pair.target, 0), masked(pair.target, 1)]
    assert lessons(ModelSpec(kind="decoder_only"), [pair]) == [Sample((), ("BOS", "I", "give"))]
    assert lessons(ModelSpec(kind="encoder_decoder"), [pair]) == [pair.sample()]


def test_it_learns_what_stands_between(model: Workspace) -> None:
    sentences = [("a", "b", "a"), ("c", "d", "c"), ("a", "b", "c"), ("c", "d", "a")]  # the middle follows the first
    samples = [masked(sentence, 1) for sentence in sentences]
    trainer = Trainer(model, samples, executor="numpy")
    assert trainer.score(samples).labels == 4
    first = trainer.score(samples).loss
    for _ in range(60):
        trainer.advance()
    assert trainer.score(samples).loss < first / 4
    assert trainer.score(samples).accuracy == 1.0
    learned = trainer.learned()
    assert filled(learned, samples).labels == (4, 4)
    assert likeliest(learned, samples[0])[0][0] == "b"
    assert untrained(learned).arrays["out.W"].tolist() != learned.arrays["out.W"].tolist()
    with pytest.raises(Problem, match="No word is asked for in “a b”"):
        Trainer(model, [Sample(("a", "b"))], executor="numpy")


def test_the_shipped_cloze_beats_counting_between_neighbours(corpus: Corpus) -> None:
    model, held_out = shipped(), lessons(SPEC, corpus.held_out)
    assert not {pair.target for pair in corpus.train} & {pair.target for pair in corpus.held_out}
    found = filled(model, held_out)
    counted = neighbours([pair.target for pair in corpus.train], [pair.target for pair in corpus.held_out])
    assert found.labels.of == counted.of == sum(len(pair.target) for pair in corpus.held_out)
    assert found.perplexity < 0.95 * counted.perplexity
    assert found.labels.right > counted.right
    held = {pair.target for pair in corpus.held_out}
    for sample in model.samples:
        asked = zip(sample.source, sample.answers, strict=True)
        assert tuple(answer or token for token, answer in asked) in held


def test_it_reads_farther_than_the_neighbours() -> None:
    """“yesterday” stands four words after the hole, “every day” does too: only the verb's tense differs."""
    model = shipped()
    for last, word in ((("yesterday",), "gave"), (("every", "day"), "give")):
        sample = masked(("I", "give", "him", "a", "book", *last, "."), 1)
        assert likeliest(model, sample)[0][0] == word


def test_two_ways_of_scoring_agree(corpus: Corpus) -> None:
    some = lessons(SPEC, corpus.held_out)[:12]
    want = Trainer(shipped(), some, executor="numpy").score(some)
    found = filled(shipped(), some)
    assert found.labels == (want.right, want.labels)
    assert found.loss == pytest.approx(want.loss, rel=1e-12)


def test_refusals(model: Workspace) -> None:
    with pytest.raises(Problem, match="predicts none that follows"):
        check_generates(model)
    with pytest.raises(Problem, match="Only an encoder-only model fills holes"):
        check_fills(model.with_spec(kind="encoder_decoder"))
    with pytest.raises(Problem, match="vocabulary head"):
        check_fills(model.with_spec(head=False))
    with pytest.raises(Problem, match="The token zebra is not in the vocabulary"):
        filled(model, [masked(("x", "zebra"), 1)])
