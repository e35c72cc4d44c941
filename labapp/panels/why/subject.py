"""What a cell is, in words: "weighted sum of column 1 of V¹ · row gave of A¹"; and where its matrix stands."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from core.explain import KINDS, Explanation
from core.expression import Cells
from core.trace import Trace
from labapp.bench import labels
from labapp.bench.sections import rises
from labapp.names import symbol_of

from .writing import say

SEPARATOR = " · "
MOST = 2  # rows and columns that are named


def subject(trace: Trace, explanation: Explanation) -> str:
    """The kind of arithmetic, and the rows and columns that it runs along."""
    deciding = set(map(id, explanation.deciding))
    runs = [block for block in explanation.blocks if isinstance(block, Cells) and id(block) not in deciding]
    words = list(dict.fromkeys(word for word in (_run(trace, run) for run in runs) if word))[:MOST]
    if explanation.kind == "products" and len(words) == MOST and trace[runs[0].node].display == "weights":
        text = QCoreApplication.translate("why", "weighted sum of {column}")
        return SEPARATOR.join((text.format(column=words[1]), words[0]))
    return SEPARATOR.join((say(KINDS[explanation.kind]), *words))


def _run(trace: Trace, run: Cells) -> str:
    """The row or the column that some cells are of; "" for cells picked here and there."""
    matrix = trace[run.node]
    symbol = str(symbol_of(matrix))
    if isinstance(run.i, int):
        if not matrix.rows[run.i] and len(matrix.rows) == 1:
            return symbol
        return QCoreApplication.translate("why", "row {label} of {matrix}").format(
            label=matrix.rows[run.i] or run.i, matrix=symbol
        )
    if isinstance(run.j, int):
        if not matrix.cols[run.j] and len(matrix.cols) == 1:
            return symbol
        return QCoreApplication.translate("why", "column {label} of {matrix}").format(
            label=matrix.cols[run.j] or run.j, matrix=symbol
        )
    return ""


def layer(trace: Trace, name: str) -> str:
    """Where a matrix stands in a model of several layers: "Decoder layer 2"; else ""."""
    matrix = trace[name]
    if matrix.layer is None or not rises(trace.spec):
        return ""
    stack = "dec" if matrix.name.startswith("dec") else "enc"
    return labels.layer_title(stack, matrix.layer, "", trace.spec.encodes and trace.spec.decodes, True)
