"""Navigation: folding and unfolding sections, going to a part of the model or a cell, and knowing what is in view."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QPointF

from core.trace import Trace
from labapp.names import symbol_of
from labapp.selection import Cell

from .metrics import LARGEST
from .places import Band
from .sections import is_open, section_of, sections
from .veils import kept

if TYPE_CHECKING:
    from .view import BenchView

LOOKED_AT = 0.3  # of the view's height: what stands there is what a person reads


def nearest(trace: Trace, cell: Cell) -> Cell | None:
    """The cell itself, or the nearest that there still is in its matrix; None where the matrix is gone."""
    name, i, j = cell
    if name not in trace:
        return None
    n, k = trace.graph[name].shape
    return (name, min(i, n - 1), min(j, k - 1)) if n and k else None


def lost(trace: Trace, cell: Cell) -> str:
    """The sentence for a selected cell that is no more."""
    if nearest(trace, cell) is None:
        text = QCoreApplication.translate("Bench", "{name} is not part of this model any more: nothing is selected.")
        return text.format(name=cell[0])
    text = QCoreApplication.translate("Bench", "The selected cell of {matrix} is gone: the nearest is selected now.")
    return text.format(matrix=symbol_of(trace[cell[0]]))


class Navigator:
    """Moves one view among the sections of its model."""

    def __init__(self, view: BenchView) -> None:
        self.view = view
        self._enlarged = ("", 0)  # the card that is shown large, and at which text height
        self._usual = view.camera.px
        view.selection.asked.connect(self.go)
        view.selection.visited.connect(self.visit)

    def drop_lost(self, loaded: bool) -> None:
        """Of a selected cell that is no more the nearest is selected; one of a head that isn't shown stays. `loaded`
        says that another document is there, of which nothing was selected."""
        view, selection = self.view, self.view.selection
        selection.keep_revealed(kept(view.trace, selection.revealed))
        cell, row = selection.cell, selection.row
        if cell is not None:
            now = nearest(view.trace, cell)
            if now != cell:
                selection.select(None if loaded else now)
                if not loaded:
                    view.message.emit(lost(view.trace, cell))
        nodes = view.trace.graph.nodes
        if row is not None and not any(row[1] < node.shape[0] for node in nodes if node.axes[0] == row[0]):
            selection.follow(None)

    def turn(self, section: str) -> None:
        """Fold an open section, unfold a folded one; its first band stays where it was on the screen."""
        band = next((b for b in self.view.bench.bands if b.section == section), None)
        if band is None or not self.view.commit_editor():
            return
        seen = band.rect.top() - self.view.camera.offset().y()
        self.view.selection.set_open({section: band.folded})
        now = next((b for b in self.view.bench.bands if b.section == section), None)
        if now is not None:
            bar = self.view.verticalScrollBar()
            bar.setValue(round(now.rect.top() - max(0.0, seen)))
        self.tell_place()

    def turn_all(self, is_open: bool) -> None:
        """Fold or unfold everything that folds."""
        if self.view.commit_editor():
            self.view.selection.set_open({s.key: is_open for s in sections(self.view.trace.spec)})
            self.tell_place()

    def turn_here(self, is_open: bool) -> bool:
        """Fold or unfold the section of the selected cell, else the one in view; whether there is one."""
        cell = self.view.selection.cell
        section = section_of(self.view.trace.spec, cell[0]) if cell else ""
        bands = [b for b in self.view.bench.bands if b.section]
        if section not in {b.section for b in bands}:
            section = section_of(self.view.trace.spec, self.view.selection.place)
        band = next((b for b in bands if b.section == section), None)
        if band is None:
            return False
        if band.folded is is_open:
            self.turn(section)
        return True

    def go(self, place: str) -> None:
        """Bring a part ("enc1.self"), a section or a matrix into view, unfolded."""
        view = self.view
        if not view.commit_editor():
            return
        self._unfold(place)
        band = view.bench.band_of(place)
        if place in view.bench.cards:
            band = view.bench.band_at(view.bench.cards[place].rect.center())
        if band is not None:
            self.show(band)
            view.selection.set_place(band.place)
            if place in view.bench.cards:  # of a band that is higher than the view
                cell = view.selection.cell
                view.camera.reveal(*(cell if cell is not None and cell[0] == place else (place, 0, 0)))

    def _unfold(self, place: str) -> None:
        view = self.view
        section = section_of(view.trace.spec, place)
        found = next((s for s in sections(view.trace.spec) if s.key == section), None)
        if found is not None and not is_open(view.trace, found, view.selection.open):
            view.selection.set_open({section: True})

    def visit(self) -> None:
        """Bring the selected cell into view: unfolded, with its head shown, scrolled no further than needed."""
        view, cell = self.view, self.view.selection.cell
        if cell is None or cell[0] not in view.trace or not view.commit_editor():
            return
        matrix = view.trace[cell[0]]
        if matrix.head is not None:
            view.selection.show_head(matrix.name.split(f".h{matrix.head}.")[0], matrix.head)
        self._unfold(matrix.name)
        band = view.bench.band_of(matrix.part)
        if matrix.name in view.bench.cards:
            view.camera.reveal(matrix.name, *cell[1:])
        elif band is not None:
            self.show(band)
        self.tell_place()

    def show(self, band: Band) -> None:
        """Scroll so that a band begins near the top of the view."""
        m = self.view.bench.metrics
        self.view.verticalScrollBar().setValue(round(band.rect.top() - m.band_gap))
        seen = self.view.viewport().width()
        bar = self.view.horizontalScrollBar()
        if band.rect.right() > bar.value() + seen or band.rect.left() < bar.value():
            bar.setValue(round(band.rect.left() - m.band_gap))

    def enlarge(self, name: str) -> None:
        """Show one card as large as the view allows, or, where it is, everything as it was."""
        view, card = self.view, self.view.bench.cards.get(name)
        if card is None or not view.commit_editor():
            return
        if self._enlarged == (name, view.camera.px):
            px, self._enlarged = self._usual, ("", 0)
        else:
            seen = view.viewport().size()
            share = min(0.95 * seen.width() / card.rect.width(), 0.95 * seen.height() / card.rect.height())
            self._usual = view.camera.px
            px = max(view.camera.px, min(LARGEST, int(view.camera.px * share)))
            self._enlarged = (name, px)
        view.camera.zoom_to(px)
        now = view.bench.cards.get(name)
        if now is not None:
            away = QPointF(view.viewport().width(), view.viewport().height()) / 2
            corner = now.rect.center() - away
            view.horizontalScrollBar().setValue(round(corner.x()))
            view.verticalScrollBar().setValue(round(corner.y()))

    def begin(self) -> None:
        """Another model: in its place as at first, with something open in view."""
        view = self.view
        view.verticalScrollBar().setValue(0)
        view.horizontalScrollBar().setValue(0)
        opened = next((b for b in view.bench.bands if b.section and not b.folded), None)
        if opened is not None and opened.rect.top() > 0.6 * view.height():
            self.show(opened)
        self.tell_place()

    def tell_place(self) -> None:
        """Tell the selection which part is in view: that of the selected cell, where it is seen, else what is read."""
        view = self.view
        offset = view.camera.offset()
        top, height = offset.y(), view.viewport().height()
        cell = view.selection.cell
        placed = view.bench.cards.get(cell[0]) if cell else None
        if placed is not None and placed.rect.bottom() > top and placed.rect.top() < top + height:
            band = view.bench.band_at(placed.rect.center())
        else:
            at = top + LOOKED_AT * height
            near = [b for b in view.bench.bands if b.place and not b.folded] or list(view.bench.bands)
            # Of two columns the one that a person went to counts, as long as it is there.
            band = min(
                near,
                key=lambda b: (max(b.rect.top() - at, at - b.rect.bottom(), 0.0), b.place != view.selection.place),
                default=None,
            )
        if band is not None and band.place:
            view.selection.set_place(band.place)
