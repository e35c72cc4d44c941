"""All positions moved by k: for each scheme, which scores that changes."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from core.compare import DIFFERENT
from core.fields import POSITIONS
from core.numbers import parse_number
from core.problem import Problem

from ... import fonts
from ...labels import choice_label
from ...text import sentence
from ...widgets.labels import Caption, ElidedLabel
from ...widgets.stepper import Stepper
from ...widgets.tint import Role
from .measure import Measured
from .words import shift_texts

FARTHEST = 4096


class ShiftList(QWidget):
    """`stepped(k)` when a person asks for another shift."""

    chosen = Signal(int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.k = 1
        self.caption = Caption(parent=self)
        self.stepper = Stepper(self, 84)
        self.stepper.stepped.connect(self._stepped)
        self.stepper.committed.connect(self._committed)
        head = QHBoxLayout()
        head.addWidget(self.caption)
        head.addWidget(self.stepper)
        head.addStretch(1)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(0)
        self._grid.setColumnStretch(2, 1)
        self.lines: dict[str, tuple[ElidedLabel, ElidedLabel, ElidedLabel]] = {}
        policy = QSizePolicy.Policy
        for at, scheme in enumerate(POSITIONS):
            name, said, note = (ElidedLabel(self) for _ in range(3))
            note.set_colour(Role.PlaceholderText)
            for k, label in enumerate((name, said, note)):
                label.setFont(fonts.ui_font(13))
                label.setSizePolicy((policy.Fixed, policy.Maximum, policy.Expanding)[k], QSizePolicy.Policy.Fixed)
                self._grid.addWidget(label, at, k)
            self.lines[scheme] = (name, said, note)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addLayout(head)
        column.addLayout(self._grid)
        column.addStretch(1)
        self.retranslate()

    def show_shifts(self, found: Measured | None) -> None:
        """Show what was measured; None while it is worked out."""
        for name, said, note in self.lines.values():
            for label in (name, said, note):
                label.set_colour(Role.PlaceholderText)
        if found is None:
            return
        for shifted in found.shifted:
            name, said, note = self.lines[shifted.scheme]
            here = shifted.scheme == found.trace.spec.pos
            for label in (name, said):
                label.setFont(fonts.ui_font(13, bold=here))
            text, more = shift_texts(found.trace, shifted)
            said.set_text(text)
            note.set_text(more)
            moves = shifted.refused is None and shifted.state == DIFFERENT
            name.set_colour(Role.WindowText)
            said.set_colour(Role.WindowText if moves or here else Role.PlaceholderText)

    def _stepped(self, step: int) -> None:
        self._choose(self.k + step)

    def _committed(self, text: str) -> None:
        try:
            value = parse_number(text)
        except Problem as problem:
            self.stepper.refuse(sentence(problem))
            return
        if value != int(value) or abs(value) > FARTHEST:
            said = QCoreApplication.translate("order", "Positions move by a whole number from {low} to {high}.")
            self.stepper.refuse(said.format(low=f"−{FARTHEST}", high=FARTHEST))
            return
        self._choose(int(value))

    def _choose(self, k: int) -> None:
        self.k = max(-FARTHEST, min(FARTHEST, k))
        self.stepper.accept()
        self._show_k()
        self.chosen.emit(self.k)

    def _show_k(self) -> None:
        self.stepper.show_value(str(self.k).replace("-", "−"))

    def retranslate(self) -> None:
        """Say everything in the language of the window."""
        self.caption.setText(QCoreApplication.translate("order", "Shift all positions by"))
        self.stepper.set_names(
            QCoreApplication.translate("order", "Shift of all positions"),
            QCoreApplication.translate("order", "less"),
            QCoreApplication.translate("order", "more"),
        )
        self.stepper.set_description(
            QCoreApplication.translate(
                "order", "The model is run with every position scheme, from its first position and from one k later."
            )
        )
        for scheme, (name, _, _) in self.lines.items():
            name.set_text(choice_label(scheme))
        self._show_k()
