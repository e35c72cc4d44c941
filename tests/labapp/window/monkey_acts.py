"""What the monkey can do. A new kind of act is one function and one line of ACTS."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible, QAction, QGuiApplication, QHelpEvent, QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLineEdit, QMessageBox, QWidget

from core.graph import LEAF
from core.problem import Problem
from core.workspace import Workspace
from labapp import models
from labapp.export.dialog import FigureDialog
from labapp.panels.compare import ComparePanel
from labapp.panels.model.controls import Control
from labapp.panels.reach import ReachPanel
from labapp.panels.training import TrainingPanel
from labapp.panels.twin.paste_dialog import PasteDialog
from labapp.panels.why import WhyPanel

from .monkey_prediction import look_at_prediction
from .monkey_speaking import speak, work_panes

if TYPE_CHECKING:
    from .monkey import Monkey

LEFT, RIGHT, MIDDLE = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton
NONE, CTRL = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier
SHIFT, ALT = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.AltModifier
Key = Qt.Key

NUMBERS = ("0", "1", "-1", "0.5", "-1.5", "2", "1/2", "sqrt(2)", "1e-3", "−0.25", "３", "0.1", "-0.75", ".5")
NONSENSE = ("abc", "", "1..2", "--1", "1,5", "0x", "1/0", "sqrt(-1)", "é", "😀", "(((", "1" * 300, "na", "\t", "מ")
TOKENS = ("我", "a", "a", "", " ", "🙂", "👨‍👩‍👧", "שלום", "<b>&", "a b", "PAD", "EOS", "w" * 80, "\n", "\u202e")
WILD = ("inf", "-inf", "nan", "1e300", "-1e300", "1e-310")
SIZES = ("0", "1", "2", "3", "4", "5", "-1", "2.5", "x", "99999999", "")
BLOCKS = (
    "1\t2\r\n3\t4\r\n", "1,5\t2\n3\t4", "[[1, 2], [3, 4]]", "array([[1., 2.],\n       [3., 4.]])", "1 2 3", "0.5",
    r"\begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}", "1,2\n3,4", "abc", "", "\t\t\n", "[[1, [2]], 3", "1\t\n\t2",
    "\0", "😀\t1", "1;2;3", "nan inf",
    "<table><tr><td>1</td></tr></table>", "0 " * 400, "1\n" * 40, "−1 – 2", "{'a': 1}",
)  # fmt: skip
KEYS: tuple[tuple[Key, Qt.KeyboardModifier], ...] = (
    *((key, held) for key in (Key.Key_Left, Key.Key_Right, Key.Key_Up, Key.Key_Down) for held in (NONE, CTRL, SHIFT)),
    *((key, ALT) for key in (Key.Key_Up, Key.Key_Down, Key.Key_PageUp, Key.Key_PageDown, Key.Key_Left, Key.Key_Right)),
    *((key, held) for key in (Key.Key_Home, Key.Key_End) for held in (NONE, CTRL)),
    *((key, NONE) for key in (Key.Key_PageUp, Key.Key_PageDown, Key.Key_Tab, Key.Key_Backtab, Key.Key_Escape)),
    *((key, NONE) for key in (Key.Key_F, Key.Key_Z, Key.Key_H, Key.Key_BracketLeft, Key.Key_BracketRight)),
    *((key, NONE) for key in (Key.Key_Delete, Key.Key_Space, Key.Key_F2, Key.Key_Return, Key.Key_7, Key.Key_Minus)),
    (Key.Key_H, SHIFT), (Key.Key_BracketLeft, CTRL), (Key.Key_BracketRight, CTRL), (Key.Key_0, CTRL), (Key.Key_9, CTRL),
)  # fmt: skip
WAYS_OUT = (
    (Key.Key_Return, NONE), (Key.Key_Tab, NONE), (Key.Key_Escape, NONE), (Key.Key_Return, SHIFT), (Key.Key_Up, NONE),
)  # fmt: skip


# the bench


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


def rng_editable(monkey: Monkey) -> bool:
    return monkey.random.random() < 0.85


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


# the model panel


def change_field(monkey: Monkey) -> None:
    """A field through its control in the model panel."""
    dock = monkey.window.docks["model"]
    if not dock.isVisible():
        dock.show()
        monkey.process()
    control = monkey.random.choice(list(dock.area.widget().controls.values()))
    if control.isVisible():
        dock.area.ensureWidgetVisible(control)
    work_control(monkey, control)


def change_size(monkey: Monkey) -> None:
    """Sizes again and again: they move everything else."""
    dock = monkey.window.docks["model"]
    dock.show()
    monkey.process()
    names = ("tokens", "enc_layers", "dec_layers", "d", "heads", "d_k", "d_v", "d_ff")
    work_control(monkey, dock.area.widget().controls[monkey.random.choice(names)])


def work_control(monkey: Monkey, control: Control) -> None:
    rng, part = monkey.random, control.field.type
    if part == "switch":
        QTest.mouseClick(control.switch, LEFT)
    elif part == "choice":
        QTest.mouseClick(control.segmented.segment(rng.choice(control.field.choices)), LEFT)
    elif part == "heads" and control.switches:
        QTest.mouseClick(rng.choice(control.switches), LEFT)
    elif part == "integer" and rng.random() < 0.6:
        # What is large gets smaller: the monkey is no load test.
        large = control._value > 6
        QTest.mouseClick(control.stepper.less if large or rng.random() < 0.5 else control.stepper.more, LEFT)
    elif part in ("integer", "number"):
        field = control.stepper.field if part == "integer" else control.number
        field.setFocus()
        field.selectAll()
        write(monkey, rng.choice(SIZES if part == "integer" else ("1e-5", "0.5", "10000", "1", "-1", "x", "1e-3")))
        if rng.random() < 0.8:
            QTest.keyClick(field, rng.choice([Key.Key_Return, Key.Key_Tab, Key.Key_Escape]))


# the window


def trigger(*ids: str) -> Callable[[Monkey], None]:
    """One of some actions of the window."""
    return lambda monkey: monkey.window.actions_by_id[monkey.random.choice(ids)].trigger()


def storm(monkey: Monkey) -> None:
    """Undo and redo as fast as keys repeat."""
    for _ in range(monkey.random.randint(1, 4)):
        back = monkey.random.random() < 0.6
        for _ in range(monkey.random.randint(1, 12)):
            held = CTRL if back else CTRL | SHIFT
            QTest.keyClick(focus(monkey, monkey.window.bench), Key.Key_Z, held)


def resize(monkey: Monkey) -> None:
    monkey.window.resize(monkey.random.randint(700, 1680), monkey.random.randint(420, 1050))


def toggle_dock(monkey: Monkey) -> None:
    dock = monkey.random.choice(list(monkey.window.docks.values()))
    dock.toggleViewAction().trigger()


def move_dock(monkey: Monkey) -> None:
    """A dock to another side."""
    area = monkey.random.choice(list(Qt.DockWidgetArea)[:4])
    monkey.window.addDockWidget(area, monkey.random.choice(list(monkey.window.docks.values())))


def save(monkey: Monkey) -> None:
    monkey.window.actions_by_id[monkey.random.choice(["save", "save_as"])].trigger()


def open_file(monkey: Monkey) -> None:
    """Open what was saved, or what can't be opened; unsaved work is given up, saved, or keeps the window."""
    monkey.answers = monkey.random.choice(["discard", "discard", "save", "cancel"])
    monkey.window.actions_by_id["open"].trigger()
    monkey.begin()


def new_model(monkey: Monkey) -> None:
    monkey.answers = monkey.random.choice(["discard", "save", "cancel"])
    monkey.window._new.fill()
    names = [name for name in models.names() if name != "base"]
    chosen = monkey.random.choice(names)
    action = next(a for a in monkey.window._new.actions() if a.data() == chosen)
    action.trigger()
    monkey.begin()


def stay(monkey: Monkey) -> None:
    """Close, and think better of it."""
    monkey.answers = "cancel"
    if monkey.window.settle() and monkey.document.modified:
        monkey.window.close()
    monkey.answers = "discard"


# twin, heads, export


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


def focus(monkey: Monkey, other: QWidget) -> QWidget:
    """What has the keyboard; it needs an active window, as a person's does."""
    if not monkey.window.isActiveWindow() and QApplication.activeModalWidget() is None:
        monkey.window.activateWindow()
        monkey.process()
    return QApplication.focusWidget() or other


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


def export(monkey: Monkey) -> None:
    """An entry of the export menu, or the figure dialog."""
    menu = monkey.window._export
    monkey.random.choice(list(menu.actions_by_id.values())).trigger()


# what has no control on the bench yet goes through the document


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


def pin(monkey: Monkey) -> None:
    """Hold a cell, a row, a column or all of a result, or release one."""
    document, rng = monkey.document, monkey.random
    trace = document.trace
    if document.workspace.pins and rng.random() < 0.4:
        _, name = rng.choice(sorted(document.workspace.pins))
        change(monkey, lambda work: work.without_pin(name, sample=document.sample))
        return
    name = rng.choice([name for name in trace if trace.graph[name].op != LEAF])
    n, k = trace[name].values.shape
    i, j = rng.choice([None, rng.randrange(n)]), rng.choice([None, rng.randrange(k)])
    change(monkey, lambda work: work.with_pin(name, i, j, rng.choice([0.0, 1.0, -0.5, 0.25]), document.sample))


def paint_mask(monkey: Monkey) -> None:
    """Cells of a custom mask, or none any more."""
    document, rng = monkey.document, monkey.random
    masks = [name for name in document.trace if name.endswith(".mask")]
    if not masks:
        return
    name = rng.choice(masks)
    shape = document.trace[name].values.shape
    painted = np.array([[float(rng.random() < 0.7) for _ in range(shape[1])] for _ in range(shape[0])])
    at = name.removesuffix(".mask")
    change(monkey, lambda work: work.with_custom_mask(at, painted if rng.random() < 0.8 else None, document.sample))


def change_tokens(monkey: Monkey) -> None:
    """A token of the shown sample is written anew, moved, added, taken away or marked as padding."""
    document, rng = monkey.document, monkey.random
    k, side = document.sample, rng.choice(["source", "target"])
    sample = document.workspace.samples[k]
    tokens = list(getattr(sample, side))
    valid = list(getattr(sample, f"{side}_valid")) or [True] * len(tokens)
    if not tokens:
        return
    at, how = rng.randrange(len(tokens)), rng.choice(["write", "move", "add", "remove", "pad"])
    if how == "write":
        tokens[at] = rng.choice(TOKENS)
    elif how == "move":
        to = rng.randrange(len(tokens))
        tokens.insert(to, tokens.pop(at))
        valid.insert(to, valid.pop(at))
    elif how == "add" and len(tokens) < 9:
        tokens.insert(at, rng.choice(TOKENS))
        valid.insert(at, True)
    elif how == "remove":
        del tokens[at], valid[at]
    else:
        valid[at] = not valid[at]
    kept = () if all(valid) else tuple(valid)
    new = msgspec.structs.replace(sample, **{side: tuple(tokens), f"{side}_valid": kept})
    change(monkey, lambda work: work.with_samples((*work.samples[:k], new, *work.samples[k + 1 :])))


def change(monkey: Monkey, how: Callable[[Workspace], Workspace]) -> None:
    """An act through the document, after what is open was settled."""
    if not monkey.window.settle():
        return
    try:
        monkey.document.do(how(monkey.document.workspace), "monkey")
    except Problem:
        return


def train(monkey: Monkey) -> None:
    """Start, pause, one step, reset, other settings; sometimes it goes on through the acts that follow."""
    rng, dock, training = monkey.random, monkey.window.docks["training"], monkey.window.desk.training
    dock.show()
    monkey.process()
    panel = dock.area.widget()
    if not isinstance(panel, TrainingPanel) or not panel.isVisible():
        return
    training.choose(steps=rng.choice([3, 30]), speed=rng.choice([10, 0]))
    for _ in range(rng.randint(1, 4)):
        settings = panel.settings
        buttons = (panel.start, panel.start, panel.step, panel.reset)
        segments = [settings.kind.segment(kind) for kind in ("adam", "sgd")]
        widget = rng.choice([*buttons, *segments])
        if widget.isEnabled():
            QTest.mouseClick(widget, LEFT)
        if rng.random() < 0.3:
            field = settings.numbers[rng.choice(["rate", "batch", "seed"])]
            field.setFocus()
            field.selectAll()
            write(monkey, rng.choice([*NUMBERS[:5], *SIZES]))
            QTest.keyClick(field, Key.Key_Return)
        monkey.process()
    if rng.random() < 0.6:
        dock.close()


# dialogs


def compare(monkey: Monkey) -> None:
    """A baseline begins, ends or shows another side; a ready-made pair; a line of the list."""
    window, rng = monkey.window, monkey.random
    if rng.random() < 0.7 or not window.comparison.on:
        window.actions_by_id[rng.choice(["compare", "side", "side"])].trigger()
    menu = window.comparing.menu
    if rng.random() < 0.3:
        menu.refill()
        pairs = [a for a in menu.findChildren(QAction) if a.objectName().startswith("pair-") and a.isEnabled()]
        if pairs:
            rng.choice(pairs).trigger()
    listed = window.docks["compare"].area.widget()
    if isinstance(listed, ComparePanel) and listed.list.count and rng.random() < 0.5:
        listed.go_to(rng.randrange(listed.list.count))


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


def gradients(monkey: Monkey) -> None:
    """Gradients on and off, of this and that, on one card, tried, and typed over in vain."""
    rng, window = monkey.random, monkey.window
    if rng.random() < 0.5:
        window.actions_by_id["gradients"].trigger()
        monkey.process()
    for _ in range(rng.randrange(1, 4)):
        cell = a_cell(monkey, False)
        if cell is None:
            return
        QTest.mouseClick(window.bench.viewport(), LEFT, NONE, at(monkey, cell))
        QTest.keyClick(window.bench, rng.choice([Key.Key_G, Key.Key_Return, Key.Key_7, Key.Key_Delete, Key.Key_Escape]))
        monkey.process()
        bar = window.sloping.bar
        if bar is not None and bar.isVisible() and rng.random() < 0.5:
            button = rng.choice([bar.loss, bar.here, bar.end, bar.give_up])
            if button.isVisible() and button.isEnabled():
                button.click()
            monkey.process()


def answer(monkey: Monkey) -> None:
    """Press a button of every dialog that is open."""
    rng = monkey.random
    for dialog in QApplication.topLevelWidgets():
        if not isinstance(dialog, QDialog) or not dialog.isVisible():
            continue
        if isinstance(dialog, PasteDialog) and dialog.paste.isEnabled() and rng.random() < 0.7:
            rng.choice([dialog.crop, dialog.grow]).click()
            dialog.accept()
        elif isinstance(dialog, FigureDialog):
            dialog.what.setCurrentIndex(rng.randrange(dialog.what.count()))
            rng.choice([dialog.heatmap, dialog.caption, dialog.outline]).toggle()
            button = rng.choice([dialog.save_button, dialog.copy_button])
            if button.isEnabled():
                button.click()
            dialog.reject()
        elif isinstance(dialog, QMessageBox):
            dialog.reject()
        else:
            dialog.close()
        monkey.process()


def tidy_up(monkey: Monkey) -> None:
    """No dialog or menu stays open after an act; a help page is closed."""
    for _ in range(4):
        popup = QApplication.activePopupWidget()
        if popup is not None:
            popup.close()
        answer(monkey)
        monkey.process()
    focus(monkey, monkey.window)


@dataclass(frozen=True)
class Act:
    """A kind of act: its name in the report, how often it is drawn, and what it does."""

    name: str
    weight: float
    do: Callable[[Monkey], None]


ACTS: tuple[Act, ...] = (
    Act("type a number", 10, type_number),
    Act("drag a number", 10, drag_number),
    Act("a wild number, taken back", 2, wild_number),
    Act("click", 8, click),
    Act("pan", 2, pan),
    Act("wheel", 3, turn_wheel),
    Act("keys", 8, press_keys),
    Act("point and read", 4, point_and_read),
    Act("a field", 10, change_field),
    Act("a size", 6, change_size),
    Act("zoom or fold", 4, trigger("zoom_in", "zoom_out", "zoom_reset", "fit", "fold", "unfold")),
    Act("theme", 2, trigger("theme")),
    Act("language", 1.5, trigger("language")),
    Act("help", 0.5, trigger("keys", "about")),
    Act("undo storm", 4, storm),
    Act("resize the window", 2, resize),
    Act("a dock", 4, toggle_dock),
    Act("a dock to another side", 0.7, move_dock),
    Act("save", 2, save),
    Act("open", 1, open_file),
    Act("another model", 1, new_model),
    Act("close and stay", 1, stay),
    Act("the twin", 6, work_twin),
    Act("the heatmap", 3, work_heatmap),
    Act("the heads", 2, work_heads),
    Act("the inspector", 4, work_inspector),
    Act("the overview", 3, work_overview),
    Act("permuting", 3, permute),
    Act("the checks", 2, look_at_checks),
    Act("follow a word", 3, follow_word),
    Act("who may read what", 2, work_readers),
    Act("the Jacobians", 3, work_jacobian),
    Act("the ledger", 1.5, work_ledger),
    Act("the prediction view", 4, look_at_prediction),
    Act("three kinds", 2, ask_three_kinds),
    Act("export", 1.5, export),
    Act("a pin", 4, pin),
    Act("a custom mask", 2, paint_mask),
    Act("tokens", 3, change_tokens),
    Act("compare", 3, compare),
    Act("what moves", 1.5, what_moves),
    Act("gradients", 3, gradients),
    Act("two panes", 2, work_panes),
    Act("speak", 3, speak),
    Act("training", 3, train),
)

# What a hand does on the bench itself, and so comes back to it first.
AT_BENCH = (
    "type a number", "drag a number", "a wild number, taken back", "click", "pan", "wheel", "keys", "point and read",
    "zoom or fold", "the heads", "the inspector", "follow a word", "what moves", "gradients",
)  # fmt: skip
