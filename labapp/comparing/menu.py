"""The menu of the button Compare: freeze, end, a file as baseline, and the ready-made pairs."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from core.compare import Pair
from labapp import log
from labapp.labels import choice_label

from . import pairs

if TYPE_CHECKING:
    from .acts import CompareActs


class CompareMenu(QMenu):
    """Filled anew whenever it opens: what applies depends on the model. Its submenus are made once: clearing a menu
    leaves them alive."""

    def __init__(self, acts: CompareActs) -> None:
        super().__init__(acts.window)
        self._acts = acts
        self.setToolTipsVisible(True)
        self._every = self._submenu(self)
        self._schemes = {a: self._submenu(self._every) for a in pairs.SCHEMES}
        self.aboutToShow.connect(self.refill)
        self.retranslate()

    def retranslate(self) -> None:
        """Say the title in the language of the window."""
        self.setTitle(QCoreApplication.translate("compare", "&Compare with"))

    def refill(self) -> None:
        """List what can be done now; what can't is grey, with the reason."""
        acts, document = self._acts, self._acts.window.document
        self.clear()
        self._add(self, "freeze", QCoreApplication.translate("compare", "The present state, frozen"), acts.freeze)
        self._add(self, "file", QCoreApplication.translate("compare", "A file…"), acts.choose_file)
        text = QCoreApplication.translate("compare", "End comparing")
        self._add(self, "end", text, acts.comparison.end).setEnabled(acts.comparison.on)
        self.addSeparator()
        for pair in pairs.simple_pairs(document.workspace):
            self._pair(self, pair, " / ".join(pairs.titles(pair)), True)
        self.addSeparator()
        self._every.setTitle(QCoreApplication.translate("compare", "Position schemes"))
        self.addMenu(self._every)
        self._every.clear()
        for a, menu in self._schemes.items():
            menu.clear()
            menu.setTitle(choice_label(a))
            self._every.addMenu(menu)
            for b in pairs.SCHEMES:
                if a != b:
                    text = QCoreApplication.translate("compare", "{a} / {b}")
                    pair = pairs.schemes(document.workspace, a, b)
                    self._pair(menu, pair, text.format(a=choice_label(a), b=choice_label(b)), False)

    def _submenu(self, menu: QMenu) -> QMenu:
        made = QMenu(menu)
        made.setToolTipsVisible(True)
        return made

    def _pair(self, menu: QMenu, pair: Pair, title: str, turned: bool) -> None:
        document = self._acts.window.document
        why = pairs.reason(pair, document.workspace, document.sample)
        said = QCoreApplication.translate("compare", "{pair}: {reason}").format(pair=title, reason=why)
        action = self._add(menu, f"pair-{pair.id}", said if why else title, partial(self._acts.apply, pair, turned))
        action.setEnabled(not why)
        tip = QCoreApplication.translate("compare", "Make {pair} baseline and present state, as one undo step")
        action.setToolTip(why or tip.format(pair=title))

    def _add(self, menu: QMenu, id_: str, text: str, act: Callable[[], object]) -> QAction:
        action = menu.addAction(text.replace("&", "&&"))
        action.setObjectName(id_)
        action.triggered.connect(log.guarded(lambda: self._acts.settled(act)))
        return action
