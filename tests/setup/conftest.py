"""A checkout in small: the real lab.py, with locks and wheels made here, so that no test needs a network."""

from __future__ import annotations

import base64
import hashlib
import importlib.util
import os
import subprocess
import sys
import time
import zipfile
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]

# Qt's stand-in fails with the text of the variable STUB_QT, as a loader would.
QT = {
    "PySide6/__init__.py": "import os\nif 'STUB_QT' in os.environ: raise ImportError(os.environ['STUB_QT'])\n",
    "PySide6/QtCore.py": "",
    "PySide6/QtGui.py": "",
    "PySide6/QtSvg.py": "",
    "PySide6/QtWidgets.py": "def QApplication(arguments): pass\n",
}
# Each tool's stand-in says its name and arguments, and fails when STUB_FAIL names it.
TOOL = """
import os, sys
def main(name={name!r}):
    told = os.environ.get('GLASSFORMER_FAILED_CHECKS')
    print('ran', name, sys.argv[1:], os.environ.get('QT_QPA_PLATFORM'), told)
    sys.exit(5 if name in os.environ.get('STUB_FAIL', '').split() else 0)
if __name__ == '__main__': main()
"""
TOOLS = {f"{name}/__main__.py": TOOL.format(name=name) for name in ("ruff", "mypy", "pytest", "importlinter")}
SCRIPTS = "[console_scripts]\nlint-imports = importlinter.__main__:main\n"

APP = """
import json, os, sys
from core import here
print(json.dumps({"arguments": sys.argv[1:], "folder": os.getcwd(), "core": here,
                  "platform": os.environ.get("QT_QPA_PLATFORM")}))
sys.exit(int(os.environ.get("STUB_CODE", "0")))
"""


def make_wheel(folder: Path, name: str, files: Mapping[str, str], scripts: str = "") -> str:
    """Write a pure wheel of version 1.0 and give its two lines of a lock."""
    info = f"{name}-1.0.dist-info"
    everything = {
        **files,
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{info}/entry_points.txt": scripts,
    }
    record = ""
    for path, text in everything.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()
        record += f"{path},sha256={digest},{len(text.encode())}\n"
    wheel = folder / f"{name}-1.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for path, text in {**everything, f"{info}/RECORD": record + f"{info}/RECORD,,\n"}.items():
            archive.writestr(path, text)
    return f"{name}==1.0 \\\n    --hash=sha256:{hashlib.sha256(wheel.read_bytes()).hexdigest()}\n"


Done = subprocess.CompletedProcess[str]


class Checkout:
    """A folder with lab.py, its locks, wheels for them, an app in stand-in, and commands in `bin`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.lab = folder / "lab.py"
        self.venv = folder / ".venv"
        self.wheels = folder / "wheels"
        self.bin = folder / "bin"
        for made in (self.wheels, self.bin, folder / "labapp", folder / "core", folder / "elsewhere"):
            made.mkdir(parents=True)
        self.lab.write_bytes((ROOT / "lab.py").read_bytes())
        (folder / "labapp" / "__main__.py").write_text(APP)
        (folder / "core" / "__init__.py").write_text("here = 'of the checkout'\n")
        run = make_wheel(self.wheels, "stub_qt", QT)
        (folder / "requirements.lock").write_text(run)
        dev = make_wheel(self.wheels, "stub_tools", TOOLS, SCRIPTS)
        (folder / "requirements-dev.lock").write_text(run + dev)
        (folder / "requirements-ci.lock").write_text(make_wheel(self.wheels, "stub_model", {"model.py": ""}))
        make_wheel(self.wheels, "stub_late", {"late.py": ""})  # for a lock of a later day
        # Whatever a test gets wrong, the machine's own package manager is never reached.
        self.put_command("apt-get", "exit 1")

    def put_command(self, name: str, script: str) -> None:
        command = self.bin / name
        command.write_text(f"#!/bin/sh\n{script}\n")
        command.chmod(0o755)

    def environment(self, **more: str) -> dict[str, str]:
        """Nothing of the caller's: no display, no pip settings, wheels from our folder alone."""
        kept = {name: os.environ[name] for name in ("HOME", "SYSTEMROOT", "TEMP", "TMP") if name in os.environ}
        return {
            **kept,
            "PATH": os.pathsep.join([str(self.bin), os.environ.get("PATH", os.defpath)]),
            "PIP_CONFIG_FILE": os.devnull,
            "PIP_FIND_LINKS": self.wheels.as_uri(),  # a path with a blank would be two
            "PIP_NO_INDEX": "1",
            "PIP_NO_CACHE_DIR": "1",
            **more,
        }

    def start(self, *arguments: str, folder: Path | None = None, **more: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, str(self.lab), *arguments],
            cwd=folder or self.folder,
            env=self.environment(**more),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, *arguments: str, folder: Path | None = None, **more: str) -> Done:
        process = self.start(*arguments, folder=folder, **more)
        out, err = process.communicate(timeout=120)
        return Done(process.args, process.returncode, out, err)

    def module(self) -> ModuleType:
        """This checkout's lab.py as a module, to look at one function."""
        spec = importlib.util.spec_from_file_location("lab_of_a_test", self.lab)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    """A fresh one, not set up: setting it up takes a few seconds."""
    return Checkout(tmp_path / "check out")  # a blank in the path, as on many desktops


@pytest.fixture(scope="session")
def rough_start(tmp_path_factory: pytest.TempPathFactory) -> tuple[Checkout, list[Done]]:
    """A checkout whose first set-up was killed half-way, and then the outcome of two at once."""
    checkout = Checkout(tmp_path_factory.mktemp("ready") / "check out")
    killed = checkout.start("trace")
    patience = time.monotonic() + 30
    while not (checkout.venv / "pyvenv.cfg").exists() and time.monotonic() < patience:
        time.sleep(0.01)
    killed.kill()  # lab.py alone: what it started goes on writing into .venv
    both = [checkout.start("trace", str(i)) for i in range(2)]
    said = [process.communicate(timeout=120) for process in both]
    killed.communicate(timeout=60)
    return checkout, [Done(both[i].args, both[i].returncode, *said[i]) for i in range(2)]


@pytest.fixture(scope="session")
def ready(rough_start: tuple[Checkout, list[Done]]) -> Checkout:
    """A checkout that is set up, shared: a test that damages it repairs it."""
    return rough_start[0]


@pytest.fixture
def lab(checkout: Checkout, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """lab.py as a module, its PATH leading to the stand-ins only."""
    monkeypatch.setenv("PATH", str(checkout.bin))
    return checkout.module()
