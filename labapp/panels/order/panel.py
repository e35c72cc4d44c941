"""The panel: tokens to permute, what the model makes of it, and the shift of all positions."""

from __future__ import annotations

import random
from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QLabel, QVBoxLayout, QWidget

from core.compare import NEAR
from core.moves import with_tokens
from core.order import NEAR_FLOAT32, Permuted, sequences
from core.problem import QT_TRANSLATE_NOOP, Problem

from ... import fonts
from ...background import Background, Going, Work
from ...bench.pointing import go_to_cell
from ...desk import Desk
from ...names import symbol_of
from ...text import act, sentence
from ...tokens.words import side_name
from ...widgets.segmented import Segmented
from . import words
from .buttons import Buttons
from .chips import OrderRow
from .link import Link
from .measure import Asked, Measured, measure
from .shifts import ShiftList
from .side_by_side import SideBySide

MARGIN, GAP = 14, 26
WIDE = 860  # px from which the parts stand side by side
HEIGHT = 270  # px at first


class OrderPanel(QWidget):
    """A view: the document changes only when `apply` is asked for. It measures when it is seen and all is still."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk, self._document = desk, desk.document
        self.side = ""
        self.order: list[int] = []
        self.found: Measured | None = None
        self._sides: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
        self._shown: object = None
        self.setObjectName("panelBody")
        self.switch: Segmented | None = None
        self.row, self.buttons = OrderRow(self), Buttons(self)
        self.verdict, self.measured, self.pooled, self.condition = (QLabel(self) for _ in range(4))
        self.where = Link(self)
        self.rows, self.shifts = SideBySide(self), ShiftList(self)
        self._background = Background(self._document, self._prepare, self)
        self._make_layout()
        self._connect()
        self.retranslate()

    # making

    def _make_layout(self) -> None:
        self.verdict.setFont(fonts.ui_font(15, bold=True))
        for label in (self.verdict, self.measured, self.pooled, self.condition):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
            if label is not self.verdict:
                label.setFont(fonts.ui_font(13))
        self.condition.setForegroundRole(self.palette().ColorRole.PlaceholderText)
        self._left = QVBoxLayout()
        self._left.setSpacing(4)
        parts: tuple[QWidget, ...] = (self.row, self.buttons, self.verdict, self.measured, self.where)
        for part in (*parts, self.pooled, self.condition):
            self._left.addWidget(part)
        self._left.addStretch(1)
        middle, right = QVBoxLayout(), QVBoxLayout()
        middle.addWidget(self.rows)
        right.addWidget(self.shifts)
        for column in (middle, right):
            column.addStretch(1)
        self._box = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._box.setContentsMargins(MARGIN, 4, MARGIN, 10)
        self._box.setSpacing(GAP)
        for column, stretch in ((self._left, 5), (middle, 7), (right, 5)):
            self._box.addLayout(column, stretch)

    def _connect(self) -> None:
        self._document.changed.connect(self._changed)
        self._desk.digits.changed.connect(self._show_rows)
        self.row.moved.connect(self.move_token)
        self.rows.chosen.connect(self._cell_chosen)
        self.where.clicked.connect(self._where_clicked)
        self.shifts.chosen.connect(self._shift_chosen)
        self._background.done.connect(self._done)
        for button, slot in (
            (self.buttons.reverse, self.reverse),
            (self.buttons.rotate, self.rotate),
            (self.buttons.shuffle, self.shuffle),
            (self.buttons.reset, self.reset),
            (self.buttons.apply, self.apply),
        ):
            button.clicked.connect(slot)

    # what is shown

    def _changed(self, trace: object) -> None:
        if self.isVisible():
            self.refresh()

    def refresh(self) -> None:
        """Show the tokens as they are now, and measure again when all is still."""
        trace = self._document.trace
        sides = sequences(trace)
        names = tuple(side_name(trace.spec, "tgt" if side == "kv" else side) for side in sides)
        if (sides, names) != self._sides:
            self._make_switch(sides, names)
        if self.side not in sides:
            self.side = sides[0] if sides else ""
        if self.switch is not None:
            self.switch.set_value(self.side)
        sample = trace.workspace.samples[trace.sample]
        tokens, valid = (sample.tokens(self.side), sample.valid(self.side)) if self.side else ((), ())
        if len(self.order) != len(tokens):
            self.order = list(range(len(tokens)))
        shown = (tokens, valid, tuple(self.order))
        if shown != self._shown:
            self._shown = shown
            self.row.show_order(tokens, valid, self.order)
        self._measure()

    def _make_switch(self, sides: tuple[str, ...], names: tuple[str, ...]) -> None:
        self._sides = (sides, names)
        if self.switch is not None:
            self._left.removeWidget(self.switch)
            self.switch.hide()
            self.switch.deleteLater()
            self.switch = None
        if len(sides) > 1:
            self.switch = Segmented(dict(zip(sides, names, strict=True)), self)
            self.switch.chosen.connect(self._side_chosen)
            self._name_switch()
            self._left.insertWidget(0, self.switch)
            self.switch.show()

    def _side_chosen(self, side: str) -> None:
        self.side, self.order = side, []
        self.refresh()

    def _measure(self) -> None:
        """What is shown is of another state: greyed until the new one is there."""
        for label in (self.verdict, self.measured, self.pooled, self.condition):
            label.setEnabled(False)
        self.buttons.show_state(self._moved, len(self.order) > 1)
        if self.side:
            self._background.later()
        else:
            self._background.cancel()

    @property
    def _moved(self) -> bool:
        return self.order != sorted(self.order)

    def _prepare(self) -> Work | None:
        if not self.isVisible() or not self.side:
            return None
        trace = self._document.trace.aside()
        asked = Asked(self.side, tuple(self.order), self.shifts.k)
        known = self.found
        same = known is not None and known.trace.workspace is trace.workspace and known.trace.sample == trace.sample
        shifted = known.shifted if known is not None and same and known.asked.k == asked.k else None

        def work(going: Going) -> object:
            return measure(trace, asked, going, shifted)

        return work

    def _done(self, found: object) -> None:
        assert isinstance(found, Measured)
        self.found = found
        self._show_found()

    def _show_found(self) -> None:
        found = self.found
        if found is None:
            return
        text, good = words.verdict(found)
        for label in (self.verdict, self.measured, self.pooled, self.condition):
            label.setEnabled(True)
        self.verdict.setText(text)
        role = self.palette().ColorRole
        self.verdict.setForegroundRole(role.Highlight if good and found.asked.moved else role.WindowText)
        done = isinstance(found.permuted, Permuted) and found.asked.moved
        lines = [words.pooled_text(found), words.others_text(found)] if done else []
        self.measured.setText(words.measured_text(found) if done else "")
        tip = QCoreApplication.translate("order", "Go to that cell on the bench")
        self.where.show_text(words.where_text(found) if done else "", tip)
        self.pooled.setText(" ".join(line for line in lines if line))
        self.condition.setText(words.condition_text(found) if done else "")
        for label in (self.measured, self.pooled, self.condition):
            label.setVisible(bool(label.text()))
        self.shifts.show_shifts(found)
        self._show_rows()

    def _show_rows(self) -> None:
        found = self.found
        self.rows.setVisible(found is not None and isinstance(found.permuted, Permuted))
        if found is None or not isinstance(found.permuted, Permuted):
            return
        trace, permuted = found.trace, found.permuted
        labels = trace.labels(found.end.axes[0], found.end.shape[0])
        order = list(found.asked.order) if found.own else list(range(len(labels)))
        near = NEAR_FLOAT32 if trace.spec.precision == "float32" else NEAR
        tokens = tuple(labels[k] for k in order)
        self.rows.show_rows(permuted.before[order], permuted.after, tokens, near, self._desk.digits.now)
        name = str(symbol_of(trace[found.end.name]))
        left = QCoreApplication.translate("order", "P f(X): {matrix} of X, permuted") if found.own else ""
        left = left or QCoreApplication.translate("order", "f(X): {matrix} of X")
        right = QCoreApplication.translate("order", "f(PX): {matrix} of PX")
        last = QCoreApplication.translate("order", "difference")
        self.rows.set_titles(left.format(matrix=name), right.format(matrix=name), last)
        self.rows.setAccessibleName(f"{left.format(matrix=name)}, {right.format(matrix=name)}")

    # what a person does

    def set_order(self, order: Sequence[int]) -> None:
        """Another order of the tokens; the document stays as it is."""
        self.order = list(order)
        self.refresh()

    def move_token(self, at: int, to: int) -> None:
        """One token to another place among the others."""
        order = list(self.order)
        order.insert(to, order.pop(at))
        self.set_order(order)

    def reverse(self) -> None:
        self.set_order(self.order[::-1])

    def rotate(self) -> None:
        self.set_order(self.order[1:] + self.order[:1])

    def shuffle(self) -> None:
        """The order that a seed gives, whatever it was before."""
        order = list(range(len(self.order)))
        random.Random(self.buttons.seed).shuffle(order)
        self.set_order(order)

    def reset(self) -> None:
        self.set_order(range(len(self.order)))

    def apply(self) -> None:
        """Put the tokens of the sample in this order: one undo step."""
        if not self._moved or not self._desk.settle():
            return
        workspace, sample = self._document.workspace, self._document.sample
        side = "tgt" if self.side == "kv" else self.side
        tokens = workspace.samples[sample].tokens(side)
        order, self.order = self.order, []
        try:
            done = with_tokens(workspace, side, tuple(tokens[k] for k in order), order, sample=sample)
        except Problem as problem:
            self.order = order
            self._desk.say(sentence(problem))
            return
        self._document.do(done, act(QT_TRANSLATE_NOOP("acts", "Permute tokens")))

    def _shift_chosen(self, k: int) -> None:
        self._measure()

    def _cell_chosen(self, i: int, j: int) -> None:
        """A cell of the result on the bench: of the row of the same token."""
        if self.found is not None and self._desk.settle():
            row = self.found.asked.order[i] if self.found.own else i
            go_to_cell(self._desk.selection, self._document.trace, self.found.end.name, row, j)

    def _where_clicked(self) -> None:
        if self.found is None or not isinstance(self.found.permuted, Permuted) or not self._desk.settle():
            return
        first = self.found.permuted.broken_at
        if first is not None and first.cell is not None:
            go_to_cell(self._desk.selection, self._document.trace, first.node, *first.cell)

    # words

    def _name_switch(self) -> None:
        if self.switch is not None:
            self.switch.set_names(QCoreApplication.translate("order", "Sequence to permute"))

    def retranslate(self) -> None:
        """Say everything in the language of the window."""
        self.setAccessibleName(QCoreApplication.translate("panels", "Order"))
        self._name_switch()
        self.row.set_texts(
            QCoreApplication.translate("order", "Tokens of PX"),
            QCoreApplication.translate(
                "order", "Drag or Alt+← → to another place. Positions stay with their places, the model stays."
            ),
        )
        self.buttons.retranslate()
        self.shifts.retranslate()
        self._show_found()

    # Qt

    def sizeHint(self) -> QSize:
        return QSize(WIDE, HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return QSize(250, super().minimumSizeHint().height())

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._background.cancel()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        wide = event.size().width() >= WIDE
        way = QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom
        if self._box.direction() != way:
            self._box.setDirection(way)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
            if self.isVisible():
                self.refresh()
