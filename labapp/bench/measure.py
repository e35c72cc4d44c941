"""How long an edit takes until its pixels are painted: called by benchmarks, not by the program."""

from __future__ import annotations

import statistics
import time
from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtWidgets import QApplication

from .view import BenchView


class Cost(NamedTuple):
    """Milliseconds by the clock, and of the processor in this process: on a busy machine only the second tells."""

    wall: float
    cpu: float


def clocks() -> tuple[float, float]:
    """Both clocks in seconds: the wall's and this process's."""
    return time.perf_counter(), time.process_time()


def since(began: tuple[float, float]) -> Cost:
    """What has passed since `clocks()`."""
    wall, cpu = clocks()
    return Cost((wall - began[0]) * 1000.0, (cpu - began[1]) * 1000.0)


def edit_to_pixels(view: BenchView, name: str, i: int = 0, j: int = 0, rounds: int = 200) -> list[Cost]:
    """The cost of each of `rounds` edits of one cell until its pixels are there, in one act that is given up again.

    The view must be shown. Every edit changes the cell by a hundredth, as a drag does with every pixel; the engine's
    run, the comparison, the painting of the cells that moved and the repaint of the viewport are all in it.
    """
    document = view.document
    start = document.workspace
    value = float(document.trace[name].values[i, j])
    costs = []
    document.begin("measure")
    for k in range(rounds):
        changed = start.with_cell(name, i, j, value + 0.01 * (k + 1), document.sample)
        document._last_frame = 0.0  # no waiting for the next frame
        began = clocks()
        document.preview(changed)
        QApplication.processEvents()
        costs.append(since(began))
    document.cancel()
    return costs


def spread(times: Sequence[float]) -> tuple[float, float]:
    """The median, and the time that 95 % stay below."""
    ordered = sorted(times)
    return statistics.median(ordered), ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))]


def summary(costs: Sequence[Cost]) -> str:
    """Median and worst of twenty by the clock, in words."""
    median, high = spread([cost.wall for cost in costs])
    return f"median {median:.2f} ms, 95 % below {high:.2f} ms"
