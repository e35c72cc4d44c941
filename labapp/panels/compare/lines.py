"""What a line of the comparison says, and which lines a filter keeps."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from core import compare
from core.compare import Difference
from core.numbers import show
from core.trace import Trace

from ...bench.editing import cell_name
from ...names import symbol_of, title_of
from ...widgets.row_list import Line

ALL, APART, NEAR, SAME, ALONE = FILTERS = ("all", "apart", "near", "same", "alone")
KEPT: dict[str, tuple[str, ...]] = {
    ALL: tuple(compare.STATES),
    APART: (compare.DIFFERENT, compare.SHAPE),
    NEAR: (compare.CLOSE,),
    SAME: (compare.EQUAL,),
    ALONE: (compare.ONLY_A, compare.ONLY_B),
}


def differences(now: Trace, baseline: Trace) -> list[Difference]:
    """Every matrix of both sides in the reading order of the present model; A is now, B the baseline."""
    return [found for found in compare.compare(now, baseline) if not found.letter]


def filter_text(key: str, count: int) -> str:
    """A filter with how many lines it keeps."""
    return {
        ALL: QCoreApplication.translate("compare", "All {count}"),
        APART: QCoreApplication.translate("compare", "Different {count}"),
        NEAR: QCoreApplication.translate("compare", "≈ {count}"),
        SAME: QCoreApplication.translate("compare", "Equal {count}"),
        ALONE: QCoreApplication.translate("compare", "One side {count}"),
    }[key].format(count=count)


def filter_tip(key: str) -> str:
    return {
        ALL: QCoreApplication.translate("compare", "every matrix of both sides"),
        APART: QCoreApplication.translate("compare", "matrices that differ by more than 1e-12, or in their shape"),
        NEAR: QCoreApplication.translate("compare", "equal within 1e-12 of the larger of 1 and the number"),
        SAME: QCoreApplication.translate("compare", "equal to the last bit"),
        ALONE: QCoreApplication.translate("compare", "matrices that only one side has"),
    }[key]


def line(found: Difference, now: Trace, baseline: Trace) -> Line:
    """One matrix."""
    matrix = (baseline if found.state == compare.ONLY_B else now)[found.node]
    words = " · ".join(part for part in (title_of(matrix), matrix.part) if part)
    sign, tone = {
        compare.EQUAL: ("=", "good"),
        compare.CLOSE: ("≈", "good"),
        compare.DIFFERENT: ("≠", "strong"),
        compare.SHAPE: ("≠", "strong"),
        compare.ONLY_A: ("+", "quiet"),
        compare.ONLY_B: ("−", "quiet"),
    }[found.state]
    value = _value(found, now)
    return Line(sign, str(symbol_of(matrix)), words, value, tone, f"{matrix.name}\n{said(found)}")


def _value(found: Difference, now: Trace) -> str:
    if found.state == compare.SHAPE and found.a and found.b:
        return f"{_shape(found.a)} ↔ {_shape(found.b)}"
    if found.state in (compare.DIFFERENT, compare.CLOSE) and found.cell is not None:
        cell = cell_name(now[found.node], *found.cell)
        place = cell[cell.index("[") :] if "[" in cell else ""
        return f"|Δ| {show(found.largest, 3, significant=True)} {place}".strip()
    if found.state == compare.ONLY_A:
        return QCoreApplication.translate("compare", "only now")
    if found.state == compare.ONLY_B:
        return QCoreApplication.translate("compare", "only baseline")
    return ""


def said(found: Difference) -> str:
    """How the two sides stand to each other, as a sentence."""
    template = {
        compare.EQUAL: QCoreApplication.translate("compare", "equal to the last bit"),
        compare.CLOSE: QCoreApplication.translate("compare", "equal within 1e-12: at most {largest} apart"),
        compare.DIFFERENT: QCoreApplication.translate("compare", "different: at most {largest} apart"),
        compare.SHAPE: QCoreApplication.translate(
            "compare", "{a} now, {b} in the baseline: no cell answers to another"
        ),
        compare.ONLY_A: QCoreApplication.translate("compare", "the baseline has no such matrix"),
        compare.ONLY_B: QCoreApplication.translate("compare", "the present model has no such matrix"),
    }[found.state]
    shapes = {"a": _shape(found.a) if found.a else "", "b": _shape(found.b) if found.b else ""}
    return template.format(largest=show(found.largest, 6, significant=True), **shapes)


def _shape(shape: tuple[int, int]) -> str:
    return f"{shape[0]}×{shape[1]}"
