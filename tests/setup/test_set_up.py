"""lab.py at work: real virtual environments, a real pip, and wheels from a folder instead of a network."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

MAKING = "making "
INSTALLING = "installing the packages of "


def test_the_app_gets_its_arguments_and_its_exit_code_comes_back(ready: Any) -> None:
    done = ready.run("trace", "a model", "--cell=x[0,0]=-1", STUB_CODE="7")
    assert done.returncode == 7
    assert json.loads(done.stdout)["arguments"] == ["trace", "a model", "--cell=x[0,0]=-1"]


def test_the_working_directory_stays_and_nothing_in_it_gets_in_the_way(ready: Any) -> None:
    elsewhere = ready.folder / "elsewhere"
    (elsewhere / "core.py").write_text("here = 'of the working directory'\n")
    (elsewhere / "labapp.py").write_text("raise SystemExit('the wrong app')\n")
    app = json.loads(ready.run("models", folder=elsewhere, PYTHONPATH=str(elsewhere)).stdout)
    assert app["folder"] == str(elsewhere)
    assert app["core"] == "of the checkout"


def test_a_second_run_does_nothing_but_start_the_app(ready: Any) -> None:
    ready.run("screenshot")
    before = {path: path.stat().st_mtime_ns for path in ready.venv.rglob("*")}
    done = ready.run("screenshot", PIP_FIND_LINKS="/nowhere")
    assert done.stderr == ""
    assert json.loads(done.stdout)["arguments"] == ["screenshot"]
    assert {path: path.stat().st_mtime_ns for path in ready.venv.rglob("*")} == before


def test_a_picture_is_painted_offscreen_even_on_a_desktop(ready: Any) -> None:
    done = ready.run("screenshot", DISPLAY=":0", QT_QPA_PLATFORM="xcb")
    assert json.loads(done.stdout)["platform"] == "offscreen"


def test_a_window_keeps_the_platform_that_the_person_chose(ready: Any) -> None:
    assert json.loads(ready.run("block", QT_QPA_PLATFORM="minimal").stdout)["platform"] == "minimal"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere there always is a display")
def test_without_a_display_a_window_is_one_sentence(ready: Any) -> None:
    done = ready.run()
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("lab.py: there is no display for a window")
    assert done.stderr.count("\n") == 1


def test_a_broken_qt_stops_only_what_needs_it(ready: Any) -> None:
    broken = {"STUB_QT": "Qt is broken today", "QT_QPA_PLATFORM": "never proved"}
    assert ready.run("trace", **broken).returncode == 0
    (ready.venv / "qt.proof").unlink(missing_ok=True)
    for line in (["screenshot"], ["block"], ["test"]):
        done = ready.run(*line, **broken)
        assert (done.returncode, done.stdout) == (1, ""), line
        assert "Qt does not start here: ImportError: Qt is broken today\n" in done.stderr


def test_a_set_up_that_failed_is_repaired_by_the_next_one(ready: Any) -> None:
    (ready.venv / "requirements-dev.lock.stamp").unlink(missing_ok=True)
    lock = ready.folder / "requirements-dev.lock"
    good = lock.read_text()
    try:
        lock.write_text(f"{good}stub_late==1.0 --hash=sha256:{'0' * 64}\n")
        failed = ready.run("test")
    finally:
        lock.write_text(good)
    assert (failed.returncode, failed.stdout) == (1, "")
    assert "DO NOT MATCH THE HASHES" in failed.stderr
    assert "the packages could not be installed; pip says why above." in failed.stderr
    repaired = ready.run("trace")
    assert MAKING in repaired.stderr  # anew: nobody knows how far the first one came
    assert json.loads(repaired.stdout)["arguments"] == ["trace"]


@pytest.mark.skipif(os.name == "nt", reason="Windows frees a lock at a time of its own")
def test_a_killed_set_up_is_waited_for_and_two_at_once_make_one_environment(rough_start: Any) -> None:
    _, both = rough_start
    assert [done.returncode for done in both] == [0, 0]
    assert [json.loads(done.stdout)["arguments"] for done in both] == [["trace", "0"], ["trace", "1"]]
    assert all("another set-up is at work here; waiting for it" in done.stderr for done in both)
    assert sum(MAKING in done.stderr for done in both) == 1


# ---- lab.py test -------------------------------------------------------------------------------------


def test_test_adds_its_packages_and_runs_every_check_offscreen_with_pytest_last(ready: Any) -> None:
    (ready.venv / "requirements-dev.lock.stamp").unlink(missing_ok=True)
    done = ready.run("test", "-k", "two words", DISPLAY=":0")
    assert done.returncode == 0
    assert MAKING not in done.stderr
    assert INSTALLING + "requirements-dev.lock" in done.stderr
    ran = [line for line in done.stdout.splitlines() if line.startswith("ran ")]
    assert [line.split()[1] for line in ran] == ["ruff", "mypy", "importlinter", "pytest"]
    assert all("offscreen" in line for line in ran)
    assert ran[-1] == "ran pytest ['-k', 'two words'] offscreen None"
    assert done.stdout.endswith(ran[-1] + "\n")
    assert ready.run("trace").stderr == ""  # the app's lock is part of the other: nothing to do


MODEL = "requirements-ci.lock"


def has_model(ready: Any) -> bool:
    return any(ready.venv.rglob("stub_model-1.0.dist-info"))


def test_only_ci_adds_the_lock_of_its_own_and_only_once(ready: Any) -> None:
    (ready.venv / f"{MODEL}.stamp").unlink(missing_ok=True)
    done = ready.run("test")
    assert done.returncode == 0
    assert MODEL not in done.stderr
    done = ready.run("test", CI="true")
    assert done.returncode == 0
    assert MAKING not in done.stderr
    assert INSTALLING + MODEL in done.stderr
    assert has_model(ready)
    assert ready.run("test", CI="true").stderr == ""
    assert ready.run("trace").stderr == ""


def test_what_ci_cannot_install_stops_ci_alone(ready: Any) -> None:
    assert ready.run("test").returncode == 0
    (ready.venv / f"{MODEL}.stamp").unlink(missing_ok=True)
    failed = ready.run("test", CI="true", PIP_FIND_LINKS="/nowhere")
    assert (failed.returncode, failed.stdout) == (1, "")
    assert INSTALLING + MODEL in failed.stderr
    assert "could not be installed; pip says why above. Without CI, their tests are skipped." in failed.stderr
    done = ready.run("test", PIP_FIND_LINKS="/nowhere")
    assert (done.returncode, done.stderr) == (0, "")
    assert INSTALLING + MODEL in ready.run("test", CI="true").stderr  # the next time it tries again


@pytest.mark.parametrize(
    ("failing", "code", "told"),
    [
        ("mypy", 1, "mypy"),
        ("ruff importlinter", 1, "ruff, import-linter"),
        ("pytest", 5, "None"),
        ("mypy pytest", 5, "mypy"),
    ],
)
def test_every_check_runs_whatever_fails_and_the_code_is_not_zero(
    ready: Any, failing: str, code: int, told: str
) -> None:
    done = ready.run("test", STUB_FAIL=failing)
    assert done.returncode == code
    assert done.stdout.count("ran ") == 4
    assert done.stdout.splitlines()[-1] == f"ran pytest ['-n', '2', '--dist', 'loadfile'] offscreen {told}"


@pytest.mark.parametrize("failed", ["", "mypy, ruff"])
def test_the_summary_of_pytest_repeats_what_failed_before(tmp_path: Path, failed: str) -> None:
    shutil.copy(Path(__file__).parents[1] / "conftest.py", tmp_path / "conftest.py")
    (tmp_path / "test_nothing.py").write_text("def test_nothing(): pass\n")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tmp_path)]
    environment = {**os.environ, "GLASSFORMER_FAILED_CHECKS": failed, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout
    assert ("failed before the tests: mypy, ruff" in done.stdout) == bool(failed)
    assert "1 passed" in done.stdout.splitlines()[-1]
