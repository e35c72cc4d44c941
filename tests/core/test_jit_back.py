"""The compiled walk back: a unit of its own, in a folder of its own, filled by a child, and what serves without it."""

from __future__ import annotations

import queue
import sys

import pytest

from core import jit, jit_back
from core.engine import Engine
from core.gradient import gradient
from core.problem import Problem
from core.spec import ModelSpec
from core.trace import Trace
from core.workspace import Sample, Workspace
from tests.core.ops.run import needs_numba


def trace() -> Trace:
    return Engine("numpy").run(Workspace.new(ModelSpec(), (Sample(("a", "b")),)))


@needs_numba
def test_a_child_fills_the_cache_and_it_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit_back, "_unit", None)
    monkeypatch.setattr(jit_back, "_failed", None)
    ended: queue.Queue[bool] = queue.Queue()
    warm_up = jit_back.warm_up(ended.put)
    warm_up.start()
    assert ended.get(timeout=300)
    warm_up.stop()
    assert jit_back.is_warm()
    assert jit_back.loaded() is not None
    assert gradient(trace(), "enc1.Z").executor == "jit"
    assert jit.cache_folder() != jit.cache_folder(jit_back.UNIT)


@needs_numba
def test_a_child_that_fails_leaves_numpy(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr(jit_back, "_unit", None)
    monkeypatch.setattr(jit.WarmUp, "_is_filled", staticmethod(lambda folder: False))
    ended: queue.Queue[bool] = queue.Queue()
    warm_up = jit_back.warm_up(ended.put, [sys.executable, "-c", "raise SystemExit('no disk')"])
    warm_up.start()
    assert not ended.get(timeout=60)
    warm_up.stop()
    assert "filled no cache, NumPy serves: no disk" in caplog.text
    assert gradient(trace(), "enc1.Z").executor == "numpy"


def test_without_a_compiler_numpy_serves_and_asking_for_it_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit_back, "_unit", None)
    monkeypatch.setattr(jit_back, "_failed", None)

    def broken() -> jit_back.Unit:
        raise ImportError("no numba")

    monkeypatch.setattr(jit_back, "_load", broken)
    with pytest.raises(Problem, match=r"no compiled code here \(ImportError: no numba\)"):
        gradient(trace(), "enc1.Z", executor="jit")
    assert gradient(trace(), "enc1.Z").executor == "numpy"


@needs_numba
def test_plain_python_serves_where_numba_compiles_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "is_disabled", lambda: True)
    assert jit_back._load().walk_back is jit_back.plain_walk_back
    monkeypatch.setattr(jit_back, "_unit", jit_back._load())
    found, want = gradient(trace(), "enc1.Z"), gradient(trace(), "enc1.Z", executor="numpy")
    assert abs(found["src.X"] - want["src.X"]).max() < 1e-12
