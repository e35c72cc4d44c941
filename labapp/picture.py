"""A picture of the real window, painted without a screen."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import (
    QBuffer,
    QByteArray,
    QEvent,
    QIODevice,
    QMessageLogContext,
    QPoint,
    QSize,
    Qt,
    QtMsgType,
    qInstallMessageHandler,
)
from PySide6.QtGui import QImage, QImageWriter, QPainter
from PySide6.QtWidgets import QApplication, QWidget

from core.glass import write_whole
from core.problem import QT_TRANSLATE_NOOP, Problem
from core.workspace import Workspace

from . import fonts, style, text
from .models import BENCH

_keep: list[QApplication] = []  # an application that nobody holds would be taken down
LARGEST = 16_384  # pixels of a side
ROUNDS = 20  # of layout and events; a window that is not still after so many never will be


class Shown(NamedTuple):
    """What stands in the middle of the window: a view, and the starting model that it is of ("" for a file)."""

    view: str
    model: str = ""


def screenshot(
    workspace: Workspace,
    path: Path,
    size: tuple[int, int] = (1680, 1050),
    theme: str = "light",
    lang: str = "en",
    name: Path | None = None,
    shown: Shown | None = None,
) -> None:
    """Write a PNG of exactly `size` pixels of the main window with `workspace`; `name` is its file, if it has one.

    Raises Problem in words for a size that can't be and a file that can't be written; an existing file is
    replaced as a whole or left as it was.
    """
    write_whole(Path(path), png(picture(workspace, size, theme, lang, name, shown)))


def picture(
    workspace: Workspace,
    size: tuple[int, int],
    theme: str = "light",
    lang: str = "en",
    name: Path | None = None,
    shown: Shown | None = None,
) -> QImage:
    """The main window with `workspace` as an image of exactly `size` pixels."""
    if not all(1 <= side <= LARGEST for side in size):
        raise Problem(
            QT_TRANSLATE_NOOP("core", "A picture can't be {width}×{height} pixels: each side is 1 to {most}."),
            width=size[0],
            height=size[1],
            most=LARGEST,
        )
    app = application()
    from .document import Document
    from .main_window import MainWindow

    before = text.language()
    text.set_language(lang)
    window = MainWindow(Document(workspace), theme_name=theme)
    with _still(app):
        try:
            window.document.path = name
            window.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
            window.retranslate()
            # A window has a smallest size; a smaller picture shows its upper left part.
            window.resize(QSize(*size).expandedTo(window.minimumSize()))
            if shown is not None and shown.view != BENCH:
                window.views.open_as(shown.model)
                window.views.show_view(shown.view)
            window.show()
            for _ in range(ROUNDS):
                app.processEvents()
            return _painted(window, QSize(*size))
        finally:
            window.close()
            app.sendPostedEvents(None, QEvent.Type.DeferredDelete)
            text.set_language(before)


def _painted(window: QWidget, size: QSize) -> QImage:
    image = QImage(size, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    window.render(painter, QPoint(0, 0))
    painter.end()
    return image


def png(image: QImage) -> bytes:
    """The image as the bytes of a PNG file."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if not QImageWriter(buffer, QByteArray(b"png")).write(image):
        raise Problem(QT_TRANSLATE_NOOP("core", "The picture could not be made into a PNG."))
    return bytes(buffer.data().data())


def application() -> QApplication:
    """The application; one without a screen where there is none yet."""
    app = QApplication.instance()
    if isinstance(app, QApplication):
        return app
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    app = style.application(sys.argv[:1])
    app.setApplicationName("Glassformer")
    _keep.append(app)
    fonts.load()
    return app


@contextmanager
def _still(app: QApplication) -> Iterator[None]:
    """No blinking cursor while the picture is taken, so that two pictures of one state are equal; and no word
    from a platform without a screen about what it cannot do."""
    flash = app.cursorFlashTime()
    app.setCursorFlashTime(0)
    before = qInstallMessageHandler(None)

    def hear(kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
        if message.startswith("This plugin does not support"):
            return
        if before is not None:
            before(kind, context, message)
        else:
            print(message, file=sys.stderr)

    qInstallMessageHandler(hear)
    try:
        yield
    finally:
        qInstallMessageHandler(before)
        app.setCursorFlashTime(flash)
