"""Painting the panel: maps as small cards of the bench, tokens as chips, what can and what does in words and fills."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from core.reading import Readers, hidden_by
from core.trace import Trace

from ...bench import hatching
from ...bench.card import Card
from ...bench.cells import cells_of
from ...bench.metrics import Metrics
from ...bench.paint import Style, paint_card
from ...bench.scales import Scales
from ...selection import Row
from ...theme import Palette
from . import words
from .plan import Board, MapPlace, TablePlace
from .work import Found

VISIBLE = 110  # the step of the weights' colours of a key that may be read
LEFT = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
RIGHT = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight)
CENTRE = int(Qt.AlignmentFlag.AlignCenter)


class BoardPainter:
    """Paints a board with one painter."""

    def __init__(self, painter: QPainter, trace: Trace, row: Row | None, palette: Palette, m: Metrics) -> None:
        self.painter, self.trace, self.row, self.palette, self.m = painter, trace, row, palette, m
        self.scales = Scales()

    def maps(self, board: Board) -> None:
        """The visibility of each attention."""
        self.title(board.maps_title, words.maps_title())
        for place in board.maps:
            self._map(place)

    def reach(self, board: Board, found: Found | None, remark: str) -> None:
        """What can reach the followed row, and what does."""
        token = self.trace.labels(self.row[0], 0)[self.row[1]] if self.row is not None else ""
        self.title(board.reach_title, words.reach_title(token))
        self.painter.setFont(self.m.ui)
        self.painter.setPen(QColor(self.palette.quiet))
        self.painter.drawText(board.remark, int(Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextWordWrap), remark)
        if found is not None and self.row is not None:
            for table in board.tables:
                self._table(table, found, self.row[1])

    def title(self, line: QRectF, text: str, said: str = "") -> None:
        painter, m = self.painter, self.m
        painter.setFont(m.title)
        painter.setPen(QColor(self.palette.text))
        face = painter.fontMetrics()
        text = face.elidedText(text, Qt.TextElideMode.ElideRight, int(line.width()))
        painter.drawText(line, LEFT, text)
        room = line.adjusted(face.horizontalAdvance(text) + m.px * 0.8, 0, 0, 0)
        if said and room.width() > m.px * 4:
            painter.setFont(m.ui)
            painter.setPen(QColor(self.palette.quiet))
            said = painter.fontMetrics().elidedText(said, Qt.TextElideMode.ElideRight, int(room.width()))
            painter.drawText(room, LEFT, said)

    def _map(self, place: MapPlace) -> None:
        painter, m, seen = self.painter, self.m, place.seen
        painter.save()
        painter.translate(place.at)
        # What may be read is coloured as a weight would be: a one on white would look like nothing.
        cells = cells_of(self.trace, f"{seen.at}.mask", self.scales)
        cells = replace(cells, display="weights", steps=(cells.values * VISIBLE).astype(np.uint8))
        card = Card(replace(place.box, display="weights"), cells)
        paint_card(painter, card, Style(self.palette, m))
        if self.row is not None and seen.query_axis == self.row[0] and self.row[1] < len(seen.queries):
            box = place.box
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
            painter.setPen(QPen(QColor(self.palette.text), max(1.4, m.px * 0.12)))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(box.grid_x, box.cell(self.row[1], 0).y(), box.grid.width(), box.cell_height))
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.restore()
        wrap = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft)
        painter.setFont(m.ui)
        painter.setPen(QColor(self.palette.text))
        title = words.attention_title(self.trace, seen.at)
        used = painter.boundingRect(place.text, wrap, title)
        painter.drawText(place.text, wrap, title)
        painter.setFont(m.small)
        painter.setPen(QColor(self.palette.quiet))
        below = QRectF(place.text.x(), used.bottom() + 2, place.text.width(), place.text.bottom() - used.bottom())
        painter.drawText(below, wrap, words.rule(self.trace, seen))

    def _table(self, table: TablePlace, found: Found, row: int) -> None:
        painter, m = self.painter, self.m
        layers = [found.readers[k] for k in table.readers]
        if not table.title.isEmpty():
            said = words.summary(self.trace, layers[-1], row)
            self.title(table.title, words.side_title(self.trace, table.side), said)
        for layer in range(len(layers)):
            self._labels(table, layer, len(layers))
        for k in range(table.count):
            self._token(table, layers[0], k, self.row == (table.side, table.first + k))
            for layer, readers in enumerate(layers):
                self._can(table.cell(layer, False, k), readers, row, table.first + k)
                self._does(table.cell(layer, True, k), readers, row, table.first + k, found.measured)
        painter.setFont(m.ui)

    def _labels(self, table: TablePlace, layer: int, count: int) -> None:
        painter, m = self.painter, self.m
        for does, word in ((False, words.can_word()), (True, words.does_word())):
            rect = table.row_label(layer, does).adjusted(0, 0, -m.px * 0.5, 0)
            painter.setFont(m.small)
            painter.setPen(QColor(self.palette.text))
            painter.drawText(rect, RIGHT, word)
            if not does:
                painter.setPen(QColor(self.palette.quiet))
                painter.drawText(rect, LEFT, words.layer_word(layer + 1, count))

    def _token(self, table: TablePlace, readers: Readers, k: int, followed: bool) -> None:
        painter, m, c = self.painter, self.m, self.palette
        rect = table.token(k).adjusted(1.5, 1.5, -1.5, -2.5)
        self._plate(rect, c.chip if followed else c.card, c.chip if followed else c.edge)
        painter.setFont(m.label)
        painter.setPen(QColor(c.chip_text if followed else c.text))
        painter.drawText(rect, CENTRE, m.shortened(readers.tokens[table.first + k], rect.width() - 4) or "…")

    def _can(self, cell: QRectF, readers: Readers, row: int, j: int) -> None:
        c = self.palette
        rect = cell.adjusted(1.5, 1, -1.5, -1)
        if readers.can[row, j]:
            self._plate(rect, c.accent_soft, c.accent)
            self._lines(rect, c.text, words.can_word())
            return
        rules = hidden_by(self.trace, readers.node, row, readers.side, j)
        self._plate(rect, c.hidden, c.hidden_stripe)
        self._hatch(rect, rules)
        self._lines(rect, c.text, words.cannot_word(), words.reasons(rules))

    def _does(self, cell: QRectF, readers: Readers, row: int, j: int, measured: bool) -> None:
        c = self.palette
        rect = cell.adjusted(1.5, 1, -1.5, -1)
        if not readers.can[row, j]:
            self._lines(rect, c.quiet, "–")
        elif not measured:
            self._plate(rect, c.card, c.edge, Qt.PenStyle.DotLine)
            self._lines(rect, c.quiet, "…")
        elif readers.does[row, j]:
            self._plate(rect, c.accent, c.accent)
            self._lines(rect, c.accent_text, words.does_word(), words.size_text(float(readers.size[row, j])))
        else:
            self._plate(rect, c.card, c.quiet, Qt.PenStyle.DashLine)
            self._lines(rect, c.quiet, words.not_here_word())

    def _plate(self, rect: QRectF, ground: str, line: str, style: Qt.PenStyle = Qt.PenStyle.SolidLine) -> None:
        painter, radius = self.painter, self.m.px * 0.25
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        painter.setPen(QPen(QColor(line), 1.0, style))
        painter.setBrush(QColor(ground))
        painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    def _hatch(self, rect: QRectF, rules: Sequence[str]) -> None:
        """The stripes of the rules, thin enough that words read over them."""
        bits = 0
        for rule in rules:
            bits |= hatching.RULES.get(rule, 0)
        colour = QColor(self.palette.hidden_stripe)
        colour.setAlphaF(0.5)
        self.painter.setPen(QPen(colour, 1.0))
        self.painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        found = hatching.lines(bits, rect.width(), rect.height(), self.m.px * 0.8)
        x, y = rect.x(), rect.y()
        self.painter.drawLines([QLineF(x + x0, y + y0, x + x1, y + y1) for x0, y0, x1, y1 in found])
        self.painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    def _lines(self, rect: QRectF, ink: str, word: str, below: str = "") -> None:
        """One word in the middle, or two lines."""
        painter, m = self.painter, self.m
        painter.setPen(QColor(ink))
        painter.setFont(m.small)
        if not below:
            painter.drawText(rect, CENTRE, word)
            return
        half = rect.height() / 2
        top = QRectF(rect.x(), rect.y() + half * 0.06, rect.width(), half)
        painter.drawText(top, CENTRE, word)
        under = painter.fontMetrics().elidedText(below, Qt.TextElideMode.ElideRight, int(rect.width()) - 4)
        painter.drawText(top.translated(QPointF(0, half * 0.88)), CENTRE, under)
