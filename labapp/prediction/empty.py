"""What stands in the place of the view where the model predicts nothing: why, and a way on."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from .. import fonts, models, text
from ..desk import Desk
from ..labels import field_label

SHOWS = "translate"  # the model that this view was made for
WIDTH = 460  # px of the text


class Empty(QWidget):
    """`model_asked(name)` asks for the model that predicts, `bench_asked` for the bench."""

    model_asked = Signal(str)
    bench_asked = Signal()

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self.title, self.said = QLabel(self), QLabel(self)
        self.title.setFont(fonts.ui_font(20, bold=True))
        for label in (self.title, self.said):
            label.setWordWrap(True)
        self.said.setForegroundRole(self.palette().ColorRole.PlaceholderText)
        self.open, self.bench = QPushButton(self), QPushButton(self)
        self.open.setDefault(True)
        self.open.clicked.connect(self._ask)
        self.bench.clicked.connect(self.bench_asked)
        buttons = QHBoxLayout()
        for button in (self.open, self.bench):
            buttons.addWidget(button)
        buttons.addStretch(1)
        block = QWidget(self)
        block.setMaximumWidth(WIDTH)
        inner = QVBoxLayout(block)
        inner.setSpacing(12)
        inner.addStretch(2)
        for part in (self.title, self.said):
            inner.addWidget(part)
        inner.addLayout(buttons)
        inner.addStretch(3)
        outer = QHBoxLayout(self)
        outer.addStretch(1)
        outer.addWidget(block, 100)
        outer.addStretch(1)
        self.retranslate()

    def _ask(self) -> None:
        self.model_asked.emit(SHOWS)

    def retranslate(self) -> None:
        """Say it in the language of the window, of the model that is there now."""
        spec = self._desk.document.workspace.spec
        self.title.setText(QCoreApplication.translate("prediction", "This model predicts no token"))
        if spec.kind == "attention":
            why = QCoreApplication.translate(
                "prediction", "It is one attention by itself: rows go in, rows come out, and no word is said."
            )
        else:
            why = QCoreApplication.translate(
                "prediction",
                "Its last layer gives rows of numbers, and nothing turns them into words: that is what the switch "
                "“{head}” in the model panel adds.",
            ).format(head=field_label("head"))
        self.said.setText(why)
        title = models.text(models.about(SHOWS), "title", text.language())
        self.open.setText(QCoreApplication.translate("prediction", "Open one that does"))
        self.open.setToolTip(title)
        self.open.setAccessibleName(f"{self.open.text()}: {title}")
        self.bench.setText(QCoreApplication.translate("prediction", "Look at it on the bench"))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
