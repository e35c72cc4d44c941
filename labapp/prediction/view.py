"""PredictionView: the whole model at work on one next token, beside the bench."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from ..desk import Desk
from . import CARDS
from .board import Board
from .frame import Frame

SIDE = (290, 0.4)  # px at least, and the share of the view's width, of the cards at the right


class PredictionView(QWidget):
    """Board and cards. It follows the desk while it is seen, and catches up when it is seen again.

    `model_asked(name)` asks for a starting model.
    """

    model_asked = Signal(str)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._stale = True
        self.setObjectName("prediction")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.board = Board(desk)
        side = QWidget()
        side.setObjectName("prediction")
        self.left, self.right = _area(self.board), _area(side)
        self.right.setWidgetResizable(True)
        column = QVBoxLayout(side)
        column.setContentsMargins(6, 12, 14, 14)
        column.setSpacing(10)
        self.cards = {card.id: Frame(card, card.make(desk)) for card in CARDS}
        for frame in self.cards.values():
            column.addWidget(frame)
        column.addStretch(1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.left, 1)
        row.addWidget(self.right)
        self.board.opened.connect(self._open)
        desk.predicted.changed.connect(self._changed)
        desk.selection.changed.connect(self._changed)
        self.board.looked.changed.connect(self._changed)

    def _changed(self) -> None:
        if self.isVisible():
            self.board.refresh()
        else:
            self._stale = True

    def _open(self, name: str, i: int, j: int) -> None:
        """Show a cell on the bench: the nearest that the document has, where a free run is longer."""
        trace = self._desk.document.trace
        if name in trace and self._desk.settle():
            n, k = trace.graph[name].shape
            self._desk.selection.visit((trace.graph[name].name, min(i, n - 1), min(j, k - 1)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        side = max(SIDE[0], round(self.width() * SIDE[1])) if self.cards else 0
        self.right.setFixedWidth(side)
        self.right.setVisible(bool(side))
        self.board.fit_into(QSize(self.width() - side, self.height()))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self._stale = False
            self.board.refresh()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.LanguageChange, QEvent.Type.PaletteChange):
            self._changed()


def _area(content: QWidget) -> QScrollArea:
    area = QScrollArea()
    area.setObjectName("prediction")
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(content)
    return area
