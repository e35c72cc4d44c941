"""The panel: filters with their counts, and the list. It is worked out when nothing moves, and while it is seen."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QSize
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QVBoxLayout, QWidget

from core import compare
from core.compare import Difference
from core.trace import Trace

from ...comparison import BASELINE, DIFFERENCE
from ...desk import Desk
from ...idle import Idle
from ...text import retold
from ...widgets.row_list import RowList
from ...widgets.segmented import Segmented
from .lines import ALL, FILTERS, KEPT, differences, filter_text, filter_tip, line

MARGIN = 14


class ComparePanel(QWidget):
    """Every matrix of the present model and of the baseline. A click goes to the card, and to the cell that differs
    most."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk, self._document, self._selection = desk, desk.document, desk.selection
        self._comparison = desk.comparison
        self._found: list[Difference] = []
        self._lines: list[Difference] = []
        self._pair: tuple[Trace, Trace] | None = None
        self._idle = Idle(desk.document, self.refresh, self, live=True)
        self.setObjectName("panelBody")
        self.filters = Segmented(dict.fromkeys(FILTERS, ""), self, in_row=len(FILTERS))
        self.filters.set_value(ALL)
        self.filters.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.filters.chosen.connect(self._filtered)
        self.list = RowList(self)
        self.list.chosen.connect(self.go_to)
        self.empty = QLabel(self)
        self.empty.setWordWrap(True)
        self.empty.setForegroundRole(self.palette().ColorRole.PlaceholderText)
        column = QVBoxLayout(self)
        column.setContentsMargins(MARGIN, 4, MARGIN, 8)
        column.setSpacing(6)
        column.addWidget(self.filters)
        column.addWidget(self.empty)
        column.addWidget(self.list, 1)
        column.addStretch(0)
        self._document.changed.connect(self._stale)
        self._comparison.changed.connect(self._stale)
        self.retranslate()

    def sizeHint(self) -> QSize:
        return QSize(560, 190)

    # what is shown

    def _stale(self, trace: object = None) -> None:
        if self.isVisible():
            self._idle.soon()
            if not self._comparison.on:
                self.refresh()

    def refresh(self) -> None:
        """Compare now what is to be compared."""
        self._idle.stop()
        baseline = self._comparison.trace
        now = self._document.trace
        self._pair = (now, baseline) if baseline is not None else None
        self._found = differences(*self._pair) if self._pair is not None else []
        self._show()

    def _filtered(self, key: str) -> None:
        self._show()
        self.list.scrollToTop()

    def _show(self) -> None:
        counted = compare.counts(self._found)
        self.filters.set_texts({key: filter_text(key, sum(counted[state] for state in KEPT[key])) for key in FILTERS})
        self.filters.set_names(QCoreApplication.translate("compare", "Matrices listed"))
        kept = KEPT[self.filters.value()]
        self._lines = [found for found in self._found if found.state in kept]
        pair = self._pair
        if pair is not None:
            lines = self._lines
            self.list.fill(len(lines), lambda at: line(lines[at], *pair))
        else:
            self.list.fill(0, lambda at: line(self._lines[at], self._document.trace, self._document.trace))
        self.filters.setVisible(pair is not None)
        self.list.setVisible(bool(self._lines))
        self.empty.setVisible(not self._lines)
        self.empty.setText(self._why_empty())

    def _why_empty(self) -> str:
        if not self._comparison.on:
            return QCoreApplication.translate(
                "compare",
                "Nothing is compared. Compare (Ctrl+J) makes the present state the baseline; its menu has ready-made "
                "pairs and files.",
            )
        if self._pair is None:
            text = QCoreApplication.translate("compare", "The baseline ({title}) has no such sample.")
            return text.format(title=retold(self._comparison.title))
        return QCoreApplication.translate("compare", "None of the matrices.")

    # acts

    def go_to(self, at: int) -> None:
        """Select the cell that differs most, on the side that has it."""
        if not 0 <= at < len(self._lines) or not self._desk.settle():
            return
        found = self._lines[at]
        if found.state == compare.ONLY_B:
            self._comparison.show(BASELINE)
        elif self._comparison.side == BASELINE:
            self._comparison.show(DIFFERENCE)
        trace = self._comparison.shown()
        if found.node not in trace:
            self._desk.say(QCoreApplication.translate("compare", "This matrix is no more."))
            return
        matrix = trace[found.node]
        i, j = found.cell or (0, 0)
        n, k = matrix.values.shape
        if matrix.head is not None:
            self._selection.show_head(matrix.name.split(f".h{matrix.head}.")[0], matrix.head)
        self._selection.select((matrix.name, min(i, n - 1), min(j, k - 1)))
        self._selection.go(matrix.name)

    # words

    def retranslate(self) -> None:
        """Say everything in the language of the window."""
        self.setAccessibleName(QCoreApplication.translate("panels", "Comparison"))
        self.list.setAccessibleName(QCoreApplication.translate("compare", "Matrices of both sides"))
        self.filters.set_description(QCoreApplication.translate("compare", "Which matrices are listed"))
        for key in FILTERS:
            self.filters.segment(key).setToolTip(filter_tip(key))
        self._show()

    # Qt

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
