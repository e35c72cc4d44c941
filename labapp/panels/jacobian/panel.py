"""The panel: what is differentiated, the grid of blocks, one block enlarged, a residual taken apart, the depth."""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt
from PySide6.QtGui import QHideEvent, QKeyEvent, QKeySequence, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QLayout, QVBoxLayout, QWidget

from core.gradient import LOSS
from core.jacobian import whole
from core.problem import Problem

from ... import clipboard, fonts, models, text
from ...background import Background, Going, Work
from ...desk import Desk
from ...idle import Idle
from ...text import sentence
from ...widgets.segmented import Segmented
from . import words, work
from .apart import OUT, ApartRow, ends, pieces_of, values_of
from .card import BlockCard
from .chart import DepthChart
from .chooser import Chooser
from .copying import FORMS
from .grid import BlockGrid
from .residuals import Residuals
from .span import SUBLAYER, Span, sublayer, tracks, within
from .tools import Tools
from .work import Asked, Depths, Found

MARGIN, GAP = 14, 20
FOUR, THREE, TWO = 1420, 960, 600  # px from which so many parts stand side by side
LIVE_SECONDS = 0.008  # what took no longer is shown in every frame of a drag
TALL, LOW = 256, 184  # px of the chart
HIGH, LOW_SCREEN = 398, 300  # px at first, on a high screen and on one below 900


class JacobianPanel(QWidget):
    """A view: it changes nothing. What is cheap is worked out when all is still or, cheaper yet, in every frame."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk, self._document = desk, desk.document
        self.block = (0, 0)
        self.piece = OUT
        self.entry: tuple[int, int] | None = None
        self.found: Found | None = None
        self.depths: Depths | None = None
        self.difference: float | None = None
        self._seconds = 1.0
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
        self._idle = Idle(self._document, self._work, self)
        self._trying = Idle(self._document, self._try, self)
        self._background = Background(self._document, self._prepare, self)
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
        self._background.done.connect(self._done)

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
            self._loads, self.block, self.piece, self.entry = self._document.loads, (0, 0), OUT, None
        self.chooser.show_tracks(trace, tracks(trace))
        asked = self._asked()
        self.none.setVisible(asked is None)
        for part in (self.chooser, *self.parts):
            part.setVisible(asked is not None)
        self.tools.setEnabled(asked is not None)
        if asked is None:
            self.found = self.depths = None
            self._stop()
            return
        n, m = trace.graph[asked.of].shape[0], trace.graph[asked.by].shape[0]
        self.block = min(self.block[0], n - 1), min(self.block[1], m - 1)
        caption = QCoreApplication.translate("jacobian", "row: {of} · column: {by}").format(
            of=words.short_stage(trace, asked.of), by=words.short_stage(trace, asked.by)
        )
        self.grid.show_labels(words.tokens(trace, asked.of), words.tokens(trace, asked.by), caption)
        if not self._known(self._asked()):
            self._ask()
        self._show()

    def _asked(self) -> Asked | None:
        trace, track, span, names = (
            self._document.trace,
            self.chooser.track,
            self.chooser.span,
            self.chooser.ends,
        )
        if track is None or span is None or names is None:
            return None
        row = None if whole(trace.graph[names[0]], trace.graph[names[1]]) else self.block[0]
        return Asked(*names, sublayer(track, span), row)

    def _known(self, asked: Asked | None) -> bool:
        found = self.found
        return found is not None and found.trace is self._document.trace and found.asked == asked

    @property
    def fresh(self) -> bool:
        """Whether what is shown was worked out from what is on the bench now."""
        return self._known(self._asked())

    @property
    def _depths_fresh(self) -> bool:
        track, known = self.chooser.track, self.depths
        if track is None or track.stack is None:
            return True
        return known is not None and known.trace is self._document.trace and known.side == track.stack.side

    def _ask(self) -> None:
        asked, trace, known = self._asked(), self._document.trace, self.found
        if asked is None:
            return
        self.difference = None
        if not work.cheap(trace, asked.of, asked.by):
            self._idle.stop()
            self._background.later()
            return
        same = known is not None and known.trace.graph is trace.graph and known.asked == asked
        if self._document.acting and same and self._seconds <= LIVE_SECONDS:
            self._find()
        self._idle.soon()

    def _find(self) -> None:
        asked = self._asked()
        if asked is not None:
            began = time.perf_counter()
            self.found = work.find(self._document.trace, asked, self.found)
            self._seconds = time.perf_counter() - began

    def _work(self) -> None:
        """All is still: what is cheap now, the depth beside the window."""
        asked = self._asked()
        if not self.isVisible() or asked is None:
            return
        if not self._known(asked) and work.cheap(self._document.trace, asked.of, asked.by):
            self._find()
        if not self._depths_fresh:
            self._background.later()
        if self.entry is not None and self.difference is None:
            self._trying.soon()
        self._show()

    def _prepare(self) -> Work | None:
        asked, track = self._asked(), self.chooser.track
        if not self.isVisible() or asked is None or track is None:
            return None
        trace = self._document.trace.aside()
        question = None if self._known(asked) else asked
        along = None if self._depths_fresh else track
        entry = self._entry_asked() if not work.cheap(trace, asked.of, asked.by) else None
        shown = self._document.trace

        def work_out(going: Going) -> object:
            began = time.perf_counter()
            found = None if question is None else work.find(trace, question, between=going)
            took = time.perf_counter() - began
            depths = None if along is None else work.along(trace, along, going)
            going()
            tried = None if entry is None else work.trying(trace, *entry)
            return found, took, depths, along is not None, tried, shown

        return work_out

    def _done(self, result: object) -> None:
        assert isinstance(result, tuple)
        found, took, depths, along, tried, trace = result
        if trace is not self._document.trace:
            return
        if found is not None:
            self.found, self._seconds = replace(found, trace=trace), took
        if along:
            self.depths = (
                None if depths is None else Depths(trace, depths.side, depths.own, depths.other, depths.refused)
            )
        if tried is not None:
            self.difference = tried
        self._show()

    def _show(self) -> None:
        """Everything as it is known."""
        asked, trace, track = self._asked(), self._document.trace, self.chooser.track
        if asked is None or track is None or not self.isVisible():
            return
        found = self.found if self.found is not None and self.found.asked == asked else None
        if found is not None and found.trace.graph is not trace.graph:
            found = None
        fresh = self.fresh
        self.grid.show_found(found, self.block, fresh)
        self.grid.setAccessibleName(words.block_title(trace, asked.of, asked.by, *self.block))
        self._say_state(found)
        self._show_card(found, fresh)
        apart = None if found is None else found.apart
        self.row.setVisible(apart is not None and found is not None)
        if apart is not None and found is not None:
            self.row.show_apart(apart, self.block, self.piece, fresh)
            self.proof.setText(words.proof(found, *self.block))
        self.proof.setVisible(apart is not None)
        self._show_residuals(asked)
        self._show_depth()

    def _say_state(self, found: Found | None) -> None:
        asked, graph = self._asked(), self._document.trace.graph
        assert asked is not None
        of, by = graph[asked.of].shape, graph[asked.by].shape
        said = words.working() if found is None else words.state(found, self._seconds)
        if asked.row is not None:
            said = words.too_large(of[0], by[0], of[1], by[1]) + ("" if found is not None else " " + words.working())
        self.state.setText(said)

    def _show_card(self, found: Found | None, fresh: bool) -> None:
        i, j = self.block
        if found is None or not found.jacobian.has(i):
            self.card.show_block(np.zeros((0, 0)), "", "{}, {}".format, True, self._desk.digits.now, fresh)
            self.checked.setText("")
            return
        trace, asked, known = found.trace, found.asked, found.jacobian
        self.card.choose(self.entry)
        piece = self.piece if found.apart is not None else OUT
        if found.apart is None or piece == OUT:
            values, way = known.block(i, j), bool(known.ways[i, j])
            title = words.block_title(trace, asked.of, asked.by, i, j)
            names: tuple[str, str] | None = (asked.of, asked.by)
        else:
            values, way = values_of(found.apart, piece, i, j), True
            said = next(each for each in pieces_of(found.apart) if each.id == piece)
            title = f"{said.symbol}: {words.translated(said.caption)}"
            names = ends(found.apart, piece)

        def entry(r: int, s: int) -> str:
            if names is None or piece != OUT:
                return f"{title}[{r}, {s}]"
            return words.entry_title(trace, *names, (i, r, j, s))

        self.card.show_block(values, title, entry, way, self._desk.digits.now, fresh)
        self._say_checked(found, values, names)

    def _say_checked(self, found: Found, values: np.ndarray, names: tuple[str, str] | None) -> None:
        i, j = self.block
        rows, columns = words.tokens(found.trace, found.asked.of), words.tokens(found.trace, found.asked.by)
        if not found.jacobian.ways[i, j] and self.piece == OUT:
            self.checked.setText(words.no_way(rows[i], columns[j]))
        elif self.entry is None or self.card.at is None or names is None:
            self.checked.setText(words.hint() if names is not None else "")
        else:
            r, s = self.card.at
            at = self._at(found, r, s)
            kink = found.trace.spec.act == "relu"
            single = found.trace.spec.precision == "float32"
            title = words.entry_title(found.trace, *names, at)
            self.checked.setText(words.tried(title, float(values[r, s]), self.difference, kink, single))

    def _at(self, found: Found, r: int, s: int) -> tuple[int, int, int, int]:
        """The entry (i, r, j, s) of the piece that is shown: the norm's are of one row alone."""
        i, j = self.block
        if found.apart is not None and self.piece == "norm":
            k = i if found.apart.sublayer.post else j
            return k, r, k, s
        return i, r, j, s

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
        track, known = self.chooser.track, self.depths
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
        self.chart.source = self._source()
        other = known.other.get(of)
        self.chart.show_depth(known.trace, known.own[of], other, self.block[1], "", self._depths_fresh)

    def _source(self) -> str:
        """Where the numbers come from: what the model says of itself."""
        about = self._document.workspace.about
        said = models.text(about, "note", text.language())
        return said

    # what a person does

    def choose_block(self, i: int, j: int) -> None:
        """Another block: of a large model its row is worked out."""
        self.block, self.difference = (i, j), None
        if not self.fresh:
            self._ask()
        self._try_soon()
        self._show()

    def choose_entry(self, r: int, s: int) -> None:
        """An entry of the enlarged block: a finite difference is put beside it."""
        self.entry, self.difference = (r, s), None
        self._show()
        asked = self._asked()
        if asked is not None and self.fresh and work.cheap(self._document.trace, asked.of, asked.by):
            self._try()
        else:
            self._try_soon()

    def choose_piece(self, piece: str) -> None:
        """Enlarge one of the pieces of a residual."""
        self.piece, self.difference = piece, None
        self._try_soon()
        self._show()

    def _of_chosen(self, of: str) -> None:
        self._show_depth()

    def _span_chosen(self) -> None:
        self.piece, self.difference = OUT, None
        self.refresh()
        self._work_now()

    def _work_now(self) -> None:
        """A person waits for it: not after a pause, unless something is being dragged."""
        if not self._document.acting:
            self._work()

    def _sublayer_chosen(self, place: int) -> None:
        track = self.chooser.track
        if track is not None:
            self.chooser.choose(Span(track.id, place, place), SUBLAYER)

    def _entry_asked(self) -> tuple[str, str, int, int, int, int] | None:
        """What has to be tried for the entry that is chosen: matrices and place."""
        found = self.found
        if self.entry is None or found is None or not self.fresh or not found.jacobian.has(self.block[0]):
            return None
        piece = self.piece if found.apart is not None else OUT
        names = (found.asked.of, found.asked.by) if found.apart is None or piece == OUT else ends(found.apart, piece)
        if names is None or (piece == OUT and not found.jacobian.ways[self.block]):
            return None
        shape = found.trace.graph[names[0]].shape[1], found.trace.graph[names[1]].shape[1]
        r, s = self.entry
        return (*names, *self._at(found, r, s)) if r < shape[0] and s < shape[1] else None

    def _try_soon(self) -> None:
        if self.entry is not None:
            self._trying.soon()

    def _try(self) -> None:
        """Move the cell and look: at once where that is cheap, else beside the window."""
        asked, entry = self._asked(), self._entry_asked()
        if asked is None or entry is None or not self.isVisible() or self.difference is not None:
            return
        if not work.cheap(self._document.trace, asked.of, asked.by):
            self._background.later()
            return
        try:
            self.difference = work.trying(self._document.trace, *entry)
        except Problem as problem:
            self._desk.say(sentence(problem))
        self._show()

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

    def _stop(self) -> None:
        for each in (self._idle, self._trying):
            each.stop()
        self._background.cancel()

    def sizeHint(self) -> QSize:
        return QSize(FOUR, LOW_SCREEN if self.screen().availableSize().height() < 900 else HIGH)

    def minimumSizeHint(self) -> QSize:
        return QSize(300, super().minimumSizeHint().height())

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()
        self._work_now()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._stop()

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
