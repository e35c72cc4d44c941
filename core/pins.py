"""Pin: cells of a computed matrix held at values, and how a pin outlives a model that has no room for it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import msgspec

from .arrays import Array, Shape, frozen, resized
from .graph import LEAF, Graph


class Pin(msgspec.Struct, frozen=True, eq=False):
    """Cells of a computed matrix held: `values` where `where` is 1; read-only.

    Both have one shape: the node's, or a larger one in a model that became smaller, whose cells may come back.
    """

    values: Array
    where: Array


Pins = Mapping[tuple[int, str], Pin]  # by sample and canonical name
Along = int | slice | None  # one row (column), some that follow each other, or all


def corners(i: Along, j: Along) -> tuple[tuple[int, int], tuple[int, int]]:
    """The first and the last cell that is meant, the first one for a whole axis: both must be in the matrix."""
    ends = [(0, 0) if at is None else (at.start, at.stop - 1) if isinstance(at, slice) else (at, at) for at in (i, j)]
    return (ends[0][0], ends[1][0]), (ends[0][1], ends[1][1])


def fits(pin: Pin, plain: Graph, name: str) -> bool:
    """Whether the pin on `name` applies: its matrix is there and computed, with at least one of the held cells.

    A matrix that has the name as an alias is another one: X0 is X where no positions are added.
    """
    if name not in plain or plain[name].name != name or plain[name].op == LEAF:
        return False
    n, k = plain[name].shape
    return covers(pin, (n, k)) and bool(pin.where[:n, :k].any())


def covers(pin: Pin, shape: Shape) -> bool:
    """Whether a pin has room for every cell of a node of `shape`."""
    return pin.where.shape[0] >= shape[0] and pin.where.shape[1] >= shape[1]


@lru_cache(maxsize=64)
def cut(pin: Pin, shape: Shape) -> Pin:
    """The part of a pin that lies in a node of `shape`; the same arrays each time, so that none of it looks changed."""
    if pin.values.shape == shape:
        return pin
    values, where = (frozen(array[: shape[0], : shape[1]]) for array in (pin.values, pin.where))
    return Pin(values, where)


def grown(pin: Pin, plain: Graph, name: str, precision: str) -> Pin:
    """The pin continued with cells not held to its node's shape in `plain`; what is cut off waits for its cells."""
    shape = pin.values.shape
    if name in plain and plain[name].name == name:
        shape = tuple(max(a, b) for a, b in zip(plain[name].shape, shape, strict=True))
    values, where = (frozen(resized(array, shape, precision)) for array in (pin.values, pin.where))
    return pin if values is pin.values and where is pin.where else Pin(values, where)
