"""What a line of the reach says, and which matrices a filter keeps."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from core.numbers import show
from core.reach import Reach, Reached
from core.trace import Trace

from ...bench.editing import cell_name
from ...names import symbol_of, title_of
from ...widgets.row_list import Line

MOVES, STILL, CANNOT = FILTERS = ("moves", "still", "cannot")


def sorted_out(found: Reach) -> dict[str, list[str]]:
    """The matrices of each filter, in reading order; the cell itself is none of them."""
    kept: dict[str, list[str]] = {key: [] for key in FILTERS}
    for name, reached in found.items():
        if name != found.node:
            key = MOVES if reached.moved.any() else STILL if reached.can.any() else CANNOT
            kept[key].append(name)
    return kept


def filter_text(key: str, count: int) -> str:
    """A filter with how many matrices it keeps."""
    return {
        MOVES: QCoreApplication.translate("reach", "Moves {count}"),
        STILL: QCoreApplication.translate("reach", "Not here {count}"),
        CANNOT: QCoreApplication.translate("reach", "Cannot {count}"),
    }[key].format(count=count)


def filter_tip(key: str) -> str:
    return {
        MOVES: QCoreApplication.translate("reach", "matrices of which some cell moved, in some bit"),
        STILL: QCoreApplication.translate(
            "reach",
            "could move and did not here: a dead ReLU, a saturated softmax, a weight of 0, or a step too small",
        ),
        CANNOT: QCoreApplication.translate(
            "reach", "stay for any value of this cell: the graph, a mask or a pin forbids it"
        ),
    }[key]


def line(name: str, reached: Reached, trace: Trace) -> Line:
    """One matrix."""
    matrix = trace[name]
    words = " · ".join(part for part in (title_of(matrix), matrix.part) if part)
    moved, size = int(reached.moved.sum()), reached.moved.size
    tip = [matrix.name]
    if moved:
        cell = cell_name(matrix, *reached.cell)
        place = cell[cell.index("[") :] if "[" in cell else ""
        count = QCoreApplication.translate("reach", "{moved} of {size}").format(moved=moved, size=size)
        value = f"{count} · |Δ| {show(reached.largest, 3, significant=True)} {place}".strip()
        for sign, change in (("+", reached.up), ("−", reached.down)):
            if change is not None:
                text = QCoreApplication.translate("reach", "at {sign}δ: {change} at {cell}")
                tip.append(text.format(sign=sign, change=signed(float(change[reached.cell])), cell=cell))
        tip += _left(reached)
        return Line("≠", str(symbol_of(matrix)), words, value, "strong", "\n".join(tip))
    if reached.can.any():
        value = QCoreApplication.translate("reach", "{count} could").format(count=int(reached.can.sum()))
        return Line("·", str(symbol_of(matrix)), words, value, "quiet", "\n".join([*tip, filter_tip(STILL)]))
    return Line("=", str(symbol_of(matrix)), words, "", "quiet", "\n".join([*tip, filter_tip(CANNOT)]))


def _left(reached: Reached) -> list[str]:
    """Of the cells that stayed: how many could have moved."""
    still, cannot = int(reached.still.sum()), int(reached.cannot.sum())
    said = []
    if still:
        said.append(
            QCoreApplication.translate("reach", "{count} cells could move and did not here").format(count=still)
        )
    if cannot:
        said.append(QCoreApplication.translate("reach", "{count} cells cannot move").format(count=cannot))
    return said


def signed(value: float) -> str:
    text = show(value, 3, significant=True)
    return f"+{text}" if value > 0 else text
