"""Painting the panel: chips, masks as small pictures, bars."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen

from ...bench.metrics import Metrics
from ...theme import Palette
from . import words
from .plan import ASKED, HELD, HOLE, BarPlace, Board, CardPlace, Chip, Label, MapPlace

LEFT = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
RIGHT = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight)
CENTRE = int(Qt.AlignmentFlag.AlignCenter)
WRAPPED = int(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextWordWrap)


class BoardPainter:
    """Paints a board with one painter; `hovered` is the chip under the pointer."""

    def __init__(self, painter: QPainter, palette: Palette, m: Metrics, hovered: Chip | None = None) -> None:
        self.painter, self.palette, self.m, self.hovered = painter, palette, m, hovered

    def all(self, board: Board, word: str) -> None:
        for label in board.labels:
            self._label(label)
        for chip in board.chips:
            self._chip(chip)
        self._text(board.hint, words.hint(), self.m.small, self.palette.quiet)
        for card in board.cards:
            self._card(card, word)

    def sentence(self, rect: QRectF, text: str, ink: str) -> None:
        """A sentence in place of everything."""
        self.painter.setFont(self.m.ui)
        self.painter.setPen(QColor(ink))
        self.painter.drawText(rect, WRAPPED, text)

    def _card(self, card: CardPlace, word: str) -> None:
        painter, m, c = self.painter, self.m, self.palette
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        painter.setPen(QPen(QColor(c.edge), 1.0))
        painter.setBrush(QColor(c.card))
        painter.drawRoundedRect(card.rect.adjusted(0.5, 0.5, -0.5, -0.5), m.px * 0.5, m.px * 0.5)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        used = self._text(card.title, words.title(card.answer.model), m.title, c.text)
        name = card.title.adjusted(used + m.px * 0.6, 0, 0, 0)
        self._text(name, card.answer.model, m.small, c.quiet)
        painter.setFont(m.ui)
        painter.setPen(QColor(c.accent))
        painter.drawText(card.asked, WRAPPED, words.asked(card.answer.model))
        for label in card.labels:
            self._label(label)
        for chip in card.chips:
            self._chip(chip)
        for place in card.maps:
            self._map(place)
        painter.setFont(m.small)
        painter.setPen(QColor(c.quiet))
        painter.drawText(card.reads, WRAPPED, words.may_read(card.answer))
        for bar in card.bars:
            self._bar(bar)
        first = card.answer.place == 0
        self._text(card.verdict, words.verdict(card.answer, word), m.small, c.accent if first else c.quiet)

    def _label(self, label: Label) -> None:
        self._text(label.rect, label.text, self.m.small, self.palette.quiet)

    def _chip(self, chip: Chip) -> None:
        painter, m, c = self.painter, self.m, self.palette
        ground, ink, line, style = c.card, c.text, c.edge, Qt.PenStyle.SolidLine
        if chip.kind == ASKED:
            ground, ink, line = c.chip, c.chip_text, c.chip
        elif chip.kind == HOLE:
            ground, ink, line, style = c.accent_soft, c.accent, c.accent, Qt.PenStyle.DashLine
        elif chip.kind == HELD:
            ink = c.quiet
        if chip == self.hovered:
            line = c.accent
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        painter.setPen(QPen(QColor(line), 1.4 if chip == self.hovered or chip.kind == HOLE else 1.0, style))
        painter.setBrush(QColor(ground))
        painter.drawRoundedRect(chip.rect.adjusted(0.75, 0.75, -0.75, -0.75), m.px * 0.35, m.px * 0.35)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setFont(m.label)
        painter.setPen(QColor(ink))
        painter.drawText(chip.rect, CENTRE, m.shortened(chip.text, chip.rect.width() - m.px * 0.6) or "…")

    def _map(self, place: MapPlace) -> None:
        """What may be read is coloured as a weight is, what may not is grey; the row that is asked is framed."""
        painter, c = self.painter, self.palette
        may = place.reads.may
        soft, strong, hidden = QColor(c.weights[1]), QColor(c.weights[1]), QColor(c.hidden)
        soft.setAlphaF(0.45)
        painter.fillRect(place.rect, QColor(c.card))
        for i, row in enumerate(may):
            for j, yes in enumerate(row):
                cell = QRectF(place.rect.x() + j * place.cell, place.rect.y() + i * place.cell, place.cell, place.cell)
                painter.fillRect(
                    cell.adjusted(0.5, 0.5, -0.5, -0.5), (strong if i == place.row else soft) if yes else hidden
                )
        if place.row >= 0:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
            painter.setPen(QPen(QColor(c.text), 1.3))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            top = place.rect.y() + place.row * place.cell
            painter.drawRect(QRectF(place.rect.x() - 0.5, top - 0.5, place.rect.width() + 1, place.cell + 1))
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    def _bar(self, bar: BarPlace) -> None:
        painter, m, c = self.painter, self.m, self.palette
        line = bar.line
        name = QRectF(line.x(), line.y(), bar.left - line.x() - m.px * 0.5, line.height())
        font = QFont(m.label)
        font.setBold(bar.true)
        painter.setFont(font)
        painter.setPen(QColor(c.text))
        painter.drawText(name, RIGHT, m.shortened(bar.word, name.width()) or "…")
        long = max(1.5, bar.room * min(1.0, max(0.0, bar.p)))
        fill = QColor(c.accent)
        fill.setAlphaF(1.0 if bar.true else 0.34)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(fill)
        painter.drawRoundedRect(QRectF(bar.left, line.y() + m.px * 0.25, long, line.height() - m.px * 0.5), 2, 2)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setFont(m.mono)
        painter.setPen(QColor(c.text if bar.true else c.quiet))
        painter.drawText(QPointF(bar.left + long + m.px * 0.4, line.center().y() + m.px * 0.32), f"{bar.p:.3f}")

    def _text(self, rect: QRectF, text: str, font: QFont, ink: str) -> float:
        """A line of text, cut where there is no room; its width."""
        painter = self.painter
        painter.setFont(font)
        painter.setPen(QColor(ink))
        face = painter.fontMetrics()
        text = face.elidedText(text, Qt.TextElideMode.ElideRight, max(0, int(rect.width())))
        painter.drawText(rect, LEFT, text)
        return float(face.horizontalAdvance(text))
