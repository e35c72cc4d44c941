"""Where tokens stand: sinusoidal and learned tables, relative bias, Shaw's relative vectors, RoPE.

A query row i stands at position i + (its offset); keys count from the keys' offset. Offsets are 1×1 settings.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..problem import QT_TRANSLATE_NOOP
from . import moving
from .op import COLS, ROWS, Array, Axes, Found, Op, Script, Shape, cell, like_first, need, off, row, wide

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


def rope_adjacent_kernel(arena: Any, at: Any, f: int, count: int) -> None:
    start = cell(arena, at, f + 2)
    base = cell(arena, at, f + 3)
    d = at[f, COLS]
    for i in range(at[f, ROWS]):
        out = row(arena, at, f, i)
        x = row(arena, at, f + 1, i)
        for r in range(d // 2):
            angle = (i + start) * base ** (-2.0 * r / d)
            c = math.cos(angle)
            s = math.sin(angle)
            out[2 * r] = x[2 * r] * c - x[2 * r + 1] * s
            out[2 * r + 1] = x[2 * r] * s + x[2 * r + 1] * c


def rope_adjacent(x: Array, start: Array, base: Array) -> Array:
    """Pairs (0,1), (2,3), … of each row turned by position · base^(−2r/d_k) (Su et al. 2021, §3.2)."""
    cos, sin = _turns(x, start, base)
    y = np.empty_like(x)
    y[:, 0::2] = x[:, 0::2] * cos - x[:, 1::2] * sin
    y[:, 1::2] = x[:, 0::2] * sin + x[:, 1::2] * cos
    return y


def rope_half_kernel(arena: Any, at: Any, f: int, count: int) -> None:
    start = cell(arena, at, f + 2)
    base = cell(arena, at, f + 3)
    half = at[f, COLS] // 2
    for i in range(at[f, ROWS]):
        out = row(arena, at, f, i)
        x = row(arena, at, f + 1, i)
        for r in range(half):
            angle = (i + start) * base ** (-2.0 * r / (2 * half))
            c = math.cos(angle)
            s = math.sin(angle)
            out[r] = x[r] * c - x[r + half] * s
            out[r + half] = x[r] * s + x[r + half] * c


def rope_half(x: Array, start: Array, base: Array) -> Array:
    """The same turns on pairs (r, r + d_k/2)."""
    cos, sin = _turns(x, start, base)
    half = x.shape[1] // 2
    a, b = x[:, :half], x[:, half:]
    return np.concatenate([a * cos - b * sin, a * sin + b * cos], axis=1)


def _turns(x: Array, start: Array, base: Array) -> tuple[Array, Array]:
    d = x.shape[1]
    r = np.arange(d // 2, dtype=np.float64)[None, :]
    position = np.arange(x.shape[0], dtype=np.float64)[:, None] + float(start[0, 0])
    angle = position * float(base[0, 0]) ** (-2.0 * r / d)
    return np.cos(angle).astype(x.dtype), np.sin(angle).astype(x.dtype)


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
ROPE = '''
def {name}(x, start, base):
    """{says} of each row turned by position * base^(-2r/d)."""
    half = x.shape[1] // 2
    angle = (start + np.arange(len(x)))[:, None] * base ** (-2 * np.arange(half) / (2 * half))
    cos, sin, y = np.cos(angle).astype(x.dtype), np.sin(angle).astype(x.dtype), np.empty_like(x)
    a, b = x[:, {first}], x[:, {second}]
    y[:, {first}], y[:, {second}] = a * cos - b * sin, a * sin + b * cos
    return y
'''
ROPE_ADJACENT = ROPE.format(name="rope_adjacent", says="Pairs (2r, 2r + 1)", first="0::2", second="1::2")
ROPE_HALF = ROPE.format(name="rope_half", says="Pairs (r, r + d/2)", first=":half", second="half:")


def shaw_values_shape(a: Shape, table: Shape, offset: Shape) -> Shape:
    need(table[0] % 2 == 1, f"the table is {table}: it must have 2c+1 rows")
    return a[0], table[1]


def shaw_values_axes(a: Axes, table: Axes, offset: Axes) -> Axes:
    return a[0], table[1]


def rope_shape(x: Shape, start: Shape, base: Shape) -> Shape:
    need(x[1] % 2 == 0, f"rows are {x[1]} wide: RoPE turns pairs, so the width must be even")
    return x


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


def check_rope(y: Array, x: Array, start: Array, base: Array) -> Found:
    r, a = wide(y, x)
    yield (
        QT_TRANSLATE_NOOP("checks", "rotation keeps the length of each row"),
        off(np.linalg.norm(r, axis=1, keepdims=True), np.linalg.norm(a, axis=1, keepdims=True)),
    )


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
        check=check_shaw_scores,
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
    ),
    Op(
        "rope_adjacent",
        rope_adjacent_kernel,
        rope_adjacent,
        "{0} turned, pairs (2r, 2r+1)".format,
        Script("rope_adjacent({0}, {1}, {2})".format, ROPE_ADJACENT),
        moving.pairs(slice(0, None, 2), slice(1, None, 2)),
        rope_shape,
        like_first,
        check=check_rope,
    ),
    Op(
        "rope_half",
        rope_half_kernel,
        rope_half,
        "{0} turned, pairs (r, r+d/2)".format,
        Script("rope_half({0}, {1}, {2})".format, ROPE_HALF),
        moving.halves,
        rope_shape,
        like_first,
        check=check_rope,
    ),
)
