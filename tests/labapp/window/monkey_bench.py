"""What the monkey does on the bench: numbers typed and dragged, clicks, keys, wheel, gradients, reach."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible, QHelpEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from labapp.panels.reach import ReachPanel

from .monkey_hand import (
    CTRL,
    KEYS,
    LEFT,
    MIDDLE,
    NONE,
    NONSENSE,
    NUMBERS,
    RIGHT,
    SHIFT,
    Key,
    a_cell,
    anywhere,
    at,
    focus,
    move,
    rng_editable,
    write,
)
from .monkey_model import change_field

if TYPE_CHECKING:
    from .monkey import Monkey

WILD = ("inf", "-inf", "nan", "1e300", "-1e300", "1e-310")
WAYS_OUT = (
    (Key.Key_Return, NONE), (Key.Key_Tab, NONE), (Key.Key_Escape, NONE), (Key.Key_Return, SHIFT), (Key.Key_Up, NONE),
)  # fmt: skip


def type_number(monkey: Monkey) -> None:
    """Double click or a digit opens the editor; a text is typed, and left in one of the ways out, or not at all."""
    cell, rng = a_cell(monkey, rng_editable(monkey)), monkey.random
    if cell is None:
        return
    view, point = monkey.window.bench, at(monkey, cell)
    QTest.mouseClick(view.viewport(), LEFT, NONE, point)
    if rng.random() < 0.5:
        QTest.mouseDClick(view.viewport(), LEFT, NONE, point)
    else:
        QTest.keyClick(view, rng.choice([Key.Key_F2, Key.Key_1, Key.Key_Minus, Key.Key_Period]))
    editor = view.typing.editor
    if editor is None:
        return
    if rng.random() < 0.7:
        editor.selectAll()
    write(monkey, rng.choice(NUMBERS if rng.random() < 0.7 else NONSENSE))
    key, held = rng.choice(WAYS_OUT)
    if rng.random() < 0.8:
        QTest.keyClick(focus(monkey, view), key, held)


def drag_number(monkey: Monkey) -> None:
    """Press, move sideways with or without Shift and Ctrl, and release; or Esc, undo or another act in the middle."""
    cell, rng = a_cell(monkey, rng_editable(monkey)), monkey.random
    if cell is None:
        return
    view, point = monkey.window.bench.viewport(), at(monkey, cell)
    held, reach = rng.choice([NONE, NONE, SHIFT, CTRL]), rng.randint(-200, 200)
    QTest.mousePress(view, LEFT, NONE, point)
    for step in range(1, 9):
        point_now = point + QPoint(round(reach * step / 8), rng.randint(-2, 2))
        move(view, point_now, LEFT, held)
        if rng.random() < 0.1:
            monkey.process()
    end = rng.random()
    if end < 0.1:
        QTest.keyClick(monkey.window.bench, Key.Key_Escape)
    elif end < 0.2:
        QTest.keyClick(monkey.window.bench, Key.Key_Z, CTRL)
    elif end < 0.25:
        change_field(monkey)
    QTest.mouseRelease(view, LEFT, NONE, point + QPoint(reach, 0))


def wild_number(monkey: Monkey) -> None:
    """A number that no sum survives, looked at, and taken back."""
    cell = a_cell(monkey, True)
    if cell is None or not monkey.window.settle():
        return
    view, document = monkey.window.bench, monkey.document
    before = document.undo_stack.index()
    QTest.mouseClick(view.viewport(), LEFT, NONE, at(monkey, cell))
    QTest.keyClick(view, Key.Key_F2)
    if view.typing.editor is not None:
        view.typing.editor.selectAll()
        write(monkey, monkey.random.choice(WILD))
        QTest.keyClick(view.typing.editor, Key.Key_Return)
    monkey.process()
    if view.typing.editor is not None:
        view.typing.cancel()
    while document.undo_stack.index() > before:
        monkey.window.actions_by_id["undo"].trigger()


def click(monkey: Monkey) -> None:
    """A click anywhere on the bench: cells, heads, maps, triangles, row labels."""
    view, rng = monkey.window.bench.viewport(), monkey.random
    point = anywhere(monkey, view)
    move(view, point, Qt.MouseButton.NoButton)
    if rng.random() < 0.2:
        QTest.mouseDClick(view, LEFT, NONE, point)
    else:
        QTest.mouseClick(view, rng.choice([LEFT, LEFT, LEFT, RIGHT]), rng.choice([NONE, NONE, SHIFT, CTRL]), point)


def pan(monkey: Monkey) -> None:
    view, point = monkey.window.bench.viewport(), anywhere(monkey, monkey.window.bench.viewport())
    QTest.mousePress(view, MIDDLE, NONE, point)
    for _ in range(4):
        point = anywhere(monkey, view)
        move(view, point, MIDDLE)
    QTest.mouseRelease(view, MIDDLE, NONE, point)


def turn_wheel(monkey: Monkey) -> None:
    view, rng = monkey.window.bench.viewport(), monkey.random
    point, held = anywhere(monkey, view), rng.choice([NONE, CTRL])
    for _ in range(rng.randint(1, 4)):
        event = QWheelEvent(
            QPointF(point),
            QPointF(view.mapToGlobal(point)),
            QPoint(),
            QPoint(0, rng.choice([-240, -120, -17, 17, 120, 240])),
            Qt.MouseButton.NoButton,
            held,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(view, event)


def press_keys(monkey: Monkey) -> None:
    """A few keys of the bench."""
    monkey.window.bench.setFocus()
    for _ in range(monkey.random.randint(1, 5)):
        key, held = monkey.random.choice(KEYS)
        QTest.keyClick(focus(monkey, monkey.window.bench), key, held)


def point_and_read(monkey: Monkey) -> None:
    """Rest the pointer: the tooltip, and what a screen reader reads there."""
    view = monkey.window.bench
    point = anywhere(monkey, view.viewport())
    move(view.viewport(), point, Qt.MouseButton.NoButton)
    QApplication.sendEvent(view.viewport(), QHelpEvent(QEvent.Type.ToolTip, point, view.viewport().mapToGlobal(point)))
    spoken: Any = QAccessible.queryAccessibleInterface(view)
    for _ in range(4):
        if spoken is None:
            break
        spoken.text(QAccessible.Text.Name), spoken.rect(), spoken.role(), spoken.state()
        count = spoken.childCount()
        spoken = spoken.child(monkey.random.randrange(count)) if count else None


def what_moves(monkey: Monkey) -> None:
    """The reach of some cell, sometimes with another step, sometimes not waited for."""
    window, rng = monkey.window, monkey.random
    window.bench.reached.ask()
    listed = window.docks["reach"].area.widget()
    if isinstance(listed, ReachPanel):
        listed._delta_typed(rng.choice(["", "0.5", "-1", *NONSENSE]))
        if rng.random() < 0.5:
            QTest.qWait(100)
        if listed.list.count:
            listed.go_to(rng.randrange(listed.list.count))
    if rng.random() < 0.5:
        window.docks["reach"].close()
