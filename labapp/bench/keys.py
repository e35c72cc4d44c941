"""The keyboard: everything the mouse can do, without it."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QKeyEvent

from labapp.why import BACK, FORWARD, walk

from . import pinning
from .editing import refusal, set_cell, stepped
from .places import Placed

if TYPE_CHECKING:
    from .view import BenchView

Key = Qt.Key
ARROWS = {Key.Key_Left: "left", Key.Key_Right: "right", Key.Key_Up: "up", Key.Key_Down: "down"}
STEPS = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0)}
ALT_STEPS = {Key.Key_Up: 1, Key.Key_Down: -1, Key.Key_PageUp: 10, Key.Key_PageDown: -10}
WALKS = {Key.Key_Left: BACK, Key.Key_Right: FORWARD}  # with Alt: among the cells that were selected before
NUMBER_STARTS = "+-−–－＋.．。(（√∞π"
KEYPAD = Qt.KeyboardModifier.KeypadModifier


def starts_number(text: str) -> bool:
    """Whether a typed character begins a number: a digit of any script, a sign, a point, a bracket."""
    return len(text) == 1 and (text in NUMBER_STARTS or unicodedata.decimal(text, None) is not None)


def _beyond(here: QRectF, other: QRectF, direction: str) -> bool:
    """Whether `other` lies wholly on one side of `here`."""
    return {
        "left": other.right() <= here.left(),
        "right": other.left() >= here.right(),
        "up": other.bottom() <= here.top(),
        "down": other.top() >= here.bottom(),
    }[direction]


class Keys:
    """Key presses of the view (the editor has its own)."""

    def __init__(self, view: BenchView) -> None:
        self.view = view
        self.toggles = False  # whether letting go of Space toggles a cell of a mask: not after it moved the bench

    def press(self, event: QKeyEvent) -> bool:
        """Act on a key; False leaves it to others."""
        view, key = self.view, Key(event.key())
        modifiers = event.modifiers() & ~KEYPAD
        alt = modifiers == Qt.KeyboardModifier.AltModifier
        ctrl = modifiers == Qt.KeyboardModifier.ControlModifier
        if key == Key.Key_Escape:
            return self._escape()
        if view.mouse.editing:
            return True  # a drag is going on: only Esc means something
        if key == Key.Key_Space and not modifiers:
            self._space(True, event.isAutoRepeat())
            return True
        if alt and key in ALT_STEPS:
            return self._step(ALT_STEPS[key])
        if alt and key in WALKS:
            walk(view.document, view.selection, WALKS[key])
            return True
        if modifiers and not ctrl and modifiers != Qt.KeyboardModifier.ShiftModifier:
            return False
        if key in ARROWS:
            if modifiers == Qt.KeyboardModifier.ShiftModifier and view.painting.carry(ARROWS[key]):
                return True
            self.jump(ARROWS[key]) if ctrl else self.move(ARROWS[key])
            return True
        if key in (Key.Key_Home, Key.Key_End):
            self._end(key == Key.Key_End, ctrl)
            return True
        if ctrl:
            return False
        return self._plain(key, event.text(), bool(modifiers))

    def release(self, event: QKeyEvent) -> None:
        if Key(event.key()) == Key.Key_Space and not event.isAutoRepeat():
            self._space(False)
            cell = self.view.selection.cell
            if self.toggles and cell is not None and self.view.painting.paints(cell):
                self.view.painting.toggle(*cell)
            self.toggles = False

    def _plain(self, key: Key, text: str, shift: bool) -> bool:
        view = self.view
        if key in (Key.Key_PageUp, Key.Key_PageDown):
            self._page(key == Key.Key_PageDown)
            return True
        if key in (Key.Key_BracketLeft, Key.Key_BracketRight):
            return view.navigator.turn_here(key == Key.Key_BracketRight)
        if key == Key.Key_R:
            return view.revealer.key(shift)
        cell = view.selection.cell
        if cell is None:
            return False
        if not shift and view.painting.key(text, key in (Key.Key_Delete, Key.Key_Backspace)):
            return True
        if key in (Key.Key_Return, Key.Key_Enter) and view.sloped.shows(cell[0]):
            view.sloped.check(cell)
        elif key in (Key.Key_F2, Key.Key_Return, Key.Key_Enter):
            view.type_into(cell)
        elif key in (Key.Key_Delete, Key.Key_Backspace):
            self._set(0.0)
        elif key == Key.Key_F and not shift:
            self._follow()
        elif key == Key.Key_P and not shift:
            self._hold()
        elif key == Key.Key_G and not shift:
            view.sloped.turn(cell[0])
        elif key == Key.Key_Z and not shift:
            view.navigator.enlarge(cell[0])
        elif key == Key.Key_H:
            view.turn_head(-1 if shift else 1)
        elif starts_number(text):
            view.type_into(cell, text)
        else:
            return False
        return True

    def _escape(self) -> bool:
        view = self.view
        if view.mouse.cancel():
            return True
        if view.selection.row is not None:
            view.selection.follow(None)
            return True
        return view.revealer.show_all()

    def _space(self, down: bool, again: bool = False) -> None:
        self.view.mouse.space = down
        if down and not again:
            self.toggles = True
        if not self.view.mouse.mode:
            shape = Qt.CursorShape.OpenHandCursor if down else Qt.CursorShape.ArrowCursor
            self.view.viewport().setCursor(shape)

    def _follow(self) -> None:
        """Follow the row of the selected cell, or stop following it."""
        view = self.view
        assert view.selection.cell is not None
        name, i, _ = view.selection.cell
        placed = view.bench.cards.get(name)
        if placed is not None and placed.box.rows[i]:
            row = (placed.box.row_axis, i)
            view.selection.follow(None if view.selection.row == row else row)

    # values

    def _set(self, value: float) -> None:
        view = self.view
        assert view.selection.cell is not None
        name, i, j = view.selection.cell
        if view.compared.frozen() or view.sloped.frozen(name):
            return
        view.message.emit(refusal(view.trace, name, i, j) or set_cell(view.document, name, i, j, value))

    def _hold(self) -> None:
        """Hold the selected cell at its present value, or release it; beside a pin, the pinned one."""
        view = self.view
        assert view.selection.cell is not None
        name, i, j = view.selection.cell
        if view.compared.frozen() or view.sloped.frozen(name):
            return
        owner = pinning.owner(view.trace, name)
        view.selection.select((owner, i, j))
        view.message.emit(pinning.toggle(view.document, owner, i, j))

    def _step(self, steps: int) -> bool:
        view = self.view
        if view.selection.cell is None:
            return False
        name, i, j = view.selection.cell
        matrix = view.trace[name]
        self._set(stepped(matrix, float(matrix.values[i, j]), steps))
        return True

    # the selection

    def current(self) -> Placed | None:
        """The card of the selected cell, if it is on the bench."""
        cell = self.view.selection.cell
        return self.view.bench.cards.get(cell[0]) if cell else None

    def move(self, direction: str) -> None:
        """One cell on ("left" … "down"), the next or previous card ("next", "previous"), or nowhere ("")."""
        if direction in ("next", "previous"):
            self.along(1 if direction == "next" else -1)
            return
        if not direction:
            return
        placed = self.current()
        if placed is None:
            self.select(self._first(), 0, 0)
            return
        _, i, j = self.view.selection.cell or ("", 0, 0)
        di, dj = STEPS[direction]
        self.select(placed, i + di, j + dj)

    def along(self, step: int) -> bool:
        """The next or previous card in reading order; False at the ends."""
        cards = self._cards()
        placed = self.current()
        if placed is None:
            if not cards or self.view.selection.cell is None and step < 0:
                return False
            self.select(cards[0] if step > 0 else cards[-1], 0, 0)
            return True
        at = cards.index(placed) + step if placed in cards else 0
        if not 0 <= at < len(cards):
            return False
        self.select(cards[at], 0, 0)
        return True

    def jump(self, direction: str) -> None:
        """To the nearest card in a direction, to the cell nearest to this one."""
        placed = self.current()
        if placed is None:
            self.select(self._first(), 0, 0)
            return
        _, i, j = self.view.selection.cell or ("", 0, 0)
        here = placed.cell(i, j).center()
        beyond = [other for other in self._cards() if _beyond(placed.rect, other.rect, direction)]
        di, dj = STEPS[direction]

        def far(other: Placed) -> float:
            """Distance ahead, and twice what it lies aside."""
            step = other.rect.center() - here
            return step.x() * dj + step.y() * di + 2 * (abs(step.y() * dj) + abs(step.x() * di))

        if beyond:
            self._select_near(min(beyond, key=far), here)

    def select(self, placed: Placed | None, i: int, j: int) -> None:
        """Select a cell of a card, kept inside it, and bring it into view."""
        if placed is None:
            return
        i = max(0, min(i, len(placed.box.rows) - 1))
        j = max(0, min(j, len(placed.box.cols) - 1))
        self.view.selection.select((placed.box.name, i, j))
        self.view.camera.reveal(placed.box.name, i, j)

    def _select_near(self, placed: Placed, point: QPointF) -> None:
        box, inside = placed.box, point - placed.at
        self.select(
            placed,
            int((inside.y() - box.grid_y) // box.cell_height),
            int((inside.x() - box.grid_x) // box.cell_width),
        )

    def _cards(self) -> list[Placed]:
        return [placed for placed in self.view.bench.cards.values() if placed.box.kind != "map"]

    def _first(self) -> Placed | None:
        return next(iter(self._cards()), None)

    def _end(self, last: bool, whole: bool) -> None:
        cards = self._cards()
        if whole and cards:
            placed = cards[-1] if last else cards[0]
            self.select(placed, len(placed.box.rows) if last else 0, len(placed.box.cols) if last else 0)
            return
        found = self.current()
        if found is not None and self.view.selection.cell is not None:
            self.select(found, self.view.selection.cell[1], len(found.box.cols) if last else 0)

    def _page(self, down: bool) -> None:
        """First or last row of the card; without a selection the bench scrolls by a page."""
        view, placed = self.view, self.current()
        if placed is None or view.selection.cell is None:
            bar = view.verticalScrollBar()
            bar.setValue(bar.value() + (bar.pageStep() if down else -bar.pageStep()))
            return
        self.select(placed, len(placed.box.rows) if down else 0, view.selection.cell[2])
