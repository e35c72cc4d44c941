"""Arrays as workspaces keep them: read-only, compared by bits, fitted to new shapes."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .graph import short
from .seeded import seeded
from .spec import ModelSpec

Array = NDArray[Any]
Shape = tuple[int, int]
CENTRED = ("rel_bias", "shaw_k", "shaw_v")  # tables of distances: they keep their middle when they grow


def fresh(spec: ModelSpec, name: str, shape: Shape) -> Array:
    """The seeded values of a new array, in the spec's precision. A new custom mask hides nothing."""
    if name.endswith(".mask.custom"):
        return np.ones(shape, spec.precision)
    last = short(name)
    if last in CENTRED:
        return centred(spec, name, shape)
    return seeded(spec.seed, name, *shape).astype(spec.precision, copy=False)


def centred(spec: ModelSpec, name: str, shape: Shape) -> Array:
    """Seeded values of a table of distances: a cell depends on its distance, not on the table's length.

    Distance 0, 1, −1, 2, −2, … draw cells 0, 1, 2, 3, 4, … of the seeded matrix.
    """
    axis = 1 if short(name) == "rel_bias" else 0
    length = shape[axis]
    distance = np.arange(length) - length // 2
    order = np.where(distance > 0, 2 * distance - 1, -2 * distance)
    rows, cols = (1, length + 1) if axis else (length + 1, shape[1])
    drawn = seeded(spec.seed, name, rows, cols)
    return np.ascontiguousarray(np.take(drawn, order, axis=axis)).astype(spec.precision, copy=False)


def fit(spec: ModelSpec, name: str, shape: Shape, old: Array | None) -> Array:
    """`old` cropped or continued to `shape` in the spec's precision; itself where nothing changes.

    Tables of distances are aligned on distance 0, everything else on cell (0, 0).
    """
    if old is None:
        return fresh(spec, name, shape)
    if old.shape == shape and old.dtype == spec.precision:
        return old
    fitted = np.array(fresh(spec, name, shape))
    axis = (1 if short(name) == "rel_bias" else 0) if short(name) in CENTRED else None
    here, there = [], []
    for k in (0, 1):
        both = min(shape[k], old.shape[k])
        first, second = (shape[k] // 2 - both // 2, old.shape[k] // 2 - both // 2) if k == axis else (0, 0)
        here.append(slice(first, first + both))
        there.append(slice(second, second + both))
    fitted[tuple(here)] = rounded(old[tuple(there)], spec.precision)
    return fitted


def resized(old: Array, shape: tuple[int, ...], dtype: str) -> Array:
    """`old` cropped, or continued with zeros; itself where nothing changes."""
    if old.shape == shape and old.dtype == dtype:
        return old
    fitted = np.zeros(shape, dtype)
    rows, cols = min(shape[0], old.shape[0]), min(shape[1], old.shape[1])
    fitted[:rows, :cols] = rounded(old[:rows, :cols], dtype)
    return fitted


def rounded(values: Any, precision: Any) -> Array:
    """`values` in a precision; what is too large for it becomes ±∞ silently, as everywhere in the lab."""
    with np.errstate(all="ignore"):
        return np.asarray(values, dtype=precision)


def frozen(array: Array) -> Array:
    """`array` in C order and read-only; a copy only where it is not already so."""
    if array.flags.c_contiguous and not array.flags.writeable:
        return array
    locked = np.array(array, order="C")
    locked.flags.writeable = False
    return locked


FEW = 1024  # values
PIECE = 2**16


def same_bits(a: Array, b: Array) -> bool:
    """Equal to the bit: NaN equals NaN, 0 differs from −0."""
    if a is b or a.shape != b.shape or a.dtype != b.dtype:
        return a is b
    if a.size <= FEW:  # copying a few bytes is cheaper than setting up a comparison
        return a.tobytes() == b.tobytes()
    bits = np.dtype(f"i{a.dtype.itemsize}")
    if not (a.flags.c_contiguous and b.flags.c_contiguous):
        return bool((a.view(bits) == b.view(bits)).all())
    one, two = a.reshape(-1).view(bits), b.reshape(-1).view(bits)  # piece by piece: the first difference ends it
    return all((one[k : k + PIECE] == two[k : k + PIECE]).all() for k in range(0, a.size, PIECE))


def times(shape: tuple[int, ...]) -> str:
    """A shape as people write it: 3×4."""
    return "×".join(str(n) for n in shape)
