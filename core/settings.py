"""Settings: numbers of the spec that are nodes, so that changing one keeps graph and plan."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .spec import ModelSpec


def query_offset(spec: ModelSpec) -> int:
    """How far the first query stands behind the first key; elsewhere than in a bare attention they are the same."""
    return spec.query_offset if spec.kind == "attention" else 0


VALUES: dict[str, Callable[[ModelSpec], float]] = {
    "set.eps": lambda spec: spec.eps,
    "set.scale": lambda spec: 1.0 / math.sqrt(spec.d_k) if spec.scale else 1.0,
    "set.embed_scale": lambda spec: math.sqrt(spec.d),
    "set.query_offset": query_offset,
    "set.window": lambda spec: spec.window,
    "set.pos_offset": lambda spec: spec.pos_offset,
    "set.query_start": lambda spec: spec.pos_offset + query_offset(spec),
    "set.rope_base": lambda spec: spec.rope_base,
}

# Settings that are a field as it stands: editing the cell changes the field.
FIELD_OF = {
    "set.eps": "eps",
    "set.query_offset": "query_offset",
    "set.window": "window",
    "set.pos_offset": "pos_offset",
    "set.rope_base": "rope_base",
}

FROM_FIRST_ROW = ("set.query_offset", "set.pos_offset")


def field_of(spec: ModelSpec, name: str) -> str | None:
    """The field that editing a setting's cell changes; None where the setting follows from others."""
    if name == "set.query_offset" and spec.kind != "attention":
        return None  # it is 0 there, whatever the field says
    return FIELD_OF.get(name)


def setting(spec: ModelSpec, name: str, cached: int = 0) -> NDArray[Any]:
    """The 1×1 array of a setting; equal values are the same object, so the engine sees them as unchanged.

    With `cached` rows computed already, the first query stands so far behind the first key, and behind position 0.
    """
    return _one(float(VALUES[name](spec)) + (cached if name in FROM_FIRST_ROW else 0), spec.precision)


@lru_cache(maxsize=1024)
def _one(value: float, precision: str) -> NDArray[Any]:
    array = np.array([[value]], dtype=precision)
    array.flags.writeable = False
    return array
