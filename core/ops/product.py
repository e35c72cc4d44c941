"""The two products everything large is made of: A B and A Bᵀ, over operands of a plan.

These loops are the portable reading. Where NumPy's own BLAS can be called from compiled code, `core.jit` puts
`core.blas` in their place; both compute the same equation.
"""

from __future__ import annotations

from typing import Any

from .op import COLS, ROWS, row, row_product


def product(arena: Any, at: Any, y: int, a: int, b: int) -> None:
    """Operand y = operand a times operand b: [n, k] [k, m] gives [n, m]."""
    for i in range(at[y, ROWS]):
        out = row(arena, at, y, i)
        x = row(arena, at, a, i)
        out[:] = 0.0
        for k in range(at[a, COLS]):
            xk = x[k]
            w = row(arena, at, b, k)
            for j in range(at[y, COLS]):
                out[j] += xk * w[j]


def product_transposed(arena: Any, at: Any, y: int, a: int, b: int) -> None:
    """Operand y = operand a times operand b transposed: [n, k] and [m, k] give [n, m]."""
    for i in range(at[y, ROWS]):
        out = row(arena, at, y, i)
        q = row(arena, at, a, i)
        for j in range(at[y, COLS]):
            k = row(arena, at, b, j)
            total = q[0] * k[0]
            for r in range(1, at[a, COLS]):
                total += q[r] * k[r]
            out[j] = total


# The three products of a gradient: each is added to what stands there, and its operands lie in two arenas, that
# of the values and that of the gradients, at the same places.


def add_product(y_in: Any, a_in: Any, b_in: Any, at: Any, y: int, a: int, b: int) -> None:
    """Operand y += operand a times operand b: [n, k] [k, m] to [n, m]."""
    for i in range(at[y, ROWS]):
        out = row(y_in, at, y, i)
        x = row(a_in, at, a, i)
        for k in range(at[a, COLS]):
            xk = x[k]
            w = row(b_in, at, b, k)
            for j in range(at[y, COLS]):
                out[j] += xk * w[j]


def add_product_transposed(y_in: Any, a_in: Any, b_in: Any, at: Any, y: int, a: int, b: int) -> None:
    """Operand y += operand a times operand b transposed: [n, k] and [m, k] to [n, m]."""
    for i in range(at[y, ROWS]):
        out = row(y_in, at, y, i)
        g = row(a_in, at, a, i)
        for j in range(at[y, COLS]):
            out[j] += row_product(g, row(b_in, at, b, j), at[a, COLS])


def add_transposed_product(y_in: Any, a_in: Any, b_in: Any, at: Any, y: int, a: int, b: int) -> None:
    """Operand y += operand a transposed times operand b: [k, n] and [k, m] to [n, m]."""
    for k in range(at[a, ROWS]):
        x = row(a_in, at, a, k)
        g = row(b_in, at, b, k)
        for i in range(at[y, ROWS]):
            out = row(y_in, at, y, i)
            xi = x[i]
            for j in range(at[y, COLS]):
                out[j] += xi * g[j]
