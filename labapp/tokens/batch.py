"""The whole batch as a small picture: samples on rows, positions on columns; padding is hatched and says so."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QCoreApplication,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QKeyEvent, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from core.samples import asks, label_side, sides
from core.workspace import Workspace

from .. import fonts
from ..text import tip
from .chip import colours_of, stripes
from .words import letter, side_name

Index = QModelIndex | QPersistentModelIndex
NARROW, WIDE = 30, 92  # px of a column
MEASURED = 4000  # tokens whose width is measured; a larger batch gets columns of one width
LARGEST = QSize(760, 420)
Role = Qt.ItemDataRole
LABEL, IS_PADDING = Role.UserRole, Role.UserRole + 1


class Batch(QAbstractTableModel):
    """The tokens of every sample, source before target. A column is (side, position)."""

    def __init__(self, workspace: Workspace, parent: QWidget) -> None:
        super().__init__(parent)
        self._workspace = workspace
        spec = workspace.spec
        self.columns = [
            (side, j) for side in sides(spec) for j in range(max(len(s.tokens(side)) for s in workspace.samples))
        ]
        self._labels = any(asks(spec, sample) for sample in workspace.samples)
        self._asked = label_side(spec)
        self._of: dict[int, list[str]] = {}
        self._side_names = _side_names(workspace)

    def is_of(self, workspace: Workspace) -> bool:
        """Whether this shows the samples of `workspace`, in the language of the window."""
        mine, name = self._workspace, self._side_names
        return (mine.samples, mine.spec) == (workspace.samples, workspace.spec) and name == _side_names(workspace)

    @property
    def labelled(self) -> bool:
        """Whether rows have labels to predict."""
        return self._labels

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._workspace.samples)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.columns)

    def token(self, sample: int, column: int) -> str:
        """The token of a sample in a column; "" beyond its end."""
        side, j = self.columns[column]
        tokens = self._workspace.samples[sample].tokens(side)
        return tokens[j] if j < len(tokens) else ""

    def label(self, sample: int, column: int) -> str:
        """What a row should predict; "" where nothing counts."""
        side, j = self.columns[column]
        if not self._labels or side != self._asked:
            return ""
        if sample not in self._of:
            labels = self._workspace.samples[sample].labels(side)
            self._of[sample] = [label if counts else "" for label, counts in labels]
        found = self._of[sample]
        return found[j] if j < len(found) else ""

    def padding(self, sample: int, column: int) -> bool:
        """Whether there is padding."""
        side, j = self.columns[column]
        valid = self._workspace.samples[sample].valid(side)
        return j < len(valid) and not valid[j]

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        i, j = index.row(), index.column()
        if role == Role.DisplayRole:
            return self.token(i, j)
        if role == LABEL:
            return self.label(i, j)
        if role == IS_PADDING:
            return self.padding(i, j)
        if role == Role.AccessibleTextRole:
            return self.words(i, j)
        if role == Role.ToolTipRole:
            return tip(self.words(i, j))
        return None

    def words(self, i: int, j: int) -> str:
        """A cell in words."""
        token = self.token(i, j)
        if not token:
            return ""
        side, at = self.columns[j]
        said = f"{letter(i)}, {side_name(self._workspace.spec, side)} {at}: {token}"
        if self.padding(i, j):
            said += ", " + QCoreApplication.translate("tokens", "padding")
        if label := self.label(i, j):
            said += ", " + QCoreApplication.translate("tokens", "label: {label}").format(label=label)
        return said

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> Any:
        if role != Role.DisplayRole:
            return None
        if orientation == Qt.Orientation.Vertical:
            return letter(section)
        side, j = self.columns[section]
        return f"{side_name(self._workspace.spec, side)}\n{j}" if j == 0 else f"\n{j}"

    def width(self, column: int, metrics: QFontMetrics) -> int:
        """How wide a column likes to be."""
        if len(self.columns) * len(self._workspace.samples) > MEASURED:
            return 2 * NARROW
        texts = [self.token(i, column) for i in range(len(self._workspace.samples))]
        texts += [f"→ {self.label(i, column)}" for i in range(len(self._workspace.samples)) if self.label(i, column)]
        if self.columns[column][1] == 0:
            texts.append(side_name(self._workspace.spec, self.columns[column][0]))
        return max(NARROW, min(WIDE, max(metrics.horizontalAdvance(text) for text in texts) + 14))


def _side_names(workspace: Workspace) -> list[str]:
    return [side_name(workspace.spec, side) for side in sides(workspace.spec)]


class BatchCell(QStyledItemDelegate):
    """A token, hatched where it is padding, and under a target token its label."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        token = str(index.data())
        if not token:
            return
        view = option.widget
        c = colours_of(view)
        rect: QRect = option.rect
        box = QRectF(rect).adjusted(1.5, 1.5, -1.5, -1.5)
        padding = bool(index.data(IS_PADDING))
        here = isinstance(view, QTableView) and view.currentIndex().row() == index.row()
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        path = QPainterPath()
        path.addRoundedRect(box, 3, 3)
        painter.fillPath(path, QColor(c.hidden if padding else c.accent_soft if here else c.card))
        if padding:
            stripes(painter, path, box, QColor(c.hidden_stripe), QColor(c.hidden))
        style = Qt.PenStyle.DashLine if padding else Qt.PenStyle.SolidLine
        painter.setPen(QPen(QColor(c.accent if here else c.edge), 1, style))
        painter.drawPath(path)
        label = str(index.data(LABEL) or "")
        top = QRectF(box.left(), box.top(), box.width(), box.height() / 2 if label else box.height())
        painter.setFont(fonts.ui_font(13))
        painter.setPen(QColor(c.quiet if padding else c.text))
        self._write(painter, top, token)
        if label:
            painter.setFont(fonts.ui_font(11))
            painter.setPen(QColor(c.quiet))
            self._write(painter, QRectF(top.left(), top.bottom() - 2, top.width(), top.height()), f"→ {label}")
        painter.restore()

    def _write(self, painter: QPainter, room: QRectF, text: str) -> None:
        shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, int(room.width()) - 4)
        painter.drawText(room, int(Qt.AlignmentFlag.AlignCenter), shown)


class BatchPopup(QFrame):
    """Opens under the switch. Choosing a row shows that sample; Escape or a click elsewhere closes it."""

    chosen = Signal(int)
    copy = Signal()
    remove = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("panelBody")
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.table = QTableView(self)
        self.table.setItemDelegate(BatchCell(self.table))
        self.table.setShowGrid(False)
        self.table.setFrameShape(QFrame.Shape.NoFrame)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        for head in (self.table.horizontalHeader(), self.table.verticalHeader()):
            head.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
            head.setHighlightSections(False)
        self.caption, self.legend = QLabel(self), QLabel(self)
        font = QFont(self.legend.font())
        font.setPixelSize(12)
        self.legend.setFont(font)
        self.legend.setForegroundRole(self.legend.palette().ColorRole.PlaceholderText)
        self.copy_button, self.remove_button = QPushButton(self), QPushButton(self)
        self.copy_button.clicked.connect(self.copy)
        self.remove_button.clicked.connect(self.remove)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self.copy_button)
        row.addWidget(self.remove_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 10, 12, 10)
        column.addWidget(self.caption)
        column.addWidget(self.table, 1)
        column.addWidget(self.legend)
        column.addLayout(row)
        self._model: Batch | None = None
        self._quiet = False
        self.table.clicked.connect(self._clicked)

    def show_batch(self, workspace: Workspace, sample: int) -> None:
        """Show the samples of a workspace, `sample` as the one on the bench."""
        self._quiet = True
        if self._model is None or not self._model.is_of(workspace):
            self._show_model(workspace)
        assert self._model is not None
        self.table.setCurrentIndex(self._model.index(sample, max(0, self.table.currentIndex().column())))
        self._dress()
        self._quiet = False
        name = letter(sample)
        self.caption.setText(
            QCoreApplication.translate("tokens", "Samples of the batch: {count}").format(count=len(workspace.samples))
        )
        self.table.setAccessibleName(self.caption.text())
        legend = QCoreApplication.translate("tokens", "hatched: padding")
        if self._model.labelled:
            legend += "   " + QCoreApplication.translate("tokens", "→ label: what the row should predict")
        self.legend.setText(legend)
        self.copy_button.setText(QCoreApplication.translate("tokens", "Duplicate sample {letter}").format(letter=name))
        self.remove_button.setText(QCoreApplication.translate("tokens", "Remove sample {letter}").format(letter=name))
        self._fit(self.table.verticalHeader().defaultSectionSize())

    def _show_model(self, workspace: Workspace) -> None:
        old, self._model = self._model, Batch(workspace, self)
        self.table.setModel(self._model)
        if old is not None:
            old.deleteLater()
        metrics = QFontMetrics(fonts.ui_font(13))
        self.table.verticalHeader().setDefaultSectionSize(40 if self._model.labelled else 26)
        for column in range(len(self._model.columns)):
            self.table.setColumnWidth(column, self._model.width(column, metrics))
        self.table.selectionModel().currentRowChanged.connect(self._moved)

    def _dress(self) -> None:
        c = colours_of(self)
        self.table.setStyleSheet(
            f"QTableView {{ background: {c.panel}; }}"
            f" QHeaderView::section, QTableCornerButton::section {{ background: {c.panel}; color: {c.quiet};"
            " border: none; }"
        )

    def _fit(self, high: int) -> None:
        assert self._model is not None
        heads = self.table.verticalHeader().sizeHint().width(), self.table.horizontalHeader().sizeHint().height()
        wide = sum(self.table.columnWidth(k) for k in range(len(self._model.columns))) + heads[0] + 16
        tall = self._model.rowCount() * high + heads[1] + 16
        room = self.screen().availableSize() * 0.8
        self.table.setFixedSize(QSize(wide, tall).boundedTo(LARGEST).boundedTo(room))
        for button in (self.copy_button, self.remove_button):
            button.ensurePolished()
            button.setMinimumWidth(button.sizeHint().width())
        self.adjustSize()

    def _moved(self, current: QModelIndex) -> None:
        if not self._quiet and current.isValid():
            self.chosen.emit(current.row())
            self.table.viewport().update()

    def _clicked(self, index: QModelIndex) -> None:
        self.close()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.close()
        else:
            super().keyPressEvent(event)
