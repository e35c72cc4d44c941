"""The three buttons on the title line of an attention that reveal its rows, as places."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF

from core.trace import Trace

from . import labels
from .items import BandPlan
from .metrics import Metrics
from .places import Segment
from .veils import LEAST, Revealed, row_count, shown_rows


def reveal_switch(
    trace: Trace, band: BandPlan, revealed: Revealed, m: Metrics, at: QPointF, right: float
) -> tuple[float, tuple[Segment, ...]]:
    """Where the title line goes on, and ‹ all 9 rows › from `at` on; "9/9" where there is less room before `right`.

    Only the band of the weights has them. Without room they are left out, but never while rows are hidden.
    """
    part = band.part
    count = row_count(trace, part) if part else 0
    if count < LEAST or not any(name.endswith(".A") for name in band.names):
        return at.x(), ()
    shown, active = len(shown_rows(trace, part, revealed)), part in revealed
    step = m.snap(m.px * 1.7)
    room = right - at.x() - 2 * step
    subtitle = 0.0 if active else m.text(band.subtitle)
    for text in (labels.rows_shown(shown, count), f"{shown}/{count}"):
        wide = m.snap(m.text(text) + m.px * 0.9)
        if wide + subtitle <= room:
            break
    else:
        if wide > room and not active:
            return at.x(), ()
    segments, x = [], at.x()
    for words, width, turn in (("‹", step, -1), (text, wide, 0), ("›", step, 1)):
        rect = QRectF(m.snap(x), m.snap(at.y() + m.px * 0.25), width, m.snap(m.px * 1.55))
        segments.append(Segment(rect, words, turn, active and turn == 0))
        x = rect.right()
    return x + m.px * 0.9, tuple(segments)
