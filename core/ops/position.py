"""Where tokens stand: sinusoidal and learned tables, relative bias.

A query row i stands at position i + (its offset); keys count from the keys' offset. Offsets are 1×1 settings.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..expression import Function, Number, Power, Quotient, Sum, named
from ..problem import QT_TRANSLATE_NOOP
from . import moving
from .arithmetic import Arithmetic, Operand, nothing, remark, taken, total
from .op import (
    COLS,
    NO_GRADIENT,
    ROWS,
    Array,
    Backward,
    Found,
    Gradients,
    Op,
    Script,
    cell,
    like_first,
    off,
    row,
    wide,
)

NO_TOKEN = QT_TRANSLATE_NOOP("explain", "No token of this sample stands at this position.")
TABLE_ROW = QT_TRANSLATE_NOOP("explain", "The position is row {row} of the table.")
NO_PAIR = QT_TRANSLATE_NOOP("explain", "No pair of tokens is this far apart.")
QUERY_MINUS_KEY = QT_TRANSLATE_NOOP("explain", "Query minus key is {distance}.")
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


def table_rows_backward(g: Array, p: Array, table: Array, start: Array) -> Gradients:
    first = int(start[0, 0])
    back = np.zeros_like(table)
    back[first : first + g.shape[0]] = g
    return back, None


def table_rows_back_kernel(arena: Any, grads: Any, at: Any, f: int, count: int) -> None:
    start = int(cell(arena, at, f + 2))
    for i in range(at[f, ROWS]):
        g = row(grads, at, f, i)
        back = row(grads, at, f + 1, i + start)
        for j in range(at[f, COLS]):
            back[j] += g[j]


def distance_bias_backward(g: Array, bias: Array, table: Array, offset: Array) -> Gradients:
    """A distance gets the gradients of every pair that is that far apart."""
    i, j = np.indices(g.shape)
    back = np.zeros_like(table)
    np.add.at(back[0], i + int(offset[0, 0]) - j + table.shape[1] // 2, g)
    return back, None


def distance_bias_back_kernel(arena: Any, grads: Any, at: Any, f: int, count: int) -> None:
    back = row(grads, at, f + 1, 0)
    offset = int(cell(arena, at, f + 2))
    zero = at[f + 1, COLS] // 2
    for i in range(at[f, ROWS]):
        g = row(grads, at, f, i)
        for j in range(at[f, COLS]):
            back[i + offset - j + zero] += g[j]


def explain_table_rows_back(
    k: int, i: int, j: int, g: Operand, p: Operand, table: Operand, start: Operand
) -> Arithmetic:
    row_ = i - int(start.values[0, 0])
    if not 0 <= row_ < g.rows:
        return nothing("lookup", remark(NO_TOKEN), deciding=(start.cell(0, 0),))
    return taken("lookup", g.cell(row_, j), deciding=(start.cell(0, 0),))


def explain_distance_bias_back(
    k: int, i: int, j: int, g: Operand, bias: Operand, table: Operand, offset: Operand
) -> Arithmetic:
    """A distance gets what comes back to every pair that is that far apart."""
    distance = j - table.cols // 2
    rows = np.arange(g.rows)
    keys = rows + int(offset.values[0, 0]) - distance
    there = (keys >= 0) & (keys < g.cols)
    if not there.any():
        return nothing("distance_bias", remark(NO_PAIR), deciding=(offset.cell(0, 0),))
    pairs = g.cells(rows[there], keys[there])
    said = remark(QUERY_MINUS_KEY, distance=distance)
    return Arithmetic("distance_bias", total(pairs), deciding=(offset.cell(0, 0),), remarks=(said,))


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
        backward=NO_GRADIENT,
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
        backward=Backward(table_rows_backward, table_rows_back_kernel, explain_table_rows_back),
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
        backward=Backward(distance_bias_backward, distance_bias_back_kernel, explain_distance_bias_back),
    ),
)
