"""How long an edit takes until its pixels are painted: called by benchmarks, not by the program."""

from __future__ import annotations

import statistics
import time

from PySide6.QtWidgets import QApplication

from .view import BenchView


def edit_to_pixels(view: BenchView, name: str, i: int = 0, j: int = 0, rounds: int = 200) -> list[float]:
    """Milliseconds from each of `rounds` edits of one cell to its pixels, in one act that is given up at the end.

    The view must be shown. Every edit changes the cell; the engine's run, the comparison, the painting of the cells
    that moved and the repaint of the viewport are all in the time.
    """
    document = view.document
    start = document.workspace
    value = float(document.trace[name].values[i, j])
    times = []
    document.begin("measure")
    for k in range(rounds):
        changed = start.with_cell(name, i, j, value + 0.01 * (k + 1), document.sample)
        document._last_frame = 0.0  # no waiting for the next frame
        began = time.perf_counter()
        document.preview(changed)
        QApplication.processEvents()
        times.append((time.perf_counter() - began) * 1000.0)
    document.cancel()
    return times


def summary(times: list[float]) -> str:
    """Median and worst of twenty, in words."""
    ordered = sorted(times)
    return f"median {statistics.median(ordered):.2f} ms, 95 % below {ordered[int(len(ordered) * 0.95)]:.2f} ms"
