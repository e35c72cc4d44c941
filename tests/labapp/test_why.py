"""`why`: the sum behind a number on the command line, its JSON, and what is refused."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from core.numbers import parse_number
from labapp.cli import main
from labapp.commands import why
from tests import golden_cases as golden

Said = Callable[..., tuple[int, str, str]]
CASE = next(case for case in golden.block_cases() if case.id == "A.block.post")


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Said:
    """`why` with some words: exit code, stdout, stderr."""
    monkeypatch.chdir(tmp_path)

    def run(*words: str) -> tuple[int, str, str]:
        code = main(["why", *words])
        return code, *capsys.readouterr()

    return run


def test_the_number_on_the_first_page(ask: Said) -> None:
    code, out, said = ask("block", "enc1.self.h1.H[0,1]")
    assert (code, said) == (0, "")
    assert out.splitlines() == [
        "enc1.self.h1.H[0,1] · sum of products",
        "H¹[0,1] = A¹[0,0]·V¹[0,1] + A¹[0,1]·V¹[1,1] + A¹[0,2]·V¹[2,1]",
        "0.4011×0 + 0.1978×2 + 0.4011×1 = 0.7967",
    ]


def test_full_precision_is_the_golden_number(ask: Said) -> None:
    _, out, _ = ask("block", "enc1.self.h1.H[0,1]", "--full")
    numbers = [parse_number(text) for text in re.findall(r"\d+\.?\d*", out.splitlines()[-1])]
    a, v = CASE.want()["enc1.self.h1.A"][0], CASE.want()["enc1.self.h1.V"][:, 1]
    h = CASE.want()["enc1.self.h1.H"][0, 1]
    assert numbers == pytest.approx([a[0], v[0], a[1], v[1], a[2], v[2], h], abs=1e-14)
    _, six, _ = ask("block", "enc1.self.h1.H[0,1]", "--precision", "6")
    assert six.splitlines()[-1] == "0.401112×0 + 0.197776×2 + 0.401112×1 = 0.796664"


def strict(text: str) -> dict[str, object]:
    return json.loads(text, parse_constant=pytest.fail)


def test_json_has_the_terms_and_they_add_up(ask: Said) -> None:
    code, out, _ = ask("block", "enc1.self.h1.H[0,1]", "--json")
    page = strict(out)
    assert code == 0
    assert list(page) == ["node", "cell", "value", "kind", "terms", "text"]
    assert (page["node"], page["cell"], page["kind"]) == ("enc1.self.h1.H", [0, 1], "products")
    assert page["text"] == "0.4011×0 + 0.1978×2 + 0.4011×1 = 0.7967"
    want = CASE.want()
    assert page["value"] == pytest.approx(want["enc1.self.h1.H"][0, 1], abs=1e-14)
    assert page["terms"] == [
        {
            "factors": [
                {"node": "enc1.self.h1.A", "cell": [0, k], "value": pytest.approx(want["enc1.self.h1.A"][0, k])},
                {"node": "enc1.self.h1.V", "cell": [k, 1], "value": pytest.approx(want["enc1.self.h1.V"][k, 1])},
            ],
            "contribution": pytest.approx(want["enc1.self.h1.A"][0, k] * want["enc1.self.h1.V"][k, 1], abs=1e-15),
        }
        for k in range(3)
    ]


def test_what_is_no_sum_has_no_contributions(ask: Said) -> None:
    page = strict(ask("block", "enc1.self.h1.A[0,1]", "--json")[1])
    assert page["kind"] == "softmax"
    assert {term["contribution"] for term in page["terms"]} == {None}  # type: ignore[attr-defined]
    assert page["text"].count("\n") == 3  # type: ignore[attr-defined]


def test_a_number_that_is_none_is_strict_json(ask: Said) -> None:
    code, out, said = ask("block", "enc1.self.h1.Q[0,0]", "--json", "--cell", "src.X[0,0]=nan")
    page = strict(out)
    assert code == 0
    assert page["value"] == "nan"
    assert "the first number that is not finite is src.X[0,0]" in said


def test_fields_cells_samples_and_aliases(ask: Said) -> None:
    assert "Hidden by the causal rule." in ask("block", "enc1.self.h1.A[0,2]", "--set", "causal=on")[1]
    out = ask("block", "enc1.self.h1.A[0,0]", "--cell", "enc1.self.h1.A[0,0]=0.9")[1]
    assert "A¹[0,0] = 0.9" in out
    assert "natural value is 0.4011" in out
    assert ask("block", " enc1.Z[ 0 , 1 ] ")[1] == ask("block", "enc1.norm2[0,1]")[1]
    first, second = (strict(ask("padding", f"sample{k}/out.loss[0,0]", "--json")[1]) for k in (0, 1))
    assert first["value"] != second["value"]
    assert first == strict(ask("padding", "out.loss[0,0]", "--json")[1])


def test_latex_markdown_and_the_chain(ask: Said) -> None:
    _, tex, _ = ask("block", "enc1.self.h1.H[0,1]", "--format", "latex")
    assert tex.startswith("\\begin{aligned}")
    assert "0.4011 \\times 0 + 0.1978 \\times 2 + 0.4011 \\times 1" in tex
    _, marked, _ = ask("block", "enc1.self.h1.H[0,1]", "--format", "markdown")
    assert marked.count("$$") == 2
    assert "| A¹[0,1]·V¹[1,1] | 0.1978×2 | 0.3956 |" in marked
    _, chain, _ = ask("block", "enc1.U[0,1]", "--chain")
    assert chain.splitlines()[-1] == "X[1,1] = 1 · input"
    assert "largest of 4 terms: 0.8022" in chain


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["block", "enc1.self.h1.H[3,1]"], "it has no cell [3,1]; rows go from 0 to 2, columns to 1"),
        (["block", "enc1.self.h1.H[0,999999999]"], "it has no cell [0,999999999]; rows go from 0 to 2"),
        (["block", "h1.H[0,1]"], "There is no matrix called h1.H. Did you mean enc1.self.h1.H?"),
        (["block", "???[0,1]"], "There is no matrix called ??? in this model. 'glassformer trace MODEL' lists all"),
        (["block", "enc1.self.h1.H"], "a cell is written 'NODE[row,column]', counted from 0"),
        (["block", "enc1.self.h1.H[-1,0]"], "a cell is written 'NODE[row,column]'"),
        (["block", "enc1.self.h1.H[0]"], "a cell is written 'NODE[row,column]'"),
        (["block", "enc1.self.h1.H[0,1]=2"], "a cell is written 'NODE[row,column]'"),
        (["block", ""], "found ''"),
        (["block"], "are required: 'NODE[i,j]'"),
        (["block", "sample1/enc1.Z[0,0]"], "There is no sample 1: the last one is 0"),
        (["nomodel", "enc1.Z[0,0]"], "nomodel"),
        (["block", "enc1.Z[0,0]", "--set", "d=0"], "d can't be 0"),
        (["block", "enc1.Z[0,0]", "--precision", "0"], "allowed is 1 to 17"),
        (["block", "enc1.Z[0,0]", "--precision", "x"], "allowed is 1 to 17"),
        (["block", "enc1.Z[0,0]", "--json", "--chain"], "not allowed with"),
    ],
)
def test_what_is_typed_wrong_is_refused_in_a_sentence(ask: Said, words: list[str], sentence: str) -> None:
    code, out, said = ask(*words)
    assert (code, out) == (2, "")
    assert sentence in said
    assert "Traceback" not in said


def test_all_digits_of_every_number_are_enough(ask: Said) -> None:
    """17 digits and --full read back as the same double."""
    page = strict(ask("block", "enc1.Z[0,1]", "--json")[1])
    for flags in (["--full"], ["--precision", str(why.MOST_DIGITS)]):
        out = ask("block", "enc1.Z[0,1]", *flags)[1].splitlines()[-1]
        assert math.isclose(parse_number(out.rpartition(" = ")[2]), np.float64(page["value"]), rel_tol=1e-11)
