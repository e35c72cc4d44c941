"""Arithmetic as text: signs, brackets, what a long sum leaves out, and the same in LaTeX and Markdown."""

from __future__ import annotations

import math
import re
from typing import Any

import numpy as np
import pytest

from core.engine import Engine
from core.explain import KINDS, explain
from core.explain_text import latex, markdown, number_line, page, plain_text
from core.expression import Cell, Cells, Expression, Function, Minus, Number, Power, Product, Quotient, Root, Sum, Total
from core.numbers import parse_number
from core.spec import ModelSpec
from core.trace import Trace
from core.workspace import Sample, Workspace
from core.writing import LONG, Digits, LatexStyle, Style, Symbol, Writer, fold, symbol

PLAIN, TEX = Writer(Style()), Writer(LatexStyle())


def cell(value: float, node: str = "enc1.self.h2.A", i: int = 0, j: int = 1) -> Cell:
    return Cell(node, i, j, value)


def cells(values: list[float], node: str = "src.X") -> Cells:
    return Cells(node, 0, np.arange(len(values)), np.array(values))


def block(**fields: Any) -> Trace:
    return Engine("numpy").run(Workspace.new(ModelSpec(**fields), (Sample(("a", "b", "c")),)))


@pytest.mark.parametrize(
    ("expression", "symbols", "numbers"),
    [
        (cell(0.40111), "A²[0,1]", "0.4011"),
        (Product((cell(-0.5), cell(-2.0, "src.X"))), "A²[0,1]·X[0,1]", "−0.5×(−2)"),
        (Sum((cell(1.0), Product((cell(-0.5), cell(3.0))))), "A²[0,1] + A²[0,1]·A²[0,1]", "1 − 0.5×3"),
        (Sum((cell(1.0), Minus((cell(-2.0),)))), "A²[0,1] − A²[0,1]", "1 − (−2)"),
        (Minus((Sum((cell(1.0), cell(2.0))),)), "−(A²[0,1] + A²[0,1])", "−(1 + 2)"),
        (Quotient((Sum((cell(1.0), cell(2.0))), Number(4))), "(A²[0,1] + A²[0,1])/4", "(1 + 2)/4"),
        (Quotient((Number(1), Quotient((Number(2), Number(3))))), "1/(2/3)", "1/(2/3)"),
        (Power((Sum((cell(-1.0), cell(2.0))), Number(2))), "(A²[0,1] + A²[0,1])²", "(−1 + 2)²"),
        (Power((cell(-1.5), Number(3))), "A²[0,1]³", "(−1.5)³"),
        (Power((Number(100), Minus((Quotient((Number(2), Number(4))),)))), "100^(−2/4)", "100^(−2/4)"),
        (Root((Sum((cell(1.0), cell(2.0))),)), "√(A²[0,1] + A²[0,1])", "√(1 + 2)"),
        (Function((Root((Number(2),)),), name="exp"), "exp(√2)", "exp(√2)"),
        (Product((Number(0.5, "½"), cell(3.0), Sum((Number(1), cell(4.0))))), "½·A²[0,1]·(1 + A²[0,1])", "½×3×(1 + 4)"),
    ],
)
def test_signs_and_brackets(expression: Expression, symbols: str, numbers: str) -> None:
    assert PLAIN.symbols(expression) == symbols
    assert PLAIN.numbers(expression) == numbers


@pytest.mark.parametrize("value", [0.1, -1 / 3, 1e-300, 2.0, 1e22])
def test_full_digits_are_all_digits(value: float) -> None:
    assert parse_number(Writer(Style(digits=Digits(None))).numbers(cell(value))) == value


def test_short_sums_keep_their_zeros() -> None:
    products = Total((Product((cells([1.0, 0.0, 2.0]), cells([0.0, 5.0, 3.0]))),))
    assert PLAIN.numbers(products) == "1×0 + 0×5 + 2×3"
    assert fold(np.zeros(LONG))[0].tolist() == list(range(LONG))


def test_longer_sums_leave_out_zeros_and_what_is_small() -> None:
    values = [0.0, 5.0, 0.0, -4.0, 3.0, 2.0, 1.5, 1.0, 0.75, 0.5, -0.25, 0.125]
    text = PLAIN.numbers(Total((cells(values),)))
    assert text == "5 − 4 + 3 + 2 + 1.5 + 1 + 0.75 + 0.5 + (zeros: 2) + (2 others: −0.125)"
    assert PLAIN.symbols(Total((cells(values),))).count("X[") == LONG
    assert PLAIN.symbols(Total((cells(values),))).endswith(" + …")
    kept, zeros, others = fold(np.array(values))
    assert (kept.tolist(), zeros, others.tolist()) == ([1, 3, 4, 5, 6, 7, 8, 9], 2, [10, 11])
    assert fold(np.arange(10.0))[2].size == 0  # one number takes no more room than "1 others"


def test_nine_zeros_are_still_something() -> None:
    assert PLAIN.numbers(Total((cells([0.0] * 9),))) == "(zeros: 9)"


def test_numbers_that_are_none_are_the_largest() -> None:
    kept, _, _ = fold(np.array([1.0] * 20 + [math.nan, math.inf]))
    assert {20, 21} <= set(kept.tolist())


@pytest.mark.parametrize("seed", [1, 2])
def test_what_is_shown_and_the_rest_make_the_sum(seed: int) -> None:
    r = np.random.default_rng(seed)
    amounts = r.normal(size=512) * (r.random(512) < 0.75)
    kept, zeros, others = fold(amounts)
    assert len(kept) + zeros + len(others) == 512
    assert amounts[kept].sum() + amounts[others].sum() == pytest.approx(amounts.sum())
    assert np.abs(amounts[others]).max() <= np.abs(amounts[kept]).min()
    assert (np.diff(kept) > 0).all()


def test_latex_has_fractions_roots_and_indices() -> None:
    x_hat = Quotient(
        (Sum((cell(2.0), Minus((cell(1.0, "a.mean"),)))), Root((Sum((cell(1e-5, "set.eps"), Number(1))),)))
    )
    assert TEX.symbols(x_hat) == r"\frac{A^{2}_{[0,1]} - \mu_{[0,1]}}{\sqrt{\varepsilon + 1}}"
    assert TEX.numbers(x_hat) == r"\frac{2 - 1}{\sqrt{1 \cdot 10^{-5} + 1}}"
    long = TEX.numbers(Total((cells([float(k) for k in range(12)]),)))
    assert r"\underbrace{0}_{\text{zeros: 1}}" in long
    assert r"\underbrace{6}_{\text{3 others}}" in long
    assert "−" not in TEX.numbers(cell(-1.0))


@pytest.mark.parametrize(
    ("name", "letters"),
    [
        ("enc1.self.h2.WQ", Symbol("W", "Q", "2")),
        ("enc1.ffn.W1", Symbol("W", "1")),
        ("enc1.norm1.var", Symbol("σ²")),
        ("enc1.self.h1.A.natural", Symbol("A", "natural", "1")),
        ("src.X0", Symbol("X0")),
    ],
)
def test_letters(name: str, letters: Symbol) -> None:
    assert symbol(name) == letters


# whole explanations


def brackets_match(text: str) -> bool:
    for opening, closing in ("()", "[]", "{}"):
        depth = 0
        for letter in text:
            depth += (letter == opening) - (letter == closing)
            if depth < 0:
                return False
        if depth:
            return False
    return True


@pytest.mark.parametrize("pos", ["sinusoidal", "learned", "rel_bias", "shaw_kv", "rope_half"])
@pytest.mark.parametrize("act", ["relu", "gelu_erf", "gelu_tanh"])
def test_every_explanation_can_be_written_in_every_form(pos: str, act: str) -> None:
    trace = block(pos=pos, act=act, causal=True, bias=True, norm="rmsnorm" if act == "relu" else "layernorm")
    for name in trace:
        rows, cols = trace[name].values.shape
        explanation = explain(trace, name, rows - 1, cols - 1)
        for text in (plain_text(explanation), latex(explanation), markdown(explanation)):
            assert brackets_match(text), text
            assert "  " not in text
            assert "None" not in text
        assert latex(explanation).count("&=") >= 1
        value = Digits().text(explanation.value)
        assert number_line(explanation, Style()).endswith(value)
        assert plain_text(explanation).splitlines()[0] == f"{name}[{rows - 1},{cols - 1}] · {KINDS[explanation.kind]}"


def test_the_last_line_is_the_arithmetic_and_the_value() -> None:
    trace = block()
    explanation = explain(trace, "enc1.self.h1.raw", 0, 1)
    q, k = trace["enc1.self.h1.Q"].values[0], trace["enc1.self.h1.K"].values[1]
    shown = [f"{x:.12g}" for x in (*q, *k)]
    text = plain_text(explanation, Style(digits=Digits(None))).splitlines()[-1]
    found = re.findall(r"−?\d+\.?\d*(?:e−\d+)?", text)
    assert len(found) == 5
    read = sorted(abs(parse_number(number)) for number in found[:4])
    assert read == sorted(abs(float(x)) for x in shown) or read == pytest.approx(sorted(map(abs, (*q, *k))))


def test_a_table_has_a_row_a_term() -> None:
    trace = block()
    rows = [line for line in markdown(explain(trace, "enc1.norm1.var", 0, 0)).splitlines() if line.startswith("| (")]
    assert len(rows) == 4
    assert rows[0].startswith("| (sum1[0,0] − μ[0,0])² | (")
    assert "| term |" not in markdown(explain(trace, "enc1.self.h1.A", 0, 0))


def test_words_and_letters_can_be_others() -> None:
    """What the window passes: its translation and its own letters."""
    style = Style(name=lambda node: Symbol("Y"), say=lambda words: f"«{words}»")
    text = plain_text(explain(block(causal=True), "enc1.self.h1.A", 0, 2), style)
    assert text.splitlines() == [
        "enc1.self.h1.A[0,2] · «softmax of a row»",
        "Y[0,2] = 0",
        "«Hidden by «the causal rule».»",
    ]


@pytest.mark.parametrize("value", [math.nan, math.inf, 1e300])
def test_numbers_that_are_none_are_written_without_a_warning(value: float) -> None:
    trace = Engine("numpy").run(
        block(norm="layernorm", act="gelu_tanh", d=12).workspace.with_cell("src.X", 1, 0, value)
    )
    for name in trace:
        explanation = explain(trace, name, trace[name].values.shape[0] // 2, 0)
        assert all((plain_text(explanation), latex(explanation), markdown(explanation), page(explanation)))
        assert explanation.sources or explanation.given or explanation.kind in ("rule", "off")


def test_data_for_json_is_strict() -> None:
    trace = Engine("numpy").run(block().workspace.with_cell("src.X", 0, 0, math.inf))
    made = page(explain(trace, "enc1.self.h1.Q", 0, 0))
    assert made["value"] in ("inf", "-inf", "nan")
    assert made["terms"][0]["factors"][0]["value"] == "inf"
