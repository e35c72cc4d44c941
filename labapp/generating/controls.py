"""The buttons of a free run, and how it chooses: greedy, with a temperature, of the likeliest alone; the seed."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QHBoxLayout,
    QLabel,
    QLayout,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from core.generate import HOTTEST, Choice
from core.numbers import parse_number, show
from core.problem import QT_TRANSLATE_NOOP, Problem

from ..predicted import Predicted
from ..text import sentence
from ..widgets.number_field import NumberField
from ..widgets.segmented import Segmented
from ..widgets.wrapped import Wrapped
from .session import Generating

GREEDY, TEMPERATURE, TOP_K = "greedy", "temperature", "top_k"
WAYS = (GREEDY, TEMPERATURE, TOP_K)
WARM, FEW = 1.0, 5  # a temperature and a number of tokens to begin with
MOST_K, MOST_SEED = 10**7, 2**53
FIELD = 52  # px
FITS = QSizePolicy.Policy.Preferred


class Buttons(QWidget):
    """Append, generate to the end (or stop), back, reset; `slim` ones stand beside the caption of a panel."""

    def __init__(
        self, generating: Generating, predicted: Predicted, parent: QWidget | None, slim: bool = False
    ) -> None:
        super().__init__(parent)
        self._generating = generating
        self.append, self.to_end, self.back, self.reset = (self._button(slim) for _ in range(4))
        self.append.clicked.connect(generating.next)
        self.to_end.clicked.connect(self._to_end)
        self.back.clicked.connect(generating.back)
        self.reset.clicked.connect(generating.reset)
        row: QLayout = QHBoxLayout(self) if slim else Wrapped(self)
        row.setContentsMargins(0, 0, 0, 0)
        for button in (self.append, self.to_end, self.back, self.reset):
            row.addWidget(button)
        policy = QSizePolicy(QSizePolicy.Policy.Maximum if slim else QSizePolicy.Policy.Expanding, FITS)
        policy.setHeightForWidth(not slim)
        self.setSizePolicy(policy)
        self._soon = QTimer(self)  # a token changes run and row: one refresh for both
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self.refresh)
        generating.changed.connect(self._later)
        predicted.changed.connect(self._later)
        self.retranslate()

    def _button(self, slim: bool) -> QAbstractButton:
        if slim:
            tool = QToolButton(self)
            tool.setObjectName("panelTool")
            return tool
        button = QPushButton(self)
        button.setAutoDefault(False)
        button.setProperty("tight", True)
        button.setDefault(self.findChild(QPushButton) is button)
        return button

    def _later(self) -> None:
        if self.isVisible():
            self._soon.start()

    def _to_end(self) -> None:
        if self._generating.running:
            self._generating.cancel()
        else:
            self._generating.run_to_end()

    def refresh(self) -> None:
        """Say what comes next, and offer what can be done."""
        generating = self._generating
        running, token = generating.running, generating.coming()
        text = QCoreApplication.translate("generating", "Append {token}").format(token=_short(token))
        if not token:
            text = QCoreApplication.translate("generating", "Append")
        self.append.setText(text.replace("&", "&&"))
        self.append.setEnabled(generating.can_go and not running)
        self.to_end.setEnabled(generating.can_go or running)
        self.back.setEnabled(generating.can_turn)
        self.reset.setEnabled(generating.can_turn)
        if running:
            done, most = generating.progress
            text = QCoreApplication.translate("generating", "Stop ({done} of {most})")
            self.to_end.setText(text.format(done=done, most=most))
        else:
            self.to_end.setText(QCoreApplication.translate("generating", "Generate to EOS"))

    def retranslate(self) -> None:
        """Say everything in the language of the window."""
        self.back.setText(QCoreApplication.translate("generating", "Back"))
        self.reset.setText(QCoreApplication.translate("generating", "Reset"))
        for button, tip in (
            (self.append, QCoreApplication.translate("generating", "Append the next token and compute its row")),
            (self.to_end, QCoreApplication.translate("generating", "Token after token, until EOS or the limit")),
            (self.back, QCoreApplication.translate("generating", "Take the newest token back")),
            (self.reset, QCoreApplication.translate("generating", "Begin the sentence anew")),
        ):
            button.setToolTip(tip)
            button.setAccessibleDescription(tip)
        self.refresh()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()


class ChoiceRow(QWidget):
    """Greedy, temperature or top-k, and the numbers that go with them."""

    def __init__(self, generating: Generating, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._generating = generating
        self.ways = Segmented(dict.fromkeys(WAYS, ""), self)
        self.ways.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.temperature, self.top_k, self.seed = (NumberField(self) for _ in range(3))
        self.words = {field: QLabel(self) for field in (self.temperature, self.top_k, self.seed)}
        row = Wrapped(self)
        row.addWidget(self.ways)
        for field, word in self.words.items():
            field.setFixedWidth(FIELD)
            row.addWidget(word)
            row.addWidget(field)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.ways.chosen.connect(self._way)
        self.temperature.committed.connect(self._temperature)
        self.top_k.committed.connect(self._top_k)
        self.seed.committed.connect(self._seed)
        generating.changed.connect(self.refresh)
        self.retranslate()

    def refresh(self) -> None:
        """Show how it chooses."""
        choice = self._generating.choice
        way = TOP_K if choice.top_k and choice.temperature else TEMPERATURE if choice.temperature else GREEDY
        self.ways.set_value(way)
        self.temperature.show_value(show(choice.temperature or WARM, 6, significant=True))
        self.top_k.show_value(str(choice.top_k or FEW))
        self.seed.show_value(str(choice.seed))
        for field, word in self.words.items():
            there = way != GREEDY and (field is not self.top_k or way == TOP_K)
            field.setVisible(there)
            word.setVisible(there)

    def _way(self, way: str) -> None:
        seed, old = self._generating.choice.seed, self._generating.choice
        warm = old.temperature or WARM
        self._generating.set_choice(
            Choice(0.0, 0, seed) if way == GREEDY else Choice(warm, FEW if way == TOP_K else 0, seed)
        )
        self.refresh()

    def _temperature(self, text: str) -> None:
        try:
            found = parse_number(text)
            if not 0 < found <= HOTTEST:
                raise Problem(
                    QT_TRANSLATE_NOOP(
                        "core", "The temperature can't be {found}: allowed is a number above 0, to {most}."
                    ),
                    found=text,
                    most=f"{HOTTEST:g}",
                )
        except Problem as problem:
            self.temperature.refuse(sentence(problem))
            return
        self._set(temperature=found)

    def _top_k(self, text: str) -> None:
        self._whole(self.top_k, text, 1, MOST_K, "top_k")

    def _seed(self, text: str) -> None:
        self._whole(self.seed, text, 0, MOST_SEED, "seed")

    def _whole(self, field: NumberField, text: str, low: int, high: int, name: str) -> None:
        try:
            found = parse_number(text)
        except Problem as problem:
            field.refuse(sentence(problem))
            return
        if not (low <= found <= high and found == int(found)):
            field.refuse(
                QCoreApplication.translate("generating", "Allowed is a whole number from {low} to {high}.").format(
                    low=low, high=high
                )
            )
            return
        self._set(**{name: int(found)})

    def _set(self, **changes: float | int) -> None:
        old = self._generating.choice
        values = {"temperature": old.temperature, "top_k": old.top_k, "seed": old.seed} | changes
        self._generating.set_choice(Choice(float(values["temperature"]), int(values["top_k"]), int(values["seed"])))
        for field in self.words:
            field.accept()
        self.refresh()

    def retranslate(self) -> None:
        """Say everything in the language of the window."""
        self.ways.set_texts(
            {
                GREEDY: QCoreApplication.translate("generating", "greedy"),
                TEMPERATURE: QCoreApplication.translate("generating", "temperature"),
                TOP_K: QCoreApplication.translate("generating", "top-k"),
            }
        )
        self.ways.set_names(QCoreApplication.translate("generating", "How a token is chosen"))
        tips = {
            GREEDY: QCoreApplication.translate("generating", "The most likely token, always"),
            TEMPERATURE: QCoreApplication.translate("generating", "Drawn from softmax(logits / T)"),
            TOP_K: QCoreApplication.translate("generating", "Drawn from the k most likely tokens alone"),
        }
        for way, tip in tips.items():
            self.ways.segment(way).setToolTip(tip)
        for field, word, name, tip in (
            (
                self.temperature,
                "T",
                QCoreApplication.translate("generating", "Temperature"),
                QCoreApplication.translate("generating", "Above 1 the draw is more even, below 1 more certain"),
            ),
            (
                self.top_k,
                "k",
                QCoreApplication.translate("generating", "Tokens that may be drawn"),
                QCoreApplication.translate("generating", "Only so many of the most likely tokens may be drawn"),
            ),
            (
                self.seed,
                QCoreApplication.translate("generating", "seed"),
                QCoreApplication.translate("generating", "Seed of the draws"),
                QCoreApplication.translate("generating", "Equal seeds give equal texts"),
            ),
        ):
            self.words[field].setText(word)
            self.words[field].setToolTip(tip)
            field.setAccessibleName(name)
            field.set_description(tip)
        self.refresh()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()


def _short(token: str) -> str:
    """A token on a button."""
    return token if len(token) <= 14 else token[:13] + "…"
