"""The selected matrix as an item model: read from the trace cell by cell, so that size costs nothing."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QBrush, QColor, QFont

from core.numbers import exact, show
from core.trace import Matrix, Trace

from ... import colours
from ...bench.hover import cell_place, cell_tip
from ...bench.pinning import held_cells, hidden_weights
from ...digits import Digits
from ...theme import LIGHT, Palette, signed_steps, weight_steps
from .words import axis_names

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
NOWHERE = QModelIndex()


class TwinModel(QAbstractTableModel):
    """One matrix of a trace. An edit of any number of cells is one `dataChanged` over the smallest block of them."""

    def __init__(self, digits: Digits) -> None:
        super().__init__()
        self._digits = digits
        self.trace: Trace | None = None
        self.matrix: Matrix | None = None
        self._structure: tuple[object, ...] = ()
        self._hidden: NDArray[np.bool_] | None = None
        self.held: NDArray[np.bool_] | None = None
        self._natural = 2
        self._limit = 1.0
        self._steps: dict[int, list[int]] = {}
        self.palette: Palette = LIGHT
        self.font = QFont()

    # what is shown

    def show(self, trace: Trace, name: str | None, limit: float, natural: int, palette: Palette) -> bool:
        """Show a matrix, or nothing; whether it is another one than before or of another shape.

        Colours run to `limit`; `natural` decimals are shown where digits are automatic.
        """
        matrix = None if name is None else trace[name]
        structure = () if matrix is None else (name, matrix.values.shape, matrix.values.dtype, matrix.rows, matrix.cols)
        anew = structure != self._structure
        recoloured = (limit, natural, palette) != (self._limit, self._natural, self.palette)
        before, hidden_before, held_before = self.matrix, self._hidden, self.held
        if anew:
            self.beginResetModel()
        self.trace, self.matrix, self._structure = trace, matrix, structure
        self._limit, self._natural, self.palette, self._steps = limit, natural, palette, {}
        if matrix is not None:
            hidden = hidden_weights(trace, matrix.name)
            self.held = held_cells(trace, matrix.name)
            self._hidden = colours.hidden_cells(matrix.values, matrix.display, hidden, matrix.stem != "where")
        if anew:
            self.endResetModel()
        elif matrix is not None and before is not None:
            recoloured = recoloured or (held_before is None) != (self.held is None)
            self._tell(before, matrix, hidden_before, held_before, recoloured)
        return anew

    def _tell(
        self,
        before: Matrix,
        now: Matrix,
        hidden: NDArray[np.bool_] | None,
        held: NDArray[np.bool_] | None,
        recoloured: bool,
    ) -> None:
        """Say which cells changed, in one signal; where colours changed all of them did."""
        bits = np.dtype(f"i{now.values.dtype.itemsize}")
        differ = before.values.view(bits) != now.values.view(bits)
        if recoloured:
            differ = np.ones_like(differ)
        elif self._hidden is not None and hidden is not None:
            differ = differ | (self._hidden != hidden)
        if self.held is not None and held is not None:
            differ = differ | (self.held != held)
        if differ.any():
            rows, cols = np.flatnonzero(differ.any(axis=1)), np.flatnonzero(differ.any(axis=0))
            self.dataChanged.emit(self.index(int(rows[0]), int(cols[0])), self.index(int(rows[-1]), int(cols[-1])))

    def show_anew(self) -> None:
        """The digits or the language changed: every cell looks different."""
        if self.matrix is not None:
            n, k = self.matrix.values.shape
            self.dataChanged.emit(self.index(0, 0), self.index(n - 1, k - 1))
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, k - 1)
            self.headerDataChanged.emit(Qt.Orientation.Vertical, 0, n - 1)

    # what Qt asks

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if self.matrix is None or parent.isValid() else self.matrix.values.shape[0]

    def columnCount(self, parent: Index = NOWHERE) -> int:
        return 0 if self.matrix is None or parent.isValid() else self.matrix.values.shape[1]

    def flags(self, index: Index) -> Qt.ItemFlag:
        flag = Qt.ItemFlag
        if self.matrix is None or not index.isValid():
            return flag.NoItemFlags
        usual = flag.ItemIsSelectable | flag.ItemIsEnabled | flag.ItemNeverHasChildren
        return usual | flag.ItemIsEditable if self.editable(index.row(), index.column()) else usual

    def editable(self, i: int, j: int) -> bool:
        """Whether the number of a cell can be changed: a given one, or one that is held."""
        if self.matrix is None:
            return False
        held = self.matrix.natural is not None and self.held is not None and bool(self.held[i, j])
        return self.matrix.editable or held

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        matrix = self.matrix
        if matrix is None or self.trace is None or not index.isValid():
            return None
        i, j = index.row(), index.column()
        if role == Role.DisplayRole:
            return self.text(i, j)
        if role == Role.EditRole:
            return exact(matrix.values[i, j])
        if role == Role.ToolTipRole:
            return cell_tip(self.trace, matrix.name, i, j)
        if role == Role.AccessibleTextRole:
            return f"{cell_place(self.trace, matrix.name, i, j)}: {self.text(i, j)}"
        if role == Role.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignCenter
        if role == Role.FontRole:
            return self.font
        if role == Role.BackgroundRole:
            return QBrush(self.colours(i, j)[0])
        if role == Role.ForegroundRole:
            return QBrush(self.colours(i, j)[1])
        return None

    def text(self, i: int, j: int) -> str:
        """How a cell is shown."""
        assert self.matrix is not None
        value = self.matrix.values[i, j]
        if self.matrix.display in ("mask", "ids"):
            return exact(value).removesuffix(".0")
        text = self._digits.text(value, self._natural)
        if self._digits.decimals is None and value != 0 and not text.strip("−0."):
            return show(value, 3, significant=True)  # a small number is no zero
        return text

    def colours(self, i: int, j: int) -> tuple[QColor, QColor]:
        """Ground and text of a cell."""
        assert self.matrix is not None
        if self._hidden is not None and self._hidden[i, j]:
            return QColor(self.palette.hidden), QColor(self.palette.quiet)
        if not np.isfinite(self.matrix.values[i, j]):
            return QColor(self.palette.odd), QColor(self.palette.odd_text)
        steps = self._steps.get(i)
        if steps is None:  # once for a state of the matrix, when the first cell of its row is painted
            values, weights = self.matrix.values[i].astype(np.float64), self.matrix.display == "weights"
            steps = self._steps[i] = (weight_steps(values) if weights else signed_steps(values, self._limit)).tolist()
        ramp, step = colours.ramp_of(self.matrix.display, self.palette), steps[j]
        return ramp.fills[step], ramp.texts[step]

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> Any:
        matrix = self.matrix
        if matrix is None:
            return None
        down = orientation == Qt.Orientation.Vertical
        labels = matrix.rows if down else matrix.cols
        if section >= len(labels):
            return None
        if role == Role.DisplayRole:
            return labels[section]
        if role in (Role.ToolTipRole, Role.AccessibleTextRole):
            return f"{axis_names(matrix)[0 if down else 1]} {labels[section]}".strip()
        return None
