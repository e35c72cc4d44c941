"""Which matrices stand on which band, in which order, with which operations between them.

The recipes below are the only place that knows this; everything a recipe doesn't name stands on a last band, so
that every matrix of a trace is on the bench (those of other heads after a click on the head switch).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from core.spec import ModelSpec
from core.trace import Trace

from . import labels
from .items import BandPlan, BreakItem, CardItem, GlyphItem, Item, StackItem
from .richtext import plain

LAYER = re.compile(r"^(enc|dec)(\d+)\.")


def plan(trace: Trace, heads: Mapping[str, int] | None = None) -> tuple[tuple[BandPlan, ...], ...]:
    """The columns of bands for a trace; `heads` is the shown head by part (1 where it says nothing)."""
    planner = _Planner(trace, heads or {})
    bands = planner.encoder()
    bands += planner.rest()
    return (tuple(bands),)


class _Planner:
    """Builds the bands of one trace and remembers which matrices have a place."""

    def __init__(self, trace: Trace, heads: Mapping[str, int]) -> None:
        self.trace = trace
        self.spec: ModelSpec = trace.spec
        self.heads = heads
        self.placed: set[str] = set()

    # pieces; each gives an empty tuple for what this trace doesn't have

    def card(self, name: str, kind: str = "card") -> tuple[CardItem, ...]:
        """The card of `name`, once; a pinned matrix brings its natural value and the pin's operands."""
        if name not in self.trace:
            return ()
        name = self.trace[name].name
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

    def glyph(self, markup: str, note: str = "", chip: str = "") -> tuple[Item, ...]:
        """An operation, with a setting it takes as a chip below."""
        setting = self.card(chip, "chip") if chip else ()
        glyph = GlyphItem(markup, note)
        return (StackItem((glyph, *setting)),) if setting else (glyph,)

    def symbol(self, name: str) -> str:
        return labels.markup(self.trace[name], self.spec.enc_layers)

    # bands

    def encoder(self) -> list[BandPlan]:
        bands: list[BandPlan] = []
        stream = "src.X0"
        for layer in range(1, self.spec.enc_layers + 1):
            bands += self.layer(f"enc{layer}", layer, stream)
            stream = f"enc{layer}.Z"
        if bands:
            bands[0] = BandPlan(**{**bands[0].__dict__, "legend": True})
        return bands

    def layer(self, at: str, layer: int, stream: str) -> list[BandPlan]:
        """One layer: the sublayers in the order in which they are computed."""
        made: list[BandPlan | None] = []
        title = self._titled(layer)
        pre = self.spec.norm_place == "pre" and self.spec.norm != "none"
        source = stream
        if pre:
            source = f"{at}.norm1"
            made.append(self.band(title("norm"), "", self.card(stream), self.norm(source)))
        part = f"{at}.self"
        made.append(self.projections(title, part, source, stream))
        made.append(self.attention(title, part, at))
        u, z = f"{at}.U", f"{at}.Z"
        made.append(self.add(title, at, 1, stream, f"{part}.out", u, f"{at}.norm2" if pre else f"{at}.norm1"))
        ffn_source = f"{at}.norm2" if pre else u
        # Pre-norm leaves nothing but the sum after the feed-forward network: it ends that band.
        end = (*self.glyph(f"+ {self.symbol(u)} ="), *self.with_pin(z)) if pre and self.spec.residual else ()
        made.append(self.feed_forward(title, f"{at}.ffn", ffn_source, end))
        made.append(self.add(title, at, 2, u, f"{at}.ffn.out", z, "" if pre else f"{at}.norm2"))
        return [band for band in made if band is not None]

    def _titled(self, layer: int) -> Callable[[str], str]:
        def title(kind: str) -> str:
            words = labels.band_title(kind)
            return words if self.spec.enc_layers == 1 else labels.layer_title(layer, words)

        return title

    def band(self, title: str, subtitle: str, *groups: tuple[Item, ...], **extra: object) -> BandPlan | None:
        items = tuple(item for group in groups for item in group)
        if not any(isinstance(item, CardItem | StackItem) for item in items):
            return None
        return BandPlan(title, subtitle, items, **extra)  # type: ignore[arg-type]

    def switch(self, part: str) -> dict[str, object]:
        """The head switch of an attention, and the head it shows."""
        heads = tuple(range(1, self.spec.heads + 1))
        return {"part": part, "heads": heads, "shown": min(self.heads.get(part, 1), heads[-1])}

    def projections(self, title: Callable[[str], str], part: str, source: str, stream: str) -> BandPlan | None:
        switch = self.switch(part)
        h = f"{part}.h{switch['shown']}"
        x = self.card(source)
        made_from = f"{self.symbol(source)} ×" if not x else "×"
        return self.band(
            title("input" if x and source == stream else "projections"),
            labels.projections_subtitle(),
            x,
            self.glyph(made_from),
            *(self.stack(f"{h}.W{letter}", f"{h}.b{letter}", between="+") for letter in "QKV"),
            self.glyph("="),
            *(self.with_pin(f"{h}.{letter}") for letter in "QKV"),
            **switch,
        )

    def attention(self, title: Callable[[str], str], part: str, at: str) -> BandPlan | None:
        switch = self.switch(part)
        shown = int(str(switch["shown"]))
        h = f"{part}.h{shown}"
        off = shown in self.spec.heads_off
        rules = [name for name in self.trace if name.startswith(f"{part}.mask.") and name.count(".") == 3]
        others = [r for r in range(1, self.spec.heads + 1) if r != shown]
        return self.band(
            title("attention"),
            labels.attention_subtitle(self.trace, off),
            self.glyph("Q K^T"),
            self.with_pin(f"{h}.raw"),
            self.glyph(f"÷ √{self.spec.d_k}" if self.spec.scale else "× 1", chip="set.scale"),
            self.with_pin(f"{h}.S"),
            *(self.masks(part, rules)),
            self.glyph("softmax", labels.over_keys()),
            self.with_pin(f"{h}.A"),
            self.glyph(f"× V^{{{shown}}}"),
            self.with_pin(f"{h}.H"),
            *((self.card(f"{part}.h{r}.A", "map")) for r in others),
            (BreakItem(),),
            self.glyph("concat"),
            self.with_pin(f"{part}.concat"),
            self.glyph("×"),
            self.stack(f"{part}.WO", f"{part}.bO", between="+"),
            self.glyph("="),
            self.with_pin(f"{part}.out"),
            **switch,
        )

    def masks(self, part: str, rules: list[str]) -> list[tuple[Item, ...]]:
        """The mask, after the rules that it is made of."""
        found: list[tuple[Item, ...]] = []
        for name in rules:
            offset = "set.query_offset" if name.endswith(".causal") else ""
            rule = self.card(name) + (self.card(offset, "chip") if offset else ())
            found += [(StackItem(rule),) if len(rule) > 1 else rule, self.glyph("∧")]
        if found:
            found[-1] = self.glyph("=")
        return [*found, self.with_pin(f"{part}.mask")]

    def norm(self, name: str) -> tuple[Item, ...]:
        """Statistics, x̂, gain and shift, and the normalised rows."""
        if self.spec.norm == "none":
            return (*self.glyph("="), *self.with_pin(name))
        statistics = [item for stem in ("mean", "var", "ms") for item in self.with_pin(f"{name}.{stem}")]
        return (
            *statistics,
            BreakItem(),
            *self.glyph(labels.norm_name(self.spec), labels.over_features(), chip="set.eps"),
            *self.with_pin(f"{name}.xhat"),
            *self.stack(f"{name}.gamma", f"{name}.beta", between=""),
            *self.glyph("="),
            *self.with_pin(name),
        )

    def add(
        self, title: Callable[[str], str], at: str, k: int, stream: str, branch: str, result: str, norm: str
    ) -> BandPlan | None:
        """The residual sum and, where one follows, the norm."""
        total = f"{at}.sum{k}"
        x, f = self.symbol(stream), self.symbol(branch)
        inner = f"{x} + {f}" if self.spec.residual else f
        name = labels.norm_name(self.spec)
        if self.spec.norm_place == "post" and name:
            equation = f"{self.symbol(result)} = {name}({inner})"
        else:
            equation = f"{self.symbol(result)} = {inner}"
        follows = norm in self.trace and self.trace[norm].name not in self.placed
        normed = self.norm(norm) if follows else ()
        return self.band(
            title("add_norm" if normed and name else "add"),
            labels.add_subtitle(self.spec, plain(equation)),
            self.glyph(f"{inner} =" if self.spec.norm_place == "pre" else (f"{x} +" if self.spec.residual else f)),
            self.with_pin(total),
            normed,
        )

    def feed_forward(self, title: Callable[[str], str], at: str, source: str, end: tuple[Item, ...]) -> BandPlan | None:
        words = title("ffn_add" if end else "ffn")
        if not self.spec.ffn:
            return self.band(words, labels.ffn_subtitle(self.spec), self.with_pin(f"{at}.out"), end)
        pinned = any(self.trace[f"{at}.{stem}"].natural for stem in ("pre", "hidden"))
        act = labels.activation(self.spec)
        if pinned:
            middle = (*self.with_pin(f"{at}.pre"), *self.glyph(act), *self.with_pin(f"{at}.hidden"))
        else:
            middle = self.stack(f"{at}.pre", f"{at}.hidden", between=act)
        return self.band(
            words,
            labels.ffn_subtitle(self.spec),
            self.glyph(f"{self.symbol(source)} ×"),
            self.stack(f"{at}.W1", f"{at}.b1", between="+"),
            self.glyph("="),
            middle,
            (BreakItem(),),
            self.glyph("×"),
            self.stack(f"{at}.W2", f"{at}.b2", between="+"),
            self.glyph("="),
            self.with_pin(f"{at}.out"),
            end,
        )

    def rest(self) -> list[BandPlan]:
        """Whatever no recipe names; matrices of heads that aren't shown wait for the switch."""
        left: list[Item] = []
        for name in list(self.trace):
            matrix = self.trace[name]
            if name not in self.placed and matrix.head is None:
                left += self.card(name, "chip" if matrix.values.size == 1 else "card")
        found = self.band(labels.band_title("other"), "", tuple(left))
        return [found] if found else []
