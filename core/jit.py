"""The one door to the compiler: options, the cache folder, warm-up, and falling back to NumPy.

Everything that can go wrong with a compiler on a classroom machine ends here: numba absent or broken, a cache
folder that is read-only, truncated or foreign. Each is one log line, and NumPy serves.
"""

from __future__ import annotations

import hashlib
import logging
import os
import platform
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from . import dispatch
from .ops.op import cell, row
from .problem import QT_TRANSLATE_NOOP, Problem

log = logging.getLogger("glassformer.jit")

# No fast-math: it would make isnan false and hidden rows NaN. Division by zero gives ∞ or NaN, as in NumPy.
OPTIONS: dict[str, Any] = {"error_model": "numpy", "nogil": True, "_nrt": False}
COMPLETE = "complete"  # a file in a cache folder that a whole warm-up has filled

_lock = threading.Lock()
_forward: Callable[..., None] | None = None
_failed: str | None = None


def loaded_forward() -> Callable[..., None] | None:
    """The compiled walk if it is loaded already; never compiles, never waits."""
    return _forward


def forward() -> Callable[..., None]:
    """The compiled walk, loading or compiling it now. Raises Problem where there is no compiler."""
    global _forward, _failed
    with _lock:
        if _forward is None and _failed is None:
            try:
                _forward = _load_forward()
            except Exception as error:  # whatever a compiler does must not take the lab down
                _failed = f"{type(error).__name__}: {error}".splitlines()[0]
                log.warning("no compiled code, NumPy serves: %s", _failed)
    if _forward is None:
        raise Problem(
            QT_TRANSLATE_NOOP("core", "There is no compiled code here ({reason}); NumPy computes the same numbers."),
            reason=_failed,
        )
    return _forward


def _load_forward() -> Callable[..., None]:
    """Load the walk from the cache folder, or compile it; a damaged folder is thrown away once."""
    numba = _numba()
    if numba.config.DISABLE_JIT:
        return dispatch.walk
    folder = cache_folder()
    signature = "void(float64[::1], int64[:,::1], int64[:,::1], int64[::1])"
    try:
        walk = _compile(dispatch.walk, signature, folder)
    except Exception as error:
        if folder is None:
            raise
        log.warning("the compiled-code cache was unusable and is made anew: %s: %s", type(error).__name__, error)
        shutil.rmtree(folder, ignore_errors=True)
        walk = _compile(dispatch.walk, signature, cache_folder())
    return walk


def _numba() -> ModuleType:
    import numba

    return numba


def _compile(function: Callable[..., None], signature: str, folder: Path | None) -> Callable[..., None]:
    """Compile `function` and every core function it calls, for one signature, with the cache in `folder`."""
    walk = compiled(function)
    if folder is not None:
        place = folder
        from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator

        class Locator(_CacheLocator):
            """Puts the cache into our folder, whose name already stands for all sources."""

            def get_cache_path(self) -> str:
                return str(place)

            def ensure_cache_path(self) -> None:
                place.mkdir(parents=True, exist_ok=True)

            def get_source_stamp(self) -> str:
                return place.name

            def get_disambiguator(self) -> str:
                return "core"

            @classmethod
            def from_function(cls, py_func: Any, py_file: str) -> Locator:
                return cls()

        class Impl(CompileResultCacheImpl):
            _locator_classes = [Locator]

        class Cache(FunctionCache):
            _impl_class = Impl

        walk._cache = Cache(walk.py_func)
    walk.compile(signature)
    walk.disable_compile()
    return walk


def compiled(function: Callable[..., Any], memo: dict[Callable[..., Any], Any] | None = None) -> Any:
    """A numba dispatcher for a plain function of core, in which the core functions it calls are compiled too.

    The functions themselves stay plain: tests run them uncompiled, and importing core imports no numba.
    """
    numba = _numba()
    memo = {} if memo is None else memo
    if function not in memo:
        assert isinstance(function, FunctionType)
        scope = dict(function.__globals__)
        for name in function.__code__.co_names:
            called = scope.get(name)
            if isinstance(called, FunctionType) and called.__module__.startswith(f"{__package__}."):
                scope[name] = compiled(called, memo)
        twin = FunctionType(function.__code__, scope, function.__name__, function.__defaults__)
        twin.__module__, twin.__qualname__ = function.__module__, function.__qualname__
        inline = "always" if function in (row, cell) else "never"
        memo[function] = numba.njit(inline=inline, **OPTIONS)(twin)
    return memo[function]


def cache_folder() -> Path | None:
    """A private, writable folder whose name hashes core's sources, the versions and the processor; or None."""
    name = _fingerprint()
    for base in _cache_bases():
        folder = base / name
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if hasattr(os, "getuid") and folder.stat().st_uid != os.getuid():
                log.warning("the cache folder belongs to somebody else and is not used")
                continue
            probe = folder / f".probe-{os.getpid()}-{threading.get_ident()}"
            probe.write_bytes(b"")
            probe.unlink()
        except OSError:
            continue
        return folder
    log.warning("no writable folder for compiled code: it is compiled anew at each start")
    return None


def _cache_bases() -> list[Path]:
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
    return [user / "glassformer" / "jit", Path(tempfile.gettempdir()) / f"glassformer-jit-{owner}"]


def _fingerprint() -> str:
    """Core's sources, the interpreter, numba, llvmlite, NumPy and the processor, hashed."""
    numba = _numba()
    import llvmlite
    import llvmlite.binding as llvm
    import numpy

    digest = hashlib.blake2b(digest_size=12)
    root = Path(__file__).parent
    for path in sorted(root.rglob("*.py")):
        digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    digest.update(
        repr(
            (
                sys.version,
                numba.__version__,
                llvmlite.__version__,
                numpy.__version__,
                platform.machine(),
                llvm.get_host_cpu_name(),
                llvm.get_host_cpu_features().flatten(),
                sorted(OPTIONS.items()),
                bool(numba.config.BOUNDSCHECK),
            )
        ).encode()
    )
    return digest.hexdigest()


class WarmUp:
    """Fills the cache in a child process, then loads it in this one: compiling in a window's process stalls it.

    `start()` returns at once; `done(ok)` is called from the worker thread. `stop()` ends the child.
    """

    def __init__(self, done: Callable[[bool], None] = lambda ok: None, command: list[str] | None = None) -> None:
        self._done = done
        self._command = command or [sys.executable, "-m", "core.jit"]
        self._child: Any = None
        self._stopped = False
        self._thread = threading.Thread(target=self._run, name="warm-up", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """End the child if it runs, and wait for the worker."""
        self._stopped = True
        child = self._child
        if child is not None and child.poll() is None:
            child.terminate()
        if self._thread.is_alive():
            self._thread.join(timeout=10)

    def _run(self) -> None:
        ok = False
        try:
            if not is_warm():
                self._fill()
            if not self._stopped:
                forward()
                ok = True
        except Exception as error:
            log.warning("warm-up failed, NumPy serves: %s", error)
        if not self._stopped:
            self._done(ok)

    def _fill(self) -> None:
        import subprocess

        environment = dict(os.environ)
        here = str(Path(__file__).parent.parent)
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, [here, environment.get("PYTHONPATH")]))
        self._child = subprocess.Popen(
            self._command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        )
        if self._stopped:
            self._child.terminate()
        _, errors = self._child.communicate()
        if self._child.returncode and not self._stopped:
            log.warning("the warm-up process failed: %s", errors.decode(errors="replace").strip().splitlines()[-1:])


def is_warm() -> bool:
    """Whether a whole warm-up has filled the cache folder."""
    try:
        folder = cache_folder()
    except ImportError:
        return False
    return folder is not None and (folder / COMPLETE).exists()


def fill_cache() -> float:
    """Compile everything into the cache folder; the seconds it took."""
    started = time.perf_counter()
    forward()
    folder = cache_folder()
    if folder is not None:
        (folder / COMPLETE).write_text("", encoding="ascii")
    return time.perf_counter() - started


if __name__ == "__main__":
    # `python -m core.jit` runs this file as __main__, beside the core.jit that the engine imports: fill that one.
    from core.jit import fill_cache as fill

    print(f"compiled in {fill():.1f} s")
