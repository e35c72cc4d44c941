"""Where a pasted block goes: what of it fits, and which sizes of the model would have to grow for all of it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.problem import Problem
from core.samples import main_side
from core.trace import Matrix
from core.workspace import Workspace

from ... import labels

# What the length of an axis is in the spec, where it is nothing else as well.
FIELD_OF_AXIS = {"feature": "d", "hidden": "d_ff", "key": "d_k", "value": "d_v", "position": "pos_length"}
Values = NDArray[np.floating]


@dataclass(frozen=True)
class Growth:
    """Sizes that would have to grow, as (field, from, to), and the workspace in which they have."""

    sizes: tuple[tuple[str, int, int], ...]
    workspace: Workspace


@dataclass(frozen=True)
class Placing:
    """A block at a cell of a matrix: `rows` and `cols` of it fit; `growth` where the model can grow for the rest."""

    name: str
    i: int
    j: int
    values: Values
    rows: int
    cols: int
    growth: Growth | None = None

    @property
    def fits(self) -> bool:
        """Whether the whole block fits."""
        return (self.rows, self.cols) == self.values.shape

    def pasted(self, workspace: Workspace, sample: int, grown: bool) -> Workspace:
        """The workspace with the block, or what fits of it, in its place; Problem where that is refused."""
        if grown and self.growth is not None:
            return self.growth.workspace.with_block(self.name, self.i, self.j, self.values, sample)
        return workspace.with_block(self.name, self.i, self.j, self.values[: self.rows, : self.cols], sample)


def place(
    workspace: Workspace, sample: int, matrix: Matrix, at: tuple[int, int], values: Values, room: tuple[int, int]
) -> Placing:
    """`values` at cell `at`; one number fills all the `room` that is selected."""
    i, j = at
    if values.shape == (1, 1):
        values = np.full(room, values[0, 0])
    have = matrix.values.shape
    rows, cols = min(values.shape[0], have[0] - i), min(values.shape[1], have[1] - j)
    need = max(have[0], i + values.shape[0]), max(have[1], j + values.shape[1])
    growth = None if need == have else _growth(workspace, sample, matrix, need)
    return Placing(matrix.name, i, j, values, rows, cols, growth)


def _growth(workspace: Workspace, sample: int, matrix: Matrix, need: tuple[int, int]) -> Growth | None:
    """The model grown so that the matrix is `need`, if its axes say clearly which sizes those are."""
    have = matrix.values.shape
    wanted: dict[str, int] = {}
    for axis, size, goal in zip((matrix.row_axis, matrix.col_axis), have, need, strict=True):
        if goal == size:
            continue
        field = labels.TOKENS.name if axis == main_side(workspace.spec) else FIELD_OF_AXIS.get(axis)
        if field is None or wanted.get(field, goal) != goal:
            return None
        wanted[field] = goal
    grown, sizes = workspace, []
    try:
        tokens = wanted.pop(labels.TOKENS.name, None)
        if tokens is not None:
            sizes.append((labels.TOKENS.name, len(workspace.tokens(sample)), tokens))
            grown = grown.with_rows(tokens, sample)
        if wanted:
            sizes += [(field, int(getattr(workspace.spec, field)), goal) for field, goal in wanted.items()]
            grown = grown.with_spec(**wanted)
        shape = grown.node(matrix.name, sample).shape
    except Problem:
        return None  # the model can't be that large: then there is nothing to offer
    return Growth(tuple(sizes), grown) if shape == need else None
