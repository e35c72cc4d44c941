"""`benchmark --training`: one training step beside PyTorch, and whether that is what is asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from core.corpus import load_corpus
from resources import path as resource

from ..benchmark.training import LOAD_TARGET, SCRATCH_TARGET, TARGETS, Course, training_report
from ..models import starting_model
from .train import SHIPPED

OWN = ("translate",)  # models whose own step is measured too
SCRATCH = {"translate": ("translate-untrained", 2000)}  # and whose training: from which model, how many steps


def run(as_json: bool, say: Callable[[str], None]) -> int:
    """Measure, and print a table or the report as JSON; a target that is missed is no failure."""
    own = {name: starting_model(name) for name in OWN}
    measured = training_report(own, {name: _course(*how) for name, how in SCRATCH.items()}, say)
    print(
        msgspec.json.format(msgspec.json.encode(measured), indent=1).decode() if as_json else "\n".join(lines(measured))
    )
    return 0


def _course(start: str, steps: int) -> Course:
    """The training that made a shipped model, on the shipped corpus."""
    corpus = load_corpus(resource(*SHIPPED))
    train, held_out = ([pair.sample() for pair in part] for part in (corpus.train, corpus.held_out))
    return Course(starting_model(start), train, held_out, steps)


def lines(measured: dict[str, Any]) -> list[str]:
    """A line a batch: microseconds of a step (median, fastest–slowest round), and the ratio to PyTorch."""
    found = []
    for case in measured["training"]:
        target = TARGETS[case["batch"]]
        said = f"one training step, batch {case['batch']}: {_time(case, 'engine')}"
        if case["x_torch"] is not None:
            met = "met" if case["x_torch"] >= target else "missed"
            said += f", PyTorch {_time(case, 'torch')}: {case['x_torch']:.1f}× (≥ {target:g}× {met})"
        found.append(said)
    found += [f"one training step of {name}, batch 16: {us:.0f} µs" for name, us in measured["own"].items()]
    for name, whole in measured["scratch"].items():
        met = "met" if whole["seconds"] <= SCRATCH_TARGET else "missed"
        found.append(
            f"training {name} from scratch: {whole['steps']} steps in {whole['seconds']:.1f} s"
            f" (aim {SCRATCH_TARGET:g} s {met}), then right about {whole['held_out']:.1%} of the tokens held out"
        )
    if (load := measured["load_s"]) is not None:
        met = "met" if load <= LOAD_TARGET else "missed"
        found.append(f"the compiled unit of training loaded in {load:.2f} s (≤ {LOAD_TARGET:g} s {met})")
    on = measured["machine"]
    torch = f"PyTorch {on['torch']} eager" if on["torch"] else "PyTorch is not installed here"
    found.append(f"float64, one thread; NumPy {on['numpy']}, Python {on['python']}; {torch}")
    if any(case["executor"] == "numpy" for case in measured["training"]):
        found.append("There is no compiler here: the engine ran on NumPy.")
    return found


def _time(case: dict[str, Any], who: str) -> str:
    low, high = case["spread"][who]
    return f"{case[f'{who}_us']:.0f} µs ({low:.0f}–{high:.0f})"
