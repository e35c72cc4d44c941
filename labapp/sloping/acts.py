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
    from .steep import Steep


class SlopeActs(QObject):
    """The window's side of the gradients. Session and bar are made when somebody first asks for a gradient."""

    def __init__(self, window: MainWindow, place: Callable[[QWidget], object], warm: bool) -> None:
        """`place` puts the bar above the bench; `warm` loads compiled code once gradients are looked at."""
        super().__init__(window)
        self.window, self._place, self._warm = window, place, warm
        self._steep: Steep | None = None
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
            if self._warm:
                from .steep import Steep

                self._steep = Steep(window.document, self)
                self._steep.ready.connect(gradients.faster)
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
        if self.on and self._steep is not None:
            self._steep.start()
        self.window.actions_by_id["gradients"].setChecked(self.on)
        self.window.selection.changed.emit()  # the same cell is looked at in another way: its sources are others

    def stop(self) -> None:
        """The window closes."""
        made = self.window.bench.sloped.gradients
        if made is not None:
            made.stop()
        if self._steep is not None:
            self._steep.stop()
