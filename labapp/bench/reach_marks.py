"""What the selected cell moves, as outlines around the cells that moved; dotted ones could move and did not here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QCoreApplication, QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QDockWidget

from core.reach import Reach
from core.trace import Array
from labapp.reaching import Reaching

from .context_entry import Entry
from .hit import Hit
from .paint import Style
from .places import Bench, Placed

if TYPE_CHECKING:
    from .view import BenchView

PANEL = "reach"
MOST = 4000  # cells of a matrix that are outlined one region after another; a larger one has a frame around them all
Lines = tuple[list[QLineF], list[QLineF]]  # around what moved, around what could have


class ReachMarks:
    """The outlines of one view; those of a state or a model that is not on the bench are not painted."""

    def __init__(self, view: BenchView) -> None:
        self.view = view
        self.reaching: Reaching | None = None
        self._docks: Mapping[str, QDockWidget] = {}
        self._lines: dict[str, Lines] = {}
        self._made_for: tuple[Any, Bench | None] = (None, None)

    def follow(self, reaching: Reaching, docks: Mapping[str, QDockWidget]) -> None:
        """Show what `reaching` finds; one of `docks` is asked for it."""
        self.reaching, self._docks = reaching, docks
        reaching.changed.connect(self.view.viewport().update)

    def ask(self) -> None:
        """Open the list of what moves, and with it these outlines."""
        if PANEL in self._docks:
            self._docks[PANEL].show()
            self._docks[PANEL].raise_()

    @property
    def found(self) -> Reach | None:
        """What there is to show on the bench as it is."""
        reaching = self.reaching
        if reaching is None or reaching.found is None or self.view.trace is not reaching.trace:
            return None
        return reaching.found

    def lines(self, name: str) -> Lines:
        """The outlines of one card, in bench coordinates."""
        found, bench = self.found, self.view.bench
        if (found, bench) != self._made_for:
            self._lines.clear()
            self._made_for = found, bench
        if name not in self._lines:
            made: Lines = [], []
            if found is not None and name in found and name in bench.cards:
                reached, placed = found[name], bench.cards[name]
                made = outlines(placed, reached.moved), outlines(placed, reached.still)
            self._lines[name] = made
        return self._lines[name]

    def paint(self, painter: QPainter, exposed: QRectF, style: Style) -> None:
        """Paint what lies in `exposed`, in bench coordinates."""
        if self.found is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        wide = max(1.6, style.metrics.px * 0.15)
        for name, placed in self.view.bench.cards.items():
            if not placed.rect.intersects(exposed):
                continue
            moved, still = self.lines(name)
            if still:
                pen = QPen(QColor(style.palette.reach), wide * 0.7, Qt.PenStyle.DotLine, Qt.PenCapStyle.RoundCap)
                painter.setPen(pen)
                painter.drawLines(still)
            if moved:
                # On a ground of the card's colour it is seen on any cell.
                for colour, width in ((style.palette.card, wide * 2.0), (style.palette.reach, wide)):
                    painter.setPen(QPen(QColor(colour), width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.SquareCap))
                    painter.drawLines(moved)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


def outlines(placed: Placed, cells: Array) -> list[QLineF]:
    """The lines around the regions of `cells` (bools [rows, cols]) on a card."""
    if not cells.any():
        return []
    n, k = cells.shape
    if cells.size > MOST or placed.box.as_image:
        rows, cols = np.flatnonzero(cells.any(axis=1)), np.flatnonzero(cells.any(axis=0))
        whole = placed.cell(int(rows[0]), int(cols[0])).united(placed.cell(int(rows[-1]), int(cols[-1])))
        a, b, c, d = whole.topLeft(), whole.topRight(), whole.bottomRight(), whole.bottomLeft()
        return [QLineF(a, b), QLineF(b, c), QLineF(c, d), QLineF(d, a)]
    x0, y0 = placed.at.x() + placed.box.grid_x, placed.at.y() + placed.box.grid_y
    w, h = placed.box.cell_width, placed.box.cell_height
    padded = np.pad(cells, 1)
    across = padded[:-1, 1:-1] != padded[1:, 1:-1]  # [rows + 1, cols]: an edge above row i
    down = padded[1:-1, :-1] != padded[1:-1, 1:]  # [rows, cols + 1]: an edge left of column j
    found = []
    for i in range(n + 1):
        found += [QLineF(x0 + a * w, y0 + i * h, x0 + b * w, y0 + i * h) for a, b in _runs(across[i])]
    for j in range(k + 1):
        found += [QLineF(x0 + j * w, y0 + a * h, x0 + j * w, y0 + b * h) for a, b in _runs(down[:, j])]
    return found


def _runs(edges: Array) -> Iterator[tuple[int, int]]:
    """Where stretches of True begin and end."""
    turns = np.flatnonzero(np.diff(np.concatenate(([False], edges, [False])).astype(np.int8))).tolist()
    yield from zip(turns[::2], turns[1::2], strict=True)


def entries(view: BenchView, found: Hit) -> Iterator[Entry]:
    """For the context menu of a cell."""
    if found.kind == "cell" and view.reached.reaching is not None:
        cell = found.cell

        def ask() -> None:
            view.selection.select(cell)
            view.reached.ask()

        yield Entry("reach", QCoreApplication.translate("Bench", "What moves with it (Ctrl+R)"), ask)
