"""The dock: what is selected as table and heatmap, and every act on it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QLabel, QSplitter, QVBoxLayout, QWidget

from core.arrays import times
from core.blocks import write_block
from core.numbers import parse_number
from core.problem import QT_TRANSLATE_NOOP, Problem
from core.trace import Matrix, Trace
from core.workspace import Workspace

from ... import colours
from ...bench.editing import act_label, cell_name, refusal, set_cell, stepped
from ...bench.hover import cell_words
from ...bench.pinning import Span, can_hold, held_cells, hold, release
from ...bench.scales import Scales
from ...clipboard import copy_text
from ...desk import Desk
from ...names import symbol_of
from ...text import act, sentence
from .head import TwinHead
from .model import TwinModel
from .paste_dialog import PasteDialog
from .table import TwinTable

if TYPE_CHECKING:
    from .heatmap import Heatmap

MARGIN = 14
FRAME_MS = 33  # between two refreshes during a drag
HEIGHT, LOWEST = 240, 150  # px: at first, and at least


class TwinPanel(QWidget):
    """The twin of the selected matrix. It reads the trace only while it is in view."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self._document, self._selection = desk.document, desk.selection
        self._scales = Scales()
        self._stale = True
        self._cost = 0.0  # seconds of the last refresh
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.timeout.connect(self._refresh)
        self._shown: tuple[Trace, str | None] | None = None
        self.heatmap: Heatmap | None = None
        self.dialog: PasteDialog | None = None
        self.setObjectName("panelBody")
        self.twin = TwinModel(desk.digits)
        self.table = TwinTable(self.twin, self)
        self.head = TwinHead(desk.digits, desk.output, self)
        self.split = QSplitter(Qt.Orientation.Horizontal, self)
        self.split.setChildrenCollapsible(False)
        self.split.addWidget(self.table)
        self._empty = QLabel(self)
        self._empty.setWordWrap(True)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column = QVBoxLayout(self)
        column.setContentsMargins(MARGIN, 2, MARGIN, 8)
        column.setSpacing(6)
        column.addWidget(self.head)
        column.addWidget(self._empty, 1)
        column.addWidget(self.split, 1)
        self.setMinimumHeight(LOWEST)
        self._connect()
        self.retranslate()

    # making

    def _connect(self) -> None:
        self._document.changed.connect(self._changed)
        self._selection.changed.connect(self._selected)
        self._desk.digits.changed.connect(self._digits_changed)
        table = self.table
        table.chosen.connect(self._chosen)
        table.entered.connect(self._entered)
        table.stepped.connect(self._stepped)
        table.cleared.connect(self.clear)
        table.copied.connect(self.copy_block)
        table.pasted.connect(self.paste_block)
        table.refused.connect(self._desk.say)
        table.pinned.connect(self.hold_block)
        table.locked.connect(self._locked)
        self.head.copy.clicked.connect(self._copy_clicked)
        self.head.labels.triggered.connect(self._labels_clicked)
        self.head.paste.clicked.connect(self.paste_block)
        self.head.lock.toggled.connect(self._lock_toggled)
        self.head.histogram.toggled.connect(self._histogram_toggled)
        self.head.whole.triggered.connect(self._whole_asked)

    def _make_heatmap(self) -> Heatmap:
        """Import pyqtgraph, when a heatmap is first seen."""
        from .heatmap import Heatmap

        made = Heatmap(self.split)
        self.split.addWidget(made)
        self.split.setSizes([1, 1])
        made.chosen.connect(self._chosen_there)
        made.hovered.connect(self._hovered)
        made.show_histogram(self.head.histogram.isChecked())
        return made

    # what is shown

    @property
    def name(self) -> str | None:
        """The selected matrix, if the model has it."""
        cell = self._selection.cell
        return cell[0] if cell is not None and cell[0] in self._document.trace else None

    def _changed(self, trace: object) -> None:
        if self._document.acting:  # a drag: the bench comes first, and the latest is enough here
            if not self._later.isActive():
                self._later.start(max(FRAME_MS, round(2000 * self._cost)))
            return
        self._later.stop()
        if not self.head.lock.isChecked():
            self._scales.settle()
        self._refresh()

    def _selected(self) -> None:
        matrix, name = self.twin.matrix, self.name
        if self.heatmap is not None and matrix is not None and self._shown == (self._document.trace, name):
            self._show_cell(matrix)  # another cell of what is shown already
        else:
            self._refresh()

    def _digits_changed(self) -> None:
        self._fit_columns()
        self.twin.show_anew()

    def _refresh(self) -> None:
        """Show what is selected now, or remember to when the dock comes back."""
        if not self.isVisible():
            self._stale, self._shown = True, None
            return
        self._stale = False
        begin = time.perf_counter()
        self._show_selected()
        self._cost = time.perf_counter() - begin

    def _show_selected(self) -> None:
        trace, name = self._document.trace, self.name
        self._shown = trace, name
        self._empty.setVisible(name is None)
        self.split.setVisible(name is not None)
        self.head.allow(name is not None, name is not None and trace[name].editable)
        if name is None:
            self.twin.show(trace, None, 1.0, 2, colours.palette_of(self))
            self.head.show_words(None)
            return
        matrix, palette = trace[name], colours.palette_of(self)
        limit, natural = self._scales.look(name, matrix.values.astype(np.float64), matrix.display)
        if self.twin.show(trace, name, limit, natural, palette):
            self._fit_columns()
            self.head.show_words(matrix)
        if self.heatmap is None:
            self.heatmap = self._make_heatmap()
        self.heatmap.show_matrix(trace, name, limit, palette)
        self._show_cell(matrix)

    def _show_cell(self, matrix: Matrix) -> None:
        cell, row = self._selection.cell, self._selection.row
        assert self.heatmap is not None
        if cell is None or not (cell[1] < matrix.values.shape[0] and cell[2] < matrix.values.shape[1]):
            self.heatmap.select(None)
            return
        self.table.select(cell[1], cell[2])
        followed = row[1] if row is not None and row[0] == matrix.row_axis and row[1] < matrix.values.shape[0] else None
        self.heatmap.select((cell[1], cell[2]), followed)
        i, j = self.heatmap.at or (cell[1], cell[2])
        self.heatmap.say(cell_words(self._document.trace, matrix.name, i, j))

    def _fit_columns(self) -> None:
        decimals = self._desk.digits.decimals
        self.table.fit(7 if decimals is None else max(7, decimals + 5))

    def retranslate(self) -> None:
        """Say everything in the language of the window."""
        self.setAccessibleName(QCoreApplication.translate("panels", "Numbers and heatmap"))
        self.table.setAccessibleName(QCoreApplication.translate("twin", "Numbers of the selected matrix"))
        self._empty.setText(QCoreApplication.translate("twin", "Select a cell on the bench to see its matrix here."))
        self.head.retranslate()
        self.twin.show_anew()

    # looking

    def _chosen(self, i: int, j: int) -> None:
        name = self.name
        if name is not None and self.twin.matrix is not None and self.twin.matrix.name == name:
            self._selection.select((name, i, j))

    def _chosen_there(self, i: int, j: int) -> None:
        """A click on the heatmap, which is the whole new selection."""
        self.table.select(i, j)
        self._chosen(i, j)

    def _hovered(self, i: int, j: int) -> None:
        matrix, cell = self.twin.matrix, self._selection.cell
        if self.heatmap is None or matrix is None or cell is None:
            return
        if i < 0:
            i, j = cell[1:]
        n, k = matrix.values.shape
        self.heatmap.say(cell_words(self._document.trace, matrix.name, i, j) if i < n and j < k else "")

    def _lock_toggled(self, on: bool) -> None:
        if not on:
            self._scales.settle()
        self._refresh()

    def _histogram_toggled(self, on: bool) -> None:
        if self.heatmap is not None:
            self.heatmap.show_histogram(on)

    def _whole_asked(self) -> None:
        if self.heatmap is not None:
            self.heatmap.whole()

    # acts

    def _locked(self) -> None:
        self.may_edit(*self.table.block()[:2])

    def may_edit(self, i: int = -1, j: int = -1) -> bool:
        """Whether the matrix, or one cell of it, can be edited now; says why where it can't."""
        name = self.name
        if name is None or not self._desk.settle():
            return False
        reason = refusal(self._document.trace, name, i, j)
        if reason:
            self._desk.say(reason)
        return not reason

    def _entered(self, i: int, j: int, text: str) -> None:
        """A number was typed into a cell; what is refused leaves the cell as it was and is said."""
        if not self.may_edit(i, j) or self.name is None:
            return
        try:
            value = parse_number(text)
        except Problem as problem:
            self._desk.say(sentence(problem))
            return
        self._desk.say(set_cell(self._document, self.name, i, j, value))

    def _stepped(self, i: int, j: int, steps: int) -> None:
        if self.may_edit(i, j) and self.name is not None:
            matrix = self._document.trace[self.name]
            value = stepped(matrix, float(matrix.values[i, j]), steps)
            self._desk.say(set_cell(self._document, self.name, i, j, value))

    def clear(self) -> None:
        """Make the selected cells 0; in a computed matrix those that are held, if all of them are."""
        i, j, rows, cols = self.table.block()
        span, held = self._block(), self.twin.held
        if span is not None and held is not None and held[span.cells].all() and self._desk.settle():
            self._desk.say(hold(self._document, span, 0.0) if can_hold(self._document.trace[span.name]) else "")
        elif self.may_edit() and self.name is not None:
            self._do(self.name, i, j, (rows, cols), np.zeros((rows, cols)))

    def _block(self) -> Span | None:
        """The selected cells of the matrix."""
        i, j, rows, cols = self.table.block()
        return None if self.name is None else Span(self.name, slice(i, i + rows), slice(j, j + cols))

    def hold_block(self) -> None:
        """Hold the selected cells at their present values, or release them where all are held."""
        span = self._block()
        if span is not None and self._desk.settle():
            held = held_cells(self._document.trace, span.name)
            if held is not None and held[span.cells].all() and can_hold(self._document.trace[span.name]):
                release(self._document, span)
            else:
                self._desk.say(hold(self._document, span))

    def _do(self, name: str, i: int, j: int, shape: tuple[int, int], values: np.ndarray) -> None:
        matrix = self._document.trace[name]
        label = act_label(matrix, i, j) if shape == (1, 1) else block_label(matrix, i, j, times(shape))
        try:
            changed = self._document.workspace.with_block(name, i, j, values, self._document.sample)
        except Problem as problem:
            self._desk.say(sentence(problem))
            return
        self._carry_out(changed, label)

    def _carry_out(self, changed: Workspace, label: str) -> None:
        if changed is not self._document.workspace:
            self._document.do(changed, label)

    def _copy_clicked(self) -> None:
        self.copy_block(False)

    def _labels_clicked(self) -> None:
        self.copy_block(True)

    def copy_block(self, with_labels: bool = False) -> None:
        """Put the selected cells on the clipboard, to their last digit, as spreadsheets read them."""
        matrix = self.twin.matrix
        if matrix is None:
            return
        i, j, rows, cols = self.table.block()
        down = matrix.rows[i : i + rows] if with_labels else None
        along = matrix.cols[j : j + cols] if with_labels else None
        try:
            copy_text(write_block(self.table.values(), down, along, self._desk.output.comma))
        except Problem as problem:
            self._desk.say(sentence(problem))
            return
        said = QCoreApplication.translate("twin", "Copied {shape} numbers of {symbol}, to their last digit.")
        self._desk.say(said.format(shape=times((rows, cols)), symbol=symbol_of(matrix)))

    def paste_block(self) -> None:
        """Ask what to do with the text of the clipboard, and do it as one act."""
        if not self.may_edit() or self.name is None or self.dialog is not None:
            return
        text = QGuiApplication.clipboard().text()
        if not text.strip():
            self._desk.say(QCoreApplication.translate("twin", "There is no text on the clipboard."))
            return
        matrix, document = self._document.trace[self.name], self._document
        self.dialog = PasteDialog(
            text, document.workspace, document.sample, matrix, self.table.block(), self._desk.digits, self.window()
        )
        self.dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.dialog.finished.connect(self._answered)
        self.dialog.open()

    def _answered(self, answer: int) -> None:
        dialog, self.dialog = self.dialog, None
        if dialog is None or not answer or dialog.placing is None:
            return
        placing, document = dialog.placing, self._document
        try:
            changed = dialog.changed(document.workspace)
            label = block_label(document.trace[placing.name], placing.i, placing.j, dialog.shape())
            self._carry_out(changed, label)
        except Problem as problem:
            self._desk.say(sentence(problem))
        self.table.setFocus(Qt.FocusReason.OtherFocusReason)

    # Qt

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), HEIGHT)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self._refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        tall = self.height() > 1.2 * self.width()
        self.split.setOrientation(Qt.Orientation.Vertical if tall else Qt.Orientation.Horizontal)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        if event.type() in (QEvent.Type.LanguageChange, QEvent.Type.PaletteChange, QEvent.Type.StyleChange):
            self._refresh()


def block_label(matrix: Matrix, i: int, j: int, shape: str) -> str:
    """The name of an act on several cells."""
    return act(QT_TRANSLATE_NOOP("acts", "Change {shape} cells from {cell}"), shape=shape, cell=cell_name(matrix, i, j))
