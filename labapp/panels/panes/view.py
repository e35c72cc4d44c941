"""The two panes as a list: each line a row of both runs, painted side by side, and what a click on it does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QFrame, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QToolTip, QWidget

from labapp import fonts

from ...colours import palette_of
from ...widgets.tint import Role, mix
from .lines import Half, Line, Lines, gap_text, gap_tip

HEIGHT = 25
MIDDLE = 72  # px between the panes
PREFIX = 0.36  # of a pane
BAR, NUMBER = 9, 42  # px
LEAST_BAR, MOST_BAR = 14.0, 110.0  # px
LEAST_TOKEN, MOST_TOKEN = 36, 110  # px
TEACHER, FREE, PUT = "teacher", "free", "put"
Index = QModelIndex | QPersistentModelIndex


class Place(NamedTuple):
    """Something to click: a row of a pane, or a token that a free row offers."""

    kind: str
    row: int
    token: str = ""


class _Rows(QAbstractListModel):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.lines: Lines | tuple[()] = ()

    def fill(self, lines: Lines | tuple[()]) -> None:
        same = len(lines) == len(self.lines)
        if not same:
            self.beginResetModel()
        self.lines = lines
        if not same:
            self.endResetModel()
        elif lines:
            self.dataChanged.emit(self.index(0), self.index(len(lines) - 1))

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.lines)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not 0 <= index.row() < len(self.lines):
            return None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self.lines[index.row()].spoken
        return None


class _Painted(QStyledItemDelegate):
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(480, HEIGHT)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        view = self.parent()
        if isinstance(view, PanesView):
            state: Any = option.state
            view.paint_line(painter, option.rect, index.row(), bool(state & QStyle.StateFlag.State_MouseOver))


class PanesView(QListView):
    """`clicked_at(place)` for the mouse and the keys: arrows walk rows and panes, Enter follows, 1 2 3 put a token."""

    clicked_at = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows = _Rows(self)
        self._pane = FREE  # where the keys are
        self._followed: tuple[str, int] | None = None
        self._token = LEAST_TOKEN  # px of the longest token that follows
        self._drawn: dict[int, list[tuple[QRectF, Place]]] = {}
        self.setModel(self._rows)
        self.setItemDelegate(_Painted(self))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.viewport().setAutoFillBackground(False)

    # what is shown

    @property
    def lines(self) -> Sequence[Line]:
        return self._rows.lines

    def show_lines(self, lines: Lines | tuple[()], followed: tuple[str, int] | None) -> None:
        """Show rows; `followed` is the pane and the row that is looked at."""
        grown = len(lines) > len(self._rows.lines) and bool(self._rows.lines)
        moved = followed != self._followed
        self._followed = followed
        face = QFontMetrics(fonts.ui_font(13, bold=True))
        tokens = lines.following if isinstance(lines, Lines) else ()
        longest = max((face.horizontalAdvance(token) for token in tokens), default=0) + 8
        self._token = max(LEAST_TOKEN, min(MOST_TOKEN, longest))
        self._rows.fill(lines)
        if followed is not None and (moved or grown) and followed[1] < len(lines):
            self.setCurrentIndex(self._rows.index(followed[1]))
            self.scrollTo(self._rows.index(followed[1]))
        self.viewport().update()

    def sizeHint(self) -> QSize:
        return QSize(720, 8 * HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return QSize(300, 3 * HEIGHT)

    def pane_rects(self, width: int) -> tuple[QRect, QRect]:
        """The columns of teacher forcing and free running."""
        half = (width - MIDDLE) // 2
        return QRect(0, 0, half, HEIGHT), QRect(half + MIDDLE, 0, width - half - MIDDLE, HEIGHT)

    def place_rect(self, place: Place) -> QRect | None:
        """Where a place is in the viewport, after its line was brought into view; None where it is not painted."""
        index = self._rows.index(place.row)
        self.scrollTo(index)
        self.viewport().repaint()
        top = self.visualRect(index).topLeft()
        for rect, there in reversed(self._drawn.get(place.row, [])):
            if there == place:
                return rect.translated(top.x(), top.y()).toRect()
        return None

    # painting

    def paint_line(self, painter: QPainter, rect: QRect, at: int, hovered: bool) -> None:
        """Both halves of a line and what stands between them."""
        line = self._rows.lines[at]
        places: list[tuple[QRectF, Place]] = []
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(rect.topLeft())
        left, right = self.pane_rects(rect.width())
        for pane, half, box in ((TEACHER, line.teacher, left), (FREE, line.free, right)):
            room = QRectF(box).adjusted(0, 1, 0, -1)
            if half is None:
                continue
            places.append((room, Place(pane, line.row)))
            self._paint_ground(painter, room, pane, at, hovered)
            self._paint_half(painter, room.adjusted(8, 0, -6, 0), half, pane, line, places)
        self._paint_gap(painter, QRectF(left.right() + 1, 1, MIDDLE, HEIGHT - 2), line)
        painter.restore()
        self._drawn[at] = places

    def _paint_ground(self, painter: QPainter, room: QRectF, pane: str, at: int, hovered: bool) -> None:
        palette = self.palette()
        accent, base = palette.color(Role.Highlight), palette.color(Role.Window)
        keyed = self.hasFocus() and self.currentIndex().row() == at and self._pane == pane
        if self._followed == (pane, at):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(mix(base, accent, 0.16))
            painter.drawRoundedRect(room, 5, 5)
        elif hovered and room.contains(self._pointed(at)):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(mix(base, accent, 0.07))
            painter.drawRoundedRect(room, 5, 5)
        if keyed:
            painter.setPen(QPen(accent, 1.4))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(room.adjusted(0.7, 0.7, -0.7, -0.7), 5, 5)

    def _pointed(self, at: int) -> QPoint:
        """Where the pointer is, from the top left of a line."""
        pointer = self.viewport().mapFromGlobal(self.cursor().pos())
        return pointer - self.visualRect(self._rows.index(at)).topLeft()

    def _paint_half(
        self,
        painter: QPainter,
        room: QRectF,
        half: Half,
        pane: str,
        line: Line,
        places: list[tuple[QRectF, Place]],
    ) -> None:
        palette = self.palette()
        accent, base = palette.color(Role.Highlight), palette.color(Role.Window)
        text, quiet = palette.color(Role.WindowText), palette.color(Role.PlaceholderText)
        font, bold = fonts.ui_font(13), fonts.ui_font(13, bold=True)
        face, strong = QFontMetrics(font), QFontMetrics(bold)
        middle = Qt.AlignmentFlag.AlignVCenter
        # the prefix: earlier tokens quiet and shortened at the left, the row's own one strong
        wide = room.width() * PREFIX
        own = strong.elidedText(half.prefix[-1], Qt.TextElideMode.ElideRight, int(wide))
        own_wide = strong.horizontalAdvance(own)
        earlier = _last_of(half.prefix[:-1], face, int(wide - own_wide - 8))
        painter.setFont(font)
        painter.setPen(quiet)
        painter.drawText(QRectF(room.x(), room.y(), wide, room.height()), middle, earlier)
        x = room.x() + (face.horizontalAdvance(earlier) + 5 if earlier else 0)
        painter.setFont(bold)
        painter.setPen(text)
        painter.drawText(QRectF(x, room.y(), own_wide + 4, room.height()), middle, own)
        # the token that follows, its probability as a bar and a number
        x = room.x() + wide + 6
        painter.setFont(fonts.symbol_font(13))
        painter.setPen(quiet)
        painter.drawText(QRectF(x, room.y(), 16, room.height()), middle, "→")
        x += 18
        if half.token:
            wrong = pane == FREE and line.teacher is not None and half.token != line.teacher.token
            painter.setFont(bold)
            painter.setPen(QColor(palette_of(self).why) if wrong else text)
            most = min(self._token, int(room.width() * 0.3))
            token = strong.elidedText(half.token, Qt.TextElideMode.ElideRight, most - 6)
            painter.drawText(QRectF(x, room.y(), most, room.height()), middle, token)
            if half.by_hand:
                under = min(most, strong.horizontalAdvance(token))
                painter.setPen(QPen(painter.pen().color(), 1, Qt.PenStyle.DotLine))
                painter.drawLine(int(x), int(room.bottom()) - 3, int(x + under), int(room.bottom()) - 3)
            x += most
            x = self._paint_p(painter, x, room, half.probability, font, accent, base)
        if pane == FREE:
            self._paint_offers(painter, x + 10, room, half, line.row, places, font)
        elif half.token and half.likely and half.likely[0][0] != half.token:
            painter.setPen(quiet)
            painter.setFont(font)
            said = f"{half.likely[0][0]} {half.likely[0][1]:.2f}"
            painter.drawText(QRectF(x + 10, room.y(), max(0.0, room.right() - x - 10), room.height()), middle, said)

    def _paint_p(
        self, painter: QPainter, x: float, room: QRectF, p: float, font: QFont, accent: QColor, base: QColor
    ) -> float:
        long = max(LEAST_BAR, min(MOST_BAR, room.width() * 0.14, room.right() - x - NUMBER - 6))
        y = room.center().y() - BAR / 2
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(mix(base, accent, 0.12))
        painter.drawRoundedRect(QRectF(x, y, long, BAR), 2, 2)
        painter.setBrush(accent)
        painter.drawRoundedRect(QRectF(x, y, max(1.5, long * min(1.0, p)), BAR), 2, 2)
        painter.setFont(font)
        painter.setPen(self.palette().color(Role.WindowText))
        number = QRectF(x + long + 6, room.y(), NUMBER, room.height())
        painter.drawText(number, Qt.AlignmentFlag.AlignVCenter, f"{p:.3f}")
        return x + long + 6 + NUMBER

    def _paint_offers(
        self,
        painter: QPainter,
        x: float,
        room: QRectF,
        half: Half,
        row: int,
        places: list[tuple[QRectF, Place]],
        font: QFont,
    ) -> None:
        """The most likely tokens beside the chosen one, as many as have room."""
        palette = self.palette()
        face = QFontMetrics(font)
        painter.setFont(font)
        accent, base = palette.color(Role.Highlight), palette.color(Role.Window)
        for token, p in half.likely:
            if token == half.token:
                continue
            said = f"{token} {p:.2f}" if half.token else f"{token} {p:.3f}"
            box = QRectF(x, room.y() + 2, face.horizontalAdvance(said) + 12, room.height() - 4)
            if box.right() > room.right():
                break
            painter.setPen(QPen(palette.color(Role.Mid), 1))
            painter.setBrush(mix(base, accent, 0.06))
            painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
            painter.setPen(palette.color(Role.PlaceholderText if half.token else Role.WindowText))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, said)
            places.append((box, Place(PUT, row, token)))
            x = box.right() + 5

    def _paint_gap(self, painter: QPainter, room: QRectF, line: Line) -> None:
        """Equal, or how far apart: the further, the stronger."""
        if line.gap is None:
            return
        palette, colours = self.palette(), palette_of(self)
        gap = line.gap
        base = palette.color(Role.Window)
        said = gap_text(gap)
        painter.setFont(fonts.ui_font(13, bold=gap.equal))
        if not gap.equal:
            tone = QColor(colours.signed[2]) if not gap.same_prefix else QColor(colours.error)
            strength = min(1.0, 0.18 + 0.25 * max(0.0, gap.largest) ** 0.5) if gap.largest < float("inf") else 1.0
            box = QRectF(0, 0, QFontMetrics(painter.font()).horizontalAdvance(said) + 16, room.height() - 4)
            box.moveCenter(room.center())
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(mix(base, tone, 0.75 * strength))
            painter.drawRoundedRect(box, 5, 5)
            painter.setPen(palette.color(Role.WindowText))
        else:
            painter.setPen(palette.color(Role.Highlight))
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter, said)

    # hands

    def _at(self, point: QPoint) -> Place | None:
        index = self.indexAt(point)
        if not index.isValid():
            return None
        inside = point - self.visualRect(index).topLeft()
        for rect, place in reversed(self._drawn.get(index.row(), [])):
            if rect.contains(inside):
                return place
        return None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        place = self._at(event.position().toPoint())
        if place is not None and event.button() == Qt.MouseButton.LeftButton:
            self._pane = TEACHER if place.kind == TEACHER else FREE
            self.clicked_at.emit(place)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, at = event.key(), self.currentIndex().row()
        line = self._rows.lines[at] if 0 <= at < len(self._rows.lines) else None
        if key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self._pane = TEACHER if key == Qt.Key.Key_Left else FREE
            self.viewport().update()
        elif line is not None and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            if (line.teacher if self._pane == TEACHER else line.free) is not None:
                self.clicked_at.emit(Place(self._pane, line.row))
        elif line is not None and line.free is not None and Qt.Key.Key_1 <= key <= Qt.Key.Key_3:
            offered = line.free.likely
            if key - Qt.Key.Key_1 < len(offered):
                self.clicked_at.emit(Place(PUT, line.row, offered[key - Qt.Key.Key_1][0]))
        else:
            super().keyPressEvent(event)

    def viewportEvent(self, event: Any) -> bool:
        if isinstance(event, QHelpEvent):
            index = self.indexAt(event.pos())
            line = self._rows.lines[index.row()] if index.isValid() else None
            if line is not None and line.gap is not None:
                QToolTip.showText(event.globalPos(), gap_tip(line.gap), self)
                return True
        return super().viewportEvent(event)


def _last_of(tokens: tuple[str, ...], face: QFontMetrics, width: int) -> str:
    """As many of the last tokens as have room, after … where some are left out."""
    for first in range(len(tokens)):
        text = " ".join((("…",) if first else ()) + tokens[first:])
        if face.horizontalAdvance(text) <= width:
            return text
    return "…" if tokens and face.horizontalAdvance("…") <= width else ""
