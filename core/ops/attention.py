"""The scaled, masked softmax over keys (Vaswani et al. 2017, §3.2.1)."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np

from ..expression import Function, Largest, Product, Quotient, difference, named
from ..problem import QT_TRANSLATE_NOOP
from . import moving
from .arithmetic import Arithmetic, Operand, nothing, remark, total
from .exponential import exp
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
    has_nan,
    like_first,
    need,
    off,
    row,
    row_max,
    row_sum,
    wide,
)

STOPS_AT_MASK = QT_TRANSLATE_NOOP("explain", "The mask hides this key: nothing comes back through it.")
NO_WEIGHT = QT_TRANSLATE_NOOP("explain", "Its weight is 0, so nothing comes back through it.")
NOTHING_TO_READ = QT_TRANSLATE_NOOP("explain", "This query may read no key, so its weights are 0.")


def scale_kernel(arena: Any, at: Any, f: int, count: int) -> None:
    factor = cell(arena, at, f + 2)
    for i in range(at[f, ROWS]):
        out = row(arena, at, f, i)
        x = row(arena, at, f + 1, i)
        for j in range(at[f, COLS]):
            out[j] = x[j] * factor


def scale(x: Array, factor: Array) -> Array:
    """X times a 1×1 factor such as 1/√d_k."""
    return x * factor


def scale_shape(x: Shape, factor: Shape) -> Shape:
    need(factor == (1, 1), f"the factor is {factor}: it must be 1×1")
    return x


def softmax_kernel(arena: Any, at: Any, f: int, count: int) -> None:
    for i in range(at[f, ROWS]):
        out = row(arena, at, f, i)
        s = row(arena, at, f + 1, i)
        visible = row(arena, at, f + 2, i)
        n = at[f, COLS]
        for j in range(n):
            out[j] = s[j] if visible[j] != 0.0 else -math.inf
        top = row_max(out, n)
        if top == -math.inf and not has_nan(out, n):
            out[:] = 0.0
            continue
        for j in range(n):
            out[j] = exp(out[j] - top)
        total = row_sum(out, n)
        share = 1.0 / total
        for j in range(n):
            out[j] = out[j] * share
        if total != total:  # a NaN among the visible scores: hidden weights are 0 all the same
            for j in range(n):
                if visible[j] == 0.0:
                    out[j] = 0.0


def softmax(s: Array, visible: Array) -> Array:
    """Each row of S [n_q, n_k] becomes weights over its visible keys (mask 1 = may attend).

    The largest *visible* score is subtracted first. Hidden weights are exactly 0. A row without a visible
    key, or whose visible scores are all −∞, is exactly 0; a visible NaN or +∞ makes its row's visible
    weights NaN.
    """
    keys = visible != 0
    top = np.max(s, axis=1, keepdims=True, where=keys, initial=-np.inf)
    keys &= top != -np.inf  # a row with nothing to read has no weights
    e = np.exp(s - top, where=keys, out=np.zeros_like(s))
    return np.divide(e, e.sum(axis=1, keepdims=True), where=keys, out=e)


def softmax_formula(s: str, visible: str) -> str:
    return f"softmax over keys of {s}, where {visible} is 1"


SOFTMAX = '''
def softmax(scores, visible):
    """Each row of scores becomes weights over its visible keys (1 = may attend); hidden weights are exactly 0."""
    keys = visible != 0
    seen = np.where(keys, scores, -np.inf)
    top = seen.max(axis=1, keepdims=True)  # taken off first, so that exp cannot overflow
    e = np.exp(seen - np.where(top == -np.inf, 0, top))  # exp(-inf) is 0
    total = e.sum(axis=1, keepdims=True)
    return np.where(keys, e / np.where(total == 0, 1, total), 0)  # a row that may read nothing is 0
'''


def softmax_shape(s: Shape, visible: Shape) -> Shape:
    need(s == visible, f"scores are {s}, the mask is {visible}: they must agree")
    return s


def check_scale(y: Array, x: Array, factor: Array) -> Found:
    r, a, f = wide(y, x, factor)
    yield QT_TRANSLATE_NOOP("checks", "every cell is scaled alike"), off(r, a * f)


def check_softmax(a: Array, s: Array, visible: Array) -> Found:
    readable = ((visible != 0) & (s != -np.inf)).any(axis=1, keepdims=True)
    yield (
        QT_TRANSLATE_NOOP("checks", "each row sums to 1 over its visible keys"),
        off(wide(a)[0].sum(1, keepdims=True), readable),
    )
    yield QT_TRANSLATE_NOOP("checks", "hidden weights are 0"), np.where(visible == 0, np.abs(a), 0.0)


def explain_scale(i: int, j: int, y: Operand, x: Operand, factor: Operand) -> Arithmetic:
    return Arithmetic("scaling", Product((x.cell(i, j), factor.cell(0, 0))))


def explain_softmax(i: int, j: int, a: Operand, s: Operand, visible: Operand) -> Arithmetic:
    """Largest visible score, exponentials, their sum, the quotient; 0 where the mask hides the key."""
    if visible.values[i, j] == 0:
        hidden = nothing("softmax", deciding=(visible.cell(i, j),))
        return replace(hidden, beside=(s.cell(i, j),), through=visible.cell(i, j))
    keys = np.flatnonzero(visible.values[i] != 0)
    scores = s.row(i, keys)
    if np.max(scores.values) == -np.inf:
        return nothing("softmax", remark(NOTHING_TO_READ), deciding=(scores, visible.row(i)))
    top = named("m", Largest((scores,)))
    e = named("e", Function((difference(scores, top),), name="exp"), marks=keys)
    share = Quotient((e.at(int(np.searchsorted(keys, j))), named("Σ", total(e), r"\Sigma")))
    return Arithmetic("softmax", share, deciding=(visible.row(i),), through=s.cell(i, j))


def scale_backward(g: Array, y: Array, x: Array, factor: Array) -> Gradients:
    return g * factor, None


def scale_back_kernel(arena: Any, grads: Any, at: Any, f: int, count: int) -> None:
    factor = cell(arena, at, f + 2)
    for i in range(at[f, ROWS]):
        g = row(grads, at, f, i)
        back = row(grads, at, f + 1, i)
        for j in range(at[f, COLS]):
            back[j] += g[j] * factor


def softmax_backward(g: Array, a: Array, s: Array, visible: Array) -> Gradients:
    """∂S_ij = A_ij (G_ij − Σ_k G_ik A_ik) over visible keys; 0 where the mask hides, in all of a row of nothing."""
    keys = (visible != 0) & (a != 0)
    mean = np.sum(np.multiply(g, a, where=keys, out=np.zeros_like(g)), axis=1, keepdims=True)
    return np.where(keys, a * (g - mean), 0), None


def softmax_back_kernel(arena: Any, grads: Any, at: Any, f: int, count: int) -> None:
    n = at[f, COLS]
    for i in range(at[f, ROWS]):
        g = row(grads, at, f, i)
        a = row(arena, at, f, i)
        back = row(grads, at, f + 1, i)
        mean = 0.0
        for j in range(n):
            mean += g[j] * a[j] if a[j] != 0.0 else 0.0
        for j in range(n):
            back[j] += a[j] * (g[j] - mean) if a[j] != 0.0 else 0.0


def explain_scale_back(k: int, i: int, j: int, g: Operand, y: Operand, x: Operand, factor: Operand) -> Arithmetic:
    return Arithmetic("scaling", Product((g.cell(i, j), factor.cell(0, 0))))


def explain_softmax_back(k: int, i: int, j: int, g: Operand, a: Operand, s: Operand, visible: Operand) -> Arithmetic:
    """A_ij (∂A_ij − Σ_k ∂A_ik A_ik): weights of a row share what comes back, since they add up to 1."""
    if visible.values[i, j] == 0:
        return nothing("softmax", remark(STOPS_AT_MASK), deciding=(visible.cell(i, j),))
    keys = np.flatnonzero((visible.values[i] != 0) & (a.values[i] != 0))
    if a.values[i, j] == 0:
        return nothing("softmax", remark(NO_WEIGHT), deciding=(a.cell(i, j),))
    shared = named("Σ", total(Product((g.row(i, keys), a.row(i, keys)))), r"\Sigma")
    return Arithmetic("softmax", Product((a.cell(i, j), difference(g.cell(i, j), shared))))


OPS = (
    Op(
        "scale",
        scale_kernel,
        scale,
        "{0} · {1}".format,
        Script("{0} * {1}".format),
        moving.keeping_zero,
        scale_shape,
        like_first,
        check=check_scale,
        explain=explain_scale,
        backward=Backward(scale_backward, scale_back_kernel, explain_scale_back),
    ),
    Op(
        "softmax",
        softmax_kernel,
        softmax,
        softmax_formula,
        Script("softmax({0}, {1})".format, SOFTMAX),
        moving.visible_keys,
        softmax_shape,
        like_first,
        display="weights",
        check=check_softmax,
        explain=explain_softmax,
        backward=Backward(softmax_backward, softmax_back_kernel, explain_softmax_back),
    ),
)
