"""`gradient`: a slope on the command line, the finite difference beside it, and what is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from core import glass
from core.workspace import Workspace
from labapp.cli import main
from tests import golden_cases as golden

Said = Callable[..., tuple[int, str, str]]


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Said:
    """`gradient` with some words: exit code, stdout, stderr."""
    monkeypatch.chdir(tmp_path)

    def run(*words: str) -> tuple[int, str, str]:
        code = main(["gradient", *words])
        return code, *capsys.readouterr()

    return run


@pytest.fixture
def golden_file(tmp_path: Path) -> Workspace:
    workspace = golden.encdec_cases()[0].make()
    glass.save(tmp_path / "golden.glass", workspace)
    return workspace


def test_the_loss_of_the_whole_batch_by_a_parameter(ask: Said, golden_file: Workspace) -> None:
    code, out, said = ask("golden.glass", "enc1.self.h2.WK[3,1]", "--check", "--json")
    assert (code, said) == (0, "")
    page = json.loads(out)
    want = golden.encdec_gradients()["enc1.self.h2.WK"][3, 1]
    assert page["gradient"] == pytest.approx(want, abs=1e-9)
    assert page["difference"] == pytest.approx(want, abs=1e-7)
    assert (page["node"], page["i"], page["j"], page["of"]) == ("enc1.self.h2.WK", 3, 1, "loss")


def test_a_matrix_of_another_sample(ask: Said, golden_file: Workspace) -> None:
    page = json.loads(ask("golden.glass", "sample1/tgt.X[0,2]", "--check", "--json")[1])
    assert page["sample"] == 1
    assert page["gradient"] != 0
    assert page["gradient"] == pytest.approx(page["difference"], abs=1e-7)


def test_a_cell_of_the_block(ask: Said) -> None:
    want = golden.jacobian("block_post")
    assert want is not None
    code, out, _ = ask("block", "src.X[0,1]", "--of", "enc1.Z[2,1]", "--check")
    first, second = out.splitlines()
    assert code == 0
    assert first.startswith("∂ enc1.norm2[2,1] / ∂ src.X[0,1] = ")
    assert float(first.rpartition(" ")[2]) == pytest.approx(want[2, 1, 0, 1], abs=1e-9)
    assert second.startswith("moving the cell both ways gives 0.2047710687")


def test_a_logit_and_a_computed_cell(ask: Said, golden_file: Workspace) -> None:
    words = ("golden.glass", "dec1.cross.h1.A[2,3]", "--of", "out.logits[2,5]", "--check", "--json")
    page = json.loads(ask(*words)[1])
    assert page["gradient"] != 0
    assert page["gradient"] == pytest.approx(page["difference"], abs=1e-7)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("block", "src.X"), "a cell is written 'NODE[row,column]'"),
        (("block", "src.X[0,1]"), "This model has no vocabulary head, so it has no loss. Say --of 'NODE[i,j]'."),
        (("block", "src.X[0,9]", "--of", "enc1.Z[0,0]"), "src.X is 3×4: it has no cell [0,9]"),
        (("block", "src.Y[0,1]", "--of", "enc1.Z[0,0]"), "Did you mean src.X?"),
        (("block", "src.X[0,1]", "--of", "enc1.Z"), "found 'enc1.Z'"),
        (("block", "src.X[0,1]", "--of", "enc1.self.mask[0,0]"), "enc1.self.mask holds no numbers that can move"),
        (("block", "set.eps[0,0]", "--of", "enc1.Z[0,0]"), "set.eps is a setting"),
        (("block", "sample4/src.X[0,1]", "--of", "enc1.Z[0,0]"), "There is no sample 4"),
        (("translate", "src.ids[0,0]"), "src.ids holds no numbers that can move"),
        (("golden.glass", "sample1/tgt.X[0,0]", "--of", "sample0/out.p[0,0]"), "both cells are of one sample"),
    ],
)
def test_what_is_refused(ask: Said, golden_file: Workspace, words: tuple[str, ...], sentence: str) -> None:
    code, out, said = ask(*words)
    assert (code, out) == (2, "")
    assert sentence in said


def test_while_dropout_is_shown_the_loss_of_all_samples_still_never_drops(ask: Said) -> None:
    drawn = ("--set", "dropout=0.5", "--set", "dropout_view=on")
    plain = ask("translate", "enc1.self.WO[1,2]", "--check")
    assert ask("translate", "enc1.self.WO[1,2]", "--check", *drawn) == plain
    assert ask("translate", "enc1.self.WO[1,2]", "--of", "out.loss[0,0]", *drawn)[1] not in ("", plain[1])
    code, _, said = ask("translate", "enc1.drop1[1,2]", *drawn)
    assert code == 2
    assert "enc1.drop1 is there only while dropout is shown" in said
    code, out, _ = ask("translate", "enc1.drop1[1,2]", "--of", "out.loss[0,0]", "--check", *drawn)
    assert code == 0
    assert "apart by" in out


def test_why_prints_the_backward_sum(ask: Said) -> None:
    code, out, _ = ask("block", "enc1.self.h1.S[0,2]", "--of", "enc1.Z[0,1]", "--why")
    assert code == 0
    assert "∂S¹[0,2] = A¹[0,2]·(∂A¹[0,2] − Σ)" in out
    value = float(out.splitlines()[0].rpartition("= ")[2])
    assert float(out.splitlines()[-1].rpartition("= ")[2].replace("−", "-")) == pytest.approx(value, rel=1e-3)


def test_why_of_a_batch_asks_for_one_sample(ask: Said) -> None:
    code, _, said = ask("translate", "enc1.sum1[0,2]", "--why")
    assert code != 0
    assert "out.loss[0,0]" in said
    code, out, _ = ask("translate", "enc1.sum1[0,2]", "--why", "--of", "out.loss[0,0]")
    assert code == 0
    assert "g₁ + g₂ + g₃" in out
