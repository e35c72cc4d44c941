"""The reach in pieces: one run at a time, and the same in the end."""

from __future__ import annotations

import numpy as np

from core import glass
from core.engine import Engine
from core.reach import reach, steps
from resources import path as resource


class Counting(Engine):
    """Counts its runs."""

    runs = 0

    def run(self, *args, **kwargs):  # type: ignore[no-untyped-def]
        self.runs += 1
        return super().run(*args, **kwargs)


def test_between_two_pieces_there_is_one_run_at_most() -> None:
    trace = Engine("numpy").run(glass.load(resource("models", "block.glass")))
    engine = Counting("numpy")
    seen = []
    pieces = steps(trace, "src.X", 0, 1, None, engine)
    for piece in pieces:
        seen.append((engine.runs, piece is None))
    assert seen == [(1, True), (2, True), (3, True), (3, False)]


def test_a_measurement_that_is_given_up_leaves_the_engine_fit_for_the_next() -> None:
    trace = Engine("numpy").run(glass.load(resource("models", "block.glass")))
    engine = Engine("numpy")
    given_up = steps(trace, "src.X", 0, 1, None, engine)
    next(given_up)
    next(given_up)
    found = reach(trace, "enc1.self.h1.WV", 0, 0, 0.5, engine)
    want = Engine("numpy").run(
        trace.workspace.with_cell("enc1.self.h1.WV", 0, 0, 0.5 + float(trace["enc1.self.h1.WV"].values[0, 0]))
    )
    for name in trace:
        assert np.array_equal(found[name].up, want[name].values - trace[name].values), name
