"""NumPy's own BLAS, called from compiled code: where it lies, what its product is called.

NumPy's wheels carry an OpenBLAS of their own; calling its product from inside the walk costs no Python. Builds
without such a file (a system BLAS, Accelerate) simply have none, and the portable loops serve.
"""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from .ops.op import COLS, OFFSET, ROWS
from .ops.product import add_product as add_loops
from .ops.product import add_product_transposed as add_transposed_loops
from .ops.product import add_transposed_product as transposed_loops
from .ops.product import product_transposed as loops

ROW_MAJOR, PLAIN, TRANSPOSED = 101, 111, 112
BYTES = 8
PRODUCTS = ("product", "product_transposed", "add_product", "add_product_transposed", "add_transposed_product")
SMALL_ADDED = 128  # the same for products that are added to what stands there
SMALL = 128  # up to this n·k·m the loops of A Bᵀ are sooner done (measured)

# Name of the double product, and whether its sizes are 64-bit (ILP64), newest wheels first.
NAMES = (
    ("scipy_cblas_dgemm64_", 64),
    ("cblas_dgemm64_", 64),
    ("scipy_cblas_dgemm", 32),
    ("cblas_dgemm", 32),
)


class Blas(NamedTuple):
    """A product that can be called: the library's file, the function's name, the width of its sizes in bits."""

    path: str
    name: str
    bits: int

    @property
    def core(self) -> str:
        """The processor kernel that OpenBLAS chose, as it names it; "?" where it doesn't say."""
        library = ctypes.CDLL(self.path)
        for name in ("scipy_openblas_get_corename64_", "openblas_get_corename64_", "openblas_get_corename"):
            if hasattr(library, name):
                asked = getattr(library, name)
                asked.restype = ctypes.c_char_p
                return str(asked().decode())
        return "?"


def find() -> Blas | None:
    """NumPy's bundled BLAS, tried once with a small product; None where there is none that answers rightly."""
    package = Path(np.__file__).parent
    for folder in (package.parent / "numpy.libs", package / ".dylibs", package / ".libs"):
        for path in sorted(folder.glob("*openblas*")) if folder.is_dir() else ():
            for name, bits in NAMES:
                found = Blas(str(path), name, bits)
                if _answers(found):
                    return found
    return None


def _answers(blas: Blas) -> bool:
    """Whether the function multiplies: [1, 2; 3, 4] times [5, 6; 7, 8], row-major, is [19, 22; 43, 50]."""
    try:
        function = getattr(ctypes.CDLL(blas.path), blas.name)
    except (OSError, AttributeError):
        return False
    size = ctypes.c_int64 if blas.bits == 64 else ctypes.c_int32
    function.restype = None
    function.argtypes = [ctypes.c_int] * 3 + [size] * 3 + [ctypes.c_double] + [ctypes.c_void_p, size] * 2
    function.argtypes += [ctypes.c_double, ctypes.c_void_p, size]
    a, b, y = np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([[5.0, 6.0], [7.0, 8.0]]), np.full((2, 2), np.nan)
    two = (2, 2, 2)
    function(ROW_MAJOR, PLAIN, PLAIN, *two, 1.0, a.ctypes.data, 2, b.ctypes.data, 2, 0.0, y.ctypes.data, 2)
    return y.tolist() == [[19.0, 22.0], [43.0, 50.0]]


def dgemm(*arguments: Any) -> None:
    """Stands for the library's function; only compiled code has the real one."""
    raise RuntimeError("core.jit puts the library's function here")


def product(arena: Any, at: Any, y: int, a: int, b: int) -> None:
    """As `core.ops.product.product`, by the library."""
    start = arena.ctypes.data
    n, k, m = at[y, ROWS], at[a, COLS], at[y, COLS]
    left, right, result = (
        start + BYTES * at[a, OFFSET],
        start + BYTES * at[b, OFFSET],
        start + BYTES * at[y, OFFSET],
    )
    dgemm(ROW_MAJOR, PLAIN, PLAIN, n, m, k, 1.0, left, k, right, m, 0.0, result, m)


def product_transposed(arena: Any, at: Any, y: int, a: int, b: int) -> None:
    """As `core.ops.product.product_transposed`, by the library where its start-up is worth it."""
    n, k, m = at[y, ROWS], at[a, COLS], at[y, COLS]
    if n * k * m <= SMALL:
        loops(arena, at, y, a, b)
        return
    start = arena.ctypes.data
    left, right, result = (
        start + BYTES * at[a, OFFSET],
        start + BYTES * at[b, OFFSET],
        start + BYTES * at[y, OFFSET],
    )
    dgemm(ROW_MAJOR, PLAIN, TRANSPOSED, n, m, k, 1.0, left, k, right, k, 0.0, result, m)


def add_product(y_in: Any, a_in: Any, b_in: Any, at: Any, y: int, a: int, b: int) -> None:
    """As `core.ops.product.add_product`, by the library where its start-up is worth it."""
    n, k, m = at[y, ROWS], at[a, COLS], at[y, COLS]
    if n * k * m <= SMALL_ADDED:
        add_loops(y_in, a_in, b_in, at, y, a, b)
        return
    left, right, result = (
        a_in.ctypes.data + BYTES * at[a, OFFSET],
        b_in.ctypes.data + BYTES * at[b, OFFSET],
        y_in.ctypes.data + BYTES * at[y, OFFSET],
    )
    dgemm(ROW_MAJOR, PLAIN, PLAIN, n, m, k, 1.0, left, k, right, m, 1.0, result, m)


def add_product_transposed(y_in: Any, a_in: Any, b_in: Any, at: Any, y: int, a: int, b: int) -> None:
    """As `core.ops.product.add_product_transposed`, by the library where its start-up is worth it."""
    n, k, m = at[y, ROWS], at[a, COLS], at[y, COLS]
    if n * k * m <= SMALL_ADDED:
        add_transposed_loops(y_in, a_in, b_in, at, y, a, b)
        return
    left, right, result = (
        a_in.ctypes.data + BYTES * at[a, OFFSET],
        b_in.ctypes.data + BYTES * at[b, OFFSET],
        y_in.ctypes.data + BYTES * at[y, OFFSET],
    )
    dgemm(ROW_MAJOR, PLAIN, TRANSPOSED, n, m, k, 1.0, left, k, right, k, 1.0, result, m)


def add_transposed_product(y_in: Any, a_in: Any, b_in: Any, at: Any, y: int, a: int, b: int) -> None:
    """As `core.ops.product.add_transposed_product`, by the library where its start-up is worth it."""
    n, k, m = at[y, ROWS], at[a, ROWS], at[y, COLS]
    if n * k * m <= SMALL_ADDED:
        transposed_loops(y_in, a_in, b_in, at, y, a, b)
        return
    left, right, result = (
        a_in.ctypes.data + BYTES * at[a, OFFSET],
        b_in.ctypes.data + BYTES * at[b, OFFSET],
        y_in.ctypes.data + BYTES * at[y, OFFSET],
    )
    dgemm(ROW_MAJOR, TRANSPOSED, PLAIN, n, m, k, 1.0, left, n, right, m, 1.0, result, m)
