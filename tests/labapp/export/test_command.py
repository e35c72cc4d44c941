"""The command `figure`: from a line to a file, or to a sentence."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from core.glass import write_whole
from labapp import text
from labapp.cli import main
from labapp.export import figure, sheet
from labapp.export.palette import PRINT
from labapp.theme import DARK
from tests.labapp.export.readers import Drawing, Paper

ROOT = Path(__file__).parents[3]
A = "enc1.self.h1.A"


@pytest.fixture
def here(qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_matrix_in_each_format(here: Path) -> None:
    for name in ("a.svg", "a.pdf", "a.png"):
        assert main(["figure", "block", "--node", A, "-o", name]) == 0
    assert "0.401" in Drawing((here / "a.svg").read_bytes()).texts
    assert "0.401" in Paper((here / "a.pdf").read_bytes()).text
    assert QImage("a.png").width() == Drawing((here / "a.svg").read_bytes()).box.width()


def test_several_matrices_in_the_order_named_also_by_alias(here: Path) -> None:
    assert main(["figure", "block", "--node", "X", "--node", A, "-o", "a.svg"]) == 0
    texts = Drawing((here / "a.svg").read_bytes()).texts
    assert texts.index("input") < texts.index("weights")


def test_the_whole_bench_shows_the_head_of_a_named_matrix(here: Path) -> None:
    assert main(["figure", "block", "--bench", "-o", "1.svg"]) == 0
    assert main(["figure", "block", "--bench", "--node", "enc1.self.h2.A", "-o", "2.svg"]) == 0
    assert "head 2" in Drawing((here / "1.svg").read_bytes()).texts, "the small map"
    assert "head 1" in Drawing((here / "2.svg").read_bytes()).texts


def test_theme_language_scale_outlines_and_changes(here: Path) -> None:
    line = ["figure", "block", "--node", A, "--theme", "dark", "--lang", "zh_CN", "--set", "causal=on"]
    assert main([*line, "--scale", "2", "-o", "a.png"]) == 0
    assert main([*line, "-o", "a.svg"]) == 0
    assert main([*line, "--outline", "-o", "o.svg"]) == 0
    found = Drawing((here / "a.svg").read_bytes())
    assert DARK.window in found.colours
    assert DARK.hidden_stripe in found.colours
    assert "注意力权重" in found.texts
    assert Drawing((here / "o.svg").read_bytes()).texts == []
    assert QImage("a.png").width() == 2 * found.box.width()
    assert text.language() == "en", "the language is back"


def test_the_overview_and_the_bars_in_each_format(here: Path) -> None:
    for name in ("o.svg", "o.pdf", "o.png"):
        assert main(["figure", "translate", "--overview", "--node", "dec2.cross.h1.A", "-o", name]) == 0
    found = Drawing((here / "o.svg").read_bytes())
    assert "Layer 2 · Cross-attention" in found.texts
    assert "Cross-attention" in Paper((here / "o.pdf").read_bytes()).text
    assert QImage("o.png").width() == found.box.width()
    line = ["figure", "translate", "--bars", "--row", "0", "--digits", "4", "--lang", "zh_CN", "--caption"]
    assert main([*line, "--theme", "print", "-o", "b.svg"]) == 0
    texts = Drawing((here / "b.svg").read_bytes()).texts
    assert texts[0] == "“BOS”之后的词元"
    assert [len(one) for one in texts[2:18:2]] == [6] * 8
    assert len(texts) > 17, "the caption"


def test_a_row_that_is_not_there_is_said(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["figure", "translate", "--bars", "--row", "8", "-o", "b.svg"]) == 1
    assert "There is no row 8: the last one is 7, counted from 0." in capsys.readouterr().err
    assert os.listdir(here) == []


def test_decimals_of_a_figure_and_the_form_of_a_table(here: Path) -> None:
    assert main(["figure", "block", "--node", A, "--digits", "6", "-o", "a.svg"]) == 0
    assert "0.401112" in Drawing((here / "a.svg").read_bytes()).texts
    assert main(["figure", "block", "--node", A, "--comma", "--no-bom", "-o", "a.csv"]) == 0
    first = (here / "a.csv").read_text("utf-8").splitlines()[1].split(";")
    assert first[0] == "我"
    assert float(first[1].replace(",", ".")) == pytest.approx(0.40111209267978593, abs=1e-15)


def test_a_caption_names_model_matrix_and_unusual_settings(here: Path) -> None:
    line = ["figure", "block", "--node", A, "--theme", "print", "--caption", "--set", "norm_place=pre"]
    assert main([*line, "--set", "heads_off=2", "-o", "a.svg"]) == 0
    found = Drawing((here / "a.svg").read_bytes())
    assert PRINT.window in found.colours
    words = " ".join(found.texts)
    for part in ("Two heads, one block", f"A¹ weights ({A})", ": pre", ": 2"):
        assert part in words
    assert [rect for rect in found.bounds if not found.box.contains(rect)] == []


def test_a_pinned_cell_is_in_the_figure(here: Path) -> None:
    assert main(["figure", "block", "--node", A, "--cell", f"{A}[0,0]=0.9", "-o", "a.svg"]) == 0
    texts = Drawing((here / "a.svg").read_bytes()).texts
    assert "0.900" in texts
    assert "◆" in texts


def test_numbers_of_a_matrix(here: Path) -> None:
    assert main(["figure", "block", "--node", A, "-o", "a.csv"]) == 0
    assert main(["figure", "block", "--node", A, "-o", "a.txt"]) == 0
    assert (here / "a.csv").read_bytes().startswith(b"\xef\xbb\xbfenc1.self.h1.A,")
    assert np.loadtxt("a.txt").sum() == pytest.approx(3)


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["-o", "a.svg"], 2, "figure needs a matrix (--node NODE) or one of --bench, --overview, --bars"),
        (["--bars", "-o", "a.svg"], 1, "no vocabulary head"),
        (["--bars", "--bench", "-o", "a.svg"], 2, "not allowed with argument"),
        (["--overview", "-o", "a.csv"], 2, "a.csv has an unknown ending"),
        (["--node", A, "--digits", "7", "-o", "a.svg"], 2, "there can be 0 to 6 decimals, not 7"),
        (["--node", A], 2, "required: -o/--output"),
        (
            ["--node", A, "--node", "X", "-o", "a.csv"],
            2,
            "a .csv file takes the numbers of one matrix, and 2 are named",
        ),
        (["--node", A, "-o", "a.svg", "--scale", "5"], 2, "'5' is no scale: write a number from 1 to 4"),
        (["--node", A, "-o", "a.svg", "--scale", "x"], 2, "“x” is not a number"),
        (["--node", A, "-o", "a.svg", "--theme", "pink"], 2, "invalid choice: 'pink'"),
        (["--node", A, "-o", "a.jpg"], 2, "a.jpg has an unknown ending: allowed is .svg, .pdf, .png"),
        (["--bench", "-o", "a.csv"], 2, "a.csv has an unknown ending"),
        (["--node", "enc9.Z", "-o", "a.svg"], 2, "enc9.Z"),
        (["--node", A, "--sample", "7", "-o", "a.svg"], 2, "There is no sample 7: the last one is 0, counted from 0."),
        (["--node", A, "-o", "none/a.svg"], 1, "none/a.svg could not be written"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence_and_leaves_no_file(
    here: Path, capsys: pytest.CaptureFixture[str], words: list[str], code: int, says: str
) -> None:
    assert main(["figure", "block", *words]) == code
    assert says in capsys.readouterr().err
    assert os.listdir(here) == []


@pytest.mark.parametrize("ending", [".svg", ".pdf", ".png"])
def test_a_full_disk_leaves_the_old_figure_and_no_half_one(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], ending: str
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    write_whole(here / f"a{ending}", b"old")
    monkeypatch.setattr(os, "fsync", full)
    assert main(["figure", "block", "--node", A, "-o", f"a{ending}"]) == 1
    assert "No space left on device" in capsys.readouterr().err
    assert os.listdir(here) == [f"a{ending}"]
    assert (here / f"a{ending}").read_bytes() == b"old"


def test_a_painter_that_fails_leaves_the_old_figure(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("broken")

    write_whole(here / "a.svg", b"old")
    monkeypatch.setattr(sheet, "paint_card", broken)
    with pytest.raises(RuntimeError):
        main(["figure", "block", "--node", A, "-o", "a.svg"])
    assert os.listdir(here) == ["a.svg"]
    assert (here / "a.svg").read_bytes() == b"old"


def test_a_folder_in_place_of_the_file_is_refused(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "a.svg").mkdir()
    assert main(["figure", "block", "--node", A, "-o", "a.svg"]) == 1
    assert "could not be written" in capsys.readouterr().err
    assert os.listdir(here / "a.svg") == []


def test_a_scale_that_is_none_is_refused_by_the_library_too(here: Path) -> None:
    with pytest.raises(ValueError, match="can't be scaled by nan"):
        figure.check_scale(float("nan"))


def test_a_real_process_needs_no_display_and_speaks_of_nothing(here: Path) -> None:
    environment = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")}
    environment["PYTHONPATH"] = str(ROOT)
    line = [sys.executable, "-m", "labapp", "figure", "block", "--bench", "-o", "课堂 图.pdf", "--lang", "zh_CN"]
    ran = subprocess.run(line, cwd=here, env=environment, capture_output=True, text=True, timeout=120)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")
    assert "前馈" in Paper((here / "课堂 图.pdf").read_bytes()).text
