"""What the window remembers between two starts: its place, theme, language, how numbers are
written, last folder and recent files.

Every value is checked when it is read; a damaged one is forgotten with one line in the log. The file with it, or a
file that is no settings at all, is kept as FILE.bad beside the new one.
"""

from __future__ import annotations

import logging
import os
import re
import shutil
from collections.abc import Callable, Container
from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings

from .text import LANGUAGES
from .theme import PALETTES

ORGANISATION = "Glassformer"
APPLICATION = "Glassformer"
# Raised when the docks change so that an old arrangement can't be applied to a new window.
STATE_VERSION = 1
VERSION = 1  # of the file; a newer lab's is not read
RECENT = 10  # files at most
BAD = ".bad"
LARGEST = 2**20  # bytes; ours have a few thousand
LINE = re.compile(r"\s*|;.*|\[[^\[\]]+\]|[\w%\\. -]+=.*")
_log = logging.getLogger(__name__)


class Settings:
    """Settings in an ini file of the user's configuration folder, or in `file` when one is given."""

    def __init__(self, file: Path | None = None) -> None:
        form = QSettings.Format.IniFormat
        self.aside: Path | None = None  # where the damaged file is now, if there was one
        if file is None:
            file = Path(QSettings(form, QSettings.Scope.UserScope, ORGANISATION, APPLICATION).fileName())
        self._file = file
        if not is_whole(file):
            self._set_aside(os.replace)  # before Qt reads it: it makes something of any bytes
        self._store = QSettings(str(file), form)
        self._store.setFallbacksEnabled(False)
        version = self._read("version")
        if version is not None and not (isinstance(version, str | int) and str(version) == str(VERSION)):
            self._forget("version", version)
            self._store.clear()

    def _set_aside(self, act: Callable[[Path, Path], object]) -> None:
        """Keep the damaged file, once: moved where all of it is, copied where a value is."""
        if self.aside is not None:
            return
        target = self._file.with_name(self._file.name + BAD)
        try:
            act(self._file, target)
        except OSError as error:
            _log.warning("the damaged settings could not be kept as %s: %s", target, error)
        else:
            _log.info("the settings were damaged and are kept as %s", target)
        self.aside = target

    def _known(self, key: str, allowed: Container[str]) -> str | None:
        value = self._read(key)
        if value is None:
            return None
        if isinstance(value, str) and value in allowed:
            return value
        self._forget(key, value)
        return None

    def _read(self, key: str) -> object:
        try:
            return self._store.value(key)
        except Exception as error:  # a damaged @Variant can fail in as many ways as there are types
            self._forget(key, error)
            return None

    def _forget(self, key: str, found: object) -> None:
        _log.warning("the setting %s is damaged and is ignored: %.120r", key, found)
        self._set_aside(shutil.copyfile)
        self._store.remove(key)

    def choice(self, key: str, allowed: Container[str]) -> str | None:
        """What was chosen of `allowed` under this key, None when nothing was."""
        return self._known(key, allowed)

    def set_choice(self, key: str, value: str) -> None:
        self._store.setValue(key, value)

    def theme(self) -> str | None:
        """The chosen theme, None when none was chosen."""
        return self._known("theme", PALETTES)

    def set_theme(self, name: str) -> None:
        self._store.setValue("theme", name)

    def language(self) -> str | None:
        """The chosen language, None when none was chosen."""
        return self._known("language", LANGUAGES)

    def set_language(self, name: str) -> None:
        self._store.setValue("language", name)

    def folder(self) -> Path | None:
        """The folder of the last file; None when it is gone."""
        value = self._read("folder")
        if value is None:
            return None
        if isinstance(value, str) and "\0" not in value:
            folder = Path(value)
            try:
                return folder if folder.is_dir() else None
            except OSError:
                return None
        self._forget("folder", value)
        return None

    def set_folder(self, folder: Path) -> None:
        self._store.setValue("folder", str(folder))

    def geometry(self) -> QByteArray | None:
        """The window's place and size as Qt wrote them; Qt checks them once more when they are applied."""
        return self._bytes("geometry")

    def state(self) -> QByteArray | None:
        """The arrangement of the panels as Qt wrote it."""
        return self._bytes("state")

    def _bytes(self, key: str) -> QByteArray | None:
        value = self._read(key)
        if value is None:
            return None
        if isinstance(value, QByteArray) and 0 < value.size() < 100_000:
            return value
        self._forget(key, value)
        return None

    def recent(self) -> list[Path]:
        """The files that were opened or saved last, newest first; whether they are still there is not asked."""
        value = self._read("recent")
        if value is None or value == "":  # an ini file has no other word for an empty list
            return []
        listed = [value] if isinstance(value, str) else value
        if not isinstance(listed, list) or not all(isinstance(one, str) and one and "\0" not in one for one in listed):
            self._forget("recent", value)
            return []
        return [Path(one) for one in dict.fromkeys(listed)][:RECENT]

    def add_recent(self, file: Path) -> None:
        """Put a file first among the recent ones."""
        self._set_recent([file, *(other for other in self.recent() if other != file)])

    def drop_recent(self, file: Path) -> None:
        """Take a file out of the recent ones."""
        self._set_recent([other for other in self.recent() if other != file])

    def clear_recent(self) -> None:
        self._set_recent([])

    def _set_recent(self, files: list[Path]) -> None:
        self._store.setValue("recent", [str(file) for file in files[:RECENT]])

    def refuse(self, key: str) -> None:
        """Forget a value that Qt would not apply: a place that is none, or an older window's arrangement."""
        if key == "state":
            _log.info("the arrangement of the panels is an older window's")
            self._store.remove(key)
        else:
            self._forget(key, "Qt refuses it")

    def set_window(self, geometry: QByteArray, state: QByteArray) -> None:
        self._store.setValue("geometry", geometry)
        self._store.setValue("state", state)
        self._store.setValue("version", VERSION)

    def write(self) -> None:
        """Write now; a folder that can't be written to costs one line in the log and nothing else."""
        self._store.sync()
        if self._store.status() != QSettings.Status.NoError:
            _log.warning("the settings cannot be kept in %s", self._store.fileName())


def is_whole(file: Path) -> bool:
    """Whether a file can be settings, line by line; True also for one that is not there, or can't be read at all."""
    try:
        if not file.is_file():
            return True
        data = file.read_bytes()
    except OSError as error:
        _log.warning("the settings cannot be read: %s", error)
        return True
    try:
        lines = data.decode("utf-8").splitlines() if 0 < len(data) <= LARGEST else [""]
    except UnicodeDecodeError:
        return False
    return "\0" not in "".join(lines) and any(line.strip() for line in lines) and all(map(LINE.fullmatch, lines))
