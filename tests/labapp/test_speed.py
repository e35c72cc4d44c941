"""`benchmark --window`: every figure is there, from processes of its own. No time is asserted."""

from __future__ import annotations

import re
from typing import Any

import pytest

from core.problem import Problem
from labapp.commands import speed, speed_probes
from labapp.commands.probes import PROBES
from labapp.commands.speed import COSTS, FRAME_MS, Target


def probed(name: str) -> dict[str, Any]:
    """What a probe says, without measuring."""
    if name.startswith("memory"):
        return {"steps": [["engine", 40.0], ["Qt", 70.5], ["window", 110.5]], "pixmaps": 1.7}
    if name == "drag":
        return {"moves": 100, "frames_a_second": 59.0, "waits": [0.5] * 100, "gaps": [16.0], "share_of_a_core": 0.3}
    if name == "fill":
        return {
            "painted": 0.0, "cpu": 0.5, "filled_after": 9.0, "longest_pause": 300.0, "longest_work": 90.0,
            "executor": "jit",
        }  # fmt: skip
    if name == "training":
        case = {
            "steps_a_second": 700.0, "alone": 1000.0, "share": 0.7, "repaints_a_second": 25.0, "frame_cpu_ms": 9.0,
            "longest_gap": 40.0, "gap_99": 20.0, "pause_ms": 8.0,
        }  # fmt: skip
        return {"usual": case, "everything": case, "learns": {"seconds": 6.0, "steps": 500, "share": 0.962}}
    return {"costs": [[2.0, 1.0]] * 19 + [[40.0, 20.0]], "cards": 3, "cells": 36, "compiled": True}


@pytest.fixture
def unmeasured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speed, "probe", lambda name, rounds: probed(name))
    monkeypatch.setattr(speed, "timed", lambda words, **environment: probed("fill") | {"wall": 1.0})
    monkeypatch.setattr(speed.jit, "is_warm", lambda: True)


def test_the_probes_are_those_that_can_be_asked_for() -> None:
    assert tuple(speed_probes.PROBES) == PROBES
    assert set(COSTS) < set(PROBES)


def test_the_targets_are_those_that_were_asked_for() -> None:
    assert COSTS["edit-block"].median == 4.0
    assert COSTS["edit-translate"][1:] == (8.0, pytest.approx(16.67, abs=0.01))
    assert COSTS["edit-translate-colours"].median == 16.0
    assert (speed.FRAMES, speed.PAUSE_MS, speed.RATIO) == (58, 100, 1)


def test_the_table_has_every_figure_with_its_verdict(unmeasured: None) -> None:
    text = "\n".join(speed.lines(speed.report(20)))
    rows = text.splitlines()[1 : 1 + len(COSTS)]
    for row, target in zip(rows, COSTS.values(), strict=True):
        assert row.startswith(target.title)
        assert re.search(r"\b1\.0 +20\.0 +2\.0 +40\.0\b", row), "median and 95 %, of the processor and by the clock"
    assert "median ≤ 8.0 met, 95 % ≤ 16.7 missed" in rows[1]
    assert "59 frames a second (≥ 58 met)" in text
    assert "ratio 1.00 (≤ 1.0 met)" in text
    assert "longest pause 300 ms by the clock, 90 ms of work in it (≤ 100 met)" in text
    for model in ("block", "translate"):
        assert f"memory, {model}: 110 MB = engine +40, Qt +30, window +40; cards as pixmaps 1.7 MB of it" in text
    assert "everything open: 70 % of the 1000 steps a second without a window (≥ 60 % met), 25 repaints (≥ 30" in text
    assert "longest wait 40 ms (≤ 50 met)" in text
    assert "96.2 % of the held-out tokens after 500 steps, 6 s (≥ 95 % within 180 s met)" in text
    assert "cores" in text.splitlines()[-1]
    assert "CPU time" in text.splitlines()[-1]


def test_a_verdict_says_what_is_asked_and_whether_it_holds() -> None:
    assert speed._verdict([4.0, 30.0], Target("edit", 4.0)) == "median ≤ 4.0 met"
    assert speed._verdict([8.1, 16.0], Target("edit", 8.0, FRAME_MS)) == "median ≤ 8.0 missed, 95 % ≤ 16.7 met"
    assert speed._verdict([8.1, 16.0], Target("scroll")) == "–"


def test_a_process_that_fails_is_told_in_a_sentence() -> None:
    with pytest.raises(Problem, match="--probe.*juggle"):
        speed.probe("juggle", 1)


def test_an_edit_is_measured_in_a_process_of_its_own() -> None:
    found = speed.probe("edit-block", 2)
    assert len(found["costs"]) == 2
    assert all(wall > 0 and cpu >= 0 for wall, cpu in found["costs"])
    assert found["cards"] > 30
    assert found["cells"] > 300


def test_a_drag_is_measured_with_moves_a_thousand_times_a_second() -> None:
    found = speed.probe("drag", 10)
    assert found["moves"] >= 100
    assert found["frames_a_second"] > 0
    assert len(found["waits"]) <= found["moves"]


def test_memory_is_told_step_by_step() -> None:
    found = speed.probe("memory-block", 1)
    steps = [step for _, step in found["steps"]]
    assert len(steps) == 5
    if None not in steps:
        assert steps[0] < steps[2] < steps[-1]
    assert found["pixmaps"] > 0


@pytest.mark.parametrize("words", [("--rounds", "0"), ("--rounds", "many"), ("--probe", "juggle")])
def test_what_cannot_be_measured_is_refused(words: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    from labapp.cli import main

    assert main(["benchmark", *words]) == 2
    assert words[1] in capsys.readouterr().err
