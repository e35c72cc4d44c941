"""Order: whether a model knows which token stands where, measured on this sample with the present switches.

Equivariance: permuted tokens give the permuted rows, f(PX) = P f(X). Invariance: they give the same, as the mean over
tokens does. X are the rows before positions: positions stay with their places, and so do masks by order and by hand;
what is padding moves with its token.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import msgspec
import numpy as np

from .check import TOLERANCE, Check, difference
from .compare import CLOSE, DIFFERENT, EQUAL, NEAR, Difference, gap
from .engine import Engine
from .fields import POSITIONS
from .graph import LEAF, Node, short
from .problem import QT_TRANSLATE_NOOP, Problem
from .reading import sources
from .samples import Sample
from .trace import Array, Trace
from .workspace import Workspace

FROM_LABELS = ("token_loss", "loss")  # they ask which token follows, which a permutation changes
NEAR_FLOAT32 = 1e-5  # of max(1, |a|): sums in another order differ by a few of its last bits
MUST = QT_TRANSLATE_NOOP("checks", "permuted tokens give permuted rows")

# What in a model can tell one place from another, by op: a permutation may then give other numbers.
TELLING: dict[str, str] = {
    "sinusoid": QT_TRANSLATE_NOOP("order", "positions are added to the rows"),
    "table_rows": QT_TRANSLATE_NOOP("order", "positions are added to the rows"),
    "rope_adjacent": QT_TRANSLATE_NOOP("order", "queries and keys are turned by their positions"),
    "rope_half": QT_TRANSLATE_NOOP("order", "queries and keys are turned by their positions"),
    "distance_bias": QT_TRANSLATE_NOOP("order", "scores depend on the distance of two tokens"),
    "shaw_scores": QT_TRANSLATE_NOOP("order", "scores depend on the distance of two tokens"),
    "shaw_values": QT_TRANSLATE_NOOP("order", "values depend on the distance of two tokens"),
    "causal": QT_TRANSLATE_NOOP("order", "a causal mask"),
    "window": QT_TRANSLATE_NOOP("order", "a window"),
    "dropout": QT_TRANSLATE_NOOP("order", "dropout leaves out other cells in each row"),
    "hold": QT_TRANSLATE_NOOP("order", "cells that are held in their place"),
}
PAINTED = QT_TRANSLATE_NOOP("order", "a mask painted by hand")


@dataclass(frozen=True, eq=False)
class Permuted:
    """What a permutation of the tokens of `side` did; row i of PX is row order[i] of X.

    `nodes` has f(PX) against P f(X) for every computed matrix, in reading order: rows and columns that count these
    tokens are permuted. `result` is the one of the model's result, `rows` compares its f(PX) with f(X) itself, and
    `pooled` the means over the tokens that are no padding.
    """

    side: str
    order: tuple[int, ...]
    nodes: tuple[Difference, ...]
    result: Difference
    rows: Difference
    pooled: Difference
    before: Array
    after: Array

    @property
    def equivariant(self) -> bool:
        """Within 1e-12 here (float32: 1e-5); one permutation of one sample can refute it, not prove it."""
        return self.result.state in (EQUAL, CLOSE)

    @property
    def pooled_invariant(self) -> bool:
        return self.pooled.state in (EQUAL, CLOSE)

    @property
    def broken_at(self) -> Difference | None:
        """The first matrix that differs: positions, a mask by order, or what was held or painted by hand."""
        return next((found for found in self.nodes if found.state == DIFFERENT), None)


def permute(
    trace: Trace, side: str, order: Sequence[int], engine: Engine | None = None, result: str | None = None
) -> Permuted:
    """Run the sample with its tokens in another order, and compare. `engine` is one of the caller's own.

    Problem where `order` is no permutation of the rows, or the model has no such sequence.
    """
    rows_in = sources(trace.graph, side)
    if not rows_in:
        raise Problem(QT_TRANSLATE_NOOP("core", "This model has no sequence {side}."), side=side)
    n = rows_in[0].shape[0]
    places = tuple(int(i) for i in order)
    if sorted(places) != list(range(n)):
        raise Problem(
            QT_TRANSLATE_NOOP("core", "An order of {n} tokens names each of 0 to {last} once, found {found}."),
            n=n,
            last=n - 1,
            found=", ".join(map(str, order)),
        )
    after = (engine or Engine()).run(permuted(trace, side, places), trace.sample)
    computed = [node for node in trace.graph.nodes if node.op != LEAF and short(node.name) not in FROM_LABELS]
    nodes = tuple(_against(trace, after, node, side, places) for node in computed)
    end = trace.graph[result] if result is not None else result_of(trace, side)
    one, two = trace.values_of(end), after.values_of(after.graph[end.name])
    counted = (
        np.array(trace.workspace.samples[trace.sample].valid(side)) if end.axes[0] == side else np.ones(len(one), bool)
    )
    again = counted[list(places)] if end.axes[0] == side else counted
    return Permuted(
        side,
        places,
        nodes,
        next(found for found in nodes if found.node == end.name),
        _difference(end.name, two, one),
        _difference(end.name, mean(two, again), mean(one, counted)),
        one,
        two,
    )


def sequences(trace: Trace) -> tuple[str, ...]:
    """The sequences of the model whose tokens can be permuted: "src", "tgt", "kv"."""
    return tuple(side for side in SEQUENCES if sources(trace.graph, side))


def telling(trace: Trace, side: str) -> tuple[str, ...]:
    """What in the present model can tell the places of a sequence apart (sentences marked for translation).

    Where there is nothing, the model must be equivariant for it. What is held before or at X moves with its token.
    """
    nodes, before = trace.graph.nodes, _up_to(trace, sources(trace.graph, side))
    found = []
    for node in nodes:
        if side not in node.axes or node.index in before:
            continue
        if node.op in TELLING:
            found.append(TELLING[node.op])
        elif node.op == LEAF and node.name.endswith(".mask.custom"):
            found.append(PAINTED)
    return tuple(dict.fromkeys(found))


def _up_to(trace: Trace, ends: Sequence[Node]) -> set[int]:
    """The indices of some nodes and of everything that they are made from."""
    found: set[int] = set()
    waiting = [node.index for node in ends]
    while waiting:
        k = waiting.pop()
        if k not in found:
            found.add(k)
            waiting += trace.graph.nodes[k].inputs
    return found


def equivariance(trace: Trace, engine: Engine | None = None) -> Iterator[Check]:
    """f(PX) = P f(X) of every computed matrix, for the sequences where it must hold: nothing tells places apart there.

    P moves every token by one place. Rounding grows with the numbers, and what is allowed grows with it.
    """
    for side in sequences(trace):
        n = sources(trace.graph, side)[0].shape[0]
        if n < 2 or telling(trace, side):
            continue
        order = (*range(1, n), 0)
        after = (engine or Engine()).run(permuted(trace, side, order), trace.sample)
        allowed = allowance(trace)
        for node in trace.graph.nodes:
            if node.op != LEAF and short(node.name) not in FROM_LABELS:
                got, want = after.values_of(after.graph[node.name]), _reindexed(trace, node, side, order)
                error = difference(got, want)
                i, j = np.unravel_index(int(np.argmax(error)), error.shape)
                yield Check(node.name, MUST, float(error[i, j]), (int(i), int(j)), allowed)


def allowance(trace: Trace) -> float:
    """What two ways to compute a trace may differ by: it grows with the square of its largest number, up to ∞."""
    size = max(1.0, largest(trace))
    return TOLERANCE[trace.spec.precision] * size * size  # `size ** 2` raises where this is ∞


def largest(trace: Trace) -> float:
    """The largest |number| of a trace that is finite."""
    found = 0.0
    for node in trace.graph.nodes:
        values = trace.values_of(node)
        found = max(found, float(np.abs(values).max(initial=0.0, where=np.isfinite(values))))
    return found


def permuted(trace: Trace, side: str, order: Sequence[int]) -> Workspace:
    """The trace's workspace with the tokens of a sequence, their padding and their rows of numbers in another order."""
    workspace, b = trace.workspace, trace.sample
    sample = workspace.samples[b]
    others = _reordered(sample, side, order)
    workspace = workspace.with_samples((*workspace.samples[:b], others, *workspace.samples[b + 1 :]))
    moved = None
    for node in sources(trace.graph, side):
        values = np.ascontiguousarray(trace.values_of(node)[list(order)])
        if node.op == LEAF:
            workspace = workspace.with_block(node.name, 0, 0, values, b)
        else:
            moved = moved or Engine("numpy").run(workspace, b)
            if moved[node.name].values.tobytes() != values.tobytes():  # something above it is held in its place
                workspace = workspace.with_pin(node.name, None, None, values, b)
    return workspace


def _reordered(sample: Sample, side: str, order: Sequence[int]) -> Sample:
    tokens, valid = sample.tokens(side), sample.valid(side)
    name = "source" if side == "src" else "target"
    changed = {name: tuple(tokens[i] for i in order), f"{name}_valid": tuple(valid[i] for i in order)}
    if side == "src" and sample.answers:
        changed["answers"] = tuple(sample.answers[i] for i in order)
    return msgspec.structs.replace(sample, **changed)


def result_of(trace: Trace, side: str) -> Node:
    """What the model gives for the tokens of a sequence: the last rows that count them, else the last rows of all.

    Logits where there is a head, the memory for the source of an encoder–decoder.
    """
    rows = [n for n in trace.graph.nodes if n.op != LEAF and n.role == "result" and n.display == "signed"]
    rows = [n for n in rows if short(n.name) not in ("logp", "W", *FROM_LABELS) and n.axes[1] not in SEQUENCES]
    own = [n for n in rows if n.axes[0] == side and not n.name.endswith(".natural") and n.axes[1] in FINAL]
    return (own or rows)[-1]


SEQUENCES = ("src", "tgt", "kv")
FINAL = ("feature", "concat", "src_vocab", "tgt_vocab")  # columns of what a layer, an attention or a head gives


def _against(trace: Trace, after: Trace, node: Node, side: str, order: Sequence[int]) -> Difference:
    """f(PX) against P f(X) of one matrix."""
    want = _reindexed(trace, node, side, order)
    return _difference(node.name, after.values_of(after.graph[node.name]), want)


def _reindexed(trace: Trace, node: Node, side: str, order: Sequence[int]) -> Array:
    """P f(X) of one matrix: its rows and columns that count the tokens of a sequence, in another order."""
    want = trace.values_of(node)
    if node.axes[0] == side:
        want = want[list(order)]
    if node.axes[1] == side:
        want = want[:, list(order)]
    return want


def _difference(name: str, got: Array, want: Array) -> Difference:
    near = NEAR_FLOAT32 if got.dtype == np.float32 else NEAR
    state, apart, cell = gap(np.ascontiguousarray(got), np.ascontiguousarray(want), near)
    return Difference(name, state, apart, cell, want.shape, got.shape)


def mean(rows: Array, counted: Array) -> Array:
    """The pooled row [1, d]: the mean over the rows that count, zeros where none does."""
    kept = rows[counted]
    return kept.mean(axis=0, keepdims=True) if len(kept) else np.zeros((1, rows.shape[1]))


@dataclass(frozen=True, eq=False)
class Shifted:
    """What moving all positions by k did under one scheme: each attention's scores S before and after, and the rows
    that enter the stacks (`X0`); or why it can't be measured."""

    scheme: str
    scores: tuple[Difference, ...] = ()
    rows: tuple[Difference, ...] = ()
    refused: Problem | None = None

    @property
    def state(self) -> str:
        """The worst of the scores: equal to the bit, within 1e-12, or different."""
        states = {found.state for found in self.scores}
        return next((state for state in (DIFFERENT, CLOSE) if state in states), EQUAL)


def shift(
    workspace: Workspace, k: int, sample: int = 0, schemes: Sequence[str] = POSITIONS, engine: Engine | None = None
) -> list[Shifted]:
    """All positions moved by k, under each scheme: which scores change. Tables are lengthened where they must be."""
    return [_shifted(workspace, k, sample, scheme, engine or Engine()) for scheme in schemes]


def _shifted(workspace: Workspace, k: int, sample: int, scheme: str, engine: Engine) -> Shifted:
    spec = workspace.spec
    rows = max(len(side) for one in workspace.samples for side in (one.source, one.target))
    length = max(spec.pos_length, rows + spec.pos_offset + max(k, 0) + abs(spec.query_offset))
    try:
        here = workspace.with_spec(pos=scheme, pos_length=length)
        there = here.with_spec(pos_offset=spec.pos_offset + k)
        before, after = engine.run(here, sample), engine.run(there, sample)
    except Problem as problem:
        return Shifted(scheme, refused=problem)
    scores = [node.name for node in before.graph.nodes if short(node.name) == "S"]
    rows_in = [f"{side}.X0" for side in SEQUENCES if f"{side}.X0" in before.graph]
    found = {name: _difference(name, after[name].values, before[name].values) for name in (*scores, *rows_in)}
    return Shifted(scheme, tuple(found[name] for name in scores), tuple(found[name] for name in rows_in))
