"""The panel: what the pointer and keys do on its board, and when what it shows is worked out."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QPointF, QSize, Qt
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

from core.reading import Visibility, results, visibilities

from ... import colours
from ...bench.metrics import BASE, measure
from ...bench.row_card import follows
from ...desk import Desk
from ...selection import Row
from . import words
from .paint import BoardPainter
from .plan import Board, TablePlace, board
from .work import Found, Measuring

USUAL = QSize(720, 320)
LEAST = QSize(250, 120)


class ReadersPanel(QWidget):
    """Who may attend to whom, and which tokens reach the followed row."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk, self._document, self._selection = desk, desk.document, desk.selection
        self.setObjectName("panelBody")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self.measuring = Measuring(desk.document, self)
        self.measuring.changed.connect(self._measured)
        self.measuring.progressed.connect(self._progressed)
        self.seen: list[Visibility] = []
        self.board: Board | None = None
        self._stale = True
        self._document.changed.connect(self._changed)
        self._selection.changed.connect(self._changed)
        self.retranslate()

    # what is shown

    @property
    def row(self) -> Row | None:
        """The followed row where the model has it."""
        row = self._selection.row
        return row if follows(self._document.trace, row) else None

    @property
    def found(self) -> Found | None:
        """What is known of the followed row, if it is of the present model."""
        found, row = self.measuring.found, self.row
        if found is None or row is None or found.axis != row[0] or found.trace.graph is not self._document.trace.graph:
            return None
        return found

    @property
    def fresh(self) -> bool:
        """Whether what is known was worked out from what is on the bench now."""
        return self.found is not None and self.found.trace is self._document.trace

    def _changed(self, *_: object) -> None:
        self._stale = not self.isVisible()
        if self._stale:
            self.measuring.stop()
            return
        self.seen = visibilities(self._document.trace)
        row = self.row
        if row is not None and results(self._document.trace.graph, row[0]):
            self.measuring.ask(row[0])
        else:
            self.measuring.stop()
        self._show()

    def _measured(self) -> None:
        if self.isVisible():
            self._show()

    def _progressed(self) -> None:
        """Only the count of runs is another: nothing has to be laid out."""
        if self.board is not None:
            self.update(self.board.remark.toAlignedRect())

    def _show(self) -> None:
        """Lay out and paint what is known."""
        m = measure(BASE, self.devicePixelRatioF())
        self.board = board(self._document.trace, self.seen, self.found, m, self.width())
        if self.minimumHeight() != round(self.board.height):
            self.setMinimumHeight(round(self.board.height))
        said = self.spoken()
        if said != self.accessibleDescription():
            self.setAccessibleDescription(said)
        self.update()

    def remark(self) -> str:
        """The sentence over the tables: what is missing, or what they say."""
        trace, row, found = self._document.trace, self.row, self.found
        if not self.seen:
            return words.no_attention()
        if row is None:
            return words.nothing_followed()
        if not results(trace.graph, row[0]):
            return words.no_result()
        if found is not None and found.too_large:
            return words.too_large()
        if not self.fresh or found is None:
            return words.waiting()
        if not found.measured:
            return words.progress(found.done, found.total)
        return words.explained()

    def spoken(self) -> str:
        """What the tables say, for a screen reader."""
        found, row = self.found, self.row
        if found is None or row is None or not found.readers:
            return self.remark()
        last = {readers.side: readers for readers in found.readers}
        trace = self._document.trace
        said = [f"{words.side_title(trace, side)}: {words.summary(trace, r, row[1])}" for side, r in last.items()]
        return " ".join(said)

    # the pointer

    def table_at(self, point: QPointF) -> tuple[TablePlace, int, int] | None:
        """The table under a point, which of its layers (-1 on the tokens), and which token."""
        for table in self.board.tables if self.board is not None else ():
            for k in range(table.count):
                if table.token(k).contains(point):
                    return table, -1, table.first + k
                for layer in range(len(table.readers)):
                    if table.cell(layer, False, k).united(table.cell(layer, True, k)).contains(point):
                        return table, layer, table.first + k
        return None

    def map_at(self, point: QPointF) -> Visibility | None:
        """The attention whose map or words are under a point."""
        places = self.board.maps if self.board is not None else ()
        return next((place.seen for place in places if place.rect.contains(point)), None)

    def tip_at(self, point: QPointF) -> str:
        """What stands under a point, in words."""
        trace, found, row = self._document.trace, self.found, self.row
        for place in self.board.maps if self.board is not None else ():
            cell = place.cell(point)
            if cell is not None:
                return words.cell_words(trace, place.seen, *cell)
        hit = self.table_at(point)
        if hit is None or found is None or row is None:
            return ""
        table, layer, token = hit
        readers = found.readers[table.readers[layer]]
        return words.cell_tip(trace, readers, row[1], token, found.measured and self.fresh)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A map goes to its mask on the bench; a token is followed."""
        if event.button() != Qt.MouseButton.LeftButton:
            return
        seen, hit = self.map_at(event.position()), self.table_at(event.position())
        if seen is not None and self._desk.settle():
            self._selection.go(f"{seen.at}.mask")
        elif hit is not None and hit[1] < 0:
            self._selection.follow((hit[0].side, hit[2]))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        hit = self.table_at(event.position())
        hand = self.map_at(event.position()) is not None or (hit is not None and hit[1] < 0)
        shape = Qt.CursorShape.PointingHandCursor if hand else Qt.CursorShape.ArrowCursor
        if self.cursor().shape() != shape:
            self.setCursor(shape)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The arrows follow the token before and after."""
        steps = {Qt.Key.Key_Up: -1, Qt.Key.Key_Left: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_Right: 1}
        step, row = steps.get(Qt.Key(event.key()), 0), self.row
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if not step or not plain or row is None:
            event.ignore()
        elif follows(self._document.trace, (row[0], row[1] + step)):
            self._selection.follow((row[0], row[1] + step))

    # Qt

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.board is None:
            return
        painter = QPainter(self)
        palette, m = colours.palette_of(self), measure(BASE, self.devicePixelRatioF())
        paint = BoardPainter(painter, self._document.trace, self.row, palette, m)
        if self.seen:
            paint.maps(self.board)
        found = self.found
        if found is not None and not self.fresh:  # what was measured before is no longer so
            found = Found(found.trace, found.axis, found.readers, layers=found.layers)
        paint.reach(self.board, found, self.remark())
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
        if event.size().width() != event.oldSize().width() and not self._stale:
            self._show()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self._changed()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._stale = True
        self.measuring.stop()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def retranslate(self) -> None:
        """Say everything in the language of the window."""
        self.setAccessibleName(QCoreApplication.translate("panels", "Who may read what"))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
            self._changed()
        elif event.type() == QEvent.Type.PaletteChange:
            self.update()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), self.tip_at(QPointF(event.pos())), self)
            return True
        return super().event(event)
