"""Workspace: everything a person can change, as one immutable value."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from .graph import LEAF, Graph, Node
from .models.build import graph as build_graph
from .problem import QT_TRANSLATE_NOOP, Problem
from .seeded import seeded
from .settings import setting
from .spec import ModelSpec, with_fields

Array = NDArray[Any]
MOST_ROWS = 1024
MEMORY_LIMIT = 2 * 2**30


class Sample(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One example: its source tokens, in order. `len(sample.source)` is n."""

    source: tuple[str, ...]


class Pin(msgspec.Struct, frozen=True, eq=False):
    """Cells of a computed matrix held: `values` where `where` is 1; both of the node's shape, read-only."""

    values: Array
    where: Array


class Workspace:
    """A spec, samples, arrays (inputs and parameters) and pins. Every `with_…` returns another workspace.

    Arrays left alone are shared with the old workspace (the engine finds what changed by identity); a change
    to equal bits returns the same workspace. Parameters are keyed by their name, inputs by
    `sample<b>/<name>`. The constructor checks names, shapes and types, so computing can't fail on shape.
    Arrays that the present spec doesn't use lie in `dormant` and come back with it.
    `about` holds a title and one honest sentence per language: `{"en": {"title": …, "note": …}}`.
    """

    __slots__ = ("about", "arrays", "dormant", "pins", "samples", "spec")

    def __init__(
        self,
        spec: ModelSpec,
        samples: tuple[Sample, ...],
        arrays: Mapping[str, Array],
        pins: Mapping[tuple[int, str], Pin] | None = None,
        about: Mapping[str, Mapping[str, str]] | None = None,
        dormant: Mapping[str, Array] | None = None,
    ) -> None:
        _check_samples(samples)
        self.spec = spec
        self.samples = samples
        self.pins: Mapping[tuple[int, str], Pin] = MappingProxyType(dict(pins or {}))
        self.about: Mapping[str, Mapping[str, str]] = MappingProxyType(dict(about or {}))
        self.dormant: Mapping[str, Array] = MappingProxyType(dict(dormant or {}))
        needed = needs(spec, samples)
        dtype = np.dtype(spec.precision)
        for name in arrays:
            if name not in needed:
                raise Problem(QT_TRANSLATE_NOOP("core", "This model has no array called {name}."), name=name)
        for name, shape in needed.items():
            if name not in arrays:
                raise Problem(QT_TRANSLATE_NOOP("core", "The array {name} is missing."), name=name)
            found = arrays[name]
            if found.shape != shape:
                raise Problem(
                    QT_TRANSLATE_NOOP("core", "{name} must be {expected}, found {found}."),
                    name=name,
                    expected=times(shape),
                    found=times(found.shape),
                )
            if found.dtype != dtype:
                raise Problem(
                    QT_TRANSLATE_NOOP("core", "{name} must hold {expected}, found {found}."),
                    name=name,
                    expected=dtype,
                    found=found.dtype,
                )
        self.arrays: Mapping[str, Array] = MappingProxyType({name: frozen(arrays[name]) for name in needed})

    @classmethod
    def new(
        cls,
        spec: ModelSpec,
        samples: tuple[Sample, ...],
        given: Mapping[str, Array] | None = None,
        about: Mapping[str, Mapping[str, str]] | None = None,
    ) -> Workspace:
        """A workspace whose arrays are those given and, for the rest, the seeded ones."""
        _check_samples(samples)
        arrays = {name: rounded(array, spec.precision) for name, array in (given or {}).items()}
        for name, shape in needs(spec, samples).items():
            if name not in arrays:
                arrays[name] = _fresh(spec, name, shape)
        return cls(spec, samples, arrays, about=about)

    # what stands where

    def graph(self, sample: int = 0) -> Graph:
        """The graph of one sample, with its pins."""
        plain = build_graph(self.spec, len(self.samples[sample].source))
        held = frozenset(name for b, name in self.pins if b == sample and self.pin_fits(b, name))
        return build_graph(self.spec, len(self.samples[sample].source), held) if held else plain

    def pin_fits(self, sample: int, name: str) -> bool:
        """Whether a pin applies in the present model; one that doesn't is kept and ignored."""
        plain = build_graph(self.spec, len(self.samples[sample].source))
        pin = self.pins[sample, name]
        return name in plain and plain[name].op != LEAF and plain[name].shape == pin.values.shape

    def leaf(self, node: Node, sample: int = 0) -> Array:
        """The values of a leaf node: an input, a parameter, a setting or an operand of a pin."""
        if node.role == "input":
            return self.arrays[f"sample{sample}/{node.name}"]
        if node.role == "parameter":
            return self.arrays[node.name]
        owner, _, part = node.name.rpartition(".")
        if part in ("held", "where") and (sample, owner) in self.pins:
            pin = self.pins[sample, owner]
            return pin.values if part == "held" else pin.where
        return setting(self.spec, node.name)

    def node(self, name: str, sample: int = 0) -> Node:
        """The node that `name` (canonical or alias) means; Problem naming the nearest known one if none."""
        known = self.graph(sample)
        if name in known:
            return known[name]
        from .closest import closest

        near = closest(name, known.names())
        if near is None:
            raise Problem(QT_TRANSLATE_NOOP("core", "There is no matrix called {name} in this model."), name=name)
        raise Problem(
            QT_TRANSLATE_NOOP("core", "There is no matrix called {name}. Did you mean {near}?"), name=name, near=near
        )

    # edits

    def with_cell(self, name: str, i: int, j: int, value: float, sample: int = 0) -> Workspace:
        """One cell of an input, parameter or setting changed; refused in words on a computed matrix."""
        return self.with_block(name, i, j, np.array([[value]], dtype=np.float64), sample)

    def with_block(self, name: str, i: int, j: int, values: Array, sample: int = 0) -> Workspace:
        """A block of cells, [rows, cols] from cell (i, j), changed."""
        node = self.node(name, sample)
        rows, cols = values.shape
        check_cell(node.name, node.shape, i, j)
        check_cell(node.name, node.shape, i + rows - 1, j + cols - 1)
        if node.op != LEAF:
            raise Problem(
                QT_TRANSLATE_NOOP(
                    "core", "{name} is computed, so it can't be edited. Change what it is made from: {sources}."
                ),
                name=node.name,
                sources=", ".join(self.sources(node, sample)),
            )
        if node.role == "setting":
            return self._with_setting(node, float(values[0, 0]), sample)
        key = node.name if node.role == "parameter" else f"sample{sample}/{node.name}"
        old = self.arrays[key]
        changed = old.copy()
        changed[i : i + rows, j : j + cols] = rounded(values, old.dtype)
        if same_bits(old, changed):
            return self
        return self._replace(arrays={**self.arrays, key: frozen(changed)})

    def sources(self, node: Node, sample: int = 0) -> Iterator[str]:
        """The inputs and parameters nearest above a computed node: what to change instead of it."""
        known = self.graph(sample)
        direct = [known.nodes[i] for i in node.inputs]
        leaves = [n.name for n in direct if n.op == LEAF and n.role in ("input", "parameter")]
        if leaves:
            yield from leaves
        elif direct:
            seen: set[str] = set()
            for n in direct:
                for name in self.sources(n, sample):
                    if name not in seen:
                        seen.add(name)
                        yield name

    def _with_setting(self, node: Node, value: float, sample: int) -> Workspace:
        field = node.name.removeprefix("set.")
        if field == "eps":
            return self.with_spec(eps=value)
        if field == "query_offset":
            return self.with_spec(query_offset=int(value) if value.is_integer() else value)
        if node.name.endswith((".held", ".where")):
            raise Problem(
                QT_TRANSLATE_NOOP("core", "{name} belongs to a pin: change or release the pin instead."), name=node.name
            )
        raise Problem(
            QT_TRANSLATE_NOOP("core", "{name} follows from the model's fields: change {field} there."),
            name=node.name,
            field=field,
        )

    def with_pin(
        self, name: str, i: int | None, j: int | None, value: float | Array, sample: int = 0
    ) -> Workspace:
        """Cells of a computed matrix held at `value`: a cell, or with None a whole row, column or matrix."""
        node = self.node(name, sample)
        if node.op == LEAF:
            raise Problem(
                QT_TRANSLATE_NOOP("core", "{name} is not computed: edit it, there is nothing to hold."), name=node.name
            )
        if node.name.endswith(".natural"):
            raise Problem(
                QT_TRANSLATE_NOOP("core", "{name} is the natural value beside a pin: it can't be pinned again."),
                name=node.name,
            )
        check_cell(node.name, node.shape, i or 0, j or 0)
        dtype = np.dtype(self.spec.precision)
        old = self.pins.get((sample, node.name))
        fits = old is not None and old.values.shape == node.shape
        values = old.values.copy() if old and fits else np.zeros(node.shape, dtype)
        where = old.where.copy() if old and fits else np.zeros(node.shape, dtype)
        cells = (slice(None) if i is None else i, slice(None) if j is None else j)
        try:
            values[cells] = rounded(value, dtype)
        except ValueError:
            raise Problem(
                QT_TRANSLATE_NOOP("core", "{name} is {expected}: {found} numbers can't be held there."),
                name=node.name,
                expected=times(node.shape),
                found=times(np.shape(value)),
            ) from None
        where[cells] = 1
        if old and fits and same_bits(old.values, values) and same_bits(old.where, where):
            return self
        return self._replace(pins={**self.pins, (sample, node.name): Pin(frozen(values), frozen(where))})

    def without_pin(self, name: str, i: int | None = None, j: int | None = None, sample: int = 0) -> Workspace:
        """A pin released: one cell, a row, a column, or the whole matrix."""
        canonical = self.node(name, sample).name if name in self.graph(sample) else name
        pin = self.pins.get((sample, canonical))
        if pin is None:
            raise Problem(QT_TRANSLATE_NOOP("core", "Nothing is pinned in {name}."), name=canonical)
        check_cell(canonical, pin.where.shape, i or 0, j or 0)
        where = pin.where.copy()
        where[slice(None) if i is None else i, slice(None) if j is None else j] = 0
        if same_bits(where, pin.where):
            return self
        rest = {key: other for key, other in self.pins.items() if key != (sample, canonical)}
        if where.any():
            values = np.where(where != 0, pin.values, 0).astype(pin.values.dtype)
            rest = {**self.pins, (sample, canonical): Pin(frozen(values), frozen(where))}
        return self._replace(pins=rest)

    # other models of the same numbers

    def with_spec(self, **changes: object) -> Workspace:
        """The model changed by fields of its spec (Problem if refused).

        Overlapping parts of arrays keep their values, new cells are seeded, arrays the new spec doesn't use
        stay dormant and come back.
        """
        spec = with_fields(self.spec, **changes)
        return self if spec == self.spec else self._fitted(spec, self.samples)

    def with_samples(self, samples: tuple[Sample, ...]) -> Workspace:
        """Other examples; rows of inputs keep their values by index."""
        return self if samples == self.samples else self._fitted(self.spec, samples)

    def with_rows(self, n: int, sample: int = 0) -> Workspace:
        """The sample cut to its first n tokens, or continued with new ones."""
        _check_rows(n)
        old = self.samples[sample].source
        source = old[:n] + tuple(f"t{i}" for i in range(len(old), n))
        samples = list(self.samples)
        samples[sample] = Sample(source)
        return self.with_samples(tuple(samples))

    def with_about(self, about: Mapping[str, Mapping[str, str]]) -> Workspace:
        return self._replace(about=about)

    def _fitted(self, spec: ModelSpec, samples: tuple[Sample, ...]) -> Workspace:
        _check_samples(samples)
        had = {**self.dormant, **self.arrays}
        arrays = {name: _fit(spec, name, shape, had.get(name)) for name, shape in needs(spec, samples).items()}
        dormant = {name: array for name, array in had.items() if name not in arrays}
        pins = {
            (b, name): fitted
            for (b, name), pin in self.pins.items()
            if b < len(samples)
            and (fitted := _fitted_pin(spec, len(samples[b].source), name, pin)).where.any()  # not all cut off
        }
        return Workspace(spec, samples, arrays, pins, self.about, dormant)

    def _replace(self, **changes: Any) -> Workspace:
        """A copy that shares everything but `changes`; only checked parts may change this way."""
        other = object.__new__(Workspace)
        for slot in Workspace.__slots__:
            value = changes.get(slot, getattr(self, slot))
            setattr(other, slot, MappingProxyType(value) if isinstance(value, dict) else value)
        return other


def needs(spec: ModelSpec, samples: tuple[Sample, ...]) -> dict[str, tuple[int, int]]:
    """Every array a workspace must hold: name to shape, in reading order."""
    needed: dict[str, tuple[int, int]] = {}
    for b, sample in enumerate(samples):
        recorded = build_graph(spec, len(sample.source))
        check_memory(spec, recorded)
        for node in recorded.nodes:
            if node.role == "parameter":
                needed[node.name] = node.shape
            elif node.role == "input":
                needed[f"sample{b}/{node.name}"] = node.shape
    return needed


def check_memory(spec: ModelSpec, recorded: Graph) -> None:
    """Refuse a model whose values don't fit the limit, naming the estimate and what dominates it."""
    item = np.dtype(spec.precision).itemsize
    total = sum(node.size for node in recorded.nodes) * item
    if total > MEMORY_LIMIT:
        largest = max(recorded.nodes, key=lambda node: node.size)
        raise Problem(
            QT_TRANSLATE_NOOP(
                "core",
                "This model would need about {gib} GiB, allowed are {limit}; the largest matrix is {name} ({shape}).",
            ),
            gib=f"{total / 2**30:.1f}",
            limit=MEMORY_LIMIT // 2**30,
            name=largest.name,
            shape=times(largest.shape),
        )


def check_cell(name: str, shape: tuple[int, ...], i: int, j: int) -> None:
    """Refuse a cell outside its matrix, naming what is allowed."""
    rows, cols = shape
    if not (0 <= i < rows and 0 <= j < cols):
        raise Problem(
            QT_TRANSLATE_NOOP(
                "core",
                "{name} is {shape}: it has no cell [{i},{j}]; rows go from 0 to {last_row}, columns to {last_col}.",
            ),
            name=name,
            shape=times(shape),
            i=i,
            j=j,
            last_row=rows - 1,
            last_col=cols - 1,
        )


def _check_rows(n: object) -> None:
    if not isinstance(n, int) or isinstance(n, bool) or not 1 <= n <= MOST_ROWS:
        raise Problem(
            QT_TRANSLATE_NOOP(
                "core", "A sample can't have {found} tokens: allowed is a whole number from 1 to {most}."
            ),
            found=n,
            most=MOST_ROWS,
        )


def _check_samples(samples: tuple[Sample, ...]) -> None:
    if not samples:
        raise Problem(QT_TRANSLATE_NOOP("core", "A model needs at least one sample."))
    for sample in samples:
        _check_rows(len(sample.source))


def _fresh(spec: ModelSpec, name: str, shape: tuple[int, int]) -> Array:
    return seeded(spec.seed, name, *shape).astype(spec.precision, copy=False)


def _fit(spec: ModelSpec, name: str, shape: tuple[int, int], old: Array | None) -> Array:
    """`old` cropped or continued to `shape` in the spec's precision; itself where nothing changes."""
    return _fresh(spec, name, shape) if old is None else _laid_over(old, spec, shape, partial(_fresh, spec, name))


def _fitted_pin(spec: ModelSpec, rows: int, name: str, pin: Pin) -> Pin:
    """The pin cropped, or continued with cells not held, to its node's new shape; as it is where there is no node."""
    plain = build_graph(spec, rows)
    shape = plain[name].shape if name in plain else pin.values.shape
    values, where = (frozen(_laid_over(array, spec, shape, np.zeros)) for array in (pin.values, pin.where))
    return pin if values is pin.values and where is pin.where else Pin(values, where)


def _laid_over(old: Array, spec: ModelSpec, shape: tuple[int, ...], below: Callable[..., Array]) -> Array:
    """`old` in the spec's precision over `below(shape)`, cut to that shape; `old` itself where nothing changes."""
    if old.shape == shape and old.dtype == spec.precision:
        return old
    fitted = np.array(below(shape), spec.precision)
    rows, cols = min(shape[0], old.shape[0]), min(shape[1], old.shape[1])
    fitted[:rows, :cols] = rounded(old[:rows, :cols], spec.precision)
    return fitted


def rounded(values: Any, precision: Any) -> Array:
    """`values` in a precision; what is too large for it becomes ±∞ silently, as everywhere in the lab."""
    with np.errstate(all="ignore"):
        return np.asarray(values, dtype=precision)


def frozen(array: Array) -> Array:
    """`array` in C order and read-only; a copy only where it is not already so."""
    if array.flags.c_contiguous and not array.flags.writeable:
        return array
    locked = np.array(array, order="C")
    locked.flags.writeable = False
    return locked


def same_bits(a: Array, b: Array) -> bool:
    """Equal to the bit: NaN equals NaN, 0 differs from −0."""
    return a.shape == b.shape and a.dtype == b.dtype and a.tobytes() == b.tobytes()


def times(shape: tuple[int, ...]) -> str:
    """A shape as people write it: 3×4."""
    return "×".join(str(n) for n in shape)
