"""The strip above the bench: which sample is shown, and the tokens that go in. Every change is one act."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QDialog, QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from core.moves import NEW, unused
from core.problem import Problem
from core.samples import PAD, Sample, sides
from core.spec import ModelSpec
from core.workspace import Workspace

from .. import fonts, text
from ..desk import Desk
from . import acts, words
from .chip import HEIGHT, colours_of
from .row import ChipRow
from .switch import SampleSwitch

if TYPE_CHECKING:
    from .batch import BatchPopup
    from .sentence import SentenceDialog

Make = Callable[[Workspace, int], acts.Done]
MARGIN, ROUND = 12, 10  # px inside the strip, and beside it
NARROW = 560  # px below which samples have a line of their own


class TokenStrip(QWidget):
    """Samples and tokens of the document. The bench stands below it; both stand on `above(strip, bench)`."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk, self._document, self._selection = desk, desk.document, desk.selection
        self._shown: tuple[ModelSpec, Sample, int, int] | None = None
        self.rows: dict[str, ChipRow] = {}
        self.labels: dict[str, QLabel] = {}
        self.below: QWidget | None = None
        self._stops: list[QWidget] = []
        self._narrow = False  # whether samples have a line of their own
        self.popup: BatchPopup | None = None
        self.dialog: SentenceDialog | None = None
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.title = self._label()
        self.switch = SampleSwitch(self)
        self.switch.chosen.connect(self.show_sample)
        self.switch.add.connect(self.add_sample)
        self.switch.copy.connect(self.copy_sample)
        self.switch.remove.connect(self.remove_sample)
        self.switch.batch.connect(self.show_batch)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(MARGIN, 9, MARGIN, 9)
        self._column.setSpacing(8)
        self._first = QHBoxLayout()
        self._first.setSpacing(10)
        self._column.addLayout(self._first)
        top = Qt.AlignmentFlag.AlignTop
        self._first.addWidget(self.title, 0, top)
        self._first.addWidget(self.switch, 0, top)
        self._document.changed.connect(self._changed)
        self._selection.changed.connect(self._show_followed)
        self.retranslate()

    def _label(self) -> QLabel:
        label = QLabel(self)
        label.setFont(fonts.ui_font(14, bold=True))
        label.setFixedHeight(HEIGHT + 4)
        return label

    # what is shown

    def _changed(self, trace: object) -> None:
        self.refresh()

    def refresh(self) -> None:
        """Show the document's sample as it is now; numbers that changed need nothing."""
        workspace, at = self._document.workspace, self._document.sample
        sample, spec = workspace.samples[at], workspace.spec
        shown = (spec, sample, at, len(workspace.samples))
        if shown == self._shown:
            return
        self._shown = shown
        if list(self.rows) != list(sides(spec)):
            self._make_rows(sides(spec))
        self.switch.show_samples(len(workspace.samples), at)
        note = QCoreApplication.translate("tokens", "padding")
        for side, row in self.rows.items():
            name = words.side_name(spec, side)
            self.labels[side].setText(name)
            row.show_tokens(sample.tokens(side), sample.valid(side), name, note, PAD)
            row.setAccessibleName(name)
        self._order()
        self._show_followed()
        if self.popup is not None and self.popup.isVisible():
            self.popup.show_batch(workspace, at)

    def _order(self) -> None:
        """The Tab key goes from left to right and from above to below, then to the bench."""
        stops = self.switch.stops()
        for row in self.rows.values():
            stops += row.stops()
        if self.below is not None:
            stops.append(self.below)
        if stops != self._stops:
            self._stops = stops
            for one, next_ in zip(stops, stops[1:], strict=False):
                self.setTabOrder(one, next_)

    def _make_rows(self, wanted: tuple[str, ...]) -> None:
        for gone in (*self.rows.values(), *self.labels.values()):
            gone.hide()
            gone.setParent(None)
            gone.deleteLater()
        while self._column.count() > 1:
            self._column.takeAt(1)
        while self._first.count() > 2:
            self._first.takeAt(2)
        self.rows, self.labels = {}, {}
        top = Qt.AlignmentFlag.AlignTop
        for k, side in enumerate(wanted):
            label, row = self._label(), ChipRow(side, self, self)
            self.rows[side], self.labels[side] = row, label
            if k == 0 and not self._narrow:
                line = self._first
            else:
                line = QHBoxLayout()
                line.setSpacing(10)
                self._column.addLayout(line)
            line.addWidget(label, 0, top)
            line.addWidget(row, 1, top)
        if self._narrow:
            self._first.addStretch(1)
        self._say_texts()

    def _show_followed(self) -> None:
        followed = self._selection.row
        for side, row in self.rows.items():
            axis = words.axis_of(self._document.workspace.spec, side)
            row.show_followed(followed[1] if followed is not None and followed[0] == axis else None)

    def retranslate(self) -> None:
        """Say everything in the language of the window."""
        self.setAccessibleName(QCoreApplication.translate("tokens", "Tokens and samples"))
        self.title.setText(QCoreApplication.translate("tokens", "Samples"))
        self._shown = None
        self.refresh()
        self._say_texts()

    def _say_texts(self) -> None:
        add = QCoreApplication.translate("tokens", "Add a token")
        sentence = QCoreApplication.translate("tokens", "Sentence…")
        add_tip = QCoreApplication.translate("tokens", "Add a token at the end")
        sentence_tip = QCoreApplication.translate("tokens", "Write or paste a whole sentence and cut it into tokens")
        chip_tip = QCoreApplication.translate(
            "tokens",
            "Click: follow its row. Double click or F2: write. Drag or Alt+← →: move. P: padding. Del: remove.",
        )
        for row in self.rows.values():
            row.set_texts(add, sentence, add_tip, sentence_tip, chip_tip)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = self.width() < NARROW
        beside = self.title.sizeHint().width() + self._first.spacing() + 2 * MARGIN
        self.switch.set_room(self.width() - beside if narrow else self.width())
        self._order()
        if narrow != self._narrow and all(row.editor is None for row in self.rows.values()):
            self._narrow = narrow
            self._make_rows(tuple(self.rows))
            self._shown = None
            self.refresh()

    def minimumSizeHint(self) -> QSize:
        samples = self.title.sizeHint().width() + self._first.spacing() + self.switch.least_width()
        return QSize(samples + 2 * MARGIN, super().minimumSizeHint().height())

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        c = colours_of(self)
        painter.setPen(QPen(QColor(c.edge), 1))
        painter.setBrush(QColor(c.panel))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)

    def set_below(self, widget: QWidget) -> None:
        """Say which widget comes after this one for the Tab key."""
        self.below = widget
        self._order()

    # an open line

    def commit_editor(self) -> bool:
        """Commit an open line. False where its text is refused: it stays open, marked."""
        return all(row.commit_editor() for row in self.rows.values())

    # what rows ask for

    def settle(self) -> bool:
        return self._desk.settle()

    def say(self, sentence: str) -> None:
        self._desk.say(sentence)

    def follow(self, side: str, at: int, only: bool = False) -> None:
        """Follow a row, or no longer; with `only` never the latter."""
        row = (words.axis_of(self._document.workspace.spec, side), at)
        self._selection.follow(None if self._selection.row == row and not only else row)
        self._show_followed()

    def open_panel(self, side: str, at: int, panel: str) -> None:
        """Follow a row in a panel."""
        self.follow(side, at, only=True)
        self._selection.open_panel(panel)

    def write(self, side: str, at: int, token: str, new: bool) -> str:
        count = len(self.rows[side].chips)
        if not new:
            return self._act(lambda w, b: acts.renamed(w, b, side, at, token), quiet=True)
        origins = [*range(at), NEW, *range(at, count)]
        return self._rearrange(side, lambda w, b: acts.added(w, b, side, at, token), origins, quiet=True)

    def remove(self, side: str, at: int) -> None:
        origins = [k for k in range(len(self.rows[side].chips)) if k != at]
        self._rearrange(side, lambda w, b: acts.removed(w, b, side, at), origins)

    def move_token(self, side: str, at: int, to: int) -> None:
        origins = list(range(len(self.rows[side].chips)))
        origins.insert(to, origins.pop(at))
        self._rearrange(side, lambda w, b: acts.moved(w, b, side, at, to), origins)

    def _rearrange(self, side: str, make: Make, origins: list[int], quiet: bool = False) -> str:
        """An act that moves tokens: the followed row goes with its token."""
        axis, followed = words.axis_of(self._document.workspace.spec, side), self._selection.row
        reason = self._act(make, quiet=quiet)
        if not reason and followed is not None and followed[0] == axis:
            at = followed[1]
            self._selection.follow((axis, origins.index(at)) if at in origins else None)
        return reason

    def pad(self, side: str, at: int) -> None:
        """Mark a token as padding, or no longer; where nothing is left to read, that is said."""
        if not self._desk.settle() or self._act(lambda w, b: acts.padded(w, b, side, at)):
            return
        workspace, sample = self._document.workspace, self._document.sample
        if not any(workspace.samples[sample].valid(side)):
            said = QCoreApplication.translate(
                "tokens", "{side}: every token is padding, so queries find nothing to read there and get zeros."
            )
            self._desk.say(said.format(side=words.side_name(workspace.spec, side)))

    def sentence(self, side: str) -> None:
        """Open the dialog for a whole sentence."""
        if not self._desk.settle():
            return
        from .sentence import SentenceDialog

        workspace, sample = self._document.workspace, self._document.sample
        dialog = SentenceDialog(workspace, sample, side, self.window())
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.finished.connect(self._sentence_done)
        self.dialog = dialog
        dialog.open()

    def _sentence_done(self, result: int) -> None:
        dialog, self.dialog = self.dialog, None
        if dialog is None or result != QDialog.DialogCode.Accepted or dialog.done_ is None:
            return
        done = dialog.done_
        self._rearrange(dialog.side, lambda w, b: done, dialog.origins())

    def unused(self) -> int:
        """How many words of the vocabulary no sample says."""
        return sum(len(found) for found in unused(self._document.workspace).values())

    def tidy(self) -> None:
        """Remove them."""
        if self._desk.settle():
            self._act(lambda w, b: acts.tidied(w))

    # samples

    def show_sample(self, sample: int) -> None:
        """Show another sample on the bench."""
        if self._desk.settle():
            self._document.show_sample(sample)
        else:
            self.switch.show_samples(len(self._document.workspace.samples), self._document.sample)

    def add_sample(self) -> None:
        """One more sample, which is then shown."""
        if self._desk.settle():
            self._act(lambda w, b: acts.sample_added(w), len(self._document.workspace.samples))

    def copy_sample(self) -> None:
        """A copy of the sample that is shown, which is then shown."""
        if self._desk.settle():
            self._act(acts.sample_copied, self._document.sample + 1)

    def remove_sample(self) -> None:
        """Remove the sample that is shown; the last one can't be."""
        if self._desk.settle():
            self._act(acts.sample_removed, max(0, self._document.sample - 1))

    def show_batch(self) -> None:
        """Open the picture of the whole batch under its button."""
        if not self._desk.settle():
            return
        if self.popup is None:
            from .batch import BatchPopup

            self.popup = BatchPopup(self)
            self.popup.chosen.connect(self.show_sample)
            self.popup.copy.connect(self.copy_sample)
            self.popup.remove.connect(self.remove_sample)
        self.popup.show_batch(self._document.workspace, self._document.sample)
        self.popup.move(self.switch.mapToGlobal(QPoint(0, self.switch.height() + 4)))
        self.popup.show()
        self.popup.table.setFocus()

    def _act(self, make: Make, sample: int | None = None, quiet: bool = False) -> str:
        """Carry out one act; the sentence if it was refused, which is also said unless `quiet`."""
        try:
            changed, name = make(self._document.workspace, self._document.sample)
            self._document.do(changed, name, sample)
        except Problem as problem:
            reason = text.sentence(problem)
            if not quiet:
                self._desk.say(reason)
            return reason
        return ""


def above(strip: TokenStrip, bench: QWidget) -> QWidget:
    """The strip and the bench below it, as one widget for the middle of the window."""
    middle = QWidget()
    grid = QGridLayout(middle)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setSpacing(0)
    grid.setRowMinimumHeight(0, 10)
    grid.setColumnMinimumWidth(0, ROUND)
    grid.setColumnMinimumWidth(2, ROUND)
    grid.addWidget(strip, 1, 1)
    grid.addWidget(bench, 2, 0, 1, 3)
    grid.setRowStretch(2, 1)
    strip.set_below(bench)
    return middle
