"""Following a row from the context menu: which row the pointer is on, and its way through the model in a panel."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from labapp.selection import Row

from .context_entry import Entry
from .hit import Hit

if TYPE_CHECKING:
    from .view import BenchView

PANEL = "follow"
READERS = "readers"
TOKENS = ("src", "tgt", "kv")  # axes whose rows are tokens


def entries(view: BenchView, found: Hit) -> Iterator[Entry]:
    """On a row and on its label: follow it in the panel, see what it may read; of a weight, follow the key too."""
    if found.kind not in ("cell", "row") or found.name not in view.trace:
        return
    matrix = view.trace[found.name]
    follow = QCoreApplication.translate("Bench", "Follow {token} through every stage")
    if matrix.row_axis in TOKENS:
        row = (matrix.row_axis, found.i)
        token = matrix.rows[found.i]
        yield Entry("follow_row", follow.format(token=token), lambda: open_row(view, row, PANEL))
        text = QCoreApplication.translate("Bench", "What {token} may read").format(token=token)
        yield Entry("follow_readers", text, lambda: open_row(view, row, READERS))
    if found.kind == "cell" and matrix.col_axis in TOKENS and (matrix.col_axis, found.j) != (matrix.row_axis, found.i):
        key = (matrix.col_axis, found.j)
        text = follow.format(token=matrix.cols[found.j])
        yield Entry("follow_key", text, lambda: open_row(view, key, PANEL))


def open_row(view: BenchView, row: Row, panel: str) -> None:
    """Follow a row and open a panel on it."""
    view.selection.follow(row)
    view.selection.open_panel(panel)
