"""A residual taken apart, for one block: the direct way, the branch, their sum, and what the norm makes of it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QCoreApplication, QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QHelpEvent, QImage, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from core.jacobian import norms
from core.problem import QT_TRANSLATE_NOOP
from core.residual import Apart
from core.trace import Array

from ... import colours, fonts
from ...widgets.tint import accent, edge, quiet
from . import heat, words

IDENTITY, BRANCH, SUM, NORM, OUT, INNER = "identity", "branch", "sum", "norm", "out", "inner"


@dataclass(frozen=True)
class Piece:
    """One of the pieces: how it is written, and what it is in words."""

    id: str
    symbol: str
    caption: str
    after: str = ""  # the sign that follows


# Norm(x + F(x)): the norm's Jacobian takes the whole sum.
POST = (
    Piece(IDENTITY, "I", QT_TRANSLATE_NOOP("jacobian", "direct"), "+"),
    Piece(BRANCH, "J_F", QT_TRANSLATE_NOOP("jacobian", "branch"), "="),
    Piece(SUM, "I + J_F", QT_TRANSLATE_NOOP("jacobian", "sum"), "→"),
    Piece(NORM, "J_N", QT_TRANSLATE_NOOP("jacobian", "norm"), "→"),
    Piece(OUT, "J_N(I + J_F)", QT_TRANSLATE_NOOP("jacobian", "after the norm")),
)
# x + F(Norm(x)): the norm stands in the branch alone.
PRE = (
    Piece(INNER, "J_F", QT_TRANSLATE_NOOP("jacobian", "branch alone"), "·"),
    Piece(NORM, "J_N", QT_TRANSLATE_NOOP("jacobian", "norm"), "="),
    Piece(BRANCH, "J_F J_N", QT_TRANSLATE_NOOP("jacobian", "branch"), "+"),
    Piece(IDENTITY, "I", QT_TRANSLATE_NOOP("jacobian", "direct"), "="),
    Piece(OUT, "I + J_F J_N", QT_TRANSLATE_NOOP("jacobian", "sum, no norm")),
)
HEAD, FOOT, SIGN = 20, 38, 24
SMALLEST, LARGEST = 40, 92


def pieces_of(apart: Apart) -> tuple[Piece, ...]:
    """The pieces in the order in which they are put together."""
    return POST if apart.sublayer.post else PRE


def values_of(apart: Apart, piece: str, i: int, j: int) -> Array:
    """The block [r, s] of a piece; the norm has blocks of one row alone: of the row that it norms."""
    if piece == NORM:
        return np.asarray(apart.norm[i if apart.sublayer.post else j])
    return np.asarray(getattr(apart, piece)[apart.rows.index(i), :, j, :])


def ends(apart: Apart, piece: str) -> tuple[str, str] | None:
    """Which matrix a piece differentiates by which; None for the direct way, which needs no proof."""
    each = apart.sublayer
    found = {
        BRANCH: (each.branch, each.x),
        INNER: (each.branch, each.read),
        SUM: (each.sum, each.x),
        NORM: (each.norm, each.sum if each.post else each.x),
        OUT: (each.out, each.x),
    }
    return found.get(piece)


class ApartRow(QWidget):
    """`chosen(piece)` when one is clicked: the large block shows it."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.apart: Apart | None = None
        self.block = (0, 0)
        self.piece = OUT
        self._limit = 1.0
        self._images: dict[str, QImage] = {}
        self._fresh = True
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_apart(self, apart: Apart, block: tuple[int, int], piece: str, fresh: bool) -> None:
        """Show the pieces of one block, all in one scale of colours."""
        self.apart, self.block, self.piece, self._fresh = apart, block, piece, fresh
        self._images = {}
        sizes = [np.abs(values_of(apart, each.id, *block)) for each in pieces_of(apart)]
        tops = [float(size.max(initial=0.0, where=np.isfinite(size))) for size in sizes]
        self._limit = max(tops) or 1.0
        self.setAccessibleDescription("; ".join(self.words(each) for each in pieces_of(apart)))
        self.setFixedHeight(self.sizeHint().height())
        self.update()

    @property
    def limit(self) -> float:
        """The number of the strongest colour."""
        return self._limit

    def words(self, piece: Piece) -> str:
        """A piece in words."""
        if self.apart is None:
            return ""
        size = float(norms(values_of(self.apart, piece.id, *self.block), (0, 1)))
        norm = QCoreApplication.translate("jacobian", "Frobenius norm {size}").format(size=words.rounded(size))
        return f"{piece.symbol}: {words.translated(piece.caption)}, {norm}"

    # places

    def side(self) -> float:
        return float(max(SMALLEST, min(LARGEST, int((self.width() - 4 * SIGN - 28) / 5))))

    def place(self, k: int) -> QRectF:
        """Where the k-th piece is."""
        return QRectF(SIGN / 2 + k * (self.side() + SIGN), HEAD, self.side(), self.side())

    def at_point(self, point: QPointF) -> Piece | None:
        """The piece under a point."""
        if self.apart is None:
            return None
        for k, piece in enumerate(pieces_of(self.apart)):
            if self.place(k).adjusted(-4, -HEAD, 4, FOOT / 2).contains(point):
                return piece
        return None

    def sizeHint(self) -> QSize:
        return QSize(5 * LARGEST + 4 * SIGN, round(HEAD + self.side() + FOOT))

    def minimumSizeHint(self) -> QSize:
        return QSize(5 * SMALLEST + 4 * SIGN + 28, self.sizeHint().height())

    # painting

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.apart is None:
            return
        painter = QPainter(self)
        painter.setOpacity(1.0 if self._fresh else 0.55)
        for k, piece in enumerate(pieces_of(self.apart)):
            self._paint(painter, self.place(k), piece)

    def _paint(self, painter: QPainter, place: QRectF, piece: Piece) -> None:
        assert self.apart is not None
        values = values_of(self.apart, piece.id, *self.block)
        flags, chosen = Qt.AlignmentFlag, piece.id == self.piece
        painter.setPen(accent(self) if chosen else self.palette().windowText().color())
        wide = place.adjusted(-SIGN / 2, -HEAD, SIGN / 2, 0)
        heat.symbol(painter, QRectF(wide.left(), 0, wide.width(), HEAD - 2), piece.symbol)
        if piece.id not in self._images:
            self._images[piece.id] = heat.picture(values, self._limit, colours.palette_of(self))
        heat.paint(painter, place, self._images[piece.id])
        heat.frame(painter, place, accent(self) if chosen else edge(self), 1.8 if chosen else 1.0)
        painter.setPen(self.palette().windowText().color())
        painter.setFont(fonts.math_font(17, italic=False))
        painter.drawText(QRectF(place.right(), place.top(), SIGN, place.height()), flags.AlignCenter, piece.after)
        size = float(norms(values, (0, 1)))
        painter.setFont(fonts.ui_font(11))
        caption = painter.fontMetrics().elidedText(
            words.translated(piece.caption), Qt.TextElideMode.ElideRight, int(wide.width())
        )
        painter.drawText(QRectF(wide.left(), place.bottom() + 3, wide.width(), 15), flags.AlignCenter, caption)
        painter.setPen(quiet(self))
        painter.setFont(fonts.mono_font(11))
        painter.drawText(
            QRectF(wide.left(), place.bottom() + 17, wide.width(), 15), flags.AlignCenter, f"‖·‖ {words.rounded(size)}"
        )

    # hands

    def mousePressEvent(self, event: QMouseEvent) -> None:
        piece = self.at_point(event.position())
        if event.button() == Qt.MouseButton.LeftButton and piece is not None:
            self.chosen.emit(piece.id)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Left and right go from piece to piece."""
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()), 0)
        if not step or self.apart is None:
            super().keyPressEvent(event)
            return
        every = [piece.id for piece in pieces_of(self.apart)]
        self.chosen.emit(every[max(0, min(len(every) - 1, every.index(self.piece) + step))])

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            piece = self.at_point(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), self.words(piece) if piece is not None else "", self)
            return True
        return super().event(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._images = {}
            self.update()
