"""The row of panels below the bench: side by side while there is room for each, else one over the other in tabs."""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QDockWidget, QMainWindow, QTabWidget

COLUMN = 430  # px that a panel needs to be of use, whatever it can be squeezed to
BELOW, ACROSS = Qt.DockWidgetArea.BottomDockWidgetArea, Qt.Orientation.Horizontal


class DockRow(QObject):
    """Follows the width of the window; `place(dock)` finds room for one that has just opened."""

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window)
        window.setTabPosition(BELOW, QTabWidget.TabPosition.North)
        self._soon = QTimer(self)  # not in the middle of laying out
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self.fit)
        window.installEventFilter(self)

    @property
    def _window(self) -> QMainWindow:
        """Its parent. Held by a name, window and panels would keep each other: tabs hold panels unseen by Python."""
        return cast(QMainWindow, self.parent())

    def docks(self) -> list[QDockWidget]:
        """The panels below the bench that are open, from the left, those behind others in tabs included."""
        window = self._window
        found = [dock for dock in window.findChildren(QDockWidget) if window.dockWidgetArea(dock) == BELOW]
        return sorted((dock for dock in found if not dock.isHidden() and not dock.isFloating()), key=_left)

    def columns(self) -> list[list[QDockWidget]]:
        """The same, those that stand in tabs together."""
        columns: list[list[QDockWidget]] = []
        for dock in self.docks():
            tabs = self._window.tabifiedDockWidgets(dock)
            home = next((column for column in columns if column[0] in tabs), None)
            if home is None:
                columns.append([dock])
            else:
                home.append(dock)
        return sorted(columns, key=lambda column: max(_left(dock) for dock in column))

    def place(self, dock: QDockWidget) -> None:
        """In a column of its own, all equally wide, or before the panel beside it where they would be too narrow."""
        columns = self.columns()
        mine = next((column for column in columns if dock in column), None)
        if mine is None:
            return
        if len(mine) > 1:
            dock.raise_()
        elif len(columns) > 1 and self._need(columns) > self._window.width():
            others = [column for column in columns if column is not mine]
            self._window.tabifyDockWidget(others[-1][-1], dock)
            dock.raise_()
        self.share()

    def fit(self) -> None:
        """After the window has become narrower."""
        columns = self.columns()
        narrow = len(columns) > 1 and self._need(columns) > self._window.width()
        while len(columns) > 1 and self._need(columns) > self._window.width():
            last = columns.pop()
            seen = max(last, key=_left)
            for dock in last:
                self._window.tabifyDockWidget(columns[-1][-1], dock)
                columns[-1].append(dock)
            seen.raise_()
        if narrow:
            self.share()

    def _need(self, columns: list[list[QDockWidget]]) -> int:
        return sum(max(COLUMN, *(dock.widget().minimumWidth() for dock in column)) for column in columns)

    def share(self) -> None:
        """All columns are equally wide."""
        columns = self.columns()
        wide = self._window.width() // max(1, len(columns))
        self._window.resizeDocks([column[0] for column in columns], [wide] * len(columns), ACROSS)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._soon.start()
        return super().eventFilter(watched, event)


def _left(dock: QDockWidget) -> int:
    """Where it stands; Qt puts what is behind another far to the left of the window."""
    return dock.geometry().left()
