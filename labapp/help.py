"""Two small windows: the keyboard, made from the table of actions, and who made what under which licence."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QGridLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

import resources
from core.problem import QT_TRANSLATE_NOOP

from . import actions, fonts
from .panels import PANELS
from .panels import title_of as panel_title
from .widgets.labels import Caption

# What the bench and the fields do with keys and mouse; they are no actions, since they need a place.
BENCH_KEYS: tuple[tuple[str, str], ...] = (
    (QT_TRANSLATE_NOOP("keys", "← → ↑ ↓"), QT_TRANSLATE_NOOP("keys", "move the selection")),
    (QT_TRANSLATE_NOOP("keys", "Tab, Ctrl+← → ↑ ↓"), QT_TRANSLATE_NOOP("keys", "go to another matrix")),
    (QT_TRANSLATE_NOOP("keys", "drag sideways"), QT_TRANSLATE_NOOP("keys", "change a number; Shift fine, Ctrl snaps")),
    (
        QT_TRANSLATE_NOOP("keys", "double click, F2 or a digit"),
        QT_TRANSLATE_NOOP("keys", "type a number; Enter keeps it, Esc does not"),
    ),
    (QT_TRANSLATE_NOOP("keys", "Alt+↑ ↓"), QT_TRANSLATE_NOOP("keys", "one step; Alt+PgUp PgDn ten")),
    (QT_TRANSLATE_NOOP("keys", "Delete"), QT_TRANSLATE_NOOP("keys", "set the cell to 0")),
    (QT_TRANSLATE_NOOP("keys", "P"), QT_TRANSLATE_NOOP("keys", "hold a computed cell at its value, or release it")),
    (QT_TRANSLATE_NOOP("keys", "F"), QT_TRANSLATE_NOOP("keys", "follow the row through every matrix")),
    (
        QT_TRANSLATE_NOOP("keys", "← → ↑ ↓ in “Follow a word”"),
        QT_TRANSLATE_NOOP("keys", "the next stage, the next token; Enter goes there on the bench"),
    ),
    (QT_TRANSLATE_NOOP("keys", "H"), QT_TRANSLATE_NOOP("keys", "show the next head; Shift+H the one before")),
    (
        QT_TRANSLATE_NOOP("keys", "Z, double click on a title"),
        QT_TRANSLATE_NOOP("keys", "show a matrix large, and back"),
    ),
    (QT_TRANSLATE_NOOP("keys", "[ ]"), QT_TRANSLATE_NOOP("keys", "fold and unfold the layer")),
    (
        QT_TRANSLATE_NOOP("keys", "click, drag or Space on a mask"),
        QT_TRANSLATE_NOOP("keys", "hide and show cells; 0 hides, 1 shows, Shift+← → ↑ ↓ carries it on"),
    ),
    (QT_TRANSLATE_NOOP("keys", "R"), QT_TRANSLATE_NOOP("keys", "reveal an attention row by row; Shift+R one row back")),
    (
        QT_TRANSLATE_NOOP("keys", "Alt+← →, mouse back and forward"),
        QT_TRANSLATE_NOOP("keys", "back and forward among the cells that were selected"),
    ),
    (
        QT_TRANSLATE_NOOP("keys", "F6, then ← → and Enter"),
        QT_TRANSLATE_NOOP("keys", "along the sources of the selected number and to one of them; Esc to the bench"),
    ),
    (QT_TRANSLATE_NOOP("keys", "right click"), QT_TRANSLATE_NOOP("keys", "what else can be done there")),
    (QT_TRANSLATE_NOOP("keys", "Space and drag"), QT_TRANSLATE_NOOP("keys", "move the bench")),
    (QT_TRANSLATE_NOOP("keys", "Esc"), QT_TRANSLATE_NOOP("keys", "take back a drag, stop following, show all rows")),
    (QT_TRANSLATE_NOOP("keys", "Ctrl+wheel"), QT_TRANSLATE_NOOP("keys", "zoom where the pointer is")),
    (
        QT_TRANSLATE_NOOP("keys", "Ctrl+J, Ctrl+Shift+J"),
        QT_TRANSLATE_NOOP("keys", "compare with the present state; then now, baseline or difference on every card"),
    ),
    (
        QT_TRANSLATE_NOOP("keys", "Ctrl+R"),
        QT_TRANSLATE_NOOP("keys", "what moves with the selected cell, and what cannot"),
    ),
    (
        QT_TRANSLATE_NOOP("keys", "Ctrl+G, G"),
        QT_TRANSLATE_NOOP("keys", "gradients on every card, or on the selected one; a click or Enter tries one"),
    ),
    (
        QT_TRANSLATE_NOOP("keys", "← → ↑ ↓ in “Three kinds”"),
        QT_TRANSLATE_NOOP("keys", "another word, another sentence; Home and End the first and last word"),
    ),
    (
        QT_TRANSLATE_NOOP("keys", "copy and paste"),
        QT_TRANSLATE_NOOP("keys", "copies have every digit; text pasted from elsewhere has those shown there"),
    ),
)

TOKEN_KEYS: tuple[tuple[str, str], ...] = (
    (QT_TRANSLATE_NOOP("keys", "← → ↑ ↓"), QT_TRANSLATE_NOOP("keys", "go to another token")),
    (QT_TRANSLATE_NOOP("keys", "Space"), QT_TRANSLATE_NOOP("keys", "follow the token's row")),
    (QT_TRANSLATE_NOOP("keys", "double click, F2 or Enter"), QT_TRANSLATE_NOOP("keys", "write the token")),
    (QT_TRANSLATE_NOOP("keys", "drag, Alt+← →"), QT_TRANSLATE_NOOP("keys", "move the token")),
    (QT_TRANSLATE_NOOP("keys", "Insert"), QT_TRANSLATE_NOOP("keys", "add a token after it, or a sample")),
    (QT_TRANSLATE_NOOP("keys", "P"), QT_TRANSLATE_NOOP("keys", "mark the token as padding")),
    (QT_TRANSLATE_NOOP("keys", "Delete"), QT_TRANSLATE_NOOP("keys", "remove the token, or the sample")),
)

PREDICTION_KEYS: tuple[tuple[str, str], ...] = (
    (QT_TRANSLATE_NOOP("keys", "← → ↑ ↓"), QT_TRANSLATE_NOOP("keys", "go to another matrix, layer or token")),
    (
        QT_TRANSLATE_NOOP("keys", "click on a row, Shift+↑ ↓"),
        QT_TRANSLATE_NOOP("keys", "follow the row through every matrix; Esc follows the last one"),
    ),
    (
        QT_TRANSLATE_NOOP("keys", "click on the followed row, Enter"),
        QT_TRANSLATE_NOOP("keys", "open the matrix on the bench"),
    ),
)

NEXT_KEYS: tuple[tuple[str, str], ...] = (
    (QT_TRANSLATE_NOOP("keys", "↑ ↓ in the bars"), QT_TRANSLATE_NOOP("keys", "go to another word")),
    (
        QT_TRANSLATE_NOOP("keys", "Enter, Space or →"),
        QT_TRANSLATE_NOOP("keys", "put the word next, and go on from there by itself"),
    ),
    (QT_TRANSLATE_NOOP("keys", "← or Backspace"), QT_TRANSLATE_NOOP("keys", "take the newest token back")),
    (
        QT_TRANSLATE_NOOP("keys", "in two panes: Enter; 1 2 3"),
        QT_TRANSLATE_NOOP("keys", "follow the row; put its first, second or third word"),
    ),
)

# Names of works and licences are not translated.
LICENCES: tuple[tuple[str, str], ...] = (
    ("Qt for Python (PySide6)", "LGPL-3.0"),
    ("NumPy", "BSD-3-Clause"),
    ("Numba, llvmlite", "BSD-2-Clause"),
    ("pyqtgraph", "MIT"),
    ("msgspec", "BSD-3-Clause"),
    ("Glassformer Sans: subset of Noto Sans SC", "OFL-1.1"),
    ("Glassformer Symbols, Mono, Math: subsets of DejaVu", "Bitstream Vera / public domain"),
)


class Page(QDialog):
    """A page to read beside the window; it says itself again when the language is switched."""

    def __init__(self, parent: QWidget, fill: Callable[[QVBoxLayout], str]) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._fill = fill
        self._area = QScrollArea(self)
        self._area.setWidgetResizable(True)
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        self._buttons.rejected.connect(self.close)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 14)
        outer.addWidget(self._area, 1)
        row = QVBoxLayout()
        row.setContentsMargins(22, 0, 22, 0)
        row.addWidget(self._buttons)
        outer.addLayout(row)
        self._build()

    def _build(self) -> None:
        body = QWidget(self._area)
        body.setObjectName("panelBody")
        column = QVBoxLayout(body)
        column.setContentsMargins(22, 18, 22, 8)
        column.setSpacing(12)
        self.setWindowTitle(self._fill(column))
        column.addStretch(1)
        self._area.setWidget(body)
        wanted = body.sizeHint()
        # Wide enough for every row, no higher than most screens; what is left scrolls.
        self.resize(max(480, wanted.width() + 28), min(640, wanted.height() + 80))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._build()


def keyboard(parent: QWidget) -> Page:
    """The keyboard help, shown without stopping the window."""
    page = Page(parent, _fill_keyboard)
    page.show()
    return page


def about(parent: QWidget) -> Page:
    """What this is, and the licences of what it stands on."""
    page = Page(parent, _fill_about)
    page.show()
    return page


def _fill_keyboard(column: QVBoxLayout) -> str:
    rows = [
        (" / ".join(_native(key) for key in action.shortcuts), actions.plain(actions.text_of(action)))
        for action in actions.ACTIONS
        if action.shortcuts
    ]
    for panel in PANELS:
        if panel.shortcut:
            text = QCoreApplication.translate("keys", "panel: {title}").format(title=panel_title(panel))
            rows.append((_native(panel.shortcut), text))
    column.addWidget(_table(QCoreApplication.translate("keys", "Window"), rows))
    column.addWidget(_table(QCoreApplication.translate("keys", "Bench"), _said(BENCH_KEYS)))
    column.addWidget(_table(QCoreApplication.translate("keys", "Tokens"), _said(TOKEN_KEYS)))
    column.addWidget(_table(QCoreApplication.translate("keys", "Prediction"), _said(PREDICTION_KEYS)))
    column.addWidget(_table(QCoreApplication.translate("keys", "Next token"), _said(NEXT_KEYS)))
    return QCoreApplication.translate("keys", "Keyboard")


def _fill_about(column: QVBoxLayout) -> str:
    what = QLabel(
        QCoreApplication.translate(
            "about",
            "A Transformer made of glass: every number can be changed, every number says where it came from.",
        )
    )
    what.setWordWrap(True)
    column.addWidget(what)
    column.addWidget(_table(QCoreApplication.translate("about", "Made with"), list(LICENCES)))
    where = QCoreApplication.translate("about", "The fonts' licence texts: {folder}").format(
        folder=resources.path("fonts")
    )
    note = QLabel(where)
    note.setWordWrap(True)
    note.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    column.addWidget(note)
    return QCoreApplication.translate("about", "About Glassformer")


def _said(keys: tuple[tuple[str, str], ...]) -> list[tuple[str, str]]:
    return [(QCoreApplication.translate("keys", key), QCoreApplication.translate("keys", text)) for key, text in keys]


def _native(keys: str) -> str:
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)


def _table(caption: str, rows: list[tuple[str, str]]) -> QWidget:
    table = QWidget()
    grid = QGridLayout(table)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setHorizontalSpacing(26)
    grid.setVerticalSpacing(5)
    grid.addWidget(Caption(caption, table), 0, 0, 1, 2)
    for number, (left, right) in enumerate(rows, start=1):
        key = QLabel(left, table)
        key.setFont(fonts.ui_font(13, bold=True))
        grid.addWidget(key, number, 0)
        grid.addWidget(QLabel(right, table), number, 1)
    grid.setColumnStretch(1, 1)
    return table
