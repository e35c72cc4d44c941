"""`evaluate` on the command line: the scores, both pieces of evidence, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from core import glass
from core.baseline import bigram, neighbours
from core.corpus import lessons, load_corpus
from core.evaluate import Forced, Share, filled, probes, teacher_forced, whole_sentences, without_source
from labapp import models
from labapp.cli import main
from labapp.commands import evaluate
from resources import path as resource


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """What `evaluate` prints for some words, in a folder with a small corpus: four of the lab's held-out pairs."""
    monkeypatch.chdir(tmp_path)
    pairs = load_corpus(resource("corpus", "zh-en.txt"))
    four = "".join(f"{' '.join(pair.source)}\t{' '.join(pair.target)}\n" for pair in pairs.held_out[:4])
    (tmp_path / "c.txt").write_text(f"我\tI\n# held out\n{four}", encoding="utf-8")
    (tmp_path / "none.txt").write_text("我\tI\n", encoding="utf-8")

    def run(*words: str) -> str:
        assert main(["evaluate", *words]) == 0
        caught = capsys.readouterr()
        assert caught.err == ""
        return caught.out

    return run


def test_the_shipped_model_on_the_shipped_corpus(said: Any) -> None:
    page = json.loads(said("translate", "--json"), parse_constant=pytest.fail)
    samples = [pair.sample() for pair in load_corpus(resource("corpus", "zh-en.txt")).held_out]
    model, other = models.starting_model("translate"), glass.load(resource("evidence", "target-only.glass"))
    forced, blind = (teacher_forced(each, samples) for each in (model, other))
    assert page["model"] == "translate"
    assert page["pairs"] == len(samples)
    assert (page["right"], page["of"]) == forced.labels
    assert (page["content"]["right"], page["content"]["of"]) == forced.content
    assert page["sentences"]["of"] == len(samples)
    assert page["target_only"]["lower_by"] == forced.content.rate - blind.content.rate >= 0.2
    assert [each["p"] for each in page["probes"]] == [each.p for each in probes(model)]
    assert [each["p"] for each in page["cross_off"]] == [each.p for each in probes(without_source(model))]


@pytest.mark.parametrize(
    ("name", "score", "count", "beside"),
    [("english", teacher_forced, bigram, "bigram"), ("cloze", filled, neighbours, "neighbours")],
)
def test_a_model_of_one_sequence_beside_counting(said: Any, name: str, score: Any, count: Any, beside: str) -> None:
    page = json.loads(said(name, "--json"), parse_constant=pytest.fail)
    corpus, model = load_corpus(resource("corpus", "zh-en.txt")), models.starting_model(name)
    found = score(model, lessons(model.spec, corpus.held_out))
    counted = count([pair.target for pair in corpus.train], [pair.target for pair in corpus.held_out])
    assert (page["right"], page["of"], page["perplexity"]) == (*found.labels, found.perplexity)
    assert (page[beside]["right"], page[beside]["of"], page[beside]["perplexity"]) == (
        counted.right,
        counted.of,
        counted.perplexity,
    )
    assert page["perplexity"] < 0.95 * page[beside]["perplexity"]
    assert page["right"] > page[beside]["right"]
    text = said(name)
    assert text.splitlines()[0] == ("60 held-out sentences, 436 holes" if name == "cloze" else "60 held-out sentences")
    assert [line.rpartition(" ")[2] for line in text.splitlines() if "perplexity" in line] == [
        f"{page['perplexity']:.3f}",
        f"{page[beside]['perplexity']:.3f}",
    ]


def test_cloze_shows_one_hole(said: Any) -> None:
    page = json.loads(said("cloze", "--json"))["example"]
    assert page["source"] == "I MASK him a book yesterday .".split()
    assert page["answer"] == "gave" == max(page["p"], key=page["p"].get)
    assert f"P(gave) = {page['p']['gave']:.4f}" in said("cloze")
    # A sentence without a hole shows the first held-out one; words that were never counted leave the baseline out.
    page = json.loads(said("cloze", "--set", "tokens=1", "--corpus", "c.txt", "--json"))
    assert page["example"]["source"][0] == "MASK"
    assert "neighbours" not in page


def test_the_same_figures_as_text(said: Any) -> None:
    lines = said("translate", "--corpus", "c.txt").splitlines()
    page = json.loads(said("translate", "--corpus", "c.txt", "--json"))
    samples = [pair.sample() for pair in load_corpus(Path("c.txt")).held_out]
    assert lines[0] == "4 held-out pairs"
    right = whole_sentences(models.starting_model("translate"), samples).right
    assert lines[3] == f"  whole sentences, greedy       {right / 4:5.1%}".replace("%", " %") + f"  ({right} of 4)"
    found = [line.split("  P(") for line in lines if "  P(" in line]
    assert [each[0].strip() for each in found] == 2 * ["我 昨天 给 了 他 一 本 书 。", "我 昨天 给 了 她 一 本 书 。"]
    for each, probe in zip(found, page["probes"] + page["cross_off"], strict=True):
        assert each[1:] == [f"{word} | BOS I gave) = {p:.4f}" for word, p in probe["p"].items()]
    assert "with cross-attention off they no longer follow the source:" in lines
    assert lines[-1] == f"  lower by {100 * page['target_only']['lower_by']:.1f} points (≥ 20 met)"


def test_another_model_is_scored_without_what_it_cannot_be_asked(said: Any) -> None:
    page = json.loads(said("translate", "--corpus", "c.txt", "--set", "d_ff=8", "--json"))
    assert "probes" in page
    assert "target_only" not in page
    page = json.loads(said("translate", "--corpus", "c.txt", "--set", "kind=decoder_only", "--json"))
    assert set(page) == {"model", "pairs", "right", "of", "accuracy", "perplexity", "content"}
    page = json.loads(said("translate", "--corpus", "c.txt", "--set", "cross=off", "--json"))
    assert "target_only" not in page
    assert page["probes"] == page["cross_off"]


def test_a_model_of_ones_own_to_compare_with(said: Any) -> None:
    blind = without_source(models.starting_model("translate").with_spec(d_ff=8))
    glass.save(Path("blind.glass"), blind)
    words = ("translate", "--corpus", "c.txt", "--set", "d_ff=8", "--target-only", "blind.glass")
    samples = [pair.sample() for pair in load_corpus(Path("c.txt")).held_out]
    page = json.loads(said(*words, "--json"))
    want = teacher_forced(blind, samples)
    assert page["target_only"]["content"]["right"] == want.content.right
    assert said(*words).splitlines()[-1].startswith("  lower by ")


def test_too_little_is_said_to_be_missed_and_what_follows_is_not_denied() -> None:
    forced = Forced(0.5, Share(9, 10), Share(4, 5))
    page = evaluate._forced(forced) | {"pairs": 1, "target_only": evaluate._forced(forced) | {"lower_by": 0.1}}
    probe = {"source": ["a"], "begin": ["BOS"], "p": {"x": 0.25}}
    page |= {"probes": [probe], "cross_off": [probe, probe | {"p": {"x": 0.5}}]}
    lines = list(evaluate.lines(page))
    assert "with cross-attention off:" in lines
    assert lines[-1] == "  lower by 10.0 points (≥ 20 missed)"


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (("translate", "--corpus", "none.txt"), 2, "none.txt has no held-out pair"),
        (("translate", "--corpus", "no.txt"), 2, "no.txt could not be read"),
        (("block",), 2, "This model fills no hole: that takes a vocabulary head"),
        (("six", "--corpus", "c.txt"), 1, "is not in the vocabulary"),
        (("translate", "--target-only", "no.glass"), 2, "no.glass could not be read"),
        (("translate", "--set", "cross=off", "--target-only", "no.glass"), 2, "this one reads none"),
        (("translat",), 2, "Did you mean translate"),
    ],
)
def test_what_is_refused(
    said: Any, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], code: int, sentence: str
) -> None:
    assert main(["evaluate", *words]) == code
    caught = capsys.readouterr()
    assert caught.out == ""
    assert sentence in caught.err


def test_a_model_with_the_source_is_nothing_to_compare_with(said: Any, capsys: pytest.CaptureFixture[str]) -> None:
    glass.save(Path("same.glass"), models.starting_model("translate"))
    assert main(["evaluate", "translate", "--target-only", "same.glass"]) == 2
    assert "same fields and words, and cross-attention off" in capsys.readouterr().err
