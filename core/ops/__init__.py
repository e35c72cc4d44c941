"""The op table. A new op is one function pair in its family's file and stands in that file's OPS.

`TABLE` gives every op its opcode, which is its place in it; `core/dispatch.py` is generated from it with
`python -m core.ops`.
"""

from __future__ import annotations

from . import (
    activation,
    attention,
    cache,
    combine,
    dropout,
    embedding,
    hold,
    linear,
    loss,
    mask,
    normalize,
    position,
    rope,
    shaw,
    statistic,
)
from .op import Op

FAMILIES = (
    embedding,
    position,
    shaw,
    rope,
    linear,
    attention,
    mask,
    statistic,
    normalize,
    activation,
    combine,
    dropout,
    hold,
    loss,
    cache,
)
TABLE: tuple[Op, ...] = tuple(op for family in FAMILIES for op in family.OPS)
BY_NAME: dict[str, Op] = {op.name: op for op in TABLE}
OPCODE: dict[str, int] = {op.name: code for code, op in enumerate(TABLE)}
