"""The bars of an explanation: what each term of a sum contributes, or what each key adds to the sum of a softmax."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from core.explain import Explanation, Term
from core.expression import Cell, Cells, Expression, Named, Quotient, Total
from core.trace import Trace
from core.writing import OTHERS, ZEROS, fold, matrix_of

from .page import Bar
from .writing import PlainStyle, labels, say

IN_ORDER = 4  # terms; more are shown with the largest first


def bars(
    trace: Trace, explanation: Explanation, style: PlainStyle, name: Callable[[Expression], str] = lambda term: ""
) -> tuple[Bar, ...]:
    """The terms that are shown, and what is left of them; none where there is only one.

    `name` says what a term is about, "" leaves that to its cells.
    """
    if explanation.kind == "softmax":
        return _exponentials(trace, explanation.expression, style)
    if not explanation.is_sum or len(explanation.amounts) < 2:
        return ()
    shown = explanation.shown
    amounts = [term.contribution or 0.0 for term in shown.terms]
    most = _most([*amounts, shown.rest])
    found = [
        _bar(name(part) or _label(trace, explanation, term, style), amount, most, style, _target(term))
        for term, part, amount in zip(shown.terms, shown.expressions, amounts, strict=True)
    ]
    if len(found) > IN_ORDER:
        order = sorted(range(len(found)), key=lambda k: -_size(amounts[k]))
        found = [found[k] for k in order]
    if shown.others:
        left = _bar(say(OTHERS).format(count=shown.others, sum="").strip(" :："), shown.rest, most, style, None)
        found.append(left)
    if shown.zeros:
        found.append(Bar(say(ZEROS).format(count=shown.zeros), "", 0.0, "plus"))
    return tuple(found)


def _exponentials(trace: Trace, expression: Expression, style: PlainStyle) -> tuple[Bar, ...]:
    """What each key adds to the sum below the line."""
    if not isinstance(expression, Quotient):
        return ()
    above, below = expression.parts
    total = below.parts[0]
    vector = total.parts[0] if isinstance(total, Total) else None
    if not isinstance(vector, Named) or vector.marks is None or len(vector.marks) < 2:
        return ()
    scores = next(part for part in vector.parts[0].parts[0].parts if isinstance(part, Cells))
    known = np.asarray(vector.known, np.float64)
    kept, zeros, others = fold(known)
    if len(kept) > IN_ORDER:
        kept = kept[np.argsort(-known[kept], kind="stable")]
    most = _most(known.tolist())
    mine = above.mark if isinstance(above, Named) else None
    found = []
    for k in kept.tolist():
        cell = scores.at(k)
        label = _column(trace, cell)
        bar = _bar(label, float(known[k]), most, style, (cell.node, cell.i, cell.j))
        found.append(Bar(bar.label, bar.number, bar.share, "weight", bar.target, int(vector.marks[k]) == mine))
    if len(others):
        rest = float(known[others].sum())
        words = say(OTHERS).format(count=len(others), sum="").strip(" :：")
        found.append(Bar(words, style.number(rest), min(1.0, _size(rest) / most), "weight"))
    if zeros:
        found.append(Bar(say(ZEROS).format(count=zeros), "", 0.0, "weight"))
    return tuple(found)


def _bar(label: str, amount: float, most: float, style: PlainStyle, target: tuple[str, int, int] | None) -> Bar:
    tone = "minus" if amount < 0 else "plus"
    return Bar(label, style.number(amount), min(1.0, _size(amount) / most), tone, target)


def _size(amount: float) -> float:
    return abs(amount) if not math.isnan(amount) else math.inf


def _most(amounts: list[float]) -> float:
    return max((abs(x) for x in amounts if math.isfinite(x)), default=0.0) or 1.0


def _target(term: Term) -> tuple[str, int, int] | None:
    """Where a click on a bar leads: to the first of its numbers, of a gradient's sum to the gradient in it."""
    cell = next((c for c in term.factors if c.node != matrix_of(c.node)), next(iter(term.factors), None))
    return None if cell is None else (matrix_of(cell.node), cell.i, cell.j)


def _label(trace: Trace, explanation: Explanation, term: Term, style: PlainStyle) -> str:
    """What a term is about: the key or channel that the sum runs along, else the cell itself."""
    if not term.factors:
        return ""
    cell = term.factors[0]
    run = next((b for b in explanation.blocks if isinstance(b, Cells) and b.node == cell.node), None)
    if run is None:
        marked, style.marked = style.marked, False
        text = style.cell(cell.node, cell.i, cell.j)
        style.marked = marked
        return text
    return _column(trace, cell) if not isinstance(run.j, int) else _row(trace, cell)


def _column(trace: Trace, cell: Cell) -> str:
    return trace[matrix_of(cell.node)].cols[cell.j] or str(cell.j)


def _row(trace: Trace, cell: Cell) -> str:
    matrix = trace[matrix_of(cell.node)]
    return labels(matrix, cell.i, 0)[0] if matrix.rows[cell.i] else str(cell.i)
