"""Numbers: every way of writing one means the same everywhere; what is no number is refused in words."""

from __future__ import annotations

import locale
import math
import struct
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from core.numbers import DEEPEST, LONGEST, exact, parse_number, plain, show
from core.problem import Problem

FULL_WIDTH = {code: code + 0xFEE0 for code in range(0x21, 0x7F)}
MINUSES = "-−–‐‑‒—－﹣"
NUMBER_LETTERS = "0123456789.,eE+-*/()√ _'sqrtpinfa−，１"

every_double = st.integers(0, 2**64 - 1).map(lambda bits: struct.unpack("<d", struct.pack("<Q", bits))[0])
finite = st.floats(allow_nan=False, allow_infinity=False)


def bits(number: float) -> bytes:
    return struct.pack("<d", number)


def refusal(text: str) -> Problem:
    with pytest.raises(Problem) as caught:
        parse_number(text)
    return caught.value


# What is read


@pytest.mark.parametrize("minus", MINUSES)
def test_every_minus_is_a_minus(minus: str) -> None:
    assert parse_number(f"{minus}1.5") == -1.5
    assert parse_number(f"{minus}1e{minus}3") == -0.001
    assert parse_number(f"{minus}2") == -2
    assert parse_number(f"{minus} inf") == -math.inf
    assert bits(parse_number(f"{minus}0")) == bits(-0.0)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0.0),
        ("+7", 7.0),
        ("5.", 5.0),
        (".5", 0.5),
        ("007", 7.0),
        ("1E-3", 1e-3),
        ("1e+3", 1e3),
        ("150", 150.0),
        ("0.0004", 0.0004),
        ("1/2", 0.5),
        ("-1/3", -1 / 3),
        ("1 ÷ 4", 0.25),
        ("1⁄2", 0.5),
        ("1/2/2", 0.25),
        ("1/2*3", 1.5),
        ("6/(2*3)", 1.0),
        ("2*-3", -6.0),
        ("2×3", 6.0),
        ("-(-1)", 1.0),
        ("sqrt(2)", math.sqrt(2)),
        ("√2", math.sqrt(2)),
        ("√ 2 / 2", math.sqrt(2) / 2),
        ("√(2/4)", math.sqrt(0.5)),
        ("√√16", 2.0),
        ("-sqrt(2)/2", -math.sqrt(2) / 2),
        ("2*sqrt(3)", 2 * math.sqrt(3)),
        ("1 / SQRT ( 3 )", 1 / math.sqrt(3)),
        ("sqrt(inf)", math.inf),
        ("pi", math.pi),
        ("π/2", math.pi / 2),
        ("-Pi", -math.pi),
        ("inf", math.inf),
        ("+Infinity", math.inf),
        ("-inf", -math.inf),
        ("∞", math.inf),
        ("−∞", -math.inf),
        ("1/inf", 0.0),
        ("ｓｑｒｔ（２）", math.sqrt(2)),
        ("１．５ｅ－３", 1.5e-3),
        ("＋１／２", 0.5),
        ("1。5", 1.5),
        ("٣.٥", 3.5),
        ("१२", 12.0),
        ("1e-400", 0.0),
        ("2\r\n", 2.0),
        ("\u3000\t 3 \u00a0", 3.0),
        ("\ufeff4\u200b", 4.0),
    ],
)
def test_what_a_text_means(text: str, number: float) -> None:
    assert bits(parse_number(text)) == bits(number)


@pytest.mark.parametrize("text", ["nan", "NaN", "-nan", "nan/2", "nan*0", "√nan"])
def test_nan_stays_nan(text: str) -> None:
    assert math.isnan(parse_number(text))


@given(every_double)
@example(-0.0)
@example(5e-324)
@example(2.2250738585072014e-308)
@example(1.7976931348623157e308)
@example(-math.inf)
def test_the_exact_text_of_every_double_reads_back_bit_for_bit(number: float) -> None:
    again = parse_number(exact(number))
    assert bits(again) == bits(number) or (math.isnan(again) and math.isnan(number))
    assert parse_number(plain(number)) == number or math.isnan(number)


@given(st.floats(width=32, allow_nan=False))
def test_the_exact_text_of_every_single_reads_back_bit_for_bit(number: float) -> None:
    single = np.float32(number)
    assert np.float32(parse_number(exact(single))).tobytes() == single.tobytes()


@given(finite, st.sampled_from(MINUSES))
def test_a_number_in_other_characters_is_the_same_number(number: float, minus: str) -> None:
    text = exact(number)
    for variant in (text.replace("-", minus), text.translate(FULL_WIDTH), text.upper(), f"\u2009{text} \n"):
        assert bits(parse_number(variant)) == bits(number)


@given(st.text(alphabet="0123456789.eE+-", min_size=1, max_size=12))
def test_plain_decimals_are_read_as_python_reads_them(text: str) -> None:
    try:
        expected = float(text)
    except ValueError:
        expected = None
    if expected is None or math.isinf(expected):
        refusal(text)
    else:
        assert bits(parse_number(text)) == bits(expected)


def finite_or_nan(number: float) -> float:
    return number if math.isfinite(number) else math.nan


def combined(parts: st.SearchStrategy[tuple[str, float]]) -> st.SearchStrategy[tuple[str, float]]:
    """Bigger expressions from smaller ones, with their value in Python's arithmetic (NaN: none)."""
    pairs = st.tuples(parts, parts)
    return st.one_of(
        parts.map(lambda p: (f"-({p[0]})", -p[1])),
        parts.map(lambda p: (f"sqrt({p[0]})", math.sqrt(p[1]) if p[1] >= 0 else math.nan)),
        pairs.map(lambda p: (f"({p[0][0]}) * ({p[1][0]})", finite_or_nan(p[0][1] * p[1][1]))),
        pairs.map(lambda p: (f"{p[0][0]}/({p[1][0]})", finite_or_nan(p[0][1] / p[1][1]) if p[1][1] else math.nan)),
    )


leaves = st.one_of(
    st.floats(0, 1e6).map(lambda x: (exact(x), x)),
    st.sampled_from([("pi", math.pi), ("√2", math.sqrt(2)), ("-1", -1.0)]),
)


@given(st.recursive(leaves, combined, max_leaves=4))
def test_expressions_have_the_value_of_their_arithmetic(expression: tuple[str, float]) -> None:
    text, value = expression
    assume(len(text) <= LONGEST)
    if math.isnan(value):
        refusal(text)
    else:
        assert bits(parse_number(text)) == bits(value)


@pytest.fixture(params=["C", "de_DE.UTF-8", "fr_FR.UTF-8", "zh_CN.UTF-8"])
def spoken(request: pytest.FixtureRequest) -> Iterator[str]:
    before = locale.setlocale(locale.LC_ALL)
    try:
        yield locale.setlocale(locale.LC_ALL, request.param)
    except locale.Error:
        pytest.skip(f"{request.param} is not installed")
    finally:
        locale.setlocale(locale.LC_ALL, before)


def test_no_locale_changes_the_rule(spoken: str) -> None:
    assert parse_number("1.5") == 1.5
    assert refusal("1,5").values["pointed"] == "1.5"
    assert show(1234.5) == "1234.50"
    assert exact(1.5) == "1.5"


# What is refused


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "Nothing is written. Write a number"),
        (" \t\u3000", "Nothing is written"),
        ("\u200b", "Nothing is written"),
        ("abc", "“abc” is not a number"),
        ("你好", "“你好” is not a number"),
        ("True", "“True” is not a number"),
        ("e", "“e” is not a number"),
        ("½", "“½” is not a number"),
        ("1..2", "“1..2” is not one number"),
        ("1.2.3", "at most one point"),
        (".", "not one number"),
        ("1 2", "not one number"),
        ("1\t2", "“1 2” is not one number"),
        ("1\u200b5", "not one number"),
        ("1,2,3", "not one number"),
        ("1e5.5", "not one number"),
        ("1e", "digits are missing after e"),
        ("1e-", "digits are missing after e"),
        ("1e -3", "digits are missing after e"),
        ("1,5", "Write 1.5, with a point"),
        ("1，5", "“1，5” has a comma. Write 1.5,"),
        ("-0,125", "Write 0.125, with a point"),
        (",5e-3", "Write .5e-3, with a point"),
        ("sqrt(2,25)", "Write 2.25, with a point"),
        ("1,234", "Write 1.234, with a point, or 1234."),
        ("1,234.5", "Write 1234.5 without them"),
        ("12,345,678", "Write 12345678 without them"),
        ("1.234,5", "Write 1234.5 without them"),
        ("1 234.5", "Write 1234.5 without them"),
        ("1'000", "Write 1000 without them"),
        ("1’000", "Write 1000 without them"),
        ("1_000", "Write 1000 without them"),
        ("1_0", "Write 10 without them"),
        ("1/0", "“1/0” is a division by zero. Write inf"),
        ("1/-0.0", "division by zero"),
        ("nan/0", "division by zero"),
        ("inf/inf", "has no value"),
        ("0*inf", "has no value"),
        ("1e400", "“1e400” is too large (above 1.79e308). Write inf to mean infinity"),
        ("-1e400", "too large"),
        ("1e308*10", "too large"),
        ("1/1e-320", "too large"),
        ("sqrt(-4)", "a root of a negative number"),
        ("√(-inf)", "a root of a negative number"),
        ("2pi", "write * or / before “pi”"),
        ("2√2", "write * or / before “√”"),
        ("10²", "write * or / before “²”"),
        ("1½", "write * or / before “½”"),
        ("1+1", "write * or / before “+”"),
        ("2exp", "write * or / before “exp”"),
        ("0x10", "write * or / before “x”"),
        ("sqrt(2))", "write * or / before “)”"),
        ("2**3", "a number is needed in place of “*”"),
        ("--1", "a number is needed in place of “-”"),
        ("()", "a number is needed in place of “)”"),
        ("sqrt()", "a number is needed in place of “)”"),
        ("-", "ends too early"),
        ("1/", "ends too early"),
        ("√", "ends too early"),
        ("sqrt", "brackets must follow sqrt"),
        ("sqrt2", "brackets must follow sqrt"),
        ("sqrt(2", "Close it with “)”"),
        ("(1 2", "not one number"),
        ("50%", "has “%” (U+0025). Use digits"),
        ("{0}", "has “{” (U+007B)"),
        ("\x00", "(U+0000)"),
        ("\ud800", "(U+D800)"),
        ("√" * (DEEPEST + 1) + "2", f"too deeply: at most {DEEPEST}"),
        ("(" * 100 + "2" + ")" * 100, "too deeply"),
        ("1" * (LONGEST + 1), f"has {LONGEST + 1} characters; a number has at most {LONGEST}"),
    ],
)
def test_what_is_no_number_is_refused_in_words(text: str, says: str) -> None:
    assert says in str(refusal(text))


def test_what_is_just_short_and_flat_enough_is_read() -> None:
    assert parse_number("√" * DEEPEST + "1") == 1
    assert parse_number("*".join(["(1)", "√1"] * 30)) == 1
    assert parse_number("0." + "3" * (LONGEST - 2)) == 1 / 3
    assert parse_number(" " * 10_000 + "1") == 1


@given(st.one_of(st.text(max_size=20), st.text(alphabet=NUMBER_LETTERS, max_size=20)))
def test_every_text_is_a_number_or_a_sentence(text: str) -> None:
    try:
        answer: float | Problem = parse_number(text)
    except Problem as problem:
        answer = problem
    if isinstance(answer, Problem):
        assert str(answer) == answer.template.format(**answer.values)
        assert str(answer).isprintable()
        assert str(answer).endswith(".")
    else:
        assert type(answer) is float


@given(st.integers(0, 10**9), st.text(alphabet="0123456789", min_size=1, max_size=9))
def test_the_hint_for_a_decimal_comma_is_itself_a_number(whole: int, decimals: str) -> None:
    problem = refusal(f"{whole},{decimals}")
    assert parse_number(str(problem.values["pointed"])) == float(f"{whole}.{decimals}")


@given(st.integers(1000, 10**15), st.sampled_from([",", " ", "'", "_", "\u00a0", "，"]))
def test_the_hint_for_separated_thousands_is_the_number_without_them(number: int, separator: str) -> None:
    problem = refusal(f"{number:,}".replace(",", separator))
    assert parse_number(str(problem.values["bare"])) == number
