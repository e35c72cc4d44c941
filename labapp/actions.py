"""Everything a person can ask for, in one table: menus, buttons, shortcuts and the keyboard help are made from it.

A new action is one line of ACTIONS and one method of the window.
"""

from __future__ import annotations

import re
import weakref
from collections.abc import Callable
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar

from core.problem import QT_TRANSLATE_NOOP

from . import icons, log
from .text import tip
from .theme import Palette

if TYPE_CHECKING:
    from .main_window import MainWindow


_MARK = re.compile(r"\(&.\)")  # the mark of a Chinese menu text


@dataclass(frozen=True)
class Action:
    """One thing to ask for. `method` names the method that does it: the window's, or "part.method" of a part of it.

    `shortcuts` are portable texts ("Ctrl+S"; Ctrl is ⌘ on macOS); `settles` says that an open editor is
    committed first, and that the act waits where its text is refused; `icon` may have a place for the
    `other` theme; `check` names the window's method that says whether a checkable action is on.
    """

    id: str
    text: str
    menu: str
    method: str
    shortcuts: tuple[str, ...] = ()
    icon: str = ""
    settles: bool = True
    check: str = ""
    role: QAction.MenuRole = QAction.MenuRole.NoRole


MENUS: dict[str, str] = {
    "file": QT_TRANSLATE_NOOP("menus", "&File"),
    "edit": QT_TRANSLATE_NOOP("menus", "&Edit"),
    "view": QT_TRANSLATE_NOOP("menus", "&View"),
    "help": QT_TRANSLATE_NOOP("menus", "&Help"),
}

# In the order of the menus; "-" in a menu is a line between groups, the ids below stand for whole submenus.
ACTIONS: tuple[Action, ...] = (
    Action("open", QT_TRANSLATE_NOOP("actions", "&Open…"), "file", "open", ("Ctrl+O",), "open"),
    Action("save", QT_TRANSLATE_NOOP("actions", "&Save"), "file", "save", ("Ctrl+S",), "save"),
    Action("save_as", QT_TRANSLATE_NOOP("actions", "Save &As…"), "file", "save_as", ("Ctrl+Shift+S",)),
    Action("quit", QT_TRANSLATE_NOOP("actions", "&Quit"), "file", "close", ("Ctrl+Q",), role=QAction.MenuRole.QuitRole),
    Action("undo", QT_TRANSLATE_NOOP("actions", "&Undo"), "edit", "undo", ("Ctrl+Z",), "undo"),
    Action("redo", QT_TRANSLATE_NOOP("actions", "&Redo"), "edit", "redo", ("Ctrl+Shift+Z", "Ctrl+Y"), "redo"),
    Action("copy", QT_TRANSLATE_NOOP("actions", "&Copy value"), "edit", "copy_value", ("Ctrl+C",)),
    Action("bench", QT_TRANSLATE_NOOP("actions", "&Bench"), "view", "show_bench", ("Ctrl+1",), check="is_bench"),
    Action(
        "prediction",
        QT_TRANSLATE_NOOP("actions", "&Prediction"),
        "view",
        "show_prediction",
        ("Ctrl+2",),
        check="is_prediction",
    ),
    Action("zoom_in", QT_TRANSLATE_NOOP("actions", "Zoom &in"), "view", "zoom_in", ("Ctrl+=", "Ctrl++"), "zoom-in"),
    Action("zoom_out", QT_TRANSLATE_NOOP("actions", "Zoom &out"), "view", "zoom_out", ("Ctrl+-",), "zoom-out"),
    Action(
        "zoom_reset", QT_TRANSLATE_NOOP("actions", "&Normal size"), "view", "bench.reset_zoom", ("Ctrl+0",), "reset"
    ),
    Action("fit", QT_TRANSLATE_NOOP("actions", "&Fit to window"), "view", "bench.fit", ("Ctrl+9",), "fit"),
    Action("unfold", QT_TRANSLATE_NOOP("actions", "&Unfold all layers"), "view", "unfold_all", ("Ctrl+]",)),
    Action("fold", QT_TRANSLATE_NOOP("actions", "F&old all layers"), "view", "fold_all", ("Ctrl+[",)),
    Action("inspect", QT_TRANSLATE_NOOP("actions", "&Why this number"), "view", "inspect", ("F6",)),
    Action(
        "outline",
        QT_TRANSLATE_NOOP("actions", "Outline the &sources"),
        "view",
        "toggle_outlines",
        ("Ctrl+Shift+O",),
        check="outlines",
    ),
    Action(
        "compare",
        QT_TRANSLATE_NOOP("actions", "Co&mpare"),
        "view",
        "comparing.toggle",
        ("Ctrl+J",),
        "compare",
        check="is_comparing",
    ),
    Action(
        "side", QT_TRANSLATE_NOOP("actions", "Now, &baseline, difference"), "view", "comparing.cycle", ("Ctrl+Shift+J",)
    ),
    Action(
        "gradients",
        QT_TRANSLATE_NOOP("actions", "&Gradients"),
        "view",
        "sloping.toggle",
        ("Ctrl+G",),
        check="shows_gradients",
    ),
    Action("more_digits", QT_TRANSLATE_NOOP("actions", "&More digits"), "view", "more_digits", ("Ctrl+.",)),
    Action("fewer_digits", QT_TRANSLATE_NOOP("actions", "F&ewer digits"), "view", "fewer_digits", ("Ctrl+,",)),
    Action(
        "theme",
        QT_TRANSLATE_NOOP("actions", "&Dark theme"),
        "view",
        "toggle_theme",
        ("Ctrl+D",),
        "theme-{other}",
        check="is_dark",
    ),
    Action(
        "language",
        QT_TRANSLATE_NOOP("actions", "&Language: 中文 / English"),
        "view",
        "toggle_language",
        ("Ctrl+L",),
        "language",
    ),
    Action("keys", QT_TRANSLATE_NOOP("actions", "&Keyboard"), "help", "show_keys", ("F1",), settles=False),
    Action(
        "about",
        QT_TRANSLATE_NOOP("actions", "&About and licences"),
        "help",
        "show_about",
        settles=False,
        role=QAction.MenuRole.AboutRole,
    ),
)

# How the menus are put together: action ids, "-" for a line, and the window's own submenus in angle brackets.
ORDER: dict[str, tuple[str, ...]] = {
    "file": ("<models>", "open", "<recent>", "-", "save", "save_as", "-", "<export>", "-", "quit"),
    "edit": ("undo", "redo", "-", "copy"),
    "view": (
        "bench",
        "prediction",
        "-",
        "zoom_in",
        "zoom_out",
        "zoom_reset",
        "fit",
        "-",
        "unfold",
        "fold",
        "-",
        "inspect",
        "outline",
        "-",
        "compare",
        "side",
        "<compare>",
        "-",
        "gradients",
        "-",
        "<digits>",
        "more_digits",
        "fewer_digits",
        "-",
        "<follow>",
        "-",
        "theme",
        "language",
        "-",
        "<panels>",
    ),
    "help": ("keys", "about"),
}


def text_of(action: Action) -> str:
    """The action's text in the language of the window, with its & mark."""
    return QCoreApplication.translate("actions", action.text)


def plain(text: str) -> str:
    """A menu text without its & mark and dots: for tooltips and accessible names.

    Chinese menus carry the mark as "(&S)" after the text.
    """
    return _MARK.sub("", text).replace("&&", "\0").replace("&", "").replace("\0", "&").rstrip("…")


def unmarked(text: str) -> str:
    """A text that is no menu text as part of one: its & are no marks."""
    return text.replace("&", "&&")


def menu_text(menu: str) -> str:
    """The title of a menu in the language of the window."""
    return QCoreApplication.translate("menus", MENUS[menu])


def build(window: MainWindow) -> dict[str, QAction]:
    """The window's actions by id, with their shortcuts live; texts come with `retranslate`."""
    made: dict[str, QAction] = {}
    for action in ACTIONS:
        item = QAction(window)
        item.setObjectName(action.id)
        item.setMenuRole(action.role)
        item.setShortcuts([QKeySequence(text) for text in action.shortcuts])
        item.setCheckable(bool(action.check))
        item.setChecked(bool(action.check) and getattr(window, action.check)())
        item.triggered.connect(_slot(window, action))
        window.addAction(item)
        made[action.id] = item
    return made


def _slot(window: MainWindow, action: Action) -> Callable[..., None]:
    # A strong reference from a slot to its window would keep a closed window alive.
    weak = weakref.ref(window)

    def act() -> None:
        alive = weak()
        if alive is not None:
            if not action.settles or alive.settle():
                attrgetter(action.method)(alive)()

    return log.guarded(act)


def fill(bar: QMenuBar, window: MainWindow, made: dict[str, QAction]) -> dict[str, QMenu]:
    """Fill the menu bar in ORDER; the menus by name, their titles come with `retranslate`."""
    menus: dict[str, QMenu] = {}
    for name in MENUS:
        menu = QMenu(bar)
        bar.addMenu(menu)
        menus[name] = menu
        for item in ORDER[name]:
            if item == "-":
                menu.addSeparator()
            elif item.startswith("<"):
                menu.addMenu(window.submenu(item.strip("<>")))
            else:
                menu.addAction(made[item])
    return menus


def retranslate(made: dict[str, QAction], menus: dict[str, QMenu]) -> None:
    """Say every action and menu in the language of the window."""
    for action in ACTIONS:
        made[action.id].setText(text_of(action))
        describe(made[action.id])
    for name, menu in menus.items():
        menu.setTitle(menu_text(name))


def describe(item: QAction) -> None:
    """Give an action its tooltip: its text, and its shortcut if it has one."""
    keys = item.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
    item.setToolTip(tip(f"{plain(item.text())} ({keys})" if keys else plain(item.text())))


def recolour(made: dict[str, QAction], colours: Palette) -> None:
    """Draw every icon in the colours of the theme."""
    for action in ACTIONS:
        if action.icon:
            name = action.icon.format(other="light" if colours.dark else "dark")
            made[action.id].setIcon(icons.icon(name, colours.text))
