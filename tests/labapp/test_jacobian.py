"""`jacobian`: blocks on the command line, and what is refused."""

from __future__ import annotations

import json
from collections.abc import Callable

import numpy as np
import pytest

from labapp.cli import main
from tests import golden_cases as golden

Said = Callable[..., tuple[int, str, str]]


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str]) -> Said:
    """`jacobian` with some words: exit code, stdout, stderr."""

    def run(*words: str) -> tuple[int, str, str]:
        code = main(["jacobian", *words])
        return code, *capsys.readouterr()

    return run


def test_the_block_as_json(ask: Said) -> None:
    want = golden.jacobian("block_pre")
    assert want is not None
    code, out, said = ask("block", "--set", "norm_place=pre", "--json")
    page = json.loads(out)
    assert (code, said) == (0, "")
    assert (page["of"], page["by"]) == ("enc1.sum2", "src.X")
    assert golden.close(np.array(page["values"]), want, 1e-9)
    assert np.array(page["ways"]).all()
    assert page["sizes"][2][1] == pytest.approx(np.linalg.norm(want[2, :, 1, :]))


def test_the_sizes_of_all_blocks_and_the_numbers_of_one(ask: Said) -> None:
    want = golden.jacobian("block_post")
    assert want is not None
    head, tokens, *rows = ask("block")[1].splitlines()
    assert head.startswith("∂ enc1.norm2 / ∂ src.X: 3×3 blocks of 4×4")
    assert tokens.split("\t") == ["", "我", "给", "书"]
    assert [row.split("\t")[0] for row in rows] == ["我", "给", "书"]
    assert float(rows[2].split("\t")[1]) == pytest.approx(np.linalg.norm(want[2, :, 0, :]), rel=5e-3)
    title, *numbers = ask("block", "--block", "2,0")[1].splitlines()
    assert title == "∂ enc1.norm2[书] / ∂ src.X[我]"
    shown = np.array([[float(text) for text in line.split("\t")] for line in numbers])
    assert golden.close(shown, want[2, :, 0, :], 1e-9)


def test_what_a_mask_hides_has_no_way(ask: Said) -> None:
    lines = ask("translate")[1].splitlines()
    assert lines[2].split("\t")[1:].count("·") == 7
    page = json.loads(ask("translate", "--block", "0,3", "--json")[1])
    assert page["way"] is False
    assert not np.array(page["values"]).any()
    assert "no way, exactly 0" in ask("translate", "--block", "0,3")[1]
    page = json.loads(ask("translate", "--of", "dec2.Z", "--by", "memory", "--block", "2,4", "--json")[1])
    assert (page["of"], page["by"], page["way"]) == ("dec2.norm3", "enc2.norm2", True)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("nine",), "no stack of layers: say --of NODE and --by NODE"),
        (("base",), "64×64 blocks of 512×512 are too many at once: say --block I,J"),
        (("block", "--block", "1"), "a block is written ROW,ROW"),
        (("block", "--block", "3,0"), "enc1.norm2 is 3×4: it has no cell [3,0]"),
        (("block", "--of", "enc1.Y"), "There is no matrix called enc1.Y"),
        (("block", "--by", "enc1.self.mask"), "holds no numbers that can move a little"),
        (("block", "--sample", "2"), "There is no sample 2"),
    ],
)
def test_what_is_refused(ask: Said, words: tuple[str, ...], sentence: str) -> None:
    code, out, said = ask(*words)
    assert (code, out) == (2, "")
    assert sentence in said
