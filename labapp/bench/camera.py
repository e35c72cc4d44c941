"""Camera: how large the bench is shown and which part of it. Zooming changes the text height and lays out again."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF

from .marks import nearest_card
from .metrics import BASE, CHARS, LARGEST, SMALLEST, Metrics, measure
from .sections import folding

if TYPE_CHECKING:
    from .view import BenchView

FIT = (9, 26)  # text heights that `fit` may choose
SAVES = 0.87  # of the height: what a smaller text must come down to, to be worth it
FOLDED = (12, 11, 10)  # text heights of a model that is folded at first: the largest at which it is wide enough
AT_FIRST = (11, 17)  # text heights of a bench that nobody has zoomed yet


class Camera:
    """Text height and scroll position of one view."""

    def __init__(self, view: BenchView) -> None:
        self.view = view
        self.px = BASE
        self.untouched = True  # nobody has zoomed yet

    @property
    def metrics(self) -> Metrics:
        return self._measured(self.px)

    def _measured(self, px: int) -> Metrics:
        """The metrics at a text height, on this screen and with the digits of the window."""
        return measure(px, self.view.viewport().devicePixelRatioF(), self.view.digits.now.chars(CHARS))

    def offset(self) -> QPointF:
        """The bench's point in the viewport's corner, in whole pixels of the screen."""
        m, view = self.view.bench.metrics, self.view
        return QPointF(m.snap(view.horizontalScrollBar().value()), m.snap(view.verticalScrollBar().value()))

    def on_screen(self, rect: QRectF) -> QRectF:
        """A rectangle of the bench in the viewport's coordinates."""
        return rect.translated(-self.offset())

    # size

    def zoom(self, factor: float, at: QPointF | None) -> None:
        px = round(self.px * factor)
        if px == self.px and factor != 1.0:
            px += 1 if factor > 1.0 else -1
        self.zoom_to(px, at)

    def zoom_to(self, px: int, at: QPointF | None = None) -> None:
        """Show text `px` high; what was at the viewport's point `at` (default: its middle) stays there."""
        view = self.view
        px = max(SMALLEST, min(LARGEST, px))
        if not view.commit_editor():
            return
        self.untouched = False
        if px == self.px:
            return
        at = at if at is not None else QPointF(view.viewport().rect().center())
        point = at + self.offset()
        anchor = view.bench.card_at(point) or nearest_card(view.bench, point)
        inside = (point - anchor.at) / self.px if anchor else QPointF()
        self.px = px
        view.lay_out()
        if anchor is not None and anchor.box.name in view.bench.cards:
            corner = view.bench.cards[anchor.box.name].at + inside * px - at
            view.horizontalScrollBar().setValue(round(corner.x()))
            view.verticalScrollBar().setValue(round(corner.y()))

    def fit(self) -> None:
        """The largest text at which all is in view, within what can be read."""
        if self.view.commit_editor():
            self.untouched = False
            self.px = self._fitting(*FIT)
            self.view.lay_out()

    def settle(self) -> None:
        """Before anybody zooms: all in view where that can be read, else the usual size.

        A little smaller than usual where that saves rows of cards and so shows much more.
        """
        if not self.untouched:
            return
        view = self.view
        if folding(view.trace):
            self.px = next((px for px in FOLDED if self._wide_enough(px)), FOLDED[1])
            return
        if view.content.fits(view.selection, view.room(), self._measured(AT_FIRST[0])):
            px = self._fitting(*AT_FIRST)
        else:
            usual, smaller = (
                view.content.layout_in(view.selection, view.room(), self._measured(size)).height
                for size in (BASE, BASE - 1)
            )
            px = BASE - 1 if smaller < SAVES * usual else BASE
        self.px = px

    def _wide_enough(self, px: int) -> bool:
        """Whether both columns of a folded model are in view at this text height."""
        room = self.view.room()
        metrics = self._measured(px)
        return self.view.content.layout_in(self.view.selection, room, metrics).width <= room[0].width() - room[1] + 0.5

    def _fitting(self, low: int, high: int) -> int:
        """The largest text height from `low` to `high` at which everything is in view (`low` if none is)."""
        view = self.view
        if low < high and view.content.fits(view.selection, view.room(), self._measured(low)):
            # Text twice as high makes a bench at least twice as high (bands that break anew add to it): what can't
            # fit need not be laid out. One more for what is rounded.
            bench = view.content.whole(view.selection, view.room(), self._measured(low))
            high = max(low, min(high, math.ceil(low * view.room()[0].height() / bench.height) + 1))
        while low < high:
            px = (low + high + 1) // 2
            if view.content.fits(view.selection, view.room(), self._measured(px)):
                low = px
            else:
                high = px - 1
        return low

    # place

    def update_bars(self) -> None:
        """Scroll bars for the bench as it is laid out.

        From the size without bars: the viewport's own size lags behind while bars come and go.
        """
        (size, bar), bench = self.view.room(), self.view.bench
        tall = bench.height > size.height()
        wide = bench.width > size.width() - bar * tall + 0.5
        tall = tall or bench.height > size.height() - bar * wide
        for scroll, whole, seen in (
            (self.view.horizontalScrollBar(), bench.width, size.width() - bar * tall),
            (self.view.verticalScrollBar(), bench.height, size.height() - bar * wide),
        ):
            scroll.setPageStep(max(1, round(seen)))
            scroll.setSingleStep(2 * self.px)
            scroll.setRange(0, max(0, math.ceil(whole - seen - 0.5)))

    def reveal(self, name: str, i: int, j: int) -> None:
        """Scroll so that a cell is in view, with a little around it."""
        placed = self.view.bench.cards.get(name)
        if placed is None:
            return
        room = 2.0 * self.px
        rect = self.on_screen(placed.cell(i, j)).adjusted(-room, -room, room, room)
        seen = self.view.viewport().rect()
        dx = min(0.0, rect.left()) or max(0.0, rect.right() - seen.width())
        dy = min(0.0, rect.top()) or max(0.0, rect.bottom() - seen.height())
        self.scroll_by(QPointF(dx, dy))

    def scroll_by(self, by: QPointF) -> None:
        for bar, step in ((self.view.horizontalScrollBar(), by.x()), (self.view.verticalScrollBar(), by.y())):
            bar.setValue(bar.value() + round(step))
