"""One line of the list: a mark, what is claimed, how often it holds and how nearly; a click goes to the cell."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QWidget

from ... import colours, fonts
from ...widgets.tint import Role, accent, quiet, role, soft_accent

HEIGHT = 24
MARK = 18  # px of the mark
GAP = 12
HOLDS, FAILS, MARKED, LEFT_OUT = "✓", "✗", "◆", "–"
Cell = tuple[str, int, int]


class CheckRow(QAbstractButton):
    """`cell` is where the click goes, None for nowhere."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.mark, self.note = HOLDS, ""
        self.faded = False
        self.cell: Cell | None = None
        self.setFont(fonts.ui_font(13))
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFixedHeight(HEIGHT)

    def show_line(self, mark: str, text: str, note: str, cell: Cell | None, tip: str) -> None:
        """Show a statement with the `note` after it."""
        self.mark, self.note, self.cell = mark, note, cell
        self.faded = False
        self.setText(text)
        self.setAccessibleName(f"{text}: {note}" if note else text)
        self.setAccessibleDescription(tip)
        self.setToolTip("\n".join(part for part in (text, note, tip) if part))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus if cell is None else Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.ArrowCursor if cell is None else Qt.CursorShape.PointingHandCursor)
        self.update()

    def fade(self) -> None:
        """What it says was true of a state before."""
        self.faded = True
        self.update()

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        wide = metrics.horizontalAdvance(self.text()) + metrics.horizontalAdvance(self.note)
        return QSize(MARK + wide + GAP + 8, HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setOpacity(0.5 if self.faded else 1.0)
        palette = colours.palette_of(self)
        live = self.cell is not None and (self.underMouse() or self.hasFocus())
        if live:
            painter.setPen(QPen(accent(self), 1.4) if self.hasFocus() else Qt.PenStyle.NoPen)
            painter.setBrush(soft_accent(self))
            painter.drawRoundedRect(self.rect().adjusted(1, 1, -1, -1), 4, 4)
        inks = {HOLDS: accent(self), FAILS: QColor(palette.error), MARKED: QColor(palette.pin), LEFT_OUT: quiet(self)}
        middle = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
        painter.setPen(inks[self.mark])
        painter.drawText(QRect(6, 0, MARK, HEIGHT), middle, self.mark)
        text = role(self, Role.WindowText)
        painter.setPen(inks[self.mark] if self.mark in (FAILS, LEFT_OUT) else text)
        metrics, room = self.fontMetrics(), self.width() - MARK - 10
        beside = min(metrics.horizontalAdvance(self.note), room // 2)
        wide = min(metrics.horizontalAdvance(self.text()), room - beside - GAP)
        elide = Qt.TextElideMode.ElideRight
        painter.drawText(QRect(6 + MARK, 0, wide + 2, HEIGHT), middle, metrics.elidedText(self.text(), elide, wide + 2))
        painter.setPen(quiet(self))
        left = 6 + MARK + wide + GAP
        note = metrics.elidedText(self.note, elide, self.width() - left)
        painter.drawText(QRect(left, 0, self.width() - left, HEIGHT), middle, note)
