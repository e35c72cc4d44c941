"""The bundle's recipe, without building it: what goes in, what stays out, and the licences of what is inside."""

from __future__ import annotations

import ast
import importlib.util
import json
import re
import runpy
import sys
from importlib import metadata
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
PACKAGING = ROOT / "packaging"
PIN = re.compile(r"(?P<name>[a-z0-9-]+)==(?P<version>[0-9][0-9a-z.]*)(?: ; (?P<marker>[\w .<>=!'()]+?))? \\")
HASH = re.compile(r"    --hash=sha256:[0-9a-f]{64}(?: \\)?")
QT = "PySide6/Qt/plugins"

# What PyInstaller would find of itself: (place, origin, kind).
FOUND = [
    ("core_is_data.so", "core_is_data.so", "EXTENSION"),
    (f"{QT}/platforms/libqxcb.so", "libqxcb.so", "BINARY"),
    (f"{QT}/platforms/libqeglfs.so", "libqeglfs.so", "BINARY"),
    ("PySide6/Qt/lib/libQt6XcbQpa.so.6", "libQt6XcbQpa.so.6", "BINARY"),
    ("PySide6/Qt/lib/libQt6Gui.so.6", "libQt6Gui.so.6", "BINARY"),
    ("PySide6/Qt/lib/libQt6EglFS.so.6", "libQt6EglFS.so.6", "BINARY"),
    ("libpython3.11.so.1.0", "libpython3.11.so.1.0", "BINARY"),
]
ASKS = {
    "libqxcb.so": ["libQt6XcbQpa.so.6"],
    "libQt6XcbQpa.so.6": ["libQt6Gui.so.6", "libc.so.6"],
    "libqeglfs.so": ["libQt6EglFS.so.6"],
}


def loaded(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, PACKAGING / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def recipe(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> dict[str, Any]:
    """The names of lab.spec after it ran, with stand-ins for PyInstaller; `made` has what they were given."""
    made: dict[str, Any] = {}

    def analysis(scripts: list[str], **given: Any) -> SimpleNamespace:
        made["analysis"] = {"scripts": scripts, **given}
        datas = [("libQt6EglFS.so.6", "PySide6/Qt/lib/libQt6EglFS.so.6", "SYMLINK"), ("resources/a.svg", "a", "DATA")]
        return SimpleNamespace(scripts=[], pure=[("labapp", "labapp.py", "PYMODULE")], binaries=FOUND, datas=datas)

    def keep(what: str) -> Any:
        return lambda *given, **named: made.setdefault(what, (given, named))

    monkeypatch.setitem(sys.modules, "PyInstaller", ModuleType("PyInstaller"))
    for name, has in {
        "PyInstaller.depend": {},
        "PyInstaller.depend.bindepend": {"get_imports": lambda file: {(name, None) for name in ASKS.get(file, [])}},
        "PyInstaller.utils": {},
        "PyInstaller.utils.hooks": {"collect_submodules": lambda name: [name, f"{name}.all"]},
    }.items():
        module = ModuleType(name)
        module.__dict__.update(has)
        monkeypatch.setitem(sys.modules, name, module)
    names = {
        "Analysis": analysis,
        "PYZ": keep("pyz"),
        "EXE": keep("exe"),
        "COLLECT": keep("collect"),
        "SPECPATH": str(PACKAGING),
        "workpath": str(tmp_path),
    }
    return {**runpy.run_path(str(PACKAGING / "lab.spec"), init_globals=names), "made": made}


def test_core_lies_in_the_bundle_as_source(recipe: dict[str, Any]) -> None:
    assert recipe["made"]["analysis"]["module_collection_mode"] == {"core": "py"}


def test_the_program_is_one_folder_with_an_ascii_name_and_nothing_is_stripped(recipe: dict[str, Any]) -> None:
    made = recipe["made"]
    _, exe = made["exe"]
    _, collect = made["collect"]
    assert exe["exclude_binaries"] is True  # they lie beside it: one folder, not one file
    assert exe["name"] == collect["name"] == "glassformer"
    assert (exe["strip"], exe["upx"], collect["strip"], collect["upx"]) == (False,) * 4


def test_what_is_imported_by_name_is_in_it(recipe: dict[str, Any]) -> None:
    hidden = recipe["made"]["analysis"]["hiddenimports"]
    assert {"numba._devicearray", "labapp.all", "core.all"} <= set(hidden)


def test_resources_and_the_version_are_in_it(recipe: dict[str, Any]) -> None:
    places = {place: Path(origin) for origin, place in recipe["made"]["analysis"]["datas"]}
    assert places == {"resources": ROOT / "resources", ".": ROOT / "pyproject.toml"}
    assert all(origin.exists() for origin in places.values())


def test_nothing_that_our_code_imports_is_left_out(recipe: dict[str, Any]) -> None:
    excluded = set(recipe["made"]["analysis"]["excludes"])
    assert "numba.cuda" in excluded
    for package in ("core", "labapp", "resources"):
        for file in (ROOT / package).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                names = [node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else []
                names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
                if isinstance(node, ast.ImportFrom) and not node.level:
                    names += [f"{node.module}.{alias.name}" for alias in node.names]
                for name in names:
                    assert not any(name == out or name.startswith(out + ".") for out in excluded), (file.name, name)


@pytest.mark.parametrize(
    ("place", "stays"),
    [
        (f"{QT}/platforms/libqxcb.so", True),
        (f"{QT}/platforms/libqoffscreen.so", True),
        (f"{QT}/platforms/libqwayland.so", True),
        (f"{QT}/platforms/libqminimalegl.so", False),
        (f"{QT}/platforminputcontexts/libibusplatforminputcontextplugin.so", True),
        (f"{QT}/platforminputcontexts/libqtvirtualkeyboardplugin.so", False),
        (f"{QT}/iconengines/libqsvgicon.so", True),
        (f"{QT}/xcbglintegrations/libqxcb-glx-integration.so", True),
        (f"{QT}/sqldrivers/libqsqlite.so", False),
        (f"{QT}/tls/libqopensslbackend.so", False),
        ("PySide6/Qt/translations/qtbase_zh_CN.qm", True),
        ("PySide6/Qt/translations/qtbase_de.qm", False),
        ("PySide6/Qt/qml/QtQuick/qmldir", False),
        ("resources/translations/glassformer_zh_CN.qm", True),
        ("numpy/_core/_multiarray_umath.so", True),
    ],
)
def test_of_qt_only_what_the_lab_uses_stays(recipe: dict[str, Any], place: str, stays: bool) -> None:
    assert recipe["stays"](place) is stays


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="libraries of Linux")
def test_libraries_that_nothing_asks_for_are_left_out_with_their_links(recipe: dict[str, Any]) -> None:
    (given, _) = recipe["made"]["collect"]
    kept = {Path(place).name for entries in given[1:] for place, _, _ in entries}
    assert kept == {
        "core_is_data.so",
        "libqxcb.so",
        "libQt6XcbQpa.so.6",
        "libQt6Gui.so.6",
        "libpython3.11.so.1.0",
        "a.svg",
    }


def test_what_lies_in_it_is_written_down_for_the_licences(recipe: dict[str, Any], tmp_path: Path) -> None:
    contents = json.loads((tmp_path / "contents.json").read_text(encoding="utf-8"))
    assert ["labapp", "labapp.py"] in contents
    assert [f"{QT}/platforms/libqxcb.so", "libqxcb.so"] in contents


# the locks


def pins() -> dict[str, str]:
    lines = (PACKAGING / "requirements-build.lock").read_text(encoding="utf-8").splitlines()
    found = {}
    for line in lines:
        pin = PIN.fullmatch(line)
        assert pin or HASH.fullmatch(line), line
        if pin:
            found[pin["name"]] = pin["version"]
    return found


def test_the_build_lock_has_pins_and_hashes_and_holds_what_is_asked_for() -> None:
    asked = [line.split(">=")[0] for line in (PACKAGING / "requirements-build.in").read_text().split()]
    assert asked == ["pyinstaller"]
    assert set(asked) <= set(pins())


def test_both_of_the_build_s_locks_agree_with_the_one_for_tests() -> None:
    tests = (ROOT / "requirements-dev.lock").read_text(encoding="utf-8")
    for name, version in pins().items():
        other = re.search(rf"(?m)^{re.escape(name)}==(\S+)", tests)
        assert other is None or other[1] == version, name


def test_the_build_s_environment_is_made_from_both_locks_and_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    build = loaded("build")
    ran: list[list[str]] = []

    def run(command: list[str]) -> None:
        ran.append(command)
        (tmp_path / "venv").mkdir(exist_ok=True)

    monkeypatch.setattr(build, "VENV", tmp_path / "venv")
    monkeypatch.setattr(build, "STAMP", tmp_path / "venv" / "stamp")
    monkeypatch.setattr(build, "run", run)
    build.prepare()
    venv, pip = ran
    assert venv[1:3] == ["-m", "venv"]
    assert {"--require-hashes", "--no-deps"} <= set(pip)
    assert [word for word in pip if word.endswith(".lock")] == [str(lock) for lock in build.LOCKS]
    build.prepare()
    assert len(ran) == 2
    (tmp_path / "lock").write_text("another")
    monkeypatch.setattr(build, "LOCKS", (tmp_path / "lock",))
    build.prepare()
    assert len(ran) == 4


# licences


def test_every_work_is_listed_with_its_text_or_as_not_found(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    import msgspec
    import numpy
    import PySide6

    licences = loaded("licences")
    monkeypatch.setattr(licences, "RUNTIME", set())
    monkeypatch.setattr(licences, "package_of", lambda library: "")
    library = tmp_path / "libstrange.so.1"
    library.write_bytes(b"")
    inside = [(module.__name__, module.__file__) for module in (numpy, msgspec, PySide6)]
    contents = tmp_path / "contents.json"
    contents.write_text(json.dumps([*inside, ("libstrange.so.1", str(library))]), encoding="utf-8")
    assert licences.main([str(contents), str(tmp_path / "out")]) == 0
    out = tmp_path / "out"
    listed = (out / "LIST.txt").read_text(encoding="utf-8")
    assert f"numpy {numpy.__version__}" in listed
    assert "PySide6_Essentials" in listed
    assert "Qt.txt, LGPL-3.0.txt" in listed
    assert "of no package (libstrange.so.1): NOT FOUND" in listed
    assert "libstrange.so.1" in capsys.readouterr().out
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in (out / "LGPL-3.0.txt").read_text(encoding="utf-8")
    assert "GNU GENERAL PUBLIC LICENSE" in (out / "GPL-3.0.txt").read_text(encoding="utf-8")
    assert metadata.version("PySide6_Essentials") in (out / "Qt.txt").read_text(encoding="utf-8")
    assert (out / "fonts-LICENSE-OFL.txt").is_file()
    for name in re.findall(r"(?:numpy|msgspec)/[\w.-]+", listed):
        assert (out / name).stat().st_size > 100, name
    assert (out / "msgspec" / "LICENSE").is_file()
