"""The panel: what is asked, the step, three filters with their counts, and the list of matrices."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QSize
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from core.numbers import parse_number, show
from core.problem import Problem
from core.reach import Reach, statement

from ...bench.editing import cell_name
from ...desk import Desk
from ...text import filled, sentence
from ...widgets.labels import ElidedLabel, Remark
from ...widgets.number_field import NumberField
from ...widgets.row_list import RowList
from ...widgets.segmented import Segmented
from .lines import FILTERS, MOVES, filter_text, filter_tip, line, sorted_out

MARGIN = 14
LARGEST = 1e300  # a step beyond it leaves the finite numbers


class ReachPanel(QWidget):
    """Measures while it is seen. A click on a line goes to the card, and to the cell that moved most."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk, self._document, self._selection = desk, desk.document, desk.selection
        self._reaching = desk.reaching
        self._kept: dict[str, list[str]] = {key: [] for key in FILTERS}
        self._lines: list[str] = []
        self.setObjectName("panelBody")
        self.asked = ElidedLabel(self)
        self.filters = Segmented(dict.fromkeys(FILTERS, ""), self)
        self.filters.set_value(MOVES)
        self.filters.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.filters.chosen.connect(self._filtered)
        self.delta_word = QLabel("δ", self)
        self.delta = NumberField(self)
        self.delta.committed.connect(self._delta_typed)
        self.list = RowList(self)
        self.list.chosen.connect(self.go_to)
        self.remark, self.empty = Remark(self), QLabel(self)
        self.empty.setWordWrap(True)
        self.empty.setForegroundRole(self.palette().ColorRole.PlaceholderText)
        top = QHBoxLayout()
        top.setSpacing(10)
        top.addWidget(self.filters)
        top.addWidget(self.delta_word)
        top.addWidget(self.delta)
        top.addWidget(self.asked, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(MARGIN, 2, MARGIN, 8)
        column.setSpacing(5)
        column.addLayout(top)
        column.addWidget(self.remark)
        column.addWidget(self.empty)
        column.addWidget(self.list, 1)
        column.addStretch(0)
        self._reaching.changed.connect(self.refresh)
        self._selection.changed.connect(self._waiting)
        self.retranslate()

    def sizeHint(self) -> QSize:
        return QSize(560, 220)

    # what is shown

    def _waiting(self) -> None:
        """Another cell is selected: the words say so before it is measured."""
        if self.isVisible() and self._reaching.found is None:
            self.refresh()

    def refresh(self) -> None:
        """Show what was measured last."""
        if not self.isVisible():
            return
        found, trace = self._reaching.found, self._reaching.trace
        self._kept = sorted_out(found) if found is not None else {key: [] for key in FILTERS}
        self.filters.set_texts({key: filter_text(key, len(self._kept[key])) for key in FILTERS})
        self.filters.set_names(QCoreApplication.translate("reach", "Matrices listed"))
        self._lines = self._kept[self.filters.value()]
        lines = self._lines
        if found is not None:
            reached = found
            self.list.fill(len(lines), lambda at: line(lines[at], reached[lines[at]], trace))
            self.asked.set_text(self._question(found))
            self.remark.say(self._statement(found), quiet=True)
        else:
            self.asked.set_text("")
            self.remark.say("")
        self.list.setVisible(bool(lines))
        self.empty.setVisible(not lines)
        self.empty.setText(self._why_empty(found))
        self.filters.setVisible(found is not None)
        self.asked.setVisible(found is not None)
        asked = self._reaching.place() is not None
        for widget in (self.delta_word, self.delta):
            widget.setVisible(asked)
        delta = self._reaching.delta if found is None or self._reaching.delta is not None else found.delta
        self.delta.show_value("" if delta is None else _written(delta))

    def _filtered(self, key: str) -> None:
        self.refresh()
        self.list.scrollToTop()

    def _question(self, found: Reach) -> str:
        trace = self._reaching.trace
        matrix = trace[found.node]
        value = show(float(matrix.values[found.i, found.j]), 4, significant=True)
        moving, all_ = len(self._kept[MOVES]), sum(map(len, self._kept.values()))
        text = QCoreApplication.translate("reach", "{cell} = {value} ± {delta}: {moving} of {all} matrices move")
        if matrix.display == "mask":
            text = QCoreApplication.translate("reach", "{cell} = {value}, turned: {moving} of {all} matrices move")
        elif found.refused:
            text = QCoreApplication.translate(
                "reach", "{cell} = {value}, one way by {delta}: {moving} of {all} matrices move"
            )
        delta = show(abs(found.delta), 4, significant=True)
        cell = cell_name(matrix, found.i, found.j)
        said = text.format(cell=cell, value=value, delta=delta, moving=moving, all=all_)
        return " ".join([said, *(sentence(problem) for problem in found.refused.values())])

    def _statement(self, found: Reach) -> str:
        """What the source leaves alone, with the condition."""
        told = statement(self._reaching.trace, found)
        if told is None:
            return ""
        template, values = told
        return filled(QCoreApplication.translate("core", template), template, dict(values))

    def _why_empty(self, found: Reach | None) -> str:
        if self._reaching.problem is not None:
            return sentence(self._reaching.problem)
        if found is not None:
            return QCoreApplication.translate("reach", "None of the matrices.")
        if self._reaching.place() is None:
            return QCoreApplication.translate(
                "reach", "Select an input, a parameter or a pinned cell: what moves with it is measured here."
            )
        return QCoreApplication.translate("reach", "Measured as soon as nothing moves any more …")

    # acts

    def _delta_typed(self, text: str) -> None:
        """Another step; an empty text is the usual one."""
        try:
            delta = parse_number(text) if text.strip() else None
        except Problem as problem:
            self.delta.refuse(sentence(problem))
            return
        if delta is not None and not 0 < abs(delta) <= LARGEST:
            self.delta.refuse(QCoreApplication.translate("reach", "δ is a finite number other than 0."))
            return
        self.delta.show_value("" if delta is None else _written(delta))
        self._reaching.set_delta(delta)

    def go_to(self, at: int) -> None:
        """Bring a matrix into view; the selection stays on the cell that is asked about."""
        if not self._desk.settle():  # first: what is committed now leaves nothing listed
            return
        found = self._reaching.found
        if found is None or not 0 <= at < len(self._lines):
            return
        name = self._lines[at]
        matrix = self._reaching.trace[name]
        if matrix.head is not None:
            self._selection.show_head(matrix.name.split(f".h{matrix.head}.")[0], matrix.head)
        self._selection.go(matrix.name)

    # words

    def retranslate(self) -> None:
        """Say everything in the language of the window."""
        self.setAccessibleName(QCoreApplication.translate("panels", "What moves"))
        self.list.setAccessibleName(QCoreApplication.translate("reach", "Matrices"))
        self.filters.set_description(QCoreApplication.translate("reach", "Which matrices are listed"))
        for key in FILTERS:
            self.filters.segment(key).setToolTip(filter_tip(key))
        said = QCoreApplication.translate("reach", "Set this much higher and lower; empty for the usual step")
        self.delta.set_description(said)
        self.delta.setAccessibleName(QCoreApplication.translate("reach", "Step δ"))
        self.delta_word.setToolTip(said)
        self.refresh()

    # Qt

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._reaching.switch(True)
        self.refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if not event.spontaneous():
            self._reaching.switch(False)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()


def _written(delta: float) -> str:
    """A step as the field shows it: 0.01, not 0.010000000000000009."""
    return show(delta, 4, significant=True)
