"""Compiled code for the tests of core: compiled once in a session, as the lab does it, and timed for CI."""

from __future__ import annotations

import math
import os
import queue
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
LOAD = "import time; t = time.perf_counter(); from core import jit; jit.forward(); print(time.perf_counter() - t)"


@dataclass(frozen=True)
class Filled:
    """The session's cache, how the warm-up that filled it ended, and the seconds of a cold and a warm start."""

    folder: Path
    ok: bool
    cold: float
    warm: float


class _Seconds:
    """What the summary prints; None until something was compiled."""

    filled: Filled | None = None


@pytest.fixture(scope="session")
def filled_cache() -> Filled:
    """The folder of compiled code that this session uses, filled by a warm-up: a child compiles, we load."""
    from core import jit

    was_cold = not jit.is_warm()
    ended: queue.Queue[bool] = queue.Queue()
    started = time.perf_counter()
    warm_up = jit.WarmUp(ended.put)
    warm_up.start()
    ok = ended.get(timeout=300)
    cold = time.perf_counter() - started
    warm_up.stop()
    jit._forward = None  # other tests want to begin as the lab does, without compiled code
    environment = dict(os.environ, PYTHONPATH=str(ROOT))
    loaded = subprocess.run([sys.executable, "-c", LOAD], env=environment, capture_output=True, text=True, check=True)
    folder = jit.cache_folder()
    assert folder is not None
    filled = Filled(folder, ok, cold if was_cold else float("nan"), float(loaded.stdout))
    _Seconds.filled = filled
    return filled


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with a test that fills the cache: then it is a cold start that is timed, and nobody compiles again."""
    first = next((item for item in items if "filled_cache" in getattr(item, "fixturenames", ())), None)
    if first is not None:
        items.remove(first)
        items.insert(0, first)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Where two processes share the tests, only the one that shares them out may write: tests/conftest.py."""
    if _Seconds.filled is not None and hasattr(session.config, "workeroutput"):
        session.config.workeroutput["compiled"] = _line()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if _Seconds.filled is not None:
        terminalreporter.write_line(_line())


def _line() -> str:
    assert _Seconds.filled is not None
    cold = "" if math.isnan(_Seconds.filled.cold) else f"cold {_Seconds.filled.cold:.1f} s, "
    return f"compiled: {cold}warm {_Seconds.filled.warm:.2f} s"
