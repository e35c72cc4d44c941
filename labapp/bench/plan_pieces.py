"""What bands are put together from: cards with their pins, stacks, operations; each matrix gets one place."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from core.spec import ModelSpec
from core.trace import Trace

from . import labels
from .items import BandPlan, CardItem, GlyphItem, Item, StackItem
from .sections import Section

Title = Callable[[str], str]


class Pieces:
    """Builds the bands of one trace and remembers which matrices have a place.

    Each piece gives an empty tuple for what this trace doesn't have.
    """

    def __init__(self, trace: Trace, heads: Mapping[str, int]) -> None:
        self.trace = trace
        self.spec: ModelSpec = trace.spec
        self.heads = heads
        self.placed: set[str] = set()
        self.first_open: set[str] = set()  # the stacks whose first layer is open
        self.layers = max(self.spec.enc_layers * self.spec.encodes, self.spec.dec_layers * self.spec.decodes)

    def card(self, name: str, kind: str = "card") -> tuple[CardItem, ...]:
        """The card of `name`, once; a pinned matrix brings its natural value and the pin's operands."""
        if name not in self.trace:
            return ()
        name = self.trace.graph[name].name
        if name in self.placed:
            return ()
        self.placed.add(name)
        return (CardItem(name, kind),)

    def with_pin(self, name: str) -> tuple[Item, ...]:
        """The card, and below it, if it is pinned, what it would be and what holds it."""
        found = self.card(name)
        if not found or self.trace[name].natural is None:
            return found
        name = found[0].name
        below = self.card(f"{name}.natural")
        maps = self.card(f"{name}.held", "map") + self.card(f"{name}.where", "map")
        return (StackItem((*found, *below)), *([StackItem(maps)] if maps else []))

    def stack(self, *names: str, between: str = "") -> tuple[Item, ...]:
        """Cards below each other, `between` them a glyph."""
        found = [item for name in names for item in self.card(name)]
        if len(found) < 2:
            return tuple(found)
        items: list[CardItem | GlyphItem] = [found[0]]
        for item in found[1:]:
            items += [GlyphItem(between), item] if between else [item]
        return (StackItem(tuple(items), loose=True),)

    def glyph(self, markup: str, note: str = "", *chips: str) -> tuple[Item, ...]:
        """An operation, with the settings it takes as chips below."""
        settings = tuple(item for chip in chips for item in self.card(chip, "chip"))
        glyph = GlyphItem(markup, note)
        return (StackItem((glyph, *settings)),) if settings else (glyph,)

    def dropped(self, name: str) -> tuple[Item, ...]:
        """What dropout leaves of the matrix before, where it is to be seen."""
        if name not in self.trace:
            return ()
        return (
            *self.glyph("⊙", labels.dropout_note(self.spec)),
            *self.card(f"{name}.keep"),
            *self.glyph("="),
            *self.with_pin(name),
        )

    def symbol(self, name: str) -> str:
        return labels.markup(self.trace[name], self.layers)

    def band(self, title: str, subtitle: str, *groups: tuple[Item, ...], **extra: object) -> BandPlan | None:
        items = tuple(item for group in groups for item in group)
        if all(isinstance(item, GlyphItem) for item in items):
            return None
        return BandPlan(title, subtitle, items, **extra)  # type: ignore[arg-type]

    def switch(self, part: str) -> dict[str, object]:
        """The head switch of an attention, and the head it shows."""
        heads = tuple(range(1, self.spec.heads + 1))
        return {"part": part, "heads": heads, "shown": min(self.heads.get(part, 1), heads[-1])}

    def titled(self, section: Section) -> Title:
        """Titles of the bands of a section: with its layer where there are several."""

        def title(kind: str) -> str:
            words = labels.band_title(kind)
            if section.kind != "layer":
                return words
            return labels.layer_title(section.stack, section.layer, words, self.two_stacks, self.layers > 1)

        return title

    @property
    def two_stacks(self) -> bool:
        return self.spec.encodes and self.spec.decodes
