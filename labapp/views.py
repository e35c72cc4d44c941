"""The central views: the bench, and the prediction view, which is made when it is first shown."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QStackedWidget, QWidget

from . import models
from .comparing import between

if TYPE_CHECKING:
    from .main_window import MainWindow

BENCH, PREDICTION = models.BENCH, models.PREDICTION
# A panel that says again what the prediction view shows, or is about the bench, leaves it the room at first.
AWAY = ("overview", "why", "pins")
NARROW, AWAY_TOO = 1200, ("model",)  # px of a window in which these leave it, too


class Views(QStackedWidget):
    """One of them is shown; `turned(name)` when it is another. Each has its own panels around it."""

    turned = Signal(str)

    def __init__(self, window: MainWindow) -> None:
        super().__init__()
        self._window = window
        self._made: dict[str, QWidget] = {}
        self._docks: dict[str, frozenset[str]] = {}  # the panels that each view had around it when it was left
        self.now = BENCH
        selection = window.selection
        selection.asked.connect(self._bench_asked)  # before the bench itself: it is asked to go somewhere in it
        selection.visited.connect(self._bench_asked)

    def begin(self, bench: QWidget, bar: QWidget) -> None:
        """Take in the bench with the bar above it."""
        page = QWidget()
        grid = QGridLayout(page)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(0)
        grid.addWidget(bench, 0, 0)
        self._made[BENCH] = between(page, bar, bench)
        self.addWidget(page)

    def put_above_bench(self, bar: QWidget) -> None:
        """One more bar directly above the bench."""
        between(self._made[BENCH], bar, self._window.bench)

    def show_view(self, name: str) -> None:
        """Show a view; one that is shown already stays."""
        if name == self.now:
            self.turned.emit(name)
            return
        if name not in self._made:
            self._make_prediction()
        self._turn_docks(name)
        self.now = name
        self.setCurrentWidget(self._made[name])
        self._window.bench.resting.turn(name != BENCH)
        self.focus()
        self.turned.emit(name)

    def focus(self) -> None:
        """Give the keyboard to the view."""
        if self.now == BENCH:
            self._window.bench.setFocus()
        else:
            self._made[self.now].enter()  # type: ignore[attr-defined]

    def open_as(self, name: str) -> None:
        """A starting model was opened: in its view, following its token."""
        opening = models.OPENINGS.get(name, models.Opening())
        window = self._window
        tokens = window.document.trace.labels("tgt", 0)
        if opening.follows in tokens:
            window.selection.follow(("tgt", tokens.index(opening.follows)))
        self.show_view(opening.view)

    def restore(self) -> None:
        """Put the panels of the bench around the window: that is how it is remembered."""
        self._turn_docks(BENCH)

    def _make_prediction(self) -> None:
        made: QWidget = import_module("labapp.prediction.view").PredictionView(self._window.desk)
        made.model_asked.connect(self._window.new)  # type: ignore[attr-defined]
        made.bench_asked.connect(self._bench_asked)  # type: ignore[attr-defined]
        self._made[PREDICTION] = made
        self.addWidget(made)

    def _bench_asked(self, *_: object) -> None:
        self.show_view(BENCH)

    def _turn_docks(self, name: str) -> None:
        if name == self.now:
            return
        docks = self._window.docks
        shown = frozenset(id_ for id_, dock in docks.items() if not dock.isHidden())
        self._docks[self.now] = shown
        away = AWAY + AWAY_TOO if self._window.width() < NARROW else AWAY
        wanted = self._docks.get(name, shown - frozenset(away))
        for id_, dock in docks.items():
            if dock.isHidden() is (id_ in wanted):
                if id_ in wanted:
                    dock.bring_back()
                else:
                    dock.setVisible(False)
