"""The panel: two captions, the lines, and what is to be known about the free run."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QSize, QTimer
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from ...desk import Desk
from ...generating.controls import Buttons
from ...text import sentence
from ...text import tip as plain
from ...widgets.labels import ElidedLabel, Remark
from .gaps import gaps
from .lines import Lines
from .view import FREE, MIDDLE, PUT, TEACHER, PanesView, Place

MARGIN = 14


class PanesPanel(QWidget):
    """Follows the document and the free run while it is seen; at most once between two frames."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk, self._document, self._selection = desk, desk.document, desk.selection
        self._predicted, self._generating = desk.predicted, desk.generating
        self.setObjectName("panelBody")
        self.tools = Buttons(self._generating, self._predicted, self, slim=True)
        self.left, self.right = ElidedLabel(self), ElidedLabel(self)
        self.view = PanesView(self)
        self.view.clicked_at.connect(self._clicked)
        self.remark = Remark(self)
        heads = QHBoxLayout()
        heads.setSpacing(0)
        heads.addWidget(self.left, 1)
        heads.addSpacing(MIDDLE)
        heads.addWidget(self.right, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(MARGIN, 2, MARGIN, 8)
        column.setSpacing(3)
        column.addLayout(heads)
        column.addWidget(self.view, 1)
        column.addWidget(self.remark)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self.refresh)
        for changed in (self._predicted.changed, self._generating.changed):
            changed.connect(self._stale)
        self.retranslate()

    def sizeHint(self) -> QSize:
        return QSize(900, 260)

    # what is shown

    def _stale(self) -> None:
        if self.isVisible():
            self._soon.start()

    def refresh(self) -> None:
        """Show both runs as they are."""
        self._soon.stop()
        if not self.isVisible():
            return
        generating, run, trace = self._generating, self._generating.run, self._document.trace
        problem = generating.problem
        self.view.setVisible(problem is None)
        self.tools.setEnabled(problem is None)
        self.remark.say(" ".join(plain(sentence(one)) for one in generating.reasons()), quiet=True)
        if problem is not None:
            self.left.set_text("")
            self.right.set_text("")
            self.view.show_lines((), None)
            return
        count = len(trace["out.p"].rows)
        text = QCoreApplication.translate(
            "panes", "Teacher forcing · all {count} rows at once, each from its own prefix"
        )
        self.left.set_text(text.format(count=count))
        text = QCoreApplication.translate("panes", "Free running · row by row, {count} so far")
        self.right.set_text(text.format(count=len(run.tokens) if run is not None else 0))
        row = self._predicted.row
        followed = (FREE if generating.free else TEACHER, row) if row is not None else None
        self.view.show_lines(Lines(trace, run, gaps(trace, run.trace) if run is not None else ()), followed)

    # hands

    def _clicked(self, place: Place) -> None:
        """Follow a row of one of the runs, or put a token after a row of the free run."""
        if not self._desk.settle():
            return
        generating = self._generating
        if place.kind == PUT:
            generating.choose_at(place.row, place.token)
            return
        if place.kind == TEACHER:
            generating.set_free(False)
            self._selection.follow(("tgt", place.row))
        else:
            generating.resume()
            generating.look_at(place.row)

    # Qt

    def retranslate(self) -> None:
        """Say everything in the language of the window."""
        self.setAccessibleName(QCoreApplication.translate("panels", "Two panes"))
        self.view.setAccessibleName(QCoreApplication.translate("panes", "Rows of both runs"))
        said = QCoreApplication.translate(
            "panes", "A click follows a row or puts a token; with the keys: arrows, Enter, and 1 2 3 for a token"
        )
        self.view.setAccessibleDescription(said)
        self.refresh()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._generating.watch(self, True)
        self.refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if not event.spontaneous():
            self._generating.watch(self, False)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
