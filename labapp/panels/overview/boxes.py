"""Which boxes the overview shows, as plain data: sections from the top down, an open layer by its sublayers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from core.trace import Trace

from ...bench import labels
from ...bench.sections import DECODER, Section, is_open, rises, sections

MOST_HEADS = 4


@dataclass(frozen=True)
class BoxPlan:
    """One box: `place` is where a click goes, `maps` the matrices it shows small, `note` its state in a word or two."""

    place: str
    section: str
    title: str
    note: str
    maps: tuple[str, ...]


def boxes(trace: Trace, chosen: Mapping[str, bool]) -> list[tuple[str, list[BoxPlan]]]:
    """(caption, boxes) of each stack, the decoder first, each from its result down to its text."""
    stacks: dict[str, list[BoxPlan]] = {}
    for section in sections(trace.spec):
        made = _section(trace, section, is_open(trace, section, chosen))
        stacks.setdefault(section.stack, []).extend(made)
    two = trace.spec.encodes and trace.spec.decodes
    order = sorted(stacks, key=lambda stack: stack != DECODER)
    return [(_caption(stack) if two else "", stacks[stack][::-1]) for stack in order if stacks[stack]]


def _caption(stack: str) -> str:
    if stack == DECODER:
        return QCoreApplication.translate("overview", "Decoder")
    return QCoreApplication.translate("overview", "Encoder → memory")


def _section(trace: Trace, section: Section, opened: bool) -> list[BoxPlan]:
    """The boxes of one section in the order of computing."""
    key = section.key
    if section.kind == "layer":
        return _sublayers(trace, section) if opened else [_folded(trace, section)]
    if section.kind == "attention":
        title = labels.band_title("attention")
        return [BoxPlan(key, key, title, _shape(trace, "att.concat"), _heads(trace, "att"))]
    if section.kind == "text":
        shown = next((name for name in (f"{key}.X0", f"{key}.X") if name in trace), "")
        if not shown:
            return []
        title = QCoreApplication.translate("overview", "Tokens → rows")
        if f"{key}.ids" not in trace:
            title = QCoreApplication.translate("overview", "Input rows")
        return [BoxPlan(key if f"{key}.ids" in trace else shown, key, title, _shape(trace, shown), (shown,))]
    if section.kind == "norm":
        if key not in trace:
            return []
        return [BoxPlan(key, key, QCoreApplication.translate("overview", "Final norm"), _shape(trace, key), ())]
    if "out.p" not in trace:
        return []
    return [BoxPlan(key, key, labels.band_title("head"), _shape(trace, "out.p"), ("out.p",))]


def _layer(trace: Trace, section: Section) -> str:
    return QCoreApplication.translate("overview", "Layer {layer}").format(layer=section.layer)


def _folded(trace: Trace, section: Section) -> BoxPlan:
    key = section.key
    maps = (*_heads(trace, f"{key}.self"), *_heads(trace, f"{key}.cross"))
    folded = QCoreApplication.translate("overview", "folded")
    return BoxPlan(key, key, _layer(trace, section), folded, maps)


def _sublayers(trace: Trace, section: Section) -> list[BoxPlan]:
    key = section.key
    prefix = _layer(trace, section) + " · " if rises(trace.spec) else ""
    crosses = section.stack == DECODER and trace.spec.crosses
    masked = section.stack == DECODER and trace.spec.causal
    words = {
        "self": labels.band_title("masked_attention" if masked else "self_attention"),
        "cross": labels.band_title("cross_attention"),
        "ffn": labels.band_title("ffn"),
    }
    made = []
    for kind in ("self", "cross", "ffn") if crosses else ("self", "ffn"):
        place = f"{key}.{kind}"
        maps = (
            _heads(trace, place) if kind != "ffn" else tuple(n for n in (f"{key}.ffn.hidden", f"{key}.Z") if n in trace)
        )
        made.append(BoxPlan(place, key, prefix + words[kind], "", maps))
    return made


def _heads(trace: Trace, part: str) -> tuple[str, ...]:
    names = (f"{part}.h{r}.A" for r in range(1, min(trace.spec.heads, MOST_HEADS) + 1))
    return tuple(name for name in names if name in trace)


def _shape(trace: Trace, name: str) -> str:
    if name not in trace:
        return ""
    n, k = trace.graph[name].shape
    return f"{n}×{k}"
