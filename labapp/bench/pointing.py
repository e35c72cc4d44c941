"""Going to a cell of any matrix from wherever it was named, and its name there: "A¹[gave, I] · Decoder layer 2"."""

from __future__ import annotations

from core.trace import Trace
from labapp.selection import Selection

from . import labels
from .pinning import Span, owner, span_name
from .sections import rises


def go_to_cell(selection: Selection, trace: Trace, name: str, i: int, j: int) -> bool:
    """Select a cell and bring it into view, its layer unfolded and its head shown; False where it is not there."""
    if name not in trace:
        return False
    matrix = trace[owner(trace, name)]
    n, k = matrix.values.shape
    if matrix.head is not None:
        selection.show_head(matrix.name.split(f".h{matrix.head}.")[0], matrix.head)
    selection.select((matrix.name, min(i, n - 1), min(j, k - 1)))
    selection.go(matrix.name)
    return True


def cell_title(trace: Trace, name: str, i: int, j: int) -> str:
    """A cell by symbol and labels, with its layer where there are several."""
    matrix = trace[name]
    text, layer = span_name(matrix, Span(matrix.name, i, j)), layer_of(trace, name)
    return f"{text} · {layer}" if layer else text


def layer_of(trace: Trace, name: str) -> str:
    """The layer of a matrix in words; "" outside of layers and where there is one layer alone."""
    layer = trace[name].layer
    if layer is None or not rises(trace.spec):
        return ""
    return labels.layer_title(name[:3], layer, "", trace.spec.encodes and trace.spec.decodes, True)
