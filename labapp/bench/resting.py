"""A bench that nobody sees rests: it takes in what happens, and is laid out and painted when somebody looks again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import accessible

if TYPE_CHECKING:
    from .view import BenchView


class Resting:
    """Whether one view rests, and whether it has missed something."""

    def __init__(self, view: BenchView) -> None:
        self._view = view
        self.on = False
        self.missed = False
        self._loaded = False

    def turn(self, on: bool) -> None:
        """Rest, or look up again."""
        self.on = on
        if not on:
            self.catch_up()

    def miss(self, loaded: bool = False) -> bool:
        """Something happened: whether it is put off."""
        if self.on:
            self.missed = True
            self._loaded = self._loaded or loaded
        return self.on

    def catch_up(self) -> None:
        """Lay out and paint what was missed."""
        if not self.missed:
            return
        view, on, loaded = self._view, self.on, self._loaded
        self.on = self.missed = self._loaded = False
        view.lay_out()
        if loaded:
            view.navigator.begin()
        view.canvas.clear()
        view.look()
        accessible.values_changed(view)
        view.navigator.tell_place()
        view.viewport().update()
        self.on = on
