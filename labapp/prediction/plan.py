"""What stands in the columns of the prediction view, as plain data: cards and their matrices, from the top down.

As in the figure of the paper (Vaswani et al. 2017) everything rises: what is computed first stands lowest.
"""

from __future__ import annotations

from dataclasses import dataclass

from core.spec import ModelSpec
from core.trace import Trace

from . import words

MOST_HEADS = 4
ENCODER, DECODER = "enc", "dec"


@dataclass(frozen=True)
class CardPlan:
    """One card: `key` names it ("dec2.cross"), `maps` are the matrices that it shows small.

    `kind` is "memory", "self", "cross", "ffn", "text", "norm" or "head".
    """

    key: str
    kind: str
    title: str
    note: str
    maps: tuple[str, ...]


@dataclass(frozen=True)
class GroupPlan:
    """Cards that fold together: one layer."""

    key: str
    caption: str
    cards: tuple[CardPlan, ...]


Block = CardPlan | GroupPlan


@dataclass(frozen=True)
class ColumnPlan:
    """One stack, its result on top and its text at the bottom; `axis` is the sequence whose rows it computes."""

    stack: str
    axis: str
    caption: str
    blocks: tuple[Block, ...]


def columns(trace: Trace) -> tuple[ColumnPlan, ...]:
    """The encoder's column and the decoder's, as the model has them; none for a model without layers."""
    spec = trace.spec
    found = []
    if spec.encodes:
        found.append(_column(trace, ENCODER))
    if spec.decodes:
        found.append(_column(trace, DECODER))
    return tuple(found)


def axis_of(spec: ModelSpec, stack: str) -> str:
    """The sequence that a stack computes rows of."""
    return "tgt" if stack == DECODER else "src"


def _column(trace: Trace, stack: str) -> ColumnPlan:
    spec = trace.spec
    axis = axis_of(spec, stack)
    count = spec.enc_layers if stack == ENCODER else spec.dec_layers
    blocks: list[Block] = []
    if "out.p" in trace and trace.graph["out.p"].axes[0] == axis:
        blocks.append(_card(trace, "out", "head", ("out.p",)))
    if stack == ENCODER and "memory" in trace:
        blocks.append(_card(trace, "memory", "memory", ("memory",)))
    elif f"{stack}.norm" in trace:
        blocks.append(_card(trace, f"{stack}.norm", "norm", (f"{stack}.norm",)))
    blocks += [_layer(trace, stack, number) for number in range(count, 0, -1)]
    blocks.append(_card(trace, axis, "text", _text(trace, axis)))
    return ColumnPlan(stack, axis, words.column(spec, stack), tuple(blocks))


def _text(trace: Trace, axis: str) -> tuple[str, ...]:
    """The rows that go in, before and after positions are added; where none are added, before and after √d."""
    there = [name for name in (f"{axis}.X", f"{axis}.X0") if name in trace]
    if len(there) == 2 and trace.graph[there[0]] is trace.graph[there[1]]:
        there = [name for name in (f"{axis}.E", f"{axis}.X") if name in trace]
    return tuple({trace.graph[name].index: name for name in there}.values())


def _layer(trace: Trace, stack: str, number: int) -> GroupPlan:
    key = f"{stack}{number}"
    heads = range(1, min(trace.spec.heads, MOST_HEADS) + 1)
    cards = []
    for kind in ("self", "cross"):
        part = f"{key}.{kind}"
        maps = (*(f"{part}.h{r}.A" for r in heads), f"{part}.out")
        if any(name in trace for name in maps):
            cards.append(_card(trace, part, kind, maps))
    cards.append(_card(trace, f"{key}.ffn", "ffn", (f"{key}.ffn.hidden", f"{key}.Z")))
    return GroupPlan(key, words.layer(trace.spec, stack, number), tuple(reversed(cards)))


def _card(trace: Trace, key: str, kind: str, maps: tuple[str, ...]) -> CardPlan:
    there = tuple(name for name in maps if name in trace)
    title, note = words.card(trace, key, kind)
    return CardPlan(key, kind, title, note, there)
