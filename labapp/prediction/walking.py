"""The keyboard on the board: arrows go to whatever lies there, Shift+↑ ↓ to the row above or below."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QKeyEvent

from .item import ARROWS, Item

if TYPE_CHECKING:
    from .board import Board

ROWS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}  # with Shift
BEYOND = 4  # px that two items may overlap and still lie beside each other


class Walking:
    """Knows what the keyboard reaches on one board. Of each column one item is a stop of the Tab key."""

    def __init__(self, board: Board) -> None:
        self._board = board

    def items(self) -> list[list[Item]]:
        """What the keyboard reaches, by column and from the top down."""
        board, found = self._board, []
        for column in board.columns:
            inside: list[Item] = [
                board.folds[group.plan.key] for group in column.groups if group.plan.key in board.folds
            ]
            maps = [here.name for card in column.cards for here in card.maps]
            inside += [board.thumbs[name] for name in maps if name in board.thumbs]
            inside.sort(key=lambda item: (item.y(), item.x()))
            found.append([*inside, *board.tokens.get(column.plan.axis, ())])
        return [lane for lane in found if lane]

    def enter(self) -> None:
        """Take the keyboard: where it was last, at first on top of the column that predicts."""
        stops = [item for lane in self.items() for item in lane if item.is_stop()]
        if stops:
            stops[-1].setFocus()

    def set_stops(self) -> None:
        """See to it that each column has one stop."""
        for lane in self.items():
            stops = [item for item in lane if item.is_stop()] or lane[:1]
            for item in lane:
                item.be_stop(item is stops[0])

    def arrived(self, item: Item) -> None:
        """The keyboard is on an item, which is its column's stop from now on."""
        for lane in self.items():
            if item in lane:
                for other in lane:
                    other.be_stop(other is item)

    def press(self, event: QKeyEvent) -> bool:
        """Act on a key; False leaves it to others."""
        board, key = self._board, Qt.Key(event.key())
        if key == Qt.Key.Key_Escape and board.followed is not None:
            board.stop_following()
        elif key in ROWS and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            board.step(ROWS[key])
        elif key in ARROWS:
            here = board.focusWidget()
            items = [item for lane in self.items() for item in lane]
            there = neighbour(here, items, key) if isinstance(here, Item) else None
            if there is not None:
                there.setFocus(Qt.FocusReason.TabFocusReason)
        else:
            return False
        return True


def neighbour(here: Item, items: Iterable[Item], key: Qt.Key) -> Item | None:
    """The item that lies nearest in the direction of an arrow key; None at the end."""
    at = here.geometry()
    found = [item for item in items if item is not here and _beyond(at, item.geometry(), key)]
    return min(found, key=lambda item: _far(at, item.geometry(), key), default=None)


def _beyond(here: QRect, other: QRect, key: Qt.Key) -> bool:
    return {
        Qt.Key.Key_Left: other.right() <= here.left() + BEYOND,
        Qt.Key.Key_Right: other.left() >= here.right() - BEYOND,
        Qt.Key.Key_Up: other.bottom() <= here.top() + BEYOND,
        Qt.Key.Key_Down: other.top() >= here.bottom() - BEYOND,
    }[key]


def _far(here: QRect, other: QRect, key: Qt.Key) -> float:
    """How far away an item is; what lies aside counts four times as far."""
    across = _gap(here.left(), here.right(), other.left(), other.right())
    along = _gap(here.top(), here.bottom(), other.top(), other.bottom())
    aside, ahead = (along, across) if key in (Qt.Key.Key_Left, Qt.Key.Key_Right) else (across, along)
    middle = (here.center() - other.center()).manhattanLength()
    return 4.0 * aside + ahead + 0.01 * middle


def _gap(a: int, b: int, c: int, d: int) -> int:
    """What lies between two intervals; 0 where they overlap."""
    return max(0, c - b, a - d)
