"""Content: the bench of one document as plain data, kept up with every new trace. It knows no widget.

It decides when the layout has to be made anew, holds colour scales still during an act, and says which cells the
last act moved.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QSizeF

from core.trace import Trace
from labapp.digits import NumberForm
from labapp.selection import Selection

from .against import Against
from .card import Box, Card
from .cells import Bools, Cells, cells_of, still
from .layout import layout
from .metrics import Metrics
from .places import Bench
from .scales import Scales
from .veils import Revealed, blank_rows

if TYPE_CHECKING:
    from .slopes import Slopes

Room = tuple[QSizeF, float]  # the size of a view without scroll bars, and the width of one
LAYOUTS_KEPT = 8
LARGE = 2**15  # cells of a matrix that is not looked at anew for a few of them
BITS: dict[int, np.dtype[Any]] = {4: np.dtype(np.int32), 8: np.dtype(np.int64)}  # of a number of so many bytes


class Content:
    """Made of a trace by `show`; `bench` is laid out by `fit_into`, `card(name)` is what a card shows now."""

    def __init__(self) -> None:
        self.trace: Trace
        self._bench: Bench | None = None
        self._layouts: dict[tuple[float, int, float, int], Bench] = {}
        self.scales = Scales()
        self.form: NumberForm | None = None  # how a person wants numbers written
        self._structure: tuple[object, ...] = ()
        self._before: Trace | None = None
        self._marked = False  # whether something was done whose marks are shown
        self._acting = False
        self._cells: dict[str, Cells] = {}
        self._earlier: dict[str, Cells] = {}  # of large matrices in the middle of an act: what to go on from
        self._revealed: Revealed = {}
        self.against: Against | None = None  # a baseline beside it
        self.slopes: Slopes | None = None  # gradients in place of numbers
        self._now: Trace | None = None

    @property
    def now(self) -> Trace:
        """The present trace, also where a baseline is laid out."""
        return self._now or self.trace

    @property
    def bench(self) -> Bench:
        """The bench as it is laid out."""
        assert self._bench is not None, "fit_into comes first"
        return self._bench

    def show(self, trace: Trace, before: Trace, acting: bool, now: Trace | None = None) -> None:
        """Take in a trace; `before` is the one at the beginning of the present or last act, `now` the present one where
        that is another.

        Nothing is marked where nothing was done: right after loading, and after an act that was given up.
        """
        self._now = now
        going_on = acting and self._acting and before is self._before
        if going_on:
            self._forget_moved(trace)
            self._forget_slopes()
        self.trace = trace
        self._marked = before.workspace is not trace.workspace
        if not going_on:
            if not acting:
                self.scales.settle()
                if self.against is not None:
                    self.against.settle()
                if self.slopes is not None:
                    self.slopes.settle()
            self._cells.clear()
            self._earlier.clear()
        self._before, self._acting = before, acting

    def _forget_moved(self, trace: Trace) -> None:
        """Let go of the cells of what a preview moved, and of what a mask or a pin that it moved says of others."""
        if trace.graph is not self.trace.graph:
            self._cells.clear()
            return
        moved = trace.differing(self.trace)
        graph = trace.graph
        rules = {graph[name].index for name in moved if graph[name].display == "mask" or name.endswith(".where")}
        if rules:
            moved |= {
                node.name
                for node in graph.nodes
                if node.mask in rules or (node.natural is not None and f"{node.name}.where" in moved)
            }
        for name in moved:
            gone = self._cells.pop(name, None)
            if gone is not None and gone.values.size >= LARGE:
                self._earlier[name] = gone

    def _forget_slopes(self) -> None:
        """Whatever moved, every gradient may be another."""
        if self.slopes is not None:
            for name in [name for name in self._cells if self.slopes.shows(name)]:
                del self._cells[name]

    def fit_into(self, looks: Selection, room: Room, metrics: Metrics) -> bool:
        """Lay out for a view of this room if that differs from what is there; whether it does."""
        bench = self.layout_in(looks, room, metrics)
        if self._bench is bench:
            return False
        self._bench = bench
        return True

    def layout_in(self, looks: Selection, room: Room, metrics: Metrics) -> Bench:
        """The bench in the whole width of a view, or beside a scroll bar where it is taller than the view."""
        size, bar = room
        beside = self._layout(looks, max(1.0, size.width() - bar), metrics)
        return beside if beside.height > size.height() else self._layout(looks, size.width(), metrics)

    def whole(self, looks: Selection, room: Room, metrics: Metrics) -> Bench:
        """The bench in the whole width of a view, whether or not it is taller."""
        return self._layout(looks, room[0].width(), metrics)

    def fits(self, looks: Selection, room: Room, metrics: Metrics) -> bool:
        """Whether the whole bench is in view without scroll bars."""
        bench = self.whole(looks, room, metrics)
        return bench.height <= room[0].height() and bench.width <= room[0].width() + 0.5

    def _layout(self, looks: Selection, width: float, metrics: Metrics) -> Bench:
        """The last few layouts of this model are kept: a resize asks for the same ones again and again."""
        trace = self.trace
        words = trace.workspace.samples[trace.sample], tuple(trace.workspace.vocab.items())
        structure = (
            trace.graph,
            trace.spec.scale,
            words,
            tuple(sorted(looks.head.items())),
            tuple(sorted(looks.open.items())),
            tuple((part, tuple(sorted(rows))) for part, rows in sorted(looks.revealed.items())),
        )
        if looks.revealed != self._revealed:
            self._revealed = dict(looks.revealed)
            self._cells.clear()
        if structure != self._structure:
            self._layouts.clear()
            self._structure = structure
        key = (width, metrics.px, metrics.ratio, metrics.chars)
        found = self._layouts.pop(key, None) or layout(trace, looks.head, width, metrics, looks.open, looks.revealed)
        self._layouts[key] = found  # the latest last
        if len(self._layouts) > LAYOUTS_KEPT:
            del self._layouts[next(iter(self._layouts))]
        return found

    def forget(self) -> None:
        """Lay out anew next time: the language or the digits changed."""
        self._structure = ()
        self._layouts.clear()
        self._cells.clear()

    def forget_cells(self) -> None:
        """Something else is shown of the same matrices."""
        self._cells.clear()

    def card(self, name: str) -> Card:
        """The card of a matrix on the bench, as it is now."""
        box = self.bench.cards[name].box
        cells = self._cells.get(name)
        if cells is None:
            cells = cells_of(
                self.trace,
                name,
                self.scales,
                self._moved(name),
                self.blank_rows(name),
                self.form,
                self._earlier.pop(name, None),
            )
            if self.against is not None:
                cells = self.against.cells(self.trace, self.now, name, cells)
            if self.slopes is not None:
                cells = self.slopes.cells(self.trace, name, cells)
            self._cells[name] = cells
        return Card(self.dressed(box, cells, self.bench.metrics), cells)

    def dressed(self, box: Box, cells: Cells, metrics: Metrics) -> Box:
        """The frame of a card as what it shows needs it: its gradient, a baseline, a difference."""
        if self.slopes is not None:
            box = self.slopes.box(self.trace, box, metrics, cells.note)
        return box if self.against is None else self.against.box(box)

    def number(self, name: str, i: int, j: int) -> float:
        """The number that stands in a cell: that of the matrix, or its gradient."""
        if self.slopes is not None and self.slopes.shows(name):
            return float(self.slopes.gradients.now()[name][i, j])
        return float(self.trace[name].values[i, j])

    def kept(self, name: str) -> Cells | None:
        """The cells of a matrix as they were made last, None where something moved since."""
        return self._cells.get(name)

    def blank_rows(self, name: str) -> tuple[int, ...]:
        """The rows of a matrix that a person has chosen not to show yet."""
        if not self._revealed:
            return ()
        return blank_rows(self.trace, name, self._revealed)

    def _moved(self, name: str) -> Bools | None:
        """The matrix's part of `trace.difference(before)`, without working out all the others in every frame."""
        before = self._before
        if not self._marked or before is None or name not in before.graph:
            return None
        mine, theirs = self.trace.values_of(self.trace.graph[name]), before.values_of(before.graph[name])
        if mine.shape != theirs.shape or mine.dtype != theirs.dtype:
            return None
        if mine is theirs:
            return still(mine.shape)
        bits = BITS[mine.dtype.itemsize]
        return mine.view(bits) != theirs.view(bits)

    def boxes(self) -> list[Box]:
        """The boxes of all cards."""
        return [placed.box for placed in self.bench.cards.values()]

    def worded(self) -> set[str]:
        """The cards that have words over their cells."""
        return {name for name, cells in self._cells.items() if cells.nothing or cells.empty or cells.words}

    def cards(self) -> dict[str, Card]:
        """All cards of the bench."""
        return {name: self.card(name) for name in self.bench.cards}
