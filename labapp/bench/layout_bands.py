"""Which matrices stand on which band, in which column and order, with which operations between them.

The recipes (`plan_layers`, `plan_streams`) are the only place that knows this; everything a recipe doesn't name
stands on a last band, so that every matrix of a trace is on the bench (those of other heads after a click on the
head switch, those of a folded section after unfolding it).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from core.trace import Trace

from .items import BandPlan
from .plan_streams import Streams
from .sections import Section, is_open, rises, sections

Columns = tuple[tuple[BandPlan, ...], ...]


def plan(trace: Trace, heads: Mapping[str, int] | None = None, chosen: Mapping[str, bool] | None = None) -> Columns:
    """The columns of bands for a trace, each from the top down.

    `heads` is the shown head by part (1 where it says nothing), `chosen` which sections are folded or open (the
    bench's own choice where it says nothing). The encoder stands left of the decoder. Where layers are stacked the
    sections stand as in the figure of the paper, text at the bottom; the bands of a section are read downward.
    """
    return _Planner(trace, heads or {}).columns(chosen or {})


class _Planner(Streams):
    def columns(self, chosen: Mapping[str, bool]) -> Columns:
        stacks: dict[str, list[list[BandPlan]]] = {}
        stream: dict[str, str] = {}
        rising = rises(self.spec)
        any_folded = False
        self.first_open = {s.stack for s in sections(self.spec) if s.layer == 1 and is_open(self.trace, s, chosen)}
        for section in sections(self.spec):
            opened = is_open(self.trace, section, chosen)
            any_folded = any_folded or not opened
            before = stream.get(section.stack, "")
            made = self.opened(section, before) if opened else self.folded(section, before)
            bands = [replace(band, section=section.key if rising else "") for band in made if band is not None]
            if bands:
                stacks.setdefault(section.stack, []).append(bands)
            stream[section.stack] = self.result(section, before)
        self._wire(stacks)
        columns = []
        for parts in stacks.values():
            ordered = parts[::-1] if rising else parts
            columns.append([band for bands in ordered for band in bands])
        columns = columns or [[]]
        columns[0] += [band for band in self.rest(any_folded) if band is not None]
        self._legend(columns)
        return tuple(tuple(column) for column in columns)

    def opened(self, section: Section, stream: str) -> list[BandPlan | None]:
        if section.kind == "text":
            return self.text(section)
        if section.kind == "attention":
            return self.attention_bands(self.titled(section), "att", "src.X0", "src.X0")
        if section.kind == "layer":
            return self.layer(section, stream)
        return self.final_norm(section, stream) if section.kind == "norm" else self.head(section, stream)

    def result(self, section: Section, before: str) -> str:
        """The stream after a section."""
        if section.kind == "text":
            return f"{section.key}.drop" if f"{section.key}.drop" in self.trace else f"{section.key}.X0"
        if section.kind == "layer":
            return f"{section.key}.Z"
        return section.key if section.kind == "norm" and section.key in self.trace else before

    def _wire(self, stacks: dict[str, list[list[BandPlan]]]) -> None:
        """Mark the band that the memory leaves from: the last of the encoder."""
        if self.two_stacks and "enc" in stacks:
            last = stacks["enc"][-1]
            last[-1] = replace(last[-1], wire="from")

    def _legend(self, columns: list[list[BandPlan]]) -> None:
        """What frames mean, on the first open band."""
        for column in columns:
            for at, band in enumerate(column):
                if not band.folded:
                    column[at] = replace(band, legend=True)
                    return
