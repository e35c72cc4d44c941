"""The ledger of a model: shapes, parameters, multiply–adds and memory of each part, as functions of n and m.

n counts source tokens, m target tokens (or the rows that another source gives an attention). A graph says of every
matrix what its rows and columns count, so one graph gives the counts of all lengths. Nothing is computed for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

import msgspec
import numpy as np

from .cost import ATTENTION, HEAD, WORDS, inner, part
from .field import Lengths
from .graph import Graph, Node, short
from .models.build import graph as build_graph
from .problem import QT_TRANSLATE_NOOP, Problem
from .spec import ModelSpec

MOST_TOKENS = 10**6
MOST_WORDS = 10**7

GROWS = {"src": (1, 0), "tgt": (0, 1), "kv": (0, 1)}  # axes that count tokens: powers of n and m
SYMBOLS = {
    "src": "n",
    "tgt": "m",
    "kv": "m",
    "feature": "d",
    "key": "d_k",
    "value": "d_v",
    "hidden": "d_ff",
    "concat": "h·d_v",
    "src_vocab": "V_src",
    "tgt_vocab": "V_tgt",
    "one": "1",
}
TITLES = WORDS | {HEAD: "head and loss"}
EMBEDDED, NORMED = "embedded", "normed"  # kinds of entries, beside those of a cost
EMBEDDING, NORM, FINAL, SETTINGS = "embedding and positions", "residual and norm", "final norm", "settings"

Powers = tuple[int, int]


@dataclass(frozen=True)
class Count:
    """A polynomial in n and m: the coefficient of n^i m^j for each (i, j)."""

    terms: tuple[tuple[Powers, int], ...] = ()

    def at(self, n: int, m: int) -> int:
        return sum(c * n**i * m**j for (i, j), c in self.terms)

    def text(self) -> str:
        """As `512·n + 8·n²`; 0 for nothing."""
        return " + ".join(_term(powers, c) for powers, c in self.terms) or "0"


def total(counts: Iterable[Count]) -> Count:
    """The sum, its terms by degree, n before m."""
    found: dict[Powers, int] = {}
    for count in counts:
        for powers, c in count.terms:
            found[powers] = found.get(powers, 0) + c
    return Count(tuple(sorted(found.items(), key=lambda term: (sum(term[0]), -term[0][0]))))


def _term(powers: Powers, c: int) -> str:
    letters = [letter + ("²" if k == 2 else "") for letter, k in zip("nm", powers, strict=True) if k]
    return "·".join([*([f"{c:,}"] if c != 1 or not letters else []), *letters])


@dataclass(frozen=True)
class Weight:
    """A parameter matrix of a part: its last name, how many of it one layer has (heads, norms), and its shape."""

    name: str
    each: int
    symbols: str
    shape: tuple[int, int]


@dataclass(frozen=True)
class Entry:
    """One part of one kind of layer: `layers` layers have it, the numbers are of one.

    `kind` is one of core.cost.PARTS, EMBEDDED (what goes in) or NORMED (norms, residuals, and the few settings).

    `values` are the numbers that its matrices hold, parameters left out: the lab keeps every intermediate.
    """

    title: str
    kind: str
    layers: int
    weights: tuple[Weight, ...]
    parameters: int
    products: Count
    values: Count


@dataclass(frozen=True)
class Ledger:
    """The parts of a model in reading order, and all of it together; `item` are the bytes of one number."""

    spec: ModelSpec
    lengths: Lengths
    entries: tuple[Entry, ...]

    @cached_property
    def parameters(self) -> int:
        return sum(entry.parameters * entry.layers for entry in self.entries)

    @cached_property
    def products(self) -> Count:
        return total(entry.products for entry in self.entries for _ in range(entry.layers))

    @cached_property
    def values(self) -> Count:
        return total(entry.values for entry in self.entries for _ in range(entry.layers))

    @property
    def item(self) -> int:
        return np.dtype(self.spec.precision).itemsize


def ledger(spec: ModelSpec, lengths: Lengths) -> Ledger:
    """The ledger of a spec; `lengths` gives n, m, the sizes of the vocabularies, and whether padding is marked.

    Pins and masks painted by hand belong to a sample and are left out. Problem for lengths that can't be.
    """
    _check(lengths)
    graph = build_graph(spec, lengths)
    groups: dict[tuple[str, str], dict[str, list[Node]]] = {}
    for node in sorted(graph.nodes, key=_late):
        kind, title, layer = _place(node.name)
        groups.setdefault((title, kind), {}).setdefault(layer, []).append(node)
    entries = []
    for (title, kind), layers in groups.items():
        nodes = next(iter(layers.values()))  # layers of one stack are alike
        entries.append(
            Entry(
                title,
                kind,
                len(layers),
                tuple(_weights(nodes)),
                sum(node.size for node in nodes if node.role == "parameter"),
                total(_products(graph, node) for node in nodes),
                total(_size(node) for node in nodes if node.role != "parameter"),
            )
        )
    return Ledger(spec, lengths, tuple(entries))


def _check(lengths: Lengths) -> None:
    for found, most in (
        (lengths.src, MOST_TOKENS),
        (lengths.tgt, MOST_TOKENS),
        (lengths.src_vocab, MOST_WORDS),
        (lengths.tgt_vocab, MOST_WORDS),
    ):
        if not 0 <= found <= most:
            raise Problem(
                QT_TRANSLATE_NOOP("core", "A ledger counts up to {most} tokens or words, found {found}."),
                most=most,
                found=found,
            )


def _late(node: Node) -> int:
    """A mask is recorded before the projections and a setting with its first use; both are told after them."""
    return 2 if node.role == "setting" else 1 if node.display == "mask" else 0


STACKS = {"enc": "encoder", "dec": "decoder"}
SIDES = {"src": "source", "tgt": "target", "kv": "keys and values"}
WHICH = {"self": "self-attention", "cross": "cross-attention"}
_LAYER = re.compile(r"(enc|dec)(\d+)\.(self|cross|ffn|norm|sum|drop)")


def _place(name: str) -> tuple[str, str, str]:
    """The kind and the title of the part that a node belongs to, and its layer where it is in one."""
    kind = part(name)
    if match := _LAYER.match(name):
        stack, layer, which = match.groups()
        of = f"{STACKS[stack]} {WHICH[which]}: " if which in WHICH else f"{STACKS[stack]} "
        return kind or NORMED, of + (TITLES[kind] if kind else NORM), layer
    if name.startswith("att."):
        return kind or ATTENTION, TITLES[kind or ATTENTION], ""
    if kind == HEAD or short(name).startswith("label"):
        return HEAD, TITLES[HEAD], ""
    first = name.partition(".")[0]
    if first in SIDES:
        return EMBEDDED, f"{SIDES[first]} {EMBEDDING}", ""
    if first in STACKS:
        return NORMED, f"{STACKS[first]} {FINAL}", ""
    return NORMED if first == "set" else EMBEDDED, {"pos": "position table", "set": SETTINGS}.get(first, first), ""


def _weights(nodes: list[Node]) -> Iterator[Weight]:
    found: dict[str, list[Node]] = {}
    for node in nodes:
        if node.role == "parameter":
            inside = _LAYER.match(node.name) or node.name.startswith("att.")
            found.setdefault(short(node.name) if inside else node.name, []).append(node)
    for name, same in found.items():
        yield Weight(name, len(same), _symbols(same[0]), same[0].shape)


def _symbols(node: Node) -> str:
    return "×".join(SYMBOLS.get(axis, str(length)) for axis, length in zip(node.axes, node.shape, strict=True))


def _size(node: Node) -> Count:
    return _monomial((node.axes[0], node.shape[0]), (node.axes[1], node.shape[1]))


def _products(graph: Graph, node: Node) -> Count:
    if not inner(graph, node):
        return Count()
    first = graph.nodes[node.inputs[0]]
    return _monomial((node.axes[0], node.shape[0]), (node.axes[1], node.shape[1]), (first.axes[1], first.shape[1]))


def _monomial(*sides: tuple[str, int]) -> Count:
    """The product of some lengths, those that count tokens as n or m."""
    c, i, j = 1, 0, 0
    for axis, length in sides:
        if axis in GROWS:
            i, j = i + GROWS[axis][0], j + GROWS[axis][1]
        else:
            c *= length
    return Count((((i, j), c),))


# how a choice changes the parameters


def variants(spec: ModelSpec, lengths: Lengths) -> dict[str, int]:
    """The parameters with and without attention biases, and with each head: none, its own table, the embedding's.

    Where both sides have a table, also what one table for all would make of it, as in 2017.
    """
    found: dict[str, int] = {}
    if spec.kind != "attention" or spec.project:
        for bias in (False, True):
            found[f"attention biases {'on' if bias else 'off'}"] = _parameters(spec, lengths, bias=bias)
    if spec.stacks and (lengths.tgt_vocab if spec.decodes else lengths.src_vocab):
        found["without a head"] = _parameters(spec, lengths, head=False)
        found["head with its own W"] = _parameters(spec, lengths, head=True, tied=False)
        if spec.inputs == "tokens":
            tied = _parameters(spec, lengths, head=True, tied=True)
            found["head tied to the embedding"] = tied
            if spec.kind == "encoder_decoder" and lengths.src_vocab == lengths.tgt_vocab:
                found["one table for source, target and head (2017)"] = tied - lengths.src_vocab * spec.d
    return found


def _parameters(spec: ModelSpec, lengths: Lengths, **changes: object) -> int:
    changed = msgspec.structs.replace(spec, **changes)
    return sum(node.size for node in build_graph(changed, lengths).nodes if node.role == "parameter")
