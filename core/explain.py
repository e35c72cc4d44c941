"""Why this number: the arithmetic that made one cell, with its numbers filled in, and the cells it used."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import repeat
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .expression import Cell, Cells, Expression, Minus, Named, Number, Quotient, Sum, Total, leaves, steps
from .graph import LEAF, Node
from .needs import check_cell
from .ops import BY_NAME
from .ops.arithmetic import Arithmetic, Operand, Remark, remark
from .problem import QT_TRANSLATE_NOOP
from .trace import Trace
from .writing import LONG, fold

Array = NDArray[Any]

# What the arithmetic may differ from the cell by, of its size (nothing cancelling, never below 1): 64 units of the
# last place, 1.4e-14 in float64 and 7.6e-6 in float32. Sums are added up in another order, exponentials are others.
UNIT = {precision: 64 * float(np.finfo(precision).eps) for precision in ("float64", "float32")}

KINDS: dict[str, str] = {
    "input": QT_TRANSLATE_NOOP("explain", "input"),
    "parameter": QT_TRANSLATE_NOOP("explain", "parameter"),
    "setting": QT_TRANSLATE_NOOP("explain", "setting"),
    "products": QT_TRANSLATE_NOOP("explain", "sum of products"),
    "sum": QT_TRANSLATE_NOOP("explain", "sum"),
    "scaling": QT_TRANSLATE_NOOP("explain", "scaling"),
    "distance_bias": QT_TRANSLATE_NOOP("explain", "bias of a distance"),
    "rotation": QT_TRANSLATE_NOOP("explain", "rotation"),
    "sinusoid": QT_TRANSLATE_NOOP("explain", "wave of a position"),
    "rule": QT_TRANSLATE_NOOP("explain", "rule of a mask"),
    "mask": QT_TRANSLATE_NOOP("explain", "mask: every rule must allow it"),
    "softmax": QT_TRANSLATE_NOOP("explain", "softmax of a row"),
    "mean": QT_TRANSLATE_NOOP("explain", "mean of a row"),
    "variance": QT_TRANSLATE_NOOP("explain", "variance of a row"),
    "mean_square": QT_TRANSLATE_NOOP("explain", "mean square of a row"),
    "standardized": QT_TRANSLATE_NOOP("explain", "standardised"),
    "affine": QT_TRANSLATE_NOOP("explain", "gain and shift"),
    "activation": QT_TRANSLATE_NOOP("explain", "activation"),
    "concat": QT_TRANSLATE_NOOP("explain", "heads side by side"),
    "copy": QT_TRANSLATE_NOOP("explain", "copy"),
    "off": QT_TRANSLATE_NOOP("explain", "switched off"),
    "lookup": QT_TRANSLATE_NOOP("explain", "look-up in a table"),
    "transpose": QT_TRANSLATE_NOOP("explain", "table turned round"),
    "hold": QT_TRANSLATE_NOOP("explain", "pin"),
    "cache": QT_TRANSLATE_NOOP("explain", "rows kept, and new ones"),
    "log_probability": QT_TRANSLATE_NOOP("explain", "log-probability"),
    "token_loss": QT_TRANSLATE_NOOP("explain", "loss of a token"),
    "mean_loss": QT_TRANSLATE_NOOP("explain", "mean loss"),
    "backward": QT_TRANSLATE_NOOP("explain", "sum of what comes back"),
}

# Kinds whose terms add up to the value.
SUMS = frozenset(
    ("products", "sum", "scaling", "distance_bias", "rotation", "mean", "variance", "mean_square", "affine")
    + ("concat", "copy", "off", "lookup", "transpose", "hold", "cache", "token_loss", "mean_loss", "backward")
)

HIDDEN = QT_TRANSLATE_NOOP("explain", "Hidden by {rules}.")
RULES: dict[str, str] = {
    "causal": QT_TRANSLATE_NOOP("explain", "the causal rule"),
    "window": QT_TRANSLATE_NOOP("explain", "the window"),
    "padding": QT_TRANSLATE_NOOP("explain", "padding"),
    "custom": QT_TRANSLATE_NOOP("explain", "the mask painted by hand"),
    "pin": QT_TRANSLATE_NOOP("explain", "a pin"),
}


class Source(NamedTuple):
    """A cell that was used."""

    node: str
    i: int
    j: int


class Term(NamedTuple):
    """One term of a sum and what it adds to the value; `contribution` is None where the arithmetic is no sum."""

    factors: tuple[Cell, ...]
    contribution: float | None


class Shown(NamedTuple):
    """A sum as it is shown: some terms in order, how many are left out because they are 0, the others and their sum.

    `expressions` are those of the terms: a product, the square of a difference, a cell.
    """

    terms: tuple[Term, ...]
    expressions: tuple[Expression, ...]
    zeros: int
    others: int
    rest: float


@dataclass(frozen=True)
class Explanation:
    """How one cell of a trace was made.

    `node` is the canonical name, `value` what stands in the cell, `kind` a key of KINDS. `expression` is the
    arithmetic over other cells, `hidden` the rules that hide the cell (as `Trace.hidden_by`), `remarks` sentences
    beside it. `beside` are cells worth showing that have no say.
    """

    node: str
    i: int
    j: int
    value: float
    kind: str
    expression: Expression
    hidden: tuple[str, ...]
    remarks: tuple[Remark, ...]
    deciding: tuple[Cell | Cells, ...]
    beside: tuple[Cell, ...]
    through: Cell | None
    precision: str

    @cached_property
    def recomputed(self) -> float:
        """The value of the arithmetic, in double."""
        with np.errstate(all="ignore"):
            return float(self.expression.number())

    @cached_property
    def rounding(self) -> float:
        """By how much `recomputed` may differ from `value`: rounding alone, of sums as they are added up."""
        with np.errstate(all="ignore"):
            size = float(self.expression.size())
        return UNIT[self.precision] * max(1.0, size if np.isfinite(size) else 1.0)

    @property
    def given(self) -> bool:
        """Whether nothing made it: it is an input, a parameter or a setting."""
        return self.kind in ("input", "parameter", "setting")

    @cached_property
    def blocks(self) -> tuple[Cell | Cells, ...]:
        """The cells used, run by run: those of the arithmetic, then those that decide. No cell is left out."""
        return () if self.given else (*leaves(self.expression), *self.deciding)

    @cached_property
    def sources(self) -> tuple[Source, ...]:
        """Every cell that was used, once, in reading order of the arithmetic."""
        found: dict[Source, None] = {}
        for block in self.blocks:
            places = ((block.i, block.j),) if isinstance(block, Cell) else block.places()
            found.update((Source(block.node, i, j), None) for i, j in places)
        return tuple(found)

    @cached_property
    def steps(self) -> tuple[Named, ...]:
        """The intermediate numbers (row maximum, exponentials, angle, …), each after those it needs."""
        return tuple(steps(self.expression, LONG))

    @property
    def is_sum(self) -> bool:
        """Whether the contributions of `terms` add up to the value."""
        return self.kind in SUMS

    @cached_property
    def amounts(self) -> Array:
        """What each term of a sum contributes, in order; cells that only decide have none. Empty for what is no sum."""
        if not self.is_sum:
            return np.zeros(0)
        with np.errstate(all="ignore"):
            return np.concatenate([np.atleast_1d(amount) for _, amount in self._pieces] or [np.zeros(0)])

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """The terms of a sum in order; else every cell that was used, without a contribution.

        A cell that only decides is a factor of the one term there is, or a term of its own that adds nothing.
        """
        if not self.is_sum:
            return tuple(Term((cell,), None) for cell in dict.fromkeys(_members(self.blocks)))
        deciding = tuple(_members(self.deciding))
        found = tuple(term for piece in self._pieces for term in _terms(*piece))
        if len(found) == 1:
            return (Term((*deciding, *found[0].factors), found[0].contribution),)
        return (*found, *(Term((cell,), 0.0) for cell in deciding))

    @cached_property
    def shown(self) -> Shown:
        """The terms of a sum as they are shown: all of a short one, the largest of a long one and what is left."""
        kept, zeros, others = fold(self.amounts)
        with np.errstate(all="ignore"):
            rest = float(self.amounts[others].sum())
        expressions = tuple(map(self.term, kept.tolist()))
        amounts = self.amounts[kept].tolist()
        terms = tuple(Term(tuple(_members(leaves(e))), x) for e, x in zip(expressions, amounts, strict=True))
        return Shown(terms, expressions, zeros, len(others), rest)

    def term(self, k: int) -> Expression:
        """The k-th term of a sum; it contributes `amounts[k]`."""
        for expression, amount in self._pieces:
            if k < np.size(amount):
                return expression.at(k)
            k -= np.size(amount)
        raise IndexError(k)

    @cached_property
    def _pieces(self) -> tuple[tuple[Expression, Any], ...]:
        with np.errstate(all="ignore"):
            return tuple(_split(self.expression, 1.0))


def explain(trace: Trace, name: str, i: int, j: int) -> Explanation:
    """Why cell (i, j) of the matrix `name` (canonical or alias) is what it is.

    Raises Problem for a matrix or a cell that there is not, naming the nearest or what is allowed.
    """
    node = trace.graph[name] if name in trace.graph else trace.workspace.node(name, trace.sample)
    check_cell(node.name, node.shape, i, j)
    value = float(trace.values_of(node)[i, j])
    with np.errstate(all="ignore"):
        made = _arithmetic(trace, node, i, j)
    hidden = tuple(rule for rule in trace.hidden_by(node.name, i, j) if rule in RULES) if node.op != LEAF else ()
    said = (remark(HIDDEN, rules=tuple(RULES[rule] for rule in hidden)),) if hidden else ()
    return Explanation(
        node=node.name,
        i=i,
        j=j,
        value=value,
        kind=made.kind,
        expression=made.expression,
        hidden=hidden,
        remarks=(*said, *made.remarks),
        deciding=made.deciding,
        beside=made.beside,
        through=made.through,
        precision=trace.spec.precision,
    )


def _arithmetic(trace: Trace, node: Node, i: int, j: int) -> Arithmetic:
    nodes = trace.graph.nodes
    if node.op == LEAF:
        return Arithmetic(node.role, Cell(node.name, i, j, float(trace.values_of(node)[i, j])))
    operands = [Operand(nodes[k].name, trace.values_of(nodes[k])) for k in (node.index, *node.inputs)]
    return BY_NAME[node.op].explain(i, j, *operands)


def _split(expression: Expression, share: float) -> Iterator[tuple[Expression, Any]]:
    """The terms of a sum and what each contributes: a number, or a vector with the terms of a Total."""
    if isinstance(expression, Sum):
        for part in expression.parts:
            yield from _split(part, share)
    elif isinstance(expression, Minus):
        yield from _split(expression.parts[0], -share)
    elif isinstance(expression, Quotient):
        yield from _split(expression.parts[0], share / float(expression.parts[1].number()))
    elif isinstance(expression, Total):
        yield expression.parts[0], expression.parts[0].number() * share
    elif not isinstance(expression, Number):  # nothing: no term
        yield expression, float(expression.number() * share)


def _terms(expression: Expression, amount: Any) -> Iterator[Term]:
    """The terms of one piece of a sum, all at once."""
    if np.ndim(amount) == 0:
        return iter((Term(tuple(_members(leaves(expression))), amount),))
    columns = [repeat(block) if isinstance(block, Cell) else iter(block) for block in leaves(expression)]
    return map(Term, zip(*columns), amount.tolist())  # noqa: B905 (a cell that is in every term repeats for ever)


def _members(blocks: Iterable[Cell | Cells]) -> Iterator[Cell]:
    for block in blocks:
        if isinstance(block, Cell):
            yield block
        else:
            yield from block
