"""`benchmark --training`: one training step beside PyTorch, and whether that is what is asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from ..benchmark.training import LOAD_TARGET, TARGETS, training_report
from ..models import starting_model

OWN = ("translate",)  # models whose own step is measured too


def run(as_json: bool, say: Callable[[str], None]) -> int:
    """Measure, and print a table or `{"training": […], "own": {…}, …}`; a target that is missed is no failure."""
    measured = training_report({name: starting_model(name) for name in OWN}, say)
    print(
        msgspec.json.format(msgspec.json.encode(measured), indent=1).decode() if as_json else "\n".join(lines(measured))
    )
    return 0


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
