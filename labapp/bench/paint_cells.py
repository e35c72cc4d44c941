"""Painting cells: a number on its colour, stripes for what the mask hides, a mark of its own for NaN and ∞."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPaintEngine, QPainter, QPen, QPolygonF, QStaticText

from labapp.theme import Palette, Ramp

from . import labels
from .card import DIGITS, Card
from .cells import BLANK, HIDDEN, ODD, VEILED
from .glyphs import Glyphs
from .hatching import lines
from .metrics import Metrics
from .paint_image import paint_image


def paint_cells(
    painter: QPainter,
    card: Card,
    palette: Palette,
    m: Metrics,
    ramp: Ramp,
    detail: str,
    only: Iterable[tuple[int, int]] | None = None,
) -> None:
    """Paint all cells of a card, or `only` some of them over what was there."""
    box, cells = card.box, card.cells
    if box.as_image:
        paint_image(painter, card, palette, ramp)
        return
    n, k = cells.values.shape
    brush = _CellBrush(painter, card, palette, m, ramp, detail == DIGITS)
    if only is not None:
        for i, j in only:
            brush.cell(i, j)
        return
    for i in range(n):
        for j in range(k):
            brush.cell(i, j)
    if cells.words:
        _paint_plate(painter, box.grid, cells.words, palette, m)
    elif cells.nothing and cells.values.size > 0 and not cells.blank:
        _paint_plate(painter, box.grid, labels.no_finite_value(), palette, m)
    else:
        for i in cells.empty:
            row = QRectF(box.grid_x, box.grid_y + i * box.cell_height, box.grid.width(), box.cell_height)
            _paint_plate(painter, row, labels.no_visible_key(), palette, m)


NO_GLYPHS: tuple[Glyphs | None, Glyphs | None] = (None, None)
LIGHT = 0.6  # of the stripes below a number that is still to be read


class _CellBrush:
    """Paints one cell after another, with everything looked up once and pens and fonts changed only when needed.

    This is the innermost loop of a drag: arrays become lists, because reading one number of an array costs more
    than painting it.
    """

    def __init__(self, painter: QPainter, card: Card, palette: Palette, m: Metrics, ramp: Ramp, digits: bool) -> None:
        box, cells = card.box, card.cells
        self.painter, self.box, self.cells, self.m = painter, box, cells, m
        self.palette, self.digits = palette, digits
        line = 1.0 / m.ratio  # between cells: one pixel of the screen
        self.width, self.height = box.cell_width - line, box.cell_height - line
        cap, ascent = m.mono_heights
        self.baseline = m.snap((box.cell_height + cap) / 2)
        self.top = self.baseline - ascent
        self.fills, self.texts = ramp.fills, ramp.texts
        self.codes: list[list[int]] = cells.codes.tolist()
        self.steps: list[list[int]] = cells.steps.tolist()
        self.changed: list[list[bool]] | None = None if cells.changed is None else cells.changed.tolist()
        plain = box.display in ("mask", "ids") or cells.setting
        self.middle = len(ramp.fills) // 2 if plain else None
        self.hatch: list[list[int]] | None = None if cells.hatch is None else cells.hatch.tolist()
        self.held: list[list[bool]] | None = None if cells.held is None else cells.held.tolist()
        self.values: list[list[float]] = cells.values.tolist()
        self.grid_x, self.grid_y, self.step_x, self.step_y = box.grid_x, box.grid_y, box.cell_width, box.cell_height
        self.chars, self.tick = box.chars, m.tick
        self.ink: QColor | None = None
        self.bold: bool | None = None
        # On a screen or image numbers are glyphs; where texts are to stay texts, in files, they are drawn as such.
        raster = painter.paintEngine().type() == QPaintEngine.Type.Raster
        self.plain, self.strong = m.glyphs if raster and digits else NO_GLYPHS

    def cell(self, i: int, j: int) -> None:
        x, y = self.grid_x + j * self.step_x, self.grid_y + i * self.step_y
        inner = QRectF(x, y, self.width, self.height)
        code = self.codes[i][j]
        if code:
            self._special(inner, code, i, j)
            if self.held is not None and self.held[i][j]:
                self._held(inner)
            return
        step = self.steps[i][j] if self.middle is None else self.middle
        self.painter.fillRect(inner, self.fills[step])
        ink = self.texts[step]
        bold = self.changed is not None and self.changed[i][j]
        if bold:  # a corner as well: bold alone is easily missed
            self.painter.fillRect(QRectF(x + self.width - self.tick, y, self.tick, self.tick), ink)
        if self.held is not None and self.held[i][j]:
            self._held(inner)
        if self.digits:
            self._text(x, y, self.cells.written(self.values[i][j], self.chars), ink, bold)

    def _special(self, inner: QRectF, code: int, i: int, j: int) -> None:
        """A cell whose number is hidden, or is no ordinary number."""
        bits = 0 if self.hatch is None else self.hatch[i][j]
        if code == BLANK:
            self.painter.fillRect(inner, QColor(self.palette.window))
        elif self.cells.nothing:
            self._stripes(inner, self.palette.odd, self.palette.odd_edge)
        elif code == HIDDEN:
            self._stripes(inner, self.palette.hidden, self.palette.hidden_stripe, bits)
        elif code == VEILED:
            self._stripes(inner, self.palette.hidden, self.palette.hidden_stripe, bits, light=True)
            if self.digits:  # dimmed: it is computed, and the softmax leaves it out
                dim = QColor(self.palette.quiet)
                self._text(inner.x(), inner.y(), self.cells.written(self.values[i][j], self.chars), dim, False)
        elif code == ODD:
            self._odd(inner, i, j)

    def _text(self, x: float, y: float, text: str, ink: QColor, bold: bool) -> None:
        painter, m = self.painter, self.m
        if bold is not self.bold:
            painter.setFont(m.mono_bold if bold else m.mono)
            self.bold = bold
        if ink is not self.ink:
            painter.setPen(ink)
            self.ink = ink
        wide = len(text) * m.char_width
        if wide <= self.width + m.px * 0.1:
            glyphs = self.strong if bold else self.plain
            run = glyphs.run(text) if glyphs is not None else None
            if run is not None:
                painter.drawGlyphRun(QPointF(x + (self.width - wide) / 2, y + self.baseline), run)
            else:
                painter.drawStaticText(QPointF(x + (self.width - wide) / 2, y + self.top), QStaticText(text))
            return
        painter.save()  # longer than a cell, as −1e300 is: squeezed
        painter.translate(x + m.px * 0.05, y + self.baseline)
        painter.scale((self.width - m.px * 0.1) / wide, 1.0)
        painter.drawText(QPointF(0, 0), text)
        painter.restore()

    def _held(self, inner: QRectF) -> None:
        """The edge and diamond of a pinned cell."""
        painter, m = self.painter, self.m
        wide = max(1.0, m.px * 0.1)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(self.palette.pin), wide))
        painter.drawRect(inner.adjusted(wide / 2, wide / 2, -wide / 2, -wide / 2))
        half, at = m.px * 0.2, inner.topLeft() + QPointF(m.px * 0.28, m.px * 0.28)
        painter.setBrush(QColor(self.palette.pin))
        painter.setPen(QPen(QColor(self.palette.card), wide * 0.6))
        painter.drawPolygon(
            QPolygonF([at - QPointF(half, 0), at - QPointF(0, half), at + QPointF(half, 0), at + QPointF(0, half)])
        )
        self.ink = None
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    def _odd(self, inner: QRectF, i: int, j: int) -> None:
        painter, m = self.painter, self.m
        painter.fillRect(inner, QColor(self.palette.odd))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        wide = max(1.0, m.px * 0.1)
        painter.setPen(QPen(QColor(self.palette.odd_edge), wide))
        painter.drawRect(inner.adjusted(wide / 2, wide / 2, -wide / 2, -wide / 2))
        if self.digits:
            self.ink = None
            text = self.cells.text(i, j, self.chars)
            self._text(inner.x(), inner.y(), text, QColor(self.palette.odd_text), True)

    def _stripes(self, inner: QRectF, ground: str, stripe: str, bits: int = 0, light: bool = False) -> None:
        """Lines in the directions of the rules that hide the cell."""
        painter = self.painter
        painter.fillRect(inner, QColor(ground))
        step = max(3.0, self.m.px * (0.8 if light else 0.42))
        x, y = inner.x(), inner.y()
        drawn = [
            QLineF(x + x0, y + y0, x + x1, y + y1)
            for x0, y0, x1, y1 in lines(bits, inner.width(), inner.height(), step)
        ]
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        colour = QColor(stripe)
        colour.setAlphaF(LIGHT if light else 1.0)
        painter.setPen(QPen(colour, max(1.0, self.m.px * 0.08)))
        painter.drawLines(drawn)
        self.ink = None
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


def _paint_plate(painter: QPainter, area: QRectF, choices: tuple[str, ...], palette: Palette, m: Metrics) -> None:
    """Words over cells, on a plate of their own; the longest of `choices` that fits."""
    text = next((choice for choice in choices if m.small_text(choice) + m.px * 0.5 <= area.width()), choices[-1])
    plate = QRectF(0, 0, m.small_text(text) + m.px * 0.5, m.px * 1.25)
    plate.moveCenter(area.center())
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(palette.card))
    painter.drawRoundedRect(plate, m.px * 0.25, m.px * 0.25)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setFont(m.small)
    painter.setPen(QColor(palette.text))
    painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, text)
