"""The log, and the last net under the lab: what nobody caught is written down, said once, and the window goes on."""

from __future__ import annotations

import contextlib
import logging
import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any

from PySide6.QtCore import (
    QCoreApplication,
    QMessageLogContext,
    QObject,
    QStandardPaths,
    QtMsgType,
    Signal,
    qInstallMessageHandler,
)

from .report import report_text

LARGEST = 500_000  # bytes of one file
KEPT = 3  # older files beside it
FORM = "%(asctime)s %(levelname)s %(name)s: %(message)s"
_log = logging.getLogger(__name__)
_qt = logging.getLogger("qt")

_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}


class _QuietFile(logging.FileHandler):
    """A log file that must never be the reason why something fails: a full disk loses lines, nothing more.

    At LARGEST bytes it goes aside as `.1`, and KEPT of those stay. (`logging.handlers` has that too, and imports
    sockets before the first paint.)
    """

    def emit(self, record: logging.LogRecord) -> None:
        with contextlib.suppress(OSError, ValueError):
            if self.stream is not None and self.stream.tell() > LARGEST:
                self._turn()
        super().emit(record)

    def _turn(self) -> None:
        """Set the file aside; the next line begins a new one."""
        if self.stream is not None:
            self.stream.close()
            self.stream = None
        names = [self.baseFilename, *(f"{self.baseFilename}.{k}" for k in range(1, KEPT + 1))]
        for old, new in reversed(list(zip(names, names[1:], strict=False))):
            with contextlib.suppress(OSError):
                os.replace(old, new)

    def handleError(self, record: logging.LogRecord) -> None:
        return


class Alarm(QObject):
    """Says that something went wrong that nobody caught; from any thread, heard in the window's."""

    raised = Signal(str)


class _State:
    file: Path | None = None
    handler: logging.Handler | None = None
    alarm: Alarm | None = None
    hooks: tuple[Any, Any, Any] | None = None
    report: str = ""


def folder() -> Path:
    """The user's data folder, where the log is."""
    return Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericDataLocation)) / "Glassformer"


def start(where: Path | None = None) -> Path | None:
    """Begin to write the log in `where` (the user's data folder); its file, or None when none can be written.

    Without a file the log goes to stderr, warnings only. A second call changes nothing.
    """
    if _State.handler is not None:
        return _State.file
    place = where or folder()
    handler: logging.Handler
    try:
        place.mkdir(parents=True, exist_ok=True)
        file = place / "glassformer.log"
        handler = _QuietFile(file, encoding="utf-8")
        _State.file = file
    except OSError as error:
        handler = logging.StreamHandler(sys.stderr)
        handler.setLevel(logging.WARNING)
        _State.file = None
        failure: OSError | None = error
    else:
        failure = None
    handler.setFormatter(logging.Formatter(FORM))
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(min(root.level or logging.INFO, logging.INFO))
    logging.getLogger("numba").setLevel(logging.WARNING)
    _State.handler = handler
    if failure is not None:
        _log.warning("there is no log file: %s", failure)
    return _State.file


def stop() -> None:
    """Close the log and put Python's hooks back."""
    if _State.handler is not None:
        logging.getLogger().removeHandler(_State.handler)
        _State.handler.close()
    if _State.hooks is not None:
        sys.excepthook, threading.excepthook, sys.unraisablehook = _State.hooks
        qInstallMessageHandler(None)
    _State.handler, _State.file, _State.hooks, _State.alarm = None, None, None, None


def file() -> Path | None:
    """The log file, None when there is none."""
    return _State.file


def alarm() -> Alarm:
    """The one alarm of the program."""
    if _State.alarm is None:
        _State.alarm = Alarm()
    return _State.alarm


def last_report() -> str:
    """What a person can send to us about the last error that nobody caught; "" before the first."""
    return _State.report


def qt_message(kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
    """Qt's messages go into the log, under Qt's own category."""
    _qt.log(_LEVELS.get(kind, logging.WARNING), "%s: %s", context.category or "default", message)


def install() -> None:
    """Catch what nobody caught: Python exceptions of every thread, unraisable ones, and Qt's messages."""
    if _State.hooks is None:
        _State.hooks = (sys.excepthook, threading.excepthook, sys.unraisablehook)
    alarm()
    sys.excepthook = _uncaught
    threading.excepthook = _uncaught_in_thread
    sys.unraisablehook = _unraisable
    qInstallMessageHandler(qt_message)


def report(error: BaseException) -> None:
    """Write an error down with its traceback and say it in the window."""
    _uncaught(type(error), error, error.__traceback__)


def guarded(act: Callable[..., object]) -> Callable[..., None]:
    """`act` as a slot that nothing escapes from: an error inside it (an import that fails, too) is reported.

    An error that escapes from a slot can leave Qt's event loop waiting for ever.
    """

    def slot(*_: object) -> None:
        try:
            act()
        except Exception as error:
            report(error)

    return slot


def _uncaught(kind: type[BaseException], error: BaseException | None, trace: TracebackType | None) -> None:
    if issubclass(kind, KeyboardInterrupt):
        _log.info("stopped from the keyboard")
        app = QCoreApplication.instance()
        if app is not None:
            app.quit()
        return
    _log.error("uncaught", exc_info=(kind, error or kind(), trace))
    _say(kind, error, trace)


def _uncaught_in_thread(args: threading.ExceptHookArgs) -> None:
    name = args.thread.name if args.thread is not None else "?"
    error = args.exc_value
    if issubclass(args.exc_type, SystemExit):
        return
    _log.error("uncaught in thread %s", name, exc_info=(args.exc_type, error or args.exc_type(), args.exc_traceback))
    _say(args.exc_type, error, args.exc_traceback)


def _unraisable(args: sys.UnraisableHookArgs) -> None:
    kind = args.exc_type
    error = args.exc_value
    _log.error("unraisable in %r", args.object, exc_info=(kind, error or kind(), args.exc_traceback))


def _say(kind: type[BaseException], error: BaseException | None, trace: TracebackType | None) -> None:
    _State.report = report_text(error if error is not None else kind(), trace)
    detail = str(error) if error is not None and str(error) else kind.__name__
    if isinstance(error, ImportError):
        text = QCoreApplication.translate("log", "A part of the program could not be loaded: {detail}")
    else:
        text = QCoreApplication.translate("log", "Something went wrong and was written to the log: {detail}")
    if _State.alarm is not None:
        # The alarm may already be gone while the interpreter shuts down.
        with contextlib.suppress(RuntimeError):
            _State.alarm.raised.emit(text.format(detail=detail))
