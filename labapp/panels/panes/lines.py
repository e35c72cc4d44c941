"""What a line of the two panes says: a row of teacher forcing, a row of the free run, and how far they are apart."""

from __future__ import annotations

from typing import NamedTuple

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


def lines(teacher: Trace, run: FreeRun | None, found: tuple[Gap, ...]) -> list[Line]:
    """A line for each row that one of the runs has."""
    target = teacher.workspace.samples[teacher.sample].target
    labels = teacher.workspace.samples[teacher.sample].labels()
    rows = max(len(target), len(run.tokens) if run is not None else 0)
    made = []
    for row in range(rows):
        left = right = None
        if row < len(target):
            label = labels[row][0] if labels[row][1] else ""
            left = _half(teacher, target[: row + 1], row, label, False)
        if run is not None and row < len(run.tokens):
            there = row < run.steps
            token = run.chosen[row] if there else ""
            right = _half(run.trace, run.tokens[: row + 1], row, token, there and run.forced[row])
        made.append(Line(row, left, right, found[row] if row < len(found) else None))
    return made


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
