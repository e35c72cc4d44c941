"""What the action of the gradients does in a window: switch them on and off, and the bar that goes with them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from labapp.comparison import NOW

if TYPE_CHECKING:
    from labapp.gradients import Gradients
    from labapp.main_window import MainWindow

    from .bar import SlopeBar


class SlopeActs(QObject):
    """The window's side of the gradients. Session and bar are made when somebody first asks for a gradient."""

    def __init__(self, window: MainWindow, place: Callable[[QWidget], object]) -> None:
        super().__init__(window)
        self.window, self._place = window, place
        self.bar: SlopeBar | None = None
        window.bench.sloped.session = self.session

    def session(self) -> Gradients:
        """The session of the desk, with the bar above the bench."""
        gradients, window = self.window.desk.gradients, self.window
        if self.bar is None:
            from .bar import SlopeBar

            self.bar = SlopeBar(window.desk)
            self.bar.said.connect(window.tell)
            self.bar.refused.connect(window.say)
            self._place(self.bar)
            gradients.changed.connect(self._changed)
        return gradients

    @property
    def on(self) -> bool:
        """Whether a card shows its gradient."""
        made = self.window.bench.sloped.gradients
        return made is not None and made.on

    def toggle(self) -> None:
        """Gradients on the whole bench, or values again."""
        gradients = self.window.bench.sloped.asked()
        if gradients is not None:
            gradients.switch(not gradients.on)
        self._changed()

    def _changed(self) -> None:
        if self.on and self.window.comparison.side != NOW:
            self.window.comparison.show(NOW)
        self.window.actions_by_id["gradients"].setChecked(self.on)
        self.window.selection.changed.emit()  # the same cell is looked at in another way: its sources are others

    def stop(self) -> None:
        """The window closes."""
        made = self.window.bench.sloped.gradients
        if made is not None:
            made.stop()
