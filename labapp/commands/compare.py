"""`compare`: two models side by side, matrix by matrix."""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator

import msgspec

from core import compare
from core.arrays import times
from core.compare import Difference
from core.engine import Engine
from core.numbers import exact
from core.workspace import Workspace

from .edits import opened

SHORT = {compare.SHAPE: "different shapes"}  # where the state is said of one matrix


def run_compare(chosen: argparse.Namespace) -> int:
    """Print how every matrix of A stands to that of B, and how many there are of each kind.

    `--set` and `--cell` change both models, `--set-b` and `--cell-b` B alone. That two models differ is no failure.
    """
    a, _ = opened(argparse.Namespace(model=chosen.model, sets=chosen.sets, cells=chosen.cells))
    sets, cells = [*chosen.sets, *chosen.sets_b], [*chosen.cells, *chosen.cells_b]
    b, _ = opened(argparse.Namespace(model=chosen.other, sets=sets, cells=cells))
    found = list(differences(a, b))
    if chosen.json:
        print(_json(chosen, found))
    else:
        print("\n".join(lines(found)))
    return 0


def differences(a: Workspace, b: Workspace) -> Iterator[Difference]:
    """Every sample that both have; with several, names start with `sample<b>/`. One that only one has is one line."""
    engines = Engine("numpy"), Engine("numpy")
    shared, most = sorted((len(a.samples), len(b.samples)))
    for k in range(shared):
        prefix = f"sample{k}/" if most > 1 else ""
        for difference in compare.compare(engines[0].run(a, k), engines[1].run(b, k)):
            yield difference._replace(node=prefix + difference.node)
    for k in range(shared, most):
        yield Difference(f"sample{k}", compare.ONLY_A if len(a.samples) > shared else compare.ONLY_B)


def lines(found: list[Difference]) -> Iterator[str]:
    """One line a matrix, then how many are equal, different, or only on one side."""
    width = max(len(difference.node) for difference in found)
    for difference in found:
        yield f"{difference.node:{width}}  {_said(difference)}"
    counted = compare.counts(found)
    yield ", ".join(f"{number} {compare.STATES[state]}" for state, number in counted.items() if number)


def _said(difference: Difference) -> str:
    state = SHORT.get(difference.state, compare.STATES[difference.state])
    if difference.state == compare.SHAPE and difference.a and difference.b:
        return f"{state}: {times(difference.a)} and {times(difference.b)}"
    if difference.cell is None or difference.state == compare.EQUAL:
        return state
    i, j = difference.cell
    return f"{state}, largest |Δ| {difference.largest:.3g} at [{i},{j}]"


def _json(chosen: argparse.Namespace, found: list[Difference]) -> str:
    page = {
        "a": chosen.model,
        "b": chosen.other,
        "counts": compare.counts(found),
        "nodes": [_entry(difference) for difference in found],
    }
    return msgspec.json.format(msgspec.json.encode(page), indent=1).decode()


def _entry(difference: Difference) -> dict[str, object]:
    """One matrix; a difference of ∞ (a number against none) is the string "inf", so that it is strict JSON."""
    compared = difference.state in (compare.EQUAL, compare.CLOSE, compare.DIFFERENT)
    largest = difference.largest if math.isfinite(difference.largest) else exact(difference.largest)
    return {
        "node": difference.node,
        "state": difference.state,
        "largest": largest if compared else None,
        "cell": None if difference.cell is None else list(difference.cell),
        "shape_a": None if difference.a is None else list(difference.a),
        "shape_b": None if difference.b is None else list(difference.b),
        "letter": difference.letter,
    }
