"""The way from a cell to the inputs, one step a line: at each step the term that contributes most."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .explain import Explanation, explain
from .expression import Cell, leaves
from .graph import LEAF, Graph
from .ops.arithmetic import Remark, remark
from .problem import QT_TRANSLATE_NOOP
from .trace import Trace

RULE = QT_TRANSLATE_NOOP(
    "explain",
    "Each step follows the largest contribution that an input has a say in, and in it the number that was computed, "
    "the larger one of two; where there is no sum, the number in the same place.",
)
ALONE = QT_TRANSLATE_NOOP("explain", "the only term")
LARGEST = QT_TRANSLATE_NOOP("explain", "largest of {count} terms: {amount}")
SAME_PLACE = QT_TRANSLATE_NOOP("explain", "in the same place")
HIDING = QT_TRANSLATE_NOOP("explain", "it hides the cell")


@dataclass(frozen=True)
class Link:
    """One step: a cell, the source that is followed next (None at the end), and why that one."""

    explanation: Explanation
    next: Cell | None
    why: Remark | None


def trail(trace: Trace, name: str, i: int, j: int) -> tuple[Link, ...]:
    """The steps from cell (i, j) of `name` to an input, or to what ends the way where no input has a say."""
    follow = _Following(trace.graph)
    links: list[Link] = []
    here: tuple[str, int, int] | None = (name, i, j)
    while here is not None:
        explanation = explain(trace, *here)
        following, why = follow.choose(explanation)
        links.append(Link(explanation, following, why))
        here = None if following is None else (following.node, following.i, following.j)
    return tuple(links)


class _Following:
    """Which source a trail follows: computed from an input before given as input before anything else."""

    def __init__(self, graph: Graph) -> None:
        self._rank: dict[str, int] = {}
        for node in graph.nodes:
            inputs = (self._rank[graph.nodes[k].name] for k in node.inputs)
            if node.op == LEAF:
                self._rank[node.name] = 1 if node.role == "input" else 0 if node.role == "parameter" else -1
            else:
                self._rank[node.name] = 2 if max(inputs, default=-1) > 0 else -1

    def choose(self, explanation: Explanation) -> tuple[Cell | None, Remark | None]:
        if not explanation.blocks:
            return None, None
        if explanation.through is not None:
            return explanation.through, remark(HIDING if explanation.hidden else SAME_PLACE)
        amounts = explanation.amounts
        if len(amounts) < 2:
            cells = [cell for term in explanation.terms for cell in term.factors]
            return self._best(cells), remark(ALONE)
        order = [k for k in np.argsort(-np.abs(amounts), kind="stable").tolist() if amounts[k] != 0] or [0]
        firsts = ((k, self._best(_cells(explanation, k))) for k in order)
        chosen, cell = next(((k, c) for k, c in firsts if self._rank[c.node] > 0), (order[0], None))
        said = remark(LARGEST, count=len(amounts), amount=float(amounts[chosen]))
        return cell or self._best(_cells(explanation, chosen)), said

    def _best(self, cells: list[Cell]) -> Cell:
        """Of the cells of one term; among equals the largest."""
        return max(cells, key=lambda cell: (self._rank[cell.node], abs(cell.value)))


def _cells(explanation: Explanation, k: int) -> list[Cell]:
    return [cell for cell in leaves(explanation.term(k)) if isinstance(cell, Cell)]
