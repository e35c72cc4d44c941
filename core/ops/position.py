"""Where tokens stand: sinusoidal and learned tables, relative bias, Shaw's relative vectors.

A query row i stands at position i + (its offset); keys count from the keys' offset. Offsets are 1×1 settings.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..expression import Function, Number, Power, Product, Quotient, Sum, named
from ..problem import QT_TRANSLATE_NOOP
from . import moving
from .arithmetic import Arithmetic, Operand, remark, taken, total
from .op import COLS, ROWS, Array, Axes, Found, Op, Script, Shape, cell, like_first, need, off, row, wide

TABLE_ROW = QT_TRANSLATE_NOOP("explain", "The position is row {row} of the table.")
QUERY_MINUS_KEY = QT_TRANSLATE_NOOP("explain", "Query minus key is {distance}.")
KEY_MINUS_QUERY = QT_TRANSLATE_NOOP("explain", "Key minus query is {distance}, clipped {clipped}.")
BY_DISTANCE = QT_TRANSLATE_NOOP("explain", "Each weight meets the vector of its clipped distance, key minus query.")
WAVELENGTH = 10000.0


def sinusoid_kernel(arena: Any, at: Any, f: int, count: int) -> None:
    start = cell(arena, at, f + 1)
    d = at[f, COLS]
    for i in range(at[f, ROWS]):
        out = row(arena, at, f, i)
        for r in range((d + 1) // 2):
            angle = (i + start) / WAVELENGTH ** (2.0 * r / d)
            out[2 * r] = math.sin(angle)
            if 2 * r + 1 < d:
                out[2 * r + 1] = math.cos(angle)


def sinusoid(out: Array, start: Array) -> Array:
    """PE(p, 2r) = sin(p / 10000^(2r/d)), PE(p, 2r+1) = cos(the same), interleaved (Vaswani et al. 2017, §3.5).

    An odd width d has one sine more than cosines.
    """
    n, d = out.shape
    p = np.arange(n, dtype=np.float64)[:, None] + float(start[0, 0])
    r = np.arange((d + 1) // 2, dtype=np.float64)[None, :]
    angle = p / WAVELENGTH ** (2.0 * r / d)
    table = np.empty((n, d))
    table[:, 0::2] = np.sin(angle)
    table[:, 1::2] = np.cos(angle[:, : d // 2])
    return table.astype(out.dtype)


def table_rows_kernel(arena: Any, at: Any, f: int, count: int) -> None:
    start = int(cell(arena, at, f + 2))
    for i in range(at[f, ROWS]):
        out = row(arena, at, f, i)
        p = row(arena, at, f + 1, i + start)
        for j in range(at[f, COLS]):
            out[j] = p[j]


def table_rows(out: Array, table: Array, start: Array) -> Array:
    """Rows start, start+1, … of a learned table [L, d], one a token (Gehring et al. 2017)."""
    first = int(start[0, 0])
    return table[first : first + out.shape[0]].copy()


def distance_bias_kernel(arena: Any, at: Any, f: int, count: int) -> None:
    table = row(arena, at, f + 1, 0)
    offset = int(cell(arena, at, f + 2))
    zero = at[f + 1, COLS] // 2
    for i in range(at[f, ROWS]):
        out = row(arena, at, f, i)
        for j in range(at[f, COLS]):
            out[j] = table[i + offset - j + zero]


def distance_bias(out: Array, table: Array, offset: Array) -> Array:
    """b_{i−j}, query minus key, from one head's table [1, 2L−1] whose middle entry is distance 0."""
    i, j = np.indices(out.shape)
    zero = table.shape[1] // 2
    return table[0, i + int(offset[0, 0]) - j + zero]


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


SINUSOID = '''
def sinusoid(n, d, start):
    """PE(p, 2r) = sin(p / 10000^(2r/d)), PE(p, 2r+1) = cos(the same), rows p = start, start + 1, ..."""
    p, r = np.arange(start, start + n)[:, None], np.arange((d + 1) // 2)
    angle = p / 10000 ** (2 * r / d)
    table = np.empty((n, d))
    table[:, 0::2], table[:, 1::2] = np.sin(angle), np.cos(angle[:, : d // 2])
    return table
'''
BIAS_OF_DISTANCE = '''
def bias_of_distance(table, n_q, n_k, offset):
    """b(query - key) for each pair; the middle of the table is distance 0."""
    i, j = np.indices((n_q, n_k))
    return table[0, i + offset - j + table.shape[1] // 2]
'''
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


def check_sinusoid(p: Array, start: Array) -> Found:
    pairs = p.shape[1] // 2
    r = wide(p)[0]
    square = np.square(r[:, 0 : 2 * pairs : 2]) + np.square(r[:, 1 : 2 * pairs : 2])
    yield QT_TRANSLATE_NOOP("checks", "sin² + cos² is 1 in every pair"), off(square, 1.0)


def check_table_rows(p: Array, table: Array, start: Array) -> Found:
    first = int(start[0, 0])
    yield (
        QT_TRANSLATE_NOOP("checks", "each row is its position's row of the table"),
        off(p, table[first : first + len(p)]),
    )


def check_distance_bias(bias: Array, table: Array, offset: Array) -> Found:
    zero, first = table.shape[1] // 2, int(offset[0, 0])
    error = np.zeros(bias.shape)
    for k in range(1 - bias.shape[0], bias.shape[1]):  # the diagonal key − query = k
        i = np.arange(max(0, -k), min(bias.shape[0], bias.shape[1] - k))
        error[i, i + k] = off(np.diagonal(bias, k), table[0, zero + first - k])
    yield QT_TRANSLATE_NOOP("checks", "one distance has one bias"), error


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


def explain_sinusoid(i: int, j: int, p: Operand, start: Operand) -> Arithmetic:
    place = Sum((Number(i), start.cell(0, 0)))
    wavelength = Power((Number(WAVELENGTH), Quotient((Number(j - j % 2), Number(p.cols)))))
    angle = named("θ", Quotient((place, wavelength)), r"\theta")
    return Arithmetic("sinusoid", Function((angle,), name="cos" if j % 2 else "sin"), through=start.cell(0, 0))


def explain_table_rows(i: int, j: int, p: Operand, table: Operand, start: Operand) -> Arithmetic:
    place = i + int(start.values[0, 0])
    return taken("lookup", table.cell(place, j), remark(TABLE_ROW, row=place), deciding=(start.cell(0, 0),))


def explain_distance_bias(i: int, j: int, bias: Operand, table: Operand, offset: Operand) -> Arithmetic:
    distance = i + int(offset.values[0, 0]) - j
    cell = table.cell(0, distance + table.cols // 2)
    return taken("distance_bias", cell, remark(QUERY_MINUS_KEY, distance=distance), deciding=(offset.cell(0, 0),))


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


OPS = (
    Op(
        "sinusoid",
        sinusoid_kernel,
        sinusoid,
        "sin, cos of (i + {0}) / 10000^(2r/d)".format,
        Script("sinusoid({0[0]}, {0[1]}, {1})".format, SINUSOID),
        moving.everywhere,
        like_first,
        like_first,
        sized=True,
        check=check_sinusoid,
        explain=explain_sinusoid,
    ),
    Op(
        "table_rows",
        table_rows_kernel,
        table_rows,
        "rows of {0} from {1}".format,
        Script("{1}[{2} : {2} + {0[0]}]".format),
        moving.rows_from,
        like_first,
        like_first,
        sized=True,
        check=check_table_rows,
        explain=explain_table_rows,
    ),
    Op(
        "distance_bias",
        distance_bias_kernel,
        distance_bias,
        "{0} at query − key".format,
        Script("bias_of_distance({1}, {0[0]}, {0[1]}, {2})".format, BIAS_OF_DISTANCE),
        moving.by_distance,
        like_first,
        like_first,
        sized=True,
        check=check_distance_bias,
        explain=explain_distance_bias,
    ),
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
        product=True,
        check=check_shaw_scores,
        explain=explain_shaw_scores,
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
        product=True,
        check=check_shaw_values,
        explain=explain_shaw_values,
    ),
)
