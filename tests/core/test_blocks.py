"""Blocks: every form of a matrix is read as what it says; what is ragged, empty or no number is refused by place."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from core.blocks import MOST_CELLS, MOST_CHARACTERS, Block, parse_block, write_block
from core.numbers import exact, parse_number
from core.problem import Problem

Array = NDArray[np.float64]
doubles = st.floats(allow_nan=True, allow_infinity=True)
matrices = (
    st.integers(1, 5)
    .flatmap(lambda cols: st.lists(st.lists(doubles, min_size=cols, max_size=cols), min_size=1, max_size=5))
    .map(lambda rows: np.array(rows, np.float64))
)


def same(one: Array, other: Array) -> bool:
    """Equal to the bit; NaN, which has one spelling, equals NaN."""
    with np.errstate(invalid="ignore"):
        return one.shape == other.shape and bool(
            ((one.view(np.int64) == other.view(np.int64)) | (np.isnan(one) & np.isnan(other))).all()
        )


def read(text: str) -> list[list[float]]:
    return parse_block(text).values.tolist()


def refusal(text: str) -> Problem:
    with pytest.raises(Problem) as caught:
        parse_block(text)
    return caught.value


def joined(values: Array, between: str, ends: str, end: str = "") -> str:
    return ends.join(between.join(exact(cell) for cell in row) for row in values) + end


FORMS: dict[str, Callable[[Array], str]] = {
    "tabs": lambda v: write_block(v),
    "tabs with labels": lambda v: write_block(v, [f"r{i}" for i in range(len(v))], [str(j) for j in range(v.shape[1])]),
    "a spreadsheet": lambda v: joined(v, "\t", "\r\n", "\r\n"),
    "decimal commas": lambda v: write_block(v, comma=True),
    "semicolons": lambda v: joined(v, ";", "\n", "\n"),
    "semicolons and decimal commas": lambda v: joined(v, ";", "\n").replace(".", ","),
    "commas": lambda v: joined(v, ",", "\n"),
    "commas and spaces": lambda v: joined(v, ", ", "\n"),
    "quoted": lambda v: joined(v, '","', '"\n"').join(('"', '"')),
    "spaces": lambda v: joined(v, "  ", "\n"),
    "old line ends": lambda v: joined(v, " ", "\r", "\r"),
    "Python": lambda v: repr(v.tolist()),
    "JSON": lambda v: json.dumps(v.tolist(), indent=1),
    "tuples": lambda v: repr(tuple(tuple(row) for row in v.tolist())),
    "NumPy scalars": lambda v: repr([list(row) for row in v]),
    "NumPy": lambda v: "np." + np.array_repr(v, max_line_width=70),
    "NumPy with its type": lambda v: f"W = array({v.tolist()}, dtype=float64)",
    "PyTorch": lambda v: f"tensor({v.tolist()}, device='cuda:0', grad_fn=<AddBackward0>)",
    "MATLAB": lambda v: "[" + joined(v, " ", "; ", ";") + "];",
    "LaTeX": lambda v: r"\begin{bmatrix}" + joined(v, " & ", " \\\\\n", " \\\\") + r"\end{bmatrix}",
    "a body of LaTeX": lambda v: joined(v, "&", "\\\\", "\\\\"),
}


# In one column nothing separates, and so nothing says what a comma is.
NEED_COLUMNS = ("decimal commas", "semicolons and decimal commas")


@pytest.mark.parametrize("form", FORMS)
@given(values=matrices)
@settings(max_examples=40, deadline=None)
def test_every_form_is_read_to_the_bit(form: str, values: Array) -> None:
    if form in NEED_COLUMNS:
        values = np.hstack([values, values])
    with np.printoptions(floatmode="unique", precision=17):
        assert same(parse_block(FORMS[form](values)).values, values)


@given(values=matrices)
@settings(max_examples=30, deadline=None)
def test_a_single_precision_block_is_written_as_short_as_it_can_be(values: Array) -> None:
    with np.errstate(over="ignore"):
        single = values.astype(np.float32)
    back = parse_block(write_block(single)).values.astype(np.float32)
    assert np.array_equal(back, single, equal_nan=True)
    assert write_block(np.array([[0.1]], np.float32)) == "0.1"


@given(st.text(alphabet="0123456789.,;-+e \t\n[]()&\\{}frac√/∞πnainf'\"_=½我\u3000", max_size=60))
@example("((1,2)")
@example("[1]]")
@example('"1\t2')
@example("\\begin{bmatrix}")
@example("a(b[")
@settings(max_examples=400, deadline=None)
def test_any_text_is_a_block_or_a_sentence(text: str) -> None:
    try:
        found: Block | Problem = parse_block(text)
    except Problem as problem:
        found = problem
    assert str(found) if isinstance(found, Problem) else found.values.ndim == 2 and found.values.size


# What each form means


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("1\t2\r\n3\t4\r\n", [[1, 2], [3, 4]]),
        ("1\t2\r3\t4\r", [[1, 2], [3, 4]]),
        ("\n\n1 2\n3 4\n\n", [[1, 2], [3, 4]]),
        ("1\n2\n3\n", [[1], [2], [3]]),
        ("−1.5\t–1.5\t-1.5\t−1e−3\t－2", [[-1.5, -1.5, -1.5, -0.001, -2]]),
        ("1，2\n3，4", [[1, 2], [3, 4]]),
        ("1\u30002\u00a03", [[1, 2, 3]]),
        ("1/2 sqrt(2) π", [[0.5, math.sqrt(2), math.pi]]),
        ("1 / 2", [[0.5]]),
        ("1 -2", [[1, -2]]),
        ("(1/2) 3", [[0.5, 3]]),
        ("[1, 2, 3]", [[1, 2, 3]]),
        ("[1,2],[3,4]", [[1, 2], [3, 4]]),
        ("[[1, 2,],\n [3, 4,],]", [[1, 2], [3, 4]]),
        ("[[1. 2.]\n [3. 4.]]", [[1, 2], [3, 4]]),
        ("［1, 2］", [[1, 2]]),
        ("[(1/2), √2]", [[0.5, math.sqrt(2)]]),
        ("((1/2), 3)", [[0.5, 3]]),
        ("((1, 2), (3, 4))", [[1, 2], [3, 4]]),
        ("[1 2; 3 4]", [[1, 2], [3, 4]]),
        ("[NaN, Infinity, -Infinity]", [[math.nan, math.inf, -math.inf]]),
        (r"\begin{pmatrix} \frac{1}{2} & -\tfrac12 \\ \sqrt{2} & \pi \end{pmatrix}", [[0.5, -0.5], [2**0.5, math.pi]]),
        (
            r"$W = \left[\begin{array}{rr} 1 & 2 \\[2pt] \hline 3 & -\infty \\ \end{array}\right]$",
            [[1, 2], [3, -math.inf]],
        ),
        (r"\begin{equation}\begin{bmatrix} 1\end{bmatrix}\end{equation}", [[1]]),
        (r"1.5 \times 10^{-3} & 2\cdot 10^3 & -1 \times 10^{−2}", [[0.0015, 2000, -0.01]]),
        (r"\frac{1}{\sqrt{4}}", [[0.5]]),
        (r"\text{NaN} & \mathrm{inf}", [[math.nan, math.inf]]),
    ],
)
def test_what_is_written_is_read(text: str, rows: list[list[float]]) -> None:
    assert same(parse_block(text).values, np.array(rows, np.float64))


@pytest.mark.parametrize(
    ("text", "read_as"),
    [
        ("1\t2", "tab-separated text"),
        ("1;2", "text separated by semicolons"),
        ("1,2", "text separated by commas"),
        ("1 2", "text separated by spaces"),
        ("1\n2", "a column of numbers"),
        ("√2 / 2", "one number"),
        ("[1]", "a list"),
        ("1 & 2", "a LaTeX matrix"),
    ],
)
def test_a_block_says_what_it_was_read_as(text: str, read_as: str) -> None:
    assert parse_block(text).read_as == read_as


def notes(block: Block) -> list[str]:
    return [str(note) for note in block.notes]


def test_beside_tabs_a_comma_is_a_decimal_mark_and_the_block_says_so() -> None:
    block = parse_block("3\t7,4\t5\r\n5\t9\t8\r\n")
    assert block.values.tolist() == [[3, 7.4, 5], [5, 9, 8]]
    assert block.commas
    assert notes(block)[0] == "The comma was read as a decimal mark: 7,4 is 7.4."


def test_a_comma_can_be_a_separator_of_thousands_when_that_is_asked_for() -> None:
    text = "1,234\t5\n1,234,567.5\t6"
    block = parse_block(text, commas="groups")
    assert block.values.tolist() == [[1234, 5], [1234567.5, 6]]
    assert notes(block)[0] == "The comma was read as a separator of thousands: 1,234 is 1234."
    assert "Row 2, column 1" in str(refusal(text))
    assert parse_block("1,234\t5").values.tolist() == [[1.234, 5]]


def test_without_tabs_or_semicolons_a_comma_separates() -> None:
    block = parse_block("7,4\n5,6")
    assert block.values.tolist() == [[7, 4], [5, 6]]
    assert not block.commas
    assert str(refusal("1,5 2,5")).startswith("Row 1, column 2: “5 2”")


def test_labels_are_left_out_where_the_corner_is_empty() -> None:
    block = parse_block("\t0\t1\n我\t0.5\t2\n给\t3\t4\n")
    assert block.values.tolist() == [[0.5, 2], [3, 4]]
    assert "labels" in notes(block)[0]


def test_digits_that_a_spreadsheet_may_have_kept_back_are_mentioned() -> None:
    assert "spreadsheet" in notes(parse_block("1.025\t2"))[0]
    assert notes(parse_block("1\t2")) == []
    assert notes(parse_block("1.025 2")) == []


def test_a_flat_list_says_that_it_became_one_row() -> None:
    assert notes(parse_block("[1, 2]")) == ["A list without lists inside was read as one row."]
    assert notes(parse_block("[[1, 2]]")) == []


# What is refused


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "There are no numbers in the text."),
        (" \r\n\t\n", "There are no numbers in the text."),
        ("1 2\n3", "All rows must be equally long: row 1 has 2, row 2 has 1."),
        ("[[1, 2], [3]]", "All rows must be equally long: row 1 has 2, row 2 has 1."),
        (r"1 & 2 \\ 3", "All rows must be equally long: row 1 has 2, row 2 has 1."),
        ("1\t\n2\t3", "Row 1, column 2 is empty. Write 0 to mean zero."),
        ("1,2,\n3,4,", "Row 1, column 3 is empty. Write 0 to mean zero."),
        ("1 2\n\n3 4", "Row 2 is empty."),
        ("[]", "Row 1 is empty."),
        ("[[1, 2], [3, ]]", "All rows must be equally long: row 1 has 2, row 2 has 1."),
        ("[[1, , 2]]", "Row 1, column 2 is empty. Write 0 to mean zero."),
        ("[1, ..., 2]", "The text leaves numbers out (“...”). Copy the whole matrix."),
        (r"1 & \cdots & 2", "The text leaves numbers out (“\\cdots”). Copy the whole matrix."),
        ("[[[1, 2]]]", "The list is nested 3 deep: a matrix is a list of rows, 2 deep."),
        ("[[1, 2]", "The brackets of the list don't match."),
        ("[[1, 2]]]", "The brackets of the list don't match."),
        ("[" + "(" * 30 + "1,2", "The brackets of the list don't match."),
        ("[[1], x, [2]]", "“x” stands outside the rows of the list."),
        ("[[1]].T", "“.T” stands outside the rows of the list."),
        ('"1\t2', "The double quotes of the text don't close."),
        (
            r"\begin{matrix}1\end{matrix} \begin{matrix}2\end{matrix}",
            "The text has 2 LaTeX matrices. Copy one of them.",
        ),
    ],
)
def test_what_is_not_clear_is_refused(text: str, sentence: str) -> None:
    assert str(refusal(text)) == sentence


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("1\t2\n3\tx", (2, 2)),
        ("[[1, 2], [null, 3]]", (2, 1)),
        (r"1 & 2 \\ 3 & \alpha", (2, 2)),
        ("1 2\n1e999 3", (2, 1)),
        ("0x10 1", (1, 1)),
        ("__import__('os')", (1, 1)),
        ("{1, 2}", (1, 1)),
        ("1\t" + "9" * 300, (1, 2)),
    ],
)
def test_what_is_no_number_is_named_by_its_place(text: str, place: tuple[int, int]) -> None:
    problem = refusal(text)
    assert (problem.values["row"], problem.values["column"]) == place
    assert isinstance(problem.values["reason"], Problem)


def test_a_cell_is_read_as_a_single_number_is() -> None:
    for text in ("1/3", "−2", "１２", "sqrt(2)/2", "∞", "1e-3"):
        assert read(f"{text}\t0")[0][0] == parse_number(text)


# Size and time


def test_a_large_block_is_fast_and_a_too_large_one_refused_before_it_is_read() -> None:
    values = np.random.default_rng(1).normal(size=(200, 200))
    begin = time.perf_counter()
    assert same(parse_block(write_block(values)).values, values)
    assert time.perf_counter() - begin < 5
    for text in ("\n".join(["1.5\t" * 1999 + "x"] * 2000), "\n".join(["0 " * 1999 + "x"] * 1999)):
        begin = time.perf_counter()
        sentence = str(refusal(text))
        assert time.perf_counter() - begin < 5
        assert "×2000: at most 262144 numbers" in sentence


@pytest.mark.parametrize(
    "text",
    [
        "[[" + "1," * MOST_CELLS + "2],[1]]",
        "&".join("1" * (MOST_CELLS + 1)),
        "1\n" * (MOST_CELLS + 1),
        "1" * (MOST_CHARACTERS + 1),
    ],
)
def test_whatever_form_a_too_large_text_has_it_is_refused(text: str) -> None:
    assert "at most" in str(refusal(text))


@pytest.mark.parametrize(
    "text",
    [
        "(" * 10**6,
        "[" * 10**6,
        "[(1/2)," * 10**5,
        "\\begin{a}" * 10**5,
        "\\\\[" * 10**6,
        "\\frac{" * 10**5,
        "a." * 10**6,
    ],
)
def test_nonsense_is_refused_in_a_moment(text: str) -> None:
    begin = time.perf_counter()
    refusal(text)
    assert time.perf_counter() - begin < 5


# Writing


def test_written_blocks_end_without_a_line_break() -> None:
    assert write_block(np.array([[1.5, -2], [0.001, 1e-7]])) == "1.5\t-2\n0.001\t1e-07"
    assert write_block(np.array([[1.5, -2]]), comma=True) == "1,5\t-2"


def test_labels_are_written_around_the_numbers_and_cannot_break_the_lines() -> None:
    written = write_block(np.array([[1.0], [2.0]]), ["我\t", 'a"\nb'], [""])
    assert written == "\t·\n我\t1\na' b\t2"
    assert parse_block(written).values.tolist() == [[1], [2]]


def test_blocks_are_read_only() -> None:
    with pytest.raises(ValueError, match="read-only"):
        parse_block("1 2").values[0, 0] = 3
