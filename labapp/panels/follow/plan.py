"""The way of a row laid out: a section a sublayer, in it a card a stage, one after the other, in lines.

Plain data without a widget: the panel, its pointer and figures all read the same plan.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from PySide6.QtCore import QPointF, QRectF

from core.follow import READ_BY, ROW, Stage
from core.trace import Trace

from ...bench.metrics import Metrics, measure
from ...bench.row_card import RowBox, digits_px, row_box

ARROW = 1.5  # text heights between two stages
TOP = 3  # sources that are named at most


@dataclass(frozen=True)
class PlacedStage:
    """A stage and its place: `at` is its card's corner, `rect` the card with the lines below it."""

    index: int
    row: RowBox
    at: QPointF
    rect: QRectF

    @property
    def foot(self) -> QRectF:
        """Where length and sources stand: two lines below the card."""
        return QRectF(self.rect.x(), self.at.y() + self.row.box.height, self.rect.width(), self.foot_height)

    @property
    def foot_height(self) -> float:
        return self.rect.bottom() - self.at.y() - self.row.box.height


@dataclass(frozen=True)
class Section:
    """The stages of one sublayer, [first, last) by their index, and the line of its title."""

    place: str
    first: int
    last: int
    title: QRectF


@dataclass(frozen=True)
class Arrow:
    """From one stage to the next on its line, where that is made from it."""

    start: QPointF
    end: QPointF


@dataclass(frozen=True)
class Plan:
    """Everything with a place; `end` is the line of the sentence after the last stage."""

    stages: tuple[PlacedStage, ...]
    sections: tuple[Section, ...]
    arrows: tuple[Arrow, ...]
    end: QRectF
    width: float
    height: float

    def at(self, point: QPointF) -> PlacedStage | None:
        """The stage under a point."""
        return next((placed for placed in self.stages if placed.rect.contains(point)), None)


def plan(trace: Trace, found: Sequence[Stage], m: Metrics, width: float) -> Plan:
    """The plan of these stages in `width` pixels."""
    margin, gap = m.snap(m.px * 1.0), m.snap(m.px * ARROW)
    room = max(m.px * 8, width - 2 * margin)
    cards = _alike(trace, found, m, room)
    stages: list[PlacedStage] = []
    sections: list[Section] = []
    arrows: list[Arrow] = []
    y, widest = m.snap(m.px * 0.2), 0.0
    for place, group in groupby(enumerate(found), key=lambda pair: pair[1].place):
        members = list(group)
        title = QRectF(margin, y, room, m.snap(m.px * 1.7))
        sections.append(Section(place, members[0][0], members[-1][0] + 1, title))
        y = title.bottom()
        x, tallest = margin, 0.0
        for index, stage in members:
            row = row_box(trace, stage.node, stage.kind == READ_BY, cards, room)
            box = row.box
            foot = m.note * (1 if stage.kind == ROW else 2) + m.px * 0.2
            if x > margin and x + gap + box.width > margin + room:
                x, y, tallest = margin, y + tallest + m.snap(m.px * 0.4), 0.0
            elif x > margin:
                middle = y + box.grid_y + box.cell_height / 2
                if leads(trace, found[index - 1].node, stage.node):
                    arrows.append(Arrow(QPointF(x + m.px * 0.3, middle), QPointF(x + gap - m.px * 0.3, middle)))
                x += gap
            at = QPointF(m.snap(x), m.snap(y))
            stages.append(PlacedStage(index, row, at, QRectF(at.x(), at.y(), box.width, m.snap(box.height + foot))))
            x, tallest = at.x() + box.width, max(tallest, box.height + foot)
            widest = max(widest, x + margin)
        y = m.snap(y + tallest + m.px * 0.5)
    end = QRectF(margin, y, room, m.snap(m.px * 2.8))
    return Plan(tuple(stages), tuple(sections), tuple(arrows), end, max(widest, width), m.snap(end.bottom()))


def _alike(trace: Trace, found: Sequence[Stage], m: Metrics, room: float) -> Metrics:
    """The metrics of the cards: as large as the widest of them allows, so that all are alike.

    A row over the vocabulary, and one too wide for digits at any size, has no say.
    """
    counts = {len(stage.values) for stage in found if not trace.graph[stage.node].axes[1].endswith("_vocab")}
    px = min((fit for count in counts if (fit := digits_px(count, m, room))), default=m.px)
    return measure(px, m.ratio, m.chars)


def leads(trace: Trace, one: str, other: str) -> bool:
    """Whether a matrix is made from another, at once or by steps between: only then an arrow joins them."""
    nodes, start, waiting = trace.graph.nodes, trace.graph[one].index, [trace.graph[other].index]
    seen: set[int] = set()
    while waiting:
        for k in nodes[waiting.pop()].inputs:
            if k == start:
                return True
            if k > start and k not in seen:  # what was recorded earlier can't be made from it
                seen.add(k)
                waiting.append(k)
    return False
