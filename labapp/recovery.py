"""Autosave, and what is found of it after the lab was ended by force.

A window with unsaved changes keeps a copy of its document in the user's data folder, at most ten seconds old. A lock
beside the copy says that its owner lives; a copy without a living owner was left behind, and is offered at the next
start. Copies are written whole or not at all, and removed as soon as there is nothing unsaved any more.
"""

from __future__ import annotations

import logging
import os
import re
import threading
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
from PySide6.QtCore import QLockFile, QObject, QTimer, Signal

from core import glass
from core.glass import write_whole
from core.problem import QT_TRANSLATE_NOOP, Problem
from core.workspace import Workspace

from . import files, log
from .document import Document

AFTER_MS = 4_000  # from the first unsaved change to its copy
ACTING_MS = 500  # how long a drag in progress is waited for at a time …
LATEST = 8.0  # … and the seconds after which it is not waited for any more
JOIN = 1.5  # seconds that an end waits for a copy in progress
VERSION = 1
LONGEST_HEAD = 2**16
SUFFIX = ".glass"
LOCK = ".lock"
BAD = ".bad"
LEFT_OVER = re.compile(r"\.glassformer-\w{8}")  # what a save that was killed leaves beside its file
OLD = 3600.0  # seconds; no save takes that long
_log = logging.getLogger(__name__)


class Head(msgspec.Struct, frozen=True):
    """The first line of a copy; after it come the bytes of a .glass file, which open as they are, too."""

    recovery: int
    title: str
    path: str | None
    saved: float  # seconds since 1970


def folder() -> Path:
    """Where copies lie."""
    return log.folder() / "recovery"


@dataclass
class Found:
    """A copy that was left behind; who holds this holds its lock, so no other window offers it."""

    file: Path
    head: Head
    lock: QLockFile = field(repr=False)

    def workspace(self) -> Workspace:
        """The document. Problem for a damaged copy; `set_aside` it then."""
        data = self.file.read_bytes()
        return glass.loads(data[data.index(b"\n") + 1 :], self.head.title)

    def path(self) -> Path | None:
        """The file that the document was opened from, unless that is gone or was written to since."""
        path = Path(self.head.path) if self.head.path else None
        try:
            return path if path is not None and path.stat().st_mtime <= self.head.saved else None
        except (OSError, ValueError):
            return None

    def discard(self) -> None:
        """Remove the copy for good."""
        _remove(self.file)
        self.lock.unlock()

    def leave(self) -> None:
        """Leave the copy for another time."""
        self.lock.unlock()

    def set_aside(self) -> Path:
        """Keep a damaged copy under another name, where it is not offered any more."""
        return _set_aside(self.file, self.lock)


def find(where: Path | None = None) -> tuple[list[Found], list[Path]]:
    """Copies left behind, newest first, each locked for us; and the damaged ones, which were set aside."""
    place = where or folder()
    found, damaged = [], []
    sweep(place)
    for file in sorted(place.glob(f"*{SUFFIX}")) if place.is_dir() else ():
        lock = _lock(file)
        if lock is None:
            continue  # its owner lives
        try:
            found.append(Found(file, _head(file), lock))
        except FileNotFoundError:
            lock.unlock()  # its owner ended well a moment ago
        except (OSError, ValueError) as error:
            _log.warning("the copy %s is damaged: %s", file.name, error)
            damaged.append(_set_aside(file, lock))
    return sorted(found, key=lambda one: -one.head.saved), damaged


def sweep(place: Path) -> None:
    """Remove what saves that were killed left in a folder; what is young may be a save in progress."""
    try:
        for file in place.iterdir():
            if LEFT_OVER.fullmatch(file.name) and time.time() - file.lstat().st_mtime > OLD:
                _remove(file)
    except OSError:
        pass  # a folder that is not there has no left-overs


def _head(file: Path) -> Head:
    """The first line. ValueError for one that is none, or was written by a newer lab."""
    with open(file, "rb") as data:
        line = data.readline(LONGEST_HEAD)
    head = msgspec.json.decode(line, type=Head)  # its errors are ValueErrors
    if head.recovery != VERSION or not line.endswith(b"\n"):
        raise ValueError(f"its first line is not of version {VERSION}")
    return head


def _lock(file: Path) -> QLockFile | None:
    """The lock of a copy, or None while its owner lives. Qt knows owners that died, also before a restart."""
    lock = QLockFile(str(file) + LOCK)
    lock.setStaleLockTime(0)  # age alone says nothing: a window may be open for days
    return lock if lock.tryLock(0) else None


def _set_aside(file: Path, lock: QLockFile) -> Path:
    target = file.with_name(file.name + BAD)
    try:
        os.replace(file, target)
    except OSError as error:
        _log.warning("the copy %s could not be set aside: %s", file.name, error)
        target = file
    lock.unlock()
    return target


def _remove(file: Path) -> None:
    try:
        file.unlink(missing_ok=True)
    except OSError as error:
        _log.warning("%s could not be removed: %s", file, error)


class Autosave(QObject):
    """Keeps the copy of one document. Writing is a thread's work: a large model takes a second.

    `failed(problem)` is emitted once when no copy can be kept; `written` after each copy.
    """

    written = Signal()
    failed = Signal(object)
    _done = Signal(object)

    def __init__(self, document: Document, where: Path | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._file = (where or folder()) / f"{os.getpid()}-{uuid.uuid4().hex[:8]}{SUFFIX}"
        self._lock: QLockFile | None = None
        self._kept: Workspace | None = None  # what the copy holds, or will when the thread has ended
        self._since: float | None = None  # when the oldest change came that no copy has
        self._thread: threading.Thread | None = None
        self._gate = threading.Lock()
        self._wanted = 0  # a copy is put in place only if it is still the one that is wanted
        self._stopped = False
        self._told = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._due)
        self._done.connect(self._finished)
        document.changed.connect(self._changed)
        document.undo_stack.cleanChanged.connect(self._changed)
        self._changed()

    @property
    def file(self) -> Path:
        """The copy, which exists only while there is something unsaved."""
        return self._file

    def save_now(self) -> None:
        """Begin to write the copy without waiting, as when something has gone wrong."""
        if not self._stopped and self._is_behind():
            self._timer.stop()
            self._write()

    def wait(self) -> None:
        """Until no copy is being written."""
        if self._thread is not None:
            self._thread.join()

    def stop(self) -> None:
        """The end of the window: whatever was unsaved was given up knowingly or has been saved."""
        self._stopped = True
        self._document.changed.disconnect(self._changed)
        self._document.undo_stack.cleanChanged.disconnect(self._changed)
        self._forget()
        if self._thread is not None:
            self._thread.join(JOIN)
        if self._lock is not None:
            self._lock.unlock()
            self._lock = None

    def _is_behind(self) -> bool:
        """Whether the document has unsaved changes that the copy lacks."""
        document = self._document
        return (document.modified or document.acting) and document.workspace is not self._kept

    def _changed(self, *_: object) -> None:
        if self._stopped:
            return
        if self._is_behind():
            if self._since is None:
                self._since = time.monotonic()
            if not self._timer.isActive() and self._thread is None:
                self._timer.start(AFTER_MS)  # not begun anew by each change: that would put it off for ever
        elif not self._document.modified and not self._document.acting:
            self._forget()

    def _due(self) -> None:
        late = time.monotonic() - self._since if self._since is not None else 0.0
        if self._document.acting and late < LATEST:
            self._timer.start(ACTING_MS)
        elif self._is_behind():
            self._write()

    def _write(self) -> None:
        if self._thread is not None:
            return  # `_finished` looks whether there is more
        document = self._document
        workspace = document.workspace
        path = str(document.path.resolve()) if document.path is not None else None
        head = Head(VERSION, files.title_of(workspace, document.path), path, time.time())
        self._kept, self._since = workspace, None
        with self._gate:
            self._wanted += 1
            number = self._wanted
        self._thread = threading.Thread(
            target=_run,
            args=(lambda: self._put(workspace, head, number), self._done.emit),
            name="autosave",
            daemon=True,
        )
        self._thread.start()

    def _put(self, workspace: Workspace, head: Head, number: int) -> None:
        """In the thread. Workspaces don't change, so nothing need be copied for it."""
        data = msgspec.json.encode(head) + b"\n" + glass.dumps(workspace)
        with self._gate:
            if number != self._wanted:
                return
            self._take_lock()
            write_whole(self._file, data)

    def _take_lock(self) -> None:
        if self._lock is None:
            try:
                self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            except OSError as error:
                raise Problem(
                    QT_TRANSLATE_NOOP("core", "{file} could not be written: {reason}."), file=self._file, reason=error
                ) from error
            self._lock = _lock(self._file)

    def _finished(self, error: Exception | None) -> None:
        self._thread = None
        if self._stopped:
            return
        if error is not None:
            self._kept = None
            if not self._told:  # it is tried again after each change, and said once
                self._told = True
                _log.warning("no copy of unsaved work can be kept: %s", error)
                self.failed.emit(error)
        elif self._kept is not None:
            self.written.emit()
        self._changed()

    def _forget(self) -> None:
        """There is nothing unsaved: no copy, and none on its way."""
        self._timer.stop()
        self._since = None
        with self._gate:
            self._wanted += 1
            if self._kept is not None:
                _remove(self._file)
            self._kept = None


def _run(work: Callable[[], None], done: Callable[[object], None]) -> None:
    """`done(None)`, or `done(error)` for what went wrong."""
    error: Exception | None = None
    try:
        work()
    except Exception as caught:
        error = caught
    try:
        done(error)
    except RuntimeError:  # the window is gone, and its objects with it
        _log.info("a copy was finished after its window")
