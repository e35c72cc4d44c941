"""The way of a row as a picture: pure functions from a plan and a trace, for the panel and for figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from core.follow import PREDICTION, READ_BY, ROW, Source, Stage
from core.numbers import show
from core.trace import Trace

from ...bench.metrics import Metrics
from ...bench.paint import Style, paint_card
from ...bench.row_card import row_card
from ...bench.scales import Scales
from ...bench.veils import Revealed, blank_rows
from ...digits import NumberForm
from ...theme import Palette
from . import words
from .plan import TOP, PlacedStage, Plan


@dataclass(frozen=True, eq=False)
class Shown:
    """What is painted: a trace, the stages of one of its rows, and how a person looks at them."""

    trace: Trace
    axis: str
    row: int
    stages: Sequence[Stage]
    scales: Scales
    before: Trace | None = None
    revealed: Revealed | None = None
    form: NumberForm | None = None

    def veiled(self, stage: Stage) -> bool:
        """Whether the stage belongs to a row that isn't shown yet."""
        return stage.kind != READ_BY and stage.row in blank_rows(self.trace, stage.node, self.revealed or {})

    def moved_since(self, old: Shown) -> set[str] | None:
        """The matrices that look different in `old`; None where more than numbers differs."""
        looks = (self.axis, self.row, self.form, self.revealed) == (old.axis, old.row, old.form, old.revealed)
        if not looks or self.before is not old.before or self.trace.graph is not old.trace.graph:
            return None
        moved = self.trace.differing(old.trace)
        rules = any(self.trace.graph[name].display == "mask" for name in moved)
        return None if rules else moved

    def number(self, value: float, decimals: int) -> str:
        """A number as the window writes it."""
        return show(value, decimals) if self.form is None else self.form.text(value, decimals)


def paint_plan(
    painter: QPainter, plan: Plan, shown: Shown, palette: Palette, m: Metrics, seen: QRectF | None = None
) -> None:
    """Paint all of a plan, or what of it touches `seen`."""
    style = Style(palette, m)
    for section in plan.sections:
        if seen is None or seen.intersects(section.title):
            found = shown.stages[section.first : section.last]
            said = "" if any(map(shown.veiled, found)) else words.reads(shown.trace, found)
            _paint_title(painter, section.title, words.place_title(shown.trace, section.place), said, style)
    for arrow in plan.arrows:
        if seen is None or seen.contains(arrow.end):
            _paint_arrow(painter, arrow.start, arrow.end, style)
    for placed in plan.stages:
        if seen is None or seen.intersects(placed.rect):
            _paint_stage(painter, placed, shown, palette)
    said = words.ending(shown.trace, shown.axis, shown.stages)
    if said:
        painter.setFont(m.ui)
        painter.setPen(QColor(palette.quiet))
        painter.drawText(plan.end, int(Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextWordWrap), said)


def paint_frame(painter: QPainter, placed: PlacedStage, palette: Palette, focused: bool) -> None:
    """The frame of the stage that the keys are on: thick where keys arrive here."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.setPen(QPen(QColor(palette.why), 2.4 if focused else 1.3))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    box = placed.row.box
    painter.drawRoundedRect(QRectF(placed.at.x(), placed.at.y(), box.width, box.height).adjusted(-2, -2, 2, 2), 7, 7)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


def _paint_title(painter: QPainter, line: QRectF, title: str, said: str, style: Style) -> None:
    m = style.metrics
    painter.setFont(m.title)
    painter.setPen(QColor(style.palette.text))
    middle = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
    face = painter.fontMetrics()
    title = face.elidedText(title, Qt.TextElideMode.ElideRight, int(line.width()))
    painter.drawText(line, middle, title)
    left = line.x() + face.horizontalAdvance(title) + m.px * 0.8
    room = QRectF(left, line.y(), line.right() - left, line.height())
    if said and room.width() > m.px * 4:
        painter.setFont(m.ui)
        painter.setPen(QColor(style.palette.quiet))
        painter.drawText(
            room, middle, painter.fontMetrics().elidedText(said, Qt.TextElideMode.ElideRight, int(room.width()))
        )


def _paint_arrow(painter: QPainter, start: QPointF, end: QPointF, style: Style) -> None:
    half = style.metrics.px * 0.22
    colour = QColor(style.palette.quiet)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.setPen(QPen(colour, max(1.0, style.metrics.px * 0.09)))
    painter.drawLine(start, end)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawPolygon(QPolygonF([end, end + QPointF(-2 * half, -half), end + QPointF(-2 * half, half)]))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


def _paint_stage(painter: QPainter, placed: PlacedStage, shown: Shown, palette: Palette) -> None:
    """The card, and below it the length of the row and what it reads most."""
    stage, m = shown.stages[placed.index], placed.row.metrics
    trace = shown.trace
    blank = blank_rows(trace, stage.node, shown.revealed or {})
    column = stage.kind == READ_BY
    card = row_card(trace, placed.row, stage.row, column, shown.scales, shown.before, blank, shown.form)
    painter.save()
    painter.translate(placed.at)
    paint_card(painter, card, Style(palette, m))
    painter.restore()
    if shown.veiled(stage):
        return
    painter.setFont(m.small)
    painter.setPen(QColor(palette.quiet))
    said = words.length_text(stage, shown.number(stage.length, 2))
    line = QRectF(placed.foot.x() + m.pad, placed.foot.y(), placed.foot.width() - m.pad, m.note)
    painter.drawText(line, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), said)
    for rect, source in chips(placed, stage, shown):
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        if stage.kind != PREDICTION:
            painter.setPen(QPen(QColor(palette.edge), 1.0))
            painter.setBrush(QColor(palette.band))
            painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), m.px * 0.25, m.px * 0.25)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(QColor(palette.text))
        inside = rect.adjusted(m.px * 0.3, 0, -m.px * 0.3, 0)
        painter.setFont(m.small)
        token, weight = chip_texts(source, shown, m)
        painter.drawText(inside, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), token)
        painter.setPen(QColor(palette.quiet))
        painter.drawText(inside, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight), weight)


def chips(placed: PlacedStage, stage: Stage, shown: Shown) -> Iterator[tuple[QRectF, Source]]:
    """The sources that are named below a stage, with their places: the largest weights that fit, at least one."""
    if stage.kind == ROW or shown.veiled(stage):
        return
    m = placed.row.metrics
    x, y = placed.foot.x() + m.pad * 0.5, placed.foot.y() + m.note
    right = placed.foot.right()
    for k, source in enumerate(stage.sources[:TOP]):
        token, weight = chip_texts(source, shown, m)
        wide = m.small_text(token) + m.small_text(weight) + m.px * 1.1
        if k and x + wide > right:
            return
        yield QRectF(x, y, wide, m.note), source
        x += wide + m.px * 0.25


def chip_texts(source: Source, shown: Shown, m: Metrics) -> tuple[str, str]:
    """Token and weight of a source."""
    return m.shortened(source.token, m.px * 5), shown.number(source.weight, 2)
