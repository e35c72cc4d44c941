"""Prove a bundle: its self-test under conditions that classrooms have. `python3 packaging/prove.py dist/glassformer`.

One line a condition. Linux, with the right to make namespaces (as root, or where users may): without a network, from
a read-only mount, without a writable home, without fonts of the system, from other folders and from a folder with
Chinese letters; and how long it takes to start.
"""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

EMPTY_FONTS = '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig></fontconfig>\n'
STARTS = 5
LIMIT = 600.0  # seconds for one self-test


class Prover:
    """Runs the bundle in a folder for the proof, with settings, data and caches of the proof's own."""

    def __init__(self, bundle: Path, folder: Path) -> None:
        self.bundle = bundle.resolve()
        self.folder = folder
        self.failed: list[str] = []
        home = folder / "home"
        self.environment = {
            name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "QT_", "GLASSFORMER"))
        }
        self.environment |= {
            "HOME": str(home),
            "XDG_CACHE_HOME": str(home / "cache"),
            "XDG_DATA_HOME": str(home / "data"),
            "XDG_CONFIG_HOME": str(home / "config"),
            "OPENBLAS_NUM_THREADS": "1",
        }
        home.mkdir()

    def run(
        self, condition: str, *, bundle: Path | None = None, before: str = "", where: Path | None = None, **more: str
    ) -> None:
        """The self-test under one condition; `before` is a piece of shell in namespaces of its own."""
        command = [str((bundle or self.bundle) / "glassformer"), "--self-test"]
        if before:
            flags = ["--user", "--map-root-user"] if os.geteuid() else []
            command = ["unshare", *flags, "--mount", "--net", "sh", "-ec", f'{before}\nexec "$0" "$@"', *command]
        started = time.perf_counter()
        ran = subprocess.run(
            command,
            cwd=where or self.folder,
            env={**self.environment, **more},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=LIMIT,
            check=False,
        )
        seconds = time.perf_counter() - started
        lines = ran.stdout.splitlines()
        compiled = next((line[5:] for line in lines if "compiled code:" in line), "compiled code: not reached")
        well = ran.returncode == 0 and lines[-1:] == ["all is well"]
        print(f"{'ok  ' if well else 'FAIL'} {condition}: {seconds:.1f} s; {compiled}", flush=True)
        if not well:
            self.failed.append(condition)
            print(*(f"     {line}" for line in lines if line.startswith("FAIL")), sep="\n", flush=True)
        for line in ran.stderr.strip().splitlines()[-5:]:
            print(f"     said: {line}", flush=True)


def main(arguments: list[str]) -> int:
    bundle = Path(arguments[0])
    folder = Path(tempfile.mkdtemp(prefix="glassformer-proof-"))
    try:
        return prove(Prover(bundle, folder))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def prove(prover: Prover) -> int:
    folder, bundle = prover.folder, prover.bundle
    prover.run("first start, an empty cache")
    prover.run("second start, the same cache")
    other = folder / "elsewhere"
    other.mkdir()
    prover.run("from another working folder", where=other)
    prover.run("without a network", before=":")
    mount = folder / "disc"
    mount.mkdir()
    lock = f"mount --bind '{bundle}' '{mount}'\nmount -o remount,bind,ro '{mount}'\n! touch '{mount}/x' 2>/dev/null"
    prover.run("from a read-only mount", bundle=mount, before=lock)
    nowhere = {"HOME": "/nonexistent", "XDG_CACHE_HOME": "", "XDG_DATA_HOME": "", "XDG_CONFIG_HOME": ""}
    prover.run("without a home; the cache lies among temporary files", **nowhere, TMPDIR=str(other))
    prover.run("without a home, and no folder for a cache", **nowhere, GLASSFORMER_CACHE="/proc/none")
    fonts = folder / "fonts.conf"
    fonts.write_text(EMPTY_FONTS, encoding="utf-8")
    prover.run("without fonts of the system", FONTCONFIG_FILE=str(fonts))
    named = folder / "课堂 é" / "实验室"
    named.parent.mkdir()
    shutil.copytree(bundle, named, symlinks=True)
    prover.run("from a folder with Chinese letters and a space", bundle=named, where=named.parent)
    shutil.rmtree(named)
    start_up(prover)
    print(f"{len(prover.failed)} failed" if prover.failed else "all is well", flush=True)
    return 1 if prover.failed else 0


def start_up(prover: Prover) -> None:
    """How long a start takes: to the first word, and to a painted window."""
    program = str(prover.bundle / "glassformer")
    picture = str(prover.folder / "start.png")
    timed: dict[str, Callable[[], list[str]]] = {
        "the version is said": lambda: [program, "--version"],
        "a window is painted, into a file": lambda: [program, "screenshot", "block", "-o", picture],
    }
    for what, command in timed.items():
        took = []
        for _ in range(STARTS):
            started = time.perf_counter()
            subprocess.run(command(), env=prover.environment, capture_output=True, check=True)
            took.append(time.perf_counter() - started)
        print(f"     until {what}: {statistics.median(took):.2f} s (median of {STARTS})", flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
