"""Sloped: how one view follows the gradients. It shows them, refuses to edit them, and tries those that are clicked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from core.problem import Problem
from labapp.comparison import NOW
from labapp.selection import Cell
from labapp.text import sentence

from .context_entry import Entry
from .hit import Hit

if TYPE_CHECKING:
    from labapp.gradients import Gradients

    from .slopes import Slopes
    from .view import BenchView


class Sloped:
    """What gradients mean for one view. The session is made when somebody first asks for one."""

    def __init__(self, view: BenchView) -> None:
        self.view = view
        self.session: Callable[[], Gradients] | None = None
        self._gradients: Gradients | None = None

    @property
    def gradients(self) -> Gradients | None:
        """The session, where somebody has asked for a gradient already."""
        return self._gradients

    @property
    def slopes(self) -> Slopes | None:
        return self.view.content.slopes

    def asked(self) -> Gradients | None:
        """The session, made now where there is none yet; None on a bench that stands alone."""
        if self._gradients is None and self.session is not None:
            from .slopes import Slopes

            self._gradients = self.session()
            self.view.content.slopes = Slopes(self._gradients)
            self._gradients.changed.connect(self._changed)
            self.view.compared.comparison.changed.connect(self.pause)
            self.pause()
        return self._gradients

    def shows(self, name: str) -> bool:
        """Whether a card shows its gradient."""
        slopes = self.slopes
        return slopes is not None and slopes.shows(name)

    def frozen(self, name: str) -> bool:
        """Whether a card shows its gradient, which is not edited; then says so."""
        if not self.shows(name):
            return False
        self.view.message.emit(
            QCoreApplication.translate(
                "slopes",
                "This is a gradient: it is worked out, not given. Show the value (Ctrl+G, or the right button) to "
                "change it.",
            )
        )
        return True

    def check(self, cell: Cell) -> None:
        """Try a gradient: move its cell both ways."""
        if self._gradients is not None and self.shows(cell[0]):
            self._gradients.check(cell)

    def turn(self, name: str) -> None:
        """The gradient of a card where its value is shown, else its value."""
        if self.session is not None and not self.view.compared.frozen() and name in self.view.trace:
            _show(self.view, name, not self.shows(name))

    def pause(self) -> None:
        """Gradients are those of the present state: a baseline or a difference is shown as it is."""
        if self.slopes is not None:
            self.slopes.paused = self.view.compared.comparison.side != NOW

    def _changed(self) -> None:
        view = self.view
        view.typing.drop()
        if self.slopes is not None:
            self.slopes.forget()
        view.content.forget_cells()
        view.take_in()


def entries(view: BenchView, found: Hit) -> Iterator[Entry]:
    """For the context menu: the gradient or the value of a card, the gradient of a cell, and trying one."""
    sloped = view.sloped
    if sloped.session is None or found.kind not in ("cell", "card", "row", "map") or view.compared.baseline:
        return
    name = found.name
    if name not in view.trace or not view.trace[name].values.size:
        return
    if sloped.shows(name):
        if found.kind == "cell":
            text = QCoreApplication.translate("slopes", "Try it: move the number both ways")
            yield Entry("slope_check", text, lambda: sloped.check(found.cell))
        text = QCoreApplication.translate("slopes", "Show the value")
        yield Entry("slope_value", text, lambda: _show(view, name, False))
    else:
        text = QCoreApplication.translate("slopes", "Show the gradient here")
        yield Entry("slope_here", text, lambda: _show(view, name, True))
    if found.kind == "cell":
        text = QCoreApplication.translate("slopes", "Show the gradient of this cell everywhere")
        yield Entry("slope_of", text, lambda: aim(view, found.cell))


def _show(view: BenchView, name: str, on: bool) -> None:
    """Show the gradient or the value of a card, or say why it has none."""
    gradients = view.sloped.asked()
    if gradients is None:
        return
    problem = gradients.refusal(name) if on else None
    if problem is not None:
        view.message.emit(sentence(problem))
        return
    gradients.show(name, on)


def aim(view: BenchView, cell: Cell | None) -> None:
    """Show the gradients of a cell (None: of the loss) on every card, or say why there are none."""
    gradients = view.sloped.asked()
    if gradients is None:
        return
    try:
        gradients.aim(cell)
    except Problem as problem:
        view.message.emit(sentence(problem))
        return
    if not gradients.on:
        gradients.switch(True)
