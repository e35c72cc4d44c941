"""Colour limits and decimals of each matrix: they hold still during an act and are fitted again after it."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

FEW = 8  # rows
FALLBACK = 1.0  # the limit of a matrix that never had a finite value other than 0


class Scales:
    """The limit (colours run from −limit over 0 to +limit) and the decimals of every matrix seen so far.

    `look` answers for a matrix; between two calls of `settle` its limit doesn't move, and its decimals only
    grow, so that a number being dragged is never hidden by rounding.
    """

    def __init__(self) -> None:
        self._limits: dict[str, float] = {}
        self._decimals: dict[str, int] = {}
        self._fitted: set[str] = set()

    def settle(self) -> None:
        """An act is over: fit every matrix again when it is next looked at."""
        self._fitted.clear()

    def look(self, name: str, values: NDArray[np.float64], display: str) -> tuple[float, int]:
        """(limit, decimals) for `values` [rows, cols] of the matrix `name`."""
        if name in self._fitted:
            if self._decimals[name] == 1:
                self._decimals[name] = settled_decimals(values, display)
        else:
            self._fitted.add(name)
            self._decimals[name] = settled_decimals(values, display)
            if display == "signed":
                self._limits[name] = colour_limit(values, self._limits.get(name, FALLBACK))
            else:
                self._limits[name] = 1.0
        return self._limits[name], self._decimals[name]


def colour_limit(values: NDArray[np.float64], previous: float = FALLBACK) -> float:
    """The largest finite size in `values`; the previous limit where nothing is finite or all is 0."""
    largest = float(max(values.max(), -values.min())) if values.size else 0.0
    if not math.isfinite(largest):
        sizes = np.abs(values[np.isfinite(values)])
        largest = float(sizes.max()) if sizes.size else 0.0
    return largest if largest > 0.0 else previous


def settled_decimals(values: NDArray[np.float64], display: str) -> int:
    """Decimals at rest: 3 for weights, 1 where tenths say all, else 2."""
    if display == "weights":
        return 3
    if display in ("mask", "ids"):
        return 0
    if len(values) > FEW and settled_decimals(values[:FEW], display) == 2:
        return 2  # seen in the first rows: there may be thousands more
    with np.errstate(invalid="ignore", over="ignore"):
        tenths = values * 10.0
        dust = np.abs(tenths - np.rint(tenths)) > 1e-9  # false for NaN and ∞
    return 2 if dust.any() else 1
