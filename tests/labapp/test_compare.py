"""`compare`: two models as a table and as JSON, and what is refused."""

from __future__ import annotations

import json

import pytest

from labapp.cli import main


def said(capsys: pytest.CaptureFixture[str], *words: str) -> list[str]:
    assert main(["compare", *words]) == 0
    caught = capsys.readouterr()
    assert caught.err == ""
    return caught.out.splitlines()


def test_one_line_a_matrix_and_a_count(capsys: pytest.CaptureFixture[str]) -> None:
    lines = said(capsys, "block", "block", "--set-b", "norm=rmsnorm")
    rows = dict(line.split(maxsplit=1) for line in lines[:-1])
    assert rows["enc1.self.h1.A"] == "equal to the bit"
    assert rows["enc1.norm1.beta"] == "only in A"
    assert rows["enc1.norm1.ms"] == "only in B"
    assert rows["enc1.norm1"].startswith("different, largest |Δ| ")
    assert lines[-1].endswith(", 6 only in A, 2 only in B")


def test_cells_of_b_alone_and_changes_of_both(capsys: pytest.CaptureFixture[str]) -> None:
    rows = said(capsys, "block", "block", "--set", "heads_off=1", "--cell-b", "X[1,3]=2.5")
    assert "src.X             different, largest |Δ| 0.5 at [1,3]" in rows
    assert "enc1.self.h1.H    equal to the bit" in rows, "head 1 is off in both"


def test_different_shapes_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    rows = said(capsys, "block", "block", "--set-b", "tokens=2")
    assert "src.X             different shapes: 3×4 and 2×4" in rows
    assert rows[-1].endswith("of different shapes")


def test_samples_are_compared_one_by_one(capsys: pytest.CaptureFixture[str]) -> None:
    rows = said(capsys, "padding", "six")
    assert any(row.startswith("sample0/src.ids") for row in rows)
    assert [row for row in rows if row.startswith("sample1")] == [
        next(row for row in rows if row.split() == ["sample1", "only", "in", "A"])
    ]
    both = said(capsys, "padding", "padding")
    assert {row.partition("  ")[2].strip() for row in both[:-1]} == {"equal to the bit"}


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    line = ("block", "block", "--set-b", "norm=rmsnorm", "--cell-b", "X[0,0]=inf", "--json")
    page = json.loads("\n".join(said(capsys, *line)), parse_constant=pytest.fail)
    nodes = {entry["node"]: entry for entry in page["nodes"]}
    assert (page["a"], page["b"]) == ("block", "block")
    assert nodes["src.X"] == {
        "node": "src.X", "state": "different", "largest": "inf", "cell": [0, 0],
        "shape_a": [3, 4], "shape_b": [3, 4], "letter": False,
    }  # fmt: skip
    assert nodes["enc1.norm1.ms"]["state"] == "only_b"
    assert nodes["enc1.norm1.ms"]["largest"] is None
    assert nodes["enc1.self.h1.WQ"]["largest"] == 0
    assert page["counts"]["only_b"] == 2
    assert sum(page["counts"].values()) == len(page["nodes"])


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["block"], "the following arguments are required: B"),
        (["block", "blok"], "Did you mean block?"),
        (["block", "six", "--set-b", "norn=rmsnorm"], "Did you mean norm?"),
        (["block", "block", "--cell-b", "X[9,9]=1"], "X"),
    ],
)
def test_what_is_mistyped(words: list[str], found: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", *words]) == 2
    assert found in capsys.readouterr().err
