"""The menu of words to follow: each token of the sample is one click away, the word that predicts first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from core.follow import axes, predicting

from .actions import unmarked
from .selection import Row

if TYPE_CHECKING:
    from .main_window import MainWindow

PANEL = "follow"
MOST = 24  # tokens of a sequence that are listed; all others are on the strip


class FollowMenu(QMenu):
    """Made anew each time it is opened. It also opens the panels that the selection asks for."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.setObjectName("follow")
        self._window = window
        self.aboutToShow.connect(self.fill)
        window.selection.panel_asked.connect(self._open_panel)
        self.retranslate()

    def retranslate(self) -> None:
        """Say everything in the language of the window."""
        self.setTitle(QCoreApplication.translate("window", "Follow a &word"))
        self.fill()

    def fill(self) -> None:
        """List the tokens of the sample that is shown."""
        self.clear()
        trace, followed = self._window.document.trace, self._window.selection.row
        word = self.addAction(QCoreApplication.translate("window", "The word that &predicts"))
        word.setObjectName("follow_word")
        word.triggered.connect(self.follow_word)
        known = axes(trace)
        for axis in known:
            title = _axis_title(axis, known)
            self.addSection(title)
            for i, token in enumerate(trace.labels(axis, 0)[:MOST]):
                item = self.addAction(unmarked(token))
                item.setCheckable(True)
                item.setChecked(followed == (axis, i))
                item.setData((axis, i))
                item.triggered.connect(self._chosen)
        self.addSeparator()
        stop = self.addAction(QCoreApplication.translate("window", "&Stop following"))
        stop.setObjectName("follow_none")
        stop.setEnabled(followed is not None)
        stop.triggered.connect(self._stop)

    def follow_word(self) -> None:
        """Follow the row that is looked at where it predicts, else the last that is no padding."""
        selection, trace = self._window.selection, self._window.document.trace
        row = predicting(trace)
        cell = selection.cell
        if row is not None and cell is not None and cell[0] in trace and trace[cell[0]].row_axis == row[0]:
            row = (row[0], cell[1])
        if row is not None and selection.row is not None and selection.row[0] == row[0]:
            row = selection.row
        self.open_row(row)

    def open_row(self, row: Row | None) -> None:
        """Follow a row in the panel."""
        if self._window.settle():
            self._window.selection.follow(row)
            self._open_panel(PANEL)

    def _chosen(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            axis, i = action.data()
            self.open_row((str(axis), int(i)))

    def _stop(self) -> None:
        self._window.selection.follow(None)

    def _open_panel(self, panel: str) -> None:
        dock = self._window.docks.get(panel)
        if dock is not None:
            dock.show()
            dock.raise_()


def _axis_title(axis: str, known: tuple[str, ...]) -> str:
    if len(known) == 1:
        return QCoreApplication.translate("window", "Tokens")
    return {
        "src": QCoreApplication.translate("window", "Source"),
        "tgt": QCoreApplication.translate("window", "Target"),
        "kv": QCoreApplication.translate("window", "Keys"),
    }[axis]
