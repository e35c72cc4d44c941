"""How the project is laid out: small files, fences that need no tool, and nothing of anybody's own machine in it."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("core", "labapp", "resources")
LONGEST = 400  # lines; past it a file is usually two ideas
GENERATED = {"core/dispatch.py"}
DOOR = "core/jit.py"  # the only one to the compiler


def committed() -> list[Path]:
    """The files of the project: those that Git knows or would take, or where there is no Git all in its folders."""
    if shutil.which("git") and (ROOT / ".git").exists():
        command = ["git", "-C", str(ROOT), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        listed = subprocess.run(command, stdout=subprocess.PIPE, check=False)
        if listed.returncode == 0:
            names = listed.stdout.decode().split("\0")
            return [ROOT / name for name in names if name and (ROOT / name).is_file()]
    folders = [ROOT / name for name in (*PACKAGES, "packaging", "tests", ".ci")]
    inside = [path for folder in folders for path in folder.rglob("*") if "__pycache__" not in path.parts]
    return [path for path in (*inside, *ROOT.glob("*")) if path.is_file()]


FILES = committed()


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def sources(*folders: str) -> list[Path]:
    return [path for path in FILES if path.suffix == ".py" and name(path).split("/")[0] in folders]


def shipped() -> list[Path]:
    return sources(*PACKAGES, "packaging", "lab.py")


def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def imported(path: Path) -> Iterator[str]:
    """Top-level names of the modules that a file imports, also inside functions."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            yield node.module.split(".")[0]


def test_the_sources_are_found() -> None:
    found = {name(path) for path in shipped()}
    assert {"core/engine.py", DOOR, "labapp/document.py", "resources/__init__.py", "lab.py"} <= found
    assert len(found) > 50


def test_no_file_is_longer_than_one_idea() -> None:
    lengths = {name(path): len(path.read_text(encoding="utf-8").splitlines()) for path in sources("core", "labapp")}
    assert {file: lines for file, lines in lengths.items() if lines > LONGEST and file not in GENERATED} == {}


def test_every_source_says_what_it_is() -> None:
    silent = [name(path) for path in shipped() if path.stat().st_size and not ast.get_docstring(tree(path))]
    assert silent == []


def test_neither_tests_nor_packaging_are_packages() -> None:
    """In tests one `__init__` makes two of one name collide; `packaging` would shadow the distribution's."""
    found = [name(path) for path in FILES if path.name == "__init__.py"]
    assert [file for file in found if file.split("/")[0] not in PACKAGES] == []


def test_there_are_three_packages_and_each_folder_of_them_is_one() -> None:
    for path in sources(*PACKAGES):
        folder = path.parent
        while folder != ROOT:
            assert (folder / "__init__.py").is_file(), f"{name(path)} lies in no package"
            folder = folder.parent


@pytest.mark.parametrize("package", PACKAGES)
def test_only_one_file_imports_the_compiler(package: str) -> None:
    users = {name(path) for path in sources(package) if {"numba", "llvmlite"} & set(imported(path))}
    assert users <= {DOOR}


def test_core_knows_no_front_end() -> None:
    front = {"labapp", "resources", "PySide6", "shiboken6", "pyqtgraph"}
    assert {name(path): front & set(imported(path)) for path in sources("core") if front & set(imported(path))} == {}


def test_nothing_depends_on_what_is_too_heavy_or_not_ours_to_ship() -> None:
    never = {"scipy", "matplotlib", "pandas", "pydantic", "torch", "PyQt5", "PyQt6", "tests"}
    found = {name(path): never & set(imported(path)) for path in shipped() if never & set(imported(path))}
    assert found == {"labapp/benchmark/peers.py": {"torch"}}  # measured beside us where a person has installed it


def test_importing_core_loads_no_qt_and_no_compiler() -> None:
    """Every module of core, in a process of its own."""
    modules = [name(path).removesuffix(".py").removesuffix("/__init__").replace("/", ".") for path in sources("core")]
    modules = [module for module in modules if not module.endswith("__main__")]
    code = f"""
import importlib, sys
for module in {modules!r}:
    importlib.import_module(module)
print({{name.split(".")[0] for name in sys.modules}} & {{"PySide6", "shiboken6", "pyqtgraph", "numba", "labapp"}})
"""
    ran = subprocess.run(
        [sys.executable, "-c", code],
        env=dict(os.environ, PYTHONPATH=str(ROOT)),
        capture_output=True,
        text=True,
        check=True,
    )
    assert (ran.stdout, ran.stderr) == ("set()\n", "")


def test_nothing_is_run_that_came_as_text_or_as_pickled_objects() -> None:
    found = []
    for path in shipped():
        if {"pickle", "marshal", "shelve", "dill"} & set(imported(path)):
            found.append(f"{name(path)} imports a reader of objects")
        for node in ast.walk(tree(path)):
            if not isinstance(node, ast.Call):
                continue
            called = node.func.id if isinstance(node.func, ast.Name) else ""
            options = {k.arg for k in node.keywords if isinstance(k.value, ast.Constant) and k.value.value is True}
            if called in ("eval", "exec", "compile", "__import__") or options & {"allow_pickle", "shell"}:
                found.append(f"{name(path)}:{node.lineno}")
    assert found == []


# Written in pieces, so that this file does not find itself.
OWN = {
    "a folder of somebody's machine": r"(?<![\w.~}-])/(?:wo"
    + r"rk|ro"
    + r"ot|ho"
    + r"me/\w+|Us"
    + r"ers/\w+|t"
    + r"mp)/\w",
    "a folder of somebody's Windows": r"(?i)\b[c-z]:\\+us" + r"ers\\+\w",
    "a package registry": r"(?i)py" + r"pi\.|python" + r"hosted\.|index-" + r"url|/sim" + r"ple/",
}


@pytest.mark.parametrize("what", OWN)
def test_no_file_names(what: str) -> None:
    pattern = re.compile(OWN[what])
    found = []
    for path in FILES:
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue  # fonts, models, pictures, golden arrays
        lines = enumerate(text.splitlines(), 1)
        found += [f"{name(path)}:{number}: {line.strip()[:100]}" for number, line in lines if pattern.search(line)]
    assert found == []


@pytest.mark.parametrize(
    ("what", "text"),
    [
        ("a folder of somebody's machine", "open('/ho" + "me/ann/x.npz')"),
        ("a folder of somebody's machine", "see /t" + "mp/x"),
        ("a folder of somebody's Windows", "C:\\Us" + "ers\\ann"),
        ("a package registry", "https://py" + "pi.org/sim" + "ple/numpy"),
    ],
)
def test_it_would_be_noticed(what: str, text: str) -> None:
    assert re.search(OWN[what], text)
