"""The one door to the compiler: options, the cache folder, warm-up, and falling back to NumPy.

Everything that can go wrong with a compiler on a classroom machine ends here: numba absent or broken, a cache
folder that is read-only, truncated or foreign. Each is one log line, and NumPy serves.
"""

from __future__ import annotations

import contextlib
import gc
import hashlib
import logging
import os
import platform
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from . import blas, dispatch, jit_cache, jit_native
from .ops import product
from .ops.op import cell, row
from .problem import QT_TRANSLATE_NOOP, Problem

log = logging.getLogger("glassformer.jit")
NICE = 5  # how far the process that compiles stands back behind the window's

# No fast-math: it would make isnan false and hidden rows NaN; `contract` alone only fuses a product with the sum it
# goes into. Division by zero gives ∞ or NaN, as in NumPy.
OPTIONS: dict[str, Any] = {"error_model": "numpy", "nogil": True, "_nrt": False, "fastmath": {"contract"}}

NO_COMPILER = QT_TRANSLATE_NOOP("core", "There is no compiled code here ({reason}); NumPy computes the same numbers.")

_lock = threading.Lock()
_forward: Callable[..., None] | None = None
_failed: str | None = None
_products = False
_hits = 0


def loaded_forward() -> Callable[..., None] | None:
    """The compiled walk if it is loaded already; never compiles, never waits."""
    return _forward


def cache_hits() -> int:
    """How much of the loaded walk came from the cache: 1 if it did, 0 if it was compiled here."""
    return _hits


def has_products() -> bool:
    """Whether the loaded walk computes large products by itself, through NumPy's own BLAS."""
    return _products


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
        raise Problem(NO_COMPILER, reason=_failed)
    return _forward


def _load_forward() -> Callable[..., None]:
    """Load the walk from the cache folder, or compile it; a damaged folder is thrown away."""
    numba = _numba()
    if numba.config.DISABLE_JIT:
        return plain_walk
    signature = "void(float64[::1], int64[:,::1], int64[:,::1], int64[::1])"
    (walk,) = load_unit({dispatch.walk: signature}, cache_folder())
    return walk


def load_unit(functions: dict[Callable[..., None], str], folder: Path | None) -> list[Callable[..., None]]:
    """Functions with their signatures from a cache folder of theirs, or compiled; a damaged folder is thrown away."""
    if folder is None:
        return [_compile(function, signature, None) for function, signature in functions.items()]
    jit_cache.discard_if_damaged(folder)
    found = jit_cache.contents(folder)
    try:
        loaded = [_compile(function, signature, folder) for function, signature in functions.items()]
    except Exception as error:
        if not found:
            raise  # it was the compiler, not what lay in the cache
        jit_cache.discard(folder, error)
        loaded = [_compile(function, signature, folder) for function, signature in functions.items()]
    jit_cache.seal(folder)
    return loaded


def plain_walk(arena: Any, steps: Any, at: Any, order: Any) -> None:
    """The walk as plain Python, as silent about non-finite numbers as compiled code is."""
    import numpy

    with numpy.errstate(all="ignore"):
        dispatch.walk(arena, steps, at, order)


def is_disabled() -> bool:
    """Whether numba was told to compile nothing."""
    return bool(_numba().config.DISABLE_JIT)


def _numba() -> ModuleType:
    import numba

    return numba


def _compile(function: Callable[..., None], signature: str, folder: Path | None) -> Callable[..., None]:
    """Compile `function` and every core function it calls, for one signature, with the cache in `folder`."""
    memo = _external_products() | jit_native.calls(_numba())
    walk = compiled(function, memo, inner=False)
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

            def save_overload(self, sig: Any, data: Any) -> None:
                try:
                    super().save_overload(sig, data)
                except Exception as error:  # a full disk, or another process that threw the folder away
                    log.warning("compiled code could not be kept: %s: %s", type(error).__name__, error)

        walk._cache = Cache(walk.py_func)
    walk.compile(signature)
    walk.disable_compile()
    global _hits
    if function is dispatch.walk:
        _hits = sum(walk.stats.cache_hits.values())
    (built,) = walk.overloads.values()
    return jit_native.remember(built.entry_point, built, walk)  # past the look-up of types: there is one signature


def _external_products() -> dict[Callable[..., Any], Any]:
    """Compiled products by NumPy's own BLAS in place of the portable loops, where there is one to call.

    With bounds checks on, the loops stay: checking them is what was asked for.
    """
    global _products
    numba = _numba()
    found = library()
    if found is None:
        return {}
    import llvmlite.binding as llvm

    llvm.load_library_permanently(found.path)
    _products = True
    size, real, place = (numba.types.int64 if found.bits == 64 else numba.types.int32), numba.float64, numba.types.intp
    flags = [numba.types.int32] * 3
    call = numba.types.void(*flags, size, size, size, real, place, size, place, size, real, place, size)
    scope = {"dgemm": numba.types.ExternalFunction(found.name, call)}
    return {getattr(product, name): compiled(getattr(blas, name), scope=scope) for name in blas.PRODUCTS}


def library() -> blas.Blas | None:
    """The BLAS that compiled code calls, or None where the portable loops serve."""
    return None if _numba().config.BOUNDSCHECK or _numba().config.DISABLE_JIT else blas.find()


def compiled(
    function: Callable[..., Any],
    memo: dict[Callable[..., Any], Any] | None = None,
    scope: dict[str, Any] | None = None,
    inner: bool = True,
) -> Any:
    """A numba dispatcher for a plain function of core, in which the core functions it calls are compiled too.

    `memo` holds what is compiled already, or stands in for a function; `scope` are names that the function meets;
    all but the outermost function are `inner` and become part of their caller.

    The functions themselves stay plain: tests run them uncompiled, and importing core imports no numba.
    """
    numba = _numba()
    memo = {} if memo is None else memo
    if function not in memo:
        assert isinstance(function, FunctionType)
        names = {**function.__globals__, **(scope or {})}
        for name in function.__code__.co_names:
            called = names.get(name)
            if isinstance(called, FunctionType) and called.__module__.startswith(f"{__package__}."):
                names[name] = compiled(called, memo)
        twin = FunctionType(function.__code__, names, function.__name__, function.__defaults__)
        twin.__module__, twin.__qualname__ = function.__module__, function.__qualname__
        # `row` and `cell` must vanish before arrays are counted; the rest is one function once it is machine
        # code: a call would hand over two arrays field by field, which costs as much as a small matrix.
        inline = "always" if function in (row, cell) else "never"
        memo[function] = numba.njit(inline=inline, forceinline=inner, **OPTIONS)(twin)
    return memo[function]


def cache_folder(unit: str = "") -> Path | None:
    """The folder for compiled code, whose name hashes core's sources, the versions and the processor; or None.

    A `unit` other than the forward walk has a folder of its own.
    """
    return jit_cache.folder_called(_fingerprint() + (f"-{unit}" if unit else ""))


def _fingerprint() -> str:
    """Core's sources, the interpreter, numba, llvmlite, NumPy and the processor, hashed."""
    numba = _numba()
    import llvmlite
    import llvmlite.binding as llvm
    import numpy

    try:
        features = llvm.get_host_cpu_features().flatten()
    except RuntimeError:  # not every system tells
        features = ""
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
                features,
                sorted(OPTIONS.items()),
                (library() or ("",))[1:],  # not its place: a bundle that was moved has the same code
                bool(numba.config.BOUNDSCHECK),
                str(numba.config.OPT),
            )
        ).encode()
    )
    return digest.hexdigest()


class WarmUp:
    """Fills the cache in a child process, then loads it in this one: compiling in a window's process stalls it.

    `start()` returns at once; `done(ok)` is called from the worker thread. `stop()` ends the child. `command` fills
    the folder of `unit`, `load` loads it.
    """

    def __init__(
        self,
        done: Callable[[bool], None] = lambda ok: None,
        command: list[str] | None = None,
        unit: str = "",
        load: Callable[[], object] | None = None,
    ) -> None:
        self._done = done
        self._unit = unit
        self._load = load or forward
        self._command = command or [sys.executable, "-m", "core.jit"]
        self._child: Any = None
        self._stopped = False
        self._set_aside = False
        self._thread = threading.Thread(target=self._run, name="warm-up", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """End the child if it runs, wait for the worker, and let the garbage collector look at everything again."""
        self._stopped = True
        child = self._child
        if child is not None and child.poll() is None:
            child.terminate()
        if self._thread.is_alive():
            self._thread.join(timeout=10)
        if self._set_aside:
            self._set_aside = False
            gc.unfreeze()

    @contextlib.contextmanager
    def _collecting_nothing(self) -> Iterator[None]:
        """No garbage is collected inside, and what is there afterwards is left out of later collections.

        A compiler is some hundred thousand objects, none of them garbage: to look at them all holds every thread up for
        a tenth of a second, in the middle of loading or of a drag.
        """
        if not gc.isenabled():
            yield
            return
        gc.disable()
        try:
            yield
        finally:
            gc.freeze()
            gc.enable()
            self._set_aside = True

    def _run(self) -> None:
        ok = False
        try:
            with self._collecting_nothing():
                folder = cache_folder(self._unit)  # imports the compiler
            # Without a folder the child has no way to hand its code over, and compiling here stalls the window.
            if folder is not None and (self._is_filled(folder) or self._fill(folder)) and not self._stopped:
                with self._collecting_nothing():
                    self._load()
                ok = True
        except Problem:
            pass  # the log has it
        except Exception as error:
            log.warning("warm-up failed, NumPy serves: %s: %s", type(error).__name__, error)
        if not self._stopped:
            self._done(ok)

    @staticmethod
    def _is_filled(folder: Path) -> bool:
        jit_cache.discard_if_damaged(folder)
        return jit_cache.is_whole(folder)

    def _fill(self, folder: Path) -> bool:
        """Run the child to its end; whether the folder is filled then."""
        import subprocess

        # Python finds core here, and not in the folder that the lab happens to be started from.
        environment = dict(os.environ, PYTHONSAFEPATH="1")
        here = str(Path(__file__).parent.parent)
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, [here, environment.get("PYTHONPATH")]))
        self._child = subprocess.Popen(
            self._command,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            creationflags=getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0),  # as `nice` below
        )
        with contextlib.suppress(OSError, AttributeError):  # the window comes first, on two cores as well
            os.setpriority(os.PRIO_PROCESS, self._child.pid, NICE)
        if self._stopped:
            self._child.terminate()
        _, errors = self._child.communicate()
        if self._stopped:
            return False
        said = errors.decode(errors="replace").strip().splitlines()[-1:]
        filled = self._child.returncode == 0 and jit_cache.is_whole(folder)
        if not filled:
            log.warning("the warm-up process filled no cache, NumPy serves: %s", *said or ["it said nothing"])
        elif said:
            log.warning("the warm-up process said: %s", said[0])
        return filled


def is_warm(unit: str = "") -> bool:
    """Whether compiled code lies ready in the cache folder."""
    try:
        folder = cache_folder(unit)
    except ImportError:
        return False
    return folder is not None and jit_cache.is_whole(folder)


def fill_cache() -> float:
    """Compile everything into the cache folder; the seconds it took. Problem where there is no compiler."""
    started = time.perf_counter()
    forward()
    return time.perf_counter() - started


if __name__ == "__main__":
    # `python -m core.jit` runs this file as __main__, beside the core.jit that the engine imports: fill that one.
    from core.jit import fill_cache as fill

    print(f"compiled in {fill():.1f} s")
