"""The Jacobian of a whole stack, all seeds at once, beside one way back a seed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from core import jit_back
from core.gradient import Back
from core.jacobian import jacobian
from core.problem import Problem
from core.residual import stacks
from core.trace import Trace


def jacobian_runs(trace: Trace) -> dict[str, Callable[[], object]]:
    """What is timed: each stack by NumPy and, where its code lies ready, compiled; the last one seed by seed.

    Refuses to time what doesn't agree.
    """
    ends = {stack.side: (stack.stages[-1], stack.stages[0]) for stack in stacks(trace.graph, trace.spec)}
    executors = ["numpy"]
    if jit_back.loaded() is not None or jit_back.is_warm():
        jit_back.load()
        executors.append("jit")
    runs: dict[str, Callable[[], object]] = {}
    for side, (of, by) in ends.items():
        for executor in executors:
            runs[f"{side}-{executor}"] = _all_at_once(trace, of, by, executor)
    if "dec" in ends:
        of, by = ends["dec"]
        runs["one-by-one"] = one_by_one = _seed_by_seed(trace, of, by)
        for executor in executors:
            error = float(np.abs(one_by_one() - jacobian(trace, of, by, executor=executor).values).max())
            if not error <= 1e-9:
                raise Problem("{size}: {name} and the engine differ by {error}.", size=of, name=executor, error=error)
    return runs


def _all_at_once(trace: Trace, of: str, by: str, executor: str) -> Callable[[], object]:
    return lambda: jacobian(trace, of, by, executor=executor)


def _seed_by_seed(trace: Trace, of: str, by: str) -> Callable[[], np.ndarray]:
    def run() -> np.ndarray:
        back = Back(trace, "numpy")
        n, d = trace.graph[of].shape
        return np.array([[back.of(of, i, r)[by] for r in range(d)] for i in range(n)])

    return run


def summary(median: Mapping[str, float]) -> dict[str, Any]:
    """Microseconds of the slowest stack by each executor (None: not there), and how many times one by one is that."""
    by = {
        who: max((t for name, t in median.items() if name.endswith(f"-{who}")), default=None)
        for who in ("numpy", "jit")
    }
    found: dict[str, Any] = {"jacobian_numpy_us": by["numpy"], "jacobian_jit_us": by["jit"], "x_one_by_one": None}
    if "one-by-one" in median:
        found["x_one_by_one"] = median["one-by-one"] / median["dec-numpy"]
    return found
