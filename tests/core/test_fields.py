"""Every field in every starting model: some value changes a matrix, or the field says why it can't here."""

from __future__ import annotations

import itertools
from functools import lru_cache
from typing import Any

import numpy as np
import pytest

from core.engine import Engine
from core.fields import FIELDS, KINDS
from core.glass import loads
from core.problem import Problem
from core.spec import Lengths, ModelSpec, with_fields
from core.trace import Trace
from core.workspace import Sample, Workspace
from resources import path
from tests.core.specs import spread

MODELS = sorted(file.stem for file in path("models").glob("*.glass"))
NUMBERS = {
    "eps": (0.0, 0.5), "rope_base": (2.0, 1e4), "query_offset": (-1, 0, 1, 2), "window": (0, 1, 2, 3),
    "pos_offset": (0, 1, 3), "pos_length": (4, 16, 20), "shaw_clip": (0, 1, 2), "seed": (1, 2, 3),
    "dropout": (0.1, 0.5),
}  # fmt: skip
SIZES = (1, 2, 4)
DRAWN = [w.with_spec(dropout=0.25 * (k % 3 > 0), dropout_view=k % 2 > 0) for k, w in enumerate(spread(15))]


@lru_cache
def model(name: str) -> Workspace:
    """A starting model; of the base model a small one with the same choices."""
    workspace = loads(path("models", f"{name}.glass").read_bytes())
    if workspace.spec.d > 100:
        small = {"d": 6, "heads": 2, "d_k": 3, "d_v": 3, "d_ff": 8, "enc_layers": 1, "dec_layers": 1}
        workspace = Workspace.new(with_fields(workspace.spec, **small), (Sample(("s0", "s1", "s2"), ("t0", "t1")),))
    return workspace


def tried(name: str, spec: ModelSpec) -> list[Any]:
    """Other values that the field allows."""
    field = FIELDS[name]
    values: tuple[Any, ...]
    if field.type == "choice":
        values = field.choices
    elif field.type == "switch":
        values = (False, True)
    elif field.type == "heads":
        heads = range(1, min(spec.heads, 3) + 1)
        values = tuple(v for size in range(len(heads) + 1) for v in itertools.combinations(heads, size))
    else:
        values = NUMBERS.get(name, SIZES)
    return [value for value in values if value != getattr(spec, name)]


def moved(a: Trace, b: Trace) -> list[str]:
    """Matrices of both that differ in values, shape or type, settings apart: a setting shows the field itself.

    Where a norm is off a copy stands in its place; which of its neighbours it repeats is no change of a value.
    """
    return [
        name
        for name in a
        if name in b.graph
        and b.graph[name].name == name
        and a[name].role != "setting"
        and not a[name].op == b[name].op == "copy"
        and (a[name].values.dtype != b[name].values.dtype or not np.array_equal(a[name].values, b[name].values, True))
    ]


def effects(name: str, workspace: Workspace, sample: int = 0) -> dict[Any, tuple[bool, list[str]]]:
    """For each other value of a field that is not refused: whether matrices come or go, and which ones differ."""
    before, found = Engine("numpy").run(workspace, sample), {}
    for value in tried(name, workspace.spec):
        try:
            after = Engine("numpy").run(workspace.with_spec(**{name: value}), sample)
        except Problem:
            continue
        other = {n for n in set(before) ^ set(after) if not n.startswith("set.")}
        found[value] = bool(other), moved(before, after)
    return found


@pytest.mark.parametrize("name", FIELDS)
@pytest.mark.parametrize("which", MODELS)
def test_a_field_changes_something_or_says_why_not(which: str, name: str) -> None:
    workspace = model(which)
    for sample in range(len(workspace.samples)):
        reason = FIELDS[name].idle(workspace.spec, workspace.lengths(sample))
        found = effects(name, workspace, sample)
        if reason is None:
            assert any(other or differing for other, differing in found.values())
        else:
            assert reason.endswith(".")
            assert not any(differing for _, differing in found.values()), reason


@pytest.mark.parametrize("which", range(len(DRAWN)))
def test_a_reason_is_true_in_any_model(which: int) -> None:
    """Where a field says why it is idle, no value of it moves a number."""
    workspace = DRAWN[which]
    for name, field in FIELDS.items():
        reason = field.idle(workspace.spec, workspace.lengths())
        if reason is not None:
            assert not any(differing for _, differing in effects(name, workspace).values()), (name, reason)


LONG = Lengths(src=3, tgt=2)
ATTENTION = {"kind": "attention"}
GIVEN = {**ATTENTION, "project": False}


@pytest.mark.parametrize(
    ("name", "fields", "lengths", "says"),
    [
        ("eps", {}, LONG, None),
        ("eps", {"norm": "none"}, LONG, "no norm"),
        ("eps", ATTENTION, LONG, "no layers"),
        ("norm_place", {"norm": "none"}, LONG, "no norm"),
        ("causal", {}, LONG, None),
        ("causal", {}, Lengths(src=1), "one token"),
        ("window", {"kind": "encoder_decoder"}, Lengths(src=3, tgt=1), "one token"),
        ("causal", {**ATTENTION, "other_source": True}, Lengths(src=1, tgt=3), None),
        ("causal", {**ATTENTION, "query_offset": -2}, Lengths(src=1), None),
        ("causal", {"other_source": True, "query_offset": -2}, Lengths(src=1), "one token"),
        ("query_offset", {"causal": True}, LONG, "Only an attention alone"),
        ("query_offset", ATTENTION, LONG, "asks where a query stands"),
        ("query_offset", {**ATTENTION, "causal": True}, LONG, None),
        ("query_offset", {**ATTENTION, "pos": "shaw_kv", "shaw_clip": 0}, LONG, "asks where a query stands"),
        ("query_offset", {**ATTENTION, "pos": "shaw_kv"}, LONG, None),
        ("query_offset", {**GIVEN, "pos": "sinusoidal"}, LONG, "given as numbers"),
        ("pos_offset", {}, LONG, "no position scheme"),
        ("pos_offset", {"pos": "rel_bias"}, LONG, "distances only"),
        ("pos_offset", {"pos": "rope_half"}, LONG, None),
        ("pos_length", {"pos": "sinusoidal"}, LONG, "no table"),
        ("pos_length", {**GIVEN, "pos": "learned"}, LONG, "no table"),
        ("rope_base", {"pos": "learned"}, LONG, "Only RoPE"),
        ("rope_base", {"pos": "rope_half", "d_k": 4}, LONG, None),
        ("rope_base", {"pos": "rope_half", "d_k": 2}, LONG, "one pair"),
        ("rope_base", {"pos": "rope_half", "d_k": 4}, Lengths(src=1), "not turned"),
        ("rope_base", {"pos": "rope_half", "d_k": 4, "query_offset": 1}, Lengths(src=1), "not turned"),
        ("rope_base", {**ATTENTION, "pos": "rope_half", "d_k": 4, "query_offset": 1}, Lengths(src=1), None),
        ("rope_base", {"pos": "rope_half", "d_k": 4, "pos_offset": 1}, Lengths(src=1), None),
        ("rope_base", {"kind": "decoder", "pos": "rope_half", "d_k": 4}, Lengths(src=5, tgt=1), "not turned"),
        ("shaw_clip", {"pos": "rope_half"}, LONG, "Only Shaw"),
        ("scale", {"d_k": 1}, LONG, "d_k is 1"),
        ("embed_scale", {}, LONG, "rows of numbers"),
        ("embed_scale", {"inputs": "tokens", "d": 1}, LONG, "d is 1"),
        ("embed_scale", {"inputs": "tokens"}, LONG, None),
        ("tied", {"head": True}, LONG, "rows of numbers"),
        ("tied", {"inputs": "tokens"}, LONG, "no vocabulary head"),
        ("cross", {"kind": "decoder_only"}, LONG, "cross-attention"),
        ("cross", {"kind": "decoder"}, LONG, None),
        ("enc_layers", {"kind": "decoder"}, LONG, "no encoder"),
        ("dec_layers", {}, LONG, "no decoder"),
        ("d", GIVEN, LONG, "given as numbers"),
        ("seed", {}, LONG, "new cells only"),
        ("seed", {"dropout": 0.1, "dropout_view": True}, LONG, None),
        ("seed", {"dropout": 0.0, "dropout_view": True}, LONG, "new cells only"),
        ("dropout", {}, LONG, "never drops"),
        ("dropout", {"dropout_view": True}, LONG, None),
        ("dropout", {"dropout_view": True, **ATTENTION}, LONG, "no layers"),
        ("dropout_view", {"dropout": 0.1}, LONG, None),
        ("dropout_view", {}, LONG, "leaves nothing out"),
        ("dropout_view", {"dropout": 0.1, **ATTENTION}, LONG, "no layers"),
    ],
)
def test_a_field_is_idle_for_the_right_reason(
    name: str, fields: dict[str, Any], lengths: Lengths, says: str | None
) -> None:
    reason = FIELDS[name].idle(ModelSpec(**fields), lengths)
    assert reason is None if says is None else says in (reason or "")


def test_a_new_seed_shows_where_a_size_grows() -> None:
    start = Workspace.new(ModelSpec(), (Sample(("a", "b")),))
    grown = [start.with_spec(seed=seed).with_spec(d_ff=7).arrays["enc1.ffn.W1"] for seed in (1, 2)]
    assert np.array_equal(grown[0][:, :6], grown[1][:, :6])
    assert not np.array_equal(grown[0][:, 6:], grown[1][:, 6:])


def test_every_kind_has_a_starting_model_or_is_reached_from_one() -> None:
    assert {model(which).spec.kind for which in MODELS} >= set(KINDS) - {"decoder"}
    memory = model("six").with_spec(kind="decoder")
    assert "memory" in Engine("numpy").run(memory)
