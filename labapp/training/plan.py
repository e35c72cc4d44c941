"""What a person chooses of a training: how many steps, how fast, by which rule, and in which batches."""

from __future__ import annotations

import msgspec

from core.optimizer import KINDS, Rule
from core.problem import QT_TRANSLATE_NOOP, Problem

RATES = {"adam": 0.01, "adam2017": 1.0, "sgd": 0.1}  # to begin with; of adam2017 a factor
MOST_STEPS = 1_000_000
MOST_SEED = 10**15 - 1
FULL = 0
SPEEDS = (1, 10, 100, FULL)  # steps a second at most

assert set(RATES) == set(KINDS)


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of a training. `speed` is steps a second at most, 0 as fast as it goes."""

    steps: int = 1000  # after which translate-untrained translates what was held out, with any seed
    speed: int = 100
    rule: Rule = Rule(rate=RATES["adam"])
    batch: int = 16
    seed: int = 1

    def __post_init__(self) -> None:
        _check("steps", self.steps, 1, MOST_STEPS)
        _check("batch", self.batch, 1, MOST_STEPS)
        _check("seed", self.seed, 0, MOST_SEED)
        if self.speed not in SPEEDS:
            raise ValueError(f"a speed is one of {SPEEDS}, found {self.speed}")


WORDS = {
    "steps": QT_TRANSLATE_NOOP("core", "The number of steps can't be {found}: allowed is {least} to {most}."),
    "batch": QT_TRANSLATE_NOOP("core", "A batch can't have {found} pairs: allowed is {least} to {most}."),
    "seed": QT_TRANSLATE_NOOP("core", "The seed can't be {found}: allowed is {least} to {most}."),
}


def _check(what: str, found: int, least: int, most: int) -> None:
    if not least <= found <= most:
        raise Problem(WORDS[what], found=found, least=least, most=most)
