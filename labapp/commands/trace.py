"""`trace`: compute a model and write every matrix."""

from __future__ import annotations

import argparse
import sys

from core import trace_file
from core.engine import Engine
from core.numbers import exact
from core.trace import Trace

from .edits import opened
from .usage import typed


def tell_nonfinite(trace: Trace) -> None:
    """Say on stderr where NaN or ±∞ first stands in a sample: everything after it may be made from it."""
    found = trace.nonfinite()
    if found is not None:
        name, i, j = found
        prefix = f"sample{trace.sample}/" if len(trace.workspace.samples) > 1 else ""
        value = exact(float(trace[name].values[i, j]))
        print(f"glassformer: the first number that is not finite is {prefix}{name}[{i},{j}] = {value}", file=sys.stderr)


def run_trace(chosen: argparse.Namespace) -> int:
    """Write the matrices of every sample to the file asked for, or list them."""
    if chosen.output is not None:
        with typed():
            trace_file.writer(chosen.output)  # a wrong ending is said before anything is computed
    workspace, _ = opened(chosen)
    engine = Engine(chosen.executor)
    traces = [engine.run(workspace, b) for b in range(len(workspace.samples))]
    for trace in traces:
        tell_nonfinite(trace)
    if chosen.output is not None:
        trace_file.write(chosen.output, traces)
        return 0
    for name, matrix in trace_file.entries(traces):
        print(f"{name:32} {matrix.values.shape[0]:>4}×{matrix.values.shape[1]:<4} {matrix.role:9} {matrix.formula}")
    return 0
