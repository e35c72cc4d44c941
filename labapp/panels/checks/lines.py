"""What the list says of a result: what fails first, then what holds, what a pin has changed, what was left out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication

from core.check import Check
from core.numbers import show
from core.trace import Trace

from ...bench.pinning import Span, span_name
from ...bench.pointing import cell_title, layer_of
from ...checking import Checked, Kind, error_text, left_out_text, statement
from .row import FAILS, HOLDS, LEFT_OUT, MARKED, Cell

MOST = 40  # failing cells or marked rows; more are counted


class Line(NamedTuple):
    """One line: its mark, the statement, the note after it, and where a click goes."""

    mark: str
    text: str
    note: str
    cell: Cell | None = None
    more: str = ""  # what its tooltip says besides


def lines(trace: Trace, result: Checked) -> Iterator[Line]:
    """The lines of a result of this trace."""
    for check in result.failed[:MOST]:
        yield Line(FAILS, statement(check.says), _failure(trace, check), (check.node, *check.cell))
    yield from _more(FAILS, len(result.failed) - MOST)
    for row in result.marked[:MOST]:
        matrix = trace[row.node]
        name = span_name(matrix, Span(matrix.name, row.row))
        text = QCoreApplication.translate("checking", "{row} sums to {total}, not to 1")
        layer = layer_of(trace, row.node)
        note = QCoreApplication.translate("checking", "held by a pin: marked, no fault")
        total = show(row.total, 4, significant=True)
        yield Line(
            MARKED,
            text.format(row=name, total=total),
            f"{layer} · {note}" if layer else note,
            (row.node, row.row, 0),
        )
    yield from _more(MARKED, len(result.marked) - MOST)
    for kind in result.kinds:
        if kind.hold:
            place = (kind.worst.node, *kind.worst.cell)
            more = QCoreApplication.translate("checking", "largest error at {cell}").format(
                cell=cell_title(trace, *place)
            )
            yield Line(HOLDS, statement(kind.says), _held(kind), place, more)
    for sentence, reasons in result.left_out:
        yield Line(LEFT_OUT, left_out_text(sentence, reasons), "")


def _held(kind: Kind) -> str:
    """ "12 of 13 · max error 1e-16"."""
    if kind.hold == kind.count:
        counted = str(kind.count)
    else:
        counted = QCoreApplication.translate("checking", "{hold} of {count}").format(hold=kind.hold, count=kind.count)
    if kind.worst.error == 0:
        return QCoreApplication.translate("checking", "{counted} · exact").format(counted=counted)
    text = QCoreApplication.translate("checking", "{counted} · max error {error}")
    return text.format(counted=counted, error=error_text(kind.worst.error))


def _failure(trace: Trace, check: Check) -> str:
    text = QCoreApplication.translate("checking", "{cell} · error {error}, allowed {allowed}")
    return text.format(
        cell=cell_title(trace, check.node, *check.cell),
        error=error_text(check.error),
        allowed=error_text(check.tolerance),
    )


def _more(mark: str, left: int) -> Iterator[Line]:
    if left > 0:
        yield Line(mark, QCoreApplication.translate("checking", "and {count} more").format(count=left), "")
