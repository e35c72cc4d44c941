"""Compared: how one view follows a comparison. It takes in the side that is shown, and refuses to edit a baseline."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from labapp.comparison import BASELINE, Comparison
from labapp.selection import Cell

from .against import Against
from .editing import may_edit

if TYPE_CHECKING:
    from .view import BenchView


class Compared:
    """What `comparison` means for one view."""

    def __init__(self, view: BenchView, comparison: Comparison) -> None:
        self.view, self.comparison = view, comparison
        comparison.changed.connect(self._changed)

    @property
    def baseline(self) -> bool:
        """Whether the baseline is shown."""
        return self.comparison.side == BASELINE

    def frozen(self) -> bool:
        """Whether a baseline is shown, which is not edited; then says so."""
        if self.baseline:
            self.view.message.emit(
                QCoreApplication.translate(
                    "compare", "This is the baseline: it is not edited. Show “Now” or “Difference” to change numbers."
                )
            )
        return self.baseline

    def may_edit(self, cell: Cell) -> bool:
        """Whether the number of a cell can be changed here."""
        return not self.baseline and not self.view.sloped.shows(cell[0]) and may_edit(self.view.trace, *cell)

    def take_in(self) -> None:
        """Show what the document has now, or the baseline beside it."""
        document, shown, content = self.view.document, self.comparison.shown(), self.view.content
        if not self.comparison.on:
            content.against = None
        elif content.against is None:
            content.against = Against(self.comparison)
        before = document.before if shown is document.trace else shown  # of a baseline nothing moves
        content.show(shown, before, document.acting, document.trace)

    def _changed(self) -> None:
        view = self.view
        view.typing.drop()
        view.content.against = Against(self.comparison) if self.comparison.on else None
        view.content.forget_cells()
        view.take_in()
