"""Who may read what: the visibility of each attention, and through the layers which tokens reach which rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from .engine import Engine
from .graph import LEAF, Graph, Node
from .ops.moving import Bools
from .reach import RELATIVE, differing, minus, propagate
from .trace import Array, Trace
from .workspace import Workspace

SIDES = ("src", "tgt", "kv")


@dataclass(frozen=True, eq=False)
class Visibility:
    """Who may attend to whom in one attention: `visible` is [queries, keys], as mask, rules and pins leave it.

    `at` is its name (`enc1.self`), `query_axis` and `key_axis` the sequences, `queries` and `keys` their tokens.
    """

    at: str
    query_axis: str
    key_axis: str
    queries: tuple[str, ...]
    keys: tuple[str, ...]
    visible: Bools


@dataclass(frozen=True, eq=False)
class Readers:
    """Which tokens of one sequence the rows of a matrix read, directly or through layers; all [rows, tokens].

    `can`: the graph and its masks have a way. `does`: the row moved in some bit when the token's row of numbers did,
    forth or back. `size`: by how much at most.
    """

    node: str
    side: str
    rows: tuple[str, ...]
    tokens: tuple[str, ...]
    can: Bools
    does: Bools
    size: Array


def visibilities(trace: Trace) -> list[Visibility]:
    """Every attention of the model in reading order."""
    found = []
    for node in trace.graph.nodes:
        if node.name.endswith(".mask"):
            matrix = trace[node.name]
            at = node.name.removesuffix(".mask")
            seen = matrix.values != 0
            found.append(Visibility(at, matrix.row_axis, matrix.col_axis, matrix.rows, matrix.cols, seen))
    return found


def sources(graph: Graph, side: str) -> list[Node]:
    """Where the tokens of a sequence come in as rows of numbers, before positions: X, the memory, or given Q, K, V."""
    if f"{side}.X" in graph:
        return [graph[f"{side}.X"]]
    return [
        n for n in graph.nodes if n.op == LEAF and n.role == "input" and n.display == "signed" and n.axes[0] == side
    ]


def readers(trace: Trace, name: str, engine: Engine | None = None) -> list[Readers]:
    """For every sequence of the model, which of its tokens the rows of `name` can read and which they do.

    `engine` is one of the caller's own. Computed rows (embeddings) are held at the numbers they have, so that one row
    can be moved by itself.
    """
    engine = engine or Engine()
    return [_read(trace, name, side, engine) for side in SIDES if sources(trace.graph, side)]


def _read(trace: Trace, name: str, side: str, engine: Engine) -> Readers:
    rows_in = sources(trace.graph, side)
    base = with_rows(trace.workspace, trace, rows_in, {})
    before = engine.run(base, trace.sample)
    n = rows_in[0].shape[0]
    shown, node = trace[name], before.graph[name]
    can, does, size = (np.zeros((node.shape[0], n), kind) for kind in (bool, bool, float))
    seeds = {}
    for x in rows_in:
        held = before.graph[x.name if x.op == LEAF else f"{x.name}.held"]
        seeds[held.index] = np.broadcast_to(np.eye(n, dtype=bool)[:, :, None], (n, *x.shape))
    moves = propagate(before, seeds)[node.index]
    if moves is not None:
        can = np.broadcast_to(moves.any(axis=-1), (n, node.shape[0])).T.copy()
    old = before.values_of(node)
    for t in range(n):
        for sign in (1.0, -1.0):
            new = engine.run(with_rows(base, trace, rows_in, {t: sign}), trace.sample).values_of(node)
            does[:, t] |= differing(old, new).any(axis=1)
            apart = np.abs(minus(old, new))
            size[:, t] = np.maximum(size[:, t], np.where(np.isnan(apart), np.inf, apart).max(axis=1))
    labels = trace.labels(side, n)
    return Readers(shown.name, side, shown.rows, labels, can, does, size)


def with_rows(workspace: Workspace, trace: Trace, nodes: Sequence[Node], pushed: dict[int, float]) -> Workspace:
    """The rows of `nodes` as the trace has them, computed ones held; row t pushed a step along `direction`."""
    for node in nodes:
        values = np.array(trace.values_of(node))
        for t, sign in pushed.items():
            row = values[t]
            length = RELATIVE * max(1.0, float(np.abs(row).max(initial=0.0, where=np.isfinite(row))))
            values[t] = row + sign * length * direction(len(row))
        if node.op == LEAF:
            workspace = workspace.with_block(node.name, 0, 0, values, trace.sample)
        else:
            workspace = workspace.with_pin(node.name, None, None, values, trace.sample)
    return workspace


def direction(d: int) -> Array:
    """A step in which no two neighbours are alike: a norm would take off what is added to all features alike."""
    c = np.arange(d)
    return np.where(c % 2, -1.0, 1.0) * (1.0 + c / d)
