"""Shaw's relative vectors: a query meets the key's, weights meet the values' (Shaw et al. 2018, §3.2).

Offsets are 1×1 settings, as in `position`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..expression import Product
from ..problem import QT_TRANSLATE_NOOP
from . import moving
from .arithmetic import Arithmetic, Operand, nothing, remark, total
from .op import (
    COLS,
    ROWS,
    Array,
    Axes,
    Backward,
    Found,
    Gradients,
    Op,
    Script,
    Shape,
    cell,
    like_first,
    need,
    off,
    row,
    wide,
)

NO_PAIR = QT_TRANSLATE_NOOP("explain", "No pair of tokens is this far apart.")
KEY_MINUS_QUERY = QT_TRANSLATE_NOOP("explain", "Key minus query is {distance}, clipped {clipped}.")
BY_DISTANCE = QT_TRANSLATE_NOOP("explain", "Each weight meets the vector of its clipped distance, key minus query.")


def shaw_scores_kernel(arena: Any, at: Any, f: int, count: int) -> None:
    offset = int(cell(arena, at, f + 3))
    clip = at[f + 2, ROWS] // 2
    for i in range(at[f, ROWS]):
        out = row(arena, at, f, i)
        q = row(arena, at, f + 1, i)
        for j in range(at[f, COLS]):
            a = row(arena, at, f + 2, min(max(j - i - offset, -clip), clip) + clip)
            total = q[0] * a[0]
            for r in range(1, at[f + 1, COLS]):
                total += q[r] * a[r]
            out[j] = total


def shaw_scores(out: Array, q: Array, table: Array, offset: Array) -> Array:
    """q_i · a^K_rel with rel = clip(j − i, −c, c), key minus query (Shaw et al. 2018, §3.2); table [2c+1, d_k]."""
    return np.asarray(np.einsum("ir,ijr->ij", q, table[_clipped(out.shape, table, offset)]))


def shaw_values_kernel(arena: Any, at: Any, f: int, count: int) -> None:
    offset = int(cell(arena, at, f + 3))
    clip = at[f + 2, ROWS] // 2
    for i in range(at[f, ROWS]):
        out = row(arena, at, f, i)
        a = row(arena, at, f + 1, i)
        out[:] = 0.0
        for j in range(at[f + 1, COLS]):
            vector = row(arena, at, f + 2, min(max(j - i - offset, -clip), clip) + clip)
            for r in range(at[f, COLS]):
                out[r] += a[j] * vector[r]


def shaw_values(a: Array, table: Array, offset: Array) -> Array:
    """Σ_j A_ij a^V_rel, the relative part of a head's output; table [2c+1, d_v]."""
    return np.asarray(np.einsum("ij,ijr->ir", a, table[_clipped(a.shape, table, offset)]))


def _clipped(shape: Shape, table: Array, offset: Array) -> Array:
    i, j = np.indices(shape)
    clip = table.shape[0] // 2
    return np.asarray(np.clip(j - i - int(offset[0, 0]), -clip, clip) + clip)


DISTANCE_VECTORS = '''
def distance_vectors(table, n_q, n_k, offset):
    """The vector of clip(key - query) for each pair: [n_q, n_k, width]; the middle row is distance 0."""
    i, j = np.indices((n_q, n_k))
    clip = len(table) // 2
    return table[np.clip(j - i - offset, -clip, clip) + clip]
'''


def shaw_values_shape(a: Shape, table: Shape, offset: Shape) -> Shape:
    need(table[0] % 2 == 1, f"the table is {table}: it must have 2c+1 rows")
    return a[0], table[1]


def shaw_values_axes(a: Axes, table: Axes, offset: Axes) -> Axes:
    return a[0], table[1]


def check_shaw_scores(rel: Array, q: Array, table: Array, offset: Array) -> Found:
    r, a, t = wide(rel, q, table)
    i, j = np.indices(rel.shape)
    clip = table.shape[0] // 2
    index = np.clip(j - i - int(offset[0, 0]), -clip, clip) + clip
    yield (
        QT_TRANSLATE_NOOP("checks", "it is the query times the vector of the distance"),
        off(r, np.take_along_axis(a @ t.T, index, 1)),
    )


def check_shaw_values(y: Array, a: Array, table: Array, offset: Array) -> Found:
    r, w, t = wide(y, a, table)
    i, j = np.indices(a.shape)
    clip = table.shape[0] // 2
    index = np.clip(j - i - int(offset[0, 0]), -clip, clip) + clip
    by_distance = np.zeros((a.shape[0], table.shape[0]))
    np.add.at(by_distance, (i, index), w)
    yield QT_TRANSLATE_NOOP("checks", "weights gathered by distance give the same sum"), off(r, by_distance @ t)


def explain_shaw_scores(i: int, j: int, rel: Operand, q: Operand, table: Operand, offset: Operand) -> Arithmetic:
    clip = table.rows // 2
    distance = j - i - int(offset.values[0, 0])
    clipped = min(max(distance, -clip), clip)
    products = total(Product((q.row(i), table.row(clipped + clip))))
    said = remark(KEY_MINUS_QUERY, distance=distance, clipped=clipped)
    return Arithmetic("products", products, deciding=(offset.cell(0, 0),), remarks=(said,))


def explain_shaw_values(i: int, j: int, y: Operand, a: Operand, table: Operand, offset: Operand) -> Arithmetic:
    clip = table.rows // 2
    rows = np.clip(np.arange(a.cols) - i - int(offset.values[0, 0]), -clip, clip) + clip
    products = total(Product((a.row(i), table.column(j, rows))))
    return Arithmetic("products", products, deciding=(offset.cell(0, 0),), remarks=(remark(BY_DISTANCE),))


def shaw_scores_backward(g: Array, rel: Array, q: Array, table: Array, offset: Array) -> Gradients:
    rows = _clipped(g.shape, table, offset)
    back = np.zeros_like(table)
    np.add.at(back, rows, g[:, :, None] * q[:, None, :])
    return np.asarray(np.einsum("ij,ijr->ir", g, table[rows])), back, None


def shaw_scores_back_kernel(arena: Any, grads: Any, at: Any, f: int, count: int) -> None:
    offset = int(cell(arena, at, f + 3))
    clip = at[f + 2, ROWS] // 2
    for i in range(at[f, ROWS]):
        g = row(grads, at, f, i)
        q = row(arena, at, f + 1, i)
        q_back = row(grads, at, f + 1, i)
        for j in range(at[f, COLS]):
            k = min(max(j - i - offset, -clip), clip) + clip
            a = row(arena, at, f + 2, k)
            a_back = row(grads, at, f + 2, k)
            for r in range(at[f + 1, COLS]):
                q_back[r] += g[j] * a[r]
                a_back[r] += g[j] * q[r]


def shaw_values_backward(g: Array, y: Array, a: Array, table: Array, offset: Array) -> Gradients:
    rows = _clipped(a.shape, table, offset)
    back = np.zeros_like(table)
    np.add.at(back, rows, a[:, :, None] * g[:, None, :])
    return np.asarray(np.einsum("ir,ijr->ij", g, table[rows])), back, None


def shaw_values_back_kernel(arena: Any, grads: Any, at: Any, f: int, count: int) -> None:
    offset = int(cell(arena, at, f + 3))
    clip = at[f + 2, ROWS] // 2
    for i in range(at[f, ROWS]):
        g = row(grads, at, f, i)
        a = row(arena, at, f + 1, i)
        a_back = row(grads, at, f + 1, i)
        for j in range(at[f + 1, COLS]):
            k = min(max(j - i - offset, -clip), clip) + clip
            vector = row(arena, at, f + 2, k)
            back = row(grads, at, f + 2, k)
            total = 0.0
            for r in range(at[f, COLS]):
                total += g[r] * vector[r]
                back[r] += a[j] * g[r]
            a_back[j] += total


def explain_shaw_scores_back(
    k: int, i: int, j: int, g: Operand, rel: Operand, q: Operand, table: Operand, offset: Operand
) -> Arithmetic:
    rows = _clipped(g.values.shape, table.values, offset.values)
    decides = (offset.cell(0, 0),)
    if k == 0:
        return Arithmetic("products", total(Product((g.row(i), table.column(j, rows[i])))), deciding=decides)
    one, two = np.nonzero(rows == i)
    if not len(one):
        return nothing("products", remark(NO_PAIR), deciding=decides)
    return Arithmetic("products", total(Product((g.cells(one, two), q.column(j, one)))), deciding=decides)


def explain_shaw_values_back(
    k: int, i: int, j: int, g: Operand, y: Operand, a: Operand, table: Operand, offset: Operand
) -> Arithmetic:
    rows = _clipped(a.values.shape, table.values, offset.values)
    decides = (offset.cell(0, 0),)
    if k == 0:
        return Arithmetic("products", total(Product((g.row(i), table.row(int(rows[i, j]))))), deciding=decides)
    one, two = np.nonzero(rows == i)
    if not len(one):
        return nothing("products", remark(NO_PAIR), deciding=decides)
    return Arithmetic("products", total(Product((a.cells(one, two), g.column(j, one)))), deciding=decides)


OPS = (
    Op(
        "shaw_scores",
        shaw_scores_kernel,
        shaw_scores,
        "{0} · {1} at clipped key − query".format,
        Script("np.einsum('ir,ijr->ij', {1}, distance_vectors({2}, {0[0]}, {0[1]}, {3}))".format, DISTANCE_VECTORS),
        moving.query_by_distance,
        like_first,
        like_first,
        sized=True,
        check=check_shaw_scores,
        explain=explain_shaw_scores,
        product=True,
        backward=Backward(shaw_scores_backward, shaw_scores_back_kernel, explain_shaw_scores_back),
    ),
    Op(
        "shaw_values",
        shaw_values_kernel,
        shaw_values,
        "{0} · {1} at clipped key − query".format,
        Script("np.einsum('ij,ijr->ir', {0}, distance_vectors({1}, *{0}.shape, {2}))".format, DISTANCE_VECTORS),
        moving.weights_by_distance,
        shaw_values_shape,
        shaw_values_axes,
        check=check_shaw_values,
        explain=explain_shaw_values,
        product=True,
        backward=Backward(shaw_values_backward, shaw_values_back_kernel, explain_shaw_values_back),
    ),
)
