"""The panel: which attention, and the maps of all its heads."""

from __future__ import annotations

import re

from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QLayout, QVBoxLayout, QWidget

from core.trace import Trace

from ... import colours
from ...desk import Desk
from ...widgets.choice_box import ChoiceBox
from .head_map import FRAME, HeadMap

MARGIN = 14
GAP = 8
SMALLEST, LARGEST = 72, 168  # px of a map
_FIRST_HEAD = re.compile(r"^(.+)\.h1\.A$")
_LAYER = re.compile(r"^(enc|dec)(\d+)\.(self|cross)$")


class HeadsPanel(QWidget):
    """Follows the selection: the attention of the selected matrix, or the one chosen in the list."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._document, self._selection = desk.document, desk.selection
        self.part = ""
        self.maps: list[HeadMap] = []
        self._parts: list[str] = []
        self._cell: object = None
        self._stale = True
        self.setObjectName("panelBody")
        self.list = ChoiceBox(self)
        self.list.activated.connect(self._picked)
        self.list.setSizeAdjustPolicy(ChoiceBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.list.setMinimumContentsLength(6)
        self._grid = QGridLayout()
        self._grid.setSpacing(GAP)
        self._grid.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self._none = QLabel(self)
        self._none.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(MARGIN, 4, MARGIN, 8)
        column.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        column.setSpacing(8)
        column.addWidget(self.list)
        column.addWidget(self._none)
        column.addLayout(self._grid)
        column.addStretch(1)
        self._document.changed.connect(self._changed)
        self._selection.changed.connect(self._selected)
        self.retranslate()

    # what is shown

    def _changed(self, trace: object) -> None:
        self.refresh()

    def _selected(self) -> None:
        """Another cell may belong to another attention; a click in the list holds until then."""
        cell = self._selection.cell
        if cell != self._cell:
            self._cell = cell
            found = part_of(cell[0], self._document.trace) if cell is not None else ""
            self.part = found or self.part
        self.refresh()

    def refresh(self) -> None:
        """Show the attention as it is now, or remember to when the dock comes back."""
        if not self.isVisible():
            self._stale = True
            return
        self._stale = False
        trace = self._document.trace
        parts = attentions(trace)
        if parts != self._parts:
            self._parts = parts
            self._fill_list()
        if self.part not in parts:
            self.part = parts[0] if parts else ""
        self._none.setVisible(not parts)
        self.list.setVisible(len(parts) > 1)
        if parts:
            self.list.setCurrentIndex(parts.index(self.part))
        count = trace.spec.heads if parts else 0
        if [head.name for head in self.maps] != [f"{self.part}.h{r}.A" for r in range(1, count + 1)]:
            self._make_maps(count)
        self._show_maps(trace)

    def _show_maps(self, trace: Trace) -> None:
        palette, row = colours.palette_of(self), self._selection.row
        shown = self._selection.head.get(self.part, 1)
        for head in self.maps:
            followed = row[1] if row is not None and row[0] == trace[head.name].row_axis else None
            head.show_head(trace, palette, followed)
            head.setChecked(head.number == shown)
            self._name(head)

    def _make_maps(self, count: int) -> None:
        for head in self.maps:
            self._grid.removeWidget(head)
            head.hide()
            head.deleteLater()
        self.maps = [HeadMap(self.part, number, self) for number in range(1, count + 1)]
        for head in self.maps:
            head.clicked.connect(self._clicked)
            head.show()
        self._arrange()

    def _arrange(self) -> None:
        """As many columns as fit, the maps as large as the room allows."""
        room = self.width() - 2 * MARGIN
        most = max(1, (room + GAP) // (SMALLEST + 2 * FRAME + GAP))
        columns = max(1, min(len(self.maps), most, 4 if len(self.maps) % 3 else 3))
        side = (room - GAP * (columns - 1)) // columns - 2 * FRAME
        for at, head in enumerate(self.maps):
            head.resize_to(max(SMALLEST, min(LARGEST, side)))
            self._grid.addWidget(head, at // columns, at % columns)

    def _clicked(self) -> None:
        head = self.sender()
        if isinstance(head, HeadMap):
            self._selection.show_head(head.part, head.number)

    def _picked(self, at: int) -> None:
        self.part = self._parts[at]
        self.refresh()

    # words

    def _fill_list(self) -> None:
        self.list.clear()
        self.list.addItems([attention_name(part) for part in self._parts])

    def _name(self, head: HeadMap) -> None:
        text = QCoreApplication.translate("heads", "head {number}").format(number=head.number)
        if head.off:
            text = QCoreApplication.translate("heads", "head {number}, off").format(number=head.number)
        head.setText(text)
        head.setAccessibleName(f"{attention_name(head.part)}: {text}")

    def retranslate(self) -> None:
        """Say everything in the language of the window."""
        self.setAccessibleName(QCoreApplication.translate("panels", "All heads"))
        self.list.setAccessibleName(QCoreApplication.translate("heads", "Attention"))
        self._none.setText(QCoreApplication.translate("heads", "This model has no attention with heads."))
        self._fill_list()

    # Qt

    def minimumSizeHint(self) -> QSize:
        """One small map wide: the maps as they lie now must not keep the panel from becoming narrower."""
        return QSize(SMALLEST + 2 * (FRAME + MARGIN), super().minimumSizeHint().height())

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self._selected()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        if event.type() in (QEvent.Type.LanguageChange, QEvent.Type.PaletteChange):
            self.refresh()


def attentions(trace: Trace) -> list[str]:
    """The parts of the model that attend, in reading order: "enc1.self", "dec2.cross"."""
    return [found.group(1) for name in trace if (found := _FIRST_HEAD.match(name))]


def part_of(name: str, trace: Trace) -> str:
    """The attention that a matrix belongs to; of a layer's other matrices its first; "" for none."""
    parts = attentions(trace)
    inside = [part for part in parts if name.startswith(f"{part}.")]
    layer = name.split(".")[0]
    return next(iter(inside or [part for part in parts if part.startswith(f"{layer}.")]), "")


def attention_name(part: str) -> str:
    """What an attention is called in the list."""
    found = _LAYER.match(part)
    if found is None:
        return part
    stack, layer, kind = found.groups()
    texts = {
        ("enc", "self"): QCoreApplication.translate("heads", "Encoder {layer} · self-attention"),
        ("dec", "self"): QCoreApplication.translate("heads", "Decoder {layer} · self-attention"),
        ("dec", "cross"): QCoreApplication.translate("heads", "Decoder {layer} · cross-attention"),
    }
    return texts.get((stack, kind), part).format(layer=layer)
