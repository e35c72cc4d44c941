"""The board: the columns of the model with their thumbnails, the memory between them, the tokens below."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QPalette, QPixmap
from PySide6.QtWidgets import QLabel, QToolTip, QWidget

from core.trace import Trace

from .. import fonts
from ..bench.hover import cell_tip, cell_words
from ..bench.pointing import layer_of
from ..colours import palette_of
from ..desk import Desk
from ..names import symbol_of, title_of
from ..theme import Palette
from . import words
from .chips import Token, flow
from .folds import Fold
from .images import Pictures
from .item import Item
from .looked import looked
from .paint import ground_of, paint_board
from .places import ColumnPlace, Measures, lanes, place
from .plan import CardPlan, ColumnPlan, GroupPlan, columns
from .thumb import EDGE, Thumb
from .walking import Walking
from .writing import write

MARGIN = 14  # px around everything
SPACE = 9  # px between tokens and the sentence below them


class Board(QWidget):
    """Follows what `desk.predicted` shows.

    `opened(name, i, j)` asks for a cell on the bench, `reached(item)` says where the keyboard is, `placed` that
    there are other items.
    """

    opened = Signal(str, int, int)
    reached = Signal(object)
    placed = Signal()

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self._desk = desk
        self.looked = looked(desk)
        self.pictures, self.walking = Pictures(), Walking(self)
        self.columns: list[ColumnPlace] = []
        self.thumbs: dict[str, Thumb] = {}
        self.folds: dict[str, Fold] = {}
        self.tokens: dict[str, list[Token]] = {}
        self.colours: Palette = palette_of(self)
        self._chosen: dict[str, bool] = {}  # the layers that a person has folded or unfolded
        self._loads = desk.document.loads
        self._room = QSize(0, 0)
        self._key: object = None
        self._ground = QPixmap()
        self._grounded: object = None
        self._tokens: tuple[tuple[str, ...], ...] = ()
        self.sentence = QLabel(self)
        self.sentence.setWordWrap(True)
        self.sentence.setTextFormat(Qt.TextFormat.RichText)
        self.sentence.setFont(fonts.ui_font(14))
        self.sentence.setForegroundRole(QPalette.ColorRole.PlaceholderText)

    @property
    def trace(self) -> Trace:
        return self._desk.predicted.trace

    @property
    def axis(self) -> str:
        """The sequence that predicts."""
        return self.trace.graph["out.p"].axes[0] if "out.p" in self.trace else ""

    def row_of(self, axis: str) -> int | None:
        """The row of a sequence that is outlined: the one that predicts, or one that is followed."""
        if axis == self.axis:
            return self._desk.predicted.row
        followed = self._desk.selection.row
        return followed[1] if followed is not None and followed[0] == axis else None

    # what is shown

    def fit_into(self, room: QSize) -> None:
        """Stand in a view of this size."""
        if room != self._room:
            self._room = room
            self.refresh()

    def refresh(self) -> None:
        """Show what predicts now."""
        document = self._desk.document
        if document.loads != self._loads:
            self._loads = document.loads
            self._chosen.clear()
            self.pictures.clear()
        if not document.acting:
            self.pictures.settle()
        colours = palette_of(self)
        if colours is not self.colours:
            self.colours = colours
            self._key = None
        self._say()
        self._lay_out()
        self._paint_ground()
        self._show()

    def clear(self) -> None:
        """Show nothing: this model predicts nothing."""
        if self.columns:
            self.columns, self._key = [], None
            self.pictures.clear()
            self._place()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        # The view hears of other colours before the board wears them.
        seen = event.type() == QEvent.Type.PaletteChange and self.isVisible() and bool(self.columns)
        if seen and palette_of(self) is not self.colours:
            self.refresh()

    def _say(self) -> None:
        axis, row = self.axis, self._desk.predicted.row
        if axis and row is not None:
            self.sentence.setText(words.sentence(self.trace, axis, row, self._desk.predicted.is_free))

    def _lay_out(self) -> None:
        """Find a place for everything, where something that decides about places is another."""
        plans = columns(self.trace)
        shapes = tuple(self.shape_of(name) for name in _names(plans))
        area = QRectF(MARGIN, MARGIN - 6, self._room.width() - 2 * MARGIN, self._room.height() - 2 * MARGIN + 6)
        below = tuple(
            self._below(plan, lane.width()) for plan, lane in zip(plans, lanes(area, len(plans)), strict=True)
        )
        key = (plans, shapes, below, self._room, tuple(sorted(self._chosen.items())), self.colours)
        tokens = tuple(self._labels(plan.axis) for plan in plans)
        if key == self._key:
            if tokens != self._tokens:
                self._place_tokens()
            self._tokens = tokens
            return
        self._key, self._tokens = key, tokens
        self.columns = place(plans, area, Measures(self.shape_of, write, self._below), self._chosen)
        self._place()
        bottom = max((column.bottom for column in self.columns), default=0.0)
        self.setFixedSize(max(1, self._room.width()), max(1, round(bottom) + MARGIN))
        self.placed.emit()

    def shape_of(self, name: str) -> tuple[int, int]:
        """Rows and columns of a matrix; of a free run those that it will have when it is as long as the document's."""
        trace, whole = self.trace, self._desk.document.trace
        n, k = trace.graph[name].shape
        if whole is not trace and name in whole:
            n, k = max(n, whole.graph[name].shape[0]), max(k, whole.graph[name].shape[1])
        return n, k

    def _labels(self, axis: str) -> tuple[str, ...]:
        return self.trace.workspace.samples[self.trace.sample].tokens(axis)

    def _below(self, plan: ColumnPlan, width: float) -> float:
        """The height of what stands under a column."""
        high = flow(self._labels(plan.axis), width)[1]
        if plan.axis == self.axis:
            high += SPACE + self.sentence.heightForWidth(round(width))
        return high

    def _place(self) -> None:
        """Put every widget where it belongs; those that are no more go, new ones come."""
        places = {m.name: m for column in self.columns for card in column.cards for m in card.maps}
        gone: list[QWidget] = [self.thumbs.pop(name) for name in [*self.thumbs] if name not in places]
        for name, at in places.items():
            if name not in self.thumbs:
                thumb = self.thumbs[name] = Thumb(name, self)
                thumb.pressed_at.connect(self._pressed)
                thumb.entered.connect(self._entered)
                thumb.asked.connect(self._tell)
                self._welcome(thumb)
            self.thumbs[name].cell = at.cell
            self.thumbs[name].setGeometry(at.rect.toAlignedRect().adjusted(-EDGE, -EDGE, EDGE, EDGE))
        groups = {group.plan.key: group for column in self.columns for group in column.groups}
        gone += [self.folds.pop(key) for key in [*self.folds] if key not in groups]
        for key, group in groups.items():
            if key not in self.folds:
                fold = self.folds[key] = Fold(key, self)
                fold.clicked.connect(self._turned)
                self._welcome(fold)
            self.folds[key].setGeometry(group.header.toRect())
            self.folds[key].show_layer(group.plan.caption, group.is_open, self.colours)
        self._place_tokens()
        for widget in gone:  # last: the keyboard goes from one that has it to another
            _go(widget)
        self.walking.set_stops()
        self._name()

    def _name(self) -> None:
        """Tell screen readers what each thumbnail is."""
        trace = self.trace
        for name, thumb in self.thumbs.items():
            matrix = trace[name]
            n, k = matrix.values.shape
            words_ = (layer_of(trace, name), str(symbol_of(matrix)), title_of(matrix), f"{n}×{k}")
            thumb.setAccessibleName(", ".join(word for word in words_ if word))

    def _place_tokens(self) -> None:
        axes = [column.plan.axis for column in self.columns]
        gone = [token for axis in [*self.tokens] if axis not in axes for token in self.tokens.pop(axis)]
        for column in self.columns:
            axis, labels = column.plan.axis, self._labels(column.plan.axis)
            row = self.tokens.setdefault(axis, [])
            while len(row) > len(labels):
                gone.append(row.pop())
            while len(row) < len(labels):
                token = Token(len(row), self)
                token.setProperty("axis", axis)
                token.clicked.connect(self._token_clicked)
                self._welcome(token)
                row.append(token)
            rects, high = flow(labels, column.below.width())
            for token, rect in zip(row, rects, strict=True):
                token.setGeometry(rect.translated(column.below.topLeft()).toRect())
            if axis == self.axis:
                top = column.below.top() + high + SPACE
                height = self.sentence.heightForWidth(round(column.below.width()))
                self.sentence.setGeometry(QRectF(column.below.left(), top, column.below.width(), height).toRect())
        self.sentence.setVisible(self.axis in axes)
        for token in gone:
            _go(token)

    def _welcome(self, item: Item) -> None:
        """A new item stands among the others."""
        item.focused.connect(self._focused)
        item.show()

    def looked_at(self) -> str:
        """The cross-attention that the card on the right shows."""
        spec = self.trace.spec
        layer, _ = self.looked.now(spec.dec_layers, spec.heads)
        return f"dec{layer}.cross" if f"dec{layer}.cross.h1.A" in self.trace else ""

    def _paint_ground(self) -> None:
        """Everything but thumbnails, folds and tokens, as one picture: what changes over it needs no more than that."""
        ratio = self.devicePixelRatioF()
        now = (self.columns, self.looked_at(), self.colours, ratio, self.size())
        if now == self._grounded:
            return
        self._grounded = now
        self._ground = QPixmap(self.size() * ratio)
        self._ground.setDevicePixelRatio(ratio)
        self._ground.fill(QColor(self.colours.window))
        painter = QPainter(self._ground)
        paint_board(painter, self.columns, self.looked_at(), self.colours)
        painter.end()
        self.update()

    def _show(self) -> None:
        """Pictures, outlines and tokens as they are now."""
        trace, ratio, at = self.trace, self.devicePixelRatioF(), self.looked_at()
        rows = {column.plan.axis: self.row_of(column.plan.axis) for column in self.columns}
        for column in self.columns:
            row = rows[column.plan.axis]
            for card in column.cards:
                ground = ground_of(card, at, self.colours)
                for here in card.maps:
                    picture = self.pictures.picture(trace, here.name, here.cell, self.colours, ratio)
                    self.thumbs[here.name].show_picture(picture, row, self.colours, ground)
            self._show_tokens(column.plan.axis, row)

    def _show_tokens(self, axis: str, row: int | None) -> None:
        read = words.visible(self.trace, axis, row) if axis == self.axis and row is not None else None
        for k, (token, text) in enumerate(zip(self.tokens[axis], self._labels(axis), strict=True)):
            token.show_token(text, k == row, read is not None and k not in read, self.colours)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        ratio, rect = self._ground.devicePixelRatio(), event.rect()
        painter.drawPixmap(rect, self._ground, QRectF(rect.topLeft() * ratio, rect.size() * ratio).toRect())
        painter.end()

    # the keyboard

    @property
    def followed(self) -> tuple[str, int] | None:
        return self._desk.selection.row

    def stop_following(self) -> None:
        self._desk.selection.follow(None)

    def step(self, way: int) -> None:
        """Follow the row above (−1) or below (1)."""
        row = self._desk.predicted.row
        if row is not None:
            self.follow(self.axis, min(max(0, row + way), self.trace.graph["out.p"].shape[0] - 1))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self.walking.press(event):
            super().keyPressEvent(event)

    def _focused(self, item: Item) -> None:
        self.walking.arrived(item)
        if isinstance(item, Thumb) and item.name in self.trace:
            item.setAccessibleDescription(self._read_out(item))
        if item.ring:
            self.reached.emit(item)

    def _read_out(self, thumb: Thumb) -> str:
        """The largest number of the followed row, in words."""
        i, j = self._largest(thumb.name)
        return cell_words(self.trace, thumb.name, i, j)

    def _largest(self, name: str) -> tuple[int, int]:
        """The cell of a matrix that is looked at first: the largest of the outlined row, else of the first."""
        matrix = self.trace[name]
        row = self.row_of(matrix.row_axis) or 0
        i = min(row, len(matrix.values) - 1)
        sizes = np.abs(matrix.values[i])
        return i, int(np.argmax(np.where(np.isfinite(sizes), sizes, -1.0)))

    # what a hand does

    def _entered(self, name: str) -> None:
        self.opened.emit(name, *self._largest(name))

    def _pressed(self, name: str, i: int, j: int) -> None:
        """A click: the row is followed; where it is already, or predicts nothing, the cell is opened on the bench."""
        axis = self.trace.graph[name].axes[0]
        if axis == self.axis and i != self._desk.predicted.row:
            self.follow(axis, i)
        else:
            self.opened.emit(name, i, j)

    def follow(self, axis: str, row: int) -> None:
        """Follow a row through every matrix."""
        if self._desk.settle():
            self._desk.selection.follow((axis, row))

    def _token_clicked(self) -> None:
        token = self.sender()
        if isinstance(token, Token):
            self.follow(str(token.property("axis")), token.index)

    def _turned(self) -> None:
        fold = self.sender()
        if isinstance(fold, Fold):
            self._chosen[fold.key] = not fold.is_open
            self.refresh()

    def _tell(self, thumb: Thumb, i: int, j: int, at: QPoint) -> None:
        """The tooltip of a cell: its matrix, its number, and what a click does."""
        matrix = self.trace[thumb.name]
        head = f"{symbol_of(matrix)}  {title_of(matrix)}  ({matrix.name})"
        if matrix.row_axis == self.axis and i != self._desk.predicted.row:
            click = QCoreApplication.translate("prediction", "click: follow row {label}").format(label=matrix.rows[i])
        else:
            click = QCoreApplication.translate("prediction", "click: open it on the bench")
        QToolTip.showText(
            at, "\n".join((head, cell_tip(self.trace, matrix.name, i, j), click)), thumb, thumb.tip_rect(i, j)
        )


def _go(widget: QWidget) -> None:
    widget.hide()
    widget.deleteLater()


def _names(plans: tuple[ColumnPlan, ...]) -> Iterator[str]:
    for plan in plans:
        for block in plan.blocks:
            for card in block.cards if isinstance(block, GroupPlan) else (block,):
                assert isinstance(card, CardPlan)
                yield from card.maps
