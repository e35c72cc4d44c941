"""Where chips stand: side by side, in as many lines as the width asks for; and where a dragged one would go."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRect

from .chip import HEIGHT

GAP = 6  # px between chips and between lines
MOST_LINES = 2  # that are in view; more scroll


def places(widths: Sequence[int], width: int) -> list[QRect]:
    """A place for each chip within `width`; one that is wider stands alone."""
    found = []
    x = y = 0
    for wide in widths:
        if x and x + wide > width:
            x, y = 0, y + HEIGHT + GAP
        found.append(QRect(x, y, wide, HEIGHT))
        x += wide + GAP
    return found


def lines(found: Sequence[QRect]) -> int:
    """How many lines the places take."""
    return 1 + max((rect.y() for rect in found), default=0) // (HEIGHT + GAP)


def height(count: int) -> int:
    """The height of some lines."""
    return count * (HEIGHT + GAP) - GAP


def gap_at(found: Sequence[QRect], point: QPoint) -> int:
    """Before which place a chip dropped at `point` comes; `len(found)` is after the last."""
    last = lines(found) - 1
    line = max(0, min(last, (point.y() + GAP // 2) // (HEIGHT + GAP)))
    at = [k for k, rect in enumerate(found) if rect.y() // (HEIGHT + GAP) == line]
    return next((k for k in at if point.x() < found[k].center().x()), at[-1] + 1 if at else 0)


def mark(found: Sequence[QRect], gap: int, count: int) -> QRect:
    """The line that says where a dragged one of `count` chips would go: before the gap, or after the last chip."""
    if gap < count:
        return QRect(max(0, found[gap].left() - GAP // 2 - 1), found[gap].top(), 3, HEIGHT)
    return QRect(found[gap - 1].right() + GAP // 2 - 1, found[gap - 1].top(), 3, HEIGHT)


def landing(at: int, gap: int) -> int:
    """The place that the chip from `at` has once it is put into a gap: its own place has closed behind it."""
    return gap if gap <= at else gap - 1


def beside(found: Sequence[QRect], at: int, step: int) -> int:
    """The chip above (−1) or below (1) the one at `at`; itself where there is none."""
    rect = found[at]
    line = rect.y() + step * (HEIGHT + GAP)
    others = [k for k, other in enumerate(found) if other.y() == line]
    return min(others, key=lambda k: abs(found[k].center().x() - rect.center().x()), default=at)
