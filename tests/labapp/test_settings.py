"""Settings that are damaged: the lab starts with the usual ones, and the bad file is kept."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray, QSettings
from PySide6.QtWidgets import QApplication

from labapp.settings import RECENT, Settings


@pytest.fixture
def file(qapp: QApplication, tmp_path: Path) -> Path:
    return tmp_path / "课堂" / "settings.ini"


def bad(file: Path) -> Path:
    return file.with_name(file.name + ".bad")


def write(file: Path, data: bytes) -> bytes:
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(data)
    return data


def test_what_is_written_is_read_and_whole(file: Path) -> None:
    settings = Settings(file)
    settings.set_theme("dark")
    settings.set_folder(file.parent)
    settings.add_recent(Path("/lessons/课 1 = x;[y].glass"))
    settings.add_recent(Path("C:\\lessons\\two, three.glass"))
    settings.set_window(QByteArray(os.urandom(200)), QByteArray(os.urandom(200)))
    settings.write()
    again = Settings(file)
    assert again.aside is None
    assert again.theme() == "dark"
    assert again.recent() == [Path("C:\\lessons\\two, three.glass"), Path("/lessons/课 1 = x;[y].glass")]
    geometry = again.geometry()
    assert geometry is not None
    assert geometry.size() == 200
    assert again.aside is None


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\0" * 4096,
        bytes(range(256)),
        b"\xff\xfe[General]\n",
        b'{"theme": "dark"}\n',
        b"[General]\ntheme=dark\n\0\0\0\0",
        b"[General\ntheme=dark\n",
        b"x" * 2_000_000,
    ],
    ids=["empty", "zeros", "every byte", "no UTF-8", "JSON", "torn end", "torn section", "endless"],
)
def test_a_file_that_is_no_settings_is_moved_aside(file: Path, data: bytes) -> None:
    write(file, data)
    settings = Settings(file)
    assert (settings.theme(), settings.language(), settings.recent(), settings.geometry()) == (None, None, [], None)
    assert bad(file).read_bytes() == data
    assert settings.aside == bad(file)
    settings.set_theme("light")
    settings.write()
    again = Settings(file)
    assert (again.theme(), again.aside) == ("light", None)


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("theme=sheep", "theme"),
        ("language=@Invalid()", "language"),
        ("language=3", "language"),
        ("geometry=text", "geometry"),
        ("recent=@ByteArray(abc)", "recent"),
        ("folder=@Size(3 4)", "folder"),
    ],
)
def test_a_value_of_another_kind_is_forgotten_and_the_file_copied(file: Path, line: str, read: str) -> None:
    data = write(file, f"[General]\n{line}\n".encode())
    settings = Settings(file)
    assert getattr(settings, read)() in (None, [])
    if line != "language=@Invalid()":  # Qt's word for no value
        assert bad(file).read_bytes() == data
        assert settings.aside == bad(file)


def test_a_newer_lab_s_settings_are_kept_and_not_read(file: Path) -> None:
    data = write(file, b"[General]\ntheme=dark\nversion=99\n")
    settings = Settings(file)
    assert settings.theme() is None
    assert bad(file).read_bytes() == data


def test_an_older_arrangement_of_panels_is_no_damage(file: Path) -> None:
    write(file, b"[General]\nstate=@ByteArray(abc)\n")
    settings = Settings(file)
    settings.refuse("state")
    assert settings.state() is None
    assert settings.aside is None


def test_a_folder_in_the_file_s_place_is_no_reason_not_to_start(file: Path) -> None:
    file.mkdir(parents=True)
    settings = Settings(file)
    settings.set_theme("dark")
    settings.write()
    assert settings.recent() == []


def test_an_unreadable_file_is_no_reason_not_to_start(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(file, b"[General]\ntheme=dark\n")

    def refuse(path: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_bytes", refuse)
    assert Settings(file).aside is None


def test_a_damaged_file_that_can_not_be_moved_is_no_reason_not_to_start(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(file, b"\xff\xff")

    def refuse(*_: object) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(os, "replace", refuse)
    settings = Settings(file)
    assert settings.theme() is None
    assert settings.language() is None


def test_recent_files_are_few_and_each_once(file: Path) -> None:
    settings = Settings(file)
    for number in range(RECENT + 5):
        settings.add_recent(Path(f"/lessons/{number}.glass"))
    settings.add_recent(Path("/lessons/7.glass"))
    names = [path.name for path in settings.recent()]
    assert names[:2] == ["7.glass", "14.glass"]
    assert len(names) == len(set(names)) == RECENT
    settings.drop_recent(Path("/lessons/7.glass"))
    assert [path.name for path in settings.recent()][0] == "14.glass"
    settings.clear_recent()
    settings.write()
    assert Settings(file).recent() == []


def test_one_recent_file_alone_survives_the_ini_format(file: Path) -> None:
    settings = Settings(file)
    settings.add_recent(Path("/lessons/one.glass"))
    settings.write()
    stored = QSettings(str(file), QSettings.Format.IniFormat)
    assert stored.value("recent") is not None
    assert Settings(file).recent() == [Path("/lessons/one.glass")]
