"""The settings of a training: speed, optimiser, and numbers that are typed."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QGridLayout, QLabel, QSizePolicy, QWidget

from core.numbers import parse_number, plain
from core.problem import QT_TRANSLATE_NOOP, Problem

from ...desk import Desk
from ...text import sentence
from ...training.plan import SPEEDS
from ...training.words import speed_text
from ...widgets.number_field import NumberField
from ...widgets.segmented import Segmented

WHOLE = QT_TRANSLATE_NOOP("core", "{found} is no whole number.")
NUMBERS = ("steps", "rate", "batch", "warmup", "seed")
IN_ROW = 2
WIDTH = 66


class Settings(QWidget):
    """Each asks the training for what was chosen; what is refused says why and leaves the old value."""

    def __init__(self, desk: Desk, parent: QWidget) -> None:
        super().__init__(parent)
        self._desk, self._training = desk, desk.training
        self.speed = Segmented(dict.fromkeys(map(str, SPEEDS), ""), self)
        self.kind = Segmented(dict.fromkeys(("adam", "adam2017", "sgd"), ""), self)
        self.numbers = {name: NumberField(self) for name in NUMBERS}
        self.labels = {name: QLabel(self) for name in ("speed", "kind", *NUMBERS)}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(5)
        for row, (name, control) in enumerate((("speed", self.speed), ("kind", self.kind))):
            control.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            grid.addWidget(self.labels[name], row, 0)
            grid.addWidget(control, row, 1, 1, 2 * IN_ROW - 1)
        for k, name in enumerate(NUMBERS):
            row, column = 2 + k // IN_ROW, 2 * (k % IN_ROW)
            self.numbers[name].setFixedWidth(WIDTH)
            grid.addWidget(self.labels[name], row, column)
            grid.addWidget(self.numbers[name], row, column + 1)
            self.numbers[name].committed.connect(self._typed)
        grid.setColumnStretch(1, 1)
        grid.setColumnStretch(3, 1)
        self.speed.chosen.connect(self._speed_chosen)
        self.kind.chosen.connect(self._kind_chosen)

    def _speed_chosen(self, key: str) -> None:
        self._training.choose(speed=int(key))

    def _kind_chosen(self, key: str) -> None:
        self._training.choose(kind=key)

    def _typed(self, text: str) -> None:
        field = self.sender()
        name = next(name for name, each in self.numbers.items() if each is field)
        try:
            number = parse_number(text)
            if name != "rate":
                if not number.is_integer():
                    raise Problem(WHOLE, found=plain(number))
                number = int(number)
            self._training.choose(**{name: number})
        except (Problem, OverflowError) as problem:
            self.numbers[name].refuse(sentence(problem))
            self._desk.say(sentence(problem))
            return
        self.numbers[name].accept()

    def refresh(self) -> None:
        """Show what holds."""
        plan = self._training.plan
        values = {"rate": plan.rule.rate, "warmup": plan.rule.warmup}
        for name, field in self.numbers.items():
            field.show_value(plain(values.get(name, getattr(plan, name, 0))))
        self.speed.set_value(str(plan.speed))
        self.kind.set_value(plan.rule.kind)
        for part in (self.numbers["warmup"], self.labels["warmup"]):
            part.setEnabled(plan.rule.kind == "adam2017")

    def retranslate(self) -> None:
        """Say everything in the language of the window."""
        said = {
            "speed": (
                QCoreApplication.translate("training", "Speed"),
                QCoreApplication.translate("training", "Steps a second, or as fast as this machine can"),
            ),
            "kind": (
                QCoreApplication.translate("training", "Optimiser"),
                QCoreApplication.translate("training", "How a step follows the gradient; the means of Adam are kept"),
            ),
            "steps": (
                QCoreApplication.translate("training", "Steps"),
                QCoreApplication.translate("training", "How many steps a run has"),
            ),
            "rate": (
                QCoreApplication.translate("training", "Rate"),
                QCoreApplication.translate("training", "Learning rate; of the warm-up of 2017 the factor before it"),
            ),
            "batch": (
                QCoreApplication.translate("training", "Batch"),
                QCoreApplication.translate("training", "Pairs in a step; their mean loss is what falls"),
            ),
            "warmup": (
                QCoreApplication.translate("training", "Warm-up"),
                QCoreApplication.translate("training", "Steps in which the rate rises, before it falls as 1/√step"),
            ),
            "seed": (
                QCoreApplication.translate("training", "Seed"),
                QCoreApplication.translate("training", "Decides the order of the pairs, from the next start on"),
            ),
        }
        for name, (label, tip) in said.items():
            self.labels[name].setText(label)
            self.labels[name].setToolTip(tip)
            if name in self.numbers:
                self.numbers[name].setAccessibleName(label)
                self.numbers[name].set_description(tip)
        self.speed.set_texts({str(speed): speed_text(speed) for speed in SPEEDS})
        kinds = {
            "adam": "Adam",
            "adam2017": QCoreApplication.translate("training", "Adam, 2017"),
            "sgd": "SGD",
        }
        self.kind.set_texts(kinds)
        for control, name in ((self.speed, "speed"), (self.kind, "kind")):
            control.set_names(said[name][0])
            control.set_description(said[name][1])
