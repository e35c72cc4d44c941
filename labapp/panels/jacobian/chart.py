"""Gradients along the depth, with the norms after the sums and inside the branches: the same numbers, two models."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QCoreApplication, QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QHelpEvent, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from core.gradient import LOSS
from core.numbers import show
from core.residual import Depth
from core.trace import Trace

from ... import colours, fonts
from ...widgets.tint import edge, quiet
from . import words

LEFT, RIGHT, TOP, BOTTOM = 44, 22, 44, 36
FAINT = 70  # of 255, lines of single rows
LEAST_DECADES = 0.6


class DepthChart(QWidget):
    """From the rows that enter, at the left, to the result; on a log axis, as multiples of the size at the result."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.trace: Trace | None = None
        self.own: Depth | None = None
        self.other: Depth | None = None
        self.row: int | None = None
        self.note = ""
        self.source = ""
        self._fresh = True
        self._hover: int | None = None
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_depth(
        self, trace: Trace | None, own: Depth | None, other: Depth | None, row: int | None, note: str, fresh: bool
    ) -> None:
        """Show the present model and its twin; `row` is drawn apart, `note` stands there where there is no curve."""
        self.trace, self.own, self.other, self.row, self.note, self._fresh = trace, own, other, row, note, fresh
        self.setAccessibleName(self.title())
        said = [self.words(k) for k in range(self._count())]
        self.setAccessibleDescription(note or " ".join(said))
        self.update()

    def _count(self) -> int:
        return 0 if self.own is None else len(self.own.stages)

    def curves(self) -> list[tuple[str, Depth]]:
        """What is drawn: place of the norms and sizes, the present model last."""
        return [(each.place, each) for each in (self.other, self.own) if each is not None]

    def title(self) -> str:
        if self.own is not None and self.own.of != LOSS:
            return QCoreApplication.translate("jacobian", "‖∂result/∂row‖ by depth (Frobenius)")
        return QCoreApplication.translate("jacobian", "‖∂loss/∂row‖ by depth (Euclidean)")

    def place_name(self, place: str) -> str:
        """Pre-norm or post-norm, and which of both is on the bench."""
        here = self.own is not None and self.own.place == place
        texts = {
            ("pre", True): QCoreApplication.translate("jacobian", "pre-norm, this model"),
            ("pre", False): QCoreApplication.translate("jacobian", "pre-norm, same numbers"),
            ("post", True): QCoreApplication.translate("jacobian", "post-norm, this model"),
            ("post", False): QCoreApplication.translate("jacobian", "post-norm, same numbers"),
        }
        return texts[place, here]

    # places

    def area(self) -> QRectF:
        return QRectF(LEFT, TOP, max(10, self.width() - LEFT - RIGHT), max(10, self.height() - TOP - BOTTOM))

    def span(self) -> tuple[float, float]:
        """The least and the largest exponent of ten that is drawn."""
        found = [0.0]
        for _, each in self.curves():
            shares = np.concatenate([each.share(), *(each.share(k) for k in range(each.norms.shape[1]))])
            good = shares[np.isfinite(shares) & (shares > 0)]
            found += np.log10(good).tolist()
        low, high = min(found), max(found)
        missing = max(0.0, LEAST_DECADES - (high - low)) / 2
        pad = 0.06 * (high - low + 2 * missing)
        return max(low - missing - pad, -12.0), min(high + missing + pad, 12.0)

    def x_of(self, k: int) -> float:
        area = self.area()
        return area.left() + area.width() * k / max(1, self._count() - 1)

    def y_of(self, share: float) -> float:
        low, high = self.span()
        area = self.area()
        at = (math.log10(share) - low) / (high - low) if share > 0 and math.isfinite(share) else 0.0
        return area.bottom() - area.height() * max(0.0, min(1.0, at))

    def stage_at(self, point: QPointF) -> int | None:
        """The stage nearest to a point."""
        if not self._count() or not self.area().adjusted(-12, -8, 12, BOTTOM).contains(point):
            return None
        step = self.area().width() / max(1, self._count() - 1)
        return max(0, min(self._count() - 1, round((point.x() - self.area().left()) / step)))

    def sizeHint(self) -> QSize:
        return QSize(420, 200)

    def minimumSizeHint(self) -> QSize:
        return QSize(230, 170)

    # painting

    def colour(self, place: str) -> QColor:
        palette = colours.palette_of(self)
        return QColor(palette.accent if place == "pre" else palette.signed[2])

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        flags = Qt.AlignmentFlag
        painter.setFont(fonts.ui_font(13, bold=True))
        painter.setPen(self.palette().windowText().color())
        text = painter.fontMetrics().elidedText(self.title(), Qt.TextElideMode.ElideRight, self.width() - 4)
        painter.drawText(QRectF(0, 0, self.width(), 18), int(flags.AlignVCenter | flags.AlignLeft), text)
        if self.own is None or self.trace is None:
            painter.setFont(fonts.ui_font(13))
            painter.setPen(quiet(self))
            box = QRectF(0, 22, self.width(), self.height() - 24)
            painter.drawText(box, int(flags.AlignTop | flags.AlignLeft | Qt.TextFlag.TextWordWrap), self.note)
            return
        painter.setOpacity(1.0 if self._fresh else 0.55)
        low, high = self.span()
        self._axes(painter, low, high)
        self._legend(painter)
        for place, each in self.curves():
            colour = self.colour(place)
            thin = QColor(colour)
            thin.setAlpha(FAINT)
            for k in range(each.norms.shape[1]):
                self._line(painter, each.share(k), QPen(thin, 1.0))
            if self.row is not None and self.row < each.norms.shape[1]:
                self._line(painter, each.share(self.row), QPen(colour, 1.3, Qt.PenStyle.DashLine))
            own = each is self.own
            self._line(painter, each.share(), QPen(colour, 2.4 if own else 1.8), dots=True, filled=own)

    def _axes(self, painter: QPainter, low: float, high: float) -> None:
        area, flags = self.area(), Qt.AlignmentFlag
        painter.setFont(fonts.mono_font(11))
        for share in _ticks(low, high):
            y = self.y_of(share)
            painter.setPen(QPen(edge(self), 1.0 if share != 1 else 1.4, Qt.PenStyle.SolidLine))
            if share == 1:
                painter.setPen(QPen(self.palette().windowText().color(), 1.2, Qt.PenStyle.DotLine))
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
            painter.setPen(quiet(self))
            at = QRectF(0, y - 8, LEFT - 6, 16)
            painter.drawText(at, int(flags.AlignVCenter | flags.AlignRight), show(share, 2, significant=True))
        painter.setFont(fonts.math_font(13))
        assert self.own is not None
        assert self.trace is not None
        step = max(1, math.ceil(34 / max(1.0, area.width() / max(1, self._count() - 1))))
        last = self._count() - 1
        for k, name in enumerate(self.own.stages):
            if (last - k) % step == 0:
                painter.setPen(self.palette().windowText().color() if k == self._hover else quiet(self))
                text = words.short_stage(self.trace, name)
                wide = painter.fontMetrics().horizontalAdvance(text) + 4
                left = min(self.x_of(k) - wide / 2, self.width() - wide)
                painter.drawText(QRectF(left, area.bottom() + 3, wide, 16), flags.AlignCenter, text)
        painter.setFont(fonts.ui_font(11))
        painter.setPen(quiet(self))
        text = painter.fontMetrics().elidedText(self.source, Qt.TextElideMode.ElideRight, self.width() - 4)
        at = QRectF(0, area.bottom() + 18, self.width(), 16)
        painter.drawText(at, int(flags.AlignVCenter | flags.AlignLeft), text)

    def _legend(self, painter: QPainter) -> None:
        painter.setFont(fonts.ui_font(12))
        x = 0.0
        for place, each in reversed(self.curves()):
            colour = self.colour(place)
            painter.setPen(QPen(colour, 2.2 if each is self.own else 1.8))
            painter.drawLine(QPointF(x, 29), QPointF(x + 18, 29))
            self._dot(painter, QPointF(x + 9, 29), colour, each is self.own)
            room = int(max(0.0, self.width() - x - 26))
            text = painter.fontMetrics().elidedText(self.place_name(place), Qt.TextElideMode.ElideRight, room)
            painter.setPen(self.palette().windowText().color())
            wide = painter.fontMetrics().horizontalAdvance(text)
            where = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
            painter.drawText(QRectF(x + 23, 20, wide + 4, 18), where, text)
            x += wide + 38

    def _dot(self, painter: QPainter, at: QPointF, colour: QColor, filled: bool) -> None:
        painter.setPen(QPen(colour, 1.6))
        painter.setBrush(colour if filled else self.palette().window().color())
        painter.drawEllipse(at, 3.2, 3.2)
        painter.setBrush(Qt.BrushStyle.NoBrush)

    def _line(self, painter: QPainter, shares: np.ndarray, pen: QPen, dots: bool = False, filled: bool = False) -> None:
        path, drawing = QPainterPath(), False
        good = np.isfinite(shares) & (shares > 0)
        for k, share in enumerate(shares.tolist()):
            if not good[k]:
                drawing = False
                continue
            at = QPointF(self.x_of(k), self.y_of(share))
            if drawing:
                path.lineTo(at)
            else:
                path.moveTo(at)
            drawing = True
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(pen)
        painter.drawPath(path)
        if dots:
            for k, share in enumerate(shares.tolist()):
                if good[k]:
                    self._dot(painter, QPointF(self.x_of(k), self.y_of(share)), pen.color(), filled)

    # hands

    def words(self, k: int) -> str:
        """A stage in words: both models, all rows and the chosen one."""
        if self.own is None or self.trace is None:
            return self.note
        lines = [words.stage_name(self.trace, self.own.stages[k])]
        for place, each in reversed(self.curves()):
            said = QCoreApplication.translate(
                "jacobian", "{which}: {size}, {share} times that at the end of the stack"
            ).format(
                which=self.place_name(place),
                size=words.rounded(float(each.total[k])),
                share=words.rounded(float(each.share()[k])),
            )
            if self.row is not None and self.row < each.norms.shape[1]:
                token = words.tokens(self.trace, self.own.stages[k])[self.row]
                said += "; " + QCoreApplication.translate("jacobian", "row {token}: {size}").format(
                    token=token, size=words.rounded(float(each.norms[k, self.row]))
                )
            lines.append(said)
        lines.append(
            QCoreApplication.translate("jacobian", "1 is a gradient that direct ways alone would hand on unchanged.")
        )
        return "\n".join(lines)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            k = self.stage_at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), self.words(k) if k is not None else self.source, self)
            return True
        return super().event(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        k = self.stage_at(event.position())
        if k != self._hover:
            self._hover = k
            self.update()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hover = None
        self.update()


def _ticks(low: float, high: float) -> list[float]:
    """1, and powers of ten or of two, whichever are few and not too few."""
    tens = [10.0**k for k in range(math.ceil(low), math.floor(high) + 1)]
    if len(tens) >= 3:
        step = math.ceil(len(tens) / 6)
        return [tick for tick in tens if round(math.log10(tick)) % step == 0]
    twos = [2.0**k for k in range(math.ceil(low / math.log10(2)), math.floor(high / math.log10(2)) + 1)]
    step = math.ceil(len(twos) / 6)
    return [tick for tick in twos if round(math.log2(tick)) % step == 0]
