"""Moves: tokens and whole samples put elsewhere, and with them all that belongs to them.

`origins` says for each new place which old one it comes from, or NEW. Rows of inputs, cells of masks painted by hand
and pins go with their token; embedding rows follow their word by themselves.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher

import msgspec
import numpy as np

from .arrays import Array, fresh, frozen
from .graph import LEAF
from .pins import Pin, covers, cut
from .problem import QT_TRANSLATE_NOOP, Problem
from .samples import MASK, PAD, Sample, check_rows, complete_vocab, sides
from .spec import ModelSpec
from .workspace import Workspace

NEW = -1
_OF_SAMPLE = re.compile(r"sample([0-9]{1,6})/(.+)")


def with_tokens(
    workspace: Workspace,
    side: str,
    tokens: tuple[str, ...],
    origins: Sequence[int],
    valid: Sequence[bool] | None = None,
    sample: int = 0,
) -> Workspace:
    """Other tokens for one side ("src" or "tgt") of a sample; `valid` is False where one is padding.

    Without `valid`, a kept token stays what it was and a new one is padding if it is called PAD. New rows of inputs
    are seeded ones that no kept row is equal to; new cells of masks are visible, new cells of pins are not held.
    """
    check_side(workspace.spec, side)
    check_rows(len(tokens))
    old = workspace.samples[sample]
    if len(origins) != len(tokens) or not all(NEW <= o < len(old.tokens(side)) for o in origins):
        raise ValueError(f"{len(tokens)} tokens with the origins {list(origins)} of {len(old.tokens(side))}")
    said = validity(old, side, tokens, origins) if valid is None else tuple(valid)
    new = said_sample(old, side, tokens, said)
    if side == "src":
        new = msgspec.structs.replace(new, answers=answers(old, tokens, origins))
    samples = (*workspace.samples[:sample], new, *workspace.samples[sample + 1 :])
    if list(origins) == list(range(len(old.tokens(side)))):
        return workspace.with_samples(samples)
    axes = ("tgt", "kv") if side == "tgt" else ("src",)
    graph = workspace._plain(sample)
    arrays, dormant = dict(workspace.arrays), dict(workspace.dormant)
    pins = dict(workspace.pins)
    for node in graph.nodes:
        if node.op == LEAF and node.role == "input" and (key := f"sample{sample}/{node.name}") in arrays:
            arrays[key] = _moved(workspace.spec, key, arrays[key], node.axes, axes, origins)
        if pin := pins.get((sample, node.name)):
            if covers(pin, node.shape) and set(axes) & set(node.axes):  # cells that wait for a size have no token
                here = cut(pin, node.shape)
                values, where = (_taken(part, node.axes, axes, origins) for part in (here.values, here.where))
                pins[sample, node.name] = Pin(frozen(values), frozen(where))
                if not where.any():
                    del pins[sample, node.name]
    for axis in axes:  # rows that sleep while the model reads tokens
        key = f"sample{sample}/{axis}.X"
        if key in dormant and dormant[key].shape[0] == len(old.tokens(side)):
            dormant[key] = _moved(workspace.spec, key, dormant[key], (axis, "feature"), axes, origins)
    moved = workspace._replace(arrays=arrays, dormant=dormant, pins=pins)
    return moved._fitted(workspace.spec, samples, workspace.vocab)


def with_order(workspace: Workspace, origins: Sequence[int]) -> Workspace:
    """The samples taken from these old ones, in this order: one twice is a copy of it, one left out is gone."""
    if list(origins) == list(range(len(workspace.samples))):
        return workspace
    if not origins:
        raise Problem(QT_TRANSLATE_NOOP("core", "The last sample can't be removed: a model has at least one."))
    samples = tuple(workspace.samples[b] for b in origins)
    pins = {(b, name): pin for b, o in enumerate(origins) for (k, name), pin in workspace.pins.items() if k == o}
    moved = workspace._replace(
        arrays=_renumbered(workspace.arrays, origins), dormant=_renumbered(workspace.dormant, origins), pins=pins
    )
    return moved._fitted(workspace.spec, samples, workspace.vocab)


def without_unused(workspace: Workspace) -> Workspace:
    """The vocabularies without the words that no sample says; special tokens stay."""
    for side, words in unused(workspace).items():
        if words:
            workspace = workspace.with_vocab(side, tuple(w for w in workspace.vocab[side] if w not in words))
    return workspace


def unused(workspace: Workspace) -> dict[str, frozenset[str]]:
    """The words of each vocabulary that are neither special nor said by a sample of a model that reads tokens."""
    if workspace.spec.inputs != "tokens":
        return {}
    bare = complete_vocab(workspace.spec, workspace.samples, {})
    return {side: frozenset(words) - frozenset(bare.get(side, words)) for side, words in workspace.vocab.items()}


def origins_of(old: Sequence[str], new: Sequence[str]) -> list[int]:
    """Which old token each new one is: first those that stand in one order in both, then any of the same name."""
    origins = [NEW] * len(new)
    left: dict[str, list[int]] = {}
    taken = set()
    for i, j, length in SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks():
        for k in range(length):
            origins[j + k] = i + k
            taken.add(i + k)
    for i, token in enumerate(old):
        if i not in taken:
            left.setdefault(token, []).append(i)
    for j, token in enumerate(new):
        if origins[j] == NEW and left.get(token):
            origins[j] = left[token].pop(0)
    return origins


def validity(old: Sample, side: str, tokens: Sequence[str], origins: Sequence[int]) -> tuple[bool, ...]:
    """Which tokens are no padding: a kept one as before, unless only its name said so; a new one by its name."""
    names, was = old.tokens(side), old.valid(side)
    named = [token != PAD for token in tokens]
    return tuple(
        was[o] if o != NEW and was[o] != (names[o] != PAD) else name for o, name in zip(origins, named, strict=True)
    )


def answers(old: Sample, tokens: Sequence[str], origins: Sequence[int]) -> tuple[str, ...]:
    """Which word each source token is asked for: they go with their tokens, MASK in a word's place asks for that word,
    and a word in the place of MASK is asked for no more."""
    had = old.answers or ("",) * len(old.source)
    asked = []
    for place, (token, o) in enumerate(zip(tokens, origins, strict=True)):
        if o == NEW and len(tokens) == len(old.source):  # a sentence written anew, with one word exchanged
            o = place
        kept = o != NEW and token == old.source[o]
        asked.append(had[o] if kept else old.source[o] if o != NEW and token == MASK else "")
    return tuple(asked) if any(asked) else ()


def said_sample(old: Sample, side: str, tokens: tuple[str, ...], valid: tuple[bool, ...]) -> Sample:
    """The sample with another side; validity is said only where it differs from what the names say."""
    said = () if all(v == (token != PAD) for v, token in zip(valid, tokens, strict=True)) else valid
    if side == "src":
        return msgspec.structs.replace(old, source=tokens, source_valid=said)
    return msgspec.structs.replace(old, target=tokens, target_valid=said)


def check_side(spec: ModelSpec, side: str) -> None:
    """Refuse a side that the model doesn't read."""
    if side not in sides(spec):
        raise Problem(
            QT_TRANSLATE_NOOP("core", "This model has no tokens {found}: allowed is {allowed}."),
            found=side,
            allowed=", ".join(sides(spec)),
        )


def _taken(old: Array, on: tuple[str, str], axes: tuple[str, ...], origins: Sequence[int], fill: float = 0.0) -> Array:
    """`old` with its token axes rearranged; new places hold `fill`."""
    index = np.array(origins)
    for k, axis in enumerate(on):
        if axis in axes:
            moved = np.take(old, index, axis=k)
            moved[(index == NEW, slice(None)) if k == 0 else (slice(None), index == NEW)] = fill
            old = moved
    return old


def _moved(
    spec: ModelSpec, name: str, old: Array, on: tuple[str, str], axes: tuple[str, ...], origins: Sequence[int]
) -> Array:
    if name.endswith(".mask.custom"):
        return frozen(_taken(old, on, axes, origins, 1.0))
    if on[0] not in axes:
        return old
    moved = _taken(old, on, axes, origins)
    places = [j for j, o in enumerate(origins) if o == NEW]
    if places:
        kept = {moved[j].tobytes() for j, o in enumerate(origins) if o != NEW}
        count = max(len(old), len(moved)) + len(places)
        seeded = fresh(spec, name, (count, old.shape[1]))
        # From the first row that never was on, so that a token added at the end gets what it always gets.
        order = [*range(len(old), count), *range(len(old))]
        unlike = [row for row in order if seeded[row].tobytes() not in kept] + order
        for j, row in zip(places, unlike, strict=False):
            moved[j] = seeded[row]
    return frozen(moved)


def _renumbered(arrays: Mapping[str, Array], origins: Sequence[int]) -> dict[str, Array]:
    renumbered: dict[str, Array] = {}
    of_samples: dict[int, dict[str, Array]] = {}
    for key, array in arrays.items():
        if match := _OF_SAMPLE.fullmatch(key):
            of_samples.setdefault(int(match[1]), {})[match[2]] = array
        else:
            renumbered[key] = array
    for b, o in enumerate(origins):
        renumbered |= {f"sample{b}/{name}": array for name, array in of_samples.get(o, {}).items()}
    return renumbered
