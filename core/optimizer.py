"""How a step moves the parameters: plain gradient descent, and Adam (Kingma & Ba 2015)."""

from __future__ import annotations

import math
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from .numbers import plain
from .problem import QT_TRANSLATE_NOOP, Problem

Array = NDArray[Any]
KINDS = ("adam", "adam2017", "sgd")
LARGEST_RATE = 1000.0


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One way to learn.

    `sgd` takes `rate` times the gradient off. `adam` has a constant rate. `adam2017` has the schedule of Vaswani
    et al. (2017, §5.3): `rate` · d^−½ · min(t^−½, t · warmup^−1.5), with β₂ = 0.98 and ε = 1e-9.
    """

    kind: str = "adam"
    rate: float = 0.01
    warmup: int = 400

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise Problem(
                QT_TRANSLATE_NOOP("core", "There is no rule of learning {found}: allowed is {allowed}."),
                found=self.kind,
                allowed=", ".join(KINDS),
            )
        if not 0 < self.rate <= LARGEST_RATE:
            raise Problem(
                QT_TRANSLATE_NOOP("core", "The learning rate can't be {found}: it must be above 0, at most {most}."),
                found=plain(self.rate),
                most=plain(LARGEST_RATE),
            )
        if not 1 <= self.warmup <= 10**9:
            raise Problem(
                QT_TRANSLATE_NOOP("core", "The warm-up can't last {found} steps: allowed is 1 to 1000000000."),
                found=self.warmup,
            )

    @property
    def betas(self) -> tuple[float, float]:
        return (0.9, 0.98) if self.kind == "adam2017" else (0.9, 0.999)

    @property
    def eps(self) -> float:
        return 1e-9 if self.kind == "adam2017" else 1e-8

    def rate_at(self, t: int, d: int) -> float:
        """The rate of step t, counted from 1, in a model of width d."""
        if self.kind != "adam2017":
            return self.rate
        return self.rate * d**-0.5 * min(t**-0.5, t * self.warmup**-1.5)


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
