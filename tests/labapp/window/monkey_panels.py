"""What the monkey does in the panels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from labapp.panels.why import WhyPanel

from .monkey_hand import (
    ALT,
    CTRL,
    KEYS,
    LEFT,
    NONE,
    NONSENSE,
    NUMBERS,
    RIGHT,
    Key,
    a_cell,
    anywhere,
    focus,
    move,
    rng_editable,
    write,
)
from .monkey_window import answer

if TYPE_CHECKING:
    from .monkey import Monkey

BLOCKS = (
    "1\t2\r\n3\t4\r\n", "1,5\t2\n3\t4", "[[1, 2], [3, 4]]", "array([[1., 2.],\n       [3., 4.]])", "1 2 3", "0.5",
    r"\begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}", "1,2\n3,4", "abc", "", "\t\t\n", "[[1, [2]], 3", "1\t\n\t2",
    "\0", "😀\t1", "1;2;3", "nan inf",
    "<table><tr><td>1</td></tr></table>", "0 " * 400, "1\n" * 40, "−1 – 2", "{'a': 1}",
)  # fmt: skip


def work_twin(monkey: Monkey) -> None:
    """Type, step, clear, copy, paste nonsense, and the buttons of the twin dock."""
    rng, dock = monkey.random, monkey.window.docks["twin"]
    dock.show()
    cell = a_cell(monkey, rng_editable(monkey))
    if cell is not None:
        monkey.window.selection.select(cell)
    monkey.process()
    panel = dock.area.widget()
    table = panel.table
    if not table.isVisible():
        return
    table.setFocus()
    for _ in range(rng.randint(1, 5)):
        chosen = rng.random()
        keyboard = focus(monkey, table)
        if chosen < 0.3:
            QTest.keyClick(keyboard, *rng.choice(KEYS[:16]))
        elif chosen < 0.5:
            QTest.keyClick(keyboard, Key.Key_F2)
            write(monkey, rng.choice(NUMBERS + NONSENSE[:6]))
            if rng.random() < 0.8:
                QTest.keyClick(focus(monkey, table), rng.choice([Key.Key_Return, Key.Key_Escape, Key.Key_Tab]))
        elif chosen < 0.6:
            QTest.keyClick(keyboard, Key.Key_Delete)
        elif chosen < 0.75:
            QGuiApplication.clipboard().setText(rng.choice(BLOCKS))
            QTest.keyClick(keyboard, Key.Key_V, CTRL)
            answer(monkey)
        elif chosen < 0.85:
            QTest.keyClick(keyboard, Key.Key_C, CTRL)
        else:
            rng.choice([panel.head.lock, panel.head.histogram, panel.head.whole, panel.head.comma]).trigger()
        monkey.process()


def work_heatmap(monkey: Monkey) -> None:
    """Hover, click, double click and turn the wheel on the heatmap."""
    panel = monkey.window.docks["twin"].area.widget()
    if panel is None or panel.heatmap is None or not panel.heatmap.isVisible():
        return
    view = panel.heatmap.view.viewport()
    for _ in range(3):
        point = anywhere(monkey, view)
        move(view, point, Qt.MouseButton.NoButton)
        QTest.mouseClick(view, monkey.random.choice([LEFT, LEFT, RIGHT]), NONE, point)


def work_heads(monkey: Monkey) -> None:
    dock = monkey.window.docks["heads"]
    dock.show()
    monkey.process()
    panel = dock.area.widget()
    if panel.maps:
        QTest.mouseClick(monkey.random.choice(panel.maps), LEFT)
    if panel.list.isVisible() and panel.list.count():
        QTest.keyClick(panel.list, monkey.random.choice([Key.Key_Down, Key.Key_Up]))


def follow_word(monkey: Monkey) -> None:
    """A word of the menu, then clicks and keys on the panel of its way."""
    window, rng = monkey.window, monkey.random
    menu = window.submenu("follow")
    menu.aboutToShow.emit()
    rng.choice([action for action in menu.actions() if action.isEnabled() and not action.isSeparator()]).trigger()
    monkey.process()
    panel = window.docks["follow"].area.widget()
    if panel is None or not panel.isVisible():
        return
    keys = (Key.Key_Left, Key.Key_Right, Key.Key_Up, Key.Key_Down, Key.Key_Home, Key.Key_End, Key.Key_Return)
    for _ in range(rng.randrange(4)):
        QTest.keyClick(panel.canvas, rng.choice(keys))
    if rng.random() < 0.3:
        panel.steps.click()
    if panel.canvas.isVisible() and panel.canvas.height() > 20:
        QTest.mouseClick(panel.canvas, LEFT, NONE, anywhere(monkey, panel.canvas))


def work_readers(monkey: Monkey) -> None:
    dock = monkey.window.docks["readers"]
    dock.show()
    monkey.process()
    panel = dock.area.widget()
    if panel is not None and panel.isVisible():
        QTest.mouseClick(panel, LEFT, NONE, anywhere(monkey, panel))
        QTest.keyClick(panel, monkey.random.choice([Key.Key_Down, Key.Key_Up]))


def work_jacobian(monkey: Monkey) -> None:
    """Blocks, entries, pieces, spans of the Jacobians, wherever the hand lands."""
    dock, rng = monkey.window.docks["jacobian"], monkey.random
    dock.show()
    monkey.process()
    panel = dock.area.widget()
    if panel is None or not panel.isVisible():
        return
    parts = [panel.grid, panel.card, panel.row, panel.chart, *panel.chooser.kinds.findChildren(QWidget)]
    target = rng.choice([part for part in parts if part.isVisible()] or [panel])
    QTest.mouseClick(target, LEFT, NONE, anywhere(monkey, target))
    QTest.keyClick(target, rng.choice([Key.Key_Down, Key.Key_Up, Key.Key_Left, Key.Key_Right]))
    if rng.random() < 0.3:
        dock.hide()


def work_ledger(monkey: Monkey) -> None:
    """Lengths dragged and typed, rows and bars chosen, the table copied."""
    dock, rng = monkey.window.docks["ledger"], monkey.random
    dock.show()
    monkey.process()
    panel = dock.area.widget()
    if panel is None or not panel.isVisible():
        return
    slider = rng.choice([slider for slider in panel.sliders.values() if slider.isVisible()] or [panel.canvas])
    QTest.mousePress(slider, LEFT, NONE, anywhere(monkey, slider))
    move(slider, anywhere(monkey, slider))
    QTest.mouseRelease(slider, LEFT, NONE, anywhere(monkey, slider))
    for _ in range(rng.randrange(4)):
        QTest.keyClick(slider, rng.choice([Key.Key_Left, Key.Key_PageUp, Key.Key_End, Key.Key_4, Key.Key_Return]))
    if rng.random() < 0.3:
        QTest.mouseClick(panel.scale.segment(rng.choice(["linear", "log"])), LEFT)
    QTest.mouseClick(panel.canvas, LEFT, NONE, anywhere(monkey, panel.canvas))
    QTest.keyClick(panel.canvas, rng.choice([Key.Key_Down, Key.Key_Up]))
    if rng.random() < 0.3:
        rng.choice(panel.copying.actions()).trigger()


def ask_three_kinds(monkey: Monkey) -> None:
    """Another word or sentence of the three kinds."""
    dock = monkey.window.docks["kinds"]
    dock.show()
    monkey.process()
    panel = dock.area.widget()
    if panel is not None and panel.isVisible():
        QTest.mouseClick(panel, LEFT, NONE, anywhere(monkey, panel))
        QTest.keyClick(panel, monkey.random.choice([Key.Key_Down, Key.Key_Up, Key.Key_Left, Key.Key_Right]))
        QTest.mouseClick(monkey.random.choice([panel.tools.back, panel.tools.forward]), LEFT)


def work_overview(monkey: Monkey) -> None:
    panel = monkey.window.docks["overview"].area.widget()
    if panel is not None and panel.isVisible():
        target = panel.childAt(anywhere(monkey, panel)) or panel
        QTest.mouseClick(target, LEFT)


def permute(monkey: Monkey) -> None:
    """The buttons and chips of the panel that permutes tokens."""
    dock, rng = monkey.window.docks["order"], monkey.random
    dock.show()
    monkey.process()
    panel = dock.area.widget()
    buttons = panel.buttons
    QTest.mouseClick(rng.choice([buttons.reverse, buttons.rotate, buttons.shuffle, buttons.reset, buttons.apply]), LEFT)
    if panel.row.chips and rng.random() < 0.5:
        QTest.keyClick(rng.choice(panel.row.chips), rng.choice([Key.Key_Left, Key.Key_Right]), ALT)
    if panel.switch is not None:
        QTest.mouseClick(panel.switch.segment(rng.choice(panel._sides[0])), LEFT)
    QTest.mouseClick(rng.choice([panel.shifts.stepper.less, panel.shifts.stepper.more]), LEFT)
    if panel.where.isVisible():
        QTest.mouseClick(panel.where, LEFT)
    if rng.random() < 0.3:
        dock.hide()


def look_at_checks(monkey: Monkey) -> None:
    """The live line, and a line of the list."""
    QTest.mouseClick(monkey.window.checks, LEFT)
    monkey.process()
    panel = monkey.window.docks["checks"].area.widget()
    if panel is not None and panel.isVisible() and panel.rows:
        QTest.mouseClick(monkey.random.choice(panel.rows), LEFT)


def work_inspector(monkey: Monkey) -> None:
    """A source is clicked, the way walked back, the whole way shown, a copy taken; by mouse and by keyboard."""
    panel, rng = monkey.window.docks["why"].area.widget(), monkey.random
    if not isinstance(panel, WhyPanel) or not panel.isVisible():
        return
    page = panel.view
    how = rng.randrange(6)
    if how == 0 and page.paper.places:
        cell = rng.choice(page.paper.places).target
        QTest.mouseClick(page, LEFT, NONE, page.place_of(cell))
    elif how == 1:
        QTest.mouseClick(rng.choice([panel.tools.back, panel.tools.forward, panel.tools.chain]), LEFT)
    elif how == 2:
        panel.copy(rng.choice(["text", "latex", "markdown", "picture"]))
    elif how == 3:
        monkey.window.actions_by_id[rng.choice(["inspect", "outline"])].trigger()
    else:
        page.setFocus()
        for _ in range(rng.randrange(1, 6)):
            key = rng.choice([Key.Key_Right, Key.Key_Left, Key.Key_Return, Key.Key_Backspace, Key.Key_Home])
            QTest.keyClick(page, key)
