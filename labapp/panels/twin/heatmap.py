"""The matrix as colours, drawn by pyqtgraph: colour bar, histogram, hover, click.

pyqtgraph is imported with this module, so whoever wants a heatmap imports it late. It draws images column by column
unless told otherwise, and its menus speak English only: both are switched off here.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication, QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QPen
from PySide6.QtWidgets import QApplication, QGraphicsRectItem, QVBoxLayout, QWidget

from core.trace import Matrix, Trace

from ... import colours, fonts
from ...bench.pinning import hidden_weights
from ...theme import LIGHT, Palette
from ...widgets.labels import ElidedLabel
from .marks import Marks
from .words import axis_names

pg.setConfigOption("mouseRateLimit", -1)  # else the last move before the pointer rests may be dropped
LABEL = 12  # px
BINS = 24
HISTOGRAM = 64  # px
BAR = 12


class LabelAxis(pg.AxisItem):
    """An axis that names whole cells: as many labels as there is room for."""

    def __init__(self, orientation: str) -> None:
        super().__init__(orientation)
        self.labels: tuple[str, ...] = ()
        self._font = fonts.ui_font(LABEL)
        self.setStyle(tickFont=self._font, tickLength=0, hideOverlappingLabels=False)

    def tickValues(self, low: float, high: float, size: float) -> list[tuple[float, list[float]]]:
        low, high = min(low, high), max(low, high)  # rows run downwards
        first, last = max(0, math.floor(low)), min(len(self.labels), math.ceil(high))
        if last <= first or size <= 0:
            return []
        metrics = QFontMetricsF(self._font)
        need = metrics.height()
        if self.orientation in ("top", "bottom"):
            need = max((metrics.horizontalAdvance(label) for label in self.labels[first:last]), default=need) + 8
        step = max(1, math.ceil((high - low) * need / size))
        return [(step, [i + 0.5 for i in range(first - first % step, last, step) if i >= first])]

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:
        return [self.labels[int(value)] for value in values]


class Heatmap(QWidget):
    """Shows a matrix with `show_matrix`; emits `chosen(i, j)` for a click and `hovered(i, j)`, −1 for nowhere."""

    chosen = Signal(int, int)
    hovered = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.matrix: Matrix | None = None
        self.limit = 1.0
        self.at: tuple[int, int] | None = None
        self._palette: Palette = LIGHT
        self._shape: tuple[object, ...] = ()
        self._bar_shown: tuple[object, ...] = ()
        self._histogram = False
        self._follow: int | None = None
        self._hidden: NDArray[np.bool_] | None = None
        before = set(QApplication.topLevelWidgets())
        self.view = pg.GraphicsLayoutWidget(self)
        for one in (self.view, self.view.viewport()):
            one.setAcceptDrops(False)  # a file that is dropped is meant for the window
        self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the table beside it has the keyboard
        self.view.ci.layout.setContentsMargins(2, 2, 2, 2)
        self.view.ci.layout.setSpacing(4)
        self._make_plot()
        self._make_bar()
        for menu in set(QApplication.topLevelWidgets()) - before:
            # pyqtgraph makes its menus even where they are off, and leaves them to the garbage collector, which may
            # come in the middle of an event; they go with this widget.
            if menu.parent() is None:
                menu.setParent(self, menu.windowFlags())
        self.words = ElidedLabel(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(self.view, 1)
        column.addWidget(self.words)
        scene = self.view.scene()
        scene.sigMouseMoved.connect(self._moved)
        scene.sigMouseClicked.connect(self._clicked)
        self.retranslate()

    # making

    def _make_plot(self) -> None:
        self.rows, self.cols = LabelAxis("left"), LabelAxis("top")
        self.plot = self.view.addPlot(row=0, col=0, axisItems={"left": self.rows, "top": self.cols})
        self.plot.hideAxis("bottom")
        self.plot.showAxis("top")
        self.box = self.plot.getViewBox()
        self.box.invertY(True)
        self.box.setDefaultPadding(0)
        self.image = pg.ImageItem(axisOrder="row-major")
        self.plot.addItem(self.image)
        self.marks = Marks()
        self.plot.addItem(self.marks)
        self.row_frame, self.frame = QGraphicsRectItem(), QGraphicsRectItem()
        for frame in (self.row_frame, self.frame):
            frame.setZValue(10)
            frame.hide()
            self.plot.addItem(frame, ignoreBounds=True)
        self.counts = self.view.addPlot(row=0, col=1)
        for side in ("left", "bottom"):
            self.counts.hideAxis(side)
        self.counts.setMouseEnabled(False, False)
        self.counts.setMaximumWidth(0)
        self.bars = pg.BarGraphItem(x0=[], width=[], y0=[], y1=[])
        self.counts.addItem(self.bars)
        self.counts.hide()

    def _make_bar(self) -> None:
        grey = pg.ColorMap([0, 1], [0, 255])
        self.bar = pg.ColorBarItem(values=(-1, 1), width=BAR, interactive=False, colorMap=grey, colorMapMenu=False)
        for plot in (self.counts, self.bar):
            plot.layout.setContentsMargins(0, LABEL / 2, 0, LABEL / 2)  # half a number stands out above and below
        axis = self.bar.getAxis("right")
        written = axis.tickStrings
        axis.tickStrings = lambda *what: [text.replace("-", "−") for text in written(*what)]
        self.view.addItem(self.bar, row=0, col=2)
        for plot in (self.plot, self.counts, self.bar):
            plot.setMenuEnabled(False)
            plot.hideButtons()

    # what is shown

    def show_matrix(self, trace: Trace, name: str, limit: float, palette: Palette) -> None:
        """Show a matrix in colours from −limit over 0 to limit, or, for weights, from 0 to 1."""
        matrix = trace[name]
        structure = (name, matrix.values.shape, matrix.rows, matrix.cols)
        self.matrix, self.limit = matrix, limit
        hidden = colours.hidden_cells(
            matrix.values, matrix.display, hidden_weights(trace, name), matrix.stem != "where"
        )
        self.image.setImage(colours.image(matrix.values, matrix.display, limit, palette, hidden), autoLevels=False)
        self.marks.show_cells(matrix.values, hidden, palette, self._nothing())
        if palette != self._palette or not self._shape:
            self._dress(palette)
        if structure != self._shape:
            self._shape = structure
            self._place(matrix)
        self._show_bar(matrix)
        if self._histogram:
            self._count(matrix, hidden)
        self._hidden = hidden
        self.setAccessibleDescription(self.words.text())

    def _nothing(self) -> str:
        return QCoreApplication.translate("Bench", "no finite value")

    def _place(self, matrix: Matrix) -> None:
        """Another matrix: the whole of it is in view."""
        n, k = matrix.values.shape
        self.rows.labels, self.cols.labels = matrix.rows, matrix.cols
        self.box.setLimits(xMin=0, xMax=k, yMin=0, yMax=n, minXRange=min(k, 2), minYRange=min(n, 2))
        self.whole()
        for axis in (self.rows, self.cols):
            axis.picture = None  # other labels at the same places
            axis.update()
        self.retranslate()
        self.point(-1, -1)

    def whole(self) -> None:
        """Bring the whole matrix into view."""
        if self.matrix is not None:
            n, k = self.matrix.values.shape
            self.box.setRange(xRange=(0, k), yRange=(0, n), padding=0)

    def _show_bar(self, matrix: Matrix) -> None:
        low, high = (0.0, 1.0) if matrix.display == "weights" else (-self.limit, self.limit)
        shown = matrix.display, low, high, self._palette
        if shown == self._bar_shown:
            return
        self._bar_shown = shown
        self.bar.setColorMap(colour_map(matrix.display == "weights", self._palette))
        self.bar.setLevels((low, high))

    def show_histogram(self, on: bool) -> None:
        """Show or hide how many cells have which values."""
        self._histogram = on
        self.counts.setVisible(on)
        self.counts.setMinimumWidth(HISTOGRAM if on else 0)
        self.counts.setMaximumWidth(HISTOGRAM if on else 0)
        if on and self.matrix is not None:
            self._count(self.matrix, self._hidden)

    @property
    def histogram(self) -> bool:
        """Whether the histogram is shown."""
        return self._histogram

    def _count(self, matrix: Matrix, hidden: NDArray[np.bool_] | None) -> None:
        """Count the values of finite cells that no mask hides."""
        values = matrix.values.astype(np.float64)
        counted = np.isfinite(values) if hidden is None or matrix.display == "mask" else np.isfinite(values) & ~hidden
        low, high = (0.0, 1.0) if matrix.display == "weights" else (-self.limit, self.limit)
        heights, edges = np.histogram(values[counted].clip(low, high), bins=BINS, range=(low, high))
        # Lying bars beside the colour bar: a value stands as high in both.
        self.bars.setOpts(x0=np.zeros(BINS), width=heights, y0=edges[:-1], y1=edges[1:])
        self.counts.setYRange(low, high, padding=0)
        self.counts.setXRange(0, max(1, int(heights.max())), padding=0.05)

    def select(self, cell: tuple[int, int] | None, row: int | None = None) -> None:
        """Frame the selected cell, and the followed row."""
        if cell is not None:
            self.frame.setRect(QRectF(cell[1], cell[0], 1, 1))
        self.frame.setVisible(cell is not None)
        self._follow = row
        self._show_row()

    def _show_row(self) -> None:
        """Frame the row under the pointer, else the followed one."""
        row = self.at[0] if self.at is not None else self._follow
        seen = row is not None and self.matrix is not None and self.matrix.values.shape[1] > 1
        if seen and row is not None and self.matrix is not None:
            self.row_frame.setRect(QRectF(0, row, self.matrix.values.shape[1], 1))
        self.row_frame.setVisible(seen)

    # colours and words

    def _dress(self, palette: Palette) -> None:
        self._palette = palette
        text, quiet = QColor(palette.text), QColor(palette.quiet)
        self.view.setBackground(QColor(palette.panel))
        axes = [
            plot.getAxis(side)
            for plot in (self.plot, self.counts, self.bar)
            for side in ("left", "right", "top", "bottom")
        ]
        for axis in axes:
            axis.setPen(QPen(QColor(palette.edge)))
            axis.setTextPen(text)
            axis.label.setDefaultTextColor(quiet)
            axis.setTickFont(fonts.ui_font(LABEL))
        self.bars.setOpts(brush=quiet, pen=pg.mkPen(None))
        for frame, colour, wide in ((self.row_frame, palette.accent, 1.6), (self.frame, palette.why, 2.4)):
            pen = QPen(QColor(colour), wide)
            pen.setCosmetic(True)
            frame.setPen(pen)

    def retranslate(self) -> None:
        """Say everything in the language of the window."""
        self.view.setAccessibleName(QCoreApplication.translate("twin", "Heatmap"))
        if self.matrix is not None:
            names = axis_names(self.matrix)
            for axis, name in zip((self.rows, self.cols), names, strict=True):
                axis.setLabel(text=name or None)
                axis.showLabel(bool(name))
                axis.label.setFont(fonts.ui_font(LABEL, bold=True))

    # the mouse

    def cell_at(self, scene: QPointF) -> tuple[int, int] | None:
        """The cell under a point of the scene."""
        if self.matrix is None or not self.box.sceneBoundingRect().contains(scene):
            return None
        point = self.box.mapSceneToView(scene)
        i, j = math.floor(point.y()), math.floor(point.x())
        n, k = self.matrix.values.shape
        return (i, j) if 0 <= i < n and 0 <= j < k else None

    def centre(self, i: int, j: int) -> QPointF:
        """The middle of a cell, in pixels of the view."""
        return QPointF(self.view.mapFromScene(self.box.mapViewToScene(QPointF(j + 0.5, i + 0.5))))

    def _moved(self, scene: Any) -> None:
        self.point(*(self.cell_at(scene) or (-1, -1)))

    def point(self, i: int, j: int) -> None:
        """The pointer is on a cell; −1 for none."""
        at = (i, j) if i >= 0 else None
        if at != self.at:
            self.at = at
            self._show_row()
            self.hovered.emit(i, j)

    def say(self, words: str) -> None:
        """Write below the map what is under the pointer."""
        self.words.set_text(words)

    def _clicked(self, event: Any) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        cell = self.cell_at(event.scenePos())
        if event.double():
            self.whole()
        elif cell is not None:
            self.chosen.emit(*cell)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.point(-1, -1)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()


@lru_cache(maxsize=8)
def colour_map(weights: bool, palette: Palette) -> pg.ColorMap:
    """The colour map of a theme as pyqtgraph has them."""
    fills = colours.ramp_of("weights" if weights else "signed", palette).fills
    return pg.ColorMap(np.linspace(0, 1, len(fills)), np.array([fill.getRgb() for fill in fills], np.uint8))
