"""The mouse: click selects, a sideways drag on an editable cell changes it, a drag on a mask paints, any other moves
the bench."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent

from core.problem import Problem
from core.trace import Matrix
from core.workspace import Workspace
from labapp.selection import Cell
from labapp.text import sentence
from labapp.why import BACK, FORWARD, walk

from .editing import act_label, changed_cell, dragged
from .hit import Hit
from .veils import veiled_part

if TYPE_CHECKING:
    from .view import BenchView

THRESHOLD = 4  # pixels before a press becomes a drag
NOTCH = 120  # of a mouse wheel
ZOOM = 1.12  # a notch
WALKS = {Qt.MouseButton.BackButton: BACK, Qt.MouseButton.ForwardButton: FORWARD}


class Mouse:
    """What the pressed buttons are doing."""

    def __init__(self, view: BenchView) -> None:
        self.view = view
        self.pressed: QPointF | None = None
        self.hit = Hit()
        self.mode = ""  # "", "edit", "paint", "pan"
        self.space = False
        self._start: Workspace | None = None
        self._matrix: Matrix | None = None  # whose cell is dragged, as it was at the start
        self._value = 0.0
        self._origin = 0.0  # where the present kind of dragging began
        self._modifiers = Qt.KeyboardModifier.NoModifier
        self._last = QPointF()
        self._refused = False
        self._turned = 0.0  # notches of the wheel that haven't changed the size yet

    @property
    def editing(self) -> bool:
        """Whether a drag is changing something: then only Esc means something."""
        return self.mode in ("edit", "paint")

    def press(self, event: QMouseEvent) -> None:
        view = self.view
        if self.editing or not view.commit_editor():
            return
        if event.button() in WALKS:
            walk(view.document, view.selection, WALKS[event.button()])
            return
        at = event.position()
        self.pressed, self._last = at, at
        self.hit = view.hit(at)
        if event.button() == Qt.MouseButton.MiddleButton or self.space:
            self._begin_pan()
            view.keys.toggles = False  # Space was for moving
            self.hit = Hit()
            return
        if event.button() != Qt.MouseButton.LeftButton:
            self.pressed = None
            if self.hit.kind == "cell":
                view.selection.select(self.hit.cell)
            return
        if self.hit.kind == "cell":
            view.selection.select(self.hit.cell)

    def move(self, event: QMouseEvent) -> None:
        at = event.position()
        if self.pressed is None:
            self.view.hover(at)
            return
        moved = at - self.pressed
        if not self.mode and max(abs(moved.x()), abs(moved.y())) >= THRESHOLD:
            sideways = abs(moved.x()) >= abs(moved.y())
            if self.hit.kind == "cell" and self.view.painting.takes(self.hit.name):
                self.mode = "paint"
                self.view.painting.begin(*self.hit.cell)
            elif self.hit.kind == "cell" and self.hit.name not in self.view.trace:
                self.pressed = None  # the matrix went while the button was down
            elif self.hit.kind == "cell" and sideways and self.view.compared.may_edit(self.hit.cell):
                self._begin_edit(event)
            else:
                self._begin_pan()
        if self.mode == "edit":
            self._drag(at.x(), event.modifiers())
        elif self.mode == "paint":
            if not self.view.painting.to(at):
                self.mode, self.pressed = "", None
        elif self.mode == "pan":
            self.view.camera.scroll_by(self._last - at)
        self._last = at

    def release(self, event: QMouseEvent) -> None:
        view = self.view
        mode, self.mode = self.mode, ""
        was, self.pressed = self.pressed, None
        if mode == "edit" and not view.document.lasting:
            view.document.commit()
        elif mode == "paint":
            view.painting.end()
        elif not mode and was is not None and event.button() == Qt.MouseButton.LeftButton:
            self._click(view.hit(event.position()))
        self._start = self._matrix = None
        view.hover(event.position())

    def double_click(self, event: QMouseEvent) -> None:
        hit = self.view.hit(event.position())
        if event.button() in WALKS:
            self.press(event)
        elif hit.kind == "cell" and self.view.painting.takes(hit.name):
            self.press(event)  # two quick clicks on a mask are two clicks
        elif event.button() == Qt.MouseButton.LeftButton and hit.kind == "cell" and self.view.commit_editor():
            self.view.selection.select(hit.cell)
            self.view.type_into(hit.cell)
        elif event.button() == Qt.MouseButton.LeftButton and hit.kind == "card":
            self.view.navigator.enlarge(hit.name)

    def wheel(self, event: QWheelEvent) -> bool:
        """Zoom with Ctrl; False leaves the wheel to the scroll bars."""
        if not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            return False
        if not self.editing and self.view.commit_editor():
            self._turned += event.angleDelta().y() / NOTCH
            # A touchpad turns by hundredths of a notch: they add up until the text height changes.
            px = self.view.camera.px
            if round(px * ZOOM**self._turned) != px:
                self.view.zoom(ZOOM**self._turned, event.position())
                self._turned -= math.log(self.view.camera.px / px, ZOOM)
        return True

    def cancel(self) -> bool:
        """Esc during a drag: the value from before it comes back."""
        if not self.editing:
            return False
        painting, self.mode, self.pressed = self.mode == "paint", "", None
        if painting:
            self.view.painting.cancel()
        elif not self.view.document.lasting:
            self.view.document.cancel()
        self.view.hover(self._last)
        return True

    def _click(self, hit: Hit) -> None:
        view = self.view
        if hit != self.hit:
            return
        if hit.kind == "cell" and view.painting.takes(hit.name):
            view.painting.toggle(*hit.cell)
        elif hit.kind == "cell":
            view.sloped.check(hit.cell)
        elif hit.kind == "head":
            view.selection.show_head(hit.name, hit.i)
        elif hit.kind == "reveal":
            view.revealer.step(hit.name, hit.i)
        elif hit.kind == "row" and view.revealer.takes_label(hit.name):
            view.revealer.turn(veiled_part(hit.name), hit.i)
        elif hit.kind == "fold":
            view.navigator.turn(hit.name)
        elif hit.kind == "map":
            view.show_head_of(hit.name)
        elif hit.kind == "row":
            row = (view.bench.cards[hit.name].box.row_axis, hit.i)
            view.selection.follow(None if view.selection.row == row else row)
        elif hit.kind == "":
            view.selection.select(None)

    def _begin_pan(self) -> None:
        self.mode = "pan"
        self.view.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)

    def _begin_edit(self, event: QMouseEvent) -> None:
        view, (name, i, j) = self.view, self.hit.cell
        self.mode = "edit"
        # Kept: a drag may take the matrix away (a window of 0 is none) and bring it back.
        self._matrix = matrix = view.trace[name]
        view.document.begin(act_label(matrix, i, j))
        self._start = view.document.workspace
        self._value = float(matrix.values[i, j])
        assert self.pressed is not None
        # From where the drag was recognised: the value doesn't jump by the threshold.
        self._origin = self.pressed.x() + math.copysign(THRESHOLD, event.position().x() - self.pressed.x())
        self._modifiers = event.modifiers()

    def _drag(self, x: float, modifiers: Qt.KeyboardModifier) -> None:
        view, (name, i, j) = self.view, self.hit.cell
        if not view.document.acting or view.document.lasting or self._start is None:  # something else closed the act
            self.mode, self.pressed = "", None
            return
        if modifiers != self._modifiers:  # Shift or Ctrl came or went: go on from what is shown
            self._value = self._at(self._last.x(), self._modifiers)
            self._origin, self._modifiers = self._last.x(), modifiers
        start, value = self._start, self._at(x, modifiers)
        view.document.preview(lambda: self._changed(start, (name, i, j), value))

    def _changed(self, start: Workspace, cell: Cell, value: float) -> Workspace | None:
        """The state with the dragged number; None, and the reason said, where it is refused."""
        try:
            changed = changed_cell(start, self.view.document.before, *cell, value)  # it may be gone from the present
        except Problem as problem:
            self._refused = True
            self.view.message.emit(sentence(problem))
            return None
        if self._refused:
            self._refused = False
            self.view.message.emit("")
        return changed

    def _at(self, x: float, modifiers: Qt.KeyboardModifier) -> float:
        fine = bool(modifiers & Qt.KeyboardModifier.ShiftModifier)
        snap = bool(modifiers & Qt.KeyboardModifier.ControlModifier)
        assert self._matrix is not None
        return dragged(self._matrix, self._value, x - self._origin, fine, snap)
