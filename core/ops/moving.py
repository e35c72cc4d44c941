"""Which cells of a result can move at all when cells of its operands do: what the op and the masks allow.

It says nothing of sizes: a dead ReLU can move its cell, a mask that hides a key can't be read through by any number.
Arrays of bools have [rows, columns] last; axes before them are several questions at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .op import Array, Shape

Bools = NDArray[np.bool_]


@dataclass(frozen=True)
class Cells:
    """Of one matrix, the cells that can move, and those that are 0 whatever the (finite) numbers are; None is none.

    The second is why a hidden key's value is not read: its weight is 0 because the mask says so.
    """

    moved: Bools
    zero: Bools | None = None


Moves = Callable[[Shape, Sequence[Cells], Sequence[Array]], Cells]


def _any(*moved: Any) -> Bools:
    total: Bools = moved[0]
    for more in moved[1:]:
        total = total | more
    return total


def _row(moved: Bools) -> Bools:
    """Whether any cell of the row does, as one column."""
    return np.asarray(moved.any(axis=-1, keepdims=True))


def _spread(moved: Bools, shape: Shape) -> Bools:
    return np.broadcast_to(moved, np.broadcast_shapes(moved.shape, shape))


def _meet(a: Any, b: Any) -> Bools:
    """The product of matrices of bools: whether some k has both a[i, k] and b[k, j]."""
    return np.asarray(np.matmul(np.asarray(a, np.float32), np.asarray(b, np.float32)) > 0)


def each_cell(shape: Shape, inputs: Sequence[Cells], values: Sequence[Array]) -> Cells:
    """A cell is made of the same cell of each operand; statistics, γ, β and settings reach over their row or column."""
    return Cells(_spread(_any(*(x.moved for x in inputs)), shape))


def keeping_zero(shape: Shape, inputs: Sequence[Cells], values: Sequence[Array]) -> Cells:
    """As `each_cell`, and 0 stays 0: scaling, activations, copies."""
    return Cells(each_cell(shape, inputs, values).moved, inputs[0].zero)


def sum_of_cells(shape: Shape, inputs: Sequence[Cells], values: Sequence[Array]) -> Cells:
    a, b = inputs
    zero = None if a.zero is None or b.zero is None else a.zero & b.zero
    return Cells(_any(a.moved, b.moved), zero)


def each_row(shape: Shape, inputs: Sequence[Cells], values: Sequence[Array]) -> Cells:
    """A cell is made of the whole row of each operand: means, variances, probabilities."""
    rows = _any(*(_row(x.moved) for x in inputs))
    return Cells(_spread(rows, shape))


def nothing(shape: Shape, inputs: Sequence[Cells], values: Sequence[Array]) -> Cells:
    return Cells(np.zeros(shape, bool))


def always_zero(shape: Shape, inputs: Sequence[Cells], values: Sequence[Array]) -> Cells:
    return Cells(np.zeros(shape, bool), np.ones(shape, bool))


def everywhere(shape: Shape, inputs: Sequence[Cells], values: Sequence[Array]) -> Cells:
    """A number such as an offset moves everything."""
    return Cells(_spread(_any(*(x.moved.any(axis=(-1, -2), keepdims=True) for x in inputs)), shape))


def product(shape: Shape, inputs: Sequence[Cells], values: Sequence[Array]) -> Cells:
    """X W + b: a term x_k w_k moves with one factor, unless the other is always 0."""
    x, w = inputs[:2]
    by_x = _row(x.moved) if w.zero is None else _meet(x.moved, ~w.zero)
    by_w = w.moved.any(axis=-2, keepdims=True) if x.zero is None else _meet(~x.zero, w.moved)
    moved = _any(by_x, by_w, *(b.moved for b in inputs[2:]))
    if len(inputs) > 2 or (x.zero is None and w.zero is None):
        return Cells(_spread(moved, shape))
    full = [np.ones(v.shape, bool) if c.zero is None else ~c.zero for c, v in zip(inputs, values, strict=True)]
    return Cells(_spread(moved, shape), ~_meet(*full))


def rows_by_rows(shape: Shape, inputs: Sequence[Cells], values: Sequence[Array]) -> Cells:
    """Q Kᵀ: the row of the query and the row of the key."""
    q, k = inputs
    return Cells(_spread(_row(q.moved) | _row(k.moved).swapaxes(-1, -2), shape))


def visible_keys(shape: Shape, inputs: Sequence[Cells], values: Sequence[Array]) -> Cells:
    """Softmax: a visible score moves every visible weight of its row. A single visible key has weight 1 in any case."""
    s, mask = inputs
    seen = (values[1] != 0) | mask.moved
    several = seen.sum(axis=-1, keepdims=True) > 1
    rows = _row(s.moved & seen) & several | _row(mask.moved)
    return Cells(_spread(rows & seen, shape), ~seen)


def every_rule(shape: Shape, inputs: Sequence[Cells], values: Sequence[Array]) -> Cells:
    """A rule moves the mask where no other one hides the key in any case."""
    allowed = [(rule != 0) | x.moved for x, rule in zip(inputs, values, strict=True)]
    open_ = allowed[0]
    for more in allowed[1:]:
        open_ = open_ & more
    return Cells(_any(*(x.moved for x in inputs)) & open_)


def turned_round(shape: Shape, inputs: Sequence[Cells], values: Sequence[Array]) -> Cells:
    zero = inputs[0].zero
    return Cells(inputs[0].moved.swapaxes(-1, -2), None if zero is None else zero.swapaxes(-1, -2))


def side_by_side(shape: Shape, inputs: Sequence[Cells], values: Sequence[Array]) -> Cells:
    most = max((x.moved for x in inputs), key=lambda moved: moved.ndim).shape[:-2]
    moved = np.concatenate(
        [np.broadcast_to(x.moved, (*most, *v.shape)) for x, v in zip(inputs, values, strict=True)], -1
    )
    if all(x.zero is None for x in inputs):
        return Cells(moved)
    zeros = [np.zeros(v.shape, bool) if x.zero is None else x.zero for x, v in zip(inputs, values, strict=True)]
    deep = max(zeros, key=lambda zero: zero.ndim).shape[:-2]
    return Cells(moved, np.concatenate([np.broadcast_to(z, (*deep, *z.shape[-2:])) for z in zeros], -1))


def one_above_the_other(shape: Shape, inputs: Sequence[Cells], values: Sequence[Array]) -> Cells:
    turned = [Cells(x.moved.swapaxes(-1, -2), None if x.zero is None else x.zero.swapaxes(-1, -2)) for x in inputs]
    return turned_round(shape, [side_by_side((shape[1], shape[0]), turned, [v.T for v in values])], values)


def held(shape: Shape, inputs: Sequence[Cells], values: Sequence[Array]) -> Cells:
    """A held cell moves with what it is held at, any other with its natural value."""
    natural, value, where = inputs
    on = values[2] != 0
    zero = None if natural.zero is None else natural.zero & ~on & ~where.moved
    return Cells(np.where(on, value.moved, natural.moved) | where.moved, zero)


def row_of_table(shape: Shape, inputs: Sequence[Cells], values: Sequence[Array]) -> Cells:
    """Each row is the row of the table that its id names."""
    ids, table = inputs
    return Cells(table.moved[..., values[0][:, 0].astype(int), :] | ids.moved)


def rows_from(shape: Shape, inputs: Sequence[Cells], values: Sequence[Array]) -> Cells:
    """Rows start, start + 1, … of a table."""
    table, start = inputs
    first = int(values[1][0, 0])
    return Cells(table.moved[..., first : first + shape[0], :] | start.moved)


def by_distance(shape: Shape, inputs: Sequence[Cells], values: Sequence[Array]) -> Cells:
    """The bias of query − key, one number of the table for each distance."""
    table, offset = inputs
    i, j = np.indices(shape)
    at = i - j + int(values[1][0, 0]) + values[0].shape[1] // 2
    return Cells(table.moved[..., 0, at] | offset.moved)


def _clipped(shape: Shape, table: Array, offset: Array) -> Any:
    i, j = np.indices(shape)
    clip = len(table) // 2
    return np.clip(j - i - int(offset[0, 0]), -clip, clip) + clip


def query_by_distance(shape: Shape, inputs: Sequence[Cells], values: Sequence[Array]) -> Cells:
    """Shaw's scores: the row of the query, and the vector of the clipped distance."""
    q, table, offset = inputs
    at = _clipped(shape, values[1], values[2])
    return Cells(_row(q.moved) | _row(table.moved)[..., at, 0] | offset.moved)


def weights_by_distance(shape: Shape, inputs: Sequence[Cells], values: Sequence[Array]) -> Cells:
    """Shaw's values: the weights of the row, and the vectors of all distances whose weight is not always 0."""
    a, table, offset = inputs
    read = table.moved[..., _clipped(values[0].shape, values[1], values[2]), :]  # [n_q, n_k, d_v]
    if a.zero is not None:
        read = read & ~a.zero[..., None]
    return Cells(_spread(_row(a.moved) | read.any(-2) | offset.moved, shape))


def pairs(first: slice, second: slice) -> Moves:
    """RoPE: both channels of a pair make both."""

    def moves(shape: Shape, inputs: Sequence[Cells], values: Sequence[Array]) -> Cells:
        x, start, base = inputs
        moved = np.array(_spread(x.moved | start.moved | base.moved, shape))
        both = moved[..., first] | moved[..., second]
        moved[..., first], moved[..., second] = both, both
        return Cells(moved)

    return moves


def halves(shape: Shape, inputs: Sequence[Cells], values: Sequence[Array]) -> Cells:
    """RoPE on pairs (r, r + d_k/2)."""
    half = shape[1] // 2
    return pairs(slice(None, half), slice(half, None))(shape, inputs, values)


def labels(shape: Shape, inputs: Sequence[Cells], values: Sequence[Array]) -> Cells:
    """The loss of a row: the log-probability of its label, where it counts."""
    logp, ids, counts = inputs
    at = np.broadcast_to(values[1].astype(int), (*logp.moved.shape[:-2], *shape))
    moved = np.take_along_axis(logp.moved, at, -1) & (values[2] != 0)
    return Cells(moved | ids.moved | counts.moved, ~_spread((values[2] != 0) | counts.moved, shape))


def counted(shape: Shape, inputs: Sequence[Cells], values: Sequence[Array]) -> Cells:
    """The mean over rows that count."""
    losses, counts = inputs
    return Cells(((losses.moved & (values[1] != 0)) | counts.moved).any(axis=(-1, -2), keepdims=True))
