"""The panel: which sentence and which word of it, and what the pointer and keys do."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QHelpEvent,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from core.corpus import Pair
from core.problem import Problem

from ... import colours, text
from ...background import Background, Going, Work
from ...bench.metrics import BASE, measure
from ...desk import Desk
from . import words
from .asking import Answer, Kinds, load
from .paint import BoardPainter
from .plan import Board, Chip, board
from .tools import Tools

USUAL = QSize(980, 340)
LEAST = QSize(250, 120)
OWN = -1  # the number of the present sample's sentence
FIRST_WORD = 2  # of the sentence that opens: after two words two of the models have something to go by


class KindsPanel(QWidget):
    """One question to an encoder alone, a decoder alone and both. `tools` stand beside the caption of its dock."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._document = desk.document
        self.setObjectName("panelBody")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self.kinds: Kinds | None = None
        self.refused: Problem | None = None
        self.number, self.place = OWN, FIRST_WORD
        self.answers: tuple[Answer, ...] = ()
        self.board: Board | None = None
        self.hovered: Chip | None = None
        self._own: Pair | None = None
        self._asked: tuple[Pair, int] | None = None
        self.tools = Tools(self, self._listed)
        self.tools.back.clicked.connect(lambda: self.step(-1))
        self.tools.forward.clicked.connect(lambda: self.step(1))
        self.tools.chosen.connect(self.choose)
        self._background = Background(self._document, self._prepare, self, live=True)
        self._background.done.connect(self._loaded)
        self._document.changed.connect(self._changed)
        self.retranslate()

    # the models

    @property
    def busy(self) -> bool:
        """Whether the models are still being read."""
        return self._background.busy

    def _prepare(self) -> Work | None:
        return None if self.kinds is not None else _read

    def _loaded(self, result: object) -> None:
        if isinstance(result, Refused):
            self.refused = result.problem
        elif isinstance(result, Kinds):
            self.kinds = result
        self._changed()

    # what is asked

    @property
    def pairs(self) -> tuple[Pair, ...]:
        return self.kinds.pairs if self.kinds is not None else ()

    @property
    def pair(self) -> Pair | None:
        """The sentence that is asked about: the present sample's where it is chosen and the models know its words."""
        if self.kinds is None:
            return None
        if self.number == OWN and self._own is not None:
            return self._own
        return self.pairs[max(0, self.number)]

    def _listed(self) -> tuple[Pair | None, tuple[Pair, ...]]:
        return self._own, self.pairs

    def choose(self, number: int) -> None:
        """Ask about another sentence: -1 is the present sample's."""
        self.number = number
        self._show()

    def step(self, by: int) -> None:
        """The sentence before or after; before the first and after the last stands the present sample's."""
        if self.kinds is None:
            return
        first = OWN if self._own is not None else 0
        count = len(self.pairs) - first
        self.choose((max(first, self.number) - first + by) % count + first)

    def ask(self, place: int) -> None:
        """Ask for another word of the sentence."""
        pair = self.pair
        if pair is not None and 0 <= place < len(pair.target) and place != self.place:
            self.place = place
            self._show()

    def _changed(self, *_: object) -> None:
        """Another sample of the document may be the sentence; while one is dragged about, numbers alone change."""
        if not self.isVisible():
            return
        if self.kinds is not None and (not self._document.acting or self._document.lasting):
            self._own = self.kinds.of(self._document.trace.workspace.samples, self._document.sample)
        self._show()

    def _show(self) -> None:
        pair = self.pair
        if pair is not None and self.kinds is not None:
            self.place = min(self.place, len(pair.target) - 1)
            if self._asked != (pair, self.place):
                self._asked = pair, self.place
                self.answers = self.kinds.ask(pair, self.place)
            self._lay_out()
            self.setAccessibleDescription(words.spoken(pair, self.place, self.answers))
        else:
            self.setAccessibleDescription(self._sentence())
        own = self.number == OWN and self._own is not None
        self.tools.show_state(max(0, self.number), len(self.pairs), own)
        self.update()

    def _lay_out(self) -> None:
        pair = self.pair
        if pair is None:
            return
        m = measure(BASE, self.devicePixelRatioF())
        self.board = board(pair, self.place, self.answers, m, self.width())
        if self.minimumHeight() != round(self.board.height):
            self.setMinimumHeight(round(self.board.height))
        self.hovered = None

    def _sentence(self) -> str:
        """What stands there in place of answers."""
        return text.sentence(self.refused) if self.refused is not None else words.waiting()

    # the pointer and the keys

    def chip_at(self, point: QPointF) -> Chip | None:
        """The chip under a point that can be asked for."""
        if self.board is None:
            return None
        chips = [*self.board.chips, *(chip for card in self.board.cards for chip in card.chips)]
        return next((chip for chip in chips if chip.word >= 0 and chip.rect.contains(point)), None)

    def tip_at(self, point: QPointF) -> str:
        """What stands under a point, in words."""
        chip = self.chip_at(point)
        if chip is not None:
            return words.ask(chip.text)
        for card in self.board.cards if self.board is not None else ():
            for place in card.maps:
                if place.rect.contains(point):
                    inside = (point - place.rect.topLeft()) / place.cell
                    i, j = int(inside.y()), int(inside.x())
                    n, k = place.reads.may.shape
                    return words.cell(place.reads, min(i, n - 1), min(j, k - 1))
            for bar in card.bars:
                if bar.line.contains(point):
                    return words.probability(bar.word, bar.p)
        return ""

    def mousePressEvent(self, event: QMouseEvent) -> None:
        chip = self.chip_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and chip is not None:
            self.ask(chip.word)
            self._point(event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._point(event.position())

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._point(QPointF(-1, -1))

    def _point(self, at: QPointF) -> None:
        chip = self.chip_at(at)
        if chip != self.hovered:
            self.hovered = chip
            self.update()
        shape = Qt.CursorShape.PointingHandCursor if chip is not None else Qt.CursorShape.ArrowCursor
        if self.cursor().shape() != shape:
            self.setCursor(shape)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """← and → ask for the word before and after, Home and End for the first and last; ↑ and ↓ go to another
        sentence."""
        pair, key = self.pair, Qt.Key(event.key())
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier or pair is None:
            event.ignore()
            return
        last = len(pair.target) - 1
        places = {Qt.Key.Key_Left: self.place - 1, Qt.Key.Key_Right: self.place + 1}
        places |= {Qt.Key.Key_Home: 0, Qt.Key.Key_End: last}
        steps = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
        if key in places:
            self.ask(max(0, min(last, places[key])))
        elif key in steps:
            self.step(steps[key])
        else:
            event.ignore()

    # Qt

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        palette, m = colours.palette_of(self), measure(BASE, self.devicePixelRatioF())
        paint = BoardPainter(painter, palette, m, self.hovered)
        pair = self.pair
        if self.board is not None and pair is not None:
            paint.all(self.board, pair.target[self.place])
        else:
            room = QRectF(self.rect()).adjusted(m.px, m.px * 0.6, -m.px, 0)
            paint.sentence(room, self._sentence(), palette.error if self.refused is not None else palette.quiet)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(palette.accent), 1.5))
            painter.drawRect(self.rect().adjusted(1, 0, -2, -2))
        painter.end()

    def sizeHint(self) -> QSize:
        return USUAL

    def minimumSizeHint(self) -> QSize:
        return LEAST

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._lay_out()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self.kinds is None and not self._background.busy:  # what was refused is tried again
            self.refused = None
            self._background.later()
        self._changed()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._background.cancel()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def retranslate(self) -> None:
        """Say everything in the language of the window."""
        self.setAccessibleName(QCoreApplication.translate("panels", "Three kinds"))
        self.tools.retranslate()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
            self._show()
        elif event.type() == QEvent.Type.PaletteChange:
            self.update()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), self.tip_at(QPointF(event.pos())), self)
            return True
        return super().event(event)


@dataclass(frozen=True)
class Refused:
    """The models could not be read."""

    problem: Problem


def _read(going: Going) -> object:
    """In the background: the models, or why they can't be read."""
    try:
        return load()
    except Problem as problem:
        return Refused(problem)
