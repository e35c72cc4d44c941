"""Follow a row: every stage that one token's row goes through, from its embedding to its probabilities.

A pure reading of a trace: which matrices have the row, what it reads where attention mixes rows, and how long it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from .graph import Graph, Node, short
from .trace import Array, Trace

# What a stage is: a row of numbers, a query's weights over keys, the weights with which others read this row, and
# the probabilities at the end.
ROW, READING, READ_BY, PREDICTION = "row", "reading", "read_by", "prediction"

# The last piece of a node's name to what it is on the way: a stage of its own, a step between two stages, or none.
STAGE, STEP, NONE = "stage", "step", "none"
STEMS: dict[str, str] = {
    "X": STAGE,
    "E": STAGE,
    "P": STAGE,
    "X0": STAGE,
    "memory": STAGE,
    "Q": STAGE,
    "A": STAGE,
    "H": STAGE,
    "out": STAGE,
    "hidden": STAGE,
    "norm": STAGE,
    "logits": STAGE,
    "p": STAGE,
    **{f"{word}{k}": STAGE for word in ("sum", "norm") for k in (1, 2, 3)},
    "scaled": STEP,
    "K": STEP,
    "V": STEP,
    "Qrot": STEP,
    "Krot": STEP,
    "raw": STEP,
    "rel": STEP,
    "total": STEP,
    "bias": STEP,
    "S": STEP,
    "AV": STEP,
    "Arel": STEP,
    **{f"drop{k}": STEP for k in ("", 1, 2, 3)},
    "concat": STEP,
    "xhat": STEP,
    "pre": STEP,
    "logp": STEP,
    "ids": NONE,
    "labels": NONE,
    "label_counts": NONE,
    "keep": NONE,
    "token_loss": NONE,
    "mask": NONE,
    "causal": NONE,
    "window": NONE,
    "padding": NONE,
    "custom": NONE,
    "mean": NONE,
    "var": NONE,
    "ms": NONE,
    "natural": NONE,
    "held": NONE,
    "where": NONE,
}


@dataclass(frozen=True)
class Source:
    """One token of a reading, or one word of a prediction: its place on its axis, its name, its weight."""

    axis: str
    index: int
    token: str
    weight: float


@dataclass(frozen=True, eq=False)
class Stage:
    """The row in one matrix.

    `place` is the sublayer it belongs to ("tgt", "dec1.self", "dec1.ffn", "out"), `values` its numbers [cols] (of a
    READ_BY stage the column of the weights, [rows]), `length` their Euclidean norm. `sources` are what a reading may
    read, who reads (READ_BY), or the words of a prediction; the largest weight first, in order where equal.
    """

    node: str
    kind: str
    place: str
    row: int
    values: Array
    length: float
    sources: tuple[Source, ...] = ()


def axes(trace: Trace) -> tuple[str, ...]:
    """The sequences whose rows can be followed: "src", "tgt", "kv", as the model has them."""
    return tuple(
        axis
        for axis in ("src", "tgt", "kv")
        if any(node.axes[0] == axis and node.role != "parameter" for node in trace.graph.nodes)
    )


def predicting(trace: Trace) -> tuple[str, int] | None:
    """The last row that counts of the sequence that predicts, is decoded, or else goes in: what "the word" is.

    Of an encoder alone it is the first row that is asked for a word, where one is.
    """
    known = axes(trace)
    if not known:
        return None
    axis = trace.graph["out.p"].axes[0] if "out.p" in trace else "tgt" if "tgt" in known else known[0]
    sample = trace.workspace.samples[trace.sample]
    if "src.labels" in trace.graph:
        return "src", next(i for i, (_, asked) in enumerate(sample.labels("src")) if asked)
    valid = sample.valid(axis)
    return axis, max((i for i, counts in enumerate(valid) if counts), default=len(valid) - 1)


def stages(trace: Trace, axis: str, row: int, steps: bool = False) -> tuple[Stage, ...]:
    """The stages of row `row` of a sequence in reading order, head after head; with `steps` all that lies between too.

    IndexError for a row that the sequence doesn't have.
    """
    count = len(trace.labels(axis, 0))
    if not 0 <= row < count:
        raise IndexError(f"row {row} of {axis}, which has {count}")
    found = list(_found(trace, axis, row, steps))
    first: dict[tuple[str, int], int] = {}
    order = []
    for at, stage in enumerate(found):  # heads are recorded side by side; a row goes through one after the other
        head = _head(stage.node)
        place = first.setdefault((stage.place, 1), at) if head else at
        order.append((place, head, at))
    return tuple(found[at] for _, _, at in sorted(order))


def _found(trace: Trace, axis: str, row: int, steps: bool) -> Iterator[Stage]:
    graph = trace.graph
    for node in graph.nodes:
        if node.role in ("parameter", "setting", "statistic") or axis not in node.axes:
            continue
        weighs = short(node.name) == "A"
        if node.axes[0] == axis and (steps or _is_stage(graph, node)) and STEMS.get(short(node.name), STAGE) != NONE:
            values = trace.values_of(node)[row]
            kind = READING if weighs else PREDICTION if node.name == "out.p" else ROW
            yield _stage(trace, node, kind, row, values)
        elif node.axes[1] == axis and node.axes[0] != axis and weighs:
            yield _stage(trace, node, READ_BY, row, trace.values_of(node)[:, row])


def _is_stage(graph: Graph, node: Node) -> bool:
    """Whether the row of this matrix is a stage; keys and values are where another sequence reads them."""
    stem, part = short(node.name), node.name.rpartition(".")[0]
    if stem in ("K", "V"):
        return graph[f"{part}.raw"].axes[0] != node.axes[0]
    if stem == "concat":
        return f"{part}.out" not in graph
    if stem == "scaled":
        return not _head(node.name)
    return STEMS.get(stem, STAGE) == STAGE


def _stage(trace: Trace, node: Node, kind: str, row: int, values: Array) -> Stage:
    numbers = values.astype(np.float64)
    with np.errstate(over="ignore", invalid="ignore"):
        length = float(np.sqrt(np.sum(numbers * numbers)))
    sources: tuple[Source, ...] = ()
    if kind != ROW:
        axis = node.axes[0] if kind == READ_BY else node.axes[1]
        hidden = trace.hidden(node.name) if node.mask is not None else None
        shut = None if hidden is None else hidden[:, row] if kind == READ_BY else hidden[row]
        sources = _sources(axis, trace.labels(axis, len(numbers)), numbers, shut)
    return Stage(node.name, kind, _place(trace.graph, node.name), row, values, length, sources)


def _sources(axis: str, labels: tuple[str, ...], weights: Array, hidden: Array | None) -> tuple[Source, ...]:
    """The largest weight first; NaN last; what the mask hides only where something else gives it a weight."""
    order = np.argsort(-np.where(np.isnan(weights), -np.inf, weights), kind="stable").tolist()
    return tuple(
        Source(axis, j, labels[j], float(weights[j]))
        for j in order
        if hidden is None or not hidden[j] or weights[j] != 0
    )


def _head(name: str) -> int:
    """The number of the head that a matrix belongs to, from 1; 0 for none."""
    pieces = name.split(".")
    return next((int(p[1:]) for p in pieces if p[:1] == "h" and p[1:].isdigit()), 0)


def _place(graph: Graph, name: str) -> str:
    """The sublayer of a matrix; a residual sum and a norm belong to the sublayer that they stand around."""
    layer, _, rest = name.partition(".")
    piece = rest.partition(".")[0]
    if not (layer[:3] in ("enc", "dec") and piece):
        return layer
    if piece[-1].isdigit():
        sublayers = ("self", "cross", "ffn") if f"{layer}.cross.out" in graph else ("self", "ffn")
        piece = sublayers[int(piece[-1]) - 1]
    return f"{layer}.{piece}"
