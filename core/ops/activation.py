"""The activations of the feed-forward network, cell by cell."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..expression import (
    Function,
    Holds,
    Maximum,
    Minus,
    Number,
    Power,
    Product,
    Quotient,
    Root,
    Sum,
    difference,
    named,
    square,
)
from ..problem import QT_TRANSLATE_NOOP
from . import moving
from .arithmetic import Arithmetic, Operand, nothing, remark
from .op import COLS, ROWS, Array, Backward, Found, Gradients, Op, Script, like_first, off, row, wide

FLAT = QT_TRANSLATE_NOOP("explain", "ReLU is flat here: nothing comes back through it.")
HALF = Number(0.5, "½", r"\tfrac{1}{2}")
CUBIC = Number(0.044715, "0.044715", "0.044715")
PI = Number(math.pi, "π", r"\pi")
SQRT_HALF = math.sqrt(0.5)
SQRT_2_OVER_PI = math.sqrt(2.0 / math.pi)
DENSITY = 1.0 / math.sqrt(2.0 * math.pi)  # of the normal distribution at 0


def relu_kernel(arena: Any, at: Any, f: int, count: int) -> None:
    for i in range(at[f, ROWS]):
        out = row(arena, at, f, i)
        x = row(arena, at, f + 1, i)
        for j in range(at[f, COLS]):
            out[j] = 0.0 if x[j] <= 0.0 else x[j]


def relu(x: Array) -> Array:
    """max(x, 0); NaN stays NaN."""
    return np.maximum(x, 0)


def gelu_erf_kernel(arena: Any, at: Any, f: int, count: int) -> None:
    for i in range(at[f, ROWS]):
        out = row(arena, at, f, i)
        x = row(arena, at, f + 1, i)
        for j in range(at[f, COLS]):
            out[j] = 0.5 * x[j] * (1.0 + math.erf(x[j] * SQRT_HALF))


def gelu_erf(x: Array) -> Array:
    """0.5 x (1 + erf(x / √2)), the exact form (Hendrycks & Gimpel 2016)."""
    erf = np.array([math.erf(v) for v in (x * SQRT_HALF).ravel()], dtype=x.dtype).reshape(x.shape)
    return 0.5 * x * (1.0 + erf)


def gelu_tanh_kernel(arena: Any, at: Any, f: int, count: int) -> None:
    for i in range(at[f, ROWS]):
        out = row(arena, at, f, i)
        x = row(arena, at, f + 1, i)
        for j in range(at[f, COLS]):
            inner = SQRT_2_OVER_PI * (x[j] + 0.044715 * x[j] * x[j] * x[j])
            out[j] = 0.5 * x[j] * (1.0 + math.tanh(inner))


def gelu_tanh(x: Array) -> Array:
    """0.5 x (1 + tanh(√(2/π) (x + 0.044715 x³))), the approximation of the same paper."""
    return 0.5 * x * (1.0 + np.tanh(SQRT_2_OVER_PI * (x + 0.044715 * x * x * x)))


ERF = '''
def erf(x):
    """2/sqrt(pi) times the integral of exp(-t^2) from 0 to x, by a series whose terms have one sign.

    NumPy has no erf. From 6 on it is 1 to the last bit.
    """
    z = np.clip(x, -6, 6)
    term = total = z
    for k in range(1, 160):
        term = term * (2 * z * z / (2 * k + 1))
        total = total + term
    return np.where(np.abs(x) < 6, 2 / np.pi**0.5 * np.exp(-z * z) * total, np.sign(x))
'''


def check_relu(y: Array, x: Array) -> Found:
    r, a = wide(y, x)
    yield QT_TRANSLATE_NOOP("checks", "it is (x + |x|) / 2"), off(r, (a + np.abs(a)) / 2)


def between(y: Array, x: Array) -> Array:
    lies = np.maximum(0.0, np.maximum(y - np.maximum(x, 0.0), np.minimum(x, 0.0) - y))
    return np.asarray(lies / np.maximum(1.0, np.abs(x)))


def check_gelu_erf(y: Array, x: Array) -> Found:
    r, a = wide(y, x)
    yield QT_TRANSLATE_NOOP("checks", "it lies between x and 0"), between(r, a)
    erfc = np.array([math.erfc(v) for v in (-a * SQRT_HALF).ravel()]).reshape(a.shape)
    yield QT_TRANSLATE_NOOP("checks", "it is x · Φ(x), Φ the normal distribution"), off(r, a * erfc / 2)


def check_gelu_tanh(y: Array, x: Array) -> Found:
    r, a = wide(y, x)
    yield QT_TRANSLATE_NOOP("checks", "it lies between x and 0"), between(r, a)
    twice = 2 * SQRT_2_OVER_PI * (a + 0.044715 * a**3)
    yield QT_TRANSLATE_NOOP("checks", "it is x · σ(2u), u what tanh is taken of"), off(r, a / (1 + np.exp(-twice)))


def explain_relu(i: int, j: int, y: Operand, x: Operand) -> Arithmetic:
    return Arithmetic("activation", Maximum((x.cell(i, j), Number(0))), through=x.cell(i, j))


def explain_gelu_erf(i: int, j: int, y: Operand, x: Operand) -> Arithmetic:
    cell = x.cell(i, j)
    v = named("v", Function((Quotient((cell, Root((Number(2),)))),), name="erf"))
    return Arithmetic("activation", Product((HALF, cell, Sum((Number(1), v)))), through=cell)


def explain_gelu_tanh(i: int, j: int, y: Operand, x: Operand) -> Arithmetic:
    cell = x.cell(i, j)
    cubic = Sum((cell, Product((CUBIC, Power((cell, Number(3)))))))
    u = named("u", Product((Root((Quotient((Number(2), PI)),)), cubic)))
    v = named("v", Function((u,), name="tanh"))
    return Arithmetic("activation", Product((HALF, cell, Sum((Number(1), v)))), through=cell)


def relu_backward(g: Array, y: Array, x: Array) -> Gradients:
    """G where x > 0, else 0: at the kink itself 0, as everywhere in practice."""
    return (np.where(x > 0, g, 0),)


def relu_back_kernel(arena: Any, grads: Any, at: Any, f: int, count: int) -> None:
    for i in range(at[f, ROWS]):
        g = row(grads, at, f, i)
        x = row(arena, at, f + 1, i)
        back = row(grads, at, f + 1, i)
        for j in range(at[f, COLS]):
            back[j] += g[j] if x[j] > 0.0 else 0.0


def gelu_erf_backward(g: Array, y: Array, x: Array) -> Gradients:
    """Φ(x) + x φ(x), φ the density of the normal distribution."""
    erf = np.array([math.erf(v) for v in (x * SQRT_HALF).ravel()], dtype=x.dtype).reshape(x.shape)
    return (g * (0.5 * (1 + erf) + x * np.exp(-0.5 * x * x) * DENSITY),)


def gelu_erf_back_kernel(arena: Any, grads: Any, at: Any, f: int, count: int) -> None:
    for i in range(at[f, ROWS]):
        g = row(grads, at, f, i)
        x = row(arena, at, f + 1, i)
        back = row(grads, at, f + 1, i)
        for j in range(at[f, COLS]):
            slope = 0.5 * (1.0 + math.erf(x[j] * SQRT_HALF)) + x[j] * math.exp(-0.5 * x[j] * x[j]) * DENSITY
            back[j] += g[j] * slope


def gelu_tanh_backward(g: Array, y: Array, x: Array) -> Gradients:
    """½ (1 + t) + ½ x (1 − t²) u′, with t = tanh u, u′ = √(2/π) (1 + 3 · 0.044715 x²)."""
    t = np.tanh(SQRT_2_OVER_PI * (x + 0.044715 * x * x * x))
    return (g * (0.5 * (1 + t) + 0.5 * x * (1 - t * t) * SQRT_2_OVER_PI * (1 + 0.134145 * x * x)),)


def gelu_tanh_back_kernel(arena: Any, grads: Any, at: Any, f: int, count: int) -> None:
    for i in range(at[f, ROWS]):
        g = row(grads, at, f, i)
        x = row(arena, at, f + 1, i)
        back = row(grads, at, f + 1, i)
        for j in range(at[f, COLS]):
            t = math.tanh(SQRT_2_OVER_PI * (x[j] + 0.044715 * x[j] * x[j] * x[j]))
            inner = SQRT_2_OVER_PI * (1.0 + 0.134145 * x[j] * x[j])
            back[j] += g[j] * (0.5 * (1.0 + t) + 0.5 * x[j] * (1.0 - t * t) * inner)


def explain_relu_back(k: int, i: int, j: int, g: Operand, y: Operand, x: Operand) -> Arithmetic:
    """1 where x is above 0, else nothing comes back."""
    above = Holds((Number(0), x.cell(i, j)), relation="<")
    if not x.values[i, j] > 0:
        return nothing("activation", remark(FLAT), deciding=(x.cell(i, j),))
    return Arithmetic("activation", Product((g.cell(i, j), above)))


def explain_gelu_erf_back(k: int, i: int, j: int, g: Operand, y: Operand, x: Operand) -> Arithmetic:
    """Φ(x) + x φ(x)."""
    cell = x.cell(i, j)
    v = named("v", Function((Quotient((cell, Root((Number(2),)))),), name="erf"))
    bell = Function((Minus((Quotient((square(cell), Number(2))),)),), name="exp")
    density = named("φ", Quotient((bell, Root((Product((Number(2), PI)),)))), r"\varphi")
    slope = Sum((Product((HALF, Sum((Number(1), v)))), Product((cell, density))))
    return Arithmetic("activation", Product((g.cell(i, j), named("s", slope))))


def explain_gelu_tanh_back(k: int, i: int, j: int, g: Operand, y: Operand, x: Operand) -> Arithmetic:
    """½ (1 + v) + ½ x (1 − v²) u′, with v = tanh u."""
    cell, root = x.cell(i, j), Root((Quotient((Number(2), PI)),))
    cubic = Sum((cell, Product((CUBIC, Power((cell, Number(3)))))))
    u = named("u", Product((root, cubic)))
    v = named("v", Function((u,), name="tanh"))
    inner = named("u′", Product((root, Sum((Number(1), Product((Number(3), CUBIC, square(cell))))))), "u'")
    flat = difference(Number(1), square(v))
    slope = Sum((Product((HALF, Sum((Number(1), v)))), Product((HALF, cell, flat, inner))))
    return Arithmetic("activation", Product((g.cell(i, j), named("s", slope))))


OPS = (
    Op(
        "relu",
        relu_kernel,
        relu,
        "max({0}, 0)".format,
        Script("np.maximum({0}, 0)".format),
        moving.keeping_zero,
        like_first,
        like_first,
        check=check_relu,
        explain=explain_relu,
        backward=Backward(relu_backward, relu_back_kernel, explain_relu_back),
    ),
    Op(
        "gelu_erf",
        gelu_erf_kernel,
        gelu_erf,
        "½ {0} (1 + erf({0}/√2))".format,
        Script("0.5 * {0} * (1 + erf({0} * 0.5**0.5))".format, ERF),
        moving.keeping_zero,
        like_first,
        like_first,
        check=check_gelu_erf,
        explain=explain_gelu_erf,
        backward=Backward(gelu_erf_backward, gelu_erf_back_kernel, explain_gelu_erf_back),
    ),
    Op(
        "gelu_tanh",
        gelu_tanh_kernel,
        gelu_tanh,
        "½ {0} (1 + tanh(√(2/π)({0} + 0.044715 {0}³)))".format,
        Script("0.5 * {0} * (1 + np.tanh((2 / np.pi) ** 0.5 * ({0} + 0.044715 * {0} * {0} * {0})))".format),
        moving.keeping_zero,
        like_first,
        like_first,
        check=check_gelu_tanh,
        explain=explain_gelu_tanh,
        backward=Backward(gelu_tanh_backward, gelu_tanh_back_kernel, explain_gelu_tanh_back),
    ),
)
