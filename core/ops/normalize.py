"""LayerNorm (Ba et al. 2016) and RMSNorm (Zhang & Sennrich 2019), step by step, over the features of one row."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..expression import Number, Product, Quotient, Root, Sum, difference, square
from ..problem import QT_TRANSLATE_NOOP
from . import moving
from .arithmetic import Arithmetic, Operand, total
from .op import (
    COLS,
    ROWS,
    Array,
    Axes,
    Found,
    Op,
    Script,
    Shape,
    cell,
    like_first,
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


def standardize_kernel(arena: Any, at: Any, f: int, count: int) -> None:
    eps = cell(arena, at, f + 4)
    for i in range(at[f, ROWS]):
        out = row(arena, at, f, i)
        x = row(arena, at, f + 1, i)
        mu = row(arena, at, f + 2, i)[0]
        spread = np.sqrt(row(arena, at, f + 3, i)[0] + eps)
        for j in range(at[f, COLS]):
            out[j] = (x[j] - mu) / spread


def standardize(x: Array, mu: Array, var: Array, eps: Array) -> Array:
    """x̂ = (x − μ) / √(σ² + ε), ε inside the root. A constant row with ε = 0 has no x̂: 0/0 is NaN."""
    return (x - mu) / np.sqrt(var + eps)


def rms_standardize_kernel(arena: Any, at: Any, f: int, count: int) -> None:
    eps = cell(arena, at, f + 3)
    for i in range(at[f, ROWS]):
        out = row(arena, at, f, i)
        x = row(arena, at, f + 1, i)
        root = np.sqrt(row(arena, at, f + 2, i)[0] + eps)
        for j in range(at[f, COLS]):
            out[j] = x[j] / root


def rms_standardize(x: Array, ms: Array, eps: Array) -> Array:
    """x̂ = x / √(mean(x²) + ε): no mean is taken off. A row of zeros with ε = 0 has no x̂: 0/0 is NaN."""
    return x / np.sqrt(ms + eps)


def affine_kernel(arena: Any, at: Any, f: int, count: int) -> None:
    gamma = row(arena, at, f + 2, 0)
    for i in range(at[f, ROWS]):
        out = row(arena, at, f, i)
        x = row(arena, at, f + 1, i)
        if count == 4:
            beta = row(arena, at, f + 3, 0)
            for j in range(at[f, COLS]):
                out[j] = x[j] * gamma[j] + beta[j]
        else:
            for j in range(at[f, COLS]):
                out[j] = x[j] * gamma[j]


def affine(x: Array, gamma: Array, beta: Array | None = None) -> Array:
    """x̂ γ + β feature by feature; RMSNorm has no β."""
    return x * gamma if beta is None else x * gamma + beta


def affine_formula(x: str, gamma: str, beta: str | None = None) -> str:
    return f"{x} · {gamma}" if beta is None else f"{x} · {gamma} + {beta}"


def affine_script(x: str, gamma: str, beta: str | None = None) -> str:
    return f"{x} * {gamma}" if beta is None else f"{x} * {gamma} + {beta}"


def one_column(x: Shape, *rest: Shape) -> Shape:
    need(all(r == (x[0], 1) for r in rest), f"X is {x}, its statistics are {rest}: one number a row")
    return x[0], 1


def statistic_axes(x: Axes, *rest: Axes) -> Axes:
    return x[0], "one"


def standardize_shape(x: Shape, *rest: Shape) -> Shape:
    *statistics, eps = rest
    need(all(s == (x[0], 1) for s in statistics), f"X is {x}, its statistics are {statistics}: one number a row")
    need(eps == (1, 1), f"ε is {eps}: it must be 1×1")
    return x


def affine_shape(x: Shape, *rest: Shape) -> Shape:
    need(all(r == (1, x[1]) for r in rest), f"x̂ is {x}, γ and β are {rest}: they must be 1×{x[1]}")
    return x


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


def check_standardize(xhat: Array, x: Array, mu: Array, var: Array, eps: Array) -> Found:
    y, v, e = wide(xhat, var, eps)
    yield QT_TRANSLATE_NOOP("checks", "x̂ has mean 0"), off(y.mean(1, keepdims=True), 0.0)
    square = np.square(y).mean(1, keepdims=True)
    yield QT_TRANSLATE_NOOP("checks", "x̂ has variance σ²/(σ²+ε)"), off(square, v / (v + e))


def check_rms_standardize(xhat: Array, x: Array, ms: Array, eps: Array) -> Found:
    y, m, e = wide(xhat, ms, eps)
    square = np.square(y).mean(1, keepdims=True)
    yield QT_TRANSLATE_NOOP("checks", "x̂ has mean square m/(m+ε)"), off(square, m / (m + e))


def check_affine(y: Array, xhat: Array, gamma: Array, beta: Array | None = None) -> Found:
    r, x, g = wide(y, xhat, gamma)
    plain = r if beta is None else r - wide(beta)[0]
    yield QT_TRANSLATE_NOOP("checks", "without β it is x̂ times γ"), off(plain, x * g)


def explain_mean(i: int, j: int, mu: Operand, x: Operand) -> Arithmetic:
    return Arithmetic("mean", Quotient((total(x.row(i)), Number(x.cols))))


def explain_variance(i: int, j: int, var: Operand, x: Operand, mu: Operand) -> Arithmetic:
    squares = total(square(difference(x.row(i), mu.cell(i, 0))))
    return Arithmetic("variance", Quotient((squares, Number(x.cols))))


def explain_mean_square(i: int, j: int, ms: Operand, x: Operand) -> Arithmetic:
    return Arithmetic("mean_square", Quotient((total(square(x.row(i))), Number(x.cols))))


def explain_standardize(
    i: int, j: int, xhat: Operand, x: Operand, mu: Operand, var: Operand, eps: Operand
) -> Arithmetic:
    root = Root((Sum((var.cell(i, 0), eps.cell(0, 0))),))
    from_mean = difference(x.cell(i, j), mu.cell(i, 0))
    return Arithmetic("standardized", Quotient((from_mean, root)), through=x.cell(i, j))


def explain_rms_standardize(i: int, j: int, xhat: Operand, x: Operand, ms: Operand, eps: Operand) -> Arithmetic:
    root = Root((Sum((ms.cell(i, 0), eps.cell(0, 0))),))
    return Arithmetic("standardized", Quotient((x.cell(i, j), root)), through=x.cell(i, j))


def explain_affine(i: int, j: int, y: Operand, x: Operand, gamma: Operand, beta: Operand | None = None) -> Arithmetic:
    scaled = Product((x.cell(i, j), gamma.cell(0, j)))
    return Arithmetic("affine", scaled if beta is None else Sum((scaled, beta.cell(0, j))))


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
    ),
    Op(
        "standardize",
        standardize_kernel,
        standardize,
        "({0} − {1}) / √({2} + {3})".format,
        Script("({0} - {1}) / np.sqrt({2} + {3})".format),
        moving.each_cell,
        standardize_shape,
        like_first,
        check=check_standardize,
        explain=explain_standardize,
    ),
    Op(
        "rms_standardize",
        rms_standardize_kernel,
        rms_standardize,
        "{0} / √({1} + {2})".format,
        Script("{0} / np.sqrt({1} + {2})".format),
        moving.each_cell,
        standardize_shape,
        like_first,
        check=check_rms_standardize,
        explain=explain_rms_standardize,
    ),
    Op(
        "affine",
        affine_kernel,
        affine,
        affine_formula,
        Script(affine_script),
        moving.each_cell,
        affine_shape,
        like_first,
        check=check_affine,
        explain=explain_affine,
    ),
)
