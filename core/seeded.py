"""Values of new cells: a pure function of (seed, name, i, j), whatever the size of the matrix."""

from __future__ import annotations

import hashlib

import numpy as np
from numpy.typing import NDArray

from .graph import short

GOLDEN = np.uint64(0x9E3779B97F4A7C15)


def seeded(seed: int, name: str, rows: int, cols: int) -> NDArray[np.float64]:
    """A [rows, cols] matrix for a new array called `name`.

    γ starts at 1, β and biases at 0. Other cells are even on ±1/√(i+1), as multiples of 1/1024: exact in
    float32, short on the screen. The bound shrinks with the row, so that a product keeps its size however
    many rows a weight matrix has, while a cell never depends on the size of its matrix.
    """
    last = short(name)
    if last == "gamma":
        return np.ones((rows, cols))
    if last == "beta" or last.startswith("b"):
        return np.zeros((rows, cols))
    key = hashlib.blake2b(f"{seed}/{name}".encode(), digest_size=8).digest()
    start = np.uint64(int.from_bytes(key, "little"))
    i, j = np.arange(rows, dtype=np.uint64)[:, None], np.arange(cols, dtype=np.uint64)[None, :]
    bits = _mix(_mix(start + (i + np.uint64(1)) * GOLDEN) ^ (j + np.uint64(1)) * GOLDEN)
    even = (bits >> np.uint64(11)) * 2.0**-52 - 1.0  # in [−1, 1)
    return np.round(even / np.sqrt(i + 1.0) * 1024.0) / 1024.0


def _mix(z: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The finaliser of SplitMix64 (Steele et al. 2014): every input bit reaches every output bit."""
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))
