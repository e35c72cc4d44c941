"""BenchView: the one widget of the bench. It shows a document, and hands mouse and keys to those who know them."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QHelpEvent,
    QInputMethodEvent,
    QKeyEvent,
    QMouseEvent,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QFrame, QToolTip, QWidget

from core.trace import Trace
from labapp.comparison import Comparison
from labapp.digits import Digits
from labapp.document import Document
from labapp.selection import Cell, Selection
from labapp.theme import Palette

from . import accessible, context
from .camera import Camera
from .canvas import Canvas
from .compared import Compared
from .content import Content
from .editing import offers_hold, refusal
from .editor import Typing
from .hit import Hit, hit, pointer
from .hover import tip
from .keys import Keys
from .marks import Looking, extents
from .metrics import BASE
from .mouse import Mouse
from .navigation import Navigator
from .paint import Style
from .painting import Painting
from .pinning import Span
from .places import Bench
from .reach_marks import ReachMarks
from .resting import Resting
from .revealing import Revealer
from .sloped import Sloped
from .sources import Sources


class BenchView(QAbstractScrollArea):
    """The matrices of a document. `message` tells a sentence for the status line ("" takes it back)."""

    message = Signal(str)

    def __init__(
        self,
        document: Document,
        selection: Selection,
        palette: Palette,
        parent: QWidget | None = None,
        digits: Digits | None = None,
        comparison: Comparison | None = None,
    ) -> None:
        super().__init__(parent)
        # One that Python made, so that PySide need not find out what it is, for which it looks at every kind of widget.
        self.setViewport(QWidget(self))
        accessible.install()
        self.document, self.selection, self.colours = document, selection, palette
        self.digits = digits or Digits(self)
        self.content, self.canvas, self.camera = Content(), Canvas(self), Camera(self)
        self.mouse, self.keys, self.typing = Mouse(self), Keys(self), Typing(self)
        self.navigator, self.painting = Navigator(self), Painting(self)
        self.revealer, self.sources, self.reached = Revealer(self), Sources(self), ReachMarks(self)
        self.resting, self.sloped = Resting(self), Sloped(self)
        self._hovered: Cell | None = None
        self._looking = Looking()
        self._loads = document.loads
        self._settled = QSize()
        self._laid_out = False  # the first layout waits for the size of the view, or for whoever asks for it
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled)
        self.viewport().setMouseTracking(True)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.content.form = self.digits.now
        self.compared = Compared(self, comparison or Comparison(document, self))
        self.compared.take_in()
        document.changed.connect(self._on_changed)
        document.moved.connect(self._on_changed)
        selection.changed.connect(self._on_selection)
        self.digits.changed.connect(self._on_digits)

    # reading

    @property
    def trace(self) -> Trace:
        return self.content.trace

    @property
    def bench(self) -> Bench:
        if not self._laid_out:
            self.lay_out()
        self.resting.catch_up()
        return self.content.bench

    @property
    def paint_style(self) -> Style:
        return Style(self.colours, self.bench.metrics)

    def on_screen(self, rect: QRectF) -> QRectF:
        """A rectangle of the bench in the viewport's coordinates."""
        return self.camera.on_screen(rect)

    def hit(self, at: QPointF) -> Hit:
        """What is under a point of the viewport."""
        return hit(self.bench, at + self.camera.offset())

    def point_of(self, name: str, i: int, j: int) -> QPoint:
        """The middle of a cell in the viewport's coordinates, where a hand would click."""
        return self.on_screen(self.bench.cards[name].cell(i, j)).center().toPoint()

    def room(self) -> tuple[QSizeF, float]:
        """The size without scroll bars, and the width of one."""
        return QSizeF(max(1, self.width()), max(1, self.height())), float(self.verticalScrollBar().sizeHint().width())

    # what a window asks for

    def set_palette(self, palette: Palette) -> None:
        """Paint in the colours of another theme."""
        self.commit_editor()
        self.colours = palette
        self.canvas.clear()
        self.viewport().update()

    def zoom(self, factor: float, at: QPointF | None = None) -> None:
        """Enlarge by `factor`; what is at the viewport's point `at` (default: its middle) stays there."""
        self.camera.zoom(factor, at)

    def reset_zoom(self) -> None:
        """The usual size."""
        self.camera.zoom_to(BASE)

    def fit(self) -> None:
        """The largest text at which the whole bench is in view, within what can be read."""
        self.camera.fit()

    def commit_editor(self) -> bool:
        """Commit an open editor. False where its text is refused: it stays open, marked, the old value stands."""
        return self.typing.commit()

    # changes

    def _on_changed(self, now: Trace) -> None:
        self.take_in()

    def take_in(self) -> None:
        """Show the present state, or the baseline beside it."""
        trace = self.compared.comparison.shown()
        other = trace.graph is not self.trace.graph
        if other or trace.sample != self.trace.sample:
            self.typing.drop()
        self.compared.take_in()
        loaded, self._loads = other and self._loads != self.document.loads, self.document.loads
        if loaded:  # another document; an act in this one leaves the size and the folds alone
            self.selection.forget_folds()
            self.camera.settle()
        laid_out = self.lay_out()
        if other:
            self.navigator.drop_lost(loaded)
        if self.resting.miss(loaded):
            return
        if loaded:
            self.navigator.begin()
        if not laid_out:
            self.look()  # a mask or an id that moved is another source
            self.canvas.repaint_changed()
            accessible.values_changed(self)

    def _on_selection(self) -> None:
        if self.resting.miss():
            return
        if not self.lay_out():  # another head is another layout
            self.look()
            self.canvas.repaint_bars()
        self.navigator.tell_place()
        accessible.focus_moved(self)

    def _on_digits(self) -> None:
        """Numbers are written otherwise: in cells as wide as they need."""
        self.content.form = self.digits.now
        self.content.forget()
        self.lay_out()

    def look(self) -> None:
        """Repaint where the marks of what a person looks at were and where they are now."""
        now = self._look_now()
        if now != self._looking:
            for looking in (self._looking, now):
                for rect in extents(self.bench, looking, self.paint_style):
                    self.viewport().update(self.on_screen(rect).toAlignedRect())
            self._looking = now

    def _look_now(self) -> Looking:
        focused = self.hasFocus() or self.typing.editor is not None
        return Looking(self.selection.cell, self.selection.row, self._hovered, focused, self.sources.runs())

    def show_head_of(self, name: str) -> None:
        """Show the head that a small map belongs to; on a folded band, unfold it first."""
        band = self.bench.band_at(self.bench.cards[name].rect.center())
        if band is not None and band.folded:
            self.navigator.turn(band.section)
        head = self.trace[name].head
        if head is not None:
            self.selection.show_head(name.split(f".h{head}.")[0], head)

    def turn_head(self, step: int) -> None:
        """Show the next or previous head of the selected cell's attention, with the selection in it."""
        cell = self.selection.cell
        part = next((b.part for b in self.bench.bands if cell and b.part and cell[0] in b.names), "")
        if cell is None or not part:
            return
        heads = self.trace.spec.heads
        old = min(self.selection.head.get(part, 1), heads)
        new = (old - 1 + step) % heads + 1
        self.selection.show_head(part, new)
        self.selection.select((cell[0].replace(f"{part}.h{old}.", f"{part}.h{new}."), cell[1], cell[2]))

    def lay_out(self) -> bool:
        """Lay out if something that decides the layout changed; the whole view is then painted anew.

        While a mask is painted nothing moves: a rule that comes with the first stroke gets its place at the end.
        """
        self._laid_out = True
        if self.resting.miss() or self.painting.holds():
            return False
        if not self.content.fit_into(self.selection, self.room(), self.camera.metrics):
            return False
        self.canvas.clear()
        self._hovered = None
        self.camera.update_bars()
        self._looking = self._look_now()
        if self.typing.editor is not None:
            if self.typing.cell[0] in self.bench.cards:
                self.typing.place()
            else:
                self.typing.settle()
        accessible.layout_changed(self)
        self.viewport().update()
        return True

    # typing and pointing

    def type_into(self, cell: Cell, text: str | None = None) -> None:
        """Open the editor on a cell; on a computed one say why it can't be edited, and offer to hold it.

        One that is open stays, or commits first.
        """
        if self.compared.frozen() or self.sloped.frozen(cell[0]):
            return
        if self.typing.editor is not None and (cell == self.typing.cell or not self.commit_editor()):
            return
        reason = refusal(self.trace, *cell)
        if reason:
            self.message.emit(reason)
        if cell[0] in self.bench.cards and (not reason or offers_hold(self.trace[cell[0]])):
            self.typing.open(*cell, text, Span(*cell) if reason else None)

    def type_to_hold(self, cell: Cell, span: Span) -> None:
        """Open the editor for a number that some cells are then held at."""
        if span.name in self.bench.cards and not (self.compared.frozen() or self.sloped.frozen(span.name)):
            self.selection.select((span.name, *cell[1:]))
            self.typing.open(span.name, *cell[1:], None, span)

    def hover(self, at: QPointF | None) -> None:
        """Show what the pointer can do here."""
        found = self.hit(at) if at is not None else Hit()
        paints = found.kind == "cell" and self.painting.takes(found.name)
        editable = paints or found.kind == "cell" and self.compared.may_edit(found.cell)
        self._hovered = found.cell if editable else None
        shape = pointer(found, self.mouse.space, paints, editable, self.sloped.shows(found.name))
        if self.viewport().cursor().shape() != shape:
            self.viewport().setCursor(shape)
        self.look()

    # painting

    def paintEvent(self, event: QPaintEvent) -> None:
        self.canvas.paint(event.region(), self._looking)

    # events

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.size() != self._settled:  # bars that come and go resize the viewport too
            self._settled = self.size()
            self.camera.settle()
        if not self.lay_out():
            self.camera.update_bars()
        self.navigator.tell_place()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        self.canvas.moved()
        self.typing.place()
        self.viewport().update()
        self.navigator.tell_place()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.content.forget()
            self.lay_out()

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            found = self.hit(QPointF(event.pos()))
            rect = QRect()
            if found.kind in ("cell", "map") and found.i >= 0:
                rect = self.on_screen(self.bench.cards[found.name].cell(found.i, found.j)).toAlignedRect()
            words = tip(self.content, found, self.compared.comparison)
            QToolTip.showText(event.globalPos(), words, self.viewport(), rect)
            return True
        if event.type() == QEvent.Type.Leave and self.mouse.pressed is None:
            self.hover(None)
        return super().viewportEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.mouse.press(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.mouse.move(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.mouse.release(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.mouse.double_click(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        event.setAccepted(context.open_menu(self, None if by_key else event.pos()))

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.mouse.wheel(event):
            event.accept()
        else:
            super().wheelEvent(event)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            back = event.key() == Qt.Key.Key_Backtab
            # Tab goes along the cards first; at the ends the focus leaves the bench.
            if (back or event.key() == Qt.Key.Key_Tab) and self.keys.along(-1 if back else 1):
                return True
        if event.type() == QEvent.Type.DevicePixelRatioChange:  # moved to another screen
            self.lay_out()
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self.keys.press(event):
            event.ignore()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        self.keys.release(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.look()
        accessible.focus_moved(self)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.mouse.space = False
        self.look()

    def inputMethodQuery(self, query: Qt.InputMethodQuery) -> object:
        if query == Qt.InputMethodQuery.ImEnabled:
            cell = self.selection.cell
            return cell is not None and self.compared.may_edit(cell)  # elsewhere letters are keys
        if query == Qt.InputMethodQuery.ImCursorRectangle and self.selection.cell is not None:
            name, i, j = self.selection.cell
            if name in self.bench.cards:
                return self.on_screen(self.bench.cards[name].cell(i, j)).toRect()
        return super().inputMethodQuery(query)

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        """Text from an input method opens the editor, which takes the event over."""
        cell = self.selection.cell
        if cell is not None and (event.commitString() or event.preeditString()):
            self.type_into(cell, "")
            if self.typing.editor is not None:
                QApplication.sendEvent(self.typing.editor, event)
                return
        super().inputMethodEvent(event)
