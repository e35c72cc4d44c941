"""What an op is, and how its kernel sees the arena.

A kernel has the signature `kernel(arena, at, f, count)`. `arena` is the flat array of all values; `at` is the
operand table, int64 `[operands, 3]` of (offset, rows, columns); the step's operands stand in `count` rows
from `f`: row `f` is the result, `f + 1` the first input, and so on. Kernels are plain Python that `core.jit`
can compile; uncompiled they run on NumPy arrays as they are.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .arithmetic import Arithmetic, Operand, nothing

OFFSET, ROWS, COLS = 0, 1, 2

Array = NDArray[Any]
Shape = tuple[int, int]
Axes = tuple[str, str]
Kernel = Callable[[Any, Any, int, int], None]
Found = Iterator[tuple[str, Array]]


def row(arena: Any, at: Any, k: int, i: int) -> Any:
    """Row `i` of operand `k` as a 1-D slice: the form in which compiled loops vectorise."""
    start = at[k, OFFSET] + i * at[k, COLS]
    return arena[start : start + at[k, COLS]]


def cell(arena: Any, at: Any, k: int) -> Any:
    """The number in a 1×1 operand (a setting such as ε)."""
    return arena[at[k, OFFSET]]


def row_sum(x: Any, n: int) -> Any:
    """x[0] + … + x[n−1] in four interleaved parts: additions of one part need not wait for those of another."""
    a, b, c, d = 0.0, 0.0, 0.0, 0.0
    whole = n - n % 4
    for j in range(0, whole, 4):
        a += x[j]
        b += x[j + 1]
        c += x[j + 2]
        d += x[j + 3]
    for j in range(whole, n):
        a += x[j]
    return (a + b) + (c + d)


def row_squares(x: Any, centre: float, n: int) -> Any:
    """(x[0] − centre)² + … + (x[n−1] − centre)², in four interleaved parts."""
    a, b, c, d = 0.0, 0.0, 0.0, 0.0
    whole = n - n % 4
    for j in range(0, whole, 4):
        a += (x[j] - centre) * (x[j] - centre)
        b += (x[j + 1] - centre) * (x[j + 1] - centre)
        c += (x[j + 2] - centre) * (x[j + 2] - centre)
        d += (x[j + 3] - centre) * (x[j + 3] - centre)
    for j in range(whole, n):
        a += (x[j] - centre) * (x[j] - centre)
    return (a + b) + (c + d)


def row_product(x: Any, y: Any, n: int) -> Any:
    """x[0] y[0] + … + x[n−1] y[n−1], in four interleaved parts."""
    a, b, c, d = 0.0, 0.0, 0.0, 0.0
    whole = n - n % 4
    for j in range(0, whole, 4):
        a += x[j] * y[j]
        b += x[j + 1] * y[j + 1]
        c += x[j + 2] * y[j + 2]
        d += x[j + 3] * y[j + 3]
    for j in range(whole, n):
        a += x[j] * y[j]
    return (a + b) + (c + d)


def row_max(x: Any, n: int) -> Any:
    """The largest of x[0] … x[n−1] that is a number, in four interleaved parts; −∞ where there is none."""
    a, b, c, d = -math.inf, -math.inf, -math.inf, -math.inf
    whole = n - n % 4
    for j in range(0, whole, 4):
        a = x[j] if x[j] > a else a
        b = x[j + 1] if x[j + 1] > b else b
        c = x[j + 2] if x[j + 2] > c else c
        d = x[j + 3] if x[j + 3] > d else d
    for j in range(whole, n):
        a = x[j] if x[j] > a else a
    a = b if b > a else a
    c = d if d > c else c
    return c if c > a else a


def has_nan(x: Any, n: int) -> bool:
    """Whether one of x[0] … x[n−1] is NaN."""
    for j in range(n):
        if x[j] != x[j]:
            return True
    return False


class Script(NamedTuple):
    """How an op is written in NumPy.

    `write` gets the names of the inputs (of a `sized` op first the shape of the result) and gives an
    expression; `helper` is the source of a function that it calls, which a script has once, at its top.
    """

    write: Callable[..., str]
    helper: str = ""


Gradients = tuple[Array | None, ...]


class Backward(NamedTuple):
    """How a small move of the result's cells is carried back to the inputs: the chain rule of one op.

    `reference(g, result, *inputs)` gives for each input the gradient [shape of the input] that the result's
    gradient `g` causes there, or None for an input that can't move a little: ids, masks, labels, settings. The
    result stands there because many slopes are sooner said with it. The kernel has the signature
    `kernel(arena, grads, at, f, count)`: `grads` lies as `arena` does, and gradients are *added* to those of
    the inputs, since a matrix may be read by several others. `explain(k, i, j, g, result, *inputs)` is the arithmetic
    that cell (i, j) of the k-th input gets from this op, over cells of the gradient `g` and of the matrices.
    """

    reference: Callable[..., Gradients]
    kernel: Callable[[Any, Any, Any, int, int], None]
    explain: Callable[..., Arithmetic]


def moves_nothing(g: Array, result: Array, *inputs: Array) -> Gradients:
    """The backward reading of an op whose inputs, if it has any, can't move a little."""
    return (None,) * len(inputs)


def moves_nothing_kernel(arena: Any, grads: Any, at: Any, f: int, count: int) -> None:
    """The kernel that goes with it."""


def explain_no_moves(k: int, i: int, j: int, g: Operand, result: Operand, *inputs: Operand) -> Arithmetic:
    """Nothing comes back through it."""
    return nothing("off")


NO_GRADIENT = Backward(moves_nothing, moves_nothing_kernel, explain_no_moves)


@dataclass(frozen=True)
class Op:
    """One way to make a matrix from matrices, with its readings (DESIGN §2).

    `kernel` and `reference` are the fast and the obvious reading of the same equation; `formula` writes
    it with the inputs' names, `script` in NumPy; `moves` says which cells can move when cells of the inputs do
    (moving.py); `shape` and `axes` give those of the result and refuse inputs that don't fit. `check` gets the
    result and the inputs and yields (sentence marked for translation, relative error a cell or a row) of what
    must always hold. `backward` carries gradients from the result to the inputs. `blas` computes large products
    with NumPy into `out`.
    """

    name: str
    kernel: Kernel
    reference: Callable[..., Array]
    formula: Callable[..., str]
    script: Script
    moves: Callable[..., Any]
    shape: Callable[..., Shape]
    axes: Callable[..., Axes]
    check: Callable[..., Found]
    explain: Callable[..., Arithmetic]
    backward: Backward
    display: str = "signed"
    blas: Callable[..., None] | None = None
    product: bool = False  # each cell sums as many products as the first input has columns
    sized: bool = False  # the node gives the result's shape, not the inputs; the reference gets an empty result first


def same(*shapes: Shape) -> Shape:
    """The common shape of the inputs; raises ValueError where they differ."""
    if len(set(shapes)) != 1:
        raise ValueError(f"shapes {shapes} must be equal")
    return shapes[0]


def like_first(first: Any, *rest: Any) -> Any:
    """Shape or axes of the first input."""
    return first


def need(condition: bool, sentence: str) -> None:
    """Refuse operands that don't fit: a mistake in a model function, found where the node is recorded."""
    if not condition:
        raise ValueError(sentence)


def off(got: Array, want: Array | float) -> Array:
    """|got − want| / max(1, |want|), in double."""
    got, want = np.asarray(got, np.float64), np.asarray(want, np.float64)
    return np.abs(got - want) / np.maximum(1.0, np.abs(want))


def wide(*arrays: Array) -> list[Array]:
    """The arrays in double: a check must not add errors of its own."""
    return [np.asarray(array, np.float64) for array in arrays]
