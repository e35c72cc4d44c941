"""The nearest known name, for "Did you mean …?"."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher

_ALIKE = 0.6  # of 1; below it a guess confuses more than it helps
_LONGEST = 100  # characters looked at: comparing takes the square of the length


def closest(word: str, known: Iterable[str]) -> str | None:
    """Return the name in `known` (aliases included by the caller) that `word` most likely meant, or None.

    A name that differs only in case, spaces or - for _ wins; then one that ends in `word` after a point
    (`h1.WV` means `enc1.self.h1.WV`); then the most similar one. Among equals the first in `known` wins.
    """
    names = list(known)
    wanted = _folded(word)
    if not wanted:
        return None
    for name in names:
        if _folded(name) == wanted:
            return name
    for name in names:
        if _folded(name).endswith("." + wanted):
            return name
    matcher = SequenceMatcher(autojunk=False)
    matcher.set_seq2(wanted)
    best, most = None, _ALIKE
    for name in names:
        matcher.set_seq1(_folded(name))
        if matcher.real_quick_ratio() > most and matcher.quick_ratio() > most and matcher.ratio() > most:
            best, most = name, matcher.ratio()
    return best


def _folded(name: str) -> str:
    return name.strip().casefold().replace("-", "_").replace(" ", "_")[:_LONGEST]
