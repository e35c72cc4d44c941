"""Vocabulary bars: the words that may come next, the most likely first; a click or a key chooses one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QKeyEvent, QPainter, QPen, QWheelEvent
from PySide6.QtWidgets import QFrame, QListView, QSizePolicy, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from .. import fonts
from ..widgets.tint import Role, mix

MOST = 8  # bars before "all"
MOST_SEEN = 14  # bars in view; more scroll
HEIGHT, BAR = 22, 14  # px: a row, its bar
LEAST_LABEL, MOST_LABEL = 64, 150  # px
NUMBER = 52  # px
GAP = 9  # px between label, bar and number
Index = QModelIndex | QPersistentModelIndex
Painted = Qt.ItemDataRole


@lru_cache(maxsize=1)
def _fonts() -> tuple[QFont, QFont]:
    """Of words, and of numbers and remarks."""
    return fonts.ui_font(14, bold=True), fonts.ui_font(13)


class Bars(NamedTuple):
    """What is shown: `words` with their probabilities `p`, a remark on some of them, and the shares [vocabulary] with
    which each would be drawn (None where nothing is drawn). The word `next` is the one that comes by itself;
    `may_remark` are the remarks that there may be, so that a bar is as long with one as without."""

    words: tuple[str, ...]
    p: np.ndarray
    remarks: dict[str, str]
    shares: np.ndarray | None = None
    next: str = ""
    may_remark: tuple[str, ...] = ()


NOTHING = Bars((), np.zeros(0), {})


def written(p: float) -> str:
    """A probability in three decimals, said to be small where they are all 0."""
    if not np.isfinite(p):
        return "NaN"
    return "<0.001" if 0 < p < 0.0005 else f"{p:.3f}"


class _Words(QAbstractListModel):
    """The words in the order of their probability; the first of them alone, or all."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.bars = NOTHING
        self.order: np.ndarray = np.zeros(0, int)
        self.all = False

    def fill(self, bars: Bars, all_: bool) -> None:
        count = self.rowCount()
        self.bars, self.all = bars, all_
        self.order = np.argsort(-np.nan_to_num(bars.p, nan=-1.0), kind="stable")
        if self.rowCount() != count:
            self.beginResetModel()
            self.endResetModel()
        elif count:
            self.dataChanged.emit(self.index(0), self.index(count - 1))

    def rowCount(self, parent: Index | None = None) -> int:
        if parent is not None and parent.isValid():
            return 0
        return len(self.order) if self.all else min(MOST, len(self.order))

    def word(self, at: int) -> str:
        return self.bars.words[self.order[at]]

    def data(self, index: Index, role: int = Painted.DisplayRole) -> Any:
        if not 0 <= index.row() < self.rowCount():
            return None
        word = self.word(index.row())
        if role == Painted.DisplayRole:
            return word
        if role == Painted.AccessibleTextRole:
            p = written(float(self.bars.p[self.order[index.row()]]))
            return ", ".join(part for part in (word, p, self.bars.remarks.get(word, "")) if part)
        return None


class _Bar(QStyledItemDelegate):
    """Paints a word, its bar and its number."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(LEAST_LABEL + NUMBER + 60, HEIGHT)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        view = self.parent()
        if isinstance(view, VocabularyBars):
            view.paint_bar(painter, option, index.row())


class VocabularyBars(QListView):
    """`chosen(word)` when a person chooses a word, `back` when Left or Backspace takes one back."""

    chosen = Signal(str)
    back = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = _Words(self)
        self._label = LEAST_LABEL
        self.setModel(self._words)
        self.setItemDelegate(_Bar(self))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.viewport().setAutoFillBackground(False)
        self.clicked.connect(lambda index: self._choose(index.row()))

    # what is shown

    def show_bars(self, bars: Bars, all_: bool = False) -> None:
        """Show other probabilities; `all_` shows every word."""
        self._words.fill(bars, all_)
        self.setVerticalScrollBarPolicy(
            Qt.ScrollBarPolicy.ScrollBarAsNeeded if all_ else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        )
        face = QFontMetrics(_fonts()[0])
        seen = (self._words.word(at) for at in range(min(MOST_SEEN, self._words.rowCount())))
        wide = max((face.horizontalAdvance(word) for word in seen), default=0) + 12
        self._label = max(LEAST_LABEL, min(MOST_LABEL, self.width() // 3, -(-wide // 16) * 16))
        self.setFixedHeight(self.sizeHint().height())
        if self._words.rowCount() and not self.currentIndex().isValid():
            self.setCurrentIndex(self._words.index(0))

    def to_top(self) -> None:
        """The most likely word is the current one."""
        if self._words.rowCount():
            self.setCurrentIndex(self._words.index(0))
            self.scrollToTop()

    def words(self) -> Sequence[str]:
        """The words that are shown, from the top."""
        return [self._words.word(at) for at in range(self._words.rowCount())]

    def sizeHint(self) -> QSize:
        return QSize(360, HEIGHT * max(1, min(MOST_SEEN, self._words.rowCount())))

    def minimumSizeHint(self) -> QSize:
        return QSize(LEAST_LABEL + NUMBER + 60, self.sizeHint().height())

    # painting

    def paint_bar(self, painter: QPainter, option: QStyleOptionViewItem, at: int) -> None:
        """One row: label, bar, number, remark."""
        bars, id_ = self._words.bars, int(self._words.order[at])
        word, p = bars.words[id_], float(bars.p[id_])
        state: Any = option.state
        rect: QRect = option.rect
        palette = self.palette()
        accent, base = palette.color(Role.Highlight), palette.color(Role.Base)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        hovered = bool(state & QStyle.StateFlag.State_MouseOver) and self.isEnabled()
        current = self.hasFocus() and at == self.currentIndex().row()
        if hovered or current:
            painter.setPen(QPen(accent, 1.4) if current else Qt.PenStyle.NoPen)
            painter.setBrush(mix(base, accent, 0.08) if hovered else Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(rect).adjusted(1, 1, -1, -1), 4, 4)
        bold = _fonts()[0]
        painter.setFont(bold)
        painter.setPen(palette.color(Role.Text))
        label = QRect(rect.left() + 2, rect.top(), self._label - 2, rect.height())
        text = QFontMetrics(bold).elidedText(word, Qt.TextElideMode.ElideRight, label.width())
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(label, middle | Qt.AlignmentFlag.AlignRight, text)
        small = _fonts()[1]
        face = QFontMetrics(small)
        remark = bars.remarks.get(word, "")
        beside = NUMBER + (face.horizontalAdvance(remark) + GAP if remark else 0)
        left = rect.left() + self._label + GAP
        room = max(10, rect.right() - left - self._widest(face) - 2)
        tone = self._tone(word, accent, base)
        share = p if np.isfinite(p) else 0.0
        top = rect.top() + (rect.height() - BAR) / 2
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(tone)
        length = max(2.0, share * room)
        painter.drawRoundedRect(QRectF(left, top, length, BAR), 2, 2)
        if bars.shares is not None:
            self._paint_share(painter, QRectF(left, top, float(bars.shares[id_]) * room, BAR), accent)
            length = max(length, float(bars.shares[id_]) * room)
        painter.setFont(small)
        painter.setPen(palette.color(Role.Text))
        number = QRectF(left + length + GAP, rect.top(), beside + 20, rect.height())
        painter.drawText(number, middle, written(p))
        if remark:
            painter.setPen(palette.color(Role.PlaceholderText))
            painter.drawText(number.translated(face.horizontalAdvance(written(p)) + GAP, 0), middle, remark)
        painter.restore()

    def _widest(self, face: QFontMetrics) -> int:
        """The room that a number and a remark take at the right of the longest bar."""
        longest = max((face.horizontalAdvance(text) for text in self._words.bars.may_remark), default=0)
        return NUMBER + GAP + longest

    def _tone(self, word: str, accent: QColor, base: QColor) -> QColor:
        return accent if word == self._words.bars.next else mix(base, accent, 0.28)

    def _paint_share(self, painter: QPainter, bar: QRectF, accent: QColor) -> None:
        """How often the word is drawn: a frame around as much of the room."""
        if bar.width() >= 1:
            painter.setPen(QPen(accent, 1.3))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(bar.adjusted(0, -1.5, 0, 1.5), 2, 2)

    # hands

    def _choose(self, at: int) -> None:
        if 0 <= at < self._words.rowCount() and self.isEnabled():
            self.chosen.emit(self._words.word(at))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space, Qt.Key.Key_Right):
            self._choose(self.currentIndex().row())
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Backspace):
            self.back.emit()
        else:
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.verticalScrollBar().maximum() > 0:
            super().wheelEvent(event)
        else:
            event.ignore()  # the column around it scrolls
