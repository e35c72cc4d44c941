"""What the window remembers between two starts: its place, theme, language and last folder.

Every value is checked when it is read; a damaged one is forgotten with one line in the log.
"""

from __future__ import annotations

import logging
from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings

from .text import LANGUAGES
from .theme import PALETTES

ORGANISATION = "Glassformer"
APPLICATION = "Glassformer"
# Raised when the docks change so that an old arrangement can't be applied to a new window.
STATE_VERSION = 1
_log = logging.getLogger(__name__)


class Settings:
    """Settings in an ini file of the user's configuration folder, or in `file` when one is given."""

    def __init__(self, file: Path | None = None) -> None:
        form = QSettings.Format.IniFormat
        if file is None:
            self._store = QSettings(form, QSettings.Scope.UserScope, ORGANISATION, APPLICATION)
        else:
            self._store = QSettings(str(file), form)
        self._store.setFallbacksEnabled(False)

    def _known(self, key: str, allowed: object) -> str | None:
        value = self._read(key)
        if value is None:
            return None
        if isinstance(value, str) and value in allowed:  # type: ignore[operator]
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
        self._store.remove(key)

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

    def refuse(self, key: str) -> None:
        """Forget a value that Qt would not apply."""
        self._forget(key, "Qt refuses it")

    def set_window(self, geometry: QByteArray, state: QByteArray) -> None:
        self._store.setValue("geometry", geometry)
        self._store.setValue("state", state)

    def write(self) -> None:
        """Write now; a folder that can't be written to costs one line in the log and nothing else."""
        self._store.sync()
        if self._store.status() != QSettings.Status.NoError:
            _log.warning("the settings cannot be kept in %s", self._store.fileName())
