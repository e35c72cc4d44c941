"""LayerNorm (Ba et al. 2016) and RMSNorm (Zhang & Sennrich 2019), step by step, over the features of one row."""

from __future__ import annotations

from typing import Any

import numpy as np

from .op import COLS, ROWS, Array, Axes, Op, Shape, cell, like_first, need, row


def mean_kernel(arena: Any, at: Any, f: int, count: int) -> None:
    for i in range(at[f, ROWS]):
        x = row(arena, at, f + 1, i)
        total = 0.0
        for j in range(at[f + 1, COLS]):
            total += x[j]
        row(arena, at, f, i)[0] = total / at[f + 1, COLS]


def mean(x: Array) -> Array:
    """μ of each row of X [n, d], as [n, 1]."""
    return x.mean(axis=1, keepdims=True)


def variance_kernel(arena: Any, at: Any, f: int, count: int) -> None:
    for i in range(at[f, ROWS]):
        x = row(arena, at, f + 1, i)
        mu = row(arena, at, f + 2, i)[0]
        total = 0.0
        for j in range(at[f + 1, COLS]):
            total += (x[j] - mu) * (x[j] - mu)
        row(arena, at, f, i)[0] = total / at[f + 1, COLS]


def variance(x: Array, mu: Array) -> Array:
    """Biased variance σ² of each row (divided by d), as [n, 1]."""
    return np.square(x - mu).mean(axis=1, keepdims=True)


def mean_square_kernel(arena: Any, at: Any, f: int, count: int) -> None:
    for i in range(at[f, ROWS]):
        x = row(arena, at, f + 1, i)
        total = 0.0
        for j in range(at[f + 1, COLS]):
            total += x[j] * x[j]
        row(arena, at, f, i)[0] = total / at[f + 1, COLS]


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


OPS = (
    Op("mean", mean_kernel, mean, "mean of each row of {0}".format, one_column, statistic_axes),
    Op("variance", variance_kernel, variance, "mean of ({0} − {1})²".format, one_column, statistic_axes),
    Op("mean_square", mean_square_kernel, mean_square, "mean of {0}²".format, one_column, statistic_axes),
    Op(
        "standardize",
        standardize_kernel,
        standardize,
        "({0} − {1}) / √({2} + {3})".format,
        standardize_shape,
        like_first,
    ),
    Op(
        "rms_standardize",
        rms_standardize_kernel,
        rms_standardize,
        "{0} / √({1} + {2})".format,
        standardize_shape,
        like_first,
    ),
    Op("affine", affine_kernel, affine, affine_formula, affine_shape, like_first),
)
