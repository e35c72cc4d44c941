"""Orders that need no dragging, and the one button that changes the document."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QAbstractButton, QWidget

from ...tokens.chip import PlainChip
from ...widgets.stepper import Stepper
from .chips import Flow

MOST_SEED = 9999


class Buttons(Flow):
    """Reverse, Rotate, Shuffle with its seed, Reset, and Apply."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.seed = 1
        self.reverse, self.rotate, self.shuffle, self.reset, self.apply = (PlainChip("", self) for _ in range(5))
        self.stepper = Stepper(self, 74)
        self.stepper.stepped.connect(self._stepped)
        self.stepper.committed.connect(self._committed)
        self.parts = [self.reverse, self.rotate, self.shuffle, self.stepper, self.reset, self.apply]
        self.retranslate()

    def show_state(self, moved: bool, several: bool) -> None:
        """What can be asked for: nothing can be permuted where there is one token."""
        for button in (self.reverse, self.rotate, self.shuffle):
            button.setEnabled(several)
        for button in (self.reset, self.apply):
            button.setEnabled(moved)

    def _stepped(self, step: int) -> None:
        self._choose(self.seed + step)

    def _committed(self, text: str) -> None:
        if text.strip().isdecimal() and int(text) <= MOST_SEED:
            self._choose(int(text))
        else:
            said = QCoreApplication.translate("order", "A seed is a whole number from 0 to {most}.")
            self.stepper.refuse(said.format(most=MOST_SEED))

    def _choose(self, seed: int) -> None:
        self.seed = max(0, min(MOST_SEED, seed))
        self.stepper.accept()
        self.stepper.show_value(str(self.seed))
        self.shuffle.click()

    def retranslate(self) -> None:
        """Say everything in the language of the window."""
        texts: list[tuple[QAbstractButton, str, str]] = [
            (
                self.reverse,
                QCoreApplication.translate("order", "Reverse"),
                QCoreApplication.translate("order", "The last token first"),
            ),
            (
                self.rotate,
                QCoreApplication.translate("order", "Rotate"),
                QCoreApplication.translate("order", "The first token last"),
            ),
            (
                self.shuffle,
                QCoreApplication.translate("order", "Shuffle"),
                QCoreApplication.translate("order", "The order that the seed beside gives, always the same one"),
            ),
            (
                self.reset,
                QCoreApplication.translate("order", "Reset"),
                QCoreApplication.translate("order", "The order of the sample"),
            ),
            (
                self.apply,
                QCoreApplication.translate("order", "Apply"),
                QCoreApplication.translate("order", "Put the sample's tokens in this order, rows and pins with them"),
            ),
        ]
        for button, text, tip in texts:
            button.setText(text)
            button.setToolTip(tip)
            button.setAccessibleName(text)
            button.setAccessibleDescription(tip)
        name = QCoreApplication.translate("order", "Seed of the shuffle")
        less, more = QCoreApplication.translate("order", "less"), QCoreApplication.translate("order", "more")
        self.stepper.set_names(name, less, more)
        self.stepper.set_description(name)
        self.stepper.show_value(str(self.seed))
        self.lay_out()
