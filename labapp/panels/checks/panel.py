"""The panel: the lines of the last result, in as many columns as there is room for."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QLayout, QVBoxLayout, QWidget

from ...bench.pointing import go_to_cell
from ...checking import Checking, line_text
from ...desk import Desk
from .lines import lines
from .row import CheckRow

MARGIN = 14
COLUMN = 430  # px that a column of lines wants
HEIGHT = 250  # px at first


class ChecksPanel(QWidget):
    """Follows the checks of the document while it is in view."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk, self._document = desk, desk.document
        self.checking = Checking.of(desk.document)
        self.rows: list[CheckRow] = []
        self._columns = 0
        self.setObjectName("panelBody")
        self.summary = QLabel(self)
        self.summary.setWordWrap(True)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(18)
        self._grid.setVerticalSpacing(0)
        column = QVBoxLayout(self)
        column.setContentsMargins(MARGIN, 4, MARGIN, 10)
        column.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        column.setSpacing(6)
        column.addWidget(self.summary)
        column.addLayout(self._grid)
        column.addStretch(1)
        self.checking.changed.connect(self.refresh)
        self.retranslate()

    def refresh(self) -> None:
        """Show what was found; while it is worked out the lines stay as they were, greyed."""
        if not self.isVisible():
            return
        result = self.checking.result
        self.summary.setText(line_text(result))
        if result is None:
            for row in self.rows:
                row.fade()
            return
        trace = self._document.trace
        shown = list(lines(trace, result))
        had_focus = next((at for at, row in enumerate(self.rows) if row.hasFocus()), None)
        while len(self.rows) > len(shown):
            gone = self.rows.pop()
            self._grid.removeWidget(gone)
            gone.hide()
            gone.deleteLater()
        made = len(shown) - len(self.rows)
        for _ in range(made):
            row = CheckRow(self)
            row.clicked.connect(self._clicked)
            self.rows.append(row)
        tip = QCoreApplication.translate("checking", "A click goes to the cell.")
        for row, line in zip(self.rows, shown, strict=True):
            said = "\n".join(part for part in (line.more, tip if line.cell else "") if part)
            row.show_line(line.mark, line.text, line.note, line.cell, said)
            row.show()
        self._arrange()
        if had_focus is not None and self.rows and not self.rows[min(had_focus, len(self.rows) - 1)].hasFocus():
            self.rows[min(had_focus, len(self.rows) - 1)].setFocus(Qt.FocusReason.OtherFocusReason)

    def _arrange(self) -> None:
        """Down the first column, then the next."""
        columns = max(1, min(3, (self.width() - 2 * MARGIN) // COLUMN))
        deep = -(-len(self.rows) // columns) if self.rows else 1
        for at, row in enumerate(self.rows):
            self._grid.addWidget(row, at % deep, at // deep)
        for at in range(3):
            self._grid.setColumnStretch(at, int(at < columns))

    def _clicked(self) -> None:
        row = self.sender()
        if isinstance(row, CheckRow) and row.cell is not None and self._desk.settle():
            go_to_cell(self._desk.selection, self._document.trace, *row.cell)

    # words

    def retranslate(self) -> None:
        """Say everything in the language of the window."""
        self.setAccessibleName(QCoreApplication.translate("panels", "Checks"))
        self.refresh()

    # Qt

    def sizeHint(self) -> QSize:
        return QSize(COLUMN, HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return QSize(200, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.checking.want()
        self.refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if not event.spontaneous():  # the window is not minimised, the panel is closed: it keeps nothing
            for row in self.rows:
                self._grid.removeWidget(row)
                row.deleteLater()
            self.rows.clear()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
