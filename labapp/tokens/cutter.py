"""The sentence as characters in boxes: a click, or the space key, between two of them cuts or joins."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from .. import fonts
from .chip import colours_of
from .cutting import characters

LINE, HIGH = 34, 26  # px from line to line, of a box
SLOT = 7  # px beside a character that can be clicked to cut
TEXT = 16


class Cutter(QWidget):
    """Shows a text and its cuts; `turned(position)` asks to cut or join there."""

    turned = Signal(int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.text = ""
        self.cuts: frozenset[int] = frozenset()
        self._boxes: list[tuple[int, int, QRectF]] = []
        self._caret = 1  # of the boundaries
        self.setFont(fonts.ui_font(TEXT))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self._hover = 0
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_text(self, text: str, cuts: frozenset[int], live: bool) -> None:
        """Show a text with its cuts; `live` says whether a person may change them here."""
        anew = text != self.text
        self.text, self.cuts = text, cuts
        self.setEnabled(live)
        if anew:
            self._caret = 1
        self._boxes = self._lay_out(self.width())
        self.updateGeometry()
        self.setMinimumHeight(self.heightForWidth(max(self.width(), 40)))
        self._tell()
        self.update()

    def _lay_out(self, width: int) -> list[tuple[int, int, QRectF]]:
        metrics = QFontMetrics(self.font())
        boxes, x, y = [], 2.0, 4.0
        for start, end in characters(self.text):
            piece = self.text[start:end]
            wide = 8.0 if piece.isspace() else metrics.horizontalAdvance(piece) + 2.0 * SLOT
            if x + wide > width - 2 and x > 2:
                x, y = 2.0, y + LINE
            boxes.append((start, end, QRectF(x, y, wide, HIGH)))
            x += wide
        return boxes

    def heightForWidth(self, width: int) -> int:
        boxes = self._lay_out(width)
        return int((boxes[-1][2].bottom() if boxes else HIGH + 4) + 4)

    def sizeHint(self) -> QSize:
        return QSize(420, self.heightForWidth(420))

    def minimumSizeHint(self) -> QSize:
        return QSize(200, LINE)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._boxes = self._lay_out(self.width())
        self.setMinimumHeight(self.heightForWidth(max(self.width(), 40)))

    # places between characters

    def inner(self) -> list[int]:
        """The positions where a cut may be."""
        return [start for start, _, _ in self._boxes[1:]]

    def x_of(self, position: int) -> QRectF:
        """The strip around a position between two characters, for hands and marks."""
        for start, _, box in self._boxes:
            if start == position:
                return QRectF(box.left() - SLOT, box.top(), 2 * SLOT, HIGH)
        return QRectF()

    def _near(self, x: float, y: float) -> int:
        line = [(start, box) for start, _, box in self._boxes[1:] if box.top() - 4 <= y < box.bottom() + 4]
        near = min(line, key=lambda found: abs(found[1].left() - x), default=None)
        return near[0] if near is not None and abs(near[1].left() - x) <= 2 * SLOT else 0

    def mousePressEvent(self, event: QMouseEvent) -> None:
        at = self._near(event.position().x(), event.position().y())
        if at and event.button() == Qt.MouseButton.LeftButton:
            self._caret = self.inner().index(at) + 1
            self.turned.emit(at)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = self._near(event.position().x(), event.position().y())
        if at != self._hover:
            self._hover = at
            self.setCursor(Qt.CursorShape.PointingHandCursor if at else Qt.CursorShape.ArrowCursor)
            self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        inner = self.inner()
        key = event.key()
        if key in (Qt.Key.Key_Left, Qt.Key.Key_Right) and inner:
            self._caret = max(1, min(len(inner), self._caret + (1 if key == Qt.Key.Key_Right else -1)))
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End) and inner:
            self._caret = 1 if key == Qt.Key.Key_Home else len(inner)
        elif key == Qt.Key.Key_Space and inner:
            self.turned.emit(inner[self._caret - 1])
        else:
            super().keyPressEvent(event)
            return
        self._tell()
        self.update()

    def _tell(self) -> None:
        """What the place under the caret is, in words."""
        inner = self.inner()
        if not inner:
            self.setAccessibleDescription("")
            return
        self._caret = min(self._caret, len(inner))
        at = inner[self._caret - 1]
        before = next(self.text[s:e] for s, e, _ in self._boxes if e == at)
        after = next(self.text[s:e] for s, e, _ in self._boxes if s == at)
        if at in self.cuts:
            said = QCoreApplication.translate("tokens", "cut between {before} and {after}")
        else:
            said = QCoreApplication.translate("tokens", "{before} and {after} are joined")
        self.setAccessibleDescription(said.format(before=before, after=after))

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    # how it looks

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self.font())
        c = colours_of(self)
        for rect in self.pieces():
            painter.setPen(QPen(QColor(c.edge), 1))
            painter.setBrush(QColor(c.accent_soft if self.isEnabled() else c.card))
            painter.drawRoundedRect(rect, 5, 5)
        painter.setPen(QColor(c.text if self.isEnabled() else c.quiet))
        for start, end, box in self._boxes:
            if not self.text[start:end].isspace():
                painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), self.text[start:end])
        if self.isEnabled():
            self._paint_places(painter, QColor(c.accent), QColor(c.quiet))

    def _paint_places(self, painter: QPainter, strong: QColor, faint: QColor) -> None:
        inner = self.inner()
        caret = inner[self._caret - 1] if inner and self.hasFocus() else 0
        for start, _, box in self._boxes[1:]:
            if start in (caret, self._hover):
                painter.setPen(QPen(strong, 2))
                painter.drawLine(int(box.left()), int(box.top()) - 2, int(box.left()), int(box.bottom()) + 2)
            elif start not in self.cuts:
                painter.setPen(QPen(faint, 1))
                painter.drawPoint(int(box.left()), int(box.bottom()) - 4)

    def pieces(self) -> list[QRectF]:
        """A box round each token, one more where it goes on in the next line."""
        found: list[QRectF] = []
        open_ = False
        for start, end, box in self._boxes:
            blank = self.text[start:end].isspace()
            if start in self.cuts or (found and box.top() != found[-1].top()):
                open_ = False
            if blank and not open_:
                continue
            if open_:
                found[-1] = found[-1].united(box)
            else:
                found.append(QRectF(box))
                open_ = True
        return [rect.adjusted(1.5, 0.5, -1.5, -0.5) for rect in found]
