"""The dialog that makes rows of a sentence: how it is cut, the rows it gives, and what the vocabulary gets."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QScrollArea,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from core.moves import NEW, origins_of
from core.problem import Problem
from core.samples import vocab_side
from core.workspace import Workspace

from ..text import sentence, tip
from ..widgets.labels import Remark
from ..widgets.segmented import Segmented
from . import acts, cutting, words
from .chip import colours_of
from .cutter import Cutter

WIDTH = 540
SHOWN = 8  # new words that are named; more are counted
MOST_TEXT = 20_000  # characters of a sentence


class SentenceDialog(QDialog):
    """Made for one side of one sample. `tokens` are what was agreed to, `done` the workspace with them."""

    def __init__(self, workspace: Workspace, sample: int, side: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace, self._sample, self.side = workspace, sample, side
        self._old = workspace.samples[sample].tokens(side)
        self.tokens: tuple[str, ...] = ()
        self.done_: acts.Done | None = None
        name = words.side_name(workspace.spec, side)
        self.setWindowTitle(
            QCoreApplication.translate("tokens", "Sentence: {side}, sample {letter}").format(
                side=name, letter=words.letter(sample)
            )
        )
        column = QVBoxLayout(self)
        column.setSpacing(9)
        self.line = QLineEdit(self)
        self.line.setMaxLength(MOST_TEXT)
        self.line.setClearButtonEnabled(True)
        self.line.setAccessibleName(QCoreApplication.translate("tokens", "Sentence"))
        self.line.setToolTip(
            QCoreApplication.translate("tokens", "Type or paste a sentence; it is cut as chosen below")
        )
        column.addWidget(self.line)
        self.how = Segmented(
            {
                cutting.SPACES: QCoreApplication.translate("tokens", "By spaces"),
                cutting.CHARACTERS: QCoreApplication.translate("tokens", "By characters"),
                cutting.HAND: QCoreApplication.translate("tokens", "By hand"),
            },
            self,
        )
        self.how.set_names(QCoreApplication.translate("tokens", "Cut"))
        self.how.set_description(QCoreApplication.translate("tokens", "Where one token ends and the next one begins"))
        column.addWidget(self.how)
        self.cutter = Cutter(self)
        self.cutter.setAccessibleName(QCoreApplication.translate("tokens", "Cuts"))
        self.cutter.setToolTip(
            QCoreApplication.translate("tokens", "Click between two characters to cut or to join them; ← → and Space")
        )
        self._room = QScrollArea(self)
        self._room.setWidgetResizable(True)
        self._room.setFixedHeight(3 * 34 + 6)
        self._room.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._room.setWidget(self.cutter)
        column.addWidget(self._room)
        self.table = self._table()
        column.addWidget(self.table, 1)
        self.news = QLabel(self)
        self.news.setWordWrap(True)
        self.news.setTextFormat(Qt.TextFormat.PlainText)
        column.addWidget(self.news)
        self.remark = Remark(self)
        column.addWidget(self.remark)
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self
        )
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        column.addWidget(self.buttons)
        self._begin()
        self.line.textEdited.connect(self._edited)
        self.how.chosen.connect(self._chosen)
        self.cutter.turned.connect(self._turned)
        self.resize(WIDTH, 560)
        self.line.setFocus()
        self.line.selectAll()

    def _table(self) -> QTableWidget:
        heads = [
            QCoreApplication.translate("tokens", "Token"),
            QCoreApplication.translate("tokens", "Id"),
            QCoreApplication.translate("tokens", "Row"),
        ]
        table = QTableWidget(0, len(heads), self)
        table.setHorizontalHeaderLabels(heads)
        table.setAccessibleName(QCoreApplication.translate("tokens", "Rows of the sentence"))
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        c = colours_of(self)
        table.setShowGrid(False)
        table.setAlternatingRowColors(True)
        table.setStyleSheet(
            f"QTableView {{ border: 1px solid {c.edge}; border-radius: 5px; }}"
            f" QHeaderView::section, QTableCornerButton::section {{ background: {c.panel}; color: {c.quiet};"
            " border: none; padding: 2px 5px; }"
        )
        table.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        table.verticalHeader().setDefaultSectionSize(24)
        table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        table.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        table.horizontalHeader().setSectionResizeMode(2, QHeaderView.ResizeMode.Stretch)
        return table

    def _begin(self) -> None:
        self._text, self._cuts = cutting.joined(self._old)
        by_spaces = cutting.tokens(self._text, cutting.cuts(self._text, cutting.SPACES)) == self._old
        self.line.setText(self._text)
        self.how.set_value(cutting.SPACES if by_spaces else cutting.HAND)
        self.show_rows()

    def origins(self) -> list[int]:
        """Which token of the old sentence each one was."""
        return origins_of(self._old, self.tokens)

    # what a person does

    def _edited(self, text: str) -> None:
        if self.how.value() == cutting.HAND:
            self._cuts = cutting.carried(self._text, text, self._cuts)
        self._text = text
        self.show_rows()

    def _chosen(self, how: str) -> None:
        self.show_rows()

    def _turned(self, at: int) -> None:
        self._cuts = self._cuts ^ {at}
        self.show_rows()

    # what is shown

    def show_rows(self) -> None:
        """Cut the text and show what it gives, or why it can't be."""
        how = self.how.value()
        if how != cutting.HAND:
            self._cuts = cutting.cuts(self._text, how)  # "by hand" goes on from here
        self.cutter.show_text(self._text, self._cuts, how == cutting.HAND)
        self.tokens = cutting.tokens(self._text, self._cuts)
        reason = next((why for token in self.tokens if (why := words.refusal(token))), "")
        self.done_ = None
        if not reason:
            try:
                self.done_ = acts.rewritten(self._workspace, self._sample, self.side, self.tokens)
            except Problem as problem:
                reason = sentence(problem)
        self.remark.say(reason)
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(self.done_ is not None)
        self._fill(self.done_[0] if self.done_ is not None else None)

    def _fill(self, made: Workspace | None) -> None:
        side = vocab_side(self._workspace.spec, self.side)
        known = self._workspace.vocab.get(side, ()) if side else ()
        now = {word: k for k, word in enumerate(made.vocab.get(side, ()))} if made is not None and side else {}
        before = set(known)
        kept = QCoreApplication.translate("tokens", "kept")
        new = QCoreApplication.translate("tokens", "new")
        origins = self.origins()
        shown = self.tokens if made is not None else ()
        self.table.setUpdatesEnabled(False)
        self.table.setRowCount(len(shown))
        for i, token in enumerate(shown):
            is_kept = token in before if side else origins[i] != NEW
            id_ = str(now[token]) if token in now else "–"
            for j, text in enumerate((token, id_, kept if is_kept else new)):
                item = QTableWidgetItem(text)
                item.setToolTip(words.meaning(token) or tip(text))
                self.table.setItem(i, j, item)
            self.table.setVerticalHeaderItem(i, QTableWidgetItem(str(i)))
        self.table.setUpdatesEnabled(True)
        self.news.setText(self._news(made, side))

    def _news(self, made: Workspace | None, side: str) -> str:
        """What the vocabulary gets."""
        if made is None:
            return ""
        if not side:
            return QCoreApplication.translate(
                "tokens",
                "Tokens only name rows here: kept tokens keep their numbers, new rows are drawn from the seed.",
            )
        had = set(self._workspace.vocab.get(side, ()))
        new = [word for word in made.vocab[side] if word not in had]
        if not new:
            return QCoreApplication.translate("tokens", "The vocabulary has all of these words.")
        named = " ".join(new[:SHOWN]) + (" …" if len(new) > SHOWN else "")
        text = QCoreApplication.translate("tokens", "{count} new in the vocabulary: {words}")
        return text.format(count=len(new), words=named)
