"""The compiled walk back: a compilation unit of its own, loaded when the first gradient is asked for.

It lies in a cache folder of its own beside the forward walk's. `python -m core.jit_back` fills it; where a window
runs, a child process does that (`warm_up`).
"""

from __future__ import annotations

import logging
import sys
import threading
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from . import dispatch_back, jit, optimizer, steps
from .problem import Problem

log = logging.getLogger("glassformer.jit")

UNIT = "backward"
ARENAS = "float64[::1], float64[::1]"
SIGNATURES: dict[Callable[..., None], str] = {
    dispatch_back.walk_back: f"void({ARENAS}, int64[:,::1], int64[:,::1], int64[::1])",
    optimizer.adam_kernel: f"void({ARENAS}, {ARENAS}, float64, float64, float64, float64, float64, float64)",
    steps.learn: (
        f"void({ARENAS}, {ARENAS}, int64, int64, int64, int64, int64[:,::1], int64[:,::1], int64[::1], int64[::1],"
        " int64[:,::1], int64[:,::1], float64[::1], int64[:,::1], float64[:,::1], float64, float64, float64,"
        " int64[::1], float64[::1], float64[:,::1], int64[::1])"
    ),
}

WalkBack = Callable[[Any, Any, Any, Any, Any], None]


class Unit(NamedTuple):
    """What training runs compiled beside the forward walk."""

    walk_back: WalkBack
    adam: Callable[..., None]
    learn: Callable[..., None]


_lock = threading.Lock()
_unit: Unit | None = None
_failed: str | None = None


def loaded() -> Unit | None:
    """The compiled unit if it is loaded already; never compiles, never waits."""
    return _unit


def load() -> Unit:
    """The compiled unit, loading or compiling it now. Raises Problem where there is no compiler."""
    global _unit, _failed
    with _lock:
        if _unit is None and _failed is None:
            try:
                _unit = _load()
            except Exception as error:  # whatever a compiler does must not take the lab down
                _failed = f"{type(error).__name__}: {error}".splitlines()[0]
                log.warning("no compiled code, NumPy serves: %s", _failed)
    if _unit is None:
        raise Problem(jit.NO_COMPILER, reason=_failed)
    return _unit


def _load() -> Unit:
    if jit.is_disabled():
        return Unit(plain_walk_back, optimizer.adam_kernel, steps.learn)
    return Unit(*jit.load_unit(SIGNATURES, jit.cache_folder(UNIT)))


def plain_walk_back(arena: Any, grads: Any, steps: Any, at: Any, order: Any) -> None:
    """The walk back as plain Python, as silent about non-finite numbers as compiled code is."""
    import numpy

    with numpy.errstate(all="ignore"):
        dispatch_back.walk_back(arena, grads, steps, at, order)


def loaded_backward() -> WalkBack | None:
    """The compiled walk back if it is loaded already."""
    return None if _unit is None else _unit.walk_back


def backward() -> WalkBack:
    """The compiled walk back, loading or compiling it now. Raises Problem where there is no compiler."""
    return load().walk_back


def warm_up(done: Callable[[bool], None] = lambda ok: None, command: list[str] | None = None) -> jit.WarmUp:
    """Fills the cache of this unit in a child process, then loads it: `start()` it where a window must not stall.

    `command` is the child where Python can't be asked for it, as in a bundle (`--fill-cache backward`).
    """
    return jit.WarmUp(done, command or [sys.executable, "-m", "core.jit_back"], UNIT, load)


def is_warm() -> bool:
    """Whether the compiled unit lies ready in its cache folder."""
    return jit.is_warm(UNIT)


def fill_cache() -> float:
    """Compile the unit into its cache folder; the seconds it took. Problem where there is no compiler."""
    started = time.perf_counter()
    load()
    return time.perf_counter() - started


if __name__ == "__main__":
    # `python -m core.jit_back` runs this file as __main__, beside the core.jit_back that others import: fill that one.
    from core.jit_back import fill_cache as fill

    print(f"compiled in {fill():.1f} s")
