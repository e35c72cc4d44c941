"""`resources.path` is the one door to bundled files: it opens wherever they are and leads nowhere else."""

import os
import types
from pathlib import Path

import pytest

import resources


def test_it_leads_to_a_file_that_is_there() -> None:
    assert resources.path("fonts", "README.md").is_file()
    assert resources.path("fonts/README.md") == resources.path("fonts", "README.md")


def test_without_names_it_is_the_folder_itself() -> None:
    assert resources.path() == Path(resources.__file__).resolve().parent


def test_a_name_that_does_not_exist_is_still_a_place() -> None:
    assert not resources.path("models", "no such model.glass").exists()


def test_it_does_not_depend_on_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert resources.path().is_absolute()
    assert resources.path("fonts", "README.md").is_file()


@pytest.mark.parametrize("file", ["site-packages/resources/__init__.py", "_internal/resources/__init__.pyc"])
def test_an_installed_or_frozen_copy_finds_its_own_files(file: str, tmp_path: Path) -> None:
    # A frozen module's __file__ names a place inside the bundle at which no module file need exist.
    module = types.ModuleType("resources")
    module.__file__ = str(tmp_path / file)
    exec(Path(resources.__file__).read_text(encoding="utf-8"), module.__dict__)
    assert module.path("icons", "undo.svg") == (tmp_path / file).resolve().parent / "icons" / "undo.svg"


@pytest.mark.parametrize(
    "parts",
    [
        ("..",),
        ("fonts", ".."),
        ("fonts/../../core",),
        ("fonts\\..\\..\\core",),
        ("/etc/hosts",),
        ("fonts", "/etc/hosts"),
        ("\\server",),
        ("C:\\Windows",),
        ("C:hosts",),
        ("fonts", ""),
        ("fonts\0.txt",),
    ],
)
def test_a_name_that_would_leave_the_folder_is_refused_in_words(parts: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="no name inside the resources folder") as refused:
        resources.path(*parts)
    assert repr(parts[-1]) in str(refused.value)


def test_dots_inside_a_name_are_only_dots() -> None:
    assert resources.path("models", "a..b.glass").name == "a..b.glass"


def test_everything_in_the_folder_can_be_read() -> None:
    files = [Path(folder, name) for folder, _, names in os.walk(resources.path()) for name in names]
    assert len(files) > 20
    assert all(file.stat().st_size for file in files)
