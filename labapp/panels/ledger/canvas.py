"""The table of parts: a number and a bar for this model, and below them those of the base model of 2017."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFont,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from core.cost import ATTENTION, PROJECTIONS

from ... import colours, fonts
from ...theme import Palette
from ...widgets.tint import mix
from . import words
from .content import ALL, MEASURES, PRODUCTS, Line, Shown, along

PAD, GAP = 14, 30
HEAD, ROW, LINE = 35, 37, 16  # px: of the headings, of a row, of one of its two lines
DETAIL = 18
NARROW_NAME, NAME, WIDE_NAME = 196, 264, 330
WIDE = 1400
ALL_FROM = 880  # px of width in which all measures have room
SHARE = 52  # px for the share at the end of a bar
BAR = 9
MOST_WORDS = 3  # lines of details
LEFT = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
RIGHT = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight)
STEPS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
POWERS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


class Canvas(QWidget):
    """`picked()` says that `current`, the row that is told in full, is another."""

    picked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.shown: Shown | None = None
        self.logarithmic = False
        self.measure = PRODUCTS  # the one that is shown where there is room for one
        self.current = 0
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    # what is shown

    def show_ledger(self, shown: Shown, logarithmic: bool, measure: str) -> None:
        """Show a ledger; the row that the keys are on stays where the other model has it too."""
        kind = self.line.kind if self.line is not None else None
        self.shown, self.logarithmic, self.measure = shown, logarithmic, measure
        kinds = [line.kind for line in shown.lines]
        self.current = kinds.index(kind) if kind in kinds else min(self.current, len(kinds) - 1)
        self._fit()
        self._say()
        self.update()

    @property
    def line(self) -> Line | None:
        """The row that is told in full."""
        return self.shown.lines[self.current] if self.shown is not None else None

    @property
    def measures(self) -> tuple[str, ...]:
        """The columns that there is room for."""
        return MEASURES if self.width() >= ALL_FROM else (self.measure,)

    def _fit(self) -> None:
        rows = len(self.shown.lines) if self.shown is not None else 0
        self.setFixedHeight(HEAD + rows * ROW + 8 + MOST_WORDS * DETAIL)

    def sizeHint(self) -> QSize:
        return QSize(1000, self.height())

    def _say(self) -> None:
        if self.shown is not None and self.line is not None:
            self.setAccessibleDescription(words.spoken(self.shown, self.line))

    # where things are

    def row_at(self, point: QPointF) -> int | None:
        """The row under a point."""
        if self.shown is None or not HEAD <= point.y() < HEAD + ROW * len(self.shown.lines):
            return None
        return int((point.y() - HEAD) // ROW)

    def rect_of(self, row: int) -> QRectF:
        """The place of a row."""
        return QRectF(0, HEAD + row * ROW, self.width(), ROW)

    def column(self, measure: str) -> QRectF:
        """The place of a measure, its heading included."""
        shown = self.measures
        name = NARROW_NAME if len(shown) == 1 else NAME if self.width() < WIDE else WIDE_NAME
        wide = (self.width() - 2 * PAD - name - GAP * (len(shown) - 1)) / len(shown)
        return QRectF(PAD + name + shown.index(measure) * (wide + GAP), 0, wide, HEAD + self.height())

    def bar_of(self, row: int, measure: str, base: bool = False) -> QRectF:
        """The bar of a row in a column."""
        assert self.shown is not None
        line, column = self.shown.lines[row], self.column(measure)
        x = column.left() + self.numbers(measure) + 10
        room = max(10.0, column.right() - x - (0 if self.logarithmic else SHARE))
        value = (line.base if base else line.mine)[measure]
        if self.logarithmic:
            part = along(value, self.shown.largest(measure))
        else:
            part = 0.0 if line.kind == ALL else self.shown.share(line, measure, base)
        y = HEAD + row * ROW + (ROW - 2 * LINE) / 2 + (LINE if base else 0) + (LINE - BAR) / 2
        return QRectF(x, y, max(1.0 if part else 0.0, part * room), BAR)

    def numbers(self, measure: str) -> float:
        """px that the numbers of a column take."""
        assert self.shown is not None
        metrics = QFontMetricsF(fonts.mono_font(13, bold=True))
        return max(
            metrics.horizontalAdvance(words.number(who[measure], measure))
            for line in self.shown.lines
            for who in (line.mine, line.base)
        )

    # acts

    def pick(self, row: int) -> None:
        """Tell another row in full."""
        if self.shown is not None and 0 <= row < len(self.shown.lines) and row != self.current:
            self.current = row
            self._say()
            self.update()
            self.picked.emit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        row = self.row_at(event.position())
        if row is not None and event.button() == Qt.MouseButton.LeftButton:
            self.pick(row)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in STEPS and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            self.pick(self.current + STEPS[key])
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End) and self.shown is not None:
            self.pick(0 if key == Qt.Key.Key_Home else len(self.shown.lines) - 1)
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), self.tip_at(QPointF(event.pos())), self)
            return True
        return super().event(event)

    def tip_at(self, point: QPointF) -> str:
        """What stands under a point, in words."""
        row = self.row_at(point)
        if row is not None and self.shown is not None:
            return "\n".join(words.details(self.shown, self.shown.lines[row]))
        if point.y() < HEAD:
            found = next((m for m in self.measures if self.column(m).left() <= point.x() <= self.column(m).right()), "")
            return words.measure_note(found) if found else ""
        return ""

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    # painting

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.shown is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        _Page(painter, self, colours.palette_of(self)).paint()
        painter.end()


class _Page:
    """One painting of the canvas."""

    def __init__(self, painter: QPainter, canvas: Canvas, palette: Palette) -> None:
        self.p, self.canvas, self.c = painter, canvas, palette
        assert canvas.shown is not None
        self.shown: Shown = canvas.shown
        self.ink, self.quiet = QColor(palette.text), QColor(palette.quiet)
        self.mine = QColor(palette.accent)
        self.base = mix(QColor(palette.quiet), QColor(palette.panel), 0.45)
        self.dear = QColor(palette.signed[2])
        products = {line.kind: line.mine[PRODUCTS] for line in self.shown.lines}
        self.overtakes = products.get(ATTENTION, 0) > products.get(PROJECTIONS, 0)

    def paint(self) -> None:
        self.headings()
        for row, line in enumerate(self.shown.lines):
            self.row(row, line)
        self.details()

    def text(self, place: QRectF, flags: int, text: str, font: QFont, colour: QColor) -> None:
        self.p.setFont(font)
        self.p.setPen(colour)
        self.p.drawText(place, flags, text)

    def elided(self, text: str, font: QFont, width: float) -> str:
        return QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, width)

    def headings(self) -> None:
        x = float(PAD)
        for said, colour in ((words.this_model(), self.mine), (words.base_model(), self.base)):
            self.p.setPen(Qt.PenStyle.NoPen)
            self.p.setBrush(colour)
            self.p.drawRoundedRect(QRectF(x, 11, 12, BAR), 2, 2)
            font = fonts.ui_font(12)
            wide = QFontMetricsF(font).horizontalAdvance(said)
            self.text(QRectF(x + 17, 5, wide + 4, 21), LEFT, said, font, self.quiet)
            x += 17 + wide + 16
        for measure in self.canvas.measures:
            column = self.canvas.column(measure)
            title = fonts.ui_font(13, bold=True)
            name = words.measure_name(measure)
            place = QRectF(column.left(), 5, column.width(), 21)
            self.text(place, LEFT, name, title, self.ink)
            used = QFontMetricsF(title).horizontalAdvance(name) + 10
            small = fonts.ui_font(11)
            note = self.elided(words.measure_note(measure), small, column.width() - used)
            if not self.canvas.logarithmic:
                self.text(place.adjusted(used, 1, 0, 1), LEFT, note, small, self.quiet)
            else:
                self.decades(measure)
        self.p.setPen(QPen(QColor(self.c.edge), 1))
        self.p.drawLine(QPointF(PAD, HEAD - 4.5), QPointF(self.canvas.width() - PAD, HEAD - 4.5))

    def decades(self, measure: str) -> None:
        """Powers of ten above a logarithmic column, and faint lines below them."""
        column, most = self.canvas.column(measure), self.shown.largest(measure)
        x = column.left() + self.canvas.numbers(measure) + 10
        room, top = column.right() - x, math.floor(math.log10(most))
        step = max(1, math.ceil((top + 1) / max(1, int(room // 34))))
        font = fonts.ui_font(10)
        for power in range(0, top + 1, step):
            at = x + along(10**power, most) * room
            said = "1" if power == 0 else "10" + str(power).translate(POWERS)
            used = QFontMetricsF(fonts.ui_font(13, bold=True)).horizontalAdvance(words.measure_name(measure))
            if at - 14 > column.left() + used:
                self.text(QRectF(at - 20, 8, 40, 16), int(Qt.AlignmentFlag.AlignCenter), said, font, self.quiet)
            self.p.setPen(QPen(mix(QColor(self.c.edge), QColor(self.c.panel), 0.35), 1))
            bottom = HEAD + len(self.shown.lines) * ROW
            self.p.drawLine(QPointF(at, HEAD), QPointF(at, bottom - 4))

    def row(self, row: int, line: Line) -> None:
        place = self.canvas.rect_of(row)
        whole = line.kind == ALL
        if whole:
            self.p.setPen(QPen(QColor(self.c.edge), 1))
            self.p.drawLine(QPointF(PAD, place.top() + 0.5), QPointF(place.right() - PAD, place.top() + 0.5))
        if row == self.canvas.current:
            ground = QColor(self.c.accent_soft)
            ground.setAlphaF(1.0 if self.canvas.hasFocus() else 0.45)
            self.p.setPen(Qt.PenStyle.NoPen)
            self.p.setBrush(ground)
            self.p.drawRoundedRect(place.adjusted(6, 2, -6, -2), 6, 6)
        first = place.top() + (ROW - 2 * LINE) / 2
        name = self.canvas.column(self.canvas.measures[0]).left() - PAD - 16
        title = fonts.ui_font(13, bold=True)
        dear = line.kind == ATTENTION and self.overtakes
        said = ("◆ " if dear else "") + words.part_name(line.kind)
        self.text(QRectF(PAD, first, name, LINE), LEFT, self.elided(said, title, name), title, self.ink)
        if not whole:
            small = fonts.ui_font(11)
            shapes = self.elided(words.shapes(line.part), small, name)
            self.text(QRectF(PAD, first + LINE, name, LINE), LEFT, shapes, small, self.quiet)
        for measure in self.canvas.measures:
            for base in (False, True):
                self.cell(row, line, measure, base, first + (LINE if base else 0))

    def cell(self, row: int, line: Line, measure: str, base: bool, y: float) -> None:
        column, whole = self.canvas.column(measure), line.kind == ALL
        value = (line.base if base else line.mine)[measure]
        number = fonts.mono_font(12 if base else 13, bold=whole and not base)
        ink = self.quiet if base or not value else self.ink
        wide = self.canvas.numbers(measure)
        text = words.number(value, measure) if value else "0"
        self.text(QRectF(column.left(), y, wide, LINE), RIGHT, text, number, ink)
        bar = self.canvas.bar_of(row, measure, base)
        dear = not base and measure == PRODUCTS and line.kind == ATTENTION and self.overtakes
        if bar.width():
            self.p.setPen(Qt.PenStyle.NoPen)
            self.p.setBrush(self.base if base else self.dear if dear else self.mine)
            self.p.drawRoundedRect(bar, min(2.0, bar.width() / 2), 2)
        small = fonts.ui_font(11)
        after = QRectF(bar.right() + 6, y, column.right() - bar.right(), LINE)
        if whole and base and not self.canvas.logarithmic:
            said = words.times(line.mine[measure], line.base[measure])
            self.text(after, LEFT, self.elided(said, small, after.width()), small, self.quiet)
        elif value and not whole and not self.canvas.logarithmic:
            self.text(after, LEFT, words.percent(self.shown.share(line, measure, base)), small, self.quiet)

    def details(self) -> None:
        """The row that the keys are on, in full."""
        line = self.canvas.line
        if line is None:
            return
        y = HEAD + len(self.shown.lines) * ROW + 5.0
        room = self.canvas.width() - 2 * PAD
        font, title = fonts.ui_font(12), fonts.ui_font(12, bold=True)
        name = words.part_name(line.kind)
        self.text(QRectF(PAD, y, room, DETAIL), LEFT, name, title, self.ink)
        before = QFontMetricsF(title).horizontalAdvance(name) + 12
        for told in words.details(self.shown, line)[:MOST_WORDS]:
            place = QRectF(PAD + before, y, room - before, DETAIL)
            self.text(place, LEFT, self.elided(told, font, place.width()), font, self.quiet)
            y += DETAIL
