"""Where everything of the panel stands: the sentence on top, below it a card for each kind of model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF

from core.corpus import Pair
from core.samples import BOS

from ...bench.metrics import Metrics
from . import words
from .asking import ENCODER, NAMES, Answer, Reads, is_hole

NARROWEST = 14.5  # of a card beside others, in text heights
BESIDE = 25.0  # from this width on, in text heights, the bars stand beside the maps
MAP_CELLS = (0.36, 0.72)  # smallest and largest cell of a map, in text heights
PLAIN, ASKED, HOLE, HELD = "plain", "asked", "hole", "special"


@dataclass(frozen=True)
class Chip:
    """A token: how it looks (`kind`), and which word of the sentence it is (-1 for none that can be asked for)."""

    rect: QRectF
    text: str
    kind: str = PLAIN
    word: int = -1


@dataclass(frozen=True)
class Label:
    """Small quiet text."""

    rect: QRectF
    text: str


@dataclass(frozen=True)
class MapPlace:
    """The mask of one attention as a small picture; `row` is the query that is asked, -1 for none."""

    reads: Reads
    rect: QRectF
    cell: float
    row: int


@dataclass(frozen=True)
class BarPlace:
    """One word and its probability: the line, where the bar begins and how long the longest would be."""

    line: QRectF
    left: float
    room: float
    word: str
    p: float
    true: bool
    rank: int  # from 0


@dataclass(frozen=True)
class CardPlace:
    """One kind of model."""

    answer: Answer
    rect: QRectF
    title: QRectF
    asked: QRectF
    labels: tuple[Label, ...]
    chips: tuple[Chip, ...]
    maps: tuple[MapPlace, ...]
    reads: QRectF
    bars: tuple[BarPlace, ...]
    verdict: QRectF


@dataclass(frozen=True)
class Board:
    """The whole."""

    labels: tuple[Label, ...]
    chips: tuple[Chip, ...]
    hint: QRectF
    cards: tuple[CardPlace, ...]
    height: float


class Flow:
    """Chips one after the other in lines of a width, each line `step` below the one before."""

    def __init__(self, m: Metrics, x: float, y: float, right: float) -> None:
        self.m, self.left, self.right = m, x, right
        self.x, self.y = x, y
        self.high = m.snap(m.px * 1.75)
        self.chips: list[Chip] = []
        self.labels: list[Label] = []

    @property
    def bottom(self) -> float:
        return self.y + self.high

    def label(self, text: str) -> None:
        wide = self.m.snap(self.m.small_text(text) + self.m.px * 0.6)
        self._room(wide + self.m.px * 3)
        self.labels.append(Label(QRectF(self.x, self.y, wide, self.high), text))
        self.x += wide

    def chip(self, text: str, kind: str = PLAIN, word: int = -1) -> None:
        most = self.right - self.left
        wide = min(most, self.m.snap(max(self.m.px * 2.0, self.m.label_text(text) + self.m.px * 1.0)))
        self._room(wide)
        self.chips.append(Chip(QRectF(self.x, self.y, wide, self.high), text, kind, word))
        self.x += wide + self.m.snap(self.m.px * 0.3)

    def gap(self) -> None:
        """What follows stands apart."""
        self.x += self.m.snap(self.m.px * 1.2)

    def line(self) -> None:
        """What follows stands on a line of its own."""
        if self.x > self.left:
            self.x, self.y = self.left, self.y + self.high + self.m.snap(self.m.px * 0.3)

    def _room(self, wide: float) -> None:
        if self.x > self.left and self.x + wide > self.right:
            self.line()


def board(pair: Pair, place: int, answers: Sequence[Answer], m: Metrics, width: float) -> Board:
    """Lay it out in `width` pixels."""
    margin, gap = m.snap(m.px * 1.0), m.snap(m.px * 0.8)
    right = max(m.px * 16, width) - margin
    top = Flow(m, margin, m.snap(m.px * 0.4), right)
    top.label(words.source_word())
    for token in pair.source:
        top.chip(token)
    if top.x + sum(m.label_text(token) + m.px * 1.3 for token in pair.target) + m.px * 6 > right:
        top.line()
    else:
        top.gap()
    top.label(words.target_word())
    for k, token in enumerate(pair.target):
        top.chip(token, ASKED if k == place else PLAIN, k)
    hint = QRectF(margin, top.bottom + m.px * 0.15, right - margin, m.snap(m.px * 1.5))
    y = m.snap(hint.bottom() + m.px * 0.35)
    across = len(answers) if (right - margin - gap * (len(answers) - 1)) / len(answers) >= m.px * NARROWEST else 1
    wide = m.snap((right - margin - gap * (across - 1)) / across)
    cards: list[CardPlace] = []
    for first in range(0, len(answers), across):
        line = answers[first : first + across]
        lefts = [margin + k * (wide + gap) for k in range(len(line))]
        asked = _asked_high(m, wide)
        tops = [_card_top(one, m, x, y + asked, wide) for one, x in zip(line, lefts, strict=True)]
        below = max(flow.bottom for flow in tops)  # maps and bars of neighbours stand at one height
        made = [
            _card(one, flow, m, QRectF(x, y, wide, asked), below, pair.target[place])
            for one, flow, x in zip(line, tops, lefts, strict=True)
        ]
        bottom = max(card.rect.bottom() for card in made)
        cards += [_lowered(card, bottom) for card in made]
        y = m.snap(bottom + gap)
    return Board(tuple(top.labels), tuple(top.chips), hint, tuple(cards), m.snap(y))


def _asked_high(m: Metrics, wide: float) -> float:
    """How high the line of the question is: two lines on all cards where one of them needs two."""
    longest = max(m.text(words.asked(model)) for model in NAMES)
    return m.snap(m.px * 1.6 * (2 if longest > wide - m.px * 1.6 else 1))


def _card_top(answer: Answer, m: Metrics, x: float, y: float, wide: float) -> Flow:
    """What goes into a model."""
    pad = m.snap(m.px * 0.8)
    flow = Flow(m, x + pad, m.snap(y + m.px * 2.3), x + wide - pad)
    two = bool(answer.source and answer.target)
    if answer.source:
        if two:
            flow.label(words.source_word())
        for k, token in enumerate(answer.source):
            hole = is_hole(token)
            own = k if answer.model == ENCODER else -1
            flow.chip("?" if hole else token, HOLE if hole else PLAIN, -1 if hole else own)
    if answer.target:
        if two:
            flow.line()
            flow.label(words.target_word())
        for k, token in enumerate(answer.target):
            flow.chip(token, HELD if token == BOS else PLAIN, k - 1)
        flow.chip("?", HOLE)
    return flow


def _card(answer: Answer, flow: Flow, m: Metrics, at: QRectF, below: float, word: str) -> CardPlace:
    """What a model answers, and what it may read: side by side, or in a narrow card one under the other."""
    pad = m.snap(m.px * 0.8)
    left, right = at.x() + pad, at.right() - pad
    title = QRectF(left, at.y() + m.px * 0.45, right - left, m.snap(m.px * 1.6))
    asked = QRectF(left, title.bottom(), right - left, at.height())
    y = m.snap(below + m.px * 0.8)
    if at.width() >= m.px * BESIDE:
        maps, maps_bottom = _maps(answer, m, left, y, (right - left) * 0.44)
        wide = max(maps[-1].rect.right() - left, m.px * 10.5)
        reads = QRectF(left, maps_bottom + m.px * 0.3, wide, m.snap(m.px * 1.15 * 4))
        bars_left = left + wide + m.px * 1.0
        bars, bottom = _bars(answer, m, bars_left, y, right, word)
        verdict = QRectF(bars_left, bottom + m.px * 0.1, right - bars_left, m.snap(m.px * 1.4))
        end = max(reads.bottom(), verdict.bottom())
    else:
        bars, bottom = _bars(answer, m, left, y, right, word)
        verdict = QRectF(left, bottom + m.px * 0.1, right - left, m.snap(m.px * 1.4))
        maps, maps_bottom = _maps(answer, m, left, m.snap(verdict.bottom() + m.px * 0.6), right - left)
        reads = QRectF(left, maps_bottom + m.px * 0.3, right - left, m.snap(m.px * 1.15 * 3))
        end = reads.bottom()
    rect = QRectF(at.x(), at.y(), at.width(), m.snap(end + m.px * 0.5 - at.y()))
    labels, chips = tuple(flow.labels), tuple(flow.chips)
    return CardPlace(answer, rect, title, asked, labels, chips, tuple(maps), reads, tuple(bars), verdict)


def _maps(answer: Answer, m: Metrics, x: float, y: float, wide: float) -> tuple[list[MapPlace], float]:
    """The masks side by side, their cells as large as there is room for."""
    gap = m.px * 0.8
    columns = sum(len(reads.keys) for reads in answer.reads)
    cell = (wide - gap * (len(answer.reads) - 1)) / max(1, columns)
    cell = max(m.px * MAP_CELLS[0], min(m.px * MAP_CELLS[1], cell))
    high = max(len(reads.queries) for reads in answer.reads) * cell
    found = []
    for reads in answer.reads:
        rect = QRectF(x, y, cell * len(reads.keys), cell * len(reads.queries))
        # The encoder's rows are all read by what is asked; its own answer stands in one of them.
        row = answer.row if reads.at.startswith("dec") or answer.model == ENCODER else -1
        found.append(MapPlace(reads, rect, cell, row))
        x += rect.width() + gap
    return found, y + high


def _bars(answer: Answer, m: Metrics, x: float, y: float, right: float, word: str) -> tuple[list[BarPlace], float]:
    """The likeliest words, and the corpus's own where it is none of them."""
    lines = [(each, p, each == word, k) for k, (each, p) in enumerate(answer.found)]
    if not any(true for _, _, true, _ in lines):
        lines.append((word, answer.p, True, answer.place))
    names = min(m.px * 6.5, max(m.label_text(each) for each, *_ in lines) + m.px * 1.2)
    room = max(m.px * 2, right - x - names - m.px * 3.2)
    step, found = m.snap(m.px * 1.5), []
    for each, p, true, k in lines:
        if k >= len(answer.found):
            y += m.px * 0.35
        found.append(BarPlace(QRectF(x, y, right - x, step), x + names, room, each, p, true, k))
        y += step
    return found, y


def _lowered(card: CardPlace, bottom: float) -> CardPlace:
    """The card as low as its neighbours."""
    rect = QRectF(card.rect)
    rect.setBottom(bottom)
    return CardPlace(
        card.answer,
        rect,
        card.title,
        card.asked,
        card.labels,
        card.chips,
        card.maps,
        card.reads,
        card.bars,
        card.verdict,
    )
