"""What the actions of comparing do in a window: freeze, end, another side, a file or a pair as the two sides."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, QTimer

from core import glass
from core.compare import Pair
from core.problem import QT_TRANSLATE_NOOP, Problem
from labapp import text
from labapp.acts import named
from labapp.comparison import Comparison

from . import pairs
from .menu import CompareMenu

if TYPE_CHECKING:
    from labapp.main_window import MainWindow

_log = logging.getLogger(__name__)
PANEL = "compare"


class CompareActs(QObject):
    """The window's side of a Comparison: its menu, its dock that comes and goes, and what is said."""

    def __init__(self, window: MainWindow, ask_file: Callable[[], Path | None]) -> None:
        super().__init__(window)
        self.window = window
        self.comparison: Comparison = window.comparison
        self._ask_file = ask_file
        self._was_on = False
        self.menu = CompareMenu(self)
        self.comparison.changed.connect(self._changed)
        self._saying = QTimer(self)  # after the window has told of the model itself
        self._saying.setSingleShot(True)
        self._saying.timeout.connect(self._say_loaded)
        self.comparison.loaded.connect(self._saying.start)

    def toggle(self) -> None:
        """Freeze the present state as baseline, or end comparing."""
        if self.comparison.on:
            self.comparison.end()
        else:
            self.freeze()
        self.show_state()

    def freeze(self) -> None:
        """The present state is the baseline from now on."""
        label = self.window.document.label
        if label:
            title = named("compare", QT_TRANSLATE_NOOP("compare", "as it was after “{act}”"), act=text.retold(label))
        else:
            title = named("compare", QT_TRANSLATE_NOOP("compare", "as it was loaded"))
        self._begin(lambda: self.comparison.begin(self.window.document.workspace, title))

    def cycle(self) -> None:
        """Show the next of now, baseline and difference."""
        if not self.comparison.on:
            self.window.tell(
                QCoreApplication.translate("compare", "Compare first: the present state then becomes the baseline.")
            )
        self.comparison.cycle()

    def choose_file(self) -> None:
        """Ask for a file and make its model the baseline."""
        path = self._ask_file()
        if path is not None:
            self.open(path)

    def open(self, path: Path) -> None:
        """A file as the baseline; one that can't be read leaves everything as it is and says why."""
        self._begin(lambda: self.comparison.begin(glass.load(path), path.name))

    def apply(self, pair: Pair, turned: bool = True) -> None:
        """Both sides of a ready-made pair."""
        refused = pairs.apply(self.window.document, self.comparison, pair, turned)
        if refused:
            self.window.say(refused)

    def settled(self, act: Callable[[], object]) -> None:
        """Do it once an open editor is committed."""
        if self.window.settle():
            act()

    def show_state(self) -> None:
        """Check the action where something is compared."""
        self.window.actions_by_id["compare"].setChecked(self.comparison.on)

    def _begin(self, begin: Callable[[], None]) -> None:
        try:
            begin()
        except (Problem, OSError) as error:
            _log.warning("refused: %s", error)
            self.window.say(text.sentence(error))

    def _changed(self) -> None:
        on = self.comparison.on
        if on is not self._was_on:  # the list comes with a baseline and goes with it; between, it is the person's
            self._was_on = on
            self.window.docks[PANEL].setVisible(on)
        self.show_state()

    def _say_loaded(self) -> None:
        said = QCoreApplication.translate(
            "compare", "The baseline ({title}) stayed: the model that was opened is compared with it."
        )
        self.window.tell(said.format(title=text.retold(self.comparison.title)))
