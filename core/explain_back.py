"""Why this gradient: what each op that reads a cell sends back to it, with the numbers, and their sum.

The sum is an Explanation like that of a number: its cells are those of matrices and, under names that begin with ∂,
those of gradients.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .explain import Explanation
from .expression import Compound, Expression, Named, Number, Sum, named
from .gradient import Gradient, check_movable, sources_of
from .graph import Node
from .needs import check_cell
from .ops import BY_NAME
from .ops.arithmetic import Arithmetic, Operand, Remark, remark
from .ops.op import NO_GRADIENT
from .problem import QT_TRANSLATE_NOOP
from .trace import Trace
from .writing import gradient_of

Array = NDArray[Any]
KIND = "backward"
TARGET = QT_TRANSLATE_NOOP("explain", "It is the number whose gradient this is: moved by 1 it moves by 1.")
NO_WAY = QT_TRANSLATE_NOOP("explain", "Nothing leads from here to {target}: the gradient is 0.")
SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


@dataclass(frozen=True)
class Sent:
    """What one op sends back: `user` is the matrix that it makes; `arithmetic` the part of the sum."""

    user: str
    op: str
    arithmetic: Arithmetic


@dataclass(frozen=True)
class Backwards(Explanation):
    """The explanation of a gradient; `sent` are its parts. Where they are several, part k is the step `step(k)`."""

    sent: tuple[Sent, ...] = ()

    def part(self, symbol: str) -> Sent | None:
        """The part that is the step `symbol`; None for another step."""
        return next((part for k, part in enumerate(self.sent) if step(k) == symbol), None)


def step(k: int) -> str:
    """The letters of the k-th part, counted from 0, of a sum of several."""
    return f"g{str(k + 1).translate(SUBSCRIPTS)}"


def explain_back(trace: Trace, found: Gradient, name: str, i: int, j: int) -> Backwards:
    """Why the gradient of cell (i, j) of `name` is what it is: the sum over all that read the cell.

    `found` are the gradients of one number of this trace. Problem for what has no gradient, or is not there.
    """
    node = trace.graph[name]
    check_cell(node.name, node.shape, i, j)
    check_movable(node)
    with np.errstate(all="ignore"):
        parts = sent_back(trace, found, node, i, j)
        expression, remarks = _sum(trace, found, node, i, j, parts)
    deciding = tuple(block for part in parts for block in part.arithmetic.deciding)
    return Backwards(
        node=gradient_of(node.name),
        i=i,
        j=j,
        value=float(found[node.name][i, j]),
        kind=KIND,
        expression=expression,
        hidden=(),
        remarks=(*remarks, *_remarks(parts)),
        deciding=deciding,
        beside=(),
        through=None,
        precision=trace.spec.precision,
        sent=tuple(parts),
    )


def sent_back(trace: Trace, found: Gradient, node: Node, i: int, j: int) -> list[Sent]:
    """What each op sends back to a cell, in the order of the model; ops that don't lead to the target send nothing."""
    graph = trace.graph
    leading = sources_of(graph, graph[found.of].index)
    parts = []
    for user in graph.nodes:
        if user.index not in leading or node.index not in user.inputs:
            continue
        backward = BY_NAME[user.op].backward
        if backward is NO_GRADIENT:
            continue
        g = Operand(gradient_of(user.name), found[user.name])
        operands = [Operand(graph.nodes[k].name, trace.values_of(graph.nodes[k])) for k in (user.index, *user.inputs)]
        for k, index in enumerate(user.inputs):
            if index == node.index:
                parts.append(Sent(user.name, user.op, backward.explain(k, i, j, g, *operands)))
    return parts


def _sum(
    trace: Trace, found: Gradient, node: Node, i: int, j: int, parts: list[Sent]
) -> tuple[Expression, tuple[Remark, ...]]:
    """The whole sum: one part as it is, of several each as a step with a name of its own."""
    own = found.of == node.name and found.cell == (i, j)
    remarks: tuple[Remark, ...] = (remark(TARGET),) if own else ()
    if not parts and not own:
        return Number(0), (remark(NO_WAY, target=f"{found.of}[{found.cell[0]},{found.cell[1]}]"),)
    pieces: list[Expression] = [Number(1)] if own else []
    if len(parts) == 1 and not own:
        return parts[0].arithmetic.expression, remarks
    for k, part in enumerate(parts):
        mark = str(k + 1).translate(SUBSCRIPTS)
        inner = _renamed(part.arithmetic.expression, mark, f"_{{{k + 1}}}")
        pieces.append(named(step(k), inner, f"g_{{{k + 1}}}"))
    return (pieces[0] if len(pieces) == 1 else Sum(tuple(pieces))), remarks


def _renamed(expression: Expression, mark: str, latex: str) -> Expression:
    """The steps of one part under names that no other part has."""
    if not isinstance(expression, Compound):
        return expression
    made = replace(expression, parts=tuple(_renamed(part, mark, latex) for part in expression.parts))
    if isinstance(made, Named):
        made = replace(made, symbol=made.symbol + mark, latex=made.latex + latex)
    return made


def _remarks(parts: list[Sent]) -> tuple[Remark, ...]:
    found: list[Remark] = []
    for part in parts:
        found += [one for one in part.arithmetic.remarks if one not in found]
    return tuple(found)
