"""Reveal by rows: a teacher shows the rows of an attention one after another. What is shown is in the Selection."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent

from . import labels
from .context_entry import Entry
from .hit import Hit
from .veils import LEAST, row_count, shown_rows, veiled_part

if TYPE_CHECKING:
    from .view import BenchView

BACK, TURN, NEXT = -1, 0, 1  # what the three buttons on a band do


class Revealer:
    """Chooses the rows that the attentions of one view show."""

    def __init__(self, view: BenchView) -> None:
        self.view = view

    # reading

    def shown(self, part: str) -> tuple[int, ...]:
        """The rows of an attention that are shown, in order."""
        return shown_rows(self.view.trace, part, self.view.selection.revealed)

    def count(self, part: str) -> int:
        return row_count(self.view.trace, part)

    def takes_label(self, name: str) -> bool:
        """Whether a click on a row label of this matrix shows or hides the row: while rows are being revealed."""
        return veiled_part(name) in self.view.selection.revealed

    def here(self) -> str:
        """The attention of the selected cell, else the one in view ("" where there is none)."""
        view = self.view
        cell = view.selection.cell
        near = [view.selection.place, *(band.part for band in view.bench.bands if band.reveal)]
        if cell is not None:
            near.insert(0, next((band.part for band in view.bench.bands if cell[0] in band.names and band.part), ""))
        return next((part for part in near if part and self.count(part) >= LEAST), "")

    # choosing

    def set(self, part: str, rows: frozenset[int] | None) -> None:
        """Show these rows (None: all); all of them one by one is the same as all."""
        count = self.count(part)
        if count < LEAST:
            return
        if rows is not None and len(rows) == count:
            rows = None
        self.view.selection.reveal(part, rows)
        self._tell(part)

    def step(self, part: str, step: int) -> None:
        """NEXT shows the first row that isn't yet; after all it begins again with none. BACK takes the last one away.

        TURN shows none, or all again.
        """
        view, shown = self.view, self.shown(part)
        veiled = part in view.selection.revealed
        if step == TURN:
            self.set(part, None if veiled else frozenset())
        elif step == NEXT:
            rest = [i for i in range(self.count(part)) if i not in shown]
            self.set(part, frozenset((*shown, rest[0])) if rest else frozenset())
        elif shown:
            self.set(part, frozenset(shown[:-1]))

    def turn(self, part: str, i: int) -> None:
        """Show a row or hide it, the others as they are."""
        self.set(part, frozenset(self.shown(part)) ^ {i})

    def show_all(self) -> bool:
        """Show everything of every attention; whether something was hidden."""
        parts = list(self.view.selection.revealed)
        for part in parts:
            self.set(part, None)
        return bool(parts)

    def key(self, back: bool) -> bool:
        """One step by key; False where there is no attention."""
        part = self.here()
        if part:
            self.step(part, BACK if back else NEXT)
        return bool(part)

    def _tell(self, part: str) -> None:
        if QAccessible.isActive():
            text = labels.rows_shown(len(self.shown(part)), self.count(part))
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self.view, text))


def entries(view: BenchView, found: Hit) -> Iterator[Entry]:
    """For the context menu: on what has the rows of an attention."""
    revealer, part = view.revealer, veiled_part(found.name)
    if found.kind == "reveal":
        part = found.name
    if found.kind not in ("cell", "row", "card", "map", "reveal") or revealer.count(part) < LEAST:
        return
    i, shown, veiled = found.i, revealer.shown(part), part in view.selection.revealed
    if found.kind in ("cell", "row"):
        label = view.trace[found.name].rows[i]
        text = QCoreApplication.translate("Bench", "View: row {label} alone").format(label=label)
        yield Entry("reveal_only", text, lambda: revealer.set(part, frozenset({i})), shown != (i,))
        text = (
            QCoreApplication.translate("Bench", "View: without row {label}")
            if i in shown
            else QCoreApplication.translate("Bench", "View: with row {label}")
        )
        yield Entry("reveal_turn", text.format(label=label), lambda: revealer.turn(part, i))
    text = QCoreApplication.translate("Bench", "View: next row (R)")
    yield Entry("reveal_next", text, lambda: revealer.step(part, NEXT), veiled)
    text = QCoreApplication.translate("Bench", "View: no row, to reveal them one by one (R)")
    yield Entry("reveal_none", text, lambda: revealer.set(part, frozenset()), bool(shown))
    text = QCoreApplication.translate("Bench", "View: all rows (Esc)")
    yield Entry("reveal_all", text, lambda: revealer.set(part, None), veiled)
