"""The panel: the page of the selected cell, or the way from it to the inputs, with the buttons that go with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QSize, QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QMenu, QVBoxLayout, QWidget

from core.explain import Explanation
from core.problem import Problem
from core.trace import Trace
from core.trail import Link, trail
from labapp import colours, log
from labapp.desk import Desk
from labapp.names import symbol_of
from labapp.selection import Cell
from labapp.text import sentence
from labapp.why import BACK, FORWARD, can_walk, walk, why

from .chain import chain
from .copying import FORMS, copy_picture, copy_text, said
from .explained import explained
from .page import Page, Span
from .tools import Tools
from .view import PageView

if TYPE_CHECKING:
    from labapp.gradients import Gradients

IDLE = 60  # ms after the last change, before a whole way is worked out again


class WhyPanel(QWidget):
    """Explains the selected cell. `tools` are the buttons that its dock shows beside the caption."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk, self._document, self._selection = desk, desk.document, desk.selection
        self._stale = True
        self._key: tuple[object, ...] = ()
        self._trace: Trace | None = None
        self._lost = ""  # the letters of a matrix that was selected and is no more
        self._symbol = ""  # those of the selected one
        self._loads = desk.document.loads
        self._links: tuple[Link, ...] = ()
        self.chained = False
        self.setObjectName("panelBody")
        self.view = PageView(self)
        self.tools = Tools(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 4)
        column.addWidget(self.view)
        self._idle = QTimer(self)
        self._idle.setSingleShot(True)
        self._idle.setInterval(IDLE)
        self._idle.timeout.connect(self._show_chain)
        self.view.followed.connect(self.follow)
        self.view.walked.connect(self.walk)
        self.view.left.connect(self._leave)
        self.view.copied.connect(lambda: self.copy("text"))
        self.view.menu.connect(self.open_menu)
        self.tools.back.clicked.connect(lambda: self.walk(BACK))
        self.tools.forward.clicked.connect(lambda: self.walk(FORWARD))
        self.tools.chain.toggled.connect(self.show_chain)
        self.tools.copying.aboutToShow.connect(lambda: self._fill(self.tools.copying))
        self._document.changed.connect(self._changed)
        self._selection.changed.connect(self.refresh)
        desk.digits.changed.connect(self.refresh)
        self.retranslate()

    def sizeHint(self) -> QSize:
        low = self.screen().availableSize().height() < 900
        return QSize(600, 84 if low else 112)

    # what is shown

    def _changed(self, trace: Trace) -> None:
        if self._document.loads != self._loads:
            self._loads, self._lost, self._symbol = self._document.loads, "", ""
        self.refresh()

    def refresh(self) -> None:
        """Show the selected cell as it is now, or remember to when the dock comes back."""
        if not self.isVisible():
            self._stale = True
            return
        trace, cell, form = self._document.trace, self._selection.cell, self._desk.digits.now
        self.tools.enable(
            can_walk(self._document, self._selection, BACK), can_walk(self._document, self._selection, FORWARD)
        )
        key = (cell, form, self.chained, self._slope())
        if not self._stale and trace is self._trace and key == self._key:  # equal traces would be compared cell by cell
            return
        same = bool(self._key) and self._key[0] == cell
        self._stale, self._key, self._trace = False, key, trace
        explanation = self._explanation()
        self.tools.enable_page(explanation is not None, chain=key[-1] is None)
        if explanation is None:
            self._links = ()
            self._show(self._empty(cell), keep=False)
            return
        assert cell is not None
        self._symbol, self._lost = str(symbol_of(trace[cell[0]])), ""
        if self._sloping() is not None:
            self._show_slope(same)
        elif not self.chained:
            self._show(explained(trace, explanation, form), same)
        elif self._document.acting and same:
            self._idle.start()  # a way is many explanations: not in every frame of a drag
        else:
            self._show_chain()

    def _slope(self) -> object:
        """Whose gradient is shown of the selected cell, and who worked it out; None where its number is shown."""
        made = self._sloping()
        found = made.gradient if made is not None else None
        return None if made is None else (made.target, found and found.executor)

    def _sloping(self) -> Gradients | None:
        """The gradients, where the selected cell's matrix shows its own."""
        cell = self._selection.cell
        return self._desk.sloping(cell[0]) if cell is not None else None

    def _explanation(self) -> Explanation | None:
        """Why the selected number, or its gradient where that is shown, is what it is."""
        cell, made = self._selection.cell, self._sloping()
        return why(self._document, cell) if made is None else made.why(cell)

    def _show_slope(self, keep: bool) -> None:
        from .sloped import sloped  # only where somebody has asked for gradients

        made = self._sloping()
        explanation = made.why(self._selection.cell) if made is not None else None
        if made is not None and explanation is not None:
            page = sloped(self._document.trace, explanation, made.target, self._desk.digits.now)
            self._show(page, keep)

    def _show_chain(self) -> None:
        cell, trace = self._selection.cell, self._document.trace
        if not self.chained or self._sloping() is not None:
            return
        if why(self._document, cell) is not None and cell is not None and self.isVisible():
            self._idle.stop()
            self._links = trail(trace, *cell)
            self._show(chain(trace, self._links, self._desk.digits.now), keep=True)

    def _show(self, page: Page, keep: bool) -> None:
        self.view.show_page(page, keep)
        if not self._document.acting:
            self._speak()

    def _speak(self) -> None:
        """What a screen reader reads is what stands there."""
        words = self.view.page.text()
        if self.view.accessibleName() != words:
            self.view.setAccessibleName(words)

    def _empty(self, cell: Cell | None) -> Page:
        if cell is None and self._symbol and not self._lost:
            trace = self._document.trace
            gone = all(str(symbol_of(trace[name])) != self._symbol for name in trace)
            self._lost = self._symbol if gone else ""
            self._symbol = ""
        lines = []
        made = self._sloping()
        if made is not None and made.gradient is None:
            return Page(((Span(QCoreApplication.translate("slopes", "gradient: being worked out"), "quiet"),),))
        if self._lost:
            text = QCoreApplication.translate("why", "{matrix} is not part of this model any more.")
            lines.append((Span(text.format(matrix=self._lost), "strong"),))
        text = QCoreApplication.translate(
            "why", "Click a number on the bench: here it says how it was made, and from which others."
        )
        lines.append((Span(text, "quiet"),))
        return Page(tuple(lines))

    # acts

    def follow(self, cell: Cell) -> None:
        """Go to a cell that this page names."""
        if self._desk.settle():
            self._selection.visit(cell)

    def walk(self, step: int) -> None:
        """Back (-1) or forward (1) among the cells that were looked at."""
        if self._desk.settle():
            walk(self._document, self._selection, step)

    def show_chain(self, chained: bool) -> None:
        """Show the whole way to the inputs, or the selected cell alone."""
        self.chained = chained
        self.tools.chain.setChecked(chained)
        self.refresh()

    def copy(self, form: str) -> None:
        """Put what stands here on the clipboard, in a form of FORMS."""
        explanation = self._explanation()
        if explanation is None:
            self._desk.say(QCoreApplication.translate("why", "There is nothing to copy: select a number first."))
            return
        chained = self.chained and self._sloping() is None
        if chained:
            self._show_chain()
        trace, shown = self._document.trace, self._desk.digits.now
        try:
            if form == "picture":
                copied = copy_picture(self.view.page, colours.palette_of(self))
            else:
                copied = copy_text(form, trace, self._links if chained else explanation, shown)
        except Problem as problem:
            self._desk.say(sentence(problem))
            return
        self._desk.say(said(form, copied))

    def open_menu(self, at: QPoint) -> None:
        """The menu of the page: what it can be copied as."""
        menu = QMenu(self)
        menu.aboutToHide.connect(menu.deleteLater)
        self._fill(menu)
        menu.popup(at)

    def _fill(self, menu: QMenu) -> None:
        menu.clear()
        for form, text in FORMS.items():
            item = menu.addAction(QCoreApplication.translate("why", text))
            item.setObjectName(form)
            item.setEnabled(why(self._document, self._selection.cell) is not None)
            item.triggered.connect(log.guarded(lambda *_, form=form: self.copy(form)))

    def _leave(self) -> None:
        """The keyboard goes back to the bench."""
        bench = getattr(self.window(), "bench", None)
        if isinstance(bench, QWidget):
            bench.setFocus()

    # words

    def retranslate(self) -> None:
        """Say everything in the language of the window."""
        self.setAccessibleName(QCoreApplication.translate("panels", "Why"))
        self.view.setToolTip("")
        self.tools.retranslate()
        self._stale = True
        self.refresh()

    # Qt

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self.refresh()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.StyleChange):
            self.view.forget()
