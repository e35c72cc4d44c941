"""Where compiled code is kept between starts: a private folder, sealed, thrown away when it is not what it was."""

from __future__ import annotations

import contextlib
import hashlib
import logging
import os
import shutil
import sys
import tempfile
import threading
from pathlib import Path

log = logging.getLogger("glassformer.jit")

COMPLETE = "complete"  # a file in a filled cache folder: the hash of all that lies there
_said: set[str] = set()


def folder_called(name: str) -> Path | None:
    """A private, writable folder of this name, made where there is none; None where nothing can be kept."""
    foreign = ""
    for base in bases():
        folder = base / name
        try:
            base.mkdir(mode=0o700, parents=True, exist_ok=True)
            folder.mkdir(mode=0o700, exist_ok=True)
            if not ours(base, folder):  # what it holds would be run as code
                foreign = "one of them belongs to somebody else; "
                continue
            probe = folder / f".probe-{os.getpid()}-{threading.get_ident()}"
            probe.write_bytes(b"")
            probe.unlink()
        except OSError:
            continue
        if foreign:
            say_once(f"a cache folder belongs to somebody else, {base} is used")
        return folder
    say_once(f"no folder can keep compiled code ({foreign}tried {', '.join(map(str, bases()))})")
    return None


def ours(base: Path, folder: Path) -> bool:
    """Whether nobody but us (and the system's administrator) decides what lies in `folder`."""
    if not hasattr(os, "getuid"):
        return True
    me = os.getuid()
    return folder.lstat().st_uid == me and base.stat().st_uid in (0, me)


def say_once(sentence: str) -> None:
    if sentence not in _said:
        _said.add(sentence)
        log.warning("%s", sentence)


def contents(folder: Path) -> str:
    """The hash of the compiled code in `folder`; empty where there is none."""
    digest = hashlib.blake2b(digest_size=16)
    files = sorted(folder.glob("*.nb[ic]"))
    for path in files:
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest() if files else ""


def seal(folder: Path) -> None:
    """Remember what a filled folder holds, so that later damage is noticed before it is run."""
    try:
        held = contents(folder)
        if held:
            (folder / COMPLETE).write_text(held, encoding="ascii")
    except OSError as error:
        log.warning("compiled code could not be kept: %s", error)


def is_whole(folder: Path) -> bool:
    try:
        return (folder / COMPLETE).read_text(encoding="ascii") == contents(folder) != ""
    except (OSError, UnicodeDecodeError):
        return False


def discard_if_damaged(folder: Path) -> None:
    """Empty a folder that was filled once and is not what it was, as after a power cut."""
    if (folder / COMPLETE).exists() and not is_whole(folder):
        discard(folder, "its contents have changed")


def discard(folder: Path, why: object) -> None:
    reason = f"{type(why).__name__}: {why}" if isinstance(why, Exception) else why
    log.warning("the cache of compiled code was damaged and is made anew: %s", reason)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def bases() -> list[Path]:
    """Where caches may lie, best first: the named folder alone, or the user's folder and then the temporary one."""
    named = os.environ.get("GLASSFORMER_CACHE")
    if named:
        return [Path(named)]
    home = Path(os.path.expanduser("~"))
    if sys.platform == "win32":
        user = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        user = home / "Library" / "Caches"
    else:
        user = Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache")
    owner = os.getuid() if hasattr(os, "getuid") else "user"
    found = [user / "glassformer" / "jit"]
    with contextlib.suppress(OSError):  # there may be no folder for temporary files
        found.append(Path(tempfile.gettempdir()) / f"glassformer-jit-{owner}")
    return found
