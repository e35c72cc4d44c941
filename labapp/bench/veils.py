"""Veils: which rows of an attention are not shown yet. A view: nothing is computed anew, and no mask is involved."""

from __future__ import annotations

import re
from collections.abc import Mapping

from core.trace import Trace

Revealed = Mapping[str, frozenset[int]]  # attention ("enc1.self") -> the query rows that are shown; others show all
_ROWS = re.compile(r"(.+)\.h\d+\.(?:raw|scaled|bias|rel|total|S|A|AV|Arel|H)(?:\.(?:natural|held|where))?")
LEAST = 2  # rows that are worth a choice


def veiled_part(name: str) -> str:
    """The attention whose query rows the matrix `name` has ("" for all others): scores, weights, what a head gives."""
    found = _ROWS.fullmatch(name)
    return found[1] if found else ""


def row_count(trace: Trace, part: str) -> int:
    """How many query rows an attention has; 0 for one that isn't in the model."""
    mask = f"{part}.mask"
    return trace.graph[mask].shape[0] if mask in trace else 0


def shown_rows(trace: Trace, part: str, revealed: Revealed) -> tuple[int, ...]:
    """The query rows of an attention that are shown, in order."""
    rows = range(row_count(trace, part))
    chosen = revealed.get(part)
    return tuple(rows if chosen is None else (i for i in rows if i in chosen))


def blank_rows(trace: Trace, name: str, revealed: Revealed) -> tuple[int, ...]:
    """The rows of a matrix that are not shown."""
    part = veiled_part(name)
    if part not in revealed:
        return ()
    return tuple(i for i in range(row_count(trace, part)) if i not in revealed[part])


def kept(trace: Trace, revealed: Revealed) -> dict[str, frozenset[int]]:
    """What is left of `revealed` in another model: rows and attentions that are no more are dropped."""
    left = {}
    for part, rows in revealed.items():
        count = row_count(trace, part)
        still = frozenset(i for i in rows if i < count)
        if count >= LEAST and len(still) < count:
            left[part] = still
    return left
