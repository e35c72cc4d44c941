"""`script`: what is written where, and what is refused."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from labapp.cli import main


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_block_runs_on_numpy_alone(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["script", "block", "-o", "b.py"]) == 0
    assert capsys.readouterr() == ("", "")
    scope = runpy.run_path(str(folder / "b.py"))
    assert capsys.readouterr().out == "30 matrices agree with the screen\n"
    assert scope["H1"][0, 1] == pytest.approx(0.7967, abs=5e-5)  # as the source text prints it


def test_without_a_file_it_is_printed_with_changes_and_pins(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    line = ["script", "block", "--set", "norm=rmsnorm", "--cell", "enc1.self.h1.A[0,0]=0.5", "--cell", "src.X[0,0]=9"]
    assert main(line) == 0
    (folder / "p.py").write_text(capsys.readouterr().out, encoding="utf-8")
    scope = runpy.run_path(str(folder / "p.py"))
    assert scope["X"][0, 0] == 9
    assert scope["A1"][0, 0] == 0.5
    assert scope["A1_natural"][0, 0] != 0.5
    assert "norm1_ms" in scope


def test_a_sample_is_chosen(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    assert main(["script", "padding", "--sample", "1", "-o", "second.py"]) == 0
    assert main(["script", "padding", "-o", "first.py"]) == 0
    assert (folder / "first.py").read_bytes() != (folder / "second.py").read_bytes()
    assert main(["script", "padding", "--sample", "2"]) == 2
    assert "There is no sample 2: the last one is 1" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        (["script", "block", "-o", "b.txt"], 2, "b.txt has an unknown ending: allowed is .py."),
        (["script", "blok"], 2, "Did you mean block?"),
        (["script", "block", "--set", "d=512", "--set", "d_ff=2048"], 1, "A script spells out at most 1000000 numbers"),
        (["script", "block", "-o", "nowhere/b.py"], 1, "nowhere/b.py could not be written"),
    ],
)
def test_what_is_refused(line: list[str], code: int, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(line) == code
    caught = capsys.readouterr()
    assert said in caught.err
    assert caught.out == ""
