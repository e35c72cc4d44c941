"""What a training has measured so far: numbers that only grow, one row a measurement."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.workspace import Sample

Array = NDArray[np.float64]


class Series:
    """Rows of numbers, the first of each its step. One thread appends; others may look at what was there."""

    def __init__(self, width: int) -> None:
        self._rows = np.zeros((64, width))
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def append(self, *row: float) -> None:
        if self._count == len(self._rows):
            self._rows = np.concatenate([self._rows, np.zeros_like(self._rows)])
        self._rows[self._count] = row
        self._count += 1  # last: whoever looks meanwhile sees whole rows

    def rows(self) -> Array:
        """[count, width], as they are now."""
        return self._rows[: self._count]

    def upto(self, step: int) -> Series:
        """A series of its own with the rows up to a step."""
        kept = self.rows()
        found = Series(kept.shape[1])
        found._rows = kept[kept[:, 0] <= step].copy() if len(kept) else found._rows
        found._count = len(found._rows) if len(kept) else 0
        if not found._count:
            found._rows = np.zeros((64, kept.shape[1]))
        return found


class History:
    """`losses` has (step, loss of the batch); `norms` (step, gradient norm of each part in `parts`); `scores` (step,
    loss, share of tokens that are right) of what is held out, or of the training pairs where nothing is."""

    def __init__(self, parts: tuple[str, ...] = (), held_out: bool = True) -> None:
        self.parts = parts
        self.held_out = held_out
        self._pairs: tuple[Sample, ...] | None = None  # what the scores are of
        self.losses, self.scores, self.norms = Series(2), Series(3), Series(1 + len(parts))

    def measure(self, held_out: tuple[Sample, ...], train: tuple[Sample, ...]) -> None:
        """Scores are of these pairs from now on; what was measured of others is no part of that curve."""
        pairs = held_out or train
        if self._pairs != pairs:
            self._pairs, self.held_out, self.scores = pairs, bool(held_out), Series(3)

    def upto(self, step: int) -> History:
        """What had been measured at a step."""
        found = History(self.parts, self.held_out)
        found._pairs = self._pairs
        found.losses, found.scores, found.norms = (
            series.upto(step) for series in (self.losses, self.scores, self.norms)
        )
        return found

    def add(self, first: int, losses: Array, norms: Array) -> None:
        """What several steps gave, of which this is the first."""
        for k in range(len(losses)):
            self.losses.append(first + k, losses[k])
            self.norms.append(first + k, *norms[k])

    @property
    def loss(self) -> float | None:
        """The loss now: the mean of the last batches, a tenth of all, at most twenty; None before the first."""
        rows = self.losses.rows()
        return float(rows[-min(20, max(1, len(rows) // 10)) :, 1].mean()) if len(rows) else None

    @property
    def score(self) -> tuple[float, float] | None:
        """Loss and share of right tokens when they were last measured."""
        rows = self.scores.rows()
        return (float(rows[-1, 1]), float(rows[-1, 2])) if len(rows) else None
