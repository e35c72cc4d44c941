"""Settings: numbers of the spec that are nodes, so that changing one keeps graph and plan."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .spec import ModelSpec

VALUES = {
    "set.eps": lambda spec: spec.eps,
    "set.scale": lambda spec: 1.0 / math.sqrt(spec.d_k) if spec.scale else 1.0,
    "set.query_offset": lambda spec: float(spec.query_offset),
}


def setting(spec: ModelSpec, name: str) -> NDArray[Any]:
    """The 1×1 array of a setting; equal values are the same object, so the engine sees them as unchanged."""
    return _one(float(VALUES[name](spec)), spec.precision)


@lru_cache(maxsize=1024)
def _one(value: float, precision: str) -> NDArray[Any]:
    array = np.array([[value]], dtype=precision)
    array.flags.writeable = False
    return array
