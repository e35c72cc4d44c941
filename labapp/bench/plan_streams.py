"""The bands at both ends of a stack, its final norm, and a section that is folded to its maps."""

from __future__ import annotations

from . import labels
from .items import BandPlan, BarsItem, BreakItem, CardItem, Item
from .plan_layers import Layers
from .sections import Section

LABELS = ("tgt.labels", "tgt.label_counts", "src.labels", "src.label_counts")
MOST_MAPS = 4  # attention maps of one attention on a folded band


class Streams(Layers):
    """Bands of text, final norms and the vocabulary head; folded bands."""

    def text(self, section: Section) -> list[BandPlan | None]:
        """String, id, row: what enters a stack, with positions where they are added."""
        side = section.key
        title = labels.text_title(side, self.two_stacks or "kv.X0" in self.trace)
        valid = self.card(f"{side}.valid")
        drop = f"{side}.drop"
        if f"{side}.ids" not in self.trace and f"{side}.P" not in self.trace and drop not in self.trace:
            return [self.band(title, labels.rows_subtitle(), valid, place=side)]  # the rows stand with what they enter
        words = "tgt" if side == "kv" else side
        start = "set.query_start" if self.spec.kind == "attention" and side == "src" else "set.pos_offset"
        positions = (
            (
                *self.glyph("+", "", start),
                *self.card("pos.table"),
                *self.with_pin(f"{side}.P"),
                *self.glyph("="),
                *self.with_pin(f"{side}.X0"),
            )
            if f"{side}.P" in self.trace
            else ()
        )
        looked_up = (
            (
                *self.card(f"{side}.ids"),
                *self.glyph("→"),
                *self.card(f"{words}.embed"),
                *self.glyph("="),
                *self.with_pin(f"{side}.E"),
            )
            if f"{side}.ids" in self.trace
            else self.card(f"{side}.X")
        )
        scaled: tuple[Item, ...] = ()
        if f"{side}.scaled" in self.trace:
            scaled = (*self.glyph(f"× √{self.spec.d}", "", "set.embed_scale"), *self.with_pin(f"{side}.scaled"))
        items = (valid, looked_up, scaled, (BreakItem(),), positions, self.dropped(drop))
        return [self.band(title, labels.text_subtitle(self.spec), *items, place=side)]

    def final_norm(self, section: Section, stream: str) -> list[BandPlan | None]:
        if section.key not in self.trace:
            return []
        items = self.norm(section.key)
        title = labels.final_norm_title(section.stack, self.two_stacks)
        return [self.band(title, "", self.glyph(self.symbol(stream)), items, place=section.key)]

    def head(self, section: Section, stream: str) -> list[BandPlan | None]:
        """Logits, probabilities with bars for one row, and the loss where there are labels."""
        if "out.logits" not in self.trace:
            return []
        bars = (BarsItem("out.p"),)
        made = self.band(
            labels.band_title("head"),
            labels.head_subtitle(self.trace),
            self.glyph(f"{self.symbol(stream)} ×"),
            self.stack("out.W", "out.b", between="+"),
            self.glyph("="),
            self.with_pin("out.logits"),
            (BreakItem(),),
            self.glyph("softmax", labels.over_vocabulary()),
            self.with_pin("out.p"),
            bars,
            place="out",
        )
        loss = self.band(
            labels.band_title("loss"),
            labels.loss_subtitle(self.trace),
            self.glyph("log", labels.over_vocabulary()),
            self.with_pin("out.logp"),
            *(self.card(name) for name in LABELS if name in self.trace),
            *self._losses(),
            place="out",
        )
        return [made, loss]

    def _losses(self) -> tuple[tuple[Item, ...], ...]:
        """From the labels to the loss; nothing where nothing is asked."""
        if "out.loss" not in self.trace:
            return ()
        token_loss, loss = self.with_pin("out.token_loss"), self.with_pin("out.loss")
        return self.glyph("−log p[y] ="), token_loss, self.glyph("mean"), loss

    # folded

    def folded(self, section: Section, stream: str) -> list[BandPlan | None]:
        """One band with the section's attention maps and its result as small maps."""
        inside = [node.name for node in self.trace.graph.nodes if node.name.startswith(section.key + ".")]
        if not inside and section.key not in self.trace:
            return []
        if section.kind == "text" and not self._has_text(section.key):
            return []
        items: tuple[Item, ...] = ()
        if section.kind == "layer":
            items = self._layer_maps(section)
        elif section.kind == "text":
            words = "tgt" if section.key == "kv" else section.key
            drops = f"{section.key}.drop" in self.trace
            end = "drop" if drops else "X0"  # what enters the stack
            shown = ("E", "scaled", "P", *(("X0",) if drops else ()), *((end,) if self.first_folded(section) else ()))
            items = self.thumbs(*(f"{section.key}.{stem}" for stem in shown))
            # It may stand with what it enters, the labels with the loss.
            elsewhere = (f"{section.key}.{end}", *LABELS)
            inside = [name for name in inside if name not in elsewhere]
            self.placed.add(f"{words}.embed")
        elif section.kind == "norm":
            items = self.thumbs(section.key)
        else:
            items = (*self.thumbs("out.p"), BarsItem("out.p"))
            self.placed.update(name for name in LABELS if name in self.trace)
        self.placed.update(inside)
        if section.kind == "text":
            title, subtitle = labels.text_title(section.key, self.two_stacks), labels.text_subtitle(self.spec)
        elif section.kind == "norm":
            title, subtitle = labels.final_norm_title(section.stack, self.two_stacks), ""
        elif section.kind == "head":
            title, subtitle = labels.band_title("head"), labels.head_subtitle(self.trace)
        else:
            title = labels.layer_title(section.stack, section.layer, "", self.two_stacks, True)
            subtitle = labels.folded_subtitle(self.spec)
        wire = "to" if section.kind == "layer" and section.stack == "dec" and self._crosses(section.key) else ""
        return [self.band(title, subtitle, items, folded=True, place=section.key, wire=wire)]

    def first_folded(self, section: Section) -> bool:
        """Whether the layer that this text enters is folded too."""
        return section.stack not in self.first_open

    def _has_text(self, side: str) -> bool:
        return any(f"{side}.{stem}" in self.trace for stem in ("ids", "P", "drop"))

    def _crosses(self, at: str) -> bool:
        return f"{at}.cross.mask" in self.trace

    def _layer_maps(self, section: Section) -> tuple[Item, ...]:
        items: list[Item] = []
        for kind in ("self", "cross"):
            part = f"{section.key}.{kind}"
            heads = range(1, min(self.spec.heads, MOST_MAPS) + 1)
            items += self.thumbs(*(f"{part}.h{r}.A" for r in heads))
            items.append(BreakItem())
        return (*items, *self.thumbs(f"{section.key}.Z"))

    def thumbs(self, *names: str) -> tuple[CardItem, ...]:
        return tuple(item for name in names for item in self.card(name, "thumb"))

    def rest(self, folded: bool) -> list[BandPlan | None]:
        """Whatever no recipe names; matrices of heads that aren't shown wait for the switch, those of folded sections
        (and what they share) for the fold."""
        left: list[Item] = []
        for name in list(self.trace):
            matrix = self.trace[name]
            if name in self.placed or matrix.head is not None or (folded and name.startswith(("set.", "pos."))):
                continue
            left += self.card(name, "chip" if matrix.values.size == 1 else "card")
        return [self.band(labels.band_title("other"), "", tuple(left))]
