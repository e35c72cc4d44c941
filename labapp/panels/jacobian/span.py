"""What is differentiated by what: a sublayer, a layer, a whole stack, or any two stages of a stream."""

from __future__ import annotations

from dataclasses import dataclass

from core.residual import Stack, Sublayer, stacks
from core.trace import Trace

SUBLAYER, LAYER, STACK, ANY = "sublayer", "layer", "stack", "any"
KINDS = (SUBLAYER, LAYER, STACK, ANY)
ENCODER, DECODER, MEMORY = "enc", "dec", "memory"


@dataclass(frozen=True)
class Track:
    """One stream, or the way from the encoder into the decoder: the matrices to begin at and to end at.

    Within a stream both are its stages, and the end is at `last` > `first`; `stack` says where its layers are.
    """

    id: str
    froms: tuple[str, ...]
    tos: tuple[str, ...]
    stack: Stack | None

    def ends(self, first: int) -> tuple[int, ...]:
        """The places in `tos` that a span from `first` can end at."""
        return tuple(range(first, len(self.tos))) if self.stack is not None else tuple(range(len(self.tos)))


@dataclass(frozen=True)
class Span:
    """Places in a track's `froms` and `tos`. In a stream `tos[k]` is the stage after `froms[k]`."""

    track: str
    first: int
    last: int


def tracks(trace: Trace) -> dict[str, Track]:
    """What a model has, by id; empty for an attention by itself."""
    found: dict[str, Track] = {}
    by_side = {stack.side: stack for stack in stacks(trace.graph, trace.spec)}
    for side, stack in by_side.items():
        found[side] = Track(side, stack.stages[:-1], stack.stages[1:], stack)
    dec = by_side.get("dec")
    if dec is not None and "memory" in trace.graph and "dec1.C" in trace.graph:
        enc = by_side.get("enc")
        froms = enc.stages if enc is not None else (trace.graph["memory"].name,)
        crossed = dec.stages.index(trace.graph["dec1.C"].name)
        found[MEMORY] = Track(MEMORY, froms, dec.stages[crossed:], None)
    return found


def usual(track: Track, kind: str, first: int = 0) -> Span:
    """The span of a kind that begins at `first`, or where one nearest to it does."""
    if track.stack is None:
        return Span(track.id, len(track.froms) - 1, len(track.tos) - 1)
    first = min(first, len(track.froms) - 1)
    if kind == STACK:
        return Span(track.id, 0, len(track.tos) - 1)
    if kind == LAYER:
        starts = track.stack.layers
        layer = max(k for k in range(len(starts) - 1) if k == 0 or starts[k] <= first)
        return Span(track.id, starts[layer], starts[layer + 1] - 1)
    return Span(track.id, first, first)


def ending(track: Track, kind: str, last: int) -> Span:
    """The span of a kind that ends at `last`, or where one nearest to it does."""
    if kind == LAYER and track.stack is not None:
        ends = track.stack.layers
        layer = next((k for k in range(1, len(ends)) if ends[k] - 1 >= last), len(ends) - 1)
        return Span(track.id, ends[layer - 1], ends[layer] - 1)
    return usual(track, kind, last)


def kind_of(track: Track, span: Span) -> str:
    """What a span is; of a stack with one layer it is the stack."""
    if track.stack is None:
        return ANY
    if (span.first, span.last) == (0, len(track.tos) - 1):
        return STACK
    if span.first == span.last:
        return SUBLAYER
    starts = track.stack.layers
    return LAYER if (span.first, span.last + 1) in zip(starts, starts[1:], strict=False) else ANY


def fits(track: Track, kind: str, span: Span) -> bool:
    """Whether a span is one of a kind: one layer may be the whole stack as well."""
    if kind == ANY or track.stack is None:
        return True
    return span == usual(track, kind, span.first)


def sublayer(track: Track, span: Span) -> Sublayer | None:
    """The residual sublayer that a span is; None for a longer one, and for the norm at the end of a stack."""
    if track.stack is None or span.first != span.last or span.first >= len(track.stack.sublayers):
        return None
    return track.stack.sublayers[span.first]


def within(track: Track, span: Span) -> tuple[int, ...]:
    """The places of the sublayers that a span of a stream goes through."""
    if track.stack is None:
        return ()
    return tuple(k for k in range(span.first, span.last + 1) if k < len(track.stack.sublayers))
