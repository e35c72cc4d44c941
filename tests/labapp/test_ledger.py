"""`ledger` on the command line: the base model by default, any other, and what is refused."""

from __future__ import annotations

import json

import pytest

from labapp.cli import main


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["ledger", *words]) == 0
    caught = capsys.readouterr()
    assert caught.err == ""
    return caught.out


def test_without_a_model_it_is_the_base_of_2017(capsys: pytest.CaptureFixture[str]) -> None:
    out = said(capsys)
    assert out == said(capsys, "--base")
    assert "6+6 layers, d = 512, h = 8 heads" in out
    assert "attention biases off; vocabulary V_src = 37,000 and V_tgt = 37,000; the head is tied" in out
    assert "at n = 64, m = 64: " in out
    assert "63,082,632" in out


def test_fields_lengths_and_words_of_the_base(capsys: pytest.CaptureFixture[str]) -> None:
    page = json.loads(said(capsys, "--set", "bias=on", "--set", "tied=off", "-n", "7", "--vocab", "100", "--json"))
    assert (page["n"], page["m"], page["vocabulary"]) == (7, 64, {"src": 100, "tgt": 100})
    assert page["spec"]["bias"] is True
    assert page["total"]["parameters"] == 44101632 + 18 * 4 * 512 + 3 * 100 * 512 + 100
    encoder = json.loads(said(capsys, "--set", "kind=encoder", "--set", "inputs=rows", "--set", "head=off", "--json"))
    assert (encoder["n"], encoder["m"], encoder["vocabulary"]) == (64, 0, {"src": 0, "tgt": 0})


def test_a_model_at_its_own_and_at_other_lengths(capsys: pytest.CaptureFixture[str]) -> None:
    page = json.loads(said(capsys, "translate", "--json"))
    assert page["model"] == "translate"
    assert (page["n"], page["m"], page["vocabulary"]) == (9, 8, {"src": 30, "tgt": 41})
    assert page["total"]["parameters"] == 3753
    other = json.loads(said(capsys, "translate", "-n", "20", "-m", "1", "--set", "d_ff=32", "--json"))
    assert (other["n"], other["m"]) == (20, 1)
    assert other["total"]["multiply_adds"]["terms"]["n²"] == page["total"]["multiply_adds"]["terms"]["n²"]
    assert "at m = 5" in said(capsys, "g01", "-m", "5")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("nothing", "--base"), "--base is a model by itself: name it or 'nothing'"),
        (("bloc",), "Did you mean block?"),
        (("block", "-m", "3"), "-m: this model reads no target"),
        (("--set", "kind=decoder_only", "-n", "3"), "-n: this model reads no source"),
        (("-n", "0"), "'0' is no number of tokens: allowed is a whole number from 1 to 1,000,000"),
        (("--vocab", "x"), "'x' is no number of words"),
        (("--set", "bias"), "--set takes FIELD=VALUE, found 'bias'"),
        (("--set", "dff=3"), "Did you mean d_ff?"),
        (("--set", "tokens=3"), "give -n and -m"),
        (("--set", "pos=learned"), "The position table has 16 rows, this sample needs 64"),
    ],
)
def test_what_is_refused(words: tuple[str, ...], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ledger", *words]) == 2
    assert told in capsys.readouterr().err
