"""`benchmark`: how fast the engine is beside NumPy and PyTorch, and whether that is what is asked for."""

from __future__ import annotations

import argparse
import sys
from typing import Any

import msgspec

from ..benchmark.cases import EDIT_TARGET, JACOBIAN_TARGET, SIZES, TARGETS, WHY_TARGET

FRAME = 1e6 / 60  # microseconds of one frame


def run_benchmark(chosen: argparse.Namespace) -> int:
    """Measure, and print a table or `{"cases": […], "edit": {…}, …}`; a target that is missed is no failure."""
    # A probe begins as the program does: nothing that it doesn't need is imported before it.
    if chosen.probe:
        from .speed_probes import PROBES

        print(msgspec.json.encode(PROBES[chosen.probe](chosen.rounds)).decode())
        return 0
    if chosen.window:
        from . import speed

        return speed.run(chosen.rounds, chosen.json, _say)
    if chosen.training:
        from . import training

        return training.run(chosen.json, _say)
    from ..benchmark.measure import report

    measured = report(list(dict.fromkeys(chosen.sizes or SIZES)), _say)
    if chosen.json:
        print(msgspec.json.format(msgspec.json.encode(measured), indent=1).decode())
    else:
        print("\n".join(lines(measured)))
    return 0


def _say(size: str) -> None:
    print(f"measuring {size} …", file=sys.stderr, flush=True)


def lines(measured: dict[str, Any]) -> list[str]:
    """The report as a table: microseconds of one run (median, fastest–slowest round), and ratios to the engine."""
    rows = [("size", "engine µs", "numpy µs", "× numpy", "torch µs", "× torch", "target")]
    for case in measured["cases"]:
        spread = measured["spread"][case["size"]]
        engine, numpy, torch = (_time(case[f"{who}_us"], spread.get(who)) for who in ("engine", "numpy", "torch"))
        verdict = _verdict(case["x_torch"], TARGETS[case["size"]])
        rows.append((case["size"], engine, numpy, _times(case["x_numpy"]), torch, _times(case["x_torch"]), verdict))
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    found = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    if edit := measured["edit"]:
        found.append(
            f"edit of one cell of the last W2 at base: {_time(edit['edit_us'], edit['spread']['edit'])} µs, "
            f"{edit['nodes_run']} of {edit['nodes']} nodes, {_times(edit['x_full'])} cheaper than a full run "
            f"({_verdict(edit['x_full'], EDIT_TARGET)}), "
            + ("equal to it to the bit" if edit["bit_equal"] else "NOT equal to it to the bit")
        )
    if why := measured["why"]:
        found.append(
            f"why of a cell at base: {_short(why['why_us'])} µs, the slowest {_short(why['slowest_us'])} µs "
            f"({why['slowest']}; ≤ {WHY_TARGET:g} µs {'met' if why['slowest_us'] <= WHY_TARGET else 'missed'})"
        )
    if asked := measured["questions"]:
        met = "met" if asked["reach_us"] <= FRAME else "missed"
        found.append(
            f"reach of a cell at 9+8: {_short(asked['reach_us'])} µs a direction (one 60 Hz frame {met}); "
            f"an edit {_short(asked['edit_us'])} µs, compared with a baseline {_short(asked['compare_us'])} µs"
        )
        found.append(_jacobian(asked))
    return [*found, *_machine(measured)]


def _jacobian(asked: dict[str, Any]) -> str:
    compiled = asked["jacobian_jit_us"]
    slowest = asked["jacobian_numpy_us"]
    return (
        f"Jacobian of a whole stack at 9+8: {_short(slowest)} µs by NumPy, "
        f"{_times(asked['x_one_by_one'])} as fast as one seed after the other; compiled "
        f"{'not there' if compiled is None else f'{_short(compiled)} µs'} "
        f"(≤ {JACOBIAN_TARGET:g} µs {'met' if slowest <= JACOBIAN_TARGET else 'missed'})"
    )


def _machine(measured: dict[str, Any]) -> list[str]:
    on = measured["machine"]
    kernel = f"kernel {on['kernel']} ({on['product'] or 'none to call'})"
    said = [f"one thread; NumPy {on['numpy']}, {on['blas']}, {kernel}; Python {on['python']}"]
    if on["torch"] is None:
        said.append("PyTorch is not installed here: the targets are ratios to it, so nothing is compared with them.")
    else:
        said.append(f"PyTorch {on['torch']} eager, in inference mode")
    if any(case["executor"] == "numpy" and case["precision"] == "float64" for case in measured["cases"]):
        said.append("There is no compiler here: the engine ran on NumPy.")
    return said


def _time(median: float | None, spread: list[float] | None) -> str:
    if median is None or spread is None:
        return "–"
    return f"{_short(median)} ({_short(spread[0])}–{_short(spread[1])})"


def _short(number: float) -> str:
    return f"{number:.2f}" if number < 10 else f"{number:.0f}"


def _times(ratio: float | None) -> str:
    return "–" if ratio is None else f"{ratio:.1f}×" if ratio >= 10 else f"{ratio:.2f}×"


def _verdict(ratio: float | None, target: float) -> str:
    if ratio is None:
        return f"≥ {target:g}×"
    return f"≥ {target:g}× " + ("met" if ratio >= target else "missed")
