"""The followed row as a table and as a figure: exact numbers, the same in every format, refused without a row."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

from core.engine import Engine
from core.follow import READ_BY, stages
from core.problem import Problem
from core.trace import Trace
from labapp import models, theme
from labapp.export import figure, follow_table
from labapp.export.follow_sheet import of_follow
from labapp.selection import Selection


@pytest.fixture
def trace() -> Trace:
    return Engine("numpy").run(models.starting_model("translate-untrained"))


def read(text: str, delimiter: str = ",") -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text), delimiter=delimiter))


@pytest.mark.parametrize(("axis", "row", "token"), [("tgt", 2, "gave"), ("src", 7, "书")])
def test_the_table_has_every_number_to_the_last_bit(
    qapp: QApplication, trace: Trace, axis: str, row: int, token: str
) -> None:
    lines = read(follow_table.csv_text(trace, axis, row))
    assert {line["row"] for line in lines} == {token}
    found = stages(trace, axis, row)
    assert [line["node"] for line in lines if line["column"] == lines[0]["column"]][0] == found[0].node
    for number, stage in enumerate(found, 1):
        mine = [line for line in lines if line["stage"] == str(number)]
        matrix = trace[stage.node]
        want = matrix.values[:, row] if stage.kind == READ_BY else matrix.values[row]
        assert [float(line["value"]) for line in mine] == want.tolist()
        assert [line["column"] for line in mine] == list(matrix.rows if stage.kind == READ_BY else matrix.cols)
        if stage.kind == READ_BY:
            assert {line["length"] for line in mine} == {""}
        else:
            assert float(mine[0]["length"]) == pytest.approx(np.linalg.norm(want), rel=1e-14)


def test_tabs_and_decimal_commas(qapp: QApplication, trace: Trace) -> None:
    points = read(follow_table.csv_text(trace, "tgt", 2))
    tabs = read(follow_table.tsv_text(trace, "tgt", 2), "\t")
    commas = read(follow_table.csv_text(trace, "tgt", 2, ","), ";")
    assert tabs == points
    assert [line["value"].replace(",", ".") for line in commas] == [line["value"] for line in points]
    assert any("," in line["value"] for line in commas)


def test_files_by_their_ending(qapp: QApplication, trace: Trace, tmp_path: Path) -> None:
    for bom in (True, False):
        follow_table.write(tmp_path / "a.csv", trace, "tgt", 2, bom=bom)
        assert (tmp_path / "a.csv").read_bytes().startswith(b"\xef\xbb\xbf") is bom
    follow_table.write(tmp_path / "a.tsv", trace, "tgt", 2)
    assert (tmp_path / "a.tsv").read_text(encoding="utf-8").startswith("stage\tnode\tsymbol")
    with pytest.raises(Problem, match="allowed is .csv, .tsv"):
        follow_table.write(tmp_path / "a.xlsx", trace, "tgt", 2)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["a.csv", "a.tsv"]


def test_the_figure_in_every_format(qapp: QApplication, trace: Trace, tmp_path: Path) -> None:
    looks = Selection()
    looks.follow(("tgt", 2))
    sheet = of_follow(trace, theme.LIGHT, looks)
    assert sheet.title == "The way of gave · row 2 of the target"
    assert sheet.cells == sum(len(stage.values) for stage in stages(trace, "tgt", 2))
    for ending, begins in ((".svg", b"<?xml"), (".pdf", b"%PDF"), (".png", b"\x89PNG")):
        figure.write(tmp_path / f"a{ending}", sheet)
        assert (tmp_path / f"a{ending}").read_bytes().startswith(begins)
    texts = "".join(ElementTree.parse(tmp_path / "a.svg").getroot().itertext())
    for said in ("The way of gave", "reads BOS, I, gave", "reads all 9 rows", "Vocabulary head", "length 2.83"):
        assert said in texts, said


def test_without_a_row_there_is_nothing_to_draw(qapp: QApplication, trace: Trace) -> None:
    looks = Selection()
    for row in (None, ("tgt", 99), ("kv", 0)):
        looks.follow(row)
        with pytest.raises(Problem, match="No row is followed"):
            of_follow(trace, theme.LIGHT, looks)
