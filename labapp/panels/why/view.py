"""The widget that shows a page: pieces and bars lead to cells, by mouse and by keyboard."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QContextMenuEvent,
    QFocusEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QScrollArea, QWidget

from labapp import colours
from labapp.selection import Cell

from .page import Page
from .paper import Paper

MARGIN = 14
ALT = Qt.KeyboardModifier.AltModifier
STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
BUTTONS = {Qt.MouseButton.BackButton: -1, Qt.MouseButton.ForwardButton: 1}


class PageView(QWidget):
    """`followed(cell)` asks to go to a cell, `walked(step)` back or forward, `left` gives the keyboard to the bench."""

    followed = Signal(object)
    walked = Signal(int)
    left = Signal()
    copied = Signal()
    menu = Signal(QPoint)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.page = Page(())
        self._paper: Paper | None = None
        self._before: Paper | None = None  # the page before: in a drag most of its lines stay
        self._current: int | None = None
        self._hovered: int | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)

    def show_page(self, page: Page, keep: bool = False) -> None:
        """Show another page; the keyboard stays at its place where it is a page of the same cell (`keep`)."""
        self.page = page
        self._paper, self._before = None, self._paper
        self._hovered = None
        if not keep:
            self._current = None
        self._fit()
        self.update()

    @property
    def paper(self) -> Paper:
        """The page as it is laid out now."""
        if self._paper is None:
            palette = colours.palette_of(self)
            self._paper = Paper(self.page, self.width() - 2 * MARGIN, palette, self._before)
            self._before = None
        return self._paper

    def forget(self) -> None:
        """Other colours or fonts."""
        self._paper = None
        self.update()

    def stops(self) -> list[int]:
        """The places where the keyboard stops."""
        return [k for k, place in enumerate(self.paper.places) if place.stop]

    def place_of(self, cell: Cell) -> QPoint:
        """The middle of the first place that leads to a cell, where a hand would click."""
        place = next(place for place in self.paper.places if place.target == cell)
        return (place.rects[0].center() + QPointF(MARGIN, 0)).toPoint()

    def _fit(self) -> None:
        need = round(self.paper.height) + 4
        if self.minimumHeight() != need:
            self.setMinimumHeight(need)

    def sizeHint(self) -> QSize:
        return QSize(600, 96)

    # painting

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.translate(MARGIN, 0)
        self.paper.paint(painter, self._current if self.hasFocus() else None, self._hovered)
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._paper = None
            self._fit()

    # mouse

    def _at(self, at: QPointF) -> int | None:
        return self.paper.at(at - QPointF(MARGIN, 0))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        hovered = self._at(event.position())
        if hovered != self._hovered:
            self._hovered = hovered
            hand = hovered is not None
            self.setCursor(Qt.CursorShape.PointingHandCursor if hand else Qt.CursorShape.ArrowCursor)
            self.update()

    def leaveEvent(self, event: object) -> None:
        self._hovered = None
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() in BUTTONS:
            self.walked.emit(BUTTONS[event.button()])
            return
        if event.button() != Qt.MouseButton.LeftButton:
            return
        found = self._at(event.position())
        if found is not None:
            self._current = found
            self.followed.emit(self.paper.places[found].target)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.mousePressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.menu.emit(event.globalPos())

    # keyboard

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copied.emit()
        elif event.modifiers() == ALT and key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self.walked.emit(STEPS[key])
        elif key == Qt.Key.Key_Backspace:
            self.walked.emit(-1)
        elif key == Qt.Key.Key_Escape:
            self.left.emit()
        elif key in STEPS and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            self._step(STEPS[key])
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            stops = self.stops()
            self._go(stops[0 if key == Qt.Key.Key_Home else -1] if stops else None)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            if self._current is not None and self._current < len(self.paper.places):
                self.followed.emit(self.paper.places[self._current].target)
        else:
            super().keyPressEvent(event)

    def event(self, event: object) -> bool:
        kind = event.type()  # type: ignore[attr-defined]
        if kind == kind.ShortcutOverride and isinstance(event, QKeyEvent):
            if event.matches(QKeySequence.StandardKey.Copy):  # here it copies the explanation, elsewhere the number
                event.accept()
                return True
        return super().event(event)  # type: ignore[arg-type]

    def _step(self, step: int) -> None:
        """To the next or previous stop; where there is none the page scrolls."""
        stops = self.stops()
        if not stops:
            return
        if self._current is None:
            self._go(stops[0] if step > 0 else stops[-1])
            return
        beyond = [k for k in stops if (k - self._current) * step > 0]
        if beyond:
            self._go(beyond[0] if step > 0 else beyond[-1])

    def _go(self, current: int | None) -> None:
        self._current = current
        self.update()
        if current is None:
            return
        place = self.paper.places[current]
        area = self._area()
        content = area.widget() if area is not None else None
        if area is not None and content is not None and place.rects:
            rect: QRectF = place.rects[0]
            at = self.mapTo(content, rect.center().toPoint() + QPoint(MARGIN, 0))
            area.ensureVisible(at.x(), at.y(), 20, 24)
        if QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, place.words))

    def _area(self) -> QScrollArea | None:
        parent = self.parentWidget()
        while parent is not None and not isinstance(parent, QScrollArea):
            parent = parent.parentWidget()
        return parent

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if self._current is None and event.reason() != Qt.FocusReason.MouseFocusReason:
            self._step(1)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()
