"""The bands of a layer: its sublayers in the order in which they are computed, and an attention by itself."""

from __future__ import annotations

from . import labels
from .items import BandPlan, BreakItem, CardItem, Item, StackItem
from .plan_pieces import Pieces, Title
from .richtext import plain
from .sections import Section


class Layers(Pieces):
    """Bands of layers and attentions."""

    def layer(self, section: Section, stream: str) -> list[BandPlan | None]:
        """One layer over `stream`: U after self-attention, C after cross-attention, Z after feed-forward."""
        at, title = section.key, self.titled(section)
        pre = self.spec.norm_place == "pre" and self.spec.norm != "none"
        crosses = section.stack == "dec" and self.spec.crosses
        sublayers = [("self", "U"), *([("cross", "C")] if crosses else []), ("ffn", "Z")]
        made: list[BandPlan | None] = []
        x = stream
        if pre:
            made.append(self.band(title("norm"), "", self.card(x), self.norm(f"{at}.norm1"), place=f"{at}.self"))
        for k, (kind, letter) in enumerate(sublayers, 1):
            result, part, drop = f"{at}.{letter}", f"{at}.{kind}", f"{at}.drop{k}"
            branch = drop if drop in self.trace else f"{part}.out"
            source = f"{at}.norm{k}" if pre else x
            if kind == "ffn":
                # Pre-norm leaves nothing but the sum after the feed-forward network: it ends that band.
                end = (
                    (*self.glyph(f"+ {self.symbol(x)} ="), *self.with_pin(result)) if pre and self.spec.residual else ()
                )
                made.append(self.feed_forward(title, part, source, drop, end))
            else:
                made += self.attention_bands(title, part, source, x, drop)
            norm = f"{at}.norm{k + 1}" if pre else f"{at}.norm{k}"
            made.append(self.add(title, at, k, x, branch, result, norm if not pre or kind != "ffn" else "", part))
            x = result
        return made

    def attention_bands(
        self, title: Title, part: str, source: str, stream: str, drop: str = ""
    ) -> list[BandPlan | None]:
        """Projections and attention, and what `drop` leaves of it; one that is off has only its zeros."""
        if f"{part}.mask" not in self.trace:
            off = (*self.with_pin(f"{part}.out"), *self.dropped(drop))
            return [self.band(title(_kind(part, self.spec.causal)), labels.off(), off, place=part)]
        return [self.projections(title, part, source, stream), self.attention(title, part, drop)]

    def projections(self, title: Title, part: str, source: str, stream: str) -> BandPlan | None:
        """Q, K and V of the shown head, from one stream or from two."""
        switch = self.switch(part)
        h = f"{part}.h{switch['shown']}"
        common: dict[str, object] = {**switch, "place": part}
        if f"{h}.WQ" not in self.trace:
            given = [self.with_pin(f"{h}.{letter}") for letter in "QKV"]
            return self.band(title("given"), labels.given_subtitle(), *given, **common)
        other = "memory" if part.endswith(".cross") else "kv.X0" if "kv.X0" in self.trace else ""
        x = self.card(source)
        made_from = f"{self.symbol(source)} ×" if not x else "×"
        weights = {letter: self.stack(f"{h}.W{letter}", f"{h}.b{letter}", between="+") for letter in "QKV"}
        if not other:
            return self.band(
                title("input" if x and source == stream else "projections"),
                labels.projections_subtitle(),
                x,
                self.glyph(made_from),
                *weights.values(),
                self.glyph("="),
                *(self.with_pin(f"{h}.{letter}") for letter in "QKV"),
                **common,
            )
        cross = part.endswith(".cross")
        y = self.card(other)
        return self.band(
            title("cross_projections" if cross else "input"),
            labels.cross_subtitle() if cross else labels.two_sources_subtitle(),
            x,
            self.glyph(made_from),
            weights["Q"],
            self.glyph("="),
            self.with_pin(f"{h}.Q"),
            (BreakItem(),),
            y,
            self.glyph("×" if y else f"{self.symbol(other)} ×"),
            weights["K"],
            weights["V"],
            self.glyph("="),
            self.with_pin(f"{h}.K"),
            self.with_pin(f"{h}.V"),
            **common,
            wire="to" if cross else "",
        )

    def attention(self, title: Title, part: str, drop: str = "") -> BandPlan | None:
        switch = self.switch(part)
        shown = int(str(switch["shown"]))
        h = f"{part}.h{shown}"
        off = shown in self.spec.heads_off and not part.endswith(".cross")
        others = [r for r in range(1, self.spec.heads + 1) if r != shown]
        end = (
            *self.glyph("×"),
            *self.stack(f"{part}.WO", f"{part}.bO", between="+"),
            *self.glyph("="),
            *self.with_pin(f"{part}.out"),
            *self.dropped(drop),
        )
        return self.band(
            title(_kind(part, self.spec.causal)),
            labels.attention_subtitle(self.trace, part, off),
            self.turned(h),
            self.glyph("Q_{rot} K_{rot}^T" if f"{h}.Qrot" in self.trace else "Q K^T"),
            self.with_pin(f"{h}.raw"),
            self.scores(part, h),
            *self.masks(part),
            self.glyph("softmax", labels.over_keys()),
            self.with_pin(f"{h}.A"),
            self.glyph(f"× V^{{{shown}}}"),
            self.mixed(part, h),
            self.with_pin(f"{h}.H"),
            *((self.card(f"{part}.h{r}.A", "map")) for r in others),
            (BreakItem(),),
            self.glyph("concat"),
            self.with_pin(f"{part}.concat"),
            end if f"{part}.out" in self.trace else (),
            **switch,
            place=part,
        )

    def turned(self, h: str) -> tuple[Item, ...]:
        """RoPE: queries and keys turned by their positions."""
        if f"{h}.Qrot" not in self.trace:
            return ()
        start = "set.query_start" if self.spec.kind == "attention" else "set.pos_offset"
        rope = self.glyph("RoPE", labels.by_position(), "set.rope_base", start, "set.pos_offset")
        return (*rope, *self.with_pin(f"{h}.Qrot"), *self.with_pin(f"{h}.Krot"), BreakItem())

    def scores(self, part: str, h: str) -> tuple[Item, ...]:
        """From raw scores to those that enter the softmax: scaled, with what the position scheme adds."""
        scale = self.glyph(f"÷ √{self.spec.d_k}" if self.spec.scale else "× 1", "", "set.scale")
        offset = ("set.query_offset",)
        if f"{h}.rel" in self.trace:
            table = (*self.card(f"{part}.shaw_k"), *self.glyph("Q a_{K}^T =", "", *offset))
            return (
                *self.glyph("+"),
                *table,
                *self.with_pin(f"{h}.rel"),
                *self.glyph("="),
                *self.with_pin(f"{h}.total"),
                *scale,
                *self.with_pin(f"{h}.S"),
            )
        if f"{h}.bias" in self.trace:
            return (
                *scale,
                *self.with_pin(f"{h}.scaled"),
                *self.glyph("+"),
                *self.card(f"{h}.rel_bias"),
                *self.glyph("b[i−j] =", "", *offset),
                *self.with_pin(f"{h}.bias"),
                *self.glyph("="),
                *self.with_pin(f"{h}.S"),
            )
        return (*scale, *self.with_pin(f"{h}.S"))

    def mixed(self, part: str, h: str) -> tuple[Item, ...]:
        """Shaw's second table: what the weights gather of distances, beside what they gather of values."""
        if f"{h}.Arel" not in self.trace:
            return ()
        return (
            *self.with_pin(f"{h}.AV"),
            *self.glyph("+"),
            *self.card(f"{part}.shaw_v"),
            *self.glyph("A a_{V} ="),
            *self.with_pin(f"{h}.Arel"),
            *self.glyph("="),
        )

    def masks(self, part: str) -> list[tuple[Item, ...]]:
        """The mask, after the rules that it is made of."""
        found: list[tuple[Item, ...]] = []
        for stem, chips in RULES.items():
            rule = self.with_pin(f"{part}.mask.{stem}")
            settings = tuple(item for chip in chips for item in self.card(chip, "chip")) if rule else ()
            if len(rule) == 1 and isinstance(rule[0], CardItem) and settings:
                found += [(StackItem((rule[0], *settings)),), self.glyph("∧")]
            elif rule:
                found += [(*rule, *settings), self.glyph("∧")]
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
            *self.glyph(labels.norm_name(self.spec), labels.over_features(), "set.eps"),
            *self.with_pin(f"{name}.xhat"),
            *self.stack(f"{name}.gamma", f"{name}.beta", between=""),
            *self.glyph("="),
            *self.with_pin(name),
        )

    def add(
        self, title: Title, at: str, k: int, stream: str, branch: str, result: str, norm: str, place: str
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
            place=place,
        )

    def feed_forward(self, title: Title, at: str, source: str, drop: str, end: tuple[Item, ...]) -> BandPlan | None:
        words = title("ffn_add" if end else "ffn")
        if not self.spec.ffn:
            off = (*self.with_pin(f"{at}.out"), *self.dropped(drop))
            return self.band(words, labels.off(), off, end, place=at)
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
            self.dropped(drop),
            end,
            place=at,
        )


# The rules of a mask in the order in which they are shown, with the settings each one takes.
RULES: dict[str, tuple[str, ...]] = {
    "causal": ("set.query_offset",),
    "window": ("set.window",),
    "padding": (),
    "custom": (),
}


def _kind(part: str, causal: bool) -> str:
    if part.endswith(".cross"):
        return "cross_attention"
    return "masked_attention" if part.startswith("dec") and causal else "attention"
