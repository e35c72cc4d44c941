"""LayerNorm (Ba et al. 2016) and RMSNorm (Zhang & Sennrich 2019), step by step, over the features of one row."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..expression import Cell, Minus, Number, Product, Quotient, Root, Sum, difference
from ..problem import QT_TRANSLATE_NOOP
from . import moving
from .arithmetic import Arithmetic, Operand, total
from .op import (
    COLS,
    ROWS,
    Array,
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


def standardize_shape(x: Shape, *rest: Shape) -> Shape:
    *statistics, eps = rest
    need(all(s == (x[0], 1) for s in statistics), f"X is {x}, its statistics are {statistics}: one number a row")
    need(eps == (1, 1), f"ε is {eps}: it must be 1×1")
    return x


def affine_shape(x: Shape, *rest: Shape) -> Shape:
    need(all(r == (1, x[1]) for r in rest), f"x̂ is {x}, γ and β are {rest}: they must be 1×{x[1]}")
    return x


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


def standardize_backward(g: Array, xhat: Array, x: Array, mu: Array, var: Array, eps: Array) -> Gradients:
    """With r = 1/√(σ² + ε): ∂x = G r, ∂μ = −r Σ G, ∂σ² = −½ r² Σ G x̂."""
    r = 1 / np.sqrt(var + eps)
    along = (g * xhat).sum(axis=1, keepdims=True)
    return g * r, -r * g.sum(axis=1, keepdims=True), -0.5 * r * r * along, None


def standardize_back_kernel(arena: Any, grads: Any, at: Any, f: int, count: int) -> None:
    eps = cell(arena, at, f + 4)
    for i in range(at[f, ROWS]):
        g = row(grads, at, f, i)
        xhat = row(arena, at, f, i)
        back = row(grads, at, f + 1, i)
        r = 1.0 / np.sqrt(row(arena, at, f + 3, i)[0] + eps)
        total = 0.0
        along = 0.0
        for j in range(at[f, COLS]):
            back[j] += g[j] * r
            total += g[j]
            along += g[j] * xhat[j]
        row(grads, at, f + 2, i)[0] -= r * total
        row(grads, at, f + 3, i)[0] -= 0.5 * r * r * along


def rms_standardize_backward(g: Array, xhat: Array, x: Array, ms: Array, eps: Array) -> Gradients:
    r = 1 / np.sqrt(ms + eps)
    return g * r, -0.5 * r * r * (g * xhat).sum(axis=1, keepdims=True), None


def rms_standardize_back_kernel(arena: Any, grads: Any, at: Any, f: int, count: int) -> None:
    eps = cell(arena, at, f + 3)
    for i in range(at[f, ROWS]):
        g = row(grads, at, f, i)
        xhat = row(arena, at, f, i)
        back = row(grads, at, f + 1, i)
        r = 1.0 / np.sqrt(row(arena, at, f + 2, i)[0] + eps)
        along = 0.0
        for j in range(at[f, COLS]):
            back[j] += g[j] * r
            along += g[j] * xhat[j]
        row(grads, at, f + 2, i)[0] -= 0.5 * r * r * along


def affine_backward(g: Array, y: Array, x: Array, gamma: Array, beta: Array | None = None) -> Gradients:
    back = (g * gamma, (g * x).sum(axis=0, keepdims=True))
    return back if beta is None else (*back, g.sum(axis=0, keepdims=True))


def affine_back_kernel(arena: Any, grads: Any, at: Any, f: int, count: int) -> None:
    gamma = row(arena, at, f + 2, 0)
    gamma_back = row(grads, at, f + 2, 0)
    for i in range(at[f, ROWS]):
        g = row(grads, at, f, i)
        x = row(arena, at, f + 1, i)
        back = row(grads, at, f + 1, i)
        for j in range(at[f, COLS]):
            back[j] += g[j] * gamma[j]
            gamma_back[j] += g[j] * x[j]
        if count == 4:
            beta_back = row(grads, at, f + 3, 0)
            for j in range(at[f, COLS]):
                beta_back[j] += g[j]


def _root(*under: Cell) -> Root:
    return Root((Sum(under),))


def explain_standardize_back(
    k: int, i: int, j: int, g: Operand, xhat: Operand, x: Operand, mu: Operand, var: Operand, eps: Operand
) -> Arithmetic:
    under = var.cell(i, 0), eps.cell(0, 0)
    if k == 0:
        return Arithmetic("standardized", Quotient((g.cell(i, j), _root(*under))))
    if k == 1:
        return Arithmetic("standardized", Minus((Quotient((total(g.row(i)), _root(*under))),)))
    return Arithmetic("standardized", _along(g, xhat, i, under))


def explain_rms_standardize_back(
    k: int, i: int, j: int, g: Operand, xhat: Operand, x: Operand, ms: Operand, eps: Operand
) -> Arithmetic:
    under = ms.cell(i, 0), eps.cell(0, 0)
    if k == 0:
        return Arithmetic("standardized", Quotient((g.cell(i, j), _root(*under))))
    return Arithmetic("standardized", _along(g, xhat, i, under))


def _along(g: Operand, xhat: Operand, i: int, under: tuple[Cell, Cell]) -> Minus:
    """−Σ_k ∂x̂_k x̂_k / 2(σ² + ε)."""
    return Minus((Quotient((total(Product((g.row(i), xhat.row(i)))), Product((Number(2), Sum(under))))),))


def explain_affine_back(
    k: int, i: int, j: int, g: Operand, y: Operand, x: Operand, gamma: Operand, beta: Operand | None = None
) -> Arithmetic:
    if k == 0:
        return Arithmetic("affine", Product((g.cell(i, j), gamma.cell(0, j))))
    if k == 1:
        return Arithmetic("products", total(Product((g.column(j), x.column(j)))))
    return Arithmetic("sum", total(g.column(j)))


OPS = (
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
        backward=Backward(standardize_backward, standardize_back_kernel, explain_standardize_back),
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
        backward=Backward(rms_standardize_backward, rms_standardize_back_kernel, explain_rms_standardize_back),
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
        backward=Backward(affine_backward, affine_back_kernel, explain_affine_back),
    ),
)
