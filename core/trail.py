"""The way from a cell to the inputs, one step a line: at each step the term that contributes most."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .explain import Explanation, explain
from .expression import Cell, leaves
from .ops.arithmetic import Remark, remark
from .problem import QT_TRANSLATE_NOOP
from .trace import Trace

RULE = QT_TRANSLATE_NOOP(
    "explain",
    "Each step follows the largest contribution (parameters only where nothing else contributes) and in it the larger "
    "number that was computed; where there is no sum, the number in the same place.",
)
ALONE = QT_TRANSLATE_NOOP("explain", "the only term")
LARGEST = QT_TRANSLATE_NOOP("explain", "largest of {count} terms: {amount}")
SAME_PLACE = QT_TRANSLATE_NOOP("explain", "in the same place")
HIDING = QT_TRANSLATE_NOOP("explain", "it hides the cell")

# What a trail follows first where a term has several factors.
_RANK = {"result": 2, "statistic": 2, "input": 1, "parameter": 0, "setting": -1}


@dataclass(frozen=True)
class Link:
    """One step: a cell, the source that is followed next (None at the end), and why that one."""

    explanation: Explanation
    next: Cell | None
    why: Remark | None


def trail(trace: Trace, name: str, i: int, j: int) -> tuple[Link, ...]:
    """The steps from cell (i, j) of `name` to an input, or to a parameter or setting where no input has a say."""
    links: list[Link] = []
    here: tuple[str, int, int] | None = (name, i, j)
    while here is not None:
        explanation = explain(trace, *here)
        following, why = _choose(trace, explanation)
        links.append(Link(explanation, following, why))
        here = None if following is None else (following.node, following.i, following.j)
    return tuple(links)


def _choose(trace: Trace, explanation: Explanation) -> tuple[Cell | None, Remark | None]:
    if not explanation.blocks:
        return None, None
    if explanation.through is not None:
        return explanation.through, remark(HIDING if explanation.hidden else SAME_PLACE)
    amounts = explanation.amounts
    if len(amounts) < 2:
        cells = [cell for term in explanation.terms for cell in term.factors]
        return _followed(trace, cells), remark(ALONE)
    order = np.argsort(-np.abs(amounts), kind="stable").tolist()
    chosen = next((k for k in order if _rank(trace, _followed(trace, _cells(explanation, k))) > 0), order[0])
    said = remark(LARGEST, count=len(amounts), amount=float(amounts[chosen]))
    return _followed(trace, _cells(explanation, chosen)), said


def _cells(explanation: Explanation, k: int) -> list[Cell]:
    return [cell for cell in leaves(explanation.term(k)) if isinstance(cell, Cell)]


def _followed(trace: Trace, cells: list[Cell]) -> Cell:
    """Of the cells of one term, the one that was computed, else given as input; of several the largest."""
    return max(cells, key=lambda cell: (_rank(trace, cell), abs(cell.value)))


def _rank(trace: Trace, cell: Cell) -> int:
    return _RANK[trace.graph[cell.node].role]
