"""The panel: which row is followed, the way it goes, and the buttons to other rows and to files."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt, QTimer
from PySide6.QtGui import QAction, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from core.follow import READ_BY, predicting, stages
from core.trace import Trace

from ...bench.row_card import follows
from ...bench.scales import Scales
from ...desk import Desk
from ...selection import Row
from ...widgets.labels import ElidedLabel
from . import words
from .canvas import Canvas
from .paint import Shown

MARGIN = 12
DRAG_MS = 40  # during a drag the panel comes a little later than the bench
SHARE, MOST_MS = 5, 200  # and the time between its paintings is so many times what one takes, at most this
USUAL = QSize(700, 300)
EXPORTS = ("copy_followed", "save_followed", "figure_followed")  # actions of the window


class FollowPanel(QWidget):
    """The followed row of the selection, stage by stage."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk, self._document, self._selection = desk, desk.document, desk.selection
        self._scales = Scales()
        self._stale = True
        self._row: Row | None = None
        self._cell: object = None
        self.setObjectName("panelBody")
        self.title = ElidedLabel(self)
        self.back, self.next = self._button("‹"), self._button("›")
        self.back.clicked.connect(self._turn_back)
        self.next.clicked.connect(self._turn_on)
        self.steps = self._button("")
        self.steps.setCheckable(True)
        self.steps.toggled.connect(self._steps_turned)
        self.export = self._button("")
        self._menu = QMenu(self.export)
        self._menu.aboutToShow.connect(self._fill_menu)
        self.export.setMenu(self._menu)
        self.export.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.canvas = Canvas(desk.digits, self)
        self.canvas.went.connect(self.go)
        self.canvas.turned.connect(self.turn)
        self.canvas.followed.connect(self.follow)
        self.canvas.moved.connect(self._into_view)
        self.area = QScrollArea(self)  # of its own: the row's name stays in view above it
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setWidget(self.canvas)
        self.nothing = QWidget(self)
        self.empty = QLabel(self.nothing)
        self.empty.setWordWrap(True)
        self.empty.setForegroundRole(self.palette().ColorRole.PlaceholderText)
        self.begin = QPushButton(self.nothing)
        self.begin.clicked.connect(self.follow_predicting)
        self._arrange()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.refresh)
        self._document.changed.connect(self._changed)
        self._selection.changed.connect(self._selected)
        desk.digits.changed.connect(self.refresh)
        self.retranslate()

    def _button(self, text: str) -> QToolButton:
        button = QToolButton(self)
        button.setText(text)
        button.setObjectName("quietButton")
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setCursor(Qt.CursorShape.PointingHandCursor)
        return button

    def _arrange(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(MARGIN, 0, MARGIN, 0)
        head.setSpacing(2)
        head.addWidget(self.back)
        head.addWidget(self.next)
        head.addSpacing(4)
        head.addWidget(self.title, 1)
        head.addWidget(self.steps)
        head.addWidget(self.export)
        nothing = QVBoxLayout(self.nothing)
        nothing.setContentsMargins(MARGIN, 4, MARGIN, 4)
        nothing.addWidget(self.empty)
        nothing.addWidget(self.begin, 0, Qt.AlignmentFlag.AlignLeft)
        nothing.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 6)
        column.setSpacing(4)
        column.addLayout(head)
        column.addWidget(self.nothing, 1)
        column.addWidget(self.area, 1)

    # what is shown

    def _changed(self, trace: Trace) -> None:
        if not self._document.acting:
            self._scales.settle()
        if self._document.acting and self.isVisible():
            if not self._timer.isActive():
                self._timer.start(min(MOST_MS, max(DRAG_MS, round(SHARE * 1000 * self.canvas.cost))))
        else:
            self.refresh()

    def _selected(self) -> None:
        self.refresh()

    def refresh(self) -> None:
        """Show the followed row as it is now, or remember to when the dock comes back."""
        self._timer.stop()
        self._stale = not self.isVisible()
        if self._stale:
            return
        trace, row = self._document.trace, self._selection.row
        other = row != self._row
        self._row = row
        here = row if row is not None and follows(trace, row) else None
        for widget in (self.title, self.back, self.next, self.steps, self.export):
            widget.setVisible(here is not None)
        self.nothing.setVisible(here is None)
        self.begin.setVisible(here is None and predicting(trace) is not None)
        self.area.setVisible(here is not None)
        if here is None:
            self.canvas.show_row(None)
            return
        self.title.set_text(words.row_name(trace, *here))
        self.back.setEnabled(here[1] > 0)
        self.next.setEnabled(here[1] + 1 < self.count(here))
        self.canvas.show_row(self._shown(trace, here))
        self._follow_cell()
        if other:
            self._into_view()

    def _shown(self, trace: Trace, row: Row) -> Shown:
        form = self._desk.digits.now
        return Shown(
            trace,
            *row,
            stages(trace, *row, steps=self.steps.isChecked()),
            self._scales,
            self._document.before,
            dict(self._selection.revealed),
            None if form.automatic else form,
        )

    def count(self, row: Row | None) -> int:
        """How many rows the sequence of a row has."""
        return 0 if row is None else len(self._document.trace.labels(row[0], 0))

    def _follow_cell(self) -> None:
        """A cell of the followed row that was selected elsewhere puts the keys on its stage."""
        cell = self._selection.cell
        if cell == self._cell:
            return
        self._cell = cell
        for index, stage in enumerate(self.canvas.stages):
            if cell is not None and cell[0] == stage.node and stage.row == cell[2 if stage.kind == READ_BY else 1]:
                self.canvas.step_to(index)

    def _into_view(self) -> None:
        """Scroll to the stage that the keys are on."""
        at = self.canvas.frame().toRect()
        self.area.ensureVisible(at.center().x(), at.bottom(), 0, 0)
        self.area.ensureVisible(at.center().x(), max(0, at.top()), 0, 0)

    # what is asked for

    def follow(self, axis: str, row: int) -> None:
        """Follow another row."""
        self._selection.follow((axis, row))

    def follow_predicting(self) -> None:
        """Follow the word that predicts."""
        self._selection.follow(predicting(self._document.trace))

    def turn(self, step: int) -> None:
        """Follow the next or previous token of the sequence."""
        row = self._selection.row
        if row is not None and follows(self._document.trace, (row[0], row[1] + step)):
            self._selection.follow((row[0], row[1] + step))

    def _turn_back(self) -> None:
        self.turn(-1)

    def _turn_on(self) -> None:
        self.turn(1)

    def go(self, index: int, along: int) -> None:
        """Select a number of a stage on the bench, and go there."""
        stage, trace = self.canvas.stages[index], self._document.trace
        if not self._desk.settle() or stage.node not in trace:
            return
        head = trace[stage.node].head
        if head is not None:
            self._selection.show_head(stage.node.split(f".h{head}.")[0], head)
        cell = (along, stage.row) if stage.kind == READ_BY else (stage.row, along)
        self._cell = (stage.node, *cell)
        self._selection.select((stage.node, *cell))
        self._selection.go(stage.node)

    def _steps_turned(self, on: bool) -> None:
        self.refresh()

    def _fill_menu(self) -> None:
        """The window's actions: what they do is known to the window alone.

        Each has a stand-in here: an action of the window that leaves a menu loses its slots in PySide.
        """
        self._menu.clear()
        for name in EXPORTS:
            action = self.window().findChild(QAction, name)
            if isinstance(action, QAction):
                item = self._menu.addAction(action.text())
                item.setObjectName(f"{name}_here")
                item.triggered.connect(action.trigger)

    # words

    def retranslate(self) -> None:
        """Say everything in the language of the window."""
        self.setAccessibleName(QCoreApplication.translate("panels", "Follow a word"))
        self.canvas.setAccessibleName(QCoreApplication.translate("follow", "The stages of the followed row"))
        self.empty.setText(
            QCoreApplication.translate(
                "follow",
                "No row is followed. Click a token above the bench, or the label of a row, and its way through the"
                " model is shown here.",
            )
        )
        self.begin.setText(QCoreApplication.translate("follow", "Follow the word that predicts"))
        self.begin.setToolTip(QCoreApplication.translate("follow", "The last row that is no padding"))
        self.steps.setText(QCoreApplication.translate("follow", "all steps"))
        tip = QCoreApplication.translate("follow", "Show keys, values, scores and x̂ too")
        self.steps.setToolTip(tip)
        self.steps.setAccessibleName(QCoreApplication.translate("follow", "All steps"))
        self.steps.setAccessibleDescription(tip)
        self.export.setText(QCoreApplication.translate("follow", "Export ▾"))
        self.export.setToolTip(QCoreApplication.translate("follow", "This row as a table or as a figure"))
        self.export.setAccessibleName(self.export.toolTip())
        for button, said in (
            (self.back, QCoreApplication.translate("follow", "Previous token (↑)")),
            (self.next, QCoreApplication.translate("follow", "Next token (↓)")),
        ):
            button.setToolTip(said)
            button.setAccessibleName(said)

    # Qt

    def sizeHint(self) -> QSize:
        return USUAL

    def minimumSizeHint(self) -> QSize:
        return QSize(280, 150)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self.refresh()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
            self.canvas.lay_out(anew=True)
            self.refresh()
        elif event.type() == QEvent.Type.PaletteChange:
            self.canvas.update()
