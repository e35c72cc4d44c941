"""PredictionView: the whole model at work on one next token, beside the bench."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QStackedLayout, QVBoxLayout, QWidget

from ..desk import Desk
from . import CARDS
from .board import Board
from .empty import Empty
from .frame import Frame
from .item import Item
from .looked import open_cell

SIDE, SHARE = 390, 0.4  # px at least, which the cards need, and the share of the view's width, of what stands right
STACKED = 780  # px of a view below which the cards stand under the board
NAME = "prediction"  # of widgets on the ground of the window, in the style sheet


class PredictionView(QWidget):
    """Board and cards. It follows the desk while it is seen, and catches up when it is seen again.

    `model_asked(name)` asks for a starting model, `bench_asked` for the bench.
    """

    model_asked = Signal(str)
    bench_asked = Signal()

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._stale = True
        self._stacked: bool | None = None
        self.setObjectName(NAME)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.board = Board(desk)
        self.page, self.side = QWidget(), QWidget()
        self.left, self.right = _area(self.page), _area(QWidget())
        self._column = QVBoxLayout(self.page)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(self.board)
        self._column.addStretch(1)
        self.cards = {card.id: Frame(card, card.make(desk)) for card in CARDS}
        self._cards = QVBoxLayout(self.side)
        self._cards.setSpacing(10)
        for frame in self.cards.values():
            self._cards.addWidget(frame)
        self._cards.addStretch(1)
        for ground in (self.page, self.side):
            ground.setObjectName(NAME)
        whole = QWidget()
        row = QHBoxLayout(whole)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.left, 1)
        row.addWidget(self.right)
        self.empty = Empty(desk)
        self.empty.model_asked.connect(self.model_asked)
        self.empty.bench_asked.connect(self.bench_asked)
        self._pages = QStackedLayout(self)
        self._pages.addWidget(whole)
        self._pages.addWidget(self.empty)
        self.board.opened.connect(partial(open_cell, desk))
        self.board.reached.connect(self._bring)
        self.board.placed.connect(self._order)
        desk.predicted.changed.connect(self._changed)
        desk.selection.changed.connect(self._changed)
        self.board.looked.changed.connect(self._changed)
        self.retranslate()

    def retranslate(self) -> None:
        """Say everything in the language of the window."""
        self.setAccessibleName(QCoreApplication.translate("prediction", "Prediction"))

    def enter(self) -> None:
        """Take the keyboard."""
        if self.predicts():
            self.board.walking.enter()
        else:
            self.empty.open.setFocus()

    def predicts(self) -> bool:
        """Whether the model says a next token."""
        return self._desk.predicted.row is not None

    # what is shown

    def _changed(self) -> None:
        if self.isVisible():
            self.refresh()
        else:
            self._stale = True

    def refresh(self) -> None:
        """Show what predicts now."""
        self._stale = False
        if self.predicts():
            self.board.refresh()
        else:
            self.board.clear()
            self.empty.retranslate()
        self._pages.setCurrentIndex(0 if self.predicts() else 1)

    def _bring(self, item: Item) -> None:
        """Bring what the keyboard is on into view."""
        self.left.ensureWidgetVisible(item, 30, 30)

    def _order(self) -> None:
        """The Tab key goes through the board, then through the cards from above to below."""
        stops: list[QWidget] = [item for lane in self.board.walking.items() for item in lane]
        cards = [w for w in self.side.findChildren(QWidget) if w.focusPolicy() & Qt.FocusPolicy.TabFocus]
        places = {widget: widget.mapTo(self.side, QPoint(0, 0)) for widget in cards}
        stops += sorted(cards, key=lambda widget: (places[widget].y(), places[widget].x()))
        for one, following in zip(stops, stops[1:], strict=False):
            self.setTabOrder(one, following)

    # places

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        stacked = self.width() < STACKED
        if stacked is not self._stacked:
            self._stacked = stacked
            self._stack(stacked)
        bar = self.left.verticalScrollBar().sizeHint().width()
        side = bar if stacked else max(SIDE, round(self.width() * SHARE))
        self.right.setFixedWidth(side)
        self.board.fit_into(QSize(self.width() - side, self.height()))

    def _stack(self, stacked: bool) -> None:
        """The cards under the board, or beside it."""
        margins = (14, 0, 14, 14) if stacked else (4, 12, 14, 14)
        self._cards.setContentsMargins(*margins)
        if stacked:
            if self.right.widget() is self.side:
                self.right.takeWidget()
            self._column.insertWidget(1, self.side)
            self.side.show()
        else:
            self._column.removeWidget(self.side)
            self.right.setWidget(self.side)
        self.right.setVisible(not stacked)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self.refresh()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        if event.type() in (QEvent.Type.LanguageChange, QEvent.Type.PaletteChange):
            self._changed()


def _area(content: QWidget) -> QScrollArea:
    area = QScrollArea()
    area.setObjectName(NAME)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(content)
    return area
