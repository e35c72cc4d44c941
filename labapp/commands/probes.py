"""The names of what `benchmark --probe` measures, for the command line, which imports nothing that measures."""

from __future__ import annotations

PROBES = (
    "edit-block", "edit-translate", "edit-translate-compare", "edit-translate-gradients", "edit-translate-colours",
    "edit-wide", "twin-wide", "scroll-wide", "next-token", "exchange", "drag", "start", "fill", "memory-block",
    "memory-translate", "training",
)  # fmt: skip
