"""What a person can copy and send when something went wrong: what failed, where in the program, on what.

Nothing of theirs is in it beyond the error's own words: places of files are given inside the program, and their home
folder is "~".
"""

from __future__ import annotations

import os
import platform
import sys
import traceback
from pathlib import Path, PurePath
from types import TracebackType

from .version import version

ROOT = Path(__file__).resolve().parent.parent
LIBRARIES = ("PySide6", "numpy", "numba", "llvmlite", "msgspec", "pyqtgraph")
MOST_FRAMES = 40
MARKS = ("site-packages", "dist-packages", "_internal")


def report_text(error: BaseException, trace: TracebackType | None = None) -> str:
    """The report of an error with its causes, innermost call last, in English: its readers are programmers."""
    lines = [f"Glassformer {_version()}", system(), ""]
    frames = traceback.TracebackException(type(error), error, trace or error.__traceback__, limit=-MOST_FRAMES)
    _shorten(frames)
    lines += "".join(frames.format()).rstrip().splitlines()
    return without_home("\n".join(lines)) + "\n"


def _version() -> str:
    try:
        return version()
    except Exception:  # a broken installation must not hide what it broke
        return "?"


def system() -> str:
    """The system, Python, and the versions of the libraries that are loaded."""
    kind = "bundle" if getattr(sys, "frozen", False) else "sources"
    told = [f"{platform.system()} {platform.release()} {platform.machine()}"]
    told.append(f"Python {platform.python_version()} ({kind})")
    for name in LIBRARIES:
        loaded = getattr(sys.modules.get(name), "__version__", None)
        if loaded is not None:
            told.append(f"{name} {loaded}")
    return ", ".join(told)


def _shorten(frames: traceback.TracebackException) -> None:
    """Name files by their place in the program, also in the errors that led to this one."""
    seen: set[int] = set()
    queue: list[traceback.TracebackException | None] = [frames]
    while queue:
        one = queue.pop()
        if one is None or id(one) in seen:
            continue
        seen.add(id(one))
        for frame in one.stack:
            frame.filename = place(frame.filename)
        queue += [one.__cause__, one.__context__, *(getattr(one, "exceptions", None) or ())]


def place(file: str) -> str:
    """A source file by its place in the program or the library that it belongs to."""
    path = PurePath(file)
    for mark in MARKS:
        if mark in path.parts:
            return PurePath(*path.parts[path.parts.index(mark) + 1 :]).as_posix() or file
    if path.is_relative_to(ROOT):
        return path.relative_to(ROOT).as_posix()
    return path.name if path.is_absolute() else file


def without_home(text: str) -> str:
    """The text with the person's home folder, in either writing, as "~"."""
    home = os.path.expanduser("~")
    if len(home) > 1:
        text = text.replace(home, "~").replace(home.replace("\\", "/"), "~").replace(home.replace("\\", "\\\\"), "~")
    return text
