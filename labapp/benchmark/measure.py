"""The measuring: one thread, rounds interleaved in one run, medians and spread."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

import numpy as np

from core.engine import Engine
from core.workspace import Workspace

from .cases import SIZES
from .peers import Library, Peer, peers

ROUNDS = 15
ROUND_SECONDS = 0.02
TOLERANCE = {"float64": 1e-9, "float32": 1e-3}


def report(sizes: list[str], say: Callable[[str], None] = lambda text: None) -> dict[str, Any]:
    """`{"cases": […], "edit": {…}, "spread": {…}, "blas": …}`; times in microseconds, ratios to the engine."""
    cases, spread = [], {}
    edit: dict[str, Any] = {}
    for size in sizes:
        say(size)
        workspace = SIZES[size]()
        case, spread[size] = measure(size, workspace)
        cases.append(case)
        if size == "base":
            edit = measure_edit(workspace)
    return {"cases": cases, "edit": edit, "spread": spread, "blas": blas()}


def measure(size: str, workspace: Workspace) -> tuple[dict[str, Any], dict[str, list[float]]]:
    """One case against every peer installed here. Refuses to time what doesn't agree."""
    engine = Engine("jit" if workspace.spec.precision == "float64" else "numpy")
    trace = engine.run(workspace)
    last = trace[f"dec{workspace.spec.dec_layers}.Z" if workspace.spec.decodes else f"enc{workspace.spec.enc_layers}.Z"]
    runs: dict[str, Callable[[], object]] = {"engine": engine.rerun}
    for name, make in peers().items():
        library = make()
        peer = Peer(library, workspace)
        with quiet(library):
            want = np.asarray(peer.run()[0])
        error = float(np.abs(want - last.values).max())
        if not error <= TOLERANCE[workspace.spec.precision]:
            raise AssertionError(f"{size}: {name} and the engine differ by {error:g}")
        runs[name] = in_mode(library, peer)
    medians, spread = interleaved(runs)
    case: dict[str, Any] = {"size": size, "precision": workspace.spec.precision, "engine_us": medians["engine"]}
    for name in ("numpy", "torch"):
        case[f"{name}_us"] = medians.get(name)
        case[f"x_{name}"] = medians[name] / medians["engine"] if name in medians else None
    return case, spread


def in_mode(library: Library, peer: Peer) -> Callable[[], object]:
    """The peer's run, in PyTorch's inference mode where it is PyTorch."""
    if not hasattr(library, "torch"):
        return peer.run
    decorated: Callable[[], object] = library.torch.inference_mode()(peer.run)
    return decorated


def quiet(library: Library) -> Any:
    return library.torch.inference_mode() if hasattr(library, "torch") else nullcontext()


def interleaved(runs: dict[str, Callable[[], object]]) -> tuple[dict[str, float], dict[str, list[float]]]:
    """Median microseconds of each, and [smallest, largest] round; rounds of all take turns."""
    repeats = {name: repeats_of(run) for name, run in runs.items()}
    times: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(ROUNDS):
        for name, run in runs.items():
            started = time.perf_counter()
            for _ in range(repeats[name]):
                run()
            times[name].append((time.perf_counter() - started) / repeats[name] * 1e6)
    medians = {name: statistics.median(found) for name, found in times.items()}
    return medians, {name: [min(found), max(found)] for name, found in times.items()}


def repeats_of(run: Callable[[], object]) -> int:
    """How often to run in one round so that it takes about ROUND_SECONDS."""
    run()
    started = time.perf_counter()
    run()
    return max(1, int(ROUND_SECONDS / max(time.perf_counter() - started, 1e-7)))


def measure_edit(workspace: Workspace) -> dict[str, Any]:
    """A cell of the last W2 edited, against a full run of the same engine; and that both agree to the bit."""
    engine = Engine("jit" if workspace.spec.precision == "float64" else "numpy")
    name = f"dec{workspace.spec.dec_layers}.ffn.W2"
    states = [workspace.with_cell(name, 0, 0, value) for value in (0.25, 0.5)]
    engine.run(workspace)
    turn = iter(range(10**9))
    medians, _ = interleaved({"edit": lambda: engine.run(states[next(turn) % 2]), "full": engine.rerun})
    edited = engine.run(states[0])
    fresh = Engine(engine.executor).run(states[0])
    equal = not any(cells.any() for cells in edited.difference(fresh).values())
    return {
        "edit_us": medians["edit"],
        "full_us": medians["full"],
        "x_full": medians["full"] / medians["edit"],
        "nodes_run": engine.report.nodes_run,
        "nodes": engine.report.nodes,
        "bit_equal": equal,
    }


def blas() -> str:
    """Which BLAS NumPy was built with, as it names it."""
    built = np.show_config(mode="dicts")
    found = built.get("Build Dependencies", {}).get("blas", {}) if isinstance(built, dict) else {}
    return f"{found.get('name', '?')} {found.get('version', '?')} ({found.get('openblas configuration', '?')})"
