"""Products of matrices: projections, scores, weighted sums."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..expression import Product, Sum
from ..problem import QT_TRANSLATE_NOOP
from . import moving
from .arithmetic import Arithmetic, Operand, total
from .op import COLS, ROWS, Array, Axes, Backward, Found, Gradients, Op, Script, Shape, need, row, wide
from .product import (
    add_product,
    add_product_transposed,
    add_transposed_product,
    product,
    product_transposed,
)


def linear_kernel(arena: Any, at: Any, f: int, count: int) -> None:
    """Y = X W + b, with operands Y, X, W and, where count is 4, b as 1×columns."""
    product(arena, at, f, f + 1, f + 2)
    if count == 4:
        b = row(arena, at, f + 3, 0)
        for i in range(at[f, ROWS]):
            out = row(arena, at, f, i)
            for j in range(at[f, COLS]):
                out[j] += b[j]


def linear(x: Array, w: Array, b: Array | None = None) -> Array:
    """X [n, d_in] times W [d_in, d_out], plus b [1, d_out] in every row."""
    return x @ w if b is None else x @ w + b


def linear_blas(out: Array, x: Array, w: Array, b: Array | None = None) -> None:
    np.matmul(x, w, out=out)
    if b is not None:
        out += b


def linear_shape(x: Shape, w: Shape, b: Shape | None = None) -> Shape:
    need(x[1] == w[0], f"X is {x}, W is {w}: the width of X must be the height of W")
    need(b is None or b == (1, w[1]), f"b is {b}: it must be 1×{w[1]}")
    return x[0], w[1]


def linear_axes(x: Axes, w: Axes, b: Axes | None = None) -> Axes:
    return x[0], w[1]


def linear_formula(x: str, w: str, b: str | None = None) -> str:
    return f"{x} {w}" if b is None else f"{x} {w} + {b}"


def linear_script(x: str, w: str, b: str | None = None) -> str:
    return f"{x} @ {w}" if b is None else f"{x} @ {w} + {b}"


def scores_kernel(arena: Any, at: Any, f: int, count: int) -> None:
    """raw = Q Kᵀ: every query row with every key row."""
    product_transposed(arena, at, f, f + 1, f + 2)


def scores(q: Array, k: Array) -> Array:
    """Q [n_q, d_k] times K [n_k, d_k] transposed gives [n_q, n_k] (Vaswani et al. 2017, §3.2.1)."""
    return q @ k.T


def scores_blas(out: Array, q: Array, k: Array) -> None:
    np.matmul(q, k.T, out=out)


def scores_shape(q: Shape, k: Shape) -> Shape:
    need(q[1] == k[1], f"queries are {q}, keys are {k}: their widths must agree")
    return q[0], k[0]


def scores_axes(q: Axes, k: Axes) -> Axes:
    return q[0], k[0]


def check_linear(y: Array, x: Array, w: Array, b: Array | None = None) -> Found:
    r, a, m = wide(y, x, w)
    want = a @ m.sum(1, keepdims=True) + (0.0 if b is None else wide(b)[0].sum())
    size = np.maximum(1.0, np.abs(a) @ np.abs(m).sum(1, keepdims=True))
    yield (
        QT_TRANSLATE_NOOP("checks", "a row's sum is the row times the sums of W"),
        np.abs(r.sum(1, keepdims=True) - want) / size,
    )


def check_scores(raw: Array, q: Array, k: Array) -> Found:
    r, a, c = wide(raw, q, k)
    want = a @ c.sum(0)[:, None]
    size = np.maximum(1.0, np.abs(a) @ np.abs(c).sum(0)[:, None])
    yield (
        QT_TRANSLATE_NOOP("checks", "a row's sum is the query times the sum of keys"),
        np.abs(r.sum(1, keepdims=True) - want) / size,
    )


def explain_linear(i: int, j: int, y: Operand, x: Operand, w: Operand, b: Operand | None = None) -> Arithmetic:
    products = total(Product((x.row(i), w.column(j))))
    return Arithmetic("products", products if b is None else Sum((products, b.cell(0, j))))


def explain_scores(i: int, j: int, raw: Operand, q: Operand, k: Operand) -> Arithmetic:
    return Arithmetic("products", total(Product((q.row(i), k.row(j)))))


def linear_backward(g: Array, y: Array, x: Array, w: Array, b: Array | None = None) -> Gradients:
    """∂X = G Wᵀ, ∂W = Xᵀ G, ∂b = the sums of G's columns."""
    back = (g @ w.T, x.T @ g)
    return back if b is None else (*back, g.sum(axis=0, keepdims=True))


def linear_back_kernel(arena: Any, grads: Any, at: Any, f: int, count: int) -> None:
    add_product_transposed(grads, grads, arena, at, f + 1, f, f + 2)
    add_transposed_product(grads, arena, grads, at, f + 2, f + 1, f)
    if count == 4:
        b = row(grads, at, f + 3, 0)
        for i in range(at[f, ROWS]):
            g = row(grads, at, f, i)
            for j in range(at[f, COLS]):
                b[j] += g[j]


def scores_backward(g: Array, raw: Array, q: Array, k: Array) -> Gradients:
    """∂Q = G K, ∂K = Gᵀ Q."""
    return g @ k, g.T @ q


def scores_back_kernel(arena: Any, grads: Any, at: Any, f: int, count: int) -> None:
    add_product(grads, grads, arena, at, f + 1, f, f + 2)
    add_transposed_product(grads, grads, arena, at, f + 2, f, f + 1)


def explain_linear_back(
    k: int, i: int, j: int, g: Operand, y: Operand, x: Operand, w: Operand, b: Operand | None = None
) -> Arithmetic:
    if k == 0:
        return Arithmetic("products", total(Product((g.row(i), w.row(j)))))
    if k == 1:
        return Arithmetic("products", total(Product((x.column(i), g.column(j)))))
    return Arithmetic("sum", total(g.column(j)))


def explain_scores_back(k: int, i: int, j: int, g: Operand, raw: Operand, q: Operand, keys: Operand) -> Arithmetic:
    if k == 0:
        return Arithmetic("products", total(Product((g.row(i), keys.column(j)))))
    return Arithmetic("products", total(Product((g.column(i), q.column(j)))))


OPS = (
    Op(
        "linear",
        linear_kernel,
        linear,
        linear_formula,
        Script(linear_script),
        moving.product,
        linear_shape,
        linear_axes,
        blas=linear_blas,
        check=check_linear,
        explain=explain_linear,
        backward=Backward(linear_backward, linear_back_kernel, explain_linear_back),
        product=True,
    ),
    Op(
        "scores",
        scores_kernel,
        scores,
        "{0} {1}ᵀ".format,
        Script("{0} @ {1}.T".format),
        moving.rows_by_rows,
        scores_shape,
        scores_axes,
        blas=scores_blas,
        check=check_scores,
        explain=explain_scores,
        backward=Backward(scores_backward, scores_back_kernel, explain_scores_back),
        product=True,
    ),
)
