"""What the monkey does to the window: undo, docks, files, dialogs, comparing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QMessageBox

from labapp import models
from labapp.export.dialog import FigureDialog
from labapp.panels.compare import ComparePanel
from labapp.panels.twin.paste_dialog import PasteDialog

from .monkey_hand import CTRL, SHIFT, Key, focus

if TYPE_CHECKING:
    from .monkey import Monkey


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


def new_model(monkey: Monkey) -> None:
    monkey.answers = monkey.random.choice(["discard", "save", "cancel"])
    monkey.window._new.fill()
    names = [name for name in models.names() if name != "base"]
    chosen = monkey.random.choice(names)
    action = next(a for a in monkey.window._new.actions() if a.data() == chosen)
    action.trigger()


def stay(monkey: Monkey) -> None:
    """Close, and think better of it."""
    monkey.answers = "cancel"
    if monkey.window.settle() and monkey.document.modified:
        monkey.window.close()
    monkey.answers = "discard"


def export(monkey: Monkey) -> None:
    """An entry of the export menu, or the figure dialog."""
    menu = monkey.window._export
    monkey.random.choice(list(menu.actions_by_id.values())).trigger()


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
