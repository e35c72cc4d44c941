"""The probability bars of one row as a sheet, by themselves."""

from __future__ import annotations

import math

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from core.problem import QT_TRANSLATE_NOOP, Problem
from core.trace import Trace
from labapp.bench import labels
from labapp.bench.card import LABEL_EMS
from labapp.bench.layout import BARS, MARGINS
from labapp.bench.paint import Style
from labapp.bench.paint_bars import bar_data, paint_bars
from labapp.bench.places import Bars
from labapp.digits import NumberForm
from labapp.selection import Selection
from labapp.theme import Palette

from .sheet import Sheet, metrics_of

PROBABILITIES = "out.p"
LONGEST = 14.0  # a bar of 1, in text heights


def has_bars(trace: Trace) -> bool:
    """Whether the model gives probabilities over a vocabulary."""
    return PROBABILITIES in trace


def of_bars(trace: Trace, palette: Palette, looks: Selection | None = None, form: NumberForm | None = None) -> Sheet:
    """The largest probabilities of the row that `looks` follows or has a cell in, else of the last row.

    Problem where the model has no vocabulary head.
    """
    if not has_bars(trace):
        raise Problem(
            QT_TRANSLATE_NOOP(
                "core", "This model has no vocabulary head, so there are no probabilities to draw as bars."
            )
        )
    looks = looks or Selection()
    m = metrics_of(form)
    style, matrix, margin = Style(palette, m), trace[PROBABILITIES], m.snap(m.px * MARGINS)
    count = min(BARS, len(matrix.cols))
    named = min(max(map(m.label_text, matrix.cols), default=0.0), LABEL_EMS * m.px)
    wide = max(named + m.px * (LONGEST + 3.6) + m.more_digits, m.small_text(labels.bars_title("M" * 8)) + 2 * m.pad)
    rect = QRectF(margin, margin, m.snap(wide), m.snap(count * m.px * 1.5 + m.px * 2.0))
    bars = Bars(rect, PROBABILITIES, count)
    data = bar_data(trace, bars, looks.cell, looks.row, form)

    def body(painter: QPainter) -> None:
        paint_bars(painter, bars, data, style)

    width, height = (math.ceil(side + 2 * margin) for side in (rect.width(), rect.height()))
    return Sheet(width, height, style, PROBABILITIES, count, body)
