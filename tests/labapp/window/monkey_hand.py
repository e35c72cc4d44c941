"""The monkey's hand: where cells are, moving, typing, and what it types."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget

if TYPE_CHECKING:
    from .monkey import Monkey

LEFT, RIGHT, MIDDLE = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton
NONE, CTRL = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier
SHIFT, ALT = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.AltModifier
Key = Qt.Key
NUMBERS = ("0", "1", "-1", "0.5", "-1.5", "2", "1/2", "sqrt(2)", "1e-3", "−0.25", "３", "0.1", "-0.75", ".5")
NONSENSE = ("abc", "", "1..2", "--1", "1,5", "0x", "1/0", "sqrt(-1)", "é", "😀", "(((", "1" * 300, "na", "\t", "מ")
SIZES = ("0", "1", "2", "3", "4", "5", "-1", "2.5", "x", "99999999", "")
KEYS: tuple[tuple[Key, Qt.KeyboardModifier], ...] = (
    *((key, held) for key in (Key.Key_Left, Key.Key_Right, Key.Key_Up, Key.Key_Down) for held in (NONE, CTRL, SHIFT)),
    *((key, ALT) for key in (Key.Key_Up, Key.Key_Down, Key.Key_PageUp, Key.Key_PageDown, Key.Key_Left, Key.Key_Right)),
    *((key, held) for key in (Key.Key_Home, Key.Key_End) for held in (NONE, CTRL)),
    *((key, NONE) for key in (Key.Key_PageUp, Key.Key_PageDown, Key.Key_Tab, Key.Key_Backtab, Key.Key_Escape)),
    *((key, NONE) for key in (Key.Key_F, Key.Key_Z, Key.Key_H, Key.Key_BracketLeft, Key.Key_BracketRight)),
    *((key, NONE) for key in (Key.Key_Delete, Key.Key_Space, Key.Key_F2, Key.Key_Return, Key.Key_7, Key.Key_Minus)),
    (Key.Key_H, SHIFT), (Key.Key_BracketLeft, CTRL), (Key.Key_BracketRight, CTRL), (Key.Key_0, CTRL), (Key.Key_9, CTRL),
)  # fmt: skip


def a_cell(monkey: Monkey, editable: bool) -> tuple[str, int, int] | None:
    """A random cell of a card on the bench."""
    bench, trace = monkey.window.bench.bench, monkey.document.trace
    names = [
        name
        for name, placed in bench.cards.items()
        if placed.box.kind != "map" and name in trace and (trace[name].editable or not editable)
    ]
    if not names:
        return None
    name = monkey.random.choice(names)
    n, k = trace[name].values.shape
    return name, monkey.random.randrange(n), monkey.random.randrange(k)


def at(monkey: Monkey, cell: tuple[str, int, int]) -> QPoint:
    """Where a cell is on the screen, after it was brought into view."""
    monkey.window.bench.camera.reveal(*cell)
    return monkey.window.bench.point_of(*cell)


def anywhere(monkey: Monkey, widget: QWidget) -> QPoint:
    return QPoint(monkey.random.randrange(max(1, widget.width())), monkey.random.randrange(max(1, widget.height())))


def move(widget: QWidget, point: QPoint, button: Qt.MouseButton = LEFT, held: Qt.KeyboardModifier = NONE) -> None:
    event = QMouseEvent(
        QEvent.Type.MouseMove,
        QPointF(point),
        QPointF(widget.mapToGlobal(point)),
        Qt.MouseButton.NoButton,
        button,
        held,
    )
    QApplication.sendEvent(widget, event)


def write(monkey: Monkey, words: str) -> None:
    """Type into whatever has the keyboard; what is no ASCII comes as from an input method."""
    target = focus(monkey, monkey.window.bench)
    if words.isascii():
        QTest.keyClicks(target, words)
    elif isinstance(target, QLineEdit):
        target.insert(words)


def focus(monkey: Monkey, other: QWidget) -> QWidget:
    """What has the keyboard; it needs an active window, as a person's does."""
    if not monkey.window.isActiveWindow() and QApplication.activeModalWidget() is None:
        monkey.window.activateWindow()
        monkey.process()
    return QApplication.focusWidget() or other


def rng_editable(monkey: Monkey) -> bool:
    return monkey.random.random() < 0.85


def trigger(*ids: str) -> Callable[[Monkey], None]:
    """One of some actions of the window."""
    return lambda monkey: monkey.window.actions_by_id[monkey.random.choice(ids)].trigger()


def shown_panel(monkey: Monkey, name: str) -> Any:
    """The panel of a dock that is opened for it; None where there is no room to see it."""
    dock = monkey.window.docks[name]
    dock.show()
    monkey.process()
    panel = dock.area.widget()
    return panel if panel is not None and panel.isVisible() else None
