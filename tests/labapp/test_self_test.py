"""`glassformer --self-test`: one line a check, and an exit code that can be trusted."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

from core import jit, jit_back
from core.problem import Problem
from labapp import cli, models, self_test, warm
from labapp.self_test import Failure
from resources import path as resource
from tests import golden_cases

ROOT = Path(__file__).parents[2]


def test_every_check_passes_from_another_folder_without_a_home(tmp_path: Path) -> None:
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "QT_"))}
    environment |= {"PYTHONPATH": str(ROOT), "HOME": str(tmp_path / "nowhere")}
    ran = subprocess.run(
        [sys.executable, "-m", "labapp", "--self-test"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=500,
    )
    lines = ran.stdout.splitlines()
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert lines[-1] == "all is well"
    assert all(line.startswith("ok   ") for line in lines[:-1])
    tried = {line[5:].split(":")[0] for line in lines[:-1]}
    assert {f"model {name}" for name in models.names()} <= tried
    assert {"fonts", "languages", "compiled code", "golden numbers, NumPy", "gradients"} <= tried
    assert {"picture", "figures", "settings"} <= tried
    assert list(tmp_path.iterdir()) == []  # nothing was written outside its own folder


def test_its_numbers_are_those_of_the_golden_files() -> None:
    golden = {case.id: case for case in golden_cases.block_cases()}
    cases = json.loads(resource("self_test.json").read_text(encoding="utf-8"))["cases"]
    assert len(cases) >= 5
    for case in cases:
        want = golden[case["golden"]].want()
        for name, values in case["values"].items():
            assert (np.array(values) == want[name]).all(), (case["golden"], name)


@pytest.mark.parametrize("wrong", [0.5, 1e-9, float("nan")])
def test_a_wrong_number_fails(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, wrong: float) -> None:
    page = json.loads(resource("self_test.json").read_text(encoding="utf-8"))
    page["cases"][0]["values"]["enc1.Z"][0][0] += wrong
    (tmp_path / "self_test.json").write_text(json.dumps(page), encoding="utf-8")
    assert "5 cases" in self_test.golden("numpy")
    monkeypatch.setattr(self_test, "resource", tmp_path.joinpath)
    with pytest.raises(Failure, match=r"enc1\.Z of A\.block\.post is off"):
        self_test.golden("numpy")


def test_a_slope_that_is_wrong_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    assert self_test.gradients().startswith("within ")
    monkeypatch.setattr(self_test, "loss_difference", lambda *cell: 1.0)
    with pytest.raises(Failure, match="moves the loss by 1.0, the chain rule says"):
        self_test.gradients()


def test_a_glyph_that_is_missing_fails(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(self_test, "SYSTEM_CHECK", "\U0001f411")
    with pytest.raises(Failure, match="\U0001f411"):
        self_test.fonts()


def test_a_translation_that_is_missing_fails(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    from labapp import text

    monkeypatch.setattr(text, "CATALOGUE", "none")
    with pytest.raises(Failure, match="translations"):
        self_test.languages()
    text.set_language("en")


def test_a_figure_without_its_numbers_or_its_fonts_fails(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from labapp.export import figure

    assert "fonts" in self_test.figures(tmp_path)
    write = figure.write
    monkeypatch.setattr(figure, "write", lambda path, made: write(path, made, outline=path.suffix == ".pdf"))
    with pytest.raises(Failure, match="0 fonts"):
        self_test.figures(tmp_path)
    monkeypatch.setattr(figure, "write", lambda path, made: write(path, made, outline=True))
    with pytest.raises(Failure, match=r"lacks .*0\."):
        self_test.figures(tmp_path)


def test_a_failure_and_a_crash_are_counted_and_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails() -> str:
        raise Failure("it is off")

    def crashes() -> str:
        raise ModuleNotFoundError("No module named 'sheep'")

    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    listed = [("one", lambda: "good"), ("two", fails), ("three", crashes), ("four", lambda: "good")]
    monkeypatch.setattr(self_test, "checks", lambda folder: listed)
    assert self_test.main() == 1
    lines = [line.rsplit(" (", 1)[0] for line in capsys.readouterr().out.splitlines()]
    assert lines == [
        "ok   one: good",
        "FAIL two: it is off",
        "FAIL three: ModuleNotFoundError: No module named 'sheep'",
        "ok   four: good",
        "2 failed",
    ]


def test_arguments_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--self-test", "block"]) == 2
    assert "takes no arguments, found 'block'" in capsys.readouterr().err


def test_help_names_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--help"]) == 0
    assert "--self-test" in capsys.readouterr().out


def test_where_no_cache_can_be_kept_numpy_is_said_to_compute(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("GLASSFORMER_CACHE", str(tmp_path / "file" / "cache"))
    assert "NumPy computes" in self_test.compiled()


def test_a_bundle_fills_the_cache_by_its_own_executable(monkeypatch: pytest.MonkeyPatch) -> None:
    assert warm.fill_command() is None  # Python itself, as core knows
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert warm.fill_command() == [sys.executable, "--fill-cache"]


def test_filling_the_cache_says_what_hinders_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fill() -> float:
        raise Problem("There is no compiled code here ({reason}).", reason="no compiler")

    monkeypatch.setattr(jit, "fill_cache", fill)
    assert cli.main(["--fill-cache"]) == 1
    assert "no compiler" in capsys.readouterr().err
    monkeypatch.setattr(jit, "fill_cache", lambda: 1.25)
    assert cli.main(["--fill-cache"]) == 0
    assert "compiled in 1.2 s" in capsys.readouterr().out
    monkeypatch.setattr(jit_back, "fill_cache", lambda: 2.5)
    assert cli.main(["--fill-cache", "backward"]) == 0
    assert "compiled in 2.5 s" in capsys.readouterr().out
