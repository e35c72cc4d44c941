"""Start-up of the window: log, settings, language, theme, window; compiled code only after the first paint."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from PySide6.QtCore import QTimer

from core.problem import QT_TRANSLATE_NOOP, Problem
from core.workspace import Workspace

from . import fonts, log, style, text
from .document import Document
from .main_window import MainWindow
from .settings import Settings

INTERRUPTS_MS = 250  # how often Python may look whether Ctrl-C was pressed in the terminal


def run(
    workspace: Workspace, path: Path | None, theme: str | None = None, lang: str | None = None, name: str = ""
) -> int:
    """Open the window and stay until it is closed; the exit code of the event loop.

    `name` is that of a starting model, which may have a view of its own.
    `theme` and `lang` are those asked for on the command line; else the settings', else light and the system's.
    """
    check_display()
    app = style.application(sys.argv[:1])
    app.setApplicationName("Glassformer")
    app.setDesktopFileName("glassformer")
    log.start()
    log.install()
    fonts.load()
    app.setFont(fonts.ui_font(13))
    settings = Settings()
    text.set_language(lang or settings.language() or text.system_language())
    document = Document(workspace)
    document.path = path
    window = MainWindow(document, settings, theme_name=theme or settings.theme() or "light", warm=True)
    if name:
        window.views.open_as(name)
    window.show()
    QTimer.singleShot(0, window.safety, window.safety.begin)
    signal.signal(signal.SIGINT, lambda *_: app.closeAllWindows())
    wake = QTimer()
    wake.timeout.connect(lambda: None)  # Qt's loop runs no Python by itself, and signals wait for Python
    wake.start(INTERRUPTS_MS)
    return app.exec()


def check_display() -> None:
    """Refuse in words to open a window where there is no display: Qt itself would abort."""
    if sys.platform.startswith("linux") and not any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    ):
        raise Problem(
            QT_TRANSLATE_NOOP(
                "core",
                "There is no display for a window here. Start a desktop session, or make a picture with "
                "'glassformer screenshot MODEL -o FILE.png'.",
            )
        )
