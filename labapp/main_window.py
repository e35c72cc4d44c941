"""The main window: bench, bar, panels and status, and one method for everything a person can ask for."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt
from PySide6.QtGui import QCloseEvent, QShowEvent
from PySide6.QtWidgets import QMainWindow, QMenu

from core.numbers import exact
from core.problem import Problem

from . import actions, clipboard, files, icons, style, text, theme
from .bench.view import BenchView
from .check_line import CheckLine
from .comparing import CompareActs, CompareBar
from .comparison import Comparison
from .desk import Desk
from .digits import Digits
from .digits_menu import DigitsMenu, said_digits
from .document import Document
from .export.menu import ExportMenu
from .filing import Filing
from .follow_menu import FollowMenu
from .kept import Kept
from .models_menu import ModelsMenu
from .number_output import NumberOutput
from .panel_dock import make_docks
from .recent import RecentMenu
from .safety import Safety
from .selection import Selection
from .settings import STATE_VERSION, Settings
from .sloping import SlopeActs
from .status import StatusStrip
from .tokens import TokenStrip, above
from .top_bar import TopBar
from .views import BENCH, PREDICTION, Views
from .warm import Warmth

SIZE = QSize(1680, 1050)  # at most, on a first start
SHARE = 0.92  # of the screen, on a first start
SMALLEST = QSize(760, 480)
STEP = 1.2  # of one zoom action
OTHER = {"light": "dark", "dark": "light", "en": "zh_CN", "zh_CN": "en"}


class MainWindow(QMainWindow):
    """One document on the bench. Every method named in the table of actions is what that action does.

    `settings` is where the window remembers; None remembers nothing (pictures, tests). `warm` loads compiled
    code after the first paint.
    """

    def __init__(
        self,
        document: Document,
        settings: Settings | None = None,
        *,
        theme_name: str = "light",
        warm: bool = False,
    ) -> None:
        super().__init__()
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.document = document
        self.selection = Selection(self)
        self.settings = settings
        self.theme_name = theme_name
        self.filing = Filing(self)
        self._warmth = Warmth(document, self) if warm else None
        self.safety = Safety(self)
        if document.parent() is None:
            document.setParent(self)
        colours = theme.palette(theme_name)
        style.apply(style.running(), colours)
        self.digits, self.number_output = Digits(self), NumberOutput(self)
        if settings is not None:
            Kept(self.digits, self.number_output, self.selection, settings, self)
        self.comparison = Comparison(document, self)
        self.views = Views(self)
        self.bench = BenchView(document, self.selection, colours, digits=self.digits, comparison=self.comparison)
        views = self.digits, self.number_output, self.comparison
        self.desk = Desk(document, self.selection, self.settle, self.say, *views)
        self.tokens, self.compare_bar = TokenStrip(self.desk), CompareBar(document, self.comparison)
        self.views.begin(self.bench, self.compare_bar)
        self.setCentralWidget(above(self.tokens, self.views))
        self.tokens.set_below(self.bench)
        self.sloping = SlopeActs(self, self.views.put_above_bench, warm)
        self.status = StatusStrip(document, self)
        self._models, self._new = ModelsMenu(self, opens=True), ModelsMenu(self, opens=False)
        self._panels = QMenu(self)
        self._digits = DigitsMenu(self.digits, self)
        self._recent = RecentMenu(self)
        self._follow = FollowMenu(self)
        self.actions_by_id = actions.build(self)
        self._export = ExportMenu(self)
        self.comparing = CompareActs(self, lambda: files.ask_open(self, self.filing.folder()))
        self.docks = make_docks(self, self.desk, self._panels)
        self.bench.reached.follow(self.desk.reaching, self.docks)
        self.top_bar = TopBar(self.actions_by_id, self._models, self.comparing.menu, self)
        self._menus = actions.fill(self.top_bar.menus, self, self.actions_by_id)
        self.setMenuWidget(self.top_bar)
        self._make_status()
        self._connect()
        self.setMinimumSize(SMALLEST)
        self.setWindowIcon(icons.icon("app", colours.accent))
        self._recolour()
        self.retranslate()
        self._restore()
        self.bench.setFocus()

    # making

    def _make_status(self) -> None:
        bar = self.statusBar()
        bar.setObjectName("statusStrip")
        bar.setSizeGripEnabled(False)
        bar.setContentsMargins(0, 0, 0, 0)
        bar.addWidget(self.status, 1)
        self.checks = CheckLine(self.document, self.docks["checks"].toggleViewAction(), self)
        bar.addPermanentWidget(self.checks)

    def _connect(self) -> None:
        stack = self.document.undo_stack
        stack.indexChanged.connect(self.show_acts)
        stack.cleanChanged.connect(self.show_title)
        self.document.lasts.connect(self.show_acts)
        self.document.changed.connect(self._document_changed)
        self.bench.message.connect(self.say)
        self.views.turned.connect(self.show_turned)
        self.show_turned()

    def submenu(self, name: str) -> QMenu:
        """The window's own submenus, for the menu bar."""
        return {
            "models": self._new,
            "panels": self._panels,
            "recent": self._recent,
            "export": self._export,
            "digits": self._digits,
            "compare": self.comparing.menu,
            "follow": self._follow,
        }[name]

    # showing

    def retranslate(self) -> None:
        """Say everything in the language of the window."""
        actions.retranslate(self.actions_by_id, self._menus)
        self._new.setTitle(QCoreApplication.translate("window", "&New from model"))
        self._export.retranslate()
        self._digits.retranslate()
        self.comparing.menu.retranslate()
        self._follow.retranslate()
        self._panels.setTitle(QCoreApplication.translate("window", "&Panels"))
        self._recent.retranslate()
        self.top_bar.retranslate()
        self.show_acts()
        self.show_title()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    def _recolour(self) -> None:
        colours = theme.palette(self.theme_name)
        actions.recolour(self.actions_by_id, colours)
        self.actions_by_id["theme"].setChecked(colours.dark)
        self.top_bar.recolour(colours)

    def _document_changed(self, trace: object) -> None:
        if self.document.workspace.about is not self._about:
            self.show_title()

    def show_title(self) -> None:
        """Name the document on the window and the chooser."""
        document = self.document
        self._about = document.workspace.about
        title = files.title_of(document.workspace, document.path)
        self.setWindowTitle(f"{title}[*] — Glassformer")
        self.setWindowModified(document.modified)
        self.top_bar.show_title(title)

    def show_acts(self) -> None:
        """Say what can be undone and redone."""
        stack = self.document.undo_stack
        undo, redo = self.actions_by_id["undo"], self.actions_by_id["redo"]
        last = self.document.act_label if self.document.lasting else stack.undoText()
        undo.setEnabled(stack.canUndo() or self.document.lasting)
        redo.setEnabled(stack.canRedo())
        undo_text = QCoreApplication.translate("window", "&Undo {act}").format(act=_said(last))
        redo_text = QCoreApplication.translate("window", "&Redo {act}").format(act=_said(stack.redoText()))
        for action, said in ((undo, undo_text), (redo, redo_text)):
            action.setText(said.strip())
            actions.describe(action)
        self.setWindowModified(self.document.modified)

    def _restore(self) -> None:
        room = self.screen().availableSize() * SHARE
        self.resize(room.boundedTo(SIZE).expandedTo(SMALLEST))
        if self.settings is None:
            return
        geometry, state = self.settings.geometry(), self.settings.state()
        if geometry is not None and not self.restoreGeometry(geometry):
            self.settings.refuse("geometry")
        if state is not None and not self.restoreState(state, STATE_VERSION):
            self.settings.refuse("state")

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._warmth is not None:
            self._warmth.start_after_paint()

    def say(self, sentence: str) -> None:
        """Say in the status strip what was refused or went wrong."""
        self.status.say(sentence)

    def tell(self, sentence: str) -> None:
        """Say in the status strip what went well."""
        self.status.say(sentence, calm=True)

    def settle(self) -> bool:
        """Commit an open editor or drag: it comes before every act. False where a text is refused and stays.

        A lasting act, such as training, goes on: what changes something commits it.
        """
        if self.document.acting and not self.document.lasting:
            self.document.commit()
        return self.bench.commit_editor() and self.tokens.commit_editor()

    # files

    def new(self, name: str) -> None:
        """Begin with a starting model."""
        self.filing.new(name)

    def open(self) -> None:
        """Ask for a file and open it."""
        self.filing.open()

    def open_path(self, path: Path) -> None:
        """Open a file; one that can't be read leaves everything as it is and says why."""
        self.filing.open_path(path)

    def save(self) -> bool:
        """Save to the document's file, asking for one if it has none; whether it was saved."""
        return self.filing.save()

    def save_as(self) -> bool:
        """Ask where, and save there; whether it was saved."""
        return self.filing.save_as()

    def closeEvent(self, event: QCloseEvent) -> None:
        if not self.filing.may_leave():
            event.ignore()
            return
        self.views.restore()
        if self.settings is not None:
            self.settings.set_window(self.saveGeometry(), self.saveState(STATE_VERSION))
            self.settings.write()
        if self._warmth is not None:
            self._warmth.stop()
        self.desk.stop()
        self.safety.stop()
        self.sloping.stop()
        self.checks.stop()
        event.accept()

    # edit

    def undo(self) -> None:
        self.document.commit()
        self.document.undo_stack.undo()

    def redo(self) -> None:
        self.document.commit()
        self.document.undo_stack.redo()

    def copy_value(self) -> None:
        """Put the selected number on the clipboard, to its last digit."""
        cell = self.selection.cell
        if cell is None or cell[0] not in self.document.trace:
            self.tell(QCoreApplication.translate("window", "Select a cell first; then its value can be copied."))
            return
        name, i, j = cell
        value = exact(self.bench.content.number(name, i, j))
        try:
            clipboard.copy_text(value)
        except Problem as problem:
            self.say(text.sentence(problem))
            return
        self.tell(QCoreApplication.translate("window", "Copied {value}.").format(value=value))

    # view

    def show_bench(self) -> None:
        self.views.show_view(BENCH)

    def is_bench(self) -> bool:
        return self.views.now == BENCH

    def show_prediction(self) -> None:
        self.views.show_view(PREDICTION)

    def is_prediction(self) -> bool:
        return self.views.now == PREDICTION

    def show_turned(self) -> None:
        """Say which view is shown, and offer what can be done there."""
        for id_ in (BENCH, PREDICTION):
            self.actions_by_id[id_].setChecked(self.views.now == id_)
        for id_ in ("zoom_in", "zoom_out", "zoom_reset", "fit", "unfold", "fold"):
            self.actions_by_id[id_].setEnabled(self.is_bench())

    def zoom_in(self) -> None:
        self.bench.zoom(STEP)

    def zoom_out(self) -> None:
        self.bench.zoom(1 / STEP)

    def unfold_all(self) -> None:
        self.bench.navigator.turn_all(True)

    def fold_all(self) -> None:
        self.bench.navigator.turn_all(False)

    def inspect(self) -> None:
        """To the explanation of the selected number, and from there back to the bench."""
        if not self.docks["why"].enter():
            self.views.focus()

    def outlines(self) -> bool:
        return self.selection.outlined

    def toggle_outlines(self) -> None:
        self.selection.outline(not self.selection.outlined)

    def more_digits(self) -> None:
        self._step_digits(1)

    def fewer_digits(self) -> None:
        self._step_digits(-1)

    def _step_digits(self, step: int) -> None:
        self.digits.step(step)
        self.tell(said_digits(self.digits))

    def is_comparing(self) -> bool:
        return self.comparison.on

    def shows_gradients(self) -> bool:
        return self.sloping.on

    def is_dark(self) -> bool:
        """Whether the dark theme is on."""
        return theme.palette(self.theme_name).dark

    def toggle_theme(self) -> None:
        self.set_theme(OTHER[self.theme_name])

    def set_theme(self, name: str) -> None:
        """Dress window and bench in a theme, "light" or "dark"."""
        colours = theme.palette(name)
        self.theme_name = name
        style.apply(style.running(), colours)
        self.bench.set_palette(colours)
        self._recolour()
        if self.settings is not None:
            self.settings.set_theme(name)

    def toggle_language(self) -> None:
        self.set_language(OTHER[text.language()])

    def set_language(self, name: str) -> None:
        """Speak another language, "en" or "zh_CN"."""
        text.set_language(name)
        if self.settings is not None:
            self.settings.set_language(name)

    # help; imported when asked for

    def show_keys(self) -> None:
        from . import help

        help.keyboard(self)

    def show_about(self) -> None:
        from . import help

        help.about(self)


def _said(act: str) -> str:
    """The name of an act as part of a menu text."""
    return actions.unmarked(text.retold(act))
