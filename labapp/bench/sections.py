"""Sections: the pieces of a model that fold, each a run of bands; which are open, and where each matrix belongs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from core.spec import ModelSpec
from core.trace import Trace

FOLDS_FROM = 100  # matrices: a smaller model is shown whole
ENCODER, DECODER = "enc", "dec"


@dataclass(frozen=True)
class Section:
    """One piece: `key` names it, `stack` is the column it stands in ("enc", "dec"), `kind` what it holds."""

    key: str
    stack: str
    kind: str  # "text", "attention", "layer", "norm", "head"
    layer: int = 0


def sections(spec: ModelSpec) -> tuple[Section, ...]:
    """All sections in the order of computing: each stack from its text to its last result, then the head."""
    found: list[Section] = []
    if spec.kind == "attention":
        found.append(Section("src", ENCODER, "text"))
        found += [Section("kv", ENCODER, "text")] if spec.other_source else []
        return (*found, Section("att", ENCODER, "attention"))
    if spec.encodes:
        found.append(Section("src", ENCODER, "text"))
        found += [Section(f"enc{n}", ENCODER, "layer", n) for n in range(1, spec.enc_layers + 1)]
        found.append(Section("enc.norm", ENCODER, "norm"))
    if spec.decodes:
        found.append(Section("tgt", DECODER, "text"))
        found += [Section(f"dec{n}", DECODER, "layer", n) for n in range(1, spec.dec_layers + 1)]
        found.append(Section("dec.norm", DECODER, "norm"))
    found.append(Section("out", DECODER if spec.decodes else ENCODER, "head"))
    return tuple(found)


def rises(spec: ModelSpec) -> bool:
    """Whether the sections stand as in the figure of the paper, text at the bottom: where layers are stacked."""
    return (spec.encodes * spec.enc_layers + spec.decodes * spec.dec_layers) > 1


def folding(trace: Trace) -> bool:
    """Whether the model is so large that most of it is folded at first."""
    return rises(trace.spec) and len(trace) > FOLDS_FROM


def is_open(trace: Trace, section: Section, chosen: Mapping[str, bool]) -> bool:
    """Whether a section is open: as chosen, else all of a small model and the first layer of a large one.

    A model that isn't stacked doesn't fold.
    """
    if not rises(trace.spec):
        return True
    if not folding(trace):
        return chosen.get(section.key, True)
    first = next(other.key for other in sections(trace.spec) if other.kind == "layer")
    return chosen.get(section.key, section.key == first)


def section_of(spec: ModelSpec, name: str) -> str:
    """The key of the section that a matrix or a part of the model belongs to ("" for settings and shared tables)."""
    return next((s.key for s in sections(spec) if name == s.key or name.startswith(s.key + ".")), "")
