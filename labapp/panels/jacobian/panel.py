"""The panel: what is differentiated, the grid of blocks, one block enlarged, a residual taken apart, the depth."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt
from PySide6.QtGui import QHideEvent, QKeyEvent, QKeySequence, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QLayout, QVBoxLayout, QWidget

from core.gradient import LOSS
from core.problem import Problem

from ... import clipboard, fonts, models, text
from ...desk import Desk
from ...text import sentence
from ...widgets.segmented import Segmented
from . import words
from .apart import OUT, ApartRow, pieces_of, values_of
from .asking import Asking
from .card import BlockCard
from .chart import DepthChart
from .chooser import Chooser
from .copying import FORMS
from .grid import BlockGrid
from .residuals import Residuals
from .span import SUBLAYER, Span, tracks, within
from .tools import Tools
from .work import Asked, Found

MARGIN, GAP = 14, 20
FOUR, THREE, TWO = 1420, 960, 600  # px from which so many parts stand side by side
TALL, LOW = 256, 184  # px of the chart
HIGH, LOW_SCREEN = 398, 322  # px at first, on a high screen and on one below 900


class JacobianPanel(QWidget):
    """A view: it changes nothing. What is cheap is worked out when all is still or, cheaper yet, in every frame."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk, self._document = desk, desk.document
        self._loads = self._document.loads
        self.setObjectName("panelBody")
        self.tools = Tools(self, self.copy_block)
        self.chooser = Chooser(self)
        self.grid, self.card = BlockGrid(self), BlockCard(self)
        self.row, self.chart, self.residuals = ApartRow(self), DepthChart(self), Residuals(self)
        self.switch = Segmented({of: words.translated(said) for of, said in words.OF.items()}, self)
        self.switch.chosen.connect(self._of_chosen)
        self.switch.set_value(LOSS)
        self.state, self.checked, self.proof, self.none = (QLabel(self) for _ in range(4))
        self.asking = Asking(desk, self.chooser, self.isVisible, self)
        self._make_layout()
        self._connect()
        self.retranslate()

    # making

    def _make_layout(self) -> None:
        for label in (self.state, self.checked, self.proof, self.none):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setFont(fonts.ui_font(12))
        self.none.setFont(fonts.ui_font(13))
        self.state.setForegroundRole(self.palette().ColorRole.PlaceholderText)
        self.checked.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.parts = [QWidget(self) for _ in range(4)]
        for part, inside in zip(
            self.parts,
            (
                (self.grid, self.state),
                (self.card, self.checked),
                (self.row, self.proof, self.residuals),
                (self.switch, self.chart),
            ),
            strict=True,
        ):
            column = QVBoxLayout(part)
            column.setContentsMargins(0, 0, 0, 0)
            column.setSpacing(4)
            for widget in inside:
                column.addWidget(widget)
            column.addStretch(1)
        self._places = QGridLayout()
        self._places.setHorizontalSpacing(GAP)
        self._places.setVerticalSpacing(10)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(MARGIN, 6, MARGIN, 10)
        outer.setSpacing(10)
        outer.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        outer.addWidget(self.chooser)
        outer.addWidget(self.none)
        outer.addLayout(self._places)
        outer.addStretch(1)
        self._across = 0
        self._arrange(4)

    def _connect(self) -> None:
        self._document.changed.connect(self._changed)
        self._desk.digits.changed.connect(self._show)
        self.chooser.changed.connect(self._span_chosen)
        self.grid.chosen.connect(self.choose_block)
        self.card.chosen.connect(self.choose_entry)
        self.row.chosen.connect(self.choose_piece)
        self.residuals.chosen.connect(self._sublayer_chosen)
        self.asking.changed.connect(self._show)

    def _arrange(self, across: int) -> None:
        """The parts: four side by side, three and the last under the third, two above the others, or one by one."""
        if across == self._across:
            return
        self._across = across
        places = {
            4: ((0, 0, 1, 1), (0, 1, 1, 1), (0, 2, 1, 1), (0, 3, 1, 1)),
            3: ((0, 0, 2, 1), (0, 1, 2, 1), (0, 2, 1, 1), (1, 2, 1, 1)),
            2: ((0, 0, 1, 1), (0, 1, 1, 1), (1, 0, 1, 2), (2, 0, 1, 2)),
            1: ((0, 0, 1, 1), (1, 0, 1, 1), (2, 0, 1, 1), (3, 0, 1, 1)),
        }[across]
        for part, place in zip(self.parts, places, strict=True):
            self._places.removeWidget(part)
            self._places.addWidget(part, *place)
        stretches = {4: (4, 6, 6, 7), 3: (4, 5, 6, 0), 2: (4, 6, 0, 0), 1: (1, 0, 0, 0)}[across]
        self.chart.setFixedHeight(LOW if across == 3 else TALL)
        for column, stretch in enumerate(stretches):
            self._places.setColumnStretch(column, stretch)

    # what is shown

    def _changed(self, trace: object) -> None:
        if self.isVisible():
            self.refresh()

    def refresh(self) -> None:
        """Show what is chosen as it is now; what is not known yet is worked out when all is still."""
        trace = self._document.trace
        if self._document.loads != self._loads:
            self._loads = self._document.loads
            self.asking.forget()
        self.chooser.show_tracks(trace, tracks(trace))
        asked = self.asking.asked()
        self.none.setVisible(asked is None)
        for part in (self.chooser, *self.parts):
            part.setVisible(asked is not None)
        self.tools.setEnabled(asked is not None)
        if asked is None:
            self.asking.stop()
            return
        n, m = trace.graph[asked.of].shape[0], trace.graph[asked.by].shape[0]
        self.asking.block = min(self.asking.block[0], n - 1), min(self.asking.block[1], m - 1)
        caption = QCoreApplication.translate("jacobian", "row: {of} · column: {by} · colour by √|∂|").format(
            of=words.short_stage(trace, asked.of), by=words.short_stage(trace, asked.by)
        )
        self.grid.show_labels(words.tokens(trace, asked.of), words.tokens(trace, asked.by), caption)
        self.asking.ask()
        self._show()

    def _show(self) -> None:
        """Everything as it is known."""
        asked, trace, track = self.asking.asked(), self._document.trace, self.chooser.track
        if asked is None or track is None or not self.isVisible():
            return
        found, fresh, block = self.asking.answer(), self.asking.fresh, self.asking.block
        self.grid.show_found(found, block, fresh)
        self.grid.setAccessibleName(words.block_title(trace, asked.of, asked.by, *block))
        self._say_state(found)
        self._show_card(found, fresh)
        apart = None if found is None else found.apart
        self.row.setVisible(apart is not None and found is not None)
        if apart is not None and found is not None:
            self.row.show_apart(apart, block, self.asking.piece, fresh)
            self.proof.setText(words.proof(found, *block))
        self.proof.setVisible(apart is not None)
        self._show_residuals(asked)
        self._show_depth()

    def _say_state(self, found: Found | None) -> None:
        asked, graph = self.asking.asked(), self._document.trace.graph
        assert asked is not None
        of, by = graph[asked.of].shape, graph[asked.by].shape
        said = words.working() if found is None else words.state(found, self.asking.seconds)
        if asked.row is not None:
            said = words.too_large(of[0], by[0], of[1], by[1]) + ("" if found is not None else " " + words.working())
        self.state.setText(said)

    def _show_card(self, found: Found | None, fresh: bool) -> None:
        asking = self.asking
        i, j = asking.block
        if found is None or not found.jacobian.has(i):
            self.card.show_block(np.zeros((0, 0)), "", "{}, {}".format, True, self._desk.digits.now, fresh)
            self.checked.setText("")
            return
        trace, asked, known, names = found.trace, found.asked, found.jacobian, asking.names(found)
        piece = asking.piece if found.apart is not None else OUT
        if found.apart is None or piece == OUT:
            values, way = known.block(i, j), bool(known.ways[i, j])
            title = words.block_title(trace, asked.of, asked.by, i, j)
        else:
            values, way = values_of(found.apart, piece, i, j), True
            said = next(each for each in pieces_of(found.apart) if each.id == piece)
            title = f"{said.symbol}: {words.translated(said.caption)}"

        def entry(r: int, s: int) -> str:
            if names is None:
                return f"{title}[{r}, {s}]"
            return words.entry_title(trace, *names, asking.at(found, r, s))

        self.card.choose(asking.entry)
        self.card.show_block(values, title, entry, way, self._desk.digits.now, fresh)
        self.checked.setText(self._checked(found, way, entry))

    def _checked(self, found: Found, way: bool, entry: Callable[[int, int], str]) -> str:
        """What stands under the enlarged block."""
        i, j = self.asking.block
        rows, columns = words.tokens(found.trace, found.asked.of), words.tokens(found.trace, found.asked.by)
        if not way:
            return words.no_way(rows[i], columns[j])
        if self.asking.names(found) is None:
            return ""
        if self.card.at is None:
            return words.hint()
        spec, value = found.trace.spec, float(self.card.values[self.card.at])
        single, kink = spec.precision == "float32", spec.act == "relu"
        return words.tried(entry(*self.card.at), value, self.asking.difference, kink, single)

    def _show_residuals(self, asked: Asked) -> None:
        track, span = self.chooser.track, self.chooser.span
        assert track is not None
        assert span is not None
        if asked.sublayer is not None:
            self.residuals.show_choices("", {})
        elif track.stack is None:
            self.residuals.show_choices(words.no_residual(), {})
        else:
            places = within(track, span)
            choices = {k: words.sublayer_name(track.stack.sublayers[k].at) for k in places}
            self.residuals.show_choices(words.choose_sublayer() if choices else words.only_norm(), choices)

    def _show_depth(self) -> None:
        track, known = self.chooser.track, self.asking.depths
        self.chart.setVisible(track is not None and track.stack is not None)
        both = known is not None and len(known.own) > 1
        self.switch.setVisible(both and self.chart.isVisibleTo(self))
        if track is None or track.stack is None:
            return
        trace = self._document.trace
        if known is None or known.side != track.stack.side or known.trace.graph is not trace.graph:
            self.chart.show_depth(None, None, None, None, words.working(), True)
            return
        if not known.own:
            self.chart.show_depth(None, None, None, None, words.no_depth(), True)
            return
        of = self.switch.value() if self.switch.value() in known.own else next(iter(known.own))
        self.chart.source = self._source() if known.refused is None else sentence(known.refused)
        if trace.spec.norm == "none":
            self.chart.source = words.no_norms()
        other = known.other.get(of)
        row = self.asking.block[1]
        self.chart.show_depth(known.trace, known.own[of], other, row, "", self.asking.depths_fresh)

    def _source(self) -> str:
        """Where the numbers come from: what the model says of itself."""
        about = self._document.workspace.about
        said = models.text(about, "note", text.language())
        return said

    # what a person does

    def choose_block(self, i: int, j: int) -> None:
        """Another block: of a large model its row is worked out."""
        self.asking.block = (i, j)
        self.asking.ask()
        self.asking.try_soon()
        self._show()

    def choose_entry(self, r: int, s: int) -> None:
        """An entry of the enlarged block: a finite difference is put beside it."""
        self.asking.entry, self.asking.difference = (r, s), None
        self._show()
        self.asking.try_now()

    def choose_piece(self, piece: str) -> None:
        """Enlarge one of the pieces of a residual."""
        self.asking.piece = piece
        self.asking.try_soon()
        self._show()

    def _of_chosen(self, of: str) -> None:
        self._show_depth()

    def _span_chosen(self) -> None:
        self.asking.piece, self.asking.difference = OUT, None
        self.refresh()
        self.asking.ask_now()

    def _sublayer_chosen(self, place: int) -> None:
        track = self.chooser.track
        if track is not None:
            self.chooser.choose(Span(track.id, place, place), SUBLAYER)

    def copy_block(self, form: str) -> None:
        """Put the enlarged block on the clipboard."""
        if not self.card.values.size:
            return
        _, write = FORMS[form]
        try:
            clipboard.copy_text(write(self.card.values, self.card.title, self._desk.output))
        except Problem as problem:
            self._desk.say(sentence(problem))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_block("table")
        else:
            super().keyPressEvent(event)

    # words

    def retranslate(self) -> None:
        """Say everything in the language of the window."""
        self.setAccessibleName(QCoreApplication.translate("panels", "Jacobians"))
        self.none.setText(words.nothing_here())
        self.switch.set_texts({of: words.translated(said) for of, said in words.OF.items()})
        self.switch.set_names(QCoreApplication.translate("jacobian", "Gradient by depth"))
        self.chooser.retranslate()
        self.tools.retranslate()

    # Qt

    def sizeHint(self) -> QSize:
        return QSize(FOUR, LOW_SCREEN if self.screen().availableSize().height() < 900 else HIGH)

    def minimumSizeHint(self) -> QSize:
        return QSize(300, super().minimumSizeHint().height())

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()
        self.asking.ask_now()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.asking.stop()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        wide = event.size().width()
        self.chooser.set_wide(wide)
        self._arrange(4 if wide >= FOUR else 3 if wide >= THREE else 2 if wide >= TWO else 1)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
            if self.isVisible():
                self.refresh()
