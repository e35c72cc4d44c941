"""Against a baseline: what the cards of the bench show while two states are compared, and what they say of it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication

from core.compare import CLOSE, DIFFERENT, EQUAL, gap
from core.numbers import exact
from core.reach import minus
from core.trace import Trace
from labapp.comparison import BASELINE, DIFFERENCE, NOW, Comparison
from labapp.theme import signed_steps

from .card import Box
from .cells import BLANK, HIDDEN, ODD, ORDINARY, VEILED, Cells

LEAST_LIMIT = 1e-9  # of the colours of a difference: what is equal within 1e-12 has the colour of 0


@dataclass(eq=False)
class Difference(Cells):
    """The cells of now minus baseline: with their sign, and 0 without decimals."""

    def written(self, value: float, chars: int) -> str:
        if value == 0.0:
            return "0"
        text = super().written(value, chars)
        return f"+{text}" if value > 0.0 and len(text) < chars else text


class Against:
    """What a bench shows of a comparison. `other` is the trace on the side that is not laid out."""

    def __init__(self, comparison: Comparison) -> None:
        self._comparison = comparison
        self._limits: dict[str, float] = {}
        self._fitted: set[str] = set()
        self._boxes: dict[Box, Box] = {}

    def settle(self) -> None:
        """An act is over: colours are fitted again."""
        self._fitted.clear()

    @property
    def side(self) -> str:
        return self._comparison.side

    def other(self, now: Trace) -> Trace | None:
        """The trace beside the one that is laid out."""
        return now if self.side == BASELINE else self._comparison.trace

    def box(self, box: Box) -> Box:
        """The frame of a card: differences are signed whatever is compared, a baseline is not to be edited."""
        if self.side == NOW:
            return box
        found = self._boxes.get(box)
        if found is None:
            if len(self._boxes) > 2000:  # of layouts long gone
                self._boxes.clear()
            display = "signed" if self.side == DIFFERENCE else box.display
            kept = {"editable": False, "paintable": False} if self.side == BASELINE else {}
            found = self._boxes[box] = replace(box, display=display, **kept)  # type: ignore[arg-type]
        return found

    def cells(self, shown: Trace, now: Trace, name: str, cells: Cells) -> Cells:
        """The cells of a card as the side that is shown has them."""
        other = self.other(now)
        if other is None:
            return cells
        present = name in other and other.graph[name].name == shown.graph[name].name
        if self.side == BASELINE:
            cells.note = baseline_note(present)
            return cells
        if not present:
            cells.note = only_now_note()
            return self._without(cells, only_now_words()) if self.side == DIFFERENCE else cells
        if self.side == NOW:
            return cells
        if other.graph[name].shape != shown.graph[name].shape:
            n, k = other.graph[name].shape
            cells.note = shape_note(f"{n}×{k}")
            return self._without(cells, shape_words(f"{n}×{k}"))
        return self._difference(shown, other, name, cells)

    def _without(self, cells: Cells, words: tuple[str, ...]) -> Cells:
        """Cells that can't be compared: blank, with the reason over them."""
        shape = cells.values.shape
        return Difference(
            values=np.zeros(shape),
            codes=np.full(shape, BLANK, np.uint8),
            steps=signed_steps(np.zeros(shape), 1.0),
            display="signed",
            limit=1.0,
            decimals=2,
            note=cells.note,
            words=words,
        )

    def _difference(self, shown: Trace, other: Trace, name: str, cells: Cells) -> Cells:
        mine, theirs = shown.values_of(shown.graph[name]), other.values_of(other.graph[name])
        values = differences(mine, theirs)
        finite = np.isfinite(values)
        codes = np.where(finite, ORDINARY, ODD).astype(np.uint8)
        hidden = other.hidden(name)
        if hidden is not None and cells.display != "mask":
            both = hidden & ((cells.codes == HIDDEN) | (cells.codes == VEILED)) & (values == 0.0)
            codes[both] = cells.codes[both]
        if cells.blank:
            codes[list(cells.blank)] = BLANK
        limit = self._limit(name, values, cells)
        return Difference(
            values=values,
            codes=codes,
            steps=signed_steps(values, limit),
            display="signed",
            limit=limit,
            decimals={"mask": 0, "ids": 0}.get(cells.display, 2),
            leaf=True,  # a small difference is written as a power of ten, not as 0.00
            held=cells.held,
            nothing=not finite.any(),
            blank=cells.blank,
            hatch=cells.hatch,
            form=cells.form,
            note=equal_note(gap(theirs, mine)[0]) if not values.any() or abs(values).max() <= LEAST_LIMIT else None,
        )

    def _limit(self, name: str, values: NDArray[np.float64], cells: Cells) -> float:
        """The size with the full colour: the largest difference; where all is equal, that of the numbers themselves."""
        if name not in self._fitted:
            self._fitted.add(name)
            sizes = np.abs(values[np.isfinite(values)])
            largest = float(sizes.max()) if sizes.size else 0.0
            self._limits[name] = max(largest or cells.limit, LEAST_LIMIT)
        return self._limits[name]


def differences(now: NDArray[np.floating], baseline: NDArray[np.floating]) -> NDArray[np.float64]:
    """now − baseline in double; cells of equal bits differ by 0, also where they are NaN or ∞."""
    if now.dtype != baseline.dtype:
        now, baseline = now.astype(np.float64), baseline.astype(np.float64)
    return np.asarray(minus(baseline, now), np.float64)


def tip_lines(comparison: Comparison, now: Trace, name: str, i: int, j: int) -> list[str]:
    """For the tooltip of a cell: its number now and in the baseline, and how they differ."""
    baseline = comparison.trace
    if baseline is None:
        return []
    here, there = (_value(trace, name, i, j) for trace in (now, baseline))
    if here is None or there is None:
        return [only_now_note()[0] if there is None else baseline_note(False)[0]]
    text = QCoreApplication.translate("compare", "now {now} · baseline {baseline} · difference {difference}")
    apart = float(differences(np.array([here]), np.array([there]))[0])
    said = exact(apart) if apart <= 0 or not np.isfinite(apart) else f"+{exact(apart)}"
    return [text.format(now=exact(here), baseline=exact(there), difference=said)]


def _value(trace: Trace, name: str, i: int, j: int) -> float | None:
    if name not in trace:
        return None
    node = trace.graph[name]
    return float(trace.values_of(node)[i, j]) if i < node.shape[0] and j < node.shape[1] else None


Note = tuple[str, str, bool]  # in words, as a sign where there is no room, and whether it is good news


def baseline_note(present: bool) -> Note:
    if present:
        return QCoreApplication.translate("compare", "baseline"), "⇄", False
    return QCoreApplication.translate("compare", "only in the baseline"), "−", False


def only_now_note() -> Note:
    return QCoreApplication.translate("compare", "not in the baseline"), "+", False


def only_now_words() -> tuple[str, ...]:
    return QCoreApplication.translate("compare", "not in the baseline"), "+"


def shape_note(shape: str) -> Note:
    return QCoreApplication.translate("compare", "{shape} in the baseline").format(shape=shape), "≠", False


def shape_words(shape: str) -> tuple[str, ...]:
    text = QCoreApplication.translate("compare", "no difference: {shape} in the baseline").format(shape=shape)
    return text, shape_note(shape)[0], shape


def equal_note(state: str) -> Note | None:
    """Over a difference: that there is none, or none to speak of."""
    if state == EQUAL:
        return QCoreApplication.translate("compare", "= baseline"), "=", True
    if state == CLOSE:
        return QCoreApplication.translate("compare", "≈ baseline, within 1e-12"), "≈", True
    assert state == DIFFERENT
    return None
