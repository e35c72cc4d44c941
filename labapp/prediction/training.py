"""The card "Training": how far it is, the loss as a small curve, and three buttons."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from .. import colours, fonts
from ..desk import Desk
from ..training import asked, words
from ..training.lines import loss_lines
from ..widgets.curves import Curves
from ..widgets.labels import ElidedLabel, Remark
from ..widgets.tint import Role

FRAME_MS = 50  # between two pictures of the curve


class TrainingCard(QWidget):
    """Both this and the panel show the one training of the desk."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk, self._training = desk, desk.training
        self.heading = QLabel(self)
        self.heading.setFont(fonts.ui_font(15, bold=True))
        self.said = ElidedLabel(self, colour=Role.PlaceholderText)
        self.curve = Curves(self, log=True, bare=True)
        self.curve.setMinimumHeight(84)
        self.train, self.pause, self.reset = QPushButton(self), QPushButton(self), QPushButton(self)
        self.train.setDefault(True)
        for button in (self.train, self.pause, self.reset):
            button.setAutoDefault(False)
        self.remark = Remark(self)
        self._frame = QTimer(self)
        self._frame.setSingleShot(True)
        self._frame.setInterval(FRAME_MS)
        self._frame.timeout.connect(self.refresh)
        self._lay_out()
        self.train.clicked.connect(self._start)
        self.pause.clicked.connect(self._pause)
        self.reset.clicked.connect(self._reset)
        self._training.changed.connect(self._changed)
        desk.document.changed.connect(self._document_changed)
        self.retranslate()

    def _lay_out(self) -> None:
        top, buttons, column = QHBoxLayout(), QHBoxLayout(), QVBoxLayout(self)
        top.setSpacing(14)
        top.addWidget(self.heading)
        top.addWidget(self.said, 1)
        buttons.setSpacing(6)
        for button in (self.train, self.pause, self.reset):
            buttons.addWidget(button)
        buttons.addStretch(1)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(top)
        column.addWidget(self.curve, 1)
        column.addLayout(buttons)
        column.addWidget(self.remark)

    # acts

    def _start(self) -> None:
        asked.start(self._desk)

    def _pause(self) -> None:
        asked.pause(self._desk)

    def _reset(self) -> None:
        asked.reset(self._desk)

    # what is shown

    def _document_changed(self, trace: object) -> None:
        if not self._desk.document.lasting:
            self._changed()

    def _changed(self) -> None:
        """At once when a run begins or ends, else a few times a second."""
        if self._training.run is None or not self._frame.isActive():
            self.refresh()

    def refresh(self) -> None:
        """Show how far it is."""
        if not self.isVisible():
            return
        training = self._training
        busy, refused = training.run is not None, training.refusal() is not None
        self.said.set_text(words.step_text(training))
        self.curve.show_lines(loss_lines(training, colours.palette_of(self)))
        self.curve.setAccessibleDescription(self.said.text())
        self.train.setEnabled(not busy and not refused)
        self.pause.setEnabled(busy)
        self.reset.setEnabled(training.no_reset() is None)
        problem = words.problem_text(training)
        self.remark.say(problem or words.standing_text(training), quiet=not problem)
        self.train.setText(
            QCoreApplication.translate("training", "Train {steps} steps").format(steps=training.plan.steps)
        )
        if busy:
            self._frame.start()

    def retranslate(self) -> None:
        """Say everything in the language of the window."""
        title = QCoreApplication.translate("prediction", "Training")
        self.setAccessibleName(title)
        self.heading.setText(title)
        self.curve.set_title(QCoreApplication.translate("training", "Loss, logarithmic"))
        self.curve.setToolTip(
            QCoreApplication.translate("training", "Loss on a logarithmic axis: training, and dashed what is held out")
        )
        self.pause.setText(QCoreApplication.translate("training", "Pause"))
        self.reset.setText(QCoreApplication.translate("training", "Reset weights"))
        tips = {
            self.train: QCoreApplication.translate("training", "Go on training from the present weights"),
            self.pause: QCoreApplication.translate(
                "training", "Stop after this step; what was learned is one undo step"
            ),
            self.reset: QCoreApplication.translate("training", "Back to the weights before the first step"),
        }
        for button, tip in tips.items():
            button.setToolTip(tip)
            button.setAccessibleDescription(tip)
        self.refresh()

    # Qt

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        elif event.type() == QEvent.Type.PaletteChange:
            self.refresh()
