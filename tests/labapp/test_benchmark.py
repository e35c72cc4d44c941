"""The benchmark: that what it compares computes the same, and what it reports. No time is asserted."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from core import jit
from core.engine import Engine
from core.problem import Problem
from core.spec import ModelSpec
from core.workspace import Sample, Workspace
from labapp.benchmark import measure, peers
from labapp.benchmark.cases import BASE, EDIT_TARGET, SIZES, SMALL, TARGETS
from labapp.benchmark.jacobian import summary
from labapp.benchmark.machine import machine
from labapp.cli import main
from labapp.commands import benchmark as command

TINY = Workspace.new(
    ModelSpec(kind="encoder_decoder", enc_layers=1, dec_layers=2, d=6, d_k=3, d_v=3, d_ff=8, causal=True),
    (Sample(("a", "b", "c"), ("d", "e")),),
)


@pytest.fixture
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two short rounds, and a small model in the place of base."""
    monkeypatch.setattr(measure, "ROUNDS", 2)
    monkeypatch.setattr(measure, "ROUND_SECONDS", 0.0)
    monkeypatch.setattr(measure, "WHY_CELLS", 5)
    monkeypatch.setitem(SIZES, "base", lambda: TINY.with_spec(precision="float32"))


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    def run(*words: str) -> tuple[int, str, str]:
        code = main(["benchmark", *words])
        return code, *capsys.readouterr()

    return run


@pytest.mark.parametrize("library", sorted(peers.peers()))
@pytest.mark.parametrize("size", ["BLOCK", "9+8", "64", "tiny", "tiny float32"])
def test_peers_compute_what_the_engine_computes_and_keep_it(size: str, library: str) -> None:
    workspace = {"tiny": TINY, "tiny float32": TINY.with_spec(precision="float32")}.get(size) or SIZES[size]()
    trace = Engine("numpy").run(workspace)
    peer = peers.Peer(peers.peers()[library](), workspace)
    with peer.library.around():
        rows, kept = peer.run()
    last = "dec2.Z" if workspace.spec.decodes else "enc1.Z"
    tolerance = 1e-12 if workspace.spec.precision == "float64" else 2e-5
    np.testing.assert_allclose(np.asarray(rows), trace[last].values, rtol=0, atol=tolerance)
    assert str(rows.dtype).endswith(workspace.spec.precision)
    kept_first = dict(zip(("Q", "K", "V", "raw", "S", "A", "H"), kept, strict=False))
    for stem, heads in kept_first.items():
        for r in range(workspace.spec.heads):
            want = trace[f"enc1.self.h{r + 1}.{stem}"].values
            np.testing.assert_allclose(np.asarray(heads[r]), want, rtol=0, atol=tolerance, err_msg=stem)
    layers = workspace.spec.enc_layers, workspace.spec.dec_layers if workspace.spec.decodes else 0
    assert len(kept) == layers[0] * (9 + 3 + 4) + layers[1] * (2 * 9 + 3 + 6)


def test_the_sizes_are_those_that_the_targets_are_about() -> None:
    assert list(SIZES) == list(TARGETS) == ["BLOCK", "9+8", "64", "base"]
    assert (list(TARGETS.values()), EDIT_TARGET) == ([30, 12, 1.4, 1], 20)
    block, pair, long = (SIZES[size]() for size in ("BLOCK", "9+8", "64"))
    assert (block.spec, len(block.tokens())) == (ModelSpec(), 3)
    assert (pair.spec.enc_layers, pair.spec.dec_layers, pair.spec.d, pair.spec.heads, pair.spec.d_ff) == (
        2,
        2,
        16,
        2,
        64,
    )
    assert (len(pair.samples[0].source), len(pair.samples[0].target), pair.spec) == (9, 8, SMALL)
    assert (long.spec.d, long.spec.heads, long.spec.d_ff, len(long.tokens())) == (64, 4, 256, 64)
    assert (BASE.enc_layers, BASE.dec_layers, BASE.d, BASE.heads, BASE.d_ff, BASE.precision) == (
        *(6, 6, 512, 8, 2048),
        "float32",
    )


def test_json_has_a_case_for_each_size_and_the_edit(brief: None, said: Callable[..., tuple[int, str, str]]) -> None:
    code, out, progress = said("--json", "--size", "base", "--size", "BLOCK", "--size", "base")
    page = json.loads(out, parse_constant=pytest.fail)
    assert code == 0
    assert progress.splitlines() == ["measuring base …", "measuring BLOCK …"]
    assert [case["size"] for case in page["cases"]] == ["base", "BLOCK"]
    for case in page["cases"]:
        assert {"size", "engine_us", "numpy_us", "torch_us", "x_numpy", "x_torch"} <= case.keys()
        assert case["engine_us"] > 0
        assert case["x_numpy"] == pytest.approx(case["numpy_us"] / case["engine_us"])
        for who in ("engine", "numpy"):
            low, high = page["spread"][case["size"]][who]
            assert low <= case[f"{who}_us"] <= high
        assert (case["torch_us"] is None) == (case["x_torch"] is None) == (page["machine"]["torch"] is None)
    assert [case["executor"] for case in page["cases"]] == ["numpy", "jit"]
    edit = page["edit"]
    assert edit["bit_equal"] is True
    assert 0 < edit["nodes_run"] < edit["nodes"]
    assert edit["x_full"] == pytest.approx(edit["full_us"] / edit["edit_us"])
    why = page["why"]
    assert 0 < why["why_us"] <= why["slowest_us"]
    name, i, j = re.fullmatch(r"(.+)\[(\d+),(\d+)\]", why["slowest"]).groups()  # type: ignore[union-attr]
    rows, cols = TINY.graph()[name].shape
    assert int(i) < rows
    assert int(j) < cols


def test_one_size_needs_no_edit_and_the_table_names_machine_and_target(
    brief: None, said: Callable[..., tuple[int, str, str]]
) -> None:
    code, out, _ = said("--size", "BLOCK")
    head, row, *rest = out.splitlines()
    assert code == 0
    assert head.split()[0] == "size"
    assert row.split()[0] == "BLOCK"
    assert "≥ 30×" in row
    assert any(f"kernel {machine()['kernel']}" in line for line in rest)
    assert any("PyTorch" in line for line in rest)
    assert "edit" not in out
    assert "why" not in out


@pytest.mark.parametrize(
    ("word", "says"),
    [
        ("block", "did you mean 'BLOCK'?"),
        ("9+9", "did you mean '9+8'?"),
        ("huge", "the sizes are BLOCK, 9+8, 64, base"),
    ],
)
def test_an_unknown_size_is_wrong_usage(said: Callable[..., tuple[int, str, str]], word: str, says: str) -> None:
    code, out, complaint = said("--size", word)
    assert (code, out) == (2, "")
    assert f"there is no size '{word}': {says}" in complaint


def measured(
    x_torch: float | None = 40.0,
    x_full: float = 25.0,
    equal: bool = True,
    slowest: float = 900.0,
    slow: float = 1.0,
) -> dict[str, Any]:
    times = {"engine": [2.0, 3.0], "numpy": [99.0, 130.0]} | ({} if x_torch is None else {"torch": [80.0, 90.0]})
    case = {
        "size": "BLOCK",
        "precision": "float64",
        "executor": "jit",
        "engine_us": 2.5,
        "numpy_us": 100.0,
        "torch_us": x_torch and 2.5 * x_torch,
        "x_numpy": 40.0,
        "x_torch": x_torch,
    }
    edit = {
        "edit_us": 4.0,
        "full_us": 4.0 * x_full,
        "x_full": x_full,
        "nodes_run": 6,
        "nodes": 60,
        "bit_equal": equal,
        "spread": {"edit": [3.5, 5.0], "full": [1.0, 2.0]},
    }
    on = {
        "python": "3",
        "numpy": "2",
        "blas": "b",
        "kernel": "k",
        "product": None,
        "torch": None if x_torch is None else "2.13",
    }
    why = {"why_us": 400.0, "slowest_us": slowest, "slowest": "enc1.Z[0,1]"}
    whole = {"jacobian_numpy_us": 20_000.0 * slow, "jacobian_jit_us": None, "x_one_by_one": 30.0}
    asked = {"reach_us": 1e6 / 60 * slow, "edit_us": 200.0, "compare_us": 400.0, "spread": {}, **whole}
    found = {"cases": [case], "edit": edit, "why": why, "questions": asked}
    return {**found, "spread": {"BLOCK": times}, "machine": on}


def test_the_table_says_which_targets_are_met() -> None:
    text = "\n".join(command.lines(measured()))
    assert "2.50 (2.00–3.00)" in text
    assert "≥ 30× met" in text
    assert "25.0× cheaper than a full run (≥ 20× met), equal to it to the bit" in text
    assert "why of a cell at base: 400 µs, the slowest 900 µs (enc1.Z[0,1]; ≤ 5000 µs met)" in text
    text = "\n".join(command.lines(measured(29.9, 19.9, equal=False, slowest=5001.0)))
    assert "≤ 5000 µs missed" in text
    assert "≥ 30× missed" in text
    assert "(≥ 20× missed), NOT equal to it to the bit" in text


def test_the_table_says_how_long_a_question_takes() -> None:
    assert "16667 µs a direction (one 60 Hz frame met); an edit 200 µs, compared with a baseline 400 µs" in "\n".join(
        command.lines(measured())
    )
    assert "one 60 Hz frame missed" in "\n".join(command.lines(measured(slow=1.1)))


def test_the_table_says_how_long_a_jacobian_takes() -> None:
    said = "Jacobian of a whole stack at 9+8: 20000 µs by NumPy, 30.0× as fast as one seed after the other"
    assert f"{said}; compiled not there (≤ 100000 µs met)" in "\n".join(command.lines(measured()))
    assert "(≤ 100000 µs missed)" in "\n".join(command.lines(measured(slow=6.0)))
    found = summary({"enc-numpy": 3.0, "dec-numpy": 2.0, "enc-jit": 1.0, "dec-jit": 0.5, "one-by-one": 60.0})
    assert found == {"jacobian_numpy_us": 3.0, "jacobian_jit_us": 1.0, "x_one_by_one": 30.0}


def test_questions_are_asked_of_the_size_of_translate(brief: None) -> None:
    page = measure.report(["9+8", "BLOCK"])
    asked = page["questions"]
    assert min(asked["edit_us"], asked["compare_us"]) > 0
    assert asked["reach_us"] > 0
    assert {"reach", "edit", "compare", "enc-numpy", "dec-numpy", "one-by-one"} <= set(asked["spread"])
    assert asked["jacobian_numpy_us"] > 0


def test_without_pytorch_no_target_is_called_met_or_missed() -> None:
    row = command.lines(measured(None))[1]
    assert row.endswith("≥ 30×")
    assert "–" in row.split("×")[1]
    assert any("PyTorch is not installed here" in line for line in command.lines(measured(None)))


def test_what_does_not_agree_is_not_timed(brief: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peers.NumPy, "relu", lambda self, x: x)
    with pytest.raises(Problem, match="BLOCK: numpy and the engine differ by"):
        measure.report(["BLOCK"])


def test_without_a_compiler_numpy_computes_and_that_is_said(
    brief: None, said: Callable[..., tuple[int, str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def forward() -> None:
        raise Problem("none")

    monkeypatch.setattr(jit, "forward", forward)
    _, out, _ = said("--size", "BLOCK")
    assert "There is no compiler here: the engine ran on NumPy." in out


def test_rounds_take_turns_and_every_run_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measure, "ROUNDS", 4)
    monkeypatch.setattr(measure, "ROUND_SECONDS", 0.0)
    ran: list[str] = []
    runs = {name: measure.Run(lambda name=name: ran.append(name)) for name in ("a", "b")}
    times = measure.interleaved(runs)
    assert ran[:4] == ["a", "a", "b", "b"]  # to warm up
    assert ran[4:] == ["b", "a", "a", "b"] * 2
    assert all(0 < t.low <= t.median <= t.high < math.inf for t in times.values())
