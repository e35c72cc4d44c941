"""The dialog before a paste: what was read as what, where it goes, and what to do where it doesn't fit."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QLabel,
    QRadioButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from core.arrays import times
from core.blocks import Block, parse_block
from core.problem import Problem
from core.trace import Matrix
from core.workspace import Workspace

from ... import fonts, labels
from ...bench.scales import settled_decimals
from ...digits import Digits
from ...names import symbol_of
from ...text import sentence
from ...widgets.labels import Remark
from ...widgets.segmented import Segmented
from .placing import Placing, place
from .words import axis_names, span

SHOWN = (6, 6)  # rows and columns of the preview
WIDTH = 430
DECIMAL, GROUPS = "decimal", "groups"


class PasteDialog(QDialog):
    """Made for one text and one place; `placing` and `grown` are what was agreed to."""

    def __init__(
        self,
        text: str,
        workspace: Workspace,
        sample: int,
        matrix: Matrix,
        target: tuple[int, int, int, int],
        digits: Digits,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._text, self._workspace, self._sample, self._matrix = text, workspace, sample, matrix
        self._at, self._room = target[:2], target[2:]
        self._digits = digits
        self.block: Block | None = None
        self.placing: Placing | None = None
        self.setWindowTitle(QCoreApplication.translate("twin", "Paste numbers"))
        column = QVBoxLayout(self)
        column.setSpacing(8)
        self.read = self._label(column)
        self.commas = self._comma_choice()
        column.addWidget(self.commas)
        self.notes = Remark(self)
        column.addWidget(self.notes)
        self.preview = self._table()
        column.addWidget(self.preview)
        self.where = self._label(column)
        self.crop, self.grow = QRadioButton(self), QRadioButton(self)
        for choice in (self.crop, self.grow):
            column.addWidget(choice)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        self.paste = self.buttons.addButton(
            QCoreApplication.translate("twin", "Paste"), QDialogButtonBox.ButtonRole.AcceptRole
        )
        self.paste.setDefault(True)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        column.addWidget(self.buttons)
        self.paste.setFocus()
        self.setMinimumWidth(WIDTH)
        self.look(DECIMAL)

    def _label(self, column: QVBoxLayout) -> QLabel:
        made = QLabel(self)
        made.setWordWrap(True)
        made.setTextFormat(Qt.TextFormat.PlainText)
        column.addWidget(made)
        return made

    def _comma_choice(self) -> Segmented:
        choices = {
            DECIMAL: QCoreApplication.translate("twin", "comma: decimal mark"),
            GROUPS: QCoreApplication.translate("twin", "comma: thousands"),
        }
        made = Segmented(choices, self)
        made.set_names(QCoreApplication.translate("twin", "What a comma means"))
        made.chosen.connect(self.look)
        made.set_value(DECIMAL)
        return made

    def _table(self) -> QTableWidget:
        made = QTableWidget(self)
        made.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        made.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        made.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        made.horizontalHeader().hide()
        made.verticalHeader().hide()
        made.setAccessibleName(QCoreApplication.translate("twin", "The numbers that were read"))
        made.setFont(fonts.mono_font(12))
        made.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        made.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        return made

    @property
    def grown(self) -> bool:
        """Whether the model shall grow for the block."""
        return self.grow.isChecked()

    def look(self, commas: str) -> None:
        """Read the text, with commas meaning this, and show what comes of it."""
        try:
            self.block = parse_block(self._text, commas)
        except Problem as problem:
            self.block = self.placing = None
            self.read.setText(QCoreApplication.translate("twin", "This can't be pasted."))
            self.notes.say(sentence(problem))
        else:
            self._show_read(self.block)
            values = self.block.values
            self.placing = place(self._workspace, self._sample, self._matrix, self._at, values, self._room)
        separated = "\t" in self._text or ";" in self._text
        self.commas.setVisible(self.block.commas if self.block else separated and "," in self._text)
        self._show_preview()
        self._show_where()
        self.paste.setEnabled(self.block is not None)
        if self.block is None:
            self.buttons.button(QDialogButtonBox.StandardButton.Cancel).setFocus()
        self.adjustSize()

    def _show_read(self, block: Block) -> None:
        read_as = QCoreApplication.translate("core", block.read_as)
        if block.values.size == 1:
            said = QCoreApplication.translate("twin", "Read as {form}.").format(form=read_as)
        else:
            said = QCoreApplication.translate("twin", "Read as {form}: {shape} numbers.")
            said = said.format(form=read_as, shape=times(block.values.shape))
        self.read.setText(said)
        self.notes.say("\n".join(sentence(note) for note in block.notes), quiet=True)

    def _show_preview(self) -> None:
        self.preview.setVisible(self.block is not None)
        if self.block is None:
            return
        values = self.block.values
        natural = settled_decimals(values, "signed")
        rows, cols = (min(n, most) for n, most in zip(values.shape, SHOWN, strict=True))
        more = values.shape[0] > rows, values.shape[1] > cols
        self.preview.setRowCount(rows + more[0])
        self.preview.setColumnCount(cols + more[1])
        for i in range(rows + more[0]):
            for j in range(cols + more[1]):
                text = "…" if i == rows or j == cols else self._digits.text(values[i, j], natural)
                item = QTableWidgetItem(text)
                item.setTextAlignment(Qt.AlignmentFlag.AlignCenter)
                self.preview.setItem(i, j, item)
        for i in range(rows + more[0]):
            self.preview.setRowHeight(i, 22)
        for j in range(cols + more[1]):
            self.preview.setColumnWidth(j, 66)
        self.preview.setFixedHeight(22 * (rows + more[0]) + 4)

    def _show_where(self) -> None:
        placing, matrix = self.placing, self._matrix
        misfit = placing is not None and not placing.fits
        self.crop.setVisible(misfit)
        self.grow.setVisible(misfit and placing is not None and placing.growth is not None)
        self.where.setVisible(placing is not None)
        if placing is None:
            return
        symbol = str(symbol_of(matrix))
        if not misfit:
            rows, cols = placing.values.shape
            row_name, col_name = axis_names(matrix)
            places = []
            for name, axis, start, length in (
                (row_name, matrix.rows, placing.i, rows),
                (col_name, matrix.cols, placing.j, cols),
            ):
                if name or axis[start]:
                    places.append(f"{name} {span(axis, start, length)}".strip())
            said = QCoreApplication.translate("twin", "Goes into {symbol}: {place}.")
            self.where.setText(said.format(symbol=symbol, place=", ".join(places)))
            return
        said = QCoreApplication.translate(
            "twin", "From the selected cell on, {symbol} has room for {room}, not for {found}."
        )
        room = times((matrix.values.shape[0] - placing.i, matrix.values.shape[1] - placing.j))
        self.where.setText(said.format(symbol=symbol, room=room, found=times(placing.values.shape)))
        crop = QCoreApplication.translate("twin", "Paste only the first {shape}")
        self.crop.setText(crop.format(shape=times((placing.rows, placing.cols))))
        if placing.growth is not None:
            sizes = ", ".join(f"{labels.field_label(field)} {old} → {new}" for field, old, new in placing.growth.sizes)
            self.grow.setText(QCoreApplication.translate("twin", "Make the model larger: {sizes}").format(sizes=sizes))
        (self.grow if placing.growth is not None else self.crop).setChecked(True)

    def changed(self, workspace: Workspace) -> Workspace:
        """`workspace` with the block in it, as agreed; Problem where a cell refuses its number."""
        assert self.placing is not None
        return self.placing.pasted(workspace, self._sample, self.grown)

    def shape(self) -> str:
        """The shape of what goes in."""
        assert self.placing is not None
        whole = self.grown or self.placing.fits
        return times(np.shape(self.placing.values) if whole else (self.placing.rows, self.placing.cols))
