"""The one door to the clipboard: what is handed over is looked for there, for systems refuse without a word."""

from __future__ import annotations

import atexit
from functools import lru_cache

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication

from core.problem import QT_TRANSLATE_NOOP, Problem

SYSTEMS = ("xcb", "wayland", "windows", "cocoa")  # platforms that have a clipboard of their own


def copy_text(text: str) -> None:
    """Put a text on the clipboard; Problem where the clipboard doesn't take it."""
    held = QMimeData()
    held.setText(text)
    put(held)


def put(held: QMimeData) -> None:
    """Hand `held` over, and look whether it is there; Problem where it isn't."""
    wanted = held.hasText(), held.hasImage()
    _promise()
    clipboard = QGuiApplication.clipboard()
    clipboard.setMimeData(held)
    found = clipboard.mimeData()
    if found is None or (found.hasText(), found.hasImage()) != wanted:
        raise Problem(QT_TRANSLATE_NOOP("core", "The clipboard did not take it: another program holds it. Try again."))


@lru_cache(maxsize=1)
def _promise() -> None:
    atexit.register(let_go)


def let_go() -> None:
    """Before Python ends. Where the system has no clipboard (offscreen, VNC) Qt keeps ours in a static object that
    lives longer than Python, and a QMimeData made here can't be deleted then: the process would crash at its end."""
    if QGuiApplication.instance() is not None and not QGuiApplication.platformName().startswith(SYSTEMS):
        QGuiApplication.clipboard().clear()
