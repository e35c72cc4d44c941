"""A ledger by what its parts do, all layers together, and how long a text makes attention the dearer one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import isqrt, prod

from .cost import ATTENTION, FEED_FORWARD, HEAD, PROJECTIONS
from .ledger import EMBEDDED, MOST_TOKENS, NORMED, Count, Entry, Ledger, Weight, total

PARTS = (EMBEDDED, PROJECTIONS, ATTENTION, FEED_FORWARD, NORMED, HEAD)  # in the order in which a row meets them


@dataclass(frozen=True)
class Part:
    """What all entries of one kind hold and cost together.

    `weights` are the parameter matrices that differ in name or shape, each with how many of it the model has.
    """

    kind: str
    entries: tuple[Entry, ...]
    weights: tuple[tuple[Weight, int], ...]
    parameters: int
    products: Count
    values: Count


def parts(found: Ledger) -> tuple[Part, ...]:
    """The kinds of PARTS that a model has; together they are all of it."""
    made = []
    for kind in PARTS:
        entries = tuple(entry for entry in found.entries if entry.kind == kind)
        if entries:
            each = [entry for entry in entries for _ in range(entry.layers)]
            made.append(
                Part(
                    kind,
                    entries,
                    tuple(_weights(entries)),
                    sum(entry.parameters for entry in each),
                    total(entry.products for entry in each),
                    total(entry.values for entry in each),
                )
            )
    return tuple(made)


def _weights(entries: tuple[Entry, ...]) -> Iterator[tuple[Weight, int]]:
    found: dict[tuple[str, str, tuple[int, int]], tuple[Weight, int]] = {}
    for entry in entries:
        for weight in entry.weights:
            key = weight.name, weight.symbols, weight.shape
            first, count = found.get(key, (weight, 0))
            found[key] = first, count + weight.each * entry.layers
    yield from found.values()


def crossing(found: Ledger, letter: str, n: int, m: int) -> int | None:
    """How many tokens make attention cost more multiply–adds than the projections do, from there on; None where no
    text of up to MOST_TOKENS does.

    `letter` is what grows: "n" or "m", the other one as given, or "nm", both sides equally long.

    Attention alone grows with the square; of one head d_k wide the two meet where a text is about 2d long.
    """
    c = [0, 0, 0]
    for sign, kind in ((1, ATTENTION), (-1, PROJECTIONS)):
        for entry in (entry for entry in found.entries if entry.kind == kind):
            for powers, k in entry.products.terms:
                grown = [power for side, power in zip("nm", powers, strict=True) if side in letter]
                given = [t**power for side, t, power in zip("nm", (n, m), powers, strict=True) if side not in letter]
                c[sum(grown)] += sign * entry.layers * k * prod(given)
    if c[1] == c[2] == 0:
        return None  # nothing here counts these tokens

    def dearer(t: int) -> bool:
        return c[0] + c[1] * t + c[2] * t * t > 0

    if not dearer(MOST_TOKENS):
        return None
    t = 1
    if c[2] == 0 and c[1] > 0:
        t = max(1, -c[0] // c[1])
    elif c[2] and (inside := c[1] ** 2 - 4 * c[2] * c[0]) >= 0:
        t = max(1, (isqrt(inside) - c[1]) // (2 * c[2]))
    while not dearer(t):
        t += 1
    while t > 1 and dearer(t - 1):
        t -= 1
    return t
