"""The panel: buttons and settings, the corpus, how far it is, and three plots."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt, QTimer
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QFileDialog, QHBoxLayout, QMenu, QPushButton, QVBoxLayout, QWidget

from core.problem import Problem

from ... import colours
from ...desk import Desk
from ...training import asked, words
from ...training.lines import accuracy_lines, loss_lines, norm_lines
from ...widgets.curves import Curves
from ...widgets.labels import ElidedLabel, Remark
from ...widgets.tint import Role
from .settings import Settings

MARGIN = 14
BESIDE = 640  # px of width, from which on the plots stand beside the settings
LEFT = 318
FRAME_MS = 100  # between two pictures of the curves: the bench comes first


class TrainingPanel(QWidget):
    """Shows the one training of the desk, as the card in the prediction view does."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk, self._training = desk, desk.training
        self.setObjectName("panelBody")
        self.start, self.step, self.reset = QPushButton(self), QPushButton(self), QPushButton(self)
        self.start.setDefault(True)
        for button in (self.start, self.step, self.reset):
            button.setAutoDefault(False)
            button.setStyleSheet("QPushButton { padding: 0 9px; min-height: 26px; }")
        self.settings = Settings(desk, self)
        self.corpus = QPushButton(self)
        self.corpus.setObjectName("quietButton")
        self.menu = QMenu(self)
        self.own = self.menu.addAction("")
        self.other = self.menu.addAction("")
        self.corpus.setMenu(self.menu)
        self.said, self.progress = ElidedLabel(self), ElidedLabel(self, colour=Role.PlaceholderText)
        self.remark = Remark(self)
        self.loss, self.accuracy, self.norms = Curves(self, log=True), Curves(self, top=1.0), Curves(self, log=True)
        self._frame = QTimer(self)
        self._frame.setSingleShot(True)
        self._frame.setInterval(FRAME_MS)
        self._frame.timeout.connect(self.refresh)
        self._lay_out()
        self._connect()
        self.retranslate()

    def _lay_out(self) -> None:
        buttons, left, right, plots = QHBoxLayout(), QVBoxLayout(), QVBoxLayout(), QHBoxLayout()
        buttons.setSpacing(6)
        for button in (self.start, self.step, self.reset):
            buttons.addWidget(button)
        buttons.addStretch(1)
        left.setSpacing(6)
        left.addLayout(buttons)
        left.addWidget(self.settings)
        left.addWidget(self.corpus, 0, Qt.AlignmentFlag.AlignLeft)
        left.addStretch(1)
        plots.setSpacing(10)
        for plot in (self.loss, self.accuracy, self.norms):
            plot.setMinimumSize(90, 110)
            plots.addWidget(plot, 1)
        right.setSpacing(4)
        line = QHBoxLayout()
        line.setSpacing(14)
        line.addWidget(self.said, 1)
        line.addWidget(self.progress, 1)
        right.addLayout(line)
        right.addWidget(self.remark)
        right.addLayout(plots, 1)
        self._left = QWidget(self)
        self._left.setLayout(left)
        left.setContentsMargins(0, 0, 0, 0)
        self._main = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._main.setContentsMargins(MARGIN, 4, MARGIN, 8)
        self._main.setSpacing(16)
        self._main.addWidget(self._left)
        self._main.addLayout(right, 1)

    def _connect(self) -> None:
        self.start.clicked.connect(self._toggle)
        self.step.clicked.connect(self._one_step)
        self.reset.clicked.connect(self._reset)
        self.own.triggered.connect(self._own_corpus)
        self.other.triggered.connect(self._ask_corpus)
        self._training.changed.connect(self._changed)
        self._desk.document.changed.connect(self._document_changed)

    def sizeHint(self) -> QSize:
        return QSize(900, 250)

    def minimumSizeHint(self) -> QSize:
        return QSize(LEFT, super().minimumSizeHint().height())

    # acts

    def _toggle(self) -> None:
        asked.toggle(self._desk)

    def _one_step(self) -> None:
        asked.one_step(self._desk)

    def _reset(self) -> None:
        asked.reset(self._desk)

    def _own_corpus(self) -> None:
        asked.take_shipped(self._desk)

    def _ask_corpus(self) -> None:
        path = ask_corpus(self)
        if path is not None:
            asked.take(self._desk, path)

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
        training, palette = self._training, colours.palette_of(self)
        busy, refused = training.run is not None, training.refusal() is not None
        self.start.setText(
            QCoreApplication.translate("training", "Pause") if busy else QCoreApplication.translate("training", "Start")
        )
        self.start.setEnabled(busy or not refused)
        self.step.setEnabled(not busy and not refused)
        self.reset.setEnabled(training.no_reset() is None)
        self.settings.refresh()
        self.corpus.setText(self._corpus_text())
        self.said.set_text(words.step_text(training))
        self.progress.set_text(words.standing_text(training))
        problem = words.problem_text(training)
        self.remark.say(problem or words.remark_text(training), quiet=not problem)
        self.loss.show_lines(loss_lines(training, palette))
        self.accuracy.show_lines(accuracy_lines(training, palette))
        self.norms.show_lines(norm_lines(training, palette))
        for plot in (self.loss, self.accuracy, self.norms):
            plot.until = float(training.measured)
            plot.setAccessibleDescription(plot.said(plot.plot().right()))
        if busy:
            self._frame.start()

    def _corpus_text(self) -> str:
        try:
            name, corpus = self._training.material
        except Problem as problem:
            return str(problem)
        said = QCoreApplication.translate("training", "{name}: {train} pairs, {held_out} held out")
        return said.format(name=name, train=len(corpus.train), held_out=len(corpus.held_out))

    # words

    def retranslate(self) -> None:
        """Say everything in the language of the window."""
        self.setAccessibleName(QCoreApplication.translate("panels", "Training"))
        self.step.setText(QCoreApplication.translate("training", "One step"))
        self.reset.setText(QCoreApplication.translate("training", "Reset weights"))
        self.own.setText(QCoreApplication.translate("training", "The lab's own corpus"))
        self.other.setText(QCoreApplication.translate("training", "Another corpus …"))
        self.loss.set_title(QCoreApplication.translate("training", "Loss, logarithmic"))
        self.accuracy.set_title(QCoreApplication.translate("training", "Tokens right"))
        self.norms.set_title(QCoreApplication.translate("training", "Length of the gradient"))
        tips = {
            self.start: QCoreApplication.translate("training", "Train from the present weights on, or pause"),
            self.step: QCoreApplication.translate("training", "Train one step"),
            self.reset: QCoreApplication.translate("training", "Back to the weights before the first step"),
            self.corpus: QCoreApplication.translate(
                "training", "What is trained on: lines of source, TAB, target; a file can be dropped on the window, too"
            ),
        }
        for button, tip in tips.items():
            button.setToolTip(tip)
            button.setAccessibleDescription(tip)
        self.settings.retranslate()
        self.refresh()

    # Qt

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        beside = self.width() >= BESIDE
        way = QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom
        if self._main.direction() != way:
            self._main.setDirection(way)
        self._left.setMaximumWidth(LEFT if beside else self.width())
        self._left.setMinimumWidth(LEFT if beside else 0)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        elif event.type() == QEvent.Type.PaletteChange:
            self.refresh()


def ask_corpus(parent: QWidget) -> Path | None:
    """Which corpus to train on; None when the person thinks better of it."""
    title = QCoreApplication.translate("training", "Training corpus")
    kinds = QCoreApplication.translate("training", "Pairs of sentences (*.txt *.tsv)")
    chosen, _ = QFileDialog.getOpenFileName(parent, title, str(Path.home()), kinds)
    return Path(chosen) if chosen else None
