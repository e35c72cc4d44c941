"""Evaluation: scores of the shipped files, recomputed; what the source is worth; and what it refuses."""

from __future__ import annotations

import numpy as np
import pytest

from core import glass
from core.baseline import bigram
from core.corpus import Corpus, lessons, load_corpus
from core.engine import Engine
from core.evaluate import (
    HIM_OR_HER,
    MARGIN,
    Share,
    check_target_only,
    probes,
    teacher_forced,
    whole_sentences,
    without_source,
)
from core.generate import Generation
from core.optimizer import Rule
from core.problem import Problem
from core.samples import EOS, Sample
from core.spec import ModelSpec
from core.train import Trainer
from core.workspace import Workspace
from resources import path as resource
from tests.core.ops.run import needs_numba

NO_CONTENT = {"a", "an", "the", "will", ".", "EOS"}


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return load_corpus(resource("corpus", "zh-en.txt"))


@pytest.fixture(scope="module")
def held_out(corpus: Corpus) -> list[Sample]:
    return [pair.sample() for pair in corpus.held_out]


def shipped(name: str, folder: str = "models") -> Workspace:
    return glass.load(resource(folder, f"{name}.glass"))


def small(**fields: object) -> Workspace:
    given = {"kind": "encoder_decoder", "inputs": "tokens", "head": True, "causal": True, "pos": "sinusoidal"}
    spec = ModelSpec(**{**given, **fields})  # type: ignore[arg-type]
    return Workspace.new(spec, (Sample(("a", "b"), ("BOS", "x", "y")), Sample(("b",), ("BOS", "y"))))


# the shipped files


def test_translate_predicts_what_it_never_saw(held_out: list[Sample]) -> None:
    found = teacher_forced(shipped("translate"), held_out)
    assert found.labels.of == sum(len(sample.target) for sample in held_out)  # BOS is no label, EOS is one
    assert found.labels.rate >= 0.95
    assert found.content.of == sum(word not in NO_CONTENT for sample in held_out for word in sample.target[1:])
    assert found.content.rate >= 0.95


def test_another_way_of_computing_gives_the_same_score(corpus: Corpus, held_out: list[Sample]) -> None:
    train = [pair.sample() for pair in corpus.train]
    for name, folder in (("translate", "models"), ("translate-untrained", "models"), ("target-only", "evidence")):
        trainer = Trainer(shipped(name, folder), train[:1], executor="numpy", held_out=held_out[:12])
        want, found = trainer.score(held_out[:12]), teacher_forced(shipped(name, folder), held_out[:12])
        assert found.labels == Share(want.right, want.labels)
        assert found.loss == pytest.approx(want.loss, rel=1e-12)
        assert found.perplexity == pytest.approx(np.exp(want.loss), rel=1e-12)


def test_whole_sentences_are_what_it_says_by_itself(held_out: list[Sample]) -> None:
    model, some = shipped("translate"), held_out[:6]
    right = 0
    for sample in some:
        generation = Generation(model, 0, sample.source)
        said = [step.token for step in generation]
        right += said == [*sample.target[1:], EOS]
    assert whole_sentences(model, some) == Share(right, 6)
    assert right == 6
    wrong = Sample(some[0].source, (*some[0].target, "."))
    short = Sample(some[0].source, some[0].target[:-1])
    assert whole_sentences(model, [wrong, short]) == Share(0, 2)


def test_him_and_her_follow_the_source() -> None:
    model = shipped("translate")
    for found, sample, word in zip(probes(model), (0, 1), ("him", "her"), strict=True):
        trace = Engine("numpy").run(model, sample)
        assert found.source == model.samples[sample].source
        assert found.begin == ("BOS", "I", "gave") == model.samples[sample].target[:3]
        p = trace["out.p"].values[2]
        assert found.p == pytest.approx({each: p[model.vocab["tgt"].index(each)] for each in ("him", "her")}, rel=1e-9)
        assert found.p[word] > 0.9


def test_without_cross_attention_they_no_longer_do() -> None:
    him, her = probes(without_source(shipped("translate")))
    assert him.source != her.source
    assert him.p == her.p


def test_a_model_without_the_source_does_much_worse_on_content_words(held_out: list[Sample]) -> None:
    model, other = shipped("translate"), shipped("target-only", "evidence")
    check_target_only(model, other)
    a, b = (teacher_forced(each, held_out).content for each in (model, other))
    assert a.of == b.of
    assert b.rate <= a.rate - MARGIN
    assert MARGIN == 0.2


def test_english_beats_the_best_bigram(corpus: Corpus) -> None:
    held_out = lessons(shipped("english").spec, corpus.held_out)
    found = teacher_forced(shipped("english"), held_out)
    counted = bigram([pair.target for pair in corpus.train], [pair.target for pair in corpus.held_out])
    assert found.labels.of == counted.of  # EOS is asked of both
    assert found.perplexity < 0.95 * counted.perplexity
    assert not {pair.target for pair in corpus.train} & {pair.target for pair in corpus.held_out}
    held = {pair.target for pair in corpus.held_out}
    assert all(sample.target[1:] in held and not sample.source for sample in shipped("english").samples)


def test_what_is_held_out_is_in_no_training(corpus: Corpus) -> None:
    assert not {pair.source for pair in corpus.train} & {pair.source for pair in corpus.held_out}
    held = {(pair.source, pair.target) for pair in corpus.held_out}
    for sample in shipped("translate").samples:
        assert (sample.source, sample.target[1:]) in held
    assert {sample.source for sample in shipped("translate").samples} == set(HIM_OR_HER.sources)


@needs_numba
def test_training_with_unshifted_labels_makes_it_fail(
    corpus: Corpus, held_out: list[Sample], monkeypatch: pytest.MonkeyPatch
) -> None:
    samples = [pair.sample() for pair in corpus.train]

    def learned() -> Workspace:
        trainer = Trainer(shipped("translate-untrained"), samples, Rule(rate=0.01), executor="jit")
        losses = [trainer.advance() for _ in range(600)]
        assert losses[-1] < losses[0] / 4
        return trainer.learned()

    assert teacher_forced(learned(), held_out).labels.rate > 0.75
    with monkeypatch.context() as patch:
        patch.setattr(Sample, "labels", lambda self, side: tuple((token, True) for token in self.target))
        copies = learned()
    assert teacher_forced(copies, held_out).labels.rate < 0.2
    assert whole_sentences(copies, held_out[:10]).right == 0


# any model


def test_labels_that_are_padding_do_not_count() -> None:
    model = small()
    padded = Sample(("a",), ("BOS", "x", "PAD", "PAD"))
    assert teacher_forced(model, [padded]).labels.of == 2
    assert teacher_forced(model, [padded]).content.of == 1


def test_pins_and_painted_masks_belong_to_what_is_looked_at() -> None:
    model = small(dec_layers=2)
    hidden = np.zeros((3, 3))
    changed = model.with_pin("out.logits", 0, None, 5.0).with_custom_mask("dec1.self", hidden)
    assert len(changed.arrays) == len(model.arrays) + 1
    samples = list(model.samples)
    assert teacher_forced(changed, samples) == teacher_forced(model, samples)
    assert whole_sentences(changed, samples) == whole_sentences(model, samples)


def test_a_decoder_alone_reads_the_target() -> None:
    model = small(kind="decoder_only")
    found = teacher_forced(model, list(model.samples))
    want = [Engine("numpy").run(model, b)["out.loss"].values[0, 0] for b in (0, 1)]
    assert found.loss == pytest.approx((3 * want[0] + 2 * want[1]) / 5)
    assert found.labels.of == 5


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"kind": "encoder"}, "An encoder-only model"),
        ({"head": False}, "vocabulary head"),
        ({"inputs": "rows"}, "rows"),
    ],
)
def test_a_model_that_predicts_nothing_is_refused(fields: dict[str, object], says: str) -> None:
    with pytest.raises(Problem, match=says):
        teacher_forced(small(**fields), [Sample(("a",), ("BOS", "x"))])


def test_a_word_that_it_does_not_have_is_named() -> None:
    with pytest.raises(Problem, match="The token zebra is not in the vocabulary"):
        teacher_forced(small(), [Sample(("a",), ("BOS", "zebra"))])
    with pytest.raises(Problem, match="The token 斑马 is not in the vocabulary"):
        whole_sentences(small(), [Sample(("斑马",), ("BOS", "x"))])
    assert not HIM_OR_HER.known(small())
    assert HIM_OR_HER.known(shipped("translate"))


def test_only_the_same_model_without_its_source_can_be_compared_with() -> None:
    model, other = shipped("translate"), shipped("target-only", "evidence")
    for wrong in (model, other.with_spec(d_ff=8), other.with_vocab("tgt", (*other.vocab["tgt"], "zebra"))):
        with pytest.raises(Problem, match="same fields and words"):
            check_target_only(model, wrong)
