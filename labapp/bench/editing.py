"""Editing acts on the document: one way in for dragging, typing and keys, and the reason where one is refused."""

from __future__ import annotations

import math

from PySide6.QtCore import QCoreApplication

from core.dropping import KEEP
from core.graph import LEAF
from core.problem import QT_TRANSLATE_NOOP, Problem
from core.samples import DERIVED
from core.trace import Matrix, Trace
from core.workspace import Workspace
from labapp.document import Document
from labapp.names import symbol_of
from labapp.text import act, sentence

from .pinning import Span, can_hold, check_holdable, hold_label, is_held

MOST_SOURCES = 8
WHOLE = ("set.query_offset", "set.pos_offset", "set.window")  # settings that are whole numbers
PIXEL = 0.01  # what a pixel of dragging is worth for numbers around 1
FINE = 0.1  # of that, with Shift
SNAP = 0.1  # grid of Ctrl
STEP = 0.1  # one step of a key; ten are 1


def cell_name(matrix: Matrix, i: int, j: int) -> str:
    """How an act names a cell: W_V¹[2, 0], X[我, 3], ε."""
    if matrix.values.size == 1:
        return str(symbol_of(matrix))
    places = [label for label in (matrix.rows[i], matrix.cols[j]) if label]
    return f"{symbol_of(matrix)}[{', '.join(places)}]"


def act_label(matrix: Matrix, i: int, j: int) -> str:
    """The name of an edit for the undo stack; of a computed matrix it is the held value that changes."""
    if can_hold(matrix):
        return hold_label(matrix, Span(matrix.name, i, j))
    return act(QT_TRANSLATE_NOOP("acts", "Change {cell}"), cell=cell_name(matrix, i, j))


def may_edit(trace: Trace, name: str, i: int, j: int) -> bool:
    """Whether a number can be changed: a given one, or one that is held."""
    return trace[name].editable or is_held(trace, name, i, j)


def refusal(trace: Trace, name: str, i: int = -1, j: int = -1) -> str:
    """Why a cell of `name` can't be edited, and what to change instead; "" where it can, as every held cell can."""
    matrix = trace[name]
    if matrix.editable or (i >= 0 and j >= 0 and may_edit(trace, name, i, j)):
        return ""
    reason = _reason(trace, name, matrix)
    if can_hold(matrix):
        reason += " " + QCoreApplication.translate("Bench", "Or hold it: key P.")
    return reason


def offers_hold(matrix: Matrix) -> bool:
    """Whether typing on a cell that is not held offers to hold it. Masks have rules of their own: only P holds them."""
    return can_hold(matrix) and matrix.display != "mask"


def _reason(trace: Trace, name: str, matrix: Matrix) -> str:
    symbol = str(symbol_of(matrix))
    if matrix.stem in ("held", "where"):
        text = QCoreApplication.translate("Bench", "{symbol} belongs to a pin: change or release the pin instead.")
        return text.format(symbol=symbol)
    if matrix.name == "set.scale":
        text = QCoreApplication.translate(
            "Bench", "{symbol} is 1/√d_k with scaling on and 1 without: change d_k or the switch in the model panel."
        )
        return text.format(symbol=symbol)
    if matrix.stem == KEEP:
        text = QCoreApplication.translate(
            "Bench", "{symbol} is drawn from the seed: change the seed or the rate of dropout in the model panel."
        )
        return text.format(symbol=symbol)
    if matrix.stem in DERIVED:
        text = QCoreApplication.translate("Bench", "{symbol} follows from the tokens of the sample: change those.")
        return text.format(symbol=symbol)
    if matrix.op == LEAF and matrix.role == "setting":
        text = QCoreApplication.translate("Bench", "{symbol} follows from fields of the model panel: change those.")
        return text.format(symbol=symbol)
    if matrix.display == "mask" and matrix.stem == "mask":
        text = QCoreApplication.translate(
            "Bench",
            "{symbol} follows from its rules: click or paint its cells to hide and show them, or change the rules in"
            " the model panel.",
        )
        return text.format(symbol=symbol)
    if matrix.display == "mask":
        text = QCoreApplication.translate(
            "Bench", "{symbol} follows from the mask's rules: change them in the model panel."
        )
        return text.format(symbol=symbol)
    if matrix.op == "zeros":
        text = QCoreApplication.translate(
            "Bench", "{symbol} is 0 because its part is off: switch it on in the model panel."
        )
        return text.format(symbol=symbol)
    sources = [str(symbol_of(trace[source])) for source in leaves(trace, name)]
    if len(sources) > MOST_SOURCES:
        sources = [*sources[:MOST_SOURCES], "…"]
    text = QCoreApplication.translate("Bench", "{symbol} is computed: {equation}. To move it, change {sources}.")
    return text.format(symbol=symbol, equation=equation(matrix), sources=", ".join(sources))


def equation(matrix: Matrix) -> str:
    """The matrix's equation with its symbol on the left ("" for what is given)."""
    return f"{symbol_of(matrix)} = {matrix.formula}" if matrix.formula else ""


def leaves(trace: Trace, name: str) -> list[str]:
    """The inputs and parameters that `name` is made from, the nearest first."""
    found: list[str] = []
    seen = {name}
    level = list(trace[name].inputs)
    while level:
        nearest = [n for n in level if trace[n].op == LEAF and trace[n].role in ("input", "parameter")]
        found += [n for n in nearest if n not in found]
        seen.update(level)
        level = list(dict.fromkeys(m for n in level for m in trace[n].inputs if m not in seen))
    return found


def changed_cell(workspace: Workspace, trace: Trace, name: str, i: int, j: int, value: float) -> Workspace:
    """A workspace with another value in a cell: of an input, parameter or setting, or held there in `trace`."""
    if is_held(trace, name, i, j):
        check_holdable(trace[name], value)
        return workspace.with_pin(name, i, j, value, trace.sample)
    return workspace.with_cell(name, i, j, value, trace.sample)


def set_cell(document: Document, name: str, i: int, j: int, value: float) -> str:
    """One act that gives a cell a value; the sentence if it was refused, else ""."""
    try:
        changed = changed_cell(document.workspace, document.trace, name, i, j, value)
        if changed is not document.workspace:
            document.do(changed, act_label(document.trace[name], i, j))
    except Problem as problem:
        return sentence(problem)
    return ""


def stepped(matrix: Matrix, value: float, steps: int) -> float:
    """The value after some steps of the keys."""
    if matrix.name in WHOLE:
        return value + steps
    if matrix.name == "set.eps":
        return float(f"{value * 10.0 ** (steps / 10):.3g}") if value > 0 else 1e-6
    return tidy(_finite(value) + steps * STEP * unit(value))


def dragged(matrix: Matrix, start: float, pixels: float, fine: bool, snap: bool) -> float:
    """The value after dragging `pixels` sideways from a cell that showed `start`."""
    if matrix.name in WHOLE:
        return float(round(start + pixels / 16))
    if matrix.name == "set.eps":
        base = start if start > 0 else 1e-9
        return float(f"{base * 10.0 ** (pixels / (1000 if fine else 100)):.3g}")
    value = _finite(start) + pixels * PIXEL * unit(start) * (FINE if fine else 1.0)
    grid = SNAP * unit(start)
    return tidy(round(value / grid) * grid if snap else value)


def unit(value: float) -> float:
    """How much larger steps are for larger numbers: 1 below 100, 10 from 100, …"""
    return 10.0 ** max(0, math.floor(math.log10(abs(value))) - 1) if math.isfinite(value) and value else 1.0


def tidy(value: float) -> float:
    """Without the dust of adding: 0.3, not 0.30000000000000004; and no −0."""
    return round(value, 10) + 0.0


def _finite(value: float) -> float:
    return value if math.isfinite(value) else 0.0
