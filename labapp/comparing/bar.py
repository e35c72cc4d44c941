"""The bar above the bench while two states are compared: what the baseline is, which side is shown, and the end."""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import QCoreApplication, QEvent, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QPushButton, QSizePolicy, QWidget

from labapp import colours
from labapp.comparison import BASELINE, DIFFERENCE, NOW, SIDES, Comparison
from labapp.document import Document
from labapp.text import retold
from labapp.widgets.labels import ElidedLabel
from labapp.widgets.segmented import Segmented
from labapp.widgets.tint import Role

ROUND = 12  # px beside the bar, as beside the bands of the bench
RADIUS = 9


class CompareBar(QWidget):
    """Follows a Comparison; it takes no room where nothing is compared."""

    def __init__(self, document: Document, comparison: Comparison, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document, self._comparison = document, comparison
        self.words = ElidedLabel(self)
        self.sides = Segmented(dict.fromkeys(SIDES, ""), self)
        self.sides.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.sides.chosen.connect(comparison.show)
        self.end = QPushButton(self)
        self.end.clicked.connect(comparison.end)
        row = QHBoxLayout(self)
        row.setContentsMargins(ROUND + 12, 10, ROUND + 8, 4)
        row.setSpacing(12)
        row.addWidget(self.sides)
        row.addWidget(self.words, 1)
        row.addWidget(self.end, 0, Qt.AlignmentFlag.AlignVCenter)
        comparison.changed.connect(self.refresh)
        self.retranslate()

    def refresh(self) -> None:
        """Show the comparison as it is now."""
        on, missing, side = self._comparison.on, self._comparison.missing, self._comparison.side
        self.setVisible(on)
        if not on:
            return
        self.sides.set_value(side)
        self.sides.setEnabled(not missing)
        title = retold(self._comparison.title)
        if missing:
            text = QCoreApplication.translate("compare", "The baseline ({title}) has no sample {sample}.")
            self.words.set_text(text.format(title=title, sample=sample_letter(self._document.sample)))
        else:
            self.words.set_text(_words(side).format(title=title))
        self.words.set_colour(Role.WindowText if side == BASELINE or missing else Role.PlaceholderText)
        self.update()

    def retranslate(self) -> None:
        """Say everything in the language of the window."""
        self.sides.set_texts(
            {
                NOW: QCoreApplication.translate("compare", "Now"),
                BASELINE: QCoreApplication.translate("compare", "Baseline"),
                DIFFERENCE: QCoreApplication.translate("compare", "Difference"),
            }
        )
        self.sides.set_names(QCoreApplication.translate("compare", "Every card shows"))
        self.sides.set_description(
            QCoreApplication.translate("compare", "What every card shows: Ctrl+Shift+J shows the next one")
        )
        self.setAccessibleName(QCoreApplication.translate("compare", "Comparison"))
        self.end.setText(QCoreApplication.translate("compare", "End"))
        said = QCoreApplication.translate("compare", "End comparing: the baseline is forgotten, nothing else changes")
        self.end.setToolTip(said)
        self.end.setAccessibleName(QCoreApplication.translate("compare", "End comparing"))
        self.refresh()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    def paintEvent(self, event: QPaintEvent) -> None:
        palette = colours.palette_of(self)
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(palette.window))
        baseline = self._comparison.side == BASELINE
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(palette.hint_edge if baseline else palette.edge), 1.0))
        painter.setBrush(QColor(palette.hint if baseline else palette.band))
        frame = QRectF(self.rect()).adjusted(ROUND - 3.5, 4.5, -(ROUND - 3.5), 1.5 - 1)
        painter.drawRoundedRect(frame, RADIUS, RADIUS)


def sample_letter(sample: int) -> str:
    """How a sample is called: A, B, … Z, then by its number."""
    return chr(ord("A") + sample) if sample < 26 else str(sample + 1)


def _words(side: str) -> str:
    return {
        NOW: QCoreApplication.translate("compare", "baseline: {title}"),
        BASELINE: QCoreApplication.translate("compare", "baseline: {title} · not to be edited"),
        DIFFERENCE: QCoreApplication.translate("compare", "now − baseline · baseline: {title}"),
    }[side]


def between(middle: QWidget, bar: QWidget, bench: QWidget) -> QWidget:
    """`middle` (the strip of tokens and the bench below it, in a grid) with the bar between the two."""
    grid = middle.layout()
    assert isinstance(grid, QGridLayout)
    row, column, rows, columns = cast(tuple[int, int, int, int], grid.getItemPosition(grid.indexOf(bench)))
    grid.removeWidget(bench)
    grid.addWidget(bar, row, column, rows, columns)
    grid.addWidget(bench, row + 1, column, rows, columns)
    grid.setRowStretch(row, 0)
    grid.setRowStretch(row + 1, 1)
    return middle
