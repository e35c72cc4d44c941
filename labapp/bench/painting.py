"""Painting a mask: cells of an attention hidden and shown by hand. The first cell of a stroke decides which."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QCoreApplication, QPointF
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent

from core.arrays import Array
from core.problem import QT_TRANSLATE_NOOP, Problem
from core.trace import Matrix, Trace
from core.workspace import Workspace
from labapp.names import symbol_of
from labapp.selection import Cell
from labapp.text import act, sentence

from . import labels
from .editing import cell_name
from .hover import cell_words
from .mask_names import CUSTOM, MASK, painted_part
from .pinning import held_cells

if TYPE_CHECKING:
    from .view import BenchView

Place = tuple[int, int]


def with_mask(workspace: Workspace, part: str, values: Array, sample: int) -> Workspace:
    """The workspace with the custom mask `values` [n_q, n_k] of one attention; one that hides nothing is not begun."""
    if f"{part}{CUSTOM}" in workspace.graph(sample):
        return workspace.with_block(f"{part}{CUSTOM}", 0, 0, values, sample)
    return workspace if values.all() else workspace.with_custom_mask(part, values, sample)


def custom_mask(trace: Trace, part: str) -> Array:
    """The custom mask of an attention as a new array [n_q, n_k]: 1 everywhere where there is none."""
    name = f"{part}{CUSTOM}"
    return trace[name].values.copy() if name in trace else np.ones_like(trace[f"{part}{MASK}"].values)


def cells_between(start: Place, end: Place) -> list[Place]:
    """The cells on the straight line from one cell to another, without the first: a quick hand leaves no gaps."""
    (i, j), (k, m) = start, end
    steps = max(abs(k - i), abs(m - j))
    return [(i + round((k - i) * s / steps), j + round((m - j) * s / steps)) for s in range(1, steps + 1)]


@dataclass
class _Stroke:
    """An open act: what it paints, from where, and which cells it has been on."""

    name: str
    part: str
    hide: bool
    sample: int
    start: Workspace
    values: Array
    last: Place
    cells: set[Place] = field(default_factory=set)


class Painting:
    """Paints the masks of one view. While a stroke is open the layout holds still, as the colours of a drag do."""

    def __init__(self, view: BenchView) -> None:
        self.view = view
        self._stroke: _Stroke | None = None

    def holds(self) -> bool:
        """Whether a stroke is open. One whose act something else closed is over."""
        if self._stroke is not None and (not self.view.document.acting or self.view.document.lasting):
            self._stroke = None
        return self._stroke is not None

    # strokes

    def begin(self, name: str, i: int, j: int, hide: bool | None = None) -> None:
        """Begin a stroke on a cell: it hides where the cell is visible and shows where it is hidden."""
        matrix = self.view.trace[name]
        if hide is None:
            hide = bool(matrix.values[i, j] != 0)
        template = (
            QT_TRANSLATE_NOOP("acts", "Hide cells of {matrix}")
            if hide
            else QT_TRANSLATE_NOOP("acts", "Show cells of {matrix}")
        )
        self._begin(matrix, (i, j), hide, act(template, matrix=str(symbol_of(matrix))))
        self._paint([(i, j)])

    def _begin(self, matrix: Matrix, at: Place, hide: bool, label: str) -> None:
        document, part = self.view.document, painted_part(matrix.name)
        document.begin(label)
        values = custom_mask(document.trace, part)
        self._stroke = _Stroke(matrix.name, part, hide, document.sample, document.workspace, values, at)

    def to(self, at: QPointF) -> bool:
        """Go on to a point of the viewport; False where something else closed the act."""
        stroke, view = self._stroke, self.view
        if stroke is None or not self.holds():
            return False
        placed = view.bench.cards[stroke.name]
        inside = at + view.camera.offset() - placed.at
        i = int((inside.y() - placed.box.grid_y) // placed.box.cell_height)
        j = int((inside.x() - placed.box.grid_x) // placed.box.cell_width)
        if (i, j) != stroke.last:
            way = cells_between(stroke.last, (i, j))
            stroke.last = (i, j)
            n, k = stroke.values.shape
            self._paint([(a, b) for a, b in way if 0 <= a < n and 0 <= b < k])
        return True

    def end(self) -> None:
        """Close the stroke: one undo step. What stays as it was is told in words."""
        stroke = self._stroke
        if stroke is None or not self.holds():
            return

        def commit() -> None:
            self._stroke = None
            self.view.document.commit()

        self._in_place(stroke.part, stroke.name, commit)
        self._tell(stroke.part, stroke.cells, stroke.hide)

    def cancel(self) -> None:
        """Give the stroke up: everything is as it was before."""
        if self.holds():
            self._stroke = None
            self.view.document.cancel()

    def _paint(self, cells: list[Place]) -> None:
        stroke = self._stroke
        if stroke is None or not cells:
            return
        stroke.cells.update(cells)
        for i, j in cells:
            stroke.values[i, j] = 0 if stroke.hide else 1
        try:
            self.view.document.preview(with_mask(stroke.start, stroke.part, stroke.values, stroke.sample))
        except Problem as problem:
            self.view.message.emit(sentence(problem))

    # whole acts

    def toggle(self, name: str, i: int, j: int, hide: bool | None = None) -> None:
        """Hide a visible cell, show a hidden one; `hide` says which of the two."""
        matrix = self.view.trace[name]
        if hide is None:
            hide = bool(matrix.values[i, j] != 0)
        template = QT_TRANSLATE_NOOP("acts", "Hide {cell}") if hide else QT_TRANSLATE_NOOP("acts", "Show {cell}")
        self._begin(matrix, (i, j), hide, act(template, cell=cell_name(matrix, i, j)))
        self._paint([(i, j)])
        self.end()
        if QAccessible.isActive() and name in self.view.trace:
            said = cell_words(self.view.trace, name, i, j)
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self.view, said))

    def line(self, name: str, i: int | None, j: int | None, hide: bool) -> None:
        """Hide or show a whole row (`j` None) or a whole column (`i` None)."""
        matrix = self.view.trace[name]
        n, k = matrix.values.shape
        if i is not None:
            template = (
                QT_TRANSLATE_NOOP("acts", "Hide all keys from query {label}")
                if hide
                else QT_TRANSLATE_NOOP("acts", "Show all keys to query {label}")
            )
            cells, label = [(i, b) for b in range(k)], matrix.rows[i]
        else:
            assert j is not None
            template = (
                QT_TRANSLATE_NOOP("acts", "Hide key {label} from every query")
                if hide
                else QT_TRANSLATE_NOOP("acts", "Show key {label} to every query")
            )
            cells, label = [(a, j) for a in range(n)], matrix.cols[j]
        self._begin(matrix, cells[0], hide, act(template, label=label))
        self._paint(cells)
        self.end()

    def clear(self, part: str) -> None:
        """Take the custom mask of an attention away."""
        document = self.view.document
        cleared = document.workspace.with_custom_mask(part, None, document.sample)
        label = act(QT_TRANSLATE_NOOP("acts", "Clear the custom mask"))
        self._in_place(part, f"{part}{MASK}", lambda: document.do(cleared, label))

    def carry(self, direction: str) -> bool:
        """Give the next cell in a direction the state of the selected one and go there: a stroke by keyboard."""
        view, cell = self.view, self.view.selection.cell
        if cell is None or not self.takes(cell[0]):
            return False
        hide = bool(view.trace[cell[0]].values[cell[1], cell[2]] == 0)
        view.keys.move(direction)
        now = view.selection.cell
        if now is not None and now != cell:
            self.toggle(*now, hide)
        return True

    def key(self, text: str, delete: bool) -> bool:
        """0, 1 or Delete on the selected cell of a mask; False for anything else."""
        cell = self.view.selection.cell
        if cell is None or not self.paints(cell) or not (delete or text in ("0", "1")):
            return False
        self.toggle(*cell, hide=text != "1")
        return True

    def takes(self, name: str) -> bool:
        """Whether the card `name` is on the bench and its cells are painted."""
        return bool(painted_part(name)) and name in self.view.bench.cards and not self.view.compared.baseline

    def paints(self, cell: Cell) -> bool:
        """Whether a key on this very cell paints: where a pin holds it, a number typed is the pin's."""
        if not self.takes(cell[0]):
            return False
        held = held_cells(self.view.trace, cell[0])
        return held is None or not held[cell[1], cell[2]]

    # inside

    def _in_place(self, part: str, name: str, change: Callable[[], None]) -> None:
        """Change something, and keep the painted card under the hand: a rule that comes or goes moves the others."""
        view = self.view
        before = view.bench.cards.get(name)
        at = view.on_screen(before.rect).topLeft() if before else QPointF()
        change()
        after = view.bench.cards.get(name) or view.bench.cards.get(f"{part}{MASK}")
        if before is not None and after is not None:
            view.camera.scroll_by(view.on_screen(after.rect).topLeft() - at)

    def _tell(self, part: str, cells: set[Place], hide: bool) -> None:
        """Say which of the painted cells another rule, or a pin, keeps as they were."""
        trace = self.view.trace
        mask = trace[f"{part}{MASK}"]
        kept = sorted(cell for cell in cells if bool(mask.values[cell] != 0) is hide)
        if not kept:
            return
        by = {rule for cell in kept for rule in trace.hidden_by(mask.name, *cell)} if not hide else {"pin"}
        rules = ", ".join(
            labels.rule_name(rule) for rule in ("causal", "window", "padding", "custom", "pin") if rule in by
        )
        if hide:
            text = QCoreApplication.translate("Bench", "Held visible by a pin on the mask: {cells}.")
        else:
            text = QCoreApplication.translate(
                "Bench", "Still hidden by {rules}: {cells}. Painting changes the custom mask alone."
            )
        first = cell_name(mask, *kept[0])
        if len(kept) > 1:
            more = QCoreApplication.translate("Bench", "{cell} (and {count} more)")
            first = more.format(cell=first, count=len(kept) - 1)
        self.view.message.emit(text.format(cells=first, rules=rules))
