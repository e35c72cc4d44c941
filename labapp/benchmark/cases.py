"""What is measured: models of four sizes with random numbers, and how much faster than PyTorch they should be."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from core.base import BASE_ROWS
from core.spec import ModelSpec
from core.workspace import Sample, Workspace

SMALL = ModelSpec(kind="encoder_decoder", enc_layers=2, dec_layers=2, d=16, d_k=8, d_v=8, d_ff=64, causal=True)
BASE = msgspec.structs.replace(BASE_ROWS, pos="none")


def tokens(n: int) -> tuple[str, ...]:
    return tuple(f"t{i}" for i in range(n))


def _model(spec: ModelSpec, source: int, target: int = 0) -> Workspace:
    return Workspace.new(spec, (Sample(tokens(source), tokens(target)),))


SIZES: dict[str, Callable[[], Workspace]] = {
    "BLOCK": lambda: _model(ModelSpec(), 3),
    "9+8": lambda: _model(SMALL, 9, 8),
    "64": lambda: _model(ModelSpec(d=64, heads=4, d_k=16, d_v=16, d_ff=256), 64),
    "base": lambda: _model(BASE, 64, 64),
}
TARGETS = {"BLOCK": 30.0, "9+8": 12.0, "64": 1.4, "base": 1.0}  # times faster than PyTorch eager
WHY_TARGET = 5000.0  # microseconds at most, for any cell at the size of base
JACOBIAN_TARGET = 100_000.0  # microseconds of the slower stack of 2+2 layers, by NumPy alone
EDIT_TARGET = 20.0  # times cheaper than a full run: a cell of the last W2, at the size of base
