"""One number a row: mean, biased variance, mean square, which norms are made of."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..expression import Minus, Number, Product, Quotient, difference, named, square
from ..problem import QT_TRANSLATE_NOOP
from . import moving
from .arithmetic import Arithmetic, Operand, total
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
    need,
    off,
    row,
    row_squares,
    row_sum,
    wide,
)


def mean_kernel(arena: Any, at: Any, f: int, count: int) -> None:
    for i in range(at[f, ROWS]):
        x = row(arena, at, f + 1, i)
        row(arena, at, f, i)[0] = row_sum(x, at[f + 1, COLS]) / at[f + 1, COLS]


def mean(x: Array) -> Array:
    """μ of each row of X [n, d], as [n, 1]."""
    return x.mean(axis=1, keepdims=True)


def variance_kernel(arena: Any, at: Any, f: int, count: int) -> None:
    for i in range(at[f, ROWS]):
        x = row(arena, at, f + 1, i)
        mu = row(arena, at, f + 2, i)[0]
        row(arena, at, f, i)[0] = row_squares(x, mu, at[f + 1, COLS]) / at[f + 1, COLS]


def variance(x: Array, mu: Array) -> Array:
    """Biased variance σ² of each row (divided by d), as [n, 1]."""
    return np.square(x - mu).mean(axis=1, keepdims=True)


def mean_square_kernel(arena: Any, at: Any, f: int, count: int) -> None:
    for i in range(at[f, ROWS]):
        x = row(arena, at, f + 1, i)
        row(arena, at, f, i)[0] = row_squares(x, 0.0, at[f + 1, COLS]) / at[f + 1, COLS]


def mean_square(x: Array) -> Array:
    """Mean of the squares of each row, as [n, 1]."""
    return np.square(x).mean(axis=1, keepdims=True)


def one_column(x: Shape, *rest: Shape) -> Shape:
    need(all(r == (x[0], 1) for r in rest), f"X is {x}, its statistics are {rest}: one number a row")
    return x[0], 1


def statistic_axes(x: Axes, *rest: Axes) -> Axes:
    return x[0], "one"


def check_mean(mu: Array, x: Array) -> Found:
    m, v = wide(mu, x)
    size = np.maximum(1.0, np.abs(v).max(axis=1, keepdims=True))
    yield (
        QT_TRANSLATE_NOOP("checks", "differences from the mean sum to 0"),
        np.abs((v - m).mean(1, keepdims=True)) / size,
    )


def check_variance(var: Array, x: Array, mu: Array) -> Found:
    v, r, m = wide(var, x, mu)
    square = np.square(r).mean(1, keepdims=True)
    yield QT_TRANSLATE_NOOP("checks", "σ² is mean(x²) − μ²"), np.abs(v - (square - m * m)) / np.maximum(1.0, square)


def check_mean_square(ms: Array, x: Array) -> Found:
    m, v = wide(ms, x)
    yield (
        QT_TRANSLATE_NOOP("checks", "m · d is the squared length of the row"),
        off(m * v.shape[1], np.square(np.linalg.norm(v, axis=1, keepdims=True))),
    )


def explain_mean(i: int, j: int, mu: Operand, x: Operand) -> Arithmetic:
    return Arithmetic("mean", Quotient((total(x.row(i)), Number(x.cols))))


def explain_variance(i: int, j: int, var: Operand, x: Operand, mu: Operand) -> Arithmetic:
    squares = total(square(difference(x.row(i), mu.cell(i, 0))))
    return Arithmetic("variance", Quotient((squares, Number(x.cols))))


def explain_mean_square(i: int, j: int, ms: Operand, x: Operand) -> Arithmetic:
    return Arithmetic("mean_square", Quotient((total(square(x.row(i))), Number(x.cols))))


def mean_backward(g: Array, mu: Array, x: Array) -> Gradients:
    return (np.broadcast_to(g / x.shape[1], x.shape),)


def mean_back_kernel(arena: Any, grads: Any, at: Any, f: int, count: int) -> None:
    d = at[f + 1, COLS]
    for i in range(at[f, ROWS]):
        share = row(grads, at, f, i)[0] / d
        back = row(grads, at, f + 1, i)
        for j in range(d):
            back[j] += share


def variance_backward(g: Array, var: Array, x: Array, mu: Array) -> Gradients:
    """∂x = 2 (x − μ) g / d, ∂μ = −Σ of that: 0 but for rounding, unless a pin holds μ elsewhere."""
    back = 2 * (x - mu) * (g / x.shape[1])
    return back, -back.sum(axis=1, keepdims=True)


def variance_back_kernel(arena: Any, grads: Any, at: Any, f: int, count: int) -> None:
    d = at[f + 1, COLS]
    for i in range(at[f, ROWS]):
        x = row(arena, at, f + 1, i)
        mu = row(arena, at, f + 2, i)[0]
        share = 2.0 * (row(grads, at, f, i)[0] / d)
        back = row(grads, at, f + 1, i)
        total = 0.0
        for j in range(d):
            step = (x[j] - mu) * share
            back[j] += step
            total += step
        row(grads, at, f + 2, i)[0] -= total


def mean_square_backward(g: Array, ms: Array, x: Array) -> Gradients:
    return (2 * x * (g / x.shape[1]),)


def mean_square_back_kernel(arena: Any, grads: Any, at: Any, f: int, count: int) -> None:
    d = at[f + 1, COLS]
    for i in range(at[f, ROWS]):
        x = row(arena, at, f + 1, i)
        share = 2.0 * (row(grads, at, f, i)[0] / d)
        back = row(grads, at, f + 1, i)
        for j in range(d):
            back[j] += x[j] * share


def explain_mean_back(k: int, i: int, j: int, g: Operand, mu: Operand, x: Operand) -> Arithmetic:
    return Arithmetic("mean", Quotient((g.cell(i, 0), Number(x.cols))))


def explain_variance_back(k: int, i: int, j: int, g: Operand, var: Operand, x: Operand, mu: Operand) -> Arithmetic:
    """2 (x − μ) ∂σ² / d; by μ what all of them make together, 0 unless a pin holds μ elsewhere."""
    if k == 0:
        from_mean = difference(x.cell(i, j), mu.cell(i, 0))
        return Arithmetic("variance", Quotient((Product((Number(2), from_mean, g.cell(i, 0))), Number(x.cols))))
    apart = named("Σ", total(difference(x.row(i), mu.cell(i, 0))), r"\Sigma")
    return Arithmetic("variance", Minus((Quotient((Product((Number(2), apart, g.cell(i, 0))), Number(x.cols))),)))


def explain_mean_square_back(k: int, i: int, j: int, g: Operand, ms: Operand, x: Operand) -> Arithmetic:
    return Arithmetic("mean_square", Quotient((Product((Number(2), x.cell(i, j), g.cell(i, 0))), Number(x.cols))))


OPS = (
    Op(
        "mean",
        mean_kernel,
        mean,
        "mean of each row of {0}".format,
        Script("{0}.mean(axis=1, keepdims=True)".format),
        moving.each_row,
        one_column,
        statistic_axes,
        check=check_mean,
        explain=explain_mean,
        backward=Backward(mean_backward, mean_back_kernel, explain_mean_back),
    ),
    Op(
        "variance",
        variance_kernel,
        variance,
        "mean of ({0} − {1})²".format,
        Script("(({0} - {1}) ** 2).mean(axis=1, keepdims=True)".format),
        moving.each_row,
        one_column,
        statistic_axes,
        check=check_variance,
        explain=explain_variance,
        backward=Backward(variance_backward, variance_back_kernel, explain_variance_back),
    ),
    Op(
        "mean_square",
        mean_square_kernel,
        mean_square,
        "mean of {0}²".format,
        Script("({0} ** 2).mean(axis=1, keepdims=True)".format),
        moving.each_row,
        one_column,
        statistic_axes,
        check=check_mean_square,
        explain=explain_mean_square,
        backward=Backward(mean_square_backward, mean_square_back_kernel, explain_mean_square_back),
    ),
)
