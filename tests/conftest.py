"""What every test stands on: no screen, one thread, and settings and caches that are nobody's own."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import pytest

# Set while pytest loads this file, that is before any test module can import Qt or NumPy: both read
# their variables once. Child processes of the tests inherit them.
HOME = Path(tempfile.mkdtemp(prefix="glassformer-tests-"))
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
OWN = {
    "XDG_CONFIG_HOME": "config",
    "XDG_DATA_HOME": "data",
    "XDG_STATE_HOME": "state",
    "XDG_CACHE_HOME": "cache",
}
if "PYTEST_XDIST_WORKER" not in os.environ:  # processes that share the tests share compiled code, too
    OWN["GLASSFORMER_CACHE"] = "jit"
for variable, folder in OWN.items():
    (HOME / folder).mkdir()
    os.environ[variable] = str(HOME / folder)


_said_by_workers: list[str] = []


def pytest_configure(config: pytest.Config) -> None:
    """Before several processes share the tests, both units are compiled side by side; else each would, and wait."""
    if not getattr(config.option, "numprocesses", None) or config.option.collectonly:
        return
    root = str(Path(__file__).parent.parent)
    started = time.perf_counter()
    children = [
        subprocess.Popen([sys.executable, "-m", unit], cwd=root, stdout=subprocess.DEVNULL)
        for unit in ("core.jit", "core.jit_back")
    ]
    ended = [child.wait() for child in children]
    if not any(ended):  # where there is no compiler the tests say so
        _said_by_workers.append(f"compiled both units side by side: {time.perf_counter() - started:.1f} s")


LONG = ("test_monkey.py", "test_opened_often.py", "test_lifetime.py", "test_other_modes.py", "test_make_models.py")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Processes that share the tests begin with the longest files: else one waits for the other at the end."""
    if "PYTEST_XDIST_WORKER" in os.environ:
        items.sort(key=lambda item: item.path.name not in LONG)


def pytest_unconfigure() -> None:
    shutil.rmtree(HOME, ignore_errors=True)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Two processes share the tests: keep what the one that ends measured, for the summary."""
    said = getattr(node, "workeroutput", {}).get("compiled")
    if said:
        _said_by_workers.append(said)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Repeat what `lab.py test` found before the tests, where it is not scrolled away."""
    for said in _said_by_workers:
        terminalreporter.write_line(said)
    failed = os.environ.get("GLASSFORMER_FAILED_CHECKS", "")
    if failed:
        terminalreporter.section("failed before the tests: " + failed, red=True)


@pytest.fixture(scope="session")
def qapp(qapp: object) -> object:
    """pytest-qt's application, with the bundled fonts and with settings in files of the test run."""
    from PySide6.QtCore import QSettings

    # On Windows and macOS the native format is not a file that a variable could move.
    QSettings.setDefaultFormat(QSettings.Format.IniFormat)
    QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, str(HOME / "config"))
    if importlib.util.find_spec("labapp") and importlib.util.find_spec("labapp.fonts"):
        from labapp import fonts

        fonts.load()
    return qapp
