"""The door to the compiler: a cache that is filled by a child, survives what happens to it, or is done without."""

from __future__ import annotations

import errno
import gc
import importlib.abc
import logging
import os
import pickle
import queue
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core import dispatch, jit, jit_cache
from core.engine import Engine
from core.problem import Problem
from core.spec import ModelSpec
from core.workspace import Sample, Workspace

ROOT = Path(__file__).parent.parent.parent
BLOCK = Workspace.new(ModelSpec(), (Sample(("a", "b", "c")),))


def brief_walk(arena: Any, steps: Any, at: Any, order: Any) -> None:
    """Compiles in a moment, with the signature of the walk: it marks that it ran."""
    for s in order:
        arena[s] += 1.0


def marks(walk: Callable[..., None]) -> bool:
    """Whether `walk` is `brief_walk`, and works."""
    arena = np.zeros(3)
    walk(arena, np.zeros((1, 3), np.int64), np.zeros((1, 3), np.int64), np.array([0, 2], np.int64))
    return arena.tolist() == [1, 0, 1]


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache folder and a `core.jit` that has loaded nothing."""
    monkeypatch.setattr(jit, "_forward", None)
    monkeypatch.setattr(jit, "_failed", None)
    monkeypatch.setattr(jit_cache, "_said", set())
    monkeypatch.setenv("GLASSFORMER_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def brief(cache: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same, and what is compiled is brief."""
    monkeypatch.setattr(dispatch, "walk", brief_walk)
    return cache


@pytest.fixture
def said(caplog: pytest.LogCaptureFixture) -> Callable[[], list[str]]:
    """What `core.jit` wrote to the log until now."""
    caplog.set_level(logging.INFO, "glassformer.jit")
    return lambda: [record.getMessage() for record in caplog.records if record.name == "glassformer.jit"]


def forget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Begin again, as a new process would."""
    monkeypatch.setattr(jit, "_forward", None)
    monkeypatch.setattr(jit, "_failed", None)


def hits(walk: Any) -> int:
    assert walk is jit.loaded_forward()
    return jit.cache_hits()


def warmed_up(*command: str) -> bool:
    """How a warm-up with that child ends."""
    ended: queue.Queue[bool] = queue.Queue()
    warm_up = jit.WarmUp(ended.put, list(command) or None)
    warm_up.start()
    ok = ended.get(timeout=60)
    warm_up.stop()
    assert ended.empty(), "done was called twice"
    return ok


def child(code: str) -> tuple[str, str, str]:
    return sys.executable, "-c", code


# cold and warm


def test_a_warm_up_compiles_in_a_child_and_a_later_start_only_loads(filled_cache: Any) -> None:
    assert filled_cache.ok
    assert jit_cache.is_whole(filled_cache.folder)
    assert sorted(path.suffix for path in filled_cache.folder.iterdir()) == ["", ".nbc", ".nbi"]
    if filled_cache.cold == filled_cache.cold:  # else another test compiled before, so it was not cold
        assert filled_cache.warm < filled_cache.cold / 2


def test_a_new_process_compiles_nothing_when_the_cache_is_warm(filled_cache: Any) -> None:
    code = """
from numba.core import event
from core import jit
with event.install_recorder("numba:compile") as compiled:
    walk = jit.forward()
print(len(compiled.buffer), jit.cache_hits(), int(callable(walk)) - 1)
"""
    ran = subprocess.run(
        child(code), env=dict(os.environ, PYTHONPATH=str(ROOT)), capture_output=True, text=True, check=True
    )
    assert ran.stdout.split() == ["0", "1", "0"]
    assert ran.stderr == ""


def test_an_engine_serves_with_numpy_until_compiled_code_is_loaded_and_never_loads_it_itself(
    filled_cache: Any, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GLASSFORMER_CACHE", str(filled_cache.folder.parent))
    engine = Engine()
    before = engine.run(BLOCK)
    assert engine.report.executor == "numpy"
    assert jit.loaded_forward() is None
    assert hits(jit.forward()) == 1
    after = engine.run(BLOCK.with_cell("src.X", 0, 0, 3.0))
    assert engine.report.executor == "jit"
    again = Engine("numpy").run(BLOCK.with_cell("src.X", 0, 0, 3.0))
    assert before["enc1.Z"].values.tobytes() != after["enc1.Z"].values.tobytes()
    np.testing.assert_allclose(after["enc1.Z"].values, again["enc1.Z"].values, rtol=0, atol=1e-12)


def test_what_is_loaded_computes_as_the_references_do(
    filled_cache: Any, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GLASSFORMER_CACHE", str(filled_cache.folder.parent))
    compiled, plain = Engine("jit").run(BLOCK), Engine("numpy").run(BLOCK)
    for name in plain:
        np.testing.assert_allclose(compiled[name].values, plain[name].values, rtol=0, atol=1e-12, err_msg=name)


def test_a_cold_start_compiles_once_and_keeps_it(
    brief: Path, said: Callable[[], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    walk: Any = jit.forward()
    assert marks(walk)
    assert hits(walk) == 0
    assert jit.is_warm()
    forget(monkeypatch)
    again: Any = jit.forward()
    assert marks(again)
    assert hits(again) == 1
    assert said() == []


def test_threads_that_ask_at_once_compile_once(brief: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = []

    def slow(*arguments: Any) -> Callable[..., None]:
        compiled.append(1)
        time.sleep(0.1)
        return brief_walk

    monkeypatch.setattr(jit, "_compile", slow)
    found: list[object] = []
    threads = [threading.Thread(target=lambda: found.append(jit.forward())) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert compiled == [1]
    assert found == [brief_walk] * 4


def test_several_processes_may_fill_one_cache_at_once(tmp_path: Path) -> None:
    script = tmp_path / "fill.py"
    script.write_text(
        "from core import dispatch, jit\n"
        "def walk(arena, steps, at, order):\n    for s in order:\n        arena[s] += 1.0\n"
        "dispatch.walk = walk\n"
        "jit.forward()\n"
        "print(jit.cache_hits(), jit.is_warm())\n"
    )
    environment = dict(os.environ, PYTHONPATH=str(ROOT), GLASSFORMER_CACHE=str(tmp_path / "cache"))

    def start() -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, str(script)], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )

    for process in [start() for _ in range(4)]:
        out, errors = process.communicate(timeout=60)
        assert (process.returncode, errors) == (0, "")
        assert out.split()[0] in "01"
    process = start()
    assert process.communicate(timeout=60) == ("1 True\n", "")


# what can happen to a cache


def cut_to_nothing(path: Path) -> None:
    path.write_bytes(b"")


def cut_in_half(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def zeroed(path: Path) -> None:
    path.write_bytes(bytes(path.stat().st_size))


def garbage(path: Path) -> None:
    path.write_bytes(b"\x80\x05not a cache" * 50)


def one_bit(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 4
    path.write_bytes(data)


@pytest.mark.parametrize("ending", ["nbi", "nbc"])
@pytest.mark.parametrize("damage", [cut_to_nothing, cut_in_half, zeroed, garbage, one_bit, Path.unlink])
def test_a_damaged_cache_costs_one_line_in_the_log_and_is_made_anew(
    brief: Path,
    said: Callable[[], list[str]],
    monkeypatch: pytest.MonkeyPatch,
    damage: Callable[[Path], object],
    ending: str,
) -> None:
    jit.forward()
    (target,) = brief.rglob(f"*.{ending}")
    damage(target)
    assert not jit.is_warm()
    forget(monkeypatch)
    assert marks(jit.forward())
    assert len(said()) == 1, said()
    assert "made anew" in said()[0]
    forget(monkeypatch)
    assert hits(jit.forward()) == 1
    assert len(said()) == 1


@pytest.mark.parametrize("ending", ["nbi", "nbc"])
@pytest.mark.parametrize("damage", [cut_to_nothing, cut_in_half, zeroed, garbage])
def test_so_does_one_that_broke_before_it_was_complete(
    brief: Path,
    said: Callable[[], list[str]],
    monkeypatch: pytest.MonkeyPatch,
    damage: Callable[[Path], object],
    ending: str,
) -> None:
    jit.forward()
    (target,) = brief.rglob(f"*.{ending}")
    damage(target)
    next(brief.rglob(jit_cache.COMPLETE)).unlink()
    forget(monkeypatch)
    assert marks(jit.forward())
    assert len(said()) == 1, said()
    assert jit.is_warm()


class Poison:
    """Unpickling it makes a folder."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self) -> tuple[Any, ...]:
        return os.mkdir, (str(self.mark),)


def test_a_changed_cache_is_not_even_read(
    brief: Path, tmp_path: Path, said: Callable[[], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    jit.forward()
    (index,) = brief.rglob("*.nbi")
    index.write_bytes(pickle.dumps(Poison(tmp_path / "mark")))
    forget(monkeypatch)
    assert marks(jit.forward())
    assert not (tmp_path / "mark").exists()
    assert len(said()) == 1


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="folders have no owner here")
def test_a_folder_of_somebody_else_is_not_used_and_nothing_in_it_is_run(
    brief: Path, tmp_path: Path, said: Callable[[], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    jit.forward()
    (index,) = brief.rglob("*.nbi")
    index.write_bytes(pickle.dumps(Poison(tmp_path / "mark")))
    next(brief.rglob(jit_cache.COMPLETE)).unlink()
    before = {path: path.read_bytes() for path in brief.rglob("*") if path.is_file()}
    stranger = os.getuid() + 1
    monkeypatch.setattr(os, "getuid", lambda: stranger)
    forget(monkeypatch)
    assert jit.cache_folder() is None
    assert marks(jit.forward())
    assert not (tmp_path / "mark").exists()
    assert {path: path.read_bytes() for path in brief.rglob("*") if path.is_file()} == before
    assert len(said()) == 1
    assert "somebody else" in said()[0]


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="folders have no owner here")
def test_behind_a_folder_of_somebody_else_the_next_one_is_used(
    brief: Path, tmp_path: Path, said: Callable[[], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    own, foreign = tmp_path / "own", tmp_path / "foreign"
    real = jit_cache.ours
    monkeypatch.setattr(jit_cache, "ours", lambda base, folder: base != foreign and real(base, folder))
    monkeypatch.setattr(jit_cache, "bases", lambda: [foreign, own])
    folder = jit.cache_folder()
    assert folder is not None
    assert folder.parent == own
    jit.cache_folder()
    assert len(said()) == 1


def test_without_a_writable_folder_it_compiles_and_says_so_once(
    brief: Path, said: Callable[[], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    brief.write_text("a file, where a folder should be")
    assert jit.cache_folder() is None
    assert not jit.is_warm()
    assert marks(jit.forward())
    assert len(said()) == 1
    assert str(brief) in said()[0]
    assert brief.read_text() == "a file, where a folder should be"


def test_behind_an_unwritable_folder_the_next_one_is_used_without_a_word(
    brief: Path, tmp_path: Path, said: Callable[[], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(jit_cache, "bases", lambda: [tmp_path / "file" / "cache", tmp_path / "second"])
    jit.forward()
    folder = jit.cache_folder()
    assert folder is not None
    assert folder.parent == tmp_path / "second"
    assert jit.is_warm()
    assert said() == []


def test_the_users_folder_comes_first_then_the_temporary_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("GLASSFORMER_CACHE")
    for variable in ("XDG_CACHE_HOME", "LOCALAPPDATA", "HOME"):
        monkeypatch.setenv(variable, str(tmp_path))
    user, temporary = jit_cache.bases()
    assert user.is_relative_to(tmp_path)
    assert not temporary.is_relative_to(tmp_path)
    monkeypatch.setattr(jit_cache.tempfile, "gettempdir", refuse(FileNotFoundError("no usable temporary directory")))
    assert jit_cache.bases() == [user]


def test_a_full_disk_keeps_nothing_and_serves_all_the_same(
    brief: Path, said: Callable[[], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    from numba.core.caching import IndexDataCacheFile

    monkeypatch.setattr(IndexDataCacheFile, "save", refuse(OSError(errno.ENOSPC, "No space left on device")))
    assert marks(jit.forward())
    assert not jit.is_warm()
    assert len(said()) == 1
    assert "No space left" in said()[0]


@pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")
def test_the_cache_is_nobody_elses_to_write(brief: Path) -> None:
    folder = jit.cache_folder()
    assert folder is not None
    assert folder.stat().st_mode & 0o777 == 0o700


# the name of the folder


@pytest.fixture
def copied_core(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of core that the fingerprint takes for its own."""
    shutil.copytree(ROOT / "core", tmp_path / "core", ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(jit, "__file__", str(tmp_path / "core" / "jit.py"))
    return tmp_path / "core"


def test_the_folders_name_changes_with_every_source_of_core(copied_core: Path) -> None:
    sources = sorted(copied_core.rglob("*.py"))
    names = {jit._fingerprint()}
    for path in sources:
        path.write_bytes(path.read_bytes() + b"# edited\n")
        names.add(jit._fingerprint())
    assert len(names) == len(sources) + 1
    (copied_core / "ops" / "new.py").write_text("")
    names.add(jit._fingerprint())
    (copied_core / "ops" / "new.py").rename(copied_core / "ops" / "other.py")
    names.add(jit._fingerprint())
    assert len(names) == len(sources) + 3
    before = jit._fingerprint()
    (copied_core / "notes.txt").write_text("no source")
    assert jit._fingerprint() == before == jit._fingerprint()


def test_it_changes_with_the_processor_the_compiler_and_the_options(monkeypatch: pytest.MonkeyPatch) -> None:
    import llvmlite
    import llvmlite.binding
    import numba

    names = [jit._fingerprint()]
    for target, attribute, value in [
        (llvmlite.binding, "get_host_cpu_name", lambda: "another processor"),
        (llvmlite.binding, "get_host_cpu_features", refuse(RuntimeError("unknown here"))),
        (llvmlite, "__version__", "0.0"),
        (numba, "__version__", "0.0"),
        (np, "__version__", "0.0"),
        (sys, "version", "0.0"),
        (numba.config, "BOUNDSCHECK", True),
        (jit, "OPTIONS", {**jit.OPTIONS, "nogil": False}),
    ]:
        monkeypatch.setattr(target, attribute, value)
        names.append(jit._fingerprint())
    assert len(set(names)) == len(names)


# no compiler


def refuse(error: Exception) -> Callable[..., Any]:
    def refusing(*arguments: Any, **named: Any) -> Any:
        raise error

    return refusing


class Breaking(importlib.abc.MetaPathFinder):
    """An import of numba that fails as `error` says."""

    def __init__(self, error: Exception) -> None:
        self.error = error

    def find_spec(self, name: str, path: Any, target: Any = None) -> ModuleSpec | None:
        if name == "numba":
            raise self.error
        return None


@pytest.fixture(
    params=[
        ModuleNotFoundError("No module named 'numba'"),
        ImportError("Numba needs NumPy 2.4 or less. Got NumPy 9.9."),
        OSError("libllvmlite.so: cannot open shared object file"),
        SystemError("initialization of _internal failed"),
        AttributeError("module 'numpy' has no attribute 'bool8'"),
    ],
    ids=lambda error: type(error).__name__,
)
def without_numba(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "numba", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Breaking(request.param), *sys.meta_path])


@pytest.mark.usefixtures("without_numba")
def test_an_absent_or_broken_numba_costs_one_line_and_numpy_serves(cache: Path, said: Callable[[], list[str]]) -> None:
    assert not warmed_up(*child("raise SystemExit('a child has no business here')"))
    assert len(said()) == 1, said()
    assert "NumPy serves" in said()[0]
    engine = Engine()
    engine.run(BLOCK)
    assert engine.report.executor == "numpy"
    assert not cache.exists()


@pytest.mark.usefixtures("without_numba")
def test_who_asks_for_compiled_code_all_the_same_gets_a_sentence(cache: Path, said: Callable[[], list[str]]) -> None:
    for _ in range(3):
        with pytest.raises(Problem, match=r"^There is no compiled code here \(.+\); NumPy computes"):
            Engine("jit").run(BLOCK)
    assert len(said()) == 1, said()


def test_core_imports_and_computes_where_there_is_no_numba() -> None:
    code = """
import sys
sys.modules["numba"] = sys.modules["llvmlite"] = None
from core.engine import Engine
from core.spec import ModelSpec
from core.workspace import Sample, Workspace
engine = Engine()
print(engine.run(Workspace.new(ModelSpec(), (Sample(("a",)),)))["enc1.Z"].values.shape, engine.report.executor)
"""
    ran = subprocess.run(
        child(code), env=dict(os.environ, PYTHONPATH=str(ROOT)), capture_output=True, text=True, check=True
    )
    assert (ran.stdout, ran.stderr) == ("(1, 4) numpy\n", "")


def test_a_compiler_that_fails_is_not_taken_for_a_damaged_cache(
    brief: Path, said: Callable[[], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def failing(*arguments: Any) -> Any:
        asked.append(1)
        raise TypeError("Failed in nopython mode pipeline\nand many more lines")

    monkeypatch.setattr(jit, "_compile", failing)
    for _ in range(2):
        with pytest.raises(Problem, match="Failed in nopython mode pipeline"):
            jit.forward()
    assert asked == [1]
    assert said() == ["no compiled code, NumPy serves: TypeError: Failed in nopython mode pipeline"]


def test_with_numba_switched_off_the_walk_runs_uncompiled_and_fills_no_cache(
    cache: Path, said: Callable[[], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    import numba

    monkeypatch.setattr(numba.config, "DISABLE_JIT", 1)
    plain = Engine("numpy").run(BLOCK)
    walked = Engine("jit").run(BLOCK)
    assert jit.forward() is jit.plain_walk
    np.testing.assert_allclose(walked["enc1.Z"].values, plain["enc1.Z"].values, rtol=0, atol=1e-12)
    assert not cache.exists()
    assert said() == []


# warming up


def test_a_warm_up_over_a_warm_cache_starts_no_child(
    brief: Path, said: Callable[[], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    jit.forward()
    forget(monkeypatch)
    assert warmed_up(*child("raise SystemExit('a child has no business here')"))
    assert hits(jit.loaded_forward()) == 1
    assert said() == []


def test_a_warm_up_over_a_damaged_cache_leaves_the_compiling_to_a_child(
    brief: Path, said: Callable[[], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    jit.forward()
    folder = jit.cache_folder()
    assert folder is not None
    whole = shutil.copytree(folder, folder.with_name("whole"))
    cut_in_half(next(folder.glob("*.nbi")))
    forget(monkeypatch)
    copying = f"import shutil; shutil.copytree({str(whole)!r}, {str(folder)!r}, dirs_exist_ok=True)"
    assert warmed_up(*child(copying))
    assert hits(jit.loaded_forward()) == 1
    assert len(said()) == 1


@pytest.mark.parametrize(
    ("command", "says"),
    [
        (child("raise SystemExit('no space left on device')"), "no space left on device"),
        (child("import os; os._exit(3)"), "it said nothing"),
        (child("pass"), "it said nothing"),
        (("/no/such/python", "-m", "core.jit"), "No such file"),
    ],
    ids=["it fails", "it dies", "it fills nothing", "it can't be started"],
)
@pytest.mark.skipif(os.name != "posix", reason="the system's sentence is another one")
def test_a_child_that_fails_costs_one_line_and_numpy_serves(
    brief: Path, said: Callable[[], list[str]], command: tuple[str, ...], says: str
) -> None:
    assert not warmed_up(*command)
    assert jit.loaded_forward() is None
    assert len(said()) == 1, said()
    assert says in said()[0]
    assert "NumPy serves" in said()[0]
    engine = Engine()
    engine.run(BLOCK)
    assert engine.report.executor == "numpy"


def test_without_a_folder_a_child_could_hand_nothing_over_so_none_is_started(
    brief: Path, said: Callable[[], list[str]]
) -> None:
    brief.write_text("a file, where a folder should be")
    assert not warmed_up(*child("raise SystemExit('a child has no business here')"))
    assert jit.loaded_forward() is None
    assert len(said()) == 1


def test_the_child_finds_our_core_and_not_the_one_in_the_current_folder(
    brief: Path, tmp_path: Path, said: Callable[[], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "core.py").write_text("raise SystemExit('the wrong core')")
    monkeypatch.chdir(tmp_path)
    assert not warmed_up(*child("import core; raise SystemExit(core.__file__)"))
    assert str(ROOT / "core" / "__init__.py") in said()[0]


@pytest.fixture
def sleeping() -> Iterator[tuple[jit.WarmUp, list[bool]]]:
    """A warm-up whose child takes a minute, started."""
    ended: list[bool] = []
    warm_up = jit.WarmUp(ended.append, list(child("import time; time.sleep(60)")))
    warm_up.start()
    yield warm_up, ended
    warm_up.stop()


def running_child(warm_up: jit.WarmUp) -> Any:
    limit = time.monotonic() + 20
    while warm_up._child is None and time.monotonic() < limit:
        time.sleep(0.01)
    assert warm_up._child is not None
    return warm_up._child


def test_a_stop_ends_the_child_at_once_and_nobody_is_told(
    brief: Path, said: Callable[[], list[str]], sleeping: tuple[jit.WarmUp, list[bool]]
) -> None:
    warm_up, ended = sleeping
    process = running_child(warm_up)
    started = time.monotonic()
    warm_up.stop()
    assert time.monotonic() - started < 1
    assert process.poll() is not None
    assert not warm_up._thread.is_alive()
    warm_up.stop()
    assert ended == []
    assert said() == []


def test_a_stop_in_the_middle_of_compiling_leaves_no_process_and_no_half_cache(
    cache: Path, said: Callable[[], list[str]]
) -> None:
    ended: list[bool] = []
    warm_up = jit.WarmUp(ended.append)
    warm_up.start()
    process = running_child(warm_up)
    time.sleep(1.5)
    assert process.poll() is None, "it can't have compiled everything by now"
    started = time.monotonic()
    warm_up.stop()
    assert time.monotonic() - started < 1
    assert process.poll() is not None
    assert not warm_up._thread.is_alive()
    assert not jit.is_warm()
    assert ended == []
    assert said() == []


def test_the_compiler_is_left_out_of_garbage_collection_until_the_stop(cache: Path) -> None:
    """Full collections over all of its objects would hold up the window's thread for a tenth of a second."""
    ended: queue.Queue[bool] = queue.Queue()
    warm_up = jit.WarmUp(ended.put, list(child("pass")))  # fills nothing; the compiler is imported all the same
    warm_up.start()
    assert not ended.get(timeout=60)
    warm_up._thread.join(timeout=10)
    assert gc.isenabled()
    assert gc.get_freeze_count() > 0
    warm_up.stop()
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0


def test_a_stop_right_after_the_start_or_before_it_is_fine(brief: Path) -> None:
    jit.WarmUp().stop()
    ended: list[bool] = []
    for _ in range(5):
        warm_up = jit.WarmUp(ended.append, list(child("import time; time.sleep(60)")))
        warm_up.start()
        warm_up.stop()
        assert not warm_up._thread.is_alive()
        assert warm_up._child is None or warm_up._child.poll() is not None
    assert ended == []


# threads


def test_threads_compute_at_the_same_time_also_with_the_layer_that_aborts_parallel_code(filled_cache: Any) -> None:
    code = """
import threading
from core.engine import Engine
from core.spec import ModelSpec
from core.workspace import Sample, Workspace

small = Workspace.new(ModelSpec(), (Sample(("a", "b", "c")),))
large = Workspace.new(ModelSpec(d=64, heads=4, d_k=16, d_v=16, d_ff=128), (Sample(tuple("abcdefghijklmnop")),))

def results(start, runs):
    engine, found = Engine("jit"), []
    for k in range(runs):
        found.append(engine.run(start.with_cell("src.X", 0, 0, k / 7))["enc1.Z"].values.tobytes())
    return found

expected = {id(small): results(small, 300), id(large): results(large, 60)}
wrong = []

def compute(start, runs):
    if results(start, runs) != expected[id(start)]:
        wrong.append(start)

work = [(small, 300), (large, 60), (small, 300), (large, 60)]
threads = [threading.Thread(target=compute, args=each) for each in work]
for thread in threads: thread.start()
for thread in threads: thread.join()
print("wrong:", len(wrong))
"""
    environment = dict(os.environ, PYTHONPATH=str(ROOT), NUMBA_THREADING_LAYER="workqueue")
    ran = subprocess.run(child(code), env=environment, capture_output=True, text=True, timeout=120)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "wrong: 0\n", "")
