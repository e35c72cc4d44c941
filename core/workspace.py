"""Workspace: everything a person can change, as one immutable value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

import msgspec
import numpy as np

from . import dropping
from .arrays import Array, fit, fresh, frozen, rounded, same_bits, times
from .graph import LEAF, Graph, Node, short
from .models.build import graph as build_graph
from .needs import CUSTOM, check_arrays, check_cell, customs, needs
from .pins import Along, Pin, corners, covers, cut, fits, grown
from .problem import QT_TRANSLATE_NOOP, Problem
from .samples import (
    DERIVED,
    MOST_ROWS,
    Sample,
    Vocab,
    check_rows,
    check_samples,
    complete_vocab,
    derived,
    frozen_vocab,
    label_side,
    lengths,
    main_side,
    sides,
)
from .settings import field_of, setting
from .spec import Lengths, ModelSpec, with_fields

__all__ = ["MOST_ROWS", "Pin", "Sample", "Workspace", "check_cell", "frozen", "needs", "same_bits", "times"]


class Workspace:
    """A spec, samples, vocabularies, arrays (inputs and parameters) and pins. Every `with_…` returns another one.

    Arrays left alone are shared with the old workspace (the engine finds what changed by identity); a change
    to equal bits returns the same workspace. Parameters are keyed by their name, inputs by
    `sample<b>/<name>`. The constructor checks names, shapes and types, so computing can't fail on shape.
    Arrays that the present spec doesn't use lie in `dormant` and come back with it.
    `about` holds a title and one honest sentence per language: `{"en": {"title": …, "note": …}}`.
    """

    __slots__ = ("about", "arrays", "dormant", "pins", "samples", "spec", "vocab")

    def __init__(
        self,
        spec: ModelSpec,
        samples: tuple[Sample, ...],
        arrays: Mapping[str, Array],
        pins: Mapping[tuple[int, str], Pin] | None = None,
        about: Mapping[str, Mapping[str, str]] | None = None,
        dormant: Mapping[str, Array] | None = None,
        vocab: Vocab | None = None,
    ) -> None:
        self.spec = spec
        self.samples = samples
        self.vocab = frozen_vocab(vocab or {})
        check_samples(spec, samples, self.vocab)
        self.pins: Mapping[tuple[int, str], Pin] = MappingProxyType(dict(pins or {}))
        self.about: Mapping[str, Mapping[str, str]] = MappingProxyType(dict(about or {}))
        self.dormant: Mapping[str, Array] = MappingProxyType(dict(dormant or {}))
        needed = needs(spec, samples, self.vocab, customs(arrays))
        check_arrays(spec, arrays, needed)
        self.arrays: Mapping[str, Array] = MappingProxyType({name: frozen(arrays[name]) for name in needed})

    @classmethod
    def new(
        cls,
        spec: ModelSpec,
        samples: tuple[Sample, ...],
        given: Mapping[str, Array] | None = None,
        about: Mapping[str, Mapping[str, str]] | None = None,
        vocab: Vocab | None = None,
    ) -> Workspace:
        """A workspace whose arrays are those given and, for the rest, the seeded ones; vocabularies are completed."""
        arrays = {name: rounded(array, spec.precision) for name, array in (given or {}).items()}
        words = complete_vocab(spec, samples, vocab or {})
        check_samples(spec, samples, words)
        for name, shape in needs(spec, samples, words, customs(arrays)).items():
            if name not in arrays:
                arrays[name] = fresh(spec, name, shape)
        return cls(spec, samples, arrays, about=about, vocab=words)

    # what stands where

    def graph(self, sample: int = 0) -> Graph:
        """The graph of one sample, with its pins."""
        plain = self._plain(sample)
        held = frozenset(name for b, name in self.pins if b == sample and self.pin_fits(b, name))
        return self._plain(sample, held) if held else plain

    def lengths(self, sample: int = 0) -> Lengths:
        """What of a sample decides the shape of its graph."""
        return lengths(self.spec, self.samples[sample], self.vocab)

    def tokens(self, sample: int = 0) -> tuple[str, ...]:
        """The tokens of a sample's main sequence: its source, or the target of a model that has no source."""
        return self.samples[sample].tokens(main_side(self.spec))

    def _plain(self, sample: int, pinned: frozenset[str] = frozenset()) -> Graph:
        painted = frozenset(at for b, at in customs(self.arrays) if b == sample)
        return build_graph(self.spec, self.lengths(sample), painted, pinned)

    def pin_fits(self, sample: int, name: str) -> bool:
        """Whether a pin applies in the present model; one that doesn't is kept and ignored."""
        return fits(self.pins[sample, name], self._plain(sample), name)

    def leaf(self, node: Node, sample: int = 0) -> Array:
        """The values of a leaf node: an input, a parameter, a setting or an operand of a pin."""
        if node.role == "input":
            if dropping.is_keep(node):
                return dropping.seen(self._plain(sample), self.spec, sample, self._plain(sample)[node.name])
            if short(node.name) in DERIVED:
                return derived(self.spec, self.samples[sample], self.vocab, node.name)
            return self.arrays[f"sample{sample}/{node.name}"]
        if node.role == "parameter":
            return self.arrays[node.name]
        owner, _, part = node.name.rpartition(".")
        if part in ("held", "where") and (sample, owner) in self.pins:
            pin = cut(self.pins[sample, owner], node.shape)
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
            return self._with_setting(node, float(values[0, 0]))
        if dropping.is_keep(node):
            raise Problem(
                QT_TRANSLATE_NOOP("core", "{name} is drawn from the seed: change the seed or the rate of dropout."),
                name=node.name,
            )
        if short(node.name) in DERIVED:
            raise Problem(
                QT_TRANSLATE_NOOP("core", "{name} follows from the tokens: change the tokens instead."), name=node.name
            )
        if node.display == "mask" and not np.isin(values, (0, 1)).all():
            raise Problem(
                QT_TRANSLATE_NOOP("core", "A mask holds 1 (visible) and 0 (hidden), found {found}."),
                found=values[~np.isin(values, (0, 1))][0],
            )
        key = node.name if node.role == "parameter" else f"sample{sample}/{node.name}"
        old = self.arrays[key]
        new = rounded(values, old.dtype)
        if same_bits(np.ascontiguousarray(old[i : i + rows, j : j + cols]), np.ascontiguousarray(new)):
            return self
        changed = old.copy()
        changed[i : i + rows, j : j + cols] = new
        changed.flags.writeable = False  # nobody else has it: `frozen` need not copy it once more
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

    def _with_setting(self, node: Node, value: float) -> Workspace:
        if (field := field_of(self.spec, node.name)) is not None:
            whole = isinstance(getattr(self.spec, field), int) and value.is_integer()
            return self.with_spec(**{field: int(value) if whole else value})
        if node.name.endswith((".held", ".where")):
            raise Problem(
                QT_TRANSLATE_NOOP("core", "{name} belongs to a pin: change or release the pin instead."), name=node.name
            )
        raise Problem(
            QT_TRANSLATE_NOOP("core", "{name} follows from the model's fields and can't be edited by itself."),
            name=node.name,
        )

    def with_parameters(self, parameters: Mapping[str, Array]) -> Workspace:
        """Whole parameters changed, each read-only and of the shape and type that it has."""
        check_arrays(self.spec, parameters, {name: self.arrays[name].shape for name in parameters})
        return self._replace(arrays={**self.arrays, **parameters})

    def with_pin(self, name: str, i: Along, j: Along, value: float | Array, sample: int = 0) -> Workspace:
        """Cells of a computed matrix held at `value`: a cell, slices, or with None a whole row, column or matrix."""
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
        for corner in corners(i, j):
            check_cell(node.name, node.shape, *corner)
        dtype = np.dtype(self.spec.precision)
        old = self.pins.get((sample, node.name))
        kept = old if old is not None and covers(old, node.shape) else None
        values = kept.values.copy() if kept else np.zeros(node.shape, dtype)
        where = kept.where.copy() if kept else np.zeros(node.shape, dtype)
        n, k = node.shape
        cells = (slice(n) if i is None else i, slice(k) if j is None else j)
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
        if kept and same_bits(kept.values, values) and same_bits(kept.where, where):
            return self
        return self._replace(pins={**self.pins, (sample, node.name): Pin(frozen(values), frozen(where))})

    def without_pin(self, name: str, i: Along = None, j: Along = None, sample: int = 0) -> Workspace:
        """A pin released: one cell, slices, a row, a column, or the whole matrix."""
        own = (sample, name) in self.pins or name not in self.graph(sample)  # also where its matrix is away
        canonical = name if own else self.node(name, sample).name
        pin = self.pins.get((sample, canonical))
        if pin is None:
            raise Problem(QT_TRANSLATE_NOOP("core", "Nothing is pinned in {name}."), name=canonical)
        for corner in corners(i, j):
            check_cell(canonical, pin.where.shape, *corner)
        where = pin.where.copy()
        where[slice(None) if i is None else i, slice(None) if j is None else j] = 0
        if same_bits(where, pin.where):
            return self
        rest = {key: other for key, other in self.pins.items() if key != (sample, canonical)}
        if where.any():
            values = np.where(where != 0, pin.values, 0).astype(pin.values.dtype)
            rest = {**self.pins, (sample, canonical): Pin(frozen(values), frozen(where))}
        return self._replace(pins=rest)

    def without_pins(self) -> Workspace:
        """All pins of all samples released."""
        return self._replace(pins={}) if self.pins else self

    def with_custom_mask(self, at: str, values: Array | None, sample: int = 0) -> Workspace:
        """A mask painted by hand for the attention `at` (1 visible, 0 hidden), or with None none."""
        key = f"sample{sample}/{at}{CUSTOM}"
        if values is None:
            rest = {name: array for name, array in self.arrays.items() if name != key}
            return self if len(rest) == len(self.arrays) else self._replace(arrays=rest)
        mask = self.node(f"{at}.mask", sample)
        if values.shape != mask.shape or not np.isin(values, (0, 1)).all():
            raise Problem(
                QT_TRANSLATE_NOOP("core", "The mask of {name} must be {expected} of 0 and 1, found {found}."),
                name=at,
                expected=times(mask.shape),
                found=times(values.shape),
            )
        if key in self.arrays and same_bits(self.arrays[key], values.astype(self.spec.precision)):
            return self
        arrays = {**self.arrays, key: np.array(values, self.spec.precision)}
        return Workspace(self.spec, self.samples, arrays, self.pins, self.about, self.dormant, self.vocab)

    # other models of the same numbers

    def with_spec(self, **changes: object) -> Workspace:
        """The model changed by fields of its spec (Problem if refused).

        Overlapping parts of arrays keep their values, new cells are seeded, arrays the new spec doesn't use
        stay dormant and come back.
        """
        spec = with_fields(self.spec, **changes)
        return self if spec == self.spec else self._fitted(spec, self._peopled(spec), self.vocab)

    def with_samples(self, samples: tuple[Sample, ...]) -> Workspace:
        """Other examples. Rows of inputs keep their values by index; new tokens join the vocabulary."""
        return self if samples == self.samples else self._fitted(self.spec, samples, self.vocab)

    def with_rows(self, n: int, sample: int = 0) -> Workspace:
        """The sample's main sequence cut to its first n tokens, or continued with new ones."""
        check_rows(n)
        old = self.samples[sample]
        side = main_side(self.spec)
        had = old.tokens(side)
        tokens = had[:n] + tuple(f"t{i}" for i in range(len(had), n))
        valid = old.valid(side)[:n] + (True,) * (n - len(had))
        if side == "src":
            asked = (*old.answers[:n], *("" for _ in tokens[len(old.answers) :])) if any(old.answers[:n]) else ()
            said = valid if not all(valid) else ()
            new = msgspec.structs.replace(old, source=tokens, source_valid=said, answers=asked)
        else:
            new = msgspec.structs.replace(old, target=tokens, target_valid=valid if not all(valid) else ())
        return self.with_samples((*self.samples[:sample], new, *self.samples[sample + 1 :]))

    def with_vocab(self, side: str, words: tuple[str, ...]) -> Workspace:
        """Another vocabulary ("src" or "tgt"); kept words keep their rows of the embedding and columns of the head."""
        return self._fitted(self.spec, self.samples, {**self.vocab, side: words})

    def with_about(self, about: Mapping[str, Mapping[str, str]]) -> Workspace:
        return self._replace(about=about)

    def _peopled(self, spec: ModelSpec) -> tuple[Sample, ...]:
        """The samples with tokens for every sequence that the new spec reads."""
        peopled = []
        for sample in self.samples:
            source = sample.source or sample.target or ("t0",)
            target = sample.target or source
            used = sides(spec)
            peopled.append(
                msgspec.structs.replace(
                    sample,
                    source=source if "src" in used else sample.source,
                    target=target if "tgt" in used else sample.target,
                )
            )
        return tuple(peopled)

    def _fitted(self, spec: ModelSpec, samples: tuple[Sample, ...], vocab: Vocab) -> Workspace:
        words = complete_vocab(spec, samples, vocab)
        check_samples(spec, samples, words)
        had = self._by_word({**self.dormant, **self.arrays}, words)
        painted = {(b, at) for b, at in customs(had) if b < len(samples)}
        needed = needs(spec, samples, words, painted)
        arrays = {name: fit(spec, name, shape, had.get(name)) for name, shape in needed.items()}
        dormant = {name: array for name, array in had.items() if name not in arrays}
        pins = {
            (b, name): grown(pin, build_graph(spec, lengths(spec, samples[b], words)), name, spec.precision)
            for (b, name), pin in self.pins.items()
            if b < len(samples)
        }
        return Workspace(spec, samples, arrays, pins, self.about, dormant, words)

    def _by_word(self, arrays: dict[str, Array], words: Vocab) -> dict[str, Array]:
        """Embedding rows and head columns moved to where their words now stand; new words are left to be seeded."""
        for side, now in words.items():
            then = self.vocab.get(side, ())
            if now == then or now[: len(then)] == then:
                continue
            index = [then.index(word) if word in then else -1 for word in now]
            head = label_side(self.spec)
            for name, axis in ((f"{side}.embed", 0), *((("out.W", 1), ("out.b", 1)) if head == side else ())):
                if name in arrays and arrays[name].shape[axis] == len(then):
                    old = arrays[name]
                    moved = np.take(old, index, axis=axis)
                    new = fresh(self.spec, name, moved.shape)
                    known = np.array(index) >= 0
                    arrays[name] = np.where(known[:, None] if axis == 0 else known[None, :], moved, new)
        return arrays

    def _replace(self, **changes: Any) -> Workspace:
        """A copy that shares everything but `changes`; only checked parts may change this way."""
        other = object.__new__(Workspace)
        for slot in Workspace.__slots__:
            value = changes.get(slot, getattr(self, slot))
            setattr(other, slot, MappingProxyType(value) if isinstance(value, dict) else value)
        return other
