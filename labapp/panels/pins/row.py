"""One line of the list: which cells are held, at what, and the button that releases them."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from core.numbers import show
from core.trace import Trace

from ...bench import labels
from ...bench.pin_entries import Entry, values_text
from ...bench.pinning import far_name, span_name
from ...bench.sections import rises
from ...names import symbol_of
from ...theme import Palette
from ...widgets.labels import ElidedLabel
from ...widgets.tint import Role


class PinRow(QWidget):
    """Shows an entry; `released` when its button is pressed."""

    released = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cells, self.held, self.remark = ElidedLabel(self), ElidedLabel(self), ElidedLabel(self)
        small = QFont(self.font())
        small.setPixelSize(12)
        for label in (self.held, self.remark):
            label.set_colour(Role.PlaceholderText)
            label.setFont(small)
        self.button = QToolButton(self)
        self.button.setObjectName("pinRelease")
        self.button.setCursor(Qt.CursorShape.PointingHandCursor)
        self.button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.button.clicked.connect(self.released)
        words = QVBoxLayout()
        words.setContentsMargins(0, 0, 0, 0)
        words.setSpacing(0)
        for label in (self.cells, self.held, self.remark):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            words.addWidget(label)
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 4, 4, 4)
        row.setSpacing(6)
        row.addLayout(words, 1)
        row.addWidget(self.button, 0, Qt.AlignmentFlag.AlignTop)

    def height_needed(self) -> int:
        """How high the lines are that have words."""
        return 8 + sum(label.sizeHint().height() for label in (self.cells, self.held, self.remark) if label.text())

    def show_entry(self, trace: Trace, entry: Entry, palette: Palette) -> None:
        """Say what is held where, and what it would be."""
        self.cells.set_text("◆ " + cells_text(trace, entry))
        self.held.set_text(held_text(trace, entry))
        remark = ""
        if entry.total is not None:
            remark = QCoreApplication.translate("pins", "this row sums to {total}, not to 1")
            remark = remark.format(total=show(entry.total, 4, significant=True))
        self.remark.set_text(remark)
        self.remark.setVisible(bool(remark))
        self.setToolTip("\n".join(text for text in (self.cells.text(), self.held.text(), remark) if text))
        self.button.setText(QCoreApplication.translate("pins", "release"))
        said = QCoreApplication.translate("pins", "Release {cells}").format(cells=cells_text(trace, entry))
        self.button.setAccessibleName(said)
        self.button.setToolTip(said)
        ink = palette.pin if entry.present else palette.quiet
        sheet = (
            f"QToolButton {{ border: none; color: {palette.accent}; background: transparent; padding: 2px 5px;"
            f" border-radius: 4px; }} QToolButton:hover, QToolButton:focus {{ background: {palette.accent_soft}; }}"
        )
        if sheet != self.styleSheet():  # dressing costs more than all the words
            self.setStyleSheet(sheet)
        colours = self.cells.palette()
        if colours.color(Role.WindowText).name() != ink:  # a theme that came takes it away again
            colours.setColor(Role.WindowText, ink)
            self.cells.setPalette(colours)


def cells_text(trace: Trace, entry: Entry) -> str:
    """The cells of an entry, by the names of their tokens where the model has them now."""
    span = entry.span
    if entry.sample != trace.sample or span.name not in trace or trace.graph[span.name].name != span.name:
        return far_name(span)
    matrix = trace[span.name]
    n, k = matrix.values.shape
    inside = entry.present or all(at is None or at < end for at, end in ((span.i, n), (span.j, k)))
    name = span_name(matrix, span) if inside else far_name(span, symbol_of(matrix))
    layer = ""
    if matrix.layer is not None and rises(trace.spec):
        two = trace.spec.encodes and trace.spec.decodes
        layer = labels.layer_title(matrix.name[:3], matrix.layer, "", two, True)
    return f"{name} · {layer}" if layer else name


def held_text(trace: Trace, entry: Entry) -> str:
    """What the cells are held at, what they would be, and whether that counts now."""
    value = values_text(entry.values)
    if entry.sample != trace.sample:
        text = QCoreApplication.translate("pins", "held at {value} · in sample {sample}")
        return text.format(value=value, sample=sample_letter(entry.sample))
    if not entry.present:
        text = QCoreApplication.translate("pins", "held at {value} · not in the present model")
        return text.format(value=value)
    if entry.natural is None:
        text = QCoreApplication.translate("pins", "{count} cells held at {value}")
        return text.format(count=entry.values.size, value=value)
    text = QCoreApplication.translate("pins", "held at {value} · naturally {natural}")
    return text.format(value=value, natural=show(entry.natural, 4, significant=True))


def sample_letter(sample: int) -> str:
    """How a sample is called: A, B, … Z, then by its number."""
    return chr(ord("A") + sample) if sample < 26 else str(sample + 1)
