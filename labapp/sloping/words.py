"""What trying a gradient found, in a line: both numbers, how far apart they are, and why where that is much."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from core.numbers import show
from core.trace import Trace
from core.tried import Tried
from labapp.bench.editing import cell_name
from labapp.bench.slopes import held_at, held_words, target_name
from labapp.names import symbol_of
from labapp.selection import Cell

DIGITS = 8  # of both numbers: enough to see where they part


def hint() -> str:
    return QCoreApplication.translate(
        "slopes", "Click a number: it is moved a little both ways, and what that gives stands here beside the gradient."
    )


def trying(trace: Trace, cell: Cell) -> str:
    text = QCoreApplication.translate("slopes", "Moving {cell} both ways…")
    return text.format(cell=cell_name(trace[cell[0]], *cell[1:]))


def tried(trace: Trace, found: Tried) -> str:
    """Both slopes of a cell and their gap."""
    target = found.of, *found.cell
    cell = found.node, found.i, found.j
    sign = "✓" if found.agrees else "≠"
    left = f"{sign}  ∂ {target_name(trace, target)} / ∂ {cell_name(trace[found.node], found.i, found.j)}"
    text = QCoreApplication.translate(
        "slopes", "{left}:  gradient {gradient}  ·  by moving ±{step}: {difference}  ·  {gap}"
    )
    return text.format(
        left=left,
        gradient=show(found.gradient, DIGITS, significant=True),
        difference=show(found.difference, DIGITS, significant=True),
        step=show(found.step, 2, significant=True),
        gap=gap(trace, found) if not held_at(trace, cell) else held_words(),
    )


def gap(trace: Trace, found: Tried) -> str:
    """How far apart the two are, and why."""
    if found.gradient == found.difference:
        return QCoreApplication.translate("slopes", "equal")
    relative = show(found.gap, 2, significant=True)
    if found.agrees and found.apart <= found.noise:
        text = QCoreApplication.translate("slopes", "apart by {gap} (rounding)")
        return text.format(gap=show(found.apart, 2, significant=True))
    if found.agrees:
        return QCoreApplication.translate("slopes", "relative gap {gap}").format(gap=relative)
    if found.kinks:
        text = QCoreApplication.translate(
            "slopes", "gap {gap}: a ReLU in {matrices} turns on or off within the step, where there is no one slope"
        )
        names = ", ".join(str(symbol_of(trace[name])) for name in found.kinks)
        return text.format(gap=relative, matrices=names)
    if found.apart != found.apart:
        return QCoreApplication.translate("slopes", "one of the two is no number")
    text = QCoreApplication.translate("slopes", "relative gap {gap}: it bends too sharply for this step")
    return text.format(gap=relative)
