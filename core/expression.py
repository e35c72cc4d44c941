"""Arithmetic with its numbers filled in: what an op did to make one cell, as an expression over cells.

A vector (`Cells`, and whatever is made of it) stands for one expression a term: a sum over 2048 of them is one
`Total`, and its k-th term is made by `at(k)` when somebody wants to see it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import repeat
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]


class Expression:
    """One piece of arithmetic, immutable.

    `number()` is its value in double: a float, or an array where it is a vector. `size()` is what its rounding is
    relative to: the same arithmetic with nothing cancelling. `parts` are the expressions it is made of.
    """

    __slots__ = ()
    parts: tuple[Expression, ...] = ()

    def number(self) -> Any:
        raise NotImplementedError

    def size(self) -> Any:
        return np.abs(self.number())

    def at(self, k: int) -> Expression:
        """The k-th of a vector; itself where there is only one number."""
        return self


@dataclass(frozen=True)
class Number(Expression):
    """A constant of the equation, or an index: `text` and `latex` where it is not written in digits (½)."""

    value: float
    text: str = ""
    latex: str = ""

    def number(self) -> Any:
        return np.float64(self.value)


class _Cell(NamedTuple):
    node: str
    i: int
    j: int
    value: float


class Cell(_Cell, Expression):
    """One cell of a matrix, by its canonical name. A tuple: a long sum makes thousands."""

    __slots__ = ()

    def number(self) -> Any:
        return np.float64(self.value)


@dataclass(frozen=True, eq=False)
class Cells(Expression):
    """Some cells of one matrix, in the order of a sum; `i` and `j` are one index or one a cell."""

    node: str
    i: int | Array
    j: int | Array
    values: Array

    def number(self) -> Any:
        return self.values

    def __len__(self) -> int:
        return len(self.values)

    def at(self, k: int) -> Cell:
        i, j = (int(index if isinstance(index, int) else index[k]) for index in (self.i, self.j))
        return Cell(self.node, i, j, float(self.values[k]))

    def places(self) -> Iterator[tuple[int, int]]:
        """Row and column of each."""
        rows, cols = (repeat(x, len(self)) if isinstance(x, int) else x.tolist() for x in (self.i, self.j))
        return zip(rows, cols, strict=True)

    def __iter__(self) -> Iterator[Cell]:
        return (Cell(self.node, i, j, value) for (i, j), value in zip(self.places(), self.values.tolist(), strict=True))


@dataclass(frozen=True)
class Compound(Expression):
    """An expression made of others. A kind without fields of its own is no dataclass anew: making one takes time."""

    parts: tuple[Expression, ...] = field()

    def at(self, k: int) -> Expression:
        return replace(self, parts=tuple(part.at(k) for part in self.parts))


class Sum(Compound):
    def number(self) -> Any:
        return sum(part.number() for part in self.parts)

    def size(self) -> Any:
        return sum(part.size() for part in self.parts)


class Product(Compound):
    def number(self) -> Any:
        return math.prod((part.number() for part in self.parts), start=np.float64(1.0))

    def size(self) -> Any:
        return math.prod((part.size() for part in self.parts), start=np.float64(1.0))


class Minus(Compound):
    """The one part, negated."""

    def number(self) -> Any:
        return -self.parts[0].number()

    def size(self) -> Any:
        return self.parts[0].size()


class Quotient(Compound):
    def number(self) -> Any:
        return self.parts[0].number() / self.parts[1].number()

    def size(self) -> Any:
        below = np.abs(self.parts[1].number())
        return self.parts[0].size() / below * (self.parts[1].size() / below)


class Power(Compound):
    """Base and exponent."""

    def number(self) -> Any:
        return self.parts[0].number() ** self.parts[1].number()

    def size(self) -> Any:
        exponent = self.parts[1].number()
        return self.parts[0].size() ** exponent if exponent >= 1 else np.abs(self.number())


class Root(Compound):
    def number(self) -> Any:
        return np.sqrt(self.parts[0].number())

    def size(self) -> Any:
        return self.parts[0].size() / self.number()


class Maximum(Compound):
    """The larger of its parts."""

    def number(self) -> Any:
        return np.max([part.number() for part in self.parts])

    def size(self) -> Any:
        return np.max([part.size() for part in self.parts])


class Total(Compound):
    """The sum over a vector."""

    def number(self) -> Any:
        return np.sum(self.parts[0].number())

    def size(self) -> Any:
        return np.sum(self.parts[0].size())

    def at(self, k: int) -> Expression:
        return self


class Largest(Compound):
    """The largest of a vector."""

    def number(self) -> Any:
        return np.max(self.parts[0].number())

    def at(self, k: int) -> Expression:
        return self


FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    "exp": np.exp,
    "ln": np.log,
    "sin": np.sin,
    "cos": np.cos,
    "tanh": np.tanh,
    "erf": lambda x: np.float64(math.erf(x)),
}


@dataclass(frozen=True)
class Function(Compound):
    """A function of one part, by the name it has in FUNCTIONS."""

    name: str = field(kw_only=True)

    def number(self) -> Any:
        return FUNCTIONS[self.name](self.parts[0].number())

    def size(self) -> Any:
        inner = np.maximum(1.0, self.parts[0].size())
        if self.name == "exp":
            return np.where(np.isfinite(inner), inner, 1.0) * self.number()  # exp(−∞) is 0
        return np.maximum(1.0, np.abs(self.number())) if self.name == "ln" else inner


@dataclass(frozen=True)
class Holds(Compound):
    """1 where `left relation right` holds, else 0; the relation is "≤" or "<"."""

    relation: str = field(kw_only=True)

    def number(self) -> Any:
        left, right = (part.number() for part in self.parts)
        return np.float64(left <= right if self.relation == "≤" else left < right)


class Every(Compound):
    """1 where no part is 0, else 0."""

    def number(self) -> Any:
        return np.float64(all(part.number() != 0 for part in self.parts))


@dataclass(frozen=True)
class Named(Compound):
    """An intermediate number with a symbol of its own: a step of the explanation. `marks` number a vector's."""

    symbol: str = field(kw_only=True)
    latex: str = field(kw_only=True)
    marks: Array | None = field(default=None, kw_only=True, compare=False)
    mark: int | None = field(default=None, kw_only=True)
    known: Any = field(default=None, kw_only=True, compare=False)

    def number(self) -> Any:
        return self.known

    def size(self) -> Any:
        return self.parts[0].size()

    def at(self, k: int) -> Expression:
        if self.marks is None:
            return self
        part = self.parts[0].at(k)
        return Named((part,), symbol=self.symbol, latex=self.latex, mark=int(self.marks[k]), known=self.known[k])


def named(symbol: str, expression: Expression, latex: str = "", marks: Array | None = None) -> Named:
    """`expression` under a symbol, worked out once. Warnings of the arithmetic are the caller's to silence."""
    return Named((expression,), symbol=symbol, latex=latex or symbol, marks=marks, known=expression.number())


def difference(a: Expression, b: Expression) -> Sum:
    return Sum((a, Minus((b,))))


def square(x: Expression) -> Power:
    return Power((x, Number(2)))


def leaves(expression: Expression) -> Iterator[Cell | Cells]:
    """Every cell an expression uses, in reading order; one that is used twice comes twice."""
    if isinstance(expression, Cell | Cells):
        yield expression
    for part in expression.parts:
        yield from leaves(part)


def steps(expression: Expression, listed: int) -> list[Named]:
    """The intermediate numbers of an expression, each after those it is made from.

    A vector stands for its members, unless it has more than `listed`: then those that are used are steps too.
    """
    found: dict[tuple[str, int | None], Named] = {}

    def visit(part: Expression) -> None:
        for inner in part.parts:
            visit(inner)
        if isinstance(part, Named):
            found.setdefault((part.symbol, part.mark), part)

    visit(expression)
    vectors = {name.symbol for name in found.values() if name.marks is not None and len(name.marks) <= listed}
    return [name for name in found.values() if name.mark is None or name.symbol not in vectors]
