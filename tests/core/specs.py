"""Models of every kind for tests that hold for all of them: drawn by hypothesis, or spread by a seed."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
from hypothesis import strategies as st

from core.fields import ACTIVATIONS, KINDS, POSITIONS
from core.problem import Problem
from core.spec import ModelSpec
from core.workspace import Sample, Workspace

BOTH = (False, True)
# Values that differ in what they do, all small; every field but `precision` and those of dropout: their tests set them.
CHOICES: dict[str, tuple[Any, ...]] = {
    "kind": KINDS, "inputs": ("rows", "tokens"), "embed_scale": BOTH, "project": (True, True, False),
    "other_source": BOTH, "cross": (True, True, False), "enc_layers": (1, 2), "dec_layers": (1, 2),
    "d": (1, 3, 4, 6), "d_k": (1, 2, 3, 4), "d_v": (1, 2, 4), "heads": (1, 2, 3), "heads_off": ((), (), (1,)),
    "scale": BOTH, "bias": BOTH, "causal": BOTH, "window": (0, 0, 1, 2), "query_offset": (-2, 0, 0, 1),
    "pos": POSITIONS, "pos_offset": (0, 3), "pos_length": (2, 16), "rope_base": (2.0, 1e4), "shaw_clip": (0, 1, 2),
    "norm_place": ("pre", "post"), "norm": ("layernorm", "rmsnorm", "none"), "eps": (1e-5, 0.5), "final_norm": BOTH,
    "residual": BOTH, "ffn": BOTH, "act": ACTIVATIONS, "d_ff": (1, 5), "head": BOTH, "tied": BOTH, "seed": (1, 2, 3),
}  # fmt: skip
SOURCES = (
    ("a",),
    ("a", "b", "c"),
    ("a", "b", "b", "c", "a"),
    ("a", "b", "PAD", "PAD"),
    ("PAD", "a", "b"),
    ("PAD", "PAD"),
)
TARGETS = (
    ("BOS",),
    ("BOS", "x", "y"),
    ("BOS", "x", "EOS", "PAD"),
    ("PAD", "BOS", "x"),
    ("PAD",),
    ("BOS", "y", "z", "x"),
)
SAMPLES = tuple(Sample(source, target) for source in SOURCES for target in TARGETS)


def made(fields: dict[str, Any], samples: tuple[Sample, ...]) -> Workspace | None:
    """A workspace, or None where the choices don't go together: an odd d_k under RoPE, a table that is too short."""
    try:
        return Workspace.new(ModelSpec(**fields), samples)
    except Problem:
        return None


def spread(count: int, seed: int = 1) -> list[Workspace]:
    """`count` models of one sample in which all choices occur, the same ones every time."""
    r, found = random.Random(seed), []
    while len(found) < count:
        fields = {name: r.choice(values) for name, values in CHOICES.items()}
        workspace = made(fields, (r.choice(SAMPLES),))
        if workspace is not None:
            found.append(workspace)
    return found


@st.composite
def fields(draw: st.DrawFn) -> dict[str, Any]:
    return {name: draw(st.sampled_from(values)) for name, values in CHOICES.items()}


@st.composite
def workspaces(draw: st.DrawFn) -> Workspace:
    """A model of any kind with one or two samples, a cell or two moved, perhaps a mask painted by hand."""
    samples = draw(st.lists(st.sampled_from(SAMPLES), min_size=1, max_size=2).map(tuple))
    workspace = draw(fields().map(lambda drawn: made(drawn, samples)).filter(lambda w: w is not None))
    assert workspace is not None
    for _ in range(draw(st.integers(0, 2))):
        workspace = painted(workspace, draw(st.integers(0, 2**32)), draw(st.integers(0, len(samples) - 1)))
    return workspace


def attentions(workspace: Workspace, sample: int = 0) -> list[str]:
    """Every attention of a model that has a mask: `enc1.self`, `dec2.cross`, `att`."""
    names = [node.name for node in workspace.graph(sample).nodes]
    return [name.removesuffix(".mask") for name in names if name.endswith(".mask")]


def painted(workspace: Workspace, seed: int, sample: int = 0) -> Workspace:
    """A random mask by hand on one attention."""
    r = random.Random(seed)
    at = r.choice(attentions(workspace, sample))
    shape = workspace.graph(sample)[f"{at}.mask"].shape
    bits = np.random.default_rng(seed).integers(0, 2, shape)
    return workspace.with_custom_mask(at, bits.astype(np.float64), sample)
