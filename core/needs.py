"""What a workspace must hold, and the refusals that name what was found and what is allowed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

import numpy as np

from .arrays import Array, times
from .graph import Graph, short
from .models.build import graph as build_graph
from .problem import QT_TRANSLATE_NOOP, Problem
from .samples import DERIVED, Sample, Vocab, lengths
from .spec import ModelSpec

MEMORY_LIMIT = 2 * 2**30
CUSTOM = ".mask.custom"
PAINTED = re.compile(r"sample([0-9]{1,6})/(.+)\.mask\.custom")


def customs(arrays: Iterable[str]) -> set[tuple[int, str]]:
    """The (sample, attention) pairs that have a mask painted by hand, from the names of arrays."""
    matches = (PAINTED.fullmatch(key) for key in arrays)
    return {(int(match[1]), match[2]) for match in matches if match}


def needs(
    spec: ModelSpec, samples: tuple[Sample, ...], vocab: Vocab, painted: set[tuple[int, str]]
) -> dict[str, tuple[int, int]]:
    """Every array a workspace must hold: name to shape, in reading order; only masks that an attention has."""
    needed: dict[str, tuple[int, int]] = {}
    graphs: list[Graph] = []
    for b, sample in enumerate(samples):
        masks = frozenset(at for k, at in painted if k == b)
        recorded = build_graph(spec, lengths(spec, sample, vocab), masks)
        graphs.append(recorded)
        check_memory(spec, *graphs)
        for node in recorded.nodes:
            if node.role == "parameter":
                needed[node.name] = node.shape
            elif node.role == "input" and short(node.name) not in DERIVED:
                needed[f"sample{b}/{node.name}"] = node.shape
    return needed


def check_arrays(spec: ModelSpec, arrays: Mapping[str, Array], needed: Mapping[str, tuple[int, int]]) -> None:
    """Refuse arrays that are missing, unknown, or of another shape or type than the model needs."""
    dtype = np.dtype(spec.precision)
    for name in arrays:
        if name not in needed:
            raise Problem(QT_TRANSLATE_NOOP("core", "This model has no array called {name}."), name=name)
    for name, shape in needed.items():
        if name not in arrays:
            raise Problem(QT_TRANSLATE_NOOP("core", "The array {name} is missing."), name=name)
        found = arrays[name]
        if found.shape != shape:
            raise Problem(
                QT_TRANSLATE_NOOP("core", "{name} must be {expected}, found {found}."),
                name=name,
                expected=times(shape),
                found=times(found.shape),
            )
        if found.dtype != dtype:
            raise Problem(
                QT_TRANSLATE_NOOP("core", "{name} must hold {expected}, found {found}."),
                name=name,
                expected=dtype,
                found=found.dtype,
            )


def check_memory(spec: ModelSpec, *graphs: Graph) -> None:
    """Refuse samples whose values don't fit the limit together, naming the estimate and what dominates it.

    Parameters belong to all samples and count once.
    """
    item = np.dtype(spec.precision).itemsize
    shared = sum(node.size for node in graphs[0].nodes if node.role == "parameter")
    total = (shared + sum(graph.own_size for graph in graphs)) * item
    if total > MEMORY_LIMIT:
        largest = max((node for graph in graphs for node in graph.nodes), key=lambda node: node.size)
        raise Problem(
            QT_TRANSLATE_NOOP(
                "core",
                "This model would need about {gib} GiB, allowed are {limit}; the largest matrix is {name} ({shape}).",
            ),
            gib=f"{total / 2**30:.1f}",
            limit=MEMORY_LIMIT // 2**30,
            name=largest.name,
            shape=times(largest.shape),
        )


def check_cell(name: str, shape: tuple[int, ...], i: int, j: int) -> None:
    """Refuse a cell outside its matrix, naming what is allowed."""
    rows, cols = shape
    if not (0 <= i < rows and 0 <= j < cols):
        raise Problem(
            QT_TRANSLATE_NOOP(
                "core",
                "{name} is {shape}: it has no cell [{i},{j}]; rows go from 0 to {last_row}, columns to {last_col}.",
            ),
            name=name,
            shape=times(shape),
            i=i,
            j=j,
            last_row=rows - 1,
            last_col=cols - 1,
        )
