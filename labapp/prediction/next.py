"""The card "Next token after …": vocabulary bars of the row that is looked at, and the free run that they steer."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt, QTimer
from PySide6.QtGui import QFont, QFontMetrics, QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QLabel, QPushButton, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from ..desk import Desk
from ..generating.controls import Buttons, ChoiceRow
from ..generating.free_run import FreeRun, chosen
from ..generating.kept import Kept
from ..text import sentence
from ..text import tip as plain
from ..widgets.labels import ElidedLabel, Remark
from ..widgets.segmented import Segmented
from ..widgets.wrapped import Wrapped
from .bars import MOST, NOTHING, Bars, VocabularyBars
from .costs import Costs, counted
from .kept_rows import KeptRows

TEACHER, FREE = "teacher", "free"
GAP = 7
BESIDE_TEXT = 16  # px of a quiet button


def make(desk: Desk) -> QWidget:
    """The card's widget."""
    return NextCard(desk)


class NextCard(QWidget):
    """In teacher forcing the rows are the document's, and a bar begins a free run from the row that is looked at; in a
    free run it puts its token after that row."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk, self._predicted, self._generating = desk, desk.predicted, desk.generating
        self._all = False
        self._prefix: tuple[str, ...] = ()  # of the row that is shown
        self._stale = True
        self.title = ElidedLabel(self)
        bold = QFont(self.font())
        bold.setWeight(QFont.Weight.Bold)
        self.title.setFont(bold)
        self.mode = Segmented({TEACHER: "", FREE: ""}, self)
        self.mode.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.mode.chosen.connect(lambda key: self._set_mode(key == FREE))
        self.bars = VocabularyBars(self)
        self.bars.chosen.connect(self._generating.choose)
        self.bars.back.connect(self._generating.back)
        self.more = QPushButton(self)
        self.more.setObjectName("quietButton")
        self.more.clicked.connect(self._turn_all)
        self.take = QPushButton(self)
        self.take.setObjectName("quietButton")
        self.take.clicked.connect(self._generating.take_as_target)
        self.buttons = Buttons(self._generating, self._predicted, self)
        self.choice = ChoiceRow(self._generating, self)
        self.said = QLabel(self)
        self.said.setWordWrap(True)
        self.said.setTextFormat(Qt.TextFormat.PlainText)
        self.said.setForegroundRole(self.palette().ColorRole.PlaceholderText)
        self.remark = Remark(self)
        self.kept, self.costs = KeptRows(self), Costs(self)
        self.cost_line = QToolButton(self)
        self.cost_line.setObjectName("panelTool")
        self.cost_line.clicked.connect(self._turn_costs)
        self.cost_line.setMinimumWidth(1)
        self.cost_line.ensurePolished()
        self._costs_open, self._cost_text = False, ""
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GAP)
        column.addWidget(self.title)
        column.addWidget(self.bars)
        links = QWidget(self)
        line = Wrapped(links)
        line.addWidget(self.more)
        line.addWidget(self.take)
        column.addWidget(links)
        column.addWidget(self.buttons)
        column.addWidget(self.said)
        column.addWidget(self.kept)
        column.addWidget(self.cost_line, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.costs)
        column.addWidget(self.remark)
        column.addWidget(self.mode)
        column.addWidget(self.choice)
        self._soon = QTimer(self)  # a token changes run and row: one refresh for both
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self.refresh)
        self._predicted.changed.connect(self._changed)
        self._generating.changed.connect(self._changed)
        self.retranslate()

    def sizeHint(self) -> QSize:
        return QSize(420, super().sizeHint().height())

    # what is shown

    def _changed(self) -> None:
        self._stale = True
        if self.isVisible():
            self._soon.start()

    def refresh(self) -> None:
        """Show the row that is looked at, or remember to when the card is seen again."""
        self._soon.stop()
        self._stale = not self.isVisible()
        if self._stale:
            return
        trace, row = self._predicted.trace, self._predicted.row
        generating, run = self._generating, self._generating.run
        free = generating.free and run is not None
        self.mode.set_value(FREE if free else TEACHER)
        bars = self._bars()
        self.bars.setVisible(bool(bars.words))
        self.bars.setEnabled(generating.problem is None and row is not None)
        self.bars.show_bars(bars, self._all)
        prefix = trace["out.p"].rows[: row + 1] if row is not None else ()
        if prefix != self._prefix:  # the next token of another row: Enter means the likeliest one again
            self._prefix = prefix
            self.bars.to_top()
        rest = len(bars.words) - MOST
        self.more.setVisible(rest > 0)
        self.more.setText(
            QCoreApplication.translate("prediction", "The first {count} alone").format(count=MOST)
            if self._all
            else QCoreApplication.translate("prediction", "All {count} words").format(count=len(bars.words))
        )
        self._title(row)
        target = trace.workspace.samples[trace.sample].target if row is not None else ()
        own = self._desk.document.workspace.samples[self._desk.document.sample].target
        self.take.setVisible(free and target != own and len(target) > 1)
        for widget in (self.buttons, self.mode, self.choice):
            widget.setVisible(generating.problem is None)
        self._say()

    def _bars(self) -> Bars:
        """The probabilities of the row, and what is remarkable about some words."""
        trace, row = self._predicted.trace, self._predicted.row
        if row is None:
            return NOTHING
        matrix = trace["out.p"]
        p = matrix.values[row]
        words = matrix.cols
        generating = self._generating
        run = generating.run if generating.free else None
        of_target = QCoreApplication.translate("prediction", "the target's")
        put = QCoreApplication.translate("prediction", "chosen")
        remarks: dict[str, str] = {}
        if run is None:
            label, counts = trace.workspace.samples[trace.sample].labels()[row] if trace.spec.decodes else ("", False)
            if counts:
                remarks[label] = of_target
        elif row < run.steps:
            remarks[run.chosen[row]] = put
        logits = trace["out.logits"].values[row]
        finite = bool(np.isfinite(logits).all())
        drawn = bool(generating.choice.temperature) and finite and generating.problem is None
        shares = generating.choice.shares(logits) if drawn else None
        next_ = chosen(trace, row, generating.choice)
        return Bars(words, p, remarks, shares, next_, (of_target, put))

    def _title(self, row: int | None) -> None:
        if row is None:
            self.title.set_text(QCoreApplication.translate("prediction", "Next token"))
            return
        trace = self._predicted.trace
        axis = trace["out.p"].row_axis
        prefix = list(trace.labels(axis, len(trace["out.p"].rows))[: row + 1])
        if trace.spec.kind == "encoder":
            text = QCoreApplication.translate("prediction", "Row {token} predicts").format(token=prefix[-1])
            self.title.set_text(text)
            return
        text = QCoreApplication.translate("prediction", "Next token after “{prefix}”")
        face = QFontMetrics(self.title.font())
        first = 0
        while first < len(prefix) - 1 and face.horizontalAdvance(_after(text, prefix, first)) > self.title.width():
            first += 1
        self.title.set_text(_after(text, prefix, first))
        self.title.setToolTip(plain(_after(text, prefix, 0)))

    def _say(self) -> None:
        """What kind of run this is, and what stops it or needs to be known."""
        generating, row = self._generating, self._predicted.row
        self.remark.say(" ".join(plain(sentence(one)) for one in generating.reasons()), quiet=True)
        run = generating.run if generating.free else None
        layers = run.kept[-1] if run is not None else ()
        self.said.setText(self._about(row, layers))
        self.said.setVisible(bool(self.said.text()))
        self._say_costs(run, layers)

    def _say_costs(self, run: FreeRun | None, layers: tuple[Kept, ...]) -> None:
        """What the newest row's step kept and computed."""
        self.kept.setVisible(run is not None)
        self.cost_line.setVisible(run is not None)
        self.costs.setVisible(run is not None and self._costs_open)
        if run is None:
            return
        self.kept.show_kept(layers, run.cached)
        step = run.costs[-1]
        text = QCoreApplication.translate("prediction", "{kept} multiplications this step; {all} without the cache")
        self._cost_text = text.format(kept=counted(sum(step.kept.values())), all=counted(sum(step.all_again.values())))
        self._fit_cost_line()
        if self._costs_open:
            self.costs.show_costs(step, run.so_far())

    def _fit_cost_line(self) -> None:
        """The line as far as there is room, and always its arrow: it must not make the card wider than its column."""
        arrow, face = "  ▾" if self._costs_open else "  ▸", self.cost_line.fontMetrics()
        room = self.width() - face.horizontalAdvance(arrow) - BESIDE_TEXT
        text = face.elidedText(self._cost_text, Qt.TextElideMode.ElideRight, max(0, room))
        self.cost_line.setText(text + arrow)
        self.cost_line.setAccessibleName(self._cost_text)

    def _about(self, row: int | None, layers: tuple[Kept, ...]) -> str:
        trace = self._predicted.trace
        if row is None or trace.spec.kind == "encoder":
            return ""
        tokens = trace["out.p"].rows
        if not self._generating.free:
            return QCoreApplication.translate(
                "prediction", "Teacher forcing: all {count} rows at once, each from what the target has before it."
            ).format(count=len(tokens))
        return self._newest(layers, tokens[-1]) if layers else ""

    def _newest(self, layers: tuple[Kept, ...], token: str) -> str:
        """How the newest row came into being."""
        one = layers[0]
        count = one.new + one.reused
        if not one.reused:
            text = QCoreApplication.translate(
                "prediction", "Generating row by row: row {token} is new; its {count} rows of K and V are computed."
            )
            if count == 1:
                text = QCoreApplication.translate(
                    "prediction", "Generating row by row: row {token} is new; its row of K and V is computed."
                )
        elif one.reused == 1:
            text = QCoreApplication.translate(
                "prediction",
                "Generating row by row: row {token} is new; of its {count} rows of K and V, {new} is computed"
                " and {reused} is reused.",
            )
        else:
            text = QCoreApplication.translate(
                "prediction",
                "Generating row by row: row {token} is new; of its {count} rows of K and V, {new} is computed"
                " and {reused} are reused.",
            )
        return text.format(token=token, count=count, new=one.new, reused=one.reused)

    # hands

    def _set_mode(self, free: bool) -> None:
        self._generating.set_free(free)
        self.refresh()

    def _turn_costs(self) -> None:
        self._costs_open = not self._costs_open
        self.refresh()

    def _turn_all(self) -> None:
        self._all = not self._all
        self.refresh()
        self.bars.to_top()

    # Qt

    def retranslate(self) -> None:
        """Say everything in the language of the window."""
        self.setAccessibleName(QCoreApplication.translate("prediction", "Next token"))
        self.bars.setAccessibleName(QCoreApplication.translate("prediction", "Words that may come next"))
        tip = QCoreApplication.translate(
            "prediction", "A click or Enter puts this word next; Left takes the newest one back"
        )
        self.bars.setToolTip(tip)
        self.bars.setAccessibleDescription(tip)
        self.mode.set_texts(
            {
                TEACHER: QCoreApplication.translate("prediction", "Teacher forcing"),
                FREE: QCoreApplication.translate("prediction", "Free running"),
            }
        )
        self.mode.set_names(QCoreApplication.translate("prediction", "Which run predicts"))
        self.mode.segment(TEACHER).setToolTip(
            QCoreApplication.translate("prediction", "All rows of the known target at once")
        )
        self.mode.segment(FREE).setToolTip(
            QCoreApplication.translate("prediction", "The model's own tokens, a row after the other")
        )
        self.take.setText(QCoreApplication.translate("prediction", "Take as target"))
        self.take.setToolTip(
            QCoreApplication.translate("prediction", "Take this sentence as the target (can be undone)")
        )
        self.cost_line.setToolTip(QCoreApplication.translate("prediction", "By part, this step and so far"))
        self.refresh()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_cost_line()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._stale = True

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()


def _after(text: str, prefix: list[str], first: int) -> str:
    """The title with the prefix from its `first` token on."""
    return text.format(prefix=" ".join((["…"] if first else []) + prefix[first:]))
