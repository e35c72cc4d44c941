"""The chips of one side: focus, keys, dragging to a new place, and the line in which a token is written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import QPoint, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QWidget

from ..text import tip
from . import flow, row_menu, words
from .chip import HEIGHT, LARGEST, Chip, PlainChip, colours_of
from .editor import TokenEditor

RIM = 2  # px above and below the chips


class Hand(Protocol):
    """What a row asks for. `write` gives the reason why a token was refused, or ""."""

    def settle(self) -> bool: ...
    def say(self, sentence: str) -> None: ...
    def follow(self, side: str, at: int, only: bool = False) -> None: ...
    def open_panel(self, side: str, at: int, panel: str) -> None: ...
    def write(self, side: str, at: int, token: str, new: bool) -> str: ...
    def remove(self, side: str, at: int) -> None: ...
    def move_token(self, side: str, at: int, to: int) -> None: ...
    def pad(self, side: str, at: int) -> None: ...
    def sentence(self, side: str) -> None: ...
    def tidy(self) -> None: ...
    def unused(self) -> int: ...


class Body(QWidget):
    """What scrolls; it draws where a dragged chip would go."""

    def __init__(self) -> None:
        super().__init__()
        self.mark = QRect()

    def set_mark(self, mark: QRect) -> None:
        if mark != self.mark:
            self.mark = mark
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.mark.isEmpty():
            QPainter(self).fillRect(self.mark, QColor(colours_of(self).accent))


class ChipRow(QScrollArea):
    """Chips in at most two lines; more scroll. `hand` does what is asked."""

    def __init__(self, side: str, hand: Hand, parent: QWidget) -> None:
        super().__init__(parent)
        self.side, self._hand = side, hand
        self.chips: list[Chip] = []
        self.editor: TokenEditor | None = None
        self._editing = (0, False)  # which place, and whether a new token is written there
        self._busy = False
        self._places: list[QRect] = []
        self._target: int | None = None  # the gap under a dragged chip
        self._current = 0
        self.body = Body()
        self.add = PlainChip("+", self.body)
        self.sentence = PlainChip("", self.body)
        self.add.clicked.connect(self._add_clicked)
        self.sentence.clicked.connect(self._sentence_clicked)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.verticalScrollBar().setSingleStep((HEIGHT + flow.GAP) // 2)
        self.setWidget(self.body)
        self.setViewportMargins(0, RIM, 0, RIM)  # chips stand on one line with the letters of samples
        self.setFixedHeight(HEIGHT + 2 * RIM)

    # what is shown

    def show_tokens(self, tokens: Sequence[str], valid: Sequence[bool], name: str, note: str, pad: str) -> None:
        """Show the tokens of a sample; `name` says what they are, `note` marks padding that has another name."""
        self._give_up_drag()
        if self.editor is not None and not self._busy:
            self._close_editor()
        while len(self.chips) > len(tokens):
            gone = self.chips.pop()
            if gone.hasFocus():
                self.add.setFocus()
            gone.hide()
            gone.deleteLater()
        while len(self.chips) < len(tokens):
            self._make_chip()
        self._current = min(self._current, max(0, len(tokens) - 1))
        for at, (chip, token, counts) in enumerate(zip(self.chips, tokens, valid, strict=True)):
            if chip.show_token(token, not counts, "" if counts or token == pad else note):
                self._describe(chip)
            said = f"{name} {at + 1}/{len(tokens)}: {token}"
            said = said if counts else f"{said}, {note}"
            if said != chip.accessibleName():
                chip.setAccessibleName(said)
        self._rove()
        self.lay_out()

    def show_followed(self, at: int | None) -> None:
        """Show which row is followed."""
        for k, chip in enumerate(self.chips):
            if chip.isChecked() != (k == at):
                chip.setChecked(k == at)
                if k == at:
                    self.ensureWidgetVisible(chip, 0, 0)

    def set_texts(self, add: str, sentence: str, add_tip: str, sentence_tip: str, chip_tip: str) -> None:
        """Say what the buttons do, in the language of the window."""
        self.sentence.setText(sentence)
        for button, name, told in ((self.add, add, add_tip), (self.sentence, sentence_tip, sentence_tip)):
            button.setAccessibleName(name)
            button.setToolTip(told)
        self._chip_tip = chip_tip
        for chip in self.chips:
            self._describe(chip)
        self.lay_out()

    def _describe(self, chip: Chip) -> None:
        said = words.meaning(chip.text()) or self._chip_tip
        long = said != self._chip_tip or chip.wide >= LARGEST
        chip.setToolTip(tip(f"{chip.text()}\n{said}") if long else said)
        chip.setAccessibleDescription(said)

    _chip_tip = ""

    def _make_chip(self) -> None:
        chip = Chip(self.body)
        chip.clicked.connect(self._clicked)
        chip.edited.connect(self._edit_asked)
        chip.dragged.connect(self._dragged)
        chip.dropped.connect(self._dropped)
        chip.asked.connect(self._menu_asked)
        chip.keyed.connect(self._keyed)
        self.chips.append(chip)
        chip.show()

    def lay_out(self) -> None:
        """Give every chip its place; the row is as high as its lines, two at most."""
        parts: list[Chip | PlainChip] = [*self.chips, self.add, self.sentence]
        widths = [*(chip.wide for chip in self.chips), *(part.sizeHint().width() for part in parts[-2:])]
        found = flow.places(widths, self.width())
        if flow.lines(found) > flow.MOST_LINES:
            found = flow.places(widths, self.width() - self.verticalScrollBar().sizeHint().width() - 2)
        for part, place in zip(parts, found, strict=True):
            if part.geometry() != place:
                part.setGeometry(place)
        self._places = found
        count = flow.lines(found)
        wide = max((rect.right() + 1 for rect in found), default=1)
        self.body.resize(max(wide, self.width() if count <= flow.MOST_LINES else wide), flow.height(count))
        self.setFixedHeight(flow.height(min(count, flow.MOST_LINES)) + 2 * RIM)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.lay_out()

    def sizeHint(self) -> QSize:
        return QSize(240, self.height())

    def minimumSizeHint(self) -> QSize:
        return QSize(120, HEIGHT + 2 * RIM)

    # focus: one chip of the row is a stop of the Tab key, arrows walk to the others

    def _rove(self) -> None:
        for k, chip in enumerate(self.chips):
            policy = Qt.FocusPolicy.StrongFocus if k == self._current else Qt.FocusPolicy.ClickFocus
            if chip.focusPolicy() != policy:
                chip.setFocusPolicy(policy)

    def stops(self) -> list[QWidget]:
        """Where the Tab key goes, in order; of the chips only the present one is a stop."""
        return [*self.chips, self.add, self.sentence]

    def focus_chip(self, at: int) -> None:
        """Put the focus on a chip, in view."""
        if self.chips:
            self._current = max(0, min(at, len(self.chips) - 1))
            self._rove()
            self.chips[self._current].setFocus(Qt.FocusReason.OtherFocusReason)
            self.ensureWidgetVisible(self.chips[self._current], 0, 0)

    def _at(self) -> int:
        chip = self.sender()
        return self.chips.index(chip) if isinstance(chip, Chip) and chip in self.chips else self._current

    # what a person does

    def _clicked(self) -> None:
        at = self._at()
        self._current = at
        self._rove()
        if self._hand.settle():
            self._hand.follow(self.side, at)

    def _edit_asked(self) -> None:
        self.open_editor(self._at())

    def _add_clicked(self) -> None:
        self.open_editor(len(self.chips), True)

    def _sentence_clicked(self) -> None:
        self._hand.sentence(self.side)

    def _menu_asked(self, point: QPoint) -> None:
        at = self._at()
        self.focus_chip(at)
        row_menu.open_menu(self, self._hand, at, point)

    def _keyed(self, event: QKeyEvent) -> None:
        at, key = self._at(), event.key()
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        event.accept()
        if key == Qt.Key.Key_Escape and self._target is not None:
            self.chips[at].give_up_drag()
            self._give_up_drag()
        elif held == Qt.KeyboardModifier.AltModifier and key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self.shift(at, -1 if key == Qt.Key.Key_Left else 1)
        elif held:
            event.ignore()
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self.focus_chip(at + (1 if key == Qt.Key.Key_Right else -1))
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.focus_chip(flow.beside(self._places[: len(self.chips)], at, 1 if key == Qt.Key.Key_Down else -1))
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self.focus_chip(0 if key == Qt.Key.Key_Home else len(self.chips) - 1)
        elif key in (Qt.Key.Key_F2, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.open_editor(at)
        elif key == Qt.Key.Key_Insert:
            self.open_editor(at + 1, True)
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.remove(at)
        elif key == Qt.Key.Key_P:
            self._hand.pad(self.side, at)
        else:
            event.ignore()

    def shift(self, at: int, step: int) -> None:
        """Move a token one place on; at the end of the row it stays."""
        if 0 <= at + step < len(self.chips) and self._hand.settle():
            self._hand.move_token(self.side, at, at + step)
            self.focus_chip(at + step)

    def remove(self, at: int) -> None:
        """Remove a token; the focus goes to the one that took its place."""
        if self._hand.settle():
            self._hand.remove(self.side, at)
            self.focus_chip(at)

    # dragging

    def _dragged(self, where: QPointF) -> None:
        at = self._at()
        if self._target is None and not self._hand.settle():
            self.chips[at].give_up_drag()
            return
        chip, point = self.chips[at], self.body.mapFromGlobal(where.toPoint())
        chip.raise_()
        chip.move(point - QPoint(chip.width() // 2, chip.height() // 2))
        self.ensureVisible(point.x(), point.y(), 0, HEIGHT)
        self._target = flow.gap_at(self._places[: len(self.chips)], point)
        self.body.set_mark(flow.mark(self._places, self._target, len(self.chips)))

    def _dropped(self) -> None:
        at, gap = self._at(), self._target
        self._give_up_drag()
        if gap is None:
            return
        to = flow.landing(at, gap)
        if to != at:
            self._hand.move_token(self.side, at, to)
        self.focus_chip(to)

    def _give_up_drag(self) -> None:
        if self._target is not None:
            self._target = None
            self.body.set_mark(QRect())
            for chip in self.chips:
                chip.give_up_drag()
            self.lay_out()

    # writing

    def open_editor(self, at: int, new: bool = False) -> None:
        """Open the line over a chip, or where a new token will stand."""
        if not self._hand.settle():
            return
        if not new:
            self._hand.follow(self.side, at, True)
        self._editing = (at, new)
        editor = TokenEditor("" if new else self.chips[at].text(), self.body)
        editor.setAccessibleName(self.add.accessibleName() if new else self.chips[at].accessibleName())
        editor.move(self._places[at].topLeft())
        editor.done.connect(self._done)
        editor.lost.connect(self._lost)
        editor.cancelled.connect(self._cancelled)
        self.editor = editor
        editor.show()
        editor.raise_()
        editor.setFocus(Qt.FocusReason.OtherFocusReason)
        self.ensureWidgetVisible(editor, 0, 0)

    def commit_editor(self, empty_is_nothing: bool = True) -> bool:
        """Commit an open line. False where its text is refused: it stays open, marked, the old token stands."""
        if self.editor is None or self._busy:
            return True
        at, new = self._editing
        token = words.clean(self.editor.text())
        if (new and not token and empty_is_nothing) or (not new and token == self.chips[at].text()):
            self._close_editor()
            return True
        self._busy = True
        try:
            reason = words.refusal(token) or self._hand.write(self.side, at, token, new)
        finally:
            self._busy = False
        if reason:
            self.editor.mark(reason)
            self._hand.say(reason)
            return False
        self._close_editor()
        return True

    def _done(self, step: int) -> None:
        at, _ = self._editing
        if self.commit_editor(empty_is_nothing=step != 0):
            self.focus_chip(at)
            if step and 0 <= at + step < len(self.chips):
                self.open_editor(at + step)

    def _lost(self) -> None:
        self.commit_editor()

    def _cancelled(self) -> None:
        at, new = self._editing
        self._close_editor()
        self._hand.say("")
        self.focus_chip(at - 1 if new and at else at)

    def _close_editor(self) -> None:
        editor, self.editor = self.editor, None
        if editor is not None:
            editor.blockSignals(True)
            editor.hide()
            editor.deleteLater()
