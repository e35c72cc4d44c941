"""`generate` on the command line: text, probabilities, why it stopped, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from core import glass
from core.spec import ModelSpec
from core.workspace import Sample, Workspace
from labapp.cli import main

KEYS = {"source", "tokens", "probabilities", "stopped", "multiplications"}


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["generate", *words]) == 0
    caught = capsys.readouterr()
    assert caught.err == ""
    return caught.out


def page(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, object]:
    found: dict[str, object] = json.loads(said(capsys, *words, "--json"), parse_constant=pytest.fail)
    return found


@pytest.fixture
def reciting(tmp_path: Path) -> str:
    """A decoder-only model whose position table makes the head say x, then y, then EOS."""
    words = ("PAD", "BOS", "EOS", "x", "y")
    spec = ModelSpec(
        kind="decoder_only", inputs="tokens", d=5, causal=True, head=True, pos="learned", pos_length=4, norm="none",
        residual=True, ffn=False,
    )  # fmt: skip
    table = np.zeros((4, 5))
    for row, word in enumerate(("x", "y", "EOS")):
        table[row, words.index(word)] = 9.0
    given = {"tgt.embed": np.zeros((5, 5)), "pos.table": table, "out.W": np.eye(5), "dec1.self.WO": np.zeros((4, 5))}
    path = tmp_path / "reciting.glass"
    path.write_bytes(glass.dumps(Workspace.new(spec, (Sample((), ("BOS", "x")),), given, vocab={"tgt": words})))
    return str(path)


def test_a_text_with_a_probability_each_and_why_it_stopped(reciting: str, capsys: pytest.CaptureFixture[str]) -> None:
    lines = said(capsys, reciting).splitlines()
    p = np.exp(9) / (np.exp(9) + 4)
    assert lines[:5] == ["x y", "", f"x    {p:.4f}", f"y    {p:.4f}", f"EOS  {p:.4f}"]
    assert lines[6] == "stopped at EOS after 3 steps"
    assert "with the cache of keys and values" in lines[7]
    assert "without a cache" in said(capsys, reciting, "--no-cache")
    assert "stopped at the limit of 1 tokens, without EOS" in said(capsys, reciting, "--limit", "1")


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    kept = page(capsys, "six", "--temperature", "1", "--seed", "3")
    again = page(capsys, "six", "--temperature", "1", "--seed", "3", "--no-cache")
    assert kept.keys() >= KEYS
    assert kept["source"] == "我 昨天 给了 她 一本 书".split()
    assert kept["tokens"] == again["tokens"]
    assert kept["probabilities"] == pytest.approx(again["probabilities"], abs=1e-12)
    for found in (kept, again):
        cost = found["multiplications"]
        assert isinstance(cost, dict)
        assert len(cost["steps"]) == len(found["tokens"])  # type: ignore[arg-type]
        for part in ("projections", "attention", "feed_forward", "head"):
            assert cost[part] == sum(step[part] for step in cost["steps"])
    assert kept["stopped"] == "EOS"
    assert kept["tokens"][-1] == "EOS"  # type: ignore[index]
    assert page(capsys, "six")["tokens"] == page(capsys, "six", "--greedy")["tokens"]
    assert page(capsys, "six")["tokens"] == page(capsys, "six", "--temperature", "0")["tokens"]


def test_another_source_another_beginning_another_sample(capsys: pytest.CaptureFixture[str]) -> None:
    found = page(capsys, "translate", "--source", "我给他书。", "--begin", "I gave", "--limit", "2")
    assert found["source"] == ["我", "给", "他", "书", "。"]
    assert found["begin"] == ["BOS", "I", "gave"]
    assert found == page(capsys, "translate", "--source", "我 给 他 书 。", "--begin", "BOS I gave", "--limit", "2")
    second = page(capsys, "padding", "--sample", "1", "--limit", "2")
    assert second["source"] == ["她", "笑了", "PAD", "PAD", "PAD", "PAD"]


def test_words_that_the_vocabulary_lacks(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("translate", "--source", "我昨天给了猫书", "--limit", "1")
    assert main(["generate", *words]) == 2
    assert "The token 猫 is not in the vocabulary, which has 30 words: PAD BOS EOS 他" in capsys.readouterr().err
    assert page(capsys, *words, "--unknown", "add")["source"] == ["我", "昨天", "给", "了", "猫", "书"]
    assert page(capsys, *words, "--unknown", "unk")["source"] == ["我", "昨天", "给", "了", "UNK", "书"]


def test_the_end_of_the_table_of_positions_is_told(reciting: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", reciting, "--set", "pos_length=2"]) == 0
    caught = capsys.readouterr()
    assert caught.out.splitlines()[0] == "x y"
    assert "stopped where the table of positions ends, after 2 steps, without EOS" in caught.out
    assert caught.err == "glassformer: the table of positions has no row after these 2: set pos_length\n"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("block",), "An encoder-only model reads all of its tokens at once"),
        (("cloze",), "An encoder-only model reads all of its tokens at once"),
        (("g01",), "This model reads rows of numbers"),
        (("translate", "--source", ""), "--source is empty"),
        (("translate", "--begin", " "), "--begin is empty"),
        (("translate", "--begin", "I gived"), "The token gived is not in the vocabulary. Did you mean give?"),
        (("translate", "--greedy", "--temperature", "1"), "not allowed with"),
        (("translate", "--greedy", "--top-k", "2"), "--greedy draws nothing"),
        (("translate", "--temperature", "-1"), "'-1' is no temperature: allowed is a number from 0 to 100"),
        (("translate", "--temperature", "hot"), "'hot' is no temperature"),
        (("translate", "--top-k", "0"), "'0' is no number of tokens: allowed is a whole number from 1"),
        (("translate", "--seed", "x"), "'x' is no seed"),
        (("translate", "--limit", "0"), "'0' is no limit"),
        (("translate", "--sample", "4"), "There is no sample 4: the last one is 1"),
        (("translate", "--set", "causal=off"), "Without the causal mask"),
        (("translate", "--set", "pos=learned", "--set", "pos_length=9", "--begin", "a " * 9), "has 9 rows"),
        (("translate", "--set", "kind=decoder_only", "--source", "我"), "kind decoder_only reads no source"),
    ],
)
def test_what_is_refused(words: tuple[str, ...], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", *words]) == 2
    caught = capsys.readouterr()
    assert told in caught.err
    assert caught.out == ""
