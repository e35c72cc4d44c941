"""The measuring: one thread, rounds interleaved in one run, medians and spread."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from core import jit
from core.compare import compare
from core.engine import Engine
from core.explain import explain
from core.explain_text import plain_text
from core.graph import LEAF
from core.problem import Problem
from core.reach import reach
from core.trace import Trace
from core.workspace import Workspace

from .cases import SIZES
from .jacobian import jacobian_runs, summary
from .machine import machine, one_thread
from .peers import Peer, peers

ROUNDS = 15
ROUND_SECONDS = 0.02
WHY_CELLS, WHY_TURNS = 300, 5
TOLERANCE = {"float64": 1e-9, "float32": 1e-3}


class Run(NamedTuple):
    """What is timed, and what stands around a round of it (PyTorch's inference mode)."""

    once: Callable[[], object]
    around: Callable[[], AbstractContextManager[Any]] = nullcontext


class Times(NamedTuple):
    """Microseconds of one run: the median of all rounds, the fastest and the slowest."""

    median: float
    low: float
    high: float


def report(sizes: list[str], say: Callable[[str], None] = lambda text: None) -> dict[str, Any]:
    """`{"cases": […], "edit": {…}, "why": {…}, "questions": {…}, "spread": {…}, "machine": {…}}`; in microseconds.

    `x_numpy` and `x_torch` say how many times longer those take than the engine; both are None where the library
    is missing. `edit` and `why` are empty unless `base` is among the sizes, `questions` unless `9+8` is: as large
    as `translate`.
    """
    one_thread()
    cases, spread = [], {}
    edit: dict[str, Any] = {}
    why: dict[str, Any] = {}
    asked: dict[str, Any] = {}
    for size in sizes:
        say(size)
        workspace = SIZES[size]()
        case, spread[size] = measure(size, workspace)
        cases.append(case)
        if size == "base":
            edit = measure_edit(workspace)
            why = measure_why(workspace)
        if size == "9+8":
            asked = measure_questions(workspace)
    found = {"cases": cases, "edit": edit, "why": why, "questions": asked}
    return {**found, "spread": spread, "machine": machine()}


def measure(size: str, workspace: Workspace) -> tuple[dict[str, Any], dict[str, list[float]]]:
    """One case against every peer installed here. Refuses to time what doesn't agree."""
    engine = engine_for(workspace)
    trace = engine.run(workspace)
    last = trace[f"dec{workspace.spec.dec_layers}.Z" if workspace.spec.decodes else f"enc{workspace.spec.enc_layers}.Z"]
    runs = {"engine": Run(engine.prepared())}
    for name, make in peers().items():
        library = make()
        peer = Peer(library, workspace)
        with library.around():
            error = float(np.abs(np.asarray(peer.run()[0]) - last.values).max())
        if not error <= TOLERANCE[workspace.spec.precision]:
            raise Problem("{size}: {name} and the engine differ by {error}.", size=size, name=name, error=error)
        runs[name] = Run(peer.run, library.around)
    times = interleaved(runs)
    case: dict[str, Any] = {
        "size": size,
        "precision": workspace.spec.precision,
        "executor": engine.report.executor,
        "engine_us": times["engine"].median,
    }
    for name in ("numpy", "torch"):
        case[f"{name}_us"] = times[name].median if name in times else None
        case[f"x_{name}"] = times[name].median / times["engine"].median if name in times else None
    return case, {name: [found.low, found.high] for name, found in times.items()}


def engine_for(workspace: Workspace) -> Engine:
    """The fastest executor that computes this workspace here: compiled for float64, where there is a compiler."""
    if workspace.spec.precision != "float64":
        return Engine("numpy")
    try:
        jit.forward()
    except Problem:
        return Engine("numpy")
    return Engine("jit")


def interleaved(runs: dict[str, Run]) -> dict[str, Times]:
    """The times of each; rounds of all take turns, and who begins changes, so that a busy machine is so for all."""
    repeats = {name: repeats_of(run) for name, run in runs.items()}
    times: dict[str, list[float]] = {name: [] for name in runs}
    order = list(runs)
    collecting = gc.isenabled()
    gc.collect()
    gc.disable()
    try:
        for _ in range(ROUNDS):
            order = order[1:] + order[:1]
            for name in order:
                times[name].append(seconds(runs[name], repeats[name]) * 1e6)
    finally:
        if collecting:
            gc.enable()
    return {name: Times(statistics.median(found), min(found), max(found)) for name, found in times.items()}


def seconds(run: Run, repeats: int) -> float:
    """Seconds of one run, averaged over `repeats`."""
    once = run.once
    with run.around():
        started = time.perf_counter()
        for _ in range(repeats):
            once()
        return (time.perf_counter() - started) / repeats


def repeats_of(run: Run) -> int:
    """How often to run in one round so that it takes about ROUND_SECONDS; the first runs only warm up."""
    seconds(run, 1)
    return max(1, int(ROUND_SECONDS / max(seconds(run, 1), 1e-7)))


def measure_questions(workspace: Workspace) -> dict[str, Any]:
    """How long "what does this cell move" takes a direction, an edit compared with a baseline, and whole Jacobians.

    Reach is all of it: both runs, what can move, and how far each matrix did. What a window paints is not in it.
    """
    engine = engine_for(workspace)
    states = [workspace.with_cell("src.X", 3, 0, value) for value in (0.25, 0.5)]
    baseline = engine.run(workspace)
    turn = iter(range(10**9))

    def edit() -> Trace:
        return engine.run(states[next(turn) % 2])

    def asked() -> list[float]:
        return [found.largest for found in reach(baseline, "src.X", 3, 0, engine=engine).values()]

    runs = {"reach": Run(asked), "edit": Run(edit), "compare": Run(lambda: compare(baseline, edit()))}
    own = jacobian_runs(baseline)
    times = interleaved(runs | {name: Run(once) for name, once in own.items()})
    return {
        **summary({name: times[name].median for name in own}),
        "reach_us": times["reach"].median / 2,
        "edit_us": times["edit"].median,
        "compare_us": times["compare"].median,
        "spread": {what: [found.low, found.high] for what, found in times.items()},
    }


def measure_edit(workspace: Workspace) -> dict[str, Any]:
    """A cell of the last W2 edited, against a full run of the same engine; and whether both agree to the bit.

    The edit is the whole act, from the other workspace to the new trace; the full run is only the computing.
    """
    engine = engine_for(workspace)
    name = f"dec{workspace.spec.dec_layers}.ffn.W2"
    states = [workspace.with_cell(name, 0, 0, value) for value in (0.25, 0.5)]
    engine.run(workspace)
    turn = iter(range(10**9))
    times = interleaved({"edit": Run(lambda: engine.run(states[next(turn) % 2])), "full": Run(engine.rerun)})
    engine.run(states[1])
    edited = engine.run(states[0])
    fresh = Engine(engine.executor).run(states[0])
    equal = not any(cells.any() for cells in edited.difference(fresh).values())
    return {
        "edit_us": times["edit"].median,
        "full_us": times["full"].median,
        "x_full": times["full"].median / times["edit"].median,
        "nodes_run": engine.report.nodes_run,
        "nodes": engine.report.nodes,
        "bit_equal": equal,
        "spread": {what: [found.low, found.high] for what, found in times.items()},
    }


def measure_why(workspace: Workspace) -> dict[str, Any]:
    """Seeded cells of computed matrices explained and written as text, once the trace exists.

    Each cell's time is the best of some turns; `why_us` is the median over cells, `slowest_us` the largest and
    `slowest` its cell.
    """
    trace = engine_for(workspace).run(workspace)
    nodes = [node for node in trace.graph.nodes if node.op != LEAF]
    trace.keep(nodes)
    r = np.random.default_rng(1)
    found: list[tuple[float, str]] = []
    for k in r.integers(len(nodes), size=WHY_CELLS):
        name, (rows, cols) = nodes[k].name, nodes[k].shape
        i, j = int(r.integers(rows)), int(r.integers(cols))
        said = Run(partial(_say_why, trace, name, i, j))
        best = min(seconds(said, 1) for _ in range(WHY_TURNS))
        found.append((best * 1e6, f"{name}[{i},{j}]"))
    slowest, where = max(found)
    return {"why_us": statistics.median(t for t, _ in found), "slowest_us": slowest, "slowest": where}


def _say_why(trace: Trace, name: str, i: int, j: int) -> str:
    return plain_text(explain(trace, name, i, j))
