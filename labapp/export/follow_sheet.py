"""The way of the followed row as a figure: the panel's sections and cards on a sheet."""

from __future__ import annotations

import math

from PySide6.QtCore import QCoreApplication, QPointF
from PySide6.QtGui import QColor, QPainter

from core.follow import stages
from core.problem import QT_TRANSLATE_NOOP, Problem
from core.trace import Trace
from labapp.bench.paint import Style
from labapp.bench.row_card import follows
from labapp.bench.scales import Scales
from labapp.digits import NumberForm
from labapp.panels.follow import words
from labapp.panels.follow.paint import Shown, paint_plan
from labapp.panels.follow.plan import plan
from labapp.selection import Row, Selection
from labapp.theme import Palette

from .painters import kept
from .sheet import Sheet, metrics_of

WIDTH = 1100.0  # px
HEAD = 2.6  # text heights of the line that names the row


def row_of(trace: Trace, looks: Selection) -> Row:
    """The row that is followed; Problem where none is, or none of this model."""
    row = looks.row
    if row is None or not follows(trace, row):
        raise Problem(QT_TRANSLATE_NOOP("core", "No row is followed: click a token or the label of a row first."))
    return row


def of_follow(trace: Trace, palette: Palette, looks: Selection, form: NumberForm | None = None) -> Sheet:
    """The stages of the row that `looks` follows, in lines at most WIDTH wide. Problem where no row is followed."""
    row = row_of(trace, looks)
    m = metrics_of(form)
    shown = Shown(trace, *row, stages(trace, *row), Scales(), None, dict(looks.revealed), form)
    made = plan(trace, shown.stages, m, WIDTH)
    head = m.snap(m.px * HEAD)
    name = QCoreApplication.translate("follow", "The way of {row}").format(row=words.row_name(trace, *row))

    def body(painter: QPainter) -> None:
        painter.setFont(m.title)
        painter.setPen(QColor(palette.text))
        painter.drawText(QPointF(m.px, m.snap(m.px * 1.8)), name)
        with kept(painter):
            painter.translate(0, head)
            paint_plan(painter, made, shown, palette, m)

    cells = sum(len(stage.values) for stage in shown.stages)
    return Sheet(math.ceil(made.width), math.ceil(made.height + head), Style(palette, m), name, cells, body)
