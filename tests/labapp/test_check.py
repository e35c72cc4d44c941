"""`check`: what it claims of a model, what it says when something is wrong, and its exit code."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core import glass, jit
from core.ops import BY_NAME
from core.problem import Problem
from core.spec import ModelSpec
from core.workspace import Sample, Workspace
from labapp import models
from labapp.cli import main
from labapp.commands.check import FLOAT32, allowed

Said = Callable[..., tuple[int, str, str]]
LINE = re.compile(r"(?P<says>.+?) +(?P<hold>\d+) of (?P<of>\d+) +largest error (?P<error>\S+)(?: at (?P<at>\S+), .*)?")


@pytest.fixture
def check(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Said:
    """`check` with some words: exit code, stdout, stderr."""
    monkeypatch.chdir(tmp_path)

    def run(*words: str) -> tuple[int, str, str]:
        code = main(["check", *words])
        return code, *capsys.readouterr()

    return run


def lines(out: str) -> dict[str, dict[str, str]]:
    """The lines of the report by what they say; each must have the form of one."""
    matches = [LINE.fullmatch(line) for line in out.splitlines()]
    return {match["says"]: match.groupdict() for match in matches if match}


@pytest.mark.parametrize("name", models.names())
def test_every_starting_model_passes(check: Said, name: str) -> None:
    code, out, said = check(name)
    assert (code, said) == (0, "")
    found = lines(out)
    assert len(found) == len(out.splitlines())
    assert all(line["hold"] == line["of"] for line in found.values())
    last = "float32 equals float64 within its precision" if name == "base" else "compiled equals NumPy"
    nodes = [n for n in models.starting_model(name).graph().nodes if n.op != "leaf"]
    samples = len(models.starting_model(name).samples)
    assert len(nodes) <= int(found[last]["of"]) <= samples * (len(nodes) + 3)  # padding has mask nodes of its own
    assert "each row sums to 1 over its visible keys" in found


def test_fields_and_cells_are_changed_as_for_trace(check: Said) -> None:
    code, out, _ = check("block", "--set", "norm=rmsnorm", "--set", "causal=on", "--cell", "enc1.self.h1.A[0,0]=3")
    assert code == 0
    assert "row i sees i + offset + 1 keys" in lines(out)
    assert "x̂ has mean 0" not in lines(out)
    assert check("block", "--set", "d=0")[0] == 2


def wrong(name: str, monkeypatch: pytest.MonkeyPatch, change: Callable[[Any], Any]) -> None:
    """From here on NumPy's reading of an operation gives something else."""
    op = BY_NAME[name]
    monkeypatch.setitem(BY_NAME, name, replace(op, reference=lambda *given: change(op.reference(*given))))


def one_weight_off(a: Any) -> Any:
    a = a.copy()
    a[2, 1] += 0.125
    return a


def test_a_wrong_kernel_is_found_and_named_with_its_cells(check: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong("softmax", monkeypatch, one_weight_off)
    code, out, said = check("block")
    assert code == 1
    found = lines(out)
    assert found["each row sums to 1 over its visible keys"]["hold"] == "0"
    assert found["each row sums to 1 over its visible keys"]["at"] == "enc1.self.h1.A[2,0]"
    assert found["hidden weights are 0"]["hold"] == "2"
    assert int(found["compiled equals NumPy"]["hold"]) < int(found["compiled equals NumPy"]["of"])
    first, *rest = said.splitlines()
    assert re.fullmatch(r"glassformer: \d+ checks fail:", first)
    assert int(first.split()[1]) == len(rest)
    assert "  enc1.self.h2.A[2,0]: each row sums to 1 over its visible keys: error 1.2e-01, allowed is 1.0e-10" in rest
    assert "  enc1.self.h1.A[2,1]: compiled equals NumPy: error 1.2e-01, allowed is 1.0e-10" in rest
    assert not any("h1.S[" in line for line in rest)


def test_with_several_samples_it_is_said_in_which_one(check: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong("padding", monkeypatch, np.ones_like)
    code, _, said = check("padding")
    assert code == 1
    assert "  sample1/enc1.self.mask.padding[0,2]: padding keys are hidden from every query: error 1.0e+00" in said
    assert "sample0/" not in said


def test_numbers_that_are_no_numbers_agree_and_claim_nothing(check: Said) -> None:
    code, out, _ = check("block", "--cell", "X[0,0]=nan", "--cell", "X[1,1]=inf")
    assert code == 0
    assert "compiled equals NumPy" in lines(out)


def test_without_a_compiler_the_comparison_is_left_out_and_said_to_be(
    check: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forward() -> None:
        raise Problem("There is no compiled code here ({reason}).", reason="no numba")

    monkeypatch.setattr(jit, "forward", forward)
    code, out, said = check("block")
    assert (code, said) == (0, "")
    assert out.splitlines()[-1] == "compiled against NumPy is left out. There is no compiled code here (no numba)."
    assert "compiled equals NumPy" not in lines(out)
    assert json.loads(check("block", "--json")[1])["agreement"] is None


def test_json_says_the_same(check: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    code, out, said = check("block", "--json")
    page = json.loads(out, parse_constant=pytest.fail)
    assert (code, said, page["model"], page["agreement"], page["failed"]) == (0, "", "block", "compiled", [])
    plain = lines(check("block")[1])
    assert [entry["says"] for entry in page["statements"]] == list(plain)
    assert all(str(entry["of"]) == plain[entry["says"]]["of"] for entry in page["statements"])
    wrong("softmax", monkeypatch, lambda a: a * np.inf)
    code, out, said = check("block", "--json")
    page = json.loads(out, parse_constant=pytest.fail)
    assert code == 1
    assert said.startswith("glassformer: ")
    infinite = [(e["node"], e["cell"], e["says"]) for e in page["failed"] if e["error"] == "inf"]
    assert ("enc1.self.h1.A", [0, 0], "compiled equals NumPy") in infinite


@pytest.mark.parametrize(
    "words",
    [
        ["pos=shaw_kv", "d_k=64"],
        ["scale=off", "d_k=64"],
        ["norm=rmsnorm", "norm_place=pre", "enc_layers=6"],
        ["pos=rope_half", "act=gelu_erf"],
    ],
)
def test_float32_is_held_against_float64(check: Said, words: list[str]) -> None:
    code, out, said = check("block", "--set=precision=float32", *(f"--set={word}" for word in words))
    assert (code, said) == (0, "")
    found = lines(out)["float32 equals float64 within its precision"]
    assert 0 < float(found["error"]) < 1e-4
    assert "compiled equals NumPy" not in lines(out)


def test_a_float32_that_is_worse_than_its_precision_is_found(check: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    op = BY_NAME["relu"]

    def half(x: Any) -> Any:
        return op.reference(x).astype(np.float16).astype(np.float32) if x.dtype == np.float32 else op.reference(x)

    monkeypatch.setitem(BY_NAME, "relu", replace(op, reference=half))
    code, _, said = check("words", "--set", "precision=float32")
    assert code == 1
    assert re.search(r"  enc1\.ffn\.hidden\[\d,\d\]: float32 equals float64 within its precision: error", said)


def test_what_float32_may_differ_grows_with_the_root_of_the_layers_and_of_unscaled_sums() -> None:
    one, six = ModelSpec(d_k=64), ModelSpec(kind="encoder_decoder", enc_layers=3, dec_layers=6, d_k=64)
    assert allowed(one, "enc1.norm2") == FLOAT32
    assert allowed(one, "enc1.self.h1.S") == FLOAT32
    assert allowed(one, "enc1.self.h1.raw") == FLOAT32 * 8
    assert allowed(six, "dec6.norm3") == pytest.approx(FLOAT32 * 3)
    assert allowed(ModelSpec(kind="attention", scale=False, d_k=9), "att.h1.A") == pytest.approx(FLOAT32 * 3)
    base = ModelSpec(kind="encoder_decoder", enc_layers=6, dec_layers=6)
    assert math.isclose(allowed(base, "enc1.norm1"), 6.9e-5, rel_tol=0.01)


def test_a_file_is_checked_like_a_model(check: Said) -> None:
    glass.save(Path("two.glass"), Workspace.new(ModelSpec(kind="decoder_only", causal=True), (Sample((), ("a", "b")),)))
    code, out, _ = check("two.glass")
    assert code == 0
    assert "visible where every rule allows it" in lines(out)


def test_the_first_number_that_is_not_finite_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["trace", "block", "--cell", "enc1.self.h1.WV[3,1]=inf"]) == 0
    assert "the first number that is not finite is enc1.self.h1.WV[3,1] = inf" in capsys.readouterr().err
    assert main(["trace", "block", "--cell", "enc1.self.h1.A[0,2]=nan"]) == 0
    assert "enc1.self.h1.A.held[0,2] = nan" in capsys.readouterr().err
    assert main(["trace", "block"]) == 0
    assert capsys.readouterr().err == ""
