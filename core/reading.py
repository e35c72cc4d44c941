"""Who may read what: the visibility of each attention, and through the layers which tokens reach which rows."""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence
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


def results(graph: Graph, axis: str) -> list[str]:
    """Where the rows of a sequence stand after each layer, Z of each; of an attention alone what it gives."""
    layers = [n.name for n in graph.nodes if n.axes[0] == axis and any(_RESULT.fullmatch(a) for a in n.aliases)]
    if layers:
        return layers
    given = (name for name in ("att.out", "att.concat") if name in graph and graph[name].axes[0] == axis)
    return list(given)[:1]


_RESULT = re.compile(r"(?:enc|dec)\d+\.Z")


def readers(trace: Trace, name: str, engine: Engine | None = None) -> list[Readers]:
    """For every sequence of the model, which of its tokens the rows of `name` can read and which they do.

    `engine` is one of the caller's own. Computed rows (embeddings) are held at the numbers they have, so that one row
    can be moved by itself.
    """
    work = reading(trace, (name,), engine or Engine())
    while True:
        try:
            next(work)
        except StopIteration as done:
            found: list[Readers] = done.value
            return found


def reading(trace: Trace, names: Sequence[str], engine: Engine) -> Generator[tuple[int, int], None, list[Readers]]:
    """`readers` of several matrices at once, one run at a time: yields how many of how many runs are done.

    For a window, which works when it is idle and gives up as soon as something moves. Returns, sequence by sequence,
    the readers of `names` in their order.
    """
    sides = [(side, sources(trace.graph, side)) for side in SIDES if sources(trace.graph, side)]
    total, done = sum(2 * rows_in[0].shape[0] for _, rows_in in sides), 0
    found: list[Readers] = []
    for side, rows_in in sides:
        yield done, total
        base = with_rows(trace.workspace, trace, rows_in, {})
        before = engine.run(base, trace.sample)
        n = rows_in[0].shape[0]
        made = _possible(trace, names, side, rows_in)
        nodes = [before.graph[name] for name in names]
        old = [before.values_of(node) for node in nodes]
        for t in range(n):
            for sign in (1.0, -1.0):
                after = engine.run(with_rows(base, trace, rows_in, {t: sign}), trace.sample)
                for readers_, node, values in zip(made, nodes, old, strict=True):
                    new = after.values_of(node)
                    readers_.does[:, t] |= differing(values, new).any(axis=1)
                    apart = np.abs(minus(values, new))
                    size = np.where(np.isnan(apart), np.inf, apart).max(axis=1)
                    readers_.size[:, t] = np.maximum(readers_.size[:, t], size)
                done += 1
                yield done, total
        found += made
    return found


def possible(trace: Trace, names: Sequence[str]) -> list[Readers]:
    """What `reading` returns before anything is measured: `can` alone, from graph and masks; `does` is False."""
    found: list[Readers] = []
    for side in SIDES:
        rows_in = sources(trace.graph, side)
        if rows_in:
            found += _possible(trace, names, side, rows_in)
    return found


def _possible(trace: Trace, names: Sequence[str], side: str, rows_in: Sequence[Node]) -> list[Readers]:
    n = rows_in[0].shape[0]
    one_each = np.eye(n, dtype=bool)[:, :, None]
    moves = propagate(trace, {x.index: np.broadcast_to(one_each, (n, *x.shape)) for x in rows_in})
    found = []
    for name in names:
        shown, node = trace[name], trace.graph[name]
        moved = moves[node.index]
        rows = np.zeros((n, node.shape[0]), bool) if moved is None else moved.any(axis=-1)
        can = np.broadcast_to(rows, (n, node.shape[0])).T.copy()
        does, size = np.zeros(can.shape, bool), np.zeros(can.shape)
        found.append(Readers(shown.name, side, shown.rows, trace.labels(side, n), can, does, size))
    return found


def hidden_by(trace: Trace, name: str, i: int, side: str, token: int) -> tuple[str, ...]:
    """The rules that keep a token from row i of `name`, as `Trace.hidden_by` names them, over all attentions before it.

    () where no attention on the way has such a key: the graph itself has no way.
    """
    node, found = trace.graph[name], dict[str, None]()
    for mask in trace.graph.nodes[: node.index]:
        if mask.name.endswith(".mask") and mask.axes == (node.axes[0], side):
            found.update(dict.fromkeys(trace.hidden_by(mask.name, i, token)))
    return tuple(found)


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
