"""How a step moves the parameters: plain gradient descent, and Adam (Kingma & Ba 2015)."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]


def adam_kernel(
    x: Any, g: Any, m: Any, v: Any, rate: float, beta1: float, beta2: float, eps: float, lost1: float, lost2: float
) -> None:
    """One step of Adam over flat arrays; m and v are the running means of g and g², begun at 0.

    `lost1` = 1 − β₁ᵗ and `lost2` = 1 − β₂ᵗ are what they still lack in step t; ε stands outside the root.
    """
    for k in range(x.shape[0]):
        m[k] = beta1 * m[k] + (1.0 - beta1) * g[k]
        v[k] = beta2 * v[k] + (1.0 - beta2) * g[k] * g[k]
        x[k] -= rate * (m[k] / lost1) / (math.sqrt(v[k] / lost2) + eps)


def adam(x: Array, g: Array, m: Array, v: Array, *numbers: float) -> None:
    """The same in NumPy."""
    rate, beta1, beta2, eps, lost1, lost2 = numbers
    m[:] = beta1 * m + (1 - beta1) * g
    v[:] = beta2 * v + (1 - beta2) * g * g
    x -= rate * (m / lost1) / (np.sqrt(v / lost2) + eps)
