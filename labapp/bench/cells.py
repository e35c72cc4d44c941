"""Cells: what each cell of one matrix shows now, as plain arrays, made from a trace without painting.

A cell is ordinary (a number on a colour of its map), hidden (a weight that the mask keeps at 0), veiled (a score
that was computed before the mask hid it), odd (NaN, ±∞: never a colour of the map) or blank (of a row that a person
has chosen not to show yet). Texts are made when a cell is painted.
"""

from __future__ import annotations

import math
import weakref
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.graph import LEAF
from core.numbers import show
from core.trace import Matrix, Trace
from labapp.digits import NumberForm
from labapp.theme import signed_steps, weight_steps

from .hatching import Bits, hatch_of
from .metrics import CHARS
from .scales import Scales

ORDINARY, HIDDEN, ODD, VEILED, BLANK = 0, 1, 2, 3, 4
Bools = NDArray[np.bool_]


class Since(NamedTuple):
    """A large matrix is not looked at anew for a few numbers: an earlier state, and which cells moved, counted flat."""

    earlier: weakref.ref[Cells]
    moved: NDArray[np.intp]


@dataclass(eq=False)
class Cells:
    """One matrix's cells, [rows, cols] each; `steps` are steps into the colour map of `display`.

    `changed` are the cells that the last act moved (None where it moved none here, and before any act), `equal`
    says it moved none of a computed matrix; `held` are pinned cells; `empty` are rows without a visible key;
    `nothing` says that no value is finite, `blank` are rows that are not shown, `hatch` says which rules hide a cell
    (bits of `hatching`; None where there is nothing to tell apart). `leaf` marks what a person gives rather than what
    is computed.
    """

    values: NDArray[np.float64]
    codes: NDArray[np.uint8]
    steps: NDArray[np.uint8]
    display: str
    limit: float
    decimals: int
    leaf: bool = False
    setting: bool = False
    changed: Bools | None = None
    equal: bool = False
    held: Bools | None = None
    empty: tuple[int, ...] = ()
    nothing: bool = False
    blank: tuple[int, ...] = ()
    hatch: Bits | None = None
    form: NumberForm | None = None  # how numbers are written; None lets each matrix decide
    note: tuple[str, str, bool] | None = None  # over the cells: in words, as a sign, whether it is good news
    words: tuple[str, ...] = ()  # across the cells, the longest that fits
    since: Since | None = None  # what moved since the state that these cells were made from

    def __post_init__(self) -> None:
        self._bits = self.values.view(np.int64)
        # What concerns more than one cell: where it differs, the whole card is painted anew.
        self._whole = (
            type(self), self.values.shape, self.display, self.limit, self.decimals, self.empty, self.nothing,
            self.blank, self.form, self.words,
        )  # fmt: skip

    @property
    def whole(self) -> tuple[object, ...]:
        return *self._whole, self.note

    def differing(self, other: Cells, chars: int | None = CHARS) -> Bools:
        """Cells that look different in `other`, a state of the same matrix with the same `whole`.

        A number that moved too little for its digits or its colour looks the same. `chars` is the room for a number,
        None where colours alone are shown.
        """
        found = self.steps != other.steps
        for mine, theirs in ((self.changed, other.changed), (self.held, other.held)):
            if mine is not theirs:
                found |= (False if mine is None else mine) != (False if theirs is None else theirs)
        if self.codes is not other.codes:
            found |= self.codes != other.codes
        if self.hatch is not None or other.hatch is not None:
            found |= (0 if self.hatch is None else self.hatch) != (0 if other.hatch is None else other.hatch)
        if chars is not None:
            unsure = (self._bits != other._bits) & ~found
            if unsure.any():
                mine, theirs = self.values[unsure].tolist(), other.values[unsure].tolist()
                written = [self.written(a, chars) != other.written(b, chars) for a, b in zip(mine, theirs, strict=True)]
                found[unsure] = written
        return found

    def text(self, i: int, j: int, chars: int = CHARS) -> str:
        """The number of a cell in at most `chars` characters wherever it can be written so."""
        return self.written(float(self.values[i, j]), chars)

    def written(self, value: float, chars: int) -> str:
        """How this matrix writes a number."""
        if self.display == "mask":
            return "1" if value else "0"
        if self.display == "ids":
            return f"{value:.0f}"
        if self.setting:
            return show(value, 4, significant=True)
        if self.form is not None:
            text = self.form.text(value, self.decimals)
            fewest = self.decimals if self.form.decimals is None else self.form.decimals
            return text if len(text) <= chars else cell_text(value, fewest, chars)
        return cell_text(value, self.decimals, chars, self.leaf)


_NO_CODES: dict[tuple[int, int], NDArray[np.uint8]] = {}


@lru_cache(maxsize=256)
def still(shape: tuple[int, ...]) -> Bools:
    """The `changed` of a matrix in which nothing changed: one shared array a shape."""
    cells = np.zeros(shape, np.bool_)
    cells.flags.writeable = False
    return cells


def _no_codes(shape: tuple[int, int]) -> NDArray[np.uint8]:
    """The codes of a matrix of ordinary cells: one shared array a shape."""
    if shape not in _NO_CODES:
        codes = np.zeros(shape, np.uint8)
        codes.flags.writeable = False
        _NO_CODES[shape] = codes
    return _NO_CODES[shape]


def cells_of(
    trace: Trace,
    name: str,
    scales: Scales,
    changed: Bools | None = None,
    blank: tuple[int, ...] = (),
    form: NumberForm | None = None,
    earlier: Cells | None = None,
) -> Cells:
    """The cells of `name` in `trace`; colour limits and decimals are those that `scales` holds.

    `changed` is the matrix's part of `trace.difference(before)`, None where nothing was done yet; `blank` are
    rows that are not shown; `form` is how a person wants numbers written; `earlier` is another state of the matrix.
    """
    node = trace.graph[name]
    raw = trace.values_of(node)
    # A copy of what is a part of the whole trace: the cells may be kept longer than that.
    values = raw.astype(np.float64, copy=node.op != LEAF and raw.base is not None)
    leaf, display = node.op == LEAF, node.display
    limit, decimals = scales.look(node.name, values, display)
    codes = _no_codes(node.shape)
    where = node.name.endswith(".where")  # of a pin: its ones are what is held, its zeros hide nothing
    if display == "mask" and not where:
        hides: Bools | None = values == 0.0
    else:
        hides = trace.hidden(node.name) if node.mask is not None else None
    held = values != 0.0 if where else _held(trace, node.name) if node.natural is not None else None
    since = _since(earlier, values, display, limit)
    plain = earlier is not None and since is not None and bool(np.isfinite(values.ravel()[since.moved]).all())
    finite = np.True_ if plain else np.isfinite(values)
    nothing = False
    empty: tuple[int, ...] = ()
    hatch: Bits | None = None
    if not np.logical_and.reduce(finite, axis=None):
        codes = np.where(finite, ORDINARY, ODD).astype(np.uint8)
        nothing = not finite.any()
    if hides is not None and hides.any():
        hatch = hatch_of(trace, node.name)
        veiled = display == "signed"  # scores stand before the mask: their numbers are real
        if held is not None and display == "weights":
            hides = hides & ~held  # a hidden weight that is held counts
        codes = np.where(hides & (finite | (not veiled)), VEILED if veiled else HIDDEN, codes).astype(np.uint8)
        if display == "weights" or node.name.endswith(".S"):
            empty = tuple(int(i) for i in np.flatnonzero(hides.all(axis=1)) if i not in blank)
    if blank:
        codes = codes.copy()
        codes[list(blank)] = BLANK
    moved = changed is not None and bool(np.logical_or.reduce(changed, axis=None))
    return Cells(
        values=values,
        codes=codes,
        steps=_steps(values, display, limit) if earlier is None or since is None else _stepped(earlier, since, values),
        display=display,
        limit=limit,
        decimals=decimals,
        leaf=leaf,
        setting=node.role == "setting" and node.size == 1,
        changed=changed if moved else None,
        equal=changed is not None and not leaf and not moved,
        held=held,
        empty=empty,
        nothing=nothing,
        blank=blank,
        hatch=hatch,
        since=since,
        form=None if form is None or form.automatic else replace(form, single=raw.dtype == np.float32),
    )


def _since(earlier: Cells | None, values: NDArray[np.float64], display: str, limit: float) -> Since | None:
    """Which cells moved since an earlier state; None where that is no base to go on from, or most did."""
    if earlier is None or earlier.values.shape != values.shape or (earlier.display, earlier.limit) != (display, limit):
        return None
    if earlier.codes is not _no_codes(values.shape):
        return None
    moved = np.flatnonzero(earlier._bits != values.view(np.int64))
    return Since(weakref.ref(earlier), moved) if moved.size <= values.size // 8 else None


def _steps(values: NDArray[np.float64], display: str, limit: float) -> NDArray[np.uint8]:
    return weight_steps(values) if display == "weights" else signed_steps(values, limit)


def _stepped(earlier: Cells, since: Since, values: NDArray[np.float64]) -> NDArray[np.uint8]:
    """The steps of an earlier state, and new ones where something moved."""
    steps = earlier.steps.copy()
    steps.ravel()[since.moved] = _steps(values.ravel()[since.moved], earlier.display, earlier.limit)
    return steps


def _held(trace: Trace, name: str) -> Bools | None:
    where = f"{name}.where"
    return trace[where].values != 0 if where in trace else None


def natural_value(trace: Trace, matrix: Matrix, i: int, j: int) -> float | None:
    """What a pinned cell would be, or None where the cell is free."""
    if matrix.natural is None:
        return None
    held = _held(trace, matrix.name)
    return float(trace[matrix.natural].values[i, j]) if held is None or held[i, j] else None


@lru_cache(maxsize=50_000)  # most numbers of a frame were there in the one before
def cell_text(value: float, decimals: int, chars: int = CHARS, exact_small: bool = False) -> str:
    """`show(value, decimals)` shortened to `chars`: fewer decimals first, then a power of ten.

    With `exact_small`, a value that would round to 0.00 is written as a power of ten: what a person typed
    doesn't seem to vanish.
    """
    size = abs(value)
    scaled = size * 10.0**decimals
    if scaled < 1e6:
        if exact_small and 0.0 < scaled < 0.5:
            return _power(value, chars)
        # The common case, twenty times faster than `show` and equal to it away from ties.
        if abs(scaled - math.floor(scaled) - 0.5) > 1e-6:
            text = f"{size:.{decimals}f}"
            if value < 0.0 and scaled >= 0.5:
                text = "−" + text
            if len(text) <= chars:
                return text
    for places in range(decimals, -1, -1):
        text = show(value, places)
        if len(text) <= chars and "e" not in text:
            return text
    return _power(value, chars) if math.isfinite(value) else text


def _power(value: float, chars: int) -> str:
    """`value` as a power of ten with as many digits as fit."""
    for places in (2, 1, 0):
        mantissa, _, exponent = f"{value:.{places}e}".partition("e")
        if "." in mantissa:
            mantissa = mantissa.rstrip("0").rstrip(".")
        text = f"{mantissa}e{int(exponent)}".replace("-", "−")
        if len(text) <= chars:
            break
    return text
