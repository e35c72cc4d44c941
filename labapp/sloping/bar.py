"""The bar above the bench while gradients are shown: of what they are, what a click on one found, and the way back."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from core.gradient import LOSS
from core.problem import Problem
from labapp import colours
from labapp.bench.slopes import target_name
from labapp.comparison import NOW
from labapp.desk import Desk
from labapp.names import symbol_of
from labapp.text import sentence
from labapp.widgets.labels import ElidedLabel
from labapp.widgets.segmented import Segmented
from labapp.widgets.tint import Role

from . import words

ROUND, RADIUS = 12, 9  # px beside the bar and of its corners, as the bands of the bench
VALUES, GRADIENTS = "values", "gradients"
MOST = 4  # cards that are named


class SlopeBar(QWidget):
    """Follows the gradients of a desk; it takes no room where none is shown. `said` and `refused` tell sentences."""

    said = Signal(str)
    refused = Signal(str)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk, self._gradients = desk, desk.gradients
        self.words, self.found = ElidedLabel(self), ElidedLabel(self)
        self.found.set_colour(Role.WindowText)
        self.shown = Segmented({VALUES: "", GRADIENTS: ""}, self)
        self.shown.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.shown.chosen.connect(lambda chosen: self._settled(lambda: self._gradients.switch(chosen == GRADIENTS)))
        self.loss, self.here, self.give_up = (QPushButton(self) for _ in range(3))
        self.end = QToolButton(self)
        self.end.setObjectName("panelTool")
        self.end.setAutoRaise(True)
        self.loss.clicked.connect(lambda: self._settled(lambda: self._aim(loss=True)))
        self.here.clicked.connect(lambda: self._settled(lambda: self._aim(loss=False)))
        self.end.clicked.connect(lambda: self._settled(lambda: self._gradients.switch(False)))
        self.give_up.clicked.connect(self._gradients.cancel)
        first, second = QHBoxLayout(), QHBoxLayout()
        first.setSpacing(12)
        first.addWidget(self.shown)
        first.addWidget(self.words, 1)
        for button in (self.loss, self.here, self.end):
            first.addWidget(button, 0, Qt.AlignmentFlag.AlignVCenter)
        second.addWidget(self.found, 1)
        second.addWidget(self.give_up)
        column = QVBoxLayout(self)
        column.setContentsMargins(ROUND + 8, 8, ROUND + 4, 4)
        column.setSpacing(1)
        column.addLayout(first)
        column.addLayout(second)
        self._gradients.changed.connect(self.refresh)
        self._gradients.checked.connect(self._checked)
        desk.comparison.changed.connect(self.refresh)
        desk.document.changed.connect(self._moved)
        desk.selection.changed.connect(self._selected)
        self.retranslate()

    def refresh(self) -> None:
        """Show what is shown now."""
        self.setVisible(self._gradients.on)
        if not self._gradients.on:
            return
        trace, target = self._desk.document.trace, self._gradients.target
        self.shown.set_value(GRADIENTS if self._gradients.everywhere else VALUES)
        text = QCoreApplication.translate("slopes", "Gradient of {target}")
        line = text.format(target=target_name(trace, target))
        if self._gradients.chosen not in (None, target):
            line += " · " + QCoreApplication.translate("slopes", "the chosen cell is not in this model")
        others = [name for name, on in self._gradients.own.items() if on is not self._gradients.everywhere]
        names = [str(symbol_of(trace[name])) for name in others if name in trace][:MOST]
        names += ["…"] * (len(others) > MOST)
        if self._desk.comparison.side != NOW:
            line += " · " + QCoreApplication.translate("slopes", "not while another side of the comparison is shown")
        elif names and not self._gradients.everywhere:
            line += " · " + QCoreApplication.translate("slopes", "on {cards}").format(cards=", ".join(names))
        elif names:
            line += " · " + QCoreApplication.translate("slopes", "not on {cards}").format(cards=", ".join(names))
        self.words.set_text(line)
        self.loss.setVisible(LOSS in trace.graph)
        self.loss.setEnabled(target[0] != LOSS)
        self._selected()
        self._show_found()
        self.update()

    def _selected(self) -> None:
        cell, trace = self._desk.selection.cell, self._desk.document.trace
        may = cell is not None and cell[0] in trace.graph and self._gradients.refusal(cell[0]) is None
        self.here.setEnabled(may and cell != self._gradients.target)

    def _moved(self, trace: object) -> None:
        if self._gradients.on and not self._desk.document.acting:
            self.refresh()

    def _checked(self) -> None:
        self._show_found()
        if self._gradients.tried is not None:
            self.said.emit(self.found.text())
        elif self._gradients.refused is not None:
            self.refused.emit(sentence(self._gradients.refused))

    def _show_found(self) -> None:
        gradients, trace = self._gradients, self._desk.document.trace
        self.give_up.setVisible(gradients.trying is not None)
        self.found.set_colour(Role.WindowText)
        if gradients.tried is not None:
            self.found.set_text(words.tried(trace, gradients.tried))
        elif gradients.refused is not None:
            self.found.set_text(sentence(gradients.refused))
        elif gradients.trying is not None:
            self.found.set_text(words.trying(trace, gradients.trying))
        else:
            self.found.set_text(words.hint())
            self.found.set_colour(Role.PlaceholderText)

    def _aim(self, loss: bool) -> None:
        try:
            self._gradients.aim(None if loss else self._desk.selection.cell)
        except Problem as problem:
            self.refused.emit(sentence(problem))

    def _settled(self, act: object) -> None:
        if self._desk.settle():
            act()  # type: ignore[operator]

    def retranslate(self) -> None:
        """Say everything in the language of the window."""
        self.setAccessibleName(QCoreApplication.translate("slopes", "Gradients"))
        self.shown.set_texts(
            {
                VALUES: QCoreApplication.translate("slopes", "Values"),
                GRADIENTS: QCoreApplication.translate("slopes", "Gradients"),
            }
        )
        self.shown.set_names(QCoreApplication.translate("slopes", "Every card shows"))
        self.shown.set_description(
            QCoreApplication.translate("slopes", "What every card shows (Ctrl+G); key G turns the selected card alone")
        )
        for button, text, said in (
            (
                self.loss,
                QCoreApplication.translate("slopes", "Of the loss"),
                QCoreApplication.translate("slopes", "Show how much each number moves the loss of this sample"),
            ),
            (
                self.here,
                QCoreApplication.translate("slopes", "Of this cell"),
                QCoreApplication.translate("slopes", "Show how much each number moves the selected one"),
            ),
            (
                self.end,
                "✕",
                QCoreApplication.translate("slopes", "Show the values again on every card"),
            ),
            (
                self.give_up,
                QCoreApplication.translate("slopes", "Cancel"),
                QCoreApplication.translate("slopes", "Give up moving the number"),
            ),
        ):
            button.setText(text)
            button.setToolTip(said)
            button.setAccessibleName(said)
        self.refresh()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    def paintEvent(self, event: QPaintEvent) -> None:
        palette = colours.palette_of(self)
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(palette.window))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(palette.slope_edge), 1.6))
        painter.setBrush(QColor(palette.band))
        frame = QRectF(self.rect()).adjusted(ROUND - 3.5, 4.5, -(ROUND - 3.5), -0.5)
        painter.drawRoundedRect(frame, RADIUS, RADIUS)
        painter.end()
