"""Build the bundle for this system: `python3 packaging/build.py` makes dist/glassformer.

It makes a .venv-build of its own from the two locks, runs PyInstaller on lab.spec, and puts the licence texts of
everything inside beside it. `--check` then proves the bundle (Linux: see prove.py). Standard library only.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
VENV = ROOT / ".venv-build"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
LOCKS = (ROOT / "requirements.lock", HERE / "requirements-build.lock")
STAMP = VENV / "build.stamp"
WORK = ROOT / "build"
DIST = ROOT / "dist"
BUNDLE = DIST / "glassformer"
OLDEST, NEWEST = (3, 11), (3, 13)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Build the bundle of Glassformer for this system.")
    parser.add_argument("--check", action="store_true", help="then run the bundle's self-test under every condition")
    chosen = parser.parse_args(arguments)
    if not OLDEST <= sys.version_info[:2] <= NEWEST:
        raise SystemExit(f"build.py: Python 3.11, 3.12 or 3.13 is needed, this is {sys.version.split()[0]}")
    prepare()
    shutil.rmtree(BUNDLE, ignore_errors=True)
    run([str(PYTHON), "-m", "PyInstaller", *options(), str(HERE / "lab.spec")])
    run([str(PYTHON), str(HERE / "licences.py"), str(WORK / "lab" / "contents.json"), str(BUNDLE / "licences")])
    say(f"{BUNDLE}: {size(BUNDLE) / 1e6:.0f} MB in {sum(1 for file in BUNDLE.rglob('*') if file.is_file())} files")
    if chosen.check:
        return subprocess.call([sys.executable, str(HERE / "prove.py"), str(BUNDLE)])
    return 0


def options() -> list[str]:
    return ["--noconfirm", "--log-level", "WARN", "--distpath", str(DIST), "--workpath", str(WORK)]


def say(text: str) -> None:
    print(f"build.py: {text}", flush=True)


def fingerprint() -> str:
    """What .venv-build depends on."""
    digest = hashlib.sha256(ascii((sys.version, sys.base_prefix, str(ROOT))).encode())
    for lock in LOCKS:
        digest.update(lock.read_bytes())
    return digest.hexdigest()


def prepare() -> None:
    """Make .venv-build, unless it was made from exactly these locks."""
    with contextlib.suppress(OSError):
        if STAMP.read_text(encoding="ascii") == fingerprint():
            return
    say(f"making {VENV} …")
    shutil.rmtree(VENV, ignore_errors=True)
    run([getattr(sys, "_base_executable", sys.executable), "-m", "venv", str(VENV)])
    pip = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input"]
    wanted = [word for lock in LOCKS for word in ("-r", str(lock))]
    run([*pip, "--require-hashes", "--no-deps", "--only-binary", ":all:", *wanted])
    STAMP.write_text(fingerprint(), encoding="ascii")


def environment() -> dict[str, str]:
    """The environment without what would let other packages or another Python in."""
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONHOME")}
    return dict(kept, PYTHONNOUSERSITE="1", QT_QPA_PLATFORM="offscreen", OPENBLAS_NUM_THREADS="1")


def run(command: list[str]) -> None:
    code = subprocess.call(command, cwd=ROOT, env=environment(), stdin=subprocess.DEVNULL)
    if code:
        raise SystemExit(f"build.py: this failed with code {code}, and says why above: {' '.join(command)}")


def size(folder: Path) -> int:
    """Bytes of all files in a folder; links count once, where they point."""
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file() and not file.is_symlink())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
