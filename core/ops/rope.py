"""RoPE: pairs of channels of a query or key row turned by its position (Su et al. 2021, §3.2)."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..expression import Expression, Function, Minus, Number, Power, Product, Quotient, Sum, named
from ..problem import QT_TRANSLATE_NOOP
from . import moving
from .arithmetic import Arithmetic, Operand, remark
from .op import COLS, ROWS, Array, Backward, Found, Gradients, Op, Script, Shape, cell, like_first, need, off, row, wide

PAIR = QT_TRANSLATE_NOOP("explain", "Channels {one} and {two} turn together.")


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


def rope_shape(x: Shape, start: Shape, base: Shape) -> Shape:
    need(x[1] % 2 == 0, f"rows are {x[1]} wide: RoPE turns pairs, so the width must be even")
    return x


def check_rope(y: Array, x: Array, start: Array, base: Array) -> Found:
    r, a = wide(y, x)
    yield (
        QT_TRANSLATE_NOOP("checks", "rotation keeps the length of each row"),
        off(np.linalg.norm(r, axis=1, keepdims=True), np.linalg.norm(a, axis=1, keepdims=True)),
    )


def explain_rope_adjacent(i: int, j: int, y: Operand, x: Operand, start: Operand, base: Operand) -> Arithmetic:
    return _turn(i, j // 2, j - j % 2, j - j % 2 + 1, bool(j % 2), x, start, base)


def explain_rope_half(i: int, j: int, y: Operand, x: Operand, start: Operand, base: Operand) -> Arithmetic:
    half = x.cols // 2
    return _turn(i, j % half, j % half, j % half + half, j >= half, x, start, base)


def _turn(
    i: int, r: int, a: int, b: int, second: bool, x: Operand, start: Operand, base: Operand, back: bool = False
) -> Arithmetic:
    """Channels a and b of row i turned by position · base^(−2r/d), or back: the first of the two, or the second."""
    place: Expression = Sum((Number(i), start.cell(0, 0)))
    if r:
        place = Product((place, Power((base.cell(0, 0), Minus((Quotient((Number(2 * r), Number(x.cols))),))))))
    angle = named("θ", place, r"\theta")
    cos = named("cos θ", Function((angle,), name="cos"), r"\cos\theta")
    sin = named("sin θ", Function((angle,), name="sin"), r"\sin\theta")
    one, two = x.cell(i, a), x.cell(i, b)
    if back:
        one, two = (x.cell(i, b), x.cell(i, a)) if second else (one, two)
        across = Product((two, sin))
        turned = Sum((Product((one, cos)), Minus((across,)) if second else across))
    elif second:
        turned = Sum((Product((one, sin)), Product((two, cos))))
    else:
        turned = Sum((Product((one, cos)), Minus((Product((two, sin)),))))
    return Arithmetic("rotation", turned, remarks=(remark(PAIR, one=a, two=b),))


def rope_adjacent_backward(g: Array, y: Array, x: Array, start: Array, base: Array) -> Gradients:
    """A rotation's gradient is turned back by the same angle."""
    cos, sin = _turns(x, start, base)
    back = np.empty_like(g)
    back[:, 0::2] = g[:, 0::2] * cos + g[:, 1::2] * sin
    back[:, 1::2] = g[:, 1::2] * cos - g[:, 0::2] * sin
    return back, None, None


def rope_adjacent_back_kernel(arena: Any, grads: Any, at: Any, f: int, count: int) -> None:
    start = cell(arena, at, f + 2)
    base = cell(arena, at, f + 3)
    d = at[f, COLS]
    for i in range(at[f, ROWS]):
        g = row(grads, at, f, i)
        back = row(grads, at, f + 1, i)
        for r in range(d // 2):
            angle = (i + start) * base ** (-2.0 * r / d)
            c = math.cos(angle)
            s = math.sin(angle)
            back[2 * r] += g[2 * r] * c + g[2 * r + 1] * s
            back[2 * r + 1] += g[2 * r + 1] * c - g[2 * r] * s


def rope_half_backward(g: Array, y: Array, x: Array, start: Array, base: Array) -> Gradients:
    cos, sin = _turns(x, start, base)
    half = x.shape[1] // 2
    a, b = g[:, :half], g[:, half:]
    return np.concatenate([a * cos + b * sin, b * cos - a * sin], axis=1), None, None


def rope_half_back_kernel(arena: Any, grads: Any, at: Any, f: int, count: int) -> None:
    start = cell(arena, at, f + 2)
    base = cell(arena, at, f + 3)
    half = at[f, COLS] // 2
    for i in range(at[f, ROWS]):
        g = row(grads, at, f, i)
        back = row(grads, at, f + 1, i)
        for r in range(half):
            angle = (i + start) * base ** (-2.0 * r / (2 * half))
            c = math.cos(angle)
            s = math.sin(angle)
            back[r] += g[r] * c + g[r + half] * s
            back[r + half] += g[r + half] * c - g[r] * s


def explain_rope_adjacent_back(
    k: int, i: int, j: int, g: Operand, y: Operand, x: Operand, start: Operand, base: Operand
) -> Arithmetic:
    return _turn(i, j // 2, j - j % 2, j - j % 2 + 1, bool(j % 2), g, start, base, back=True)


def explain_rope_half_back(
    k: int, i: int, j: int, g: Operand, y: Operand, x: Operand, start: Operand, base: Operand
) -> Arithmetic:
    half = x.cols // 2
    return _turn(i, j % half, j % half, j % half + half, j >= half, g, start, base, back=True)


OPS = (
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
        explain=explain_rope_adjacent,
        backward=Backward(rope_adjacent_backward, rope_adjacent_back_kernel, explain_rope_adjacent_back),
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
        explain=explain_rope_half,
        backward=Backward(rope_half_backward, rope_half_back_kernel, explain_rope_half_back),
    ),
)
