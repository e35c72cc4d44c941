"""Two panes, one sentence: teacher forcing, all rows at once, beside free running, row by row."""

from __future__ import annotations

from .panel import PanesPanel

__all__ = ["PanesPanel"]
