"""The canvas of a followed row: paints its plan, and knows what the pointer and the keys are on."""

from __future__ import annotations

import time
from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from core.follow import PREDICTION, READ_BY, Source, Stage

from ... import colours
from ...bench.hover import cell_tip
from ...bench.metrics import BASE, CHARS, measure
from ...digits import Digits, NumberForm
from . import words
from .paint import Shown, chips, paint_frame, paint_plan
from .plan import PlacedStage, Plan, plan

STAGE_KEYS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
ROW_KEYS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


class Canvas(QWidget):
    """`went(stage, index along it)` goes to a cell on the bench, `turned(step)` to another token, `followed(axis, row)`
    to the row of a source. `moved` says that `current`, the stage the keys are on, is another."""

    went = Signal(int, int)
    turned = Signal(int)
    followed = Signal(str, int)
    moved = Signal()

    def __init__(self, digits: Digits, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._digits = digits
        self.shown: Shown | None = None
        self.current = 0
        self.cost = 0.0  # seconds that the last painting took
        self._plan: Plan | None = None
        self._key: tuple[object, ...] = ()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(0)

    # what is shown

    @property
    def stages(self) -> Sequence[Stage]:
        return self.shown.stages if self.shown is not None else ()

    @property
    def plan(self) -> Plan | None:
        """The layout of what is shown."""
        return self._plan

    @property
    def form(self) -> NumberForm:
        return self._digits.now

    def show_row(self, shown: Shown | None) -> None:
        """Show a row; None shows nothing. The stage that the keys are on stays where the other row has it too."""
        node = self.stages[self.current].node if self.current < len(self.stages) else ""
        old, plan_, self.shown = self.shown, self._plan, shown
        nodes = [stage.node for stage in self.stages]
        self.current = nodes.index(node) if node in nodes else min(self.current, max(0, len(nodes) - 1))
        self.lay_out()
        self._say()
        moved = None if plan_ is not self._plan or old is None or shown is None else shown.moved_since(old)
        if moved is None or self._plan is None:
            self.update()
            return
        for placed in self._plan.stages:  # a drag paints anew what it moves
            if placed.row.box.name in moved:
                self.update(placed.rect.adjusted(-4, -4, 4, 4).toAlignedRect())

    def lay_out(self, anew: bool = False) -> None:
        """Lay out where something that decides the layout changed."""
        if self.shown is None:
            self._plan, self._key = None, ()
            self.setFixedHeight(0)
            return
        trace, m = self.shown.trace, measure(BASE, self.devicePixelRatioF(), self.form.chars(CHARS))
        sample = trace.workspace.samples[trace.sample]
        key = (trace.graph, sample, tuple(stage.node for stage in self.stages), m, self.width())
        if key != self._key or anew:
            self._key = key
            self._plan = plan(trace, self.stages, m, self.width())
            self.setFixedHeight(round(self._plan.height))

    def placed(self, index: int) -> PlacedStage | None:
        """The place of a stage."""
        return self._plan.stages[index] if self._plan is not None and index < len(self._plan.stages) else None

    def frame(self) -> QRectF:
        """The rectangle of the stage that the keys are on, with the title above the first of a line."""
        placed = self.placed(self.current)
        return QRectF() if placed is None else placed.rect.adjusted(-8, -28, 8, 8)

    def step_to(self, index: int) -> None:
        """Put the keys on another stage."""
        if 0 <= index < len(self.stages) and index != self.current:
            self.current = index
            self._say()
            self.update()
            self.moved.emit()

    def _say(self) -> None:
        if self.shown is not None and self.current < len(self.stages):
            stage = self.stages[self.current]
            said = words.spoken(self.shown.trace, stage, self.current, len(self.stages))
            if said != self.accessibleDescription():
                self.setAccessibleDescription(said)

    # what is under the pointer

    def source_at(self, point: QPointF) -> tuple[Stage, Source] | None:
        """The source that is named under a point."""
        placed = self._plan.at(point) if self._plan is not None else None
        if placed is None or self.shown is None:
            return None
        stage = self.stages[placed.index]
        found = next((source for rect, source in chips(placed, stage, self.shown) if rect.contains(point)), None)
        return None if found is None else (stage, found)

    def cell_at(self, point: QPointF) -> tuple[int, int] | None:
        """The stage under a point and which of its numbers, the first beside the numbers."""
        placed = self._plan.at(point) if self._plan is not None else None
        if placed is None:
            return None
        box = placed.row.box
        inside = point - placed.at
        along = int((inside.x() - box.grid_x) // box.cell_width) if box.grid.contains(inside) else 0
        return placed.index, max(0, min(along, len(box.cols) - 1))

    def tip_at(self, point: QPointF) -> str:
        """What stands under a point, in words."""
        source, cell = self.source_at(point), self.cell_at(point)
        if self.shown is None or cell is None:
            return ""
        if source is not None:
            return words.source_tip(source[0], source[1].token)
        placed = self.placed(cell[0])
        stage = self.stages[cell[0]]
        if placed is not None and placed.row.box.grid.contains(point - placed.at) and not self.shown.veiled(stage):
            i, j = (cell[1], stage.row) if stage.kind == READ_BY else (stage.row, cell[1])
            return cell_tip(self.shown.trace, stage.node, i, j)
        return words.stage_tip(self.shown.trace, stage)

    # Qt

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.shown is None or self._plan is None:
            return
        began = time.perf_counter()
        painter = QPainter(self)
        palette = colours.palette_of(self)
        m = measure(BASE, self.devicePixelRatioF(), self.form.chars(CHARS))
        paint_plan(painter, self._plan, self.shown, palette, m, QRectF(event.rect()))
        placed = self.placed(self.current)
        if placed is not None:
            paint_frame(painter, placed, palette, self.hasFocus())
        painter.end()
        self.cost = time.perf_counter() - began

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.lay_out()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        at = event.position()
        source, cell = self.source_at(at), self.cell_at(at)
        if source is not None and source[0].kind != PREDICTION:
            self.followed.emit(source[1].axis, source[1].index)
        elif cell is not None:
            self.step_to(cell[0])
            self.went.emit(*cell)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        source, cell = self.source_at(event.position()), self.cell_at(event.position())
        hand = cell is not None and (source is None or source[0].kind != PREDICTION)
        shape = Qt.CursorShape.PointingHandCursor if hand else Qt.CursorShape.ArrowCursor
        if self.cursor().shape() != shape:
            self.setCursor(shape)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if not plain or not self.stages:
            event.ignore()
        elif key in STAGE_KEYS:
            self._walk(self.current + STAGE_KEYS[key])
        elif key in ROW_KEYS:
            self.turned.emit(ROW_KEYS[key])
        elif key == Qt.Key.Key_Home:
            self._walk(0)
        elif key == Qt.Key.Key_End:
            self._walk(len(self.stages) - 1)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.went.emit(self.current, 0)
        else:
            event.ignore()

    def _walk(self, index: int) -> None:
        """To another stage; the bench goes along."""
        if 0 <= index < len(self.stages):
            self.step_to(index)
            self.went.emit(index, 0)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), self.tip_at(QPointF(event.pos())), self)
            return True
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self.lay_out()
        return super().event(event)
