"""One control for each type of field. A control shows a spec and asks for a change; it changes nothing itself."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from core.numbers import plain
from core.spec import Field, ModelSpec

from ... import fonts
from ...labels import choice_label, field_label, field_tip, head_label
from ...widgets.labels import Remark
from ...widgets.number_field import NumberField
from ...widgets.segmented import Segmented
from ...widgets.stepper import Stepper
from ...widgets.switch import Switch

SMALL = 13


class Control(QWidget):
    """A field's control with its remark below: why a value was refused, or why the field is idle.

    `asked(value)` carries a value of the field's type; `typed(text)` a text that the panel has to read first.
    """

    asked = Signal(object)
    typed = Signal(str)
    air = 3  # px above and below

    def __init__(self, field: Field, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field = field
        self.setObjectName(f"field-{field.name}")
        self._idle = ""
        self.away = False
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, self.air, 0, self.air)
        self._column.setSpacing(2)
        self.remark = Remark(self)
        self.build()
        self._column.addWidget(self.remark)
        self.retranslate()

    def build(self) -> None:
        """Make the parts and add them to the column."""
        raise NotImplementedError

    def show_value(self, value: Any, spec: ModelSpec) -> None:
        """Show the value that holds."""
        raise NotImplementedError

    def describe(self, text: str) -> None:
        """Give the parts their tooltip and accessible description."""
        raise NotImplementedError

    def retranslate(self) -> None:
        """Say everything in the language of the window."""
        self.describe(self.description())

    def description(self) -> str:
        """What the field does, after why it is idle."""
        return "\n".join(text for text in (self._idle, field_tip(self.field.name)) if text)

    def set_idle(self, reason: str) -> None:
        """Disable the control and say why; "" enables it."""
        self._idle = reason
        self.setEnabled(not reason)
        self.describe(self.description())
        # Read without asking for it: below the control, quietly.
        self.remark.say(reason, quiet=True)

    @property
    def idle(self) -> str:
        """Why the field can have no effect here; "" where it has."""
        return self._idle

    def set_away(self, away: bool) -> None:
        """Hide the control with its remark, which may stand elsewhere, or show both."""
        if away != self.away:  # to show what nobody hid costs a layout
            self.away = away
            self.setVisible(not away)
        self.remark.setVisible(not away and bool(self.remark.text()))

    def _ask(self, value: object) -> None:
        self.asked.emit(value)

    def refuse(self, sentence: str, value: Any, spec: ModelSpec) -> None:
        """Show the old value again and why the new one was refused."""
        self.show_value(value, spec)
        self.remark.say(sentence)

    def forgive(self) -> None:
        """A value was accepted, here or elsewhere: take the refusal away."""
        if not self._idle:
            self.remark.say("")


class SwitchControl(Control):
    """On or off."""

    air = 0

    def build(self) -> None:
        self.switch = Switch(parent=self)
        self._column.addWidget(self.switch)
        self.switch.clicked.connect(self._ask)

    def show_value(self, value: Any, spec: ModelSpec) -> None:
        self.switch.setChecked(bool(value))

    def describe(self, text: str) -> None:
        self.switch.setToolTip(text)
        self.switch.setAccessibleDescription(text)

    def retranslate(self) -> None:
        self.switch.setText(field_label(self.field.name))
        self.switch.setAccessibleName(field_label(self.field.name))
        super().retranslate()


class ChoiceControl(Control):
    """One of a few."""

    def build(self) -> None:
        self.segmented = Segmented({choice: choice for choice in self.field.choices}, self)
        self.segmented.setFont(fonts.ui_font(SMALL))
        self._column.addWidget(self.segmented)
        self.segmented.chosen.connect(self._ask)

    def show_value(self, value: Any, spec: ModelSpec) -> None:
        self.segmented.set_value(value)

    def describe(self, text: str) -> None:
        self.segmented.set_description(text)

    def retranslate(self) -> None:
        self.segmented.set_texts({choice: choice_label(choice) for choice in self.field.choices})
        self.segmented.set_names(field_label(self.field.name))
        super().retranslate()


class IntegerControl(Control):
    """A whole number: step or type."""

    def build(self) -> None:
        self.label = QLabel(self)
        self.stepper = Stepper(self)
        self.stepper.field.setFont(fonts.mono_font(SMALL))
        self.label.setBuddy(self.stepper.field)
        row = QHBoxLayout()
        row.setSpacing(2)
        row.addWidget(self.label, 1)
        row.addWidget(self.stepper)
        self._column.addLayout(row)
        self._value = 0
        self.stepper.stepped.connect(self._stepped)
        self.stepper.committed.connect(self.typed)

    def _stepped(self, step: int) -> None:
        self.asked.emit(self._value + step)

    def show_value(self, value: Any, spec: ModelSpec) -> None:
        self._value = int(value)
        self.stepper.show_value(str(value))
        self.stepper.accept()

    def refuse(self, sentence: str, value: Any, spec: ModelSpec) -> None:
        super().refuse(sentence, value, spec)
        self.stepper.refuse(sentence)

    def describe(self, text: str) -> None:
        self.label.setToolTip(text)
        self.stepper.set_description(text)

    def retranslate(self) -> None:
        name = field_label(self.field.name)
        self.label.setText(name)
        self.stepper.set_names(
            name, QCoreApplication.translate("panels", "one less"), QCoreApplication.translate("panels", "one more")
        )
        super().retranslate()


class NumberControl(Control):
    """A number, shown to its last digit."""

    def build(self) -> None:
        self.label = QLabel(self)
        self.number = NumberField(self)
        self.number.setFont(fonts.mono_font(SMALL))
        self.label.setBuddy(self.number)
        row = QHBoxLayout()
        row.addWidget(self.label, 1)
        row.addWidget(self.number)
        self._column.addLayout(row)
        self.number.committed.connect(self.typed)

    def show_value(self, value: Any, spec: ModelSpec) -> None:
        self.number.show_value(plain(value))
        self.number.accept()

    def refuse(self, sentence: str, value: Any, spec: ModelSpec) -> None:
        super().refuse(sentence, value, spec)
        self.number.refuse(sentence)

    def describe(self, text: str) -> None:
        self.label.setToolTip(text)
        self.number.set_description(text)

    def retranslate(self) -> None:
        self.label.setText(field_label(self.field.name))
        self.number.setAccessibleName(field_label(self.field.name))
        super().retranslate()


class HeadsControl(Control):
    """A switch for each head; the value is the heads that are off."""

    air = 0

    def build(self) -> None:
        self.switches: list[Switch] = []
        self._rows = QVBoxLayout()
        self._rows.setSpacing(0)
        self._column.addLayout(self._rows)

    def show_value(self, value: Any, spec: ModelSpec) -> None:
        while len(self.switches) < spec.heads:
            switch = Switch(parent=self)
            switch.clicked.connect(self._clicked)
            self._rows.addWidget(switch)
            self.switches.append(switch)
            self.retranslate()
        while len(self.switches) > spec.heads:
            gone = self.switches.pop()
            self._rows.removeWidget(gone)
            gone.hide()
            gone.deleteLater()
        for number, switch in enumerate(self.switches, start=1):
            switch.setChecked(number not in value)

    def _clicked(self) -> None:
        self.asked.emit(tuple(r for r, switch in enumerate(self.switches, start=1) if not switch.isChecked()))

    def describe(self, text: str) -> None:
        for switch in self.switches:
            switch.setToolTip(text)
            switch.setAccessibleDescription(text)

    def retranslate(self) -> None:
        for number, switch in enumerate(self.switches, start=1):
            switch.setText(head_label(number))
            switch.setAccessibleName(head_label(number))
        super().retranslate()


# A new type of field is one class above and one line here.
CONTROLS: dict[str, type[Control]] = {
    "switch": SwitchControl,
    "choice": ChoiceControl,
    "integer": IntegerControl,
    "number": NumberControl,
    "heads": HeadsControl,
}
