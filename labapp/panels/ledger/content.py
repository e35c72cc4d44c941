"""What the panel shows: a line for each part, with the numbers of this model and of the base model of 2017."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

from core.base import BASE, BASE_TOKENS, BASE_WORDS
from core.field import Lengths
from core.ledger import Ledger, ledger
from core.ledger_parts import PARTS, Part, parts

PARAMETERS, PRODUCTS, MEMORY = "parameters", "products", "memory"
MEASURES = (PARAMETERS, PRODUCTS, MEMORY)
ALL = ""  # the kind of the last line
MOST = 100_000  # tokens that can be asked for here


@dataclass(frozen=True)
class Line:
    """One part, or (ALL) everything: by measure a number each of this model and of the base. `part` is of this model,
    None where it has no such part."""

    kind: str
    part: Part | None
    mine: dict[str, int]
    base: dict[str, int]


@dataclass(frozen=True)
class Shown:
    """The ledger of this model over n and m tokens; 0 where it reads none of a side."""

    mine: Ledger
    n: int
    m: int
    lines: tuple[Line, ...]

    @property
    def total(self) -> Line:
        return self.lines[-1]

    def share(self, line: Line, measure: str, base: bool = False) -> float:
        """Which part of everything a line is."""
        of, whole = (line.base, self.total.base) if base else (line.mine, self.total.mine)
        return of[measure] / whole[measure] if whole[measure] else 0.0

    def largest(self, measure: str) -> int:
        """The largest number of a measure, of either model."""
        return max(self.total.mine[measure], self.total.base[measure], 1)


@lru_cache(maxsize=1)
def base_ledger() -> Ledger:
    """The base model of 2017 with its vocabulary."""
    return ledger(BASE, Lengths(src=BASE_TOKENS, tgt=BASE_TOKENS, src_vocab=BASE_WORDS, tgt_vocab=BASE_WORDS))


def base_lengths(n: int, m: int) -> tuple[int, int]:
    """What the base model reads beside a model of n and m tokens: as much on both sides where that has one alone."""
    return n or m, m or n


def shown(mine: Ledger, n: int, m: int) -> Shown:
    """The lines of a model over so many tokens."""
    base, at = base_ledger(), base_lengths(n, m)
    own, theirs = ({part.kind: part for part in parts(found)} for found in (mine, base))
    lines = [
        Line(kind, own.get(kind), _numbers(own.get(kind), mine.item, n, m), _numbers(theirs.get(kind), base.item, *at))
        for kind in PARTS
        if kind in own or kind in theirs
    ]
    sums = [{key: sum(getattr(line, who)[key] for line in lines) for key in MEASURES} for who in ("mine", "base")]
    return Shown(mine, n, m, (*lines, Line(ALL, None, *sums)))


def _numbers(part: Part | None, item: int, n: int, m: int) -> dict[str, int]:
    if part is None:
        return dict.fromkeys(MEASURES, 0)
    return {
        PARAMETERS: part.parameters,
        PRODUCTS: part.products.at(n, m),
        MEMORY: (part.parameters + part.values.at(n, m)) * item,
    }


def along(value: int, most: int) -> float:
    """Where a number stands on a logarithmic axis from 1 to `most`, 0 to 1."""
    return 0.0 if value < 1 or most <= 1 else min(1.0, math.log(value) / math.log(most))
