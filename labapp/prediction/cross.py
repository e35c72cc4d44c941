"""The card of the cross-attention: what the followed row reads of the source, in one layer and one head."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QWidget
from PySide6.QtWidgets import QVBoxLayout as Column

from core.problem import QT_TRANSLATE_NOOP, Problem

from .. import fonts
from .. import labels as fields
from ..acts import act
from ..desk import Desk
from ..text import sentence
from ..widgets.labels import Caption, ElidedLabel
from ..widgets.segmented import Segmented
from ..widgets.switch import Switch
from .frame import TITLE, Following
from .looked import open_cell
from .reading import Reading

MOST_IN_ROW = 8


def make(desk: Desk) -> QWidget:
    """The card's widget."""
    return CrossCard(desk)


class CrossCard(Following):
    """Hidden where the model has no cross-attention; where it is switched off, the card says what that means."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.title = ElidedLabel(self)
        self.title.setFont(fonts.ui_font(TITLE, bold=True))
        self.switch = Switch(parent=self)
        self.switch.clicked.connect(self._switch)
        self.reading = Reading(desk.digits, self)
        self.reading.opened.connect(partial(open_cell, desk))
        self.said = QLabel(self)
        self.said.setWordWrap(True)
        self.said.setForegroundRole(self.palette().ColorRole.PlaceholderText)
        self.captions = {"layer": Caption(parent=self), "head": Caption(parent=self)}
        self.choosers: dict[str, Segmented] = {}
        column = Column(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(7)
        top = QHBoxLayout()
        top.addWidget(self.title, 1)
        top.addWidget(self.switch)
        column.addLayout(top)
        self._line = QHBoxLayout()
        self._line.setSpacing(8)
        column.addLayout(self._line)
        column.addWidget(self.reading)
        column.addWidget(self.said)
        desk.digits.changed.connect(self.later)

    def refresh(self) -> None:
        """Show the row that predicts."""
        trace, row = self.desk.predicted.trace, self.desk.predicted.row
        spec = trace.spec
        self.want(spec.crosses and row is not None)
        if not spec.crosses or row is None:
            return
        token = trace["out.p"].rows[row]
        self.title.set_text(
            QCoreApplication.translate("prediction", "Cross-attention, row {token}").format(token=token)
        )
        self._choose(spec.dec_layers, spec.heads)
        layer, head = self.looked.now(spec.dec_layers, spec.heads)
        name = f"dec{layer}.cross.h{head}.A"
        there = name in trace
        for widget in (self.reading, *self.captions.values(), *self.choosers.values()):
            widget.setVisible(there)
        self._show_switch(spec.cross)
        if there:
            self.reading.show_row(trace, name, row)
            self.reading.setAccessibleName(
                QCoreApplication.translate("prediction", "what row {token} reads of the source").format(token=token)
            )
        self._say(there)

    def _say(self, there: bool) -> None:
        if there:
            text = QCoreApplication.translate(
                "prediction", "The row's query asks every key of the memory; the shares add up to 1."
            )
        else:
            text = QCoreApplication.translate(
                "prediction",
                "Cross-attention is off: no row reads the source, so it does not matter what stands there. "
                "What is said next comes from the target alone.",
            )
        self.said.setText(text)

    def _show_switch(self, on: bool) -> None:
        self.switch.setChecked(on)
        name = fields.field_label("cross")
        self.switch.setAccessibleName(name)
        self.switch.setToolTip(fields.field_tip("cross"))

    def _choose(self, layers: int, heads: int) -> None:
        """Choosers for as many layers and heads as there are."""
        counts = {"layer": layers, "head": heads}
        while self._line.count():
            self._line.takeAt(0)
        for what, count in counts.items():
            old = self.choosers.get(what)
            keys = [str(number) for number in range(1, count + 1)]
            if old is None or [*old.property("keys")] != keys:
                if old is not None:
                    old.hide()
                    old.deleteLater()
                made = Segmented(dict(zip(keys, keys, strict=True)), self, in_row=MOST_IN_ROW)
                made.setProperty("keys", keys)
                made.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
                made.chosen.connect(self._chosen)
                self.choosers[what] = made
        for what, now in zip(counts, self.looked.now(layers, heads), strict=True):
            self.choosers[what].set_value(str(now))
            self._line.addWidget(self.captions[what], 0, Qt.AlignmentFlag.AlignVCenter)
            self._line.addWidget(self.choosers[what])
        self._line.addStretch(1)
        words = {
            "layer": QCoreApplication.translate("prediction", "layer"),
            "head": QCoreApplication.translate("prediction", "head"),
        }
        for what, word in words.items():
            self.captions[what].setText(word)
            self.choosers[what].set_names(word)

    def _chosen(self) -> None:
        self.looked.show(*(int(self.choosers[what].value()) for what in ("layer", "head")))

    def _switch(self) -> None:
        """Cross-attention on or off, as one act, the same as in the model panel."""
        document, on = self.desk.document, self.switch.isChecked()
        template = QT_TRANSLATE_NOOP("acts", "{field} on") if on else QT_TRANSLATE_NOOP("acts", "{field} off")
        if self.desk.settle():
            try:
                document.do(document.workspace.with_spec(cross=on), act(template, field=fields.field_label("cross")))
            except Problem as problem:
                self.desk.say(sentence(problem))
        self.refresh()
