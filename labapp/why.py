"""Why the selected cell is what it is: worked out once for all who show it, and the way back and forward."""

from __future__ import annotations

from weakref import WeakKeyDictionary, ref

from core.explain import Explanation, explain
from core.trace import Trace

from .document import Document
from .selection import Cell, Selection

BACK, FORWARD = -1, 1
_last: WeakKeyDictionary[Document, tuple[ref[Trace], Cell, Explanation]] = WeakKeyDictionary()


def there(trace: Trace, cell: Cell) -> bool:
    """Whether a cell is one of the trace."""
    name, i, j = cell
    if name not in trace.graph:
        return False
    rows, cols = trace.graph[name].shape
    return 0 <= i < rows and 0 <= j < cols


def why(document: Document, cell: Cell | None) -> Explanation | None:
    """The explanation of a cell in the document's present trace; None for no cell, and for one that is no more."""
    trace = document.trace
    if cell is None or not there(trace, cell):
        return None
    found = _last.get(document)
    if found is None or found[0]() is not trace or found[1] != cell:
        found = _last[document] = (ref(trace), cell, explain(trace, *cell))
    return found[2]


def walk(document: Document, selection: Selection, step: int) -> bool:
    """Go back or forward among the cells that were looked at; False where there is nowhere to go."""
    cell = selection.walked.step(step, lambda cell: there(document.trace, cell))
    if cell is None:
        return False
    selection.visit(cell)
    return True


def can_walk(document: Document, selection: Selection, step: int) -> bool:
    """Whether there is somewhere to go back or forward to."""
    return selection.walked.can(step, lambda cell: there(document.trace, cell))
