"""An exponential of our own: without a call or a branch, so that loops over it vectorise."""

from __future__ import annotations

from typing import Any

import numpy as np

LOG2_E = 1.4426950408889634
LN2_HIGH = 6.93147180369123816490e-01  # ln 2 in two parts: k · LN2_HIGH is exact for |k| < 2**11
LN2_LOW = 1.90821492927058770002e-10
LOWEST = -708.0  # below it the result is under 1e-307 and counts as 0
ROUNDER = 6755399441055744.0  # 1.5 · 2**52: adding it leaves an integer in a double's lowest bits


def exp(x: Any) -> Any:
    """e**x for x ≤ 0 (a score minus its row's maximum), to 2 units in the last place.

    x = k ln 2 + r with |r| ≤ ln 2 / 2; e**r by its Taylor polynomial of degree 13, 2**k by its bits.
    NaN stays NaN; below −708 the result is 0.
    """
    y = x if x >= LOWEST else LOWEST
    t = y * LOG2_E + ROUNDER
    k = t - ROUNDER
    r = (y - k * LN2_HIGH) - k * LN2_LOW
    p = 1.0 / 6227020800.0
    p = p * r + 1.0 / 479001600.0
    p = p * r + 1.0 / 39916800.0
    p = p * r + 1.0 / 3628800.0
    p = p * r + 1.0 / 362880.0
    p = p * r + 1.0 / 40320.0
    p = p * r + 1.0 / 5040.0
    p = p * r + 1.0 / 720.0
    p = p * r + 1.0 / 120.0
    p = p * r + 1.0 / 24.0
    p = p * r + 1.0 / 6.0
    p = p * r + 0.5
    p = p * r + 1.0
    p = p * r + 1.0
    power = np.int64((np.float64(t).view(np.int64) + 1023) << 52).view(np.float64)
    return p * power if x >= LOWEST else (0.0 if x == x else x)
