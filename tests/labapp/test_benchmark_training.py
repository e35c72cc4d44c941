"""The benchmark of a training step: that both train alike, and what it reports. No time is asserted."""

from __future__ import annotations

import importlib.util
import json
from typing import Any

import pytest

from core.train import Trainer
from core.workspace import Workspace
from labapp.benchmark import measure, training
from labapp.cli import main
from labapp.commands import training as command
from labapp.models import starting_model


@pytest.fixture
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measure, "ROUNDS", 1)
    monkeypatch.setattr(measure, "ROUND_SECONDS", 0.0)
    monkeypatch.setattr(training, "_load", lambda: ("numpy", 0.25))
    monkeypatch.setattr(command, "SCRATCH", {"translate": ("translate-untrained", 2)})


def test_the_measured_shape() -> None:
    pairs = training.samples(16)
    trainer = Trainer(Workspace.new(training.SPEC, pairs[:1]), pairs, batch=16, executor="numpy")
    assert {(len(p.source), len(p.target)) for p in pairs} == {(9, 8)}
    assert (trainer.spec.enc_layers, trainer.spec.dec_layers, trainer.spec.d, trainer.spec.heads) == (2, 2, 8, 2)
    assert (trainer.spec.d_ff, trainer.spec.precision, trainer.batch) == (16, "float64", 16)


@pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="no PyTorch here")
def test_pytorch_takes_the_same_steps() -> None:
    pairs = training.samples(3)
    trainer = Trainer(Workspace.new(training.SPEC, pairs[:1]), pairs, training.RULE, 3, executor="numpy")
    peer = training.TorchStep(trainer.workspace.with_samples(pairs))
    for _ in range(5):
        assert trainer.advance() == pytest.approx(float(peer.step()), abs=1e-10)


@pytest.mark.usefixtures("brief")
def test_the_command_reports(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["benchmark", "--training", "--json"]) == 0
    page = json.loads(capsys.readouterr().out)
    assert [case["batch"] for case in page["training"]] == [1, 16]
    assert all(case["engine_us"] > 0 for case in page["training"])
    assert page["own"]["translate"] > 0
    assert page["scratch"]["translate"]["seconds"] > 0
    assert 0 <= page["scratch"]["translate"]["held_out"] < 0.5  # after two steps
    assert page["load_s"] == 0.25


def test_a_model_is_trained_from_scratch_as_its_note_says() -> None:
    for name, (start, steps) in command.SCRATCH.items():
        note = starting_model(name).about["en"]["note"]
        assert f"train {start} --steps {steps} --rate {training.RULE.rate:g} -o" in note


def measured(x_torch: float | None, load: float | None = 0.2) -> dict[str, Any]:
    case = {
        "batch": 16,
        "executor": "numpy",
        "engine_us": 800.0,
        "torch_us": x_torch and 800.0 * x_torch,
        "x_torch": x_torch,
        "spread": {"engine": [700.0, 900.0], "torch": [4000.0, 5000.0]},
    }
    on = {"numpy": "2", "python": "3", "torch": None if x_torch is None else "2.13"}
    scratch = {"translate": {"steps": 2000, "seconds": 7.25, "held_out": 0.996}}
    return {"training": [case], "own": {"translate": 123.4}, "scratch": scratch, "load_s": load, "machine": on}


def test_the_lines_say_which_targets_are_met() -> None:
    first, own, scratch, load, on, no_compiler = command.lines(measured(5.0))
    assert first == ("one training step, batch 16: 800 µs (700–900), PyTorch 4000 µs (4000–5000): 5.0× (≥ 5× met)")
    assert own == "one training step of translate, batch 16: 123 µs"
    assert scratch == (
        "training translate from scratch: 2000 steps in 7.2 s (aim 60 s met), then right about 99.6% of the tokens held"
        " out"
    )
    assert load == "the compiled unit of training loaded in 0.20 s (≤ 0.5 s met)"
    assert "PyTorch 2.13 eager" in on
    assert no_compiler == "There is no compiler here: the engine ran on NumPy."
    assert "(≥ 5× missed)" in command.lines(measured(4.9))[0]
    lines = command.lines(measured(None, None))
    assert lines[0] == "one training step, batch 16: 800 µs (700–900)"
    assert "PyTorch is not installed here" in lines[3]
