"""What a line of the two panes says: a row of teacher forcing, a row of the free run, and how far they are apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, overload

import numpy as np
from PySide6.QtCore import QCoreApplication

from core.numbers import show
from core.trace import Trace

from ...generating.free_run import FreeRun
from .gaps import CLOSE, Gap

OFFERED = 3  # tokens that a free row offers


class Half(NamedTuple):
    """A row in one of the runs: the tokens up to its own, the token that follows there, its probability, whether a
    person chose it, and the most likely ones with theirs. `token` is "" where the row has not chosen."""

    prefix: tuple[str, ...]
    token: str
    probability: float
    by_hand: bool
    likely: tuple[tuple[str, float], ...]


class Line(NamedTuple):
    """Row `row`; a half is None where there is no such row, the gap where only one run has it."""

    row: int
    teacher: Half | None
    free: Half | None
    gap: Gap | None

    @property
    def spoken(self) -> str:
        """The line for a screen reader."""
        forcing = QCoreApplication.translate("panes", "teacher forcing")
        free = QCoreApplication.translate("panes", "free running")
        parts = [f"{name} {_spoken(half)}" for name, half in ((forcing, self.teacher), (free, self.free)) if half]
        if self.gap is not None:
            parts.append(gap_tip(self.gap))
        return "; ".join(parts)


def _spoken(half: Half) -> str:
    after = " ".join(half.prefix)
    return f"{after} → {half.token} {half.probability:.3f}" if half.token else f"{after} →"


class Lines(Sequence[Line]):
    """A line for each row that one of the runs has, made when it is asked for: most of a long run are out of sight.

    It speaks of the runs as they are now, though the free one may be cut before a line is asked for.
    """

    def __init__(self, teacher: Trace, run: FreeRun | None, found: tuple[Gap, ...]) -> None:
        sample = teacher.workspace.samples[teacher.sample]
        self._teacher, self._found = teacher, found
        self._free = run.trace if run is not None else None
        self._forced = tuple(run.forced) if run is not None else ()
        self._target = sample.target
        self._labels = tuple(label if counts else "" for label, counts in sample.labels())
        self._tokens, self._chosen = (run.tokens, run.chosen) if run is not None else ((), ())
        self._made: dict[int, Line] = {}

    @property
    def following(self) -> set[str]:
        """Every token that follows somewhere."""
        return {*self._labels, *self._chosen}

    def __len__(self) -> int:
        return max(len(self._target), len(self._tokens))

    @overload
    def __getitem__(self, at: int) -> Line: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Line]: ...
    def __getitem__(self, at: int | slice) -> Line | Sequence[Line]:
        if isinstance(at, slice):
            return [self[k] for k in range(*at.indices(len(self)))]
        if not -len(self) <= at < len(self):
            raise IndexError(at)
        row = at % len(self)
        if row not in self._made:
            self._made[row] = self._make(row)
        return self._made[row]

    def _make(self, row: int) -> Line:
        left = right = None
        if row < len(self._target):
            left = _half(self._teacher, self._target[: row + 1], row, self._labels[row], False)
        if self._free is not None and row < len(self._tokens):
            there = row < len(self._chosen)
            token = self._chosen[row] if there else ""
            right = _half(self._free, self._tokens[: row + 1], row, token, there and self._forced[row])
        return Line(row, left, right, self._found[row] if row < len(self._found) else None)


def _half(trace: Trace, prefix: tuple[str, ...], row: int, token: str, by_hand: bool) -> Half:
    matrix = trace["out.p"]
    p, words = matrix.values[row], matrix.cols
    probability = float(p[words.index(token)]) if token in words else 0.0
    order = np.argsort(-np.nan_to_num(p, nan=-1.0), kind="stable")[:OFFERED]
    return Half(prefix, token, probability, by_hand, tuple((words[k], float(p[k])) for k in order.tolist()))


def gap_text(gap: Gap) -> str:
    """The gap in few signs."""
    if gap.equal:
        return "="
    return "Δ " + show(gap.largest, 2, significant=True)


def gap_tip(gap: Gap) -> str:
    """The gap in a sentence."""
    if gap.same_prefix and gap.equal:
        text = QCoreApplication.translate(
            "panes", "equal: {count} matrices of this row agree to {close}, after the same tokens"
        )
        return text.format(count=gap.compared, close=f"{CLOSE:g}")
    if gap.same_prefix:
        text = QCoreApplication.translate("panes", "not equal after the same tokens: {gap} in {node}")
    elif gap.equal:
        return QCoreApplication.translate("panes", "equal, though other tokens stand before it")
    else:
        text = QCoreApplication.translate(
            "panes", "other tokens stand before it: the largest difference is {gap}, in {node}"
        )
    return text.format(gap=show(gap.largest, 3, significant=True), node=gap.node)
