"""Numbers out: read back, every format gives the same numbers to the last bit."""

from __future__ import annotations

import ast
import csv
import io
import math
import os
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from core.blocks import parse_block
from core.engine import Engine
from core.numbers import parse_number
from core.problem import Problem
from core.trace import Matrix, Trace
from labapp.export import numbers
from labapp.models import starting_model

Traces = Callable[..., Trace]
ODD = [[1.5, -2.0, 0.1 + 0.2, 1e-7], [-0.0, math.nan, math.inf, -math.inf], [1e300, 5e-324, 1 / 3, 123456789.0]]


@pytest.fixture
def odd(trace_of: Traces) -> Matrix:
    """A matrix of all kinds of numbers: X of block."""
    return Engine("numpy").run(starting_model("block").with_block("src.X", 0, 0, np.array(ODD)))["src.X"]


def same(found: object, wanted: object) -> bool:
    a, b = np.asarray(found, np.float64), np.asarray(wanted, np.float64)
    return a.shape == b.shape and bool(((a == b) & (np.signbit(a) == np.signbit(b)) | np.isnan(a) & np.isnan(b)).all())


def test_csv_with_labels_reads_back(odd: Matrix) -> None:
    table = list(csv.reader(io.StringIO(numbers.csv_text(odd))))
    assert table[0] == ["src.X", "0", "1", "2", "3"]
    assert [row[0] for row in table[1:]] == ["我", "给", "书"]
    assert same([[float(cell) for cell in row[1:]] for row in table[1:]], ODD)


def test_csv_begins_with_the_mark_that_excel_needs_unless_told_otherwise(odd: Matrix) -> None:
    marked, bare = numbers.csv_bytes(odd), numbers.csv_bytes(odd, bom=False)
    assert marked == b"\xef\xbb\xbf" + bare
    assert marked.decode("utf-8-sig") == bare.decode()
    assert "我" in bare.decode()


def test_csv_without_labels_is_the_bare_numbers(odd: Matrix) -> None:
    found = np.loadtxt(io.StringIO(numbers.csv_text(odd, labels=False)), delimiter=",")
    assert same(found, ODD)


def test_labels_with_commas_and_quotes_stay_one_cell(trace_of: Traces) -> None:
    import msgspec

    workspace = starting_model("block")
    sample = msgspec.structs.replace(workspace.samples[0], source=('a,"b"', "c;d", "书"))
    matrix = Engine("numpy").run(workspace.with_samples((sample,)))["enc1.self.h1.A"]
    table = list(csv.reader(io.StringIO(numbers.csv_text(matrix))))
    assert table[0][1:] == ['a,"b"', "c;d", "书"]


def test_tsv_for_a_spreadsheet(odd: Matrix) -> None:
    text = numbers.tsv(odd)
    assert not text.endswith("\n"), "no row of nothing at the end"
    rows = [line.split("\t") for line in text.split("\n")]
    assert "1e-07" in rows[0]
    assert same([[parse_number(cell) for cell in row] for row in rows], ODD)


def test_the_decimal_mark_can_be_a_comma(odd: Matrix) -> None:
    assert numbers.tsv(odd, decimal=",").split("\t")[0] == "1,5"
    assert numbers.csv_text(odd, decimal=",").split("\r\n")[1].startswith("我;1,5;-2,0;")


def test_latex_is_a_bmatrix_in_full(odd: Matrix) -> None:
    text = numbers.latex(odd)
    assert text.startswith("\\begin{bmatrix}\n")
    assert text.endswith("\n\\end{bmatrix}")
    lines = text.split("\n")[1:-1]
    assert [line.endswith(" \\\\") for line in lines] == [True, True, False]
    words = {"\\mathrm{NaN}": "nan", "\\infty": "inf", "-\\infty": "-inf"}
    cells = [[cell.strip() for cell in line.removesuffix(" \\\\").split("&")] for line in lines]
    read = [[float(words.get(c, c.replace(" \\times 10^{", "e").replace("}", ""))) for c in row] for row in cells]
    assert same(read, ODD)
    assert "1 \\times 10^{-7}" in text


def test_latex_of_a_wide_matrix_says_how_wide(trace_of: Traces) -> None:
    wide = starting_model("block").with_spec(d_ff=12)
    assert "MaxMatrixCols}{12}" in numbers.latex(Engine("numpy").run(wide)["enc1.ffn.W1"])
    assert "MaxMatrixCols" not in numbers.latex(trace_of("block")["enc1.ffn.W1"])


def test_decimals_when_asked_for_and_never_minus_zero(odd: Matrix) -> None:
    assert numbers.rows(odd, 2)[0] == ["1.50", "-2.00", "0.30", "0.00"]
    assert numbers.rows(odd, 2)[1] == ["0.00", "nan", "inf", "-inf"]


def array_of(text: str) -> np.ndarray:
    """The array of an expression, read as Python and not run."""
    call = ast.parse(text, mode="eval").body
    assert isinstance(call, ast.Call)
    assert ast.unparse(call.func) == "np.array"
    words = {"np.nan": math.nan, "np.inf": math.inf, "-np.inf": -math.inf}
    assert isinstance(call.args[0], ast.List)
    rows = [
        [words[w] if (w := ast.unparse(cell)) in words else ast.literal_eval(cell) for cell in row.elts]
        for row in call.args[0].elts
        if isinstance(row, ast.List)
    ]
    kinds = {k.arg: ast.unparse(k.value) for k in call.keywords}
    return np.array(rows, dtype=np.float32 if kinds.get("dtype") == "np.float32" else np.float64)


def test_numpy_text_makes_the_array(odd: Matrix) -> None:
    assert same(array_of(numbers.numpy_text(odd)), ODD)


def test_numpy_text_of_single_precision_is_short_and_says_so(trace_of: Traces) -> None:
    matrix = trace_of("block", precision="float32")["enc1.self.h1.A"]
    text = numbers.numpy_text(matrix)
    assert "dtype=np.float32" in text
    assert array_of(text).tobytes() == matrix.values.tobytes()
    assert max(map(len, numbers.rows(matrix)[0])) < 13


def test_a_python_file_and_a_text_file_read_back(odd: Matrix, tmp_path: Path) -> None:
    numbers.write(tmp_path / "a.py", odd)
    tree = ast.parse((tmp_path / "a.py").read_text("utf-8"))
    assigned = tree.body[1]
    assert isinstance(assigned, ast.Assign)
    assert ast.unparse(assigned.targets[0]) == "src_X"
    assert same(array_of(ast.unparse(assigned.value)), ODD)
    numbers.write(tmp_path / "a.txt", odd)
    assert same(np.loadtxt(tmp_path / "a.txt"), ODD)


@pytest.mark.parametrize("ending", sorted(numbers.WRITERS))
def test_every_ending_writes_utf8_and_an_end_of_line(odd: Matrix, tmp_path: Path, ending: str) -> None:
    numbers.write(tmp_path / f"课堂{ending}", odd)
    assert (tmp_path / f"课堂{ending}").read_bytes().decode().endswith("\n")


def test_an_unknown_ending_and_a_folder_that_is_not_there_are_said(odd: Matrix, tmp_path: Path) -> None:
    with pytest.raises(Problem, match=r"unknown ending.*\.csv, \.tsv, \.tex"):
        numbers.write(tmp_path / "a.xlsx", odd)
    with pytest.raises(Problem, match="could not be written"):
        numbers.write(tmp_path / "none" / "a.csv", odd)
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("bom", [True, False])
@pytest.mark.parametrize("decimal", [".", ","])
def test_a_csv_file_of_ours_is_read_back_with_and_without_its_mark(trace_of: Traces, bom: bool, decimal: str) -> None:
    for name in ("enc1.self.h1.A", "src.X"):
        matrix = trace_of("block")[name]
        data = numbers.csv_bytes(matrix, bom=bom, decimal=decimal)
        assert same(parse_block(data.decode("utf-8")).values, matrix.values)


def test_a_mistyped_number_in_the_corner_is_no_name() -> None:
    with pytest.raises(Problem, match=r"Row 1, column 1: “o\.5”"):
        parse_block("o.5,1\n2,3")
